//! Stops questions that still run on other threads when the interpreter ends.
//!
//! A thread that takes the interpreter's lock after that is aborted at any point, which can crash the process. So the end of
//! the interpreter stops these questions, and waits for them.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The maximum time that the end of the interpreter waits.
///
/// It is needed because a function in Python may take any time.
const LONGEST: Duration = Duration::from_secs(10);

const BETWEEN_LOOKS: Duration = Duration::from_millis(2);

static ENDS: AtomicBool = AtomicBool::new(false);

/// The thread on which the interpreter ends.
///
/// Destructors may still ask questions there.
static LAST: OnceLock<ThreadId> = OnceLock::new();

/// The process in the upper half, and the number of its questions in the lower half.
///
/// A fork has none of the earlier threads.
static ASKED: AtomicU64 = AtomicU64::new(0);

/// A question that the end of the interpreter waits for.
pub(crate) struct Waited(u32);

impl Waited {
    /// Starts a question, or returns an error if the interpreter is ending.
    pub(crate) fn begin() -> PyResult<Self> {
        let here = process::id();
        change(here, |count| count + 1);
        let waited = Self(here);
        waited.goes_on()?;
        Ok(waited)
    }

    /// Returns an error if the interpreter is ending, so that the answer must be discarded.
    pub(crate) fn goes_on(&self) -> PyResult<()> {
        if ends() { Err(PyRuntimeError::new_err("the interpreter ends, and with it the question")) } else { Ok(()) }
    }
}

impl Drop for Waited {
    fn drop(&mut self) {
        if self.0 == process::id() {
            change(self.0, |count| count.saturating_sub(1));
        }
    }
}

fn change(here: u32, to: impl Fn(u32) -> u32) {
    let changed = |asked: u64| Some(u64::from(here) << 32 | u64::from(to(count(here, asked))));
    ASKED.fetch_update(Ordering::SeqCst, Ordering::SeqCst, changed).expect("it always changes");
}

fn count(here: u32, asked: u64) -> u32 {
    if asked >> 32 == u64::from(here) { asked as u32 } else { 0 }
}

/// Returns `true` if questions on this thread must end because the interpreter is ending.
pub(crate) fn ends() -> bool {
    ENDS.load(Ordering::SeqCst) && LAST.get() != Some(&thread::current().id())
}

/// Stops all questions on other threads, and waits for them.
#[pyfunction]
fn end(py: Python<'_>) {
    let _ = LAST.set(thread::current().id());
    ENDS.store(true, Ordering::SeqCst);
    let begun = Instant::now();
    while count(process::id(), ASKED.load(Ordering::SeqCst)) > 0 && begun.elapsed() < LONGEST {
        py.detach(|| thread::sleep(BETWEEN_LOOKS));
    }
}

/// Registers [`end`] to be called at the end of the interpreter.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.py().import("atexit")?.call_method1("register", (wrap_pyfunction!(end, module)?,))?;
    Ok(())
}
