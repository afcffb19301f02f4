//! Threads that search one position together, in one table.
//!
//! Each searches it whole, and leaves to the others what they are at.
//!
//! Weill 1996, *The ABDADA distributed minimax search algorithm*. The first option of a position is searched by every thread
//! that comes. Of the others, those that no thread is at are searched first.

use super::table::Fingerprint;
use crate::{Limits, Stopped};
use core::num::NonZeroUsize;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread;

/// The distance from the root within which threads look at the work of others.
pub(super) const DEPTH: usize = 32;

/// The number of places for positions that are being searched.
///
/// Two positions that share a place hide each other, which costs time only.
const PLACES: usize = 1 << 12;

/// The most threads of a team: each looks at what all others hold.
const MOST_THREADS: usize = 1024;

/// The knowledge of threads about each other.
pub(super) struct Team {
    is_done: AtomicBool,
    /// Bytes that each thread holds beside the table.
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

    /// Tells whether another thread has finished.
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

    /// Notes the bytes of this thread beside the table; answers those of all.
    pub(super) fn bytes(&self, own: usize) -> usize {
        self.team.held[self.number].store(own, Ordering::Relaxed);
        self.team.held.iter().map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }
}

/// A guard that tells the others that they are no longer needed.
///
/// It does so however a thread ends.
struct Done<'a>(&'a Team);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.is_done.store(true, Ordering::Relaxed);
    }
}

/// The result of several threads, all of which search for the same.
///
/// The first that knows it ends the others. If one is stopped by a limit, the result of another counts, if there is one.
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
        // where the system has no more threads, fewer are enough
        let start = |number| thread::Builder::new().spawn_scoped(scope, move || search(number, beside)).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let mut found = search(0, limits);
        for other in others {
            let other = other.join().unwrap_or_else(|panicked| panic::resume_unwind(panicked));
            // a search that was stopped has no answer
            if other.is_ok() || matches!(&found, Err(error) if *error == Stopped::Asked.into()) {
                found = other;
            }
        }
        found
    })
}
