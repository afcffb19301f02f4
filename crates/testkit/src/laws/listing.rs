//! Laws about the moves and options of one position: each is listed once, in a fixed order.

use super::reach::{moves, options, reachable};
use super::{Failure, Law, limits};
use core::fmt::Debug;
use sprague::{MOST_COUNTED, Ruleset};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};

/// Checks that each move is listed once, and that different moves of a position have different labels (`Display`).
///
/// ```
/// use sprague_testkit::laws::moves_are_listed_once;
/// # use sprague::examples::Nim;
/// assert_eq!(moves_are_listed_once(&Nim, [7]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn moves_are_listed_once<R: Ruleset>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let law = Law::MovesAreListedOnce;
    for position in reachable(rules, positions) {
        let mut labels = HashSet::new();
        for mv in moves(law, rules, &position)? {
            let label = mv.to_string();
            if labels.contains(&label) {
                return Err(law.broken(&position, format!("`{label}` is listed twice")));
            }
            labels.insert(label);
        }
    }
    Ok(())
}

/// Checks that two calls return the same moves and options in the same order.
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn moves_have_a_fixed_order<R: Ruleset>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let law = Law::MovesHaveAFixedOrder;
    for position in reachable(rules, positions) {
        let labels = || moves(law, rules, &position).map(|moves| moves.iter().map(ToString::to_string).collect::<Vec<_>>());
        same(law, &position, "the moves", &labels()?, &labels()?)?;
        let listed = || options(law, rules, &position);
        same(law, &position, "the options", &listed()?, &listed()?)?;
    }
    Ok(())
}

/// Checks that `options` returns the results of playing all `moves`, in order, and that `mobility` returns their number.
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn options_are_the_moves_played<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Ruleset,
{
    let law = Law::OptionsAreTheMovesPlayed;
    for position in reachable(rules, positions) {
        let played: Vec<R::Position> = moves(law, rules, &position)?.iter().map(|mv| rules.play(&position, mv)).collect();
        let options = options(law, rules, &position)?;
        if played != options {
            let evidence = format!("playing the moves gives {}, the options are {}", few(&played), few(&options));
            return Err(law.broken(&position, evidence));
        }
        let (counted, there) = (rules.mobility(&position), options.len().min(MOST_COUNTED as usize));
        if counted as usize != there {
            return Err(law.broken(&position, format!("its mobility is said to be {counted}, and there are {there} options")));
        }
    }
    Ok(())
}

/// Checks that equal positions have equal hashes, moves and options, however they were reached.
///
/// Equal positions whose `Debug` texts differ are compared with each other, and each position is compared with its clone.
///
/// ```
/// use sprague_testkit::laws::{Law, equal_positions_have_equal_options};
/// # use sprague::Ruleset;
/// use std::hash::{Hash, Hasher};
///
/// /// A heap that remembers whether it may still be touched, and forgets to compare that.
/// #[derive(Clone, Debug)]
/// struct Heap { size: u64, locked: bool }
/// impl PartialEq for Heap {
///     fn eq(&self, other: &Self) -> bool { self.size == other.size }
/// }
/// impl Eq for Heap {}
/// impl Hash for Heap {
///     fn hash<H: Hasher>(&self, state: &mut H) { self.size.hash(state) }
/// }
///
/// struct OneLocks;
/// impl Ruleset for OneLocks {
///     type Position = Heap;
///     type Move = u64;
///     fn moves(&self, heap: &Heap) -> impl Iterator<Item = u64> { 1..=if heap.locked { 0 } else { heap.size } }
///     fn play(&self, heap: &Heap, amount: &u64) -> Heap { Heap { size: heap.size - amount, locked: *amount == 1 } }
/// }
/// let failure = equal_positions_have_equal_options(&OneLocks, [Heap { size: 5, locked: false }]).unwrap_err();
/// assert_eq!(failure.law, Law::EqualPositionsHaveEqualOptions);
/// ```
///
/// # Errors
/// [`Failure`] at the first position that differs from an equal one.
pub fn equal_positions_have_equal_options<R: Ruleset>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure> {
    let law = Law::EqualPositionsHaveEqualOptions;
    let hasher = RandomState::new();
    let mut number_of: HashMap<R::Position, usize> = HashMap::new();
    let mut apart: Vec<R::Position> = vec![];
    for position in reachable_as_shown(rules, positions) {
        if position != position.clone() {
            return Err(law.broken(&position, "its clone is not equal to it"));
        }
        // a map does not find an equal position with another hash, and comparing with all positions would be too slow
        let known = apart.iter().take(300).position(|known| *known == position);
        let Some(number) = known.or_else(|| number_of.get(&position).copied()) else {
            number_of.insert(position.clone(), apart.len());
            apart.push(position);
            continue;
        };
        let first = &apart[number];
        if hasher.hash_one(&position) != hasher.hash_one(first) {
            return Err(law.broken(&position, format!("{first:?} is equal to it and has another hash")));
        }
        let labels = |at| moves(law, rules, at).map(|moves| moves.iter().map(ToString::to_string).collect::<Vec<_>>());
        same(law, &position, &format!("{first:?} is equal to it: the moves"), &labels(&position)?, &labels(first)?)?;
        let listed = |at| options(law, rules, at);
        same(law, &position, &format!("{first:?} is equal to it: the options"), &listed(&position)?, &listed(first)?)?;
    }
    Ok(())
}

/// Returns every position that can be reached. Equal positions with different `Debug` texts are all listed.
fn reachable_as_shown<R: Ruleset>(rules: &R, roots: impl IntoIterator<Item = R::Position>) -> Vec<R::Position> {
    let most = limits().positions as usize;
    let mut seen = HashSet::new();
    let mut is_new = |position: &R::Position| seen.insert(format!("{position:?}"));
    let mut reached: Vec<R::Position> = roots.into_iter().take(most).filter(&mut is_new).collect();
    let mut next = 0;
    while next < reached.len() && reached.len() < most {
        let here = reached[next].clone();
        reached.extend(rules.options(&here).take(super::MAX_MOVES).filter(&mut is_new));
        next += 1;
    }
    reached
}

/// Checks that two calls return the same outcome of a finished game.
///
/// # Errors
/// [`Failure`] at the first finished position where the law is broken.
pub fn the_ending_is_fixed<R: Ruleset>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let law = Law::TheEndingIsFixed;
    let finished = |position: &R::Position| rules.moves(position).next().is_none();
    for position in reachable(rules, positions).into_iter().filter(finished) {
        let (once, again) = (rules.terminal_outcome(&position), rules.terminal_outcome(&position));
        if once != again {
            return Err(law.broken(&position, format!("it was a {once}, and asked again a {again}")));
        }
    }
    Ok(())
}

fn same<T: PartialEq + Debug>(law: Law, position: &impl Debug, what: &str, one: &[T], other: &[T]) -> Result<(), Failure> {
    if one == other {
        return Ok(());
    }
    Err(law.broken(position, format!("{what} are {} once and {} again", few(one), few(other))))
}

/// Formats the first eight items of a list for a message.
pub(super) fn few<T: Debug>(list: &[T]) -> String {
    let shown: Vec<String> = list.iter().take(8).map(|item| format!("{item:?}")).collect();
    let more = if list.len() > 8 { ", …" } else { "" };
    format!("[{}{more}]", shown.join(", "))
}
