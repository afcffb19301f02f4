//! The graph of a position: what it can become, move by move, with every position as a question of its own.

use crate::parsed::text_of_any;
use crate::play_ends::LONGEST_PLAY;
use crate::{ParsedSum, QuestionError};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use sprague::graph::write_dot;
use sprague::solve::{self, GraphReach, SumGraph, SumValue};
use sprague::{CompoundRule, Limits, Outcome, Play, Player};
use std::fmt;

/// Which part of a graph is wanted.
///
/// ```
/// let options = sprague_games::GraphOptions::default();
/// assert_eq!((options.most, options.depth), (None, None));
/// ```
#[derive(Clone, Debug)]
pub struct GraphOptions {
    /// The most positions, breadth first; all of them unless said.
    pub most: Option<usize>,
    /// The most moves away from the position.
    pub depth: Option<u32>,
    /// Normal or misère play.
    pub play: Play,
    /// Who starts a partizan game.
    pub first: Player,
    /// As in [`SolveOptions`](crate::SolveOptions::longest_play).
    pub longest_play: u64,
    /// How far to explore.
    pub limits: Limits,
}

impl Default for GraphOptions {
    fn default() -> Self {
        let (play, first, limits) = (Play::Normal, Player::Left, Limits::default());
        Self { most: None, depth: None, play, first, longest_play: LONGEST_PLAY, limits }
    }
}

/// A position graph. Serialized, it is the JSON object of the page; displayed, a picture in the language of Graphviz.
///
/// See [`position_graph`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PositionGraphData {
    /// The position, which is node 0.
    pub position: String,
    /// Whether nothing was left out.
    pub is_whole: bool,
    /// The positions, breadth first.
    pub nodes: Vec<PositionNode>,
    /// From which node to which there are moves, each pair once.
    pub edges: Vec<(u32, u32)>,
}

/// A position in a graph. Serialized, it is part of the JSON object of the page.
///
/// See [`position_graph`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PositionNode {
    /// What it is called in a picture: its components, without those that are finished.
    pub label: String,
    /// The position in the notation, so that it can be asked about; `None` where nothing is left of it.
    pub ask: Option<String>,
    /// The outcome for the player to move, where it is known.
    pub outcome: Option<Outcome>,
    /// The nimber, or Smith's value where the position may come again.
    pub value: Option<SumValue>,
    /// Whether it has options that are left out.
    pub is_cut: bool,
    /// Who moves in it, in partizan games.
    pub next: Option<Player>,
}

/// The graph of the positions that a position can become, as far as is wanted.
///
/// Outcomes, nimbers and Smith's values are those of all positions where the whole graph is explored; otherwise they are given where a
/// bounded search finds them.
///
/// ```
/// use sprague::Outcome;
/// use sprague_games::{GraphOptions, Session, position_graph};
///
/// let sum = Session::new().position("nim@1,2")?;
/// let graph = position_graph(&sum, &GraphOptions::default())?;
/// assert_eq!((graph.nodes.len(), graph.is_whole), (5, true)); // 1+2, 2, 1+1, 1 and the end
/// assert_eq!((graph.nodes[0].ask.as_deref(), graph.nodes[0].outcome), (Some("nim@1,2"), Some(Outcome::Win)));
/// assert!(graph.to_string().starts_with("digraph"));
///
/// let around = position_graph(&sum, &GraphOptions { most: Some(3), ..GraphOptions::default() })?;
/// assert!(around.nodes.len() == 3 && around.nodes[0].is_cut && !around.is_whole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`solve`](crate::solve()): limits count the positions that are shown.
pub fn position_graph(sum: &ParsedSum, options: &GraphOptions) -> Result<PositionGraphData, QuestionError> {
    let limits = options.limits.starting_now();
    let mixed = sum.mixed(CompoundRule::Disjunctive, options.play);
    mixed.has_meaning().map_err(|refused| sum.refused(refused))?;
    sum.check_first_within(options.longest_play, &options.limits)?;
    let reach = GraphReach { depth: options.depth, most: options.most };
    let engine = solve::SolveOptions { first: options.first, limits, ..solve::SolveOptions::default() };
    let graph = SumGraph::explore(&mixed, reach, &engine).map_err(|error| sum.not_solved(error))?;
    let node = |node: solve::GraphNode| PositionNode {
        label: node.label,
        ask: node.sum.as_ref().map(text_of_any),
        outcome: node.outcome,
        value: node.value,
        is_cut: node.is_cut,
        next: node.next,
    };
    Ok(PositionGraphData {
        position: sum.to_string(),
        is_whole: graph.is_whole,
        nodes: graph.nodes.into_iter().map(node).collect(),
        edges: graph.edges,
    })
}

impl PositionGraphData {
    /// The graph as the JSON object of the page.
    ///
    /// ```
    /// use sprague_games::{GraphOptions, Session, position_graph};
    /// let json = position_graph(&Session::new().position("nim@1")?, &GraphOptions::default())?.to_json();
    /// assert_eq!((&json["nodes"][0]["nimber"], &json["edges"][0]), (&1.into(), &serde_json::json!([0, 1])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a graph is plain data")
    }
}

impl Serialize for PositionGraphData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("position", &self.position)?;
        map.serialize_entry("is_whole", &self.is_whole)?;
        map.serialize_entry("nodes", &self.nodes)?;
        map.serialize_entry("edges", &self.edges)?;
        map.end()
    }
}

impl Serialize for PositionNode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let smith = self.value.as_ref().filter(|value| matches!(value, SumValue::Smith { .. }));
        map.serialize_entry("label", &self.label)?;
        map.serialize_entry("ask", &self.ask)?;
        map.serialize_entry("outcome", &self.outcome.map(|outcome| outcome.to_string()))?;
        map.serialize_entry("nimber", &self.value.as_ref().filter(|value| value.nimber().is_some()))?;
        map.serialize_entry("smith", &smith.map(SumValue::to_string))?;
        map.serialize_entry("is_cut", &self.is_cut)?;
        if let Some(next) = self.next {
            map.serialize_entry("next", &next)?;
        }
        map.end()
    }
}

impl fmt::Display for PositionGraphData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_dot(f, self.nodes.iter().map(|node| (node.label.as_str(), node.outcome)), &self.edges)
    }
}
