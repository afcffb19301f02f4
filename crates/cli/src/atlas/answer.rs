//! Selects the parts of an answer that an entry stores, in JSON and in TOML.

use serde_json::{Map, Value};
use toml::Table;

/// The parts that are not stored, because they differ between runs, repeat the question, or are in the certificate.
const LEFT_OUT: [&str; 23] = [
    "best",
    "canonical",
    "classes",
    "dag",
    "digest",
    "elements",
    "explain",
    "family",
    "kernel",
    "left",
    "left_first",
    "line",
    "p_portion",
    "phi",
    "play",
    "position",
    "products",
    "remark",
    "right",
    "right_first",
    "rule",
    "seconds",
    "winning_moves",
];

/// The maximum size of a part that is stored in the file of the entry, in bytes.
const MOST_INSIDE: usize = 1500;

/// Returns the parts of an answer that are stored.
///
/// Of classes of rows, only the laws are stored. Outcomes are stored only if they do not follow from nimbers or values. Of a
/// sweep, the digest of all lines and the numbers of classes are stored.
pub(super) fn kept(answer: &Value) -> Map<String, Value> {
    let all = answer.as_object().cloned().unwrap_or_default();
    let laws = laws(&all);
    let has_rows = ["nimbers", "values"].iter().any(|key| all.contains_key(*key));
    let is_sweep = all.contains_key("sweep");
    let is_left_out = |key: &str| LEFT_OUT.contains(&key) && !(is_sweep && ["digest", "classes"].contains(&key));
    let is_kept = |(key, value): &(String, Value)| !(is_left_out(key) || value.is_null() || has_rows && key == "outcomes");
    let laws = laws.map(|laws| ("laws".to_owned(), laws));
    let mut kept: Map<String, Value> = all.into_iter().filter(is_kept).chain(laws).collect();
    kept.values_mut().for_each(without_nulls);
    kept
}

fn laws(answer: &Map<String, Value>) -> Option<Value> {
    let classes = answer.get("classes")?.as_array()?;
    classes.iter().map(|class| class.get("law").cloned()).collect::<Option<Vec<Value>>>().map(Value::from)
}

/// Removes nulls, because TOML has none. In lists they become `-`.
fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| {
            if item.is_null() {
                *item = "-".into();
            }
            without_nulls(item);
        }),
        _ => {}
    }
}

/// Splits the parts into those in the file of the entry and those in a separate file.
pub(super) fn split(kept: Map<String, Value>) -> (Map<String, Value>, Map<String, Value>) {
    kept.into_iter().partition(|(_, value)| value.to_string().len() <= MOST_INSIDE)
}

pub(super) fn to_toml(parts: &Map<String, Value>) -> Result<Table, String> {
    Table::try_from(parts).map_err(|error| error.to_string())
}

pub(super) fn from_toml(table: &Table) -> Map<String, Value> {
    match serde_json::to_value(table) {
        Ok(Value::Object(parts)) => parts,
        _ => Map::new(),
    }
}

/// Returns the name of the first part that differs in the new answer.
pub(super) fn difference<'a>(stored: &'a Map<String, Value>, answer: &Map<String, Value>) -> Option<&'a str> {
    stored.iter().find(|(key, value)| answer.get(*key) != Some(value)).map(|(key, _)| key.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_is_the_same_in_toml() {
        let answer = json!({
            "family": "x", "nimbers": [0, 1], "outcomes": "PN", "period": { "saltus": 0, "theorem": null }, "seconds": 0.5, "order": null,
            "cells": [[1, null], []], "big": "340282366920938463463374607431768211455",
        });
        let kept = kept(&answer);
        assert_eq!(
            json!(kept),
            json!({ "nimbers": [0, 1], "period": { "saltus": 0 }, "cells": [[1, "-"], []], "big": answer["big"] })
        );
        let table = to_toml(&kept).unwrap();
        let read: Table = toml::from_str(&toml::to_string(&table).unwrap()).unwrap();
        assert_eq!(from_toml(&read), kept);
        assert_eq!(difference(&from_toml(&read), &kept), None);
        let swept = super::kept(&json!({ "sweep": "asymmetric", "digest": "0", "classes": { "gain": 1 }, "seconds": 1 }));
        assert_eq!(swept.keys().collect::<Vec<_>>(), ["classes", "digest", "sweep"]);
        let other = super::kept(&json!({ "nimbers": [0, 2] }));
        assert_eq!(difference(&other, &kept), Some("nimbers"));
    }
}
