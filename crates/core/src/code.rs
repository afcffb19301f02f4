//! Take-and-break codes: octal and hexadecimal games as plain data.
//!
//! Guy & Smith 1956; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

use crate::BadNotation;
use core::fmt;
use std::str::FromStr;

/// The digits of a take-and-break game. Bit `k` of digit `i`: a move may take `i` tokens and leave the rest of the heap as
/// exactly `k` non-empty heaps, k = 0 to 3.
///
/// Place 0, before the point, may hold only the bits 4 and 8: with 1 or 2 a move would change nothing.
///
/// ```
/// use sprague_core::TakeAndBreak;
///
/// let kayles: TakeAndBreak = "0.77".parse().unwrap();
/// assert_eq!(kayles.digits(), [0, 7, 7]);
/// assert_eq!((kayles.most_taken(), kayles.most_heaps()), (2, 2));
/// assert_eq!(".770".parse::<TakeAndBreak>().unwrap(), kayles);
/// assert_eq!("4.".parse::<TakeAndBreak>().unwrap().to_string(), "4.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeAndBreak(Vec<u8>);

/// How many digits a code may have behind the point.
const MOST_DIGITS: usize = 100_000;

impl TakeAndBreak {
    /// The digits from place 0 on; the last one is not 0 unless the code is `0.`.
    ///
    /// ```
    /// assert_eq!(sprague_core::TakeAndBreak::from_digits([0, 0, 7]).unwrap().digits(), [0, 0, 7]);
    /// ```
    pub fn digits(&self) -> &[u8] {
        &self.0
    }

    /// The game with these digits, place 0 first.
    ///
    /// ```
    /// use sprague_core::TakeAndBreak;
    /// assert!(TakeAndBreak::from_digits([1]).is_err()); // a pass
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] at the first digit that is above 15, or at place 0 if it holds the bits 1 or 2.
    pub fn from_digits(digits: impl IntoIterator<Item = u8>) -> Result<Self, BadNotation> {
        let mut digits: Vec<u8> = digits.into_iter().collect();
        if let Some(at) = digits.iter().position(|&digit| digit > 15) {
            return Err(BadNotation::new(at, "a digit 0-15"));
        }
        if digits.first().is_some_and(|first| first & 3 != 0) {
            return Err(BadNotation::new(0, PLACE_0));
        }
        while digits.len() > 1 && digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            digits.push(0);
        }
        Ok(Self(digits))
    }

    /// The most tokens a move can take: the last place whose digit is not 0.
    ///
    /// ```
    /// assert_eq!("0.007".parse::<sprague_core::TakeAndBreak>().unwrap().most_taken(), 3);
    /// ```
    pub fn most_taken(&self) -> u64 {
        self.0.len() as u64 - 1
    }

    /// The most heaps a move can leave in place of one, at least 1: 1 for digits up to 3, 2 with a 4, 3 with an 8.
    ///
    /// ```
    /// assert_eq!("0.333".parse::<sprague_core::TakeAndBreak>().unwrap().most_heaps(), 1);
    /// ```
    pub fn most_heaps(&self) -> u64 {
        let all = self.0.iter().fold(0, |all, digit| all | digit);
        match all {
            8.. => 3,
            4.. => 2,
            _ => 1,
        }
    }
}

const PLACE_0: &str = "0, 4, 8 or c before the point (the bits 1 and 2 there would be a pass)";

impl FromStr for TakeAndBreak {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let Some(point) = text.find('.') else {
            return Err(BadNotation::new(text.len(), "a point, as in 0.77"));
        };
        if text.len() - point > MOST_DIGITS {
            return Err(BadNotation::new(point, "at most 100000 digits"));
        }
        let digit = |(at, c): (usize, char)| match c.to_digit(16) {
            Some(value) if !c.is_ascii_uppercase() => Ok(value as u8),
            _ => Err(BadNotation::new(at, "a digit 0-9 or a-f")),
        };
        let (before, after) = (&text[..point], &text[point + 1..]);
        let first = match before.char_indices().map(digit).collect::<Result<Vec<_>, _>>()?[..] {
            [] => 0,
            [first] if first & 3 == 0 => first,
            [_] => return Err(BadNotation::new(0, PLACE_0)),
            _ => return Err(BadNotation::new(1, "the point: one digit stands before it")),
        };
        let behind = after.char_indices().map(|(at, c)| digit((point + 1 + at, c)));
        let digits: Vec<u8> = std::iter::once(Ok(first)).chain(behind).collect::<Result<_, _>>()?;
        Self::from_digits(digits)
    }
}

impl fmt::Display for TakeAndBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}.", self.0[0])?;
        self.0[1..].iter().try_for_each(|digit| write!(f, "{digit:x}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_codes_say_which_character() {
        for (text, at) in
            [("77", 2), ("0.78g", 4), ("1.7", 0), ("3.", 0), ("10.7", 1), ("0.7.7", 3), ("", 0), ("0.é", 2), ("0.A", 2)]
        {
            assert_eq!(text.parse::<TakeAndBreak>().unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn codes_are_shown_as_they_are_read() {
        for text in ["0.77", "4.", "0.", "8.07f", "c.1"] {
            assert_eq!(text.parse::<TakeAndBreak>().unwrap().to_string(), text);
        }
    }
}
