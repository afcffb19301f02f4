//! Checks a claimed period of rows.

use crate::accepted::Checked;
use crate::claim::Claim;
use crate::effort::{Effort, MAX_CELLS, MAX_STATE_STEPS, MAX_STEPS};
use crate::game::{Game, LETTERS};
use crate::not_accepted::{BadPeriod, NotAccepted};
use crate::primes::primes;
use crate::reason::Reason;
use crate::residues::residues;
use crate::rows::{Rows, is_storable};
use crate::states::{self, Halfway};
use core::fmt;
use core::ops::ControlFlow;
use sprague_core::Limits;
use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague_core::heap::{HeapRules, InfiniteSet, RowKind};

/// Computes the rows again by definition, as far as the theorem needs.
///
/// A step is a move that is examined; there are at most [`MAX_STEPS`]. For equal states, steps are spent on the rare heaps and
/// on the parts that exclude rare values, a few nanoseconds per heap if these are few; there are at most [`MAX_STATE_STEPS`].
///
/// ```
/// use sprague_check::{Claim, NotAccepted};
/// # use sprague_core::{Limits, Play};
/// # use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
/// # use sprague_core::heap::{HeapRules, RowKind};
/// # let kayles = HeapRules::TakeAndBreak("0.77".parse().unwrap());
/// # let claim = Certificate {
/// #     family: "kayles".into(), play: Play::Normal, rows: RowKind::Nimbers, theorem: TheoremName::GuySmith,
/// #     preperiod: 0, period: 4, saltus: 0, values: ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![2], vec![3]]), equal_states: None,
/// # };
/// let limits = Limits { positions: 2, ..Limits::default() };
/// assert!(matches!(claim.check_within(&kayles, 3, &Limits::default()), Err(NotAccepted::TooLarge { .. })));
/// assert!(matches!(claim.check(&kayles, &limits), Err(NotAccepted::Stopped(_))));
/// ```
impl Claim for Certificate {
    type Rules<'r> = HeapRules;
    type Accepted = Checked;

    fn most_steps(&self) -> u64 {
        if self.theorem == TheoremName::EqualStates { MAX_STATE_STEPS } else { MAX_STEPS }
    }

    fn check_within(&self, rules: &HeapRules, most_steps: u64, limits: &Limits) -> Result<Checked, NotAccepted> {
        check_on(self, rules, most_steps, limits, None, &mut |_| ControlFlow::Continue(()))
    }
}

/// Checks a period, continuing from the saved state of an earlier run if there is one.
///
/// A check by equal states can take hours. From time to time, and when a limit stops the check, `watch` is called and may save
/// the state. It may also end the check, which returns [`Stopped::Asked`](sprague_core::Stopped).
///
/// The saved state is trusted, so it must come from a check of this claim.
///
/// ```
/// use core::ops::ControlFlow;
/// use sprague_check::{NotAccepted, check_on};
/// # use sprague_core::{Limits, Play};
/// # use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates, TheoremName};
/// # use sprague_core::heap::{HeapRules, RowKind};
///
/// let kayles = HeapRules::TakeAndBreak("0.77".parse().unwrap());
/// let claim = Certificate {
///     family: "kayles".into(), play: Play::Normal, rows: RowKind::Nimbers, theorem: TheoremName::EqualStates,
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
/// assert!(matches!(stopped, Err(NotAccepted::Stopped(_))));
/// let checked = check_on(&claim, &kayles, 1 << 20, &Limits::default(), saved.as_deref(), &mut |_| ControlFlow::Continue(()));
/// assert_eq!(checked.unwrap().period, 12);
/// ```
///
/// # Errors
/// The errors of [`Claim::check`], and [`NotAccepted::DamagedSave`] if `saved` is not a saved state of this claim.
pub fn check_on(
    certificate: &Certificate,
    rules: &HeapRules,
    most_steps: u64,
    limits: &Limits,
    saved: Option<&[u8]>,
    watch: &mut dyn FnMut(&Halfway<'_, '_>) -> ControlFlow<()>,
) -> Result<Checked, NotAccepted> {
    let Certificate { preperiod, period, saltus, .. } = *certificate;
    let reason = Reason::of(rules, certificate.play, certificate.rows)?;
    reason.is_cited(certificate.theorem)?;
    match rules {
        HeapRules::TakeAndBreak(code) if certificate.theorem == TheoremName::EqualStates => {
            return states::check(certificate, code, Effort::new(most_steps, limits), saved, watch);
        }
        _ if certificate.equal_states.is_some() => return Err(BadPeriod::NeedlessStates.into()),
        _ => {}
    }
    is_well_formed(certificate)?;
    if saltus != 0 && !reason.may_rise() {
        return Err(BadPeriod::WrongSaltus { saltus, right: 0 }.into());
    }
    let mut effort = Effort::new(most_steps, limits);
    let game = Game::new(rules, &mut effort)?;
    let rows = Rows::new(game, certificate.play, certificate.rows, effort);
    let mut examination = Examination { reason, preperiod, period, saltus, rows };
    examination.has_values(&certificate.values)?;
    examination.repeats_for_ever()?;
    if let Reason::Residues { set } = reason {
        examination.joins_nothing(set)?;
    }
    examination.is_minimal()?;
    let rows = examination.rows.len() as u64;
    Ok(Checked { theorem: reason.name(), preperiod, period, saltus, rows })
}

/// Returns the largest number of steps that the check of a period can take, computed from the rules in advance.
///
/// Nimbers take exactly this number. Returns `None` for equal states and for residues, whose steps depend on the rows.
///
/// ```
/// # use sprague_core::{Limits, Play};
/// # use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
/// # use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
/// let one = HeapRules::Subtraction(Amounts::Only(AmountSet::new([1])?));
/// # let claim = Certificate {
/// #     family: "subtraction:1".into(), play: Play::Normal, rows: RowKind::Nimbers, theorem: TheoremName::BoundedLookBack,
/// #     preperiod: 0, period: 2, saltus: 0, values: ClaimedRows::Nimbers(vec![vec![0], vec![1]]), equal_states: None,
/// # };
/// assert_eq!(sprague_check::most_steps(&claim, &one)?, Some(5)); // three heaps, two of which have a move
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`NotAccepted`] if no theorem applies to such rows or if there are too many to store.
pub fn most_steps(certificate: &Certificate, rules: &HeapRules) -> Result<Option<u64>, NotAccepted> {
    if certificate.theorem == TheoremName::EqualStates {
        return Ok(None);
    }
    let reason = Reason::of(rules, certificate.play, certificate.rows)?;
    if matches!(reason, Reason::Residues { .. }) {
        return Ok(None);
    }
    let limits = Limits::none();
    let mut effort = Effort::new(MAX_STEPS, &limits);
    let game = Game::new(rules, &mut effort)?;
    let rows = reason.rows(certificate.preperiod, certificate.period).unwrap_or(u64::MAX);
    if !is_storable(rows, game.width) {
        return Err(NotAccepted::TooLarge { most: MAX_CELLS, of: "cells" });
    }
    Ok(Some((0..rows as usize).map(|n| game.most_steps(n)).fold(effort.taken(), u64::saturating_add)))
}

/// Checks that there is the right number of values, of the right kind.
fn is_well_formed(certificate: &Certificate) -> Result<(), BadPeriod> {
    let Certificate { preperiod, period, .. } = *certificate;
    if period == 0 {
        return Err(BadPeriod::PeriodZero);
    }
    let found = certificate.values.len() as u64;
    if preperiod.checked_add(period) != Some(found) {
        return Err(BadPeriod::NumberOfValues { found, preperiod, period });
    }
    match (certificate.rows, &certificate.values) {
        (RowKind::Nimbers | RowKind::Scores, ClaimedRows::Nimbers(_)) | (RowKind::Outcomes, ClaimedRows::Outcomes(_)) => Ok(()),
        (claimed, _) => Err(BadPeriod::WrongKind { claimed }),
    }
}

/// The claim, the theorem that would prove it, and the computed rows.
struct Examination<'a> {
    reason: Reason,
    preperiod: u64,
    period: u64,
    saltus: u64,
    rows: Rows<'a>,
}

impl Examination<'_> {
    fn has_values(&mut self, values: &ClaimedRows) -> Result<(), NotAccepted> {
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

    fn repeats_for_ever(&mut self) -> Result<(), NotAccepted> {
        let Self { preperiod, period, saltus, .. } = *self;
        let Some(n) = self.first_that_differs(preperiod, saltus)? else { return Ok(()) };
        if let Some(right) = self.rise().filter(|&rise| rise != saltus && self.reason.may_rise())
            && self.first_that_differs(preperiod, right) == Ok(None)
        {
            return Err(BadPeriod::WrongSaltus { saltus, right }.into());
        }
        if self.first_that_differs(preperiod + 1, saltus) == Ok(None) {
            return Err(BadPeriod::PreperiodTooSmall { preperiod, period }.into());
        }
        Err(BadPeriod::DoesNotRepeat { n, period }.into())
    }

    /// Checks that no amount of the set leads from a row to an equal one, modulo the period.
    fn joins_nothing(&mut self, set: InfiniteSet) -> Result<(), NotAccepted> {
        let Self { preperiod, period, .. } = *self;
        if preperiod > 0 {
            return Err(BadPeriod::NotFromZero { preperiod }.into());
        }
        self.rows.take(8 * period)?;
        let members = residues(set, period);
        for member in (0..period).filter(|member| members[*member as usize]) {
            self.rows.take(period)?;
            if let Some(n) = (0..period).find(|n| self.are_equal(*n, (n + member) % period)) {
                return Err(BadPeriod::JoinsEqual { n, member, period }.into());
            }
        }
        Ok(())
    }

    fn are_equal(&self, n: u64, other: u64) -> bool {
        self.rows.row(n as usize) == self.rows.row(other as usize)
    }

    /// Returns the first row from `preperiod` on that is not repeated, among the rows that the theorem needs to repeat.
    fn first_that_differs(&mut self, preperiod: u64, saltus: u64) -> Result<Option<u64>, NotAccepted> {
        let too_large = NotAccepted::TooLarge { most: MAX_CELLS, of: "cells" };
        let needed =
            self.reason.rows(preperiod, self.period).filter(|&rows| is_storable(rows, self.rows.width())).ok_or(too_large)?;
        for n in preperiod..needed - self.period {
            self.rows.extend_to(n + self.period + 1)?;
            if !self.is_raised(n, self.period, saltus) {
                return Ok(Some(n));
            }
        }
        Ok(None)
    }

    /// Returns `true` if row n + `later` is row n raised by `saltus`. Both must be computed.
    fn is_raised(&self, n: u64, later: u64, saltus: u64) -> bool {
        let (row, later) = (self.rows.row(n as usize), self.rows.row((n + later) as usize));
        row.iter().zip(later).all(|(&before, &after)| u64::from(before).checked_add(saltus) == Some(after.into()))
    }

    /// Returns by how much the first row rises in the period, or `None` if it falls.
    fn rise(&self) -> Option<u64> {
        let first = self.rows.row(self.preperiod as usize)[0];
        let again = self.rows.row((self.preperiod + self.period) as usize)[0];
        again.checked_sub(first).map(u64::from)
    }

    /// Checks that period and preperiod are minimal. The rows must be known to repeat for ever.
    fn is_minimal(&self) -> Result<(), BadPeriod> {
        let Self { preperiod, period, saltus, .. } = *self;
        let least = self.least_period();
        if least != period {
            return Err(BadPeriod::PeriodNotMinimal { period, least });
        }
        if let Some(before) = preperiod.checked_sub(1)
            && self.is_raised(before, period, saltus)
        {
            return Err(BadPeriod::PreperiodNotMinimal { preperiod });
        }
        Ok(())
    }

    /// Returns the least period.
    ///
    /// It divides every period, so primes are divided out as long as the quotient is a period.
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

    /// Returns `true` if the period consists of parts of this length, each raised by `saltus` above the one before.
    fn divides_into(&self, length: u64, saltus: u64) -> bool {
        let end = self.preperiod + self.period - length;
        (self.preperiod..end).all(|n| self.is_raised(n, length, saltus))
    }
}

/// Checks that row n is as stated, after conversion of its cells with `shown`.
fn same<T: PartialEq + fmt::Display>(n: usize, row: &[u32], stated: &[T], shown: impl Fn(u32) -> T) -> Result<(), BadPeriod> {
    let n = n as u64;
    if row.len() != stated.len() {
        return Err(BadPeriod::RowWidth { n, found: stated.len() as u64, width: row.len() as u64 });
    }
    let mut cells = (0..).zip(row.iter().map(|&cell| shown(cell))).zip(stated);
    match cells.find(|((_, computed), stated)| computed != *stated) {
        Some(((cell, computed), stated)) => {
            Err(BadPeriod::WrongValue { n, cell, stated: stated.to_string(), computed: computed.to_string() })
        }
        None => Ok(()),
    }
}
