//! Take-and-break games by their codes.
//!
//! Guy & Smith 1956; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

use crate::breaking::{Breaking, heaps_that_break};
use core::fmt;
use sprague_core::BadNotation;
use sprague_core::heap::{HeapRules, TakeAndBreak};
use std::str::FromStr;

/// The game with this code, on any number of heaps.
///
/// If bit `k` of digit `i` is set, a move may take `i` tokens from a heap and leave the rest of it as exactly `k` heaps, none
/// of them empty. A heap of n tokens has O(n) moves for each digit with a 4, and O(n²) moves for each digit with an 8.
///
/// ```
/// use sprague_core::{Nimber, Ruleset};
/// use sprague_core::heap::{Heaps, Nimbers, Rows};
/// use sprague_rules_octal::Octal;
///
/// let kayles: Octal = "0.77".parse().unwrap();
/// let options: Vec<String> = kayles.options(&Heaps::one(3)).map(|heaps| heaps.to_string()).collect();
/// assert_eq!(options, ["2", "1.1", "1"]);
/// let values: Vec<u32> = Rows::of(&Nimbers(kayles), 12).column(0).map(|Nimber(value)| value).collect();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Octal(pub TakeAndBreak);

impl FromStr for Octal {
    type Err = BadNotation;
    fn from_str(code: &str) -> Result<Self, BadNotation> {
        code.parse().map(Self)
    }
}

impl fmt::Display for Octal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns the ways to leave `left` tokens as heaps. Each bit of `digit` allows one number of heaps.
///
/// Taking 0 tokens is no special case, because digit 0 never has the bits 1 and 2.
fn parts(digit: u8, left: u64) -> impl Iterator<Item = [u64; 3]> {
    let none = (digit & 1 != 0 && left == 0).then_some([0; 3]);
    let one = (digit & 2 != 0 && left > 0).then_some([left, 0, 0]);
    let two = if digit & 4 != 0 { left / 2 } else { 0 };
    let three = if digit & 8 != 0 { left / 3 } else { 0 };
    let two = (1..=two).map(move |small| [small, left - small, 0]);
    let three = (1..=three).flat_map(move |small| {
        let rest = left - small;
        (small..=rest / 2).map(move |middle| [small, middle, rest - middle])
    });
    none.into_iter().chain(one).chain(two).chain(three)
}

impl Breaking for Octal {
    type Parts = [u64; 3];

    fn breaks(&self, heap: u64) -> impl Iterator<Item = (u64, [u64; 3])> {
        let takes = (0..=heap).zip(self.0.digits());
        takes.flat_map(move |(taken, &digit)| parts(digit, heap - taken).map(move |parts| (taken, parts)))
    }
    fn is_breakable(&self, heap: u64) -> bool {
        // the numbers of heaps that `left` tokens can form, as bits
        let fitting = |left| match left {
            0 => 0b1,
            1 => 0b10,
            2 => 0b110,
            _ => 0b1110,
        };
        (0..=heap).zip(self.0.digits()).any(|(taken, &digit)| digit & fitting(heap - taken) != 0)
    }
    fn rules(&self) -> Option<HeapRules> {
        Some(HeapRules::TakeAndBreak(self.0.clone()))
    }
}

heaps_that_break!(Octal);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Nimber;
    use sprague_core::heap::{ByHeap, HeapSequence, Heaps, Nimbers, Rows, Theorem};
    use std::collections::HashMap;

    /// The nimbers g(0) … g(60) from `shared/vectors/octal_grundy.json`.
    #[rustfmt::skip]
    const VECTORS: [(&str, [u32; 61]); 6] = [
        ("0.77", [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, 4, 1, 2, 3, 1, 4, 7, 2, 1, 8, 2, 7, 4, 1, 2, 8, 1, 4, 7, 2, 1, 4, 2, 7, 4]),
        ("0.07", [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2]),
        ("0.137", [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1]),
        ("0.6", [0, 0, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 0, 3, 4, 2, 1, 3, 2, 1, 0, 2, 1, 4, 5, 1, 4, 5, 1, 2, 0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 1, 0, 2, 8, 4, 5, 3, 4, 5, 6, 2, 5, 1, 2, 3, 1]),
        ("0.04", [0, 0, 0, 0, 1, 1, 1, 2, 2, 0, 3, 3, 1, 1, 1, 0, 4, 3, 3, 3, 2, 2, 2, 4, 4, 0, 5, 5, 2, 2, 2, 3, 3, 0, 5, 0, 1, 1, 1, 3, 3, 3, 5, 6, 4, 4, 1, 0, 5, 5, 6, 6, 2, 7, 7, 7, 8, 0, 1, 9, 2]),
        ("0.14", [0, 1, 0, 0, 1, 0, 2, 1, 2, 2, 1, 0, 4, 1, 4, 4, 1, 2, 2, 1, 2, 0, 1, 0, 4, 1, 2, 6, 1, 6, 4, 1, 4, 0, 1, 0, 2, 1, 2, 6, 1, 4, 4, 1, 4, 6, 1, 2, 2, 1, 2, 0, 1, 0, 8, 1, 6, 6, 1, 6, 4]),
    ];

    fn values(code: &str, rows: usize) -> Vec<u32> {
        let rows = Rows::of(&Nimbers(code.parse::<Octal>().unwrap()), rows);
        rows.column(0).map(|Nimber(value)| value).collect()
    }

    #[test]
    fn known_values_are_found() {
        for (code, expected) in VECTORS {
            assert_eq!(values(code, 61), expected, "{code}");
        }
    }

    /// The definition: nimbers of whole positions, without sums and nimbers of heaps.
    ///
    /// It tries all ordered ways to leave heaps and sorts them.
    struct Naive {
        digits: Vec<u8>,
        known: HashMap<Vec<usize>, u32>,
    }

    impl Naive {
        fn new(code: &str) -> Self {
            Self { digits: code.parse::<TakeAndBreak>().unwrap().digits().to_vec(), known: HashMap::new() }
        }

        fn options(&self, heaps: &[usize]) -> Vec<Vec<usize>> {
            let mut options = vec![];
            for (index, &heap) in heaps.iter().enumerate() {
                for a in 0..=heap {
                    for b in 0..=heap - a {
                        for c in 0..=heap - a - b {
                            let taken = heap - a - b - c;
                            let left = [a, b, c].iter().filter(|&&part| part > 0).count();
                            if self.digits.get(taken).is_some_and(|digit| digit >> left & 1 != 0) {
                                let mut option = heaps.to_vec();
                                option.remove(index);
                                option.extend([a, b, c].iter().filter(|&&part| part > 0));
                                option.sort_unstable();
                                options.push(option);
                            }
                        }
                    }
                }
            }
            options.sort_unstable();
            options.dedup();
            options
        }

        fn nimber(&mut self, heaps: Vec<usize>) -> u32 {
            if let Some(&value) = self.known.get(&heaps) {
                return value;
            }
            let options: Vec<u32> = self.options(&heaps).into_iter().map(|option| self.nimber(option)).collect();
            let value = (0..).find(|value| !options.contains(value)).unwrap();
            self.known.insert(heaps, value);
            value
        }
    }

    #[test]
    fn digits_with_an_eight_leave_three_heaps_in_every_way_once() {
        for code in ["8.", "0.8", "0.9", "0.f", "c.", "8.3", "0.08c", "4.00b"] {
            let mut naive = Naive::new(code);
            let expected: Vec<u32> = (0..=13).map(|heap| naive.nimber(if heap == 0 { vec![] } else { vec![heap] })).collect();
            assert_eq!(values(code, 14), expected, "{code}");
        }
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for code in ["0.77", "0.137", "4.", "8.", "c.f", "0.0f", "0.5", "0.1"] {
            let (rules, naive) = (code.parse::<Octal>().unwrap(), Naive::new(code));
            for heaps in [vec![], vec![1], vec![2], vec![9], vec![3, 3], vec![1, 5, 5, 8]] {
                let position: Heaps = heaps.iter().map(|&heap| heap as u64).collect();
                let mut found: Vec<Vec<usize>> = sprague_core::Ruleset::options(&rules, &position)
                    .map(|option| option.as_slice().iter().map(|&heap| heap as usize).collect())
                    .collect();
                found.sort_unstable();
                found.dedup();
                assert_eq!(found, naive.options(&heaps), "{code} from {heaps:?}");
            }
        }
    }

    #[test]
    fn the_rules_are_known_to_the_theorems() {
        let kayles: Octal = "0.77".parse().unwrap();
        assert_eq!(Nimbers(kayles).theorem(), Some(Theorem::GuySmith { heaps: 2, taken: 2 }));
    }

    #[test]
    fn a_heap_and_its_place_correspond() {
        let rules: Octal = "0.77".parse().unwrap();
        for heap in [0, 1, 9, u64::MAX] {
            assert_eq!(rules.heap_index(&rules.position(heap, 0)), (heap, 0));
        }
    }

    #[test]
    fn a_heap_is_breakable_where_it_breaks() {
        for code in ["0.77", "0.07", "0.137", "0.007", "4.", "8.", "c.7", "0.8", "0.f", "4.0002", "8.4c1", "0.001", "0.1", "0.02"]
        {
            let rules: Octal = code.parse().unwrap();
            for heap in 0..30 {
                assert_eq!(rules.is_breakable(heap), rules.breaks(heap).next().is_some(), "{code}@{heap}");
            }
        }
    }
}
