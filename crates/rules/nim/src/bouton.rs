//! Bouton's theorem: a position of Nim is lost exactly if its nim-sum is 0.
//!
//! The nim-sum is the exclusive or of the sizes of the heaps.
//!
//! Bouton 1901, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3, pp. 35–39.

use core::ops::BitXorAssign;

/// A type of number for the sizes of heaps.
///
/// `u64` and the other unsigned integers, or `num_bigint::BigUint` for heaps of any size.
///
/// ```
/// fn counts_heaps<H: sprague_rules_nim::HeapSize>() {}
/// counts_heaps::<u64>();
/// counts_heaps::<num_bigint::BigUint>();
/// ```
pub trait HeapSize: Clone + Ord + From<u8> + for<'a> BitXorAssign<&'a Self> {}
impl<H: Clone + Ord + From<u8> + for<'a> BitXorAssign<&'a H>> HeapSize for H {}

/// Returns the exclusive or of all heap sizes, which is the nimber of the position.
///
/// The result is 0 if there are no heaps.
///
/// ```
/// use num_bigint::BigUint;
/// use sprague_rules_nim::nim_sum;
///
/// assert_eq!(nim_sum(&[4_u64, 11, 15]), 0);
/// let huge = BigUint::from(2_u8).pow(70);
/// assert_eq!(nim_sum(&[huge.clone(), BigUint::from(5_u8)]), huge + 5_u8);
/// ```
pub fn nim_sum<H: HeapSize>(heaps: &[H]) -> H {
    let mut total = H::from(0);
    heaps.iter().for_each(|heap| total ^= heap);
    total
}

/// Returns all winning moves of normal play, each as the index of the heap and its new size.
///
/// A move wins if the exclusive or of the heaps after it is 0. So the heap h must become h xor total, which is a move if that
/// is less than h. This is the case exactly if h contains the top binary digit of the total. An odd number of heaps contains
/// it, so a won position has an odd number of winning moves.
///
/// ```
/// use sprague_rules_nim::winning_moves;
///
/// assert_eq!(winning_moves(&[1_u64, 3, 3]), [(0, 0), (1, 2), (2, 2)]);
/// assert_eq!(winning_moves(&[1_u64, 4, 5]), []); // lost
/// ```
pub fn winning_moves<H: HeapSize>(heaps: &[H]) -> Vec<(usize, H)> {
    let total = nim_sum(heaps);
    let leaving_zero = |(index, heap): (usize, &H)| {
        let mut size = total.clone();
        size ^= heap;
        (size < *heap).then_some((index, size))
    };
    heaps.iter().enumerate().filter_map(leaving_zero).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nim;
    use num_bigint::BigUint;
    use sprague_core::{Ruleset, SumOf};
    use sprague_testkit::judge;
    use std::collections::HashMap;

    /// The definition: a position is won if some option is lost.
    fn is_won(heaps: &Vec<u64>, known: &mut HashMap<Vec<u64>, bool>) -> bool {
        if let Some(&won) = known.get(heaps) {
            return won;
        }
        let won = SumOf(Nim).options(heaps).any(|option| !is_won(&option, known));
        known.insert(heaps.clone(), won);
        won
    }

    #[test]
    fn the_theorem_agrees_with_the_definition() {
        let mut known = HashMap::new();
        for count in 0..=4 {
            for heaps in judge::heaps(count, 6) {
                let winning = judge::winning_moves(&heaps, |option| !is_won(option, &mut known));
                assert_eq!(winning_moves(&heaps), winning, "{heaps:?}");
                assert_eq!(is_won(&heaps, &mut known), nim_sum(&heaps) != 0, "{heaps:?}");
            }
        }
    }

    #[test]
    fn theory_2c_one_and_only_one_heap_can_be_reduced_is_wrong_for_three_positions_at_once() {
        for heaps in [[1_u64, 1, 1], [1, 3, 3], [2, 2, 3]] {
            assert_eq!(winning_moves(&heaps).len(), 3, "{heaps:?}");
        }
    }

    #[test]
    fn a_won_position_has_an_odd_number_of_winning_moves() {
        for heaps in (0..=5).flat_map(|count| judge::heaps(count, 4)) {
            let winning = winning_moves(&heaps);
            assert_eq!(winning.len() % 2, usize::from(nim_sum(&heaps) != 0), "{heaps:?}");
            assert_eq!(winning.is_empty(), nim_sum(&heaps) == 0, "{heaps:?}");
        }
    }

    #[test]
    fn the_numbers_of_the_last_move_game_are_lost() {
        for heaps in [[0_u64, 1, 1], [0, 2, 2], [1, 2, 3], [1, 4, 5], [2, 4, 6], [2, 9, 11], [4, 11, 15]] {
            assert_eq!(nim_sum(&heaps), 0, "{heaps:?}");
        }
        assert_ne!(nim_sum(&[3_u64, 5, 7]), 0);
    }

    #[test]
    fn large_numbers_follow_the_same_theorem_as_small_ones() {
        for heaps in judge::heaps(3, 9) {
            let raised: Vec<BigUint> = heaps.iter().map(|&heap| BigUint::from(heap) << 100_u32).collect();
            let winning = winning_moves(&heaps).into_iter().map(|(index, size)| (index, BigUint::from(size) << 100_u32));
            assert_eq!(winning_moves(&raised), winning.collect::<Vec<_>>(), "{heaps:?}");
        }
        assert_eq!(winning_moves(&[u64::MAX, 1]), [(0, 1)]);
    }
}
