//! Sums of generators, stored as counts.

use std::hash::{Hash, Hasher};
use std::iter::repeat_n;

pub(super) const MAX_GENERATORS: usize = 32;

/// The count of each generator in a sum. The array has a fixed size because words are compared and stored by the million.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word([u8; MAX_GENERATORS]);

impl Hash for Word {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.as_chunks::<8>().0.iter().for_each(|chunk| state.write_u64(u64::from_le_bytes(*chunk)));
    }
}

impl Word {
    pub(super) fn one(generator: usize) -> Self {
        let mut word = Self::default();
        word.0[generator] = 1;
        word
    }

    pub(super) fn counts_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }

    pub(super) fn count(&self, generator: usize) -> u8 {
        self.0[generator]
    }

    /// Returns the word with one generator less. The word must contain that generator.
    pub(super) fn without(mut self, generator: usize) -> Self {
        self.0[generator] -= 1;
        self
    }

    /// Returns the product of both words. Counts above 255 stay at 255, which a check would notice.
    pub(super) fn plus(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a = a.saturating_add(*b));
        self
    }

    /// Returns its generators, each as often as it occurs.
    pub(super) fn letters(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(generator, &count)| repeat_n(generator, usize::from(count)))
    }

    /// Returns `true` if a count has reached the maximum.
    pub(super) fn is_full(&self) -> bool {
        self.0.contains(&u8::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_add_up() {
        let word = Word::one(3).plus(&Word::one(1)).plus(&Word::one(3));
        assert_eq!(word.letters().collect::<Vec<_>>(), [1, 3, 3]);
        assert_eq!((word.count(3), word.without(3).count(3), word.is_full()), (2, 1, false));
        assert!((0..9).fold(word, |sum, _| sum.plus(&sum)).is_full());
    }
}
