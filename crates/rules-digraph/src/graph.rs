//! A directed graph with named vertices, stored flat.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A directed graph and its names. A position is the vertex where the token lies, numbered in order of first appearance.
///
/// Cheap to clone. It takes 12 bytes a vertex and 4 bytes an edge, and the letters of the names.
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

/// Each list is the stretch of a common array that ends where the next one begins.
struct Flat {
    names: String,
    name_ends: Vec<usize>,
    /// The vertices in the order of their names.
    by_name: Vec<u32>,
    targets: Vec<u32>,
    target_ends: Vec<u32>,
}

/// The stretch of a list: from the end of the one before it to its own end.
fn stretch<T: Copy + Default>(ends: &[T], vertex: u32) -> Range<T> {
    let vertex = vertex as usize;
    let start = if vertex == 0 { T::default() } else { ends[vertex - 1] };
    start..ends[vertex]
}

impl Digraph {
    /// The graph with these vertices, whose names differ, and these edges, of which the first of equal ones counts.
    pub(crate) fn from_edges(vertices: &[&str], edges: &[(u32, u32)]) -> Self {
        let mut name_ends = Vec::with_capacity(vertices.len());
        let mut names = String::with_capacity(vertices.iter().map(|name| name.len()).sum());
        for name in vertices {
            names.push_str(name);
            name_ends.push(names.len());
        }
        let mut by_name: Vec<u32> = (0..).take(vertices.len()).collect();
        by_name.sort_unstable_by_key(|&vertex| vertices[vertex as usize]);
        let (targets, target_ends) = lists(vertices.len(), edges);
        Self(Arc::new(Flat { names, name_ends, by_name, targets, target_ends }))
    }

    /// Every vertex, in order of first appearance.
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

    /// How many different edges there are.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// assert_eq!("a b \n a b \n b a".parse::<Digraph>().unwrap().edges(), 2);
    /// ```
    pub fn edges(&self) -> usize {
        self.0.targets.len()
    }

    /// What the file calls a vertex.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// assert_eq!("a b".parse::<Digraph>().unwrap().name(1), "b");
    /// ```
    ///
    /// # Panics
    /// If the graph has no such vertex.
    pub fn name(&self, vertex: u32) -> &str {
        &self.0.names[stretch(&self.0.name_ends, vertex)]
    }

    /// The vertex with this name. O(log of their number).
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// let graph: Digraph = "a b".parse().unwrap();
    /// assert_eq!((graph.vertex("b"), graph.vertex("c")), (Some(1), None));
    /// ```
    pub fn vertex(&self, name: &str) -> Option<u32> {
        let place = self.0.by_name.binary_search_by(|&vertex| self.name(vertex).cmp(name));
        place.ok().map(|place| self.0.by_name[place])
    }

    /// Where an edge leads to from this vertex, in order of first appearance.
    ///
    /// ```
    /// # use sprague_rules_digraph::Digraph;
    /// let graph: Digraph = "a a \n a c \n a b \n a c".parse().unwrap();
    /// let names: Vec<&str> = graph.targets(0).iter().map(|&target| graph.name(target)).collect();
    /// assert_eq!(names, ["a", "c", "b"]);
    /// ```
    ///
    /// # Panics
    /// If the graph has no such vertex.
    pub fn targets(&self, vertex: u32) -> &[u32] {
        let Range { start, end } = stretch(&self.0.target_ends, vertex);
        &self.0.targets[start as usize..end as usize]
    }

    /// Whether every walk ends: no vertex can be reached from itself. Then every vertex has a nimber.
    ///
    /// Removes vertices that no edge leads to until none is left (Kahn 1962): O(vertices + edges).
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

/// The targets of every vertex side by side, and where each list ends: sorted by source, the first of equal edges kept.
fn lists(vertices: usize, edges: &[(u32, u32)]) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0_u32; vertices];
    edges.iter().for_each(|&(from, _)| ends[from as usize] += 1);
    let mut before = 0;
    for end in &mut ends {
        before += std::mem::replace(end, before);
    }
    // each end stands at the start of its list and moves to its end as the list fills
    let mut targets = vec![0_u32; edges.len()];
    for &(from, to) in edges {
        let end = &mut ends[from as usize];
        targets[*end as usize] = to;
        *end += 1;
    }
    let mut last_source = vec![u32::MAX; vertices];
    let (mut kept, mut start) = (0, 0);
    for (source, end) in (0..).zip(&mut ends) {
        let list = start..*end as usize;
        start = list.end;
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
    (targets, ends)
}

impl fmt::Debug for Digraph {
    /// The size only: labels of moves hold their graph.
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
        assert_eq!(lists(4, &edges), (vec![3, 0, 1, 1, 2, 0], vec![3, 3, 6, 6]));
    }

    #[test]
    fn every_vertex_is_found_by_its_name() {
        let names: Vec<String> = (0..300).map(|n: u32| format!("v{}", n.wrapping_mul(2_654_435_761) % 1009)).collect();
        let graph = Digraph::from_edges(&names.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
        assert!(graph.vertices().all(|vertex| graph.vertex(graph.name(vertex)) == Some(vertex)));
        assert_eq!(graph.vertex("v"), None);
    }

    #[test]
    fn a_long_path_is_acyclic_until_it_is_closed() {
        let count = 100_000_u32;
        let names: Vec<String> = (0..count).map(|n| n.to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut edges: Vec<(u32, u32)> = (1..count).map(|n| (n - 1, n)).collect();
        assert!(Digraph::from_edges(&names, &edges).is_acyclic());
        edges.push((count - 1, 0));
        assert!(!Digraph::from_edges(&names, &edges).is_acyclic());
    }
}
