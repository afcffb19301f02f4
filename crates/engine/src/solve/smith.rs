//! Solves sums of loopy positions by Smith's generalised Grundy numbers.
//!
//! Sources: Smith 1966, *Graphs and composite games*; Fraenkel & Perl 1975. The best winning move is the one that leaves the
//! least total of numbers and, among equal totals, the least total of ranks. Play that follows these moves ends.

use super::nimbers::Nimbers;
use super::valuation::{Found, named};
use super::{Component, ComponentPosition, MixedSum, NoValue, RulesetCache, SumValue, Valuation, unlisted};
use crate::evaluate::{LoopyNimbers, smith_values};
use crate::graph::PositionGraph;
use num_bigint::BigUint;
use sprague_core::any::{AnyImpartial, AnyPosition};
use sprague_core::{Limits, LoopyNimber, Nimber, Outcome, Player, Stopped};
use std::collections::HashMap;
use std::sync::Arc;

/// A number, or ∞ with the numbers that a move can reach, in increasing order.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Worth {
    Finite(BigUint),
    Infinite(Vec<BigUint>),
}

impl Worth {
    fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a ^ b),
            (Self::Infinite(set), Self::Finite(number)) | (Self::Finite(number), Self::Infinite(set)) => {
                let mut set: Vec<BigUint> = set.iter().map(|other| other ^ number).collect();
                set.sort_unstable();
                Self::Infinite(set)
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(vec![]),
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(number) if *number == BigUint::ZERO => Outcome::Loss,
            Self::Finite(_) => Outcome::Win,
            Self::Infinite(set) if set.first() == Some(&BigUint::ZERO) => Outcome::Win,
            Self::Infinite(_) => Outcome::Draw,
        }
    }

    fn shown(&self) -> SumValue {
        match self {
            Self::Finite(number) => SumValue::Smith { number: Some(number.clone()), left_for: vec![] },
            Self::Infinite(set) => SumValue::Smith { number: None, left_for: set.clone() },
        }
    }
}

impl From<LoopyNimber> for Worth {
    fn from(value: LoopyNimber) -> Self {
        match value {
            LoopyNimber::Finite(Nimber(number)) => Self::Finite(number.into()),
            LoopyNimber::Infinite(set) => Self::Infinite(set.iter().map(|nimber| nimber.0.into()).collect()),
        }
    }
}

/// The value of a sum, and its distance from the end: the total of its numbers and the total of its ranks.
#[derive(Clone, Debug)]
pub(super) struct Valued {
    worth: Worth,
    height: (BigUint, u64),
}

impl Valued {
    fn new(worth: Worth, rank: u32) -> Self {
        let height = match &worth {
            Worth::Finite(number) => (number.clone(), rank.into()),
            Worth::Infinite(_) => (BigUint::ZERO, 0),
        };
        Self { worth, height }
    }
}

/// The graphs of the rulesets that have a loopy component in the sum.
pub(super) struct Graphs(HashMap<*const RulesetCache, PositionGraph<AnyPosition>>);

impl Graphs {
    pub(super) fn explore(
        sum: &MixedSum,
        rules: &[AnyImpartial],
        nimbers: &Nimbers<'_>,
        limits: &Limits,
    ) -> Result<Self, Stopped> {
        // the components without a nimber, grouped under the first one of the same ruleset
        let mut loopy: Vec<(usize, Vec<AnyPosition>)> = vec![];
        for (index, component) in sum.components.iter().enumerate() {
            let Some(position) = component.small() else { continue };
            if nimbers.nimber(component)?.is_some() {
                continue;
            }
            match loopy.iter_mut().find(|(first, _)| Arc::ptr_eq(&sum.components[*first].rules, &component.rules)) {
                Some((_, roots)) => roots.push(position.clone()),
                None => loopy.push((index, vec![position.clone()])),
            }
        }
        let mut graphs: HashMap<*const RulesetCache, PositionGraph<AnyPosition>> = HashMap::new();
        for (first, roots) in loopy {
            let left = left_by(graphs.values(), limits);
            let graph = PositionGraph::explore_all(&rules[first], roots, &left).map_err(|stopped| match stopped {
                Stopped::Positions(_) => Stopped::Positions(limits.positions),
                Stopped::Memory(_) => Stopped::Memory(limits.bytes),
                other => other,
            })?;
            graphs.insert(Arc::as_ptr(&sum.components[first].rules), graph);
        }
        Ok(Self(graphs))
    }
}

/// Returns the limits minus the memory that the graphs of other rulesets take.
fn left_by<'a>(others: impl Iterator<Item = &'a PositionGraph<AnyPosition>>, limits: &Limits) -> Limits {
    let (positions, bytes) = others.fold((0, 0), |(positions, bytes), graph| (positions + graph.len(), bytes + graph.bytes()));
    Limits {
        positions: limits.positions.saturating_sub(positions as u64),
        bytes: limits.bytes.saturating_sub(bytes as u64),
        ..limits.clone()
    }
}

/// Smith's values of the components of one sum.
pub(super) struct Smith<'a, 'n> {
    nimbers: &'a Nimbers<'n>,
    graphs: HashMap<*const RulesetCache, (&'a PositionGraph<AnyPosition>, LoopyNimbers<'a, AnyPosition>)>,
}

impl<'a, 'n> Smith<'a, 'n> {
    pub(super) fn new(nimbers: &'a Nimbers<'n>, Graphs(graphs): &'a Graphs, limits: &Limits) -> Result<Self, Stopped> {
        let limits = limits.until_asked();
        let graphs = graphs.iter().map(|(rules, graph)| Ok((*rules, (graph, smith_values(graph, &limits)?))));
        Ok(Self { nimbers, graphs: graphs.collect::<Result<_, Stopped>>()? })
    }
}

impl Valuation for Smith<'_, '_> {
    type Value = Valued;

    fn zero(&self) -> Valued {
        Valued::new(Worth::Finite(BigUint::ZERO), 0)
    }

    fn value(&self, component: &Component) -> Result<Valued, NoValue> {
        let in_graph = match (self.graphs.get(&Arc::as_ptr(&component.rules)), &component.position) {
            (Some((graph, values)), ComponentPosition::Small(position)) => graph
                .number(position)
                .map(|number| Valued::new(Worth::from(values.value(number)), values.rank(number).unwrap_or(0))),
            _ => None,
        };
        // the graph contains all positions reachable from loopy components; other components of the same ruleset may be outside
        // of it
        let valued = match in_graph {
            Some(valued) => Some(valued),
            None => self.nimbers.nimber(component)?.map(|number| Valued::new(Worth::Finite(number), 0)),
        };
        // rules that break a law may lead anywhere; treat such a position as ∞, which claims no win
        Ok(valued.unwrap_or_else(|| Valued::new(Worth::Infinite(vec![]), 0)))
    }

    fn add(&self, a: &Valued, b: &Valued) -> Valued {
        Valued { worth: a.worth.plus(&b.worth), height: (&a.height.0 + &b.height.0, a.height.1 + b.height.1) }
    }

    fn outcome(&self, total: &Valued, _: Player) -> Result<Outcome, NoValue> {
        Ok(total.worth.outcome())
    }

    fn height(&self, total: &Valued) -> (BigUint, u64) {
        total.height.clone()
    }

    fn moves_leaving(
        &self,
        component: &Component,
        rest: &Valued,
        wanted: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, Valued>,
    ) -> Result<Option<u64>, NoValue> {
        if wanted == Outcome::Loss && matches!(rest.worth, Worth::Infinite(_)) {
            return Ok(Some(0)); // another component stays infinite, so no move leaves a lost sum
        }
        let mut tell = |label: &str, position: ComponentPosition, value: Valued| {
            let total = self.add(rest, &value);
            if total.worth.outcome() == wanted {
                found(label, position, &total);
            }
        };
        if unlisted::is_unlisted(component) {
            let number = leaving(&rest.worth);
            let there = unlisted::moves_to(component, &number, limits)?;
            for (label, position) in there.moves {
                tell(&label, position, Valued::new(Worth::Finite(number.clone()), 0));
            }
            return Ok((there.all && wanted == Outcome::Loss).then_some(0));
        }
        component.each_move::<NoValue>(to_move, limits, &mut |label, position| {
            let value = self.value(&component.with(position.clone()))?;
            tell(label, position, value);
            Ok(true)
        })?;
        Ok(Some(0))
    }

    fn shown(&self, total: &Valued) -> Option<SumValue> {
        Some(total.worth.shown())
    }

    fn reason(&self, values: &[Valued], total: &Valued, outcome: Outcome) -> String {
        let total_text = total.worth.shown();
        let sum = match values {
            [_, _, ..] => format!("{} = {total_text}", named(values, " + ", |valued| valued.worth.shown().to_string())),
            _ => total_text.to_string(),
        };
        let follows = match outcome {
            Outcome::Loss => "0 is lost",
            Outcome::Win if matches!(total.worth, Worth::Finite(_)) => "a number above 0 is won",
            Outcome::Win => "∞ is won if it can be left for 0",
            Outcome::Draw => "∞ that cannot be left for 0 is a draw",
        };
        format!("Smith: a loopy position is worth a number, or ∞ with the numbers it can be left for; {sum}, and {follows}")
    }
}

/// Returns the number that a move should leave in a component, given the value of the others: it wins or, if the others are ∞,
/// draws.
fn leaving(rest: &Worth) -> BigUint {
    match rest {
        Worth::Finite(number) => number.clone(),
        Worth::Infinite(set) => {
            let mut least = BigUint::ZERO;
            for number in set {
                if *number == least {
                    least += 1_u32;
                }
            }
            least
        }
    }
}
