//! What a session says to questions, as JSON.

mod families;
mod pictures;
mod positions;
mod values;

pub(crate) use families::{certify, quotient, rows};
pub(crate) use pictures::{plot, table};
pub(crate) use positions::{graph, position, strategy};
pub(crate) use values::{compare, value};

use crate::refusal::{JSON, Refusal};
use axum::http::HeaderValue;
use serde::Serialize;
use serde_json::{Value, json};
use sprague::Stopped;
use sprague_games::QuestionError;
use std::io::{self, Write};

/// The most bytes of an answer.
const MOST_BYTES: usize = 64 << 20;

/// The text of an answer, and what it is.
pub(crate) struct Text {
    pub(crate) kind: HeaderValue,
    pub(crate) bytes: Vec<u8>,
}

/// An answer, or why there is none.
pub(crate) type Answer = Result<Text, Refusal>;

/// A limit that was reached, as an answer, with what is known.
fn stopped(stopped: &Stopped, mut known: Value) -> Value {
    known["stopped"] = json!(stopped.name());
    known["why"] = json!(stopped.to_string());
    known
}

/// The answer of this part of a question, or that a limit was reached.
fn written<T: Serialize>(field: &'static str, found: Result<T, QuestionError>, known: impl FnOnce() -> Value) -> Answer {
    match found {
        Ok(found) => text(&found),
        Err(QuestionError::Stopped(limit)) => text(&stopped(&limit, known())),
        Err(other) => Err(Refusal::of(field, other)),
    }
}

/// What is answered, as JSON that is not too long.
fn text(answer: &impl Serialize) -> Answer {
    let mut short = Short(vec![]);
    match serde_json::to_writer(&mut short, answer) {
        Ok(()) => Ok(Text { kind: JSON, bytes: short.0 }),
        Err(_) => Err(Refusal::Unanswered(format!("the answer is longer than {} MB: ask for less", MOST_BYTES >> 20))),
    }
}

/// Text that does not grow beyond [`MOST_BYTES`].
struct Short(Vec<u8>);

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > MOST_BYTES {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
