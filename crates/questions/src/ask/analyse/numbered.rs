//! Rows of any ruleset whose positions are written as numbers. Each row is found by a separate search.

use super::filled::SHOWN_BYTES;
use super::nimber_law::NimberLaw;
use super::one_by_one::{Searched, no_nimber, not_decided, searched};
use super::table::{Analysis, RowTable};
use crate::ask::row_plan::RowPlan;
use crate::question::{NoAnswer, Reached};
use crate::read::play_ends::check_that_play_ends;
use sprague::any::Kind;
use sprague::any::{AnyEnding, AnyImpartial, AnyPosition, AnySum, AnyTerminalRule};
use sprague::evaluate::{self, NimberSearch, OutcomeError, OutcomeSearch, ScoreError, ScoreSearch, Search};
use sprague::graph::PositionGraph;
use sprague::growth::{self, is_small};
use sprague::heap::Cell;
use sprague::limits::Meter;
use sprague::rows;
use sprague::solve::{Component, ComponentPosition, FactorNimbers, MixedSum, RulesetCache, SolveError, SolveOptions, solve};
use sprague::{Limits, Misere, Nimber, Outcome, OutcomeClass, Play, Player, Ruleset, ScoreBounds, Stopped};
use std::sync::Arc;

/// The answer for a family without rows.
const NOT_NUMBERED: NoAnswer =
    NoAnswer::unknown("its positions are not the numbers 0, 1, 2, …, so it has no rows (`sprague solve` solves one position)");

/// The minimum number of rows in which a period is observed.
const ENOUGH: usize = 100;

pub(super) fn analyse(game: &RulesetCache, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let (positions, limits) = positions(game, options)?;
    let within = &RowPlan { limits, ..options.clone() };
    // the search has a smaller limit on memory; report the limit of the question
    let named = |stopped: Stopped| match stopped {
        Stopped::Memory(_) => Stopped::Memory(options.limits.bytes),
        other => other,
    };
    match searched_all(game, &positions, within) {
        Ok(analysis) => Ok(Analysis { stopped: analysis.stopped.map(named), ..analysis }),
        Err(NoAnswer::Stopped { by: Reached::Limit(stopped), known }) => {
            Err(NoAnswer::Stopped { by: Reached::Limit(named(stopped)), known })
        }
        Err(other) => Err(other),
    }
}

fn searched_all(game: &RulesetCache, positions: &[AnyPosition], options: &RowPlan) -> Result<Analysis, NoAnswer> {
    match (game.rules().kind(), options.play) {
        (kind, _) if game.rules().is_endless() && !kind.has_sides() => one_by_one(game, positions, options),
        (Kind::Impartial, Play::Normal) => nimbers(game, positions, options),
        (Kind::Impartial, Play::Misere) => {
            let rules = Misere(AnyImpartial::try_from(game.rules().clone()).expect("the kind is impartial"));
            by_outcome(game, &rules, positions, options)
        }
        // a single position is played in turns, so the rules for sums are not needed
        (Kind::TerminalRule | Kind::Entailing, _) => {
            let rules = AnyTerminalRule::try_from(game.rules().clone()).expect("the kind is that of a terminal rule");
            by_outcome(game, &rules, positions, options)
        }
        (Kind::Partizan, _) => {
            let rules = AnySum::new(vec![game.rules().clone()], options.play);
            classes(game, &rules, positions, options, |player, position| rules.position(player, [(0, position)]))
        }
        (Kind::Sides, _) => {
            let rules = AnyEnding::try_from(game.rules().clone()).expect("the rules have their own ending");
            classes(game, &rules, positions, options, |player, position| rules.start(player, position))
        }
        (Kind::Scored, _) => scores(game, positions, options),
        (Kind::ScoredSides, _) => stops(game, positions, options),
    }
}

/// Returns the positions 0, 1, 2, … and the remaining limits for computing their rows.
///
/// The positions and the rows to show take at most half of the memory.
pub(super) fn positions(game: &RulesetCache, options: &RowPlan) -> Result<(Vec<AnyPosition>, Limits), NoAnswer> {
    game.check()?;
    let bytes = options.to.saturating_add(1).saturating_mul((size_of::<AnyPosition>() + SHOWN_BYTES) as u64);
    if !is_small(usize::try_from(bytes).unwrap_or(usize::MAX)) && bytes > options.limits.bytes / 2 {
        return Err(Stopped::Memory(options.limits.bytes).into());
    }
    let mut meter = Meter::new(&options.limits);
    let mut positions = vec![];
    for n in 0..=options.to {
        meter.allow(0, || growth::of_list(&positions), || None)?;
        let text = n.to_string();
        match game.rules().read(&text) {
            Ok(position) if game.rules().show(&position) == text => positions.push(position),
            _ => {
                game.check()?;
                return Err(NOT_NUMBERED);
            }
        }
    }
    let last = positions.last().expect("row 0 is there");
    check_that_play_ends(game.name(), &**game.rules(), last, &options.limits)?;
    let left = options.limits.bytes - bytes.min(options.limits.bytes / 2);
    Ok((positions, Limits { bytes: left, ..options.limits.clone() }))
}

fn nimbers(game: &RulesetCache, positions: &[AnyPosition], options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let rules = AnyImpartial::try_from(game.rules().clone()).expect("the kind is impartial");
    let mut search = NimberSearch::new(&rules, &options.limits);
    let mut told = FactorNimbers::default();
    let found = searched(positions, |position| {
        if let Some(nimber) = told.nimber(&**game.rules(), position, &options.limits)
            && let Ok(nimber) = u32::try_from(&nimber?)
        {
            return Ok([Nimber(nimber)]);
        }
        search.nimber(position).map(|nimber| [nimber]).map_err(no_nimber)
    })?;
    let outcome = |nimber: Nimber| if nimber == Nimber(0) { Outcome::Loss } else { Outcome::Win };
    let is_lost = |row: &[Nimber]| row[0] == Nimber(0);
    let outcome_period = match rows::observed(&found.rows) {
        Some(period) => Some(rows::projected(&found.rows, period, is_lost, |_| false)),
        None => rows::observed_projection(&found.rows, is_lost),
    };
    let nimbers: Vec<u64> = found.rows.column(0).map(|nimber| nimber.0.into()).collect();
    let seen = NimberLaw::seen_in(&nimbers);
    let table = RowTable::Nimbers { outcomes: letters(found.rows.column(0).map(outcome)), nimbers };
    let analysis = observed(game, options, table, found);
    let law = seen.filter(|_| analysis.period.is_none());
    Ok(Analysis { outcome_period, law, ..analysis })
}

fn by_outcome<R: Ruleset<Position = AnyPosition>>(
    game: &RulesetCache,
    rules: &R,
    positions: &[AnyPosition],
    options: &RowPlan,
) -> Result<Analysis, NoAnswer> {
    let mut search = OutcomeSearch::new(rules, &options.limits);
    let found = searched(positions, |position| Ok([outcome_or_draw(rules, &mut search, position, options)?]))?;
    Ok(observed(game, options, RowTable::Outcomes { outcomes: letters(found.rows.column(0)) }, found))
}

/// Finds the score of each position.
fn scores(game: &RulesetCache, positions: &[AnyPosition], options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let rules = AnyEnding::try_from(game.rules().clone()).expect("the rules have their own ending");
    let mut search = ScoreSearch::new(&rules, &options.limits);
    let found = searched(positions, |position| Ok([score(&rules, &mut search, position, Player::Left, options)?]))?;
    let table = RowTable::of_scores(found.rows.column(0).collect());
    let outcome_period = rows::observed_projection(&found.rows, |row| row[0].signum());
    Ok(Analysis { outcome_period, ..observed(game, options, table, found) })
}

/// Finds Left's points less Right's from each position, if Left starts and if Right starts.
fn stops(game: &RulesetCache, positions: &[AnyPosition], options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let rules = AnyEnding::try_from(game.rules().clone()).expect("the rules have their own ending");
    let mut search = ScoreSearch::new(&rules, &options.limits);
    let found = searched(positions, |position| {
        let mut of = |player| score(&rules, &mut search, position, player, options);
        Ok([of(Player::Left)?, -of(Player::Right)?])
    })?;
    let class = |left: i64, right: i64| OutcomeClass::of(Outcome::of_score(left), Outcome::of_score(-right));
    let stops = [0, 1].map(|player| found.rows.column(player).collect::<Vec<_>>());
    let classes = stops[0].iter().zip(&stops[1]).map(|(left, right)| class(*left, *right)).collect();
    let outcome_period = rows::observed_projection(&found.rows, |row| [row[0].signum(), row[1].signum()]);
    let table = RowTable::Classes { classes, stops: Some(stops) };
    Ok(Analysis { outcome_period, ..observed(game, options, table, found) })
}

/// Returns the score of a position for the player who starts. It may be loopy.
fn score(
    rules: &AnyEnding,
    search: &mut ScoreSearch<'_, AnyEnding>,
    position: &AnyPosition,
    player: Player,
    options: &RowPlan,
) -> Result<i64, NoAnswer> {
    let start = rules.start(player, position.clone());
    let found = match search.score(&start, &mut ScoreBounds::UNKNOWN.clone()) {
        Err(ScoreError::Loopy) => evaluate::scores(rules, &start, &options.limits).map(|all| all[&rules.normal_form(start)]),
        found => found,
    };
    Ok(found.map_err(SolveError::from)?)
}

/// Solves each position, because play may go on for ever.
fn one_by_one(game: &RulesetCache, positions: &[AnyPosition], options: &RowPlan) -> Result<Analysis, NoAnswer> {
    let cache = Arc::new(RulesetCache::new(game.name(), game.rules().clone()));
    let asked = SolveOptions { outcome_only: true, limits: options.limits.clone(), ..SolveOptions::default() };
    let found = searched(positions, |position| {
        let alone = MixedSum::of([Component::at(&cache, ComponentPosition::Small(position.clone()))]);
        Ok([solve(&MixedSum { play: options.play, ..alone }, &asked)?.outcome])
    })?;
    Ok(observed(game, options, RowTable::Outcomes { outcomes: letters(found.rows.column(0)) }, found))
}

/// Returns the outcome of a position. It may be loopy.
fn outcome_or_draw<R: Ruleset>(
    rules: &R,
    search: &mut OutcomeSearch<'_, R>,
    position: &R::Position,
    options: &RowPlan,
) -> Result<Outcome, NoAnswer> {
    match search.outcome(position) {
        Err(OutcomeError::Loopy) => {
            let graph = PositionGraph::explore(rules, position.clone(), &options.limits)?;
            Ok(Search::within(&options.limits.until_asked()).outcomes(&graph)?.outcome(0))
        }
        outcome => outcome.map_err(not_decided),
    }
}

/// Computes the class of each position. `start` returns a position with a player to move.
fn classes<R: Ruleset>(
    game: &RulesetCache,
    rules: &R,
    positions: &[AnyPosition],
    options: &RowPlan,
    start: impl Fn(Player, AnyPosition) -> R::Position,
) -> Result<Analysis, NoAnswer> {
    let mut search = OutcomeSearch::new(rules, &options.limits);
    let found = searched(positions, |position| {
        let mut starting = |player| outcome_or_draw(rules, &mut search, &start(player, position.clone()), options);
        Ok([starting(Player::Left)?, starting(Player::Right)?])
    })?;
    let classes = found.rows.column(0).zip(found.rows.column(1)).map(|(left, right)| OutcomeClass::of(left, right));
    let table = RowTable::Classes { classes: classes.collect(), stops: None };
    Ok(observed(game, options, table, found))
}

fn letters(outcomes: impl Iterator<Item = Outcome>) -> String {
    outcomes.map(Outcome::letter).collect()
}

/// Builds the analysis for rows to which no theorem applies.
fn observed<C: Cell>(game: &RulesetCache, options: &RowPlan, table: RowTable, found: Searched<C>) -> Analysis {
    let period = rows::observed(&found.rows);
    let len = found.rows.len();
    let too_few = match period {
        None if len < ENOUGH => {
            format!("{len} rows are too few to see a period, which needs at least {ENOUGH} rows and three repeats; ")
        }
        _ => String::new(),
    };
    Analysis {
        to: len as u64 - 1,
        sought_in: len as u64,
        stopped: found.stopped,
        remark: Some(if game.heap_rules().is_some_and(|rules| rules.value_theorem().is_some()) {
            "outcomes of heaps that split follow only from values (`--rows values` searches for their period)".to_owned()
        } else {
            too_few + "these rules are code, so a period can only be observed, not proved"
        }),
        ..Analysis::new(game, options, table, period, period)
    }
}
