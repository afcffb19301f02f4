//! The cells of a table: many sums that are written alike, worth the same kind of thing, found by one search.

use crate::{ParsedSum, QuestionError, Session, TableRows};
use sprague::limits::Meter;
use sprague::solve::{ManySums, MixedSum, RulesetCache, SharedSearch, SolveError, SumValue};
use sprague::values::Value;
use sprague::{BadNotation, CompoundRule, Limits, Play, Player, Stopped};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What a cell says: a number, a letter or a value as text; `None` where there is no such position or nothing of the kind.
pub(crate) type Cell = Option<String>;

/// Which cells are wanted.
pub(crate) struct CellOptions<'a> {
    /// What they say; unless said, nimbers of impartial games, values of partizan ones, outcomes of others.
    pub(crate) rows: Option<TableRows>,
    pub(crate) play: Play,
    pub(crate) rule: CompoundRule,
    pub(crate) longest_play: u64,
    /// Begun already.
    pub(crate) limits: &'a Limits,
}

/// Cells as far as a limit allowed.
pub(crate) struct Cells {
    pub(crate) rows: TableRows,
    /// Whether Left and Right have moves of their own: what letters of outcomes mean depends on it.
    pub(crate) is_partizan: bool,
    /// In the order of the texts.
    pub(crate) cells: Vec<Cell>,
    /// What left some of them empty.
    pub(crate) stopped: Option<Stopped>,
}

/// About what a sum, and each component of it, takes that waits to be looked at, in bytes.
const SUM_BYTES: usize = 48;
const COMPONENT_BYTES: usize = 72;

/// The cells of these positions, which are looked at in this order: the largest ones should be the last.
///
/// # Errors
/// [`QuestionError::Malformed`] if none of them is there: why not the last one; for rows that they have not, and sums without meaning.
/// [`QuestionError::Stopped`] where loaded rules fail. With each, which of the positions it is about.
pub(crate) fn cells(
    session: &Session,
    texts: impl ExactSizeIterator<Item = String>,
    options: &CellOptions<'_>,
) -> Result<Cells, (usize, QuestionError)> {
    let limits = options.limits;
    let meter = Meter::new(limits);
    let mut sums: Vec<(usize, MixedSum)> = vec![];
    let (mut last, mut missing, mut bytes, mut stopped) = (None, None, 0, None);
    let mut largest_of_loaded: HashMap<*const RulesetCache, (usize, ParsedSum)> = HashMap::new();
    // a set of amounts may be large, and each cell may name another one
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
                bytes += SUM_BYTES + sum.components().len() * COMPONENT_BYTES;
                sums.push((index, sum.mixed(options.rule, options.play)));
                last = Some((index, sum));
            }
            Err(error) => missing = Some((index, error)),
        }
        // a text may be long, so the clock is looked at each time
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
        sum.check_first_within(options.longest_play, options.limits).map_err(|fault| (*index, fault.into()))?;
    }
    let mut cells: Vec<Cell> = vec![None; total];
    let many = ManySums::of(sums.iter().map(|(_, sum)| sum));
    let search = many.search(limits);
    for (index, sum) in &sums {
        if stopped.is_some() {
            break;
        }
        match cell(&search, sum, rows, limits) {
            Ok(cell) => cells[*index] = cell,
            Err(SolveError::Stopped(fault @ Stopped::Fault(_))) => return Err((*index, fault.into())),
            Err(SolveError::Stopped(reached)) => stopped = Some(reached),
            // what has no meaning was refused before
            Err(other) => return Err((*index, QuestionError::Unsolved(other))),
        }
    }
    search.recheck().map_err(|fault| (largest, fault.into()))?;
    Ok(Cells { rows, is_partizan: sum.is_partizan(), cells, stopped })
}

/// What the cells say, by what one of the sums is.
fn rows(sum: &ParsedSum, options: &CellOptions<'_>) -> Result<TableRows, QuestionError> {
    let not_for = |expected: &'static str| Err(BadNotation::new(0, expected).into());
    let is_decided_by_worth = options.play == Play::Normal && options.rule == CompoundRule::Disjunctive;
    match options.rows {
        Some(TableRows::Outcomes) => Ok(TableRows::Outcomes),
        Some(_) if sum.has_terminal_rule() => {
            not_for("a game that the last move decides: these rules say themselves who has won, so ask for outcomes")
        }
        Some(_) if !is_decided_by_worth => {
            not_for("normal play and the disjunctive rule: elsewhere nimbers and values decide nothing, so ask for outcomes")
        }
        Some(TableRows::Nimbers) if sum.is_partizan() => {
            not_for("an impartial ruleset for nimbers: here Left and Right have moves of their own, so ask for values")
        }
        Some(rows) => Ok(rows),
        None if sum.has_terminal_rule() || !is_decided_by_worth => Ok(TableRows::Outcomes),
        None if sum.is_partizan() => Ok(TableRows::Values),
        None => Ok(TableRows::Nimbers),
    }
}

fn cell(search: &SharedSearch<'_>, sum: &MixedSum, rows: TableRows, limits: &Limits) -> Result<Cell, SolveError> {
    if rows == TableRows::Outcomes {
        return Ok(match sum.is_partizan() {
            true => search.outcome_class(sum)?.map(|class| class.letter().to_string()),
            false => Some(search.outcome(sum, Player::Left)?.letter().to_string()),
        });
    }
    Ok(match (search.worth(sum)?, rows) {
        (Some(SumValue::Nimber(nimber)), TableRows::Nimbers) => Some(nimber.to_string()),
        (Some(SumValue::Nimber(nimber)), _) => u64::try_from(nimber).ok().map(|nimber| Value::star(nimber).to_string()),
        (Some(SumValue::Game(value)), _) => value.arena().calculator(limits).text(value.form(), Value::MAX_TEXT)?,
        _ => None,
    })
}
