//! The steps that the kernel of Coq takes for an instance, before it is written.

use crate::no_proof::NoProof;
use sprague_core::certificate::OrderPeriod;
use sprague_core::heap::{AmountSet, TakeAndBreak, Theorem};

/// The most steps that are written.
///
/// A step is a cell of a list, or an option, that Coq looks at: 0.1 to 3 microseconds, so that it takes minutes at most.
const MAX_STEPS: u64 = 1 << 28;

/// The most rows, each of which takes some 500 bytes.
const MAX_ROWS: u64 = 1 << 20;

/// The most cells of the order of heaps beside games.
const MAX_CELLS: u64 = 1 << 24;

/// The largest amount or memory: they are numbers in unary notation.
const MAX_UNARY: u64 = 5_000;

/// Refuses amounts that are too large.
pub(crate) fn amounts(of: &'static str, largest: Option<u64>) -> Result<(), NoProof> {
    let found = largest.unwrap_or(0);
    if found > MAX_UNARY { Err(NoProof::TooLarge { of, found, most: MAX_UNARY }) } else { Ok(()) }
}

/// The number of rows that the theorem needs, if they are not too many.
pub(crate) fn rows(preperiod: u64, period: u64, theorem: Theorem) -> Result<u64, NoProof> {
    // Guy and Smith's windows end one period before the last row
    as_many_rows(theorem.rows_needed(preperiod, period).and_then(|rows| rows.checked_add(1)))
}

/// A number of rows, if they are not too many.
pub(crate) fn as_many_rows(found: Option<u64>) -> Result<u64, NoProof> {
    let found = found.unwrap_or(u64::MAX);
    if found > MAX_ROWS { Err(NoProof::TooLarge { of: "its rows", found, most: MAX_ROWS }) } else { Ok(found) }
}

/// Refuses what takes too many steps.
pub(crate) fn steps(found: u64) -> Result<(), NoProof> {
    if found > MAX_STEPS { Err(NoProof::TooLarge { of: "its steps", found, most: MAX_STEPS }) } else { Ok(()) }
}

/// The number of amounts of both players, and the greatest of them.
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

    /// The side of the square that the theorem of an order asks for.
    pub(crate) fn side(&self, order: &OrderPeriod) -> u64 {
        let both = self.greatest.saturating_add(order.period).saturating_mul(2);
        order.preperiod.saturating_add(order.far).saturating_add(both)
    }
}

/// Refuses a table of the order of heaps that is too large.
///
/// It has a triangle of cells, half a square of twice the side, for each of the games beside. A cell takes 32 bytes.
pub(crate) fn table(side: u64, masks: u64, games: u64) -> Result<(), NoProof> {
    let cells = side.saturating_mul(side).saturating_mul(2);
    let found = cells.saturating_mul(games);
    if found > MAX_CELLS {
        return Err(NoProof::TooLarge { of: "the cells of its order", found, most: MAX_CELLS });
    }
    steps(cells.saturating_mul(masks))
}

/// The steps for the rows of an all-but family.
///
/// Each option is looked for among the forbidden amounts, and each value among those that the options have.
pub(crate) fn all_but(forbidden: &AmountSet, rows: u64, values: u64) -> u64 {
    rows.saturating_pow(2).saturating_mul(values.saturating_add(forbidden.as_slice().len() as u64))
}

/// The steps for the rows of a code.
///
/// They are each rare heap in each row, or every option.
pub(crate) fn code(code: &TakeAndBreak, rows: u64, rare: u64, values: u64) -> u64 {
    let places = code.digits().len() as u64;
    if code.digits().iter().all(|digit| *digit < 8) {
        return rows.saturating_mul(rare.saturating_add(places));
    }
    // n³/6 splits into three heaps in all rows, each compared with every value
    (rows.saturating_pow(3) / 6).saturating_mul(places).saturating_mul(values.saturating_add(1))
}
