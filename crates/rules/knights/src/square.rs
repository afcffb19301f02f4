//! A square of the board: the place of the one knight.

use core::fmt;
use sprague_core::any::{BadPosition, Pack};

/// A square, as column and row from 0. The knight moves towards the corner `0.0`.
///
/// ```
/// use sprague_rules_knights::Square;
/// assert_eq!(Square { x: 3, y: 4 }.to_string(), "3.4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column, from 0.
    pub x: u16,
    /// The row, from 0.
    pub y: u16,
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.x, self.y)
    }
}

impl Pack for Square {
    fn pack(&self, words: &mut impl Extend<u64>) {
        (self.x, self.y).pack(words);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (x, y) = Pack::unpack(words)?;
        Ok(Self { x, y })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        let square = Square { x: 7, y: 999 };
        let mut words = vec![];
        square.pack(&mut words);
        assert_eq!(words, [7, 999]);
        assert_eq!(Square::unpack(&mut words.as_slice()), Ok(square));
    }
}
