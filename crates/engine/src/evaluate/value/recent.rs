//! The summands that were looked up last, as options fall apart into them.
//!
//! The same summands come again and again. Those that are here need no normal form, and no look into the memo, which is large.

use super::Known;
use core::hash::{BuildHasher, Hash};
use hashbrown::DefaultHashBuilder;

/// The most places: a table that outgrows the processor's cache answers more questions, but later.
const MOST: usize = 1 << 12;

/// Summands with their forms, each in the one place that its hash names.
pub(super) struct Recent<P> {
    places: Vec<Option<(P, Known)>>,
    hasher: DefaultHashBuilder,
}

impl<P> Default for Recent<P> {
    fn default() -> Self {
        Self { places: vec![], hasher: DefaultHashBuilder::default() }
    }
}

impl<P: Hash + Eq + Clone> Recent<P> {
    /// The form of a summand: the one it has here, or else the one that is looked up.
    ///
    /// That one is kept if the summand `is_kept`. As many summands are `remembered` elsewhere: there are no more places than for these.
    #[inline]
    pub(super) fn get_or<N>(
        &mut self,
        part: P,
        remembered: usize,
        is_kept: impl FnOnce(&P) -> bool,
        look_up: impl FnOnce(P) -> Result<Known, N>,
    ) -> Result<Known, N> {
        if self.places.len() < MOST && self.places.len() < remembered {
            self.grow(remembered);
        }
        let place = self.hasher.hash_one(&part) as usize & self.places.len().wrapping_sub(1);
        match self.places.get_mut(place) {
            Some(Some((recent, known))) if *recent == part => Ok(*known),
            Some(place) if is_kept(&part) => {
                let known = look_up(part.clone())?;
                *place = Some((part, known));
                Ok(known)
            }
            _ => look_up(part),
        }
    }

    #[cold]
    fn grow(&mut self, remembered: usize) {
        self.places = vec![None; (2 * remembered).next_power_of_two().min(MOST)];
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Option<(P, Known)>>()
    }
}
