//! Computes one subtraction set, with a window of its last rows in a few registers.
//!
//! The period is found by Brent's algorithm (Brent 1980), the preperiod by moving two windows that are one period apart.

use super::digest::RecordDigest;
use super::summary::members;
use sprague_core::Stopped;
use std::fmt;

/// A set with its exact period.
///
/// ```
/// use sprague_rows::sweep::SetPeriod;
/// let set = SetPeriod { mask: 0b1101, period: 7, preperiod: 0 };
/// assert_eq!(set.set(), [1, 3, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetPeriod {
    /// The members as bits: bit s − 1 is set if s is a member.
    pub mask: u64,
    /// The least period of the rows.
    pub period: u64,
    /// The least row from which on the rows repeat.
    pub preperiod: u64,
}

impl SetPeriod {
    /// Returns the members, least first.
    ///
    /// ```
    /// # use sprague_rows::sweep::SetPeriod;
    /// assert_eq!(SetPeriod { mask: 1 << 62, period: 126, preperiod: 0 }.set(), [63]);
    /// ```
    pub fn set(&self) -> Vec<u32> {
        members(self.mask)
    }

    /// The names of the columns of a line.
    pub const HEADER: &str = "set,period,preperiod";

    /// Returns the digest of the record: bit mask, period, preperiod.
    ///
    /// ```
    /// # use sprague_rows::sweep::{RecordDigest, SetPeriod};
    /// let set = SetPeriod { mask: 0b1101, period: 7, preperiod: 0 };
    /// assert_eq!(set.digest(), RecordDigest::of_numbers([0b1101, 7, 0]));
    /// ```
    pub fn digest(&self) -> RecordDigest {
        RecordDigest::of_numbers([self.mask, self.period, self.preperiod])
    }
}

/// Writes a line of comma-separated values.
impl fmt::Display for SetPeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members: Vec<String> = self.set().iter().map(u32::to_string).collect();
        write!(f, "\"{}\",{},{}", members.join(","), self.period, self.preperiod)
    }
}

/// The last K rows: bit i of a plane is the row i + 1 back. Rows before row 0 have no value.
pub(super) trait Window: Clone + PartialEq {
    /// The number of values of rows that the window distinguishes.
    const VALUES: usize;
    /// The window before row 0.
    const START: Self;
    /// Moves on by one row. `mask` has the members as bits, and `kept` is a mask of the K lowest bits.
    fn advance(&mut self, mask: u64, kept: u64);
}

/// The rows that are lost. All others are won.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Outcomes(u64);

impl Window for Outcomes {
    const VALUES: usize = 1;
    const START: Self = Self(0);
    #[inline]
    fn advance(&mut self, mask: u64, kept: u64) {
        self.0 = (self.0 << 1 | u64::from(self.0 & mask == 0)) & kept;
    }
}

/// For every nimber, the rows that have it. A set of at most 63 members has no nimber above 63.
#[derive(Clone)]
pub(super) struct Nimbers {
    planes: [u64; 64],
    /// All planes from this index on are empty.
    used: usize,
}

impl PartialEq for Nimbers {
    fn eq(&self, other: &Self) -> bool {
        let used = self.used.max(other.used);
        self.planes[..used] == other.planes[..used]
    }
}

impl Window for Nimbers {
    const VALUES: usize = 64;
    const START: Self = Self { planes: [0; 64], used: 0 };
    #[inline]
    fn advance(&mut self, mask: u64, kept: u64) {
        let mex = self.planes[..self.used].iter().position(|plane| plane & mask == 0).unwrap_or(self.used);
        self.used = self.used.max(mex + 1);
        self.planes[..self.used].iter_mut().for_each(|plane| *plane = *plane << 1 & kept);
        self.planes[mex] |= 1;
    }
}

/// The number of steps between two calls of `ask`.
const PATIENCE: u64 = 1 << 20;

pub(super) fn period<S: Window>(mask: u64, ask: impl Fn() -> Result<(), Stopped>) -> Result<u64, Stopped> {
    let kept = kept(mask);
    let (mut kept_back, mut window) = (S::START, S::START);
    let mut snapshot_for = 1_u64;
    loop {
        for steps in 1..=snapshot_for {
            window.advance(mask, kept);
            if window == kept_back {
                return Ok(steps);
            }
            if steps.is_multiple_of(PATIENCE) {
                ask()?;
            }
        }
        kept_back.clone_from(&window);
        snapshot_for *= 2;
    }
}

/// Returns the least row from which on the rows of a set have this period.
pub(super) fn preperiod<S: Window>(mask: u64, period: u64, ask: impl Fn() -> Result<(), Stopped>) -> Result<u64, Stopped> {
    let kept = kept(mask);
    let (mut behind, mut ahead) = (S::START, S::START);
    for step in 1..=period {
        ahead.advance(mask, kept);
        if step.is_multiple_of(PATIENCE) {
            ask()?;
        }
    }
    let mut rows = 0_u64;
    while behind != ahead {
        behind.advance(mask, kept);
        ahead.advance(mask, kept);
        rows += 1;
        if rows.is_multiple_of(PATIENCE) {
            ask()?;
        }
    }
    // when two windows become equal, they differed just before their first row, or they begin at row 0
    Ok(rows.saturating_sub(u64::from(mask.ilog2() + 1)))
}

/// Returns a mask of as many bits as the largest member.
fn kept(mask: u64) -> u64 {
    u64::MAX >> mask.leading_zeros()
}
