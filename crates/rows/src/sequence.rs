//! The computed rows of a family, and the period that extends them to every n.

use crate::NoChunk;
use crate::by_kernel::{self, Running};
use crate::period::{HALF, OVER_FIVE_EIGHTHS, observed_projection_within, observed_within, projected_within, proved_within};
use sprague_core::heap::{Cell, HeapSequence, Period, Rows, Theorem};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};

/// The computed rows of a family, and its period if it is known.
///
/// ```
/// use sprague_rows::Sequence;
/// use sprague_core::{Impartial, Limits, Nimber, Ruleset};
/// use sprague_core::heap::{ByHeap, HeapRules, Nimbers};
/// # use sprague_core::heap::{AmountSet, Amounts};
/// #
/// # struct Subtraction(AmountSet);
/// # impl Ruleset for Subtraction {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { self.0.up_to(*heap) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Subtraction {}
/// # impl ByHeap for Subtraction {
/// #     fn position(&self, heap: u64, _: usize) -> u64 { heap }
/// #     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// #     fn heap_rules(&self) -> Option<HeapRules> { Some(HeapRules::Subtraction(Amounts::Only(self.0.clone()))) }
/// # }
/// let family = Nimbers(Subtraction(AmountSet::new([1, 3, 4]).unwrap()));
/// let sequence = Sequence::seek(&family, 1_000, &Limits::default()).0;
/// let period = sequence.period().unwrap();
/// assert_eq!((period.preperiod, period.period), (0, 7));
/// assert!(period.is_proved());
/// assert_eq!(sequence.cell(1_000_000_000_000_000_011, 0), Some(Nimber(3)));
/// ```
#[derive(Clone, Debug)]
pub struct Sequence<C> {
    rows: Rows<C>,
    period: Option<Period>,
    named: Option<String>,
    /// Bytes that each row takes elsewhere, such as in an answer.
    beside: usize,
    running: Running,
}

/// The number of rows before the first search for a period.
const FIRST_LOOK: usize = 32;

/// The largest number of rows that are computed between two checks of the limits.
const ROWS_A_LOOK: usize = 64;

impl<C: Cell> Sequence<C> {
    /// Returns a sequence without rows. `width` is the number of cells of a row of the family.
    pub fn new(width: usize) -> Self {
        Self { rows: Rows::new(width), period: None, named: None, beside: 0, running: Running::default() }
    }

    /// Returns this sequence with the kernel named, for rows that it can compute. Without a name, [`choose`](crate::choose)
    /// decides.
    #[must_use]
    pub fn with_kernel(self, name: Option<String>) -> Self {
        Self { named: name, ..self }
    }

    /// Returns this sequence with `bytes` more bytes counted for each row, for example because an answer will store them too.
    ///
    /// ```
    /// use sprague_core::Nimber;
    /// let sequence = sprague_rows::Sequence::<Nimber>::new(1).with_bytes_beside(32);
    /// assert_eq!(sequence.rows().len(), 0);
    /// ```
    #[must_use]
    pub fn with_bytes_beside(self, bytes: usize) -> Self {
        Self { beside: bytes, ..self }
    }

    /// Returns the sequence of a family after [`extend_until_proved`](Self::extend_until_proved), and the limit that ended it
    /// early, if one did.
    pub fn seek<F>(family: &F, most: usize, limits: &Limits) -> (Self, Option<Stopped>)
    where
        F: HeapSequence<Cell = C> + ?Sized,
    {
        let mut sequence = Self::new(family.width());
        let stopped = sequence.extend_until_proved(family, most, limits);
        (sequence, stopped)
    }

    /// Computes further rows of the same family until a period is proved, until there are `most` rows, or until a limit is
    /// reached.
    ///
    /// If no period is proved, a period that is observed is recorded instead. Returns the limit that ended the computation
    /// early, if one did.
    pub fn extend_until_proved<F>(&mut self, family: &F, most: usize, limits: &Limits) -> Option<Stopped>
    where
        F: HeapSequence<Cell = C> + ?Sized,
    {
        let mut meter = Meter::new(limits);
        let mut look_at = self.rows.len().max(FIRST_LOOK).min(most);
        while !self.period.is_some_and(|period| period.is_proved()) {
            let stopped = self.compute(family, look_at, most, &mut meter).err();
            let is_last = stopped.is_some() || look_at >= most;
            match self.period_of(family.theorem(), is_last, limits) {
                Ok(period) => self.period = period,
                Err(asked @ Stopped::Asked) => return Some(asked),
                Err(reached) if is_last => return Some(stopped.unwrap_or(reached)),
                // too many rows to search for a period, but more rows can still be computed
                Err(_) => {}
            }
            if is_last && !self.period.is_some_and(|period| period.is_proved()) {
                return stopped;
            }
            look_at = most.min(look_at + look_at / 4);
        }
        None
    }

    /// Returns the period that these rows prove, or else, if these are the last rows, the one that is observed.
    ///
    /// The limits apply to the computation of rows. The period is searched for even after a limit, so only a request to stop
    /// ends the search.
    fn period_of(&self, theorem: Option<Theorem>, is_last: bool, limits: &Limits) -> Result<Option<Period>, Stopped> {
        let limits = limits.until_asked();
        let meter = Meter::new(&limits);
        let proved = theorem.map_or(Ok(None), |theorem| proved_within(&self.rows, theorem, &meter))?;
        let share = if theorem.is_some() { HALF } else { OVER_FIVE_EIGHTHS };
        if proved.is_none() && is_last { observed_within(&self.rows, share, &meter) } else { Ok(proved) }
    }

    /// Computes rows until there are `count`, even if a period is already known.
    ///
    /// # Errors
    /// Returns [`Stopped`] at a limit. The rows computed so far are kept.
    pub fn extend<F>(&mut self, family: &F, count: usize, limits: &Limits) -> Result<(), Stopped>
    where
        F: HeapSequence<Cell = C> + ?Sized,
    {
        self.compute(family, count, count, &mut Meter::new(limits))
    }

    /// Computes rows until there are `count`, with a kernel chosen for `most` rows.
    fn compute<F>(&mut self, family: &F, count: usize, most: usize, meter: &mut Meter<'_>) -> Result<(), Stopped>
    where
        F: HeapSequence<Cell = C> + ?Sized,
    {
        if count > self.rows.len() && count >= by_kernel::worth_from(family) {
            self.running.choose(family, most, self.named.as_deref());
        }
        while self.rows.len() < count {
            if let Some(fast) = self.running.kernel() {
                match fast.extend(&mut self.rows, count, self.beside, meter) {
                    Ok(()) => {}
                    Err(NoChunk::Stopped(stopped)) => return Err(stopped),
                    Err(NoChunk::Overflow(_)) => {
                        self.running.stop();
                        continue;
                    }
                }
                let rows = self.rows.len() as u64;
                meter.allow(rows, || 0, || None)?;
                continue;
            }
            self.rows.extend_by(family);
            let bytes = || self.rows.bytes(ROWS_A_LOOK) + self.beside * self.rows.len();
            let rows = self.rows.len() as u64;
            // a late row, or a row of many cells, may take milliseconds
            if rows.is_multiple_of(ROWS_A_LOOK as u64) || self.rows.width() > 16 {
                meter.look(rows, bytes(), family.fault())?;
            }
            meter.allow(rows, bytes, || family.fault())?;
        }
        Ok(())
    }

    /// Returns the name of the kernel that computed the last rows, or `None` if they were computed by plain evaluation.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_rows::{Sequence, TakeAndBreakNimbers};
    ///
    /// let kayles = "0.77".parse().unwrap();
    /// let few = Sequence::seek(&TakeAndBreakNimbers(&kayles), 100, &Limits::default()).0;
    /// assert_eq!(few.kernel(), None);
    /// ```
    pub fn kernel(&self) -> Option<&'static str> {
        self.running.name()
    }

    /// Returns the computed rows.
    pub fn rows(&self) -> &Rows<C> {
        &self.rows
    }

    /// Returns the period, proved or only observed, or `None` if it is unknown.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Returns the period of a projection of the rows. See [`projected`](crate::projected).
    ///
    /// If no period of the rows is known, the result may be a period of the projection that was observed.
    ///
    /// ```
    /// use sprague_rows::{Sequence, TakeAndBreakNimbers};
    /// use sprague_core::{Limits, Nimber};
    ///
    /// let kayles = "0.77".parse().unwrap();
    /// let sequence = Sequence::seek(&TakeAndBreakNimbers(&kayles), 1_000, &Limits::default()).0;
    /// let lost = sequence.projected(|row| row[0] == Nimber(0), |_| false).unwrap();
    /// assert_eq!((lost.preperiod, lost.period), (1, 1)); // every heap but the empty one is won
    /// ```
    pub fn projected<T: Eq>(&self, project: impl Fn(&[C]) -> T, settled: impl Fn(&[C]) -> T) -> Option<Period> {
        self.projected_within(project, settled, &Limits::none()).expect("nothing stops it")
    }

    /// Does the work of [`projected`](Self::projected) within limits.
    ///
    /// # Errors
    /// Returns [`Stopped`] at a limit.
    pub fn projected_within<T: Eq>(
        &self,
        project: impl Fn(&[C]) -> T,
        settled: impl Fn(&[C]) -> T,
        limits: &Limits,
    ) -> Result<Option<Period>, Stopped> {
        let meter = &Meter::new(limits);
        match self.period {
            Some(period) => projected_within(&self.rows, period, project, settled, meter).map(Some),
            None => match observed_projection_within(&self.rows, project, meter) {
                // the rows remain valid if the search for their period exceeds a limit
                Err(reached) if reached != Stopped::Asked => Ok(None),
                found => found,
            },
        }
    }

    /// Returns one cell of row n, either computed or by a proved period.
    ///
    /// Returns `None` if neither applies, or if the value would rise by 2³¹ or more.
    pub fn cell(&self, n: u64, state: usize) -> Option<C> {
        if n < self.rows.len() as u64 {
            return Some(self.rows.cell(n as usize, state));
        }
        let period = self.period.filter(Period::is_proved)?;
        let (row, periods) = period.fold(n);
        let saltus = period.saltus.checked_mul(periods).filter(|&saltus| saltus < 1 << 31)?;
        Some(self.rows.cell(row as usize, state).raised(saltus))
    }
}
