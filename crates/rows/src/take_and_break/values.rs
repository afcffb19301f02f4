//! The nimbers so far, in narrow lanes, forwards and backwards.
//!
//! A split of m into a and m − a pairs value a with value m − a. As the values are also stored backwards, the pairs of all a
//! are two slices that run in one direction, which suits vector instructions.

use core::fmt::Debug;
use core::ops::BitXor;
use sprague_core::growth::{before, with_growth};

/// An unsigned integer type for nimbers.
pub(crate) trait Value: Copy + Eq + Ord + Debug + Default + BitXor<Output = Self> {
    const MAX: Self;
    fn of(value: u32) -> Option<Self>;
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

#[derive(Clone, Debug, Default)]
pub(crate) struct Values<T> {
    forwards: Vec<T>,
    /// The value of heap n is at `backwards.len() - 1 - n`.
    backwards: Vec<T>,
    most: u32,
}

impl<T: Value> Values<T> {
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

    /// Returns `true` if the lists must grow for one more value.
    #[inline(always)]
    pub(crate) fn is_full(&self) -> bool {
        let n = self.forwards.len();
        n == self.forwards.capacity() || n == self.backwards.len()
    }

    /// Returns the bytes in use, including the growth for one more value.
    pub(crate) fn bytes(&self) -> usize {
        let n = self.forwards.len();
        // the backward list is full at its length, not at its capacity
        let backwards = with_growth(self.backwards.capacity() * size_of::<T>(), self.backwards.len() - n);
        before(&self.forwards, 1) + backwards
    }

    /// Returns the values, beginning with the empty heap.
    pub(crate) fn as_slice(&self) -> &[T] {
        &self.forwards
    }

    pub(crate) fn into_vec(self) -> Vec<T> {
        self.forwards
    }

    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// Returns the values of both parts of `rest` tokens, for smaller parts from `least` to `greatest`, which is at most
    /// `rest`.
    #[inline(always)]
    pub(crate) fn pairs(&self, rest: usize, least: usize, greatest: usize) -> (&[T], &[T]) {
        let last = self.backwards.len() - 1;
        (&self.forwards[least..=greatest], &self.backwards[last - (rest - least)..=last - (rest - greatest)])
    }
}

/// Returns an index near the first pair of items whose nim sum is `value`, or `None` if there is none. It is at or after that
/// pair, by less than a part.
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
