//! The layout of a graph in layers.
//!
//! Arrows lead from layer to layer, and neighbours are near each other.
//!
//! The method is that of Sugiyama, Tagawa & Toda 1981. First, a depth-first search finds arrows that close a cycle (a
//! feedback set, as in Eades, Lin & Smyth 1993), and these are reversed. Then each vertex is put into a layer by the longest
//! remaining path, and sweeps by barycentres sort the layers.

/// The layers of a graph from first to last, and the routes of its edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layers {
    /// The vertices of each layer. Numbers that are not vertices are places through which edges pass.
    pub(crate) layers: Vec<Vec<u32>>,
    /// For each edge, the places in the layers between its ends through which it passes.
    ///
    /// All lists are empty if there would be more than [`MAX_PLACES`] places.
    pub(crate) routes: Vec<Vec<u32>>,
    /// Whether each edge closes a cycle.
    ///
    /// If so, it leads to an earlier layer or to its own vertex.
    pub(crate) is_back: Vec<bool>,
}

/// The number of sweeps that move neighbours closer together.
const SWEEPS: usize = 12;

/// The maximum number of places through which edges pass, per vertex and in total.
///
/// A drawing with more places would consist mostly of lines.
const MAX_PLACES: [usize; 2] = [12, 800];

impl Layers {
    /// Arranges vertices, numbered from 0, in layers. It takes O(vertices + edges) steps, and time for sorting in the sweeps.
    pub(crate) fn of(count: usize, edges: &[(u32, u32)]) -> Self {
        // 1. find the edges that close a cycle, and ignore them
        let (is_back, finished) = walked(count, edges);
        let mut following = vec![vec![]; count];
        for ((from, to), _) in edges.iter().zip(&is_back).filter(|(_, is_back)| !**is_back) {
            following[*from as usize].push(*to);
        }
        // 2. find the longest path from each vertex; the vertices that it can reach were finished before it
        let mut left = vec![0; count];
        for vertex in finished {
            let furthest = following[vertex as usize].iter().map(|next| left[*next as usize] + 1).max();
            left[vertex as usize] = furthest.unwrap_or(0);
        }
        // 3. the longer the path, the earlier the layer of the vertex
        let last = left.iter().max().map_or(0, |most| most + 1);
        let mut layers = vec![vec![]; last];
        for (vertex, left) in left.iter().enumerate() {
            layers[last - 1 - left].push(vertex as u32);
        }
        let layer_of: Vec<usize> = left.iter().map(|left| last - 1 - left).collect();
        // 4. add places for edges that pass through layers, and sort the layers
        let (routes, pieces, places) = routed(count, edges, &is_back, &mut layers, &layer_of);
        Self { layers: swept(layers, places, &pieces), routes, is_back }
    }

    /// Sorts the vertices within given layers. Edges may lead to any layer.
    pub(crate) fn in_order(layers: Vec<Vec<u32>>, count: usize, edges: &[(u32, u32)]) -> Self {
        Self { layers: swept(layers, count, edges), routes: vec![vec![]; edges.len()], is_back: vec![false; edges.len()] }
    }
}

/// Adds places to the layers for edges that pass through them.
///
/// Returns the places of each edge, the pieces of edges between the places, and the number of vertices and places.
fn routed(
    count: usize,
    edges: &[(u32, u32)],
    is_back: &[bool],
    layers: &mut [Vec<u32>],
    layer_of: &[usize],
) -> (Vec<Vec<u32>>, Vec<(u32, u32)>, usize) {
    let between = |(from, to): (u32, u32)| layer_of[from as usize] + 1..layer_of[to as usize];
    let is_long = |edge: usize| !is_back[edge] && !between(edges[edge]).is_empty();
    let all: usize = (0..edges.len()).filter(|edge| is_long(*edge)).map(|edge| between(edges[edge]).len()).sum();
    if all > (MAX_PLACES[0] * count).min(MAX_PLACES[1]) {
        return (vec![vec![]; edges.len()], edges.to_vec(), count);
    }
    let (mut next, mut pieces) = (count as u32, vec![]);
    let mut routes = vec![vec![]; edges.len()];
    for (edge, (from, to)) in edges.iter().copied().enumerate() {
        let mut start = from;
        if is_long(edge) {
            for layer in between((from, to)) {
                layers[layer].push(next);
                routes[edge].push(next);
                pieces.push((start, next));
                start = next;
                next += 1;
            }
        }
        pieces.push((start, to));
    }
    (routes, pieces, next as usize)
}

/// Searches the graph depth-first for the edges that close a cycle.
///
/// Returns whether each edge closes a cycle, that is, leads to a vertex on the current path. Also returns the vertices in the
/// order in which they are finished, so that each vertex comes after all vertices that can be reached from it.
fn walked(count: usize, edges: &[(u32, u32)]) -> (Vec<bool>, Vec<u32>) {
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Done,
    }
    let mut leaving = vec![vec![]; count];
    for (edge, (from, _)) in edges.iter().enumerate() {
        leaving[*from as usize].push(edge);
    }
    let (mut is_back, mut finished) = (vec![false; edges.len()], vec![]);
    let mut states = vec![State::New; count];
    for root in 0..count {
        if states[root] != State::New {
            continue;
        }
        states[root] = State::Open;
        let mut pending = vec![(root, 0)];
        while let Some((vertex, at)) = pending.last_mut() {
            let vertex = *vertex;
            let Some(edge) = leaving[vertex].get(*at).copied() else {
                states[vertex] = State::Done;
                finished.push(vertex as u32);
                pending.pop();
                continue;
            };
            *at += 1;
            let next = edges[edge].1 as usize;
            match states[next] {
                State::Open => is_back[edge] = true,
                State::New => {
                    states[next] = State::Open;
                    pending.push((next, 0));
                }
                State::Done => {}
            }
        }
    }
    (is_back, finished)
}

/// Sorts the vertices of each layer by their neighbours, forwards and backwards in turn.
///
/// The sort key is the mean place of the neighbours.
fn swept(mut layers: Vec<Vec<u32>>, count: usize, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let mut layer_of = vec![0; count];
    for (layer, vertices) in layers.iter().enumerate() {
        vertices.iter().for_each(|vertex| layer_of[*vertex as usize] = layer);
    }
    let (mut before, mut behind) = (vec![vec![]; count], vec![vec![]; count]);
    for (from, to) in edges.iter().map(|(from, to)| (*from as usize, *to as usize)) {
        if layer_of[from] < layer_of[to] {
            before[to].push(from);
            behind[from].push(to);
        } else if layer_of[from] > layer_of[to] {
            before[from].push(to);
            behind[to].push(from);
        }
    }
    let mut places = vec![0.0; count];
    let settle = |layer: &[u32], places: &mut [f64]| {
        for (at, vertex) in layer.iter().enumerate() {
            places[*vertex as usize] = (at as f64 + 0.5) / layer.len() as f64;
        }
    };
    layers.iter().for_each(|layer| settle(layer, &mut places));
    for sweep in 0..SWEEPS {
        let is_forward = sweep % 2 == 0;
        let near = if is_forward { &before } else { &behind };
        for at in 0..layers.len() {
            let layer = if is_forward { at } else { layers.len() - 1 - at };
            let layer = &mut layers[layer];
            let pull = |vertex: u32| {
                let near = &near[vertex as usize];
                if near.is_empty() {
                    places[vertex as usize]
                } else {
                    near.iter().map(|other| places[*other]).sum::<f64>() / near.len() as f64
                }
            };
            let mut pulled: Vec<(f64, u32)> = layer.iter().map(|vertex| (pull(*vertex), *vertex)).collect();
            pulled.sort_by(|a, b| a.0.total_cmp(&b.0));
            layer.iter_mut().zip(pulled).for_each(|(vertex, (_, new))| *vertex = new);
            settle(layer, &mut places);
        }
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn layers_are_counted_by_the_longest_way_left() {
        // Nim: 2 → 1, 0; 1 → 0
        let nim = Layers::of(3, &[(0, 1), (0, 2), (1, 2)]);
        assert_eq!(nim.layers.iter().map(|layer| layer.contains(&3)).collect::<Vec<_>>(), [false, true, false]);
        assert_eq!(nim.routes, [vec![], vec![3], vec![]], "the long move passes beside 1");
        let vertices: Vec<u32> = nim.layers.concat().into_iter().filter(|vertex| *vertex < 3).collect();
        assert_eq!(vertices, [0, 1, 2]);
        assert_eq!(nim.is_back, [false; 3]);
    }

    #[test]
    fn cycles_and_loops_are_turned_round() {
        let ring = Layers::of(4, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)]);
        assert_eq!(ring.is_back, [false, false, true, false, true]);
        assert_eq!(ring.layers, [[0], [1], [2], [3]]);
        assert_eq!(Layers::of(0, &[]).layers, [[0; 0]; 0]);
    }

    #[test]
    fn neighbours_are_pulled_together() {
        // two paths that would cross
        let crossing = Layers::of(6, &[(0, 3), (1, 2), (2, 5), (3, 4)]);
        let column =
            |vertex: u32| crossing.layers.iter().find_map(|layer| layer.iter().position(|other| *other == vertex)).unwrap();
        assert_eq!((column(0), column(1)), (column(3), column(2)));
        assert_eq!((column(2), column(3)), (column(5), column(4)));
    }

    proptest! {
        #[test]
        fn every_vertex_has_one_place_and_only_edges_that_close_a_cycle_lead_back(
            count in 1_usize..40, pairs in proptest::collection::vec((0_u32..40, 0_u32..40), 0..120)
        ) {
            let edges: Vec<(u32, u32)> = pairs.into_iter().map(|(a, b)| (a % count as u32, b % count as u32)).collect();
            let layers = Layers::of(count, &edges);
            let mut all: Vec<u32> = layers.layers.concat();
            all.sort_unstable();
            let places: usize = layers.routes.iter().map(Vec::len).sum();
            prop_assert_eq!(all, (0..(count + places) as u32).collect::<Vec<_>>());
            let layer = |vertex: u32| layers.layers.iter().position(|layer| layer.contains(&vertex)).unwrap();
            for ((from, to), is_back) in edges.iter().zip(&layers.is_back) {
                prop_assert_eq!(layer(*from) >= layer(*to), *is_back);
            }
            for ((from, to), route) in edges.iter().zip(&layers.routes).filter(|(_, route)| !route.is_empty()) {
                let passed: Vec<usize> = route.iter().map(|place| layer(*place)).collect();
                prop_assert_eq!(passed, (layer(*from) + 1..layer(*to)).collect::<Vec<_>>());
            }
        }
    }
}
