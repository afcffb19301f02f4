//! Threads that search one position together in one transposition table.
//!
//! Each thread searches the whole position and defers options that another thread is searching.
//!
//! The method is ABDADA (Weill 1996, *The ABDADA distributed minimax search algorithm*): every thread that comes to a position
//! searches its first option, and takes the other options that no thread is searching before the rest.

use super::table::Fingerprint;
use crate::{Limits, Stopped};
use core::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// Threads take each other's work into account up to this distance from the root.
pub(super) const DEPTH: usize = 32;

/// The number of slots for positions that are being searched.
///
/// If two positions share a slot, other threads do not see one of them, which only costs time.
const PLACES: usize = 1 << 12;

/// The largest number of threads. It is bounded because each thread reads the memory use of all others.
const MOST_THREADS: usize = 1024;

/// The data that the threads share besides the table.
pub(super) struct Team {
    is_done: AtomicBool,
    /// Bytes that each thread uses in addition to the table.
    held: Vec<AtomicUsize>,
    /// The positions that are being searched.
    open: Vec<AtomicU64>,
}

/// One of the threads.
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

    /// Returns `true` if a thread has finished.
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

    /// Stores how many bytes this thread uses in addition to the table, and returns the total of all threads.
    pub(super) fn bytes(&self, own: usize) -> usize {
        self.team.held[self.number].store(own, Ordering::Relaxed);
        self.team.held.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }
}

/// A guard that stops the other threads when its thread ends, also by a panic.
struct Done<'a>(&'a Team);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.is_done.store(true, Ordering::Relaxed);
    }
}

/// Runs `search` in several threads, all of which search for one result.
///
/// The first thread that finds it stops the others. If a limit stops one thread, the result of another is used, if there is
/// one.
pub(super) fn together<T, E>(
    threads: NonZeroUsize,
    limits: &Limits,
    search: impl for<'t> Fn(Member<'t>, &'t Limits) -> Result<T, E> + Sync,
) -> Result<T, E>
where
    T: Send,
    E: From<Stopped> + PartialEq + Send,
{
    let threads = limits.threads(threads.get().min(MOST_THREADS));
    let team = Team::new(threads);
    let beside = Limits { progress: None, ..limits.clone() };
    let search = |number, limits| {
        let _done = Done(&team);
        search(Member { team: &team, number }, limits)
    };
    thread::scope(|scope| {
        let (search, beside) = (&search, &beside);
        // if the system refuses more threads, fewer are enough
        let start = |number| thread::Builder::new().spawn_scoped(scope, move || search(number, beside)).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let mut found = search(0, limits);
        for other in others {
            let other = other.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
            // a search that was stopped by another thread has no result
            if other.is_ok() || matches!(&found, Err(error) if *error == Stopped::Asked.into()) {
                found = other;
            }
        }
        found
    })
}
