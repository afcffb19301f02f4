//! The chain of common values: each is the least common value that is none of g(n − o) ⊕ g(r). Neighbouring heaps are computed
//! in parallel.
//!
//! With AVX-512 a block of heaps stays in registers (`chain_512`). On other machines plain loops are used: for offsets of 64
//! and more 64 heaps at a time, for offsets of 16 and more 16 heaps at a time, and for the others one heap at a time.

#[cfg(target_arch = "x86_64")]
use super::chain_512::{narrow as narrow_512, wide as wide_512};
use super::{STRETCH, SimdLevel};
use crate::simd::for_lanes;

#[derive(Clone, Debug)]
pub(super) struct Chain {
    lanes: SimdLevel,
    way: Way,
}

#[derive(Clone, Debug)]
enum Way {
    /// Plain loops. `offsets` are the distances back with the number that is added to the value there, farthest first. `rare`
    /// are the rare values of even and of odd heaps as bits, and `is_narrow` is `true` if 32 bits suffice.
    Plain { offsets: Vec<(usize, u8)>, rare: [u64; 2], is_narrow: bool },
    #[cfg(target_arch = "x86_64")]
    Narrow(narrow_512::Chain),
    #[cfg(target_arch = "x86_64")]
    Wide(wide_512::Chain),
}

impl Chain {
    /// Returns the chain for these offsets and rare values, with values below 32 if `is_narrow`, else below 64.
    ///
    /// An offset is the distance back with the number that is added to the value there; the farthest must come first. Rare
    /// values are those of even and of odd heaps, as bits.
    pub(super) fn new(offsets: Vec<(usize, u8)>, rare: [u64; 2], is_narrow: bool, lanes: SimdLevel) -> Self {
        let lanes = lanes.here();
        let way = match (lanes, is_narrow) {
            #[cfg(target_arch = "x86_64")]
            (SimdLevel::Avx512, true) => Way::Narrow(narrow_512::Chain::new(&offsets, rare)),
            #[cfg(target_arch = "x86_64")]
            (SimdLevel::Avx512, false) => Way::Wide(wide_512::Chain::new(&offsets, rare)),
            _ => Way::Plain { offsets, rare, is_narrow },
        };
        Self { lanes, way }
    }

    /// Computes a stretch from `start` on. Returns how many values fit their lanes, counted up to the first that does not.
    /// Values after that one are meaningless.
    pub(super) fn fill(&self, g: &mut [u8], start: usize) -> usize {
        match &self.way {
            Way::Plain { offsets, rare, is_narrow: true } => narrow::chain_32(self.lanes, g, start, offsets, rare),
            Way::Plain { offsets, rare, is_narrow: false } => wide::chain_64(self.lanes, g, start, offsets, rare),
            #[cfg(target_arch = "x86_64")]
            Way::Narrow(narrow) => narrow.fill(g, start),
            #[cfg(target_arch = "x86_64")]
            Way::Wide(wide) => wide.fill(g, start),
        }
    }
}

/// The plain loops, for lanes of 32 or 64 bits.
macro_rules! chain {
    ($room:ident, $name:ident, $body:ident, $lane:ty) => {
        mod $room {
            use super::*;
            for_lanes! {
                pub(super) fn $name(g: &mut [u8], start: usize, offsets: &[(usize, u8)], rare: &[u64; 2]) -> usize = $body;
            }

            /// Computes the values of 16 heaps and returns how many fit, counted up to the first that does not.
            ///
            /// Values of heaps at least 16 back must already be excluded.
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
                    // collected in registers: reading 16 bytes that were just written one by one would stall
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
