//! Threads that value one position together.
//!
//! Each thread searches the whole position in an order of its own and shares its results with the others.

use super::{Known, ValueError, ValueSearch};
use crate::Limits;
use core::fmt;
use core::hash::{BuildHasher, Hash};
use core::num::NonZeroUsize;
use hashbrown::{DefaultHashBuilder, HashMap};
use sprague_core::Partizan;
use sprague_core::limits::Meter;
use sprague_values::{Arena, Value};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The number of parts of the shared table, each with a lock, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// The results that threads have found so far.
struct Found<P> {
    shards: [Mutex<HashMap<P, Known>>; SHARDS],
    hasher: DefaultHashBuilder,
    /// The bytes of each thread's memo, followed by the bytes of this table.
    held: Vec<AtomicUsize>,
}

/// One of the threads.
pub(crate) struct Member<P> {
    found: Arc<Found<P>>,
    number: usize,
}

impl<P> Clone for Member<P> {
    fn clone(&self) -> Self {
        Self { found: self.found.clone(), number: self.number }
    }
}

impl<P> fmt::Debug for Member<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Member({})", self.number)
    }
}

impl<P: Hash + Eq + Clone> Found<P> {
    fn new(threads: usize) -> Self {
        Self {
            shards: core::array::from_fn(|_| Mutex::default()),
            hasher: DefaultHashBuilder::default(),
            held: (0..=threads).map(|_| AtomicUsize::new(0)).collect(),
        }
    }

    fn shard(&self, position: &P) -> MutexGuard<'_, HashMap<P, Known>> {
        let shard = self.hasher.hash_one(position) as usize % SHARDS;
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Hash + Eq + Clone> Member<P> {
    /// Returns the two members of a new team.
    pub(super) fn two() -> [Self; 2] {
        let found = Arc::new(Found::new(2));
        [0, 1].map(|number| Self { found: found.clone(), number })
    }

    pub(super) fn get(&self, position: &P) -> Option<Known> {
        self.found.shard(position).get(position).copied()
    }

    /// Shares the value of a position. `outside` is the number of bytes that the position allocates outside of itself.
    pub(super) fn tell(&self, position: &P, value: Known, outside: usize) {
        let mut shard = self.found.shard(position);
        let before = shard.allocation_size();
        shard.insert(position.clone(), value);
        let grown = shard.allocation_size() - before + outside;
        self.found.held[self.found.held.len() - 1].fetch_add(grown, Ordering::Relaxed);
    }

    /// Stores how many bytes this thread uses, and returns the bytes of the other threads and of the shared table.
    pub(super) fn beside(&self, own: usize) -> usize {
        self.found.held[self.number].store(own, Ordering::Relaxed);
        let others = self.found.held.iter().enumerate().filter(|(number, _)| *number != self.number);
        others.map(|(_, bytes)| bytes.load(Ordering::Relaxed)).sum()
    }

    /// Maps the `place`-th step of `count` to the index that this thread takes in that step.
    ///
    /// Threads start at different places, and every second thread goes backwards.
    pub(super) fn in_turn(&self, place: usize, count: usize) -> usize {
        let place = (place + self.number / 2 * count / self.found.held.len()) % count;
        if self.number.is_multiple_of(2) { place } else { count - 1 - place }
    }
}

/// A guard that stops the other threads when the first one ends, also by a panic.
struct Done(Arc<AtomicBool>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Returns the value of a position, found by several threads in one arena.
pub(crate) fn value_in_parallel<R>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    threads: NonZeroUsize,
) -> Result<Value, ValueError>
where
    R: Partizan + Sync,
    R::Position: Send + Sync,
{
    // the other threads may be done before the first one checks its limits
    Meter::new(limits).look(0, 0, None)?;
    let threads = limits.threads(threads.get());
    let (arena, found) = (Arena::new(), Arc::new(Found::new(threads)));
    let done = Done(Arc::new(AtomicBool::new(false)));
    let beside = Limits { stop: Some(done.0.clone()), progress: None, ..limits.clone() };
    let member = |number| Member { found: found.clone(), number };
    thread::scope(|scope| {
        for number in 1..threads {
            let (arena, beside, member) = (&arena, &beside, member(number));
            // the results of this thread are shared already, and a limit that stops it also stops the first thread
            let search = move || drop(ValueSearch::of_team(rules, arena, beside, member).form(position));
            // if the system refuses a thread, the search only takes longer
            let _ = thread::Builder::new().spawn_scoped(scope, search);
        }
        let done = done;
        let value = ValueSearch::of_team(rules, &arena, limits, member(0)).value(position);
        drop(done);
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::value;
    use crate::{Player, Stopped};

    /// A row of dominoes, given by the bits below the leading one; a set bit is a domino of Left.
    ///
    /// A player topples one of their own dominoes to either side.
    struct Toppling;
    impl Partizan for Toppling {
        type Position = u64;
        type Move = u32;
        fn moves(&self, row: &u64, player: Player) -> impl Iterator<Item = u32> {
            let own = if player == Player::Left { *row } else { !*row };
            (0..row.ilog2()).filter(move |at| own >> at & 1 == 1).flat_map(|at| [2 * at, 2 * at + 1])
        }
        fn play(&self, row: &u64, _: Player, mv: &u32) -> u64 {
            let at = mv / 2;
            if mv.is_multiple_of(2) { row >> (at + 1) } else { 1 << at | row & ((1 << at) - 1) }
        }
    }

    #[test]
    fn threads_find_what_one_finds() {
        for row in [1, 0b1_1010, 0b1_1100_1010_0111, 0b1_0110_0111_0001_1010] {
            let alone = value(&Toppling, &row).unwrap();
            for threads in 1..=5 {
                let threads = NonZeroUsize::new(threads).unwrap();
                assert_eq!(value_in_parallel(&Toppling, &row, &Limits::default(), threads), Ok(alone.clone()), "{row:b}");
            }
        }
    }

    #[test]
    fn limits_and_requests_stop_all_of_them() {
        let threads = NonZeroUsize::new(3).unwrap();
        let row = 0b1_0110_0111_0001_1010;
        let few = Limits { positions: 9, ..Limits::default() };
        assert_eq!(value_in_parallel(&Toppling, &row, &few, threads), Err(Stopped::Positions(9).into()));
        let little = Limits { bytes: 1 << 12, ..Limits::default() };
        assert_eq!(value_in_parallel(&Toppling, &row, &little, threads), Err(Stopped::Memory(1 << 12).into()));
        let asked = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
        assert_eq!(value_in_parallel(&Toppling, &row, &asked, threads), Err(Stopped::Asked.into()));
    }

    #[test]
    fn every_thread_looks_at_everything_once() {
        let found = Arc::new(Found::<u64>::new(5));
        for (number, count) in (0..5).flat_map(|number| (1..9).map(move |count| (number, count))) {
            let member = Member { found: found.clone(), number };
            let mut places: Vec<usize> = (0..count).map(|place| member.in_turn(place, count)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..count));
        }
    }
}
