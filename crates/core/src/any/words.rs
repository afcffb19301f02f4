//! A few words, of which two need no memory outside.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

/// Words that are compared, hashed and copied fast where they are at most two.
///
/// Their number is the variant: a count of its own would be a byte among bytes without meaning, which are slow to copy.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) enum Words {
    #[default]
    None,
    One(u64),
    Two([u64; 2]),
    /// More than two.
    Many(Box<[u64]>),
}

impl Words {
    #[inline]
    pub(super) fn as_slice(&self) -> &[u64] {
        match self {
            Self::None => &[],
            Self::One(word) => core::slice::from_ref(word),
            Self::Two(words) => words,
            Self::Many(words) => words,
        }
    }

    /// Bytes kept outside of the value itself.
    #[inline]
    pub(super) fn allocated_bytes(&self) -> usize {
        match self {
            Self::Many(words) => size_of_val(&**words),
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
        self.as_slice().cmp(other.as_slice())
    }
}

impl Hash for Words {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (count, [first, second]) = match self {
            Self::None => (0_u64, [0; 2]),
            Self::One(word) => (1, [*word, 0]),
            Self::Two(words) => (2, *words),
            Self::Many(words) => return words.hash(state),
        };
        // one step less than for a slice, and two words that are 0 are told apart from none
        state.write_u64(first ^ count.rotate_right(8));
        state.write_u64(second);
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
            [] => Self::None,
            [one] => Self::One(one),
            [one, other] => Self::Two([one, other]),
            _ => Self::Many(words.into()),
        }
    }
}

/// Words while they are told one after another.
#[derive(Default)]
pub(super) struct Told {
    count: usize,
    few: [u64; 2],
    /// All words, once they are more than two.
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
    /// A third word, or a later one.
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
            0 => Self::None,
            1 => Self::One(told.few[0]),
            2 => Self::Two(told.few),
            _ => Self::Many(told.many.into()),
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
}
