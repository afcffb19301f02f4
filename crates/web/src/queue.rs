//! The queue of questions, which limits how many are answered and how many wait at the same time.
//!
//! While all workers are busy, an extra worker tries each waiting question for a moment, so that a short question does not wait
//! for long ones. A question is dropped when its client hangs up.

use crate::options::MakeSession;
use crate::refusal::Refusal;
use serde_json::{Value, json};
use sprague::Limits;
use sprague_questions::Session;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{fmt, io, thread};
use tokio::sync::oneshot;

/// The stack size of a worker, in bytes.
const STACK: usize = 16 << 20;

/// The maximum time for each trial of a waiting question.
///
/// The second trial is for short questions that need more time on a machine that is busy with long ones.
const TRIALS: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(300)];

/// A question, with the channel to its client.
trait Work: Send {
    fn search(&mut self, session: &Session, limits: &Limits);
    /// Sends the answer that the last search found.
    fn hand_over(self: Box<Self>);
}

struct Asked<Q, T> {
    question: Q,
    found: Option<T>,
    answer: oneshot::Sender<T>,
}

impl<T: Send, Q: Fn(&Session, &Limits) -> T + Send> Work for Asked<Q, T> {
    fn search(&mut self, session: &Session, limits: &Limits) {
        self.found = Some((self.question)(session, limits));
    }

    fn hand_over(self: Box<Self>) {
        if let Some(found) = self.found {
            // the client may have left
            drop(self.answer.send(found));
        }
    }
}

struct Job {
    number: u64,
    /// The name that the client gave the question.
    name: Option<String>,
    stop: Arc<AtomicBool>,
    work: Box<dyn Work>,
    /// The number of trials that did not find the answer in time.
    trials: usize,
}

struct Begun {
    name: Option<String>,
    stop: Arc<AtomicBool>,
}

/// The running and waiting questions, and the numbers of all others.
#[derive(Default)]
struct State {
    /// The questions that wait, by number.
    waiting: BTreeMap<u64, Job>,
    /// The question that is being tried. It keeps its place among those that wait.
    tried: Option<(u64, Begun)>,
    /// The questions that are being answered, by number.
    running: BTreeMap<u64, Begun>,
    /// The number of questions that have been accepted.
    numbered: u64,
    /// The number of questions whose client hung up.
    stopped: u64,
    /// The number of questions that were refused because the queue was full.
    refused: u64,
    has_ended: bool,
}

impl State {
    fn waiting(&self) -> usize {
        self.waiting.len() + usize::from(self.tried.is_some())
    }

    /// Returns the place of a question in the queue, or 0 if it is being answered.
    fn place(&self, name: &str) -> Option<usize> {
        let is_it = |of: &Option<String>| of.as_deref() == Some(name);
        if self.running.values().any(|begun| is_it(&begun.name)) {
            return Some(0);
        }
        let tried = self.tried.iter().filter(|(_, begun)| is_it(&begun.name)).map(|&(number, _)| number);
        let waiting = self.waiting.values().filter(|job| is_it(&job.name)).map(|job| job.number);
        let number = tried.chain(waiting).min()?;
        let before = usize::from(self.tried.as_ref().is_some_and(|&(other, _)| other < number));
        Some(before + self.waiting.range(..number).count() + 1)
    }
}

/// A handle to the queue. Clones share the queue.
#[derive(Clone)]
pub(crate) struct Queue(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    has_work: Condvar,
    /// Signals that there may be a question to try.
    has_trial: Condvar,
    workers: usize,
    /// The largest number of questions that run or wait.
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
    /// Starts this number of workers. At most `waiting` further questions may wait.
    ///
    /// # Errors
    /// Returns the error of the system if no more threads can be started.
    pub(crate) fn start(workers: usize, waiting: usize, limits: Limits, make_session: MakeSession) -> io::Result<Self> {
        let session = Mutex::new(Arc::new(make_session()));
        let (workers, state) = (workers.max(1), Mutex::default());
        let (has_work, has_trial, most) = (Condvar::new(), Condvar::new(), workers + waiting);
        let queue = Self(Arc::new(Shared { state, has_work, has_trial, workers, most, limits, make_session, session }));
        let worker = |number| thread::Builder::new().name(format!("worker {number}")).stack_size(STACK);
        for number in 1..=workers {
            let shared = queue.0.clone();
            worker(number).spawn(move || shared.work())?;
        }
        let shared = queue.0.clone();
        worker(0).spawn(move || shared.try_all())?;
        Ok(queue)
    }

    /// Returns the answer of a worker to this question.
    ///
    /// The client may ask for its [place](Self::place) by `name`. Dropping this future stops the search.
    ///
    /// # Errors
    /// Returns [`Refusal::Busy`] if too many questions wait, [`Refusal::Broken`] if the worker panics, and [`Refusal::Ending`]
    /// if the server ends.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        name: Option<String>,
        question: impl Fn(&Session, &Limits) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let (answer, answered) = oneshot::channel();
        let mut place = self.join(name, Box::new(Asked { question, found: None, answer }))?;
        let answer = answered.await;
        place.is_answered = true;
        // there is no answer if the worker has panicked, or if the question was still waiting when the server ended
        answer.map_err(|_| if self.0.state().has_ended { Refusal::Ending } else { Refusal::Broken })
    }

    fn join(&self, name: Option<String>, work: Box<dyn Work>) -> Result<Place, Refusal> {
        let mut state = self.0.state();
        if state.has_ended {
            return Err(Refusal::Ending);
        }
        if state.waiting() + state.running.len() >= self.0.most {
            state.refused += 1;
            return Err(Refusal::Busy);
        }
        let (number, stop) = (state.numbered, Arc::<AtomicBool>::default());
        state.numbered += 1;
        state.waiting.insert(number, Job { number, name, stop: stop.clone(), work, trials: 0 });
        self.0.has_work.notify_one();
        self.0.has_trial.notify_one();
        Ok(Place { queue: self.clone(), number, stop, is_answered: false })
    }

    /// Stops all searches and refuses further questions.
    pub(crate) fn end(&self) {
        let mut state = self.0.state();
        state.has_ended = true;
        state.waiting.clear();
        let tried = state.tried.iter().map(|(_, begun)| begun);
        state.running.values().chain(tried).for_each(|begun| begun.stop.store(true, Ordering::Relaxed));
        self.0.has_work.notify_all();
        self.0.has_trial.notify_all();
    }

    /// Returns the numbers of questions that run, wait, were stopped, and were refused.
    pub(crate) fn state(&self) -> Value {
        let state = self.0.state();
        json!({
            "running": state.running.len(), "waiting": state.waiting(),
            "stopped": state.stopped, "refused": state.refused,
        })
    }

    /// Returns the place in the queue of the question with this name.
    ///
    /// The place is 0 if the question is being answered, and `None` if no question has this name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.0.state().place(name)
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
    /// Stops the search, or removes the question from the queue, if the client has hung up.
    fn drop(&mut self) {
        if !self.is_answered {
            self.stop.store(true, Ordering::Relaxed);
            let mut state = self.queue.0.state();
            state.waiting.remove(&self.number);
            if let Some((_, begun)) = state.tried.take_if(|(number, _)| *number == self.number) {
                begun.stop.store(true, Ordering::Relaxed);
            }
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

    /// Returns the limits of a search that this flag stops. The time starts now.
    fn limits(&self, stop: Arc<AtomicBool>) -> Limits {
        Limits { stop: Some(stop), deadline: None, progress: None, ..self.limits.clone() }.starting_now()
    }

    /// Searches for an answer. Returns `false` if the search panicked.
    fn search(&self, work: &mut dyn Work, stop: Arc<AtomicBool>) -> bool {
        let session = self.session().clone();
        let limits = self.limits(stop);
        let is_sound = catch_unwind(AssertUnwindSafe(|| work.search(&session, &limits))).is_ok();
        if !is_sound {
            // after a panic the session's memory may be inconsistent, so a new session replaces it
            *self.session() = Arc::new((self.make_session)());
        }
        is_sound
    }

    /// Answers questions until the server ends. This is the loop of a worker.
    fn work(&self) {
        while let Some(Job { number, stop, mut work, .. }) = self.next() {
            let is_sound = self.search(&mut *work, stop);
            self.state().running.remove(&number);
            if is_sound {
                work.hand_over();
            }
        }
    }

    /// Waits for the next question. Returns `None` if the server ends.
    fn next(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.has_ended {
                return None;
            }
            if let Some((number, job)) = state.waiting.pop_first() {
                state.running.insert(number, Begun { name: job.name.clone(), stop: job.stop.clone() });
                self.has_trial.notify_one();
                return Some(job);
            }
            state = self.has_work.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Tries each question that arrives while all workers are busy, until the server ends. This is the loop of the extra
    /// worker.
    ///
    /// If the answer is found in time, it is sent at once. Otherwise it is discarded, because it may be incomplete, and the
    /// question returns to its place.
    fn try_all(&self) {
        while let Some((mut job, cut)) = self.next_to_try() {
            let is_sound = self.search_for(TRIALS[job.trials], &mut *job.work, &cut);
            let is_cut = cut.load(Ordering::Relaxed);
            let mut state = self.state();
            state.tried = None;
            if is_cut && is_sound {
                if !state.has_ended && !job.stop.load(Ordering::Relaxed) {
                    job.trials += 1;
                    state.waiting.insert(job.number, job);
                    self.has_work.notify_one();
                }
                continue;
            }
            drop(state);
            if is_sound {
                job.work.hand_over();
            }
        }
    }

    /// Searches for at most this time, and then sets the flag. Returns `false` if the search panicked.
    fn search_for(&self, time: Duration, work: &mut dyn Work, cut: &Arc<AtomicBool>) -> bool {
        let (found, is_found) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let clock = move || {
                if is_found.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    cut.store(true, Ordering::Relaxed);
                }
            };
            if thread::Builder::new().spawn_scoped(scope, clock).is_err() {
                // without a clock, nothing would end the trial
                cut.store(true, Ordering::Relaxed);
            }
            let is_sound = self.search(work, cut.clone());
            drop(found);
            is_sound
        })
    }

    /// Waits for the next question to try. Returns it with the flag that ends its trial, or `None` if the server ends.
    ///
    /// It is the first of the questions that have been tried least often. No question is returned while a worker is free,
    /// because that worker will answer it.
    fn next_to_try(&self) -> Option<(Job, Arc<AtomicBool>)> {
        let mut state = self.state();
        loop {
            if state.has_ended {
                return None;
            }
            let is_full = state.running.len() >= self.workers;
            let least = state.waiting.values().filter(|job| is_full && job.trials < TRIALS.len());
            let least = least.min_by_key(|job| job.trials).map(|job| job.number);
            if let Some(job) = least.and_then(|number| state.waiting.remove(&number)) {
                let cut = Arc::<AtomicBool>::default();
                state.tried = Some((job.number, Begun { name: job.name.clone(), stop: cut.clone() }));
                return Some((job, cut));
            }
            state = self.has_trial.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
