//! A short list of words, which allocates nothing if there are at most two.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

/// Words that are fast to compare, hash and copy if there are at most two.
///
/// The variant stores the number of words, because a separate count would be one byte next to padding bytes, which are slow to
/// copy. Each variant also stores the [number](super::AnyPosition::numbered) of a ruleset, which takes no extra memory.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Words {
    None(u32),
    One(u32, u64),
    Two(u32, [u64; 2]),
    /// More than two words.
    Many(u32, Box<[u64]>),
}

impl Default for Words {
    fn default() -> Self {
        Self::None(0)
    }
}

impl Words {
    #[inline]
    pub(super) fn as_slice(&self) -> &[u64] {
        match self {
            Self::None(_) => &[],
            Self::One(_, word) => core::slice::from_ref(word),
            Self::Two(_, words) => words,
            Self::Many(_, words) => words,
        }
    }

    #[inline]
    pub(super) fn number(&self) -> u32 {
        let (Self::None(number) | Self::One(number, _) | Self::Two(number, _) | Self::Many(number, _)) = self;
        *number
    }

    #[inline]
    pub(super) fn numbered(mut self, to: u32) -> Self {
        let (Self::None(number) | Self::One(number, _) | Self::Two(number, _) | Self::Many(number, _)) = &mut self;
        *number = to;
        self
    }

    #[inline]
    pub(super) fn allocated_bytes(&self) -> usize {
        match self {
            Self::Many(_, words) => size_of_val(&**words),
            _ => 0,
        }
    }
}

impl PartialOrd for Words {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Words {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number().cmp(&other.number()).then_with(|| self.as_slice().cmp(other.as_slice()))
    }
}

impl Hash for Words {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (count, [first, second]) = match self {
            Self::None(_) => (0_u64, [0; 2]),
            Self::One(_, word) => (1, [*word, 0]),
            Self::Two(_, words) => (2, *words),
            Self::Many(_, words) => return self.hash_many(words, state),
        };
        // one step less than for a slice; mixing in the count distinguishes two zero words from none
        state.write_u64(first ^ (count << 32 | u64::from(self.number())).rotate_right(24));
        state.write_u64(second);
    }
}

impl Words {
    /// Hashes more than two words. It is not inlined, so that the hash of few words is short enough to be inlined.
    #[inline(never)]
    fn hash_many<H: Hasher>(&self, words: &[u64], state: &mut H) {
        (self.number(), words).hash(state);
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl From<&[u64]> for Words {
    #[inline]
    fn from(words: &[u64]) -> Self {
        match *words {
            [] => Self::None(0),
            [one] => Self::One(0, one),
            [one, other] => Self::Two(0, [one, other]),
            _ => Self::Many(0, words.into()),
        }
    }
}

/// Collects words that arrive one after another.
#[derive(Default)]
pub(super) struct Told {
    count: usize,
    few: [u64; 2],
    /// All words, once there are more than two.
    many: Vec<u64>,
}

impl Extend<u64> for Told {
    #[inline(always)]
    fn extend<I: IntoIterator<Item = u64>>(&mut self, words: I) {
        for word in words {
            match self.count {
                0 | 1 => self.few[self.count] = word,
                count => self.push(count, word),
            }
            self.count += 1;
        }
    }
}

impl Told {
    /// Leaves room for exactly this many words, because a longer list that is cut off may keep its memory.
    pub(super) fn for_words(count: usize) -> Self {
        Self { many: Vec::with_capacity(if count > 2 { count } else { 0 }), ..Self::default() }
    }

    /// Adds the third word or a later one.
    fn push(&mut self, count: usize, word: u64) {
        if count == 2 {
            self.many.extend(self.few);
        }
        self.many.push(word);
    }
}

impl From<Told> for Words {
    #[inline(always)]
    fn from(told: Told) -> Self {
        match told.count {
            0 => Self::None(0),
            1 => Self::One(0, told.few[0]),
            2 => Self::Two(0, told.few),
            _ => Self::Many(0, told.many.into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::BuildHasher;

    #[test]
    fn they_are_as_their_slices() {
        let lists: [&[u64]; 9] = [&[], &[0], &[0, 0], &[0, 0, 0], &[1], &[0, 1], &[1, 0], &[7, 8, 9], &[u64::MAX; 5]];
        let hasher = std::hash::RandomState::new();
        for one in lists {
            let words = Words::from(one);
            assert_eq!(words.as_slice(), one);
            assert_eq!(words.allocated_bytes() > 0, one.len() > 2);
            for other in lists {
                let others = Words::from(other);
                assert_eq!(words == others, one == other);
                assert_eq!(words.cmp(&others), one.cmp(other));
                assert_eq!(hasher.hash_one(&words) == hasher.hash_one(&others), one == other);
            }
        }
    }

    #[test]
    fn they_differ_by_their_number_first() {
        let hasher = std::hash::RandomState::new();
        for words in [&[][..], &[0], &[5, 0], &[7, 8, 9]].map(Words::from) {
            assert_eq!((words.number(), words.clone().numbered(0) == words), (0, true));
            let other = words.clone().numbered(3);
            assert_eq!((other.number(), other.as_slice()), (3, words.as_slice()));
            assert!(other != words && other > words && other > Words::from(&[u64::MAX; 3][..]));
            assert_ne!(hasher.hash_one(&other), hasher.hash_one(&words));
        }
        assert_eq!(size_of::<Words>(), 24);
    }
}
