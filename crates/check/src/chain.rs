//! The least common values of many consecutive heaps.
//!
//! Above the last rare heap, only two kinds of options of heap n have common values: they leave one heap n − t, or a rare heap
//! r together with n − t − r. So the options look back by fixed distances. For each 64 heaps, the values excluded at distances
//! of 64 and more are collected for all 64 heaps at once. Then distances from 16 to 63 are handled for 16 heaps at once, and
//! the others heap by heap. `exclusions` decides whether the least common value is the nimber.

use crate::past::STRETCH;
use crate::vectors::with_vectors;

/// Values are below this, so a set of values fits one word.
pub(crate) const VALUES: usize = 64;

/// The distances of one code.
pub(crate) struct Chain {
    /// The distances, each with the number that is added to the value there. The farthest comes first.
    looks: Vec<(usize, u16)>,
    /// The number of distances of 64 or more.
    far: usize,
    /// The number of distances from 16 to 63.
    middle: usize,
    /// The rare values of even heaps and of odd heaps, as bits.
    rare: [u64; 2],
}

impl Chain {
    pub(crate) fn new(mut looks: Vec<(usize, u16)>, rare: [u64; 2]) -> Self {
        looks.sort_unstable_by(|a, b| b.cmp(a));
        looks.dedup();
        let from = |least: usize| looks.iter().take_while(|(back, _)| *back >= least).count();
        let far = from(64);
        Self { far, middle: from(16) - far, looks, rare }
    }

    pub(crate) fn len(&self) -> usize {
        self.looks.len()
    }

    /// Fills a stretch with least common values. Returns how many of them are below `VALUES`, counted up to the first that is
    /// not.
    ///
    /// Values after that one are meaningless.
    pub(crate) fn fill(&self, g: &mut [u16], start: usize) -> usize {
        fill(self, g, start)
    }
}

with_vectors! {
    fn fill(chain: &Chain, g: &mut [u16], start: usize) -> usize = fill_body;
}

#[inline(always)]
fn fill_body(chain: &Chain, g: &mut [u16], start: usize) -> usize {
    let (far, nearer) = chain.looks.split_at(chain.far);
    let (middle, near) = nearer.split_at(chain.middle);
    for at in (start..start + STRETCH).step_by(64) {
        let mut excluded: [u64; 64] = core::array::from_fn(|i| chain.rare[i % 2]);
        for &(back, other) in far {
            exclude(&mut excluded, &g[at - back..], other);
        }
        for (at, excluded) in (at..).step_by(16).zip(excluded.as_chunks_mut::<16>().0) {
            for &(back, other) in middle {
                exclude(excluded, &g[at - back..], other);
            }
            let fitting = one_by_one(excluded, near, g, at);
            if fitting < 16 {
                return at + fitting - start;
            }
        }
    }
    STRETCH
}

/// For each heap, excludes the nim sum of the value in `g` and `other`.
#[inline(always)]
fn exclude<const HEAPS: usize>(excluded: &mut [u64; HEAPS], g: &[u16], other: u16) {
    let values: &[u16; HEAPS] = g[..HEAPS].try_into().expect("so many values");
    for (excluded, value) in excluded.iter_mut().zip(values) {
        *excluded |= 1 << ((value ^ other) % VALUES as u16);
    }
}

/// Computes the values of 16 heaps. Returns the number of values that fit, counted up to the first that does not.
///
/// `excluded` already contains the values excluded by heaps at distances of 16 and more.
#[inline(always)]
fn one_by_one(excluded: &[u64; 16], near: &[(usize, u16)], g: &mut [u16], at: usize) -> usize {
    let mut values = [0_u16; 32];
    values[..16].copy_from_slice(&g[at - 16..at]);
    let mut fitting = 16;
    for i in 0..16 {
        let mut excluded = excluded[i];
        for &(back, other) in near {
            excluded |= 1 << ((values[(16 + i - back) % 32] ^ other) % VALUES as u16);
        }
        fitting = if excluded == u64::MAX { fitting.min(i) } else { fitting };
        values[16 + i] = excluded.trailing_ones() as u16;
    }
    g[at..at + 16].copy_from_slice(&values[16..]);
    fitting
}
