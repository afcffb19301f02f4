//! How far a search may go: positions, bytes, time, and a flag that asks it to stop.
//!
//! Reaching a limit is an answer ([`Stopped`]), not a failure: "unknown" is never printed as 0.

use crate::any::Fault;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// Bounds for one search, and two lines to the outside: a flag that stops it and a counter that shows its progress.
///
/// ```
/// use sprague_core::{Limits, Stopped};
/// use std::time::Duration;
///
/// let limits = Limits { positions: 1_000, time: Some(Duration::from_secs(2)), ..Limits::default() };
/// assert_eq!(limits.bytes, 4 << 30);
/// # let _ = Stopped::Asked;
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The most positions (or rows of a family) to visit.
    pub positions: u64,
    /// The most bytes to hold, as estimated from what is stored; buffers that grow may pass it for a moment.
    pub bytes: u64,
    /// The longest time that one search may take, `None` for as long as it takes.
    pub time: Option<Duration>,
    /// When to stop in any case: one for all the searches that a question needs.
    pub deadline: Option<Instant>,
    /// Set it from anywhere, and the search ends with [`Stopped::Asked`] soon after.
    pub stop: Option<Arc<AtomicBool>>,
    /// Where the search writes now and then how many positions it has visited.
    pub progress: Option<Arc<AtomicU64>>,
}

impl Default for Limits {
    /// A hundred million positions, 4 GiB, and no limit on time.
    fn default() -> Self {
        Self { positions: 100_000_000, bytes: 4 << 30, time: None, deadline: None, stop: None, progress: None }
    }
}

impl Limits {
    /// The same limits, with the time counted from now for all searches together.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use std::time::Duration;
    ///
    /// let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() }.starting_now();
    /// assert!(limits.deadline.is_some());
    /// ```
    #[must_use]
    pub fn starting_now(&self) -> Self {
        let ours = self.time.and_then(|time| Instant::now().checked_add(time));
        Self { deadline: self.deadline.into_iter().chain(ours).min(), ..self.clone() }
    }
}

/// Why a search ended without an answer.
///
/// ```
/// assert_eq!(sprague_core::Stopped::Positions(10).to_string(), "stopped after 10 positions");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Stopped {
    /// This many positions were visited, and more are reachable.
    #[error("stopped after {0} positions")]
    Positions(u64),
    /// Going on would take more than this many bytes.
    #[error("stopped at {0} bytes of memory")]
    Memory(u64),
    /// The time was up.
    #[error("stopped after {:.1} s", .0.as_secs_f64())]
    Time(Duration),
    /// Somebody set the stop flag.
    #[error("stopped on request")]
    Asked,
    /// The ruleset itself failed; only loaded rulesets can.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl Stopped {
    /// What stopped it, in a word, as JSON has it: `positions`, `memory`, `time`, `request` or `fault`.
    ///
    /// ```
    /// assert_eq!(sprague_core::Stopped::Positions(10).name(), "positions");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Self::Positions(_) => "positions",
            Self::Memory(_) => "memory",
            Self::Time(_) => "time",
            Self::Asked => "request",
            Self::Fault(_) => "fault",
        }
    }
}

/// One search under [`Limits`]: ask it at every step whether to go on.
///
/// ```
/// use sprague_core::{Limits, Stopped};
/// use sprague_core::limits::Meter;
///
/// let limits = Limits { positions: 3, ..Limits::default() };
/// let mut meter = Meter::new(&limits);
/// assert_eq!(meter.allow(3, || 0, || None), Ok(()));
/// assert_eq!(meter.allow(4, || 0, || None), Err(Stopped::Positions(3)));
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    started: Instant,
    steps: u32,
}

impl<'a> Meter<'a> {
    /// Starts the clock.
    ///
    /// ```
    /// # use sprague_core::Limits;
    /// # use sprague_core::limits::Meter;
    /// let limits = Limits::default();
    /// let mut meter = Meter::new(&limits);
    /// assert!(meter.allow(1, || 0, || None).is_ok());
    /// ```
    pub fn new(limits: &'a Limits) -> Self {
        Self { limits, started: Instant::now(), steps: 0 }
    }

    /// Whether a search that has visited `positions` may go on. Bytes, time, the flag and the ruleset's fault are looked at
    /// once in 1024 calls, so that asking costs about a nanosecond.
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn allow(
        &mut self,
        positions: u64,
        bytes: impl FnOnce() -> usize,
        fault: impl FnOnce() -> Option<Fault>,
    ) -> Result<(), Stopped> {
        if positions > self.limits.positions {
            return Err(Stopped::Positions(self.limits.positions));
        }
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(1024) { self.look(positions, bytes(), fault()) } else { Ok(()) }
    }

    /// The checks that are not made at every step.
    ///
    /// # Errors
    /// The limit that was reached.
    #[cold]
    pub fn look(&self, positions: u64, bytes: usize, fault: Option<Fault>) -> Result<(), Stopped> {
        if let Some(progress) = &self.limits.progress {
            progress.store(positions, Ordering::Relaxed);
        }
        if let Some(fault) = fault {
            return Err(fault.into());
        }
        if bytes as u64 > self.limits.bytes {
            return Err(Stopped::Memory(self.limits.bytes));
        }
        let is_late = self.limits.deadline.is_some_and(|deadline| Instant::now() > deadline);
        if is_late || self.limits.time.is_some_and(|time| self.started.elapsed() > time) {
            return Err(Stopped::Time(self.limits.time.unwrap_or_else(|| self.started.elapsed())));
        }
        if self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Stopped::Asked);
        }
        Ok(())
    }
}
