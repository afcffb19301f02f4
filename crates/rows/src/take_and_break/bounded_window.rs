//! Nimbers of take-and-break games with few rare heaps and small values, from a window of earlier values. A heap takes a few
//! nanoseconds.
//!
//! Once no new rare heap appears (see `sparse_space`), the common values of a heap's options come from a fixed list of earlier
//! heaps: t + r back for every rare heap r and every splitting move that takes t tokens, and s back for moves that take s and
//! split nothing. So the value of heap n is the least common value that is none of g(n − o) ⊕ g(r), and neighbouring heaps can
//! be computed in parallel (`chain`). This assumes that every rare value below the result is excluded by some split, which is
//! verified for many heaps at once after the chain (`verify`).

mod bit_rows;
mod chain;
#[cfg(target_arch = "x86_64")]
mod chain_512;
mod verify;

use super::moves::Moves;
use super::sparse_space::SparseSpace;
use crate::simd::SimdLevel;
use chain::Chain;
use sprague_core::Stopped;
use sprague_core::limits::Work;
use verify::Verifier;

/// The number of heaps that are computed before they are verified.
pub(crate) const STRETCH: usize = 8192;

/// The largest smaller part of a split that is tried. If a rare value is only excluded by a larger one, the heap cannot be
/// verified here.
pub(crate) const DEEPEST: usize = 1 << 16;

/// The largest part in the lists of splits that exclude rare values.
const LISTED: usize = 704;

/// The number of earlier heaps whose values must be kept.
pub(crate) const KEPT: usize = DEEPEST + 2 * STRETCH;

/// The reason why the window cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// This many heaps were computed. The next value does not fit the lanes, or no small part excludes a rare value.
    At(usize),
}

/// The kernel for one code and one sparse space.
#[derive(Clone, Debug)]
pub(crate) struct BoundedWindow {
    chain: Chain,
    verifier: Verifier,
    /// The largest smaller part that was needed since this was last set to 0.
    pub(crate) depth: usize,
}

impl BoundedWindow {
    /// Values must be below this.
    pub(crate) const MAX: u32 = 64;

    /// Returns the kernel for the heaps after `g`, or `None` if the game does not fit. Takes some milliseconds.
    pub(crate) fn new(
        moves: &Moves,
        space: &SparseSpace,
        g: &[u8],
        most: u32,
        lanes: SimdLevel,
        work: &mut Work<'_>,
    ) -> Result<Option<Self>, Stopped> {
        let n = g.len();
        let mut offsets: Vec<(usize, u8)> = moves.single.iter().map(|&taken| (taken, 0)).collect();
        for &taken in &moves.breaking {
            offsets.extend(space.rare.iter().map(|&rare| (taken + rare as usize, g[rare as usize])));
        }
        offsets.sort_unstable_by(|a, b| b.cmp(a));
        offsets.dedup();
        let fits = most < Self::MAX && !moves.unequal && !offsets.is_empty() && offsets.len() <= 512;
        let is_settled = n >= KEPT && offsets[0].0 < DEEPEST && n.is_multiple_of(64) && moves.most_taken() <= 64;
        if !fits || !is_settled {
            return Ok(None);
        }
        let bits = |n: usize| (0..64).filter(|&value| !space.is_common(value, n)).map(|value| 1 << value).sum();
        let (rare_values, is_narrow, lanes) = ([bits(0), bits(1)], most < 31, lanes.here());
        let verifier = Verifier::new(moves, rare_values, is_narrow, g, lanes, work)?;
        Ok(Some(Self { chain: Chain::new(offsets, rare_values, is_narrow, lanes), verifier, depth: 0 }))
    }

    /// Continues after other values of the same code.
    pub(crate) fn resume(&mut self, g: &[u8]) {
        self.depth = 0;
        self.verifier.resume(g);
    }

    /// Computes and verifies the next [`STRETCH`] heaps.
    ///
    /// # Errors
    /// Returns [`Left`] if some heap cannot be computed or verified. All values before it have been added to `g` and are right.
    pub(crate) fn extend(&mut self, g: &mut Vec<u8>) -> Result<(), Left> {
        let start = g.len();
        g.resize(start + STRETCH, 0);
        let fitted = self.chain.fill(g, start);
        // values after one that did not fit are meaningless, but verifying them does no harm
        let verified = self.verifier.verify(g, start, &mut self.depth);
        let right = fitted.min(verified);
        if right < STRETCH {
            g.truncate(start + right);
            return Err(Left::At(right));
        }
        Ok(())
    }
}
