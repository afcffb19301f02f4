//! A digest of a set of records that does not depend on their order: the sum of their hashes modulo 2^128.
//!
//! The hash is SipHash-1-3 with 128 bits and key 0 (Aumasson & Bernstein 2012). It is the same on every machine and in every
//! version of the program.

use siphasher::sip128::{Hasher128, SipHasher13};
use std::fmt;
use std::hash::Hasher;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

/// The sum of the hashes of some records modulo 2^128. The digests of the parts of a sweep add up to the digest of the whole,
/// in any order.
///
/// ```
/// use sprague_rows::sweep::RecordDigest;
///
/// let (a, b) = (RecordDigest::of(b"0.77,34,12"), RecordDigest::of(b"0.07,53,34"));
/// assert_eq!(a + b, b + a);
/// assert_eq!((a + b).to_string().parse(), Ok(a + b));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordDigest(pub u128);

impl RecordDigest {
    /// Returns the digest of one record.
    ///
    /// ```
    /// # use sprague_rows::sweep::RecordDigest;
    /// assert_eq!(RecordDigest::of(b"nim").to_string(), "614d4584ba3fbc73df8b55eaada76a38");
    /// ```
    pub fn of(record: &[u8]) -> Self {
        Self::of_pieces(|write| write(record))
    }

    /// Returns the digest of one record that is written piece by piece, so that a long record need not be stored.
    ///
    /// ```
    /// # use sprague_rows::sweep::RecordDigest;
    /// assert_eq!(RecordDigest::of_pieces(|write| [&b"0.77"[..], b",34", b",12"].map(|piece| write(piece))), RecordDigest::of(b"0.77,34,12"));
    /// ```
    pub fn of_pieces<T>(record: impl FnOnce(&mut dyn FnMut(&[u8])) -> T) -> Self {
        let mut hasher = SipHasher13::new();
        record(&mut |piece| hasher.write(piece));
        Self(hasher.finish128().as_u128())
    }

    /// Returns the digest of a record of numbers, each as 64 bits in little-endian order.
    ///
    /// ```
    /// # use sprague_rows::sweep::RecordDigest;
    /// assert_eq!(RecordDigest::of_numbers([1, 258]), RecordDigest::of(&[1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0]));
    /// ```
    pub fn of_numbers<const N: usize>(numbers: [u64; N]) -> Self {
        Self::of(numbers.map(u64::to_le_bytes).as_flattened())
    }
}

impl Add for RecordDigest {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl AddAssign for RecordDigest {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl fmt::Display for RecordDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for RecordDigest {
    type Err = BadDigest;
    fn from_str(text: &str) -> Result<Self, BadDigest> {
        let is_plain = text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        u128::from_str_radix(text, 16).ok().filter(|_| is_plain).map(Self).ok_or(BadDigest)
    }
}

/// The error for a text that is not a digest.
///
/// ```
/// use sprague_rows::sweep::{BadDigest, RecordDigest};
/// assert_eq!("+1".parse::<RecordDigest>(), Err(BadDigest));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a digest must have 32 digits 0-9 or a-f")]
pub struct BadDigest;
