//! A token on a graph: the rules.
//!
//! Smith 1966, *Graphs and composite games*.

use crate::Digraph;
use core::fmt;
use core::hash::{Hash, Hasher};
use sprague_core::any::{AllPositions, EdgePicture, GraphPicture, Picture, VertexPicture};
use sprague_core::{BadNotation, Impartial, Notation, Ruleset};

/// Graphs with more vertices are not drawn, because the picture would be unreadable.
pub(crate) const MOST_DRAWN: usize = 150;

/// A move: the token goes along an edge to this vertex.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_digraph::Digraph;
///
/// let graph = Digraph::parse("a b").unwrap();
/// let mv = graph.moves(&0).next().unwrap();
/// assert_eq!(mv.target(), 1);
/// assert_eq!(mv.to_string(), "to b");
/// ```
#[derive(Clone)]
pub struct Along {
    graph: Digraph,
    target: u32,
}

impl Along {
    pub(crate) fn new(graph: &Digraph, target: u32) -> Self {
        Self { graph: graph.clone(), target }
    }

    /// Returns the vertex to which the token moves.
    ///
    /// ```
    /// # use sprague_core::Ruleset;
    /// # use sprague_rules_digraph::Digraph;
    /// let graph = Digraph::parse("a a").unwrap();
    /// assert_eq!(graph.moves(&0).next().unwrap().target(), 0);
    /// ```
    pub fn target(&self) -> u32 {
        self.target
    }
}

impl fmt::Display for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "to {}", self.graph.name(self.target))
    }
}

impl fmt::Debug for Along {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Along({self})")
    }
}

/// Labels are only compared within one graph, so comparing targets is enough.
impl PartialEq for Along {
    fn eq(&self, other: &Self) -> bool {
        self.target == other.target
    }
}
impl Eq for Along {}
impl Hash for Along {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.target.hash(state);
    }
}

impl Ruleset for Digraph {
    type Position = u32;
    type Move = Along;
    fn moves(&self, vertex: &u32) -> impl Iterator<Item = Along> {
        self.targets(*vertex).iter().map(|&target| Along::new(self, target))
    }
    fn play(&self, _: &u32, mv: &Along) -> u32 {
        mv.target
    }
    fn options(&self, vertex: &u32) -> impl Iterator<Item = u32> {
        self.targets(*vertex).iter().copied()
    }
}

impl Digraph {
    /// Returns the vertices to draw. The vertex of the token has the mark `T`.
    pub(crate) fn drawn_vertices(&self, token: u32) -> Vec<VertexPicture> {
        let drawn = |vertex| {
            let mark = (vertex == token).then_some('T');
            VertexPicture { mark, ..VertexPicture::new(self.name(vertex)) }
        };
        self.vertices().map(drawn).collect()
    }
}

/// Vertices from which a cycle can be reached need not have a nimber: they are loopy, and play from them may be drawn. See
/// [`is_acyclic`](Digraph::is_acyclic).
impl Impartial for Digraph {}

impl Notation<u32> for Digraph {
    fn read(&self, text: &str) -> Result<u32, BadNotation> {
        self.vertex(text).ok_or_else(|| BadNotation::new(0, "a vertex of the graph"))
    }
    fn show(&self, vertex: &u32) -> String {
        // words from a file may not be a vertex; `?` is never parsed as a name
        if (*vertex as usize) < self.vertices().len() { self.name(*vertex).to_owned() } else { "?".to_owned() }
    }
    /// Draws the whole graph with the token, `T`, if it has at most 150 vertices.
    fn picture(&self, token: &u32) -> Option<Picture> {
        if self.vertices().len() > MOST_DRAWN {
            return None;
        }
        let leaving = |from| self.targets(from).iter().map(move |&to| EdgePicture { from, to, player: None });
        let edges = self.vertices().flat_map(leaving);
        Some(Picture::Graph(GraphPicture { vertices: self.drawn_vertices(*token), edges: edges.collect(), is_directed: true }))
    }
    fn all_positions(&self) -> Option<AllPositions<u32>> {
        Some(AllPositions::List(self.vertices().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn graph() -> Digraph {
        Digraph::parse("a b\n b c\n a c\n a b\n c c\n d").unwrap()
    }

    #[test]
    fn moves_are_listed_once_and_options_follow_their_order() {
        let graph = graph();
        for vertex in graph.vertices() {
            let moves: Vec<Along> = graph.moves(&vertex).collect();
            let played: Vec<u32> = moves.iter().map(|mv| graph.play(&vertex, mv)).collect();
            assert_eq!(graph.options(&vertex).collect::<Vec<_>>(), played);
            let labels: HashSet<String> = moves.iter().map(Along::to_string).collect();
            assert_eq!(labels.len(), moves.len());
            assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len());
        }
        assert_eq!(graph.options(&0).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(graph.options(&3).count(), 0);
    }

    #[test]
    fn what_is_shown_is_read_again() {
        let graph = graph();
        assert!(graph.vertices().all(|vertex| graph.read(&graph.show(&vertex)) == Ok(vertex)));
    }

    #[test]
    fn the_picture_is_the_graph_with_the_token() {
        let graph = Digraph::parse("a b\na c\nb c").unwrap();
        let vertices = vec![VertexPicture::new("a"), VertexPicture::new("b").marked('T'), VertexPicture::new("c")];
        let edges = [("a", "b", None), ("a", "c", None), ("b", "c", None)];
        let picture = Notation::picture(&graph, &1).unwrap();
        assert_eq!(picture, Picture::Graph(GraphPicture::of_edges(vertices, edges, true)));
        assert_eq!(picture.marks(&graph.picture(&2).unwrap()), [1, 2]);
        let path =
            |vertices: u32| Digraph::parse(&(1..vertices).map(|n| format!("v{} v{n}\n", n - 1)).collect::<String>()).unwrap();
        assert!(path(150).picture(&0).is_some() && path(151).picture(&0).is_none());
    }

    #[test]
    fn an_unknown_vertex_is_refused() {
        for text in ["", "e", "a ", "A"] {
            let error = graph().read(text).unwrap_err();
            assert_eq!(error.to_string(), "byte 0: expected a vertex of the graph");
        }
    }

    #[test]
    fn a_label_is_short_to_debug() {
        assert_eq!(format!("{:?}", graph().moves(&0).next().unwrap()), "Along(to b)");
    }
}
