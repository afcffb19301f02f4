//! The least common values of many heaps in a row.
//!
//! Each by the few options that have common values.
//!
//! Above the last rare heap, heap n has a common value by two kinds of options. They leave one heap, n − t, or a rare heap r
//! beside n − t − r. All look back by fixed distances. So the next 64 heaps collect what the distances of 64 and more exclude
//! side by side, then 16 of them those of 16 and more. The rest goes from heap to heap. `exclusions` tells whether the least
//! common value is the nimber.

use crate::past::STRETCH;
use crate::vectors::with_vectors;

/// Values are below this: a word has a bit for each.
pub(crate) const VALUES: usize = 64;

/// The distances of one code.
pub(crate) struct Chain {
    /// The distances back, each with what is added to the value there.
    ///
    /// The farthest first.
    looks: Vec<(usize, u16)>,
    /// The number of distances of 64 or more.
    far: usize,
    /// The number of distances of 16 to 63.
    middle: usize,
    /// The rare values of even and of odd heaps, as bits.
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

    /// The number of distances.
    pub(crate) fn len(&self) -> usize {
        self.looks.len()
    }

    /// Fills a stretch with least common values; the number of those that fit.
    ///
    /// Those after the first that does not are meaningless.
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

/// Excludes from each of so many heaps the value here, with another one added.
#[inline(always)]
fn exclude<const HEAPS: usize>(excluded: &mut [u64; HEAPS], g: &[u16], other: u16) {
    let values: &[u16; HEAPS] = g[..HEAPS].try_into().expect("so many values");
    for (excluded, value) in excluded.iter_mut().zip(values) {
        *excluded |= 1 << ((value ^ other) % VALUES as u16);
    }
}

/// The values of 16 heaps; the number of those that fit.
///
/// Only heaps up to 15 tokens smaller have still to be excluded.
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
