//! Numbers in JSON. Numbers above 2⁵³ are strings, because many readers store numbers as doubles.

#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::{Value, json};
use std::fmt;

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

/// A whole number that is written as a string if it is above 2⁵³.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<N = u64>(pub N);

impl<N: fmt::Display> fmt::Display for Number<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<N: Clone + fmt::Display + TryInto<u64>> Serialize for Number<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.clone().try_into() {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        number_of(&value).map(Self).ok_or_else(|| D::Error::custom("expected a whole number below 2^64"))
    }
}

/// Serialises whole numbers like [`Number`].
pub(crate) fn wholes<S: Serializer>(numbers: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(numbers.iter().copied().map(Number))
}

/// Serialises something in the form that JSON has.
pub(crate) fn written<'a, T, W: From<&'a T> + Serialize, S: Serializer>(
    known: &'a Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    known.as_ref().map(W::from).serialize(serializer)
}

/// Serialises and deserialises whole numbers in structs like [`Number`].
pub(crate) mod whole {
    use super::{Number, Serialize, Serializer};
    use serde::{Deserialize, Deserializer};

    pub(crate) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        Number(*number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        Number::deserialize(deserializer).map(|Number(number)| number)
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
