//! Answers of a session to questions, as JSON.

use crate::refusal::{JSON, Refusal};
use axum::http::HeaderValue;
use sprague::Limits;
use sprague_plot::Plot;
use sprague_questions::{Analyse, AnyAnswer, Asked, Graph, LimitsAsked, NoAnswer, Question, Session, Sweep, read_question};
use std::num::NonZeroUsize;

/// The most bytes of an answer.
const MOST_BYTES: usize = 64 << 20;

/// The most rows of a family that are sent.
const MOST_ROWS: u64 = 2_000_000;

/// Positions of a graph that are shown by default.
const NODES: usize = 150;
/// Most positions of a graph that a question may ask for.
const MOST_NODES: usize = 400;

/// The most sets or codes that are swept.
const MOST_SWEPT: u64 = 1 << 24;

/// Content type of drawings.
const SVG: HeaderValue = HeaderValue::from_static("image/svg+xml");

/// The text of an answer, with its content type.
pub(crate) struct Text {
    pub(crate) kind: HeaderValue,
    pub(crate) bytes: Vec<u8>,
}

/// An answer, or the reason why there is none.
pub(crate) type Answer = Result<Text, Refusal>;

/// The answer to a question in JSON.
pub(crate) fn answer(asked: Asked, session: &Session, limits: &Limits, json: &[u8]) -> Answer {
    let found = match asked.name() {
        Graph::NAME => read_question(json).map(|question| graph(session, limits, question)),
        Analyse::NAME => read_question(json).map(|question| rows(session, limits, question)),
        Sweep::NAME => read_question(json).map(|question| sweep(session, limits, question)),
        _ => asked.ask(session, json, &LimitsAsked::all_of(limits), limits.clone()).map(|found| text(&*found)),
    };
    found.unwrap_or_else(refused)
}

/// A drawing as a file.
pub(crate) fn drawing(session: &Session, limits: &Limits, asked: &Plot) -> Answer {
    match session.ask(asked, limits) {
        Ok(drawing) => Ok(Text { kind: SVG, bytes: drawing.svg().into_bytes() }),
        Err(unanswered) => refused(unanswered),
    }
}

/// A limit that was reached is an answer, with what is known.
fn refused(unanswered: NoAnswer) -> Answer {
    match unanswered {
        NoAnswer::Stopped { .. } => text(&unanswered.to_json()),
        other => Err(Refusal::NoAnswer(other)),
    }
}

/// A graph that a page can show.
fn graph(session: &Session, limits: &Limits, asked: Graph) -> Answer {
    let most = asked.most.unwrap_or(NODES);
    if most > MOST_NODES {
        return Err(Refusal::TooMuch(format!("most: expected a number of positions from 1 to {MOST_NODES}")));
    }
    let asked = Graph { most: Some(most), ..asked };
    session.ask(&asked, limits).map_or_else(refused, |found| text(&found))
}

/// As many rows as a page can show.
fn rows(session: &Session, limits: &Limits, asked: Analyse) -> Answer {
    if asked.to > MOST_ROWS {
        return Err(Refusal::TooMuch(format!("at most {MOST_ROWS} rows are sent to the page; `sprague analyse` computes more")));
    }
    session.ask(&asked, limits).map_or_else(refused, |found| text(&found))
}

/// A sweep that a page can wait for, on the one thread of its worker.
///
/// The answer does not depend on the number of threads.
fn sweep(session: &Session, limits: &Limits, asked: Sweep) -> Answer {
    if asked.begun(limits).is_ok_and(|begun| begun.size() > MOST_SWEPT) {
        return Err(Refusal::TooMuch(format!(
            "at most {MOST_SWEPT} sets or codes are swept for a page; `sprague sweep` does more"
        )));
    }
    let asked = Sweep { jobs: Some(NonZeroUsize::MIN), ..asked };
    session.ask(&asked, limits).map_or_else(refused, |found| text(&found))
}

/// An answer as JSON, refused beyond [`MOST_BYTES`].
fn text(answer: &dyn AnyAnswer) -> Answer {
    match answer.text(MOST_BYTES) {
        Ok(Some(bytes)) => Ok(Text { kind: JSON, bytes }),
        Ok(None) | Err(_) => Err(Refusal::TooMuch(format!("the answer is longer than {} MB: ask for less", MOST_BYTES >> 20))),
    }
}
