//! A small cache of the summands that were looked up most recently.
//!
//! Most summands occur many times. A summand found here needs neither a normal form nor a look-up in the memo, which is large.

use super::Known;
use core::hash::{BuildHasher, Hash};
use hashbrown::DefaultHashBuilder;

/// The largest number of entries. A larger cache has more hits, but outgrows the processor's cache and becomes slower.
const MOST: usize = 1 << 12;

/// Summands with their forms. The hash of a summand selects its only possible place.
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
    #[inline]
    pub(super) fn get(&self, part: &P) -> Option<Known> {
        match self.places.get(self.place(part))? {
            Some((recent, known)) if recent == part => Some(*known),
            _ => None,
        }
    }

    /// Stores the form of a summand in its place.
    ///
    /// The cache grows with `remembered`, the number of values in the memo, and has at most about twice as many places.
    pub(super) fn put(&mut self, part: P, known: Known, remembered: usize) {
        if self.places.len() < remembered.min(MOST) {
            self.places = vec![None; (2 * remembered).next_power_of_two().min(MOST)];
        }
        let place = self.place(&part);
        if let Some(place) = self.places.get_mut(place) {
            *place = Some((part, known));
        }
    }

    #[inline]
    fn place(&self, part: &P) -> usize {
        self.hasher.hash_one(part) as usize & self.places.len().wrapping_sub(1)
    }

    pub(super) fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Option<(P, Known)>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_values::Form;

    #[test]
    fn what_is_here_is_what_was_put_last() {
        let mut recent = Recent::default();
        let form = |n: u64| Known::from(Form::integer(n as i16));
        assert!(recent.get(&0).is_none() && recent.bytes() == 0);
        let mut seen = 0;
        for n in 0..3 * MOST as u64 {
            recent.put(n, form(n), n as usize + 1);
            assert!(recent.get(&n) == Some(form(n)));
            let earlier = n / 2;
            seen += usize::from(recent.get(&earlier).inspect(|known| assert!(*known == form(earlier))).is_some());
            assert!(recent.places.len() <= (4 * (n as usize + 1)).min(MOST));
            assert_eq!(recent.bytes(), recent.places.len() * size_of::<Option<(u64, Known)>>());
        }
        assert!(seen > MOST / 2, "much of it stays: {seen}");
    }
}
