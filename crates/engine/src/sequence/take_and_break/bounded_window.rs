//! Nim values of take-and-break games with few rare heaps and small values, in a window: a few nanoseconds a heap.
//!
//! Once no new rare heap turns up (sparse space), the common values that a heap's options have come from a fixed list of earlier
//! heaps: t + r back, for every rare heap r and breaking place t, and s back for moves that split nothing. So the value of heap n
//! is the least common one that is none of g(n − o) ⊕ g(r), and neighbouring heaps are computed side by side: 64 at a time for
//! offsets o of 64 and more, 16 at a time for those of 16 and more, one by one for the rest. This assumes that every rare value
//! below each result is excluded by some split. Behind it that is verified in bulk, on bit rows that say where each value stands: for a
//! rare value x, a split off of a tokens excludes x from all heaps n with g(n − t − a) = x ⊕ g(a), 64 a word. A list of splits
//! that together cover nearly all heaps is chosen once by the greedy rule for set cover; heaps left over are looked at one by one.

use super::lanes::{Lanes, for_lanes};
use super::moves::Moves;
use super::sparse_space::SparseSpace;

/// How many heaps are computed before they are verified.
pub(crate) const STRETCH: usize = 8192;

/// How deep small parts are looked for: a rare value that needs a deeper one cannot be verified here.
pub(crate) const DEEPEST: usize = 1 << 16;

/// The greatest part in the lists.
const LISTED: usize = 704;

/// How many heaps the lists are chosen from.
const SAMPLE: usize = 1 << 15;

/// How many earlier heaps must be at hand.
pub(crate) const KEPT: usize = DEEPEST + 2 * STRETCH;

/// Splits that exclude one rare value: heap n − `back` has the value `other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Split {
    back: usize,
    other: u8,
    part: usize,
}

/// Why the window cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// A value does not fit the lanes, or a rare value is not excluded by a small part: at this many heaps from the end.
    At(usize),
}

/// The kernel, made for one code, one sparse space and the values so far.
#[derive(Clone, Debug)]
pub(crate) struct BoundedWindow {
    /// How far back, and what is added to the value there; most far first.
    offsets: Vec<(usize, u8)>,
    /// For even and odd n, the rare values as bits.
    rare_values: [u64; 2],
    /// For every rare value, the splits that exclude it from most heaps.
    lists: Vec<(u8, Vec<Split>)>,
    /// Values of heaps up to [`DEEPEST`], greatest heap first, and 0 in place of the empty heap.
    small: Vec<u8>,
    breaking: Vec<usize>,
    single: Vec<usize>,
    /// The greatest small part that was needed since this was last set to 0.
    pub(crate) depth: usize,
    rows: BitRows,
    lanes: Lanes,
}

/// Where each value stands, for the last heaps: bit i of row v says that heap i has the value v.
#[derive(Clone, Debug)]
struct BitRows {
    values: usize,
    /// Words a row: [`BEFORE`] of the past and those of a stretch.
    bits: Vec<u64>,
}

/// How many words of the past the bit rows hold.
const BEFORE: usize = (LISTED + 128) / 64;
/// How many words a bit row has: one more than is written, so that shifted reads stay inside.
const ROW: usize = BEFORE + STRETCH / 64 + 8;

impl BoundedWindow {
    /// Values must be below this.
    pub(crate) const MOST: u32 = 64;

    /// The kernel for going on after `g`, or `None` if the game does not fit it. Takes some milliseconds.
    pub(crate) fn new(moves: &Moves, space: &SparseSpace, g: &[u8], most: u32, lanes: Lanes) -> Option<Self> {
        let n = g.len();
        let mut offsets: Vec<(usize, u8)> = moves.single.iter().map(|&taken| (taken, 0)).collect();
        for &taken in &moves.breaking {
            offsets.extend(space.rare.iter().map(|&rare| (taken + rare as usize, g[rare as usize])));
        }
        offsets.sort_unstable_by(|a, b| b.cmp(a));
        offsets.dedup();
        let fits = most < Self::MOST && !moves.unequal && !offsets.is_empty() && offsets.len() <= 512;
        let is_settled = n >= KEPT && offsets[0].0 < DEEPEST && n.is_multiple_of(64) && moves.most_taken() <= 64;
        if !fits || !is_settled {
            return None;
        }
        let bits = |n: usize| (0..64).filter(|&value| !space.is_common(value, n)).map(|value| 1 << value).sum();
        let mut small = g[..=DEEPEST].to_vec();
        small[0] = 0;
        small.reverse();
        let mut window = Self {
            offsets,
            rare_values: [bits(0), bits(1)],
            lists: vec![],
            small,
            breaking: moves.breaking.clone(),
            single: moves.single.clone(),
            depth: 0,
            rows: BitRows { values: if most < 31 { 32 } else { 64 }, bits: vec![] },
            lanes: lanes.here(),
        };
        window.rows.fill_before(g);
        window.choose_lists(g);
        Some(window)
    }

    /// Goes on after other values of the same code.
    pub(crate) fn resume(&mut self, g: &[u8]) {
        self.depth = 0;
        self.rows.fill_before(g);
    }

    /// Splits that could exclude values: with parts up to [`LISTED`], and moves that split nothing.
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

    /// For every rare value, splits that exclude it from all heaps of a sample: greedily, three times over, each time with
    /// other splits.
    fn choose_lists(&mut self, g: &[u8]) {
        let sample = &g[g.len() - SAMPLE - 1024..];
        let rows: Vec<Vec<u64>> = (0..self.rows.values as u8)
            .map(|value| {
                sample.chunks(64).map(|part| part.iter().enumerate().map(|(i, &g)| u64::from(g == value) << i).sum()).collect()
            })
            .collect();
        let shifted = |value: u8, back: usize, word: usize| {
            let bit = (word + 16) * 64 - back;
            let row = &rows[usize::from(value)];
            row[bit / 64] >> (bit % 64) | (row[bit / 64 + 1] << 1) << (63 - bit % 64)
        };
        let words = SAMPLE / 64 - 1;
        for value in 0..self.rows.values as u8 {
            let parity = parity_mask(&self.rare_values, value);
            let needed: Vec<u64> = (0..words)
                .map(|word| {
                    let above = (usize::from(value) + 1..self.rows.values).map(|v| rows[v][word + 16]).fold(0, |a, b| a | b);
                    above & parity
                })
                .collect();
            if parity == 0 {
                continue;
            }
            let mut list = vec![];
            let mut candidates: Vec<Split> = self
                .candidates()
                .into_iter()
                .map(|(back, small, part)| Split { back, other: value ^ small, part })
                .filter(|split| usize::from(split.other) < self.rows.values)
                .collect();
            for _ in 0..3 {
                let chosen = cover(&needed, &candidates, |split, word| shifted(split.other, split.back, word));
                candidates.retain(|split| !chosen.contains(split));
                list.extend(chosen);
                if list.len() > 200 {
                    break;
                }
            }
            self.lists.push((value, list));
        }
    }

    /// Computes and verifies the next [`STRETCH`] heaps.
    ///
    /// # Errors
    /// [`Left`] where that cannot be done; all values before that heap were added to `g` and are right.
    pub(crate) fn extend(&mut self, g: &mut Vec<u8>) -> Result<(), Left> {
        let start = g.len();
        g.resize(start + STRETCH, 0);
        let fitted = if self.rows.values == 32 {
            narrow::chain_32(self.lanes, g, start, &self.offsets, &self.rare_values)
        } else {
            wide::chain_64(self.lanes, g, start, &self.offsets, &self.rare_values)
        };
        // what follows a value that did not fit is meaningless, but harmless to verify
        let verified = verify(self.lanes, self, g, start);
        let right = fitted.min(verified);
        if right < STRETCH {
            g.truncate(start + right);
            return Err(Left::At(right));
        }
        Ok(())
    }

    /// How many of the heaps from `start` have rare values excluded that are below their own, one by one: this value from
    /// these heaps of a word.
    fn by_hand(&mut self, g: &[u8], value: u8, first: usize, mut heaps: u64) -> Option<usize> {
        while heaps != 0 {
            let n = first + heaps.trailing_zeros() as usize;
            let single = self.single.iter().any(|taken| g[n - taken] == value);
            let part = if single { Some(0) } else { self.excluding_part(g, n, value) };
            let Some(part) = part else { return Some(n) };
            self.depth = self.depth.max(part);
            heaps &= heaps - 1;
        }
        None
    }

    /// The least part, but for rounding up, whose split excludes this value from heap n.
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

/// For even and odd heaps, whether this value is rare: as the bits of a word.
fn parity_mask(rare_values: &[u64; 2], value: u8) -> u64 {
    let even = if rare_values[0] >> value & 1 == 1 { 0x5555_5555_5555_5555 } else { 0 };
    let odd = if rare_values[1] >> value & 1 == 1 { 0xAAAA_AAAA_AAAA_AAAA } else { 0 };
    even | odd
}

/// Splits that together exclude all that is needed, each time the one that excludes most of what is left.
///
/// What a split excludes only shrinks, so an old count is a bound, and few are counted again (Minoux 1978).
fn cover(needed: &[u64], candidates: &[Split], excluded: impl Fn(&Split, usize) -> u64) -> Vec<Split> {
    let mut left = needed.to_vec();
    let count = |left: &[u64], split: &Split| -> u32 {
        left.iter().enumerate().filter(|(_, word)| **word != 0).map(|(i, word)| (word & excluded(split, i)).count_ones()).sum()
    };
    let mut heap: std::collections::BinaryHeap<(u32, usize)> =
        candidates.iter().enumerate().map(|(i, split)| (count(&left, split), i)).collect();
    let mut chosen = vec![];
    while let Some((_, i)) = heap.pop() {
        let now = count(&left, &candidates[i]);
        if now == 0 {
            continue;
        }
        if heap.peek().is_some_and(|(bound, _)| *bound > now) {
            heap.push((now, i));
            continue;
        }
        for (at, word) in left.iter_mut().enumerate() {
            *word &= !excluded(&candidates[i], at);
        }
        chosen.push(candidates[i]);
        if chosen.len() == 120 || left.iter().all(|word| *word == 0) {
            break;
        }
    }
    chosen
}

impl BitRows {
    fn fill_before(&mut self, g: &[u8]) {
        self.bits = vec![0; self.values * ROW];
        let past = &g[g.len() - BEFORE * 64..];
        for (word, part) in past.chunks_exact(64).enumerate() {
            self.fill_word(word, part.try_into().expect("chunks are that long"));
        }
    }

    /// Writes one word of every row.
    #[inline(always)]
    fn fill_word(&mut self, word: usize, values: &[u8; 64]) {
        // six planes of bits first, eight values at a time: the multiplication gathers one bit of each
        let mut planes = [0_u64; 6];
        for (i, eight) in values.chunks_exact(8).enumerate() {
            let eight = u64::from_le_bytes(eight.try_into().expect("eight bytes"));
            for (bit, plane) in planes.iter_mut().enumerate() {
                let gathered = (eight >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
                *plane |= gathered << (8 * i);
            }
        }
        let [p0, p1, p2, p3, p4, p5] = planes;
        let low = [!p0 & !p1, p0 & !p1, !p0 & p1, p0 & p1];
        let high = [!p2 & !p3, p2 & !p3, !p2 & p3, p2 & p3];
        let top = [!p4 & !p5, p4 & !p5, !p4 & p5, p4 & p5];
        for (value, row) in self.bits.chunks_exact_mut(ROW).enumerate() {
            row[word] = low[value % 4] & high[value / 4 % 4] & top[value / 16];
        }
    }

    /// Forgets all but the last words.
    fn shift(&mut self) {
        for row in self.bits.chunks_exact_mut(ROW) {
            row.copy_within(STRETCH / 64..STRETCH / 64 + BEFORE, 0);
        }
    }
}

/// How many of the values of a stretch fit their lanes: the chain of common values.
macro_rules! chain {
    ($room:ident, $name:ident, $body:ident, $lane:ty) => {
        mod $room {
            use super::*;
            for_lanes! {
                pub(super) fn $name(g: &mut [u8], start: usize, offsets: &[(usize, u8)], rare: &[u64; 2]) -> usize = $body;
            }

            /// Ends the values of 16 heaps, of which those 16 and more before them are excluded; how many fit.
            #[inline(always)]
            fn near_values(g: &mut [u8], at: usize, excluded: &[$lane; 16], near: &[(usize, u8)]) -> usize {
                const BITS: u8 = <$lane>::BITS as u8;
                let mut recent = [0_u8; 32];
                recent[..16].copy_from_slice(&g[at - 16..at]);
                let (mut done, mut packed) = (16, [0_u64; 2]);
                for i in 0..16 {
                    let mut excluded = excluded[i];
                    for &(back, other) in near {
                        excluded |= 1 << ((recent[(16 + i - back) % 32] ^ other) & (BITS - 1));
                    }
                    done = if excluded == <$lane>::MAX { done.min(i) } else { done };
                    let value = excluded.trailing_ones();
                    recent[16 + i] = value as u8;
                    // gathered in registers: reading back bytes just written, 16 at a time, would wait for them
                    packed[i / 8] |= u64::from(value) << (8 * (i % 8));
                }
                g[at..at + 8].copy_from_slice(&packed[0].to_le_bytes());
                g[at + 8..at + 16].copy_from_slice(&packed[1].to_le_bytes());
                done
            }

            #[inline(always)]
            fn $body(g: &mut [u8], start: usize, offsets: &[(usize, u8)], rare: &[u64; 2]) -> usize {
                const BITS: u8 = <$lane>::BITS as u8;
                let far = &offsets[..offsets.iter().take_while(|(back, _)| *back >= 64).count()];
                let middle = &offsets[far.len()..][..offsets[far.len()..].iter().take_while(|(back, _)| *back >= 16).count()];
                let near = &offsets[far.len() + middle.len()..];
                let first: [$lane; 64] = core::array::from_fn(|i| rare[i % 2] as $lane);
                let mut at = start;
                while at < start + STRETCH {
                    let mut excluded = first;
                    for &(back, other) in far {
                        let values: &[u8; 64] = g[at - back..][..64].try_into().expect("64 values");
                        for (excluded, value) in excluded.iter_mut().zip(values) {
                            *excluded |= 1 << ((value ^ other) & (BITS - 1));
                        }
                    }
                    for lane in (0..64).step_by(16) {
                        let part: &mut [$lane; 16] = (&mut excluded[lane..lane + 16]).try_into().expect("16 lanes");
                        for &(back, other) in middle {
                            let values: &[u8; 16] = g[at + lane - back..][..16].try_into().expect("16 values");
                            for (excluded, value) in part.iter_mut().zip(values) {
                                *excluded |= 1 << ((value ^ other) & (BITS - 1));
                            }
                        }
                        let done = near_values(g, at + lane, part, near);
                        if done < 16 {
                            return at + lane + done - start;
                        }
                    }
                    at += 64;
                }
                STRETCH
            }
        }
    };
}
chain!(narrow, chain_32, chain_32_body, u32);
chain!(wide, chain_64, chain_64_body, u64);

for_lanes! {
    /// How many heaps of a stretch have every rare value below theirs excluded.
    fn verify(window: &mut BoundedWindow, g: &[u8], start: usize) -> usize = verify_body;
}

/// How many words are verified together.
const TOGETHER: usize = 16;

#[inline(always)]
fn verify_body(window: &mut BoundedWindow, g: &[u8], start: usize) -> usize {
    for (word, part) in g[start..start + STRETCH].chunks_exact(64).enumerate() {
        window.rows.fill_word(BEFORE + word, part.try_into().expect("chunks are that long"));
    }
    let mut wrong = STRETCH;
    let lists = core::mem::take(&mut window.lists);
    for word in (BEFORE..BEFORE + STRETCH / 64).step_by(TOGETHER) {
        let mut above = [0_u64; TOGETHER];
        let mut greater = window.rows.values;
        for (value, list) in lists.iter().rev() {
            let rows = &window.rows.bits;
            while greater > usize::from(*value) + 1 {
                greater -= 1;
                let row: &[u64; TOGETHER] = rows[greater * ROW + word..][..TOGETHER].try_into().expect("that many words");
                above.iter_mut().zip(row).for_each(|(above, row)| *above |= row);
            }
            let parity = parity_mask(&window.rare_values, *value);
            let mut needed = above.map(|word| word & parity);
            if needed == [0; TOGETHER] {
                continue;
            }
            for splits in list.chunks(4) {
                for split in splits {
                    let bit = word * 64 - split.back;
                    let row = &rows[usize::from(split.other) * ROW + bit / 64..][..TOGETHER + 1];
                    let shift = bit % 64;
                    for i in 0..TOGETHER {
                        needed[i] &= !(row[i] >> shift | (row[i + 1] << 1) << (63 - shift));
                    }
                    window.depth = window.depth.max(split.part);
                }
                if needed == [0; TOGETHER] {
                    break;
                }
            }
            if needed != [0; TOGETHER] {
                for (i, heaps) in needed.into_iter().enumerate() {
                    let first = start + (word - BEFORE + i) * 64;
                    if let Some(n) = window.by_hand(g, *value, first, heaps) {
                        wrong = wrong.min(n - start);
                    }
                }
            }
        }
        if wrong < STRETCH {
            break;
        }
    }
    window.lists = lists;
    window.rows.shift();
    wrong
}
