//! The player to move joins the position, and partizan rules become a ruleset.

use crate::{Partizan, Player, Ruleset};

/// A partizan ruleset with the player to move as part of the position: enough to ask who wins, not to take nimbers.
///
/// ```compile_fail
/// fn needs_impartial<R: sprague_core::Impartial>(_: R) {}
/// # use sprague_core::*;
/// # struct Same;
/// # impl Partizan for Same {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64, _: Player) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// # }
/// needs_impartial(ToMove(Same));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ToMove<R>(pub R);

impl<R: Partizan> Ruleset for ToMove<R> {
    /// Who is to move, and the position on the table.
    type Position = (Player, R::Position);
    type Move = R::Move;
    fn moves(&self, (player, position): &Self::Position) -> impl Iterator<Item = R::Move> {
        self.0.moves(position, *player)
    }
    fn play(&self, (player, position): &Self::Position, mv: &R::Move) -> Self::Position {
        (-*player, self.0.play(position, *player, mv))
    }
    fn bytes_outside(&self, (_, position): &Self::Position) -> usize {
        self.0.bytes_outside(position)
    }
}
