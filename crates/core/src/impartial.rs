//! The promise that unlocks nimbers: both players have these moves and the last mover wins.

use crate::Ruleset;
use core::iter;

/// Both players have these moves and the last mover wins, so Sprague–Grundy applies.
///
/// A promise, not a description: [`Misere`](crate::Misere), [`ToMove`](crate::ToMove) and parity Stones deliberately do
/// not make it, so asking for the nimber of a misère or partizan position does not compile. The promise unlocks nimbers,
/// sums by nimbers, periods of nimbers and misère quotients.
///
/// ```
/// use sprague_core::{Impartial, Ruleset};
///
/// /// Take any number from a heap.
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {}
///
/// assert_eq!(Nim.summands(&7).collect::<Vec<_>>(), [7]); // one heap is one summand
/// ```
pub trait Impartial: Ruleset {
    /// Independent summands; those without moves may be left out.
    ///
    /// The sum must have exactly the options of `position`, not merely its value: misère quotients and move labels read
    /// the options. A position that does not fall apart is its own only summand.
    fn summands(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        iter::once(position.clone())
    }
}

impl<R: Impartial> Impartial for &R {
    fn summands(&self, position: &R::Position) -> impl Iterator<Item = R::Position> {
        (**self).summands(position)
    }
}
