//! Small rulesets for the examples in this library's documentation.

use crate::heap::{ByHeap, OneHeap};
use crate::{Impartial, Ruleset, heap_notation};

/// One heap of Nim: take any number of tokens.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_core::examples::Nim;
/// assert!(Nim.options(&3).eq([2, 1, 0]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Nim;

impl Ruleset for Nim {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=*heap
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}
impl Impartial for Nim {}
impl ByHeap for Nim {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
}
impl OneHeap for Nim {}
heap_notation!(Nim);
