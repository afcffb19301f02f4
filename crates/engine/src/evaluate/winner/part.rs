//! Positions as summands, each of which represents itself or its negative.

use super::names::{Term, Terms};
use super::walls::Side;
use super::worth::Id;
use core::cell::OnceCell;
use smallvec::SmallVec;
use sprague_core::{Bounds, Estimate};
use std::rc::Rc;

/// A position in normal form that takes part in the search.
#[derive(Debug)]
pub(super) struct Core<P> {
    pub(super) position: P,
    pub(super) term: Term,
    /// The round of names that `term` belongs to.
    pub(super) names: u32,
    /// The bounds of the position, and those of its negative.
    pub(super) bounds: [Bounds; 2],
    pub(super) estimate: Estimate,
    /// `true` if the rules promise that play ends.
    pub(super) ends: bool,
    /// The bounds that Left (0) and Right (1) can guarantee.
    sides: [OnceCell<Side>; 2],
}

impl<P> Core<P> {
    pub(super) fn new(position: P, term: Term, names: u32, bounds: Bounds, estimate: Estimate, ends: bool) -> Self {
        let bounds = [bounds, bounds.negative()];
        Self { position, term, names, bounds, estimate, ends, sides: [OnceCell::new(), OnceCell::new()] }
    }
}

impl<P: Clone> Core<P> {
    /// Returns a copy with a term of a later round.
    pub(super) fn renamed(&self, term: Term, names: u32) -> Self {
        let Self { position, bounds, estimate, ends, sides, .. } = self;
        Self { position: position.clone(), term, names, bounds: *bounds, estimate: *estimate, ends: *ends, sides: sides.clone() }
    }
}

/// A position or its negative.
#[derive(Debug)]
pub(super) struct Part<P> {
    pub(super) core: Rc<Core<P>>,
    pub(super) is_negative: bool,
}

impl<P> Clone for Part<P> {
    #[inline]
    fn clone(&self) -> Self {
        Self { core: self.core.clone(), is_negative: self.is_negative }
    }
}

impl<P> Part<P> {
    #[inline]
    pub(super) fn term(&self) -> Term {
        self.core.term.signed(self.is_negative)
    }

    #[inline]
    pub(super) fn bounds(&self) -> &Bounds {
        &self.core.bounds[usize::from(self.is_negative)]
    }

    /// Estimates by how much Left is ahead.
    #[inline]
    pub(super) fn ahead(&self) -> i64 {
        if self.is_negative { -self.core.estimate.ahead } else { self.core.estimate.ahead }
    }

    /// Returns the bounds that a player can guarantee, if they have been computed.
    #[inline]
    pub(super) fn side(&self, side: usize) -> Option<&Side> {
        self.core.sides[side ^ usize::from(self.is_negative)].get()
    }

    pub(super) fn note_side(&self, side: usize, walls: Side) {
        // if they are set already, the earlier result is equally right, though it may be weaker
        let _ = self.core.sides[side ^ usize::from(self.is_negative)].set(walls);
    }
}

/// The entry of a position in a sum.
#[derive(Debug)]
pub(super) enum Looked<P> {
    Part(Part<P>),
    Worth(Id),
}

impl<P> Clone for Looked<P> {
    #[inline]
    fn clone(&self) -> Self {
        match self {
            Self::Part(part) => Self::Part(part.clone()),
            Self::Worth(id) => Self::Worth(*id),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Sum<P> {
    pub(super) parts: SmallVec<[Part<P>; 4]>,
    /// Values, added up as far as that is cheap.
    pub(super) values: SmallVec<[Id; 4]>,
}

impl<P> Default for Sum<P> {
    fn default() -> Self {
        Self { parts: SmallVec::new(), values: SmallVec::new() }
    }
}

impl<P> Clone for Sum<P> {
    fn clone(&self) -> Self {
        Self { parts: self.parts.clone(), values: self.values.clone() }
    }
}

impl<P> Sum<P> {
    /// Adds a position. A position and its negative cancel if play in them ends.
    #[inline]
    pub(super) fn add_part(&mut self, part: Part<P>) {
        let negative = part.term().negative();
        match self.parts.iter().position(|other| other.term() == negative).filter(|_| part.core.ends) {
            Some(other) => drop(self.parts.swap_remove(other)),
            None => self.parts.push(part),
        }
    }

    #[inline]
    pub(super) fn terms(&self) -> Terms {
        self.parts.iter().map(Part::term).collect()
    }

    /// Returns `true` if the rules promise that play in all of its positions ends.
    #[inline]
    pub(super) fn ends(&self) -> bool {
        self.parts.iter().all(|part| part.core.ends)
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        let parts = if self.parts.spilled() { self.parts.capacity() * size_of::<Part<P>>() } else { 0 };
        parts + if self.values.spilled() { self.values.capacity() * size_of::<Id>() } else { 0 }
    }
}

/// The name of a sum T + x, with a flag for whether Left and Right are exchanged in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Name {
    pub(super) game: u128,
    pub(super) x: i64,
    pub(super) is_flipped: bool,
}

impl Name {
    /// Returns the sum with its starting player, used to notice that a sum is repeated.
    pub(super) fn key(&self, left: bool) -> (u128, i64, bool) {
        (self.game, self.x, left != self.is_flipped)
    }
}
