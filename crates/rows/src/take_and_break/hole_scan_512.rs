//! The hole scan with AVX-512, which searches for all holes at once. A hole is a value that no option examined so far has.
//!
//! The holes are a table of bits in two registers, for at most 1024 values. The values of 32 splits at a time are looked up in
//! it. Most are not holes; those that are get removed from the table. A hole that remains after all splits is not the value of
//! any option.

#![expect(unsafe_code, reason = "loads and stores of vectors")]

use super::moves::Moves;
use super::stamps::Stamps;
use super::values::{Value, Values};
use core::arch::x86_64::*;

/// Values must be below this.
pub(super) const MAX: usize = 1024;

/// The number of splits that are looked up at a time.
const LANES: usize = 32;

/// The number of splits that are tested together for any hole.
const STEP: usize = 4 * LANES;

/// The number of splits that are looked up with the same table.
const BLOCK: usize = 4 * STEP;

/// The number of splits that are stamped before holes are searched for.
const STAMPED: usize = 256;

/// The number of splits for each value in which all holes are searched for.
const SOON: usize = 16;

/// The number of least holes that are searched for together in all other splits.
///
/// These three numbers were measured on 0.007 and Grundy's game.
const TOGETHER: u32 = 16;

/// The holes: bit b of word w represents the value 16·w + b.
struct Holes([u16; MAX / 16]);

/// Returns the value of the next heap, from all its options, or `None` if values are too large or wider than 16 bits.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
pub(super) fn next_value<T: Value>(moves: &Moves, values: &Values<T>, stamps: &mut Stamps) -> Option<u32> {
    let room = (values.most() as usize + 1).next_power_of_two();
    if room > MAX || size_of::<T>() > 2 {
        return None;
    }
    let n = values.as_slice().len();
    let heap = n as u32;
    // 1. stamp the options without a split, and the first splits
    stamps.fit(values.most());
    stamps.unsplit(moves, values.as_slice());
    for &taken in &moves.breaking {
        if taken >= n {
            break;
        }
        let rest = n - taken;
        let (small, large) = values.pairs(rest, 1, moves.half(rest).min(STAMPED));
        stamps.stamp_all(small, large, heap);
    }
    // 2. search for all holes in more splits
    let mut holes = Holes::of(stamps, room, heap);
    let soon = SOON * room;
    scan_all::<T, true>(moves, values, &mut holes, STAMPED, soon);
    // 3. search for the least holes in all splits; nearly always one of them is the value
    while let Some(least) = holes.first(TOGETHER) {
        let mut left = Holes(least.0);
        scan_all::<T, false>(moves, values, &mut left, soon, usize::MAX);
        if let Some(value) = left.least() {
            return Some(value);
        }
        for (word, looked_at) in holes.0.iter_mut().zip(least.0) {
            *word &= !looked_at;
        }
    }
    Some(room as u32)
}

/// Removes from the holes the values of all splits whose smaller part is above `beyond` and at most `to`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
fn scan_all<T: Value, const IS_LIKELY: bool>(moves: &Moves, values: &Values<T>, holes: &mut Holes, beyond: usize, to: usize) {
    let n = values.as_slice().len();
    for &taken in &moves.breaking {
        if taken >= n {
            break;
        }
        let half = moves.half(n - taken).min(to);
        if half > beyond {
            let (small, large) = values.pairs(n - taken, beyond + 1, half);
            scan::<T, IS_LIKELY>(small, large, holes);
        }
    }
}

/// Removes from the holes the values of these pairs. `IS_LIKELY` is `true` if many of them are holes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
fn scan<T: Value, const IS_LIKELY: bool>(small: &[T], large: &[T], holes: &mut Holes) {
    let one = _mm512_set1_epi16(1);
    let mut found = [0_u16; BLOCK];
    let (mut low, mut high) = holes.registers();
    for (small, large) in small.chunks(BLOCK).zip(large.chunks(BLOCK)) {
        let mut count = 0;
        let whole = small.len() / STEP * STEP;
        for at in (0..whole).step_by(STEP) {
            let mut values = [_mm512_setzero_si512(); STEP / LANES];
            let mut bits = [_mm512_setzero_si512(); STEP / LANES];
            let mut any = _mm512_setzero_si512();
            for i in 0..STEP / LANES {
                let value = _mm512_xor_si512(load(&small[at + i * LANES..]), load(&large[at + i * LANES..]));
                let word = _mm512_permutex2var_epi16(low, _mm512_srli_epi16::<4>(value), high);
                // the word of the value, rotated until the bit of the value is the lowest
                bits[i] = _mm512_shrdv_epi16(word, word, value);
                values[i] = value;
                any = _mm512_or_si512(any, bits[i]);
            }
            if IS_LIKELY || _mm512_test_epi16_mask(any, one) != 0 {
                for i in 0..STEP / LANES {
                    let hit = _mm512_test_epi16_mask(bits[i], one);
                    let room = &mut found[count..count + LANES];
                    // SAFETY: the slice has 32 words
                    unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(hit, values[i])) };
                    count += hit.count_ones() as usize;
                }
            }
        }
        for (a, b) in small[whole..].iter().zip(&large[whole..]) {
            holes.remove((*a ^ *b).get());
        }
        // only at the end of a block, because reading the table must wait for what was just written to it
        if count > 0 {
            for value in &found[..count] {
                holes.remove(u32::from(*value));
            }
            (low, high) = holes.registers();
        }
    }
}

/// Loads 32 values, with 16 bits each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load<T: Value>(values: &[T]) -> __m512i {
    let values = &values[..LANES];
    if size_of::<T>() == 1 {
        // SAFETY: the slice has 32 bytes
        _mm512_cvtepu8_epi16(unsafe { _mm256_loadu_si256(values.as_ptr().cast()) })
    } else {
        debug_assert_eq!(size_of::<T>(), 2);
        // SAFETY: the slice has 32 values of 2 or more bytes
        unsafe { _mm512_loadu_si512(values.as_ptr().cast()) }
    }
}

impl Holes {
    /// Returns the values below `room` that were not stamped for this heap.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn of(stamps: &Stamps, room: usize, heap: u32) -> Self {
        let heap = _mm512_set1_epi32(heap as i32);
        let mut holes = Self([0; MAX / 16]);
        for (word, stamps) in holes.0.iter_mut().zip(stamps.as_slice()[..room].chunks(16)) {
            let mut all = [0; 16];
            all[..stamps.len()].copy_from_slice(stamps);
            // SAFETY: the array has 16 stamps
            let stamps_16 = unsafe { _mm512_loadu_si512(all.as_ptr().cast()) };
            *word = _mm512_cmpneq_epi32_mask(stamps_16, heap) & (u16::MAX >> (16 - stamps.len()));
        }
        holes
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn registers(&self) -> (__m512i, __m512i) {
        let words = self.0.as_ptr();
        // SAFETY: the array has twice 32 words
        unsafe { (_mm512_loadu_si512(words.cast()), _mm512_loadu_si512(words.add(32).cast())) }
    }

    #[inline(always)]
    fn remove(&mut self, value: u32) {
        self.0[value as usize / 16] &= !(1 << (value % 16));
    }

    fn least(&self) -> Option<u32> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some(16 * word as u32 + self.0[word].trailing_zeros())
    }

    /// Returns at least `count` of the least holes, rounded up to whole words, or `None` if there are none.
    fn first(&self, count: u32) -> Option<Self> {
        self.least()?;
        let mut some = Self([0; MAX / 16]);
        let mut many = 0;
        for (some, word) in some.0.iter_mut().zip(self.0) {
            *some = word;
            many += word.count_ones();
            if many >= count {
                break;
            }
        }
        Some(some)
    }
}
