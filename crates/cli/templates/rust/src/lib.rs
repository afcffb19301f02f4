//! NAME: take at least one token and at most half of the heap.
//!
//! The player who cannot move has lost.

use sprague::heap::{ByHeap, OneHeap};
use sprague::notation::Reader;
use sprague::{BadNotation, Impartial, Notation, Ruleset};

/// The rules.
///
/// Data that does not change during play (the size of a board, the allowed amounts) would be a field.
#[derive(Clone, Copy, Debug)]
pub struct Game;

impl Ruleset for Game {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=heap / 2
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}

/// A promise: both players have these moves, and the last mover wins.
///
/// It unlocks nimbers, sums and misère quotients.
impl Impartial for Game {}

/// Positions are heaps and stay heaps: `analyse` gets a row for each n.
impl ByHeap for Game {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
}
impl OneHeap for Game {}

/// Positions as they are typed and shown.
impl Notation<u64> for Game {
    fn read(&self, text: &str) -> Result<u64, BadNotation> {
        Reader::new(text).whole(Reader::small)
    }
    fn show(&self, heap: &u64) -> String {
        heap.to_string()
    }
}
