//! Squares of a board as people name them.

use crate::grid::Place;
use core::fmt;

/// A square of a board, counted from 1 and written `2.3`: second row, third column.
///
/// ```
/// assert_eq!(sprague_rules_boards::Square { row: 2, column: 3 }.to_string(), "2.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The row, from 1 at the top.
    pub row: u8,
    /// The column, from 1 on the left.
    pub column: u8,
}

impl Square {
    pub(crate) fn place(self) -> Place {
        Place { row: self.row - 1, column: self.column - 1 }
    }
}

impl From<Place> for Square {
    fn from(Place { row, column }: Place) -> Self {
        Self { row: row + 1, column: column + 1 }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.row, self.column)
    }
}
