//! A search whose positions are told one after another, while it goes on.

use crate::ending::Waited;
use crate::errors;
use crate::run::BETWEEN_SIGNALS;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sprague::Limits;
use sprague_questions::{Find, Found, FoundPosition, NoAnswer, Session, WatchFind};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::{thread, vec};

/// Positions that are sent together.
const TOGETHER: usize = 256;

/// The most lots of positions that wait to be asked for; then the search waits.
const WAITING: usize = 16;

enum Message {
    Found(Vec<String>),
    End(Box<Result<Found, NoAnswer>>),
}

/// The positions that were found and not asked for, and the end of the search.
#[derive(Default)]
struct Told {
    messages: Option<Receiver<Message>>,
    ready: VecDeque<String>,
    /// The positions of a sorted search, which are told at its end.
    sorted: vec::IntoIter<FoundPosition>,
    /// The answer, once it is there, and then an error that was not raised yet.
    end: Option<Found>,
    error: Option<NoAnswer>,
    /// True once an error was raised.
    has_failed: bool,
}

/// A search under way.
#[pyclass(frozen)]
pub(crate) struct Finding {
    told: Mutex<Told>,
    stop: Arc<AtomicBool>,
    /// The process that has its thread: a fork has none.
    process: u32,
}

/// Sends what is found, until nobody listens.
struct Sender {
    to: SyncSender<Message>,
    found: Vec<String>,
}

fn text(found: &FoundPosition) -> String {
    serde_json::to_string(found).expect("a position is plain data")
}

impl Sender {
    fn send(&mut self) -> ControlFlow<()> {
        if self.found.is_empty() {
            return ControlFlow::Continue(());
        }
        match self.to.send(Message::Found(std::mem::take(&mut self.found))) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

impl WatchFind for Sender {
    fn found(&mut self, found: &FoundPosition) -> ControlFlow<()> {
        self.found.push(text(found));
        if self.found.len() < TOGETHER { ControlFlow::Continue(()) } else { self.send() }
    }

    fn batch(&mut self, _: &Found) -> ControlFlow<()> {
        self.send()
    }
}

impl Finding {
    /// A search on a thread of its own, which takes no lock of the interpreter.
    pub(crate) fn begin(session: Arc<Session>, question: Find, mut limits: Limits) -> PyResult<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        limits.stop = Some(stop.clone());
        let (to, messages) = sync_channel(WAITING);
        let is_sorted = question.sort.is_some();
        let search = move || {
            let mut sender = Sender { to, found: vec![] };
            // a sorted search tells its positions at the end
            let watch: &mut dyn WatchFind = if is_sorted { &mut () } else { &mut sender };
            let found = question.run(&session, Found::passed_on(), &limits.starting_now(), watch);
            // nobody listens any more, or all is told
            let _ = sender.send();
            let _ = sender.to.send(Message::End(Box::new(found)));
        };
        let started = thread::Builder::new().name("sprague".into()).spawn(search);
        started.map_err(|error| PyRuntimeError::new_err(format!("no thread could be started: {error}")))?;
        let told = Told { messages: Some(messages), ..Told::default() };
        Ok(Self { told: Mutex::new(told), stop, process: process::id() })
    }

    /// A search that has ended, as one with rules in Python.
    pub(crate) fn ended(found: Result<Found, NoAnswer>) -> Self {
        let mut told = Told::default();
        told.take(Message::End(Box::new(found)));
        Self { told: Mutex::new(told), stop: Arc::default(), process: process::id() }
    }

    /// Waits for the next position; `None` at the end.
    fn wait(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.process != process::id() {
            return Err(PyRuntimeError::new_err("the search goes on in another process: begin one here"));
        }
        let waited = Waited::begin()?;
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
                    let goes_on = py.check_signals().and_then(|()| waited.goes_on());
                    goes_on.inspect_err(|_| self.stop.store(true, Ordering::Relaxed))?;
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
                match *end {
                    Ok(mut found) => {
                        self.sorted = std::mem::take(&mut found.positions).into_iter();
                        self.end = Some(found);
                    }
                    Err(error) => self.error = Some(error),
                }
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
    /// The next position in JSON; `None` after the last.
    fn next(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if let Some(found) = self.wait(py)? {
            return Ok(Some(found));
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(error) = told.error.take() {
            told.has_failed = true;
            return Err(errors::unanswered(py, error));
        }
        match told.end.as_ref().and_then(|found| Some((found, found.stopped()?))) {
            Some((found, stopped)) => {
                let known = serde_json::to_string(found).expect("what was found is plain data");
                Err(errors::knowing(py, errors::stopped(py, stopped), &known))
            }
            None if told.end.is_some() || told.has_failed => Ok(None),
            None => {
                Err(PyRuntimeError::new_err("the search ended without an answer: this is a bug of sprague, please report it"))
            }
        }
    }

    /// The numbers of all that was looked at and found, in JSON.
    ///
    /// It waits for the end of the search.
    ///
    /// Positions that nobody asked for are let go.
    fn summary(&self, py: Python<'_>) -> PyResult<String> {
        while self.next(py)?.is_some() {}
        let told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let found = told.end.as_ref().ok_or_else(|| PyRuntimeError::new_err("the search ended without an answer"))?;
        Ok(serde_json::to_string(found).expect("what was found is plain data"))
    }
}
