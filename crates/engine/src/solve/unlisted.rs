//! Components with more moves than can be looked at: their winning moves are found by the value that they are to leave.

mod arithmetic;
mod breaks;

pub(crate) use breaks::breaks_where;

use super::{Component, ComponentPosition};
use num_bigint::BigUint;
use sprague_core::heap::{Amounts, BigHeaps, HeapRules};
use sprague_core::{Limits, Stopped};

/// Moves of heaps that are larger than this are not looked at one by one where any amount may be taken …
const LISTED: u32 = 20_000;

/// … nor where heaps break.
const LISTED_BREAKS: u32 = 1_000_000;

/// Moves that leave a value, and whether these are all.
pub(crate) struct LeavingMoves {
    pub(crate) moves: Vec<(String, ComponentPosition)>,
    pub(crate) all: bool,
}

/// The forbidden amounts, where any other amount may be taken: then nimbers rise with the size, and all sizes of one nimber are found
/// by arithmetic.
fn forbidden(component: &Component) -> Option<&sprague_core::heap::AmountSet> {
    match component.data() {
        Some(HeapRules::Subtraction(Amounts::AllBut(forbidden))) => Some(forbidden),
        _ => None,
    }
}

/// Whether all moves to a value are found by arithmetic, however many there are.
pub(crate) fn is_arithmetic(component: &Component) -> bool {
    forbidden(component).is_some()
}

/// Whether there are too many moves to look at.
pub(crate) fn is_unlisted(component: &Component) -> bool {
    let listed = match component.data() {
        Some(HeapRules::Subtraction(Amounts::AllBut(_))) => LISTED,
        Some(HeapRules::TakeAndBreak(_) | HeapRules::Grundy) => LISTED_BREAKS,
        _ => return false,
    };
    match component.small().and_then(|position| component.rules.heaps()?.indices(position)) {
        Some(heaps) => heaps.iter().any(|(heap, _)| *heap > listed.into()),
        None => component.big().is_some_and(|heaps| heaps.largest() > BigUint::from(listed)),
    }
}

/// The moves of such a component that leave the nimber `target`.
pub(crate) fn moves_to(component: &Component, target: &BigUint, limits: &Limits) -> Result<LeavingMoves, Stopped> {
    match forbidden(component) {
        Some(forbidden) => arithmetic::moves_to(component, target, forbidden, limits),
        None => breaks::moves_to(component, target, limits),
    }
}

/// Some legal move of such a component, by the least amount.
pub(crate) fn some_move(component: &Component) -> Option<(String, ComponentPosition)> {
    let (label, heaps) = match forbidden(component) {
        Some(forbidden) => arithmetic::least_move(&component.big()?.largest(), forbidden)?,
        None => breaks::least_move(component)?,
    };
    Some((label, component.on(heaps)))
}

/// The move, if there is one, that leaves these heaps: what a person types who cannot be shown a list.
pub(crate) fn move_to(component: &Component, after: &BigHeaps) -> Option<(String, ComponentPosition)> {
    let before = component.big()?;
    let label = match forbidden(component) {
        Some(forbidden) => arithmetic::label_between(&before, after, forbidden)?,
        None if component.breaks_heaps() => breaks::label_between(component, &before, after)?,
        None => return None,
    };
    Some((label, component.on(after.clone())))
}
