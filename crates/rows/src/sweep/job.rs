//! Long jobs that can be continued: threads compute pieces of work, whose results are counted in a fixed order.

use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};
use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

/// An observer of a long job. Its methods are called by one thread at a time, and in order.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_rows::sweep::{Job, SetPeriod, Sweep, SweepSummary, Watch, all_cores};
/// use std::ops::ControlFlow;
///
/// struct Print;
/// impl Watch<SetPeriod> for Print {
///     fn wants_items(&self) -> bool {
///         true
///     }
///     fn items(&mut self, sets: &[SetPeriod]) -> ControlFlow<()> {
///         sets.iter().for_each(|set| println!("{:?}: {} from {} on", set.set(), set.period, set.preperiod));
///         ControlFlow::Continue(())
///     }
/// }
/// let tally = Sweep::nimbers(4)?.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut Print).0;
/// assert_eq!(tally.sets, 8);
/// # Ok::<(), sprague_rows::sweep::BadLargest>(())
/// ```
pub trait Watch<I>: Send {
    /// Returns `true` if [`items`](Self::items) should be called. In a sweep over sets this costs the preperiod of every set.
    fn wants_items(&self) -> bool {
        false
    }
    /// Receives the next results. `Break` ends the job. A sweep does not count these results; `find` does.
    fn items(&mut self, _: &[I]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    /// Receives the number of results so far, and a function that returns the state as bytes, from which the job can continue.
    /// `Break` ends the job here.
    fn so_far(&mut self, _done: u64, _state: &dyn Fn() -> Vec<u8>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<I> Watch<I> for () {}

/// A job of many pieces with numbers, whose results are added up in the order of the numbers.
pub trait Job: Sync {
    /// What an observer receives.
    type Item;
    /// The result of a piece.
    type Piece: Send;
    /// The sum of the results of the first pieces.
    type Tally: Send;
    /// What a thread keeps from piece to piece.
    type Scratch: Default;

    /// The maximum number of pieces that wait for an earlier one.
    const AHEAD: usize;

    /// Returns the number of items of each piece.
    fn count(&self) -> u64 {
        1
    }

    /// Returns the number of the first piece whose number is at least `from`, or `None` after the last.
    fn next(&self, from: u64) -> Option<u64>;

    /// Returns the number of items in a tally, and the least number that it does not contain.
    fn reached(tally: &Self::Tally) -> [u64; 2];

    /// Returns the limits of each thread if `threads` of them share the work.
    fn within(&self, limits: &Limits, threads: usize) -> Limits {
        let _ = threads;
        limits.clone()
    }

    /// Computes a piece. Ignores the limit on positions.
    ///
    /// # Errors
    /// The limit that was reached. The piece is then not counted.
    fn piece(&self, number: u64, scratch: &mut Self::Scratch, wants_items: bool, limits: &Limits)
    -> Result<Self::Piece, Stopped>;

    /// Returns the items of a piece, which may be left out unless the observer wants them.
    fn items(piece: &Self::Piece) -> &[Self::Item];

    /// Adds the results of the next piece to a tally.
    fn add(tally: &mut Self::Tally, piece: &Self::Piece);

    /// Encodes a tally as bytes, for a checkpoint.
    fn bytes(tally: &Self::Tally) -> Vec<u8>;

    /// Continues from a tally of the first pieces to the end or to a limit, on at most `jobs` threads.
    ///
    /// Start with an empty tally. The result does not depend on the number of threads or on interruptions: items are counted in
    /// order, and a tally always covers the first of them. [`Limits::positions`] is the number of items.
    fn run(
        &self,
        from: Self::Tally,
        jobs: NonZeroUsize,
        limits: &Limits,
        watch: &mut impl Watch<Self::Item>,
    ) -> (Self::Tally, Option<Stopped>) {
        run(self, from, jobs, limits, watch)
    }
}

pub(super) fn run<J: Job + ?Sized>(
    job: &J,
    tally: J::Tally,
    jobs: NonZeroUsize,
    limits: &Limits,
    watch: &mut impl Watch<J::Item>,
) -> (J::Tally, Option<Stopped>) {
    let limits = limits.starting_now();
    let wants_items = watch.wants_items();
    let [claimed, cursor] = J::reached(&tally);
    let (order, done) = (VecDeque::new(), BTreeMap::new());
    let state = State { cursor, claimed, order, done, tally, stopped: None, is_closed: false, watch };
    let shared = Shared { job, wants_items, state: Mutex::new(state), merged: Condvar::new() };
    let threads = limits.threads(jobs.get());
    let share = Limits { progress: None, ..job.within(&limits, threads) };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            // if a thread cannot be started, the others do its work
            let _ = Builder::new().spawn_scoped(scope, || shared.work(&limits, &share));
        }
        shared.work(&limits, &share);
    });
    let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    (state.tally, state.stopped)
}

struct Shared<'w, J: Job + ?Sized, W> {
    job: &'w J,
    wants_items: bool,
    state: Mutex<State<'w, J, W>>,
    merged: Condvar,
}

struct State<'w, J: Job + ?Sized, W> {
    /// The least number that was not claimed. `claimed` counts all claimed items, including those of earlier runs.
    cursor: u64,
    claimed: u64,
    /// The pieces that were claimed and not counted yet, in order.
    order: VecDeque<u64>,
    /// The results for these pieces that are known.
    done: BTreeMap<u64, J::Piece>,
    tally: J::Tally,
    stopped: Option<Stopped>,
    /// `true` once the observer has ended the job.
    is_closed: bool,
    watch: &'w mut W,
}

/// Ends the job if its thread panics. The other threads would wait for its piece for ever.
struct EndsAll<'s, 'w, J: Job + ?Sized, W>(&'s Shared<'w, J, W>);

impl<J: Job + ?Sized, W> Drop for EndsAll<'_, '_, J, W> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.is_closed = true;
            state.stopped.get_or_insert(Stopped::Asked);
            self.0.merged.notify_all();
        }
    }
}

impl<'w, J: Job + ?Sized, W: Watch<J::Item>> Shared<'w, J, W> {
    fn lock(&self) -> MutexGuard<'_, State<'w, J, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one thread: computes pieces until none is left or the job is stopped.
    fn work(&self, limits: &Limits, share: &Limits) {
        let (meter, mut scratch) = (Meter::new(limits), J::Scratch::default());
        let _ends_all = EndsAll(self);
        while let Some((number, [claimed, counted])) = self.claim() {
            let allowed = match limits.positions < claimed {
                true => Err(Stopped::Positions(limits.positions)),
                false => meter.look(counted, 0, None),
            };
            self.give(number, allowed.and_then(|()| self.job.piece(number, &mut scratch, self.wants_items, share)));
        }
    }

    /// Claims the next piece, and returns it with the numbers of items that are claimed and counted, or `None` at the end.
    fn claim(&self) -> Option<(u64, [u64; 2])> {
        // wait if too many pieces are ahead of a slow one
        let too_far = |state: &mut State<'w, J, W>| state.stopped.is_none() && state.order.len() >= J::AHEAD;
        let mut state = self.merged.wait_while(self.lock(), too_far).unwrap_or_else(PoisonError::into_inner);
        if state.stopped.is_some() {
            return None;
        }
        let number = self.job.next(state.cursor)?;
        state.cursor = number + self.job.count();
        state.claimed += self.job.count();
        state.order.push_back(number);
        Some((number, [state.claimed, J::reached(&state.tally)[0]]))
    }

    /// Receives the result of a piece. Then counts all results that directly follow the counted pieces.
    fn give(&self, number: u64, piece: Result<J::Piece, Stopped>) {
        let mut state = self.lock();
        match piece {
            Ok(piece) => drop(state.done.insert(number, piece)),
            Err(stopped) => state.stopped = state.stopped.take().or(Some(stopped)),
        }
        state.merge(self.wants_items);
        self.merged.notify_all();
    }
}

impl<J: Job + ?Sized, W: Watch<J::Item>> State<'_, J, W> {
    fn merge(&mut self, wants_items: bool) {
        while !self.is_closed
            && let Some(piece) = self.order.front().and_then(|number| self.done.remove(number))
        {
            self.order.pop_front();
            if self.take(&piece, wants_items).is_break() {
                self.is_closed = true;
                self.stopped.get_or_insert(Stopped::Asked);
            }
        }
    }

    /// Counts the next piece, unless the observer ends the job before.
    fn take(&mut self, piece: &J::Piece, wants_items: bool) -> ControlFlow<()> {
        if wants_items {
            self.watch.items(J::items(piece))?;
        }
        J::add(&mut self.tally, piece);
        let tally = &self.tally;
        self.watch.so_far(J::reached(tally)[0], &|| J::bytes(tally))
    }
}
