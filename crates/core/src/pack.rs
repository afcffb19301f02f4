//! Positions as a few words, so that positions of different rulesets have one type.

use crate::{AnyPosition, Heaps, Player, Position, Remembering};
use smallvec::SmallVec;

/// A position that can be written as words and read back.
///
/// Law: what `pack` appends, `unpack` takes off, and the position is the same; equal positions append equal words.
///
/// ```
/// use sprague_core::Pack;
///
/// let mut words = vec![];
/// (3_u64, 4_u64).pack(&mut words);
/// assert_eq!(words, [3, 4]);
/// assert_eq!(<(u64, u64)>::unpack(&mut words.as_slice()), (3, 4));
/// ```
pub trait Pack: Position {
    /// Appends the words.
    fn pack(&self, words: &mut impl Extend<u64>);

    /// Takes this position's words off the front.
    ///
    /// # Panics
    /// If the words are not what `pack` wrote.
    fn unpack(words: &mut &[u64]) -> Self;
}

/// Takes one word off the front.
fn word(words: &mut &[u64]) -> u64 {
    let (first, rest) = words.split_first().expect("words come from pack");
    *words = rest;
    *first
}

macro_rules! pack_integers {
    ($($integer:ty)*) => {$(
        impl Pack for $integer {
            fn pack(&self, words: &mut impl Extend<u64>) {
                words.extend([*self as u64]);
            }
            fn unpack(words: &mut &[u64]) -> Self {
                word(words) as $integer
            }
        }
    )*};
}
pack_integers!(u8 u16 u32 u64 usize);

impl Pack for bool {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([u64::from(*self)]);
    }
    fn unpack(words: &mut &[u64]) -> Self {
        word(words) != 0
    }
}

impl Pack for Player {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([u64::from(*self == Self::Right)]);
    }
    fn unpack(words: &mut &[u64]) -> Self {
        Self::BOTH[usize::from(word(words) != 0)]
    }
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    fn pack(&self, words: &mut impl Extend<u64>) {
        self.0.pack(words);
        self.1.pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Self {
        (A::unpack(words), B::unpack(words))
    }
}

impl<T: Pack> Pack for Vec<T> {
    fn pack(&self, words: &mut impl Extend<u64>) {
        self.len().pack(words);
        self.iter().for_each(|item| item.pack(words));
    }
    fn unpack(words: &mut &[u64]) -> Self {
        (0..word(words)).map(|_| T::unpack(words)).collect()
    }
}

impl<P: Pack, M: Pack> Pack for Remembering<P, M> {
    fn pack(&self, words: &mut impl Extend<u64>) {
        self.position.pack(words);
        self.last.len().pack(words);
        self.last.iter().for_each(|mv| mv.pack(words));
    }
    fn unpack(words: &mut &[u64]) -> Self {
        let position = P::unpack(words);
        let last: SmallVec<[M; 4]> = (0..word(words)).map(|_| M::unpack(words)).collect();
        Self { position, last }
    }
}

/// A position of some ruleset inside of another: its length first.
impl Pack for AnyPosition {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([self.words().len() as u64]);
        words.extend(self.words().iter().copied());
    }
    fn unpack(words: &mut &[u64]) -> Self {
        (0..word(words)).map(|_| word(words)).collect::<SmallVec<[u64; 2]>>().into()
    }
}

impl Pack for Heaps {
    fn pack(&self, words: &mut impl Extend<u64>) {
        self.as_slice().len().pack(words);
        words.extend(self.as_slice().iter().copied());
    }
    fn unpack(words: &mut &[u64]) -> Self {
        (0..word(words)).map(|_| word(words)).collect()
    }
}
