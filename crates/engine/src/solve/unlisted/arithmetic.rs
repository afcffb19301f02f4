//! Moves in heaps from which any amount except a few may be taken. The sizes with a given nimber follow from the period.

use super::{LeavingMoves, largest};
use crate::solve::Component;
use num_bigint::BigUint;
use sprague_core::heap::{AmountSet, Amounts, BigHeaps};
use sprague_core::{Limits, Nimber, Stopped};
use sprague_rows::Sequence;

/// Returns all moves that leave this nimber, small amounts first.
pub(super) fn moves_to(
    component: &Component,
    target: &BigUint,
    forbidden: &AmountSet,
    limits: &Limits,
) -> Result<LeavingMoves, Stopped> {
    let heap = largest(component);
    let rows = component.rules.nimbers_to(&heap, limits).expect("all-but families have nimbers")?;
    let mut sizes = sizes_of_value(&rows, target);
    let allowed = |size: &BigUint| u64::try_from(&heap - size).map_or(true, |amount| !forbidden.contains(amount));
    sizes.retain(|size| *size < heap && allowed(size));
    sizes.sort_by(|a, b| b.cmp(a));
    let moves = sizes.into_iter().map(|size| ((&heap - &size).to_string(), component.on([size].into_iter().collect())));
    Ok(LeavingMoves { moves: moves.collect(), all: true })
}

/// Returns the heap sizes with this nimber.
///
/// Each row of the preperiod and of the first period yields at most one size, because its nimber either rises from period to
/// period or occurs once.
fn sizes_of_value(rows: &Sequence<Nimber>, value: &BigUint) -> Vec<BigUint> {
    let period = rows.period().filter(|period| period.is_proved());
    let end = period.map_or(rows.rows().len() as u64, |period| period.preperiod + period.period);
    let small = u64::try_from(value).ok();
    let size = |row: u64| {
        let least = u64::from(rows.rows().cell(row as usize, 0).0);
        if small == Some(least) {
            return Some(BigUint::from(row));
        }
        let period = period.filter(|period| row >= period.preperiod && period.saltus > 0)?;
        if let Some(small) = small {
            let periods = small.checked_sub(least).filter(|above| above % period.saltus == 0)? / period.saltus;
            return Some(BigUint::from(periods) * period.period + row);
        }
        let above = value - least;
        let is_reached = (&above % period.saltus).bits() == 0;
        is_reached.then(|| above / period.saltus * period.period + row)
    };
    (0..end).filter_map(size).collect()
}

pub(super) fn least_move(heap: &BigUint, forbidden: &AmountSet) -> Option<(String, BigHeaps)> {
    let least = Amounts::AllBut(forbidden.clone()).up_to(u64::MAX).next()?;
    (BigUint::from(least) <= *heap).then(|| (least.to_string(), [heap - least].into_iter().collect()))
}

/// Returns the amount between two heaps as a label, if it may be taken.
pub(super) fn label_between(before: &BigHeaps, after: &BigHeaps, forbidden: &AmountSet) -> Option<String> {
    let (before, after) = (before.largest(), after.largest());
    if after >= before {
        return None;
    }
    let taken = before - after;
    // an amount of more than 64 bits cannot be forbidden
    let is_allowed = u64::try_from(&taken).map_or(true, |amount| !forbidden.contains(amount));
    is_allowed.then(|| taken.to_string())
}
