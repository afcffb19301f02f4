//! A table over pairs: what every position of two numbers is worth, or every board of A×B squares.

use crate::cells::{CellOptions, cells};
use crate::pattern::{json_cells, near_first};
use crate::{QuestionError, Session};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sprague::{AnyRuleset, BadNotation, CompoundRule, Limits, Play};

/// The most pairs of a table.
const MAX_PAIRS: u64 = 1_000_000;

/// What a table says about every pair.
///
/// ```
/// assert_eq!(sprague_games::TableRows::Nimbers.name(), "nimbers");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableRows {
    /// Who wins: `W` or `L` for the player to move, or the class of a partizan position.
    Outcomes,
    /// Nimbers.
    Nimbers,
    /// Canonical forms.
    Values,
}

impl TableRows {
    /// Its name, which is its key in JSON.
    ///
    /// See [`TableRows`] for an example.
    pub fn name(self) -> &'static str {
        match self {
            Self::Outcomes => "outcomes",
            Self::Nimbers => "nimbers",
            Self::Values => "values",
        }
    }
}

/// Which table is wanted.
///
/// See [`table`] for an example.
#[derive(Clone, Debug)]
pub struct TableOptions {
    /// The greatest first number and the greatest second one.
    pub to: [u64; 2],
    /// What it says about every pair; unless said, nimbers of impartial games, values of partizan ones, outcomes of others.
    pub rows: Option<TableRows>,
    /// Normal or misère play.
    pub play: Play,
    /// As in [`SolveOptions`](crate::SolveOptions::longest_play).
    pub longest_play: u64,
    /// How far to search, for the whole table.
    pub limits: Limits,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self {
            to: [10, 10],
            rows: None,
            play: Play::Normal,
            longest_play: crate::play_ends::LONGEST_PLAY,
            limits: Limits::default(),
        }
    }
}

/// A table. Serialized, it is the JSON object that the command line promises.
///
/// See [`table`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PairTable {
    /// The ruleset.
    pub ruleset: String,
    /// The greatest first number and the greatest second one.
    pub to: [u64; 2],
    /// The least number: 0, or 1 of boards.
    pub from: u64,
    /// What the cells say.
    pub rows: TableRows,
    /// A row for every first number. `None` where there is no such position, or nothing to say: no nimber and no value where play need
    /// not end, and no value whose text would be too long.
    pub cells: Vec<Vec<Option<String>>>,
}

/// How pairs are written.
#[derive(Clone, Copy)]
struct Shape {
    /// What stands between the numbers.
    sign: char,
    from: u64,
}

const SHAPES: [Shape; 2] = [Shape { sign: 'x', from: 1 }, Shape { sign: '.', from: 0 }];

impl Shape {
    fn text(self, [a, b]: [u64; 2]) -> String {
        format!("{a}{}{b}", self.sign)
    }

    /// That of a ruleset, by what it reads.
    fn of(rules: &dyn AnyRuleset, to: [u64; 2]) -> Option<Self> {
        let tried = [to, [0, 0], [1, 1], [2, 2], [2, 1]];
        SHAPES.into_iter().find(|shape| tried.iter().any(|pair| rules.read(&shape.text(*pair)).is_ok()))
    }
}

/// What every pair is worth, up to a greatest one.
///
/// ```
/// use sprague_games::{Session, TableOptions, table};
/// let options = TableOptions { to: [2, 3], ..TableOptions::default() };
/// let wythoff = table(&Session::new(), "wythoff", &options)?;
/// assert_eq!(wythoff.to_json()["nimbers"], serde_json::json!([[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]]));
/// # Ok::<(), sprague_games::QuestionError>(())
/// ```
///
/// # Errors
/// [`QuestionError::Malformed`] for an unknown ruleset, one whose positions are no pairs, and rows that it has not;
/// [`QuestionError::Stopped`] at a limit.
pub fn table(session: &Session, ruleset: &str, options: &TableOptions) -> Result<PairTable, QuestionError> {
    let limits = &options.limits.starting_now();
    let game = session.family_within(ruleset, limits)?;
    let rules = game.rules();
    let not_for = |expected: &'static str| QuestionError::from(BadNotation::new(0, expected));
    let shape = Shape::of(&**rules, options.to)
        .ok_or_else(|| not_for("a ruleset whose positions are two numbers, such as wythoff, or boards AxB, such as cram"))?;
    let [a, b] = options.to.map(|to| (to + 1).saturating_sub(shape.from));
    if a.checked_mul(b).is_none_or(|pairs| pairs > MAX_PAIRS) {
        return Err(not_for("a table of at most a million pairs"));
    }
    // the largest pair must be there
    let family = game.name();
    let text = |pair| format!("{family}@{}", shape.text(pair));
    let largest = text(options.to);
    session.position_within(&largest, limits).map_err(|BadNotation { expected, .. }| {
        BadNotation::new(0, format!("a ruleset that has the position {largest}, which is not read: expected {expected}"))
    })?;
    let pairs = near_first(a, b);
    let cell_options = CellOptions {
        rows: options.rows,
        play: options.play,
        rule: CompoundRule::Disjunctive,
        longest_play: options.longest_play,
        limits,
    };
    let texts = pairs.iter().map(|(first, second)| text([shape.from + first, shape.from + second]));
    let found = cells(session, texts, &cell_options).map_err(|(_, error)| match error {
        // they are about the ruleset, and not about a position that nobody has typed
        QuestionError::Malformed(BadNotation { expected, .. }) => BadNotation::new(0, expected).into(),
        other => other,
    })?;
    if let Some(stopped) = found.stopped {
        return Err(stopped.into());
    }
    let mut cells = vec![vec![None; b as usize]; a as usize];
    for ((first, second), cell) in pairs.into_iter().zip(found.cells) {
        cells[first as usize][second as usize] = cell;
    }
    Ok(PairTable { ruleset: family.to_owned(), to: options.to, from: shape.from, rows: found.rows, cells })
}

impl PairTable {
    /// The table as the JSON object that the command line promises.
    ///
    /// See [`table`] for an example.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a table is plain data")
    }
}

impl Serialize for PairTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("ruleset", &self.ruleset)?;
        map.serialize_entry("to", &self.to.map(crate::json_number))?;
        map.serialize_entry(self.rows.name(), &json_cells(self.rows, &self.cells))?;
        map.end()
    }
}
