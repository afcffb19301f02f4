//! Solves sums by search, if no theorem applies or a search is requested: depth first for the winner, and with the graph of all
//! positions if that is not enough.

use super::searchable::Searchable;
use super::selection::{FoundMoves, MoveRank, MoveSelection};
use super::{Answer, MAX_LINE, MixedSum, SolveError, SolveOptions, SumMove, class, finite_quotient, misere_forms};
use crate::evaluate::outcome::{in_parallel, table};
use crate::evaluate::table::Table;
use crate::evaluate::{OutcomeError, OutcomeSearch, Solution, nimbers};
use sprague_core::any::AnySum;
use sprague_core::any::SumPosition;
use sprague_core::{Limits, Outcome, Play, Player, Ruleset, Stopped};
use std::collections::HashSet;
use std::sync::Arc;

/// In sums without nimbers, this many positions are visited before a quotient or another method is tried.
const EXPLORED: u64 = 200_000;

/// From this heap on, a single partizan heap is decided by a search through the smaller heaps and not by its value.
const LONG_HEAP: u64 = 1_000;

impl SolveOptions {
    /// Returns `true` if the graph of all positions is needed: for the number of moves to the end, or because a plain search is
    /// requested.
    fn asks_for_graph(&self) -> bool {
        self.search || self.asks_for_more()
    }
}

/// Finds the winner depth first, or by the graph of all positions.
///
/// The graph is used if it is requested or if play need not end. If the graph is too large, the search is depth first in any
/// case.
pub(super) fn outcome_first(
    options: &SolveOptions,
    depth_first: impl Fn() -> Result<Answer, OutcomeError>,
    by_graph: impl FnOnce() -> Result<Answer, Stopped>,
) -> Result<Answer, Stopped> {
    if !options.asks_for_graph() {
        match depth_first() {
            Ok(answer) => return Ok(answer),
            Err(OutcomeError::Stopped(stopped)) => return Err(stopped),
            Err(OutcomeError::Loopy) => return by_graph(),
        }
    }
    match by_graph() {
        Err(stopped @ (Stopped::Positions(_) | Stopped::Memory(_))) => depth_first().map_err(|_| stopped),
        answer => answer,
    }
}

/// A search for outcomes with the number of threads that the options allow.
pub(super) struct Outcomes<'a, R: Ruleset> {
    rules: &'a R,
    options: &'a SolveOptions,
    table: Arc<Table>,
    search: OutcomeSearch<'a, R>,
}

impl<'a, R: Ruleset<Position: Sync> + Sync> Outcomes<'a, R> {
    pub(super) fn new(rules: &'a R, options: &'a SolveOptions) -> Self {
        Self::in_table(rules, options, table(&options.limits))
    }

    fn in_table(rules: &'a R, options: &'a SolveOptions, table: Arc<Table>) -> Self {
        Self { rules, options, search: OutcomeSearch::in_table(rules, &options.limits, &table), table }
    }

    pub(super) fn of(&mut self, position: &R::Position) -> Result<Outcome, OutcomeError> {
        let Self { rules, options, table, search } = self;
        match options.jobs.get() {
            1 => search.outcome(position),
            _ => in_parallel(*rules, position, &options.limits, options.jobs, table),
        }
    }

    /// Returns the rank of a move to this option. `here` is the outcome of the position: every move in a lost position loses.
    pub(super) fn rank(&mut self, here: Outcome, option: &R::Position) -> Result<MoveRank, OutcomeError> {
        let answered = if here == Outcome::Loss { Outcome::Win } else { self.of(option)? };
        Ok(MoveRank::of(-answered, None))
    }

    /// Returns a sentence about how the answers were found.
    pub(super) fn sentence(&self) -> String {
        let (jobs, visited) = (self.options.jobs.get(), self.search.visited());
        let how = if jobs == 1 { format!("through {visited} positions") } else { format!("by {jobs} threads") };
        format!("search: depth first {how}; if one option is lost, the others are skipped")
    }
}

pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    let only_search = sum.has_nimbers() || sum.entails();
    let table = table(&options.limits);
    let depth_first = |options: &SolveOptions| solve_depth_first(sum, options, &table);
    if only_search {
        return Ok(outcome_first(options, || depth_first(options), || solve_graph(sum, options))?);
    }
    let limits = Limits { positions: EXPLORED.min(options.limits.positions), ..options.limits.clone() };
    let few = SolveOptions { limits, ..options.clone() };
    let found = if options.asks_for_graph() { solve_graph(sum, &few).map_err(OutcomeError::from) } else { depth_first(&few) };
    match found {
        Ok(answer) => return Ok(answer),
        Err(OutcomeError::Loopy) => return Ok(solve_graph(sum, options)?),
        Err(OutcomeError::Stopped(Stopped::Positions(_) | Stopped::Memory(_))) => {}
        Err(OutcomeError::Stopped(stopped)) => return Err(stopped.into()),
    }
    // the results in the table stay there for the search below
    let left = options.limits.bytes.saturating_sub(table.bytes() as u64);
    let beside = SolveOptions { limits: Limits { bytes: left, ..options.limits.clone() }, ..options.clone() };
    if let Some(answer) = by_quotient(sum, &beside)? {
        return Ok(answer);
    }
    // explore a large graph only if remoteness or best play is requested
    let asks_for_length = options.explain || options.line;
    let options = &SolveOptions { search: false, fastest: options.fastest && asks_for_length, ..options.clone() };
    Ok(outcome_first(options, || depth_first(options), || solve_graph(sum, options))?)
}

/// Returns limits for a search through the smaller heaps of a single long heap.
///
/// Returns `None` for every other sum. If heaps split, the search reaches the limit.
pub(super) fn in_long_heap(sum: &MixedSum, limits: &Limits) -> Option<Limits> {
    let [component] = sum.components.as_slice() else { return None };
    let heap = component.one_heap().and_then(|(heap, _)| u64::try_from(heap).ok()).filter(|heap| *heap >= LONG_HEAP)?;
    // each heap with either player to move, and the end
    let most = heap.saturating_mul(2).saturating_add(4);
    Some(Limits { positions: most.min(limits.positions), ..limits.clone() })
}

/// Finds the winner of a single long partizan heap from the outcomes of the smaller heaps.
///
/// There are few smaller heaps, while the canonical form may be as long as the heap. Returns `None` for all other sums and if
/// heaps split.
pub(super) fn solve_long_heap(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, Stopped> {
    let Some(limits) = in_long_heap(sum, &options.limits) else { return Ok(None) };
    let few = SolveOptions { limits, ..options.clone() };
    match solve_depth_first(sum, &few, &table(&options.limits)) {
        Ok(mut answer) => {
            super::values::note_values(&sum.components[0], &mut answer, &options.limits);
            Ok(Some(answer))
        }
        Err(OutcomeError::Loopy) => Ok(None),
        Err(OutcomeError::Stopped(Stopped::Positions(stopped))) if stopped < options.limits.positions => Ok(None),
        Err(OutcomeError::Stopped(stopped)) => Err(stopped),
    }
}

/// Tries a quotient or canonical forms, within a budget that is small compared with a large search.
fn by_quotient(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    if sum.play == Play::Normal || options.search || sum.is_partizan() {
        return Ok(None);
    }
    match super::by_finite_quotient(sum, options, finite_quotient::LONG)? {
        Some(answer) => Ok(Some(answer)),
        None => super::by_misere_forms(sum, options, misere_forms::LONG),
    }
}

/// Explores every position, so that remoteness and draws are found.
pub(super) fn solve_graph(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    let searchable = Searchable::of(sum, &options.limits)?;
    let player = options.player(sum);
    let solution = crate::evaluate::solution(&searchable.rules, &searchable.position(player, None), &options.limits)?;
    let mut selection = MoveSelection::new(solution.outcome(), options).knowing_remoteness();
    searchable.judge(&solution, player, &options.limits, |rank, index, label, position| {
        selection.judge(rank, || sum.one_move(index, label, position.clone(), player));
    })?;
    let positions = solution.graph().len();
    let why = format!("search: all {positions} positions that can be reached were labelled from the finished ones back");
    let mut answer = Answer::new(solution.outcome(), selection.found(), why);
    answer.remoteness = Some(solution.remoteness());
    if sum.is_partizan() && options.first_only {
        answer.first = Some(player);
    } else if sum.is_partizan() {
        let other = searchable.position(-player, None);
        answer.set_first(player, crate::evaluate::solution(&searchable.rules, &other, &options.limits)?.outcome());
    } else if sum.has_nimbers() {
        let graph = solution.graph();
        let values = nimbers(graph);
        let value = |position: &SumPosition| {
            let number = graph.number(position)? as usize;
            Some(super::SumValue::Nimber(values.as_ref()?[number].0.into()))
        };
        answer.value = value(&searchable.position(player, None));
        for judged in answer.moves.iter_mut().flatten() {
            judged.value = value(&searchable.at(&sum.after(&judged.mv)).position(-player, None));
        }
    }
    if options.line {
        answer.line = Some(line(&searchable, &solution, player, &options.limits.until_asked()));
    }
    Ok(answer)
}

/// Returns best play from the sum until play ends or repeats a position.
fn line(searchable: &Searchable<'_>, solution: &Solution<'_, AnySum>, first: Player, limits: &Limits) -> Vec<SumMove> {
    let mut sum = searchable.sum.clone();
    let mut moves = vec![];
    let (mut player, mut seen) = (first, HashSet::new());
    let place = |sum: &MixedSum| sum.components.iter().map(|component| component.position.clone()).collect::<Vec<_>>();
    while moves.len() < MAX_LINE && seen.insert((place(&sum), player)) {
        let mut best: Option<(MoveRank, SumMove)> = None;
        let judged = searchable.at(&sum).judge(solution, player, limits, |rank, index, label, position| {
            if best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, sum.one_move(index, label, position.clone(), player)));
            }
        });
        let Some((_, mv)) = best.filter(|_| judged.is_ok()) else { break };
        sum = sum.after(&mv);
        moves.push(mv);
        player = -player;
    }
    moves
}

/// Finds the winner depth first, and then the winning moves with the results of that search.
fn solve_depth_first(sum: &MixedSum, options: &SolveOptions, table: &Arc<Table>) -> Result<Answer, OutcomeError> {
    let searchable = Searchable::of(sum, &options.limits)?.for_winner();
    let player = options.player(sum);
    let mut outcomes = Outcomes::in_table(&searchable.rules, options, table.clone());
    let outcome = outcomes.of(&searchable.position(player, None))?;
    options.known.outcome(outcome);
    let other =
        if sum.is_partizan() && !options.first_only { Some(outcomes.of(&searchable.position(-player, None))?) } else { None };
    if let Some(other) = other {
        options.known.class(class(player, outcome, other));
    }
    let found = match outcome {
        _ if options.outcome_only => FoundMoves::none(),
        Outcome::Loss if !options.all_moves => {
            FoundMoves { total: Some(0), best: sum.first_move(player, &options.limits)?, ..FoundMoves::none() }
        }
        _ => {
            let mut selection = MoveSelection::new(outcome, options);
            searchable.each_move::<OutcomeError>(player, &options.limits, |option, make| {
                selection.judge(outcomes.rank(outcome, &option)?, make);
                Ok(())
            })?;
            selection.found()
        }
    };
    let mut answer = Answer::new(outcome, found, outcomes.sentence());
    answer.first = sum.is_partizan().then_some(player);
    if let Some(other) = other {
        answer.set_first(player, other);
    }
    Ok(answer)
}
