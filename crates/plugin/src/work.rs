//! Computing time of a thread, whatever else the machine does meanwhile.
//!
//! Limits are on work. The wall's clock counts what others do, and goes on while the program is stopped.

use sprague_core::clock::Instant;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    static EPOCH: Instant = Instant::now();
    /// The time for which others have computed in its stead, or for whom it computes.
    static BEFORE: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The time for which this thread has computed.
///
/// Where the system cannot tell, the time that has passed.
pub(crate) fn computed() -> Duration {
    BEFORE.get() + of_thread().unwrap_or_else(|| EPOCH.with(Instant::elapsed))
}

/// This thread goes on with the time for which another one has computed.
#[cfg(all(feature = "scripts", not(any(feature = "stack", target_family = "wasm"))))]
pub(crate) fn go_on_from(time: Duration) {
    BEFORE.set(BEFORE.get() + time.saturating_sub(computed()));
}

/// Counts the time for which this thread has waited for a program that computes in its stead.
#[cfg(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm")))]
pub(crate) fn waited(time: Duration) {
    // a clock that is not of the thread went on meanwhile
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

/// A budget that is never spent, and that clocks can be set to.
const LONGEST: Duration = Duration::from_secs(1 << 30);

/// Computing time of this thread that a trial may take.
///
/// Asking is cheap: no more can be spent than has passed, so the clock of the thread is only looked at when enough has.
#[derive(Debug)]
pub(crate) struct Budget {
    all: Duration,
    began: Duration,
    next_look: Cell<Instant>,
}

impl Budget {
    /// A budget of so much from now on.
    pub(crate) fn of(all: Duration) -> Self {
        let all = all.min(LONGEST);
        Self { all, began: computed(), next_look: Cell::new(Instant::now() + all) }
    }

    /// Tells whether all of it is spent.
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

    /// A budget of at most so much, and no more than is left here.
    pub(crate) fn at_most(&self, most: Duration) -> Self {
        Self::of(self.left().min(most))
    }

    /// A budget of one part in `share` of what is left.
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
