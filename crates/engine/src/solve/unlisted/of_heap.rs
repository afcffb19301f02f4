//! Moves by amounts that depend on the heap, found from the heaps with a given nimber, which a law provides.

use super::{LeavingMoves, largest};
use crate::solve::Component;
use num_bigint::BigUint;
use sprague_core::heap::{BigHeaps, HeapFormula};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Stopped};

/// The number of heaps that are tried at either end if the law does not list the heaps with a nimber.
const TRIED: u64 = 100;

/// Returns moves that leave this nimber, small amounts first. These are all such moves if the law lists the heaps with a
/// nimber.
pub(super) fn moves_to(
    component: &Component,
    target: &BigUint,
    formula: HeapFormula,
    limits: &Limits,
) -> Result<LeavingMoves, Stopped> {
    let heap = largest(component);
    let law = formula.law();
    let mut meter = Meter::new(limits);
    let mut step = || meter.allow(0, || 0, || None);
    let (mut left, all) = match law.heaps_of(target, &heap, &mut step)? {
        Some(heaps) => (heaps, true),
        None => {
            let small = (0..TRIED).map(BigUint::from);
            // an odd heap with this nimber, for games in which odd heaps have different nimbers
            let exact = core::iter::once(target * 2_u32 + 1_u32);
            let amounts = (1..=TRIED).map(BigUint::from).filter(|amount| *amount <= heap);
            let large = amounts.map(|amount| &heap - amount);
            let mut heaps: Vec<BigUint> = small.chain(exact).chain(large).filter(|left| *left < heap).collect();
            heaps.sort_unstable();
            heaps.dedup();
            let mut found = vec![];
            for left in heaps {
                if law.nimber(&left, &mut step)?.as_ref() == Some(target) {
                    found.push(left);
                }
            }
            (found, false)
        }
    };
    left.retain(|left| formula.allows(&(&heap - left), &heap));
    let moves = left.into_iter().rev().map(|left| (label(&(&heap - &left)), component.on([left].into_iter().collect())));
    Ok(LeavingMoves { moves: moves.collect(), all })
}

fn label(amount: &BigUint) -> String {
    format!("take {amount}")
}

pub(super) fn least_move(heap: &BigUint, formula: HeapFormula) -> Option<(String, BigHeaps)> {
    // the least number that does not divide a heap grows like its logarithm; other formulas allow 1 or nothing
    let most = if formula == HeapFormula::NonDivisors { u64::MAX } else { 1 };
    let mut amounts = (1..=most).map(BigUint::from).take_while(|amount| amount <= heap);
    let amount = amounts.find(|amount| formula.allows(amount, heap))?;
    Some((label(&amount), [heap - &amount].into_iter().collect()))
}

/// Returns the amount between two heaps as a label, if it may be taken.
pub(super) fn label_between(before: &BigHeaps, after: &BigHeaps, formula: HeapFormula) -> Option<String> {
    let (before, after) = (before.largest(), after.largest());
    let taken = (after < before).then(|| &before - after)?;
    formula.allows(&taken, &before).then(|| label(&taken))
}
