//! Sets of squares in one word, so that a step of all squares at once is one shift. For boards of up to 8 by 8, and for other
//! boards of up to 64 squares.

use super::squares::{Place, Reach, Squares, Step, pairs_of_rows};
use super::{Form, Grid, Size};

/// The squares of the first column, by the length of a row, on boards on which rows follow without a gap.
const FIRST_COLUMNS: [u64; 65] = {
    let (mut columns, mut stride) = ([1; 65], 1);
    while stride < 64 {
        let mut at = stride;
        while at < 64 {
            columns[stride] |= 1 << at;
            at += stride;
        }
        stride += 1;
    }
    columns
};

/// A set of squares in a word: bit `stride · row + column`.
///
/// The [stride](Size::stride) of the board is either 8, known at compile time, or `ANY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word<const STRIDE: u8>(pub(crate) u64);

/// A marker: the stride is the number of columns.
pub(crate) const ANY: u8 = 0;

/// Returns the distance in bits from a square to the square below.
#[inline]
fn stride<const STRIDE: u8>(size: Size) -> u8 {
    if STRIDE == ANY { size.columns() } else { STRIDE }
}

/// Returns the squares on which a step to the right cannot end.
#[inline]
fn first_column<const STRIDE: u8>(size: Size) -> u64 {
    FIRST_COLUMNS[usize::from(stride::<STRIDE>(size))]
}

/// Returns the squares on which a step to the left cannot end.
#[inline]
fn last_column<const STRIDE: u8>(size: Size) -> u64 {
    first_column::<STRIDE>(size) << (stride::<STRIDE>(size) - 1)
}

impl<const STRIDE: u8> core::ops::BitAnd for Word<STRIDE> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl<const STRIDE: u8> core::ops::BitOr for Word<STRIDE> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl<const STRIDE: u8> core::ops::Sub for Word<STRIDE> {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl<const STRIDE: u8> Squares for Word<STRIDE> {
    fn at(place: Place, size: Size) -> Self {
        Self(1 << (stride::<STRIDE>(size) * place.row + place.column))
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn count(&self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    fn first(&self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    fn place(&self, size: Size) -> Place {
        let at = self.0.trailing_zeros() as u8;
        Place { row: at / stride::<STRIDE>(size), column: at % stride::<STRIDE>(size) }
    }

    #[inline]
    fn step(&self, size: Size, to: Step) -> Self {
        // a shift must be shorter than the word, so a stride of 64 takes two shifts
        Self(match to {
            Step::Right => self.0 << 1 & !first_column::<STRIDE>(size),
            Step::Left => self.0 >> 1 & !last_column::<STRIDE>(size),
            Step::Down => self.0 << (stride::<STRIDE>(size) - 1) << 1,
            Step::Up => self.0 >> (stride::<STRIDE>(size) - 1) >> 1,
        })
    }

    #[inline]
    fn beside(&self, size: Size, reach: Reach) -> Self {
        let across = self.step(size, Step::Right) | self.step(size, Step::Left);
        let middle = if reach == Reach::Corners { *self | across } else { *self };
        across | middle.step(size, Step::Down) | middle.step(size, Step::Up)
    }

    #[inline]
    fn region(&self, size: Size, within: &Self, reach: Reach) -> Self {
        if size.rows() == 1 || STRIDE == ANY && size.columns() == 1 {
            return Self(along(within.0, self.0));
        }
        let mut region = *self;
        loop {
            // grow along rows, then to the rows above and below, so that each round can go around a corner
            let along = region | region.step(size, Step::Right) | region.step(size, Step::Left);
            let along = if reach == Reach::Corners { along } else { along & *within };
            let grown = (along | along.step(size, Step::Down) | along.step(size, Step::Up)) & *within;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    #[inline]
    fn upside_down(&self, size: Size) -> Self {
        let (rows, columns, stride) = (size.rows(), size.columns(), stride::<STRIDE>(size));
        if stride == 8 {
            return Self(self.0.swap_bytes() >> (64 - 8 * rows));
        }
        if rows == 1 {
            return *self;
        }
        if columns == 1 {
            return self.half_turned(size);
        }
        let row = u64::MAX >> (64 - columns);
        Self((0..rows).fold(0, |turned, at| turned << stride | self.0 >> (stride * at) & row))
    }

    #[inline]
    fn half_turned(&self, size: Size) -> Self {
        Self(self.0.reverse_bits() >> (64 - (stride::<STRIDE>(size) * (size.rows() - 1) + size.columns())))
    }

    #[inline]
    fn in_first_rows(&self, size: Size, rows: u8) -> Self {
        let beyond = u64::MAX.checked_shl((stride::<STRIDE>(size) * rows).into()).unwrap_or(0);
        Self(self.0 & !beyond)
    }

    #[inline]
    fn in_first_columns(&self, size: Size, columns: u8) -> Self {
        let stride = stride::<STRIDE>(size);
        let row = u64::MAX.checked_shl(columns.into()).map_or(u64::MAX, |beyond| !beyond);
        let each_row = |row: u64| (0..size.rows()).fold(0, |all, at| all | row << (stride * at));
        Self(self.0 & if stride == 8 { 0x0101_0101_0101_0101 * row } else { each_row(row) })
    }

    #[inline]
    fn pairs(&self, size: Size) -> Self {
        const EVEN: u64 = u64::MAX / 3;
        const EVERY_OTHER_ROW: u64 = 0x00ff_00ff_00ff_00ff;
        let rows = self.0;
        if stride::<STRIDE>(size) != 8 {
            // rows follow without a gap
            let columns = size.columns();
            let row = |at: u8| pairs_of_rows!(rows >> (columns * at) & u64::MAX >> (64 - columns), EVEN) << (columns * at);
            return Self((0..size.rows()).fold(0, |pairs, at| pairs | row(at)));
        }
        if size.columns() < 8 {
            return Self(pairs_of_rows!(rows, EVEN));
        }
        Self(pairs_of_rows!(rows & EVERY_OTHER_ROW, EVEN) | pairs_of_rows!(rows & !EVERY_OTHER_ROW, EVEN))
    }

    fn transposed(&self, size: Size) -> Self {
        if stride::<STRIDE>(size) == 8 {
            return Self(transposed(self.0));
        }
        let stride = size.transposed().stride();
        let square = |at: Place| 1 << (stride * at.column + at.row);
        Self(self.each().fold(0, |all, one| all | square(one.place(size))))
    }

    #[inline]
    fn grid<const PLANES: usize>(planes: [Self; PLANES], size: Size) -> Grid<PLANES> {
        Grid(Form::Small { planes: planes.map(|plane| plane.0), size })
    }

    #[inline]
    fn cropped<const PLANES: usize>(&self, planes: &[Self; PLANES], size: Size) -> Grid<PLANES> {
        if stride::<STRIDE>(size) == 8 {
            let squares = self.0 >> (self.0.trailing_zeros() & !7);
            let in_one_row = squares.to_ne_bytes().into_iter().fold(0, |all, row| all | row);
            let (top, left) = (self.0.trailing_zeros() & !7, in_one_row.trailing_zeros());
            let rows = 8 - (squares.leading_zeros() / 8) as u8;
            let size = Size::new(rows, 8 - (in_one_row.leading_zeros() + left) as u8);
            return Grid(Form::Small { planes: planes.map(|plane| plane.0 >> top >> left), size });
        }
        self.cropped_without_gaps(planes, size)
    }
}

impl<const STRIDE: u8> Word<STRIDE> {
    /// Crops planes for boards on which rows follow without a gap, because a side is longer than 8.
    fn cropped_without_gaps<const PLANES: usize>(&self, planes: &[Self; PLANES], size: Size) -> Grid<PLANES> {
        let from = stride::<STRIDE>(size);
        let (top, bottom) = (self.0.trailing_zeros() as u8 / from, (63 - self.0.leading_zeros() as u8) / from);
        let in_one_row = (top..=bottom).fold(0, |all, row| all | self.0 >> (from * row)) & u64::MAX >> (64 - from);
        let left = in_one_row.trailing_zeros() as u8;
        let size = Size::new(bottom - top + 1, 64 - in_one_row.leading_zeros() as u8 - left);
        let (to, squares) = (size.stride(), u64::MAX >> (64 - size.columns()));
        let row = |plane: Self, row: u8| plane.0 >> (from * (top + row) + left) & squares;
        let part = |plane: Self| (0..size.rows()).fold(0, |part, at| part | row(plane, at) << (to * at));
        Grid(Form::Small { planes: planes.map(part), size })
    }
}

/// Returns the runs of a row that contain one of these squares.
///
/// Adding a square to a run clears the run from that square to its end.
#[inline]
fn along(row: u64, squares: u64) -> u64 {
    let upwards = |row: u64, squares: u64| row & (row ^ row.wrapping_add(squares)) | squares;
    upwards(row.reverse_bits(), upwards(row, squares).reverse_bits()).reverse_bits()
}

/// Exchanges rows and columns of an 8 by 8 board: swaps single squares, then blocks of 2 by 2 and of 4 by 4, across the
/// diagonal.
///
/// Warren 2013, *Hacker's Delight*, 7–3.
fn transposed(mut squares: u64) -> u64 {
    for (distance, above) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let differing = (squares ^ squares >> distance) & above;
        squares ^= differing | differing << distance;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all squares that can be reached by single steps.
    fn reached<const STRIDE: u8>(from: Word<STRIDE>, within: Word<STRIDE>, size: Size, reach: Reach) -> Word<STRIDE> {
        let next = (from | from.beside(size, reach)) & within;
        if next == from { from } else { reached(next, within, size, reach) }
    }

    fn regions_are_what_steps_reach<const STRIDE: u8>(boards: impl Iterator<Item = u64>, size: Size) {
        for within in boards.map(Word::<STRIDE>) {
            for (from, reach) in within.each().flat_map(|from| [(from, Reach::Sides), (from, Reach::Corners)]) {
                let expected = reached(from, within, size, reach);
                assert_eq!(from.region(size, &within, reach), expected, "{within:?} {from:?} {reach:?}");
            }
        }
    }

    #[test]
    fn a_region_is_what_single_steps_reach() {
        let in_rows = |set: u64| (0..4).fold(0, |all, row| all | (set >> (4 * row) & 15) << (8 * row));
        regions_are_what_steps_reach::<8>((0..1 << 16).step_by(3).map(in_rows), Size::new(4, 4));
        regions_are_what_steps_reach::<ANY>(0..1 << 12, Size::new(3, 4));
        // full rows, whose ends are next to each other in a word, on random boards
        let random = |n: u64| (n.wrapping_mul(0x9e37_79b9_7f4a_7c15) | n << 40).rotate_left(n as u32);
        regions_are_what_steps_reach::<8>((0..300).map(random), Size::new(8, 8));
        regions_are_what_steps_reach::<ANY>((0..300).map(|n| random(n) >> 1), Size::new(7, 9));
    }
}
