//! Threads that search one position together: each searches it whole, in one table, and leaves to the others what they are at.
//!
//! Weill 1996, *The ABDADA distributed minimax search algorithm*: the first option of a position is searched by whoever comes, and of
//! the others those first that nobody is at.

use super::table::Fingerprint;
use crate::{Limits, Stopped};
use core::num::NonZeroUsize;
use std::panic;
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

/// What the threads find, each of which searches for the same: the first that knows ends the others. Where one is stopped by a limit, it is
/// what another knows, if one does.
pub(super) fn together<T, E>(
    threads: NonZeroUsize,
    limits: &Limits,
    search: impl for<'t> Fn(Member<'t>, &'t Limits) -> Result<T, E> + Sync,
) -> Result<T, E>
where
    T: Send,
    E: From<Stopped> + PartialEq + Send,
{
    let team = Team::new(threads.get());
    let beside = Limits { progress: None, ..limits.clone() };
    let search = |number, limits| {
        let _done = Done(&team);
        search(Member { team: &team, number }, limits)
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
            if other.is_ok() || matches!(&found, Err(error) if *error == Stopped::Asked.into()) {
                found = other;
            }
        }
        found
    })
}
