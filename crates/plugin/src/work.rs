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

#[cfg(unix)]
#[expect(unsafe_code, reason = "the standard library does not know this clock")]
fn of_thread() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is that of a `timespec`, which the call writes and does not keep
    let is_told = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) } == 0;
    let (seconds, nanos) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
    is_told.then(|| Duration::new(seconds, nanos))
}

#[cfg(not(unix))]
fn of_thread() -> Option<Duration> {
    None
}

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
        Self { all, began: computed(), next_look: Cell::new(Instant::now() + all) }
    }

    /// Tells whether all of it is spent.
    pub(crate) fn is_spent(&self) -> bool {
        let now = Instant::now();
        if now < self.next_look.get() {
            return false;
        }
        let left = self.all.saturating_sub(computed().saturating_sub(self.began));
        self.next_look.set(now + left);
        left.is_zero()
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
