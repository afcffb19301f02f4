//! A table over pairs: what every position of two numbers is worth, or every board of A×B squares.

use crate::{QuestionError, Session};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sprague::any::{AnyImpartial, AnyPartizan, AnyPosition, Kind};
use sprague::evaluate::{NimberError, NimberSearch};
use sprague::solve::{self, Component, ComponentPosition, MixedSum, RulesetCache, SolveError};
use sprague::values::{Value, ValueError, ValueSearch};
use sprague::{AnyRuleset, BadNotation, Limits, Stopped};
use std::sync::Arc;

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
    /// As in [`SolveOptions`](crate::SolveOptions::longest_play).
    pub longest_play: u64,
    /// How far to search, for the whole table.
    pub limits: Limits,
}

impl Default for TableOptions {
    fn default() -> Self {
        Self { to: [10, 10], rows: None, longest_play: crate::play_ends::LONGEST_PLAY, limits: Limits::default() }
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
    let game = session.family(ruleset)?;
    let rules = game.rules();
    let not_for = |expected: &'static str| QuestionError::from(BadNotation::new(0, expected));
    let shape = Shape::of(&**rules, options.to)
        .ok_or_else(|| not_for("a ruleset whose positions are two numbers, such as wythoff, or boards AxB, such as cram"))?;
    let [a, b] = options.to.map(|to| (to + 1).saturating_sub(shape.from));
    if a.checked_mul(b).is_none_or(|pairs| pairs > MAX_PAIRS) {
        return Err(not_for("a table of at most a million pairs"));
    }
    let rows = match (rules.kind(), options.rows) {
        (Kind::Impartial, rows) => rows.unwrap_or(TableRows::Nimbers),
        (Kind::Partizan, Some(TableRows::Nimbers)) => {
            return Err(not_for(
                "an impartial ruleset for nimbers: here Left and Right have moves of their own, so ask for values",
            ));
        }
        (Kind::Partizan, rows) => rows.unwrap_or(TableRows::Values),
        (Kind::TerminalRule, None | Some(TableRows::Outcomes)) => TableRows::Outcomes,
        (Kind::TerminalRule, Some(_)) => {
            return Err(not_for(
                "a game that the last move decides: these rules say themselves who has won, so ask for outcomes",
            ));
        }
    };
    // the largest pair must be there, and says whether loaded rules end
    let largest = format!("{}@{}", game.name(), shape.text(options.to));
    let largest = session.position(&largest).map_err(|BadNotation { expected, .. }| {
        BadNotation::new(0, format!("a ruleset that has the position {largest}, which is not read: expected {expected}"))
    })?;
    largest.check_first(options.longest_play)?;
    let fill = |cell: &mut Cell<'_>| -> Result<Vec<Vec<Option<String>>>, Stopped> {
        let mut pair = |pair| match rules.read(&shape.text(pair)) {
            Ok(position) => {
                let cell = cell(position);
                game.check()?;
                cell
            }
            Err(_) => Ok(None),
        };
        let mut row = |a| (shape.from..=options.to[1]).map(|b| pair([a, b])).collect();
        (shape.from..=options.to[0]).map(&mut row).collect()
    };
    let cells = match (rules.kind(), rows) {
        (Kind::Impartial, _) => {
            let typed = AnyImpartial::try_from(rules.clone()).expect("it is impartial");
            let mut search = NimberSearch::new(&typed, limits);
            fill(&mut |position| match (search.nimber(&position), rows) {
                (Ok(nimber), TableRows::Nimbers) => Ok(Some(nimber.to_string())),
                (Ok(nimber), TableRows::Values) => Ok(Some(Value::star(nimber.0.into()).to_string())),
                (Ok(nimber), TableRows::Outcomes) => Ok(Some(if nimber.0 == 0 { "L" } else { "W" }.to_owned())),
                (Err(NimberError::Loopy), TableRows::Outcomes) => outcome(&game, position, limits),
                (Err(NimberError::Loopy), _) => Ok(None),
                (Err(NimberError::Stopped(stopped)), _) => Err(stopped),
            })
        }
        (Kind::Partizan, TableRows::Values) => {
            let typed = AnyPartizan::try_from(rules.clone()).expect("it is partizan");
            let mut search = ValueSearch::new(&typed, limits);
            fill(&mut |position| match search.form(&position) {
                Ok(form) => search.calculator().text(form, Value::MAX_TEXT),
                Err(ValueError::Stopped(stopped)) => Err(stopped),
                // a position can come again
                Err(_) => Ok(None),
            })
        }
        _ => fill(&mut |position| outcome(&game, position, limits)),
    };
    Ok(PairTable { ruleset: game.name().to_owned(), to: options.to, from: shape.from, rows, cells: cells? })
}

/// Tells the cell of a position.
type Cell<'a> = dyn FnMut(AnyPosition) -> Result<Option<String>, Stopped> + 'a;

/// Who wins one position, by itself; `None` for a partizan one without a class.
fn outcome(game: &Arc<RulesetCache>, position: AnyPosition, limits: &Limits) -> Result<Option<String>, Stopped> {
    let sum = MixedSum::of([Component::at(game, ComponentPosition::Small(position))]);
    let letter = if sum.is_partizan() {
        solve::outcome_class(&sum, limits).map(|class| class.letter())
    } else {
        let options = solve::SolveOptions { max_moves: 0, limits: limits.clone(), ..solve::SolveOptions::default() };
        solve::solve(&sum, &options).map(|answer| answer.outcome.letter())
    };
    match letter {
        Ok(letter) => Ok(Some(letter.to_string())),
        Err(SolveError::Stopped(stopped)) => Err(stopped),
        Err(_) => Ok(None),
    }
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
        if self.rows == TableRows::Nimbers {
            let number = |cell: &Option<String>| cell.as_ref().and_then(|nimber| nimber.parse::<u32>().ok());
            let rows = self.cells.iter().map(|row| row.iter().map(number).collect());
            map.serialize_entry(self.rows.name(), &rows.collect::<Vec<Vec<Option<u32>>>>())?;
        } else {
            map.serialize_entry(self.rows.name(), &self.cells)?;
        }
        map.end()
    }
}
