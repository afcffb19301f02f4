//! A graph to draw: vertices with names and marks, and edges that may belong to a player.

use crate::Player;
use serde::Serialize;
use std::collections::HashMap;

/// A graph as data to draw. Edges refer to their ends by index.
///
/// ```
/// use sprague_core::any::{GraphPicture, Picture, VertexPicture};
///
/// let token = VertexPicture::new("a").marked('T');
/// let graph = GraphPicture::of_edges(vec![token], [("a", "b", None)], true);
/// assert_eq!((graph.vertices[1].name.as_str(), graph.edges[0].to), ("b", 1));
/// assert_eq!(
///     serde_json::to_string(&Picture::Graph(graph))?,
///     r#"{"kind":"graph","vertices":[{"name":"a","mark":"T","ground":false},{"name":"b","mark":null,"ground":false}],"#.to_owned()
///         + r#""edges":[{"from":0,"to":1,"player":null}],"directed":true}"#
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphPicture {
    /// The vertices; edges refer to them by index from 0.
    pub vertices: Vec<VertexPicture>,
    /// The edges; several may join the same two vertices.
    pub edges: Vec<EdgePicture>,
    /// Whether edges have a direction, from `from` to `to`.
    pub is_directed: bool,
}

/// A vertex of a [`GraphPicture`].
///
/// ```
/// use sprague_core::any::VertexPicture;
/// assert_eq!(VertexPicture::new("a").marked('L').mark, Some('L'));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VertexPicture {
    /// The label.
    pub name: String,
    /// `T` for a token, `L` or `R` for a player's colour, or a mark of the ruleset.
    pub mark: Option<char>,
    /// True for the ground.
    #[serde(rename = "ground")]
    pub is_ground: bool,
}

/// An edge of a [`GraphPicture`].
///
/// ```
/// use sprague_core::any::EdgePicture;
/// let edge = EdgePicture { from: 0, to: 1, player: None };
/// assert_eq!(serde_json::to_string(&edge).unwrap(), r#"{"from":0,"to":1,"player":null}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EdgePicture {
    /// The index of one end.
    pub from: u32,
    /// The index of the other end.
    pub to: u32,
    /// The owner, or null for both players.
    pub player: Option<Player>,
}

impl VertexPicture {
    /// Returns a vertex without a mark.
    ///
    /// ```
    /// assert!(!sprague_core::any::VertexPicture::new("a").is_ground);
    /// ```
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), mark: None, is_ground: false }
    }

    /// Returns the vertex with a mark.
    ///
    /// ```
    /// assert_eq!(sprague_core::any::VertexPicture::new("a").marked('T').mark, Some('T'));
    /// ```
    #[must_use]
    pub fn marked(self, mark: char) -> Self {
        Self { mark: Some(mark), ..self }
    }

    /// Returns a vertex that is the ground.
    ///
    /// ```
    /// assert!(sprague_core::any::VertexPicture::ground("0").is_ground);
    /// ```
    pub fn ground(name: impl Into<String>) -> Self {
        Self { is_ground: true, ..Self::new(name) }
    }
}

impl GraphPicture {
    /// Builds a graph from vertices, and from edges that name their ends.
    ///
    /// Vertices that only edges name are appended in the order in which they occur. If several vertices have one name, edges go
    /// to the last of them. O(vertices + edges).
    ///
    /// ```
    /// use sprague_core::any::{GraphPicture, VertexPicture};
    ///
    /// let edges = [("0", "a", None), ("a", "b", None)];
    /// let stalk = GraphPicture::of_edges(vec![VertexPicture::ground("0")], edges, false);
    /// assert_eq!(stalk.vertices.iter().map(|vertex| vertex.name.as_str()).collect::<Vec<_>>(), ["0", "a", "b"]);
    /// ```
    pub fn of_edges<'a>(
        mut vertices: Vec<VertexPicture>,
        edges: impl IntoIterator<Item = (&'a str, &'a str, Option<Player>)>,
        is_directed: bool,
    ) -> Self {
        let mut indices: HashMap<String, u32> =
            (0..).zip(&vertices).map(|(index, vertex)| (vertex.name.clone(), index)).collect();
        let mut index = |name: &str| {
            *indices.entry(name.to_owned()).or_insert_with(|| {
                vertices.push(VertexPicture::new(name));
                vertices.len() as u32 - 1
            })
        };
        let edges = edges.into_iter().map(|(from, to, player)| EdgePicture { from: index(from), to: index(to), player });
        let edges = edges.collect();
        Self { vertices, edges, is_directed }
    }

    pub(super) fn exchange(&mut self) {
        for vertex in &mut self.vertices {
            vertex.mark = vertex.mark.map(|mark| match mark {
                'L' => 'R',
                'R' => 'L',
                other => other,
            });
        }
        for edge in &mut self.edges {
            edge.player = edge.player.map(|player| -player);
        }
    }

    /// Returns the names of an edge's ends; `None` for an index that is out of range.
    pub(super) fn ends(&self, edge: &EdgePicture) -> [Option<&str>; 2] {
        [edge.from, edge.to].map(|end| self.vertices.get(end as usize).map(|vertex| vertex.name.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanged_twice_it_is_the_same_again() {
        let vertices = ["LRTx"].iter().flat_map(|marks| marks.chars()).map(|mark| VertexPicture::new("v").marked(mark)).collect();
        let graph = GraphPicture::of_edges(vertices, [("v", "w", Some(Player::Left)), ("w", "w", None)], false);
        let mut exchanged = graph.clone();
        exchanged.exchange();
        let marks: Vec<Option<char>> = exchanged.vertices.iter().map(|vertex| vertex.mark).collect();
        assert_eq!(marks, [Some('R'), Some('L'), Some('T'), Some('x'), None]);
        assert_eq!(exchanged.edges.iter().map(|edge| edge.player).collect::<Vec<_>>(), [Some(Player::Right), None]);
        exchanged.exchange();
        assert_eq!(exchanged, graph);
    }
}
