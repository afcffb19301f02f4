//! Sums of parity Stones: the piles are played together, and what a player holds in all decides.

use super::legal::{LONGEST_LINE, after, each_move, step};
use super::picture::SearchGraph;
use super::tally::{Tally, Worth};
use super::{Answer, SolveOptions, Step};
use crate::{Component, SumText, Unanswered};
use sprague::{Outcome, Player, Solution, Stopped};
use sprague_rules_stones::{ManyPiles, Piles, Table};

/// The piles as one ruleset, and their position.
fn piles(sum: &SumText, options: &SolveOptions) -> Result<(Piles, ManyPiles), Stopped> {
    let stones = || sum.places().iter().map(|place| place.game.stones().expect("every component is a pile of Stones"));
    let wins = stones().next().map(|stones| stones.wins).unwrap_or_default();
    let rules = Piles { amounts: stones().map(|stones| stones.amounts.clone()).collect(), wins };
    let table = |place: &crate::Place| match &place.component {
        Component::Near(position) => Ok(position.unpack::<Table>()),
        Component::Far { .. } => Err(Stopped::Positions(options.limits.positions)),
    };
    let tables: Vec<Table> = sum.places().iter().map(table).collect::<Result<_, _>>()?;
    let position = rules.position(tables);
    Ok((rules, position))
}

/// The answer by search over all piles.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Stopped> {
    let (rules, position) = piles(sum, options)?;
    let solution = sprague::solve(&rules, &position, &options.limits)?;
    let outcome = solution.outcome();
    // the rules list the moves of all piles in the order in which they are written
    let mut judged = solution.moves();
    let mut tally = Tally::new(outcome, options).preferring_last();
    for index in 0..sum.places().len() {
        each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
            let judged = judged.next().expect("the rules list the same moves");
            let make_step = || step(sum, index, mv, component.clone(), Player::Left);
            tally.judge(Worth::of(judged.outcome, judged.remoteness), make_step);
            Ok(true)
        })?;
    }
    drop(judged);
    let line = options.line.then(|| line(sum, &solution, options));
    let why = format!(
        "search: all {} positions that can be reached; what each player holds over all piles decides",
        solution.graph().len()
    );
    let mut answer = Answer::new(sum, options, outcome, tally.moves(), why);
    answer.remoteness = Some(solution.remoteness());
    answer.line = line;
    Ok(answer)
}

/// Best play to the end, in the notation of the question; of equally good moves the largest, as in the answer.
fn line(sum: &SumText, solution: &Solution<'_, Piles>, options: &SolveOptions) -> Vec<Step> {
    let mut here = sum.clone();
    let mut steps = vec![];
    while steps.len() < LONGEST_LINE {
        let mut best: Option<(Worth, Step, SumText)> = None;
        for index in 0..here.places().len() {
            let judged = each_move::<Stopped>(&here, index, Player::Left, &options.limits, |mv, component| {
                let next = after(&here, index, component.clone());
                let (_, position) = piles(&next, options)?;
                let (answered, remoteness) = solution.of(&position).expect("positions of the line were explored");
                let worth = Worth::of(-answered, remoteness);
                let is_better = |known: &Worth| if answered == Outcome::Win { worth > *known } else { worth >= *known };
                if best.as_ref().is_none_or(|(known, ..)| is_better(known)) {
                    best = Some((worth, step(&here, index, mv, component, Player::Left), next));
                }
                Ok(true)
            });
            if judged.is_err() {
                return steps;
            }
        }
        let Some((_, step, next)) = best else { break };
        steps.push(step);
        here = next;
    }
    steps
}

/// The position graph of piles of Stones.
pub(super) fn graph(sum: &SumText, depth: Option<u32>, options: &SolveOptions) -> Result<SearchGraph, Unanswered> {
    let (rules, position) = piles(sum, options)?;
    let hand = |is_odd| if is_odd { "odd" } else { "even" };
    let show = |at: &ManyPiles| {
        let piles: Vec<String> = at.piles.iter().map(u64::to_string).collect();
        format!("{} mine {} his {}", piles.join(" + "), hand(at.mine_odd), hand(at.theirs_odd))
    };
    SearchGraph::draw(&rules, position, depth, &options.limits, show).map_err(Unanswered::from)
}
