//! Batch: one question a line in, one JSON object a line out, flushed line by line.

use crate::failure::{Failure, stopped_name};
use serde_json::{Value, json};
use sprague::Stopped;
use sprague_games::Unanswered;
use std::io::{self, BufRead, Read, Write};

/// The most bytes of a line that are read.
const MOST_BYTES: u64 = 1 << 24;

/// Answers every line of standard input; `known` is what stands beside `stopped` in an answer that reached a limit.
pub(crate) fn run(answer: impl Fn(&str) -> Result<Value, Unanswered>, known: impl Fn(&str) -> Value) -> Result<(), Failure> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    let mut bytes = vec![];
    loop {
        bytes.clear();
        if input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let is_cut = bytes.len() as u64 == MOST_BYTES && bytes.last() != Some(&b'\n');
        if is_cut {
            input.skip_until(b'\n')?;
        }
        let line = match std::str::from_utf8(&bytes) {
            _ if is_cut => json!({ "error": "expected a line of fewer than 16 MiB", "at": MOST_BYTES }),
            Err(error) => json!({ "error": "expected text in UTF-8", "at": error.valid_up_to() }),
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => {
                let line = line.trim_end_matches(['\n', '\r']);
                answer(line).unwrap_or_else(|unanswered| unanswered_to_json(&unanswered, known(line)))
            }
        };
        writeln!(output, "{line}")?;
        output.flush()?;
    }
}

/// A question without an answer, as JSON.
pub(crate) fn unanswered_to_json(unanswered: &Unanswered, mut known: Value) -> Value {
    match unanswered {
        Unanswered::Malformed(error) => json!({ "error": format!("expected {}", error.expected), "at": error.at }),
        Unanswered::NoSuchKernel(error) => json!({ "error": error.to_string(), "at": 0 }),
        Unanswered::Unknown(why) => json!({ "error": why, "at": 0 }),
        Unanswered::Refused(why) => json!({ "error": why, "at": 0 }),
        Unanswered::Stopped(stopped) => {
            known["stopped"] = json!(stopped_name(stopped));
            if let Stopped::Fault(fault) = stopped {
                known["reason"] = json!(&*fault.reason);
            }
            known
        }
    }
}
