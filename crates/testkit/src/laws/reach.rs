//! What is looked at: the positions that can be reached, as far as the limits allow.

use super::{Cause, Failure, Law};
use sprague::{Limits, PositionGraph, Ruleset};
use std::collections::HashSet;
use std::time::Duration;

/// How many moves of one position are looked at.
///
/// ```
/// assert_eq!(sprague_testkit::laws::MOST_MOVES, 100_000);
/// ```
pub const MOST_MOVES: usize = 100_000;

/// The limits of every search that a law makes: a hundred thousand positions, 256 MiB, and a minute.
///
/// ```
/// assert_eq!(sprague_testkit::laws::limits().positions, 100_000);
/// ```
pub fn limits() -> Limits {
    Limits { positions: 100_000, bytes: 256 << 20, time: Some(Duration::from_secs(60)), ..Limits::default() }
}

/// Every position that can be reached, breadth first and each once, up to the limit on positions.
pub(super) fn reachable<R: Ruleset>(rules: &R, roots: impl IntoIterator<Item = R::Position>) -> Vec<R::Position> {
    let most = limits().positions as usize;
    let mut seen = HashSet::new();
    let mut reached: Vec<R::Position> = roots.into_iter().take(most).filter(|root| seen.insert(root.clone())).collect();
    let mut next = 0;
    while next < reached.len() && reached.len() < most {
        let here = reached[next].clone();
        let new = rules.options(&here).take(MOST_MOVES).filter(|option| seen.insert(option.clone()));
        reached.extend(new);
        next += 1;
    }
    reached
}

/// The moves of a position, if they are few enough.
pub(super) fn moves<R: Ruleset>(law: Law, rules: &R, position: &R::Position) -> Result<Vec<R::Move>, Failure> {
    few_enough(law, position, rules.moves(position))
}

/// The options of a position, if they are few enough.
pub(super) fn options<R: Ruleset>(law: Law, rules: &R, position: &R::Position) -> Result<Vec<R::Position>, Failure> {
    few_enough(law, position, rules.options(position))
}

fn few_enough<P: core::fmt::Debug, T>(law: Law, position: &P, all: impl Iterator<Item = T>) -> Result<Vec<T>, Failure> {
    let all: Vec<T> = all.take(MOST_MOVES + 1).collect();
    if all.len() > MOST_MOVES { Err(law.failure(position, Cause::TooManyMoves)) } else { Ok(all) }
}

/// Everything that follows from a position.
pub(super) fn explored<R: Ruleset>(law: Law, rules: &R, root: &R::Position) -> Result<PositionGraph<R::Position>, Failure> {
    PositionGraph::explore(rules, root.clone(), &limits()).map_err(|stopped| law.failure(root, Cause::Stopped(stopped)))
}
