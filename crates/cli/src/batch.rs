//! Batch: one question a line in, one JSON object a line out, in order, and none is held back while the program waits for the next
//! question.

use crate::failure::{Failure, shortened, unanswered_to_json};
use crate::out::stdout;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};
use sprague_games::QuestionError;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::{Duration, Instant};

/// The most bytes of a line that are read.
const MAX_BYTES: u64 = 1 << 24;

/// How many characters of a question are repeated beside its error.
const MAX_QUESTION: usize = 1000;

/// How many bytes are read, and written, at a time.
const BUFFER: usize = 1 << 16;

/// An answer that was waited for so long is written at once: who looks on sees it.
const PATIENCE: Duration = Duration::from_millis(50);

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
pub(crate) fn run<A: Serialize>(
    answer: impl Fn(&str) -> Result<A, QuestionError>,
    known: impl Fn(&str) -> Value,
) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(BUFFER, io::stdin().lock());
    let mut answers = Answers { bytes: Vec::with_capacity(BUFFER), since: Instant::now() };
    let mut bytes = vec![];
    for number in 1_u64.. {
        if !input.buffer().contains(&b'\n') {
            // the next line is not here yet, and who writes it may be waiting for what was answered
            answers.write()?;
        }
        bytes.clear();
        if input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let is_cut = bytes.len() as u64 == MAX_BYTES && bytes.last() != Some(&b'\n');
        if is_cut {
            input.skip_until(b'\n')?;
        }
        let mut unanswered = match std::str::from_utf8(&bytes) {
            _ if is_cut => json!({ "error": "expected a line of fewer than 16 MiB", "at": MAX_BYTES }),
            Err(error) => json!({ "error": "expected text in UTF-8", "at": error.valid_up_to() }),
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => {
                let line = line.trim_end_matches(['\n', '\r']);
                match answer(line) {
                    Ok(answer) => {
                        answers.push(&answer)?;
                        continue;
                    }
                    Err(unanswered) => unanswered_to_json(&unanswered, known(line)),
                }
            }
        };
        if unanswered.get("error").is_some() {
            unanswered["line"] = json!(number);
            let question = String::from_utf8_lossy(&bytes);
            unanswered["question"] = json!(shortened(question.trim_end_matches(['\n', '\r']), MAX_QUESTION));
        }
        answers.push(&unanswered)?;
    }
    Ok(())
}

/// Answers that were not written yet.
struct Answers {
    bytes: Vec<u8>,
    /// When the last ones were.
    since: Instant,
}

impl Answers {
    /// One more.
    fn push(&mut self, answer: &impl Serialize) -> io::Result<()> {
        serde_json::to_writer(&mut self.bytes, answer)?;
        self.bytes.push(b'\n');
        if self.bytes.len() >= BUFFER || self.since.elapsed() >= PATIENCE { self.write() } else { Ok(()) }
    }

    /// Writes them.
    fn write(&mut self) -> io::Result<()> {
        let mut output = stdout();
        output.write_all(&self.bytes)?;
        self.bytes.clear();
        self.since = Instant::now();
        output.flush()
    }
}
