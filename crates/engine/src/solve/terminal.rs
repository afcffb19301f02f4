//! Solves a single component with a terminal rule by search.

use super::search::{Outcomes, outcome_first};
use super::searchable::unsteady;
use super::selection::{FoundMoves, MoveRank, MoveSelection};
use super::{Answer, ComponentPosition, MAX_LINE, MixedSum, SolveOptions};
use crate::evaluate::OutcomeError;
use sprague_core::any::{AnyEnding, AnyPosition, Turn};
use sprague_core::{Outcome, Player, Stopped};

/// Returns the rules and the position of the only component.
pub(super) fn alone<'a>(sum: &'a MixedSum, options: &SolveOptions) -> Result<(AnyEnding, &'a AnyPosition), Stopped> {
    let component = &sum.components[0];
    let rules = component.rules.rules().clone();
    let rules = AnyEnding::try_from(rules).expect("the caller asks about rules with a terminal rule");
    Ok((rules, component.small().ok_or(Stopped::Positions(options.limits.positions))?))
}

pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    let mut answer = outcome_first(options, || solve_depth_first(sum, options), || solve_graph(sum, options))?;
    if sum.is_partizan() {
        let player = options.player(sum);
        if options.first_only {
            answer.first = Some(player);
        } else {
            options.known.outcome(answer.outcome);
            answer.set_first(player, outcome(sum, options, -player)?);
        }
    }
    Ok(answer)
}

fn outcome(sum: &MixedSum, options: &SolveOptions, player: Player) -> Result<Outcome, Stopped> {
    let (rules, position) = alone(sum, options)?;
    let start = rules.start(sum.components[0].player(player), position.clone());
    match Outcomes::new(&rules, options).of(&start) {
        Ok(outcome) => Ok(outcome),
        Err(OutcomeError::Stopped(stopped)) => Err(stopped),
        Err(OutcomeError::Loopy) => Ok(crate::evaluate::solution(&rules, &start, &options.limits)?.outcome()),
    }
}

fn solve_depth_first(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, OutcomeError> {
    let (rules, position) = alone(sum, options)?;
    let player = options.player(sum);
    let start = rules.start(sum.components[0].player(player), position.clone());
    let mut outcomes = Outcomes::new(&rules, options);
    let outcome = outcomes.of(&start)?;
    options.known.outcome(outcome);
    let found = match outcome {
        _ if options.outcome_only => FoundMoves::none(),
        Outcome::Loss if !options.all_moves => {
            FoundMoves { total: Some(0), best: sum.first_move(player, &options.limits)?, ..FoundMoves::none() }
        }
        _ => {
            let mut selection = MoveSelection::new(outcome, options);
            sum.components[0].each_move::<OutcomeError>(player, &options.limits, &mut |label, left| {
                let ComponentPosition::Small(option) = &left else { unreachable!("a small position leaves small ones") };
                let option = rules.start(-start.0, option.clone());
                let rank = outcomes.rank(outcome, &option)?;
                selection.judge(rank, || sum.one_move(0, label, left.clone(), player));
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
    let player = options.player(sum);
    let start = rules.start(sum.components[0].player(player), position.clone());
    let solution = crate::evaluate::solution(&rules, &start, &options.limits)?;
    let mut selection = MoveSelection::new(solution.outcome(), options).knowing_remoteness();
    let one_move = |label: &str, to: &AnyPosition, player| sum.one_move(0, label, ComponentPosition::Small(to.clone()), player);
    sum.components[0].each_move::<Stopped>(player, &options.limits, &mut |label, position| {
        let ComponentPosition::Small(option) = &position else { unreachable!("a small position leaves small ones") };
        let (answered, remoteness) = solution.of(&rules.start(-start.0, option.clone())).ok_or_else(|| unsteady(sum))?;
        selection.judge(MoveRank::of(-answered, remoteness), || one_move(label, option, player));
        Ok(true)
    })?;
    let why = format!(
        "search: all {} positions that can be reached; at the end of play, the rules decide who has won",
        solution.graph().len()
    );
    let mut answer = Answer::new(solution.outcome(), selection.found(), why);
    answer.remoteness = Some(solution.remoteness());
    if options.line {
        let line = solution.line(MAX_LINE).into_iter().zip([player, -player].into_iter().cycle());
        answer.line = Some(line.map(|((Turn { mv, .. }, _), player)| one_move(&mv.label, &mv.to, player)).collect());
    }
    Ok(answer)
}
