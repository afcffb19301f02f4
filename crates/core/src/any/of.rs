//! Several rulesets as one: a position says which of them it follows.

use super::{AnyPosition, AnyRuleset, Kind, Labelled, NotOfThisKind, portions};
use crate::any::Fault;
use crate::{Impartial, Partizan, Player, Ruleset};
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

/// Positions of any of these rulesets under which the last mover wins, partizan or impartial, each with the index of its own: what the
/// values of a sum of different games are found in.
///
/// ```
/// # use sprague_core::{Impartial, Partizan, Player, Ruleset, any, heap_notation};
/// # use sprague_core::any::{AnyPartizanOf, AnyPosition};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// # heap_notation!(Nim);
/// let rules = AnyPartizanOf::new(vec![any::impartial(Nim)])?;
/// assert_eq!(rules.options(&(0, AnyPosition::pack(&5_u64)), Player::Right).count(), 5);
/// # Ok::<(), any::NotOfThisKind>(())
/// ```
#[derive(Clone, Debug)]
pub struct AnyPartizanOf(Vec<Arc<dyn AnyRuleset>>);

impl AnyPartizanOf {
    /// These rulesets, named by their index.
    ///
    /// See [`AnyPartizanOf`] for an example.
    ///
    /// # Errors
    /// [`NotOfThisKind`] if one says itself who has won.
    pub fn new(rules: Vec<Arc<dyn AnyRuleset>>) -> Result<Self, NotOfThisKind> {
        match rules.iter().map(|rules| rules.kind()).find(|kind| *kind == Kind::TerminalRule) {
            Some(found) => Err(NotOfThisKind { found }),
            None => Ok(Self(rules)),
        }
    }

    fn rules(&self, which: u32) -> &dyn AnyRuleset {
        &*self.0[which as usize]
    }
}

impl Partizan for AnyPartizanOf {
    type Position = (u32, AnyPosition);
    type Move = Labelled;
    fn moves(&self, (which, position): &Self::Position, player: Player) -> impl Iterator<Item = Labelled> {
        portions(move |from, moves| self.rules(*which).moves(position, player, from, moves))
    }
    fn play(&self, (which, _): &Self::Position, _: Player, mv: &Labelled) -> Self::Position {
        (*which, mv.to.clone())
    }
    fn options(&self, (which, position): &Self::Position, player: Player) -> impl Iterator<Item = Self::Position> {
        let options = portions(move |from, options| self.rules(*which).options(position, player, from, options));
        options.map(|option| (*which, option))
    }
    fn summands(&self, (which, position): &Self::Position) -> impl Iterator<Item = Self::Position> {
        let mut parts = vec![];
        self.rules(*which).summands(position, &mut parts);
        parts.into_iter().map(|part| (*which, part))
    }
    fn value_text(&self, (which, position): &Self::Position) -> Option<String> {
        self.rules(*which).value_text(position)
    }
    fn each_option(&self, position: &Self::Position, player: Player, each: &mut dyn FnMut(&mut Vec<Self::Position>) -> bool) {
        let ((which, position), mut numbered) = (position, vec![]);
        self.rules(*which).each_option(position, player, &mut |parts| {
            numbered.clear();
            numbered.extend(parts.drain(..).map(|part| (*which, part)));
            each(&mut numbered)
        });
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, (which, position): Self::Position) -> Self::Position {
        (which, self.rules(which).normal_form(position))
    }
    fn negative(&self, (which, position): &Self::Position) -> Option<Self::Position> {
        self.rules(*which).negative(position).map(|negative| (*which, negative))
    }
    fn allocated_bytes(&self, (_, position): &Self::Position) -> usize {
        position.allocated_bytes()
    }
    fn fault(&self) -> Option<Fault> {
        self.0.iter().find_map(|rules| rules.fault())
    }
}
