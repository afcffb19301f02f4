//! Searches several piles of Stones as one game, because the total holdings of the players decide.

use super::search::{Outcomes, outcome_first};
use super::selection::{FoundMoves, MoveRank, MoveSelection};
use super::{Answer, Component, MAX_LINE, MixedSum, SolveOptions, SumMove};
use crate::evaluate::{OutcomeError, Solution};
use sprague_core::heap::HeapRules;
use sprague_core::stones::{ManyPiles, Piles, Table};
use sprague_core::{Outcome, Player, Ruleset, Stopped};

pub(super) fn piles(sum: &MixedSum, options: &SolveOptions) -> Result<(Piles, ManyPiles), Stopped> {
    let wins = sum.components[0].stones().unwrap_or_default();
    let amounts = |component: &Component| match component.data() {
        Some(HeapRules::Stones { amounts, .. }) => amounts.clone(),
        _ => unreachable!("every component is a pile of Stones"),
    };
    let rules = Piles { amounts: sum.components.iter().map(amounts).collect(), wins };
    let table = |component: &Component| {
        let (pile, column) = component.one_heap().expect("a pile is one heap");
        let pile = u64::try_from(pile).map_err(|_| Stopped::Positions(options.limits.positions))?;
        Ok(Table::new(pile, column as u64 >> 1, column as u64 & 1))
    };
    let tables: Vec<Table> = sum.components.iter().map(table).collect::<Result<_, Stopped>>()?;
    let position = rules.position(tables);
    Ok((rules, position))
}

pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    outcome_first(options, || solve_depth_first(sum, options), || solve_graph(sum, options))
}

fn solve_depth_first(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, OutcomeError> {
    let (rules, position) = piles(sum, options)?;
    let mut outcomes = Outcomes::new(&rules, options);
    let outcome = outcomes.of(&position)?;
    let found = if options.outcome_only {
        FoundMoves::none()
    } else {
        let mut selection = MoveSelection::new(outcome, options).preferring_last();
        // the rules list the moves of all piles in the order of the piles in the sum
        let mut left = rules.options(&position);
        for (index, component) in sum.components.iter().enumerate() {
            component.each_move::<OutcomeError>(Player::Left, &options.limits, &mut |label, position| {
                let rank = outcomes.rank(outcome, &left.next().expect("the rules list the same moves"))?;
                selection.judge(rank, || sum.one_move(index, label, position.clone(), Player::Left));
                Ok(true)
            })?;
        }
        selection.found()
    };
    let why = format!("{}; the stones that each player holds in all piles decide", outcomes.sentence());
    Ok(Answer::new(outcome, found, why))
}

fn solve_graph(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    let (rules, position) = piles(sum, options)?;
    let solution = crate::evaluate::solution(&rules, &position, &options.limits)?;
    let outcome = solution.outcome();
    // the rules list the moves of all piles in the order of the piles in the sum
    let mut judged = solution.moves();
    let mut selection = MoveSelection::new(outcome, options).preferring_last().knowing_remoteness();
    for (index, component) in sum.components.iter().enumerate() {
        component.each_move::<Stopped>(Player::Left, &options.limits, &mut |label, position| {
            let judged = judged.next().expect("the rules list the same moves");
            let rank = MoveRank::of(judged.outcome, judged.remoteness);
            selection.judge(rank, || sum.one_move(index, label, position.clone(), Player::Left));
            Ok(true)
        })?;
    }
    drop(judged);
    let line = options.line.then(|| line(sum, &solution, options));
    let positions = solution.graph().len();
    let why =
        format!("search: all {positions} positions that can be reached; the stones that each player holds in all piles decide");
    let mut answer = Answer::new(outcome, selection.found(), why);
    answer.remoteness = Some(solution.remoteness());
    answer.line = line;
    Ok(answer)
}

fn line(sum: &MixedSum, solution: &Solution<'_, Piles>, options: &SolveOptions) -> Vec<SumMove> {
    let mut here = sum.clone();
    let mut moves = vec![];
    while moves.len() < MAX_LINE {
        let mut best: Option<(MoveRank, SumMove)> = None;
        for (index, component) in here.components.iter().enumerate() {
            let judged = component.each_move::<Stopped>(Player::Left, &options.limits, &mut |label, position| {
                let mv = here.one_move(index, label, position, Player::Left);
                let (_, after) = piles(&here.after(&mv), options)?;
                let (answered, remoteness) = solution.of(&after).expect("positions of the line were explored");
                let rank = MoveRank::of(-answered, remoteness);
                let is_better = |known: &MoveRank| if answered == Outcome::Win { rank > *known } else { rank >= *known };
                if best.as_ref().is_none_or(|(known, _)| is_better(known)) {
                    best = Some((rank, mv));
                }
                Ok(true)
            });
            if judged.is_err() {
                return moves;
            }
        }
        let Some((_, mv)) = best else { break };
        here = here.after(&mv);
        moves.push(mv);
    }
    moves
}
