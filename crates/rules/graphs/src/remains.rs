//! Positions: the items of a typed graph that are left, or a small graph by itself.

use crate::board::{Board, Set, Taken, items_of};
use crate::canonical::{bits, canonical, in_order};
use core::fmt;
use smallvec::SmallVec;
use sprague_core::any::{BadPosition, Pack};
use sprague_core::connected::components;
use std::sync::Arc;

/// The most vertices of a graph that is remembered by itself, up to isomorphism.
pub(crate) const MOST_FREE: usize = 32;

/// What is left of a graph: vertices or edges that can still be taken.
///
/// Up to 32 of them have one normal form for all isomorphic graphs, which no longer knows where they came from.
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
    /// Of a typed graph, or of the ruleset's own from a file.
    Of(Option<Arc<Board>>, Set),
    /// A graph of its own.
    Free(Rows),
}

impl PartialEq for Form {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Of(board, left), Self::Of(other, others)) => left == others && board == other,
            (Self::Free(rows), Self::Free(others)) => rows == others,
            _ => false,
        }
    }
}
impl Eq for Form {}

impl core::hash::Hash for Form {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        match self {
            Self::Of(board, left) => (board.as_ref().map(|board| &board.text), left).hash(state),
            Self::Free(rows) => rows.hash(state),
        }
    }
}

/// A small graph by the neighbours of its vertices.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Rows(pub(crate) SmallVec<[u64; 32]>);

impl Rows {
    /// All vertices as bits.
    pub(crate) fn all(&self) -> u64 {
        u64::MAX.checked_shr(u64::BITS - self.0.len() as u32).unwrap_or(0)
    }

    /// The vertices that are left when one is taken.
    pub(crate) fn without(&self, vertex: usize) -> u64 {
        self.all() & !self.0[vertex] & !(1 << vertex)
    }

    /// The graph of some of the vertices, in their order.
    pub(crate) fn part(&self, left: u64) -> Self {
        let kept: SmallVec<[usize; 32]> = bits(left).collect();
        let row = |vertex: &usize| (0..).zip(&kept).fold(0, |row, (bit, other)| row | (self.0[*vertex] >> other & 1) << bit);
        Self(kept.iter().map(row).collect())
    }

    /// The connected parts, as bits.
    pub(crate) fn parts(&self) -> impl Iterator<Item = u64> {
        components(self.all(), &self.0)
    }

    /// The same graph under the names that all its copies get.
    pub(crate) fn canonical(&self) -> Self {
        Self(in_order(&self.0, &canonical(&self.0)))
    }
}

impl fmt::Debug for Remains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Of(board, left) => {
                let text = board.as_ref().and_then(|board| board.text.as_deref()).unwrap_or("a graph");
                write!(f, "Remains({text}: {:?})", items_of(left).collect::<Vec<_>>())
            }
            Form::Free(rows) => write!(f, "Remains({})", crate::text::write_graph6(&rows.0)),
        }
    }
}

/// The first word: 0 for a graph of its own, and else where the board comes from; then counts.
const FREE: u64 = 0;
const OWN: u64 = 1;
const VERTICES: u64 = 2;
const EDGES: u64 = 3;

impl Pack for Remains {
    fn pack(&self, words: &mut impl Extend<u64>) {
        match &self.0 {
            Form::Free(Rows(rows)) => {
                words.extend([FREE | (rows.len() as u64) << 2]);
                let (mut word, mut filled) = (0_u64, 0);
                for (vertex, row) in rows.iter().enumerate() {
                    // the pairs with earlier vertices, at most 63 bits of which some go on in the next word
                    let earlier = row & ((1 << vertex) - 1);
                    word |= earlier << filled;
                    if filled + vertex >= 64 {
                        words.extend([word]);
                        word = earlier.checked_shr(64 - filled as u32).unwrap_or(0);
                    }
                    filled = (filled + vertex) % 64;
                }
                if filled > 0 {
                    words.extend([word]);
                }
            }
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
                if length > MOST_FREE {
                    return Err(BadPosition);
                }
                let packed = take((length * length.saturating_sub(1) / 2).div_ceil(64))?;
                let mut rows: SmallVec<[u64; 32]> = SmallVec::from_elem(0, length);
                let mut bit = 0;
                for vertex in 1..length {
                    let mut earlier = packed[bit / 64] >> (bit % 64);
                    if bit % 64 + vertex > 64 {
                        earlier |= packed[bit / 64 + 1] << (64 - bit % 64);
                    }
                    rows[vertex] = earlier & ((1 << vertex) - 1);
                    bits(rows[vertex]).for_each(|other| rows[other] |= 1 << vertex);
                    bit += vertex;
                }
                return Ok(Self(Form::Free(Rows(rows))));
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
        if board.as_ref().is_some_and(|board| board.all().len() != left.len()) {
            return Err(BadPosition);
        }
        Ok(Self(Form::Of(board, left)))
    }
}
