//! A table of a pattern, which is a sum in which `{x}` and `{y}` stand for numbers.

use super::cells::{Cell, CellOptions, Cells, OneCell, TableCells, cells};
use super::{Table, TableRows};
use crate::ask::value::Named;
use crate::question::{Fate, NoAnswer};
use crate::read::Session;
#[cfg(feature = "schema")]
use crate::read::json::Number;
use crate::read::json::wholes;
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use sprague::{BadNotation, Limits, Stopped};

const MAX_CELLS: u64 = 40_000;

/// The placeholders for the two numbers in a pattern.
const PLACES: [&str; 2] = ["{x}", "{y}"];

/// A table of a pattern.
///
/// Serialised, it is the JSON object of the web page and the command line.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[non_exhaustive]
pub struct PatternTable {
    /// The pattern as typed.
    pub pattern: String,
    /// The first and the last number for `{x}`.
    #[serde(serialize_with = "wholes")]
    #[cfg_attr(feature = "schema", schemars(with = "[Number; 2]"))]
    pub x: [u64; 2],
    /// The first and the last number for `{y}`.
    #[serde(serialize_with = "wholes")]
    #[cfg_attr(feature = "schema", schemars(with = "[Number; 2]"))]
    pub y: [u64; 2],
    /// The content of the cells.
    pub rows: TableRows,
    /// Whether Left and Right have different moves.
    ///
    /// If so, outcomes are one of nine classes; otherwise they are `P`, `N` or `D`.
    #[serde(rename = "partizan")]
    pub is_partizan: bool,
    /// One row for every y, with one cell for every x: nimbers and scores as numbers, and outcomes, values and stops as text.
    ///
    /// A cell is `None` if there is no such position, if it has no such value, or if a limit was reached.
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Vec<Option<CellText>>>"))]
    pub cells: TableCells,
    /// The values in words. Empty unless the cells contain values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub named: Vec<Vec<Option<Named>>>,
    #[serde(flatten)]
    fate: Fate,
    /// The limit that left cells empty, if one was reached.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// Computes the cells of every pair of numbers in a pattern with `{x}` and `{y}`.
///
/// All cells share one search if possible. Cells with small numbers are computed first. If a limit is reached, the
/// remaining cells are empty.
///
/// # Errors
/// [`NoAnswer::Malformed`], with the byte offset in the pattern, if the pattern has no placeholders, if no cell is a
/// position, if the sums do not have such cells, or if there are more than 40,000 cells. [`NoAnswer::Stopped`] if
/// loaded rules fail.
pub(crate) fn pattern_table(session: &Session, question: &Table, limits: &Limits) -> Result<PatternTable, NoAnswer> {
    let pattern = Pattern::of(&question.what)?;
    let [x, y] = [question.x, question.y].map(|range| range.unwrap_or([0, 0]));
    let count = |[from, to]: [u64; 2]| to.checked_sub(from).and_then(|more| more.checked_add(1));
    let (Some(width), Some(height)) = (count(x), count(y)) else {
        return Err(BadNotation::new(0, "numbers from a first one to a last one that is not smaller").into());
    };
    if width.checked_mul(height).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(NoAnswer::unfit("x", "and `y`: expected a table of at most 40000 cells, with fewer numbers"));
    }
    let (mut found, cells) = grid(session, &pattern, [x, y], question, limits)?;
    let named = match found.rows {
        TableRows::Values => in_rows(near_first(width, height), [width, height], std::mem::take(&mut found.named)),
        _ => vec![],
    };
    Ok(PatternTable {
        pattern: question.what.clone(),
        x,
        y,
        rows: found.rows,
        is_partizan: found.is_partizan,
        cells: TableCells { rows: found.rows, cells },
        named,
        fate: found.rows.fate(&found.stopped),
        stopped: found.stopped,
    })
}

/// Arranges results, which are in the order of `pairs`, in one row for every y.
fn in_rows<T: Clone>(pairs: Vec<(u64, u64)>, [width, height]: [u64; 2], found: Vec<Option<T>>) -> Vec<Vec<Option<T>>> {
    let mut table = vec![vec![None; width as usize]; height as usize];
    for ((right, down), cell) in pairs.into_iter().zip(found) {
        table[down as usize][right as usize] = cell;
    }
    table
}

/// Computes one row for every number y, with one cell for every number x.
pub(super) fn grid(
    session: &Session,
    pattern: &Pattern<'_>,
    [x, y]: [[u64; 2]; 2],
    question: &Table,
    limits: &Limits,
) -> Result<(Cells, Vec<Vec<Cell>>), NoAnswer> {
    let (width, height) = (x[1] - x[0] + 1, y[1] - y[0] + 1);
    let pairs = near_first(width, height);
    let pair = |&(right, down): &(u64, u64)| [x[0] + right, y[0] + down];
    let found = |index: usize, rows: TableRows, cell: &Cell| {
        if let Some(heard) = limits.heard.as_ref().filter(|_| pairs.len() as u64 <= MAX_CELLS) {
            let [x, y] = pair(&pairs[index]);
            heard.tell(&json!({ "x": x, "y": y, "rows": rows, "cell": OneCell(rows, cell) }).to_string());
        }
    };
    let options = CellOptions { rows: question.rows, play: question.play, rule: question.rule, limits, found: &found };
    let found = cells(session, pairs.iter().map(|at| pattern.text(pair(at))), &options);
    let mut found = found.map_err(|(cell, error)| pattern.as_typed(error, pair(&pairs[cell])))?;
    let table = in_rows(pairs, [width, height], std::mem::take(&mut found.cells));
    Ok((found, table))
}

/// Returns every pair below two bounds, sorted by the sum of its numbers.
fn near_first(width: u64, height: u64) -> Vec<(u64, u64)> {
    let downs = |sum: u64| (sum + 1).saturating_sub(width)..=sum.min(height - 1);
    (0..width + height - 1).flat_map(|sum| downs(sum).map(move |down| (sum - down, down))).collect()
}

/// A sum with placeholders for numbers.
pub(super) struct Pattern<'a> {
    pub(super) text: &'a str,
    /// The byte offset of each placeholder, and the index of its number.
    pub(super) places: Vec<(usize, usize)>,
}

impl<'a> Pattern<'a> {
    pub(super) fn of(text: &'a str) -> Result<Self, BadNotation> {
        let places =
            PLACES.iter().enumerate().flat_map(|(which, place)| text.match_indices(place).map(move |(at, _)| (at, which)));
        let mut places: Vec<(usize, usize)> = places.collect();
        places.sort_unstable();
        if places.is_empty() {
            return Err(BadNotation::new(text.len(), "a sum with `{x}` or `{y}` in it, such as wythoff@{x}.{y}"));
        }
        Ok(Self { text, places })
    }

    /// Returns the sum with these numbers.
    fn text(&self, numbers: [u64; 2]) -> String {
        let mut text = String::with_capacity(self.text.len() + 8);
        let mut end = 0;
        for &(at, which) in &self.places {
            text.push_str(&self.text[end..at]);
            text.push_str(&numbers[which].to_string());
            end = at + PLACES[which].len();
        }
        text + &self.text[end..]
    }

    /// Moves an error about the sum with these numbers to the corresponding byte of the pattern.
    fn as_typed(&self, error: NoAnswer, numbers: [u64; 2]) -> NoAnswer {
        let NoAnswer::Malformed { mut error, .. } = error else { return error };
        let (mut typed, mut read) = (0, 0); // the ends of the last number, in the pattern and in the sum
        for &(at, which) in &self.places {
            let start = read + (at - typed);
            let end = start + numbers[which].to_string().len();
            if error.at < start {
                break;
            }
            if error.at < end {
                return BadNotation { at, ..error }.into();
            }
            (typed, read) = (at + PLACES[which].len(), end);
        }
        error.at = (typed + (error.at - read)).min(self.text.len());
        error.into()
    }
}

/// A cell of a table.
#[cfg(feature = "schema")]
#[allow(dead_code, reason = "only its schema is used")]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
pub(super) enum CellText {
    Nimber(Number),
    Score(i64),
    Text(String),
}
