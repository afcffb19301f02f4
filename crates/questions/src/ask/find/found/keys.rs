//! The answers to the keys of a position, in a compact form because a search may find millions of positions.

use crate::ask::find::key::Key;
use crate::ask::find::listing::allocated;
use crate::read::json::Number;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use std::fmt;

/// The answers to keys, sorted by the names of the keys.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Find, Session};
/// let question = Find { to: Some("3".into()), property: Some("nimber = 3".into()), ..Find::among("kayles") };
/// let found = Session::new().ask(&question, &Limits::default())?;
/// let keys = &found.positions[0].keys;
/// assert_eq!(keys.get("nimber"), Some(3.into()));
/// assert_eq!(keys.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["nimber"]);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys(Box<[(Key, Told)]>);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Told {
    Null,
    Flag(bool),
    Whole(u64),
    Negative(i64),
    Text(Box<str>),
}

impl Keys {
    /// Returns the answer to the key with this name, in JSON.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.iter().find_map(|(other, value)| (other == name).then_some(value))
    }

    /// Returns all names with their answers.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, Value)> {
        self.0.iter().map(|(key, told)| (key.name(), told.to_json()))
    }

    pub(super) fn told(&self, key: Key) -> Option<&Told> {
        self.0.iter().find_map(|(other, told)| (*other == key).then_some(told))
    }

    pub(super) fn insert(&mut self, key: Key, told: Told) {
        let mut all = std::mem::take(&mut self.0).into_vec();
        let place = all.partition_point(|(other, _)| other.name() < key.name());
        all.insert(place, (key, told));
        self.0 = all.into();
    }

    /// Returns the allocated memory in bytes, approximately.
    pub(super) fn bytes(&self) -> usize {
        let text = |(_, told): &(Key, Told)| if let Told::Text(text) = told { allocated(text.len()) } else { 0 };
        allocated(size_of_val(&*self.0)) + self.0.iter().map(text).sum::<usize>()
    }
}

impl Told {
    fn to_json(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Flag(flag) => json!(flag),
            Self::Whole(whole) => json!(Number(*whole)),
            Self::Negative(points) => json!(points),
            Self::Text(text) => json!(text),
        }
    }

    /// Returns a whole number, or `None` if the text is none or is too long.
    pub(in super::super) fn of_whole(text: &str) -> Option<Self> {
        text.parse().map(Self::Whole).or_else(|_| text.parse().map(Self::Negative)).ok()
    }

    /// Converts an answer from JSON, or returns `None` for a list or an object.
    fn of_json(value: Value) -> Option<Self> {
        match value {
            Value::Null => Some(Self::Null),
            Value::Bool(flag) => Some(Self::Flag(flag)),
            Value::Number(number) => Self::of_whole(&number.to_string()),
            Value::String(text) => Some(Self::Text(text.into())),
            Value::Array(_) | Value::Object(_) => None,
        }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Flag(flag) => flag.fmt(f),
            Self::Whole(whole) => whole.fmt(f),
            Self::Negative(points) => points.fmt(f),
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl Serialize for Keys {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut keys = Self::default();
        for (name, value) in Map::deserialize(deserializer)? {
            let told = Told::of_json(value).ok_or_else(|| D::Error::custom("expected a number, a text, a flag or null"))?;
            keys.insert(Key::read(&name).map_err(D::Error::custom)?, told);
        }
        Ok(keys)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Keys {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Keys".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Map::<String, Value>::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_again_as_they_were_written() {
        let mut keys = Keys::default();
        for (name, told) in [
            ("value", Told::Text("{2|^}".into())),
            ("hot", Told::Flag(true)),
            ("birthday", Told::Whole(7)),
            ("score", Told::Negative(-7)),
            ("atomic_weight", Told::Null),
        ] {
            keys.insert(Key::read(name).unwrap(), told);
        }
        let text = r#"{"atomic_weight":null,"birthday":7,"hot":true,"score":-7,"value":"{2|^}"}"#;
        assert_eq!(serde_json::to_string(&keys).unwrap(), text);
        assert_eq!(serde_json::from_str::<Keys>(text).unwrap(), keys);
        for text in [r#"{"hot":[true]}"#, r#"{"lukewarm":true}"#, r#"{"birthday":-0.5}"#] {
            assert!(serde_json::from_str::<Keys>(text).is_err(), "{text}");
        }
    }
}
