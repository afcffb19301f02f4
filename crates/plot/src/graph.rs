//! A position graph: every position in the layer of the longest play that is left, won and lost ones of different shapes.

mod drawn;
mod text;

use crate::layers::Layers;
use crate::question::PlotOptions;
use crate::theme::Theme;
use sprague::solve::SumValue;
use sprague::{BadNotation, Outcome, Play, Player};
use sprague_games::{GraphOptions, ParsedSum, PositionNode, QuestionError, position_graph};

/// The most positions of a drawing.
pub(crate) const MAX_NODES: usize = 400;

/// A graph in layers, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Layered {
    pub(crate) title: String,
    /// What is known, a sentence each.
    pub(crate) words: Vec<String>,
    nodes: Vec<Node>,
    edges: Vec<(u32, u32)>,
    layers: Layers,
}

/// A position.
#[derive(Clone, Debug)]
struct Node {
    /// What it is called, with who moves where that makes a difference.
    label: String,
    /// For the player to move.
    outcome: Option<Outcome>,
    /// Its nimber, or Smith's value.
    value: Option<String>,
    /// It has options that are not drawn.
    is_cut: bool,
}

/// A nimber or Smith's value as text.
fn short(value: &SumValue) -> Option<String> {
    match value {
        SumValue::Nimber(nimber) => Some(format!("*{nimber}")),
        SumValue::Smith { .. } => Some(value.to_string()),
        _ => None,
    }
}

impl Node {
    /// What is written on it, in so many columns.
    fn text(&self, most: usize) -> String {
        let cut = if self.is_cut { " …" } else { "" };
        format!("{}{cut}", crate::svg::shortened(&self.label, most))
    }

    /// The letter of its outcome.
    fn letter(&self) -> Option<char> {
        self.outcome.map(Outcome::letter)
    }
}

impl Layered {
    /// The graph of a sum.
    pub(crate) fn of(sum: &ParsedSum, options: &PlotOptions) -> Result<Self, QuestionError> {
        let asked = GraphOptions {
            // one more than fits says that they are too many
            most: Some(MAX_NODES + 1),
            depth: options.depth,
            play: options.play,
            first: options.first.unwrap_or(Player::Left),
            longest_play: options.longest_play,
            limits: options.limits.clone(),
        };
        let graph = position_graph(sum, &asked)?;
        if graph.nodes.len() > MAX_NODES {
            let why = format!(
                "a position with at most {MAX_NODES} positions after it, which is as much as can be seen: --depth 2 draws \
                               only those that are two moves away"
            );
            return Err(BadNotation::new(0, why).into());
        }
        let node = |node: PositionNode| Node {
            label: node.label,
            outcome: node.outcome,
            value: node.value.as_ref().and_then(short),
            is_cut: node.is_cut,
        };
        let misere = if options.play == Play::Misere { ", misère play" } else { "" };
        Ok(Self::new(format!("{}{misere}", graph.position), graph.nodes.into_iter().map(node).collect(), graph.edges))
    }

    fn new(title: String, nodes: Vec<Node>, edges: Vec<(u32, u32)>) -> Self {
        let layers = Layers::of(nodes.len(), &edges);
        let (positions, moves) = (nodes.len(), edges.len());
        let lost = nodes.iter().filter(|node| node.outcome == Some(Outcome::Loss)).count();
        let drawn = nodes.iter().filter(|node| node.outcome == Some(Outcome::Draw)).count();
        let known = nodes.iter().filter(|node| node.outcome.is_some()).count();
        let counted = |count: usize, one: &str, several: &str| format!("{count} {}", if count == 1 { one } else { several });
        let mut words = vec![format!(
            "{} and {} between them, from the left to the right",
            counted(positions, "position", "positions"),
            counted(moves, "move", "moves")
        )];
        if known > 0 {
            let drawn = if drawn > 0 {
                format!(", {} (D, six corners)", counted(drawn, "is a draw", "are draws"))
            } else {
                String::new()
            };
            let lost = counted(lost, "is lost", "are lost");
            words.push(format!("{lost} for the player to move (L, sharp corners){drawn}, what else is known is won (W, round)"));
        }
        if known < positions {
            words.push(format!("who wins is not known here in {} (dashed)", counted(positions - known, "position", "positions")));
        }
        if nodes.iter().any(|node| node.is_cut) {
            words.push("… marks positions with moves that are not shown".to_owned());
        }
        if layers.is_back.contains(&true) {
            words.push("dashed lines lead back: play can come to a position again".to_owned());
        }
        Self { title, words, nodes, edges, layers }
    }

    /// Whether a move wins: it leads to what is lost for the other player.
    fn is_winning(&self, edge: (u32, u32)) -> bool {
        self.nodes[edge.1 as usize].outcome == Some(Outcome::Loss)
    }

    pub(crate) fn svg(&self, theme: Theme) -> String {
        drawn::svg(self, theme)
    }

    pub(crate) fn text(&self, columns: usize, lines: usize) -> Vec<String> {
        text::lines(self, columns, lines)
    }
}
