//! Theorem A, order look-back: a period along the diagonal and far from it.
//!
//! Let T(m, n) be the bits of an [`OrderTable`] with reach k, for m, n < N. Suppose that T(m+p, n+p) = T(m, n) for m, n ≥ n0
//! (the diagonal law), and that T(m, n+p) = T(m, n) and T(n+p, m) = T(n, m) for n ≥ m + D (the far law). If N ≥ n0 + D + 2(k +
//! p), both laws hold for all m and n.
//!
//! *Proof* by induction on m + n, for n ≥ N and m ≤ n. At m ≥ n0 + p the diagonal law says T(m, n) = T(m−p, n−p). At n − m ≥
//! D + p the far law says T(m, n) = T(m, n−p).
//!
//! If m ≥ n0 + p + k, the diagonal law applies to all cells that the rules need. So it holds by induction, and so does the far
//! law if n − m ≥ D + p + k. Otherwise one coordinate is close to its bound, and by the size of N the other law holds. Then
//! T(m, n) = T(m, n−p) = T(m−p, n−2p) = T(m−p, n−p), and in the same way with the laws exchanged.
//!
//! N ≥ n0 + D + k + p is not enough: for N = 8, the sets 2/1,2 fit with p = 2, n0 = 0 and D = 4, which is false for larger
//! heaps.

use super::table::{OrderTable, Plane, mask};
use sprague_core::Stopped;
use sprague_core::certificate::OrderPeriod;
use sprague_core::limits::Work;

/// Returns the side that theorem A needs: n0 + D + 2(k + p).
///
/// ```
/// assert_eq!(sprague_rows::order::side_needed(0, 4, 2, 2), 12);
/// ```
pub fn side_needed(preperiod: usize, far: usize, reach: usize, period: usize) -> usize {
    preperiod.saturating_add(far).saturating_add(reach.saturating_add(period).saturating_mul(2))
}

/// Returns the indices of the bits of a word that are set, lowest first. The lowest bit has index `start`.
pub(super) fn bits(mut word: u64, start: usize) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let bit = (word != 0).then(|| start + word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(bit)
    })
}

const WORD: usize = u64::BITS as usize;

impl OrderTable {
    /// Returns the least period that is a multiple of `step` and that theorem A proves from this table, with the least n0 and
    /// then the least D.
    ///
    /// Returns `None` if this table proves none.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn period(&self, reach: usize, step: usize, work: &mut Work<'_>) -> Result<Option<OrderPeriod>, Stopped> {
        let side = self.side();
        for period in (step..=side / 4).step_by(step) {
            if let Some((preperiod, far)) = self.fit(reach, period, work)? {
                return Ok(Some(OrderPeriod {
                    period: period as u64,
                    preperiod: preperiod as u64,
                    far: far as u64,
                    window: side as u64,
                    rays: vec![],
                }));
            }
        }
        Ok(None)
    }

    /// Returns the least n0, and then the least D, for this period, or `None` if the table is too small for them.
    pub(super) fn fit(&self, reach: usize, period: usize, work: &mut Work<'_>) -> Result<Option<(usize, usize)>, Stopped> {
        let (mut preperiod, mut far) = (0, 0);
        let is_too_large = |preperiod, far| side_needed(preperiod, far, reach, period) > self.side();
        for plane in self.planes() {
            for sum in (0..=(2 * plane.side()).saturating_sub(2 * period + 2)).rev() {
                preperiod = plane.along_diagonal(sum, period, preperiod, work)?;
                if is_too_large(preperiod, 0) {
                    return Ok(None);
                }
            }
        }
        for plane in self.planes() {
            for sum in (0..=(2 * plane.side()).saturating_sub(period + 2)).rev() {
                far = plane.far_from_it(sum, period, far, work)?;
                if is_too_large(preperiod, far) {
                    return Ok(None);
                }
            }
        }
        Ok((!is_too_large(preperiod, far)).then_some((preperiod, far)))
    }
}

impl Plane {
    /// Returns the least n0 ≥ `least` for which a diagonal equals the one 2p further.
    fn along_diagonal(&self, sum: usize, period: usize, least: usize, work: &mut Work<'_>) -> Result<usize, Stopped> {
        let first = least.max((sum + period + 1).saturating_sub(self.side()));
        let Some(last) = sum.checked_sub(least).map(|last| last.min(self.side() - 1 - period)) else { return Ok(least) };
        let mut found = least;
        if first > last {
            return Ok(least);
        }
        for start in (first / WORD * WORD..=last).step_by(WORD) {
            let (here, later) = (self.word(sum, start as isize), self.word(sum + 2 * period, (start + period) as isize));
            let differing = (here ^ later) & mask(start, first, last);
            found = bits(differing, start).fold(found, |found, m| found.max(m.min(sum - m) + 1));
        }
        work.done(last / WORD - first / WORD + 1, self.side(), 0)?;
        Ok(found)
    }

    /// Returns the least D ≥ `least` for which a diagonal equals the one p further.
    fn far_from_it(&self, sum: usize, period: usize, least: usize, work: &mut Work<'_>) -> Result<usize, Stopped> {
        let mut found = least;
        // n may be raised by p within the square, and is at least m + D
        let bound = (self.side() - 1 - period).min(sum);
        let (low, high) = (sum - bound, bound);
        if let Some(last) = sum.checked_sub(found).map(|room| room / 2).filter(|last| low <= *last) {
            'low: for start in (low / WORD * WORD..=last).step_by(WORD) {
                let (here, later) = (self.word(sum, start as isize), self.word(sum + period, start as isize));
                if let Some(m) = bits((here ^ later) & mask(start, low, last), start).next() {
                    found = found.max(sum - 2 * m + 1);
                    break 'low;
                }
            }
        }
        let first = (sum + found).div_ceil(2);
        for start in (first / WORD * WORD..high + 1).step_by(WORD).rev() {
            let (here, later) = (self.word(sum, start as isize), self.word(sum + period, (start + period) as isize));
            if let Some(m) = bits((here ^ later) & mask(start, first, high), start).last() {
                found = found.max(2 * m - sum + 1);
                break;
            }
        }
        work.done(2 + bound / WORD, self.side(), 0)?;
        Ok(found)
    }
}
