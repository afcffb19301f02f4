//! The graph of a position: all positions that can be reached from it, and the moves between them.

use super::solve::first_fits;
use crate::question::{NoAnswer, Question};
use crate::read::json::Number;
use crate::read::parsed::text_of_any;
use crate::read::{ParsedSum, Session};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sprague::num_bigint::BigUint;
use sprague::solve::{self, GraphReach, SumGraph, SumValue};
use sprague::{CompoundRule, Limits, Outcome, Play, Player};

/// Returns the graph of all positions that can be reached.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Graph, Session};
/// let graph = Session::new().ask(&Graph::of("nim@1,2"), &Limits::default())?;
/// assert_eq!((graph.nodes.len(), graph.is_whole), (5, true)); // 1+2, 2, 1+1, 1 and the end
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Graph {
    /// Position to start from
    #[cfg_attr(feature = "flags", arg(value_name = "SUM"))]
    #[serde(alias = "sum")]
    pub position: String,
    /// Show only positions that are at most D moves away
    #[cfg_attr(feature = "flags", arg(long, value_name = "D", value_parser = crate::flags::number::<u32>))]
    pub depth: Option<u32>,
    /// Show only the nearest N positions
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<usize>))]
    pub most: Option<usize>,
    /// Who wins: the player who makes the last move (normal) or the other one (misere)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// Which player starts, in a partizan game [default: left]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<Player>(["left", "right"])))]
    pub first: Option<Player>,
}

impl Graph {
    /// Returns the question about this position, without options.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Graph::of("nim@1").most, None);
    /// ```
    pub fn of(position: impl Into<String>) -> Self {
        Self { position: position.into(), ..Self::default() }
    }
}

impl Question for Graph {
    type Answer = PositionGraphData;
    const NAME: &'static str = "graph";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        match self.most {
            Some(0) => Err(NoAnswer::unfit("most", "must be at least 1")),
            _ => Ok(()),
        }
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<PositionGraphData, NoAnswer> {
        let found = session.sum("position", &self.position, limits).and_then(|sum| position_graph(&sum, self, limits));
        found.map_err(|error| {
            error.about("position", &self.position).knowing(|| json!({ "position": self.position, "play": self.play }))
        })
    }
}

/// A position graph, as nodes and edges.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Graph"))]
#[non_exhaustive]
pub struct PositionGraphData {
    /// The position, which is node 0.
    pub position: String,
    /// Whether the graph has all positions and moves.
    pub is_whole: bool,
    /// The positions in breadth-first order.
    pub nodes: Vec<PositionNode>,
    /// The pairs of nodes (from, to) that are connected by a move, each pair once.
    pub edges: Vec<(u32, u32)>,
    /// The number of nodes.
    pub positions: usize,
    /// The graph in the language of Graphviz.
    pub dot: String,
}

/// A position in a graph.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Node"))]
#[non_exhaustive]
pub struct PositionNode {
    /// The label in a picture, which names the components that are not finished.
    pub label: String,
    /// The position in the notation, for a question about it, or `None` if all components are finished.
    pub ask: Option<String>,
    /// The outcome for the player to move, if known.
    pub outcome: Option<Outcome>,
    /// The nimber, if it is known.
    pub nimber: Option<Number<BigUint>>,
    /// Smith's value, if play can return to the position.
    pub smith: Option<String>,
    /// The points by which the player to move wins, if the rules count points and the score is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Whether some options of the position were left out.
    pub is_cut: bool,
    /// The player to move, in partizan games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<Player>,
}

/// Explores the positions that can be reached from a position, up to a depth or a number of positions.
///
/// If the whole graph is explored, all positions have outcomes and nimbers or Smith's values. Otherwise a position has
/// them only if a bounded search finds them.
///
/// ```
/// use sprague::{Limits, Outcome};
/// use sprague_questions::{Graph, Session, position_graph};
///
/// let sum = Session::new().position("nim@1,2")?;
/// let graph = position_graph(&sum, &Graph::default(), &Limits::default())?;
/// assert_eq!((graph.nodes.len(), graph.is_whole), (5, true)); // 1+2, 2, 1+1, 1 and the end
/// assert_eq!((graph.nodes[0].ask.as_deref(), graph.nodes[0].outcome), (Some("nim@1,2"), Some(Outcome::Win)));
/// assert!(graph.dot.starts_with("digraph"));
///
/// let around = position_graph(&sum, &Graph { most: Some(3), ..Graph::default() }, &Limits::default())?;
/// assert!(around.nodes.len() == 3 && around.nodes[0].is_cut && !around.is_whole);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`solve`](crate::solve()). Limits count the positions that are shown.
pub fn position_graph(sum: &ParsedSum, question: &Graph, limits: &Limits) -> Result<PositionGraphData, NoAnswer> {
    first_fits(question.first, sum)?;
    let mixed = sum.mixed(CompoundRule::Disjunctive, question.play);
    mixed.has_meaning().map_err(|refused| sum.refused(refused))?;
    let reach = GraphReach { depth: question.depth, most: question.most };
    let first = question.first.unwrap_or(Player::Left);
    let engine = solve::SolveOptions { first, limits: limits.clone(), ..solve::SolveOptions::default() };
    let graph = SumGraph::explore(&mixed, reach, &engine).map_err(|error| sum.not_solved(error))?;
    let node = |node: solve::GraphNode| {
        let smith = node.value.as_ref().filter(|value| matches!(value, SumValue::Smith { .. })).map(SumValue::to_string);
        PositionNode {
            label: node.label,
            ask: node.sum.as_ref().map(text_of_any),
            outcome: node.outcome,
            nimber: node.value.as_ref().and_then(SumValue::nimber).cloned().map(Number),
            smith,
            score: node.score,
            is_cut: node.is_cut,
            next: node.next,
        }
    };
    let (position, dot) = (sum.to_string(), graph.to_string());
    let SumGraph { is_whole, nodes, edges, .. } = graph;
    let nodes: Vec<PositionNode> = nodes.into_iter().map(node).collect();
    Ok(PositionGraphData { position, is_whole, positions: nodes.len(), nodes, edges, dot })
}
