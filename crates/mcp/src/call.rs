//! Parses a call of a tool into the fields of its question and its limits.

use crate::piece::FROM;
use crate::tools::names_of_limits;
use rmcp::model::JsonObject;
use serde_json::{Value, json};
use sprague::{BadNotation, Limits};
use sprague_questions::{LimitsAsked, NoAnswer};

/// The maximum size of a question, in bytes.
const MOST_BYTES: usize = 4 << 20;

/// The parsed arguments of a call.
#[derive(Debug)]
pub(crate) struct Call {
    /// The fields of the question, as JSON.
    pub(crate) question: String,
    /// The limits of the question, none of which is above the server's.
    pub(crate) limits: Limits,
    /// The byte offset of the returned part of the answer.
    pub(crate) from: usize,
}

/// Returns the error for a field whose value has the wrong type or is out of range.
fn other_value(field: &str, why: &serde_json::Error) -> NoAnswer {
    NoAnswer::Malformed {
        field: field.to_owned().into(),
        text: None,
        error: BadNotation::new(0, format!("another value ({why})")),
    }
}

impl Call {
    /// Parses the arguments, and separates the limits and the byte offset from the fields of the question.
    pub(crate) fn read(mut arguments: JsonObject, most: &Limits) -> Result<Self, NoAnswer> {
        let from = arguments.remove(FROM).unwrap_or_default();
        let from: Option<usize> = serde_json::from_value(from).map_err(|why| other_value(FROM, &why))?;
        let mut named = JsonObject::new();
        for name in names_of_limits() {
            if let Some(limit) = arguments.remove(&name) {
                let alone = json!({ name.as_str(): limit.clone() });
                serde_json::from_value::<LimitsAsked>(alone).map_err(|why| other_value(&name, &why))?;
                named.insert(name, limit);
            }
        }
        let asked: LimitsAsked = serde_json::from_value(Value::Object(named)).map_err(|why| other_value("limits", &why))?;
        let question = Value::Object(arguments).to_string();
        if question.len() > MOST_BYTES {
            let error = BadNotation::new(0, format!("a question of at most {MOST_BYTES} bytes"));
            return Err(NoAnswer::Malformed { field: "question".into(), text: None, error });
        }
        Ok(Self { question, limits: lowered(&asked, most), from: from.unwrap_or_default() })
    }
}

/// Returns the requested limits, lowered to those of the server.
fn lowered(asked: &LimitsAsked, most: &Limits) -> Limits {
    let wanted = asked.over(most.clone());
    Limits {
        positions: wanted.positions.min(most.positions),
        bytes: wanted.bytes.min(most.bytes),
        time: wanted.time.into_iter().chain(most.time).min(),
        longest_play: wanted.longest_play.min(most.longest_play),
        ..wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn read(arguments: Value) -> Result<Call, NoAnswer> {
        let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
        Call::read(arguments, &Limits { positions: 1_000, time: Some(Duration::from_secs(5)), ..Limits::default() })
    }

    #[test]
    fn limits_are_lowered_and_never_raised() {
        let call = read(json!({ "position": "nim@3", "limit_positions": 10, "limit_time": 0.5, "answer_from": 7 })).unwrap();
        assert_eq!((call.question.as_str(), call.from), (r#"{"position":"nim@3"}"#, 7));
        assert_eq!((call.limits.positions, call.limits.time), (10, Some(Duration::from_millis(500))));
        let call = read(json!({ "limit_positions": 10_000_000, "limit_time": 1e6, "limit_memory": null })).unwrap();
        assert_eq!((call.limits.positions, call.limits.time, call.limits.bytes), (1_000, Some(Duration::from_secs(5)), 4 << 30));
    }

    #[test]
    fn a_limit_of_another_kind_is_refused_by_its_name() {
        for (arguments, field) in [
            (json!({ "limit_positions": "many" }), "limit_positions"),
            (json!({ "limit_time": -1 }), "limit_time"),
            (json!({ "limit_time": 1e300 }), "limit_time"),
            (json!({ "answer_from": -1 }), "answer_from"),
            (json!({ "position": "x".repeat(5 << 20) }), "question"),
        ] {
            let refusal = read(arguments).unwrap_err().to_json();
            assert!(refusal["field"] == field && refusal["error"].as_str().unwrap().starts_with("expected "), "{refusal}");
        }
    }
}
