//! Measures the CPU time of a thread. Limits use it because wall-clock time also counts other processes, and passes while the
//! program is stopped.

use sprague_core::clock::Instant;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static EPOCH: Instant = Instant::now();
    /// The time to add to the clock of this thread, in which other threads or programs have worked for it.
    static BEFORE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// Returns the CPU time of this thread, or the elapsed time if the system does not measure CPU time.
pub(crate) fn computed() -> Duration {
    BEFORE.get() + of_thread().unwrap_or_else(|| EPOCH.with(Instant::elapsed))
}

/// Sets the CPU time of this thread to that of another thread, whose work it continues.
#[cfg(all(feature = "scripts", not(any(feature = "stack", target_family = "wasm"))))]
pub(crate) fn go_on_from(time: Duration) {
    BEFORE.set(BEFORE.get() + time.saturating_sub(computed()));
}

/// Adds the time in which this thread has waited for a program that worked for it.
#[cfg(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm")))]
pub(crate) fn waited(time: Duration) {
    // without CPU time, the clock went on during the wait
    if of_thread().is_some() {
        BEFORE.set(BEFORE.get() + time);
    }
}

#[cfg(unix)]
fn of_thread() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn of_thread() -> Option<Duration> {
    None
}

/// The duration of a budget that is never spent. It does not overflow a clock.
const LONGEST: Duration = Duration::from_secs(1 << 30);

/// A budget of CPU time of this thread.
///
/// A check is cheap: CPU time cannot exceed elapsed time, so the slow clock of the thread is read only after enough time has
/// elapsed.
#[derive(Debug)]
pub(crate) struct Budget {
    all: Duration,
    began: Duration,
    next_look: Cell<Instant>,
}

impl Budget {
    /// Returns a budget that starts now.
    pub(crate) fn of(all: Duration) -> Self {
        let all = all.min(LONGEST);
        Self { all, began: computed(), next_look: Cell::new(Instant::now() + all) }
    }

    pub(crate) fn is_spent(&self) -> bool {
        let now = Instant::now();
        if now < self.next_look.get() {
            return false;
        }
        let left = self.left();
        self.next_look.set(now + left);
        left.is_zero()
    }

    fn left(&self) -> Duration {
        self.all.saturating_sub(computed().saturating_sub(self.began))
    }

    /// Returns a budget of `most`, or of the rest of this one if that is less.
    pub(crate) fn at_most(&self, most: Duration) -> Self {
        Self::of(self.left().min(most))
    }

    /// Returns a budget of the rest of this one divided by `share`.
    pub(crate) fn part(&self, share: u32) -> Self {
        Self::of(self.left() / share)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_spends_nothing_and_computing_does() {
        let budget = Budget::of(Duration::from_millis(30));
        std::thread::sleep(Duration::from_millis(60));
        assert!(!budget.is_spent(), "the thread has slept");
        let mut turns = 0_u64;
        while !budget.is_spent() {
            turns = std::hint::black_box(turns + 1);
        }
        assert!(turns > 1_000 && budget.is_spent(), "{turns} turns");
    }
}
