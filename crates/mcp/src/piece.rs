//! Splits long answers into pieces. Each piece describes how to get the next one.

use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::json;
use sprague::BadNotation;
use sprague_questions::NoAnswer;

/// The argument with the byte offset of the rest of an answer.
pub(crate) const FROM: &str = "answer_from";

/// The maximum size of a part of an answer that is sent at a time, in bytes.
pub const MOST_SENT: usize = 100_000;

/// The number of bytes that are reserved for the sentence about the next piece.
const WORDS: usize = 500;

/// Returns the answer from this byte offset on. If it does not fit, it is cut and describes how to get the rest.
pub(crate) fn piece(text: &str, from: usize) -> Result<CallToolResult, NoAnswer> {
    if from > text.len() || !text.is_char_boundary(from) {
        let error = BadNotation::new(0, format!("a byte of the answer, which has {}", text.len()));
        return Err(NoAnswer::Malformed { field: FROM.into(), text: None, error });
    }
    let rest = &text[from..];
    if from == 0 && rest.len() <= MOST_SENT {
        return Ok(CallToolResult::success(vec![ContentBlock::text(text)]));
    }
    let shown = &rest[..rest.floor_char_boundary(MOST_SENT - WORDS)];
    let to = from + shown.len();
    let more = if to < text.len() {
        format!("the answer has {} bytes and was cut: ask the same with answer_from {to} for more, or ask for less", text.len())
    } else {
        "this is the end of the answer".to_owned()
    };
    let about = json!({ "bytes": text.len(), "from": from, "to": to, "more": more });
    Ok(CallToolResult::success(vec![ContentBlock::text(shown), ContentBlock::text(about.to_string())]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn texts(result: &CallToolResult) -> Vec<String> {
        let json = serde_json::to_value(result).unwrap();
        json["content"].as_array().unwrap().iter().map(|block| block["text"].as_str().unwrap().to_owned()).collect()
    }

    #[test]
    fn pieces_make_the_whole_again() {
        let whole = "{\"é\":1}".repeat(40_000);
        let (mut found, mut from) = (String::new(), 0);
        while from < whole.len() {
            let texts = texts(&piece(&whole, from).unwrap());
            assert!(texts.iter().map(String::len).sum::<usize>() <= MOST_SENT);
            found += &texts[0];
            let about: Value = serde_json::from_str(&texts[1]).unwrap();
            assert_eq!((about["bytes"].as_u64(), about["from"].as_u64()), (Some(whole.len() as u64), Some(from as u64)));
            from = usize::try_from(about["to"].as_u64().unwrap()).unwrap();
            assert_eq!(about["more"].as_str().unwrap().contains(&format!("answer_from {from}")), from < whole.len());
        }
        assert_eq!(found, whole);
    }

    #[test]
    fn a_short_answer_is_whole_and_a_byte_behind_it_is_refused() {
        assert_eq!(texts(&piece("{}", 0).unwrap()), ["{}"]);
        for from in [3, usize::MAX] {
            let refusal = piece("{}", from).unwrap_err().to_json();
            assert_eq!(
                (&refusal["field"], &refusal["error"]),
                (&"answer_from".into(), &"expected a byte of the answer, which has 2".into())
            );
        }
        assert!(piece("é", 1).is_err());
    }
}
