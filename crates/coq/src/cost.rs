//! Estimates the steps that Coq's kernel takes for an instance, before the instance is written.

use crate::no_proof::NoProof;
use sprague_core::certificate::OrderPeriod;
use sprague_core::heap::{AmountSet, TakeAndBreak, Theorem};

/// The maximum number of steps of an instance.
///
/// A step is a cell of a list, or an option, that Coq examines. It takes 0.1 to 3 microseconds, so an instance takes minutes at
/// most.
const MAX_STEPS: u64 = 1 << 28;

/// The maximum number of rows. Each takes about 500 bytes.
const MAX_ROWS: u64 = 1 << 20;

/// The maximum number of cells of the order of heaps, counted for each added game.
const MAX_CELLS: u64 = 1 << 24;

/// The maximum amount or memory, because these are unary numbers in Coq.
const MAX_UNARY: u64 = 5_000;

pub(crate) fn amounts(of: &'static str, largest: Option<u64>) -> Result<(), NoProof> {
    let found = largest.unwrap_or(0);
    if found > MAX_UNARY { Err(NoProof::TooLarge { of, found, most: MAX_UNARY }) } else { Ok(()) }
}

/// Returns the number of rows that the theorem needs, or an error if there are too many.
pub(crate) fn rows(preperiod: u64, period: u64, theorem: Theorem) -> Result<u64, NoProof> {
    // Guy and Smith's windows end one period before the last row
    as_many_rows(theorem.rows_needed(preperiod, period).and_then(|rows| rows.checked_add(1)))
}

/// Returns the number of rows, or an error if there are too many.
pub(crate) fn as_many_rows(found: Option<u64>) -> Result<u64, NoProof> {
    let found = found.unwrap_or(u64::MAX);
    if found > MAX_ROWS { Err(NoProof::TooLarge { of: "its rows", found, most: MAX_ROWS }) } else { Ok(found) }
}

pub(crate) fn steps(found: u64) -> Result<(), NoProof> {
    if found > MAX_STEPS { Err(NoProof::TooLarge { of: "its steps", found, most: MAX_STEPS }) } else { Ok(()) }
}

/// The number of amounts of both players together, and the maximum amount.
pub(crate) struct Reach {
    pub(crate) amounts: u64,
    greatest: u64,
}

impl Reach {
    pub(crate) fn of(takes: [&AmountSet; 2]) -> Result<Self, NoProof> {
        let greatest = takes.iter().filter_map(|set| set.greatest()).max();
        amounts("an amount", greatest)?;
        let count = takes.iter().map(|set| set.as_slice().len() as u64).sum();
        Ok(Self { amounts: count, greatest: greatest.unwrap_or(0) })
    }

    /// Returns the side of the square that the theorem about an order needs.
    pub(crate) fn side(&self, order: &OrderPeriod) -> u64 {
        let both = self.greatest.saturating_add(order.period).saturating_mul(2);
        order.preperiod.saturating_add(order.far).saturating_add(both)
    }
}

/// Returns an error if a table of the order of heaps is too large.
///
/// For each of the games, it has a triangle of cells: half a square of twice the side. A cell takes 32 bytes.
pub(crate) fn table(side: u64, masks: u64, games: u64) -> Result<(), NoProof> {
    let cells = side.saturating_mul(side).saturating_mul(2);
    let found = cells.saturating_mul(games);
    if found > MAX_CELLS {
        return Err(NoProof::TooLarge { of: "the cells of its order", found, most: MAX_CELLS });
    }
    steps(cells.saturating_mul(masks))
}

/// Returns the number of steps for the rows of an all-but family. Coq searches for each option among the forbidden amounts,
/// and for each value among the values of the options.
pub(crate) fn all_but(forbidden: &AmountSet, rows: u64, values: u64) -> u64 {
    rows.saturating_pow(2).saturating_mul(values.saturating_add(forbidden.as_slice().len() as u64))
}

/// Returns the number of steps for the rows of a code: one for each rare heap in each row, or one for each option.
pub(crate) fn code(code: &TakeAndBreak, rows: u64, rare: u64, values: u64) -> u64 {
    let places = code.digits().len() as u64;
    if code.digits().iter().all(|digit| *digit < 8) {
        return rows.saturating_mul(rare.saturating_add(places));
    }
    // the rows have about n³/6 splits into three heaps, and each is compared with every value
    (rows.saturating_pow(3) / 6).saturating_mul(places).saturating_mul(values.saturating_add(1))
}
