//! Lists all connected graphs of a size, each once up to isomorphism.

use crate::canonical::{canonical, in_order};
use crate::text::write_graph6;
use smallvec::SmallVec;
use std::collections::HashSet;

/// The largest number of vertices of [`Connected`] graphs. There are about a thousand million with eleven.
pub const MOST_CONNECTED: u32 = 10;

/// Lists the connected graphs with a number of vertices in graph6, each once up to isomorphism.
///
/// Every connected graph is a smaller connected graph with one more vertex. The iterator returns `None` for a step that finds
/// no new graph. It keeps the graphs with one vertex less and all graphs found in memory: there are 11,716,571 graphs with 10
/// vertices (OEIS A001349).
///
/// ```
/// use sprague_rules_graphs::Connected;
/// let count = |vertices| Connected::of(vertices).flatten().count();
/// assert_eq!((1..=5).map(count).collect::<Vec<_>>(), [1, 1, 2, 6, 21]);
/// assert_eq!(Connected::of(3).flatten().collect::<Vec<_>>(), ["BW", "Bw"]);
/// ```
#[derive(Debug)]
pub struct Connected {
    vertices: u32,
    /// The number of vertices of the graphs that are being made.
    made: u32,
    smaller: Vec<u64>,
    found: Vec<u64>,
    known: HashSet<u64>,
    /// The index of the next smaller graph, and the neighbours of its new vertex.
    next: (usize, u64),
}

/// Returns the rows of the graph whose edges are the bits of `pairs`.
fn rows_of(pairs: u64, vertices: u32) -> SmallVec<[u64; 32]> {
    let mut rows: SmallVec<[u64; 32]> = SmallVec::from_elem(0, vertices as usize);
    let mut bit = 0;
    for other in 0..vertices as usize {
        for one in 0..other {
            if pairs >> bit & 1 == 1 {
                rows[one] |= 1 << other;
                rows[other] |= 1 << one;
            }
            bit += 1;
        }
    }
    rows
}

/// Returns the edges of a graph as bits; the inverse of [`rows_of`].
fn pairs_of(rows: &[u64]) -> u64 {
    let pairs = (0..rows.len()).flat_map(|other| (0..other).map(move |one| rows[other] >> one & 1));
    pairs.enumerate().fold(0, |all, (bit, is_there)| all | is_there << bit)
}

impl Connected {
    /// Lists the graphs with `vertices` vertices, from 1 to [`MOST_CONNECTED`].
    pub fn of(vertices: u32) -> Self {
        let vertices = vertices.clamp(1, MOST_CONNECTED);
        Self { vertices, made: 1, smaller: vec![], found: vec![], known: HashSet::new(), next: (0, 0) }
    }

    /// Returns about how many bytes it uses.
    pub fn bytes(&self) -> usize {
        8 * (self.smaller.capacity() + self.found.capacity()) + 9 * self.known.capacity()
    }

    fn text(&self, pairs: u64) -> String {
        write_graph6(&rows_of(pairs, self.vertices))
    }
}

impl Iterator for Connected {
    type Item = Option<String>;

    fn next(&mut self) -> Option<Option<String>> {
        if self.made == 1 {
            // the graph with a single vertex
            self.made = 2;
            self.smaller = vec![0];
            self.next = (0, 1);
            return Some((self.vertices == 1).then(|| self.text(0)));
        }
        if self.made > self.vertices {
            return None;
        }
        let (at, neighbours) = self.next;
        let Some(&pairs) = self.smaller.get(at) else {
            self.made += 1;
            self.smaller = core::mem::take(&mut self.found);
            self.known = HashSet::new();
            self.next = (0, 1);
            return Some(None);
        };
        self.next = if neighbours + 1 < 1 << (self.made - 1) { (at, neighbours + 1) } else { (at + 1, 1) };
        let mut rows = rows_of(pairs, self.made - 1);
        (0..rows.len()).filter(|vertex| neighbours >> vertex & 1 == 1).for_each(|vertex| rows[vertex] |= 1 << (self.made - 1));
        rows.push(neighbours);
        let form = pairs_of(&in_order(&rows, &canonical(&rows)));
        let is_new = self.known.insert(form);
        if is_new && self.made < self.vertices {
            self.found.push(form);
        }
        Some((is_new && self.made == self.vertices).then(|| self.text(form)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_as_connected_graphs() {
        // the numbers of connected graphs: OEIS A001349
        for (vertices, count) in (1..).zip([1, 1, 2, 6, 21, 112, 853]) {
            assert_eq!(Connected::of(vertices).flatten().collect::<HashSet<_>>().len(), count, "{vertices}");
        }
    }
}
