//! Heads as heaps: a sum whose nimber is that of a row of coins.

use crate::Turning;
use core::fmt;
use sprague_core::heap::{ByHeap, Heaps};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Impartial, Notation, Ruleset};

/// Heaps in which a move replaces one heap by the other coins of a turn. It is the sum of the heads of a row, each on its own.
///
/// ```
/// use sprague_core::heap::{Heaps, Nimbers, Rows};
/// use sprague_rules_coins::{Heads, Turning};
/// let mock_turtles = Rows::of(&Nimbers(Heads(Turning::AtMost(3))), 9);
/// assert_eq!(mock_turtles.column(0).map(|nimber| nimber.0).collect::<Vec<_>>(), [0, 1, 2, 4, 7, 8, 11, 13, 14]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Heads(pub Turning);

/// A move: the index of the heap that is replaced, and the heaps in its place.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Replaced(usize, Vec<u64>);

impl fmt::Display for Replaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "replace heap {} by {:?}", self.0 + 1, self.1)
    }
}

impl Ruleset for Heads {
    type Position = Heaps;
    type Move = Replaced;
    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = Replaced> {
        let sizes: Vec<u64> = heaps.as_slice().to_vec();
        sizes
            .into_iter()
            .enumerate()
            .flat_map(move |(index, place)| self.0.others(place).map(move |others| Replaced(index, others.to_vec())))
    }
    fn play(&self, heaps: &Heaps, Replaced(index, others): &Replaced) -> Heaps {
        heaps.replace(*index, others.iter().copied())
    }
    fn allocated_bytes(&self, heaps: &Heaps) -> usize {
        heaps.allocated_bytes()
    }
}
impl Impartial for Heads {
    fn summands(&self, heaps: &Heaps) -> impl Iterator<Item = Heaps> {
        heaps.as_slice().to_vec().into_iter().map(Heaps::one)
    }
    fn is_loopfree(&self, _: &Heaps) -> bool {
        true
    }
}
impl ByHeap for Heads {
    fn position(&self, heap: u64, _: usize) -> Heaps {
        Heaps::one(heap)
    }
    fn heap_index(&self, heaps: &Heaps) -> (u64, usize) {
        (heaps.as_slice().first().copied().unwrap_or(0), 0)
    }
}
impl Notation<Heaps> for Heads {
    fn read(&self, text: &str) -> Result<Heaps, BadNotation> {
        let heaps = Reader::new(text).whole(|reader| reader.list('.', Reader::small))?;
        Ok(heaps.into_iter().collect())
    }
    fn show(&self, heaps: &Heaps) -> String {
        heaps.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::{Nimbers, Rows};
    use std::collections::HashSet;

    fn nimbers(turning: Turning, count: usize) -> Vec<u32> {
        Rows::of(&Nimbers(Heads(turning)), count).column(0).map(|nimber| nimber.0).collect()
    }

    /// Computes the nimbers of heads if at most `coins` coins are turned.
    fn at_most(coins: usize, count: usize) -> Vec<u32> {
        let mut nimbers = vec![0];
        // for each number of coins, the nim-sums of at most that many earlier nimbers
        let mut sums: Vec<HashSet<u32>> = vec![HashSet::from([0]); coins];
        while nimbers.len() < count {
            let next = (0..).find(|nimber| !sums[coins - 1].contains(nimber)).unwrap();
            nimbers.push(next);
            for few in (1..coins).rev() {
                let with: Vec<u32> = sums[few - 1].iter().map(|sum| sum ^ next).collect();
                sums[few].extend(with);
            }
        }
        nimbers
    }

    #[test]
    fn nimbers_are_those_of_the_theorems() {
        let odious = (0..).map(|n: u32| 2 * n + u32::from(n.count_ones().is_multiple_of(2))).take(60);
        assert_eq!(nimbers(Turning::AtMost(2), 60), (0..60).collect::<Vec<_>>());
        assert_eq!(nimbers(Turning::AtMost(3), 61)[1..], odious.collect::<Vec<_>>());
        let ruler = nimbers(Turning::Consecutive, 60);
        assert!((1..60_u32).all(|n| ruler[n as usize] == 1 << n.trailing_zeros()));
        let twins = nimbers(Turning::Exactly(2), 40);
        assert!((1..40).all(|n| twins[n] as usize == n - 1));
        assert_eq!(nimbers(Turning::Exactly(3), 9)[1..], [0, 0, 1, 2, 4, 7, 8, 11]);
        for coins in [2, 3, 5, 7] {
            assert_eq!(nimbers(Turning::AtMost(coins), 14), at_most(coins, 14), "{coins}");
        }
        let kayles = nimbers(Turning::ByCode("0.77".parse().unwrap()), 13);
        assert_eq!(kayles, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]);
    }

    /// The extended Golay code: *Winning Ways*, ch. 14.
    #[test]
    fn lost_rows_of_mogul_on_24_coins_are_the_extended_golay_code() {
        let nimbers = at_most(7, 25);
        let (mut lost, mut of_weight_8, mut least) = (0, 0, 24);
        let mut sum = 0;
        // all rows in the order of a Gray code, so that one coin is turned at a time
        for row in 1..1_u32 << 24 {
            sum ^= nimbers[row.trailing_zeros() as usize + 1];
            let weight = (row ^ row >> 1).count_ones();
            if sum == 0 {
                (lost, of_weight_8, least) = (lost + 1, of_weight_8 + u32::from(weight == 8), least.min(weight));
            }
        }
        assert_eq!((lost + 1, of_weight_8, least), (4_096, 759, 8));
    }
}
