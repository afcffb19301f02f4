//! Laws about winning: two searches agree, and winning moves win.

use super::reach::explored;
use super::{Cause, Failure, Law, limits};
use sprague::evaluate::labels::{nimbers, outcomes};
use sprague::evaluate::{OutcomeError, OutcomeSearch, Solution, solution};
use sprague::graph::PositionGraph;
use sprague::{Impartial, Misere, Outcome, Ruleset};

/// Checks that a search from the end back and a depth-first search find the same outcome for every position.
///
/// The first search lists the options of a position once; the second may reach equal positions in several ways. So rules whose
/// answers vary fail here. Loops are allowed: if the second search meets one, the first must have found a cycle, too.
/// ```
/// use sprague_testkit::laws::both_searches_agree;
/// # use sprague::examples::Nim;
/// assert_eq!(both_searches_agree(&Nim, [7]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the searches differ.
pub fn both_searches_agree<R: Ruleset>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    agree(Law::BothSearchesAgree, rules, positions)
}

/// Checks like [`both_searches_agree`], but under misère play, in which a player who cannot move has won.
///
/// # Errors
/// [`Failure`] at the first position where the searches differ.
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
            // once the search has met a loop, it has no more results, and other positions would lead to the same loop
            Err(OutcomeError::Loopy) if nimbers(graph).is_none() => return Ok(()),
            Err(OutcomeError::Loopy) => return Err(law.broken(position, "depth first it comes again, in the graph it does not")),
            Err(OutcomeError::Stopped(stopped)) => return Err(law.failure(position, Cause::Stopped(stopped))),
        }
    }
    Ok(())
}

/// Checks that a position is won if and only if it has a winning move, and that winning moves leave positions with the
/// opposite outcome.
///
/// # Errors
/// [`Failure`] at the first of these positions where the law is broken.
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

/// Checks that there is a best move unless the game is finished, and that it keeps the outcome.
///
/// # Errors
/// [`Failure`] at the first of these positions where the law is broken.
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

/// Returns the solution of a position. It is a failure if a move leads to a position that is not an option, because then
/// moves cannot be judged.
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
