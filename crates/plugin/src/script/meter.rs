//! What one call of a script has used so far: time, and memory where it is counted.

use crate::memory::held;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The longest time of one call, for operations that take long; far more than five million usual ones need.
pub(super) const LONGEST: Duration = Duration::from_millis(1_000);

/// How many MiB one call may hold, where memory is [counted](crate::Counted).
pub(super) const MAX_MIB: i64 = 32;

/// Calls that take longer than this on average, and this in all, are too slow.
const SLOW: Duration = Duration::from_millis(50);
const SLOW_IN_ALL: Duration = Duration::from_millis(1_200);

/// How many operations pass between two looks at the clock.
const LOOK_EVERY: u64 = 16;

/// What was used when the call that is running began.
#[derive(Debug)]
pub(super) struct Meter {
    epoch: Instant,
    /// When the question began, in microseconds, and when the call that is running for it.
    asked: AtomicU64,
    began: AtomicU64,
    held: AtomicI64,
    /// How many calls there were, and how many microseconds they took.
    calls: AtomicU64,
    spent: AtomicU64,
}

/// What a call has used too much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TooMuch {
    Time,
    Memory,
}

impl Meter {
    pub(super) fn new() -> Self {
        Self {
            epoch: Instant::now(),
            asked: AtomicU64::new(0),
            began: AtomicU64::new(0),
            held: AtomicI64::new(0),
            calls: AtomicU64::new(0),
            spent: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        self.epoch.elapsed().as_micros() as u64
    }

    /// A question begins, which may need many calls.
    pub(super) fn begin(&self) {
        self.asked.store(self.now(), Ordering::Relaxed);
    }

    /// A call begins.
    pub(super) fn start(&self) {
        self.began.store(self.now(), Ordering::Relaxed);
        self.held.store(held(), Ordering::Relaxed);
    }

    /// A call has ended: how many there were and how long they took, if all take so long that nothing can be searched.
    pub(super) fn is_too_slow(&self) -> Option<(u64, Duration)> {
        let time = self.now() - self.began.load(Ordering::Relaxed);
        let calls = 1 + self.calls.fetch_add(1, Ordering::Relaxed);
        let spent = time + self.spent.fetch_add(time, Ordering::Relaxed);
        let is_slow = spent > SLOW_IN_ALL.as_micros() as u64 && spent / calls > SLOW.as_micros() as u64;
        is_slow.then(|| (calls, Duration::from_micros(spent)))
    }

    /// What the call has used too much of after so many operations.
    pub(super) fn too_much(&self, operations: u64) -> Option<TooMuch> {
        if held() - self.held.load(Ordering::Relaxed) > MAX_MIB << 20 {
            return Some(TooMuch::Memory);
        }
        if !operations.is_multiple_of(LOOK_EVERY) {
            return None;
        }
        let (now, longest) = (self.now(), LONGEST.as_micros() as u64);
        let is_late =
            now - self.began.load(Ordering::Relaxed) > longest || now - self.asked.load(Ordering::Relaxed) > 3 * longest / 2;
        is_late.then_some(TooMuch::Time)
    }
}
