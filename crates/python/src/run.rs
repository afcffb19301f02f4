//! Runs long questions on separate threads, without the lock of the interpreter.
//!
//! Other Python threads can run at the same time, and Ctrl-C stops the question.

use crate::ending::Waited;
use crate::errors::panicked;
use crate::keywords::Within;
use crate::under_way::{self, BETWEEN_SIGNALS, UnderWay};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sprague::Limits;
use std::cell::RefCell;
use std::process;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;

type Job = Box<dyn FnOnce() + Send>;

/// The stack size of a thread that answers, in bytes. It is that of a program.
pub(crate) const STACK: usize = 8 << 20;

thread_local! {
    /// The thread that answers for this one, and the process that started it.
    ///
    /// A fork of the process does not have this thread, and starts its own.
    static COMPANION: RefCell<Option<(u32, Sender<Job>)>> = const { RefCell::new(None) };
}

/// Runs a job on a companion thread, without the lock of the interpreter.
///
/// A signal that raises an exception, such as Ctrl-C, stops the job.
pub(crate) fn away<T: Send + 'static>(
    py: Python<'_>,
    within: impl Into<Within>,
    job: impl FnOnce(&Limits) -> T + Send + 'static,
) -> PyResult<T> {
    let waited = Waited::begin()?;
    let Within { mut limits, cancel } = within.into();
    let under_way = UnderWay::begin(&mut limits, cancel);
    let (answer, mut wait) = channel();
    send(Box::new(move || {
        // the receiver is gone if a signal ended the wait
        let _ = answer.send(job(&limits));
    }))?;
    loop {
        let answer;
        (answer, wait) = py.detach(move || (wait.recv_timeout(BETWEEN_SIGNALS), wait));
        match answer {
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Timeout) => {
                under_way::look(py).and_then(|()| waited.goes_on()).inspect_err(|_| under_way.stop())?;
            }
            Err(RecvTimeoutError::Disconnected) => {
                COMPANION.with_borrow_mut(|companion| *companion = None);
                return Err(panicked());
            }
        }
    }
}

fn send(job: Job) -> PyResult<()> {
    COMPANION.with_borrow_mut(|companion| {
        let here = process::id();
        let mut job = job;
        if let Some((process, jobs)) = companion
            && *process == here
        {
            match jobs.send(job) {
                Ok(()) => return Ok(()),
                Err(unsent) => job = unsent.0,
            }
        }
        let (jobs, waiting) = channel::<Job>();
        let worker = move || waiting.into_iter().for_each(|job| job());
        let started = thread::Builder::new().name("sprague".into()).stack_size(STACK).spawn(worker);
        started.map_err(|error| PyRuntimeError::new_err(format!("no thread could be started: {error}")))?;
        // this cannot fail, because the new thread waits for jobs
        let _ = jobs.send(job);
        *companion = Some((here, jobs));
        Ok(())
    })
}
