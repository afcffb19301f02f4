//! The nimbers so far, in narrow lanes, forwards and backwards.
//!
//! A split of m into a and m − a pairs value a with value m − a. With the values also stored backwards, the pairs of all a are
//! two slices that run in the same direction, which vector instructions like.

use core::fmt::Debug;
use core::ops::BitXor;
use sprague_core::growth::{before, with_growth};

/// An unsigned integer that holds a nimber.
pub(crate) trait Value: Copy + Eq + Ord + Debug + Default + BitXor<Output = Self> {
    /// The greatest value that fits.
    const MAX: Self;
    /// This value, if it fits.
    fn of(value: u32) -> Option<Self>;
    /// As a number.
    fn get(self) -> u32;
}

macro_rules! values {
    ($($integer:ty)*) => {$(
        impl Value for $integer {
            const MAX: Self = Self::MAX;
            #[inline(always)]
            fn of(value: u32) -> Option<Self> {
                <$integer>::try_from(value).ok()
            }
            #[inline(always)]
            fn get(self) -> u32 {
                self as u32
            }
        }
    )*};
}
values!(u8 u16 u32);

/// The values of heaps 0, 1, 2, …
#[derive(Clone, Debug, Default)]
pub(crate) struct Values<T> {
    forwards: Vec<T>,
    /// Value n is at `backwards.len() - 1 - n`.
    backwards: Vec<T>,
    most: u32,
}

impl<T: Value> Values<T> {
    /// These values.
    pub(crate) fn of(forwards: Vec<T>) -> Self {
        let most = forwards.iter().max().map_or(0, |value| value.get());
        let mut values = Self { forwards, backwards: vec![], most };
        values.reverse();
        values
    }

    fn reverse(&mut self) {
        let room = (2 * self.forwards.len()).max(1024);
        self.backwards.clear();
        self.backwards.resize(room, T::default());
        for (to, from) in self.backwards.iter_mut().rev().zip(&self.forwards) {
            *to = *from;
        }
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: T) {
        let n = self.forwards.len();
        if n == self.backwards.len() {
            self.reverse();
        }
        let last = self.backwards.len() - 1;
        self.backwards[last - n] = value;
        self.forwards.push(value);
        self.most = self.most.max(value.get());
    }

    /// Tells whether one more value makes them grow.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        let n = self.forwards.len();
        n == self.forwards.capacity() || n == self.backwards.len()
    }

    /// Bytes that they take, with those of a growth by one more value.
    pub(crate) fn bytes(&self) -> usize {
        let n = self.forwards.len();
        // read backwards they are filled up to their length, and not to their capacity
        let backwards = with_growth(self.backwards.capacity() * size_of::<T>(), self.backwards.len() - n);
        before(&self.forwards, 1) + backwards
    }

    /// The values, that of the empty heap first.
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.forwards
    }

    /// The values and nothing else.
    pub(crate) fn into_vec(self) -> Vec<T> {
        self.forwards
    }

    /// The greatest value.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// The values of both parts of `rest` tokens, by the range of smaller parts.
    ///
    /// It goes from `least` to `greatest`, which is at most `rest`.
    #[inline(always)]
    pub(crate) fn pairs(&self, rest: usize, least: usize, greatest: usize) -> (&[T], &[T]) {
        let last = self.backwards.len() - 1;
        (&self.forwards[least..=greatest], &self.backwards[last - (rest - least)..=last - (rest - greatest)])
    }
}

/// A place near the first pair of items whose XOR is `value`.
///
/// It is at or after that pair, less than a part beyond it.
#[inline(always)]
pub(crate) fn first_pair<T: Value>(pairs: (&[T], &[T]), value: T) -> Option<usize> {
    const PART: usize = 512;
    for (part, (a, b)) in pairs.0.chunks(PART).zip(pairs.1.chunks(PART)).enumerate() {
        let mut found = T::default();
        for (&a, &b) in a.iter().zip(b) {
            found = if a ^ b == value { T::MAX } else { found };
        }
        if found != T::default() {
            return Some(part * PART + a.len() - 1);
        }
    }
    None
}
