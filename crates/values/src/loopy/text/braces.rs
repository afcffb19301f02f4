//! Games in braces that refer to each other. They are kept as nodes until one graph of all of them can be evaluated.

use crate::loopy::graph::Graph;
use crate::loopy::nodes::Nodes as LoopyNodes;
use crate::loopy::sided::Sided;
use crate::loopy::stopper::Stopper;
use crate::loopy::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{BadNotation, Stopped};

/// The options of Left and of Right of each node.
pub(super) type Nodes = Vec<[Vec<Item>; 2]>;

/// An option, or a term of a sum that becomes one.
#[derive(Clone, Copy)]
pub(super) enum Item {
    Value(Sided),
    /// A node, and the depth of the outermost open bracket that it refers to.
    Node(usize, usize),
    /// `pass`: the game of the nearest braces.
    Pass,
}

/// The depth of a node that refers to no open bracket.
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
    /// Returns the value of node `root`, given all nodes after it.
    pub(super) fn node_value(&mut self, nodes: &[[Vec<Item>; 2]], root: usize) -> Result<Sided, Stopped> {
        let nodes = &nodes[root..];
        let leaves = leaves_of(nodes);
        let places: Vec<u32> = (nodes.len() as u32..).take(leaves.len()).collect();
        let graph = graph_of(nodes, root, &leaves, &places);
        let known: Vec<_> = nodes.iter().map(|_| None).chain(leaves.into_iter().map(Some)).collect();
        Ok(self.evaluate(&graph, &known)?[0])
    }

    /// Converts nodes to nodes of the store; `first` is the number of the first one.
    ///
    /// An option with two sides is replaced by a game that has this value.
    pub(super) fn nodes_of(&mut self, items: &[[Vec<Item>; 2]], first: usize) -> Result<LoopyNodes, Stopped> {
        let mut nodes: LoopyNodes = vec![Default::default(); items.len()];
        let mut places = Memo::<Sided, Stopper>::default();
        for (node, sides) in items.iter().enumerate() {
            for (player, item) in
                sides.iter().enumerate().flat_map(|(player, items)| items.iter().map(move |item| (player, item)))
            {
                let option = match *item {
                    Item::Node(node, _) => Stopper::inner(node - first),
                    Item::Pass => continue,
                    Item::Value(value) => match (value.stopper(), places.get(&value), value.sides()) {
                        (Some(stopper), ..) | (None, Some(&stopper), _) => stopper,
                        (None, None, [Ok(on), Ok(off)]) => {
                            let (game, offset) = (self.sided_game(on, off)?, nodes.len());
                            let moved = |option: Stopper| option.inner_index().map_or(option, |at| Stopper::inner(at + offset));
                            let moved = |options: Vec<Stopper>| options.into_iter().map(moved).collect::<Vec<_>>();
                            nodes.extend(game.into_iter().map(|sides| sides.map(moved)));
                            *places.entry(value).or_insert(Stopper::inner(offset))
                        }
                        // a missing side is reported when the text is read
                        _ => continue,
                    },
                };
                nodes[node][player].push(option);
            }
        }
        Ok(nodes)
    }
}

/// Fills in the options of a node. The sides are split at the longest run of bars.
///
/// Returns the outermost bracket that the node refers to. A side that contains bars becomes a game itself. The recursion is at
/// most as deep as the longest run is long.
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

/// Returns the values among the options, each once.
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

/// Returns the graph of consecutive nodes, of which the first has number `first`. `places` are the numbers for the values among
/// the options.
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
