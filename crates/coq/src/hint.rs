//! Finds the mask of a sparse space, which determines the rare values of a take-and-break game.
//!
//! With this hint Coq computes rows faster. The proof is valid for every mask. Source: Gangolli & Plambeck 1989; *Winning
//! Ways*, ch. 4.

/// The maximum value. Larger values are ignored, so that a forged certificate cannot use much memory.
const MOST: usize = 1 << 20;

/// Returns the mask with the fewest rare values, and the number of rare values.
///
/// The value of the empty heap and values of 2²⁰ or more are ignored. A value is rare if an even number of its bits are in the
/// mask. One Walsh–Hadamard transform of the counts of the values gives the numbers for all masks, in O(v log v) for values up
/// to v.
pub(crate) fn mask(values: impl IntoIterator<Item = u32>) -> (u32, u64) {
    let mut counts: Vec<i64> = vec![0; 2];
    let mut all = 0;
    for value in values.into_iter().skip(1) {
        let value = value as usize;
        if value >= MOST {
            continue;
        }
        if value >= counts.len() {
            counts.resize((value + 1).next_power_of_two(), 0);
        }
        counts[value] += 1;
        all += 1;
    }
    let mut half = 1;
    while half < counts.len() {
        for block in counts.chunks_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
    // for each mask: the number of rare values minus the number of common ones
    let (mask, excess) =
        counts.iter().enumerate().skip(1).min_by_key(|(_, excess)| **excess).expect("there are two masks or more");
    (mask as u32, ((all + excess) / 2).unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rare_values_of_kayles_are_few() {
        let values = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7];
        let rare = |mask: u32| values[1..].iter().filter(|value| (*value & mask).count_ones().is_multiple_of(2)).count() as u64;
        let (best, count) = mask(values);
        assert_eq!((best, count), (7, 5));
        assert_eq!(rare(best), count);
        assert!((1..8).all(|mask| rare(mask) >= count));
    }

    #[test]
    fn no_values_have_a_mask() {
        assert_eq!(mask([]), (1, 0));
        assert_eq!(mask([0, 0, 0]), (1, 2));
    }
}
