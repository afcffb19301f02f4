//! Verifies, for many heaps at once after the chain, that smaller rare values are excluded.
//!
//! For a rare value x, a move that takes t tokens and splits off a tokens excludes x from all heaps n with g(n − t − a) = x ⊕
//! g(a). With bit rows, these are found for 64 heaps per word. A list of splits that together cover nearly all heaps is chosen
//! once, by the greedy rule for set cover. The heaps left over are examined one by one.

use super::bit_rows::{BEFORE, BitRows};
use super::{DEEPEST, LISTED, Moves, STRETCH, SimdLevel};
use crate::simd::for_lanes;
use sprague_core::Stopped;
use sprague_core::limits::Work;

/// The number of heaps from which the lists are chosen.
const SAMPLE: usize = 1 << 15;

/// The largest number of heaps before the sample that are used.
const PAST: usize = 1024;

/// A split that excludes one rare value from each heap n for which heap n − `back` has the value `other`. `part` is its smaller
/// part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    back: usize,
    other: u8,
    part: usize,
}

/// A split of a list, in the form in which it is applied.
///
/// The words of heaps from `w` on are compared with the words of the bit rows from `from` + `w` on, shifted by `shift` bits.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: usize,
    shift: i64,
    /// The largest part of the splits up to this one.
    deepest: usize,
}

/// The lists for one code, and the last values.
#[derive(Clone, Debug)]
pub(super) struct Verifier {
    /// The rare values of even heaps and of odd heaps, as bits.
    rare_values: [u64; 2],
    /// For every rare value, the splits that exclude it from most heaps.
    lists: Vec<(u8, Vec<Step>)>,
    /// The values of heaps up to [`DEEPEST`], the greatest heap first. The value of the empty heap is 0.
    small: Vec<u8>,
    breaking: Vec<usize>,
    single: Vec<usize>,
    rows: BitRows,
    lanes: SimdLevel,
}

impl Verifier {
    /// Returns the verifier for the heaps after `g`. Values are below 32 if `is_narrow`, else below 64.
    pub(super) fn new(
        moves: &Moves,
        rare_values: [u64; 2],
        is_narrow: bool,
        g: &[u8],
        lanes: SimdLevel,
        work: &mut Work<'_>,
    ) -> Result<Self, Stopped> {
        let mut small = g[..=DEEPEST].to_vec();
        small[0] = 0;
        small.reverse();
        let (breaking, single) = (moves.breaking.clone(), moves.single.clone());
        let rows = BitRows::new(if is_narrow { 32 } else { 64 }, g, lanes);
        let mut verifier = Self { rare_values, lists: vec![], small, breaking, single, rows, lanes: lanes.here() };
        verifier.choose_lists(g, work)?;
        Ok(verifier)
    }

    /// Continues after other values of the same code.
    pub(super) fn resume(&mut self, g: &[u8]) {
        self.rows.resume(g);
    }

    /// Returns how many heaps of the stretch from `start` on are verified, that is, have every smaller rare value excluded.
    /// Raises `depth` to the largest smaller part that was needed.
    pub(super) fn verify(&mut self, g: &[u8], start: usize, depth: &mut usize) -> usize {
        self.rows.fill_stretch(&g[start..start + STRETCH]);
        let verified = verify(self.lanes, self, g, start, depth);
        self.rows.shift();
        verified
    }

    /// Returns the splits that may be listed: with parts up to [`LISTED`], and the moves that split nothing.
    fn candidates(&self) -> Vec<(usize, u8, usize)> {
        let split = |&taken: &usize| {
            let parts = 1..=LISTED.min(LISTED + 64 - taken - 1);
            parts.map(move |part| (taken + part, part)).collect::<Vec<_>>()
        };
        let value = |part: usize| self.small[DEEPEST - part];
        let mut candidates: Vec<_> = self.single.iter().map(|&taken| (taken, 0, 0)).collect();
        candidates.extend(self.breaking.iter().flat_map(split).map(|(back, part)| (back, value(part), part)));
        candidates
    }

    /// Chooses for every rare value splits that exclude it from all heaps of a sample.
    ///
    /// They are chosen greedily, three times over, each time with other splits.
    fn choose_lists(&mut self, g: &[u8], work: &mut Work<'_>) -> Result<(), Stopped> {
        // 1. the bit rows of the sample
        let sample = &g[g.len() - SAMPLE - PAST..];
        let mut rows = vec![vec![0_u64; sample.len() / 64]; self.rows.values];
        for (word, heaps) in sample.chunks_exact(64).enumerate() {
            for (bit, value) in heaps.iter().enumerate() {
                rows[usize::from(*value)][word] |= 1 << bit;
            }
        }
        let words = SAMPLE / 64 - 1;
        for value in 0..self.rows.values as u8 {
            // 2. for each rare value, the heaps from which it must be excluded
            let parity = parity_mask(&self.rare_values, value);
            let needed: Vec<u64> = (0..words)
                .map(|word| {
                    let word = word + PAST / 64;
                    rows[usize::from(value) + 1..].iter().map(|row| row[word]).fold(0, |a, b| a | b) & parity
                })
                .collect();
            if parity == 0 {
                continue;
            }
            // 3. choose splits three times
            let mut list = vec![];
            let mut candidates: Vec<Split> = self
                .candidates()
                .into_iter()
                .map(|(back, small, part)| Split { back, other: value ^ small, part })
                .filter(|split| usize::from(split.other) < self.rows.values)
                .collect();
            for _ in 0..3 {
                let chosen = cover(self.lanes, &needed, &candidates, &rows, |steps| work.done(steps, g.len(), g.len()))?;
                candidates.retain(|split| !chosen.contains(split));
                list.extend(chosen);
                if list.len() > 200 {
                    break;
                }
            }
            // 4. store the splits in the form in which they are applied
            let deepest = list.iter().scan(0, |deepest: &mut usize, split| {
                *deepest = split.part.max(*deepest);
                Some(*deepest)
            });
            let step = |(split, deepest): (&Split, usize)| {
                let from = BitRows::place(usize::from(split.other), BEFORE) - split.back.div_ceil(64);
                Step { from, shift: (split.back.next_multiple_of(64) - split.back) as i64, deepest }
            };
            self.lists.push((value, list.iter().zip(deepest).map(step).collect()));
        }
        Ok(())
    }

    /// Returns the first heap from which this rare value is not excluded.
    ///
    /// `heaps` are heaps as the bits of a word that begins with heap `first`. They are examined one by one.
    fn not_excluded(&self, g: &[u8], value: u8, first: usize, mut heaps: u64, depth: &mut usize) -> Option<usize> {
        while heaps != 0 {
            let n = first + heaps.trailing_zeros() as usize;
            let single = self.single.iter().any(|taken| g[n - taken] == value);
            let part = if single { Some(0) } else { self.excluding_part(g, n, value) };
            let Some(part) = part else { return Some(n) };
            *depth = part.max(*depth);
            heaps &= heaps - 1;
        }
        None
    }

    /// Returns the least part, rounded up, whose split excludes this value from heap n.
    fn excluding_part(&self, g: &[u8], n: usize, value: u8) -> Option<usize> {
        const PART: usize = 256;
        let mut deep = 0;
        while deep < DEEPEST {
            for &taken in &self.breaking {
                // parts deep + 1 ..= deep + PART
                let small = &self.small[DEEPEST - deep - PART..DEEPEST - deep];
                let large = &g[n - taken - deep - PART..n - taken - deep];
                if small.iter().zip(large).fold(false, |found, (a, b)| found | (a ^ b == value)) {
                    return Some(deep + PART);
                }
            }
            deep += PART;
        }
        None
    }
}

/// Returns the heaps of a word, by parity, for which a value is rare.
#[inline(always)]
fn parity_mask(rare_values: &[u64; 2], value: u8) -> u64 {
    let even = if rare_values[0] >> value & 1 == 1 { 0x5555_5555_5555_5555 } else { 0 };
    let odd = if rare_values[1] >> value & 1 == 1 { 0xAAAA_AAAA_AAAA_AAAA } else { 0 };
    even | odd
}

/// Returns splits that exclude all that is needed, the most useful one first. The rows of values begin [`PAST`] heaps earlier.
///
/// The number that a split excludes can only shrink, so an earlier count is an upper bound, and few splits are counted again
/// (Minoux 1978).
fn cover(
    lanes: SimdLevel,
    needed: &[u64],
    candidates: &[Split],
    rows: &[Vec<u64>],
    mut done: impl FnMut(usize) -> Result<(), Stopped>,
) -> Result<Vec<Split>, Stopped> {
    let mut left = needed.to_vec();
    let place = |split: &Split| (&rows[usize::from(split.other)][(PAST - split.back) / 64..], (PAST - split.back) % 64);
    let count = |left: &[u64], split: &Split| {
        let (row, shift) = place(split);
        excluded(lanes, left, row, shift as u32)
    };
    let counts = candidates.iter().enumerate().map(|(i, split)| done(left.len()).map(|()| (count(&left, split), i)));
    let mut heap = counts.collect::<Result<std::collections::BinaryHeap<(u32, usize)>, _>>()?;
    let mut chosen = vec![];
    // take the split with the largest count; if its count has shrunk, it goes back among the others
    while let Some((_, i)) = heap.pop() {
        done(left.len())?;
        let now = count(&left, &candidates[i]);
        if now == 0 {
            continue;
        }
        if heap.peek().is_some_and(|(bound, _)| *bound > now) {
            heap.push((now, i));
            continue;
        }
        let (row, shift) = place(&candidates[i]);
        for (word, row) in left.iter_mut().zip(row.windows(2)) {
            *word &= !shifted(row[0], row[1], shift as u32);
        }
        chosen.push(candidates[i]);
        if chosen.len() == 120 || left.iter().all(|word| *word == 0) {
            break;
        }
    }
    Ok(chosen)
}

/// Returns the 64 bits from bit `shift` of the first word on.
#[inline(always)]
fn shifted(low: u64, high: u64, shift: u32) -> u64 {
    low >> shift | (high << 1) << (63 - shift)
}

for_lanes! {
    /// Returns how many of these bits are also set in a row that is read from bit `shift` on.
    fn excluded(left: &[u64], row: &[u64], shift: u32) -> u32 = excluded_body;
}

#[inline(always)]
fn excluded_body(left: &[u64], row: &[u64], shift: u32) -> u32 {
    let (low, high) = (&row[..left.len()], &row[1..=left.len()]);
    let mut count = 0;
    for i in 0..left.len() {
        count += (left[i] & shifted(low[i], high[i], shift)).count_ones();
    }
    count
}

for_lanes! {
    /// Returns how many heaps of a stretch are verified. Its bit rows must be filled.
    fn verify(verifier: &Verifier, g: &[u8], start: usize, depth: &mut usize) -> usize = verify_body;
}

/// The number of words that are verified together.
const TOGETHER: usize = 8;

#[inline(always)]
fn verify_body(verifier: &Verifier, g: &[u8], start: usize, depth: &mut usize) -> usize {
    let (rows, mut deepest) = (&verifier.rows, *depth);
    let mut wrong = STRETCH;
    for word in (0..STRETCH / 64).step_by(TOGETHER) {
        let mut above = [0_u64; TOGETHER];
        let mut greater = rows.values;
        for (value, list) in verifier.lists.iter().rev() {
            // a. add the heaps with greater values
            while greater > usize::from(*value) + 1 {
                greater -= 1;
                let row: &[u64; TOGETHER] = rows.words(BitRows::place(greater, BEFORE + word));
                for i in 0..TOGETHER {
                    above[i] |= row[i];
                }
            }
            let parity = parity_mask(&verifier.rare_values, *value);
            let mut needed = [0; TOGETHER];
            for i in 0..TOGETHER {
                needed[i] = above[i] & parity;
            }
            if is_zero(&needed) {
                continue;
            }
            // b. remove the heaps from which the list excludes the value
            let deeper = match verifier.lanes {
                #[cfg(target_arch = "x86_64")]
                #[expect(unsafe_code, reason = "calls code for instructions that this machine was found to have")]
                // SAFETY: `SimdLevel::here` has found these instructions
                SimdLevel::Avx512 => unsafe { exclude_512(rows, list, word, &mut needed) },
                _ => exclude(rows, list, word, &mut needed),
            };
            deepest = if deeper > deepest { deeper } else { deepest };
            // c. examine the remaining heaps one by one
            if !is_zero(&needed) {
                for (i, heaps) in needed.into_iter().enumerate() {
                    let first = start + (word + i) * 64;
                    if let Some(n) = verifier.not_excluded(g, *value, first, heaps, &mut deepest) {
                        wrong = wrong.min(n - start);
                    }
                }
            }
        }
        if wrong < STRETCH {
            break;
        }
    }
    *depth = deepest;
    wrong
}

#[inline(always)]
fn is_zero(words: &[u64; TOGETHER]) -> bool {
    let mut any = 0;
    for word in words {
        any |= word;
    }
    any == 0
}

/// Removes from the words the heaps from which the listed splits exclude a value. The words begin at `word`.
///
/// Returns the largest part among the splits used.
#[inline(always)]
fn exclude(rows: &BitRows, list: &[Step], word: usize, needed: &mut [u64; TOGETHER]) -> usize {
    let mut deepest = 0;
    for steps in list.chunks(4) {
        for step in steps {
            let row: &[u64; TOGETHER + 1] = rows.words(step.from + word);
            for i in 0..TOGETHER {
                needed[i] &= !shifted(row[i], row[i + 1], step.shift as u32);
            }
            deepest = step.deepest;
        }
        if is_zero(needed) {
            break;
        }
    }
    deepest
}

/// Does the work of `exclude` with an instruction that shifts two words into one.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vbmi2")]
#[expect(unsafe_code, reason = "loads and stores of vectors")]
fn exclude_512(rows: &BitRows, list: &[Step], word: usize, needed: &mut [u64; TOGETHER]) -> usize {
    use core::arch::x86_64::{
        _mm512_andnot_si512, _mm512_loadu_si512, _mm512_set1_epi64, _mm512_shrdv_epi64, _mm512_storeu_si512,
        _mm512_test_epi64_mask,
    };
    let mut deepest = 0;
    // SAFETY: the array has eight words
    let mut left = unsafe { _mm512_loadu_si512(needed.as_ptr().cast()) };
    for steps in list.chunks(4) {
        for step in steps {
            let row: &[u64; TOGETHER + 1] = rows.words(step.from + word);
            // SAFETY: the array has nine words
            let (low, high) = unsafe { (_mm512_loadu_si512(row.as_ptr().cast()), _mm512_loadu_si512(row[1..].as_ptr().cast())) };
            left = _mm512_andnot_si512(_mm512_shrdv_epi64(low, high, _mm512_set1_epi64(step.shift)), left);
            deepest = step.deepest;
        }
        if _mm512_test_epi64_mask(left, left) == 0 {
            break;
        }
    }
    // SAFETY: the array has eight words
    unsafe { _mm512_storeu_si512(needed.as_mut_ptr().cast(), left) };
    deepest
}
