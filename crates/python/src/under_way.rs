//! The questions that this thread is answering. Each was asked while the previous one was being answered.
//!
//! An exception of a ruleset, Ctrl-C, and the event that cancels a question end the innermost question of this thread only.

use crate::ending;
use crate::errors::panicked;
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use sprague::Limits;
use sprague::any::Fault;
use sprague::limits::Watch;
use std::cell::RefCell;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two checks for signals while a question is answered.
pub(crate) const BETWEEN_SIGNALS: Duration = Duration::from_millis(50);

thread_local! {
    static UNDER_WAY: RefCell<Vec<State>> = const { RefCell::new(vec![]) };
}

struct State {
    raised: Option<(PyErr, Fault)>,
    /// Whether this is a check of laws, which continues after an exception.
    is_trial: bool,
    /// The number of questions around this one, including those on other threads.
    depth: usize,
    /// The maximum memory of the objects of a ruleset, in bytes.
    bytes: u64,
    stop: Arc<AtomicBool>,
    cancel: Option<Py<PyAny>>,
    looked: Instant,
}

/// The maximum number of nested questions. Without optimisation, some 300 of them overflow the stack of a thread.
const MOST_NESTED: usize = if cfg!(debug_assertions) { 220 } else { 600 };

/// Returns an error if too many questions are nested.
///
/// # Errors
/// `RecursionError`.
pub(crate) fn check_depth() -> PyResult<()> {
    let depth = depth_within();
    let why = || PyRecursionError::new_err(format!("{depth} questions inside of each other: a ruleset asks itself without end"));
    if depth < MOST_NESTED { Ok(()) } else { Err(why()) }
}

/// A question, which ends when this is dropped.
pub(crate) struct UnderWay(());

impl UnderWay {
    /// Starts a question. Its searches on all threads end when its limits are set to stop.
    pub(crate) fn begin(limits: &mut Limits, cancel: Option<Py<PyAny>>) -> Self {
        let stop = limits.stop.get_or_insert_default().clone();
        limits.watch = Some(Watch::new(look_if_due));
        let (bytes, depth) = (limits.bytes, depth_within());
        let state = State { raised: None, is_trial: false, depth, bytes, stop, cancel, looked: Instant::now() };
        UNDER_WAY.with_borrow_mut(|questions| questions.push(state));
        Self(())
    }

    /// Starts a check of the laws of a ruleset.
    pub(crate) fn trial() -> Self {
        let begun = Self::begin(&mut Limits::default(), None);
        innermost(|state| state.is_trial = true);
        begun
    }

    /// Sets the depth of a question that was asked on another thread.
    pub(crate) fn at_depth(self, depth: usize) -> Self {
        innermost(|state| state.depth = depth);
        self
    }

    /// Returns the answer of a job, unless an exception ended it.
    ///
    /// # Errors
    /// The exception.
    pub(crate) fn ended<T>(self, found: thread::Result<T>) -> PyResult<T> {
        match (self.raised(), found) {
            (Some(error), _) => Err(error),
            (None, Ok(found)) => Ok(found),
            (None, Err(_)) => Err(panicked()),
        }
    }

    /// Stops the searches of the question.
    pub(crate) fn stop(&self) {
        stop();
    }

    /// Returns the exception that was raised.
    pub(crate) fn raised(&self) -> Option<PyErr> {
        innermost(|state| state.raised.take()).flatten().map(|(error, _)| error)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        // dropped after the borrow, because freeing the objects of an exception may ask questions
        let ended = UNDER_WAY.with_borrow_mut(Vec::pop);
        drop(ended);
    }
}

fn stop() {
    innermost(|state| state.stop.store(true, Ordering::Relaxed));
}

fn innermost<T>(of: impl FnOnce(&mut State) -> T) -> Option<T> {
    UNDER_WAY.with_borrow_mut(|questions| questions.last_mut().map(of))
}

/// Returns the depth of the next question of this thread.
pub(crate) fn depth_within() -> usize {
    innermost(|state| state.depth + 1).unwrap_or(0)
}

/// Returns `true` if the question was asked by a function of a ruleset.
pub(crate) fn is_nested() -> bool {
    innermost(|state| state.depth > 0).unwrap_or(false)
}

/// Returns the maximum memory of the objects of a ruleset, in bytes.
pub(crate) fn most_bytes() -> u64 {
    innermost(|state| state.bytes).unwrap_or(u64::MAX)
}

/// Returns the failure that ends the question.
pub(crate) fn fault() -> Option<Fault> {
    let fault = innermost(|state| state.raised.as_ref().map(|(_, fault)| fault.clone())).flatten();
    fault.or_else(|| ending::ends().then(|| Fault::new("the interpreter ends")))
}

/// Keeps the first exception of the question, and stops its searches.
pub(crate) fn keep(error: PyErr, fault: impl FnOnce(&PyErr) -> String) {
    let fault = Fault::new(fault(&error));
    innermost(|state| {
        state.stop.store(!state.is_trial, Ordering::Relaxed);
        state.raised.get_or_insert((error, fault));
    });
}

/// Ends the question on this thread at once, so that no search treats failed rules as rules without moves.
///
/// Otherwise wrong results would be kept for other questions. A check of laws keeps no results, so it continues.
pub(crate) fn unwind() {
    if !innermost(|state| state.is_trial).unwrap_or(false) {
        panic::resume_unwind(Box::new("a question ended"));
    }
}

/// Handles signals, and stops the question if it or a question around it is cancelled.
///
/// # Errors
/// The exception that a signal raised.
pub(crate) fn look(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    let copied = |state: &State| state.cancel.as_ref().map(|event| event.clone_ref(py));
    let events: Vec<Py<PyAny>> = UNDER_WAY.with_borrow(|questions| questions.iter().filter_map(copied).collect());
    for event in events {
        if event.bind(py).call_method0("is_set")?.is_truthy()? {
            stop();
        }
    }
    Ok(())
}

/// Checks for signals and for the end of the interpreter, but not too often.
///
/// It does nothing on threads that help with a question.
pub(crate) fn look_if_due() {
    let is_due = innermost(|state| {
        let is_due = state.raised.is_none() && state.looked.elapsed() > BETWEEN_SIGNALS;
        if is_due {
            state.looked = Instant::now();
        }
        is_due
    });
    if is_due != Some(true) {
        return;
    }
    if ending::ends() {
        stop();
    } else if let Err(error) = Python::attach(look) {
        keep(error, |_| "it was asked to end".to_owned());
    }
}
