//! A period of rows of values that was seen and is not proved: they may rise by anything that is a sum of number, ups and star.
//!
//! Nobody knows a theorem about rows that rise by ups or stars, which are common: under 1, 4, 5 against 1 every row gains ^*.

use super::{Row, ValuePeriod};
use sprague_core::{Limits, Stopped};
use sprague_values::{Arena, Calculator, Form};

/// How much work goes into sums of values that are no sum of number, ups and star, in positions of a [`Calculator`].
const POSITIONS: u64 = 200_000;

/// How many pairs of rows are compared at most.
const PAIRS: u64 = 20_000_000;

/// A period that repeats at least three times up to the last row, over at least 100 rows and at least half of all rows there are.
pub(super) fn observed(rows: &[Row], arena: &Arena, limits: &Limits) -> Option<ValuePeriod> {
    let len = rows.len();
    let least = 100.max(len.div_ceil(2));
    let limits = Limits { positions: limits.positions.min(POSITIONS), ..limits.clone() };
    let mut seen = Seen::new(rows, arena, &limits);
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

/// Rows, and which of them are sums of number, ups and star.
struct Seen<'a> {
    rows: &'a [Row],
    is_plain: Vec<bool>,
    /// How many pairs of rows were compared.
    pairs: u64,
    calculator: Calculator<'a>,
}

impl<'a> Seen<'a> {
    fn new(rows: &'a [Row], arena: &Arena, limits: &'a Limits) -> Self {
        let is_plain = rows.iter().map(|row| arena.value(row.form).nus().is_some()).collect();
        Self { rows, is_plain, pairs: 0, calculator: arena.calculator(limits) }
    }

    /// What the last row of number, ups and star has gained in so many rows; 0 if there is none, `None` if it was none before.
    fn saltus(&mut self, period: usize) -> Result<Option<Form>, Stopped> {
        let Some(last) = self.is_plain.iter().rposition(|is_plain| *is_plain).filter(|last| *last >= self.rows.len() / 2) else {
            return Ok(Some(Form::ZERO));
        };
        match last.checked_sub(period).filter(|before| self.is_plain[*before]) {
            Some(before) => self.calculator.subtract(self.rows[last].form, self.rows[before].form).map(Some),
            None => Ok(None),
        }
    }

    /// The first row from which on every row gains this in so many rows.
    fn start(&mut self, period: usize, saltus: Form) -> Result<usize, Stopped> {
        for n in (0..self.rows.len() - period).rev() {
            self.pairs += 1;
            if self.pairs > PAIRS {
                return Err(Stopped::Positions(PAIRS));
            }
            let gains = self.is_plain[n] == self.is_plain[n + period]
                && self.calculator.add(self.rows[n].form, saltus)? == self.rows[n + period].form;
            if !gains {
                return Ok(n + 1);
            }
        }
        Ok(0)
    }
}
