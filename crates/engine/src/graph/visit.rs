//! petgraph's visit traits for position graphs: nodes are position numbers and edges are options.

use super::PositionGraph;
use petgraph::Directed;
use petgraph::visit::{
    Data, EdgeRef as Edge, GraphBase, GraphProp, GraphRef, IntoEdgeReferences, IntoEdges, IntoNeighbors, IntoNodeIdentifiers,
    IntoNodeReferences, NodeCompactIndexable, NodeCount, NodeIndexable, VisitMap, Visitable,
};

/// An option as an edge: the positions that it connects, and its index in the list of options.
///
/// ```
/// use petgraph::visit::{EdgeRef, IntoEdgeReferences};
/// # use sprague::Limits;
/// # use sprague::graph::PositionGraph;
/// # use sprague::examples::Nim;
/// let graph = PositionGraph::explore(&Nim, 2, &Limits::default()).unwrap();
/// let edges: Vec<_> = graph.edge_references().map(|edge| (edge.source(), edge.target())).collect();
/// assert_eq!(edges, [(0, 1), (0, 2), (1, 2)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeRef {
    from: u32,
    to: u32,
    entry: usize,
}

impl Edge for EdgeRef {
    type NodeId = u32;
    type EdgeId = usize;
    type Weight = ();
    fn source(&self) -> u32 {
        self.from
    }
    fn target(&self) -> u32 {
        self.to
    }
    fn weight(&self) -> &() {
        &()
    }
    fn id(&self) -> usize {
        self.entry
    }
}

impl<P> GraphBase for PositionGraph<P> {
    type NodeId = u32;
    type EdgeId = usize;
}

impl<P> GraphProp for PositionGraph<P> {
    type EdgeType = Directed;
}

impl<P> Data for PositionGraph<P> {
    type NodeWeight = P;
    type EdgeWeight = ();
}

impl<P> NodeCount for PositionGraph<P> {
    fn node_count(&self) -> usize {
        self.len()
    }
}

impl<P> NodeIndexable for PositionGraph<P> {
    fn node_bound(&self) -> usize {
        self.len()
    }
    fn to_index(&self, number: u32) -> usize {
        number as usize
    }
    fn from_index(&self, index: usize) -> u32 {
        index as u32
    }
}

impl<P> NodeCompactIndexable for PositionGraph<P> {}

/// The set of positions that a petgraph traversal has visited.
///
/// ```
/// use petgraph::visit::{VisitMap, Visitable};
/// # use sprague::Limits;
/// # use sprague::graph::PositionGraph;
/// # use sprague::examples::Nim;
/// let graph = PositionGraph::explore(&Nim, 2, &Limits::default()).unwrap();
/// let mut seen = graph.visit_map();
/// assert!(seen.visit(1) && !seen.visit(1) && seen.is_visited(&1));
/// assert!(seen.unvisit(1) && !seen.unvisit(1) && !seen.is_visited(&1));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Seen(Vec<bool>);

impl VisitMap<u32> for Seen {
    fn visit(&mut self, number: u32) -> bool {
        !core::mem::replace(&mut self.0[number as usize], true)
    }
    fn is_visited(&self, number: &u32) -> bool {
        self.0[*number as usize]
    }
    fn unvisit(&mut self, number: u32) -> bool {
        core::mem::replace(&mut self.0[number as usize], false)
    }
}

impl<P> Visitable for PositionGraph<P> {
    type Map = Seen;
    fn visit_map(&self) -> Seen {
        Seen(vec![false; self.len()])
    }
    fn reset_map(&self, map: &mut Seen) {
        *map = self.visit_map();
    }
}

impl<'a, P> IntoNeighbors for &'a PositionGraph<P> {
    type Neighbors = core::iter::Copied<core::slice::Iter<'a, u32>>;
    fn neighbors(self, number: u32) -> Self::Neighbors {
        self.options(number).iter().copied()
    }
}

impl<P> IntoNodeIdentifiers for &PositionGraph<P> {
    type NodeIdentifiers = core::ops::Range<u32>;
    fn node_identifiers(self) -> Self::NodeIdentifiers {
        0..self.len() as u32
    }
}

impl<'a, P> IntoNodeReferences for &'a PositionGraph<P> {
    type NodeRef = (u32, &'a P);
    type NodeReferences = Box<dyn Iterator<Item = (u32, &'a P)> + 'a>;
    fn node_references(self) -> Self::NodeReferences {
        Box::new((0..).zip(&self.positions))
    }
}

impl<'a, P> IntoEdges for &'a PositionGraph<P> {
    type Edges = Box<dyn Iterator<Item = EdgeRef> + 'a>;
    fn edges(self, from: u32) -> Self::Edges {
        let entries = self.first_option[from as usize]..;
        Box::new(entries.zip(self.options(from)).map(move |(entry, &to)| EdgeRef { from, to, entry }))
    }
}

impl<'a, P> IntoEdgeReferences for &'a PositionGraph<P> {
    type EdgeRef = EdgeRef;
    type EdgeReferences = Box<dyn Iterator<Item = EdgeRef> + 'a>;
    fn edge_references(self) -> Self::EdgeReferences {
        Box::new((0..self.len() as u32).flat_map(move |from| self.edges(from)))
    }
}

/// Fails to compile if a trait that petgraph's algorithms need is missing.
const _: fn() = || {
    fn graph_ref<G: GraphRef + IntoEdges + IntoNodeReferences + Visitable + NodeCompactIndexable + GraphProp>() {}
    graph_ref::<&PositionGraph<u64>>();
};
