//! Rules for two players with different moves, under which the rules and not the last move decide who has won.

use crate::limits::Fault;
use crate::modifier::with_player_to_move;
use crate::{MOST_COUNTED, Outcome, Player, Position, Ruleset};
use core::fmt::{Debug, Display};

/// Rules under which Left and Right have different moves, and the rules decide who has won.
///
/// Wrapped in [`SideToMove`], they become a [`Ruleset`], so that you can ask who wins. They have no values, because no theory
/// covers sums of such games.
///
/// Law: if play is over, neither player has a move. A player who must pass has a move that changes nothing.
///
/// ```
/// use sprague_core::{Outcome, Player, Ruleset, SideToMove, Sides};
///
/// /// Left and Right take a stone in turn, and Left wins if an even number is left in the end.
/// struct Even;
/// impl Sides for Even {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         Some(if player == Player::Left { 2 } else { 3 }).into_iter().filter(move |amount| *heap >= 3 && amount <= heap)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
///     fn terminal_outcome(&self, heap: &u64, to_move: Player) -> Outcome {
///         if (heap % 2 == 0) == (to_move == Player::Left) { Outcome::Win } else { Outcome::Loss }
///     }
/// }
/// assert_eq!(SideToMove(Even).terminal_outcome(&(Player::Right, 2)), Outcome::Loss);
/// ```
pub trait Sides {
    /// The part of a game that changes during play, without the player to move.
    type Position: Position;
    /// A label for a move. It has a meaning only together with the position and the player.
    type Move: Clone + Debug + Display;

    /// Returns every legal move of `player`, each exactly once, in a fixed order.
    fn moves(&self, position: &Self::Position, player: Player) -> impl Iterator<Item = Self::Move>;

    /// Returns the position after `player` made `mv`, which must come from [`moves`](Self::moves).
    fn play(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> Self::Position;

    /// Returns the result for `to_move`, who has no move: a loss, unless the rules say otherwise.
    fn terminal_outcome(&self, position: &Self::Position, to_move: Player) -> Outcome {
        let _ = (position, to_move);
        Outcome::Loss
    }

    /// Returns the positions one move of `player` away, in the order of the moves.
    fn options(&self, position: &Self::Position, player: Player) -> impl Iterator<Item = Self::Position> {
        self.moves(position, player).map(move |mv| self.play(position, player, &mv))
    }

    /// Returns the number of moves of `player`. Counting stops at [`MOST_COUNTED`].
    fn mobility(&self, position: &Self::Position, player: Player) -> u32 {
        self.options(position, player).take(MOST_COUNTED as usize).count() as u32
    }

    /// Returns the position that represents this one in tables, as [`Ruleset::normal_form`] does, for both players.
    fn normal_form(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Returns whether [`normal_form`](Self::normal_form) ever returns another position.
    fn has_normal_forms(&self) -> bool {
        false
    }

    /// Returns the bytes that this position keeps outside of itself, for limits on memory.
    fn allocated_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// Returns the failure inside the rules themselves, if there was one.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// Rules for two sides as a [`Ruleset`] whose positions include the player to move. It has outcomes, and no nimbers.
///
/// ```
/// # use sprague_core::{Player, Ruleset, SideToMove, Sides};
/// # struct Both;
/// # impl Sides for Both {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64, _: Player) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// # }
/// assert_eq!(SideToMove(Both).play(&(Player::Left, 5), &2), (Player::Right, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideToMove<R>(pub R);

impl<R: Sides> Ruleset for SideToMove<R> {
    with_player_to_move!();
    fn play(&self, (player, position): &Self::Position, mv: &R::Move) -> Self::Position {
        (-*player, self.0.play(position, *player, mv))
    }
    fn terminal_outcome(&self, (player, position): &Self::Position) -> Outcome {
        self.0.terminal_outcome(position, *player)
    }
    fn mobility(&self, (player, position): &Self::Position) -> u32 {
        self.0.mobility(position, *player)
    }
}
