//! Excludes rare values below the values of a stretch, for 64 heaps per word.
//!
//! Bit i of row v is set if heap i has the value v. A move that takes t tokens and splits off a tokens excludes the value x
//! from heap n if heap n − t − a has the value x ⊕ g(a): that is the row of this value, shifted by t + a. For every rare value,
//! a short list of splits excludes it from nearly all heaps. The list is chosen on the first stretch, greedily: the next split
//! is the one that excludes the value from most of the remaining heaps. Heaps that all splits of a list leave over are examined
//! one by one.

use crate::chain::VALUES;
use crate::past::STRETCH;
use crate::vectors::with_vectors;
use std::collections::BinaryHeap;

/// The number of words of a stretch, and of the heaps before it.
const WORDS: usize = STRETCH / 64;
const BEFORE: usize = 16;
const ROW: usize = BEFORE + WORDS;
/// The largest distance in a list, in tokens.
pub(crate) const FARTHEST: usize = 64 * BEFORE;
/// The number of words that are processed together.
const TOGETHER: usize = 8;
/// The number of splits between two checks whether any heap is left.
const TRIED: usize = 4;
/// The number of times that a list excludes its value, each time with other splits.
const TIMES: usize = 3;
const LONGEST: usize = 200;

/// A split, or a move without a split. It excludes a value if the heap at distance `back` has the value `value`.
#[derive(Clone, Copy)]
struct Split {
    back: usize,
    value: usize,
}

/// The heaps with each value as bits, and the lists of splits for each rare value.
pub(crate) struct Exclusions {
    /// The rare values of even heaps and of odd heaps, as bits.
    rare: [u64; 2],
    /// The distances that moves look back, up to [`FARTHEST`], each with the number that is added to the value there.
    looks: Vec<(usize, u16)>,
    /// For each value its list. Empty until the lists are chosen.
    lists: Vec<Vec<Split>>,
    /// [`ROW`] words for each value.
    rows: Vec<u64>,
}

impl Exclusions {
    pub(crate) fn new(rare: [u64; 2], looks: Vec<(usize, u16)>) -> Self {
        Self { rare, looks, lists: vec![], rows: vec![0; VALUES * ROW] }
    }

    /// Starts again after these values.
    pub(crate) fn resume(&mut self, g: &[u16]) {
        fill(&mut self.rows, 0, &g[g.len() - FARTHEST..]);
    }

    /// Stores the values of the next stretch as bits.
    pub(crate) fn take(&mut self, stretch: &[u16]) {
        fill(&mut self.rows, BEFORE, stretch);
        if self.lists.is_empty() {
            self.choose();
        }
    }

    /// Moves on by a stretch.
    pub(crate) fn shift(&mut self) {
        self.rows.chunks_exact_mut(ROW).for_each(|row| row.copy_within(WORDS.., 0));
    }

    /// Makes the next stretch choose the lists anew.
    pub(crate) fn reconsider(&mut self) {
        self.lists.clear();
    }

    /// Fills `left` with the heaps for which the list of a smaller rare value does not exclude it: the value, the index of a
    /// word, and the heaps as bits of that word.
    pub(crate) fn left_over(&self, left: &mut Vec<(usize, usize, u64)>) {
        left.clear();
        left_over(self, left);
    }

    /// Returns the heaps of these words for which `value` is rare and smaller than their value.
    ///
    /// `above` are the heaps with a greater value. The heaps with the value itself are added to it.
    #[inline(always)]
    fn needed<const LEN: usize>(&self, value: usize, word: usize, above: &mut [u64; LEN]) -> [u64; LEN] {
        let even = if self.rare[0] >> value & 1 == 1 { 0x5555_5555_5555_5555 } else { 0 };
        let odd = if self.rare[1] >> value & 1 == 1 { 0xAAAA_AAAA_AAAA_AAAA } else { 0 };
        let row: &[u64; LEN] = words(&self.rows, value, BEFORE + word);
        let mut needed = *above;
        for i in 0..LEN {
            needed[i] &= even | odd;
            above[i] |= row[i];
        }
        needed
    }

    fn choose(&mut self) {
        let (mut lists, mut above) = (vec![vec![]; VALUES], [0; WORDS]);
        for (value, list) in lists.iter_mut().enumerate().rev() {
            let needed = self.needed(value, 0, &mut above);
            let split = |&(back, added): &(usize, u16)| Split { back, value: value ^ usize::from(added) };
            let mut splits: Vec<Split> = self.looks.iter().map(split).filter(|split| split.value < VALUES).collect();
            for _ in 0..TIMES {
                if any(&needed) && list.len() < LONGEST {
                    list.append(&mut self.cover(needed, &mut splits));
                }
            }
        }
        self.lists = lists;
    }

    /// Chooses splits that together exclude a value from as many of these heaps as possible, and removes them from `splits`.
    ///
    /// The choice is greedy. The number of heaps that a split excludes can only shrink, so an earlier count is an upper bound
    /// (lazy greedy, Minoux 1978).
    fn cover(&self, mut heaps: [u64; WORDS], splits: &mut Vec<Split>) -> Vec<Split> {
        let mut counts: BinaryHeap<(u32, usize)> = (0..splits.len()).map(|at| (u32::MAX, at)).collect();
        let mut chosen = vec![];
        // take the split with the largest count; if its count has shrunk, it goes back among the others
        while let Some((_, at)) = counts.pop() {
            let count = excluded(&self.rows, &heaps, splits[at]);
            if count == 0 {
                continue;
            }
            if counts.peek().is_some_and(|(bound, _)| *bound > count) {
                counts.push((count, at));
                continue;
            }
            for (word, heaps) in heaps.as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate() {
                take_out(&self.rows, word * TOGETHER, splits[at], heaps);
            }
            chosen.push(at);
            if !any(&heaps) || chosen.len() == LONGEST {
                break;
            }
        }
        let list = chosen.iter().map(|&at| splits[at]).collect();
        chosen.sort_unstable();
        chosen.into_iter().rev().for_each(|at| _ = splits.swap_remove(at));
        list
    }

    /// Calls `visit` with each index into the stretch at which the last values are `tail`.
    pub(crate) fn ends(&self, tail: &[u16], mut visit: impl FnMut(usize)) {
        if tail.iter().any(|&value| usize::from(value) >= VALUES) {
            return;
        }
        for word in 0..WORDS {
            let mut heaps = [u64::MAX];
            for (back, &value) in tail.iter().rev().enumerate().take(FARTHEST) {
                let [here] = shifted(&self.rows, word, Split { back, value: value.into() });
                heaps[0] &= here;
                if heaps[0] == 0 {
                    break;
                }
            }
            bits(heaps[0], |bit| visit(64 * word + bit));
        }
    }
}

/// Calls `visit` with the index of each bit that is set.
pub(crate) fn bits(mut word: u64, mut visit: impl FnMut(usize)) {
    while word != 0 {
        visit(word.trailing_zeros() as usize);
        word &= word - 1;
    }
}

#[inline(always)]
fn any<const LEN: usize>(words: &[u64; LEN]) -> bool {
    words.iter().fold(0, |any, word| any | word) != 0
}

#[inline(always)]
fn words<const LEN: usize>(rows: &[u64], value: usize, word: usize) -> &[u64; LEN] {
    rows[value * ROW + word..][..LEN].try_into().expect("so many words")
}

/// Returns the heaps of these words of the stretch for which the heap at the distance of the split has its value.
#[inline(always)]
fn shifted<const LEN: usize>(rows: &[u64], word: usize, split: Split) -> [u64; LEN] {
    let words_back = split.back.div_ceil(64);
    let shift = (64 * words_back - split.back) as u32;
    let low: &[u64; LEN] = words(rows, split.value, BEFORE + word - words_back);
    if words_back == 0 {
        return *low;
    }
    let high: &[u64; LEN] = words(rows, split.value, BEFORE + word - words_back + 1);
    // shift in two steps, because a shift by 64 is not allowed
    core::array::from_fn(|i| low[i] >> shift | high[i] << 1 << (63 - shift))
}

/// Removes the heaps from which a split excludes its value.
#[inline(always)]
fn take_out(rows: &[u64], word: usize, split: Split, heaps: &mut [u64; TOGETHER]) {
    let excluded = shifted::<TOGETHER>(rows, word, split);
    (0..TOGETHER).for_each(|i| heaps[i] &= !excluded[i]);
}

with_vectors! {
    fn left_over(exclusions: &Exclusions, left: &mut Vec<(usize, usize, u64)>) -> () = left_over_body;
}

/// Collects the left-over heaps with plain loops.
///
/// Large closures would be compiled without the vector instructions of the function around them.
#[inline(always)]
fn left_over_body(exclusions: &Exclusions, left: &mut Vec<(usize, usize, u64)>) {
    for word in (0..WORDS).step_by(TOGETHER) {
        let mut above = [0; TOGETHER];
        for (value, list) in exclusions.lists.iter().enumerate().rev() {
            let mut heaps = exclusions.needed(value, word, &mut above);
            let mut splits = list.chunks(TRIED);
            while any(&heaps) {
                let Some(splits) = splits.next() else { break };
                for split in splits {
                    take_out(&exclusions.rows, word, *split, &mut heaps);
                }
            }
            for (word, heaps) in (word..).zip(heaps) {
                if heaps != 0 {
                    left.push((value, word, heaps));
                }
            }
        }
    }
}

with_vectors! {
    /// Returns from how many of these heaps of the stretch a split excludes its value.
    fn excluded(rows: &[u64], heaps: &[u64; WORDS], split: Split) -> u32 = excluded_body;
}

#[inline(always)]
fn excluded_body(rows: &[u64], heaps: &[u64; WORDS], split: Split) -> u32 {
    let excluded = shifted::<WORDS>(rows, 0, split);
    (0..WORDS).map(|i| (heaps[i] & excluded[i]).count_ones()).sum()
}

with_vectors! {
    fn fill(rows: &mut [u64], word: usize, g: &[u16]) -> () = fill_body;
}

#[inline(always)]
fn fill_body(rows: &mut [u64], from: usize, g: &[u16]) {
    for (word, heaps) in (from..).zip(g.as_chunks::<64>().0) {
        // transpose the values to binary, one word for each bit: a multiplication gathers one bit of eight values
        let mut binary = [0_u64; 6];
        for (place, eight) in (0..).step_by(8).zip(heaps.as_chunks::<8>().0) {
            let eight = u64::from_le_bytes(eight.map(|value| value as u8));
            for (bit, word) in binary.iter_mut().enumerate() {
                let gathered = (eight >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *word |= gathered << place;
            }
        }
        let pairs = |a: u64, b: u64| [!a & !b, a & !b, !a & b, a & b];
        let [low, middle, high] = [pairs(binary[0], binary[1]), pairs(binary[2], binary[3]), pairs(binary[4], binary[5])];
        for value in 0..VALUES {
            rows[value * ROW + word] = low[value % 4] & middle[value / 4 % 4] & high[value / 16];
        }
    }
}
