//! A table over patterns: `{x}` and `{y}` stand for numbers anywhere in a sum, and every pair of numbers is a position.

use crate::cells::{Cell, CellOptions, cells};
use crate::play_ends::LONGEST_PLAY;
use crate::{QuestionError, Session, TableRows, json_number};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sprague::{BadNotation, CompoundRule, Limits, Play, Stopped};

/// The most cells of a table.
const MAX_CELLS: u64 = 40_000;

/// What stands in a pattern for the two numbers.
const PLACES: [&str; 2] = ["{x}", "{y}"];

/// Which table is wanted.
///
/// See [`pattern_table`] for an example.
#[derive(Clone, Debug)]
pub struct PatternOptions {
    /// The first and the last number for `{x}`.
    pub x: (u64, u64),
    /// The first and the last number for `{y}`.
    pub y: (u64, u64),
    /// What the cells say; unless said, nimbers of impartial games, values of partizan ones, outcomes of others.
    pub rows: Option<TableRows>,
    /// Normal or misère play.
    pub play: Play,
    /// In which components a player moves at a time.
    pub rule: CompoundRule,
    /// As in [`SolveOptions`](crate::SolveOptions::longest_play).
    pub longest_play: u64,
    /// How far to search, for the whole table.
    pub limits: Limits,
}

impl Default for PatternOptions {
    fn default() -> Self {
        let (play, rule, limits) = (Play::Normal, CompoundRule::Disjunctive, Limits::default());
        Self { x: (0, 10), y: (0, 10), rows: None, play, rule, longest_play: LONGEST_PLAY, limits }
    }
}

/// A table. Serialized, it is the JSON object of the page and the command line.
///
/// See [`pattern_table`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PatternTable {
    /// The pattern.
    pub pattern: String,
    /// The first and the last number for `{x}`.
    pub x: (u64, u64),
    /// The first and the last number for `{y}`.
    pub y: (u64, u64),
    /// What the cells say.
    pub rows: TableRows,
    /// Whether Left and Right have moves of their own: outcomes are then `L`, `R`, `N`, `P`, else `W`, `L`, `D` for the player to move.
    pub is_partizan: bool,
    /// A row for every y, in it a cell for every x. `None` where there is no such position, where there is nothing to say, and where a
    /// limit was reached.
    pub cells: Vec<Vec<Option<String>>>,
    /// The limit that left cells empty.
    pub stopped: Option<Stopped>,
}

/// What every pair of numbers is worth in a sum that is written with `{x}` and `{y}`.
///
/// All cells share one search where they can. Those near the first numbers are found first; where a limit is reached, the others stay
/// empty.
///
/// ```
/// use sprague_games::{PatternOptions, Session, pattern_table};
/// let options = PatternOptions { x: (0, 3), y: (1, 2), ..PatternOptions::default() };
/// let table = pattern_table(&Session::new(), "nim@{x}+kayles@{y}", &options)?;
/// assert_eq!(table.to_json()["cells"], serde_json::json!([[1, 0, 3, 2], [2, 3, 0, 1]]));
/// # Ok::<(), sprague_games::QuestionError>(())
/// ```
///
/// # Errors
/// [`QuestionError::Malformed`], with the byte of the pattern, for one without places, if no cell is a position, for rows that the sums
/// have not, and more than 40,000 cells; [`QuestionError::Stopped`] where loaded rules fail.
pub fn pattern_table(session: &Session, pattern: &str, options: &PatternOptions) -> Result<PatternTable, QuestionError> {
    let limits = &options.limits.starting_now();
    let pattern = Pattern::of(pattern)?;
    let count = |(from, to): (u64, u64)| to.checked_sub(from).and_then(|more| more.checked_add(1));
    let (Some(width), Some(height)) = (count(options.x), count(options.y)) else {
        return Err(BadNotation::new(0, "numbers from a first to a last one that is not less").into());
    };
    if width.checked_mul(height).is_none_or(|cells| cells > MAX_CELLS) {
        return Err(BadNotation::new(0, "a table of at most 40000 cells").into());
    }
    let pairs = near_first(width, height);
    let pair = |&(right, down): &(u64, u64)| [options.x.0 + right, options.y.0 + down];
    let cell_options =
        CellOptions { rows: options.rows, play: options.play, rule: options.rule, longest_play: options.longest_play, limits };
    let found = cells(session, pairs.iter().map(|at| pattern.text(pair(at))), &cell_options);
    let found = found.map_err(|(cell, error)| pattern.as_typed(error, pair(&pairs[cell])))?;
    let mut table: Vec<Vec<Cell>> = vec![vec![None; width as usize]; height as usize];
    for ((right, down), cell) in pairs.into_iter().zip(found.cells) {
        table[down as usize][right as usize] = cell;
    }
    Ok(PatternTable {
        pattern: pattern.text.to_owned(),
        x: options.x,
        y: options.y,
        rows: found.rows,
        is_partizan: found.is_partizan,
        cells: table,
        stopped: found.stopped,
    })
}

/// Every pair below two bounds, those with the least sums first.
pub(crate) fn near_first(width: u64, height: u64) -> Vec<(u64, u64)> {
    let mut pairs: Vec<(u64, u64)> = (0..height).flat_map(|down| (0..width).map(move |right| (right, down))).collect();
    pairs.sort_by_key(|(right, down)| right + down);
    pairs
}

/// A sum with places for numbers.
struct Pattern<'a> {
    text: &'a str,
    /// At which bytes they are, and which number stands there.
    places: Vec<(usize, usize)>,
}

impl<'a> Pattern<'a> {
    fn of(text: &'a str) -> Result<Self, BadNotation> {
        let places =
            PLACES.iter().enumerate().flat_map(|(which, place)| text.match_indices(place).map(move |(at, _)| (at, which)));
        let mut places: Vec<(usize, usize)> = places.collect();
        places.sort_unstable();
        if places.is_empty() {
            return Err(BadNotation::new(text.len(), "a sum with `{x}` or `{y}` in it, such as wythoff@{x}.{y}"));
        }
        Ok(Self { text, places })
    }

    /// The sum with these numbers.
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

    /// The error about the sum with these numbers, moved to the byte of the pattern.
    fn as_typed(&self, error: QuestionError, numbers: [u64; 2]) -> QuestionError {
        let QuestionError::Malformed(mut error) = error else { return error };
        let (mut typed, mut read) = (0, 0); // where the last number ends, in the pattern and in the sum
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

impl PatternTable {
    /// The table as a JSON object.
    ///
    /// See [`pattern_table`] for an example.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a table is plain data")
    }
}

impl Serialize for PatternTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(7))?;
        map.serialize_entry("pattern", &self.pattern)?;
        for (key, (from, to)) in [("x", self.x), ("y", self.y)] {
            map.serialize_entry(key, &[json_number(from), json_number(to)])?;
        }
        map.serialize_entry("rows", self.rows.name())?;
        map.serialize_entry("partizan", &self.is_partizan)?;
        map.serialize_entry("cells", &json_cells(self.rows, &self.cells))?;
        map.serialize_entry("stopped", &self.stopped.as_ref().map(Stopped::name))?;
        map.end()
    }
}

/// Cells as JSON has them: nimbers are numbers.
pub(crate) fn json_cells(rows: TableRows, cells: &[Vec<Cell>]) -> serde_json::Value {
    let number = |text: &str| text.parse().map_or_else(|_| text.into(), json_number);
    let value = |cell: &Cell| match cell {
        Some(text) if rows == TableRows::Nimbers => number(text),
        Some(text) => text.as_str().into(),
        None => serde_json::Value::Null,
    };
    cells.iter().map(|row| row.iter().map(value).collect::<serde_json::Value>()).collect()
}
