//! Threads that search one position together: each searches it whole, in one table, and leaves to the others what they are at.
//!
//! Weill 1996, *The ABDADA distributed minimax search algorithm*: the first option of a position is searched by whoever comes, and of
//! the others those first that nobody is at.

use super::{Fingerprint, OutcomeError, OutcomeSearch, Table, table};
use crate::{Limits, Stopped};
use core::num::NonZeroUsize;
use sprague_core::{Outcome, Ruleset};
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// So far from the root threads look what the others are at.
pub(super) const DEPTH: usize = 32;

/// Room for so many positions; two that share a place hide each other, which costs time only.
const PLACES: usize = 1 << 12;

/// What threads know of each other.
pub(super) struct Team {
    is_done: AtomicBool,
    /// What each thread holds beside the table.
    held: Vec<AtomicUsize>,
    /// The positions that are being searched.
    open: Vec<AtomicU64>,
}

/// One of several threads.
#[derive(Clone, Copy)]
pub(super) struct Member<'a> {
    team: &'a Team,
    number: usize,
}

impl Team {
    fn new(threads: usize) -> Self {
        Self {
            is_done: AtomicBool::new(false),
            held: (0..threads).map(|_| AtomicUsize::new(0)).collect(),
            open: (0..PLACES).map(|_| AtomicU64::new(0)).collect(),
        }
    }
}

impl Member<'_> {
    fn place(&self, at: Fingerprint) -> &AtomicU64 {
        &self.team.open[at.bits() as usize % PLACES]
    }

    /// Whether another thread has finished.
    pub(super) fn is_done(&self) -> bool {
        self.team.is_done.load(Ordering::Relaxed)
    }

    pub(super) fn open(&self, at: Fingerprint) {
        self.place(at).store(at.bits(), Ordering::Relaxed);
    }

    pub(super) fn close(&self, at: Fingerprint) {
        self.place(at).store(0, Ordering::Relaxed);
    }

    pub(super) fn is_open(&self, at: Fingerprint) -> bool {
        self.place(at).load(Ordering::Relaxed) == at.bits()
    }

    /// Notes how many bytes this thread holds beside the table; answers how many all do.
    pub(super) fn bytes(&self, own: usize) -> usize {
        self.team.held[self.number].store(own, Ordering::Relaxed);
        self.team.held.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }
}

/// Tells the others that they are no longer needed, however a thread ends.
struct Done<'a>(&'a Team);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.is_done.store(true, Ordering::Relaxed);
    }
}

/// Outcome of one position, found by so many threads with one table: the first that knows it ends the others.
///
/// It pays where positions are many. The limits hold for every thread, those of memory for all together. Who wins does not depend on how
/// many there are; whether a loop is met on the way may.
///
/// ```
/// use sprague::{Limits, Outcome, Ruleset};
/// use sprague::evaluate::outcome_in_parallel;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(3) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// let two = 2.try_into().unwrap();
/// assert_eq!(outcome_in_parallel(&Nim, &1_000, &Limits::default(), two), Ok(Outcome::Loss));
/// ```
///
/// # Errors
/// As [`outcome_depth_first`](super::outcome_depth_first).
pub fn outcome_in_parallel<R>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    threads: NonZeroUsize,
) -> Result<Outcome, OutcomeError>
where
    R: Ruleset + Sync,
    R::Position: Sync,
{
    in_parallel(rules, position, limits, threads, &table(limits))
}

/// The same, with what a table knows.
pub(crate) fn in_parallel<R>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    threads: NonZeroUsize,
    table: &Arc<Table>,
) -> Result<Outcome, OutcomeError>
where
    R: Ruleset + Sync,
    R::Position: Sync,
{
    let team = Team::new(threads.get());
    let beside = Limits { progress: None, ..limits.clone() };
    let search = |number, limits| {
        let _done = Done(&team);
        let member = Member { team: &team, number };
        OutcomeSearch { member: Some(member), ..OutcomeSearch::in_table(rules, limits, table) }.outcome(position)
    };
    thread::scope(|scope| {
        let (search, beside) = (&search, &beside);
        // where the system has no more threads, fewer are enough
        let start = |number| thread::Builder::new().spawn_scoped(scope, move || search(number, beside)).ok();
        let others: Vec<_> = (1..threads.get()).map_while(start).collect();
        let mut found = search(0, limits);
        for other in others {
            let other = other.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
            // who was told to stop knows nothing
            if other.is_ok() || found == Err(Stopped::Asked.into()) {
                found = other;
            }
        }
        found
    })
}
