//! Several impartial rulesets as one: a position says which of them it follows.

use super::{AnyPosition, AnyRuleset, Kind, Labelled, NotOfThisKind, portions};
use crate::any::Fault;
use crate::{Impartial, Player, Ruleset};
use std::sync::Arc;

/// Positions of any of these impartial rulesets, each with the index of its own: what a [`Compound`](crate::Compound) of different
/// games is made from.
///
/// ```
/// use sprague_core::{Compound, CompoundRule, Play};
/// use sprague_core::any::AnyOf;
///
/// let none = Compound::new(AnyOf::new(vec![]).unwrap(), CompoundRule::Conjunctive, Play::Normal);
/// assert!(none.position([]).is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct AnyOf(Vec<Arc<dyn AnyRuleset>>);

impl AnyOf {
    /// These rulesets, named by their index.
    ///
    /// See [`AnyOf`] for an example.
    ///
    /// # Errors
    /// [`NotOfThisKind`] if one is not impartial.
    pub fn new(rules: Vec<Arc<dyn AnyRuleset>>) -> Result<Self, NotOfThisKind> {
        match rules.iter().map(|rules| rules.kind()).find(|kind| *kind != Kind::Impartial) {
            Some(found) => Err(NotOfThisKind { found }),
            None => Ok(Self(rules)),
        }
    }

    fn rules(&self, which: u32) -> &dyn AnyRuleset {
        &*self.0[which as usize]
    }
}

impl Ruleset for AnyOf {
    type Position = (u32, AnyPosition);
    type Move = Labelled;
    fn moves(&self, (which, position): &Self::Position) -> impl Iterator<Item = Labelled> {
        portions(|from, moves| self.rules(*which).moves(position, Player::Left, from, moves))
    }
    fn play(&self, (which, _): &Self::Position, mv: &Labelled) -> Self::Position {
        (*which, mv.to.clone())
    }
    fn options(&self, (which, position): &Self::Position) -> impl Iterator<Item = Self::Position> {
        let options = portions(|from, options| self.rules(*which).options(position, Player::Left, from, options));
        options.map(|option| (*which, option))
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, (which, position): Self::Position) -> Self::Position {
        (which, self.rules(which).normal_form(position))
    }
    fn allocated_bytes(&self, (_, position): &Self::Position) -> usize {
        position.allocated_bytes()
    }
    fn fault(&self) -> Option<Fault> {
        self.0.iter().find_map(|rules| rules.fault())
    }
}

impl Impartial for AnyOf {
    fn summands(&self, (which, position): &Self::Position) -> impl Iterator<Item = Self::Position> {
        let mut parts = vec![];
        self.rules(*which).summands(position, &mut parts);
        parts.into_iter().map(|part| (*which, part))
    }
}
