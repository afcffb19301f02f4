//! Nimbers: the value of an impartial position, added without carry.
//!
//! Sprague 1935, Grundy 1939: every finite impartial position under normal play equals one heap of Nim.

use core::fmt;
use core::iter;
use core::ops::Add;

/// The size of the Nim heap that a position equals. Addition is the nim-sum.
///
/// ```
/// use sprague_core::Nimber;
///
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert_eq!([1, 2, 3].map(Nimber).into_iter().sum::<Nimber>(), Nimber(0));
/// assert_eq!(Nimber(4).to_string(), "4");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nimber(pub u32);

impl Nimber {
    /// Whether the player to move loses.
    ///
    /// ```
    /// assert!(sprague_core::Nimber(0).is_lost());
    /// ```
    pub fn is_lost(self) -> bool {
        self.0 == 0
    }
}

impl Add for Nimber {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the sum of nimbers is addition without carry")]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl iter::Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(nimbers: I) -> Self {
        nimbers.fold(Self(0), Self::add)
    }
}

impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The minimum excluded value: the least nimber that is none of `values`.
///
/// O(number of values) time; the space grows with the answer, not with the largest value.
///
/// ```
/// use sprague_core::{Nimber, mex};
///
/// assert_eq!(mex([0, 1, 3, 700].map(Nimber)), Nimber(2));
/// assert_eq!(mex([]), Nimber(0));
/// ```
pub fn mex(values: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut low = 0_u64;
    let mut high = vec![];
    for Nimber(value) in values {
        if value < 64 {
            low |= 1 << value;
        } else {
            high.push(value);
        }
    }
    if low != u64::MAX {
        return Nimber(low.trailing_ones());
    }
    high.sort_unstable();
    high.dedup();
    let run = high.iter().zip(64..).take_while(|&(&value, expected)| value == expected);
    Nimber(64 + run.count() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mex_passes_any_word_boundary() {
        for gap in [0, 1, 63, 64, 65, 200] {
            let values = (0..300).filter(|&value| value != gap).map(Nimber);
            assert_eq!(mex(values), Nimber(gap));
        }
        assert_eq!(mex((0..64).map(Nimber)), Nimber(64));
    }
}
