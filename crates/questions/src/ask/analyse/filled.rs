//! Computes rows until a period is proved, and copies the rest.

use crate::NoAnswer;
use crate::ask::long::{self, Long};
use crate::ask::row_plan::RowPlan;
use crate::ask::row_work::{Purse, affordable};
use sprague::any::Fault;
use sprague::clock::Instant;
use sprague::heap::{Cell, HeapRules, HeapSequence, Period, RowKind, Theorem};
use sprague::limits::Meter;
use sprague::rows::Sequence;
use sprague::solve::RulesetCache;
use sprague::{Limits, Play, Stopped};
use std::ops::Range;

/// Approximate memory of a row that is kept and shown, in bytes.
pub(super) const SHOWN_BYTES: usize = 32;

/// The number of rows at which the search for a period ends if no theorem can prove one and one is observed.
const SEEN_ENOUGH: usize = 1_000;

/// After the time for computing, 1/`COPYING` of it is added for copying rows.
const COPYING: u32 = 32;

/// Approximate number of cells that are copied between two readings of the clock.
const CELLS_APART: u64 = 1 << 18;

/// The minimum number of rows in a portion, because each portion rebuilds its columns.
const FEWEST_AT_ONCE: u64 = 16;

/// Returns `true` if this many rows can be enough to prove a period.
pub(super) fn is_provable(theorem: Option<Theorem>, rows: u64) -> bool {
    theorem.is_none_or(|theorem| theorem.rows_needed(0, 1).is_some_and(|needed| needed <= rows))
}

/// A sequence of rows up to `to`, or up to a limit. Rows are computed, or copied by the period.
pub(super) struct Filled<C> {
    pub(super) sequence: Sequence<C>,
    rows: u64,
    pub(super) stopped: Option<Stopped>,
    /// The fault of the rules in later rows that were computed only to find a period.
    pub(super) failed: Option<Fault>,
    /// The limit that ended the search for a period in later rows.
    pub(super) ended: Option<Stopped>,
    pub(super) is_sought: bool,
    /// The limits for copying rows, which are the clock and the caller's stop flag.
    limits: Limits,
}

impl<C> Filled<C> {
    /// Returns the number of rows, computed or copied.
    pub(super) fn len(&self) -> u64 {
        self.rows
    }
}

impl<C: Cell> Filled<C> {
    /// Computes rows, and searches for a period as the options ask.
    pub(super) fn of(family: &(dyn HeapSequence<Cell = C> + '_), options: &RowPlan, shown: usize) -> Result<Self, Stopped> {
        let rows = options.to.checked_add(1).ok_or(Stopped::Positions(options.limits.positions))?;
        let seek = options.rows_kept(family.theorem());
        let mut sequence = Sequence::new(family.width()).with_kernel(options.kernel.clone()).with_bytes_beside(shown);
        let too_many = |_| Stopped::Memory(options.limits.bytes);
        // 1. compute the rows that were asked for: a failure in the search for a period must not lose them
        let first = usize::try_from(rows.min(seek.max(1))).map_err(too_many)?;
        let mut stopped = sequence.extend_until_proved(family, first, &options.limits);
        let is_proved = |sequence: &Sequence<C>| sequence.period().is_some_and(|period| period.is_proved());
        if stopped.is_none() && !(options.fill && is_proved(&sequence)) {
            stopped = sequence.extend(family, usize::try_from(rows).map_err(too_many)?, &options.limits).err();
        }
        let (known, until) = (sequence.rows().len() as u64, copying(options, stopped.as_ref()));
        // 2. at a limit, return the rows that are known
        match stopped {
            // rows are useless after a fault, and if the caller has asked to stop and does not want them
            Some(stopped) if known == 0 || matches!(stopped, Stopped::Fault(_)) => return Err(stopped),
            Some(Stopped::Asked) if !options.limits.lower_stop() => return Err(Stopped::Asked),
            Some(_) => {
                return Ok(Self {
                    sequence,
                    rows: rows.min(known),
                    ended: stopped.clone(),
                    stopped,
                    failed: None,
                    is_sought: options.seek.is_some(),
                    limits: until,
                });
            }
            None => {}
        }
        // 3. search for a period in later rows, in growing steps
        let (mut failed, mut ended) = (None, None);
        if is_provable(family.theorem(), seek) && !is_proved(&sequence) {
            family.fault().map_or(Ok(()), Err)?;
            let asked = family.theorem().is_none().then(|| sequence.clone());
            let is_asked = options.seek.is_some();
            let purse = Purse::after(family, options);
            let most = if is_asked || purse.is_counted() { seek } else { affordable(family, rows, seek, options) };
            let most = usize::try_from(most).unwrap_or(usize::MAX);
            // without a theorem, more rows cannot prove a period but only add evidence
            let enough = if family.theorem().is_none() && !is_asked { SEEN_ENOUGH.min(most) } else { most };
            loop {
                let known = sequence.rows().len();
                let next = if known < enough { enough } else { 2 * known };
                // rules that count their work are checked between the rows
                let next = if is_asked || !purse.is_counted() { next } else { next.min(known + known / 4 + 1) };
                ended = sequence.extend_until_proved(family, next.min(most), &options.limits);
                let known = sequence.rows().len();
                let is_seen = sequence.period().is_some_and(|period| period.is_proved() || known >= enough);
                if ended.is_some() || is_seen || known >= most || !is_asked && purse.is_empty(family) {
                    break;
                }
            }
            failed = family.fault();
            // answers of the rules after a fault are discarded
            if let Some(asked) = asked.filter(|_| failed.is_some()) {
                sequence = asked;
            }
        }
        if ended == Some(Stopped::Asked) && !options.limits.lower_stop() {
            return Err(Stopped::Asked);
        }
        Ok(Self { sequence, rows, stopped: None, failed, ended, is_sought: options.seek.is_some(), limits: until })
    }

    /// Returns an error if some rows are missing.
    pub(super) fn whole(self) -> Result<Self, Stopped> {
        self.stopped.clone().map_or(Ok(self), Err)
    }

    /// Returns the index of the stored row that row n repeats, and the amount to add to each of its cells.
    pub(super) fn stored(&self, n: u64) -> (usize, u64) {
        let computed = self.sequence.rows().len() as u64;
        if n < computed {
            return (n as usize, 0);
        }
        let period = self.sequence.period().expect("rows that were not computed follow from the period");
        let (row, periods) = period.fold(n);
        (row as usize, period.saltus.saturating_mul(periods))
    }

    /// Calls `copy` once for every portion of rows, in order. `columns` is the number of columns that `copy` copies.
    ///
    /// If the time runs out or the caller asks to stop, the rows end after the current portion, and
    /// [`stopped`](Self::stopped) is set.
    ///
    /// # Errors
    /// [`Stopped::Asked`], if the caller does not want a partial answer.
    pub(super) fn copy(&mut self, columns: usize, mut copy: impl FnMut(&Self, Range<u64>)) -> Result<(), Stopped> {
        let at_once = (CELLS_APART / (columns as u64).max(1)).max(FEWEST_AT_ONCE);
        let mut copied = 0;
        while copied < self.rows {
            let portion = copied..self.rows.min(copied.saturating_add(at_once));
            copied = portion.end;
            copy(self, portion);
            let Err(stopped) = Meter::new(&self.limits).look(0, 0, None) else { continue };
            if stopped == Stopped::Asked && !self.limits.lower_stop() {
                return Err(Stopped::Asked);
            }
            if copied < self.rows {
                self.rows = copied;
                self.stopped.get_or_insert(stopped);
            }
        }
        Ok(())
    }

    /// Returns the rows of a portion, each with the amount to add to its cells.
    pub(super) fn portion(&self, portion: Range<u64>) -> impl Iterator<Item = (&[C], u64)> {
        let rows = self.sequence.rows();
        let computed = rows.len() as u64;
        // the start and the end of the period, and what its rows rise by
        let (start, end, saltus) = match self.sequence.period() {
            Some(Period { preperiod, period, saltus, .. }) => (preperiod as usize, (preperiod + period) as usize, saltus),
            None => (0, usize::MAX, 0),
        };
        let (mut row, mut raise) = if portion.is_empty() { (0, 0) } else { self.stored(portion.start) };
        portion.map(move |n| {
            if n == computed {
                (row, raise) = self.stored(n);
            } else if n > computed && row == end {
                (row, raise) = (start, raise.saturating_add(saltus));
            }
            row += 1;
            (rows.row(row - 1), raise)
        })
    }
}

/// Returns the limits for copying rows: the stop flag, and slightly more time than for computing.
fn copying(options: &RowPlan, stopped: Option<&Stopped>) -> Limits {
    let RowPlan { limits, .. } = options;
    let later = |deadline: Instant| deadline.checked_add(limits.time.unwrap_or_default() / COPYING).unwrap_or(deadline);
    let later = Limits { deadline: limits.deadline.map(later), time: limits.time, ..limits.until_asked() };
    RowPlan { limits: later, ..options.clone() }.hurried(stopped).limits
}

/// Searches for a period by equal states if no period is proved and the question asks for more rows.
pub(super) fn by_equal_states(game: &RulesetCache, options: &RowPlan, known: Option<Period>) -> Result<Option<Long>, NoAnswer> {
    let Some(HeapRules::TakeAndBreak(code)) = game.heap_rules() else { return Ok(None) };
    let theorem = HeapRules::TakeAndBreak(code.clone()).theorem(Play::Normal, RowKind::Nimbers);
    let is_sought = options.rows_sought(theorem) > options.rows_kept(theorem);
    match Some(code).filter(|_| is_sought && known.is_none_or(|period| !period.is_proved())) {
        Some(code) => long::seek(code, options.rows_sought(theorem), options),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Session, analyse};
    use sprague::Nimber;
    use sprague::heap::Rows;
    use std::time::Duration;

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_a_search_for_a_period_that_nobody_asked_for_ends_by_its_work_and_not_by_the_clock() {
        let game = Session::new().family("octal:8.").unwrap();
        let found = analyse(&game, &RowPlan::default()).unwrap();
        assert_eq!((found.ended, found.period.unwrap().period), (None, 2));
    }

    /// A family whose rows are n modulo 2. Row 100 is slow, as any row can be on a busy machine.
    struct Slow(Duration);

    impl HeapSequence for Slow {
        type Cell = Nimber;

        fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
            if earlier.len() == 100 {
                std::thread::sleep(self.0);
            }
            Nimber(earlier.len() as u32 % 2)
        }

        fn theorem(&self) -> Option<Theorem> {
            None
        }
    }

    #[test]
    fn a_busy_machine_ends_a_search_that_nobody_asked_for_at_the_limit_of_time_alone() {
        let found = |limit, delay| {
            let limits = Limits { time: Some(Duration::from_millis(limit)), ..Limits::default() };
            let plan = RowPlan { limits, ..RowPlan::default() }.starting_now();
            Filled::of(&Slow(Duration::from_millis(delay)), &plan, 0).unwrap()
        };
        let (half, whole) = (found(5_000, 2_500), found(200, 300));
        assert_eq!((half.ended, half.sequence.rows().len()), (None, SEEN_ENOUGH));
        assert!(matches!(whole.ended, Some(Stopped::Time(_))) && whole.len() == 41);
    }

    #[test]
    fn a_short_limit_of_time_allows_less_work_by_count() {
        let work = |seconds| {
            let limits = Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
            RowPlan { limits, ..RowPlan::default() }.work(3_000_000_000)
        };
        assert_eq!([3, 6, 9, 60].map(work), [1_000_000_000, 2_000_000_000, 3_000_000_000, 3_000_000_000]);
    }

    #[test]
    fn rows_that_follow_from_a_period_are_those_that_are_computed() {
        let session = Session::new();
        for family in ["nim", "all-but:2,5", "subtraction:1,3,4", "kayles", "asymmetric:1,3/2,4", "stones:1-3", "no-repeat:1,2"] {
            let game = session.family(family).unwrap();
            let rows = |fill| analyse(&game, &RowPlan { to: 2_000, fill, ..RowPlan::default() }).unwrap().rows;
            assert_eq!(rows(true), rows(false), "{family}");
        }
    }
}
