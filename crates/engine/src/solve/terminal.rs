//! Solves a single component with a terminal rule by search.

use super::found_strategy::{FoundStrategy, Noting, ranked};
use super::piles::piles;
use super::search::{Outcomes, outcome_first};
use super::searchable::unsteady;
use super::selection::{FoundMoves, MoveRank, MoveSelection};
use super::{Answer, Component, ComponentPosition, MAX_LINE, MixedSum, SolveOptions};
use crate::evaluate::OutcomeError;
use sprague_core::any::{AnyEnding, AnyPosition, Turn};
use sprague_core::{Outcome, Player, Ruleset, Stopped};

/// Returns the rules and the position of the only component.
pub(super) fn alone<'a>(sum: &'a MixedSum, options: &SolveOptions) -> Result<(AnyEnding, &'a AnyPosition), Stopped> {
    let component = &sum.components[0];
    let rules = component.rules.rules().clone();
    let rules = AnyEnding::try_from(rules).expect("the caller asks about rules with a terminal rule");
    Ok((rules, component.small().ok_or(Stopped::Positions(options.limits.positions))?))
}

/// Returns the result for `player`, who has no move. `None` if the last move decides.
///
/// ```
/// use sprague::Player;
/// use sprague::solve::{MixedSum, terminal_outcome};
/// assert_eq!(terminal_outcome(&MixedSum::of([]), Player::Left)?, None);
/// # Ok::<(), sprague::Stopped>(())
/// ```
///
/// # Errors
/// Returns [`Stopped`] if the position is too large.
pub fn terminal_outcome(sum: &MixedSum, player: Player) -> Result<Option<Outcome>, Stopped> {
    if !sum.has_terminal_rule() {
        return Ok(None);
    }
    let options = SolveOptions::default();
    if sum.is_of_stones() {
        let (rules, position) = piles(sum, &options)?;
        return Ok(Some(rules.terminal_outcome(&position)));
    }
    let (rules, position) = alone(sum, &options)?;
    Ok(Some(rules.terminal_outcome(&rules.start(sum.components[0].player(player), position.clone()))))
}

/// Ranks the moves of a sum for a strategy, after all positions that can be reached from `sum` were searched.
pub(super) fn strategy(sum: &MixedSum, options: &SolveOptions, noting: &Noting<'_>) -> Result<FoundStrategy, Stopped> {
    let limits = &options.limits;
    if sum.is_of_stones() {
        let (rules, position) = piles(sum, options)?;
        let solution = crate::evaluate::solution(&rules, &position, limits)?;
        return ranked(sum, options, solution.outcome(), noting, |here, _, each| {
            let position = piles(here, options)?.1;
            // the rules list the moves of all piles in the order of the piles in the sum
            let mut left = rules.options(&position);
            for (index, component) in here.components.iter().enumerate() {
                component.each_move::<Stopped>(Player::Left, limits, &mut |_, position| {
                    let judged = left.next().and_then(|option| solution.of(&option));
                    let (answered, remoteness) = judged.ok_or_else(|| unsteady(sum))?;
                    each(MoveRank::of(-answered, remoteness), &|| here.with_all([(index, position.clone())]));
                    Ok(true)
                })?;
            }
            Ok(())
        });
    }
    let (rules, position) = alone(sum, options)?;
    let start = |component: &Component, player, position: &AnyPosition| rules.start(component.player(player), position.clone());
    let root = start(&sum.components[0], options.player(sum), position);
    let solution = crate::evaluate::solution(&rules, &root, limits)?;
    ranked(sum, options, solution.outcome(), noting, |here, player, each| {
        let component = &here.components[0];
        component.each_move::<Stopped>(player, limits, &mut |_, position| {
            let ComponentPosition::Small(option) = &position else { unreachable!("a small position leaves small ones") };
            let (answered, remoteness) = solution.of(&start(component, -player, option)).ok_or_else(|| unsteady(sum))?;
            each(MoveRank::of(-answered, remoteness), &|| here.with_all([(0, position.clone())]));
            Ok(true)
        })
    })
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
