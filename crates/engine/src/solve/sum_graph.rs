//! The positions that can be reached from a sum and the moves between them, as data for pictures.

use super::piles::piles;
use super::searchable::Searchable;
use super::{Component, ManySums, MixedSum, SolveError, SolveOptions, SumValue, quick, terminal};
use crate::evaluate::{ScoreSearch, labelled, nimbers_where_play_ends, scores, smith_values};
use crate::graph::{PositionGraph, write_dot};
use core::fmt;
use sprague_core::any::{AnyEnding, AnyImpartial, AnyPosition, Kind, SumPosition};
use sprague_core::limits::Meter;
use sprague_core::stones::ManyPiles;
use sprague_core::{Limits, LoopyNimber, Misere, Outcome, Play, Player, Ruleset, ScoreBounds, Stopped};
use std::collections::{HashMap, HashSet};

/// The total budget for judging the positions of an incomplete graph.
const LOOKED_INTO: quick::Reach = (200_000, 1 << 28);

/// Roughly the bytes of a node in addition to the graph.
const NODE_BYTES: usize = 320;

/// The bytes that an edge takes, also while the list grows.
const EDGE_BYTES: usize = 24;

/// The bounds of the graph.
///
/// ```
/// assert_eq!(sprague::solve::GraphReach::default().depth, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GraphReach {
    /// The largest number of moves from the sum to a position. `None` sets no limit.
    pub depth: Option<u32>,
    /// The largest number of positions, in breadth-first order. `None` sets no limit.
    pub most: Option<usize>,
}

/// A position graph. Its `Display` is a picture in the DOT language of Graphviz.
///
/// ```
/// use sprague::solve::{Component, GraphReach, MixedSum, RulesetCache, SolveOptions, SumGraph};
/// use sprague::{Outcome, any};
/// # use sprague::examples::Nim;
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = MixedSum::of([Component::new(&nim, &2_u64)]);
/// let graph = SumGraph::explore(&sum, GraphReach::default(), &SolveOptions::default())?;
/// assert_eq!((graph.nodes.len(), graph.edges.as_slice()), (3, &[(0, 1), (0, 2), (1, 2)][..]));
/// assert_eq!((graph.nodes[1].label.as_str(), graph.nodes[1].outcome), ("1", Some(Outcome::Win)));
/// assert!(graph.to_string().starts_with("digraph"));
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SumGraph {
    /// The positions in breadth-first order. Number 0 is the sum itself.
    pub nodes: Vec<GraphNode>,
    /// The pairs of positions with a move from the first to the second, each pair once.
    pub edges: Vec<(u32, u32)>,
    /// `true` if nothing was left out.
    pub is_whole: bool,
}

/// A position of a graph.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GraphNode {
    /// The components as text, without finished components.
    pub label: String,
    /// The position as a sum, or `None` if all components are finished.
    pub sum: Option<MixedSum>,
    /// The outcome for the player to move, if it is known. It is known for all positions if the graph is whole.
    pub outcome: Option<Outcome>,
    /// The nimber, or Smith's value for a loopy position.
    pub value: Option<SumValue>,
    /// The score for the player to move, if the rules count points and it is known.
    pub score: Option<i64>,
    /// `true` if the position has options that were left out.
    pub is_cut: bool,
    /// The player who moves, for partizan sums.
    pub next: Option<Player>,
}

impl SumGraph {
    /// Explores the positions that can be reached from a sum, as far as `reach` allows.
    ///
    /// # Errors
    /// Returns a [`SolveError`].
    pub fn explore(sum: &MixedSum, reach: GraphReach, options: &SolveOptions) -> Result<Self, SolveError> {
        sum.has_meaning()?;
        let explored = Self::explored(sum, reach, options);
        sum.check()?;
        explored
    }

    fn explored(sum: &MixedSum, reach: GraphReach, options: &SolveOptions) -> Result<Self, SolveError> {
        let limits = &options.limits;
        let explorer = Explorer { sum, reach, limits };
        if sum.is_of_stones() {
            let (rules, position) = piles(sum, options)?;
            return Ok(explorer.explore(&rules, position, |at| Shown::new(show_piles(at), Some(sum_of_piles(sum, at))))?);
        }
        let first = &sum.components[0];
        // a single component keeps its name when it is finished
        let alone = |at: &AnyPosition| {
            let position = super::ComponentPosition::Small(at.clone());
            let here = MixedSum { components: vec![first.with(position)], rule: sum.rule, play: sum.play };
            Shown::new(first.rules.rules().show(at), Some(here))
        };
        if sum.has_terminal_rule() {
            let (rules, position) = terminal::alone(sum, options)?;
            let start = rules.start(first.player(options.player(sum)), position.clone());
            let shown = |(player, at): &(Player, AnyPosition)| {
                let shown = alone(at);
                let next = sum.is_partizan().then(|| first.player(*player));
                let label = next.map_or(shown.label.clone(), |next| format!("{next}: {}", shown.label));
                Shown { label, next, ..shown }
            };
            let mut graph = explorer.explore(&rules, start.clone(), shown)?;
            if first.kind().is_scored() {
                graph.find_scores(&rules, &start, options)?;
            }
            return Ok(graph);
        }
        if let [component] = sum.components.as_slice()
            && let Some(position) = component.small().filter(|_| component.kind() == Kind::Impartial)
        {
            let rules = AnyImpartial::try_from(first.rules.rules().clone()).expect("the kind is impartial");
            return Ok(match sum.play {
                Play::Normal => explorer.explore(&rules, position.clone(), alone)?,
                Play::Misere => explorer.explore(&Misere(rules), position.clone(), alone)?,
            });
        }
        let searchable = Searchable::of(sum, limits)?;
        let root = searchable.position(options.player(sum), None);
        Ok(explorer.explore(&searchable.rules, root, |at| searchable.shown(at))?)
    }
}

impl SumGraph {
    /// Finds the scores of the positions. If the graph is not whole, a small budget has to do, and the last positions come first
    /// because they are the easiest.
    fn find_scores(
        &mut self,
        rules: &AnyEnding,
        start: &(Player, AnyPosition),
        options: &SolveOptions,
    ) -> Result<(), SolveError> {
        let all = if self.is_whole { scores(rules, start, &options.limits.until_asked())? } else { HashMap::new() };
        let limits = Limits { positions: options.limits.positions.min(LOOKED_INTO.0), ..options.limits.clone() };
        let mut search = ScoreSearch::new(rules, &limits);
        for node in self.nodes.iter_mut().rev() {
            let component = node.sum.as_ref().map(|sum| &sum.components[0]);
            let Some((component, position)) = component.and_then(|component| Some((component, component.small()?))) else {
                continue;
            };
            let at = rules.start(component.player(node.next.unwrap_or(Player::Left)), position.clone());
            let known = all.get(&rules.normal_form(at.clone())).copied();
            node.score = known.or_else(|| search.score(&at, &mut ScoreBounds::UNKNOWN.clone()).ok());
            node.outcome = node.score.map(Outcome::of_score);
        }
        Ok(())
    }
}

/// A position of a graph as it is displayed.
struct Shown {
    label: String,
    sum: Option<MixedSum>,
    next: Option<Player>,
}

impl Shown {
    fn new(label: String, sum: Option<MixedSum>) -> Self {
        Self { label, sum, next: None }
    }
}

struct Explorer<'a> {
    sum: &'a MixedSum,
    reach: GraphReach,
    limits: &'a Limits,
}

impl Explorer<'_> {
    fn explore<R: Ruleset>(
        &self,
        rules: &R,
        root: R::Position,
        show: impl Fn(&R::Position) -> Shown,
    ) -> Result<SumGraph, Stopped> {
        let (depth, most) = (self.reach.depth.unwrap_or(u32::MAX), self.reach.most.unwrap_or(usize::MAX));
        let graph = PositionGraph::explore_around(rules, root, depth, most, self.limits)?;
        let (meter, mut bytes) = (Meter::new(self.limits), graph.held_bytes() + EDGE_BYTES * graph.option_count());
        let mut nodes: Vec<GraphNode> = vec![];
        for number in 0..graph.len() as u32 {
            let Shown { label, sum, next } = show(graph.position(number));
            bytes += NODE_BYTES + label.len() + sum.as_ref().map_or(0, |sum| size_of_val(sum.components.as_slice()));
            // check the limits each time, because sums have up to 100,000 components
            meter.look(0, bytes, None)?;
            nodes.push(GraphNode { label, sum, outcome: None, value: None, score: None, is_cut: graph.is_cut(number), next });
        }
        if self.sum.components.iter().any(|component| component.kind().is_scored()) {
            // scores are found by another search
        } else if graph.is_whole() {
            self.judge_whole(&graph, &mut nodes)?;
        } else {
            self.judge_some(&mut nodes);
        }
        let mut seen = HashSet::new();
        let mut edges = vec![];
        for from in 0..graph.len() as u32 {
            seen.clear();
            edges.extend(graph.options(from).iter().filter(|to| seen.insert(**to)).map(|to| (from, *to)));
        }
        Ok(SumGraph { nodes, edges, is_whole: graph.is_whole() })
    }

    fn judge_whole<P: sprague_core::Position>(&self, graph: &PositionGraph<P>, nodes: &mut [GraphNode]) -> Result<(), Stopped> {
        let limits = self.limits.until_asked();
        let labels = labelled(graph, &limits)?;
        for (number, node) in (0..).zip(nodes.iter_mut()) {
            node.outcome = Some(labels.outcome(number));
        }
        if !self.sum.has_nimbers() {
            return Ok(());
        }
        let nimbers = nimbers_where_play_ends(graph, &limits)?;
        let loopy = nimbers.iter().any(Option::is_none).then(|| smith_values(graph, &limits)).transpose()?;
        for ((number, node), nimber) in (0..).zip(nodes).zip(nimbers) {
            node.value = match (nimber, &loopy) {
                (Some(nimber), _) => Some(SumValue::Nimber(nimber.0.into())),
                (None, Some(values)) => Some(smith(&values.value(number))),
                (None, None) => None,
            };
        }
        Ok(())
    }

    /// Judges as many positions as a small budget allows, beginning with the last ones, which are the easiest.
    fn judge_some(&self, nodes: &mut [GraphNode]) {
        let limits = quick::within(LOOKED_INTO, self.sum, self.limits);
        // the table that searches share must have the same size for all questions
        let limits = Limits { bytes: self.limits.bytes, ..limits };
        let many = ManySums::of(nodes.iter().filter_map(|node| node.sum.as_ref()));
        let search = many.search(&limits);
        for node in nodes.iter_mut().rev() {
            let Some(sum) = &node.sum else {
                node.outcome = Some(if self.sum.play == Play::Normal { Outcome::Loss } else { Outcome::Win });
                continue;
            };
            node.outcome = search.outcome(sum, node.next.unwrap_or(Player::Left)).ok();
            if self.sum.has_nimbers() && node.outcome.is_some() {
                node.value = search.worth(sum).ok().flatten();
            }
        }
    }
}

fn smith(value: &LoopyNimber) -> SumValue {
    match value {
        LoopyNimber::Finite(nimber) => SumValue::Smith { number: Some(nimber.0.into()), left_for: vec![] },
        LoopyNimber::Infinite(set) => {
            SumValue::Smith { number: None, left_for: set.iter().map(|nimber| nimber.0.into()).collect() }
        }
    }
}

impl Searchable<'_> {
    /// Describes a position of the sum by its components, without finished ones.
    fn shown(&self, at: &SumPosition) -> Shown {
        let component = |(which, position): &(u32, AnyPosition)| {
            let component = &self.sum.components[self.component_of(*which)];
            component.with(super::ComponentPosition::Small(position.clone()))
        };
        let components: Vec<Component> = at.components().iter().map(component).collect();
        let shown = components.iter().map(|component| {
            let rules = &component.rules;
            let sign = if component.is_negative { "-" } else { "" };
            let family = if self.is_of_one_ruleset() { String::new() } else { format!("{sign}{}@", rules.name()) };
            component.small().map_or_else(String::new, |position| format!("{family}{}", rules.rules().show(position)))
        });
        let listed: Vec<String> = shown.collect();
        let shown = if listed.is_empty() { "end of play".to_owned() } else { listed.join(" + ") };
        let next = self.sum.is_partizan().then(|| at.next());
        let label = next.map_or(shown.clone(), |next| format!("{next}: {shown}"));
        let sum = MixedSum { components, rule: self.sum.rule, play: self.sum.play };
        Shown { label, sum: Some(sum).filter(|sum| !sum.components.is_empty()), next }
    }
}

fn show_piles(at: &ManyPiles) -> String {
    let hand = |is_odd| if is_odd { "odd" } else { "even" };
    let piles: Vec<String> = at.piles.iter().map(u64::to_string).collect();
    format!("{} mine {} his {}", piles.join(" + "), hand(at.mine_odd), hand(at.theirs_odd))
}

/// Returns these piles as a sum. The first pile has the holdings of both players.
fn sum_of_piles(sum: &MixedSum, at: &ManyPiles) -> MixedSum {
    let held = usize::from(at.mine_odd) << 1 | usize::from(at.theirs_odd);
    let mut here = sum.clone();
    for (index, (component, pile)) in here.components.iter_mut().zip(&at.piles).enumerate() {
        let column = if index == 0 { held } else { 0 };
        if let Some(heaps) = component.rules.heaps() {
            component.position = super::ComponentPosition::Small(heaps.position(*pile, column));
        }
    }
    here
}

impl fmt::Display for SumGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_dot(f, self.nodes.iter().map(|node| (node.label.as_str(), node.outcome)), &self.edges)
    }
}
