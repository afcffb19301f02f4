//! Games in which a move takes any amount that is not in a finite set.
//!
//! Angela Siegel 2005, *Finite excluded subtraction sets and infinite modular Nim*, thesis, Dalhousie University. If no amount
//! is forbidden, the game is Nim.

use sprague_core::heap::{AmountSet, Amounts, BadAmounts, ByHeap, HeapRules, OneHeap};
use sprague_core::{Impartial, Ruleset};

/// One heap, from which a move takes any amount of at least 1 that is *not* in this set.
///
/// A move is the amount. Small amounts come first.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_subtraction::AllBut;
///
/// let rules = AllBut("2,3".parse()?);
/// assert_eq!(rules.moves(&5).collect::<Vec<_>>(), [1, 4, 5]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct AllBut(pub AmountSet);

impl AllBut {
    /// Builds the game in which these amounts are forbidden.
    ///
    /// ```
    /// use sprague_core::Ruleset;
    /// use sprague_rules_subtraction::AllBut;
    /// assert_eq!(AllBut::of([1, 3]).unwrap().options(&4).collect::<Vec<_>>(), [2, 0]);
    /// ```
    ///
    /// # Errors
    /// [`BadAmounts`] as for [`AmountSet::new`].
    pub fn of(forbidden: impl IntoIterator<Item = u64>) -> Result<Self, BadAmounts> {
        AmountSet::new(forbidden).map(Self)
    }
}

impl Ruleset for AllBut {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let (heap, f) = (*heap, self.0.greatest().unwrap_or(0));
        let up_to_f = (1..=f.min(heap)).filter(|&amount| !self.0.contains(amount));
        // all amounts above f are allowed; counting by the rest of the heap avoids computing f + 1, which may overflow
        up_to_f.chain((0..heap.saturating_sub(f)).rev().map(move |left| heap - left))
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}

impl Impartial for AllBut {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl ByHeap for AllBut {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Subtraction(Amounts::AllBut(self.0.clone())))
    }
}

impl OneHeap for AllBut {}

sprague_core::heap_notation!(AllBut);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::{HeapSequence, Nimbers, Outcomes, Rows, Theorem};
    use sprague_core::{Misere, Nimber, Outcome};

    #[test]
    fn the_moves_are_those_of_the_amounts_as_data() {
        for forbidden in [vec![], vec![1], vec![2, 3], vec![1, 2, 3], vec![4, 9], vec![u64::MAX], vec![3, u64::MAX]] {
            let rules = AllBut::of(forbidden).unwrap();
            let amounts = Amounts::AllBut(rules.0.clone());
            for heap in 0..12 {
                assert!(rules.moves(&heap).eq(amounts.up_to(heap)), "{rules:?} {heap}");
            }
        }
    }

    #[test]
    fn the_greatest_heap_and_amount_do_not_overflow() {
        let rules = AllBut::of([u64::MAX]).unwrap();
        assert_eq!(rules.moves(&u64::MAX).next(), Some(1));
        let tail = AllBut::of([1, u64::MAX - 1]).unwrap();
        assert_eq!(tail.moves(&u64::MAX).nth(1), Some(3));
    }

    #[test]
    fn nothing_forbidden_is_nim() {
        let values = Rows::of(&Nimbers(AllBut::default()), 30);
        assert!(values.column(0).enumerate().all(|(n, g)| g == Nimber(n as u32)));
        assert_eq!(Nimbers(AllBut::default()).theorem(), Some(Theorem::AllBut { greatest: 0 }));
    }

    #[test]
    fn lost_heaps_are_at_most_f_and_in_misere_play_at_most_min_s_plus_f() {
        for members in 0..256_u64 {
            let rules = AllBut::of((1..=8).filter(|amount| members >> (amount - 1) & 1 == 1)).unwrap();
            let f = rules.0.greatest().unwrap_or(0) as usize;
            let least_allowed = rules.moves(&u64::MAX).next().unwrap() as usize;
            let lost_above = |rows: Rows<Outcome>, bound| rows.column(0).skip(bound + 1).any(|outcome| outcome == Outcome::Loss);
            assert!(!lost_above(Rows::of(&Outcomes(rules.clone()), 60), f), "{rules:?}");
            assert!(!lost_above(Rows::of(&Outcomes(Misere(rules.clone())), 60), least_allowed + f), "{rules:?}");
        }
    }
}
