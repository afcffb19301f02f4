//! Pictures in one line, and the edges that are still there.

mod drawn;

pub(super) use drawn::Drawn;

use crate::strip::bits;
use crate::{HackenbushGraph, Marks};
use core::fmt;
use sprague_core::BadNotation;
use sprague_core::any::{BadPosition, Pack};
use sprague_core::connected::components;
use std::sync::Arc;

/// The text before the list of edges that are gone.
const GONE: &str = ":gone=";

/// A Hackenbush picture in one line, and the edges that are still there.
///
/// ```
/// use sprague_core::Notation;
/// use sprague_rules_strips::ChildishHackenbush;
///
/// let bush = ChildishHackenbush.read("l(l;rl):gone=3").unwrap();
/// assert_eq!((bush.standing(), ChildishHackenbush.show(&bush).as_str()), (0b0011, "l(l;rl):gone=3.4"));
/// ```
#[derive(Clone)]
pub struct Bush {
    drawn: Arc<Drawn>,
    standing: u64,
}

impl PartialEq for Bush {
    fn eq(&self, other: &Self) -> bool {
        self.standing == other.standing && (Arc::ptr_eq(&self.drawn, &other.drawn) || self.drawn.text == other.drawn.text)
    }
}
impl Eq for Bush {}

impl core::hash::Hash for Bush {
    /// Hashes only the edges, because most positions in one table belong to the same picture.
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.standing.hash(state);
    }
}

impl Bush {
    /// Returns the edges that are still there as bits, in the order of their letters.
    pub fn standing(&self) -> u64 {
        self.standing
    }

    /// Returns the picture with all its edges, including those that are gone.
    pub(super) fn graph(&self) -> &HackenbushGraph {
        &self.drawn.graph
    }

    /// Returns the players who may cut each edge that is still there.
    pub(super) fn marks(&self) -> Marks {
        self.graph().colours.on(self.standing)
    }

    /// Keeps only these edges of the ones that are still there.
    pub(super) fn on(&self, these: u64) -> Self {
        Self { drawn: self.drawn.clone(), standing: self.standing & these }
    }

    /// Returns the parts that are connected above the ground.
    pub(super) fn parts(&self) -> impl Iterator<Item = Self> {
        components(self.standing, &self.graph().touching).map(|part| self.on(part))
    }
}

impl fmt::Debug for Bush {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bush({})", show(self))
    }
}

/// Parses a picture and its list of edges that are gone.
///
/// Edges that are not connected to the ground are gone, too.
pub(super) fn read(text: &str) -> Result<Bush, BadNotation> {
    let (picture, gone) = text.split_once(GONE).map_or((text, None), |(picture, gone)| (picture, Some(gone)));
    let drawn = Drawn::typed(picture)?;
    let edges = drawn.graph.edges();
    let all = u64::MAX.checked_shr(u64::BITS - edges as u32).unwrap_or(0);
    let (mut left, mut at) = (all, picture.len() + GONE.len());
    for name in gone.into_iter().flat_map(|gone| gone.split('.')) {
        let number = name.parse().ok().filter(|number| (1..=edges).contains(number) && !name.starts_with(['+', '0']));
        let Some(number) = number.filter(|number| left >> (number - 1) & 1 == 1) else {
            return Err(BadNotation::new(at, format!("the number of an edge, 1 to {edges}, that is not listed already")));
        };
        left &= !(1 << (number - 1));
        at += name.len() + 1;
    }
    let standing = drawn.graph.standing(left);
    Ok(Bush { drawn, standing })
}

/// Shows the text of the picture and the list of all edges that are gone.
pub(super) fn show(bush: &Bush) -> String {
    let edges = bush.graph().edges() as u32;
    let gone: Vec<String> = bits(!bush.standing).take_while(|edge| *edge < edges).map(|edge| (edge + 1).to_string()).collect();
    let text = &bush.drawn.text;
    if gone.is_empty() { text.to_string() } else { format!("{text}{GONE}{}", gone.join(".")) }
}

/// Packs the length of the text, the text, and the edges that are still there.
impl Pack for Bush {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let text = self.drawn.text.as_bytes();
        words.extend([text.len() as u64]);
        words.extend(text.chunks(8).map(|bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            u64::from_le_bytes(word)
        }));
        words.extend([self.standing]);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let mut take = |count: usize| {
            let (these, rest) = words.split_at_checked(count).ok_or(BadPosition)?;
            *words = rest;
            Ok(these)
        };
        let length = usize::try_from(take(1)?[0]).map_err(|_| BadPosition)?;
        let text: Vec<u8> = take(length.div_ceil(8))?.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
        let text = core::str::from_utf8(&text).map_err(|_| BadPosition)?;
        let drawn = Drawn::typed(text).map_err(|_| BadPosition)?;
        let standing = take(1)?[0];
        let is_there = bits(standing).all(|edge| (edge as usize) < drawn.graph.edges());
        if is_there && drawn.graph.standing(standing) == standing { Ok(Self { drawn, standing }) } else { Err(BadPosition) }
    }
}
