//! Limits of a check: its own number of steps, and the limits of the caller.

use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};

/// The largest number of cells that are stored. They take a quarter of a gigabyte.
///
/// ```
/// assert_eq!(sprague_check::MAX_CELLS, 67_108_864);
/// ```
pub const MAX_CELLS: u64 = 1 << 26;

/// The number of moves after which [`check`](crate::Claim::check) gives up, which is about ten seconds of work.
///
/// For equal states [`MAX_STATE_STEPS`] applies instead.
///
/// ```
/// assert_eq!(sprague_check::MAX_STEPS, 4_294_967_296);
/// ```
pub const MAX_STEPS: u64 = 1 << 32;

/// The number of moves after which [`check`](crate::Claim::check) gives up for equal states, which is a few minutes of work.
///
/// ```
/// assert_eq!(sprague_check::MAX_STATE_STEPS, 274_877_906_944);
/// ```
pub const MAX_STATE_STEPS: u64 = 1 << 38;

/// The largest number of rows in a state. A few states are kept, in at most a gigabyte.
///
/// ```
/// assert_eq!(sprague_check::MAX_HELD, 67_108_864);
/// ```
pub const MAX_HELD: u64 = 1 << 26;

/// The largest order of a quotient that is checked. Its multiplication table then takes 32 MiB.
///
/// ```
/// assert_eq!(sprague_check::MAX_ELEMENTS, 4096);
/// ```
pub const MAX_ELEMENTS: usize = 4096;

/// The number of products after which the check of a quotient gives up, which is about ten seconds of work.
///
/// ```
/// assert_eq!(sprague_check::MAX_PRODUCTS, 4_294_967_296);
/// ```
pub const MAX_PRODUCTS: u64 = 1 << 32;

/// The number of options after which the check of values gives up, which is at most about a minute of work.
///
/// ```
/// assert_eq!(sprague_check::MAX_COMPARISON_STEPS, 268_435_456);
/// ```
pub const MAX_COMPARISON_STEPS: u64 = 1 << 28;

/// The number of steps between two checks of time and memory: about a tenth of a millisecond.
const BETWEEN_LOOKS: u64 = 1 << 16;

/// The reason why a check must end without a verdict.
#[derive(Debug)]
pub(crate) enum Exhausted {
    /// More than this number of steps was needed.
    Steps(u64),
    /// A limit of the caller was reached.
    Stopped(Stopped),
}

#[derive(Debug)]
pub(crate) struct Effort<'a> {
    meter: Meter<'a>,
    limits: &'a Limits,
    most: u64,
    taken: u64,
    next_look: u64,
}

impl<'a> Effort<'a> {
    /// Starts the clock, with no step taken.
    pub(crate) fn new(most: u64, limits: &'a Limits) -> Self {
        Self { meter: Meter::new(limits), limits, most, taken: 0, next_look: 0 }
    }

    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    pub(crate) fn taken(&self) -> u64 {
        self.taken
    }

    /// Counts `steps` more steps. `positions` and `bytes` are the present totals; rows count as positions.
    #[inline]
    pub(crate) fn take(&mut self, steps: u64, positions: u64, bytes: impl FnOnce() -> u64) -> Result<(), Exhausted> {
        self.taken = self.taken.saturating_add(steps);
        if self.taken > self.most {
            return Err(Exhausted::Steps(self.most));
        }
        if positions > self.limits.positions {
            // report the progress before stopping
            let _ = self.look(positions, bytes());
            return Err(Exhausted::Stopped(Stopped::Positions(self.limits.positions)));
        }
        if self.taken < self.next_look {
            return Ok(());
        }
        self.next_look = self.taken + BETWEEN_LOOKS;
        self.look(positions, bytes())
    }

    /// Counts steps that were not counted in advance. The next call of `take` reports it if they were too many.
    pub(crate) fn spend(&mut self, steps: u64) {
        self.taken = self.taken.saturating_add(steps);
    }

    pub(crate) fn look(&self, positions: u64, bytes: u64) -> Result<(), Exhausted> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.meter.look(positions, bytes, None).map_err(Exhausted::Stopped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_first_limit_that_is_reached_is_named() {
        let limits = Limits { positions: 10, bytes: 1000, ..Limits::default() };
        let stopped = |steps, positions, bytes| Effort::new(100, &limits).take(steps, positions, || bytes);
        assert!(stopped(100, 10, 1000).is_ok());
        assert!(matches!(stopped(101, 10, 1000), Err(Exhausted::Steps(100))));
        assert!(matches!(stopped(100, 11, 1000), Err(Exhausted::Stopped(Stopped::Positions(10)))));
        assert!(matches!(stopped(100, 10, 1001), Err(Exhausted::Stopped(Stopped::Memory(1000)))));
        let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
        let mut effort = Effort::new(u64::MAX, &limits);
        std::thread::sleep(Duration::from_millis(1));
        assert!(matches!(effort.take(1, 1, || 1), Err(Exhausted::Stopped(Stopped::Time(_)))));
    }
}
