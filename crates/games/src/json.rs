//! Numbers in JSON: those above 2⁵³ are strings, because many readers hold numbers as doubles.

use serde_json::{Value, json};

/// A number as JSON has it: as a string above 2⁵³.
///
/// ```
/// assert_eq!(sprague_games::json_number(3), 3);
/// assert_eq!(sprague_games::json_number(1 << 60), "1152921504606846976");
/// ```
pub fn number(value: u64) -> Value {
    if value <= 1 << 53 { json!(value) } else { json!(value.to_string()) }
}
