//! The values of a take-and-break game, each stretch by the fastest method that fits.
//!
//! Stamps and hole scans come first. At every power of two, sparse space is tried if some mask leaves few rare heaps, and a
//! bounded window if those are settled and the values small. A value that does not fit a method hands over to a slower one, in
//! the middle of the run. The values are the same whichever computed them.

use super::bounded_window::{BoundedWindow, Left, STRETCH};
use super::hole_scan::{self, STAMPED};
use super::moves::Moves;
use super::sparse_space::SparseSpace;
use super::stamps::Stamps;
use super::states::States;
use super::values::{Value, Values};
use crate::kernel::{CHUNK_ROWS, CHUNK_WORDS, Kernel, NoChunk, Planes};
use crate::period::Pass;
use crate::simd::{SimdLevel, for_lanes};
use sprague_core::certificate::EqualStates;
use sprague_core::growth::before;
use sprague_core::heap::{Period, TakeAndBreak};
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, Stopped};

/// A method that computes the values of a take-and-break game.
///
/// ```
/// use sprague_rows::Method;
/// assert_eq!(Method::SparseSpace.name(), "sparse-space");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Every option is looked at: stamps and hole scans.
    Stamps,
    /// Rare and common values.
    SparseSpace,
    /// A window of earlier values, 64 heaps side by side.
    BoundedWindow,
}

impl Method {
    /// All methods, slowest first.
    pub const ALL: [Self; 3] = [Self::Stamps, Self::SparseSpace, Self::BoundedWindow];

    /// Its name in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stamps => "stamp",
            Self::SparseSpace => "sparse-space",
            Self::BoundedWindow => "bounded-window",
        }
    }
}

/// From here on, masks are looked for.
const FIRST_MASK: usize = 256;
/// From here on, a bounded window is worth its preparation.
const FIRST_WINDOW: usize = 1 << 17;

/// About how many steps a value takes in a bounded window.
const STEPS_IN_WINDOW: usize = 32;

/// Sparse space is worth it where fewer heaps than one in so many are rare.
const ONE_IN: usize = 32;

/// The nimbers of a code that leaves at most two heaps, or of Grundy's game.
///
/// They begin with heap 0.
///
/// O(n) a heap by stamps (with AVX-512 some 0.2 ns an option), O(rare heaps) in sparse space, a few nanoseconds in a bounded window. Memory: one
/// byte a heap in a bounded window, else twice the width of the values.
///
/// ```
/// use sprague_rows::TakeAndBreakRun;
///
/// let kayles = "0.77".parse().unwrap();
/// let mut run = TakeAndBreakRun::new(&kayles).unwrap();
/// run.extend_to(100);
/// assert_eq!((run.value(9), run.value(99)), (4, 8));
/// ```
#[derive(Clone, Debug)]
pub struct TakeAndBreakRun {
    moves: Moves,
    lanes: SimdLevel,
    highest: Method,
    stage: Stage,
    states: States,
    /// The number of rows that were given out as planes.
    given: usize,
}

#[derive(Clone, Debug)]
enum Stage {
    Narrow(Scan<u8>),
    Wide(Scan<u16>),
    Widest(Scan<u32>),
    Window(Box<BoundedWindow>, SparseSpace, Vec<u8>),
}

/// Values by stamps or in sparse space.
#[derive(Clone, Debug)]
struct Scan<T> {
    values: Values<T>,
    stamps: Stamps,
    space: Option<SparseSpace>,
    is_sparse: bool,
}

impl<T: Value> Scan<T> {
    fn of(values: Vec<T>, space: Option<SparseSpace>) -> Self {
        Self { values: Values::of(values), stamps: Stamps::default(), is_sparse: space.is_some(), space }
    }

    /// Chooses the mask again.
    fn review(&mut self, moves: &Moves, work: &mut Work<'_>) -> Result<(), Stopped> {
        let best = SparseSpace::best(moves, &self.values, ONE_IN, work)?;
        let is_same =
            |space: &SparseSpace| self.space.as_ref().is_some_and(|old| (old.mask, old.parity) == (space.mask, space.parity));
        // a mask that stays keeps the depth that was needed so far
        if !best.as_ref().is_some_and(is_same) {
            self.space = best;
        }
        self.is_sparse = self.space.is_some();
        Ok(())
    }

    /// Bytes that it takes, with those of its growth by one more value.
    fn bytes(&self) -> usize {
        self.values.bytes() + self.space.as_ref().map_or(0, SparseSpace::bytes)
    }
}

for_lanes! {
    /// Values up to `count`; tells whether they fit.
    ///
    /// `with` are the same lanes.
    fn extend<T: Value>(
        scan: &mut Scan<T>,
        moves: &Moves,
        count: usize,
        with: SimdLevel,
        work: &mut Work<'_>,
    ) -> Result<bool, Stopped> = extend_body;
}

#[inline(always)]
fn extend_body<T: Value>(
    scan: &mut Scan<T>,
    moves: &Moves,
    count: usize,
    with: SimdLevel,
    work: &mut Work<'_>,
) -> Result<bool, Stopped> {
    while scan.values.as_slice().len() < count {
        let n = scan.values.as_slice().len();
        let splits = scan.space.as_ref().map_or(n / 2, |space| space.rare.len());
        if scan.values.is_full() {
            work.look(n, scan.bytes())?;
        }
        work.done(STAMPED + splits * moves.breaking.len(), n, scan.bytes())?;
        let value = match &mut scan.space {
            Some(space) => space.next_value(moves, &scan.values, &mut scan.stamps),
            None => hole_scan::next_value(moves, &scan.values, &mut scan.stamps, with),
        };
        match T::of(value) {
            Some(value) => scan.values.push(value),
            None => {
                if let Some(space) = &mut scan.space
                    && space.last_rare() == n
                {
                    space.rare.pop();
                }
                return Ok(false);
            }
        }
    }
    Ok(true)
}

impl TakeAndBreakRun {
    /// The values of this code; `None` if its moves can leave three heaps.
    pub fn new(code: &TakeAndBreak) -> Option<Self> {
        Some(Self::of(Moves::of(code)?))
    }

    /// The values of Grundy's game.
    ///
    /// ```
    /// let mut run = sprague_rows::TakeAndBreakRun::grundy();
    /// run.extend_to(10);
    /// assert_eq!((0..10).map(|n| run.value(n)).collect::<Vec<_>>(), [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]);
    /// ```
    pub fn grundy() -> Self {
        Self::of(Moves::grundy())
    }

    fn of(moves: Moves) -> Self {
        let stage = Stage::Narrow(Scan::of(vec![0], None));
        let states = States::new(moves.most_taken());
        Self { moves, lanes: SimdLevel::best(), highest: Method::BoundedWindow, stage, states, given: 0 }
    }

    /// The same values by no faster method, and with these vector instructions.
    ///
    /// The instructions are used if the machine has them. It is for comparing methods with each other.
    ///
    /// ```
    /// use sprague_rows::{SimdLevel, Method, TakeAndBreakRun};
    /// let mut run = TakeAndBreakRun::grundy().with(Method::Stamps, SimdLevel::Portable);
    /// run.extend_to(5_000);
    /// assert_eq!(run.method(), Method::Stamps);
    /// ```
    #[must_use]
    pub fn with(mut self, highest: Method, lanes: SimdLevel) -> Self {
        (self.highest, self.lanes) = (highest, lanes.here());
        self
    }

    /// The method in use now.
    pub fn method(&self) -> Method {
        let of = |is_sparse| if is_sparse { Method::SparseSpace } else { Method::Stamps };
        match &self.stage {
            Stage::Narrow(scan) => of(scan.is_sparse),
            Stage::Wide(scan) => of(scan.is_sparse),
            Stage::Widest(scan) => of(scan.is_sparse),
            Stage::Window(..) => Method::BoundedWindow,
        }
    }

    /// The number of heaps whose values are computed.
    pub fn len(&self) -> usize {
        match &self.stage {
            Stage::Narrow(scan) => scan.values.as_slice().len(),
            Stage::Wide(scan) => scan.values.as_slice().len(),
            Stage::Widest(scan) => scan.values.as_slice().len(),
            Stage::Window(_, _, g) => g.len(),
        }
    }

    /// Always false: heap 0 is there from the start.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// The value of a heap that was computed.
    ///
    /// # Panics
    /// If it was not.
    pub fn value(&self, n: usize) -> u32 {
        match &self.stage {
            Stage::Narrow(scan) => scan.values.as_slice()[n].get(),
            Stage::Wide(scan) => scan.values.as_slice()[n].get(),
            Stage::Widest(scan) => scan.values.as_slice()[n].get(),
            Stage::Window(_, _, g) => g[n].into(),
        }
    }

    /// Tells whether a bounded window may still come.
    ///
    /// Values are small, and sparse space is there when it is time.
    pub(crate) fn may_have_window(&self) -> bool {
        match &self.stage {
            Stage::Narrow(scan) => {
                scan.values.most() < BoundedWindow::MAX && (scan.is_sparse || self.len() < FIRST_WINDOW + CHUNK_ROWS)
            }
            Stage::Wide(_) | Stage::Widest(_) => false,
            Stage::Window(..) => true,
        }
    }

    /// The bounded window, its sparse space and all values, if it is in use.
    pub(crate) fn into_window(self) -> Option<(BoundedWindow, SparseSpace, Vec<u8>)> {
        match self.stage {
            Stage::Window(window, space, g) => Some((*window, space, g)),
            _ => None,
        }
    }

    /// About how many bytes are held, with those of a growth that is near.
    pub fn bytes(&self) -> usize {
        match &self.stage {
            Stage::Narrow(scan) => scan.bytes(),
            Stage::Wide(scan) => scan.bytes(),
            Stage::Widest(scan) => scan.bytes(),
            Stage::Window(_, space, g) => {
                let soon = before(g, STRETCH);
                // nothing else is allocated here, so allocators keep the place that the list has left
                let left = if soon > g.capacity() { g.capacity() } else { 0 };
                soon + left + space.bytes()
            }
        }
    }

    /// Bytes that the values take while they are handed over.
    ///
    /// They stand in their list, and in both directions in the next one.
    fn handed_over(&self) -> usize {
        let n = self.len();
        match &self.stage {
            Stage::Window(..) => 3 * n,
            Stage::Narrow(_) => 6 * n,
            Stage::Wide(_) => 12 * n,
            Stage::Widest(_) => 0,
        }
    }

    /// The period, if equal states proved one by now, and what the proof needs.
    pub fn period(&self) -> Option<(Period, EqualStates)> {
        self.states.proved().cloned()
    }

    /// Computes values until equal states prove a period, or at least `most` heaps are there.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rows::TakeAndBreakRun;
    ///
    /// let mut run = TakeAndBreakRun::new(&"0.127".parse().unwrap()).unwrap();
    /// let (period, _) = run.seek(100_000, &Limits::default()).unwrap().unwrap();
    /// assert_eq!((period.preperiod, period.period), (46_578, 4));
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] at a limit on memory or time, or on request; the limit on positions is `most` here.
    pub fn seek(&mut self, most: u64, limits: &Limits) -> Result<Option<(Period, EqualStates)>, Stopped> {
        let meter = Meter::new(limits);
        let mut work = Work::new(&meter);
        while self.states.proved().is_none() && (self.len() as u64) < most {
            self.advance(usize::try_from(most).unwrap_or(usize::MAX), &mut work)?;
            meter.look(self.len() as u64, self.bytes(), None)?;
        }
        Ok(self.period())
    }

    /// The period of the outcomes, where equal states proved one of the values.
    ///
    /// Heaps of value 0 are lost.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rows::TakeAndBreakRun;
    ///
    /// let mut run = TakeAndBreakRun::new(&"0.127".parse().unwrap()).unwrap();
    /// run.seek(100_000, &Limits::default()).unwrap();
    /// assert_eq!(run.outcome_period(&Limits::default()).unwrap().unwrap().period, 1);
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] at a limit.
    pub fn outcome_period(&self, limits: &Limits) -> Result<Option<Period>, Stopped> {
        let Some((full, _)) = self.states.proved() else { return Ok(None) };
        let (n0, p) = (full.preperiod as usize, full.period as usize);
        let is_lost = |n: usize| self.value(if n < n0 { n } else { n0 + (n - n0) % p }) == 0;
        let meter = Meter::new(limits);
        let pass = Pass::new(self.len(), 1, &meter);
        let period = match pass.find(n0..n0 + p, is_lost)? {
            Some(_) => pass.least_divisor(p, n0, |n, q| is_lost(n) == is_lost(n + q))?,
            None => 1,
        };
        let preperiod = pass.last(0..n0, |n| is_lost(n) != is_lost(n + period))?.map_or(0, |n| n + 1);
        Ok(Some(Period { preperiod: preperiod as u64, period: period as u64, ..*full }))
    }

    /// Computes values until there are at least `count`.
    ///
    /// Some more where a method works in stretches.
    pub fn extend_to(&mut self, count: usize) {
        let limits = Limits::none();
        self.extend_within(count, &Meter::new(&limits)).expect("nothing stops it");
    }

    /// The same as far as limits allow; the values so far stay.
    fn extend_within(&mut self, count: usize, meter: &Meter<'_>) -> Result<(), Stopped> {
        let mut work = Work::new(meter);
        while self.len() < count {
            self.advance(count, &mut work)?;
        }
        Ok(())
    }

    /// A stretch: as far as `count`, or the next time that methods are reviewed.
    fn advance(&mut self, count: usize, work: &mut Work<'_>) -> Result<(), Stopped> {
        let (n, bytes) = (self.len(), self.bytes());
        if n >= FIRST_MASK && n.is_power_of_two() && self.highest != Method::Stamps {
            self.review(work)?;
        }
        let goal = count.min((n + 1).next_power_of_two()).min(n + STRETCH);
        let (moves, lanes) = (&self.moves, self.lanes);
        let fits = match &mut self.stage {
            Stage::Narrow(scan) => extend(lanes, scan, moves, goal, lanes, work)?,
            Stage::Wide(scan) => extend(lanes, scan, moves, goal, lanes, work)?,
            Stage::Widest(scan) => extend(lanes, scan, moves, goal, lanes, work)?,
            Stage::Window(window, _, g) => {
                if g.capacity() < n + STRETCH {
                    work.look(n, bytes)?;
                }
                work.done(STRETCH * STEPS_IN_WINDOW, n, bytes)?;
                match window.extend(g) {
                    Ok(()) => true,
                    Err(Left::At(_)) => false,
                }
            }
        };
        if !fits {
            work.look(self.len(), self.bytes().max(self.handed_over()))?;
            self.hand_over();
        }
        self.watch();
        Ok(())
    }

    /// Goes on with what fits the next value.
    fn hand_over(&mut self) {
        let stage = core::mem::replace(&mut self.stage, Stage::Narrow(Scan::of(vec![], None)));
        self.stage = match stage {
            Stage::Window(_, mut space, g) => {
                space.depth = 0;
                self.states.forget();
                Stage::Narrow(Scan::of(g, Some(space)))
            }
            Stage::Narrow(scan) => Stage::Wide(Scan::of(scan.values.into_vec().into_iter().map(u16::from).collect(), scan.space)),
            Stage::Wide(scan) => Stage::Widest(Scan::of(scan.values.into_vec().into_iter().map(u32::from).collect(), None)),
            Stage::Widest(_) => unreachable!("heaps are fewer than 2^32, and so are their values"),
        };
    }

    fn review(&mut self, work: &mut Work<'_>) -> Result<(), Stopped> {
        let n = self.len();
        match &mut self.stage {
            Stage::Narrow(scan) => scan.review(&self.moves, work)?,
            Stage::Wide(scan) => scan.review(&self.moves, work)?,
            Stage::Widest(_) | Stage::Window(..) => {}
        }
        let Stage::Narrow(Scan { values, space: Some(space), .. }) = &mut self.stage else { return Ok(()) };
        if self.highest == Method::BoundedWindow && n >= FIRST_WINDOW && space.last_rare() < n / 2 {
            let window = BoundedWindow::new(&self.moves, space, values.as_slice(), values.most(), self.lanes, work)?;
            if let Some(window) = window {
                let (space, values) = (space.clone(), core::mem::take(values));
                self.stage = Stage::Window(Box::new(window), space, values.into_vec());
            }
        }
        Ok(())
    }

    /// Looks for equal states.
    fn watch(&mut self) {
        match &mut self.stage {
            Stage::Narrow(Scan { values, space: Some(space), .. }) => {
                self.states.watch(values.as_slice(), space, space.depth);
                if self.states.is_new() {
                    space.depth = 0;
                }
            }
            Stage::Window(window, space, g) => {
                self.states.watch(g, space, window.depth);
                if self.states.is_new() {
                    window.depth = 0;
                }
            }
            _ => self.states.forget(),
        }
    }

    /// Writes values `start .. start + 64·words` as planes.
    fn planes(&self, start: usize, planes: &mut Planes) {
        let mut most = 0;
        let mut values = [0_u32; CHUNK_ROWS];
        for (i, value) in values.iter_mut().enumerate() {
            *value = self.value(start + i);
            most = most.max(*value);
        }
        planes.reshape(1, (32 - most.leading_zeros()).max(1) as usize);
        for bit in 0..planes.bits() {
            let plane: &mut [u64; CHUNK_WORDS] = planes.plane_mut(0, bit);
            for (word, part) in plane.iter_mut().zip(values.chunks_exact(64)) {
                *word = part.iter().enumerate().map(|(i, value)| u64::from(value >> bit & 1) << i).sum();
            }
        }
    }
}

impl Kernel for TakeAndBreakRun {
    fn name(&self) -> &'static str {
        self.method().name()
    }

    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk> {
        self.extend_within(self.given + CHUNK_ROWS, meter)?;
        self.planes(self.given, planes);
        self.given += CHUNK_ROWS;
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }
}
