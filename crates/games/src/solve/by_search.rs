//! Search: everything reachable, or depth first where that is too much. For misère, partizan and loopy sums, and on request.

use super::legal::{LONGEST_LINE, step};
use super::searchable::Searchable;
use super::tally::{Tally, Worth};
use super::{Answer, SolveOptions, Step, by_finite_quotient};
use crate::{SumText, Unanswered};
use num_bigint::BigUint;
use sprague::any::SumPosition;
use sprague::{AnySum, DepthFirst, Limits, Play, Player, Solution, Stopped, Undecided, nimbers};

/// How many positions are explored before a search that needs no graph is tried.
const EXPLORED: u64 = 200_000;

/// The answer by exploring everything; depth first where that is much and nothing but the outcome is asked.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    let has_nimber = options.play == Play::Normal && !sum.is_partizan();
    if !has_nimber && options.limits.positions > EXPLORED {
        let limits = Limits { positions: EXPLORED, ..options.limits.clone() };
        let explored = solve_graph(sum, &SolveOptions { limits, ..options.clone() });
        if !matches!(explored, Err(Stopped::Positions(_))) {
            return explored.map_err(Unanswered::from);
        }
        if let Some(answer) = by_finite_quotient::at_length(sum, options)? {
            return Ok(answer);
        }
        if !options.line && !options.explain {
            match solve_depth_first(sum, options) {
                Err(Undecided::Loopy) => {}
                Ok(answer) => return Ok(answer),
                Err(Undecided::Stopped(stopped)) => return Err(stopped.into()),
            }
        }
    }
    match solve_graph(sum, options) {
        Err(stopped @ (Stopped::Positions(_) | Stopped::Memory(_))) => {
            solve_depth_first(sum, options).map_err(|_| stopped.into())
        }
        answer => answer.map_err(Unanswered::from),
    }
}

/// The answer by exploring everything that is reachable.
pub(super) fn solve_graph(sum: &SumText, options: &SolveOptions) -> Result<Answer, Stopped> {
    let searchable = Searchable::of(sum, options.play, &options.limits)?;
    let player = if sum.is_partizan() { options.first } else { Player::Left };
    let root = searchable.position(player, None);
    let solution = sprague::solve(&searchable.rules, &root, &options.limits)?;
    let outcome = solution.outcome();
    let mut tally = Tally::new(outcome, options);
    searchable.judge(&solution, player, &options.limits, |worth, index, mv, component| {
        tally.judge(worth, || step(sum, index, mv, component.clone(), player));
    })?;
    let positions = solution.graph().len();
    let why = format!("search: all {positions} positions that can be reached were labelled from the finished ones back");
    let mut answer = Answer::new(sum, options, outcome, tally.moves(), why);
    answer.remoteness = Some(solution.remoteness());
    if sum.is_partizan() {
        let other = sprague::solve(&searchable.rules, &searchable.position(-player, None), &options.limits)?.outcome();
        answer.set_first(player, other);
    } else if options.play == Play::Normal {
        answer.nimber = nimbers(solution.graph()).map(|values| BigUint::from(values[0].0));
    }
    if options.line {
        answer.line = Some(line(&searchable, &solution, player));
    }
    Ok(answer)
}

/// Best play to the end: each step in the order and the notation of the question.
fn line(searchable: &Searchable<'_>, solution: &Solution<'_, AnySum>, first: Player) -> Vec<Step> {
    let mut sum = searchable.sum.clone();
    let mut steps = vec![];
    let (mut player, mut seen) = (first, std::collections::HashSet::new());
    while steps.len() < LONGEST_LINE && seen.insert((sum.to_string(), player)) {
        let mut best: Option<(Worth, Step, SumText)> = None;
        let judged = searchable.at(&sum).judge(solution, player, &Limits::default(), |worth, index, mv, component| {
            if best.as_ref().is_none_or(|(known, ..)| worth > *known) {
                best = Some((worth, step(&sum, index, mv, component.clone(), player), sum.with(index, component.clone())));
            }
        });
        if judged.is_err() {
            return steps;
        }
        let Some((_, step, next)) = best else { break };
        steps.push(step);
        sum = next;
        player = -player;
    }
    steps
}

/// The answer depth first: less is remembered, but cycles cannot be decided and nobody knows how many moves it takes.
fn solve_depth_first(sum: &SumText, options: &SolveOptions) -> Result<Answer, Undecided> {
    let searchable = Searchable::of(sum, options.play, &options.limits)?;
    let player = if sum.is_partizan() { options.first } else { Player::Left };
    let mut search = DepthFirst::new(&searchable.rules, &options.limits);
    let mut outcome_of = |position: &SumPosition| search.outcome(position);
    let outcome = outcome_of(&searchable.position(player, None))?;
    let mut tally = Tally::new(outcome, options);
    searchable.each_move::<Undecided>(player, &options.limits, |option, make_step| {
        tally.judge(Worth::of(-outcome_of(&option)?, None), make_step);
        Ok(())
    })?;
    let why = "search: depth first, since the whole graph is large".to_owned();
    let mut answer = Answer::new(sum, options, outcome, tally.moves(), why);
    if sum.is_partizan() {
        let other = outcome_of(&searchable.position(-player, None))?;
        answer.set_first(player, other);
    }
    Ok(answer)
}
