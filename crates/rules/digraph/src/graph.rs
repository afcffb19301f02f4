//! A directed graph with named vertices, stored in flat arrays.

use crate::names::{Names, stretch};
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, Stopped};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A directed graph with named vertices.
///
/// A position is the vertex where the token is. Vertices are numbered in order of first appearance.
///
/// Cloning is cheap. A graph takes 16 bytes for each vertex, 4 bytes for each edge, and the letters of the names.
///
/// ```
/// use sprague_rules_digraph::Digraph;
///
/// let graph: Digraph = "start middle \n middle end \n alone".parse().unwrap();
/// assert_eq!(graph.vertices().len(), 4);
/// assert_eq!(graph.vertex("end"), Some(2));
/// assert_eq!(graph.targets(0), [1]);
/// assert!(graph.is_acyclic());
/// ```
#[derive(Clone)]
pub struct Digraph(Arc<Flat>);

/// Lists of targets, one for each vertex, in one array. A list ends where the next one begins.
struct Flat {
    names: Arc<Names>,
    targets: Vec<u32>,
    target_ends: Vec<u32>,
}

impl Digraph {
    /// Builds a graph with these vertices and edges. Repeated edges count once, at their first place.
    pub(crate) fn from_edges(names: Arc<Names>, edges: &[(u32, u32)], limits: &Limits) -> Result<Self, Stopped> {
        let (targets, target_ends) = lists(names.len(), edges, limits)?;
        Ok(Self(Arc::new(Flat { names, targets, target_ends })))
    }

    /// Returns every vertex, in order of first appearance.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// let graph: Digraph = "b a".parse().unwrap();
    /// let names: Vec<&str> = graph.vertices().map(|vertex| graph.name(vertex)).collect();
    /// assert_eq!(names, ["b", "a"]);
    /// ```
    pub fn vertices(&self) -> Range<u32> {
        0..self.0.target_ends.len() as u32
    }

    /// Returns the number of different edges.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// assert_eq!("a b \n a b \n b a".parse::<Digraph>().unwrap().edges(), 2);
    /// ```
    pub fn edges(&self) -> usize {
        self.0.targets.len()
    }

    /// Returns the name of a vertex in the file.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// assert_eq!("a b".parse::<Digraph>().unwrap().name(1), "b");
    /// ```
    ///
    /// # Panics
    /// If the graph does not have this vertex.
    pub fn name(&self, vertex: u32) -> &str {
        self.0.names.name(vertex)
    }

    /// Returns the vertex with this name, found in a hash table.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// let graph: Digraph = "a b".parse().unwrap();
    /// assert_eq!((graph.vertex("b"), graph.vertex("c")), (Some(1), None));
    /// ```
    pub fn vertex(&self, name: &str) -> Option<u32> {
        self.0.names.number(name)
    }

    /// Returns the targets of the edges from this vertex, in order of first appearance.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// let graph: Digraph = "a a \n a c \n a b \n a c".parse().unwrap();
    /// let names: Vec<&str> = graph.targets(0).iter().map(|&target| graph.name(target)).collect();
    /// assert_eq!(names, ["a", "c", "b"]);
    /// ```
    ///
    /// # Panics
    /// If the graph does not have this vertex.
    pub fn targets(&self, vertex: u32) -> &[u32] {
        let Range { start, end } = stretch(&self.0.target_ends, vertex);
        &self.0.targets[start as usize..end as usize]
    }

    /// Returns whether every walk ends, that is, whether no vertex can be reached from itself. Then every vertex has a nimber.
    ///
    /// Removes vertices without incoming edges until none is left (Kahn 1962). O(vertices + edges).
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// assert!("a b \n b c \n a c".parse::<Digraph>().unwrap().is_acyclic());
    /// assert!(!"a a".parse::<Digraph>().unwrap().is_acyclic());
    /// ```
    pub fn is_acyclic(&self) -> bool {
        let mut arriving = vec![0_u32; self.vertices().len()];
        self.0.targets.iter().for_each(|&target| arriving[target as usize] += 1);
        let mut free: Vec<u32> = self.vertices().filter(|&vertex| arriving[vertex as usize] == 0).collect();
        let mut removed = 0;
        while let Some(vertex) = free.pop() {
            removed += 1;
            for &target in self.targets(vertex) {
                arriving[target as usize] -= 1;
                if arriving[target as usize] == 0 {
                    free.push(target);
                }
            }
        }
        removed == self.vertices().len()
    }
}

/// Returns the targets of all vertices in one array, with the ends of their lists. Repeated edges are dropped.
fn lists(vertices: usize, edges: &[(u32, u32)], limits: &Limits) -> Result<(Vec<u32>, Vec<u32>), Stopped> {
    let meter = Meter::new(limits);
    let mut work = Work::new(&meter);
    // 1. count the edges of each source
    let mut ends = vec![0_u32; vertices];
    for &(from, _) in edges {
        work.done(1, edges.len(), 0)?;
        ends[from as usize] += 1;
    }
    // 2. turn counts into starts of lists
    let mut before = 0;
    for end in &mut ends {
        work.done(1, edges.len(), 0)?;
        before += std::mem::replace(end, before);
    }
    // 3. fill the lists; each entry of `ends` moves from the start of its list to its end
    let mut targets = vec![0_u32; edges.len()];
    for &(from, to) in edges {
        work.done(1, edges.len(), 0)?;
        let end = &mut ends[from as usize];
        targets[*end as usize] = to;
        *end += 1;
    }
    // 4. drop repeated targets and close the gaps
    let mut last_source = vec![u32::MAX; vertices];
    let (mut kept, mut start) = (0, 0);
    for (source, end) in (0..).zip(&mut ends) {
        let list = start..*end as usize;
        start = list.end;
        work.done(1 + list.len(), edges.len(), 0)?;
        for index in list {
            let target = targets[index];
            if std::mem::replace(&mut last_source[target as usize], source) != source {
                targets[kept] = target;
                kept += 1;
            }
        }
        *end = kept as u32;
    }
    targets.truncate(kept);
    Ok((targets, ends))
}

impl fmt::Debug for Digraph {
    /// Shows only the size, because labels of moves contain their graph.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digraph({} vertices, {} edges)", self.vertices().len(), self.edges())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_the_order_of_first_appearance() {
        let edges = [(2, 1), (0, 3), (2, 1), (0, 0), (2, 2), (0, 3), (2, 0), (0, 1)];
        assert_eq!(lists(4, &edges, &Limits::none()), Ok((vec![3, 0, 1, 1, 2, 0], vec![3, 3, 6, 6])));
    }

    fn graph(names: impl IntoIterator<Item = String>, edges: &[(u32, u32)]) -> Digraph {
        let mut numbered = Names::default();
        names.into_iter().for_each(|name| assert!(numbered.number_or_insert(&name, usize::MAX).is_some()));
        Digraph::from_edges(Arc::new(numbered), edges, &Limits::none()).unwrap()
    }

    #[test]
    fn every_vertex_is_found_by_its_name() {
        let graph = graph((0..300).map(|n: u32| format!("v{}", n.wrapping_mul(2_654_435_761) % 1009)), &[]);
        assert!(graph.vertices().all(|vertex| graph.vertex(graph.name(vertex)) == Some(vertex)));
        assert_eq!(graph.vertex("v"), None);
    }

    #[test]
    fn a_long_path_is_acyclic_until_it_is_closed() {
        let count = 100_000_u32;
        let names = || (0..count).map(|n| n.to_string());
        let mut edges: Vec<(u32, u32)> = (1..count).map(|n| (n - 1, n)).collect();
        assert!(graph(names(), &edges).is_acyclic());
        edges.push((count - 1, 0));
        assert!(!graph(names(), &edges).is_acyclic());
    }
}
