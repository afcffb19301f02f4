//! A token on a graph with edges of the players: the rules.
//!
//! Siegel, *Combinatorial Game Theory*, ch. VI.1: every loopy partizan game is a vertex of such a graph.

use crate::Digraph;
use crate::token::{Along, MOST_DRAWN};
use sprague_core::any::{AllPositions, EdgePicture, GraphPicture, Picture};
use sprague_core::{BadNotation, Notation, Partizan, Player};
use std::collections::BTreeSet;

/// A directed graph on which some edges belong to one player.
///
/// Left moves the token along edges `L` and edges of both players, Right along edges `R` and edges of both.
///
/// Cloning is cheap. It takes twice the memory of a [`Digraph`].
///
/// ```
/// use sprague_core::{Partizan, Player};
/// use sprague_rules_digraph::PartizanDigraph;
///
/// let graph: PartizanDigraph = "over over L \n over zero R \n over tick".parse()?;
/// let moves = |player| graph.moves(&0, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["to over", "to tick"]);
/// assert_eq!(moves(Player::Right), ["to zero", "to tick"]);
/// # Ok::<(), sprague_core::notation::BadLine>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartizanDigraph {
    /// The edges that Left can use, and the edges that Right can use.
    sides: [Digraph; 2],
}

impl PartizanDigraph {
    pub(crate) fn new(sides: [Digraph; 2]) -> Self {
        Self { sides }
    }

    /// Returns the edges that a player can use, as a graph with all vertices.
    ///
    /// ```
    /// # use sprague_core::Player;
    /// # use sprague_rules_digraph::PartizanDigraph;
    /// let graph: PartizanDigraph = "a b L \n b a".parse().unwrap();
    /// assert_eq!((graph.of(Player::Left).edges(), graph.of(Player::Right).edges()), (2, 1));
    /// ```
    pub fn of(&self, player: Player) -> &Digraph {
        let [left, right] = &self.sides;
        if player == Player::Left { left } else { right }
    }
}

/// Vertices from which a cycle can be reached have loopy values.
impl Partizan for PartizanDigraph {
    type Position = u32;
    type Move = Along;
    fn moves(&self, vertex: &u32, player: Player) -> impl Iterator<Item = Along> {
        let graph = self.of(player);
        graph.targets(*vertex).iter().map(|&target| Along::new(graph, target))
    }
    fn play(&self, _: &u32, _: Player, mv: &Along) -> u32 {
        mv.target()
    }
    fn options(&self, vertex: &u32, player: Player) -> impl Iterator<Item = u32> {
        self.of(player).targets(*vertex).iter().copied()
    }
}

impl Notation<u32> for PartizanDigraph {
    fn read(&self, text: &str) -> Result<u32, BadNotation> {
        self.of(Player::Left).read(text)
    }
    fn show(&self, vertex: &u32) -> String {
        self.of(Player::Left).show(vertex)
    }
    /// Draws the whole graph with the token, `T`, if it has at most 150 vertices.
    fn picture(&self, token: &u32) -> Option<Picture> {
        let graph = self.of(Player::Left);
        if graph.vertices().len() > MOST_DRAWN {
            return None;
        }
        let mut edges = vec![];
        for from in graph.vertices() {
            let [left, right] = Player::BOTH.map(|player| self.of(player).targets(from));
            let of_right: BTreeSet<u32> = right.iter().copied().collect();
            let of_left: BTreeSet<u32> = left.iter().copied().collect();
            edges.extend(left.iter().map(|&to| (from, to, (!of_right.contains(&to)).then_some(Player::Left))));
            edges.extend(right.iter().filter(|to| !of_left.contains(to)).map(|&to| (from, to, Some(Player::Right))));
        }
        let edges = edges.into_iter().map(|(from, to, player)| EdgePicture { from, to, player });
        let edges = edges.collect();
        Some(Picture::Graph(GraphPicture { vertices: graph.drawn_vertices(*token), edges, is_directed: true }))
    }
    fn all_positions(&self) -> Option<AllPositions<u32>> {
        self.of(Player::Left).all_positions()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(graph: &PartizanDigraph, vertex: &str, player: Player) -> Vec<String> {
        let vertex = graph.read(vertex).unwrap();
        let played: Vec<u32> = graph.moves(&vertex, player).map(|mv| graph.play(&vertex, player, &mv)).collect();
        assert_eq!(graph.options(&vertex, player).collect::<Vec<_>>(), played);
        played.iter().map(|to| graph.show(to)).collect()
    }

    #[test]
    fn each_player_goes_along_own_edges_and_those_of_both() {
        let graph: PartizanDigraph = "a b L\na c\na d R\na b R # so it is of both\nb a E\nd\na c L".parse().unwrap();
        assert_eq!(options(&graph, "a", Player::Left), ["b", "c"]);
        assert_eq!(options(&graph, "a", Player::Right), ["c", "d", "b"]);
        assert_eq!(options(&graph, "b", Player::Right), ["a"]);
        assert!(options(&graph, "d", Player::Left).is_empty() && graph.read("L").is_err());
    }

    #[test]
    fn a_picture_tells_whose_each_edge_is() {
        let graph: PartizanDigraph = "a b L\na c\na d R\na b R\nb a R".parse().unwrap();
        let Some(Picture::Graph(picture)) = graph.picture(&1) else { panic!("it has a picture") };
        let edges: Vec<_> = picture.edges.iter().map(|edge| (edge.from, edge.to, edge.player)).collect();
        assert_eq!(edges, [(0, 1, None), (0, 2, None), (0, 3, Some(Player::Right)), (1, 0, Some(Player::Right))]);
        assert_eq!(picture.vertices.iter().map(|vertex| vertex.mark).collect::<Vec<_>>(), [None, Some('T'), None, None]);
    }

    #[test]
    fn malformed_lines_say_where_and_why() {
        let players = "`L`, `R` or `E` after two names: the players of the edge";
        for (text, line, at, expected) in [
            ("a b LR", 1, 4, players),
            ("a b L\n b c l", 2, 5, players),
            ("a b L R", 1, 6, "the end of the line after the players of the edge"),
            ("a b-", 1, 3, "a name of letters a-z, A-Z, digits and _"),
        ] {
            let error = PartizanDigraph::parse(text).unwrap_err();
            assert_eq!((error.line, error.at, &*error.expected), (line, at, expected), "{text}");
        }
    }
}
