//! Laws that are seen in the first rows of rules that are code, and heaps that contradict them.
//!
//! Nothing is provable about code, so such a law answers only if it is asked for.

use super::RulesetCache;
use super::look_up::look_up;
use crate::evaluate::NimberSearch;
use core::fmt;
use num_bigint::BigUint;
use sprague_core::any::AnyImpartial;
use sprague_core::heap::SectionLaw;
use sprague_core::{Limits, Nimber, Stopped};
use sprague_rows::Sequence;
use std::sync::Arc;

/// The number of rows in which a law is searched for. All of them must follow it.
const ROWS: u32 = 1 << 12;

/// The rows from which a law other than a period is derived. The others test it.
const LEARNT: usize = 2_000;

/// The number of positions that are visited for each heap that tests a law.
const CHALLENGE: u64 = 2_000;

/// The work of listing the options of a heap above which no larger heaps test a law, in steps of about a nanosecond.
const MUCH_WORK: u64 = 2_000_000;

/// The largest heap that tests a law. Code may multiply sizes, and its numbers have 64 bits.
const LARGEST: u64 = 1 << 20;

/// A law of the nimbers of heaps that is not proved.
pub(super) struct Observed {
    sequence: Arc<Sequence<Nimber>>,
    /// `None` for a period.
    law: Option<SectionLaw>,
}

impl Observed {
    /// Searches for a law in the first rows. Returns `None` if there is none, or if a large heap contradicts it.
    pub(super) fn of(rules: &RulesetCache, limits: &Limits) -> Result<Option<Self>, Stopped> {
        let Some(sequence) = rules.nimbers_to(&(ROWS - 1).into(), limits) else { return Ok(None) };
        let sequence = sequence?;
        let law = match sequence.period() {
            Some(_) => None,
            None => {
                let nimbers: Vec<u64> = sequence.rows().column(0).take(LEARNT).map(|nimber| nimber.0.into()).collect();
                let Some(law) = SectionLaw::observed(&nimbers) else { return Ok(None) };
                Some(law)
            }
        };
        let observed = Self { sequence, law };
        let rows = observed.sequence.rows();
        let fits = (LEARNT as u64..).zip(rows.column(0).skip(LEARNT)).all(|(n, nimber)| observed.is(n, nimber.0.into()));
        if !fits || challenge(rules, rows.len() as u64, limits, |heap, nimber| observed.is(heap, nimber)).is_some() {
            return Ok(None);
        }
        Ok(Some(observed))
    }

    /// Returns the nimber of a heap by the law.
    pub(super) fn nimber(&self, heap: &BigUint) -> Option<BigUint> {
        match &self.law {
            Some(law) => law.nimber(heap, &mut || Ok::<(), ()>(())).ok()?,
            None => Some(look_up(&self.sequence, heap, 0).nimber()),
        }
    }

    fn is(&self, heap: u64, nimber: u64) -> bool {
        self.nimber(&heap.into()) == Some(nimber.into())
    }
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.sequence.rows().len();
        match (&self.law, self.sequence.period()) {
            (None, Some(period)) => {
                let rising = if period.saltus > 0 { format!(", rising by {}", period.saltus) } else { String::new() };
                write!(f, "period {} from n = {} on{rising}", period.period, period.preperiod)?;
            }
            (law, _) => law.iter().try_for_each(|law| law.fmt(f))?,
        }
        write!(f, "; observed in {rows} rows, not proved")
    }
}

/// Tests a law of the nimbers of heaps at heaps beyond the first rows, as far as they reach few others. Returns a heap that
/// contradicts the law, and its nimber.
///
/// `follows` is whether a heap with this nimber follows the law. Heaps are tested only for rules that are code.
///
/// ```
/// use sprague::solve::{RulesetCache, challenge};
/// use sprague::{Limits, any, examples::Nim};
/// let nim = RulesetCache::new("nim", any::impartial(Nim));
/// assert_eq!(challenge(&nim, 100, &Limits::default(), |_, _| false), None); // these rules are no code, and have no rows
/// ```
pub fn challenge(rules: &RulesetCache, rows: u64, limits: &Limits, follows: impl Fn(u64, u64) -> bool) -> Option<(u64, u64)> {
    let heaps = rules.heaps().filter(|_| is_code(rules))?;
    let typed = AnyImpartial::try_from(rules.rules().clone()).ok()?;
    let limits = Limits { bytes: limits.bytes / 4, ..limits.clone() };
    let mut search = NimberSearch::new(&typed, &limits);
    // the heaps double, and have all residues of small moduli
    let heaps_to_test = (0_u32..).map(|number| (rows.max(1) << number) + u64::from(number));
    for heap in heaps_to_test.take_while(|heap| *heap <= LARGEST) {
        heaps.work(heap).filter(|work| *work <= MUCH_WORK)?;
        search.allow_further(Some(CHALLENGE));
        let Ok(Nimber(nimber)) = search.nimber(&heaps.position(heap, 0)) else { return None };
        if !follows(heap, nimber.into()) {
            return Some((heap, nimber.into()));
        }
    }
    None
}

/// Returns `true` if the rules are code with rows of nimbers.
pub(super) fn is_code(rules: &RulesetCache) -> bool {
    rules.rules().is_loaded() && rules.heap_rules().is_none() && rules.nimber_rows().is_some()
}
