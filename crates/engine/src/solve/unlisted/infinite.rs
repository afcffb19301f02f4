//! Moves by members of an infinite set of amounts, found by trying amounts and looking up the nimbers that they leave.

use super::{LeavingMoves, largest};
use crate::solve::Component;
use crate::solve::look_up::look_up;
use num_bigint::BigUint;
use sprague_core::heap::{BigHeaps, InfiniteSet};
use sprague_core::{Limits, Stopped};

/// The largest number of amounts that are tried, and of moves that are returned.
const TRIED: usize = 1_000_000;
const NAMED: usize = 1_000;

/// Returns moves by small amounts that leave this nimber.
pub(super) fn moves_to(
    component: &Component,
    target: &BigUint,
    set: InfiniteSet,
    limits: &Limits,
) -> Result<LeavingMoves, Stopped> {
    let heap = largest(component);
    let rows = component.rules.nimbers_to(&heap, limits).expect("heaps of a set have nimbers")?;
    let small = u64::try_from(&heap);
    let (mut moves, mut all) = (vec![], small.is_ok());
    for (tried, amount) in set.up_to(small.unwrap_or(u64::MAX)).enumerate() {
        if tried >= TRIED || moves.len() >= NAMED {
            all = false;
            break;
        }
        let left = &heap - amount;
        if look_up(&rows, &left, 0).nimber() == *target {
            moves.push((label(&amount.into()), component.on([left].into_iter().collect())));
        }
    }
    Ok(LeavingMoves { moves, all })
}

fn label(amount: &BigUint) -> String {
    format!("take {amount}")
}

pub(super) fn least_move(heap: &BigUint, set: InfiniteSet) -> Option<(String, BigHeaps)> {
    let least = BigUint::from(set.up_to(2).next()?);
    (least <= *heap).then(|| (label(&least), [heap - &least].into_iter().collect()))
}

/// Returns the amount between two heaps as a label, if it may be taken.
pub(super) fn label_between(before: &BigHeaps, after: &BigHeaps, set: InfiniteSet) -> Option<String> {
    let (before, after) = (before.largest(), after.largest());
    let taken = (after < before).then(|| before - after)?;
    contains(set, &taken).then(|| label(&taken))
}

/// Returns `true` if an amount of any size is in the set. Primes of more than 64 bits count as missing.
fn contains(set: InfiniteSet, amount: &BigUint) -> bool {
    if let Ok(small) = u64::try_from(amount) {
        return set.contains(small);
    }
    match set {
        InfiniteSet::Powers(base) => {
            let powers = core::iter::successors(Some(BigUint::from(1_u8)), |power| Some(power * base));
            powers.take_while(|power| power <= amount).any(|power| power == *amount)
        }
        InfiniteSet::Squares => amount.sqrt().pow(2) == *amount,
        InfiniteSet::Odd => amount.bit(0),
        InfiniteSet::Fibonacci => {
            let (mut one, mut next) = (BigUint::from(1_u8), BigUint::from(2_u8));
            while one < *amount {
                (one, next) = (next.clone(), one + next);
            }
            one == *amount
        }
        InfiniteSet::Primes => false,
    }
}
