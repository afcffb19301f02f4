//! Two heaps as one position, because a move may concern both.

use core::fmt;
use core::str::FromStr;
use num_bigint::BigUint;
use sprague_core::BadNotation;
use sprague_core::any::{BadPosition, Numbers, Pack, Picture};
use sprague_core::notation::Reader;

/// Two heaps, written `3.5`.
///
/// ```
/// use sprague_rules_classics::Pair;
///
/// assert_eq!("3.10^2".parse(), Ok(Pair(3, 100)));
/// assert_eq!(Pair(3, 100).to_string(), "3.100");
/// assert_eq!("3,5".parse::<Pair>().unwrap_err().to_string(), "byte 1: expected a point, as in 3.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pair(pub u64, pub u64);

impl Pair {
    /// Returns the heaps in rising order. The sorted pair is the normal form if the two heaps may be exchanged.
    pub(crate) fn sorted(self) -> Self {
        Self(self.0.min(self.1), self.0.max(self.1))
    }

    pub(crate) fn large(self) -> [BigUint; 2] {
        [self.0, self.1].map(BigUint::from)
    }

    pub(crate) fn picture(&self) -> Picture {
        Picture::Heaps(vec![self.0, self.1])
    }
}

/// Returns the two heaps of a pair of any size.
pub(crate) fn of(numbers: &Numbers) -> [&BigUint; 2] {
    [&numbers[0], &numbers[1]]
}

/// Returns `number` less `amount`, if that is not negative.
pub(crate) fn less(number: &BigUint, amount: &BigUint) -> Option<BigUint> {
    (number >= amount).then(|| number - amount)
}

pub(crate) fn read(text: &str) -> Result<Numbers, BadNotation> {
    let numbers = Reader::new(text).whole(|reader| reader.list('.', Reader::number))?;
    if numbers.len() == 2 { Ok(numbers) } else { Err(BadNotation::new(0, "two numbers, as in 3.5")) }
}

pub(crate) fn show(numbers: &Numbers) -> String {
    format!("{}.{}", numbers[0], numbers[1])
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

impl FromStr for Pair {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| {
            let first = reader.small()?;
            if !reader.skip('.') {
                return Err(reader.expected("a point, as in 3.5"));
            }
            Ok(Self(first, reader.small()?))
        })
    }
}

impl Pack for Pair {
    fn pack(&self, words: &mut impl Extend<u64>) {
        (self.0, self.1).pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (first, second) = Pack::unpack(words)?;
        Ok(Self(first, second))
    }
}

#[cfg(test)]
pub(crate) fn pairs(most: u64) -> impl Iterator<Item = Pair> {
    (0..=most).flat_map(move |a| (0..=most).map(move |b| Pair(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_pair_is_refused_where_it_goes_wrong() {
        for (text, error) in [
            ("", "byte 0: expected a number"),
            (".5", "byte 0: expected a number"),
            ("3", "byte 1: expected a point, as in 3.5"),
            ("3.", "byte 2: expected a number"),
            ("3.x", "byte 2: expected a number"),
            ("3.5.7", "byte 3: expected nothing more"),
            ("3.2^64", "byte 2: expected a number below 2^64"),
        ] {
            assert_eq!(text.parse::<Pair>().unwrap_err().to_string(), error, "{text}");
        }
    }

    #[test]
    fn what_is_shown_or_packed_is_the_same_again() {
        for pair in [Pair(0, 0), Pair(3, 5), Pair(5, 3), Pair(u64::MAX, 1)] {
            assert_eq!(pair.to_string().parse(), Ok(pair));
            let mut words = vec![];
            pair.pack(&mut words);
            assert_eq!((words.len(), Pair::unpack(&mut words.as_slice())), (2, Ok(pair)));
        }
    }
}
