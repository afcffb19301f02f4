//! The loopy components of one game on one graph, valued.

use super::{Smith, Valued};
use crate::Component;
use sprague::any::Labelled;
use sprague::{AnyImpartial, AnyPosition, Fault, Limits, LoopyNimbers, PositionGraph, Ruleset, Stopped};

/// A game with a move to each of several positions in front of it, so that one graph holds all that follows from them.
pub(super) struct Roots<'a> {
    pub(super) rules: &'a AnyImpartial,
    pub(super) roots: Vec<AnyPosition>,
}

impl Ruleset for Roots<'_> {
    /// `None` is where the roots are chosen from; nothing leads to it.
    type Position = Option<AnyPosition>;
    type Move = Labelled;
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Labelled> {
        let roots = if position.is_none() { self.roots.as_slice() } else { &[] };
        let roots = roots.iter().map(|root| Labelled { label: String::new(), to: root.clone() });
        roots.chain(position.iter().flat_map(|position| self.rules.moves(position)))
    }
    fn play(&self, _: &Self::Position, mv: &Labelled) -> Self::Position {
        Some(mv.to.clone())
    }
    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        let roots = if position.is_none() { self.roots.as_slice() } else { &[] };
        roots.iter().cloned().chain(position.iter().flat_map(|position| self.rules.options(position))).map(Some)
    }
    fn bytes_outside(&self, position: &Self::Position) -> usize {
        position.as_ref().map_or(0, |position| self.rules.bytes_outside(position))
    }
    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }
}

impl Roots<'_> {
    /// The graph of all that follows, within what graphs of other games have left of the limits.
    pub(super) fn graph<'b>(
        &self,
        others: impl Iterator<Item = &'b PositionGraph<Option<AnyPosition>>>,
        limits: &Limits,
    ) -> Result<PositionGraph<Option<AnyPosition>>, Stopped> {
        let (positions, bytes) =
            others.fold((0, 0), |(positions, bytes), graph| (positions + graph.len(), bytes + graph.bytes()));
        let left = Limits {
            // the choice of a root is none of the positions asked about
            positions: limits.positions.saturating_sub(positions as u64).saturating_add(1),
            bytes: limits.bytes.saturating_sub(bytes as u64),
            ..limits.clone()
        };
        PositionGraph::explore(self, None, &left).map_err(|stopped| match stopped {
            Stopped::Positions(_) => Stopped::Positions(limits.positions),
            Stopped::Memory(_) => Stopped::Memory(limits.bytes),
            other => other,
        })
    }
}

/// The graph of the loopy components of one game, valued.
pub(super) struct Explored<'a> {
    pub(super) graph: &'a PositionGraph<Option<AnyPosition>>,
    pub(super) values: LoopyNimbers<'a, Option<AnyPosition>>,
}

impl Explored<'_> {
    /// What a position that can be reached is worth; `None` for others, to which only rules that break a law lead.
    pub(super) fn valued(&self, component: &Component) -> Option<Valued> {
        let Component::Near(position) = component else { return None };
        let number = self.graph.number(&Some(position.clone()))?;
        Some(Valued { worth: Smith::from(self.values.value(number)), rank: self.values.rank(number).unwrap_or(0) })
    }
}
