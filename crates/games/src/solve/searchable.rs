//! A position ready to be searched: all its components as one ruleset.

use super::Step;
use super::legal::{each_move, step};
use super::tally::Worth;
use crate::{Component, Place, SumText};
use sprague::any::SumPosition;
use sprague::{AnyPosition, AnySum, Limits, Play, Player, Solution, Stopped};

/// How many positions a search must have room for to be begun: one of very many components is large itself.
const FEWEST_POSITIONS: usize = 8_192;

/// A position ready to be searched: its rules as one ruleset, and which of them each component follows.
pub(super) struct Searchable<'a> {
    pub(super) sum: &'a SumText,
    pub(super) rules: AnySum,
    pub(super) which: Vec<u32>,
}

impl<'a> Searchable<'a> {
    /// A heap beyond 64 bits cannot be counted down through: that is the limit on positions.
    pub(super) fn of(sum: &'a SumText, play: Play, limits: &Limits) -> Result<Self, Stopped> {
        let bytes = sum.places().len() * size_of::<(u32, AnyPosition)>();
        if bytes.saturating_mul(FEWEST_POSITIONS) as u64 > limits.bytes {
            return Err(Stopped::Memory(limits.bytes));
        }
        if sum.places().iter().any(|place| matches!(place.component, Component::Far { .. })) {
            return Err(Stopped::Positions(limits.positions));
        }
        let (rules, which) = sum.rulesets();
        Ok(Self { sum, rules: AnySum::new(rules, play), which })
    }

    /// The whole position with `player` to move, and one component replaced.
    pub(super) fn position(&self, player: Player, replaced: Option<(usize, &AnyPosition)>) -> SumPosition {
        let component = |(index, place): (usize, &Place)| {
            let position = match (&place.component, replaced) {
                (_, Some((at, new))) if at == index => new.clone(),
                (Component::Near(position), _) => position.clone(),
                (Component::Far { .. }, _) => unreachable!("far components are refused"),
            };
            (self.which[index], position)
        };
        self.rules.position(player, self.sum.places().iter().enumerate().map(component))
    }

    /// Another position of the same components' games.
    pub(super) fn at<'b>(&self, sum: &'b SumText) -> Searchable<'b> {
        Searchable { sum, rules: self.rules.clone(), which: self.which.clone() }
    }

    /// Calls `each` with every move of `player`: what it is worth, in which component it is, what it is called there and what it
    /// leaves there. What the moves lead to must have been explored.
    pub(super) fn judge(
        &self,
        solution: &Solution<'_, AnySum>,
        player: Player,
        limits: &Limits,
        mut each: impl FnMut(Worth, usize, &str, &Component),
    ) -> Result<(), Stopped> {
        for index in 0..self.which.len() {
            each_move::<Stopped>(self.sum, index, player, limits, |mv, component| {
                let Component::Near(position) = &component else { unreachable!("far components are refused") };
                let after = self.position(-player, Some((index, position)));
                let (answered, remoteness) = solution.of(&after).ok_or_else(|| super::unsteady(self.sum))?;
                each(Worth::of(-answered, remoteness), index, mv, &component);
                Ok(true)
            })?;
        }
        Ok(())
    }

    /// Calls `each` with every move of `player`: its step and the position searched for it.
    pub(super) fn each_move<E: From<Stopped>>(
        &self,
        player: Player,
        limits: &Limits,
        mut each: impl FnMut(SumPosition, &dyn Fn() -> Step) -> Result<(), E>,
    ) -> Result<(), E> {
        for index in 0..self.which.len() {
            each_move::<E>(self.sum, index, player, limits, |mv, component| {
                let Component::Near(position) = &component else { unreachable!("far components are refused") };
                let make_step = || step(self.sum, index, mv, component.clone(), player);
                each(self.position(-player, Some((index, position))), &make_step)?;
                Ok(true)
            })?;
        }
        Ok(())
    }

    /// A searched position in the notation: the components that can still move.
    pub(super) fn show(&self, at: &SumPosition) -> String {
        let shown = at.components().iter().map(|(which, position)| {
            let index = self.which.iter().position(|known| known == which).expect("components come from this sum");
            let game = &self.sum.places()[index].game;
            let family =
                if self.which.iter().any(|other| *other != self.which[0]) { format!("{}@", game.text()) } else { String::new() };
            format!("{family}{}", game.rules().show(position))
        });
        let listed: Vec<String> = shown.collect();
        if listed.is_empty() { "over".to_owned() } else { listed.join(" + ") }
    }
}
