//! The positions that a sum can become and the moves between them, as a picture for Graphviz.

use super::piles::piles;
use super::searchable::Searchable;
use super::{MixedSum, SolveError, SolveOptions, terminal};
use crate::evaluate::outcomes;
use crate::graph::{Dot, PositionGraph};
use sprague_core::any::{AnyImpartial, AnyPosition};
use sprague_core::any::{Kind, SumPosition};
use sprague_core::stones::ManyPiles;
use sprague_core::{Limits, Misere, Play, Ruleset, Stopped};

/// A position graph, drawn.
///
/// ```
/// use sprague::solve::{Component, DrawnGraph, MixedSum, RulesetCache, SolveOptions};
/// use sprague::{Impartial, Ruleset, any, heap_notation};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// # heap_notation!(Nim);
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let graph = DrawnGraph::explore(&MixedSum::of([Component::new(&nim, &2_u64)]), None, &SolveOptions::default())?;
/// assert_eq!(graph.positions, 3);
/// assert!(graph.dot.starts_with("digraph"));
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DrawnGraph {
    /// The graph in the language of Graphviz. Positions have the colours of their outcomes where the whole graph was explored.
    pub dot: String,
    /// How many positions it has.
    pub positions: usize,
}

impl DrawnGraph {
    /// The graph of all positions that a sum can become, in at most `depth` moves if that is given.
    ///
    /// # Errors
    /// [`SolveError`].
    pub fn explore(sum: &MixedSum, depth: Option<u32>, options: &SolveOptions) -> Result<Self, SolveError> {
        sum.has_meaning()?;
        let drawn = Self::drawn(sum, depth, options);
        sum.check()?;
        Ok(drawn?)
    }

    fn drawn(sum: &MixedSum, depth: Option<u32>, options: &SolveOptions) -> Result<Self, Stopped> {
        let limits = &options.limits;
        if sum.is_of_stones() {
            let (rules, position) = piles(sum, options)?;
            return Self::draw(&rules, position, depth, limits, show_piles);
        }
        let first = &sum.components[0].rules;
        // one component keeps its name when it is finished
        let show = |at: &AnyPosition| first.rules().show(at);
        if sum.has_terminal_rule() {
            let (rules, position) = terminal::alone(sum, options)?;
            return Self::draw(&rules, position.clone(), depth, limits, show);
        }
        if let [component] = sum.components.as_slice()
            && let Some(position) = component.small().filter(|_| component.kind() == Kind::Impartial)
        {
            let rules = AnyImpartial::try_from(first.rules().clone()).expect("the kind is impartial");
            return match sum.play {
                Play::Normal => Self::draw(&rules, position.clone(), depth, limits, show),
                Play::Misere => Self::draw(&Misere(rules), position.clone(), depth, limits, show),
            };
        }
        let searchable = Searchable::of(sum, limits)?;
        let root = searchable.position(options.player(sum), None);
        Self::draw(&searchable.rules, root, depth, limits, |at| searchable.show(at))
    }

    fn draw<R: Ruleset>(
        rules: &R,
        root: R::Position,
        depth: Option<u32>,
        limits: &Limits,
        show: impl Fn(&R::Position) -> String,
    ) -> Result<Self, Stopped> {
        let graph = PositionGraph::explore_to_depth(rules, root, depth.unwrap_or(u32::MAX), limits)?;
        let labels = depth.is_none().then(|| outcomes(&graph));
        let outcome = |number| labels.as_ref().map(|labels| labels.outcome(number));
        let dot = Dot::new(&graph, |_, position| show(position), outcome);
        Ok(Self { dot: dot.to_string(), positions: graph.len() })
    }
}

impl Searchable<'_> {
    /// A position of the sum by its components, without those that are finished.
    fn show(&self, at: &SumPosition) -> String {
        let shown = at.components().iter().map(|(which, position)| {
            let rules = &self.sum.components[self.component_of(*which)].rules;
            let family = if self.is_of_one_ruleset() { String::new() } else { format!("{}@", rules.name()) };
            format!("{family}{}", rules.rules().show(position))
        });
        let listed: Vec<String> = shown.collect();
        let shown = if listed.is_empty() { "over".to_owned() } else { listed.join(" + ") };
        if self.sum.is_partizan() { format!("{}: {shown}", at.next()) } else { shown }
    }
}

fn show_piles(at: &ManyPiles) -> String {
    let hand = |is_odd| if is_odd { "odd" } else { "even" };
    let piles: Vec<String> = at.piles.iter().map(u64::to_string).collect();
    format!("{} mine {} his {}", piles.join(" + "), hand(at.mine_odd), hand(at.theirs_odd))
}
