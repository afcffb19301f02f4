//! A position graph with layers by the longest play, in which shapes show won and lost positions.

mod drawn;
mod text;

use crate::layers::Layers;
use crate::theme::Theme;
use crate::wanted::Wanted;
use sprague::{BadNotation, Outcome, Play};
use sprague_questions::{Graph, NoAnswer, ParsedSum, PositionNode, position_graph};

/// The maximum number of positions in a drawing.
pub(crate) const MAX_NODES: usize = 400;

/// A graph in layers, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Layered {
    pub(crate) title: String,
    pub(crate) words: Vec<String>,
    nodes: Vec<Node>,
    edges: Vec<(u32, u32)>,
    layers: Layers,
}

/// A position in the drawing.
#[derive(Clone, Debug)]
struct Node {
    /// The position as text, with the player to move if it matters.
    label: String,
    outcome: Option<Outcome>,
    /// The nimber or Smith's value, as text.
    value: Option<String>,
    /// Whether the position has options that are not drawn.
    is_cut: bool,
}

impl Node {
    /// Returns the label in at most `most` columns. It ends with `…` if options are left out.
    fn text(&self, most: usize) -> String {
        let cut = if self.is_cut { " …" } else { "" };
        format!("{}{cut}", crate::svg::shortened(&self.label, most))
    }

    fn letter(&self) -> Option<char> {
        self.outcome.map(Outcome::letter)
    }
}

impl Layered {
    /// Lays out the graph of a sum.
    pub(crate) fn of(sum: &ParsedSum, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let asked = Graph {
            // one position too many shows that the graph is too large
            most: Some(MAX_NODES + 1),
            depth: options.depth,
            play: options.play,
            first: options.first,
            ..Graph::of(&options.what)
        };
        let graph = position_graph(sum, &asked, options.limits)?;
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
            value: node.nimber.map(|nimber| format!("*{nimber}")).or(node.smith),
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
            let others = if known == positions { "the others are won" } else { "what else is known is won" };
            words.push(format!("{lost} for the player to move (P, sharp corners){drawn}, {others} (N, round)"));
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

    /// Returns `true` if a move wins because it leads to a loss for the other player.
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
