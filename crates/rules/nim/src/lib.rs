//! Nim: a move takes any number of tokens from one heap. The player who takes the last token wins.
//!
//! Bouton 1901, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3, pp. 35–39.
//!
//! The ruleset is about one heap. For several heaps use [`SumOf(Nim)`](sprague_core::SumOf). By Bouton's theorem, [`nim_sum`]
//! and [`winning_moves`] solve the sum.
//!
//! ```
//! use sprague_rules_nim::{nim_sum, winning_moves};
//!
//! assert_eq!(nim_sum(&[3_u64, 4, 5]), 2);
//! assert_eq!(winning_moves(&[3_u64, 4, 5]), [(0, 1)]); // make the 3 a 1
//! ```

mod bouton;
mod entries;
mod scoring_nim;

pub use bouton::{HeapSize, nim_sum, winning_moves};
pub use entries::entries;
pub use scoring_nim::{ScoringNim, TakeFrom};

use sprague_core::heap::{AmountSet, Amounts, ByHeap, HeapRules, OneHeap};
use sprague_core::{ClosedForm, Impartial, MoveList, Ruleset};

/// One heap, from which any number of tokens may be taken.
///
/// The nimber of a heap is its size.
///
/// A move is the amount taken, from 1 to the size of the heap, in ascending order.
///
/// ```
/// use sprague_core::{Nimber, Ruleset};
/// use sprague_core::heap::{Nimbers, Rows};
/// use sprague_rules_nim::Nim;
///
/// assert_eq!(Nim.options(&3).collect::<Vec<_>>(), [2, 1, 0]);
/// assert_eq!(Rows::of(&Nimbers(Nim), 9).row(8), [Nimber(8)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    fn options(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (0..*heap).rev()
    }
}

impl Impartial for Nim {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<u64, u64>> {
        Some(self)
    }
}

impl ClosedForm<u64, u64> for Nim {
    fn nimber(&self, heap: &u64) -> Option<u128> {
        Some((*heap).into())
    }
    fn moves_to(&self, heap: &u64, nimber: u128) -> Option<MoveList<u64>> {
        let left = u64::try_from(nimber).ok().filter(|left| left < heap);
        Some(left.map(|left| heap - left).into_iter().collect::<Vec<_>>().into())
    }
    fn source(&self) -> &'static str {
        "Bouton 1901"
    }
}

impl ByHeap for Nim {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Subtraction(Amounts::AllBut(AmountSet::default())))
    }
}

impl OneHeap for Nim {}

sprague_core::heap_notation!(Nim);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::{HeapSequence, Outcomes, Rows, Theorem};
    use sprague_core::modifier::WithHistory;
    use sprague_core::{BadNotation, Notation};
    use sprague_core::{NoRepeat, Outcome};

    #[test]
    fn options_come_in_the_order_of_the_moves() {
        for heap in 0..20 {
            let played: Vec<u64> = Nim.moves(&heap).map(|amount| Nim.play(&heap, &amount)).collect();
            assert_eq!(Nim.options(&heap).collect::<Vec<_>>(), played);
        }
    }

    #[test]
    fn only_the_empty_heap_is_lost() {
        let rows = Rows::of(&Outcomes(Nim), 50);
        assert!(rows.column(0).enumerate().all(|(n, outcome)| (outcome == Outcome::Loss) == (n == 0)));
        assert_eq!(Outcomes(Nim).theorem(), Some(Theorem::AllButOutcomes { won_from: 1 }));
    }

    #[test]
    fn the_greatest_heap_has_moves_too() {
        let heap = u64::MAX;
        assert_eq!(Nim.options(&heap).next(), Some(heap - 1));
        assert_eq!(Nim.read(&Nim.show(&heap)), Ok(heap));
        assert_eq!(Nim.read("2^64").unwrap_err(), BadNotation::new(0, "a number below 2^64"));
        assert_eq!(Nim.read("3.4").unwrap_err().at, 1);
    }

    #[test]
    fn the_move_label_suits_no_repeat() {
        let rules = NoRepeat { rules: Nim, memory: 1 };
        let halved = rules.play(&WithHistory::nothing(6), &3);
        assert_eq!(rules.moves(&halved).collect::<Vec<_>>(), [1, 2]);
    }
}
