//! A search that returns positions one after another, while it runs.

use crate::ending::Waited;
use crate::errors::{self, panicked};
use crate::keywords::Within;
use crate::run::STACK;
use crate::under_way::{self, BETWEEN_SIGNALS, UnderWay};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sprague::Limits;
use sprague::rows::sweep::Watch;
use sprague_questions::{Find, Found, FoundPosition, NoAnswer, Session};
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{thread, vec};

/// The number of positions that are sent together, unless rules in Python take far longer to find them than sending takes.
const TOGETHER: usize = 256;

/// The maximum number of unread batches of positions. When there are more, the search waits.
const WAITING: usize = 16;

enum Message {
    Found(Vec<String>),
    End(Box<PyResult<Result<Found, NoAnswer>>>),
}

/// The positions that were found but not read yet, and the end of the search.
#[derive(Default)]
struct Told {
    messages: Option<Receiver<Message>>,
    ready: VecDeque<String>,
    /// The positions of a sorted search, which are returned at its end.
    sorted: vec::IntoIter<FoundPosition>,
    /// The answer, if the search has ended, or an error that has not been raised yet.
    end: Option<PyResult<Result<Found, NoAnswer>>>,
    has_failed: bool,
}

/// A function that is applied to an error that ended a search, before it is raised.
type Failed = Box<dyn Fn(Python<'_>, PyErr) -> PyErr + Send + Sync>;

/// A running search.
#[pyclass(frozen)]
pub(crate) struct Finding {
    failed: Failed,
    told: Mutex<Told>,
    stop: Arc<AtomicBool>,
    cancel: Option<Py<PyAny>>,
    /// The process that has the search thread. A fork does not have it.
    process: u32,
}

/// Sends positions that are found, until the receiver is dropped.
struct Sender {
    to: SyncSender<Message>,
    found: Vec<String>,
    together: usize,
    /// A token that exists while functions in Python may be called.
    waited: Option<Waited>,
}

fn text(found: &FoundPosition) -> String {
    serde_json::to_string(found).expect("a position is plain data")
}

impl Sender {
    fn send(&mut self) -> ControlFlow<()> {
        if self.found.is_empty() {
            return ControlFlow::Continue(());
        }
        // the end of the interpreter must not wait for a receiver
        let waited = self.waited.take().is_some();
        if self.to.send(Message::Found(std::mem::take(&mut self.found))).is_err() {
            return ControlFlow::Break(());
        }
        if waited {
            self.waited = Waited::begin().ok();
        }
        if self.waited.is_some() == waited { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Watch<FoundPosition> for Sender {
    fn wants_items(&self) -> bool {
        true
    }

    fn items(&mut self, found: &[FoundPosition]) -> ControlFlow<()> {
        self.found.extend(found.iter().map(text));
        if self.found.len() < self.together { ControlFlow::Continue(()) } else { self.send() }
    }

    fn so_far(&mut self, _: u64, _: &dyn Fn() -> Vec<u8>) -> ControlFlow<()> {
        self.send()
    }
}

impl Finding {
    /// Starts a search on its own thread, which takes the lock of the interpreter only to call functions in Python.
    pub(crate) fn begin(
        failed: Failed,
        session: Arc<Session>,
        mut question: Find,
        within: Within,
        asks_python: bool,
    ) -> PyResult<Self> {
        let Within { mut limits, cancel } = within;
        let stop = limits.stop.get_or_insert_default().clone();
        let (to, messages) = sync_channel(WAITING);
        let is_sorted = question.sort.is_some();
        let depth = under_way::depth_within();
        let (waited, together) = match asks_python {
            true => {
                // functions in Python are called on one thread
                question.jobs = Some(NonZeroUsize::MIN);
                under_way::check_depth()?;
                (Some(Waited::begin()?), 1)
            }
            false => (None, TOGETHER),
        };
        let search = move || {
            let mut sender = Sender { to, found: vec![], together, waited };
            let under_way = asks_python.then(|| UnderWay::begin(&mut limits, None).at_depth(depth));
            // a sorted search has its positions at the end
            let watch: &mut dyn Watch<_> = if is_sorted { &mut () } else { &mut sender };
            let search = || question.run(&session, Found::passed_on(), &limits.starting_now(), watch);
            let found = catch_unwind(AssertUnwindSafe(search));
            let found = match under_way {
                Some(under_way) => under_way.ended(found),
                None => found.map_err(|_| panicked()),
            };
            // the receiver was dropped, or all positions were sent
            let _ = sender.send();
            // the end of the interpreter must not wait for a receiver
            sender.waited = None;
            let _ = sender.to.send(Message::End(Box::new(found)));
        };
        let started = thread::Builder::new().name("sprague".into()).stack_size(STACK).spawn(search);
        started.map_err(|error| PyRuntimeError::new_err(format!("no thread could be started: {error}")))?;
        let told = Told { messages: Some(messages), ..Told::default() };
        Ok(Self { failed, told: Mutex::new(told), stop, cancel, process: process::id() })
    }

    /// Waits for the next position. Returns `None` at the end.
    fn wait(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err("the search goes on in another process: begin one here"));
        }
        let waited = Waited::begin()?;
        let cancel = self.cancel.as_ref().map(|event| event.clone_ref(py));
        let under_way = UnderWay::begin(&mut Limits { stop: Some(self.stop.clone()), ..Limits::default() }, cancel);
        loop {
            let next = py.detach(|| {
                let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
                loop {
                    if let Some(found) = told.ready.pop_front() {
                        return Some(Some(found));
                    }
                    if let Some(found) = told.sorted.next() {
                        return Some(Some(text(&found)));
                    }
                    let Some(messages) = &told.messages else { return Some(None) };
                    match messages.recv_timeout(BETWEEN_SIGNALS) {
                        Ok(message) => told.take(message),
                        Err(RecvTimeoutError::Timeout) => return None,
                        Err(RecvTimeoutError::Disconnected) => told.messages = None,
                    }
                }
            });
            match next {
                Some(next) => return Ok(next),
                None => {
                    under_way::look(py).and_then(|()| waited.goes_on()).inspect_err(|_| under_way.stop())?;
                }
            }
        }
    }
}

impl Told {
    fn take(&mut self, message: Message) {
        match message {
            Message::Found(found) => self.ready.extend(found),
            Message::End(end) => {
                self.messages = None;
                let mut end = *end;
                if let Ok(Ok(found)) = &mut end {
                    self.sorted = std::mem::take(&mut found.positions).into_iter();
                }
                self.end = Some(end);
            }
        }
    }
}

impl Drop for Finding {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[pymethods]
impl Finding {
    /// Returns the next position in JSON, or `None` after the last one.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if let Some(found) = self.wait(py)? {
            return Ok(Some(found));
        }
        let told = || self.told.lock().unwrap_or_else(PoisonError::into_inner);
        // the lock is not held while an exception is created, because that may wait for the interpreter
        let end = told().end.take();
        match end {
            Some(Ok(Ok(found))) => {
                let stopped = found.stopped().map(|stopped| {
                    let known = serde_json::to_string(&found).expect("what was found is plain data");
                    errors::knowing(py, errors::stopped(py, stopped), &known)
                });
                told().end = Some(Ok(Ok(found)));
                stopped.map_or(Ok(None), Err)
            }
            Some(failed) => {
                told().has_failed = true;
                let error = match failed {
                    Err(error) => error,
                    Ok(failed) => errors::unanswered(py, failed.expect_err("it failed")),
                };
                Err((self.failed)(py, error))
            }
            None if told().has_failed => Ok(None),
            None => Err(panicked()),
        }
    }

    /// Returns the numbers of examined and found positions, in JSON.
    ///
    /// Waits for the end of the search.
    ///
    /// Positions that were not read are dropped.
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        while self.next(py)?.is_some() {}
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(Ok(Ok(found))) = &told.end else { return Err(PyRuntimeError::new_err("the search ended without an answer")) };
        Ok(serde_json::to_string(found).expect("what was found is plain data"))
    }
}
