//! Graphs that consist of paths and cycles, stored as their lengths.

use smallvec::SmallVec;

/// Graphs with at most this many vertices are stored by themselves, up to isomorphism.
///
/// Their pairs of vertices fit into a word. For larger graphs, labelling costs more than it saves: with 16 vertices, queens'
/// boards took 1.4 times as long, grids 1.3 times.
pub(crate) const MOST_FREE: usize = 10;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Line {
    pub(crate) vertices: u16,
    pub(crate) is_cycle: bool,
}

/// Disjoint paths and cycles, in order. Taking a vertex leaves only paths and cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Lines(SmallVec<[Line; 4]>);

impl Line {
    /// Returns the paths that are left after a vertex is taken.
    pub(crate) fn without(self, vertex: u16) -> impl Iterator<Item = Self> {
        let lengths = if self.is_cycle {
            [self.vertices.saturating_sub(3), 0]
        } else {
            [vertex.saturating_sub(1), self.vertices.saturating_sub(vertex + 2)]
        };
        lengths.into_iter().filter(|vertices| *vertices > 0).map(|vertices| Self { vertices, is_cycle: false })
    }
}

impl Lines {
    pub(crate) fn iter(&self) -> impl Iterator<Item = Line> {
        self.0.iter().copied()
    }

    pub(crate) fn allocated_bytes(&self) -> usize {
        if self.0.spilled() { self.0.capacity() * size_of::<Line>() } else { 0 }
    }

    pub(crate) fn vertices(&self) -> usize {
        self.iter().map(|line| usize::from(line.vertices)).sum()
    }

    /// Returns the lines that are left after a vertex is taken. Vertices are numbered in the order of the lines.
    pub(crate) fn without(&self, vertex: usize) -> Self {
        let mut before = 0;
        let mut taken = None;
        let others = self.0.iter().filter(|line| {
            let at = vertex.checked_sub(before).filter(|at| *at < usize::from(line.vertices));
            before += usize::from(line.vertices);
            taken = taken.or(at.map(|at| (**line, at as u16)));
            at.is_none()
        });
        let others: SmallVec<[Line; 4]> = others.copied().collect();
        others.into_iter().chain(taken.into_iter().flat_map(|(line, at)| line.without(at))).collect()
    }

    /// Returns the neighbours of each vertex. There must be at most 64 vertices.
    pub(crate) fn rows(&self) -> SmallVec<[u64; 32]> {
        let mut rows: SmallVec<[u64; 32]> = SmallVec::from_elem(0, self.vertices());
        let mut first = 0;
        for Line { vertices, is_cycle } in self.iter() {
            let last = first + usize::from(vertices) - 1;
            let pairs = (first..last).map(|one| (one, one + 1)).chain(is_cycle.then_some((last, first)));
            pairs.for_each(|(one, other)| {
                rows[one] |= 1 << other;
                rows[other] |= 1 << one;
            });
            first = last + 1;
        }
        rows
    }
}

impl FromIterator<Line> for Lines {
    fn from_iter<I: IntoIterator<Item = Line>>(lines: I) -> Self {
        let mut lines: SmallVec<[Line; 4]> = lines.into_iter().collect();
        lines.sort_unstable();
        Self(lines)
    }
}

impl From<Line> for Lines {
    fn from(line: Line) -> Self {
        Self(SmallVec::from_slice(&[line]))
    }
}
