//! Solves a single component with a terminal rule by search.

use super::search::{Outcomes, outcome_first};
use super::searchable::unsteady;
use super::selection::{FoundMoves, MoveRank, MoveSelection};
use super::{Answer, ComponentPosition, MAX_LINE, MixedSum, SolveOptions};
use crate::evaluate::OutcomeError;
use sprague_core::any::Labelled;
use sprague_core::any::{AnyPosition, AnyTerminalRule};
use sprague_core::{Outcome, Player, Stopped};

/// Returns the rules and the position of the only component.
pub(super) fn alone<'a>(sum: &'a MixedSum, options: &SolveOptions) -> Result<(AnyTerminalRule, &'a AnyPosition), Stopped> {
    let component = &sum.components[0];
    let rules = component.rules.rules().clone();
    let rules = AnyTerminalRule::try_from(rules).expect("the caller asks about rules with a terminal rule");
    Ok((rules, component.small().ok_or(Stopped::Positions(options.limits.positions))?))
}

pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    outcome_first(options, || solve_depth_first(sum, options), || solve_graph(sum, options))
}

fn solve_depth_first(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, OutcomeError> {
    let (rules, position) = alone(sum, options)?;
    let mut outcomes = Outcomes::new(&rules, options);
    let outcome = outcomes.of(position)?;
    options.known.outcome(outcome);
    let found = match outcome {
        _ if options.outcome_only => FoundMoves::none(),
        Outcome::Loss if !options.all_moves => {
            FoundMoves { total: Some(0), best: sum.first_move(Player::Left, &options.limits)?, ..FoundMoves::none() }
        }
        _ => {
            let mut selection = MoveSelection::new(outcome, options);
            sum.components[0].each_move::<OutcomeError>(Player::Left, &options.limits, &mut |label, left| {
                let ComponentPosition::Small(option) = &left else { unreachable!("a small position leaves small ones") };
                let rank = outcomes.rank(outcome, option)?;
                selection.judge(rank, || sum.one_move(0, label, left.clone(), Player::Left));
                Ok(true)
            })?;
            selection.found()
        }
    };
    let why = format!("{}; at the end of play, the rules decide who has won", outcomes.sentence());
    Ok(Answer::new(outcome, found, why))
}

fn solve_graph(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    let (rules, position) = alone(sum, options)?;
    let solution = crate::evaluate::solution(&rules, position, &options.limits)?;
    let mut selection = MoveSelection::new(solution.outcome(), options).knowing_remoteness();
    let one_move = |label: &str, to: &AnyPosition| sum.one_move(0, label, ComponentPosition::Small(to.clone()), Player::Left);
    sum.components[0].each_move::<Stopped>(Player::Left, &options.limits, &mut |label, position| {
        let ComponentPosition::Small(option) = &position else { unreachable!("a small position leaves small ones") };
        let (answered, remoteness) = solution.of(option).ok_or_else(|| unsteady(sum))?;
        selection.judge(MoveRank::of(-answered, remoteness), || one_move(label, option));
        Ok(true)
    })?;
    let why = format!(
        "search: all {} positions that can be reached; at the end of play, the rules decide who has won",
        solution.graph().len()
    );
    let mut answer = Answer::new(solution.outcome(), selection.found(), why);
    answer.remoteness = Some(solution.remoteness());
    if options.line {
        let line = solution.line(MAX_LINE).into_iter();
        answer.line = Some(line.map(|(Labelled { label, .. }, to)| one_move(&label, &to)).collect());
    }
    Ok(answer)
}
