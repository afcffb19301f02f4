//! Components with too many moves to try one by one. Their winning moves are found from the value that a move has to leave.

mod arithmetic;
mod breaks;
mod infinite;
mod of_heap;

pub(crate) use breaks::breaks_where;

use super::{Component, ComponentPosition, MixedSum, SumMove};
use num_bigint::BigUint;
use sprague_core::heap::{Amounts, BigHeaps, HeapFormula, HeapRules, InfiniteSet};
use sprague_core::{Limits, Player, Stopped};

/// The largest heap whose moves are tried one by one, if any amount may be taken.
const LISTED: u32 = 20_000;

/// The largest heap whose moves are tried one by one, if heaps break.
const LISTED_BREAKS: u32 = 1_000_000;

/// Moves that leave a value, and whether these are all such moves.
pub(crate) struct LeavingMoves {
    pub(crate) moves: Vec<(String, ComponentPosition)>,
    pub(crate) all: bool,
}

/// Returns the forbidden amounts, if any other amount may be taken.
///
/// In such games nimbers rise with the size, and all sizes with one nimber are found by arithmetic.
fn forbidden(component: &Component) -> Option<&sprague_core::heap::AmountSet> {
    match component.data() {
        Some(HeapRules::Subtraction(Amounts::AllBut(forbidden))) => Some(forbidden),
        _ => None,
    }
}

fn infinite(component: &Component) -> Option<InfiniteSet> {
    match component.data() {
        Some(HeapRules::Subtraction(Amounts::Infinite(set))) => Some(*set),
        _ => None,
    }
}

/// Returns the formula of the amounts, if they depend on the heap and may be many.
fn formula(component: &Component) -> Option<HeapFormula> {
    match component.data() {
        Some(HeapRules::OfHeap(formula)) if *formula != HeapFormula::Divisors => Some(*formula),
        _ => None,
    }
}

/// Returns `true` if all moves to a value are found by arithmetic, no matter how many there are.
pub(crate) fn is_arithmetic(component: &Component) -> bool {
    forbidden(component).is_some() || matches!(formula(component), Some(HeapFormula::AtMost { .. }))
}

/// Returns `true` if there are too many moves to try one by one.
pub(crate) fn is_unlisted(component: &Component) -> bool {
    let listed = match component.data() {
        Some(HeapRules::Subtraction(Amounts::AllBut(_) | Amounts::Infinite(_))) => LISTED,
        Some(HeapRules::OfHeap(_)) if formula(component).is_some() => LISTED,
        Some(HeapRules::TakeAndBreak(_) | HeapRules::Grundy) => LISTED_BREAKS,
        _ => return false,
    };
    match component.small().and_then(|position| component.rules.heaps()?.indices(position)) {
        Some(heaps) => heaps.iter().any(|(heap, _)| *heap > listed.into()),
        None => largest(component) > BigUint::from(listed),
    }
}

/// Returns the moves of such a component that leave the nimber `target`.
pub(crate) fn moves_to(component: &Component, target: &BigUint, limits: &Limits) -> Result<LeavingMoves, Stopped> {
    match (forbidden(component), infinite(component), formula(component)) {
        (Some(forbidden), ..) => arithmetic::moves_to(component, target, forbidden, limits),
        (_, Some(set), _) => infinite::moves_to(component, target, set, limits),
        (.., Some(formula)) => of_heap::moves_to(component, target, formula, limits),
        _ => breaks::moves_to(component, target, limits),
    }
}

/// Returns the size of the largest heap, or 0 if there is none.
fn largest(component: &Component) -> BigUint {
    component.big().map_or(BigUint::ZERO, |heaps| heaps.largest())
}

/// Returns a legal move of such a component, one that takes the least amount.
fn some_move(component: &Component) -> Option<(String, ComponentPosition)> {
    let heap = largest(component);
    let (label, heaps) = match (forbidden(component), infinite(component), formula(component)) {
        (Some(forbidden), ..) => arithmetic::least_move(&heap, forbidden)?,
        (_, Some(set), _) => infinite::least_move(&heap, set)?,
        (.., Some(formula)) => of_heap::least_move(&heap, formula)?,
        _ => breaks::least_move(component)?,
    };
    Some((label, component.on(heaps)))
}

/// Returns the move that leaves these heaps, if there is one. A user types them if the moves are too many to choose from a
/// list.
fn move_to(component: &Component, after: &BigHeaps) -> Option<(String, ComponentPosition)> {
    let before = component.big()?;
    let label = match forbidden(component) {
        Some(forbidden) => arithmetic::label_between(&before, after, forbidden)?,
        None if let Some(set) = infinite(component) => infinite::label_between(&before, after, set)?,
        None if let Some(formula) = formula(component) => of_heap::label_between(&before, after, formula)?,
        None if component.breaks_heaps() => breaks::label_between(component, &before, after)?,
        None => return None,
    };
    Some((label, component.on(after.clone())))
}

impl Component {
    /// Returns some move of `player`, also if there are too many moves to list, or `None` if there is no move.
    ///
    /// # Errors
    /// See [`moves`](Self::moves).
    pub fn some_move(&self, player: Player, limits: &Limits) -> Result<Option<(String, ComponentPosition)>, Stopped> {
        if self.has_listed_moves() {
            return Ok(self.moves(player, 1, limits)?.pop());
        }
        Ok(some_move(self))
    }

    /// Returns the move to a position that a user has typed, for components with too many moves to be listed.
    pub fn move_to(&self, after: &ComponentPosition) -> Option<(String, ComponentPosition)> {
        move_to(self, &*self.with(after.clone()).big()?)
    }
}

impl MixedSum {
    pub(crate) fn first_move(&self, player: Player, limits: &Limits) -> Result<Option<SumMove>, Stopped> {
        for (index, component) in self.open() {
            let mut found = None;
            if is_unlisted(component) {
                found = some_move(component).map(|(label, position)| self.one_move(index, &label, position, player));
            } else {
                component.each_move::<Stopped>(player, limits, &mut |label, position| {
                    found = Some(self.one_move(index, label, position, player));
                    Ok(false)
                })?;
            }
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}
