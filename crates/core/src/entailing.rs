//! The promise of games in which a move may entail the next one.

use crate::Ruleset;
use core::iter;

/// Both players have these moves, of which some entail the next one.
///
/// Who cannot move loses.
///
/// After a move to an *entailed* position the other player must move in that component of a sum, and may not move elsewhere.
/// So a move after which the same player goes on, as in Dots and Boxes, leads to an entailed position whose only move is a pass. Such
/// games have no nimbers alone: a position is worth a nimber, or it is *loony*, and then a sum with it is won.
///
/// Every play must end. Berlekamp, Conway & Guy, *Winning Ways*, ch. 12, *Games Eternal – Games Entailed*.
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
    /// Tells whether the player to move must move here, and nowhere else in a sum.
    ///
    /// A player who is to move in an entailed position without moves has lost.
    fn is_entailed(&self, position: &Self::Position) -> bool;

    /// Independent summands; those that are not entailed and have no moves may be left out.
    ///
    /// Of an entailed position exactly one is entailed, of others none. A position that does not fall apart is its own only summand.
    fn summands(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        iter::once(position.clone())
    }

    /// The knowledge of a theorem about a summand that is not entailed.
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

/// The knowledge of a theorem about the value of a position.
///
/// ```
/// assert_ne!(sprague_core::ToldOf::Equals(3), sprague_core::ToldOf::Loony);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToldOf<P> {
    /// No theorem says anything: its options tell.
    Nothing,
    /// It is worth as much as this one, which has fewer moves to the end.
    Equals(P),
    /// The player to move wins every sum with it.
    Loony,
}

impl<P> ToldOf<P> {
    /// The same about positions of another type.
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
