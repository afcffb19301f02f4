//! A claim and its examination, step by step.

use crate::effort::Effort;
use crate::game::{Game, LETTERS};
use crate::reason::{EQUAL_STATES, Reason};
use crate::rejected::Rejected;
use crate::rows::Rows;
use crate::states::{self, Halfway, MAX_STATE_STEPS};
use core::fmt;
use core::ops::ControlFlow;
use sprague_core::Limits;
use sprague_core::certificate::{Certificate, ClaimedRows};
use sprague_core::heap::{HeapRules, RowKind};

/// How many cells are stored at most: a quarter of a gigabyte.
///
/// ```
/// assert_eq!(sprague_check::MAX_CELLS, 67_108_864);
/// ```
pub const MAX_CELLS: u64 = 1 << 26;

/// How many moves [`check`] looks at before it gives up: at most some ten seconds of work. Equal states have a bound of their
/// own, [`MAX_STATE_STEPS`].
///
/// ```
/// assert_eq!(sprague_check::MAX_STEPS, 4_294_967_296);
/// ```
pub const MAX_STEPS: u64 = 1 << 32;

/// What was accepted: row n + `period` is row n, raised by `saltus`, for every n ≥ `preperiod`, and both numbers are minimal.
///
/// ```
/// let checked = sprague_check::Checked { theorem: "Guy-Smith", preperiod: 71, period: 12, saltus: 0, rows: 168 };
/// assert_eq!(checked.to_string(), "preperiod 71, period 12, saltus 0, by Guy-Smith: 168 rows computed again");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The theorem that proves it.
    pub theorem: &'static str,
    /// The first n of the repeating part.
    pub preperiod: u64,
    /// How many rows it takes to repeat.
    pub period: u64,
    /// What each value gains in every period.
    pub saltus: u64,
    /// How many rows were computed and compared.
    pub rows: u64,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { theorem, preperiod, period, saltus, rows } = self;
        write!(f, "preperiod {preperiod}, period {period}, saltus {saltus}, by {theorem}: {rows} rows computed again")
    }
}

/// Accepts a certificate if all of it is true under these rules, which must be those of the family that it names.
///
/// Time: what the definition takes, for the rows that the theorem needs; at most [`MAX_STEPS`]. For equal states, what the
/// rare heaps and the parts that exclude their values take, some nanoseconds a heap where these are few; at most
/// [`MAX_STATE_STEPS`].
///
/// ```
/// use sprague_check::check;
/// use sprague_core::Play;
/// use sprague_core::certificate::{Certificate, ClaimedRows};
/// use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
///
/// let nim = HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()));
/// let claim = Certificate {
///     family: "nim".into(),
///     play: Play::Normal,
///     rows: RowKind::Nimbers,
///     theorem: "all-but".into(),
///     preperiod: 0,
///     period: 1,
///     saltus: 1,
///     values: ClaimedRows::Nimbers(vec![vec![0]]),
///     equal_states: None,
/// };
/// assert!(check(&claim, &nim).is_ok()); // every heap of Nim is one more than the heap before
/// ```
///
/// # Errors
/// [`Rejected`] says what is wrong with it; only [`Rejected::TooLarge`] and [`Rejected::Stopped`] leave open whether it is true.
pub fn check(certificate: &Certificate, rules: &HeapRules) -> Result<Checked, Rejected> {
    let most_steps = if certificate.theorem == EQUAL_STATES { MAX_STATE_STEPS } else { MAX_STEPS };
    check_within(certificate, rules, most_steps, &Limits { positions: u64::MAX, ..Limits::default() })
}

/// The same, looking at no more than so many moves (and those of the row where it stops), under these limits: rows are positions.
///
/// ```
/// # use sprague_check::{Rejected, check_within};
/// # use sprague_core::{Limits, Play};
/// # use sprague_core::certificate::{Certificate, ClaimedRows};
/// # use sprague_core::heap::{HeapRules, RowKind};
/// # let kayles = HeapRules::TakeAndBreak("0.77".parse().unwrap());
/// # let claim = Certificate {
/// #     family: "kayles".into(), play: Play::Normal, rows: RowKind::Nimbers, theorem: "Guy-Smith".into(),
/// #     preperiod: 0, period: 4, saltus: 0, values: ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![2], vec![3]]), equal_states: None,
/// # };
/// let limits = Limits { positions: 2, ..Limits::default() };
/// assert!(matches!(check_within(&claim, &kayles, 3, &Limits::default()), Err(Rejected::TooLarge { .. })));
/// assert!(matches!(check_within(&claim, &kayles, 3_000, &limits), Err(Rejected::Stopped(_))));
/// ```
///
/// # Errors
/// As [`check`].
pub fn check_within(certificate: &Certificate, rules: &HeapRules, most_steps: u64, limits: &Limits) -> Result<Checked, Rejected> {
    check_on(certificate, rules, most_steps, limits, None, &mut |_| ControlFlow::Continue(()))
}

/// The same, going on from what an earlier run saved: a claim by equal states can take hours. Now and then, and when it ends with a
/// verdict or at a limit, `watch` may save how far it is, or break it off, which is [`Stopped::Asked`](sprague_core::Stopped).
///
/// What was saved is trusted: it must come from this claim.
///
/// ```
/// use core::ops::ControlFlow;
/// use sprague_check::{Rejected, check_on};
/// # use sprague_core::{Limits, Play};
/// # use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates};
/// # use sprague_core::heap::{HeapRules, RowKind};
///
/// let kayles = HeapRules::TakeAndBreak("0.77".parse().unwrap());
/// let claim = Certificate {
///     family: "kayles".into(), play: Play::Normal, rows: RowKind::Nimbers, theorem: "equal states".into(),
///     preperiod: 71, period: 12, saltus: 0, values: ClaimedRows::Nimbers(vec![]),
///     equal_states: Some(EqualStates {
///         mask: 15, parity: false, rare: vec![3, 6, 11, 18, 22, 28, 34, 39, 70], depth: 27, start: 143,
///     }),
/// };
/// let mut saved = None;
/// let limits = Limits { positions: 90, ..Limits::default() };
/// let stopped = check_on(&claim, &kayles, 1 << 20, &limits, None, &mut |halfway| {
///     saved = Some(halfway.save());
///     ControlFlow::Continue(())
/// });
/// assert!(matches!(stopped, Err(Rejected::Stopped(_))));
/// let checked = check_on(&claim, &kayles, 1 << 20, &Limits::default(), saved.as_deref(), &mut |_| ControlFlow::Continue(()));
/// assert_eq!(checked.unwrap().period, 12);
/// ```
///
/// # Errors
/// As [`check`]; [`Rejected::DamagedSave`] for what is no save of this claim.
pub fn check_on(
    certificate: &Certificate,
    rules: &HeapRules,
    most_steps: u64,
    limits: &Limits,
    saved: Option<&[u8]>,
    watch: &mut dyn FnMut(&Halfway<'_, '_>) -> ControlFlow<()>,
) -> Result<Checked, Rejected> {
    let Certificate { preperiod, period, saltus, .. } = *certificate;
    let reason = Reason::of(rules, certificate.play, certificate.rows)?;
    reason.is_cited(&certificate.theorem)?;
    match rules {
        HeapRules::TakeAndBreak(code) if certificate.theorem == EQUAL_STATES => {
            return states::check(certificate, code, Effort::new(most_steps, limits), saved, watch);
        }
        _ if certificate.equal_states.is_some() => return Err(Rejected::NeedlessStates),
        _ => {}
    }
    is_well_formed(certificate)?;
    if saltus != 0 && !reason.may_rise() {
        return Err(Rejected::WrongSaltus { saltus, right: 0 });
    }
    let mut effort = Effort::new(most_steps, limits);
    let game = Game::new(rules, &mut effort)?;
    let rows = Rows::new(game, certificate.play, certificate.rows, effort);
    let mut claim = Claim { reason, preperiod, period, saltus, rows };
    claim.has_values(&certificate.values)?;
    claim.repeats_for_ever()?;
    claim.is_minimal()?;
    let rows = claim.rows.len() as u64;
    Ok(Checked { theorem: reason.name(), preperiod, period, saltus, rows })
}

/// Whether there are as many values as there must be, of the right kind.
fn is_well_formed(certificate: &Certificate) -> Result<(), Rejected> {
    let Certificate { preperiod, period, .. } = *certificate;
    if period == 0 {
        return Err(Rejected::PeriodZero);
    }
    let found = certificate.values.len() as u64;
    if preperiod.checked_add(period) != Some(found) {
        return Err(Rejected::NumberOfValues { found, preperiod, period });
    }
    match (certificate.rows, &certificate.values) {
        (RowKind::Nimbers, ClaimedRows::Nimbers(_)) | (RowKind::Outcomes, ClaimedRows::Outcomes(_)) => Ok(()),
        (claimed, _) => Err(Rejected::WrongKind { claimed }),
    }
}

/// What is claimed, what would prove it, and the rows as they are.
struct Claim<'a> {
    reason: Reason,
    preperiod: u64,
    period: u64,
    saltus: u64,
    rows: Rows<'a>,
}

impl Claim<'_> {
    /// The rows are those that are stated.
    fn has_values(&mut self, values: &ClaimedRows) -> Result<(), Rejected> {
        for n in 0..values.len() {
            self.rows.extend_to(n as u64 + 1)?;
            let row = self.rows.row(n);
            match values {
                ClaimedRows::Nimbers(stated) => same(n, row, &stated[n], |value| value),
                ClaimedRows::Outcomes(stated) => {
                    let stated: Vec<char> = stated[n].chars().collect();
                    same(n, row, &stated, |outcome| LETTERS[outcome as usize])
                }
            }?;
        }
        Ok(())
    }

    /// The rows repeat as far as the theorem needs.
    fn repeats_for_ever(&mut self) -> Result<(), Rejected> {
        let Self { preperiod, period, saltus, .. } = *self;
        let Some(n) = self.first_that_differs(preperiod, saltus)? else { return Ok(()) };
        if let Some(right) = self.rise().filter(|&rise| rise != saltus && self.reason.may_rise())
            && self.first_that_differs(preperiod, right) == Ok(None)
        {
            return Err(Rejected::WrongSaltus { saltus, right });
        }
        if self.first_that_differs(preperiod + 1, saltus) == Ok(None) {
            return Err(Rejected::PreperiodTooSmall { preperiod, period });
        }
        Err(Rejected::DoesNotRepeat { n, period })
    }

    /// The first row, of those that the theorem wants to see repeated from `preperiod` on, that does not.
    fn first_that_differs(&mut self, preperiod: u64, saltus: u64) -> Result<Option<u64>, Rejected> {
        let too_large = Rejected::TooLarge { most: crate::MAX_CELLS, of: "cells" };
        let needed = self.reason.rows(preperiod, self.period).filter(|&rows| self.rows.is_storable(rows)).ok_or(too_large)?;
        for n in preperiod..needed - self.period {
            self.rows.extend_to(n + self.period + 1)?;
            if !self.is_raised(n, self.period, saltus) {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// Whether the row `later` rows after row n is that row, raised by `saltus`. Both are computed.
    fn is_raised(&self, n: u64, later: u64, saltus: u64) -> bool {
        let (row, later) = (self.rows.row(n as usize), self.rows.row((n + later) as usize));
        row.iter().zip(later).all(|(&before, &after)| u64::from(before).checked_add(saltus) == Some(after.into()))
    }

    /// By how much the first row of the period has risen at its end, if it has not sunk.
    fn rise(&self) -> Option<u64> {
        let first = self.rows.row(self.preperiod as usize)[0];
        let again = self.rows.row((self.preperiod + self.period) as usize)[0];
        again.checked_sub(first).map(u64::from)
    }

    /// No smaller period and no smaller preperiod would do. The rows are known to repeat for ever.
    fn is_minimal(&self) -> Result<(), Rejected> {
        let Self { preperiod, period, saltus, .. } = *self;
        let least = self.least_period();
        if least != period {
            return Err(Rejected::PeriodNotMinimal { period, least });
        }
        if let Some(before) = preperiod.checked_sub(1)
            && self.is_raised(before, period, saltus)
        {
            return Err(Rejected::PreperiodNotMinimal { preperiod });
        }
        Ok(())
    }

    /// The least period. It divides every period, so primes are taken out while what is left still is one.
    fn least_period(&self) -> u64 {
        let (mut least, mut saltus) = (self.period, self.saltus);
        for prime in primes(self.period) {
            while least.is_multiple_of(prime) && saltus.is_multiple_of(prime) && self.divides_into(least / prime, saltus / prime)
            {
                least /= prime;
                saltus /= prime;
            }
        }
        least
    }

    /// Whether one period is made of parts of this length, each raised above the one before.
    fn divides_into(&self, length: u64, saltus: u64) -> bool {
        let end = self.preperiod + self.period - length;
        (self.preperiod..end).all(|n| self.is_raised(n, length, saltus))
    }
}

/// Whether row n holds what is stated, when its cells are shown like that.
fn same<T: PartialEq + fmt::Display>(n: usize, row: &[u32], stated: &[T], shown: impl Fn(u32) -> T) -> Result<(), Rejected> {
    let n = n as u64;
    if row.len() != stated.len() {
        return Err(Rejected::RowWidth { n, found: stated.len() as u64, width: row.len() as u64 });
    }
    let mut cells = (0..).zip(row.iter().map(|&cell| shown(cell))).zip(stated);
    match cells.find(|((_, computed), stated)| computed != *stated) {
        Some(((cell, computed), stated)) => {
            Err(Rejected::WrongValue { n, cell, stated: stated.to_string(), computed: computed.to_string() })
        }
        None => Ok(()),
    }
}

/// The different primes that divide a number.
pub(crate) fn primes(mut number: u64) -> Vec<u64> {
    let mut primes = vec![];
    let mut divisor = 2;
    while divisor * divisor <= number {
        if number.is_multiple_of(divisor) {
            primes.push(divisor);
            while number.is_multiple_of(divisor) {
                number /= divisor;
            }
        }
        divisor += 1;
    }
    if number > 1 {
        primes.push(number);
    }
    primes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fall_into_primes() {
        for (number, expected) in
            [(1, vec![]), (2, vec![2]), (12, vec![2, 3]), (49, vec![7]), (97, vec![97]), (60, vec![2, 3, 5])]
        {
            assert_eq!(primes(number), expected);
        }
    }
}
