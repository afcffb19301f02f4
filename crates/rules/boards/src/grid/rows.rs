//! Sets of squares that do not fit into one word: one long word for each row.

use super::squares::{Place, Reach, Squares, Step, pairs_of_rows};
use super::{Form, Grid, Large, Size};
use smallvec::{SmallVec, smallvec};

/// A set of squares, row by row: bit `column` of a row. A single row allocates nothing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Rows(pub(crate) SmallVec<[u128; 1]>);

impl Rows {
    fn combined(mut self, other: &Self, combine: impl Fn(&mut u128, u128)) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(row, &other)| combine(row, other));
        self
    }

    fn mapped(&self, change: impl Fn(u128) -> u128) -> Self {
        Self(self.0.iter().map(|&row| change(row)).collect())
    }

    /// Returns the set whose row i is row i + `by` of this set, or empty if that is beyond the board.
    fn moved(&self, by: isize) -> Self {
        let row = |at: usize| at.checked_add_signed(by).and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        Self((0..self.0.len()).map(row).collect())
    }
}

impl core::ops::BitAnd for Rows {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        self.combined(&other, |row, other| *row &= other)
    }
}

impl core::ops::BitOr for Rows {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        self.combined(&other, |row, other| *row |= other)
    }
}

impl core::ops::Sub for Rows {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self.combined(&other, |row, other| *row &= !other)
    }
}

pub(super) fn row_of(columns: u8) -> u128 {
    u128::MAX >> (128 - columns)
}

/// Returns the runs of a row that contain one of these squares.
///
/// Adding a square to a run clears the run from that square to its end.
fn along(row: u128, squares: u128) -> u128 {
    let upwards = |row: u128, squares: u128| row & (row ^ row.wrapping_add(squares)) | squares;
    upwards(row.reverse_bits(), upwards(row, squares).reverse_bits()).reverse_bits()
}

impl Squares for Rows {
    fn at(place: Place, size: Size) -> Self {
        let mut rows = smallvec![0; size.rows().into()];
        rows[usize::from(place.row)] = 1 << place.column;
        Self(rows)
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    fn first(&self) -> Self {
        let mut first = Self(smallvec![0; self.0.len()]);
        if let Some(at) = self.0.iter().position(|&row| row != 0) {
            first.0[at] = self.0[at] & self.0[at].wrapping_neg();
        }
        first
    }

    fn place(&self, _: Size) -> Place {
        let row = self.0.iter().position(|&row| row != 0).unwrap_or(0);
        Place { row: row as u8, column: self.0[row].trailing_zeros() as u8 }
    }

    fn step(&self, size: Size, to: Step) -> Self {
        match to {
            Step::Right => self.mapped(|row| row << 1 & row_of(size.columns())),
            Step::Left => self.mapped(|row| row >> 1),
            Step::Down => self.moved(-1),
            Step::Up => self.moved(1),
        }
    }

    fn beside(&self, size: Size, reach: Reach) -> Self {
        let across = self.step(size, Step::Right) | self.step(size, Step::Left);
        let middle = if reach == Reach::Corners { self.clone() | across.clone() } else { self.clone() };
        across | middle.step(size, Step::Down) | middle.step(size, Step::Up)
    }

    /// Goes down and up the rows, extending whole runs at a time, until nothing is new.
    fn region(&self, size: Size, within: &Self, reach: Reach) -> Self {
        let mut region = self.clone();
        let near = |row: u128| match reach {
            Reach::Sides => row,
            Reach::Corners => (row | row << 1 | row >> 1) & row_of(size.columns()),
        };
        loop {
            let mut is_new = false;
            for at in (0..region.0.len()).chain((0..region.0.len()).rev()) {
                let above = at.checked_sub(1).map_or(0, |above| region.0[above]);
                let below = region.0.get(at + 1).copied().unwrap_or(0);
                let grown = along(within.0[at], (region.0[at] | near(above) | near(below)) & within.0[at]);
                is_new |= grown != region.0[at];
                region.0[at] = grown;
            }
            if !is_new {
                return region;
            }
        }
    }

    fn upside_down(&self, _: Size) -> Self {
        Self(self.0.iter().rev().copied().collect())
    }

    fn half_turned(&self, size: Size) -> Self {
        Self(self.0.iter().rev().map(|row| row.reverse_bits() >> (128 - size.columns())).collect())
    }

    fn in_first_rows(&self, _: Size, rows: u8) -> Self {
        let row = |(at, &row): (usize, &u128)| if at < usize::from(rows) { row } else { 0 };
        Self(self.0.iter().enumerate().map(row).collect())
    }

    fn in_first_columns(&self, _: Size, columns: u8) -> Self {
        self.mapped(|row| if columns == 0 { 0 } else { row & row_of(columns) })
    }

    fn pairs(&self, _: Size) -> Self {
        self.mapped(|row| pairs_of_rows!(row, u128::MAX / 3))
    }

    fn transposed(&self, size: Size) -> Self {
        let column = |column| self.0.iter().rev().fold(0, |all, row| all << 1 | row >> column & 1);
        Self((0..size.columns()).map(column).collect())
    }

    fn grid<const PLANES: usize>(planes: [Self; PLANES], size: Size) -> Grid<PLANES> {
        Grid(Form::Large(Box::new(Large { size, planes })))
    }

    fn cropped<const PLANES: usize>(&self, planes: &[Self; PLANES], _: Size) -> Grid<PLANES> {
        let some = |row: &u128| *row != 0;
        let (top, bottom) = (self.0.iter().position(some).unwrap_or(0), self.0.iter().rposition(some).unwrap_or(0));
        let in_one_row = self.0.iter().fold(0, |all, row| all | row);
        let left = in_one_row.trailing_zeros();
        let size = Size::new((bottom - top) as u8 + 1, (128 - in_one_row.leading_zeros() - left) as u8);
        Grid::of_rows(size, planes.each_ref().map(|plane| plane.0[top..=bottom].iter().map(|row| row >> left).collect()))
    }
}
