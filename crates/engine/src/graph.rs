//! Everything reachable from a position: each position stored once, options in one flat list.
//!
//! At 10⁷ positions petgraph's own graph takes 343 MB and this one 95 MB; its algorithms still run on it, by [`visit`](self).

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

/// Positions and options of a graph are fewer than this.
///
/// So both are counted in 32 bits.
const FULL: usize = u32::MAX as usize;

/// Positions numbered in the order of discovery, breadth first from number 0, with their options.
///
/// Beyond the positions themselves it keeps about 14 to 20 bytes a position and 4 an option. There are never 2³² − 1 of either:
/// exploring stops before. It implements petgraph's visit traits, so petgraph's algorithms run on it.
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
    /// The positions some of whose options were left out, in order.
    cut: Vec<u32>,
    /// Bytes that the positions keep outside of themselves.
    outside: usize,
}

/// The part of a graph that is explored where not all of it is wanted.
#[derive(Clone, Copy)]
struct Reach {
    /// Moves away from the roots.
    depth: u32,
    /// The most positions: options beyond are left out.
    most: usize,
    /// Positions and options that there is room for.
    full: usize,
}

/// All of it.
const ALL: Reach = Reach { depth: u32::MAX, most: usize::MAX, full: FULL };

/// The options that are looked at once some are left out.
///
/// Those of a position, for the ones that are not.
const LOOKED_AT: usize = 4096;

impl<P: Position> PositionGraph<P> {
    /// Explores breadth first until nothing new is reachable. O(positions + options).
    ///
    /// # Errors
    /// [`Stopped`] at the first limit that is reached; [`Stopped::Positions`] also where there are 2³² − 1 options or more.
    pub fn explore<R: Ruleset<Position = P>>(rules: &R, root: P, limits: &Limits) -> Result<Self, Stopped> {
        Self::explore_from(rules, [root], ALL, limits)
    }

    /// The part of the graph around the root.
    ///
    /// It has the first `most` positions, breadth first, that are at most `depth` moves away.
    /// Options beyond are left out, and [`is_cut`](Self::is_cut) says where. Unless nothing was cut, it is for looking at.
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
    /// [`Stopped`] at the first limit that is reached.
    pub fn explore_around<R>(rules: &R, root: P, depth: u32, most: usize, limits: &Limits) -> Result<Self, Stopped>
    where
        R: Ruleset<Position = P>,
    {
        Self::explore_from(rules, [root], Reach { depth, most: most.max(1), ..ALL }, limits)
    }

    /// The graph of all positions that can be reached from these roots.
    ///
    /// The roots have the first numbers. Each position is explored once, however many roots lead to it.
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
    /// [`Stopped`] at a limit.
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
        for root in roots {
            graph.outside += rules.allocated_bytes(&root);
            graph.number_or_insert(root);
            let visited = graph.positions.len() as u64;
            meter.allow(visited, || graph.bytes_soon(), || rules.fault())?;
            graph.has_room(full)?;
        }
        let (mut next, mut away, mut end_of_level) = (0, 0, graph.positions.len());
        while next < graph.positions.len() {
            if next == end_of_level {
                away += 1;
                end_of_level = graph.positions.len();
            }
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

    /// Checks that another position and another option still have a number.
    #[inline]
    fn has_room(&self, full: usize) -> Result<(), Stopped> {
        let is_full = self.positions.len().max(self.options.len()) >= full;
        if is_full { Err(Stopped::Positions(self.positions.len() as u64)) } else { Ok(()) }
    }

    /// The number of a position.
    ///
    /// A new one gets the number of positions before.
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

    /// The number of a position, `None` if it is not in the graph.
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
    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Always false: the root is there.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The position with this number; 0 is the root.
    ///
    /// # Panics
    /// If there is none.
    pub fn position(&self, number: u32) -> &P {
        &self.positions[number as usize]
    }

    /// The numbers of its options, in the order of the moves.
    ///
    /// A number is there twice if two moves lead to the same position.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn options(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.options[self.first_option[number]..self.first_option[number + 1]]
    }

    /// Tells whether options of this position were left out.
    pub fn is_cut(&self, number: u32) -> bool {
        self.cut.binary_search(&number).is_ok()
    }

    /// Tells whether nothing was left out.
    pub fn is_whole(&self) -> bool {
        self.cut.is_empty()
    }

    /// The number of options of all positions together.
    pub fn option_count(&self) -> usize {
        self.options.len()
    }

    /// The positions without moves, with their outcomes.
    pub fn finished(&self) -> &[(u32, Outcome)] {
        &self.finished
    }

    /// Bytes it holds, without what positions keep outside of themselves.
    pub fn bytes(&self) -> usize {
        self.positions.capacity() * size_of::<P>() + self.bytes_beyond_positions()
    }

    /// Bytes it holds beyond the positions themselves.
    pub fn bytes_beyond_positions(&self) -> usize {
        self.numbers.allocation_size()
            + self.first_option.capacity() * size_of::<usize>()
            + self.options.capacity() * size_of::<u32>()
            + self.finished.capacity() * size_of::<(u32, Outcome)>()
            + self.cut.capacity() * size_of::<u32>()
    }

    /// All bytes that it holds.
    pub(crate) fn held_bytes(&self) -> usize {
        self.bytes() + self.outside
    }

    /// The same, with those of a growth that is near.
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

    /// Take one or two from a heap, by as many moves as one likes.
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

    /// Heaps up to 4: 5 positions, and 7 options for each copy of a move.
    #[test]
    fn a_graph_that_would_be_full_is_not_explored() {
        let limits = Limits::default();
        for (copies, count) in [(1, 7), (3, 21)] {
            let rules = OneOrTwo { copies };
            let explore = |full| PositionGraph::explore_from(&rules, [4], Reach { full, ..ALL }, &limits);
            let graph = explore(count + 1).unwrap();
            assert_eq!((graph.len(), graph.option_count()), (5, count));
            assert_eq!(crate::evaluate::outcomes(&graph).as_slice().len(), 5);
            assert_eq!(explore(count).unwrap_err(), Stopped::Positions(5));
        }
        let of_roots =
            |full| PositionGraph::explore_from(&OneOrTwo { copies: 1 }, 0..9, Reach { depth: 0, full, ..ALL }, &limits);
        assert_eq!(of_roots(9).unwrap_err(), Stopped::Positions(9));
        assert!(of_roots(10).is_ok());
    }
}
