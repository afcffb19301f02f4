//! Points in time on the clock of a host.

use std::ops::{Add, Sub};
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

/// Returns milliseconds since any fixed time. The numbers must never decrease.
type HostClock = fn() -> f64;

static CLOCK: RwLock<Option<HostClock>> = RwLock::new(None);

/// Sets the clock of this module, a function such as `performance.now()`.
///
/// It must return milliseconds since any fixed time, and the numbers must never decrease.
///
/// Set it only once, before the first search, because times of different clocks cannot be compared.
pub fn set_host_clock(clock: fn() -> f64) {
    *CLOCK.write().unwrap_or_else(PoisonError::into_inner) = Some(clock);
}

/// A point in time on the clock of the host.
///
/// It has the methods of [`std::time::Instant`] that searches need.
///
/// If no clock is set, all points in time are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// Returns the current point in time.
    pub fn now() -> Self {
        let clock = *CLOCK.read().unwrap_or_else(PoisonError::into_inner);
        let seconds = clock.map_or(0.0, |clock| clock() / 1000.0);
        Self(Duration::try_from_secs_f64(seconds).unwrap_or_default())
    }

    /// Returns the time that has passed since this point, or zero if the clock has gone back.
    pub fn elapsed(&self) -> Duration {
        Self::now() - *self
    }

    /// Returns the point in time that is this much later, or `None` if it is out of range.
    pub fn checked_add(&self, duration: Duration) -> Option<Self> {
        self.0.checked_add(duration).map(Self)
    }

    /// Returns the point in time that is this much earlier, or `None` if it is out of range.
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

/// Returns the time between two points, or zero if `earlier` is the later one.
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
