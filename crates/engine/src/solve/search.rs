//! Plain search of the whole sum, where no theorem answers or none is wanted.

use super::searchable::Searchable;
use super::selection::{MoveRank, MoveSelection};
use super::{Answer, MAX_LINE, MixedSum, SolveError, SolveOptions, SumMove, finite_quotient};
use crate::evaluate::{OutcomeError, OutcomeSearch, Solution, nimbers};
use sprague_core::any::AnySum;
use sprague_core::any::SumPosition;
use sprague_core::{Limits, Play, Player, Stopped};
use std::collections::HashSet;

/// How many positions of a sum without nimbers are explored before a search by depth, or a quotient, is tried.
const EXPLORED: u64 = 200_000;

pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    let has_nimber = sum.play == Play::Normal && !sum.is_partizan();
    if !has_nimber && options.limits.positions > EXPLORED {
        let limits = Limits { positions: EXPLORED, ..options.limits.clone() };
        let explored = solve_graph(sum, &SolveOptions { limits, ..options.clone() });
        if !matches!(explored, Err(Stopped::Positions(_))) {
            return Ok(explored?);
        }
        if let Some(answer) = by_quotient(sum, options)? {
            return Ok(answer);
        }
        if !options.line && !options.explain {
            match solve_depth_first(sum, options) {
                Err(OutcomeError::Loopy) => {}
                Ok(answer) => return Ok(answer),
                Err(OutcomeError::Stopped(stopped)) => return Err(stopped.into()),
            }
        }
    }
    match solve_graph(sum, options) {
        Err(stopped @ (Stopped::Positions(_) | Stopped::Memory(_))) => {
            solve_depth_first(sum, options).map_err(|_| stopped.into())
        }
        answer => Ok(answer?),
    }
}

/// A quotient, looked for as long as that pays beside a search that has become large.
fn by_quotient(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    if sum.play == Play::Normal || options.search || sum.is_partizan() {
        return Ok(None);
    }
    super::by_finite_quotient(sum, options, finite_quotient::LONG)
}

/// Every position explored, so that remoteness and cycles are known.
pub(super) fn solve_graph(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    let searchable = Searchable::of(sum, &options.limits)?;
    let player = options.player(sum);
    let solution = crate::evaluate::solution(&searchable.rules, &searchable.position(player, None), &options.limits)?;
    let mut selection = MoveSelection::new(solution.outcome(), options);
    searchable.judge(&solution, player, &options.limits, |rank, index, label, position| {
        selection.judge(rank, || sum.one_move(index, label, position.clone(), player));
    })?;
    let positions = solution.graph().len();
    let why = format!("search: all {positions} positions that can be reached were labelled from the finished ones back");
    let mut answer = Answer::new(solution.outcome(), selection.found(), why);
    answer.remoteness = Some(solution.remoteness());
    if sum.is_partizan() {
        let other = searchable.position(-player, None);
        answer.set_first(player, crate::evaluate::solution(&searchable.rules, &other, &options.limits)?.outcome());
    } else if sum.play == Play::Normal {
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
        answer.line = Some(line(&searchable, &solution, player));
    }
    Ok(answer)
}

/// Best play from the sum on, until it ends or a position comes again.
fn line(searchable: &Searchable<'_>, solution: &Solution<'_, AnySum>, first: Player) -> Vec<SumMove> {
    let mut sum = searchable.sum.clone();
    let mut moves = vec![];
    let (mut player, mut seen) = (first, HashSet::new());
    let place = |sum: &MixedSum| sum.components.iter().map(|component| component.position.clone()).collect::<Vec<_>>();
    while moves.len() < MAX_LINE && seen.insert((place(&sum), player)) {
        let mut best: Option<(MoveRank, SumMove)> = None;
        let judged = searchable.at(&sum).judge(solution, player, &Limits::default(), |rank, index, label, position| {
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

/// Depth first, remembering outcomes only: for sums that are too large to be explored.
fn solve_depth_first(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, OutcomeError> {
    let searchable = Searchable::of(sum, &options.limits)?;
    let player = options.player(sum);
    let mut search = OutcomeSearch::new(&searchable.rules, &options.limits);
    let mut outcome_of = |position: &SumPosition| search.outcome(position);
    let outcome = outcome_of(&searchable.position(player, None))?;
    let mut selection = MoveSelection::new(outcome, options);
    searchable.each_move::<OutcomeError>(player, &options.limits, |option, make| {
        selection.judge(MoveRank::of(-outcome_of(&option)?, None), make);
        Ok(())
    })?;
    let why = "search: depth first, since the whole graph is large".to_owned();
    let mut answer = Answer::new(outcome, selection.found(), why);
    if sum.is_partizan() {
        answer.set_first(player, outcome_of(&searchable.position(-player, None))?);
    }
    Ok(answer)
}
