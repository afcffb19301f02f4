//! Batch: one question a line in, one JSON object a line out, flushed line by line.

use crate::failure::{Failure, shortened, unanswered_to_json};
use crate::out::stdout;
use clap::ValueEnum;
use serde_json::{Value, json};
use sprague_games::QuestionError;
use std::io::{self, BufRead, Read, Write};

/// The most bytes of a line that are read.
const MAX_BYTES: u64 = 1 << 24;

/// How many characters of a question are repeated beside its error.
const MAX_QUESTION: usize = 1000;

/// A batch answers in JSON, whatever else a command can print.
///
/// # Errors
/// [`Failure::Unfit`] for another format.
pub(crate) fn only_json<F: ValueEnum + PartialEq>(format: Option<&F>, json: &F) -> Result<(), Failure> {
    let Some(other) = format.filter(|format| *format != json) else { return Ok(()) };
    let name = other.to_possible_value().expect("every format has a name");
    let why = format!("-: --format {} is for one question: a batch answers one JSON object a line", name.get_name());
    Err(Failure::Unfit(why))
}

/// Answers every line of standard input; `known` is what stands beside `stopped` in an answer that reached a limit.
pub(crate) fn run(answer: impl Fn(&str) -> Result<Value, QuestionError>, known: impl Fn(&str) -> Value) -> Result<(), Failure> {
    let (mut input, mut output) = (io::stdin().lock(), stdout());
    let mut bytes = vec![];
    for number in 1_u64.. {
        bytes.clear();
        if input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let is_cut = bytes.len() as u64 == MAX_BYTES && bytes.last() != Some(&b'\n');
        if is_cut {
            input.skip_until(b'\n')?;
        }
        let mut line = match std::str::from_utf8(&bytes) {
            _ if is_cut => json!({ "error": "expected a line of fewer than 16 MiB", "at": MAX_BYTES }),
            Err(error) => json!({ "error": "expected text in UTF-8", "at": error.valid_up_to() }),
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => {
                let line = line.trim_end_matches(['\n', '\r']);
                answer(line).unwrap_or_else(|unanswered| unanswered_to_json(&unanswered, known(line)))
            }
        };
        if line.get("error").is_some() {
            line["line"] = json!(number);
            line["question"] = json!(shortened(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']), MAX_QUESTION));
        }
        writeln!(output, "{line}")?;
        output.flush()?;
    }
    Ok(())
}
