//! Finds the positions at which laws are checked: those that can be reached within limits.

use super::{Cause, Failure, Law, MAX_MOVES};
use sprague::graph::PositionGraph;
use sprague::{Limits, Partizan, Player, Position, Ruleset};
use std::collections::HashSet;
use std::time::Duration;

/// Returns the limits of every search that a law runs: a hundred thousand positions, 256 MiB, and a minute.
///
/// ```
/// assert_eq!(sprague_testkit::laws::limits().positions, 100_000);
/// ```
pub fn limits() -> Limits {
    Limits { positions: 100_000, bytes: 256 << 20, time: Some(Duration::from_secs(60)), ..Limits::default() }
}

/// Returns every position that can be reached, once and in breadth-first order, up to the limit on positions.
pub(super) fn reachable<R: Ruleset>(rules: &R, roots: impl IntoIterator<Item = R::Position>) -> Vec<R::Position> {
    spread(roots, |here, reach| rules.options(here).take(MAX_MOVES).for_each(reach))
}

/// Returns every position like [`reachable`], but after moves of both players in any order, as in a sum.
pub(super) fn reachable_by_both<R: Partizan>(rules: &R, roots: impl IntoIterator<Item = R::Position>) -> Vec<R::Position> {
    spread(roots, |here, reach| {
        Player::BOTH.into_iter().for_each(|player| rules.options(here, player).take(MAX_MOVES).for_each(&mut *reach));
    })
}

/// Returns the roots and everything that can be reached from them by repeated calls of `follow`, up to the limit on
/// positions.
pub(super) fn spread<P: Position>(roots: impl IntoIterator<Item = P>, follow: impl Fn(&P, &mut dyn FnMut(P))) -> Vec<P> {
    let most = limits().positions as usize;
    let mut seen = HashSet::new();
    let mut reached: Vec<P> = roots.into_iter().take(most).filter(|root| seen.insert(root.clone())).collect();
    let mut next = 0;
    while next < reached.len() && reached.len() < most {
        let here = reached[next].clone();
        follow(&here, &mut |position| {
            if seen.insert(position.clone()) {
                reached.push(position);
            }
        });
        next += 1;
    }
    reached
}

/// Returns the moves of a position. It is a failure if there are more than [`MAX_MOVES`].
pub(super) fn moves<R: Ruleset>(law: Law, rules: &R, position: &R::Position) -> Result<Vec<R::Move>, Failure> {
    few_enough(law, position, rules.moves(position))
}

/// Returns the options of a position. It is a failure if there are more than [`MAX_MOVES`].
pub(super) fn options<R: Ruleset>(law: Law, rules: &R, position: &R::Position) -> Result<Vec<R::Position>, Failure> {
    few_enough(law, position, rules.options(position))
}

/// Returns the options of a position for one player. It is a failure if there are more than [`MAX_MOVES`].
pub(super) fn options_of<R: Partizan>(
    law: Law,
    rules: &R,
    position: &R::Position,
    player: Player,
) -> Result<Vec<R::Position>, Failure> {
    few_enough(law, position, rules.options(position, player))
}

fn few_enough<P: core::fmt::Debug, T>(law: Law, position: &P, all: impl Iterator<Item = T>) -> Result<Vec<T>, Failure> {
    let all: Vec<T> = all.take(MAX_MOVES + 1).collect();
    if all.len() > MAX_MOVES { Err(law.failure(position, Cause::TooManyMoves)) } else { Ok(all) }
}

/// Returns the graph of all positions that can be reached from a position. It is a failure if it exceeds the limits.
pub(super) fn explored<R: Ruleset>(law: Law, rules: &R, root: &R::Position) -> Result<PositionGraph<R::Position>, Failure> {
    PositionGraph::explore(rules, root.clone(), &limits()).map_err(|stopped| law.failure(root, Cause::Stopped(stopped)))
}
