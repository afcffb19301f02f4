//! Games in which a move may entail the next one.

use crate::Ruleset;
use core::iter;

/// Rules under which both players have the same moves, and some moves entail the next one.
///
/// A player who cannot move loses.
///
/// After a move to an *entailed* position, the other player must move in that component of a sum and may not move elsewhere. A
/// move after which the same player goes on, as in Dots and Boxes, leads to an entailed position whose only move is a pass.
/// Nimbers are not enough for such games: the value of a position is a nimber, or the position is *loony*, and then the player
/// to move wins every sum with it.
///
/// All play must end. Berlekamp, Conway & Guy, *Winning Ways*, ch. 12, *Games Eternal – Games Entailed*.
///
/// ```
/// use sprague_core::{Entailing, Ruleset};
///
/// /// Take one or two tokens; who leaves a multiple of 5 goes on, and the other player passes.
/// struct Fives;
/// impl Ruleset for Fives {
///     type Position = (u64, bool);
///     type Move = u64;
///     fn moves(&self, &(heap, passes): &(u64, bool)) -> impl Iterator<Item = u64> {
///         if passes { 0..=0 } else { 1..=heap.min(2) }
///     }
///     fn play(&self, (heap, _): &(u64, bool), taken: &u64) -> (u64, bool) {
///         (heap - taken, *taken > 0 && (heap - taken) % 5 == 0)
///     }
/// }
/// impl Entailing for Fives {
///     fn is_entailed(&self, (_, passes): &(u64, bool)) -> bool { *passes }
/// }
/// let options: Vec<_> = Fives.options(&(7, false)).collect();
/// assert_eq!(options, [(6, false), (5, true)]);
/// assert!(Fives.is_entailed(&(5, true)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say which positions are entailed",
    label = "`impl Entailing for …` is missing for these rules"
)]
pub trait Entailing: Ruleset {
    /// Returns whether the player to move must move in this position, and nowhere else in a sum.
    ///
    /// A player who is to move in an entailed position without moves has lost.
    fn is_entailed(&self, position: &Self::Position) -> bool;

    /// Returns independent summands of the position. You may leave out summands that are not entailed and have no moves.
    ///
    /// An entailed position has exactly one entailed summand, any other position has none. A position that does not split is
    /// its own only summand.
    fn summands(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        iter::once(position.clone())
    }

    /// Returns the value of a summand that is not entailed, if a theorem gives it.
    ///
    /// ```
    /// # use sprague_core::{Entailing, Ruleset, ToldOf};
    /// # struct Nothing;
    /// # impl Ruleset for Nothing {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, _: &u64) -> impl Iterator<Item = u64> { std::iter::empty() }
    /// #     fn play(&self, heap: &u64, _: &u64) -> u64 { *heap }
    /// # }
    /// # impl Entailing for Nothing { fn is_entailed(&self, _: &u64) -> bool { false } }
    /// assert_eq!(Nothing.told(&3), ToldOf::Nothing); // the default
    /// ```
    fn told(&self, summand: &Self::Position) -> ToldOf<Self::Position> {
        let _ = summand;
        ToldOf::Nothing
    }
}

impl<R: Entailing> Entailing for &R {
    fn is_entailed(&self, position: &R::Position) -> bool {
        (**self).is_entailed(position)
    }
    fn summands(&self, position: &R::Position) -> impl Iterator<Item = R::Position> {
        (**self).summands(position)
    }
    fn told(&self, summand: &R::Position) -> ToldOf<R::Position> {
        (**self).told(summand)
    }
}

/// The value of a position by a theorem, if there is one.
///
/// ```
/// assert_ne!(sprague_core::ToldOf::Equals(3), sprague_core::ToldOf::Loony);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToldOf<P> {
    /// No theorem applies: the value follows from the options.
    Nothing,
    /// The position has the value of this other position, which has fewer moves to the end.
    Equals(P),
    /// The position is loony: the player to move wins every sum with it.
    Loony,
}

impl<P> ToldOf<P> {
    /// Converts the position inside.
    ///
    /// ```
    /// use sprague_core::ToldOf;
    /// assert_eq!(ToldOf::Equals(3).map(|heap| heap + 1), ToldOf::Equals(4));
    /// ```
    pub fn map<Q>(self, position: impl FnOnce(P) -> Q) -> ToldOf<Q> {
        match self {
            Self::Nothing => ToldOf::Nothing,
            Self::Equals(other) => ToldOf::Equals(position(other)),
            Self::Loony => ToldOf::Loony,
        }
    }
}
