//! Computes the cells of a table, which are many similar sums, by one search.

use super::TableRows;
use crate::ask::value::Named;
use crate::question::NoAnswer;
use crate::read::json::Number;
use crate::read::{ParsedSum, Session};
use serde::{Serialize, Serializer};
use serde_json::json;
use sprague::limits::Meter;
use sprague::solve::{Component, ManySums, MixedSum, RulesetCache, SharedSearch, SolveError, SumValue};
use sprague::values::Value;
use sprague::{BadNotation, CompoundRule, Limits, Play, Player, Stopped};
use std::collections::{HashMap, HashSet};
use std::ops::Deref;
use std::sync::Arc;

/// The text of a cell: a number, a letter or a value.
///
/// `None` if there is no such position, or if it has no such value.
pub(super) type Cell = Option<String>;

/// The cells of a table, row by row, and what they contain.
///
/// In JSON nimbers and scores are numbers, and outcomes, values and pairs of stops are text.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TableCells {
    /// The content of the cells.
    pub rows: TableRows,
    /// The text of each cell, or `None`.
    pub cells: Vec<Vec<Option<String>>>,
}

impl Deref for TableCells {
    type Target = Vec<Vec<Option<String>>>;

    fn deref(&self) -> &Self::Target {
        &self.cells
    }
}

impl Serialize for TableCells {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells.iter().map(|row| row.iter().map(|cell| OneCell(self.rows, cell)).collect::<Vec<_>>()))
    }
}

impl TableCells {
    pub(super) fn under_their_name<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map([(self.rows.name(), self)])
    }
}

pub(super) struct OneCell<'a>(pub(super) TableRows, pub(super) &'a Cell);

impl Serialize for OneCell<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(rows, cell) = self;
        let number = |text: &String| match rows {
            TableRows::Nimbers => text.parse().ok().map(|nimber| json!(Number::<u64>(nimber))),
            TableRows::Scores => text.parse::<i64>().ok().map(|score| json!(score)),
            TableRows::Outcomes | TableRows::Values => None,
        };
        match cell.as_ref().and_then(number) {
            Some(number) => number.serialize(serializer),
            None => cell.serialize(serializer),
        }
    }
}

pub(super) struct CellOptions<'a> {
    /// The content of the cells. The default is nimbers for impartial games, values for partizan games, scores if
    /// points are counted, and outcomes for others.
    pub(super) rows: Option<TableRows>,
    pub(super) play: Play,
    pub(super) rule: CompoundRule,
    pub(super) limits: &'a Limits,
    /// Receives the index of each cell as soon as it is computed, the kind of cells, and the cell.
    pub(super) found: &'a dyn Fn(usize, TableRows, &Cell),
}

/// The cells that were computed before a limit was reached.
pub(super) struct Cells {
    pub(super) rows: TableRows,
    /// Whether Left and Right have different moves, so that outcomes have other letters.
    pub(super) is_partizan: bool,
    /// The cells, in the order of the texts.
    pub(super) cells: Vec<Cell>,
    /// The values in words. Empty unless the cells contain values.
    pub(super) named: Vec<Option<Named>>,
    /// The limit that left cells empty, if one was reached.
    pub(super) stopped: Option<Stopped>,
}

/// Approximate memory of a sum that waits to be solved, in bytes.
const SUM_BYTES: usize = 144;
/// Approximate memory of each of its components, in bytes.
const COMPONENT_BYTES: usize = size_of::<Component>() + 32;

/// Approximate memory of the text of a cell, kept and shown, in bytes.
const CELL_BYTES: usize = 160;

/// Computes the cells of these positions, in this order. Large positions should come last.
///
/// # Errors
/// [`NoAnswer::Malformed`] if none of the texts can be read, with the error of the last one, if a sum has no meaning,
/// and if the positions do not have such cells. [`NoAnswer::Stopped`] if loaded rules fail. Each error comes with the
/// index of its position.
pub(super) fn cells(
    session: &Session,
    texts: impl ExactSizeIterator<Item = String>,
    options: &CellOptions<'_>,
) -> Result<Cells, (usize, NoAnswer)> {
    let limits = options.limits;
    let meter = Meter::new(limits);
    let mut sums: Vec<(usize, MixedSum)> = vec![];
    let (mut last, mut missing, mut bytes, mut stopped) = (None, None, 0, None);
    let mut largest_of_loaded: HashMap<*const RulesetCache, (usize, ParsedSum)> = HashMap::new();
    // a set of amounts may be large, and each cell may name another set
    let mut families: HashSet<*const RulesetCache> = HashSet::new();
    let total = texts.len();
    for (index, text) in texts.enumerate() {
        match session.position_within(&text, limits) {
            Ok(sum) => {
                sum.has_meaning(options.rule, options.play).map_err(|error| (index, error.into()))?;
                for component in sum.components().iter().filter(|component| component.rules.rules().is_loaded()) {
                    largest_of_loaded.insert(Arc::as_ptr(&component.rules), (index, sum.clone()));
                }
                for component in sum.components() {
                    if families.insert(Arc::as_ptr(&component.rules)) {
                        bytes += component.rules.rule_bytes();
                    }
                }
                bytes += CELL_BYTES + SUM_BYTES + sum.components().len() * COMPONENT_BYTES;
                sums.push((index, sum.mixed(options.rule, options.play)));
                last = Some((index, sum));
            }
            Err(error) => missing = Some((index, error)),
        }
        // a text may be long, so the clock is read after each
        if let Err(reached) = meter.look(0, bytes, None) {
            stopped = Some(reached);
            break;
        }
    }
    let Some((largest, sum)) = last else {
        return Err(match (missing, stopped) {
            (Some((index, error)), None) => (index, error.into()),
            (_, Some(stopped)) => (0, stopped.into()),
            (None, None) => (0, BadNotation::new(0, "a table of at least one cell").into()),
        });
    };
    let rows = rows(&sum, options).map_err(|error| (largest, error))?;
    for (index, sum) in largest_of_loaded.values() {
        sum.check_first(options.limits).map_err(|fault| (*index, fault.into()))?;
    }
    let mut cells: Vec<Cell> = vec![None; total];
    let mut named = vec![None; if rows == TableRows::Values { total } else { 0 }];
    let many = ManySums::of(sums.iter().map(|(_, sum)| sum));
    // the search may use the memory that the sums and cells leave
    let left = Limits { bytes: limits.bytes.saturating_sub(bytes as u64), ..limits.clone() };
    let search = many.search(&left);
    for (index, sum) in &sums {
        if stopped.is_some() {
            break;
        }
        match cell(&search, sum, rows, limits) {
            Ok((cell, words)) => {
                (options.found)(*index, rows, &cell);
                cells[*index] = cell;
                if let Some(named) = named.get_mut(*index) {
                    *named = words;
                }
            }
            Err(SolveError::Stopped(fault @ Stopped::Fault(_))) => return Err((*index, fault.into())),
            Err(SolveError::Stopped(Stopped::Memory(_))) => stopped = Some(Stopped::Memory(limits.bytes)),
            Err(SolveError::Stopped(reached)) => stopped = Some(reached),
            // sums without meaning were refused before
            Err(other) => return Err((*index, NoAnswer::from(other))),
        }
    }
    search.recheck().map_err(|fault| (largest, fault.into()))?;
    Ok(Cells { rows, is_partizan: sum.is_partizan(), cells, named, stopped })
}

/// Returns the kind of cells: from the options, or the default for this sum.
fn rows(sum: &ParsedSum, options: &CellOptions<'_>) -> Result<TableRows, NoAnswer> {
    let not_for = |expected: &'static str| Err(BadNotation::new(0, expected).into());
    let is_decided_by_worth = options.play == Play::Normal && options.rule == CompoundRule::Disjunctive;
    match options.rows {
        Some(TableRows::Outcomes) => Ok(TableRows::Outcomes),
        Some(TableRows::Scores) if sum.is_scored() => Ok(TableRows::Scores),
        Some(TableRows::Scores) => not_for("rules that count points, because others have no scores"),
        Some(_) if sum.is_scored() => {
            not_for("a game that the last move decides: these rules count points, so ask for scores or outcomes")
        }
        Some(_) if sum.has_terminal_rule() => {
            not_for("a game that the last move decides: these rules say themselves who has won, so ask for outcomes")
        }
        Some(_) if !is_decided_by_worth => {
            not_for("normal play and the disjunctive rule, because nimbers and values decide nothing else: ask for outcomes")
        }
        Some(TableRows::Values) if sum.entails() => {
            not_for("a ruleset without entailing moves for values: here positions have nimbers, or are loony")
        }
        Some(TableRows::Nimbers) if sum.is_partizan() => {
            not_for("an impartial ruleset for nimbers: here Left and Right have different moves, so ask for values")
        }
        Some(rows) => Ok(rows),
        None if sum.is_scored() => Ok(TableRows::Scores),
        None if sum.has_terminal_rule() || !is_decided_by_worth => Ok(TableRows::Outcomes),
        None if sum.is_partizan() => Ok(TableRows::Values),
        None => Ok(TableRows::Nimbers),
    }
}

fn cell(
    search: &SharedSearch<'_>,
    sum: &MixedSum,
    rows: TableRows,
    limits: &Limits,
) -> Result<(Cell, Option<Named>), SolveError> {
    if rows == TableRows::Outcomes {
        let letters = match sum.is_partizan() {
            true => search.outcome_class(sum)?.to_string(),
            false => search.outcome(sum, Player::Left)?.letter().to_string(),
        };
        return Ok((Some(letters), None));
    }
    if rows == TableRows::Scores {
        let stop = |player: Player| search.score(sum, player).map(|score| score.map(|score| player.signed(score)));
        return Ok(match (stop(Player::Left)?, sum.is_partizan()) {
            (Some(left), true) => (stop(Player::Right)?.map(|right| format!("{left}|{right}")), None),
            (score, _) => (score.map(|score| score.to_string()), None),
        });
    }
    let value = match (search.worth(sum)?, rows) {
        (Some(SumValue::Nimber(nimber)), TableRows::Nimbers) => return Ok((Some(nimber.to_string()), None)),
        (Some(SumValue::Nimber(nimber)), _) => u64::try_from(nimber).ok().map(Value::star),
        (Some(SumValue::Game(value)), _) => Some(value),
        (Some(value @ SumValue::Entailing(_)), _) => return Ok((Some(value.to_string()), None)),
        (Some(SumValue::Loopy(text)), _) => return Ok((text.map(String::from), None)),
        _ => None,
    };
    let Some(value) = value else { return Ok((None, None)) };
    let text = value.arena().calculator(limits).text(value.form(), Value::MAX_TEXT)?;
    Ok((text, Some(Named::of(&value, limits)?)))
}
