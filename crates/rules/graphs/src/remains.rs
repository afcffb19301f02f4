//! Positions: the rest of a typed graph, or a small graph without its original.

use crate::board::{Board, Set, Taken, items_of};
use crate::canonical::{bits, canonical, in_order};
use crate::line::{Line, Lines, MOST_FREE};
use crate::text::MOST;
use core::cell::RefCell;
use core::fmt;
use smallvec::SmallVec;
use sprague_core::any::{BadPosition, Pack};
use sprague_core::connected::components;
use std::sync::Arc;

/// The rest of a graph: the vertices or edges that can still be taken.
///
/// If at most 10 are left, all isomorphic graphs have one normal form, which does not store the original graph.
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_rules_graphs::NodeKayles;
///
/// let rules = NodeKayles::default();
/// let [path, other] = ["path:3", "grid:2x3:gone=3.5.6"].map(|text| rules.read(text).unwrap());
/// assert_ne!(path, other);
/// assert_eq!(rules.normal_form(path), rules.normal_form(other));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Remains(pub(crate) Form);

#[derive(Clone)]
pub(crate) enum Form {
    /// Part of a typed graph, or of the ruleset's own graph from a file (`None`).
    Of(Option<Arc<Board>>, Set),
    /// A small graph without its original.
    Free(Small),
    /// Paths and cycles, without the graph they come from.
    Lines(Lines),
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Of(board, left), Self::Of(other, others)) => left == others && board == other,
            (Self::Free(graph), Self::Free(other)) => graph == other,
            (Self::Lines(lines), Self::Lines(others)) => lines == others,
            _ => false,
        }
    }
}
impl Eq for Form {}

impl core::hash::Hash for Form {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        match self {
            Self::Of(board, left) => (board.as_ref().map(|board| &board.text), left).hash(state),
            Self::Free(graph) => graph.hash(state),
            Self::Lines(lines) => lines.hash(state),
        }
    }
}

/// A small graph, with a bit for each pair of vertices.
///
/// Pairs are in the order of graph6: (0, 1), (0, 2), (1, 2), (0, 3), …
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Small {
    vertices: u8,
    pairs: u64,
}

/// The neighbours of each vertex of a small graph, as bits.
type Rows = [u64; MOST_FREE];

/// The number of small graphs whose canonical copies are cached, indexed by a hash.
const KNOWN: usize = 1 << 13;

thread_local! {
    static CANONICAL: RefCell<Vec<[Small; 2]>> = const { RefCell::new(vec![]) };
}

impl Small {
    const NOTHING: Self = Self { vertices: 0, pairs: 0 };

    /// Builds the graph with these rows, of which there are at most [`MOST_FREE`].
    pub(crate) fn of(rows: &[u64]) -> Self {
        let earlier = rows.iter().enumerate().map(|(vertex, row)| (row & ((1 << vertex) - 1)) << first_pair(vertex));
        Self { vertices: rows.len() as u8, pairs: earlier.fold(0, |pairs, row| pairs | row) }
    }

    pub(crate) fn vertices(self) -> usize {
        usize::from(self.vertices)
    }

    pub(crate) fn rows(self) -> Rows {
        let mut rows = [0; MOST_FREE];
        for vertex in 1..self.vertices() {
            let earlier = self.pairs >> first_pair(vertex) & ((1 << vertex) - 1);
            rows[vertex] |= earlier;
            bits(earlier).for_each(|other| rows[other] |= 1 << vertex);
        }
        rows
    }

    /// Returns the vertices that are left after one is taken.
    pub(crate) fn without(self, rows: &Rows, vertex: usize) -> u64 {
        ((1 << self.vertices) - 1) & !rows[vertex] & !(1 << vertex)
    }

    /// Returns the subgraph on these vertices of a small graph, in their order.
    pub(crate) fn part(rows: &Rows, left: u64) -> Self {
        let mut part = Self::NOTHING;
        let mut kept = [0; MOST_FREE];
        for vertex in bits(left) {
            let earlier = &kept[..part.vertices()];
            let row = (0..).zip(earlier).fold(0, |row, (bit, other)| row | (rows[vertex] >> other & 1) << bit);
            part.pairs |= row << first_pair(part.vertices());
            kept[part.vertices()] = vertex;
            part.vertices += 1;
        }
        part
    }

    /// Returns the connected components of the subgraph on these vertices.
    pub(crate) fn parts(rows: &Rows, left: u64) -> impl Iterator<Item = Self> {
        components(left, rows).map(move |part| Self::part(rows, part))
    }

    /// Returns the canonical copy of the graph: isomorphic graphs have equal copies.
    pub(crate) fn canonical(self) -> Self {
        let place = ((self.pairs ^ u64::from(self.vertices)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 51) as usize;
        CANONICAL.with_borrow_mut(|known| {
            if known.is_empty() {
                known.resize(KNOWN, [Self::NOTHING; 2]);
            }
            let [of, found] = known[place];
            if of == self {
                return found;
            }
            let rows = self.rows();
            let rows = &rows[..self.vertices()];
            let found = Self::of(&in_order(rows, &canonical(rows)));
            known[place] = [self, found];
            found
        })
    }
}

/// Returns the number of pairs of earlier vertices.
fn first_pair(vertex: usize) -> usize {
    vertex * vertex.saturating_sub(1) / 2
}

impl fmt::Debug for Remains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Of(board, left) => {
                let text = board.as_ref().and_then(|board| board.text.as_deref()).unwrap_or("a graph");
                write!(f, "Remains({text}: {:?})", items_of(left).collect::<Vec<_>>())
            }
            Form::Lines(lines) => write!(f, "Remains({lines:?})"),
            Form::Free(graph) => write!(f, "Remains({})", crate::text::write_graph6(&graph.rows()[..graph.vertices()])),
        }
    }
}

/// The lowest two bits of the first word give the form of a position.
const FREE: u64 = 0;
const OWN: u64 = 1;
const VERTICES: u64 = 2;
const EDGES: u64 = 3;

/// The number that marks paths and cycles in place of a number of vertices; no small graph has so many.
const LINES: u64 = 15;

impl Pack for Remains {
    fn pack(&self, words: &mut impl Extend<u64>) {
        match &self.0 {
            Form::Lines(lines) => {
                words.extend([FREE | LINES << 2 | (lines.iter().count() as u64) << 6]);
                words.extend(lines.iter().map(|line| u64::from(line.vertices) << 1 | u64::from(line.is_cycle)));
            }
            Form::Free(Small { vertices, pairs }) => words.extend([FREE | u64::from(*vertices) << 2 | pairs << 6]),
            Form::Of(board, left) => {
                let text = board.as_ref().and_then(|board| board.text.as_deref()).unwrap_or_default();
                let kind = board.as_ref().map_or(OWN, |board| if board.taken == Taken::Vertices { VERTICES } else { EDGES });
                words.extend([kind | (text.len() as u64) << 2]);
                words.extend(text.as_bytes().chunks(8).map(|bytes| {
                    let mut word = [0; 8];
                    word[..bytes.len()].copy_from_slice(bytes);
                    u64::from_le_bytes(word)
                }));
                words.extend([left.len() as u64]);
                words.extend(left.iter().copied());
            }
        }
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let mut take = |count: usize| {
            let (these, rest) = words.split_at_checked(count).ok_or(BadPosition)?;
            *words = rest;
            Ok(these)
        };
        let first = take(1)?[0];
        let length = usize::try_from(first >> 2).map_err(|_| BadPosition)?;
        let taken = match first & 3 {
            FREE => {
                let (vertices, pairs) = (first >> 2 & 0xf, first >> 6);
                if vertices == LINES {
                    let count = usize::try_from(pairs).map_err(|_| BadPosition)?;
                    let line = |word: &u64| {
                        let vertices = u16::try_from(word >> 1).map_err(|_| BadPosition)?;
                        Ok(Line { vertices, is_cycle: word & 1 == 1 })
                    };
                    let lines: Vec<Line> = take(count)?.iter().map(line).collect::<Result<_, _>>()?;
                    let is_line = |line: &Line| line.vertices >= if line.is_cycle { 3 } else { 1 };
                    let is_graph = lines.is_sorted() && lines.iter().all(is_line);
                    let lines: Lines = lines.into_iter().collect();
                    return if is_graph && lines.vertices() <= MOST { Ok(Self(Form::Lines(lines))) } else { Err(BadPosition) };
                }
                let is_graph = vertices as usize <= MOST_FREE && pairs >> first_pair(vertices as usize) == 0;
                return if is_graph { Ok(Self(Form::Free(Small { vertices: vertices as u8, pairs }))) } else { Err(BadPosition) };
            }
            OWN if length == 0 => None,
            VERTICES => Some(Taken::Vertices),
            EDGES => Some(Taken::Edges),
            _ => return Err(BadPosition),
        };
        let text: Vec<u8> = take(length.div_ceil(8))?.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
        let board = match taken {
            None => None,
            Some(taken) => {
                let text = core::str::from_utf8(&text).map_err(|_| BadPosition)?;
                Some(Board::typed(taken, text).map_err(|_| BadPosition)?)
            }
        };
        let count = usize::try_from(take(1)?[0]).map_err(|_| BadPosition)?;
        let left: Set = SmallVec::from_slice(take(count)?);
        if board.as_ref().is_some_and(|board| board.items().div_ceil(64) != left.len()) {
            return Err(BadPosition);
        }
        Ok(Self(Form::Of(board, left)))
    }
}
