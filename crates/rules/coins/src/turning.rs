//! The coins that a move may turn.

use smallvec::SmallVec;
use sprague_core::heap::TakeAndBreak;

/// The places of the other coins of a turn, without the rightmost.
pub(crate) type Others = SmallVec<[u64; 6]>;

/// The coins that a move may turn.
///
/// ```
/// use sprague_rules_coins::Turning;
/// let others = |turning: Turning| turning.others(4).map(|others| others.to_vec()).collect::<Vec<_>>();
/// assert_eq!(others(Turning::Consecutive), [vec![], vec![3], vec![3, 2], vec![3, 2, 1]]);
/// assert_eq!(others(Turning::Exactly(3)), [vec![2, 1], vec![3, 1], vec![3, 2]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// At most this many coins.
    AtMost(usize),
    /// Exactly this many coins.
    Exactly(usize),
    /// Any number of adjacent coins.
    Consecutive,
    /// A turn by a take-and-break code: a head becomes heads at the sizes of the heaps that the code leaves. Two heads on one
    /// place cancel.
    ByCode(TakeAndBreak),
}

impl Turning {
    /// Returns the sets of other coins that may be turned with the coin at this place. In each set, the largest places come
    /// first.
    pub fn others(&self, place: u64) -> Box<dyn Iterator<Item = Others> + '_> {
        match self {
            Self::AtMost(most) => Box::new((0..*most).flat_map(move |count| sets(place, count))),
            Self::Exactly(count) => Box::new(sets(place, count - 1)),
            Self::Consecutive => Box::new((1..=place).rev().map(move |last| (last..place).rev().collect())),
            Self::ByCode(code) => Box::new((0..=place).rev().zip(code.digits()).flat_map(|(left, digit)| parts(left, *digit))),
        }
    }
}

/// Returns all sets of `count` places below this one.
fn sets(place: u64, count: usize) -> Box<dyn Iterator<Item = Others>> {
    match count {
        0 => Box::new(core::iter::once(Others::new())),
        1 => Box::new((1..place).map(|other| Others::from_elem(other, 1))),
        _ => Box::new((1..place).flat_map(move |first| {
            sets(first, count - 1).map(move |mut rest| {
                rest.insert(0, first);
                rest
            })
        })),
    }
}

/// Returns the heaps that a digit leaves of `left` tokens, where two heaps of one size cancel.
fn parts(left: u64, digit: u8) -> Box<dyn Iterator<Item = Others>> {
    let has = move |bit: u8| digit >> bit & 1 == 1;
    let none = (has(0) && left == 0).then(Others::new);
    let one = (has(1) && left > 0).then(|| Others::from_elem(left, 1));
    let two = (1..=if has(2) { left / 2 } else { 0 }).map(move |small| cancelled(&[left - small, small]));
    let three = (1..=if has(3) { left / 3 } else { 0 }).flat_map(move |small| {
        (small..=(left - small) / 2).map(move |middle| cancelled(&[left - small - middle, middle, small]))
    });
    Box::new(none.into_iter().chain(one).chain(two).chain(three))
}

/// Returns the places that occur an odd number of times, in falling order.
fn cancelled(places: &[u64]) -> Others {
    let mut left = Others::new();
    for place in places {
        if left.last() == Some(place) {
            left.pop();
        } else {
            left.push(*place);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_those_of_the_definition() {
        for place in 1..9_u64 {
            let all = 0..1_u64 << (place - 1);
            let of = |turning: Turning| {
                let mask = |others: Others| others.iter().map(|other| 1 << (other - 1)).sum::<u64>();
                let mut found: Vec<u64> = turning.others(place).map(mask).collect();
                found.sort_unstable();
                found
            };
            let with = |is_wanted: &dyn Fn(u64) -> bool| all.clone().filter(|mask| is_wanted(*mask)).collect::<Vec<_>>();
            for most in [2, 3, 5, 7] {
                assert_eq!(of(Turning::AtMost(most)), with(&|mask| (mask.count_ones() as usize) < most));
            }
            for count in [2, 3] {
                assert_eq!(of(Turning::Exactly(count)), with(&|mask| mask.count_ones() as usize == count - 1));
            }
            assert_eq!(
                of(Turning::Consecutive),
                with(&|mask| (mask + (mask & mask.wrapping_neg())).is_multiple_of(1 << (place - 1)))
            );
        }
    }

    #[test]
    fn digits_without_splits_cost_nothing_however_large_the_heap_is() {
        for (code, count) in [("0.3", 1), ("0.1", 0), ("0.33", 2), ("8.", 1), ("0.0", 0)] {
            let turning = Turning::ByCode(code.parse().unwrap());
            assert_eq!(turning.others(u64::MAX).take(count).count(), count, "{code}");
            assert!(code == "8." || turning.others(u64::MAX).count() == count, "{code}");
        }
    }

    #[test]
    fn heaps_of_one_size_cancel() {
        let halve = Turning::ByCode("4.".parse().unwrap());
        assert_eq!(halve.others(4).map(|others| others.to_vec()).collect::<Vec<_>>(), [vec![3, 1], vec![]]);
        let thirds = Turning::ByCode("8.".parse().unwrap());
        assert_eq!(thirds.others(6).map(|others| others.to_vec()).collect::<Vec<_>>(), [vec![4], vec![3, 2, 1], vec![2]]);
    }
}
