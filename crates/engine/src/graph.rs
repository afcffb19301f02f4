//! The graph of all positions reachable from a position: each position is stored once, and the options are in one flat list.
//!
//! With 10⁷ positions, petgraph's own graph takes 343 MB and this one 95 MB. petgraph's algorithms run on it through its [visit
//! traits](self).

mod dot;
mod visit;

pub use dot::{Dot, write_dot};
pub use visit::EdgeRef;

use crate::growth;
use crate::limits::Meter;
use crate::{Limits, Stopped};
use hashbrown::{DefaultHashBuilder, HashTable, hash_table::Entry};
use sprague_core::{Outcome, Position, Ruleset};
use std::hash::BuildHasher;

/// A graph has fewer positions and fewer options than this, so that both can be counted in 32 bits.
const FULL: usize = u32::MAX as usize;

/// Positions with their options, numbered in breadth-first order from the root, which has number 0.
///
/// Use it if you need every position, for example for draws or for your own analysis.
///
/// In addition to the positions, the graph takes 14 to 20 bytes for each position and 4 for each option. It has fewer than 2³²
/// − 1 positions and fewer than 2³² − 1 options, because exploring stops before that. The graph implements petgraph's visit
/// traits, so petgraph's algorithms run on it.
///
/// ```
/// use sprague::{Limits, Ruleset};
/// use sprague::graph::PositionGraph;
///
/// /// Take one or two from a heap.
/// struct OneOrTwo;
/// impl Ruleset for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=(*heap).min(2) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
///
/// let graph = PositionGraph::explore(&OneOrTwo, 4, &Limits::default())?;
/// assert_eq!(graph.len(), 5);
/// assert_eq!(*graph.position(1), 3);
/// assert_eq!(graph.options(0), [1, 2]);
/// assert_eq!(petgraph::algo::tarjan_scc(&graph).len(), 5); // no cycles
/// # Ok::<(), sprague::Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionGraph<P> {
    positions: Vec<P>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
    first_option: Vec<usize>,
    options: Vec<u32>,
    finished: Vec<(u32, Outcome)>,
    /// The positions of which some options were left out, in increasing order.
    cut: Vec<u32>,
    /// Bytes that the positions allocate outside of themselves.
    outside: usize,
}

/// The bounds of the part of a graph that is explored.
#[derive(Clone, Copy)]
struct Reach {
    /// The largest number of moves from a root.
    depth: u32,
    /// The largest number of positions. Options beyond it are left out.
    most: usize,
    /// The number of positions or options at which exploring stops with an error.
    full: usize,
}

const ALL: Reach = Reach { depth: u32::MAX, most: usize::MAX, full: FULL };

/// Once options are left out, only this many options of a position are checked for whether they are already in the graph.
const LOOKED_AT: usize = 4096;

impl<P: Position> PositionGraph<P> {
    /// Explores breadth first everything that is reachable from a position. It takes O(positions + options) time.
    ///
    /// # Errors
    /// Returns [`Stopped`] at the first limit that is reached. Returns [`Stopped::Positions`] also if there are 2³² − 1 options
    /// or more.
    pub fn explore<R: Ruleset<Position = P>>(rules: &R, root: P, limits: &Limits) -> Result<Self, Stopped> {
        Self::explore_from(rules, [root], ALL, limits)
    }

    /// Explores the part of the graph around a position: the first `most` positions in breadth-first order that are at most
    /// `depth` moves away.
    ///
    /// Options beyond are left out; [`is_cut`](Self::is_cut) returns `true` for their positions. If anything was cut, use the
    /// graph for display only, because outcomes computed from it would be wrong.
    ///
    /// ```
    /// # use sprague::Limits;
    /// # use sprague::graph::PositionGraph;
    /// # use sprague::examples::Nim;
    /// let graph = PositionGraph::explore_around(&Nim, 9, u32::MAX, 4, &Limits::default()).unwrap();
    /// assert_eq!((graph.len(), graph.options(1), graph.options(3)), (4, &[2, 3][..], &[][..])); // 9, 8, 7, 6
    /// assert!((0..4).all(|number| graph.is_cut(number)) && !graph.is_whole());
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] at the first limit that is reached.
    pub fn explore_around<R>(rules: &R, root: P, depth: u32, most: usize, limits: &Limits) -> Result<Self, Stopped>
    where
        R: Ruleset<Position = P>,
    {
        Self::explore_from(rules, [root], Reach { depth, most: most.max(1), ..ALL }, limits)
    }

    /// Explores everything that is reachable from any of these roots.
    ///
    /// The roots have the first numbers. Each position is explored once, even if several roots lead to it.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::graph::PositionGraph;
    /// # use sprague::examples::Nim;
    /// let graph = PositionGraph::explore_all(&Nim, [3, 5], &Limits::default())?;
    /// assert_eq!((graph.len(), graph.number(&5)), (6, Some(1)));
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] at the first limit that is reached.
    pub fn explore_all<R>(rules: &R, roots: impl IntoIterator<Item = P>, limits: &Limits) -> Result<Self, Stopped>
    where
        R: Ruleset<Position = P>,
    {
        Self::explore_from(rules, roots, ALL, limits)
    }

    fn explore_from<R>(
        rules: &R,
        roots: impl IntoIterator<Item = P>,
        Reach { depth, most, full }: Reach,
        limits: &Limits,
    ) -> Result<Self, Stopped>
    where
        R: Ruleset<Position = P>,
    {
        let mut meter = Meter::new(limits);
        let mut graph = Self {
            positions: vec![],
            numbers: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
            first_option: vec![0],
            options: vec![],
            finished: vec![],
            cut: vec![],
            outside: 0,
        };
        // 1. number the roots
        for root in roots {
            graph.outside += rules.allocated_bytes(&root);
            graph.number_or_insert(root);
            let visited = graph.positions.len() as u64;
            meter.allow(visited, || graph.bytes_soon(), || rules.fault())?;
            graph.has_room(full)?;
        }
        // 2. take the positions in order of their numbers, level by level
        let (mut next, mut away, mut end_of_level) = (0, 0, graph.positions.len());
        while next < graph.positions.len() {
            if next == end_of_level {
                away += 1;
                end_of_level = graph.positions.len();
            }
            // 3. at the last level, only find out which positions have options
            if away == depth {
                graph.first_option.resize(graph.positions.len() + 1, graph.options.len());
                for number in next..graph.positions.len() {
                    meter.allow(graph.positions.len() as u64, || graph.bytes_soon(), || rules.fault())?;
                    let position = &graph.positions[number];
                    match rules.options(position).next() {
                        Some(_) => graph.cut.push(number as u32),
                        None => graph.finished.push((number as u32, rules.terminal_outcome(position))),
                    }
                }
                break;
            }
            // 4. number the options; beyond `most` positions, leave out the new ones
            let here = graph.positions[next].clone();
            let mut is_cut = false;
            for (looked_at, option) in rules.options(&here).enumerate() {
                let known = graph.positions.len();
                if known >= most && graph.number(&option).is_none() {
                    is_cut = true;
                    meter.allow(known as u64, || graph.bytes_soon(), || rules.fault())?;
                    if looked_at >= LOOKED_AT { break } else { continue }
                }
                let number = graph.number_or_insert(option);
                if graph.positions.len() > known {
                    graph.outside += rules.allocated_bytes(&graph.positions[known]);
                }
                graph.options.push(number);
                let visited = graph.positions.len() as u64;
                meter.allow(visited, || graph.bytes_soon(), || rules.fault())?;
                graph.has_room(full)?;
            }
            if is_cut {
                graph.cut.push(next as u32);
            } else if graph.first_option[next] == graph.options.len() {
                graph.finished.push((next as u32, rules.terminal_outcome(&here)));
            }
            graph.first_option.push(graph.options.len());
            next += 1;
        }
        meter.look(graph.len() as u64, graph.bytes_soon(), rules.fault())?;
        Ok(graph)
    }

    /// Checks that there is room for another position and another option.
    #[inline]
    fn has_room(&self, full: usize) -> Result<(), Stopped> {
        let is_full = self.positions.len().max(self.options.len()) >= full;
        if is_full { Err(Stopped::Positions(self.positions.len() as u64)) } else { Ok(()) }
    }

    #[inline]
    fn number_or_insert(&mut self, position: P) -> u32 {
        let hash = self.hasher.hash_one(&position);
        let Self { positions, numbers, hasher, .. } = self;
        let is_same = |&number: &u32| positions[number as usize] == position;
        let rehash = |&number: &u32| hasher.hash_one(&positions[number as usize]);
        match numbers.entry(hash, is_same, rehash) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(fresh) => {
                let number = u32::try_from(positions.len()).expect("a graph that is full gets no more positions");
                fresh.insert(number);
                positions.push(position);
                number
            }
        }
    }

    /// Returns the number of a position, or `None` if it is not in the graph.
    ///
    /// ```
    /// # use sprague::Limits;
    /// # use sprague::graph::PositionGraph;
    /// # use sprague::examples::Nim;
    /// let graph = PositionGraph::explore(&Nim, 3, &Limits::default()).unwrap();
    /// assert_eq!(graph.number(&3), Some(0));
    /// assert_eq!(graph.number(&4), None);
    /// ```
    pub fn number(&self, position: &P) -> Option<u32> {
        let is_same = |&number: &u32| self.positions[number as usize] == *position;
        self.numbers.find(self.hasher.hash_one(position), is_same).copied()
    }
}

impl<P> PositionGraph<P> {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns `false`, unless the graph was explored from no roots.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Returns the position with this number. Number 0 is the root.
    ///
    /// # Panics
    /// Panics if there is no such position.
    pub fn position(&self, number: u32) -> &P {
        &self.positions[number as usize]
    }

    /// Returns the numbers of the position's options, in the order of its moves.
    ///
    /// A number occurs twice if two moves lead to the same position.
    ///
    /// # Panics
    /// Panics if there is no such position.
    pub fn options(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.options[self.first_option[number]..self.first_option[number + 1]]
    }

    /// Returns `true` if options of this position were left out.
    pub fn is_cut(&self, number: u32) -> bool {
        self.cut.binary_search(&number).is_ok()
    }

    /// Returns the positions of which options were left out, in increasing order.
    pub(crate) fn cut(&self) -> &[u32] {
        &self.cut
    }

    /// Returns `true` if nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.cut.is_empty()
    }

    /// Returns the number of options of all positions together.
    pub fn option_count(&self) -> usize {
        self.options.len()
    }

    /// Returns the positions without moves, with their outcomes for the player to move.
    pub fn finished(&self) -> &[(u32, Outcome)] {
        &self.finished
    }

    /// Returns the bytes of the graph, without what its positions allocate outside of themselves.
    pub fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<P>() + self.bytes_beyond_positions()
    }

    /// Returns the bytes of the graph, without the positions themselves.
    pub fn bytes_beyond_positions(&self) -> usize {
        self.numbers.allocation_size()
            + self.first_option.capacity() * size_of::<usize>()
            + self.options.capacity() * size_of::<u32>()
            + self.finished.capacity() * size_of::<(u32, Outcome)>()
            + self.cut.capacity() * size_of::<u32>()
    }

    /// Returns the bytes of the graph, including what its positions allocate outside of themselves.
    pub(crate) fn held_bytes(&self) -> usize {
        self.bytes() + self.outside
    }

    /// Returns the bytes of the graph, including those that are needed when its lists grow next.
    fn bytes_soon(&self) -> usize {
        growth::of_list(&self.positions)
            + self.outside
            + growth::of_table(&self.numbers)
            + growth::of_list(&self.first_option)
            + growth::of_list(&self.options)
            + growth::of_list(&self.finished)
            + growth::of_list(&self.cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes one or two tokens from a heap. Each of these moves exists `copies` times.
    struct OneOrTwo {
        copies: usize,
    }
    impl Ruleset for OneOrTwo {
        type Position = u64;
        type Move = u64;
        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            (1..=(*heap).min(2)).flat_map(|amount| core::iter::repeat_n(amount, self.copies))
        }
        fn play(&self, heap: &u64, amount: &u64) -> u64 {
            heap - amount
        }
    }

    /// Heaps up to 4 have 5 positions, and 7 options for each copy of the moves.
    #[test]
    fn a_graph_that_would_be_full_is_not_explored() {
        let limits = Limits::default();
        for (copies, count) in [(1, 7), (3, 21)] {
            let rules = OneOrTwo { copies };
            let explore = |full| PositionGraph::explore_from(&rules, [4], Reach { full, ..ALL }, &limits);
            let graph = explore(count + 1).unwrap();
            assert_eq!((graph.len(), graph.option_count()), (5, count));
            assert_eq!(crate::evaluate::labels::outcomes(&graph).as_slice().len(), 5);
            assert_eq!(explore(count).unwrap_err(), Stopped::Positions(5));
        }
        let of_roots =
            |full| PositionGraph::explore_from(&OneOrTwo { copies: 1 }, 0..9, Reach { depth: 0, full, ..ALL }, &limits);
        assert_eq!(of_roots(9).unwrap_err(), Stopped::Positions(9));
        assert!(of_roots(10).is_ok());
    }
}
