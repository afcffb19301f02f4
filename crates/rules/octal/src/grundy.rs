//! Grundy's game: a move splits a heap into two heaps of different sizes.
//!
//! Grundy 1939; OEIS A002188. It is not known whether its nimbers repeat.

use crate::breaking::{Breaking, heaps_that_break};
use sprague_core::heap::HeapRules;

/// The rules of Grundy's game. Heaps of one or two tokens have no moves.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_core::heap::Heaps;
/// use sprague_rules_octal::Grundy;
///
/// let moves: Vec<String> = Grundy.moves(&Heaps::from_iter([2, 6])).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["6: split into 1.5", "6: split into 2.4"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grundy;

impl Breaking for Grundy {
    type Parts = [u64; 3];

    fn breaks(&self, heap: u64) -> impl Iterator<Item = (u64, [u64; 3])> {
        let below_half = heap.saturating_sub(1) / 2;
        (1..=below_half).map(move |small| (0, [small, heap - small, 0]))
    }
    fn is_breakable(&self, heap: u64) -> bool {
        heap > 2
    }
    fn rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Grundy)
    }
}

heaps_that_break!(Grundy);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Nimber;
    use sprague_core::heap::{HeapSequence, Nimbers, Rows};

    #[test]
    fn the_first_values_are_those_of_a002188() {
        let values: Vec<u32> = Rows::of(&Nimbers(Grundy), 28).column(0).map(|Nimber(value)| value).collect();
        assert_eq!(values, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4]);
    }

    #[test]
    fn values_follow_from_the_definition() {
        let mut known: Vec<u32> = vec![];
        for heap in 0..120_usize {
            let splits = (1..heap).filter(|&part| part != heap - part);
            let options: Vec<u32> = splits.map(|part| known[part] ^ known[heap - part]).collect();
            known.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        let values: Vec<u32> = Rows::of(&Nimbers(Grundy), 120).column(0).map(|Nimber(value)| value).collect();
        assert_eq!(values, known);
    }

    #[test]
    fn no_theorem_is_known() {
        assert_eq!(Nimbers(Grundy).theorem(), None);
    }
}
