//! Moves in huge heaps that break: finds winning moves in which all parts but one are small. If the nimbers have a period, such
//! moves usually exist.

use super::LeavingMoves;
use crate::solve::look_up::look_up;
use crate::solve::{Component, ComponentPosition};
use num_bigint::BigUint;
use sprague_core::heap::{BigHeaps, HeapRules};
use sprague_core::{Limits, Nimber, Stopped};
use sprague_rows::Sequence;

/// If a move leaves three parts, the two smaller ones are tried up to this size.
const MAX_PARTS: u64 = 2_000;

/// The number of tokens taken, and the parts that are left.
type Break = (u64, Vec<BigUint>);

/// Returns moves with small parts that leave this nimber.
pub(super) fn moves_to(component: &Component, target: &BigUint, limits: &Limits) -> Result<LeavingMoves, Stopped> {
    let heaps = component.big().unwrap_or_default();
    let rows = component.rules.nimbers_to(&heaps.largest(), limits).expect("take-and-break families have nimbers")?;
    let value = |heap: &BigUint| look_up(&rows, heap, 0).nimber();
    let total = nim_sum(heaps.sizes(), value);
    let mut moves = vec![];
    for (heap, others) in different(&heaps) {
        let wanted = &total ^ value(heap) ^ target;
        let found = breaks(component, heap, last_small_part(&rows)).filter(|(_, parts)| nim_sum(parts, value) == wanted);
        moves.extend(found.map(|found| (label(heap, &found), component.on(others.clone().chain(found.1).collect()))));
    }
    Ok(LeavingMoves { moves, all: false })
}

/// Returns the moves with parts up to `most` that leave heaps for which `is_wanted` returns `true`.
pub(crate) fn breaks_where(
    component: &Component,
    most: u64,
    is_wanted: impl Fn(&BigHeaps) -> bool,
) -> Vec<(String, ComponentPosition)> {
    let heaps = component.big().unwrap_or_default();
    let mut moves = vec![];
    for (heap, others) in different(&heaps) {
        for found in breaks(component, heap, most) {
            let left: BigHeaps = others.clone().chain(found.1.iter().cloned()).collect();
            if is_wanted(&left) {
                moves.push((label(heap, &found), component.on(left)));
            }
        }
    }
    moves
}

/// Returns the heaps of different sizes, each with the other heaps.
fn different(heaps: &BigHeaps) -> impl Iterator<Item = (&BigUint, impl Iterator<Item = BigUint> + Clone)> {
    let sizes = heaps.sizes();
    let firsts = sizes.iter().enumerate().filter(|(at, heap)| *at == 0 || sizes[at - 1] != **heap);
    firsts.map(|(at, heap)| (heap, sizes[..at].iter().chain(&sizes[at + 1..]).cloned()))
}

fn nim_sum(heaps: &[BigUint], value: impl Fn(&BigUint) -> BigUint) -> BigUint {
    heaps.iter().fold(BigUint::ZERO, |sum, heap| sum ^ value(heap))
}

/// Returns the largest part that is tried. Larger parts have the values of parts within the first period.
fn last_small_part(rows: &Sequence<Nimber>) -> u64 {
    let period = rows.period().filter(|period| period.is_proved());
    period.map_or(rows.rows().len() as u64, |period| period.preperiod + period.period)
}

/// Returns the moves of one heap in which all parts but one are at most `most`.
fn breaks(component: &Component, heap: &BigUint, most: u64) -> impl Iterator<Item = Break> {
    let (digits, is_grundy) = match component.data() {
        Some(HeapRules::TakeAndBreak(code)) => (code.digits().to_vec(), false),
        _ => (vec![4], true), // Grundy's game splits like 4., but into unequal parts
    };
    let heap = heap.clone();
    let taking = (0_u64..).zip(digits).map(move |(taken, digit)| (taken, digit, checked_sub(&heap, taken)));
    let taking = taking.map_while(|(taken, digit, left)| Some((taken, digit, left?)));
    taking.flat_map(move |(taken, digit, left)| {
        let none = (digit & 1 != 0 && left.bits() == 0).then(Vec::new);
        let one = (digit & 2 != 0 && taken > 0 && left.bits() > 0).then(|| vec![left.clone()]);
        let most_of_two = if digit & 4 != 0 { most } else { 0 };
        let two = pairs(left.clone(), 1, most_of_two).filter(move |pair| !is_grundy || pair[0] != pair[1]);
        let most_of_three = if digit & 8 != 0 { most.min(MAX_PARTS) } else { 0 };
        let three = (1..=most_of_three).map_while(move |least| Some((least, checked_sub(&left, least)?)));
        let three = three.flat_map(move |(least, rest)| {
            pairs(rest, least, most_of_three).map(move |pair| [vec![BigUint::from(least)], pair.to_vec()].concat())
        });
        let parts = none.into_iter().chain(one).chain(two.map(|pair| pair.to_vec())).chain(three);
        parts.map(move |parts| (taken, parts))
    })
}

/// Returns the ways to split tokens into two heaps, the smaller of which is between `least` and `most`.
fn pairs(tokens: BigUint, least: u64, most: u64) -> impl Iterator<Item = [BigUint; 2]> {
    let pair = move |small: u64| {
        let large = checked_sub(&tokens, small)?;
        (large >= BigUint::from(small)).then(|| [small.into(), large])
    };
    (least..=most).map_while(pair)
}

fn label(heap: &BigUint, (taken, parts): &Break) -> String {
    let listed: Vec<String> = parts.iter().map(BigUint::to_string).collect();
    match (taken, parts.len()) {
        (0, _) => format!("{heap}: split into {}", listed.join(".")),
        (_, 0 | 1) => format!("{heap}: take {taken}"),
        _ => format!("{heap}: take {taken}, leave {}", listed.join(".")),
    }
}

pub(super) fn least_move(component: &Component) -> Option<(String, BigHeaps)> {
    let heaps = component.big()?;
    different(&heaps).find_map(|(heap, others)| {
        let found = breaks(component, heap, 1).next()?;
        Some((label(heap, &found), others.chain(found.1).collect()))
    })
}

/// Returns the label of the move between these heaps, if the rules allow it.
pub(super) fn label_between(component: &Component, before: &BigHeaps, after: &BigHeaps) -> Option<String> {
    let (mut broken, mut parts) = (before.sizes().to_vec(), after.sizes().to_vec());
    // heaps in both lists have not changed
    broken.retain(|heap| match parts.iter().position(|part| part == heap) {
        Some(at) => {
            parts.remove(at);
            false
        }
        None => true,
    });
    let [heap] = broken.as_slice() else { return None };
    let left: BigUint = parts.iter().sum();
    if left > *heap {
        return None;
    }
    let taken = u64::try_from(heap - left).ok()?;
    let is_allowed = match component.data()? {
        HeapRules::TakeAndBreak(code) => {
            let digit = usize::try_from(taken).ok().and_then(|place| code.digits().get(place)).copied().unwrap_or(0);
            parts.len() <= 3 && digit >> parts.len() & 1 == 1 && (taken > 0 || parts.len() > 1)
        }
        _ => taken == 0 && parts.len() == 2 && parts[0] != parts[1],
    };
    is_allowed.then(|| label(heap, &(taken, parts)))
}

fn checked_sub(tokens: &BigUint, amount: u64) -> Option<BigUint> {
    (*tokens >= BigUint::from(amount)).then(|| tokens - amount)
}
