//! Processor time of this process.

/// Seconds of processor time so far, of all threads.
#[cfg(unix)]
pub(super) fn seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Seconds since the first call, where the system does not say how busy it was.
#[cfg(not(unix))]
pub(super) fn seconds() -> f64 {
    use std::sync::OnceLock;
    use std::time::Instant;
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// The result of some work, and its processor time in seconds, to a millionth.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = seconds();
    let done = work();
    (done, ((seconds() - began) * 1e6).round() / 1e6)
}
