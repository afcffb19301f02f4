//! Codes whose moves never split a heap, so outcomes can be computed row by row.
//!
//! Because a heap remains one heap, this also works for misère play.
//!
//! All digits are at most 3; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4, "taking but not breaking".

use crate::Octal;
use sprague_core::heap::{ByHeap, HeapRules, OneHeap, TakeAndBreak};
use sprague_core::{Impartial, Ruleset};

/// A take-and-break game on one heap, whose code has no digit above 3.
///
/// If digit `i` contains 1, a move may take a whole heap of `i` tokens. If it contains 2, a move may take `i` tokens from a
/// larger heap. A move is the amount taken.
///
/// ```
/// use sprague_core::{Misere, Ruleset};
/// use sprague_core::heap::{Outcomes, Rows};
/// use sprague_rules_octal::Taking;
///
/// let one_or_two = Taking::new("0.33".parse().unwrap()).unwrap();
/// assert_eq!(one_or_two.options(&5).collect::<Vec<_>>(), [4, 3]);
/// let rows = Rows::of(&Outcomes(Misere(one_or_two)), 7);
/// assert_eq!(rows.column(0).map(|outcome| outcome.letter()).collect::<String>(), "NPNNPNN");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Taking(Octal);

impl Taking {
    /// Builds the game with these rules, or returns `None` if they can split a heap.
    ///
    /// ```
    /// use sprague_rules_octal::Taking;
    /// assert!(Taking::new("0.123".parse().unwrap()).is_some());
    /// assert!(Taking::new("0.77".parse().unwrap()).is_none());
    /// ```
    pub fn new(rules: Octal) -> Option<Self> {
        (rules.0.most_heaps() == 1).then_some(Self(rules))
    }

    /// Returns the code of the game.
    ///
    /// ```
    /// # use sprague_rules_octal::Taking;
    /// assert_eq!(Taking::new("0.3".parse().unwrap()).unwrap().code().digits(), [0, 3]);
    /// ```
    pub fn code(&self) -> &TakeAndBreak {
        &self.0.0
    }
}

impl Ruleset for Taking {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let heap = *heap;
        let takes = (0..=heap).zip(self.code().digits());
        takes.filter_map(move |(taken, digit)| {
            let bit = if taken == heap { 1 } else { 2 };
            (digit & bit != 0).then_some(taken)
        })
    }
    fn play(&self, heap: &u64, taken: &u64) -> u64 {
        heap - taken
    }
}
impl Impartial for Taking {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl ByHeap for Taking {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::TakeAndBreak(self.code().clone()))
    }
}
impl OneHeap for Taking {}

sprague_core::heap_notation!(Taking);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Notation;
    use sprague_core::heap::{HeapSequence, Heaps, Nimbers, Outcomes, Rows, Theorem};
    use sprague_core::{Misere, Outcome};

    /// Returns all codes of three digits that are at most 3.
    fn codes() -> impl Iterator<Item = Octal> {
        let digits = (0..64_u8).map(|code| [0, code / 16, code / 4 % 4, code % 4]);
        digits.map(|digits| Octal(TakeAndBreak::from_digits(digits).unwrap()))
    }

    #[test]
    fn taking_without_breaking_is_the_same_game() {
        for octal in codes() {
            let taking = Taking::new(octal.clone()).unwrap();
            for heap in 0..12 {
                let options: Vec<Heaps> = taking.options(&heap).map(Heaps::one).collect();
                assert_eq!(options, octal.options(&Heaps::one(heap)).collect::<Vec<_>>(), "{octal} from {heap}");
            }
            assert_eq!(Rows::of(&Nimbers(octal.clone()), 40), Rows::of(&Nimbers(taking), 40), "{octal}");
        }
    }

    #[test]
    fn a_lost_heap_has_nimber_nought() {
        for taking in codes().filter_map(Taking::new) {
            let nimbers = Rows::of(&Nimbers(taking.clone()), 40);
            let outcomes = Rows::of(&Outcomes(taking), 40);
            assert!((0..40).all(|n| nimbers.cell(n, 0).is_lost() == (outcomes.cell(n, 0) == Outcome::Loss)));
        }
    }

    #[test]
    fn periods_are_proved_under_both_conventions() {
        let taking = Taking::new("0.12".parse().unwrap()).unwrap();
        let look_back = Some(Theorem::BoundedLookBack { reach: 3, modulus: 1 });
        assert_eq!(Nimbers(taking.clone()).theorem(), look_back);
        assert_eq!(Outcomes(Misere(taking)).theorem(), look_back);
    }

    #[test]
    fn heaps_are_read_and_shown() {
        let taking = Taking::new("0.3".parse().unwrap()).unwrap();
        assert_eq!(taking.read("10^3").map(|heap| taking.show(&heap)), Ok("1000".into()));
        assert_eq!(taking.read("1.1").unwrap_err().at, 1);
    }
}
