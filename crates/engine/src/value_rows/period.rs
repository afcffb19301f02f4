//! The period of rows of values, as far as a theorem proves it.

use super::Row;
use core::fmt;
use sprague_core::heap::Theorem;
use sprague_rows::suffix_matches;
use sprague_values::{Dyadic, Form, Value};

/// A period of rows of values, with its preperiod and the saltus, by which values rise in each period.
///
/// ```
/// use sprague::value_rows::ValuePeriod;
/// use sprague::values::Value;
///
/// let seen = ValuePeriod { preperiod: 2, period: 12, saltus: Value::up(1), theorem: None };
/// assert_eq!(seen.to_string(), "period 12 from n = 2 on, values rising by ^, observed, not proved");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ValuePeriod {
    /// The first n of the repeating part, n0.
    pub preperiod: u64,
    /// The number of rows after which values repeat, p ≥ 1.
    pub period: u64,
    /// The amount by which each value rises in a period. It is a number if bounded look-back proves the period.
    pub saltus: Value,
    /// The theorem that proves the period for every n, or `None` if the period was only observed.
    pub theorem: Option<Theorem>,
}

impl ValuePeriod {
    /// Returns `true` if the period is proved for every n.
    ///
    /// ```
    /// # use sprague::value_rows::ValuePeriod;
    /// # use sprague::values::Value;
    /// assert!(!ValuePeriod { preperiod: 2, period: 12, saltus: Value::from(0), theorem: None }.is_proved());
    /// ```
    pub fn is_proved(&self) -> bool {
        self.theorem.is_some()
    }

    /// Returns the row below `preperiod + period` that row n repeats, and the number of periods between them.
    ///
    /// ```
    /// # use sprague::value_rows::ValuePeriod;
    /// # use sprague::values::Value;
    /// let seen = ValuePeriod { preperiod: 2, period: 12, saltus: Value::from(1), theorem: None };
    /// assert_eq!([seen.fold(1), seen.fold(27)], [(1, 0), (3, 2)]);
    /// ```
    pub fn fold(&self, n: u64) -> (u64, u64) {
        let past = n.saturating_sub(self.preperiod);
        (n - past / self.period * self.period, past / self.period)
    }
}

impl fmt::Display for ValuePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { preperiod, period, saltus, theorem } = self;
        write!(f, "period {period} from n = {preperiod} on")?;
        if *saltus != Value::from(0) {
            write!(f, ", values rising by {saltus}")?;
        }
        match theorem {
            Some(theorem) => write!(f, ", proved ({theorem})"),
            None => f.write_str(", observed, not proved"),
        }
    }
}

fn gain(rows: &[Row], n: usize, later: usize) -> Option<Dyadic> {
    (rows[n].rest == rows[later].rest).then(|| &rows[later].number - &rows[n].number)
}

/// Returns `true` if raising the options of this row by an integer raises its value by that integer, by the conditions in the
/// description of [`value_rows`](super).
fn rises_with(row: &Row, gain: &Dyadic) -> bool {
    let is_number = row.rest == Form::ZERO;
    !is_number
        || !row.number.is_integer()
        || (row.number != Dyadic::ZERO && (row.number > Dyadic::ZERO) == (*gain > Dyadic::ZERO))
}

/// Returns the preperiod and the period that are proved for every n, both minimal, or `None` if these rows do not prove a
/// period.
///
/// It takes O(rows) time, and more if many divisors have to be tried.
pub(super) fn proved(rows: &[Row], theorem: Theorem) -> Option<ValuePeriod> {
    let len = rows.len();
    // 1. compare differences of neighbouring rows, so that rising rows repeat like others
    let steps: Vec<_> = rows.windows(2).map(|pair| (pair[0].rest, pair[1].rest, &pair[1].number - &pair[0].number)).collect();
    let matches = suffix_matches(steps.len(), |a, b| steps[a] == steps[b]);
    // n matching steps are n + 1 rows with the same gain
    let alike = |d: usize| matches.get(d).unwrap_or(&0) + 1;
    let is_seen = |d: usize| match theorem {
        // the first row does not matter
        Theorem::BoundedLookBack { reach, .. } => alike(d) as u64 >= reach.max(1),
        _ => theorem.rows_needed((len - d - alike(d)) as u64, d as u64).is_some_and(|needed| needed <= len as u64),
    };
    let is_proof = |d: usize, saltus: &Dyadic| {
        is_seen(d)
            && (*saltus == Dyadic::ZERO
                || (saltus.is_integer() && rows[len - d..].iter().rev().all(|row| rises_with(row, saltus))))
    };
    // 2. find the least distance at which the last rows repeat long enough for the theorem
    let (apart, rise) = (1..len).find_map(|d| {
        let saltus = gain(rows, len - 1 - d, len - 1)?;
        is_proof(d, &saltus).then_some((d, saltus))
    })?;
    // 3. make the period and then the preperiod minimal
    let (period, saltus) = least_divisor(&rows[len - apart..], &rise);
    let mut preperiod = len - apart - alike(apart);
    while preperiod > 0 && gain(rows, preperiod - 1, preperiod - 1 + period).as_ref() == Some(&saltus) {
        preperiod -= 1;
    }
    let (preperiod, period) = (preperiod as u64, period as u64);
    Some(ValuePeriod { preperiod, period, saltus: saltus.into(), theorem: Some(theorem) })
}

/// Returns the least period of rows that repeat without end, and the gain in it.
///
/// `ring` is followed by itself, with all rows raised by `rise`.
fn least_divisor(ring: &[Row], rise: &Dyadic) -> (usize, Dyadic) {
    let len = ring.len();
    let gain_in = |n: usize, period: usize| match n + period {
        later if later < len => gain(ring, n, later),
        later => gain(ring, n, later - len).map(|gain| &gain + rise),
    };
    let divisors = (1..len).filter(|period| len.is_multiple_of(*period));
    let mut gains = divisors.filter_map(|period| Some((period, gain_in(0, period)?)));
    let is_period = |(period, saltus): &(usize, Dyadic)| (1..len).all(|n| gain_in(n, *period).as_ref() == Some(saltus));
    gains.find(is_period).unwrap_or_else(|| (len, rise.clone()))
}
