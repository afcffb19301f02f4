//! Sets of squares of a board: steps, neighbours, regions, images.
//!
//! All rules of this crate are made of them.

use super::{Grid, Size};
use core::ops::{BitAnd, BitOr, Sub};

/// The place of a square of a board, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) row: u8,
    pub(crate) column: u8,
}

/// A step to one of the four squares beside a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Right,
    Down,
    Left,
    Up,
}

impl Step {
    /// All four.
    pub(crate) const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Left, Self::Up];

    /// Back again.
    #[inline]
    pub(crate) fn back(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Up => Self::Down,
        }
    }
}

/// The neighbours of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The four that share a side.
    Sides,
    /// The eight that share a side or a corner.
    Corners,
}

/// A set of squares of one board: a word, or a row of words.
///
/// Rules are written once for every kind.
///
/// Every set lies on a board, whose size its owner knows. The order is any that is total.
pub(crate) trait Squares: Clone + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + Sub<Output = Self> {
    /// The square at a place alone.
    fn at(place: Place, size: Size) -> Self;

    /// Tells whether there is none.
    fn is_empty(&self) -> bool;

    /// The number of squares.
    fn count(&self) -> u32;

    /// The first of them alone, row by row; none of none.
    fn first(&self) -> Self;

    /// The place of the first of them.
    fn place(&self, size: Size) -> Place;

    /// One step from each of them.
    ///
    /// The answer may hold squares above or below the board and beside its rows: meet it with squares that are on it.
    fn step(&self, size: Size, to: Step) -> Self;

    /// The neighbours of each of them.
    ///
    /// The same caution holds. One of these squares is among the neighbours if it is a neighbour of another.
    fn beside(&self, size: Size, reach: Reach) -> Self;

    /// All squares of `within` that are connected to them.
    ///
    /// `within` holds them.
    fn region(&self, size: Size, within: &Self, reach: Reach) -> Self;

    /// The first row last.
    fn upside_down(&self, size: Size) -> Self;

    /// The first square last.
    fn half_turned(&self, size: Size) -> Self;

    /// Rows and columns exchanged, on the board of the [transposed](Size::transposed) size.
    fn transposed(&self, size: Size) -> Self;

    /// Those in the first rows, so many.
    fn in_first_rows(&self, size: Size, rows: u8) -> Self;

    /// Those in the first columns, so many.
    fn in_first_columns(&self, size: Size, columns: u8) -> Self;

    /// The most pairs of neighbours in a row that fit beside each other.
    ///
    /// Each is told by its left square.
    /// They are taken from the left of each run, which is best.
    fn pairs(&self, size: Size) -> Self;

    /// The board with these planes.
    fn grid<const PLANES: usize>(planes: [Self; PLANES], size: Size) -> Grid<PLANES>;

    /// The rows and columns that squares span, as a board.
    ///
    /// There must be some, and the planes hold nothing elsewhere.
    fn cropped<const PLANES: usize>(&self, planes: &[Self; PLANES], size: Size) -> Grid<PLANES>;

    /// Those that have a neighbour among them one such step away.
    #[inline]
    fn with_next(&self, size: Size, to: Step) -> Self {
        self.clone() & self.step(size, to.back())
    }

    /// Each of them alone, row by row.
    #[inline]
    fn each(self) -> impl Iterator<Item = Self> {
        let mut left = self;
        core::iter::from_fn(move || {
            let first = left.first();
            left = left.clone() - first.clone();
            (!first.is_empty()).then_some(first)
        })
    }
}

/// The pairs of a row of squares, by their left squares.
///
/// There may be several rows, with an empty square between.
/// Runs that begin in an even column are told by a carry: an addition at their first squares clears them.
macro_rules! pairs_of_rows {
    ($rows:expr, $even:expr) => {{
        let rows = $rows;
        let first = rows & !(rows << 1);
        let from_even = (rows.wrapping_add(first & $even) ^ rows) & rows;
        (from_even & $even | rows & !from_even & !$even) & rows >> 1
    }};
}
pub(super) use pairs_of_rows;
