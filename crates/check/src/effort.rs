//! What an examination may take: steps of its own, and the limits of the question that it belongs to.

use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};

/// How many steps pass between two looks at clock and memory: about a tenth of a millisecond.
const BETWEEN_LOOKS: u64 = 1 << 16;

/// An examination has to end without a verdict.
#[derive(Debug)]
pub(crate) enum Exhausted {
    /// It took more than so many steps.
    Steps(u64),
    /// A limit of the question was reached.
    Stopped(Stopped),
}

/// Steps that were taken, and may be.
#[derive(Debug)]
pub(crate) struct Effort<'a> {
    meter: Meter<'a>,
    limits: &'a Limits,
    most: u64,
    taken: u64,
    next_look: u64,
}

impl<'a> Effort<'a> {
    /// No step yet; the clock starts.
    pub(crate) fn new(most: u64, limits: &'a Limits) -> Self {
        Self { meter: Meter::new(limits), limits, most, taken: 0, next_look: 0 }
    }

    /// How many steps there may be.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// So many steps more. There are so many positions, or rows, by now, in so many bytes.
    #[inline]
    pub(crate) fn take(&mut self, steps: u64, positions: u64, bytes: impl FnOnce() -> u64) -> Result<(), Exhausted> {
        self.taken = self.taken.saturating_add(steps);
        if self.taken > self.most {
            return Err(Exhausted::Steps(self.most));
        }
        if positions > self.limits.positions {
            return Err(Exhausted::Stopped(Stopped::Positions(self.limits.positions)));
        }
        if self.taken < self.next_look {
            return Ok(());
        }
        self.next_look = self.taken + BETWEEN_LOOKS;
        self.look(positions, bytes())
    }

    /// So many steps more, which were not expected: the next ones may be too many.
    pub(crate) fn spend(&mut self, steps: u64) {
        self.taken = self.taken.saturating_add(steps);
    }

    /// Looks at clock and memory.
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
