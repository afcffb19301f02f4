//! Games in which a move takes an amount of a finite set.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 4; Fisher 2003, *Simulating the Pick-up Stones game*, section 2.

use sprague_core::heap::{AmountSet, Amounts, BadAmounts, ByHeap, FiniteAmounts, HeapRules, OneHeap};
use sprague_core::{Impartial, Ruleset};

/// One heap, from which a move takes an amount of this set.
///
/// A player who cannot move loses.
///
/// A move is the amount. Small amounts come first. If the set is empty, no heap has a move.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_subtraction::Subtraction;
///
/// let rules = Subtraction("1,3,4".parse()?);
/// assert_eq!(rules.options(&3).collect::<Vec<_>>(), [2, 0]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Subtraction(pub AmountSet);

impl Subtraction {
    /// Builds the game in which these amounts are allowed.
    ///
    /// ```
    /// use sprague_rules_subtraction::Subtraction;
    /// assert_eq!(Subtraction::of([4, 1, 3]).unwrap().0.as_slice(), [1, 3, 4]);
    /// ```
    ///
    /// # Errors
    /// [`BadAmounts`] as for [`AmountSet::new`].
    pub fn of(amounts: impl IntoIterator<Item = u64>) -> Result<Self, BadAmounts> {
        AmountSet::new(amounts).map(Self)
    }
}

impl Ruleset for Subtraction {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        self.0.up_to(*heap)
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}

impl Impartial for Subtraction {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl ByHeap for Subtraction {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Subtraction(Amounts::Only(self.0.clone())))
    }
}

impl OneHeap for Subtraction {}

impl FiniteAmounts for Subtraction {
    fn amounts(&self) -> &AmountSet {
        &self.0
    }
}

sprague_core::heap_notation!(Subtraction);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::{HeapSequence, Nimbers, Outcomes, Rows, Theorem};
    use sprague_core::{BadNotation, Notation};
    use sprague_core::{Misere, Outcome};

    fn row(outcomes: &Rows<Outcome>) -> String {
        outcomes.column(0).map(Outcome::letter).collect()
    }

    #[test]
    fn table_1_of_the_paper_is_lost_at_0_2_4_and_6_mod_13() {
        let rows = Rows::of(&Outcomes(Subtraction::of([1, 5, 8, 10]).unwrap()), 101);
        for (n, outcome) in rows.column(0).enumerate() {
            assert_eq!(outcome == Outcome::Loss, [0, 2, 4, 6].contains(&(n % 13)), "{n}");
        }
    }

    #[test]
    fn the_tutorials_rows_for_1_3_4_have_period_7_under_both_endings() {
        let rules = Subtraction::of([1, 3, 4]).unwrap();
        assert_eq!(row(&Rows::of(&Outcomes(rules.clone()), 14)), "PNPNNNNPNPNNNN");
        assert_eq!(row(&Rows::of(&Outcomes(Misere(rules.clone())), 14)), "NPNPNNNNPNPNNN");
        let values = Rows::of(&Nimbers(rules.clone()), 700);
        assert!(values.column(0).zip([0, 1, 0, 1, 2, 3, 2].into_iter().cycle()).all(|(g, expected)| g.0 == expected));
    }

    #[test]
    fn a_heap_is_lost_exactly_if_its_nimber_is_0() {
        for amounts in [vec![1], vec![2, 3], vec![2, 4, 7], vec![1, 5, 8, 10], vec![3], vec![]] {
            let rules = Subtraction::of(amounts).unwrap();
            let (values, outcomes) = (Rows::of(&Nimbers(rules.clone()), 80), Rows::of(&Outcomes(rules.clone()), 80));
            assert!(values.column(0).zip(outcomes.column(0)).all(|(g, outcome)| (g.0 == 0) == (outcome == Outcome::Loss)));
        }
    }

    #[test]
    fn the_look_back_is_the_greatest_amount() {
        let reach = |text: &str| Nimbers(Subtraction(text.parse().unwrap())).theorem();
        assert_eq!(reach("1,3,4"), Some(Theorem::BoundedLookBack { reach: 4, modulus: 1 }));
        assert_eq!(reach("18446744073709551615"), Some(Theorem::BoundedLookBack { reach: u64::MAX, modulus: 1 }));
    }

    #[test]
    fn amounts_above_the_heap_are_no_moves() {
        let rules = Subtraction::of([1, u64::MAX]).unwrap();
        assert_eq!(rules.options(&0).count(), 0);
        assert_eq!(rules.options(&(u64::MAX - 1)).collect::<Vec<_>>(), [u64::MAX - 2]);
        assert_eq!(rules.options(&u64::MAX).collect::<Vec<_>>(), [u64::MAX - 1, 0]);
        assert_eq!(Subtraction::of([0, 1]), Err(BadAmounts::Zero));
    }

    #[test]
    fn heaps_are_read_and_shown() {
        let rules = Subtraction::of([2]).unwrap();
        assert_eq!(rules.read("10^3"), Ok(1000));
        assert_eq!(rules.show(&1000), "1000");
        assert_eq!(rules.read("10/2").unwrap_err(), BadNotation::new(2, "nothing more"));
    }
}
