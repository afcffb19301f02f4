//! Reading what people type: numbers, and errors that say which character and what was expected.

mod lines;
mod split;

pub use lines::{BadLine, each_line, name, words};
pub use split::{components, family_end, negated, outside_quotes, quoted, terms, two_sums, unquoted, without_blanks};

use crate::any::{AllPositions, Picture};
use core::ops::RangeInclusive;
use num_bigint::BigUint;
use std::borrow::Cow;
use thiserror::Error;

pub use crate::rule::BadRule;

/// How many binary digits a power may have: fewer than ten thousand decimal ones, so that it can be written out and read again.
const MAX_BITS: u64 = 33_219;

/// Text that is not in the notation.
///
/// ```
/// use sprague_core::BadNotation;
///
/// let error = BadNotation::new(3, "a digit 0-7");
/// assert_eq!(error.to_string(), "byte 3: expected a digit 0-7");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {at}: expected {expected}")]
pub struct BadNotation {
    /// The byte of the text where reading failed, from 0.
    pub at: usize,
    /// What would have been right there.
    pub expected: Cow<'static, str>,
}

impl BadNotation {
    /// An error at byte `at`.
    ///
    /// ```
    /// assert_eq!(sprague_core::BadNotation::new(0, "a heap").at, 0);
    /// ```
    pub fn new(at: usize, expected: impl Into<Cow<'static, str>>) -> Self {
        Self { at, expected: expected.into() }
    }

    /// The same error in a text where this one starts at byte `by`.
    ///
    /// ```
    /// assert_eq!(sprague_core::BadNotation::new(1, "a heap").shifted(4).at, 5);
    /// ```
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        self.at += by;
        self
    }
}

/// Positions as text: what is shown can be read again and means the same.
///
/// ```
/// use sprague_core::{BadNotation, Notation, notation::Reader};
///
/// struct Stairs;
/// impl Notation<u64> for Stairs {
///     fn read(&self, text: &str) -> Result<u64, BadNotation> {
///         Reader::new(text).whole(Reader::small)
///     }
///     fn show(&self, step: &u64) -> String {
///         step.to_string()
///     }
/// }
/// assert_eq!(Stairs.read("12"), Ok(12));
/// assert_eq!(Stairs.read("1x").unwrap_err().to_string(), "byte 1: expected nothing more");
/// ```
pub trait Notation<P> {
    /// The position that `text` names.
    ///
    /// # Errors
    /// [`BadNotation`] with the byte of `text` and what was expected there; also for well-formed text that names no
    /// position of this ruleset, such as a square outside the board.
    fn read(&self, text: &str) -> Result<P, BadNotation>;

    /// The position as text without blanks, `@`, `,` and `+`; it may be empty.
    fn show(&self, position: &P) -> String;

    /// The position as data to draw; `None` if its text says as much.
    fn picture(&self, position: &P) -> Option<Picture> {
        let _ = position;
        None
    }

    /// Every position there is, where they are few enough to be shown together: the squares of a board, the vertices of a graph.
    fn all_positions(&self) -> Option<AllPositions<P>> {
        None
    }
}

/// Writes heaps of a ruleset as numbers: [`Notation`] for positions that are one `u64` each.
///
/// ```
/// use sprague_core::{Notation, heap_notation};
///
/// struct Nim;
/// heap_notation!(Nim);
/// assert_eq!((Nim.read("10^2"), Nim.show(&7)), (Ok(100), "7".to_owned()));
/// ```
#[macro_export]
macro_rules! heap_notation {
    ($rules:ty) => {
        impl $crate::Notation<u64> for $rules {
            fn read(&self, text: &str) -> Result<u64, $crate::BadNotation> {
                $crate::notation::Reader::new(text).whole($crate::notation::Reader::small)
            }
            fn show(&self, heap: &u64) -> String {
                heap.to_string()
            }
        }
    };
}

/// A place in a text, and what can be read from there.
///
/// ```
/// use sprague_core::notation::Reader;
///
/// let mut reader = Reader::new("12.10^3");
/// assert_eq!(reader.small(), Ok(12));
/// assert!(reader.skip('.'));
/// assert_eq!(reader.small(), Ok(1000));
/// assert!(reader.end().is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    /// The start of `text`.
    ///
    /// ```
    /// assert_eq!(sprague_core::notation::Reader::new("7").at(), 0);
    /// ```
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte that comes next, from 0.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// let mut reader = Reader::new("35");
    /// reader.small().unwrap();
    /// assert_eq!(reader.at(), 2);
    /// ```
    pub fn at(&self) -> usize {
        self.at
    }

    /// What has not been read yet.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert_eq!(Reader::new("3/1").rest(), "3/1");
    /// ```
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next character, not yet read.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert_eq!(Reader::new("x").peek(), Some('x'));
    /// ```
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads `expected` if it comes next, and says whether it did.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert!(!Reader::new("3").skip('/'));
    /// ```
    pub fn skip(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    /// An error at the next byte.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert_eq!(Reader::new("").expected("a heap").to_string(), "byte 0: expected a heap");
    /// ```
    pub fn expected(&self, what: impl Into<Cow<'static, str>>) -> BadNotation {
        BadNotation::new(self.at, what)
    }

    /// Nothing follows.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert!(Reader::new("?").end().is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] if something does.
    pub fn end(&self) -> Result<(), BadNotation> {
        if self.rest().is_empty() { Ok(()) } else { Err(self.expected("nothing more")) }
    }

    /// What `read` reads, if it is the whole text.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert_eq!(Reader::new("10^3").whole(Reader::small), Ok(1000));
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] from `read`, or where something follows.
    pub fn whole<T>(mut self, read: impl FnOnce(&mut Self) -> Result<T, BadNotation>) -> Result<T, BadNotation> {
        let value = read(&mut self)?;
        self.end()?;
        Ok(value)
    }

    /// A number of any size up to ten thousand digits: digits, or a power such as `10^100`.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert_eq!(Reader::new("2^70").number().unwrap().to_string(), "1180591620717411303424");
    /// assert!(Reader::new("10^1000000000").number().is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] if there is none, or if it is longer than that.
    pub fn number(&mut self) -> Result<BigUint, BadNotation> {
        let start = self.at;
        let too_long = || BadNotation::new(start, "a number of at most 10000 digits");
        let base = self.digits().filter(|base| base.len() <= 10_000).map(str::to_owned);
        let base = match base {
            Some(base) => BigUint::parse_bytes(base.as_bytes(), 10).expect("only digits were read"),
            None if self.at > start => return Err(too_long()),
            None => return Err(self.expected("a number")),
        };
        if !self.skip('^') {
            return Ok(base);
        }
        let Some(exponent) = self.digits() else { return Err(self.expected("an exponent")) };
        if base <= BigUint::from(1_u8) {
            let is_zero = exponent.bytes().all(|digit| digit == b'0');
            return Ok(if is_zero { BigUint::from(1_u8) } else { base });
        }
        let exponent: u32 = exponent.parse().map_err(|_| too_long())?;
        if (base.bits() - 1).saturating_mul(exponent.into()) > MAX_BITS {
            return Err(too_long());
        }
        let power = base.pow(exponent);
        if power.bits() > MAX_BITS { Err(too_long()) } else { Ok(power) }
    }

    /// A number below 2⁶⁴, in the same notation.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert_eq!(Reader::new("2^64").small().unwrap_err().expected, "a number below 2^64");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] if there is none, or if it is larger.
    pub fn small(&mut self) -> Result<u64, BadNotation> {
        let start = self.at;
        // almost all numbers are a few digits
        if let Some(digits) = self.digits().filter(|digits| digits.len() < 20)
            && self.peek() != Some('^')
        {
            return Ok(digits.parse().expect("fewer than 20 digits are below 2^64"));
        }
        self.at = start;
        let number = self.number()?;
        u64::try_from(number).map_err(|_| BadNotation::new(start, "a number below 2^64"))
    }

    /// A number from this range, in the same notation, of which an error says `what` it was to be.
    ///
    /// ```
    /// # use sprague_core::notation::Reader;
    /// assert_eq!(Reader::new("10^2").within(1..=100, "a side,"), Ok(100));
    /// assert_eq!(Reader::new("0").within(1..=100, "a side,").unwrap_err().expected, "a side, 1-100");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] if there is no number, or none of the range.
    pub fn within(&mut self, range: RangeInclusive<u64>, what: &str) -> Result<u64, BadNotation> {
        let start = self.at;
        let refused = || BadNotation::new(start, format!("{what} {}-{}", range.start(), range.end()));
        self.small().ok().filter(|number| range.contains(number)).ok_or_else(refused)
    }

    /// The longest run of decimal digits from here, `None` if there is none.
    fn digits(&mut self) -> Option<&'a str> {
        let rest = self.rest();
        let end = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        (end > 0).then(|| &rest[..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absurd_numbers_are_refused_before_they_are_computed() {
        for text in ["10^1000000000", "9^99999999999999999999", "2^33222", "10^100000", "10^10000", "1551630^1630"] {
            assert_eq!(Reader::new(text).number().unwrap_err().at, 0, "{text}");
        }
        let long = "1".repeat(10_001);
        assert_eq!(Reader::new(&long).number().unwrap_err().expected, "a number of at most 10000 digits");
    }

    #[test]
    fn a_few_digits_are_read_as_many_are() {
        for text in ["0", "007", "9999999999999999999", "18446744073709551615", "00000000000000000000001", "2^63", "5x", "12.3"] {
            let (mut small, mut large) = (Reader::new(text), Reader::new(text));
            assert_eq!(BigUint::from(small.small().unwrap()), large.number().unwrap(), "{text}");
            assert_eq!(small.at(), large.at(), "{text}");
        }
        for text in ["", "x", "^3", "5^", "5^x", "18446744073709551616", "2^64"] {
            assert!(Reader::new(text).small().is_err(), "{text}");
        }
        assert_eq!(Reader::new(&"0".repeat(10_001)).small().unwrap_err().expected, "a number of at most 10000 digits");
    }

    #[test]
    fn powers_of_nought_and_one_are_themselves() {
        for (text, value) in [("0^0", 1_u8), ("0^9", 0), ("1^99999999999999999999", 1), ("007", 7)] {
            assert_eq!(Reader::new(text).whole(Reader::number), Ok(BigUint::from(value)), "{text}");
        }
    }

    #[test]
    fn the_error_says_where() {
        let mut reader = Reader::new("5/x");
        reader.small().unwrap();
        reader.skip('/');
        assert_eq!(reader.small().unwrap_err(), BadNotation::new(2, "a number"));
        assert_eq!(Reader::new("2^").number().unwrap_err(), BadNotation::new(2, "an exponent"));
    }
}
