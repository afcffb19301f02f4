//! A checksum in a JSON object, which reveals that a file was damaged or changed.
//!
//! It protects against accidents and edits by hand. It does not protect against forgery, because everybody can compute
//! it.

use serde_json::{Map, Value, json};
use sprague::rows::sweep::RecordDigest;

pub(crate) const KEY: &str = "checksum";

/// The value of a key: a JSON value, or the items of a long list one at a time.
pub(crate) enum Content<'a> {
    Value(&'a Value),
    Items(Box<dyn Iterator<Item = Value> + 'a>),
}

/// Adds a checksum of the content to an object.
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

/// Returns `true` if an object has the right checksum.
pub fn is_sealed(object: &Value) -> bool {
    object.get(KEY).and_then(Value::as_str).is_some_and(|found| found == checksum(object))
}

fn checksum(object: &Value) -> String {
    let fields = object.as_object().map(entries).unwrap_or_default();
    checksum_of(fields.into_iter().map(|(key, value)| (key, Content::Value(value))))
}

/// Computes the checksum of an object with these keys, which must be in alphabetical order.
pub(crate) fn checksum_of<'a>(fields: impl IntoIterator<Item = (&'a str, Content<'a>)>) -> String {
    let digest = RecordDigest::of_pieces(|write| {
        let mut text = Pieces { text: String::from("sprague sweep 1: {"), write };
        for (key, content) in fields {
            text.key(key);
            match content {
                Content::Value(value) => text.value(value),
                Content::Items(items) => text.list(items, |text, item| text.value(&item)),
            }
            text.push(",");
        }
        text.push("}");
        (text.write)(text.text.as_bytes());
    });
    digest.to_string()
}

/// Returns the entries of an object in alphabetical order, without the checksum.
fn entries(map: &Map<String, Value>) -> Vec<(&str, &Value)> {
    let mut entries: Vec<(&str, &Value)> =
        map.iter().map(|(key, value)| (&**key, value)).filter(|(key, _)| *key != KEY).collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    entries
}

/// A buffer that digests text in pieces.
struct Pieces<'a> {
    text: String,
    write: &'a mut dyn FnMut(&[u8]),
}

/// The size of a piece, in bytes.
const PIECE: usize = 1 << 12;

impl Pieces<'_> {
    fn push(&mut self, more: &str) {
        self.text.push_str(more);
        if self.text.len() >= PIECE {
            (self.write)(self.text.as_bytes());
            self.text.clear();
        }
    }

    fn key(&mut self, key: &str) {
        self.push(&Value::from(key).to_string());
        self.push(":");
    }

    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, write: impl Fn(&mut Self, T)) {
        self.push("[");
        for item in items {
            write(self, item);
            self.push(",");
        }
        self.push("]");
    }

    /// Writes a value without blanks, with keys in alphabetical order and without a checksum.
    fn value(&mut self, value: &Value) {
        match value {
            Value::Object(map) => self.object(map),
            Value::Array(values) => self.list(values, Self::value),
            plain => self.push(&plain.to_string()),
        }
    }

    fn object(&mut self, map: &Map<String, Value>) {
        self.push("{");
        for (key, value) in entries(map) {
            self.key(key);
            self.value(value);
            self.push(",");
        }
        self.push("}");
    }
}
