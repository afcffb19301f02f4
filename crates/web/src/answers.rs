//! What a session says to questions, as JSON.

use crate::questions::{Graph, Rows, Solve, ValueRows};
use crate::refusal::Refusal;
use serde::Serialize;
use serde_json::{Value, json};
use sprague::{Limits, Stopped};
use sprague_games::{AnalyseOptions, GraphOptions, QuestionError, Session, SolveOptions, analyse, position_graph, solve};
use std::io::{self, Write};

/// The most rows of a family that are sent.
const MOST_ROWS: u64 = 2_000_000;
/// The most bytes of an answer.
const MOST_BYTES: usize = 64 << 20;
/// The most moves that are listed.
const MOST_MOVES: usize = 400;

/// The text of an answer.
pub(crate) type Answer = Result<Vec<u8>, Refusal>;

/// A limit that was reached, as an answer, with what is known.
pub(crate) fn stopped(stopped: &Stopped, mut known: Value) -> Value {
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
        Ok(()) => Ok(short.0),
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

/// A position with every move.
pub(crate) fn position(session: &Session, limits: &Limits, asked: &Solve) -> Answer {
    let options = SolveOptions {
        play: asked.play,
        rule: asked.rule,
        first: asked.first,
        explain: true,
        all_moves: true,
        max_moves: MOST_MOVES,
        limits: limits.clone(),
        ..SolveOptions::default()
    };
    let found = session.position(&asked.position).map_err(QuestionError::from).and_then(|sum| solve(&sum, &options));
    written("position", found, || json!({ "position": asked.position, "play": asked.play, "rule": asked.rule.to_string() }))
}

/// The rows of a family.
pub(crate) fn rows(session: &Session, limits: &Limits, asked: &Rows) -> Answer {
    if asked.to > MOST_ROWS {
        return Err(Refusal::Unanswered(format!("a page is given at most {MOST_ROWS} rows: `sprague analyse` computes more")));
    }
    let options = AnalyseOptions {
        to: asked.to,
        play: asked.play,
        values: asked.rows == Some(ValueRows::Values),
        limits: limits.clone(),
        ..AnalyseOptions::default()
    };
    let found = session.family(&asked.family).map_err(QuestionError::from).and_then(|family| analyse(&family, &options));
    written(
        "family",
        found.map(|found| found.to_json()),
        || json!({ "family": asked.family, "play": asked.play, "to": asked.to }),
    )
}

/// The graph of a position.
pub(crate) fn graph(session: &Session, limits: &Limits, asked: &Graph) -> Answer {
    let options = GraphOptions { play: asked.play, first: asked.first, depth: asked.depth, limits: limits.clone(), ..GraphOptions::default() };
    let found = session.position(&asked.position).map_err(QuestionError::from);
    let found = found.and_then(|sum| position_graph(&sum, &options));
    written("position", found, || json!({ "position": asked.position, "play": asked.play }))
}
