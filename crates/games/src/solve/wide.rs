//! Components with so many moves that those are not listed but computed: Nim and all-but heaps, and huge take-and-break heaps.

mod breaks;
mod rising;

use super::Step;
use super::legal::{sizes, step};
use crate::{Component, Family, SumText};
use num_bigint::BigUint;
use sprague::{AmountSet, Limits, Player, Stopped};
use sprague_rules_subtraction::AllBut;

/// The largest heap of Nim or an all-but set whose moves are listed one by one.
const LISTED: u32 = 20_000;

/// The largest take-and-break heap whose moves are: unlike those of Nim, the others are not all found.
const LISTED_BREAKS: u32 = 1_000_000;

/// The moves that leave a component of some nimber.
pub(crate) struct Found {
    pub(crate) moves: Vec<(String, Component)>,
    /// Whether these are all.
    pub(crate) all: bool,
}

/// Whether all moves of this component that leave it of some nimber can be computed, however many others there are.
pub(crate) fn is_rising(sum: &SumText, index: usize) -> bool {
    matches!(sum.places()[index].game.family(), Family::Nim | Family::AllBut(_))
}

/// Whether the moves of this component are computed rather than listed.
pub(crate) fn is_wide(sum: &SumText, index: usize) -> bool {
    let listed = if is_rising(sum, index) { LISTED } else { LISTED_BREAKS };
    heaps(sum, index).last().is_some_and(|heap| *heap > BigUint::from(listed))
}

/// The heaps of a component of a family in which a heap has about as many moves as tokens, least first.
fn heaps(sum: &SumText, index: usize) -> Vec<BigUint> {
    let place = &sum.places()[index];
    match place.game.family() {
        Family::Nim | Family::AllBut(_) => vec![place.game.tokens(&place.component)],
        Family::Octal(_) | Family::Grundy => sizes(&place.component),
        _ => vec![],
    }
}

/// The moves in a wide component that leave it with nimber `target`.
pub(crate) fn moves_to(sum: &SumText, index: usize, target: &BigUint, limits: &Limits) -> Result<Found, Stopped> {
    match sum.places()[index].game.family() {
        Family::Nim => rising::moves_to(sum, index, target, &AmountSet::default(), limits),
        Family::AllBut(AllBut(forbidden)) => rising::moves_to(sum, index, target, forbidden, limits),
        _ => breaks::moves_to(sum, index, target, limits),
    }
}

/// The moves in a component of a take-and-break family whose smaller parts are at most `most`, where what they leave `is_wanted`.
pub(crate) fn breaks_where(
    sum: &SumText,
    index: usize,
    most: u64,
    is_wanted: impl Fn(&[BigUint]) -> bool,
) -> Vec<(String, Component)> {
    let found = breaks::breaks_where(sum, index, most, is_wanted);
    found.into_iter().map(|(label, heaps)| (label, component(sum, index, heaps))).collect()
}

/// Some move in a wide component, to have one to name; `None` if there is none.
pub(crate) fn some_move(sum: &SumText, index: usize, player: Player) -> Option<Step> {
    let heap = heaps(sum, index).pop()?;
    let (mv, after) = match sum.places()[index].game.family() {
        Family::Nim => rising::least_move(&heap, &AmountSet::default())?,
        Family::AllBut(AllBut(forbidden)) => rising::least_move(&heap, forbidden)?,
        _ => breaks::least_move(sum, index)?,
    };
    Some(step(sum, index, &mv, component(sum, index, after), player))
}

/// The component of this family that consists of these heaps.
fn component(sum: &SumText, index: usize, mut heaps: Vec<BigUint>) -> Component {
    heaps.sort();
    heaps.retain(|heap| heap.bits() > 0);
    let text: Vec<String> = heaps.iter().map(BigUint::to_string).collect();
    let text = if text.is_empty() { "0".to_owned() } else { text.join(".") };
    sum.places()[index].game.component(&text).expect("heaps are a component")
}
