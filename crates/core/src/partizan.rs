//! Rules under which Left and Right may have different moves.

use crate::{Player, Position};
use core::fmt::{Debug, Display};

/// Rules under which Left and Right may have different moves; who cannot move has lost (in normal play).
///
/// Wrapped in [`ToMove`](crate::ToMove) such rules become a [`Ruleset`](crate::Ruleset): enough to ask who wins, not to take nimbers.
///
/// ```
/// use sprague_core::{Partizan, Player, Ruleset, ToMove};
///
/// /// Left takes one token, Right takes two.
/// struct OneOrTwo;
/// impl Partizan for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         let amount = if player == Player::Left { 1 } else { 2 };
///         Some(amount).into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
///         heap - amount
///     }
/// }
///
/// assert_eq!(ToMove(OneOrTwo).moves(&(Player::Right, 1)).count(), 0);
/// ```
pub trait Partizan {
    /// What changes during play, without who is to move.
    type Position: Position;
    /// A label for a step, meaningful next to the position and the player.
    type Move: Clone + Debug + Display;

    /// Every legal move of `player`, each exactly once, in a fixed order.
    fn moves(&self, position: &Self::Position, player: Player) -> impl Iterator<Item = Self::Move>;

    /// The position after `player` made `mv`, which must come from [`moves`](Self::moves).
    fn play(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> Self::Position;

    /// Bytes that this position keeps outside of itself, for limits on memory. 0 unless it owns a buffer.
    fn bytes_outside(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }
}

/// A reference to partizan rules is those rules.
impl<R: Partizan> Partizan for &R {
    type Position = R::Position;
    type Move = R::Move;
    fn moves(&self, position: &R::Position, player: Player) -> impl Iterator<Item = R::Move> {
        (**self).moves(position, player)
    }
    fn play(&self, position: &R::Position, player: Player, mv: &R::Move) -> R::Position {
        (**self).play(position, player, mv)
    }
    fn bytes_outside(&self, position: &R::Position) -> usize {
        (**self).bytes_outside(position)
    }
}
