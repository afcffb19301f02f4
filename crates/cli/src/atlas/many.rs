//! Certificates of many families in one file, as a JSON list with one line for each.

use super::asked::verdict_on_one;
use serde_json::{Value, json};
use sprague::Limits;
use sprague_questions::NoAnswer;
use std::time::Instant;

/// Returns the text of a certificate, or of a list of them.
pub(super) fn written(certificate: &Value) -> String {
    match certificate.as_array() {
        Some(list) => format!("[\n{}\n]\n", list.iter().map(Value::to_string).collect::<Vec<_>>().join(",\n")),
        None => certificate.to_string(),
    }
}

/// Checks a certificate, or a list of them, and returns the verdict as JSON.
pub(super) fn verdict(text: String, limits: &Limits) -> Result<Value, NoAnswer> {
    if let Some(certificates) = read(&text) {
        return all(certificates, limits);
    }
    verdict_on_one(text, limits)
}

/// Returns the certificates in a list that [`written`] wrote.
fn read(text: &str) -> Option<impl Iterator<Item = &str>> {
    Some(text.strip_prefix("[\n")?.strip_suffix("\n]\n")?.split(",\n"))
}

/// Checks all certificates within the limits of one.
///
/// The verdict contains the names of all families. Each certificate must prove the values of all rows, or their order.
fn all<'a>(certificates: impl Iterator<Item = &'a str>, limits: &Limits) -> Result<Value, NoAnswer> {
    let began = Instant::now();
    let mut families = vec![];
    for text in certificates {
        limits.look(began)?;
        let one = verdict_on_one(text.to_owned(), limits)?;
        if one["accepted"] != true && one["reason"].is_null() {
            // a limit was reached
            return Ok(one);
        }
        let is_of_rows = one["claim"] == "order" || one["claim"] == "period" && one["rows"] == "values";
        if one["accepted"] != true || one["play"] != "normal" || !is_of_rows {
            let why = one["reason"].as_str().unwrap_or("it claims neither values nor an order");
            let reason = format!("line {}: {why}", families.len() + 2);
            return Ok(json!({ "accepted": false, "reason": reason, "whole_claim": "" }));
        }
        families.push(one["family"].clone());
    }
    let ends = [families.first(), families.last()].map(|family| family.and_then(Value::as_str).unwrap_or_default());
    let whole = format!(
        "{} families, from {} to {}: the order of their rows, and the laws of classes that each states, for every n",
        families.len(),
        ends[0],
        ends[1]
    );
    Ok(json!({ "accepted": true, "claim": "orders", "reason": null, "whole_claim": whole, "families": families }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_a_line_for_each() {
        let list = json!([{ "a": 1 }, [2]]);
        assert_eq!(written(&list), "[\n{\"a\":1},\n[2]\n]\n");
        assert_eq!(read(&written(&list)).unwrap().collect::<Vec<_>>(), ["{\"a\":1}", "[2]"]);
        assert!(read(&written(&list[0])).is_none());
    }
}
