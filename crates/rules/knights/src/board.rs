//! The board, and the four leaps of a knight on it.
//!
//! *Algorithm Games* (TopCoder tutorial), "Composite games – Grundy numbers".

use crate::Square;
use core::fmt;
use sprague_core::any::{AllPositions, Look, Picture, Piece};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Impartial, Notation, Ruleset};
use thiserror::Error;

/// The four leaps as (columns, rows), in the order of the moves.
const LEAPS: [(i32, i32); 4] = [(-2, -1), (-1, -2), (1, -2), (-2, 1)];

const LONGEST: u16 = 1000;

/// A board on which a knight has four leaps: (−2, −1), (−1, −2), (+1, −2) and (−2, +1). A player who cannot move it loses.
///
/// A position is one knight. Several knights, which may share a square, are a sum of such games.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_knights::{Knights, Square};
///
/// let leaps = Knights::default().options(&Square { x: 2, y: 1 }).collect::<Vec<_>>();
/// assert_eq!(leaps, [Square { x: 0, y: 0 }, Square { x: 0, y: 2 }]);
/// assert!(Knights::new(0).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Knights {
    side: u16,
}

/// An error: no board has this side.
///
/// ```
/// use sprague_rules_knights::{BadSide, Knights};
///
/// let error = Knights::new(1001).unwrap_err();
/// assert_eq!(error, BadSide(1001));
/// assert_eq!(error.to_string(), "the side of a board must be 1 to 1000, not 1001");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the side of a board must be 1 to {LONGEST}, not {0}")]
pub struct BadSide(pub u64);

/// A move: the square to which the knight leaps.
///
/// ```
/// use sprague_rules_knights::{Leap, Square};
/// assert_eq!(Leap { to: Square { x: 1, y: 2 } }.to_string(), "to 1.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leap {
    /// The square on which the knight lands.
    pub to: Square,
}

impl fmt::Display for Leap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "to {}", self.to)
    }
}

impl Default for Knights {
    /// Returns the usual board of 8 × 8 squares.
    fn default() -> Self {
        Self { side: 8 }
    }
}

impl Knights {
    /// Returns a board of `side` × `side` squares.
    ///
    /// ```
    /// use sprague_rules_knights::Knights;
    /// assert_eq!(Knights::new(8), Ok(Knights::default()));
    /// ```
    ///
    /// # Errors
    /// [`BadSide`] unless the side is 1 to 1000. Every square is a row of tables and graphs, so a million squares are enough.
    pub fn new(side: u64) -> Result<Self, BadSide> {
        match u16::try_from(side) {
            Ok(side @ 1..=LONGEST) => Ok(Self { side }),
            _ => Err(BadSide(side)),
        }
    }

    /// Returns the number of squares in a row or column.
    ///
    /// ```
    /// assert_eq!(sprague_rules_knights::Knights::default().side(), 8);
    /// ```
    pub fn side(&self) -> u16 {
        self.side
    }

    /// Returns every square, row after row.
    ///
    /// ```
    /// use sprague_rules_knights::{Knights, Square};
    ///
    /// let squares: Vec<Square> = Knights::new(2).unwrap().squares().collect();
    /// assert_eq!(squares.iter().map(Square::to_string).collect::<Vec<_>>(), ["0.0", "1.0", "0.1", "1.1"]);
    /// ```
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let side = self.side;
        (0..side).flat_map(move |y| (0..side).map(move |x| Square { x, y }))
    }

    /// Returns this coordinate after a leap, if it is still on the board.
    fn after(&self, coordinate: u16, by: i32) -> Option<u16> {
        let after = u16::try_from(i32::from(coordinate) + by).ok()?;
        (after < self.side).then_some(after)
    }

    /// Parses a coordinate, which is `called` a column or a row in error messages.
    fn coordinate(&self, reader: &mut Reader<'_>, called: &str) -> Result<u16, BadNotation> {
        let start = reader.at();
        let on_board = reader.small().ok().filter(|&coordinate| coordinate < self.side.into());
        let coordinate = on_board.and_then(|coordinate| u16::try_from(coordinate).ok());
        coordinate.ok_or_else(|| BadNotation::new(start, format!("a {called} 0-{}", self.side - 1)))
    }
}

impl Ruleset for Knights {
    type Position = Square;
    type Move = Leap;
    fn moves(&self, square: &Square) -> impl Iterator<Item = Leap> {
        let Square { x, y } = *square;
        LEAPS.into_iter().filter_map(move |(right, down)| {
            let to = Square { x: self.after(x, right)?, y: self.after(y, down)? };
            Some(Leap { to })
        })
    }
    fn play(&self, _: &Square, leap: &Leap) -> Square {
        leap.to
    }
}
impl Impartial for Knights {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl Notation<Square> for Knights {
    /// Parses `x.y`, the column before the row.
    fn read(&self, text: &str) -> Result<Square, BadNotation> {
        Reader::new(text).whole(|reader| {
            let x = self.coordinate(reader, "column")?;
            if !reader.skip('.') {
                return Err(reader.expected("a point, as in 3.4"));
            }
            Ok(Square { x, y: self.coordinate(reader, "row")? })
        })
    }
    fn show(&self, square: &Square) -> String {
        square.to_string()
    }
    /// Draws the board with the corner of `0.0` at the top left.
    fn picture(&self, square: &Square) -> Option<Picture> {
        if usize::from(self.side).pow(2) > Picture::MAX_PARTS {
            return None;
        }
        let mut rows = vec![vec!['.'; self.side.into()]; self.side.into()];
        *rows.get_mut(usize::from(square.y))?.get_mut(usize::from(square.x))? = 'N';
        Some(Picture::Cells(rows))
    }
    fn look(&self) -> Look {
        Look { base: 0, is_column_first: true, pieces: &[('N', Piece::Knight)], ..Look::default() }
    }
    fn all_positions(&self) -> Option<AllPositions<Square>> {
        let row = |y| (0..self.side).map(move |x| Square { x, y }).collect();
        Some(AllPositions::Board((0..self.side).map(row).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::{Nimber, mex};
    use std::collections::{HashMap, HashSet};

    /// The table of the tutorial, as `TABLE[y][x]`.
    const TABLE: [[u32; 8]; 8] = [
        [0, 0, 1, 1, 0, 0, 1, 1],
        [0, 0, 2, 1, 0, 0, 1, 1],
        [1, 2, 2, 2, 3, 2, 2, 2],
        [1, 1, 2, 1, 4, 3, 2, 3],
        [0, 0, 3, 4, 0, 0, 1, 1],
        [0, 0, 2, 3, 0, 0, 2, 1],
        [1, 1, 2, 2, 1, 2, 2, 2],
        [1, 1, 2, 3, 1, 1, 2, 0],
    ];

    fn nimber(board: &Knights, square: Square, known: &mut HashMap<Square, Nimber>) -> Nimber {
        if let Some(&value) = known.get(&square) {
            return value;
        }
        let options: Vec<Square> = board.options(&square).collect();
        let value = mex(options.into_iter().map(|option| nimber(board, option, known)));
        known.insert(square, value);
        value
    }

    #[test]
    fn the_table_of_the_tutorial_is_right() {
        let (board, mut known) = (Knights::default(), HashMap::new());
        for square @ Square { x, y } in board.squares() {
            let expected = Nimber(TABLE[usize::from(y)][usize::from(x)]);
            assert_eq!(nimber(&board, square, &mut known), expected, "{square}");
        }
        assert_eq!(known.len(), 64);
    }

    #[test]
    fn columns_and_rows_may_be_exchanged() {
        for side in 1..=12 {
            let (board, mut known) = (Knights::new(side).unwrap(), HashMap::new());
            for Square { x, y } in board.squares() {
                let mirrored = nimber(&board, Square { x: y, y: x }, &mut known);
                assert_eq!(nimber(&board, Square { x, y }, &mut known), mirrored);
            }
        }
    }

    #[test]
    fn every_leap_stays_on_the_board_and_comes_nearer_to_the_corner() {
        for side in [1, 2, 3, 8, 1000] {
            let board = Knights::new(side).unwrap();
            for square in board.squares() {
                let sum = |square: Square| u32::from(square.x) + u32::from(square.y);
                let options: Vec<Square> = board.options(&square).collect();
                assert!(options.iter().all(|option| option.x.max(option.y) < board.side() && sum(*option) < sum(square)));
                assert_eq!(options.iter().collect::<HashSet<_>>().len(), options.len());
            }
        }
    }

    #[test]
    fn squares_outside_of_the_board_are_refused() {
        let board = Knights::default();
        for (text, error) in [
            ("", "byte 0: expected a column 0-7"),
            ("8.0", "byte 0: expected a column 0-7"),
            ("3", "byte 1: expected a point, as in 3.4"),
            ("3,4", "byte 1: expected a point, as in 3.4"),
            ("3.", "byte 2: expected a row 0-7"),
            ("7.8", "byte 2: expected a row 0-7"),
            ("0.18446744073709551616", "byte 2: expected a row 0-7"),
            ("-1.0", "byte 0: expected a column 0-7"),
            ("3.4.5", "byte 3: expected nothing more"),
        ] {
            assert_eq!(board.read(text).unwrap_err().to_string(), error, "{text}");
        }
    }

    #[test]
    fn what_is_shown_is_read_again() {
        let board = Knights::new(11).unwrap();
        assert!(board.squares().all(|square| board.read(&board.show(&square)) == Ok(square)));
    }

    #[test]
    fn the_picture_is_the_board_with_the_knight() {
        let rows = vec![vec!['.', '.', '.'], vec!['.', '.', 'N'], vec!['.', '.', '.']];
        let board = Knights::new(3).unwrap();
        assert_eq!(board.picture(&Square { x: 2, y: 1 }), Some(Picture::Cells(rows)));
        assert_eq!(board.picture(&Square { x: 3, y: 1 }), None, "there is no such square");
        let largest = |side| Knights::new(side).unwrap().picture(&Square { x: 0, y: 0 });
        assert!(largest(64).is_some() && largest(65).is_none() && largest(1000).is_none());
    }

    #[test]
    fn a_square_made_by_hand_far_outside_has_no_moves_and_does_no_harm() {
        assert_eq!(Knights::default().moves(&Square { x: u16::MAX, y: 0 }).count(), 0);
    }
}
