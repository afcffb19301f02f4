//! The CPU time of this process.

/// Returns the CPU time of all threads so far, in seconds.
#[cfg(unix)]
pub(super) fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Returns the seconds since the first call, because this system does not report CPU time.
#[cfg(not(unix))]
pub(super) fn seconds() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Runs some work, and returns its result and its CPU time in seconds, rounded to a microsecond.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = seconds();
    let done = work();
    (done, ((seconds() - began) * 1e6).round() / 1e6)
}
