//! What searches in two threads share: names of sums, values, and a table of results.
//!
//! Both threads search the same sum in the same order. They take the same move where one good move is enough. Where every move
//! must be refuted, each takes the best one that the other is not searching. So they divide the work, and each finds the results
//! of the other in the table. This resembles Young Brothers Wait (Feldmann 1993), but nobody waits.

use super::names::{Names, SharedNames};
use super::part::Name;
use super::table::Table;
use super::{Effort, Frame, WinnerSearch};
use crate::evaluate::value::{Member, ValueSearch};
use sprague_core::{Bounds, Limits, Partizan};
use sprague_values::Arena;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

const TABLES: usize = 64;

/// Down to this depth, the threads avoid the options that the other one is searching.
const AVOIDED: usize = 64;

/// A thread checks each time it has searched this many sums whether the other one has decided a sum that it is searching.
const CHECKED: u64 = 16;

/// What one thread has of the names and results of two threads.
#[derive(Debug)]
pub(crate) struct Shared<P> {
    arena: Arena,
    names: SharedNames<P>,
    member: Member<P>,
    results: Arc<Results>,
    is_second: bool,
}

#[derive(Debug)]
struct Results {
    tables: [Mutex<Table>; TABLES],
    /// For each thread and depth, a hash of the sum under search.
    searched: [[AtomicU64; AVOIDED]; 2],
}

fn hash(name: Name) -> u64 {
    (name.game as u64 ^ (name.game >> 64) as u64 ^ name.x as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn locked(table: &Mutex<Table>) -> MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P> Shared<P> {
    fn table(&self, name: u128) -> MutexGuard<'_, Table> {
        let table = hash(Name { game: name, x: 0, is_flipped: false }) >> 58;
        locked(&self.results.tables[table as usize % TABLES])
    }

    pub(super) fn bytes(&self) -> usize {
        self.results.tables.iter().map(|table| locked(table).bytes()).sum()
    }
}

impl<'a, R: Partizan> WinnerSearch<'a, R> {
    /// Shares what this search finds from now on. Returns what another thread needs for [`joining`](Self::joining).
    pub(crate) fn share(&mut self) -> Shared<R::Position> {
        let most = self.limits.bytes / self.effort.table / TABLES as u64;
        let results = Results {
            tables: core::array::from_fn(|_| Mutex::new(Table::new(most))),
            searched: core::array::from_fn(|_| core::array::from_fn(|_| AtomicU64::new(0))),
        };
        let (arena, results) = (self.values.calculator().arena().clone(), Arc::new(results));
        let (names, [member, other]) = (self.names.share(), self.values.share());
        self.shared =
            Some(Shared { arena: arena.clone(), names: names.clone(), member, results: results.clone(), is_second: false });
        Shared { arena, names, member: other, results, is_second: true }
    }

    /// Returns a search that shares what it finds.
    pub(crate) fn joining(rules: &'a R, effort: Effort, limits: &'a Limits, shared: Shared<R::Position>) -> Self {
        let values = ValueSearch::of_team(rules, &shared.arena, limits, shared.member.clone());
        let names = Names::copying(shared.names.clone());
        Self { values, names, shared: Some(shared), ..Self::with_effort(rules, effort, limits) }
    }

    /// Ends [`share`](Self::share), after the other thread has ended.
    pub(crate) fn unshare(&mut self) {
        self.shared = None;
        self.names.unshare();
        self.values.unshare();
    }

    /// Returns what the table has about a game.
    #[inline(always)]
    pub(super) fn stored(&self, name: u128) -> Option<Bounds> {
        match &self.shared {
            None => self.table.get(name),
            Some(shared) => shared.table(name).get(name),
        }
    }

    /// Stores whether the starting player wins a sum, which took `work` to find out.
    #[inline(always)]
    pub(super) fn store(&mut self, name: Name, left: bool, wins: bool, work: u64) {
        let left = left != name.is_flipped;
        match &self.shared {
            None => self.table.put(name.game, name.x, left, wins, work),
            Some(shared) => shared.table(name.game).put(name.game, name.x, left, wins, work),
        }
    }

    /// Stores that this thread searches a sum at this depth, so that the other one can avoid it.
    pub(super) fn note_searched(&self, depth: usize, name: Name) {
        if let Some(shared) = &self.shared
            && let Some(place) = shared.results.searched[usize::from(shared.is_second)].get(depth)
        {
            place.store(hash(name), Ordering::Relaxed);
        }
    }

    /// Returns `true` if an option at this depth should be left to the other thread, which is searching it.
    ///
    /// That is so if every option is likely to be refuted, because most sums at this depth are won or because several options
    /// have been refuted.
    pub(super) fn is_left_to_other(&self, depth: usize, name: Name, tried: u32) -> bool {
        let [lost, won] = self.ended[depth % 2];
        let Some(shared) = self.shared.as_ref().filter(|_| won > lost || tried > 1) else { return false };
        let place = shared.results.searched[usize::from(!shared.is_second)].get(depth);
        place.is_some_and(|place| place.load(Ordering::Relaxed) == hash(name))
    }

    /// Returns the first frame whose sum the other thread has decided, and whether the player to move wins it.
    pub(super) fn decided_by_other(&self, frames: &[Frame<R::Position>]) -> Option<(usize, bool)> {
        if self.shared.is_none() || !self.searched.is_multiple_of(CHECKED) {
            return None;
        }
        frames.iter().enumerate().find_map(|(at, frame)| Some((at, self.known(frame.name, frame.left)?)))
    }
}
