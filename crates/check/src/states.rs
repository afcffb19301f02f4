//! A period proved by two equal states, examined: no values are stated, so all are computed here, and few are kept.
//!
//! Let rare heaps be none above R, W = max(R, depth) + k, and let every heap n ≥ start up to start + p have a common value
//! c(n), with each rare value below it excluded by a part of at most `depth` tokens or a move that splits nothing. For all
//! larger n too, c(n) and these exclusions are one function of the W values before n (and of the parity of n): a split with
//! one rare part r ≤ R has its other part in n − k − R … n − 1. So if the W values before start + p are those before start,
//! and p is even where parity counts, n and n + p have the same value for n = start, start + 1, … in turn, no heap above R is
//! ever rare, and the values repeat for ever.

use crate::claim::{Checked, primes};
use crate::effort::Effort;
use crate::reason::EQUAL_STATES;
use crate::rejected::Rejected;
use crate::sparse::{Found, Moves, Sparse};
use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates};
use sprague_core::heap::{RowKind, TakeAndBreak};

/// How many heaps a proof by equal states may need: start + period.
///
/// ```
/// assert_eq!(sprague_check::MAX_HEAPS, 1_073_741_824);
/// ```
pub const MAX_HEAPS: u64 = 1 << 30;

/// How many moves [`check`](crate::check) looks at for a proof by equal states: at most some minutes of work.
///
/// ```
/// assert_eq!(sprague_check::MAX_STATE_STEPS, 274_877_906_944);
/// ```
pub const MAX_STATE_STEPS: u64 = 1 << 38;

/// How many rows a state, and how many a period may have: they are held, in at most half a gigabyte.
///
/// ```
/// assert_eq!(sprague_check::MAX_HELD, 67_108_864);
/// ```
pub const MAX_HELD: u64 = 1 << 26;

/// How many first values are held at least. Up to `start` a heap may need any part to exclude a rare value, and parts up to here
/// or up to the length of a state are tried: all of them for all heaps up to the last rare one, and for twice as many.
const LEAST_HELD: usize = 1 << 20;

/// Accepts a claim about a code that leaves at most two heaps, whose numbers and play were not looked at yet.
pub(crate) fn check(certificate: &Certificate, code: &TakeAndBreak, effort: Effort<'_>) -> Result<Checked, Rejected> {
    let states = certificate.equal_states.as_ref().ok_or(Rejected::NoStates)?;
    is_well_formed(certificate)?;
    let mut claim = Claim::new(certificate, states, code, effort)?;
    let fits = claim.holds_below::<1>()? || claim.holds_below::<4>()? || claim.holds_below::<1024>()?;
    if !fits {
        return Err(Rejected::TooLarge { most: 1 << 16, of: "values" });
    }
    claim.is_minimal()?;
    let Certificate { preperiod, period, saltus, .. } = *certificate;
    Ok(Checked { theorem: EQUAL_STATES, preperiod, period, saltus, rows: claim.end as u64 })
}

/// Whether what does not matter is as it must be.
fn is_well_formed(certificate: &Certificate) -> Result<(), Rejected> {
    let Certificate { rows, period, saltus, ref values, .. } = *certificate;
    match values {
        _ if period == 0 => Err(Rejected::PeriodZero),
        _ if saltus != 0 => Err(Rejected::WrongSaltus { saltus, right: 0 }),
        _ if !values.is_empty() => Err(Rejected::ValuesGiven { found: values.len() as u64 }),
        ClaimedRows::Nimbers(_) if rows == RowKind::Nimbers => Ok(()),
        _ => Err(Rejected::WrongKind { claimed: rows }),
    }
}

/// What is claimed, and the values as far as they are computed.
struct Claim<'a> {
    states: &'a EqualStates,
    sparse: Sparse,
    effort: Effort<'a>,
    preperiod: u64,
    period: usize,
    /// The first row of the first of the two windows.
    first: usize,
    start: usize,
    /// start + period: no value from here on is needed.
    end: usize,
    /// How many of the rare heaps listed were reached.
    listed: usize,
    /// Whether the row at the preperiod was seen not to repeat.
    begins_late: bool,
    /// Whether the row before the preperiod was seen to repeat.
    begins_early: bool,
}

impl<'a> Claim<'a> {
    /// The claim, with nothing computed: its numbers make sense together and are not too large.
    fn new(
        certificate: &Certificate,
        states: &'a EqualStates,
        code: &TakeAndBreak,
        effort: Effort<'a>,
    ) -> Result<Self, Rejected> {
        let (&EqualStates { mask, parity, ref rare, start, .. }, period) = (states, certificate.period);
        let moves = Moves::new(code, mask, parity);
        if parity && !moves.break_alike() {
            return Err(Rejected::MixedParity);
        }
        if parity && !period.is_multiple_of(2) {
            return Err(Rejected::OddPeriod { period });
        }
        if let Some(at) = (0..rare.len()).find(|&at| rare[at] == 0 || at > 0 && rare[at] <= rare[at - 1]) {
            return Err(Rejected::RareOutOfOrder { heap: rare[at] });
        }
        let taken = code.most_taken();
        let window = states.window(taken);
        let least = window.saturating_add(rare.last().copied().unwrap_or(0)).saturating_add(1);
        if start < least {
            return Err(Rejected::StartTooSmall { start, least });
        }
        let end = within(MAX_HEAPS, start.saturating_add(period), "heaps")?;
        within(MAX_HELD, window, "rows in a state")?;
        within(MAX_HELD, period, "rows in a period")?;
        let (options, heaps) = (moves.breaking.len() as u64 * rare.len() as u64, end - window);
        within(effort.most(), options.saturating_mul(heaps), "steps")?;

        let [start, end, period, window, taken] = [start, end, period, window, taken].map(|number| number as usize);
        let parts = (window + 1).max(LEAST_HELD.min(end));
        let latest = (parts + taken).max(period) + 1;
        effort.look(0, 2 * (parts + latest.next_power_of_two()) as u64)?;
        let sparse = Sparse::new(moves, parts, latest);
        let (preperiod, first) = (certificate.preperiod, start - window);
        Ok(Self {
            states,
            sparse,
            effort,
            preperiod,
            period,
            first,
            start,
            end,
            listed: 0,
            begins_late: false,
            begins_early: false,
        })
    }

    /// Whether all values are below 64 · `WORDS`, and as claimed. If not, the next bound can go on from where this one ends.
    fn holds_below<const WORDS: usize>(&mut self) -> Result<bool, Rejected> {
        let rare_values = self.sparse.moves.rare_values::<WORDS>();
        // so many parts of a single heap are too many steps
        let parts = self.effort.most() / self.sparse.moves.breaking.len() as u64;
        let too_deep = usize::try_from(parts.saturating_add(1)).unwrap_or(usize::MAX);
        while self.sparse.count() < self.end {
            let n = self.sparse.count();
            let depth = if n < self.start { too_deep } else { too_deep.min(self.states.depth as usize) };
            let found = self.sparse.next(&rare_values, depth, &mut self.effort)?;
            let (value, is_rare) = match found {
                Found::Common(value) => (value, false),
                Found::Rare(value) => (value, true),
                Found::Unexcluded(value) => return Err(self.unexcluded(n, value)),
                Found::Above => return Ok(false),
            };
            self.is_listed(n, value, is_rare)?;
            self.repeats(n, value)?;
            self.sparse.push(value, is_rare);
        }
        Ok(true)
    }

    /// Why a rare value that was not seen among the options of a heap is too much.
    fn unexcluded(&self, n: usize, value: u16) -> Rejected {
        match n < self.start {
            true => Rejected::TooLarge { most: self.sparse.deepest() as u64, of: "tokens in the smaller part of a split" },
            false => Rejected::DepthTooSmall { n: n as u64, value: value.into(), depth: self.states.depth },
        }
    }

    /// The heap is on the list of rare heaps if it is rare, and only then.
    #[inline(always)]
    fn is_listed(&mut self, n: usize, value: u16, is_rare: bool) -> Result<(), Rejected> {
        let is_listed = self.states.rare.get(self.listed) == Some(&(n as u64));
        self.listed += usize::from(is_listed);
        match (is_listed, is_rare) {
            (true, false) => Err(Rejected::NotRare { n: n as u64, value: value.into() }),
            (false, true) => Err(Rejected::RareMissing { n: n as u64, value: value.into() }),
            _ => Ok(()),
        }
    }

    /// The value of a new heap is that of a period before, from the preperiod on and in the state at the latest.
    #[inline(always)]
    fn repeats(&mut self, n: usize, value: u16) -> Result<(), Rejected> {
        let Some(before) = n.checked_sub(self.period) else { return Ok(()) };
        let (is_same, row) = (self.sparse.value(before) == value, before as u64);
        if is_same {
            self.begins_early |= row + 1 == self.preperiod;
        } else if before >= self.first || row > self.preperiod {
            let n = if self.begins_late { self.preperiod } else { row };
            return Err(Rejected::DoesNotRepeat { n, period: self.period as u64 });
        } else {
            self.begins_late |= row == self.preperiod;
        }
        Ok(())
    }

    /// No smaller period and no smaller preperiod would do. The rows are known to repeat for ever.
    fn is_minimal(&self) -> Result<(), Rejected> {
        let (preperiod, period) = (self.preperiod, self.period as u64);
        if self.begins_late {
            return Err(Rejected::PreperiodTooSmall { preperiod, period });
        }
        let least = self.least_period() as u64;
        if least != period {
            return Err(Rejected::PeriodNotMinimal { period, least });
        }
        if self.begins_early || preperiod > self.first as u64 {
            return Err(Rejected::PreperiodNotMinimal { preperiod });
        }
        Ok(())
    }

    /// The least period. It divides every period, so primes are taken out while what is left still is one.
    fn least_period(&self) -> usize {
        let mut least = self.period;
        for prime in primes(self.period as u64) {
            let prime = prime as usize;
            while least.is_multiple_of(prime) && self.repeats_after(least / prime) {
                least /= prime;
            }
        }
        least
    }

    /// Whether the last period, all of which is held, is made of equal parts of this length.
    fn repeats_after(&self, length: usize) -> bool {
        (self.start..self.end - length).all(|n| self.sparse.value(n) == self.sparse.value(n + length))
    }
}

/// A number that is not too large.
fn within(most: u64, number: u64, of: &'static str) -> Result<u64, Rejected> {
    if number <= most { Ok(number) } else { Err(Rejected::TooLarge { most, of }) }
}
