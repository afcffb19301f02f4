//! Canonical labelling of small graphs: isomorphic graphs get equal rows.
//!
//! It uses colour refinement and individualisation, and known automorphisms to prune branches: McKay & Piperno, *Practical
//! graph isomorphism, II*, 2014, without the parts that only large graphs need.

use smallvec::{SmallVec, smallvec};

pub(crate) const MOST: usize = 64;

/// Cells of vertices in order, each as a mask.
type Cells = SmallVec<[u64; 32]>;

/// The vertices of a labelling in order; the first one becomes vertex 0.
pub(crate) type Order = SmallVec<[u8; 32]>;

/// Returns an order of the vertices such that isomorphic graphs get equal rows.
///
/// `rows[v]` contains the neighbours of `v` as bits. There are at most [`MOST`] vertices.
pub(crate) fn canonical(rows: &[u64]) -> Order {
    let all = u64::MAX.checked_shr(u64::BITS - rows.len() as u32).unwrap_or(0);
    canonical_of_colours(rows, if rows.is_empty() { &[] } else { core::slice::from_ref(&all) })
}

/// Returns the order of [`canonical`] for a graph with coloured vertices. `colours` has the vertices of each colour as bits.
pub(crate) fn canonical_of_colours(rows: &[u64], colours: &[u64]) -> Order {
    let mut cells: Cells = colours.into();
    refine(rows, &mut cells, colours.into());
    let mut search = Search { rows, best: None, traces: vec![], automorphisms: vec![], path: smallvec![] };
    search.descend(&cells);
    search.best.map(|leaf| leaf.order).unwrap_or_default()
}

/// Returns the rows of the graph with its vertices in this order.
pub(crate) fn in_order(rows: &[u64], order: &[u8]) -> SmallVec<[u64; 32]> {
    let mut place = [0_u8; MOST];
    (0..).zip(order).for_each(|(to, from)| place[usize::from(*from)] = to);
    let row = |vertex: &u8| bits(rows[usize::from(*vertex)]).fold(0, |row, other| row | 1 << place[other]);
    order.iter().map(row).collect()
}

/// Returns the indices of the bits that are set, in rising order.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(first)
    })
}

struct Leaf {
    /// The vertices that were individualised, one after another.
    path: Order,
    order: Order,
    rows: SmallVec<[u64; 32]>,
}

struct Search<'a> {
    rows: &'a [u64],
    /// The leaf with the least traces, and among these the one with the least rows.
    best: Option<Leaf>,
    /// For each level on the way to the best leaf, a hash of the sizes of the cells.
    traces: Vec<u64>,
    automorphisms: Vec<[u8; MOST]>,
    path: Order,
}

impl Search<'_> {
    /// Visits all leaves below these cells, and returns the level at which the search continues.
    fn descend(&mut self, cells: &[u64]) -> usize {
        let level = self.path.len();
        // 1. prune by the trace: only nodes with the least trace on their level can lead to the best leaf
        let trace = cells.iter().fold(0_u64, |hash, cell| (hash ^ u64::from(cell.count_ones())).wrapping_mul(0x0100_0000_01b3));
        match self.traces.get(level).map(|best| trace.cmp(best)) {
            Some(core::cmp::Ordering::Greater) => return level,
            Some(core::cmp::Ordering::Equal) => (),
            Some(core::cmp::Ordering::Less) | None => {
                self.traces.truncate(level);
                self.traces.push(trace);
                self.best = None;
            }
        }
        // 2. choose the smallest cell with several vertices; if there is none, this is a leaf
        let cell = cells.iter().enumerate().filter(|(_, cell)| cell.count_ones() > 1).min_by_key(|(_, cell)| cell.count_ones());
        let Some((index, &cell)) = cell else { return self.leaf(cells) };
        // 3. individualise one vertex of each orbit of that cell, refine, and descend
        let mut tried = 0_u64;
        for vertex in bits(cell) {
            if self.orbit(vertex) & tried != 0 {
                continue;
            }
            tried |= 1 << vertex;
            let mut finer: Cells = cells.into();
            finer[index] = cell & !(1 << vertex);
            finer.insert(index, 1 << vertex);
            refine(self.rows, &mut finer, smallvec![1 << vertex]);
            self.path.push(vertex as u8);
            let next = self.descend(&finer);
            self.path.pop();
            if next < level {
                return next;
            }
        }
        level
    }

    /// Compares a labelling with the best one.
    ///
    /// If the rows are equal, the labellings differ by an automorphism, and the search returns to the level where their paths
    /// part.
    fn leaf(&mut self, cells: &[u64]) -> usize {
        let order: Order = cells.iter().map(|cell| cell.trailing_zeros() as u8).collect();
        let rows = in_order(self.rows, &order);
        let Some(best) = &self.best else {
            self.best = Some(Leaf { path: self.path.clone(), order, rows });
            return self.path.len();
        };
        match rows.cmp(&best.rows) {
            core::cmp::Ordering::Less => self.best = Some(Leaf { path: self.path.clone(), order, rows }),
            core::cmp::Ordering::Greater => (),
            core::cmp::Ordering::Equal => {
                let mut image = [0; MOST];
                best.order.iter().zip(&order).for_each(|(from, to)| image[usize::from(*from)] = *to);
                self.automorphisms.push(image);
                return best.path.iter().zip(&self.path).take_while(|(one, other)| one == other).count();
            }
        }
        self.path.len()
    }

    /// Returns the vertices, as bits, that known automorphisms which fix the path can exchange with this one.
    fn orbit(&self, vertex: usize) -> u64 {
        let fixes = |image: &&[u8; MOST]| self.path.iter().all(|&on_path| image[usize::from(on_path)] == on_path);
        let kept: SmallVec<[&[u8; MOST]; 16]> = self.automorphisms.iter().filter(fixes).collect();
        let (mut orbit, mut pending) = (1_u64 << vertex, 1_u64 << vertex);
        while pending != 0 {
            let from = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            for image in &kept {
                let new = 1 << image[from] & !orbit;
                orbit |= new;
                pending |= new;
            }
        }
        orbit
    }
}

/// Splits cells until all vertices of a cell have equally many neighbours in every cell.
fn refine(rows: &[u64], cells: &mut Cells, mut pending: Cells) {
    let mut next = 0;
    while let Some(&splitter) = pending.get(next) {
        next += 1;
        let mut index = 0;
        while index < cells.len() {
            let cell = cells[index];
            if cell & (cell - 1) == 0 {
                index += 1;
                continue;
            }
            // count the neighbours in the splitter; mostly all counts are equal
            let count = |vertex: usize| (rows[vertex] & splitter).count_ones();
            let first = count(cell.trailing_zeros() as usize);
            if bits(cell).all(|vertex| count(vertex) == first) {
                index += 1;
                continue;
            }
            let mut counts = bits(cell).fold(0_u128, |counts, vertex| counts | 1 << count(vertex));
            cells.remove(index);
            while counts != 0 {
                let least = counts.trailing_zeros();
                let part = bits(cell).filter(|vertex| count(*vertex) == least).fold(0, |part, vertex| part | 1 << vertex);
                counts &= counts - 1;
                cells.insert(index, part);
                pending.push(part);
                index += 1;
            }
        }
        if cells.len() == rows.len() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};

    fn form(rows: &[u64]) -> Vec<u64> {
        in_order(rows, &canonical(rows)).to_vec()
    }

    fn graph(vertices: usize, mut edges: u64) -> Vec<u64> {
        let mut rows = vec![0; vertices];
        for one in 0..vertices {
            for other in 0..one {
                if edges & 1 == 1 {
                    rows[one] |= 1 << other;
                    rows[other] |= 1 << one;
                }
                edges >>= 1;
            }
        }
        rows
    }

    fn random(state: &mut u64) -> u64 {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        *state
    }

    fn shuffled(rows: &[u64], state: &mut u64) -> Vec<u64> {
        let mut order: Vec<u8> = (0..rows.len() as u8).collect();
        (1..order.len()).for_each(|last| order.swap(last, (random(state) % (last as u64 + 1)) as usize));
        in_order(rows, &order).to_vec()
    }

    #[test]
    fn graphs_up_to_six_vertices_have_as_many_forms_as_there_are_classes() {
        // the numbers of graphs: OEIS A000088
        for (vertices, classes) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 11), (5, 34), (6, 156)] {
            let pairs = vertices * (vertices.max(1) - 1) / 2;
            let forms: HashSet<Vec<u64>> = (0..1_u64 << pairs).map(|edges| form(&graph(vertices, edges))).collect();
            assert_eq!(forms.len(), classes, "{vertices} vertices");
        }
    }

    #[test]
    fn copies_have_one_form_and_forms_are_copies() {
        let mut state = 1;
        let prism = |sides: usize| {
            let mut rows = vec![0_u64; 2 * sides];
            for one in 0..sides {
                for (a, b) in [(one, (one + 1) % sides), (sides + one, sides + (one + 1) % sides), (one, sides + one)] {
                    rows[a] |= 1 << b;
                    rows[b] |= 1 << a;
                }
            }
            rows
        };
        let mut graphs =
            vec![vec![0; 40], (0..40).map(|v| !(1 << v) & ((1 << 40) - 1)).collect(), prism(5), prism(16), prism(32)];
        // a spider with 12 legs of two vertices
        let mut spider = vec![0_u64; 25];
        for leg in 0..12 {
            let (inner, outer) = (1 + 2 * leg, 2 + 2 * leg);
            spider[0] |= 1 << inner;
            spider[inner] |= 1 | 1 << outer;
            spider[outer] |= 1 << inner;
        }
        graphs.push(spider);
        for vertices in [7, 12, 20, 33, 64] {
            for density in 1..4 {
                let edge = |state: &mut u64| (0..density).all(|_| random(state) & 1 == 1);
                let mut rows = vec![0_u64; vertices];
                for one in 0..vertices {
                    for other in 0..one {
                        if edge(&mut state) {
                            rows[one] |= 1 << other;
                            rows[other] |= 1 << one;
                        }
                    }
                }
                graphs.push(rows);
            }
        }
        for rows in graphs {
            let expected = form(&rows);
            // degrees and the degrees of neighbours do not change when vertices are renamed
            let profile = |rows: &[u64]| {
                let mut all: HashMap<(u32, Vec<u32>), u32> = HashMap::new();
                for row in rows {
                    let mut near: Vec<u32> = bits(*row).map(|other| rows[other].count_ones()).collect();
                    near.sort_unstable();
                    *all.entry((row.count_ones(), near)).or_default() += 1;
                }
                all
            };
            assert_eq!(profile(&rows), profile(&expected));
            for _ in 0..5 {
                assert_eq!(form(&shuffled(&rows, &mut state)), expected, "{} vertices", rows.len());
            }
        }
    }
}
