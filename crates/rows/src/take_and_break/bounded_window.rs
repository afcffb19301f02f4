//! Nimbers of take-and-break games with few rare heaps and small values, in a window.
//!
//! A few nanoseconds a heap.
//!
//! Once no new rare heap turns up (sparse space), the common values of a heap's options come from a fixed list of earlier
//! heaps. They are t + r back, for every rare heap r and breaking place t, and s back for moves that split nothing. So the
//! value of heap n is the least common one that is none of g(n − o) ⊕ g(r), and neighbouring heaps are computed side by side
//! (`chain`). This assumes that every rare value below each result is excluded by some split; behind the chain that is verified
//! in bulk (`verify`).

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

/// The deepest small part that is looked for.
///
/// A rare value that needs a deeper one cannot be verified here.
pub(crate) const DEEPEST: usize = 1 << 16;

/// The greatest part in the lists of splits that exclude rare values.
const LISTED: usize = 704;

/// The number of earlier heaps that must be at hand.
pub(crate) const KEPT: usize = DEEPEST + 2 * STRETCH;

/// The reason why the window cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    /// The number of heaps before the first that cannot be computed.
    ///
    /// Its value does not fit the lanes, or no small part excludes a rare value.
    At(usize),
}

/// The kernel, made for one code, one sparse space and the values so far.
#[derive(Clone, Debug)]
pub(crate) struct BoundedWindow {
    chain: Chain,
    verifier: Verifier,
    /// The greatest small part that was needed since this was last set to 0.
    pub(crate) depth: usize,
}

impl BoundedWindow {
    /// Values must be below this.
    pub(crate) const MAX: u32 = 64;

    /// The kernel for going on after `g`, or `None` if the game does not fit.
    ///
    /// Takes some milliseconds.
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

    /// Goes on after other values of the same code.
    pub(crate) fn resume(&mut self, g: &[u8]) {
        self.depth = 0;
        self.verifier.resume(g);
    }

    /// Computes and verifies the next [`STRETCH`] heaps.
    ///
    /// # Errors
    /// [`Left`] where that cannot be done; all values before that heap were added to `g` and are right.
    pub(crate) fn extend(&mut self, g: &mut Vec<u8>) -> Result<(), Left> {
        let start = g.len();
        g.resize(start + STRETCH, 0);
        let fitted = self.chain.fill(g, start);
        // what follows a value that did not fit is meaningless, but harmless to verify
        let verified = self.verifier.verify(g, start, &mut self.depth);
        let right = fitted.min(verified);
        if right < STRETCH {
            g.truncate(start + right);
            return Err(Left::At(right));
        }
        Ok(())
    }
}
