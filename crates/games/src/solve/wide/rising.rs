//! Heaps of Nim and all-but sets: nimbers rise by the saltus, so each row of the period has a value at most once more.

use super::{Found, component};
use crate::SumText;
use num_bigint::BigUint;
use sprague::sequence::Sequence;
use sprague::{AmountSet, Amounts, Limits, Nimber, Stopped};

/// All moves that leave a heap of this nimber, small amounts first.
pub(super) fn moves_to(
    sum: &SumText,
    index: usize,
    target: &BigUint,
    forbidden: &AmountSet,
    limits: &Limits,
) -> Result<Found, Stopped> {
    let place = &sum.places()[index];
    let heap = place.game.tokens(&place.component);
    let sizes = place.game.with_nimbers(&heap, limits, |rows| sizes_of_value(rows, target));
    let mut sizes = sizes.expect("all-but families have nimbers")?;
    let allowed = |size: &BigUint| u64::try_from(&heap - size).map_or(true, |amount| !forbidden.contains(amount));
    sizes.retain(|size| *size < heap && allowed(size));
    sizes.sort_by(|a, b| b.cmp(a));
    let moves = sizes.into_iter().map(|size| ((&heap - &size).to_string(), component(sum, index, vec![size])));
    Ok(Found { moves: moves.collect(), all: true })
}

/// Every heap that has this nimber.
fn sizes_of_value(rows: &Sequence<Nimber>, value: &BigUint) -> Vec<BigUint> {
    let period = rows.period().filter(|period| period.is_proved());
    let end = period.map_or(rows.rows().len() as u64, |period| period.preperiod + period.period);
    let size = |row: u64| {
        let least = BigUint::from(rows.rows().cell(row as usize, 0).0);
        if least == *value {
            return Some(BigUint::from(row));
        }
        let period = period.filter(|period| row >= period.preperiod && least < *value && period.saltus > 0)?;
        let above = value - least;
        let is_reached = (&above % period.saltus).bits() == 0;
        is_reached.then(|| above / period.saltus * period.period + row)
    };
    (0..end).filter_map(size).collect()
}

/// The least amount that may be taken, and the heap it leaves.
pub(super) fn least_move(heap: &BigUint, forbidden: &AmountSet) -> Option<(String, Vec<BigUint>)> {
    let least = Amounts::AllBut(forbidden.clone()).up_to(u64::MAX).next()?;
    (BigUint::from(least) <= *heap).then(|| (least.to_string(), vec![heap - least]))
}
