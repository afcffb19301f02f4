//! Laws of impartial rules, by Sprague and Grundy: lost positions have the nimber 0, and nimbers add by nim-sum.
//!
//! Every value is computed twice, by plain mex over whole positions and by summands.

use super::reach::{explored, reachable};
use super::{Cause, Failure, Law, limits};
use sprague::evaluate::labels::{nimbers, outcomes};
use sprague::evaluate::{NimberError, Search};
use sprague::{Impartial, Nimber, Outcome, Position, Ruleset, Sum, SumOf};

/// Checks that the player to move has lost in every finished position.
///
/// ```
/// use sprague_testkit::laws::who_cannot_move_has_lost;
/// # use sprague::examples::Nim;
/// assert_eq!(who_cannot_move_has_lost(&Nim, [7]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first finished position where the law is broken.
pub fn who_cannot_move_has_lost<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Impartial,
{
    let law = Law::WhoCannotMoveHasLost;
    let finished = |position: &R::Position| rules.moves(position).next().is_none();
    for position in reachable(rules, positions).into_iter().filter(finished) {
        let outcome = rules.terminal_outcome(&position);
        if outcome != Outcome::Loss {
            return Err(law.broken(&position, format!("it is a {outcome}")));
        }
    }
    Ok(())
}

/// Checks that a position is lost if and only if its nimber is 0.
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn lost_means_nimber_0<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Impartial,
{
    let law = Law::LostMeansNimber0;
    for root in positions {
        let graph = explored(law, rules, &root)?;
        let Some(values) = nimbers(&graph) else { return Err(law.failure(&root, Cause::Loopy)) };
        let labels = outcomes(&graph);
        for (number, value) in (0..).zip(&values) {
            let outcome = labels.outcome(number);
            if value.is_lost() != (outcome == Outcome::Loss) {
                let evidence = format!("the nimber is {value}, and it is a {outcome}");
                return Err(law.broken(graph.position(number), evidence));
            }
        }
        let by_summands = value(law, rules, &root)?;
        if by_summands != values[0] {
            let evidence = format!("the nimber is {by_summands} by summands, {} by plain mex", values[0]);
            return Err(law.broken(&root, evidence));
        }
    }
    Ok(())
}

/// Checks that the nimber of a sum of two positions is the nim-sum of their nimbers.
///
/// The nimber is computed by mex over the whole sum, and by summands. All small sums of two of the given positions are
/// checked. If no sum is small, the smallest is checked.
///
/// # Errors
/// [`Failure`] at the first sum where the law is broken.
pub fn sums_add_nimbers_without_carry<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Impartial,
{
    let law = Law::SumsAddNimbersWithoutCarry;
    for (a, b) in small_pairs(law, rules, positions, |_, _| true)? {
        let expected = plain(law, rules, &a)? + plain(law, rules, &b)?;
        let both = (a.clone(), b.clone());
        let several = vec![a, b];
        let two = Sum(rules, rules);
        for (found, by) in [
            (plain(law, &two, &both)?, "plain mex over the sum"),
            (value(law, &two, &both)?, "`nimber` of the sum"),
            (plain(law, &SumOf(rules), &several)?, "plain mex over several"),
            (value(law, &SumOf(rules), &several)?, "summands"),
        ] {
            if found != expected {
                return Err(law.broken(&both, format!("by {by} the nimber is {found}, it should be {expected}")));
            }
        }
    }
    Ok(())
}

/// Checks that the player to move in the sum of a position and itself loses.
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn a_position_plus_itself_is_lost<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Impartial,
{
    let law = Law::APositionPlusItselfIsLost;
    for twice in small_pairs(law, rules, positions, |a, b| a == b)? {
        let graph = explored(law, &Sum(rules, rules), &twice)?;
        if nimbers(&graph).is_none() {
            return Err(law.failure(&twice.0, Cause::Loopy));
        }
        let outcome = outcomes(&graph).outcome(0);
        if outcome != Outcome::Loss {
            return Err(law.broken(&twice.0, format!("with itself it is a {outcome}")));
        }
    }
    Ok(())
}

/// The maximum number of positions of a small sum.
const SMALL: usize = 4_000;

/// The maximum number of sums that are checked for one ruleset.
const ENOUGH: usize = 40;

/// Returns pairs of these positions whose sums have few positions.
///
/// `wanted` selects pairs by index. At most [`ENOUGH`] pairs are returned, spread evenly over all small ones. If none is
/// small, the smallest pair is returned.
pub(super) fn small_pairs<P: Position>(
    law: Law,
    rules: &impl Ruleset<Position = P>,
    positions: impl IntoIterator<Item = P>,
    wanted: impl Fn(usize, usize) -> bool,
) -> Result<Vec<(P, P)>, Failure> {
    let mut sized = vec![];
    for position in positions {
        sized.push((explored(law, rules, &position)?.len(), position));
    }
    let indices = (0..sized.len()).flat_map(|a| (a..sized.len()).map(move |b| (a, b)));
    let pairs = indices.filter(|&(a, b)| wanted(a, b)).map(|(a, b)| (sized[a].0.saturating_mul(sized[b].0), a, b)).collect();
    Ok(small_ones(pairs).into_iter().map(|(_, a, b)| (sized[a].1.clone(), sized[b].1.clone())).collect())
}

/// Selects at most [`ENOUGH`] of these pairs, from the largest to the smallest.
///
/// The first number of each triple is the size of the sum. This function is not generic over rulesets, so that sorting is
/// compiled only once.
fn small_ones(mut pairs: Vec<(usize, usize, usize)>) -> Vec<(usize, usize, usize)> {
    pairs.sort_by_key(|pair| pair.0);
    let small = pairs.partition_point(|pair| pair.0 <= SMALL).max(1);
    pairs.truncate(small);
    let every = pairs.len().div_ceil(ENOUGH).max(1);
    pairs.into_iter().rev().step_by(every).collect()
}

/// Computes the nimber by mex over whole positions.
fn plain<R: Impartial>(law: Law, rules: &R, root: &R::Position) -> Result<Nimber, Failure> {
    let values = nimbers(&explored(law, rules, root)?);
    values.map(|values| values[0]).ok_or_else(|| law.failure(root, Cause::Loopy))
}

/// Computes the nimber by summands.
fn value<R: Impartial>(law: Law, rules: &R, root: &R::Position) -> Result<Nimber, Failure> {
    Search::within(&limits()).nimber(rules, root).map_err(|none| match none {
        NimberError::Loopy => law.failure(root, Cause::Loopy),
        NimberError::Stopped(stopped) => law.failure(root, Cause::Stopped(stopped)),
    })
}
