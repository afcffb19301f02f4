//! What is looked at: tables over two numbers, and drawings.

use super::{Answer, Text, stopped, text, written};
use crate::questions::{Plot, Table};
use crate::refusal::Refusal;
use axum::http::HeaderValue;
use serde_json::json;
use sprague::Limits;
use sprague_games::{PatternOptions, QuestionError, Session, TableRows, pattern_table};
use sprague_plot::PlotOptions;

/// What drawings are.
const SVG: HeaderValue = HeaderValue::from_static("image/svg+xml");

/// Something about every pair of numbers.
pub(crate) fn table(session: &Session, limits: &Limits, asked: &Table) -> Answer {
    let Table { x, y, play, .. } = *asked;
    let rows = asked.rows.map(TableRows::from);
    let options = PatternOptions { x, y, rows, play, limits: limits.clone(), ..PatternOptions::default() };
    written("pattern", pattern_table(session, &asked.pattern, &options), || json!({ "pattern": asked.pattern, "play": play }))
}

/// A drawing as a file.
pub(crate) fn plot(session: &Session, limits: &Limits, asked: &Plot) -> Answer {
    let options = PlotOptions {
        kind: read("as", asked.kind.as_deref(), |kind| kind.parse().map_err(str::to_owned))?,
        to: read("to", asked.to.as_deref(), |to| to.parse().map_err(str::to_owned))?,
        x: read("x", asked.x.as_deref(), range)?,
        y: read("y", asked.y.as_deref(), range)?,
        rows: asked.rows.map(TableRows::from),
        play: asked.play,
        first: asked.first,
        depth: asked.depth,
        limits: limits.clone(),
        ..PlotOptions::default()
    };
    match sprague_plot::plot(session, &asked.what, &options) {
        Ok(drawing) => Ok(Text { kind: SVG, bytes: drawing.svg().into_bytes() }),
        Err(QuestionError::Stopped(limit)) => text(&stopped(&limit, json!({ "what": asked.what }))),
        Err(other) => Err(Refusal::of("what", other)),
    }
}

/// A part of a question that is text; errors say what was expected.
fn read<T>(field: &'static str, text: Option<&str>, read: impl FnOnce(&str) -> Result<T, String>) -> Result<Option<T>, Refusal> {
    let malformed = |expected| Refusal::Malformed { field, expected, at: 0 };
    text.map(|text| read(text).map_err(malformed)).transpose()
}

/// `3-30`.
fn range(text: &str) -> Result<[u64; 2], String> {
    let range = text.split_once('-').and_then(|(from, to)| Some([from.parse().ok()?, to.parse().ok()?]));
    range.ok_or_else(|| "two numbers with a - between them, such as 0-30".into())
}
