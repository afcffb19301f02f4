//! Threads that value one position together.
//!
//! Each searches it whole, in an order of its own, and tells the others its results.

use super::{Known, ValueError, ValueSearch};
use crate::Limits;
use core::hash::{BuildHasher, Hash};
use core::num::NonZeroUsize;
use hashbrown::{DefaultHashBuilder, HashMap};
use sprague_core::Partizan;
use sprague_values::{Arena, Value};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Parts of the table, so that threads seldom wait for each other.
const SHARDS: usize = 64;

/// The results that threads have found so far.
pub(super) struct Found<P> {
    shards: [Mutex<HashMap<P, Known>>; SHARDS],
    hasher: DefaultHashBuilder,
    /// Bytes of each thread's memo, and last of this table.
    held: Vec<AtomicUsize>,
}

/// One of several threads.
pub(super) struct Member<'a, P> {
    pub(super) found: &'a Found<P>,
    pub(super) number: usize,
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

impl<P: Hash + Eq + Clone> Member<'_, P> {
    pub(super) fn get(&self, position: &P) -> Option<Known> {
        self.found.shard(position).get(position).copied()
    }

    /// Tells the others the value of a position, with its bytes outside of itself.
    pub(super) fn tell(&self, position: &P, value: Known, outside: usize) {
        let mut shard = self.found.shard(position);
        let before = shard.allocation_size();
        shard.insert(position.clone(), value);
        let grown = shard.allocation_size() - before + outside;
        self.found.held[self.found.held.len() - 1].fetch_add(grown, Ordering::Relaxed);
    }

    /// Notes the bytes of this thread alone; answers those of all else.
    ///
    /// All else are the other threads and the table.
    pub(super) fn beside(&self, own: usize) -> usize {
        self.found.held[self.number].store(own, Ordering::Relaxed);
        let others = self.found.held.iter().enumerate().filter(|(number, _)| *number != self.number);
        others.map(|(_, bytes)| bytes.load(Ordering::Relaxed)).sum()
    }

    /// The thing at this place of so many, in the order of this thread.
    ///
    /// Every second thread begins at the other end.
    pub(super) fn in_turn(&self, place: usize, count: usize) -> usize {
        let place = (place + self.number / 2 * count / self.found.held.len()) % count;
        if self.number.is_multiple_of(2) { place } else { count - 1 - place }
    }
}

/// A guard that tells the other threads that they are no longer needed.
///
/// It does so however this one ends.
struct Done(Arc<AtomicBool>);

impl Drop for Done {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The value of a position, found by so many threads in one arena.
///
/// They share what they find. It pays where positions are many: each thread walks through the game in an order of its own.
///
/// The limits hold for every thread, those of memory for all together. The value is the one that [`value`](super::value) finds.
///
/// ```
/// use sprague::values::{Value, value_in_parallel};
/// use sprague::{AsPartizan, Limits};
/// # use sprague::examples::Nim;
/// let two = 2.try_into().unwrap();
/// assert_eq!(value_in_parallel(&AsPartizan(Nim), &9, &Limits::default(), two), Ok(Value::star(9)));
/// ```
///
/// # Errors
/// As [`value`](super::value).
pub fn value_in_parallel<R>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    threads: NonZeroUsize,
) -> Result<Value, ValueError>
where
    R: Partizan + Sync,
    R::Position: Send + Sync,
{
    let threads = limits.threads(threads.get());
    let (arena, found) = (Arena::new(), Found::new(threads));
    let done = Done(Arc::new(AtomicBool::new(false)));
    let beside = Limits { stop: Some(done.0.clone()), progress: None, ..limits.clone() };
    let member = |number| Member { found: &found, number };
    thread::scope(|scope| {
        for number in 1..threads {
            let (arena, beside, member) = (&arena, &beside, member(number));
            // its results are shared already; a limit that stops it stops the first thread, too
            let search = move || drop(ValueSearch::of_member(rules, arena, beside, member).form(position));
            // with fewer threads than wanted, it takes longer
            let _ = thread::Builder::new().spawn_scoped(scope, search);
        }
        let done = done;
        let value = ValueSearch::of_member(rules, &arena, limits, member(0)).value(position);
        drop(done);
        value
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::value;
    use crate::{Player, Stopped};

    /// A row of dominoes, bits below a leading one: Left's are ones.
    ///
    /// A player topples one to either side.
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
        let found = Found::<u64>::new(5);
        for (number, count) in (0..5).flat_map(|number| (1..9).map(move |count| (number, count))) {
            let member = Member { found: &found, number };
            let mut places: Vec<usize> = (0..count).map(|place| member.in_turn(place, count)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..count));
        }
    }
}
