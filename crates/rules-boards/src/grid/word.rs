//! Squares in one word, so that every step is a shift of all of them at once: boards of up to 8 by 8, and others of up to 64 squares.

use super::squares::{Place, Reach, Squares, Step};
use super::{Form, Grid, Size};

/// The first column by the length of a row, on boards on which rows follow without a gap.
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

/// Squares in a word: bit `stride · row + column`, with the [stride](Size::stride) of the board: 8, known when this is compiled, or `ANY`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word<const STRIDE: u8>(pub(crate) u64);

/// The stride is the number of columns.
pub(crate) const ANY: u8 = 0;

/// A board in a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordField<const STRIDE: u8> {
    size: Size,
    first_column: u64,
}

impl<const STRIDE: u8> WordField<STRIDE> {
    #[inline]
    pub(crate) fn new(size: Size) -> Self {
        let stride = if STRIDE == ANY { size.columns } else { STRIDE };
        Self { size, first_column: FIRST_COLUMNS[usize::from(stride)] }
    }

    #[inline]
    fn stride(self) -> u8 {
        if STRIDE == ANY { self.size.columns } else { STRIDE }
    }

    /// Where a step to the right does not end.
    #[inline]
    fn first_column(self) -> u64 {
        if STRIDE == ANY { self.first_column } else { FIRST_COLUMNS[STRIDE as usize] }
    }

    /// Where a step to the left does not end.
    #[inline]
    fn last_column(self) -> u64 {
        self.first_column() << (self.stride() - 1)
    }
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
    type Field = WordField<STRIDE>;

    #[inline]
    fn size(field: WordField<STRIDE>) -> (u8, u8) {
        (field.size.rows, field.size.columns)
    }

    fn at(place: Place, field: WordField<STRIDE>) -> Self {
        Self(1 << (field.stride() * place.row + place.column))
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0 == 0
    }

    #[inline]
    fn first(&self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    fn place(&self, field: WordField<STRIDE>) -> Place {
        let at = self.0.trailing_zeros() as u8;
        Place { row: at / field.stride(), column: at % field.stride() }
    }

    #[inline]
    fn step(&self, field: WordField<STRIDE>, to: Step) -> Self {
        // a stride of 64 is two shifts: one alone must be shorter than the word
        Self(match to {
            Step::Right => self.0 << 1 & !field.first_column(),
            Step::Left => self.0 >> 1 & !field.last_column(),
            Step::Down => self.0 << (field.stride() - 1) << 1,
            Step::Up => self.0 >> (field.stride() - 1) >> 1,
        })
    }

    #[inline]
    fn beside(&self, field: WordField<STRIDE>, reach: Reach) -> Self {
        let across = self.step(field, Step::Right) | self.step(field, Step::Left);
        let middle = if reach == Reach::Corners { *self | across } else { *self };
        across | middle.step(field, Step::Down) | middle.step(field, Step::Up)
    }

    #[inline]
    fn region(&self, field: WordField<STRIDE>, within: &Self, reach: Reach) -> Self {
        if field.size.rows == 1 || STRIDE == ANY && field.size.columns == 1 {
            return Self(along(within.0, self.0));
        }
        let mut region = *self;
        loop {
            let grown = (region | region.beside(field, reach)) & *within;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    #[inline]
    fn upside_down(&self, field: WordField<STRIDE>) -> Self {
        let (Size { rows, columns }, stride) = (field.size, field.stride());
        if stride == 8 {
            return Self(self.0.swap_bytes() >> (64 - 8 * rows));
        }
        if rows == 1 {
            return *self;
        }
        if columns == 1 {
            return self.half_turned(field);
        }
        let row = u64::MAX >> (64 - columns);
        Self((0..rows).fold(0, |turned, at| turned << stride | self.0 >> (stride * at) & row))
    }

    #[inline]
    fn half_turned(&self, field: WordField<STRIDE>) -> Self {
        Self(self.0.reverse_bits() >> (64 - (field.stride() * (field.size.rows - 1) + field.size.columns)))
    }

    fn transposed(&self, field: WordField<STRIDE>) -> Self {
        if field.stride() == 8 {
            return Self(transposed(self.0));
        }
        let stride = field.size.transposed().stride();
        let square = |at: Place| 1 << (stride * at.column + at.row);
        Self(self.each().fold(0, |all, one| all | square(one.place(field))))
    }

    fn transposed_field(field: WordField<STRIDE>) -> WordField<STRIDE> {
        WordField::new(field.size.transposed())
    }

    #[inline]
    fn grid<const PLANES: usize>(planes: [Self; PLANES], field: WordField<STRIDE>) -> Grid<PLANES> {
        Grid(Form::Small { planes: planes.map(|plane| plane.0), size: field.size })
    }

    #[inline]
    fn cropped<const PLANES: usize>(&self, planes: &[Self; PLANES], field: WordField<STRIDE>) -> Grid<PLANES> {
        if field.stride() == 8 {
            let squares = self.0 >> (self.0.trailing_zeros() & !7);
            let in_one_row = squares.to_ne_bytes().into_iter().fold(0, |all, row| all | row);
            let (top, left) = (self.0.trailing_zeros() & !7, in_one_row.trailing_zeros());
            let rows = 8 - (squares.leading_zeros() / 8) as u8;
            let size = Size { rows, columns: 8 - (in_one_row.leading_zeros() + left) as u8 };
            return Grid(Form::Small { planes: planes.map(|plane| plane.0 >> top >> left), size });
        }
        self.cropped_without_gaps(planes, field)
    }
}

impl<const STRIDE: u8> Word<STRIDE> {
    /// What the planes hold where these span rows and columns, on a board with a side above 8.
    fn cropped_without_gaps<const PLANES: usize>(&self, planes: &[Self; PLANES], field: WordField<STRIDE>) -> Grid<PLANES> {
        let from = field.stride();
        let (top, bottom) = (self.0.trailing_zeros() as u8 / from, (63 - self.0.leading_zeros() as u8) / from);
        let in_one_row = (top..=bottom).fold(0, |all, row| all | self.0 >> (from * row)) & u64::MAX >> (64 - from);
        let left = in_one_row.trailing_zeros() as u8;
        let size = Size { rows: bottom - top + 1, columns: 64 - in_one_row.leading_zeros() as u8 - left };
        let (to, squares) = (size.stride(), u64::MAX >> (64 - size.columns));
        let row = |plane: Self, row: u8| plane.0 >> (from * (top + row) + left) & squares;
        let part = |plane: Self| (0..size.rows).fold(0, |part, at| part | row(plane, at) << (to * at));
        Grid(Form::Small { planes: planes.map(part), size })
    }
}

/// The runs of a row that hold one of these: adding a square to a run clears it from there to its end.
#[inline]
fn along(row: u64, squares: u64) -> u64 {
    let upwards = |row: u64, squares: u64| row & (row ^ row.wrapping_add(squares)) | squares;
    upwards(row.reverse_bits(), upwards(row, squares).reverse_bits()).reverse_bits()
}

/// Rows and columns exchanged: first single squares, then blocks of 2 by 2 and of 4 by 4 across the diagonal.
///
/// Warren 2013, *Hacker's Delight*, 7–3.
fn transposed(mut squares: u64) -> u64 {
    for (distance, above) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let differing = (squares ^ squares >> distance) & above;
        squares ^= differing | differing << distance;
    }
    squares
}
