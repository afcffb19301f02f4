//! The queue of questions: so many are answered at a time, and so many wait.
//!
//! A question is dropped when its client hangs up.

use crate::options::MakeSession;
use crate::refusal::Refusal;
use serde_json::{Value, json};
use sprague::Limits;
use sprague_questions::Session;
use std::collections::{BTreeMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::{fmt, io, thread};
use tokio::sync::oneshot;

/// Bytes of the stack of a worker.
const STACK: usize = 16 << 20;

/// Answers a question, and returns the step that hands over the answer.
type Work = Box<dyn FnOnce(&Session, &Limits) -> HandOver + Send>;
/// Sends an answer to its client.
type HandOver = Box<dyn FnOnce()>;

/// A question that waits.
struct Job {
    number: u64,
    stop: Arc<AtomicBool>,
    work: Work,
}

/// The questions at work and waiting, and counts of all others.
#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    /// The flags of those that are being answered, by number.
    running: BTreeMap<u64, Arc<AtomicBool>>,
    /// Number of questions that were let in.
    numbered: u64,
    /// Number of questions whose client hung up.
    stopped: u64,
    /// Number of questions that found no room.
    refused: u64,
    has_ended: bool,
}

/// A handle of the queue: clones share it.
#[derive(Clone)]
pub(crate) struct Queue(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    has_work: Condvar,
    /// Most questions at work and waiting together.
    most: usize,
    limits: Limits,
    make_session: MakeSession,
    session: Mutex<Arc<Session>>,
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Queue{}", self.state())
    }
}

impl Queue {
    /// Starts this number of workers, for whom at most `waiting` questions wait.
    ///
    /// # Errors
    /// The error of the system if it has no more threads.
    pub(crate) fn start(workers: usize, waiting: usize, limits: Limits, make_session: MakeSession) -> io::Result<Self> {
        let session = Mutex::new(Arc::new(make_session()));
        let (workers, state, has_work) = (workers.max(1), Mutex::default(), Condvar::new());
        let queue = Self(Arc::new(Shared { state, has_work, most: workers + waiting, limits, make_session, session }));
        for number in 1..=workers {
            let shared = queue.0.clone();
            thread::Builder::new().name(format!("worker {number}")).stack_size(STACK).spawn(move || shared.work())?;
        }
        Ok(queue)
    }

    /// The answer of a worker to this question.
    ///
    /// Dropping this future stops the search.
    ///
    /// # Errors
    /// [`Refusal::Busy`] where too many wait, [`Refusal::Broken`] if the worker panics, [`Refusal::Ending`] at the end.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&Session, &Limits) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (answer, answered) = oneshot::channel();
        let work: Work = Box::new(move |session, limits| {
            let found = question(session, limits);
            // the client may have left
            Box::new(move || drop(answer.send(found)))
        });
        let mut place = self.join(work)?;
        let answer = answered.await;
        place.is_answered = true;
        // a worker that panics answers nothing, and neither do those that wait when all ends
        answer.map_err(|_| if self.0.state().has_ended { Refusal::Ending } else { Refusal::Broken })
    }

    fn join(&self, work: Work) -> Result<Place, Refusal> {
        let mut state = self.0.state();
        if state.has_ended {
            return Err(Refusal::Ending);
        }
        if state.waiting.len() + state.running.len() >= self.0.most {
            state.refused += 1;
            return Err(Refusal::Busy);
        }
        let (number, stop) = (state.numbered, Arc::<AtomicBool>::default());
        state.numbered += 1;
        state.waiting.push_back(Job { number, stop: stop.clone(), work });
        self.0.has_work.notify_one();
        Ok(Place { queue: self.clone(), number, stop, is_answered: false })
    }

    /// Stops all searches, and takes no more questions.
    pub(crate) fn end(&self) {
        let mut state = self.0.state();
        state.has_ended = true;
        state.waiting.clear();
        state.running.values().for_each(|stop| stop.store(true, Ordering::Relaxed));
        self.0.has_work.notify_all();
    }

    /// Numbers of questions that run, wait, were stopped and were refused.
    pub(crate) fn state(&self) -> Value {
        let state = self.0.state();
        json!({
            "running": state.running.len(), "waiting": state.waiting.len(),
            "stopped": state.stopped, "refused": state.refused,
        })
    }
}

/// The place in the queue of a client that waits for an answer.
struct Place {
    queue: Queue,
    number: u64,
    stop: Arc<AtomicBool>,
    is_answered: bool,
}

impl Drop for Place {
    /// Stops the search, or leaves the queue, if the client hangs up.
    fn drop(&mut self) {
        if !self.is_answered {
            self.stop.store(true, Ordering::Relaxed);
            let mut state = self.queue.0.state();
            state.waiting.retain(|job| job.number != self.number);
            state.stopped += 1;
        }
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn session(&self) -> MutexGuard<'_, Arc<Session>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers questions until the end: the loop of a worker.
    fn work(&self) {
        while let Some(Job { number, stop, work }) = self.next() {
            let session = self.session().clone();
            let limits = Limits { stop: Some(stop), deadline: None, progress: None, ..self.limits.clone() }.starting_now();
            let done = catch_unwind(AssertUnwindSafe(|| work(&session, &limits)));
            self.state().running.remove(&number);
            match done {
                Ok(hand_over) => hand_over(),
                // after a panic the session's memory may be inconsistent, so a new one takes its place
                Err(_) => *self.session() = Arc::new((self.make_session)()),
            }
        }
    }

    /// The next question, `None` at the end.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.has_ended {
                return None;
            }
            if let Some(job) = state.waiting.pop_front() {
                state.running.insert(job.number, job.stop.clone());
                return Some(job);
            }
            state = self.has_work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
