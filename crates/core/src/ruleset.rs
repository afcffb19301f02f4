//! What a ruleset must say: the moves, what they lead to, and who has won when there are none.

use crate::Outcome;
use crate::any::Fault;
use core::fmt::{Debug, Display};
use core::hash::Hash;

/// Options are counted to this number where only few or many matters.
///
/// See [`Ruleset::mobility`].
pub const MOST_COUNTED: u32 = 1 << 11;

/// What can be stored, compared and shown: every such type may be a position.
///
/// ```
/// fn is_a_position<P: sprague_core::Position>() {}
/// is_a_position::<(u64, Vec<u8>)>();
/// ```
pub trait Position: Clone + Eq + Hash + Debug {}
impl<T: Clone + Eq + Hash + Debug> Position for T {}

/// The rules of a game: what may be done in a position, and who has won when nothing may.
///
/// What does not change during play (the allowed amounts, the size of the board) lives in the ruleset; a position
/// holds only what changes, so it is small, has no lifetime, and everything it needs can be derived.
///
/// Laws (`sprague-testkit` checks them for every ruleset):
/// 1. *Finished means no moves.* A finished game lists none, even if pieces could still be pushed.
/// 2. *Equal positions have equal options.*
/// 3. *Each move is listed once, in a fixed order.* Two moves may lead to the same option.
///
/// Cycles are allowed: loopiness is found, not declared.
///
/// ```
/// use sprague_core::Ruleset;
///
/// /// Walk up a flight of stairs, one or two at a time; who cannot move loses.
/// struct Stairs { top: u8 }
///
/// impl Ruleset for Stairs {
///     type Position = u8;
///     type Move = u8;
///     fn moves(&self, step: &u8) -> impl Iterator<Item = u8> {
///         1..=(self.top - step).min(2)
///     }
///     fn play(&self, step: &u8, up: &u8) -> u8 {
///         step + up
///     }
/// }
///
/// assert_eq!(Stairs { top: 7 }.options(&6).collect::<Vec<_>>(), [7]);
/// ```
pub trait Ruleset {
    /// What changes during play.
    type Position: Position;
    /// A legal step: a label, small and printable, meaningful only next to the position it came from.
    type Move: Clone + Debug + Display;

    /// Every legal move, each exactly once.
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move>;

    /// The position after `mv`, which must come from [`moves`](Self::moves).
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position;

    /// The result for the player to move, asked only when no move is left. The last mover wins unless this says otherwise.
    fn terminal_outcome(&self, position: &Self::Position) -> Outcome {
        let _ = position;
        Outcome::Loss
    }

    /// The positions one move away, in the order of the moves; override it where they are cheaper to build than by `play`.
    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        self.moves(position).map(|mv| self.play(position, &mv))
    }

    /// How many options there are, counted to [`MOST_COUNTED`] at most: searches look at positions with few of them first, so that
    /// answers do not depend on it. Override it where counting is cheaper than listing.
    ///
    /// ```
    /// # use sprague_core::Ruleset;
    /// # struct Nim;
    /// # impl Ruleset for Nim {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
    /// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
    /// # }
    /// assert_eq!([Nim.mobility(&7), Nim.mobility(&(1 << 60))], [7, sprague_core::MOST_COUNTED]);
    /// ```
    fn mobility(&self, position: &Self::Position) -> u32 {
        self.options(position).take(MOST_COUNTED as usize).count() as u32
    }

    /// The position that stands for this one in tables, such as the least of its mirror images. By value: the default costs nothing.
    ///
    /// Law: a position and its normal form have the same options up to normal form, and the same terminal outcome. Only evaluators
    /// call it; `options`, `play` and what is shown keep the position as it is.
    fn normal_form(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Whether [`normal_form`](Self::normal_form) ever answers another position: say `true` where you override it. It spares positions
    /// behind type erasure the way to their own form and back.
    fn has_normal_forms(&self) -> bool {
        false
    }

    /// Bytes that this position keeps outside of itself, for limits on memory. 0 unless it owns a buffer.
    fn allocated_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// What went wrong inside the rules themselves. Only rules that were loaded can fail; every search polls this.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// A reference to a ruleset is that ruleset.
impl<R: Ruleset> Ruleset for &R {
    type Position = R::Position;
    type Move = R::Move;
    fn moves(&self, position: &R::Position) -> impl Iterator<Item = R::Move> {
        (**self).moves(position)
    }
    fn play(&self, position: &R::Position, mv: &R::Move) -> R::Position {
        (**self).play(position, mv)
    }
    fn terminal_outcome(&self, position: &R::Position) -> Outcome {
        (**self).terminal_outcome(position)
    }
    fn options(&self, position: &R::Position) -> impl Iterator<Item = R::Position> {
        (**self).options(position)
    }
    fn mobility(&self, position: &R::Position) -> u32 {
        (**self).mobility(position)
    }
    fn has_normal_forms(&self) -> bool {
        (**self).has_normal_forms()
    }
    fn normal_form(&self, position: R::Position) -> R::Position {
        (**self).normal_form(position)
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        (**self).allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        (**self).fault()
    }
}
