//! One component of a ruleset that says itself who has won, and is not Stones: everything reachable is searched.

use super::legal::{LONGEST_LINE, each_move, step};
use super::picture::SearchGraph;
use super::tally::{Tally, Worth};
use super::{Answer, SolveOptions, Step, unsteady};
use crate::{Component, SumText, Unanswered};
use sprague::{AnyOwnEnding, AnyPosition, Player, Solution, Stopped};

/// The rules of the only component, and where it stands.
fn alone(sum: &SumText) -> (AnyOwnEnding, &AnyPosition) {
    let place = &sum.places()[0];
    let rules =
        AnyOwnEnding::try_from(place.game.rules().clone()).expect("the caller asks about rules with an ending of their own");
    let Component::Near(position) = &place.component else { unreachable!("only heaps of built-in rulesets are beyond 64 bits") };
    (rules, position)
}

/// The answer by search.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Stopped> {
    let (rules, position) = alone(sum);
    let solution = sprague::solve(&rules, position, &options.limits)?;
    let mut tally = Tally::new(solution.outcome(), options);
    each_move::<Stopped>(sum, 0, Player::Left, &options.limits, |mv, component| {
        let Component::Near(option) = &component else { unreachable!("a move leaves a position of these rules") };
        let (answered, remoteness) = solution.of(option).ok_or_else(|| unsteady(sum))?;
        tally.judge(Worth::of(-answered, remoteness), || step(sum, 0, mv, component.clone(), Player::Left));
        Ok(true)
    })?;
    let why =
        format!("search: all {} positions that can be reached; in the end the rules say who has won", solution.graph().len());
    let mut answer = Answer::new(sum, options, solution.outcome(), tally.moves(), why);
    answer.remoteness = Some(solution.remoteness());
    answer.line = options.line.then(|| line(sum, &solution));
    Ok(answer)
}

fn line(sum: &SumText, solution: &Solution<'_, AnyOwnEnding>) -> Vec<Step> {
    let mut here = sum.clone();
    let steps = solution.line(LONGEST_LINE).into_iter().map(|(mv, option)| {
        let step = step(&here, 0, &mv.label, Component::Near(option.clone()), Player::Left);
        here = here.with(0, Component::Near(option));
        step
    });
    steps.collect()
}

/// The position graph.
pub(super) fn graph(sum: &SumText, depth: Option<u32>, options: &SolveOptions) -> Result<SearchGraph, Unanswered> {
    let (rules, position) = alone(sum);
    let show = |at: &AnyPosition| sum.places()[0].game.rules().show(at);
    SearchGraph::draw(&rules, position.clone(), depth, &options.limits, show).map_err(Unanswered::from)
}
