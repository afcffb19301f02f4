//! Points in time by the clock of a host.

use std::ops::{Add, Sub};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// Milliseconds since any fixed time, never fewer than before.
type HostClock = fn() -> f64;

static CLOCK: RwLock<Option<HostClock>> = RwLock::new(None);

/// Gives this module a clock, which answers like `performance.now()`.
///
/// It counts milliseconds since any fixed time, never fewer than before.
///
/// It is set once, before the first search: times by different clocks do not compare.
pub fn set_host_clock(clock: fn() -> f64) {
    *CLOCK.write().unwrap_or_else(PoisonError::into_inner) = Some(clock);
}

/// A point in time by the clock of the host.
///
/// It has those methods of [`std::time::Instant`] that searches need.
///
/// Without a clock it is always the same point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// The present point in time.
    pub fn now() -> Self {
        let clock = *CLOCK.read().unwrap_or_else(PoisonError::into_inner);
        let seconds = clock.map_or(0.0, |clock| clock() / 1000.0);
        Self(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }

    /// The time since then.
    pub fn elapsed(&self) -> Duration {
        Self::now() - *self
    }

    /// The point in time so much later, `None` if that is out of range.
    pub fn checked_add(&self, duration: Duration) -> Option<Self> {
        self.0.checked_add(duration).map(Self)
    }

    /// The point in time so much earlier, `None` if that is out of range.
    pub fn checked_sub(&self, duration: Duration) -> Option<Self> {
        self.0.checked_sub(duration).map(Self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;
    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }
}

/// The time between two points; none if the second is later.
impl Sub for Instant {
    type Output = Duration;
    fn sub(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    static MILLIS: AtomicI64 = AtomicI64::new(0);

    #[test]
    fn time_stands_still_without_a_clock_and_passes_by_that_of_the_host() {
        let before = Instant::now();
        std::thread::sleep(Duration::from_millis(5));
        assert_eq!((Instant::now(), before.elapsed()), (before, Duration::ZERO));
        set_host_clock(|| MILLIS.load(Ordering::Relaxed) as f64);
        MILLIS.store(1_500, Ordering::Relaxed);
        let deadline = Instant::now().checked_add(Duration::from_secs(2)).unwrap();
        assert!(Instant::now() < deadline && deadline == Instant::now() + Duration::from_secs(2));
        assert_eq!(deadline.checked_sub(Duration::from_secs(2)), Some(Instant::now()));
        assert_eq!(deadline.checked_sub(Duration::from_secs(4)), None);
        MILLIS.store(3_501, Ordering::Relaxed);
        assert!(Instant::now() > deadline);
        assert_eq!(Instant::now() - deadline, Duration::from_millis(1));
        for wrong in [-5, i64::MIN] {
            MILLIS.store(wrong, Ordering::Relaxed);
            assert_eq!(deadline.elapsed(), Duration::ZERO, "a host that is wrong does no harm");
        }
        assert_eq!(Instant::now().checked_add(Duration::MAX).and_then(|last| last.checked_add(Duration::MAX)), None);
    }
}
