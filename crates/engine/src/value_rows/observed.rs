//! Periods of rows of values that were observed but are not proved.
//!
//! Rows may rise by any sum of number, ups and star. Rows that rise by ups or stars are common: in the game 1, 4, 5 against 1,
//! every row gains ^*. If the rules are data, order look-back can prove that.

use super::ValuePeriod;
use sprague_core::{Limits, Stopped};
use sprague_values::{Arena, Calculator, Form};

/// The work on values that are not sums of number, ups and star, in positions of a [`Calculator`].
const POSITIONS: u64 = 200_000;

/// The largest number of pairs of rows that are compared.
const PAIRS: u64 = 20_000_000;

/// Returns a period of values that was observed but not proved.
///
/// `forms` are the values, in this arena. The period repeats at least three times up to the last value, and over at least 100
/// values and at least half of all values.
///
/// The period may still be false: values alone prove nothing about rows that rise by ups or stars, and no theorem is known for
/// rules that are code.
///
/// ```
/// use sprague::Limits;
/// use sprague::value_rows::observed;
/// use sprague::values::{Arena, Form};
///
/// let seen = observed(&Arena::new(), &[Form::ZERO, Form::UP].repeat(50), &Limits::default()).unwrap();
/// assert_eq!(seen.to_string(), "period 2 from n = 0 on, observed, not proved");
/// assert_eq!(observed(&Arena::new(), &[Form::ZERO, Form::UP], &Limits::default()), None);
/// ```
pub fn observed(arena: &Arena, forms: &[Form], limits: &Limits) -> Option<ValuePeriod> {
    let len = forms.len();
    let least = 100.max(len.div_ceil(2));
    let limits = Limits { positions: limits.positions.min(POSITIONS), ..limits.clone() };
    let mut seen = Seen::new(arena, forms, &limits);
    for period in 1..=len / 3 {
        let Some(saltus) = seen.saltus(period).ok()? else { continue };
        let start = seen.start(period, saltus).ok()?;
        if len - start >= least.max(3 * period) {
            let (preperiod, period) = (start as u64, period as u64);
            return Some(ValuePeriod { preperiod, period, saltus: arena.value(saltus), theorem: None });
        }
    }
    None
}

/// Rows, each with whether it is a sum of number, ups and star.
struct Seen<'a> {
    forms: &'a [Form],
    is_plain: Vec<bool>,
    pairs: u64,
    calculator: Calculator<'a>,
}

impl<'a> Seen<'a> {
    fn new(arena: &Arena, forms: &'a [Form], limits: &'a Limits) -> Self {
        let is_plain = forms.iter().map(|form| arena.value(*form).nus().is_some()).collect();
        Self { forms, is_plain, pairs: 0, calculator: arena.calculator(limits) }
    }

    /// Returns by how much the last row that is a sum of number, ups and star exceeds the row `period` rows before it.
    ///
    /// Returns 0 if the second half of the rows has no such row, and `None` if the earlier row is not such a sum.
    fn saltus(&mut self, period: usize) -> Result<Option<Form>, Stopped> {
        let Some(last) = self.is_plain.iter().rposition(|is_plain| *is_plain).filter(|last| *last >= self.forms.len() / 2) else {
            return Ok(Some(Form::ZERO));
        };
        match last.checked_sub(period).filter(|before| self.is_plain[*before]) {
            Some(before) => self.calculator.subtract(self.forms[last], self.forms[before]).map(Some),
            None => Ok(None),
        }
    }

    /// Returns the first row from which on every row gains `saltus` in `period` rows.
    fn start(&mut self, period: usize, saltus: Form) -> Result<usize, Stopped> {
        for n in (0..self.forms.len() - period).rev() {
            self.pairs += 1;
            if self.pairs > PAIRS {
                return Err(Stopped::Positions(PAIRS));
            }
            let gains = self.is_plain[n] == self.is_plain[n + period]
                && self.calculator.add(self.forms[n], saltus)? == self.forms[n + period];
            if !gains {
                return Ok(n + 1);
            }
        }
        Ok(0)
    }
}
