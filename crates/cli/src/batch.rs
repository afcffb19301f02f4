//! Answers batches: the input has one question in each line, and the output has one JSON object or one row of CSV in each
//! line, in the same order.
//!
//! All answers are written before the program waits for the next question.

use crate::exit::Exit;
use crate::failure::{Failure, shortened};
use crate::interrupt::was_pressed;
use crate::out::stdout;
use crate::terminal::say;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::{Value, json};
use sprague_questions::{NoAnswer, Question};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::time::{Duration, Instant};

/// The maximum size of a line, in bytes.
const MAX_BYTES: u64 = 1 << 24;

/// The maximum length of a question in its error message, in characters.
const MAX_QUESTION: usize = 1000;

/// The size of the buffers for reading and writing, in bytes.
const BUFFER: usize = 1 << 16;

/// The time since the last write after which an answer is written at once.
const PATIENCE: Duration = Duration::from_millis(50);

/// The form of the answers of a batch.
#[derive(Clone, Copy)]
pub(crate) enum Lines {
    Json,
    /// A header, followed by a row for each question with these fields of its answer. A nested field is written as
    /// `best.move`.
    Csv(&'static [&'static str]),
}

/// Returns [`Lines::Json`] for a batch that can only answer in JSON.
///
/// # Errors
/// [`Failure::Unfit`] if another format is requested.
pub(crate) fn only_json<F: ValueEnum + PartialEq>(format: Option<&F>, json: &F) -> Result<Lines, Failure> {
    let Some(other) = format.filter(|format| *format != json) else { return Ok(Lines::Json) };
    let name = other.to_possible_value().expect("every format has a name");
    let why = format!("-: --format {} applies to one question: a batch prints one JSON object per line", name.get_name());
    Err(Failure::Unfit(why))
}

/// Answers every line of standard input with the options of this question.
pub(crate) fn run<A: Serialize>(
    options: &impl Question,
    form: Lines,
    answer: impl Fn(&str) -> Result<A, NoAnswer>,
) -> Result<Exit, Failure> {
    options.has_meaning().map_err(|error| Failure::of("-", error, false))?;
    let Asked { lines, unanswered, stopped } = converse(io::stdin().lock(), stdout(), form, answer)?;
    let at_limits = if stopped > 0 { format!(", {stopped} of them for a limit") } else { String::new() };
    match unanswered {
        0 => {}
        1 => say(&format!("sprague: 1 of {lines} questions has no answer{at_limits}")),
        more => say(&format!("sprague: {more} of {lines} questions have no answer{at_limits}")),
    }
    Ok(if was_pressed() { Exit::NoAnswer } else { Exit::Answered })
}

/// The number of questions in a batch, and the number of those without an answer.
#[derive(Debug, Default, PartialEq, Eq)]
struct Asked {
    lines: u64,
    unanswered: u64,
    /// The number of questions that a limit ended.
    stopped: u64,
}

/// Answers every line of an input.
fn converse<A: Serialize>(
    input: impl Read,
    output: impl Write,
    form: Lines,
    answer: impl Fn(&str) -> Result<A, NoAnswer>,
) -> Result<Asked, Failure> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut answers = Answers { output, form, bytes: Vec::with_capacity(BUFFER), since: Instant::now() };
    if let Lines::Csv(columns) = form {
        write_row(&mut answers.bytes, columns.iter().copied())?;
    }
    let mut bytes = vec![];
    let mut asked = Asked::default();
    for number in 1_u64.. {
        if !input.buffer().contains(&b'\n') {
            // the next line has not arrived, and its writer may wait for the answers so far
            answers.write()?;
        }
        bytes.clear();
        if input.by_ref().take(MAX_BYTES).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(asked);
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
                        asked.lines += 1;
                        answers.push(&answer)?;
                        continue;
                    }
                    Err(unanswered) => unanswered.to_json(),
                }
            }
        };
        if unanswered.get("error").is_some() {
            unanswered["line"] = json!(number);
            let question = String::from_utf8_lossy(&bytes);
            unanswered["question"] = json!(shortened(question.trim_end_matches(['\n', '\r']), MAX_QUESTION));
        }
        asked.lines += 1;
        asked.unanswered += 1;
        asked.stopped += u64::from(unanswered.get("error").is_none());
        answers.push(&unanswered)?;
        if was_pressed() {
            break;
        }
    }
    Ok(asked)
}

struct Answers<W> {
    output: W,
    form: Lines,
    bytes: Vec<u8>,
    since: Instant,
}

impl<W: Write> Answers<W> {
    /// Adds an answer. Writes all answers if the buffer is full or enough time has passed.
    fn push(&mut self, answer: &impl Serialize) -> io::Result<()> {
        match self.form {
            Lines::Json => {
                serde_json::to_writer(&mut self.bytes, answer)?;
                self.bytes.push(b'\n');
            }
            Lines::Csv(columns) => {
                let answer = serde_json::to_value(answer)?;
                write_row(&mut self.bytes, columns.iter().map(|column| cell(&answer, column)))?;
            }
        }
        if self.bytes.len() >= BUFFER || self.since.elapsed() >= PATIENCE { self.write() } else { Ok(()) }
    }

    /// Writes all waiting answers.
    fn write(&mut self) -> io::Result<()> {
        if !self.bytes.is_empty() {
            self.output.write_all(&self.bytes)?;
            self.output.flush()?;
            self.bytes.clear();
        }
        self.since = Instant::now();
        Ok(())
    }
}

/// Appends a row of CSV.
fn write_row(bytes: &mut Vec<u8>, cells: impl IntoIterator<Item = impl AsRef<[u8]>>) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(bytes);
    writer.write_record(cells)?;
    writer.flush()
}

/// Returns a field of an answer as a cell, which is empty if there is no such field.
fn cell(answer: &Value, column: &str) -> String {
    let field = |name: &str| answer.pointer(&format!("/{}", name.replace('.', "/")));
    // if there is no answer, the cell has the question as typed, or the name of the limit
    let found = field(column).or_else(|| match column {
        "position" | "family" => field("question"),
        "error" => field("stopped"),
        _ => None,
    });
    match found {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    /// The pieces of text that were read (`<`) and written (`>`), in order.
    type Heard = RefCell<Vec<String>>;

    /// An input that provides these pieces, one at a time.
    struct Pieces<'a>(&'a Heard, Vec<&'a str>);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.1.is_empty() {
                return Ok(0);
            }
            let piece = self.1.remove(0);
            self.0.borrow_mut().push(format!("< {piece}"));
            buffer[..piece.len()].copy_from_slice(piece.as_bytes());
            Ok(piece.len())
        }
    }

    struct Writes<'a>(&'a Heard);

    impl Write for Writes<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().push(format!("> {}", str::from_utf8(bytes).unwrap()));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Returns the reads and writes of a batch with these pieces of input.
    fn heard(pieces: &[&str], answer: impl Fn(&str) -> Result<String, NoAnswer>) -> Vec<String> {
        let heard = Heard::default();
        let input = Pieces(&heard, pieces.to_vec());
        assert!(converse(input, Writes(&heard), Lines::Json, answer).is_ok());
        heard.into_inner()
    }

    fn echo(question: &str) -> Result<String, NoAnswer> {
        if question == "no" { Err(sprague::BadNotation::new(0, "yes").into()) } else { Ok(question.to_owned()) }
    }

    #[test]
    fn answers_are_written_together_before_more_is_read() {
        let pieces = ["1\n2\n3\n", "4\n5", "6\n\n", "7"];
        let said = ["< 1\n2\n3\n", "> \"1\"\n\"2\"\n\"3\"\n", "< 4\n5", "> \"4\"\n", "< 6\n\n", "> \"56\"\n", "< 7", "> \"7\"\n"];
        assert_eq!(heard(&pieces, echo), said);
    }

    #[test]
    fn questions_without_an_answer_are_counted() {
        let asked = |text: &str| converse(text.as_bytes(), vec![], Lines::Json, echo).ok();
        assert_eq!(asked("1\n\nno\n3\nno"), Some(Asked { lines: 4, unanswered: 2, stopped: 0 }));
        assert_eq!(asked("1\n"), Some(Asked { lines: 1, unanswered: 0, stopped: 0 }));
        let stopped = |_: &str| Err::<String, _>(sprague::Stopped::Positions(9).into());
        assert_eq!(
            converse(&b"1\n2"[..], vec![], Lines::Json, stopped).ok(),
            Some(Asked { lines: 2, unanswered: 2, stopped: 2 })
        );
    }

    #[test]
    fn errors_stand_in_their_place() {
        let error = r#"{"at":0,"error":"expected yes","line":2,"question":"no"}"#;
        assert_eq!(heard(&["1\nno\n3\n"], echo)[1], format!("> \"1\"\n{error}\n\"3\"\n"));
    }

    #[test]
    fn a_full_buffer_is_written_though_more_is_there() {
        let long = |_: &str| Ok("x".repeat(BUFFER / 2));
        let said = heard(&["1\n2\n3\n4\n5\n"], long);
        assert_eq!(said.iter().map(|said| said.lines().count()).collect::<Vec<_>>(), [5, 2, 2, 1]);
    }

    #[test]
    fn who_had_to_wait_for_an_answer_sees_it_at_once() {
        let slow = |question: &str| {
            std::thread::sleep(if question == "slow" { PATIENCE } else { Duration::ZERO });
            echo(question)
        };
        let said = heard(&["1\nslow\n3\n4\n"], slow);
        // on a busy machine other answers may have taken as long
        assert!(said[1].ends_with("\"slow\"\n") || said[2].ends_with("\"slow\"\n"), "{said:?}");
    }

    #[test]
    fn rows_of_csv_have_the_fields_of_answers_and_errors_their_question() {
        let answer = |question: &str| match question {
            "no" => Err(sprague::BadNotation::new(0, "yes, or no").into()),
            _ => Ok(json!({ "position": question, "nimber": 3, "value": null, "best": { "move": "take 1, 2" } })),
        };
        let mut rows = vec![];
        let columns = Lines::Csv(&["position", "nimber", "value", "best.move", "error"]);
        assert!(converse(&b"nim@3\nno\n"[..], &mut rows, columns, answer).is_ok());
        let expected = "position,nimber,value,best.move,error\nnim@3,3,,\"take 1, 2\",\nno,,,,\"expected yes, or no\"\n";
        assert_eq!(String::from_utf8(rows).unwrap(), expected);
    }
}
