//! Writes the result of a search as JSON, one position after the other. A JSON tree of all positions would take several
//! times their memory.

use super::{Found, FoundPosition};
use crate::ask::find::Find;
use crate::ask::sweep::{Content, KEY, Parts, checksum_of};
use crate::question::Fate;
use crate::read::json::Number;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use sprague::rows::sweep::Shard;
use std::collections::BTreeMap;

/// The positions that were found.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FoundReport<'a> {
    /// The question, if this is a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    find: Option<&'a Find>,
    /// A digest of the files that the question names, because only parts with equal files can be merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<&'a str>,
    /// The part, such as 3/8.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// The missing parts, such as 1,3-5/8.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    /// The number of positions that were searched.
    looked_at: Number,
    /// The number of positions with the property.
    found: Number,
    /// For each size: the size, and the numbers of positions searched and found.
    sizes: Vec<[Number; 3]>,
    /// The positions, unless `count` is set.
    positions: &'a [FoundPosition],
    /// The numbers of positions with each value of the key, greatest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<(&'a str, Number)>>,
    /// The limit that was reached before the last position.
    #[serde(flatten)]
    fate: Fate,
}

/// A field of the result. The variants other than `Short` may be long.
enum Field<'a> {
    Short(Value),
    Positions(&'a [FoundPosition]),
    Sizes(&'a BTreeMap<u64, [u64; 2]>),
    Histogram(Vec<(&'a str, u64)>),
}

impl Field<'_> {
    fn content(&self) -> Content<'_> {
        match self {
            Self::Short(value) => Content::Value(value),
            Self::Positions(positions) => Content::Items(Box::new(positions.iter().map(|position| json!(position)))),
            Self::Sizes(sizes) => {
                Content::Items(Box::new(sizes.iter().map(|(size, [all, found])| json!([size, all, found].map(|n| Number(*n))))))
            }
            Self::Histogram(counts) => Content::Items(Box::new(counts.iter().map(|(text, count)| json!((text, Number(*count)))))),
        }
    }
}

impl Serialize for Field<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.content() {
            Content::Value(value) => value.serialize(serializer),
            Content::Items(items) => serializer.collect_seq(items),
        }
    }
}

impl Found {
    /// Returns the JSON object of the command line. The object of a part has a checksum.
    ///
    /// The tree takes several times the memory of the result. To write a long result, serialize it instead.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Find, Session};
    /// let half = Find { squares: Some(5), shard: Some("1/2".parse()?), ..Find::among("cram") };
    /// let part = Session::new().ask(&half, &Limits::default())?.to_json();
    /// assert!(part["shard"] == "1/2" && part["checksum"].is_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("it is plain data")
    }

    /// Returns the result in the form of a part, with the question and a checksum.
    ///
    /// ```
    /// # use sprague_questions::{Find, Session};
    /// let found = Session::new().ask(&Find { squares: Some(3), ..Find::among("cram") }, &Default::default())?;
    /// assert_eq!(serde_json::to_value(found.as_part())?["shard"], "1/1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_part(&self) -> FoundAsPart<'_> {
        FoundAsPart(self)
    }

    /// Returns the fields in alphabetical order. A part has additional fields.
    fn fields(&self, parts: Option<&Parts>) -> BTreeMap<String, Field<'_>> {
        let report = FoundReport {
            find: self.question.as_ref().filter(|_| parts.is_some()),
            files: self.files.as_deref().filter(|_| parts.is_some()),
            shard: parts.map(Parts::to_string),
            missing: parts.filter(|parts| !parts.is_whole()).map(|parts| parts.missing().to_string()),
            looked_at: Number(self.looked_at),
            found: Number(self.found),
            sizes: vec![],
            positions: &[],
            histogram: self.histogram.as_ref().map(|_| vec![]),
            fate: Fate::of(self.stopped.as_ref(), &[]),
        };
        let Ok(Value::Object(short)) = serde_json::to_value(report) else { unreachable!("it is plain data") };
        let mut fields: BTreeMap<_, _> = short.into_iter().map(|(name, value)| (name, Field::Short(value))).collect();
        fields.insert("positions".to_owned(), Field::Positions(&self.positions));
        fields.insert("sizes".to_owned(), Field::Sizes(&self.sizes));
        if let Some(histogram) = &self.histogram {
            let mut counts: Vec<(&str, u64)> = histogram.iter().map(|(text, count)| (text.as_str(), *count)).collect();
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            fields.insert("histogram".to_owned(), Field::Histogram(counts));
        }
        if parts.is_some() {
            let checksum = checksum_of(fields.iter().map(|(name, field)| (name.as_str(), field.content())));
            fields.insert(KEY.to_owned(), Field::Short(json!(checksum)));
        }
        fields
    }

    fn serialize_with<S: Serializer>(&self, parts: Option<&Parts>, serializer: S) -> Result<S::Ok, S::Error> {
        let fields = self.fields(parts);
        let mut map = serializer.serialize_map(Some(fields.len()))?;
        fields.iter().try_for_each(|(name, field)| map.serialize_entry(name, field))?;
        map.end()
    }
}

impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_with(self.parts.as_ref(), serializer)
    }
}

/// The result of a search in the form of a part, even if the search was not divided.
#[derive(Clone, Copy, Debug)]
pub struct FoundAsPart<'a>(&'a Found);

impl Serialize for FoundAsPart<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let parts = self.0.parts.clone().unwrap_or_else(|| Shard::WHOLE.into());
        self.0.serialize_with(Some(&parts), serializer)
    }
}

crate::question::written_as!(Found, FoundReport<'static>);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;
    use crate::ask::sweep::{is_sealed, seal};
    use sprague::Limits;

    #[test]
    fn what_is_written_piece_by_piece_is_the_whole_object_with_its_checksum() {
        let question = Find { squares: Some(6), histogram: Some("nimber".to_owned()), ..Find::among("cram") };
        let found = Session::new().ask(&question, &Limits::default()).unwrap();
        let part: Value = serde_json::from_str(&serde_json::to_string(&found.as_part()).unwrap()).unwrap();
        assert!(is_sealed(&part) && seal(part.clone()) == part, "{part}");
        assert_eq!((&part["shard"], part["positions"].as_array().unwrap().len()), (&json!("1/1"), 35));
        let again = Found::from_part(&part).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), serde_json::to_string(&part).unwrap());
    }
}
