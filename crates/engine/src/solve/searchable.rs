//! A sum as one ruleset, so that it can be searched.

use super::selection::MoveRank;
use super::{Component, ComponentPosition, MixedSum, SumMove};
use crate::evaluate::Solution;
use sprague_core::any::SumPosition;
use sprague_core::any::{AnyImpartial, AnyPosition, AnySum, Fault};
use sprague_core::heap::{Amounts, HeapRules};
use sprague_core::limits::Meter;
use sprague_core::{Limits, MOST_COUNTED, Player, Ruleset, Stopped};
use std::sync::Arc;

/// A sum is refused as too large if fewer than this many of its positions fit into memory.
const FEWEST_POSITIONS: usize = 8_192;

/// Positions with at least this many moves are not searched, if they are of built-in impartial rules that are not sets of amounts.
const TOO_MANY_MOVES: usize = 2_000_000;

/// A sum without heaps of more than 64 bits, as one ruleset.
pub(crate) struct Searchable<'a> {
    pub(crate) sum: &'a MixedSum,
    pub(crate) rules: AnySum,
    which: Vec<u32>,
}

/// Returns the reason why a search stops if a position's moves differ from those listed before.
pub(super) fn unsteady(sum: &MixedSum) -> Stopped {
    let other_moves = || Fault::new("asked for its moves again, it listed other ones").into();
    sum.check().err().unwrap_or_else(other_moves)
}

impl<'a> Searchable<'a> {
    pub(crate) fn of(sum: &'a MixedSum, limits: &Limits) -> Result<Self, Stopped> {
        let bytes = sum.components.len() * size_of::<(u32, AnyPosition)>();
        if bytes.saturating_mul(FEWEST_POSITIONS) as u64 > limits.bytes {
            return Err(Stopped::Memory(limits.bytes));
        }
        if sum.components.iter().any(|component| component.small().is_none()) {
            return Err(Stopped::Positions(limits.positions));
        }
        for component in &sum.components {
            if has_too_long_play(component, limits) || has_too_many_moves(component, limits)? {
                return Err(Stopped::TooLarge(0));
            }
        }
        let (rules, which) = sum.rulesets();
        Ok(Self { sum, rules: AnySum::new(rules, sum.play), which })
    }

    /// Returns the sum for a search that only finds the winner and lists few moves.
    pub(crate) fn for_winner(self) -> Self {
        Self { rules: self.rules.keeping_last(), ..self }
    }

    /// Returns the sum with `player` to move and one component replaced.
    pub(crate) fn position(&self, player: Player, replaced: Option<(usize, &AnyPosition)>) -> SumPosition {
        let component = |(index, component): (usize, &Component)| {
            let new = replaced.filter(|(at, _)| *at == index).map(|(_, new)| new);
            let position = new.or(component.small()).expect("sums with large components are refused");
            (self.which[index], position.clone())
        };
        self.rules.position(player, self.sum.components.iter().enumerate().map(component))
    }

    /// Returns a position of the same sum with the same rules.
    pub(crate) fn at<'b>(&self, sum: &'b MixedSum) -> Searchable<'b> {
        Searchable { sum, rules: self.rules.clone(), which: self.which.clone() }
    }

    /// Returns another sum whose components have the same rulesets.
    pub(crate) fn on<'b>(&self, sum: &'b MixedSum) -> Searchable<'b> {
        let known = |component: &Component| {
            let is_same =
                |known: &&Component| Arc::ptr_eq(&known.rules, &component.rules) && known.is_negative == component.is_negative;
            self.which[self.sum.components.iter().position(|known| is_same(&known)).expect("its rules are those of this sum")]
        };
        Searchable { sum, rules: self.rules.clone(), which: sum.components.iter().map(known).collect() }
    }

    /// Calls `each` with every move of `player` and its rank.
    pub(crate) fn judge(
        &self,
        solution: &Solution<'_, AnySum>,
        player: Player,
        limits: &Limits,
        mut each: impl FnMut(MoveRank, usize, &str, &ComponentPosition),
    ) -> Result<(), Stopped> {
        for (index, component) in self.sum.open() {
            component.each_move::<Stopped>(player, limits, &mut |label, position| {
                let after = self.position(-player, small(&position).map(|position| (index, position)));
                let (answered, remoteness) = solution.of(&after).ok_or_else(|| unsteady(self.sum))?;
                each(MoveRank::of(-answered, remoteness), index, label, &position);
                Ok(true)
            })?;
        }
        Ok(())
    }

    /// Calls `each` with the position after every move of `player` and a function that returns the move.
    pub(super) fn each_move<E: From<Stopped>>(
        &self,
        player: Player,
        limits: &Limits,
        mut each: impl FnMut(SumPosition, &dyn Fn() -> SumMove) -> Result<(), E>,
    ) -> Result<(), E> {
        let next = self.sum.next(player);
        for (index, component) in self.sum.open() {
            component.each_move::<E>(player, limits, &mut |label, position| {
                let make = || SumMove::one(index, label, position.clone(), next);
                each(self.position(-player, small(&position).map(|position| (index, position))), &make)?;
                Ok(true)
            })?;
        }
        Ok(())
    }

    pub(crate) fn component_of(&self, which: u32) -> usize {
        self.which.iter().position(|known| *known == which).expect("components come from this sum")
    }

    pub(crate) fn is_of_one_ruleset(&self) -> bool {
        self.which.iter().all(|which| *which == self.which[0])
    }
}

/// Returns `true` if a search is unlikely to end, because this component has too many moves.
///
/// Rules that are loaded are searched all the same, because their moves may lead to few positions. So are sets of amounts: a heap
/// of Nim with many moves often has an early one that wins.
fn has_too_many_moves(component: &Component, limits: &Limits) -> Result<bool, Stopped> {
    let rules = component.rules.rules();
    let is_searched = rules.is_loaded() || matches!(component.data(), Some(HeapRules::Subtraction(_)));
    let may_be = |position: &&AnyPosition| !is_searched && rules.mobility(position, Player::Left) >= MOST_COUNTED;
    let position = component.small().filter(may_be);
    let Some((typed, position)) = AnyImpartial::try_from(rules.clone()).ok().zip(position) else { return Ok(false) };
    let mut meter = Meter::new(limits);
    let mut options = typed.options(position);
    for _ in 0..TOO_MANY_MOVES {
        meter.allow(0, || 0, || None)?;
        if options.next().is_none() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns `true` if even the shortest play in a heap has more positions than are allowed.
fn has_too_long_play(component: &Component, limits: &Limits) -> bool {
    let Some(HeapRules::Subtraction(Amounts::Only(set))) = component.data() else { return false };
    let (heap, most) = (component.one_heap().map(|(heap, _)| heap), set.as_slice().last().copied().unwrap_or(u64::MAX));
    heap.is_some_and(|heap| heap / most > limits.positions.into())
}

fn small(position: &ComponentPosition) -> Option<&AnyPosition> {
    match position {
        ComponentPosition::Small(position) => Some(position),
        ComponentPosition::Big(_) => None,
    }
}
