//! The values of a take-and-break game, each stretch computed by the fastest method that fits.
//!
//! Stamps and hole scans come first. At every power of two, sparse space is tried if some mask leaves few rare heaps, and then
//! a bounded window if the rare heaps are settled and the values small. If a value does not fit a method, a slower one takes
//! over in the middle of the run. The values do not depend on the methods.

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

/// A method for computing the values of a take-and-break game.
///
/// ```
/// use sprague_rows::Method;
/// assert_eq!(Method::SparseSpace.name(), "sparse-space");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// Every option is examined: stamps and hole scans.
    Stamps,
    /// Values are divided into rare and common ones.
    SparseSpace,
    /// A window of earlier values, 64 heaps in parallel.
    BoundedWindow,
}

impl Method {
    /// All methods, slowest first.
    pub const ALL: [Self; 3] = [Self::Stamps, Self::SparseSpace, Self::BoundedWindow];

    /// Returns the name of the method in answers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stamps => "stamp",
            Self::SparseSpace => "sparse-space",
            Self::BoundedWindow => "bounded-window",
        }
    }
}

const FIRST_MASK: usize = 256;
/// From this heap on, a bounded window is worth its preparation.
const FIRST_WINDOW: usize = 1 << 17;

/// About how many steps a value takes in a bounded window.
const STEPS_IN_WINDOW: usize = 32;

/// Sparse space is used if fewer than one in this many heaps are rare.
const ONE_IN: usize = 32;

/// The nimbers of a code that leaves at most two heaps, or of Grundy's game, from heap 0 on.
///
/// Heap n takes O(n) by stamps (with AVX-512 about 0.2 ns per option), O(rare heaps) in sparse space, and a few nanoseconds in
/// a bounded window. Each heap takes one byte in a bounded window, else twice the width of a value.
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
    /// The number of rows that were returned as planes.
    given: usize,
}

#[derive(Clone, Debug)]
enum Stage {
    Narrow(Scan<u8>),
    Wide(Scan<u16>),
    Widest(Scan<u32>),
    Window(Box<BoundedWindow>, SparseSpace, Vec<u8>),
}

/// Values computed by stamps or in sparse space.
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

    /// Searches for the best mask again.
    fn review(&mut self, moves: &Moves, work: &mut Work<'_>) -> Result<(), Stopped> {
        let best = SparseSpace::best(moves, &self.values, ONE_IN, work)?;
        let is_same =
            |space: &SparseSpace| self.space.as_ref().is_some_and(|old| (old.mask, old.parity) == (space.mask, space.parity));
        // if the mask stays the same, keep the depth that was needed so far
        if !best.as_ref().is_some_and(is_same) {
            self.space = best;
        }
        self.is_sparse = self.space.is_some();
        Ok(())
    }

    /// Returns the bytes in use, including the growth for one more value.
    fn bytes(&self) -> usize {
        self.values.bytes() + self.space.as_ref().map_or(0, SparseSpace::bytes)
    }
}

for_lanes! {
    /// Computes values up to `count`. Returns `false` if a value does not fit. `with` must equal `lanes`.
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
    /// Returns the values of this code, or `None` if a move can leave three heaps.
    pub fn new(code: &TakeAndBreak) -> Option<Self> {
        Some(Self::of(Moves::of(code)?))
    }

    /// Returns the values of Grundy's game.
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

    /// Returns the same values, computed by no faster method than `highest` and with these vector instructions, if the machine
    /// has them.
    ///
    /// Use it to compare methods with each other.
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

    /// Returns the method in use now.
    pub fn method(&self) -> Method {
        let of = |is_sparse| if is_sparse { Method::SparseSpace } else { Method::Stamps };
        match &self.stage {
            Stage::Narrow(scan) => of(scan.is_sparse),
            Stage::Wide(scan) => of(scan.is_sparse),
            Stage::Widest(scan) => of(scan.is_sparse),
            Stage::Window(..) => Method::BoundedWindow,
        }
    }

    /// Returns the number of heaps whose values are computed.
    pub fn len(&self) -> usize {
        match &self.stage {
            Stage::Narrow(scan) => scan.values.as_slice().len(),
            Stage::Wide(scan) => scan.values.as_slice().len(),
            Stage::Widest(scan) => scan.values.as_slice().len(),
            Stage::Window(_, _, g) => g.len(),
        }
    }

    /// Always returns `false`, because the value of heap 0 is computed from the start.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Returns the value of a heap, which must be computed.
    ///
    /// # Panics
    /// If it is not.
    pub fn value(&self, n: usize) -> u32 {
        match &self.stage {
            Stage::Narrow(scan) => scan.values.as_slice()[n].get(),
            Stage::Wide(scan) => scan.values.as_slice()[n].get(),
            Stage::Widest(scan) => scan.values.as_slice()[n].get(),
            Stage::Window(_, _, g) => g[n].into(),
        }
    }

    /// Returns `true` if a bounded window may still come into use: if values are small and sparse space is found in time.
    pub(crate) fn may_have_window(&self) -> bool {
        match &self.stage {
            Stage::Narrow(scan) => {
                scan.values.most() < BoundedWindow::MAX && (scan.is_sparse || self.len() < FIRST_WINDOW + CHUNK_ROWS)
            }
            Stage::Wide(_) | Stage::Widest(_) => false,
            Stage::Window(..) => true,
        }
    }

    /// Returns the bounded window, its sparse space and all values, if the window is in use.
    pub(crate) fn into_window(self) -> Option<(BoundedWindow, SparseSpace, Vec<u8>)> {
        match self.stage {
            Stage::Window(window, space, g) => Some((*window, space, g)),
            _ => None,
        }
    }

    /// Returns about how many bytes are in use, including the next growth if it is near.
    pub fn bytes(&self) -> usize {
        match &self.stage {
            Stage::Narrow(scan) => scan.bytes(),
            Stage::Wide(scan) => scan.bytes(),
            Stage::Widest(scan) => scan.bytes(),
            Stage::Window(_, space, g) => {
                let soon = before(g, STRETCH);
                // nothing else is allocated here, so the allocator keeps the memory of the old list
                let left = if soon > g.capacity() { g.capacity() } else { 0 };
                soon + left + space.bytes()
            }
        }
    }

    /// Returns the bytes that the values take while another method takes over: in their present list, and in both directions in
    /// the next one.
    fn handed_over(&self) -> usize {
        let n = self.len();
        match &self.stage {
            Stage::Window(..) => 3 * n,
            Stage::Narrow(_) => 6 * n,
            Stage::Wide(_) => 12 * n,
            Stage::Widest(_) => 0,
        }
    }

    /// Returns the period and the data for its proof, if equal states have proved one.
    pub fn period(&self) -> Option<(Period, EqualStates)> {
        self.states.proved().cloned()
    }

    /// Computes values until equal states prove a period or at least `most` heaps are computed.
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
    /// Returns [`Stopped`] at a limit on memory or time, or on request. The limit on positions is ignored in favour of `most`.
    pub fn seek(&mut self, most: u64, limits: &Limits) -> Result<Option<(Period, EqualStates)>, Stopped> {
        let meter = Meter::new(limits);
        let mut work = Work::new(&meter);
        while self.states.proved().is_none() && (self.len() as u64) < most {
            self.advance(usize::try_from(most).unwrap_or(usize::MAX), &mut work)?;
            meter.look(self.len() as u64, self.bytes(), None)?;
        }
        Ok(self.period())
    }

    /// Returns the period of the outcomes if equal states have proved the period of the values. Heaps of value 0 are lost.
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
    /// Returns [`Stopped`] at a limit.
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

    /// Computes values until there are at least `count`. There may be more, because some methods work in stretches.
    pub fn extend_to(&mut self, count: usize) {
        let limits = Limits::none();
        self.extend_within(count, &Meter::new(&limits)).expect("nothing stops it");
    }

    /// Does the work of `extend_to` within limits. Values computed so far are kept.
    fn extend_within(&mut self, count: usize, meter: &Meter<'_>) -> Result<(), Stopped> {
        let mut work = Work::new(meter);
        while self.len() < count {
            self.advance(count, &mut work)?;
        }
        Ok(())
    }

    /// Computes a stretch: up to `count`, or until the methods are next reviewed.
    fn advance(&mut self, count: usize, work: &mut Work<'_>) -> Result<(), Stopped> {
        let (n, bytes) = (self.len(), self.bytes());
        // 1. at powers of two, choose the method again
        if n >= FIRST_MASK && n.is_power_of_two() && self.highest != Method::Stamps {
            self.review(work)?;
        }
        // 2. compute values until the next power of two
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
        // 3. if a value does not fit, switch to a slower method
        if !fits {
            work.look(self.len(), self.bytes().max(self.handed_over()))?;
            self.hand_over();
        }
        // 4. search for equal states
        self.watch();
        Ok(())
    }

    /// Switches to the next slower method, which can store the next value.
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

    /// Writes the values of the chunk that begins at `start` as planes.
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
