//! Numbers in JSON. Numbers above 2⁵³ are strings, because many readers store numbers as doubles.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

/// Returns a number as JSON: as a string above 2⁵³.
///
/// ```
/// assert_eq!(sprague_questions::json_number(3), 3);
/// assert_eq!(sprague_questions::json_number(1 << 60), "1152921504606846976");
/// ```
pub fn number(value: u64) -> Value {
    json!(Number(value))
}

/// Parses a number written by [`number`]. Returns `None` for any other value.
pub(crate) fn number_of(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

/// A number that is written as a string if it is above 2⁵³.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number<N = u64>(pub(crate) N);

impl<N: Copy + Into<u128>> Serialize for Number<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number: u128 = self.0.into();
        if number <= 1 << 53 { serializer.serialize_u64(number as u64) } else { serializer.collect_str(&number) }
    }
}

/// Serialises and deserialises whole numbers in structs like [`Number`].
pub(crate) mod whole {
    use super::{Number, Serialize, Serializer, Value};
    use serde::{Deserialize, Deserializer, de::Error};

    pub(crate) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        Number(*number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let value = Value::deserialize(deserializer)?;
        super::number_of(&value).ok_or_else(|| D::Error::custom("expected a whole number below 2^64"))
    }
}

#[cfg(feature = "schema")]
impl<N> JsonSchema for Number<N> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "A whole number (text above 2^53).", "type": ["integer", "string"], "pattern": "^[0-9]+$" })
    }
}
