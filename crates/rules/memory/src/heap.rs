//! A heap, and the amount that was last taken from it.

use core::fmt;
use core::str::FromStr;
use num_bigint::BigUint;
use sprague_core::BadNotation;
use sprague_core::any::{BadPosition, Numbers, NumbersMove, Pack, Picture};
use sprague_core::notation::Reader;

/// A heap, and the amount that was last taken from it.
///
/// It is written `8/1`, or `8` if nothing has been taken yet.
///
/// ```
/// use sprague_rules_memory::Remembered;
///
/// assert_eq!("8/1".parse(), Ok(Remembered { heap: 8, last: 1 }));
/// assert_eq!(Remembered { heap: 10, last: 0 }.to_string(), "10");
/// assert_eq!("8/0".parse::<Remembered>().unwrap_err().to_string(), "byte 2: expected the amount that was taken last, 1 or more");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remembered {
    /// The number of tokens.
    pub heap: u64,
    /// The amount that was last taken; 0 if nothing was.
    pub last: u64,
}

impl Remembered {
    pub(crate) fn after(self, amount: u64) -> Self {
        Self { heap: self.heap - amount, last: amount }
    }

    pub(crate) fn picture(self) -> Picture {
        Picture::Heaps(vec![self.heap])
    }
}

impl fmt::Display for Remembered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.last {
            0 => write!(f, "{}", self.heap),
            last => write!(f, "{}/{last}", self.heap),
        }
    }
}

impl FromStr for Remembered {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| {
            let heap = reader.small()?;
            let last = if reader.skip('/') {
                let at = reader.at();
                let last = reader.small()?;
                if last == 0 {
                    return Err(BadNotation::new(at, "the amount that was taken last, 1 or more"));
                }
                last
            } else {
                0
            };
            Ok(Self { heap, last })
        })
    }
}

impl Pack for Remembered {
    fn pack(&self, words: &mut impl Extend<u64>) {
        (self.heap, self.last).pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (heap, last) = Pack::unpack(words)?;
        Ok(Self { heap, last })
    }
}

/// The largest numbers, which have about 1000 digits. A heap can have as many winning moves as it has bits.
const MOST_BITS: u64 = 3322;

/// Parses a heap of any size and the amount that was taken last, or 0.
pub(crate) fn read(text: &str) -> Result<Numbers, BadNotation> {
    let numbers = Reader::new(text).whole(|reader| reader.list('/', Reader::number))?;
    if numbers.iter().any(|number| number.bits() > MOST_BITS) {
        return Err(BadNotation::new(0, "numbers of at most 1000 digits"));
    }
    match numbers.as_slice() {
        [heap] => Ok(vec![heap.clone(), BigUint::ZERO]),
        [_, last] if last.bits() > 0 => Ok(numbers),
        _ => Err(BadNotation::new(0, "a heap, as in 8 or 8/1")),
    }
}

pub(crate) fn show(numbers: &Numbers) -> String {
    let [heap, last] = [&numbers[0], &numbers[1]];
    if last.bits() == 0 { heap.to_string() } else { format!("{heap}/{last}") }
}

pub(crate) fn take(numbers: &Numbers, amount: BigUint) -> NumbersMove {
    NumbersMove { label: format!("take {amount}"), to: vec![&numbers[0] - &amount, amount] }
}

/// A move: the amount that is taken.
///
/// ```
/// assert_eq!(sprague_rules_memory::TakeAmount(4).to_string(), "take 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeAmount(pub u64);

impl fmt::Display for TakeAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_heap_is_refused_where_it_goes_wrong() {
        for (text, at) in [("", 0), ("/1", 0), ("8/", 2), ("8/x", 2), ("8/1/1", 3), ("8.1", 1), ("2^64", 0)] {
            assert_eq!(text.parse::<Remembered>().unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn what_is_shown_or_packed_is_the_same_again() {
        for (heap, last) in [(0, 0), (8, 1), (u64::MAX, u64::MAX), (0, 3)] {
            let position = Remembered { heap, last };
            assert_eq!(position.to_string().parse(), Ok(position));
            let mut words = vec![];
            position.pack(&mut words);
            assert_eq!(Remembered::unpack(&mut words.as_slice()), Ok(position));
        }
    }
}
