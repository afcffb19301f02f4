//! Misère play: the same moves, with the result of a finished game turned round.

use crate::any::Fault;
use crate::{Outcome, Ruleset};

/// The same moves, but who would have won at the end loses: where the last mover won, the last mover loses.
///
/// Not [`Impartial`](crate::Impartial): nimbers say nothing about misère play, so taking one does not compile.
///
/// ```
/// use sprague_core::{Misere, Outcome, Ruleset};
/// # use sprague_core::Impartial;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// assert_eq!(Nim.terminal_outcome(&0), Outcome::Loss);
/// assert_eq!(Misere(Nim).terminal_outcome(&0), Outcome::Win);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misere<R>(pub R);

impl<R: Ruleset> Ruleset for Misere<R> {
    type Position = R::Position;
    type Move = R::Move;
    fn moves(&self, position: &R::Position) -> impl Iterator<Item = R::Move> {
        self.0.moves(position)
    }
    fn play(&self, position: &R::Position, mv: &R::Move) -> R::Position {
        self.0.play(position, mv)
    }
    fn terminal_outcome(&self, position: &R::Position) -> Outcome {
        -self.0.terminal_outcome(position)
    }
    fn options(&self, position: &R::Position) -> impl Iterator<Item = R::Position> {
        self.0.options(position)
    }
    fn has_normal_forms(&self) -> bool {
        self.0.has_normal_forms()
    }
    fn normal_form(&self, position: R::Position) -> R::Position {
        self.0.normal_form(position)
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.0.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}
