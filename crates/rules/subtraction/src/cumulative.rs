//! Cumulative subtraction: a move takes an amount of a finite set, and gains as many points.
//!
//! Cohensius, Larsson, Meir & Wahlstedt 2019, *Cumulative subtraction games* (arXiv 1805.09368).

use sprague_core::heap::{AmountSet, ByHeap, HeapRules, OneHeap};
use sprague_core::{Ruleset, ScoreBounds, Scored};

/// One heap, from which a move takes an amount of this set and gains as many points.
///
/// ```
/// use sprague_core::heap::{Rows, Scores};
/// use sprague_rules_subtraction::Cumulative;
///
/// let rows = Rows::of(&Scores(Cumulative("2,5".parse()?)), 10);
/// assert_eq!(rows.cells(), [0, 0, 2, 2, 0, 5, 5, 3, 3, 5]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cumulative(pub AmountSet);

impl Ruleset for Cumulative {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        self.0.up_to(*heap)
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}

impl Scored for Cumulative {
    fn gain(&self, _: &u64, amount: &u64) -> i64 {
        *amount as i64
    }
    /// Bounds the score by the greatest amount that fits, as [`HeapRules::Cumulative`] proves.
    fn score_bounds(&self, heap: &u64) -> ScoreBounds {
        ScoreBounds { low: 0, high: self.0.up_to(*heap).last().map_or(0, |amount| amount as i64) }
    }
}

impl ByHeap for Cumulative {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Cumulative(self.0.clone()))
    }
}

impl OneHeap for Cumulative {}

sprague_core::heap_notation!(Cumulative);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::laws::scored;

    #[test]
    fn laws_hold() {
        for amounts in ["2,5", "1,3,4", "7", "2,3,11"] {
            scored(&Cumulative(amounts.parse().unwrap()), [40]).unwrap();
        }
    }
}
