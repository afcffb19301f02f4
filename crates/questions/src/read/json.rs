//! Numbers in JSON: those above 2⁵³ are strings, because many readers hold numbers as doubles.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;

/// A number as JSON has it: as a string above 2⁵³.
///
/// ```
/// assert_eq!(sprague_questions::json_number(3), 3);
/// assert_eq!(sprague_questions::json_number(1 << 60), "1152921504606846976");
/// ```
pub fn number(value: u64) -> Value {
    json!(Number(value))
}

/// A number that is written as a string above 2⁵³.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Number(pub(crate) u64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= 1 << 53 { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "description": "A whole number, above 2^53 as text.", "type": ["integer", "string"], "pattern": "^[0-9]+$" })
    }
}
