//! Laws about winning: two searches agree, and winning moves win.

use super::reach::explored;
use super::{Cause, Failure, Law, limits};
use sprague::evaluate::{OutcomeError, OutcomeSearch, Solution, nimbers, outcomes, solution};
use sprague::graph::PositionGraph;
use sprague::{Impartial, Misere, Outcome, Ruleset};

/// From the end back and depth first, every position has the same outcome.
///
/// The first search lists the options of a position once; the second may meet equal positions on other ways. So rules whose
/// answers are not always the same fail here. Loops are allowed; the second search then has to meet one.
///
/// ```
/// use sprague_testkit::laws::both_searches_agree;
/// # use sprague::examples::Nim;
/// assert_eq!(both_searches_agree(&Nim, [7]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where they differ.
pub fn both_searches_agree<R: Ruleset>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    agree(Law::BothSearchesAgree, rules, positions)
}

/// The same under misère play, where who cannot move has won.
///
/// # Errors
/// [`Failure`] at the first position where they differ.
pub fn both_searches_agree_under_misere_play<R>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure>
where
    R: Impartial,
{
    agree(Law::BothSearchesAgreeUnderMiserePlay, &Misere(rules), positions)
}

fn agree<R: Ruleset>(law: Law, rules: &R, roots: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    for root in roots {
        let graph = explored(law, rules, &root)?;
        agree_on(law, rules, &graph)?;
    }
    Ok(())
}

fn agree_on<R: Ruleset>(law: Law, rules: &R, graph: &PositionGraph<R::Position>) -> Result<(), Failure> {
    let (labels, limits) = (outcomes(graph), limits());
    let mut search = OutcomeSearch::new(rules, &limits);
    for number in 0..graph.len() as u32 {
        let position = graph.position(number);
        match search.outcome(position) {
            Ok(outcome) if outcome == labels.outcome(number) => {}
            Ok(outcome) => {
                let evidence = format!("depth first it is a {outcome}, from the end back a {}", labels.outcome(number));
                return Err(law.broken(position, evidence));
            }
            // a search that met a loop knows nothing more, and the others would meet it again
            Err(OutcomeError::Loopy) if nimbers(graph).is_none() => return Ok(()),
            Err(OutcomeError::Loopy) => return Err(law.broken(position, "depth first it comes again, in the graph it does not")),
            Err(OutcomeError::Stopped(stopped)) => return Err(law.failure(position, Cause::Stopped(stopped))),
        }
    }
    Ok(())
}

/// A position is won exactly if it has a winning move.
///
/// # Errors
/// [`Failure`] at the first of these positions where it does not hold.
pub fn winning_moves_leave_lost_positions<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Ruleset,
{
    let law = Law::WinningMovesLeaveLostPositions;
    for root in positions {
        let solution = solved(law, rules, &root)?;
        let mut winning = vec![];
        for judged in solution.winning_moves() {
            let left = solved(law, rules, &judged.option)?.outcome();
            if -left != solution.outcome() {
                let evidence = format!("`{}` leaves {:?}, which is a {left} for the other player", judged.mv, judged.option);
                return Err(law.broken(&root, evidence));
            }
            winning.push(judged.mv);
        }
        let is_finished = rules.moves(&root).next().is_none();
        if !is_finished && (solution.outcome() == Outcome::Loss) != winning.is_empty() {
            let evidence = format!("it is a {}, and {} moves keep that", solution.outcome(), winning.len());
            return Err(law.broken(&root, evidence));
        }
    }
    Ok(())
}

/// The best move exists unless the game is finished, and keeps the outcome.
///
/// # Errors
/// [`Failure`] at the first of these positions where it does not hold.
pub fn the_best_move_keeps_the_outcome<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Ruleset,
{
    let law = Law::TheBestMoveKeepsTheOutcome;
    for root in positions {
        let solution = solved(law, rules, &root)?;
        match (solution.best_move(), rules.moves(&root).next()) {
            (None, None) => {}
            (Some(best), _) if best.outcome == solution.outcome() => {}
            (Some(best), _) => {
                let evidence = format!("it is a {}, its best move `{}` is worth a {}", solution.outcome(), best.mv, best.outcome);
                return Err(law.broken(&root, evidence));
            }
            (None, Some(mv)) => return Err(law.broken(&root, format!("`{mv}` is a move, and none is best"))),
        }
    }
    Ok(())
}

/// The solution of a position, if every move leads to one of its options.
///
/// Only then can moves be judged.
fn solved<'a, R: Ruleset>(law: Law, rules: &'a R, root: &R::Position) -> Result<Solution<'a, R>, Failure> {
    let solution = solution(rules, root, &limits()).map_err(|stopped| law.failure(root, Cause::Stopped(stopped)))?;
    for mv in rules.moves(root).take(super::MAX_MOVES) {
        let option = rules.play(root, &mv);
        if solution.of(&option).is_none() {
            return Err(law.broken(root, format!("`{mv}` leads to {option:?}, which no options lead to")));
        }
    }
    Ok(solution)
}
