//! Every subtraction set with a given largest member, each with its exact period: bit-sliced, 512 sets at a time.
//!
//! The next row of a subtraction game is a function of the last K rows, K the largest member, so two equal windows of K rows
//! prove the period ("bounded look-back"). Brent's algorithm (Brent 1980) on the windows finds the least one. `lanes` runs it
//! on 512 sets at once for a thousand rows; the few sets that need more are finished one by one (`one`).

mod lanes;
mod one;
mod summary;

pub use one::SetPeriod;
pub use summary::{Longest, SweepSummary};

use lanes::Lanes;
use sprague_core::heap::RowKind;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use thiserror::Error;

/// Which sets, and which rows: all subtraction sets with this largest member, by outcomes or by nimbers, normal play.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_rows::sweep::{Sweep, SweepSummary};
///
/// let sweep = Sweep::outcomes(10)?;
/// assert_eq!(sweep.sets(), 512);
/// let (tally, stopped) = sweep.run(SweepSummary::default(), sprague_rows::sweep::all_cores(), &Limits::default(), &mut ());
/// assert_eq!(stopped, None);
/// let longest = tally.longest.unwrap();
/// assert_eq!((longest.period, longest.set()), (45, vec![3, 7, 10]));
/// # Ok::<(), sprague_rows::sweep::BadLargest>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sweep {
    largest: u32,
    rows: RowKind,
}

/// A largest member that cannot be swept.
///
/// ```
/// use sprague_rows::sweep::Sweep;
/// assert_eq!(Sweep::outcomes(64).unwrap_err().to_string(), "a largest member from 1 to 63, not 64");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a largest member from 1 to 63, not {0}")]
pub struct BadLargest(pub u32);

/// Whoever wants to see a sweep go on. All three are called by one thread at a time, and in order.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_rows::sweep::{SetPeriod, Sweep, SweepSummary, Watch, all_cores};
/// use std::ops::ControlFlow;
///
/// struct Print;
/// impl Watch for Print {
///     fn wants_sets(&self) -> bool {
///         true
///     }
///     fn sets(&mut self, sets: &[SetPeriod]) -> ControlFlow<()> {
///         sets.iter().for_each(|set| println!("{:?}: {} from {} on", set.set(), set.period, set.preperiod));
///         ControlFlow::Continue(())
///     }
/// }
/// let tally = Sweep::nimbers(4)?.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut Print).0;
/// assert_eq!(tally.sets, 8);
/// # Ok::<(), sprague_rows::sweep::BadLargest>(())
/// ```
pub trait Watch: Send {
    /// Whether [`sets`](Self::sets) is to be called; it costs the preperiod of every set.
    fn wants_sets(&self) -> bool {
        false
    }
    /// The next sets, least bit mask first; `Break` ends the sweep before they count.
    fn sets(&mut self, _: &[SetPeriod]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    /// All that is known so far, from which [`Sweep::run`] can go on; `Break` ends the sweep here.
    fn so_far(&mut self, _: &SweepSummary) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Watch for () {}

/// As many threads as the machine runs at once.
///
/// ```
/// assert!(sprague_rows::sweep::all_cores().get() >= 1);
/// ```
pub fn all_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Sets in one chunk of work, unless there are fewer: about half a millisecond.
const CHUNK: u64 = 1 << 14;

/// How many chunks may be done ahead of a slow one.
const AHEAD: u64 = 64;

impl Sweep {
    /// All sets with this largest member, by the period of their outcomes.
    ///
    /// ```
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(63)?.sets(), 1 << 62);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    ///
    /// # Errors
    /// [`BadLargest`] for 0 and above 63.
    pub fn outcomes(largest: u32) -> Result<Self, BadLargest> {
        Self::of(largest, RowKind::Outcomes)
    }

    /// All sets with this largest member, by the period of their nimbers.
    ///
    /// ```
    /// assert!(sprague_rows::sweep::Sweep::nimbers(0).is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadLargest`] for 0 and above 63.
    pub fn nimbers(largest: u32) -> Result<Self, BadLargest> {
        Self::of(largest, RowKind::Nimbers)
    }

    fn of(largest: u32, rows: RowKind) -> Result<Self, BadLargest> {
        if (1..=63).contains(&largest) { Ok(Self { largest, rows }) } else { Err(BadLargest(largest)) }
    }

    /// How many sets there are: 2^(K-1).
    ///
    /// ```
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(26)?.sets(), 33_554_432);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn sets(&self) -> u64 {
        1 << (self.largest - 1)
    }

    /// The largest member of every set.
    ///
    /// ```
    /// assert_eq!(sprague_rows::sweep::Sweep::outcomes(26)?.largest(), 26);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn largest(&self) -> u32 {
        self.largest
    }

    /// What the period of a set is the period of.
    ///
    /// ```
    /// use sprague_core::heap::RowKind;
    /// assert_eq!(sprague_rows::sweep::Sweep::nimbers(26)?.rows(), RowKind::Nimbers);
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn rows(&self) -> RowKind {
        self.rows
    }

    /// Whether this may be a tally of the first sets of this sweep, as [`run`](Self::run) hands it out.
    ///
    /// ```
    /// # use sprague_rows::sweep::{Sweep, SweepSummary};
    /// assert!(Sweep::outcomes(9)?.can_go_on_from(&SweepSummary::default()));
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    pub fn can_go_on_from(&self, tally: &SweepSummary) -> bool {
        tally.sets == self.sets() || tally.sets < self.sets() && tally.sets.is_multiple_of(CHUNK)
    }

    /// Goes on from a tally of the first sets (or from none) to the end or a limit, on so many threads.
    ///
    /// The answer does not depend on the threads, nor on where it was interrupted: sets count in the order of their bit masks,
    /// and a tally is always about the first of them. [`Limits::positions`] counts sets; the memory is a few MiB a thread.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rows::sweep::{Sweep, SweepSummary, all_cores};
    ///
    /// let sweep = Sweep::outcomes(16)?;
    /// let half = Limits { positions: 20_000, ..Limits::default() };
    /// let (first, stopped) = sweep.run(SweepSummary::default(), all_cores(), &half, &mut ());
    /// assert!(stopped.is_some() && first.sets <= 20_000);
    /// let (rest, stopped) = sweep.run(first, all_cores(), &Limits::default(), &mut ());
    /// assert_eq!((rest.sets, stopped), (32_768, None));
    /// # Ok::<(), sprague_rows::sweep::BadLargest>(())
    /// ```
    ///
    /// # Panics
    /// If the tally is none that [`can_go_on_from`](Self::can_go_on_from) allows.
    pub fn run<W: Watch>(
        &self,
        from: SweepSummary,
        jobs: NonZeroUsize,
        limits: &Limits,
        watch: &mut W,
    ) -> (SweepSummary, Option<Stopped>) {
        assert!(self.can_go_on_from(&from), "a tally of another sweep");
        let limits = limits.starting_now();
        let (wants_sets, sets) = (watch.wants_sets(), self.sets());
        let chunks = (sets - from.sets.min(sets)).div_ceil(CHUNK);
        let state =
            State { next_claim: from.sets, tally: from, waiting: BTreeMap::new(), stopped: None, is_closed: false, watch };
        let shared = Shared { state: Mutex::new(state), merged: Condvar::new() };
        std::thread::scope(|scope| {
            for _ in 1..(jobs.get() as u64).min(chunks) {
                // where no thread can be had, there are fewer
                let _ = Builder::new().spawn_scoped(scope, || self.work(&shared, wants_sets, &limits));
            }
            self.work(&shared, wants_sets, &limits);
        });
        let state = shared.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        (state.tally, state.stopped)
    }

    /// One thread: chunk after chunk until none is left or somebody stopped.
    fn work<W: Watch>(&self, shared: &Shared<'_, W>, wants_sets: bool, limits: &Limits) {
        let meter = Meter::new(limits);
        let mut lanes = Lanes::new();
        while let Some((first, count)) = shared.claim(self.sets()) {
            let allowed = match limits.positions < first + count {
                true => Err(Stopped::Positions(limits.positions)),
                false => meter.look(shared.lock().tally.sets, 0, None),
            };
            let chunk = allowed.and_then(|()| self.chunk(&mut lanes, first, count, wants_sets, &meter));
            shared.give(first, chunk);
        }
    }

    /// The sets number `first` and on. Set number i has the members of the bits of i, and the largest.
    fn chunk(&self, lanes: &mut Lanes, first: u64, count: u64, wants_sets: bool, meter: &Meter<'_>) -> Result<Chunk, Stopped> {
        match self.rows {
            RowKind::Outcomes => self.chunk_of::<one::Outcomes>(lanes, first, count, wants_sets, meter),
            RowKind::Nimbers => self.chunk_of::<one::Nimbers>(lanes, first, count, wants_sets, meter),
        }
    }

    fn chunk_of<S: one::Window>(
        &self,
        lanes: &mut Lanes,
        first: u64,
        count: u64,
        wants_sets: bool,
        meter: &Meter<'_>,
    ) -> Result<Chunk, Stopped> {
        let ask = || meter.look(first, 0, None);
        let mut periods = vec![0; if wants_sets { count as usize } else { 0 }];
        let mut tally = SweepSummary::of_a_chunk();
        let mut note = |number: u64, period: u64, sets: u64| tally.count(number | self.sets(), period, sets);
        let mut left: Vec<u64> = vec![];
        if lanes::are_worth_it(self.largest) {
            for block in (first..first + count).step_by(lanes::SETS) {
                let (found, open) = lanes.periods::<S>(self.largest, block / lanes::SETS as u64);
                for (period, lanes) in found {
                    note(block + lanes::first(lanes), u64::from(*period), lanes::count(lanes));
                    if wants_sets {
                        lanes::each(lanes, |lane| periods[(block - first + lane) as usize] = u64::from(*period));
                    }
                }
                lanes::each(&open, |lane| left.push(block + lane));
            }
        } else {
            left.extend(first..first + count);
        }
        for number in left {
            let period = one::period::<S>(number | self.sets(), ask)?;
            note(number, period, 1);
            if wants_sets {
                periods[(number - first) as usize] = period;
            }
        }
        let mut tally = tally.finished();
        if let Some(longest) = &mut tally.longest {
            longest.preperiod = one::preperiod::<S>(longest.mask, longest.period, ask)?;
        }
        let with_preperiod = |(number, period): (u64, u64)| {
            let mask = number | self.sets();
            Ok(SetPeriod { mask, period, preperiod: one::preperiod::<S>(mask, period, ask)? })
        };
        let listed = (first..).zip(periods).map(with_preperiod).collect::<Result<_, Stopped>>()?;
        Ok(Chunk { tally, listed })
    }
}

/// What a chunk of work came to.
struct Chunk {
    tally: SweepSummary,
    listed: Vec<SetPeriod>,
}

/// What the threads share.
struct Shared<'w, W> {
    state: Mutex<State<'w, W>>,
    merged: Condvar,
}

struct State<'w, W> {
    next_claim: u64,
    tally: SweepSummary,
    /// Chunks that are done, by their first set, while an earlier one is not.
    waiting: BTreeMap<u64, Chunk>,
    stopped: Option<Stopped>,
    /// Who watches wants nothing more.
    is_closed: bool,
    watch: &'w mut W,
}

impl<'w, W: Watch> Shared<'w, W> {
    fn lock(&self) -> MutexGuard<'_, State<'w, W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next chunk that nobody has: its first set and how many; `None` at the end.
    fn claim(&self, sets: u64) -> Option<(u64, u64)> {
        let too_far = |state: &mut State<'w, W>| {
            state.stopped.is_none() && state.next_claim < sets && state.next_claim - state.tally.sets > AHEAD * CHUNK
        };
        let mut state = self.merged.wait_while(self.lock(), too_far).unwrap_or_else(PoisonError::into_inner);
        let first = state.next_claim;
        if state.stopped.is_some() || first >= sets {
            return None;
        }
        let count = CHUNK.min(sets - first);
        state.next_claim += count;
        Some((first, count))
    }

    /// Hands in a chunk; whatever follows what is already merged is merged.
    fn give(&self, first: u64, chunk: Result<Chunk, Stopped>) {
        let mut state = self.lock();
        match chunk {
            Ok(chunk) => drop(state.waiting.insert(first, chunk)),
            Err(stopped) => state.stopped = state.stopped.take().or(Some(stopped)),
        }
        state.merge();
        self.merged.notify_all();
    }
}

impl<W: Watch> State<'_, W> {
    fn merge(&mut self) {
        while !self.is_closed
            && let Some(chunk) = self.waiting.remove(&self.tally.sets)
        {
            if self.take(&chunk).is_break() {
                self.is_closed = true;
                self.stopped.get_or_insert(Stopped::Asked);
            }
        }
    }

    /// Counts the next chunk, unless who watches does not take its sets.
    fn take(&mut self, chunk: &Chunk) -> ControlFlow<()> {
        if !chunk.listed.is_empty() {
            self.watch.sets(&chunk.listed)?;
        }
        self.tally.merge(&chunk.tally);
        self.watch.so_far(&self.tally)
    }
}

#[cfg(test)]
mod tests;
