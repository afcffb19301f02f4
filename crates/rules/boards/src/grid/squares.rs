//! Sets of squares of a board: steps, neighbours, regions, images. All rules of this crate are built from them.

use super::{Grid, Size};
use core::ops::{BitAnd, BitOr, Sub};

/// The place of a square, as row and column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) row: u8,
    pub(crate) column: u8,
}

/// A step to one of the four neighbouring squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Right,
    Down,
    Left,
    Up,
}

impl Step {
    pub(crate) const ALL: [Self; 4] = [Self::Right, Self::Down, Self::Left, Self::Up];

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

/// The squares that count as neighbours of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The four squares that share a side.
    Sides,
    /// The eight squares that share a side or a corner.
    Corners,
}

/// A set of squares of one board: a word, or a long word for each row. Rules are written once for both.
///
/// The set does not store the size of its board, so methods take it. The order may be any total order.
pub(crate) trait Squares: Clone + Ord + BitAnd<Output = Self> + BitOr<Output = Self> + Sub<Output = Self> {
    /// Returns the set of the one square at this place.
    fn at(place: Place, size: Size) -> Self;

    fn is_empty(&self) -> bool;

    fn count(&self) -> u32;

    /// Returns the set of the first square, row by row; the empty set if there is none.
    fn first(&self) -> Self;

    fn place(&self, size: Size) -> Place;

    /// Returns the squares one step away from these.
    ///
    /// The result may contain squares outside the board (above, below or beside its rows). Intersect it with squares of the
    /// board.
    fn step(&self, size: Size, to: Step) -> Self;

    /// Returns the neighbours of these squares, possibly with squares outside the board as for [`step`](Self::step).
    ///
    /// A square of the set is among them if it is a neighbour of another one.
    fn beside(&self, size: Size, reach: Reach) -> Self;

    /// Returns all squares of `within` that are connected to these squares, which must lie in `within`.
    fn region(&self, size: Size, within: &Self, reach: Reach) -> Self;

    fn upside_down(&self, size: Size) -> Self;

    /// Turns the board by half, so that the first square becomes the last.
    fn half_turned(&self, size: Size) -> Self;

    /// Exchanges rows and columns. The result belongs to a board of the [transposed](Size::transposed) size.
    fn transposed(&self, size: Size) -> Self;

    fn in_first_rows(&self, size: Size, rows: u8) -> Self;

    fn in_first_columns(&self, size: Size, columns: u8) -> Self;

    /// Returns the left squares of a largest set of disjoint pairs of neighbouring squares in rows. Taking pairs from the left
    /// of each run is optimal.
    fn pairs(&self, size: Size) -> Self;

    /// Builds the board with these planes.
    fn grid<const PLANES: usize>(planes: [Self; PLANES], size: Size) -> Grid<PLANES>;

    /// Crops planes to the rows and columns that these squares span.
    ///
    /// The set must not be empty, and the planes must be empty elsewhere.
    fn cropped<const PLANES: usize>(&self, planes: &[Self; PLANES], size: Size) -> Grid<PLANES>;

    /// Returns the squares whose neighbour in this direction is also in the set.
    #[inline]
    fn with_next(&self, size: Size, to: Step) -> Self {
        self.clone() & self.step(size, to.back())
    }

    /// Returns each square as a set of its own, row by row.
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

/// Returns the pairs in a row of squares, by their left squares. It also works for several rows with an empty square between
/// them.
///
/// Runs that begin in an even column are found by a carry: adding their first squares clears these runs.
macro_rules! pairs_of_rows {
    ($rows:expr, $even:expr) => {{
        let rows = $rows;
        let first = rows & !(rows << 1);
        let from_even = (rows.wrapping_add(first & $even) ^ rows) & rows;
        (from_even & $even | rows & !from_even & !$even) & rows >> 1
    }};
}
pub(super) use pairs_of_rows;
