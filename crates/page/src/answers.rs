//! Answers questions in a session, as JSON.

use crate::refused::Refused;
use serde::Deserialize;
use serde_json::json;
use sprague::Limits;
use sprague::notation::quoted;
use sprague::registry::Files;
use sprague_plot::Plot;
#[cfg(not(target_family = "wasm"))]
use sprague_questions::Sweep;
use sprague_questions::{Analyse, AnyAnswer, Asked, Edit, Graph, LimitsAsked, NoAnswer, Question, Session, read_question};

/// The maximum size of an answer, in bytes.
const MOST_BYTES: usize = 64 << 20;

/// The text of an answer may take 1/`A_PART` of the memory limit.
const A_PART: u64 = 4;

/// The maximum size of a file in a link, in bytes.
const MOST_OF_A_FILE: u64 = 4 << 20;

/// The maximum number of rows of a family that are sent.
const MOST_ROWS: u64 = 2_000_000;

/// The default number of positions of a graph.
const NODES: usize = 150;
/// The maximum number of positions of a graph that a question may ask for.
const MOST_NODES: usize = 400;

/// The maximum number of sets or codes in a sweep.
#[cfg(not(target_family = "wasm"))]
const MOST_SWEPT: u64 = 1 << 24;

/// The content type of questions and answers.
pub const JSON: &str = "application/json";
const SVG: &str = "image/svg+xml";

/// The text of an answer, with its content type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The content type.
    pub kind: &'static str,
    /// The bytes, which are UTF-8 except in the answer of [`contents`].
    pub bytes: Vec<u8>,
}

/// An answer, or the reason why there is none.
pub type Answer = Result<Text, Refused>;

/// Returns the answer to a question in JSON.
///
/// ```
/// use sprague::Limits;
/// use sprague_page::{answer, question};
/// use sprague_questions::Session;
///
/// let solve = question("solve").unwrap();
/// let answer = answer(solve, &Session::new(), &Limits::default(), br#"{"position":"nim@3,4,5"}"#)?;
/// assert!(String::from_utf8(answer.bytes).unwrap().contains(r#""nimber":2"#));
/// # Ok::<(), sprague_page::Refused>(())
/// ```
///
/// # Errors
/// Returns [`Refused`] if the question is malformed or too large, or has no answer. Reaching a limit is an answer.
pub fn answer(asked: Asked, session: &Session, limits: &Limits, json: &[u8]) -> Answer {
    let found = match asked.name() {
        Graph::NAME => read_question(json).map(|question| graph(session, limits, question)),
        Analyse::NAME => read_question(json).map(|question| rows(session, limits, question)),
        #[cfg(not(target_family = "wasm"))]
        Sweep::NAME => read_question(json).map(|question| sweep(session, limits, question)),
        _ => asked.ask(session, json, &LimitsAsked::all_of(limits), limits.clone()).map(|found| text(&*found, limits)),
    };
    found.unwrap_or_else(|unanswered| refused(unanswered, limits))
}

/// Returns a drawing as an SVG file. The question is given as the query of an address.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::Session;
///
/// let drawn = sprague_page::drawing(&Session::new(), &Limits::default(), "what=kayles&to=20")?;
/// assert_eq!(drawn.kind, "image/svg+xml");
/// # Ok::<(), sprague_page::Refused>(())
/// ```
///
/// # Errors
/// Returns [`Refused`] if the query is malformed, or if its question has no answer.
pub fn drawing(session: &Session, limits: &Limits, query: &str) -> Answer {
    let asked: Plot = serde_urlencoded::from_str(query).map_err(|error| Refused::NoQuestion(error.to_string()))?;
    match session.ask(&asked, limits) {
        Ok(drawing) => Ok(Text { kind: SVG, bytes: drawing.svg().into_bytes() }),
        Err(unanswered) => refused(unanswered, limits),
    }
}

/// Returns the bytes of a file. The query contains its `name`.
///
/// ```
/// use sprague::registry::LocalFiles;
/// assert!(sprague_page::contents(&LocalFiles, "name=./Cargo.toml")?.bytes.starts_with(b"[package]"));
/// # Ok::<(), sprague_page::Refused>(())
/// ```
///
/// # Errors
/// Returns [`Refused`] if the file cannot be read or has more than 4 MiB.
pub fn contents(files: &dyn Files, query: &str) -> Answer {
    #[derive(Deserialize)]
    struct Named {
        name: String,
    }
    let refused = |why: String| Refused::NoQuestion(why);
    let Named { name } = serde_urlencoded::from_str(query).map_err(|error| refused(error.to_string()))?;
    let bytes = files.read(&name, MOST_OF_A_FILE).map_err(|error| refused(format!("{}: {error}", quoted(&name))))?;
    Ok(Text { kind: "application/octet-stream", bytes })
}

/// Returns a position after an edit, both in JSON.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::Session;
///
/// let edit = br#"{"position":"nim@3,4","component":1,"heap":0,"by":1}"#;
/// let told = sprague_page::edited(&Session::new(), &Limits::default(), edit)?;
/// assert_eq!(told.bytes, br#"{"position":"nim@3,5"}"#);
/// # Ok::<(), sprague_page::Refused>(())
/// ```
///
/// # Errors
/// Returns [`Refused`] if the JSON is malformed, or if the ruleset has no such position.
pub fn edited(session: &Session, limits: &Limits, json: &[u8]) -> Answer {
    let edit: Edit = serde_json::from_slice(json).map_err(|error| Refused::NoQuestion(error.to_string()))?;
    match edit.edited(session, limits) {
        Ok(position) => text(&json!({ "position": position }), limits),
        Err(unanswered) => refused(unanswered, limits),
    }
}

fn refused(unanswered: NoAnswer, limits: &Limits) -> Answer {
    match unanswered {
        NoAnswer::Stopped { .. } => text(&unanswered.to_json(), limits),
        other => Err(Refused::NoAnswer(other)),
    }
}

/// Returns a graph that is small enough for a page.
fn graph(session: &Session, limits: &Limits, asked: Graph) -> Answer {
    let most = asked.most.unwrap_or(NODES);
    if most > MOST_NODES {
        return Err(Refused::TooMuch(format!("most: expected a number of positions from 1 to {MOST_NODES}")));
    }
    let asked = Graph { most: Some(most), ..asked };
    session.ask(&asked, limits).map_or_else(|unanswered| refused(unanswered, limits), |found| text(&found, limits))
}

/// Returns the rows of a family, at most as many as a page can show.
fn rows(session: &Session, limits: &Limits, asked: Analyse) -> Answer {
    if asked.to > MOST_ROWS {
        return Err(Refused::TooMuch(format!("at most {MOST_ROWS} rows are sent to the page; `sprague analyse` computes more")));
    }
    session.ask(&asked, limits).map_or_else(|unanswered| refused(unanswered, limits), |found| text(&found, limits))
}

/// Runs a sweep that is small enough for a page, on the thread of the worker. The engine in a page has no sweeps.
///
/// The number of threads does not change the answer.
#[cfg(not(target_family = "wasm"))]
fn sweep(session: &Session, limits: &Limits, asked: Sweep) -> Answer {
    if asked.begun(limits).is_ok_and(|begun| begun.size() > MOST_SWEPT) {
        return Err(Refused::TooMuch(format!(
            "at most {MOST_SWEPT} sets or codes are swept for a page; `sprague sweep` does more"
        )));
    }
    let asked = Sweep { jobs: Some(std::num::NonZeroUsize::MIN), ..asked };
    session.ask(&asked, limits).map_or_else(|unanswered| refused(unanswered, limits), |found| text(&found, limits))
}

/// Returns an answer as JSON, or an error if it is longer than [`MOST_BYTES`] or than 1/[`A_PART`] of the memory limit.
fn text(answer: &dyn AnyAnswer, limits: &Limits) -> Answer {
    let most = MOST_BYTES.min(usize::try_from(limits.bytes / A_PART).unwrap_or(usize::MAX));
    match answer.text(most) {
        Ok(Some(bytes)) => Ok(Text { kind: JSON, bytes }),
        Ok(None) | Err(_) => Err(Refused::TooMuch(format!("the answer is longer than {} MB: ask for less", most >> 20))),
    }
}
