//! Braces that refer to each other, as nodes, until they are evaluated as one graph.

use crate::failed::ReadError;
use crate::loopy::graph::Graph;
use crate::loopy::sided::Sided;
use crate::loopy::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{BadNotation, Player, Stopped};

/// The options of Left and of Right of each node.
pub(super) type Nodes = Vec<[Vec<Item>; 2]>;

/// An option, or a term on the way to one.
#[derive(Clone, Copy)]
pub(super) enum Item {
    Value(Sided),
    /// A node, and the outermost open bracket that it refers to.
    Node(usize, usize),
    /// The game of the nearest braces.
    Pass,
}

/// A node is closed if it refers to no bracket that is open.
pub(super) const CLOSED: usize = usize::MAX;

impl Item {
    pub(super) fn value(self) -> Option<Sided> {
        match self {
            Self::Value(value) if value.is_found() => Some(value),
            _ => None,
        }
    }
}

impl Stoppers<'_> {
    /// The value of a node, with all nodes behind it.
    pub(super) fn node_value(&mut self, nodes: &[[Vec<Item>; 2]], root: usize) -> Result<Sided, Stopped> {
        let nodes = &nodes[root..];
        let leaves = leaves_of(nodes);
        let places: Vec<u32> = (nodes.len() as u32..).take(leaves.len()).collect();
        let graph = graph_of(nodes, root, &leaves, &places);
        let known: Vec<_> = nodes.iter().map(|_| None).chain(leaves.into_iter().map(Some)).collect();
        Ok(self.evaluate(&graph, &known)?[0])
    }

    /// The graph of an item, its values replaced by what is below them.
    pub(super) fn expanded(&mut self, item: Item, nodes: &[[Vec<Item>; 2]]) -> Result<Graph, ReadError> {
        let (first, nodes, leaves) = match item {
            Item::Node(root, _) => (root, &nodes[root..], leaves_of(&nodes[root..])),
            Item::Value(value) => (0, &[][..], vec![value]),
            Item::Pass => (0, &[][..], vec![]),
        };
        let (mut places, mut end, mut graphs) = (vec![], nodes.len() as u32, vec![]);
        for leaf in &leaves {
            let stopper = leaf.stopper().ok_or_else(|| BadNotation::new(0, "a graph without sides such as 1&0"))?;
            graphs.push(self.graph(stopper)?);
            places.push(end);
            end += graphs.last().map_or(0, Graph::len) as u32;
        }
        let mut graph = graph_of(nodes, first, &leaves, &places);
        for (below, offset) in graphs.iter().zip(places) {
            for position in 0..below.len() as u32 {
                let [left, right] = Player::BOTH
                    .map(|player| below.options(position, player).iter().map(|&option| option + offset).collect::<Vec<_>>());
                graph.add(&left, &right);
            }
        }
        Ok(graph)
    }
}

/// Gives a node its sides, split at the longest run of bars.
///
/// It says the outermost bracket that the node refers to. /// A side that holds bars is one game. Bars are at most so deep as they are long.
pub(super) fn braced(
    nodes: &mut Nodes,
    node: usize,
    mut sides: Vec<Vec<Item>>,
    bars: &[(usize, usize)],
) -> Result<usize, BadNotation> {
    let longest = bars.iter().map(|bar| bar.0).max().unwrap_or_default();
    let mut places = (0..bars.len()).filter(|&i| bars[i].0 == longest);
    let middle = places.next().unwrap_or_default();
    if let Some(second) = places.next() {
        return Err(BadNotation::new(bars[second].1, "one longest run of bars in a brace"));
    }
    let right = sides.split_off(middle + 1);
    let mut outermost = CLOSED;
    for (player, (mut side, bars)) in [(sides, &bars[..middle]), (right, &bars[middle + 1..])].into_iter().enumerate() {
        let options = if bars.is_empty() {
            side.swap_remove(0)
        } else {
            let inner = nodes.len();
            nodes.push(Default::default());
            let refers = braced(nodes, inner, side, bars)?;
            vec![Item::Node(inner, refers)]
        };
        nodes[node][player] = options
            .into_iter()
            .map(|option| match option {
                Item::Pass => Item::Node(node, CLOSED),
                Item::Node(_, refers) => {
                    outermost = outermost.min(refers);
                    option
                }
                Item::Value(_) => option,
            })
            .collect();
    }
    Ok(outermost)
}

/// The values among the options of nodes, each once.
fn leaves_of(nodes: &[[Vec<Item>; 2]]) -> Vec<Sided> {
    let mut seen = Memo::<Sided, ()>::default();
    let mut leaves = vec![];
    for item in nodes.iter().flatten().flatten() {
        if let Item::Value(value) = item
            && seen.insert(*value, ()).is_none()
        {
            leaves.push(*value);
        }
    }
    leaves
}

/// The graph of nodes that follow on each other.
///
/// The values among their options have places of their own.
fn graph_of(nodes: &[[Vec<Item>; 2]], first: usize, leaves: &[Sided], places: &[u32]) -> Graph {
    let places: Memo<Sided, u32> = leaves.iter().copied().zip(places.iter().copied()).collect();
    let place = |item: &Item| match item {
        Item::Value(value) => places.get(value).copied(),
        Item::Node(node, _) => Some((node - first) as u32),
        Item::Pass => None,
    };
    let mut graph = Graph::new();
    for [left, right] in
        nodes.iter().map(|sides| sides.each_ref().map(|options| options.iter().filter_map(place).collect::<Vec<_>>()))
    {
        graph.add(&left, &right);
    }
    graph
}
