//! Sequences: the rows of a family, computed one by one, and the period that lets them answer for every n.
//!
//! [`Sequence::seek`] computes rows until a period is proved ([`proved`]) or enough were computed; what was only seen is
//! reported as seen ([`observed`]). [`TakeAndBreakNimbers`] evaluates codes from data, plainly.

mod period;
mod take_and_break;

pub use period::{observed, proved};
pub use take_and_break::{GrundyNimbers, TakeAndBreakNimbers};

use crate::{Limits, Meter, Stopped};
use sprague_core::{Cell, Family, Period, Rows};

/// The rows of a family as far as they were computed, and its period if that is known.
///
/// ```
/// use sprague::sequence::Sequence;
/// use sprague::{ByHeap, HeapRules, Impartial, Limits, Nimber, Nimbers, Ruleset};
/// # use sprague::{AmountSet, Amounts};
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
/// #     fn place(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// #     fn as_data(&self) -> Option<HeapRules> { Some(HeapRules::Subtraction(Amounts::Only(self.0.clone()))) }
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
}

/// The rows computed before the first look for a period.
const FIRST_LOOK: usize = 32;

impl<C: Cell> Sequence<C> {
    /// Computes rows until a period is proved, or `most` rows are there, or a limit is reached; then whatever was observed
    /// stands in. The second answer says which limit ended it early, if one did.
    pub fn seek<F: Family<Cell = C>>(family: &F, most: usize, limits: &Limits) -> (Self, Option<Stopped>) {
        let mut sequence = Self { rows: Rows::new(family.width()), period: None };
        let mut look_at = FIRST_LOOK.min(most);
        loop {
            let stopped = sequence.extend(family, look_at, limits).err();
            sequence.period = family.theorem().and_then(|theorem| proved(&sequence.rows, theorem));
            if sequence.period.is_some() {
                return (sequence, None);
            }
            if stopped.is_some() || look_at >= most {
                sequence.period = observed(&sequence.rows);
                return (sequence, stopped);
            }
            look_at = most.min(look_at + look_at / 4);
        }
    }

    /// Computes every row until there are `count`, whatever is known about the period.
    ///
    /// # Errors
    /// [`Stopped`] at a limit; the rows so far stay.
    pub fn extend<F: Family<Cell = C>>(&mut self, family: &F, count: usize, limits: &Limits) -> Result<(), Stopped> {
        let mut meter = Meter::new(limits);
        while self.rows.len() < count {
            self.rows.extend_by(family);
            let bytes = || size_of_val(self.rows.cells());
            let rows = self.rows.len() as u64;
            if rows.is_multiple_of(256) {
                meter.look(rows, bytes(), None)?;
            }
            meter.allow(rows, bytes, || None)?;
        }
        Ok(())
    }

    /// The rows that were computed.
    pub fn rows(&self) -> &Rows<C> {
        &self.rows
    }

    /// The period: proved, or only observed, or unknown.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// One cell of row n: computed, or by a proved period; `None` where neither tells.
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
