//! Search, where no theorem answers or none is wanted.
//!
//! The winner first, depth first; the whole graph where that is not enough.

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

/// The positions of a sum that are visited before a quotient is tried.
///
/// The sum has no nimbers. After them a quotient, or another search, is tried.
const EXPLORED: u64 = 200_000;

/// The least heap whose smaller heaps are searched rather than valued.
const LONG_HEAP: u64 = 1_000;

impl SolveOptions {
    /// Tells whether the whole graph is asked for.
    ///
    /// That is needed for the number of moves to the end, or for a judge who leaves nothing out.
    fn asks_for_graph(&self) -> bool {
        self.search || self.asks_for_more()
    }
}

/// The winner depth first, or by the whole graph.
///
/// The graph is used where it is asked for, or play need not end. Depth first is used, too, where the graph is too large.
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

/// A search for outcomes by as many threads as there may be.
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

    /// A search that knows what the table does.
    fn in_table(rules: &'a R, options: &'a SolveOptions, table: Arc<Table>) -> Self {
        Self { rules, options, search: OutcomeSearch::in_table(rules, &options.limits, &table), table }
    }

    /// The outcome of a position.
    pub(super) fn of(&mut self, position: &R::Position) -> Result<Outcome, OutcomeError> {
        let Self { rules, options, table, search } = self;
        match options.jobs.get() {
            1 => search.outcome(position),
            _ => in_parallel(*rules, position, &options.limits, options.jobs, table),
        }
    }

    /// The rank of a move that leaves this option of a position.
    ///
    /// The position has the outcome `here`: every move of a lost one loses.
    pub(super) fn rank(&mut self, here: Outcome, option: &R::Position) -> Result<MoveRank, OutcomeError> {
        let answered = if here == Outcome::Loss { Outcome::Win } else { self.of(option)? };
        Ok(MoveRank::of(-answered, None))
    }

    /// A sentence on how it found its answers.
    pub(super) fn sentence(&self) -> String {
        let (jobs, visited) = (self.options.jobs.get(), self.search.visited());
        let how = if jobs == 1 { format!("through {visited} positions") } else { format!("by {jobs} threads") };
        format!("search: depth first {how}; where one option is lost, the others are left out")
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
    // what the table knows stays there for another search
    let left = options.limits.bytes.saturating_sub(table.bytes() as u64);
    let beside = SolveOptions { limits: Limits { bytes: left, ..options.limits.clone() }, ..options.clone() };
    if let Some(answer) = by_quotient(sum, &beside)? {
        return Ok(answer);
    }
    // only what is asked about the end of play is worth a large graph
    let asks_for_length = options.explain || options.line;
    let options = &SolveOptions { search: false, fastest: options.fastest && asks_for_length, ..options.clone() };
    Ok(outcome_first(options, || depth_first(options), || solve_graph(sum, options))?)
}

/// The limits of a search through the smaller heaps of one long heap.
///
/// `None` for every other sum. Heaps that fall into several reach the limit.
pub(super) fn in_long_heap(sum: &MixedSum, limits: &Limits) -> Option<Limits> {
    let [component] = sum.components.as_slice() else { return None };
    let heap = component.one_heap().and_then(|(heap, _)| u64::try_from(heap).ok()).filter(|heap| *heap >= LONG_HEAP)?;
    // each heap with either player to move, and the end
    let most = heap.saturating_mul(2).saturating_add(4);
    Some(Limits { positions: most.min(limits.positions), ..limits.clone() })
}

/// The winner of one long partizan heap, from the outcomes of its smaller heaps.
///
/// These are few, while its canonical form may be as long as the heap. `None` for everything else, and where heaps fall into several.
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

/// A quotient or canonical forms, as long as these pay beside a large search.
fn by_quotient(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    if sum.play == Play::Normal || options.search || sum.is_partizan() {
        return Ok(None);
    }
    match super::by_finite_quotient(sum, options, finite_quotient::LONG)? {
        Some(answer) => Ok(Some(answer)),
        None => super::by_misere_forms(sum, options, misere_forms::LONG),
    }
}

/// Every position explored, so that remoteness and cycles are known.
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

/// Best play from the sum on, until it ends or repeats a position.
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

/// The winner, depth first, and the winning moves.
///
/// Each move is asked about with what was found before.
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
