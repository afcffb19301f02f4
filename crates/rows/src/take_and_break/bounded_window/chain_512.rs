//! The chain of common values in AVX-512 registers: 16 heaps with values below 32 at a time, or 8 heaps with values below 64.
//!
//! Every lane collects as bits the values that are excluded from its heap, beginning with all rare ones. Values at offsets
//! beyond the last four blocks are read from memory; nearer ones are lanes of the registers with these blocks. The others come
//! from the block itself: if s is the least offset, the first s lanes are finished at once, then with their values the next s,
//! and so on. An offset of several times s waits for as many of these steps. The value of a lane is its lowest bit that is 0.
//! If nothing is added to the value, that bit itself is the one to exclude.

#![expect(unsafe_code, reason = "loads and stores of vectors, and calls of code for instructions that this machine has")]

use super::STRETCH;
use core::arch::x86_64::*;

/// The number of blocks that stay in registers.
const HELD: usize = 4;

/// Defines `Chain` for the lanes of the module in which it is used.
macro_rules! chain {
    () => {
        /// The chain for one code.
        #[derive(Clone, Debug)]
        pub(in super::super) struct Chain {
            /// All rare values as bits.
            first: [Lane; LANES],
            /// Offsets beyond the blocks in registers, each with the number that is added to the value there.
            far: Vec<(usize, Lane)>,
            /// Values from the last blocks, by the number of blocks between.
            held: [Vec<Moved>; HELD],
            /// Values from the block itself, in the order in which lanes are finished.
            steps: Vec<Vec<Moved>>,
        }

        /// Values that are moved to other lanes and excluded there.
        ///
        /// For each lane i in `mask`, the value at lane `index`\[i\] of one or two blocks is excluded, with `other` added.
        #[derive(Clone, Copy, Debug)]
        struct Moved {
            index: [Lane; LANES],
            mask: u16,
            other: Lane,
        }

        impl Chain {
            /// Returns the chain for these offsets and these rare values.
            ///
            /// An offset is the distance back with the number that is added to the value there. Rare values are those of even
            /// and of odd heaps, as bits.
            pub(in super::super) fn new(offsets: &[(usize, u8)], rare: [u64; 2]) -> Self {
                let offsets = offsets.iter().map(|&(back, other)| (back, Lane::from(other)));
                let (near, far): (Vec<_>, Vec<_>) = offsets.partition(|(back, _)| *back <= HELD * LANES);
                let mut held = [const { vec![] }; HELD];
                for &(back, other) in &near {
                    let blocks = (back - 1) / LANES;
                    // if the values come from the block itself, they are not all known yet: those lanes come in steps
                    let mask = if blocks == 0 { (1_u32 << back) - 1 } else { 0xFFFF } as u16;
                    let index = core::array::from_fn(|lane| ((blocks + 1) * LANES - back + lane) as Lane);
                    held[blocks].push(Moved { index, mask, other });
                }
                Self { first: core::array::from_fn(|lane| rare[lane % 2] as Lane), far, held, steps: steps(&near) }
            }

            /// Computes a stretch from `start` on. Returns how many values fit their lanes, counted up to the first that does
            /// not.
            pub(in super::super) fn fill(&self, g: &mut [u8], start: usize) -> usize {
                // SAFETY: this chain is made only for `SimdLevel::Avx512`, which this machine was found to have
                unsafe { self.fill_blocks(g, start) }
            }

            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi2")]
            fn fill_blocks(&self, g: &mut [u8], start: usize) -> usize {
                let (one, first) = (all(1), load(&self.first));
                let [mut last, mut second, mut third, mut fourth] = [1, 2, 3, 4].map(|back| values(g, start - back * LANES));
                let mut at = start;
                while at < start + STRETCH {
                    // 1. exclude values of earlier blocks
                    let mut excluded = first;
                    for &(back, other) in &self.far {
                        let bits = shift(one, _mm512_xor_si512(values(g, at - back), all(other)));
                        excluded = _mm512_or_si512(excluded, bits);
                    }
                    for moved in &self.held[3] {
                        excluded = moved.exclude(excluded, of_two(fourth, load(&moved.index), third));
                    }
                    for moved in &self.held[2] {
                        excluded = moved.exclude(excluded, of_two(third, load(&moved.index), second));
                    }
                    for moved in &self.held[1] {
                        excluded = moved.exclude(excluded, of_two(second, load(&moved.index), last));
                    }
                    for moved in &self.held[0] {
                        excluded = moved.exclude(excluded, of_one(load(&moved.index), last));
                    }
                    // 2. finish lanes step by step, excluding values of the block itself
                    let mut lowest = _mm512_andnot_si512(excluded, add(excluded, one));
                    for step in &self.steps {
                        for moved in step {
                            let index = load(&moved.index);
                            excluded = if moved.other == 0 {
                                moved.exclude_bits(excluded, of_one(index, lowest))
                            } else {
                                moved.exclude(excluded, of_one(index, place(lowest, one)))
                            };
                        }
                        lowest = _mm512_andnot_si512(excluded, add(excluded, one));
                    }
                    // 3. the finished block moves into the registers
                    (last, second, third, fourth) = (place(lowest, one), last, second, third);
                    let fitting = fitting(lowest);
                    if fitting < LANES {
                        return at + fitting - start;
                    }
                    store(last, &mut g[at..]);
                    at += LANES;
                }
                STRETCH
            }
        }

        /// Returns the exclusions within a block, in steps. Each comes after the lanes it reads are finished, and before the
        /// lanes it writes are.
        fn steps(near: &[(usize, Lane)]) -> Vec<Vec<Moved>> {
            let within: Vec<_> = near.iter().filter(|(back, _)| *back < LANES).collect();
            let Some(&least) = within.iter().map(|(back, _)| back).min() else { return vec![] };
            let step = |ended: usize| -> Vec<Moved> {
                let due = within.iter().filter(|(back, _)| (ended / least).is_multiple_of(back / least));
                let moved = due.map(|&&(back, other)| {
                    let fresh = ended - back / least * least..ended;
                    let is_due = |lane: &usize| lane.checked_sub(back).is_some_and(|from| fresh.contains(&from));
                    let mask = (0..LANES).filter(is_due).map(|lane| 1 << lane).sum();
                    Moved { index: core::array::from_fn(|lane| lane.wrapping_sub(back) as Lane), mask, other }
                });
                moved.filter(|moved| moved.mask != 0).collect()
            };
            (least..LANES).step_by(least).map(step).collect()
        }

        impl Moved {
            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi2")]
            fn exclude(&self, excluded: __m512i, values: __m512i) -> __m512i {
                self.exclude_bits(excluded, shift(all(1), _mm512_xor_si512(values, all(self.other))))
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi2")]
            fn exclude_bits(&self, excluded: __m512i, bits: __m512i) -> __m512i {
                or_where(excluded, self.mask as _, excluded, bits)
            }
        }

        #[inline]
        #[target_feature(enable = "avx512f")]
        fn load(lanes: &[Lane; LANES]) -> __m512i {
            // SAFETY: the table is 64 bytes long, and need not be aligned
            unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
        }

        /// For lanes with a single bit, returns the index of that bit.
        #[inline]
        #[target_feature(enable = "avx512f,avx512vpopcntdq")]
        fn place(bit: __m512i, one: __m512i) -> __m512i {
            ones(subtract(bit, one))
        }
    };
}

pub(super) mod narrow {
    //! Values below 32.
    use super::*;
    use core::arch::x86_64::{
        _mm512_add_epi32 as add, _mm512_mask_or_epi32 as or_where, _mm512_permutex2var_epi32 as of_two,
        _mm512_permutexvar_epi32 as of_one, _mm512_popcnt_epi32 as ones, _mm512_sllv_epi32 as shift,
        _mm512_sub_epi32 as subtract,
    };

    type Lane = u32;
    const LANES: usize = 16;
    chain!();

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn all(value: Lane) -> __m512i {
        _mm512_set1_epi32(value as i32)
    }

    /// Returns the values of the heaps from `at` on.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn values(g: &[u8], at: usize) -> __m512i {
        let bytes = &g[at..at + LANES];
        // SAFETY: the slice has 16 bytes
        _mm512_cvtepu8_epi32(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(values: __m512i, g: &mut [u8]) {
        let bytes = &mut g[..LANES];
        // SAFETY: the slice has 16 bytes
        unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), _mm512_cvtepi32_epi8(values)) }
    }

    /// Returns the number of lanes with a bit, counted up to the first without one.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn fitting(lowest: __m512i) -> usize {
        _mm512_test_epi32_mask(lowest, lowest).trailing_ones() as usize
    }
}

pub(super) mod wide {
    //! Values below 64.
    use super::*;
    use core::arch::x86_64::{
        _mm512_add_epi64 as add, _mm512_mask_or_epi64 as or_where, _mm512_permutex2var_epi64 as of_two,
        _mm512_permutexvar_epi64 as of_one, _mm512_popcnt_epi64 as ones, _mm512_sllv_epi64 as shift,
        _mm512_sub_epi64 as subtract,
    };

    type Lane = u64;
    const LANES: usize = 8;
    chain!();

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn all(value: Lane) -> __m512i {
        _mm512_set1_epi64(value as i64)
    }

    /// Returns the values of the heaps from `at` on.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn values(g: &[u8], at: usize) -> __m512i {
        let bytes = &g[at..at + LANES];
        // SAFETY: the slice has 8 bytes
        _mm512_cvtepu8_epi64(unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) })
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(values: __m512i, g: &mut [u8]) {
        let bytes = &mut g[..LANES];
        // SAFETY: the slice has 8 bytes
        unsafe { _mm_storel_epi64(bytes.as_mut_ptr().cast(), _mm512_cvtepi64_epi8(values)) }
    }

    /// Returns the number of lanes with a bit, counted up to the first without one.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn fitting(lowest: __m512i) -> usize {
        _mm512_test_epi64_mask(lowest, lowest).trailing_ones() as usize
    }
}
