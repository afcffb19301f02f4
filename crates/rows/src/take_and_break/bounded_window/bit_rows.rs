//! The last heaps by value: bit i of row v is set if heap i has the value v.

use super::{LISTED, STRETCH, SimdLevel};

/// The number of words of earlier heaps in a bit row.
pub(super) const BEFORE: usize = (LISTED + 128) / 64;
/// The number of words of a bit row. There are more than are written, so that shifted reads stay inside.
const ROW: usize = BEFORE + STRETCH / 64 + 8;

/// The rows of all values below 32 or below 64.
#[derive(Clone, Debug)]
pub(super) struct BitRows {
    pub(super) values: usize,
    /// For each row [`ROW`] words: [`BEFORE`] words of earlier heaps, the words of a stretch, and some more.
    bits: Vec<u64>,
    lanes: SimdLevel,
}

impl BitRows {
    /// Returns rows for the values below `values`, which is 32 or 64, after these heaps.
    pub(super) fn new(values: usize, g: &[u8], lanes: SimdLevel) -> Self {
        let mut rows = Self { values, bits: vec![], lanes: lanes.here() };
        rows.resume(g);
        rows
    }

    /// Continues after these heaps.
    pub(super) fn resume(&mut self, g: &[u8]) {
        self.bits = vec![0; self.values * ROW];
        self.fill(0, &g[g.len() - BEFORE * 64..]);
    }

    /// Writes the heaps of a stretch after the earlier heaps.
    pub(super) fn fill_stretch(&mut self, stretch: &[u8]) {
        self.fill(BEFORE, stretch);
    }

    /// Returns the index of a word of a value's row among all words.
    #[inline(always)]
    pub(super) fn place(value: usize, word: usize) -> usize {
        value * ROW + word
    }

    /// Returns words from this index on.
    #[inline(always)]
    pub(super) fn words<const LEN: usize>(&self, from: usize) -> &[u64; LEN] {
        self.bits[from..from + LEN].try_into().expect("that many words")
    }

    /// Keeps only the last words, as the earlier heaps of the next stretch.
    pub(super) fn shift(&mut self) {
        for row in self.bits.chunks_exact_mut(ROW) {
            row.copy_within(STRETCH / 64..STRETCH / 64 + BEFORE, 0);
        }
    }

    /// Writes the words for these heaps from word `word` on, with 64 heaps each.
    fn fill(&mut self, word: usize, heaps: &[u8]) {
        for (word, heaps) in (word..).zip(heaps.chunks_exact(64)) {
            let heaps = heaps.try_into().expect("chunks are that long");
            match self.lanes {
                #[cfg(target_arch = "x86_64")]
                #[expect(unsafe_code, reason = "calls code for instructions that this machine was found to have")]
                // SAFETY: `SimdLevel::here` has found these instructions
                SimdLevel::Avx512 => unsafe { self.fill_512(word, heaps) },
                _ => self.fill_word(word, heaps),
            }
        }
    }

    fn fill_word(&mut self, word: usize, values: &[u8; 64]) {
        // first six planes of bits, eight values at a time: a multiplication gathers one bit of each
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

    /// Writes one word of every row, comparing all 64 values at once.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn fill_512(&mut self, word: usize, values: &[u8; 64]) {
        use core::arch::x86_64::{_mm512_cmpeq_epi8_mask, _mm512_loadu_si512, _mm512_set1_epi8};
        #[expect(unsafe_code, reason = "loads a vector")]
        // SAFETY: the array has 64 bytes
        let values = unsafe { _mm512_loadu_si512(values.as_ptr().cast()) };
        for value in 0..self.values {
            self.bits[value * ROW + word] = _mm512_cmpeq_epi8_mask(values, _mm512_set1_epi8(value as i8));
        }
    }
}
