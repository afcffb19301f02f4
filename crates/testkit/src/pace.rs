//! Measures computing time in steps of a loop, so that tests can require that something is fast on any machine.
//!
//! Times differ between machines, and with the other work of a machine. So a test measures how long a thread computes
//! ([`computed`]) and, on the same machine at the same time, how long a step takes ([`Pace`]).

use std::hint::black_box;
use std::sync::LazyLock;
use std::time::Duration;

/// Returns the CPU time of this thread.
///
/// If the system does not provide it, the elapsed time is returned.
///
/// ```
/// use sprague_testkit::pace::computed;
/// assert!(computed() >= std::time::Duration::ZERO);
/// ```
pub fn computed() -> Duration {
    #[cfg(unix)]
    return of_clock(rustix::time::ClockId::ThreadCPUTime);
    #[cfg(not(unix))]
    passed()
}

/// Returns the CPU time of this process, in all its threads.
///
/// If the system does not provide it, the elapsed time is returned.
///
/// ```
/// use sprague_testkit::pace::computed_by_all;
/// assert!(computed_by_all() >= std::time::Duration::ZERO);
/// ```
pub fn computed_by_all() -> Duration {
    #[cfg(unix)]
    return of_clock(rustix::time::ClockId::ProcessCPUTime);
    #[cfg(not(unix))]
    passed()
}

#[cfg(unix)]
fn of_clock(clock: rustix::time::ClockId) -> Duration {
    let time = rustix::time::clock_gettime(clock);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

#[cfg(not(unix))]
fn passed() -> Duration {
    static EPOCH: LazyLock<std::time::Instant> = LazyLock::new(std::time::Instant::now);
    EPOCH.elapsed()
}

/// The time for one step on this machine, as measured just now.
///
/// A step is an addition, a multiplication and a load from a table of 256 KiB, each of which depends on the one before. It
/// takes about 5 ns, in debug and in release builds.
///
/// ```
/// use sprague_testkit::pace::Pace;
/// use std::time::Duration;
///
/// assert!(Pace::now().steps(Duration::from_secs(1)) > 1_000_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Pace {
    seconds: f64,
}

/// The number of steps in one measurement.
const MEASURED: u32 = 1 << 20;

impl Pace {
    /// Measures a million steps.
    pub fn now() -> Self {
        static TABLE: LazyLock<Vec<u64>> = LazyLock::new(|| (0..1 << 15).collect());
        let table = &**TABLE;
        let before = computed();
        let mut x = 1_u64;
        for step in 0..u64::from(MEASURED) {
            x = (x ^ table[(x >> 49) as usize]).wrapping_add(step).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        black_box(x);
        Self { seconds: (computed() - before).as_secs_f64() / f64::from(MEASURED) }
    }

    /// Returns the slower of two paces, for example of one measured before and one after a task.
    #[must_use]
    pub fn or_slower(self, other: Self) -> Self {
        if other > self { other } else { self }
    }

    /// Returns the number of steps that can be made in this time.
    pub fn steps(self, time: Duration) -> u64 {
        (time.as_secs_f64() / self.seconds) as u64
    }

    /// Returns the number of steps that can be made in this time, in units of 200 million steps, which are about a second of
    /// work.
    ///
    /// ```
    /// use sprague_testkit::pace::Pace;
    /// use std::time::Duration;
    ///
    /// let pace = Pace::now();
    /// assert!(pace.work(Duration::from_secs(2)) > pace.work(Duration::from_secs(1)));
    /// ```
    pub fn work(self, time: Duration) -> f64 {
        self.steps(time) as f64 / 200e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_of_twice_as_many_steps_takes_about_twice_as_many() {
        let steps = |times: usize| {
            let before = computed();
            let pace = (0..times).map(|_| Pace::now()).reduce(Pace::or_slower).unwrap();
            pace.steps(computed() - before)
        };
        assert!(steps(8) > 2 * u64::from(MEASURED));
        assert!(steps(8) <= 9 * u64::from(MEASURED));
    }

    #[test]
    fn who_sleeps_does_not_compute() {
        let before = computed();
        std::thread::sleep(Duration::from_millis(200));
        assert!(!cfg!(unix) || Pace::now().steps(computed() - before) < 8 * u64::from(MEASURED));
    }
}
