//! A checksum in a JSON object, which shows damage and changes to a file.
//!
//! It protects from accidents and from edits by hand, not from forgers: everybody can compute it.

use serde_json::{Map, Value, json};
use sprague::rows::sweep::RecordDigest;

/// The key of the checksum.
const KEY: &str = "checksum";

/// The same object with a checksum of all that is in it.
///
/// ```
/// use serde_json::json;
/// use sprague_questions::sweep::{is_sealed, seal};
///
/// let mut sealed = seal(json!({ "sets": 512, "longest": { "period": 45 } }));
/// assert!(is_sealed(&sealed));
/// sealed["longest"]["period"] = json!(46);
/// assert!(!is_sealed(&sealed));
/// ```
pub fn seal(mut object: Value) -> Value {
    let checksum = checksum(&object);
    object[KEY] = json!(checksum);
    object
}

/// True if an object has the checksum of its content.
pub fn is_sealed(object: &Value) -> bool {
    object.get(KEY).and_then(Value::as_str).is_some_and(|found| found == checksum(object))
}

fn checksum(object: &Value) -> String {
    let mut text = String::from("sprague sweep 1: ");
    write(object, &mut text);
    RecordDigest::of(text.as_bytes()).to_string()
}

/// The value without blanks, keys in alphabetical order, and without a checksum.
fn write(value: &Value, text: &mut String) {
    match value {
        Value::Object(map) => write_object(map, text),
        Value::Array(values) => {
            text.push('[');
            for value in values {
                write(value, text);
                text.push(',');
            }
            text.push(']');
        }
        plain => text.push_str(&plain.to_string()),
    }
}

fn write_object(map: &Map<String, Value>, text: &mut String) {
    let mut entries: Vec<(&String, &Value)> = map.iter().filter(|(key, _)| *key != KEY).collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    text.push('{');
    for (key, value) in entries {
        text.push_str(&Value::from(key.as_str()).to_string());
        text.push(':');
        write(value, text);
        text.push(',');
    }
    text.push('}');
}
