//! The board of every game here, whose squares are of two or of four kinds.
//!
//! Each square has one bit in each of one or two *planes*. A plane is one word if the board has up to 8 by 8 or up to 64
//! squares, otherwise one long word for each row. The rules are written once for both forms, on sets of squares (`Squares`).

mod images;
mod parts;
mod rows;
mod squares;
mod text;
mod word;

pub(crate) use parts::parts;
pub(crate) use squares::{Place, Reach, Squares, Step};
pub(crate) use text::{Alphabet, Start};

use core::fmt;
use core::hash::{Hash, Hasher};
use rows::{Rows, row_of};
use smallvec::SmallVec;
use sprague_core::Player;
use sprague_core::any::{BadPosition, Pack};

pub(crate) use word::{ANY, Word};

pub(crate) const LONGEST: u8 = 128;

/// A board of up to 128 by 128 squares.
///
/// Boards of up to 8 by 8, and boards of up to 64 squares, allocate nothing: they take 16 bytes with one plane ([`Board`]) and
/// 24 bytes with two ([`Pieces`]). The form of the planes depends only on the size, so equal boards are equal words.
///
/// ```
/// use sprague_rules_boards::Board;
/// assert_eq!(size_of::<Board>(), 16);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Grid<const PLANES: usize>(pub(crate) Form<PLANES>);

/// A board on which a square is free or not, as in [`Domineering`](crate::Domineering) and [`Cram`](crate::Cram).
///
/// Rows are written as `.` for each free and `#` for each covered square, with `/` between them. `AxB` is read as `A` free rows
/// of `B` squares.
///
/// ```
/// use sprague_rules_boards::Board;
///
/// let board: Board = "..#/.#.".parse()?;
/// assert_eq!((board.rows(), board.columns()), (2, 3));
/// assert!(board.is_free(2, 3) && !board.is_free(2, 2));
/// assert_eq!("2x3".parse::<Board>()?.to_string(), ".../...");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
pub type Board = Grid<1>;

/// A board with pieces of two players, and two more kinds of squares whose meaning depends on the rules.
///
/// [`Clobber`](crate::Clobber), [`NoGo`](crate::NoGo) and [`Amazons`](crate::Amazons) are played on it.
///
/// ```
/// use sprague_core::{Notation, Player};
/// use sprague_rules_boards::{Clobber, Pieces};
///
/// let board: Pieces = Clobber.read("xo/.x")?;
/// assert_eq!((board.owner(1, 2), board.owner(2, 1)), (Some(Player::Right), None));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
pub type Pieces = Grid<2>;

/// The number of rows and of columns, each from 1 to [`LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size(u16);

impl Size {
    #[inline]
    fn new(rows: u8, columns: u8) -> Self {
        Self(u16::from(rows) << 8 | u16::from(columns))
    }

    #[inline]
    pub(crate) fn rows(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline]
    pub(crate) fn columns(self) -> u8 {
        self.0 as u8
    }

    /// Returns the distance in bits from a square to the square below, for planes that are words.
    ///
    /// It is 8 if no side is longer than 8, because images are then fast, otherwise the number of columns.
    #[inline]
    pub(crate) fn stride(self) -> u8 {
        if self.rows() <= 8 && self.columns() <= 8 { 8 } else { self.columns() }
    }

    #[inline]
    pub(crate) fn transposed(self) -> Self {
        Self::new(self.columns(), self.rows())
    }

    #[inline]
    fn is_small(self) -> bool {
        self.rows().max(self.columns()) <= 8 || u16::from(self.rows()) * u16::from(self.columns()) <= 64
    }
}

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Form<const PLANES: usize> {
    Small { planes: [u64; PLANES], size: Size },
    Large(Box<Large<PLANES>>),
}

/// A board whose planes need more than one word each.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Large<const PLANES: usize> {
    pub(crate) size: Size,
    pub(crate) planes: [Rows; PLANES],
}

/// Evaluates an expression about the planes of a board, written once for every form of planes.
macro_rules! on_planes {
    ($grid:expr, |$size:ident, $planes:ident| $answer:expr) => {
        $crate::grid::on_planes!(
            $grid,
            |$size, $planes| $answer,
            core::convert::identity,
            core::convert::identity,
            core::convert::identity
        )
    };
    ($grid:expr, |$size:ident, $planes:ident| $answer:expr, $eight:path, $any:path, $large:path) => {
        match &$grid.0 {
            $crate::grid::Form::Small { planes, size } if size.stride() == 8 => {
                let ($size, $planes) = (*size, planes.map($crate::grid::Word::<8>));
                $eight($answer)
            }
            $crate::grid::Form::Small { planes, size } => {
                let ($size, $planes) = (*size, planes.map($crate::grid::Word::<{ $crate::grid::ANY }>));
                $any($answer)
            }
            $crate::grid::Form::Large(large) => {
                let ($size, $planes) = (large.size, large.planes.clone());
                $large($crate::grid::seldom(|| $answer))
            }
        }
    };
}
pub(crate) use on_planes;

/// Returns an iterator from the planes of a board, written once for every form of planes.
macro_rules! list_on_planes {
    ($grid:expr, |$size:ident, $planes:ident| $list:expr) => {
        $crate::grid::on_planes!(
            $grid,
            |$size, $planes| $list,
            $crate::grid::OneOf::Eight,
            $crate::grid::OneOf::Any,
            $crate::grid::OneOf::large
        )
    };
}
pub(crate) use list_on_planes;

/// One of three iterators, because there are three forms of planes.
pub(crate) enum OneOf<A, B, C> {
    Eight(A),
    Any(B),
    /// Boxed, so that the usual iterators are cheap to move.
    Large(Box<C>),
}

impl<A, B, C> OneOf<A, B, C> {
    pub(crate) fn large(items: C) -> Self {
        Self::Large(Box::new(items))
    }
}

/// Calls a function for a rare case out of line, so that the rest is short enough to be inlined.
#[cold]
#[inline(never)]
pub(crate) fn seldom<T>(answer: impl FnOnce() -> T) -> T {
    answer()
}

impl<T, A: Iterator<Item = T>, B: Iterator<Item = T>, C: Iterator<Item = T>> Iterator for OneOf<A, B, C> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        match self {
            Self::Eight(items) => items.next(),
            Self::Any(items) => items.next(),
            Self::Large(items) => seldom(|| items.next()),
        }
    }
    #[inline]
    fn fold<S, F: FnMut(S, T) -> S>(self, start: S, step: F) -> S {
        match self {
            Self::Eight(items) => items.fold(start, step),
            Self::Any(items) => items.fold(start, step),
            Self::Large(items) => seldom(|| items.fold(start, step)),
        }
    }
}

impl<const PLANES: usize> Grid<PLANES> {
    /// Builds a board from planes that are given row by row.
    fn of_rows(size: Size, planes: [SmallVec<[u128; 1]>; PLANES]) -> Self {
        if !size.is_small() {
            return Self(Form::Large(Box::new(Large { size, planes: planes.map(Rows) })));
        }
        let stride = usize::from(size.stride());
        let word = |rows: SmallVec<[u128; 1]>| {
            let placed = rows.iter().enumerate().map(|(row, &squares)| (squares as u64) << (stride * row));
            placed.fold(0, |all, row| all | row)
        };
        Self(Form::Small { planes: planes.map(word), size })
    }

    /// Builds a board from the kind of each square.
    ///
    /// `kind` takes row and column, from 0. `rows` and `columns` must be 1 to [`LONGEST`].
    pub(crate) fn of_kinds(rows: u8, columns: u8, kind: impl Fn(usize, usize) -> u8) -> Self {
        let row = |plane: usize, row| {
            let bit = |column: u8| u128::from(kind(row, column.into()) >> plane & 1) << column;
            (0..columns).fold(0, |all, column| all | bit(column))
        };
        let plane = |plane| (0..rows).map(|at| row(plane, at.into())).collect();
        Self::of_rows(Size::new(rows, columns), core::array::from_fn(plane))
    }

    /// Returns the kind of a square, by row and column from 0. Bit `plane` of the kind is the square's bit in that plane.
    pub(crate) fn kind(&self, row: u8, column: u8) -> u8 {
        let bit = |word: u128| word as u8 & 1;
        let planes: [u8; PLANES] = match &self.0 {
            Form::Small { planes, size } => planes.map(|plane| bit((plane >> (size.stride() * row + column)).into())),
            Form::Large(large) => large.planes.each_ref().map(|plane| bit(plane.0[usize::from(row)] >> column)),
        };
        planes.iter().rev().fold(0, |kind, bit| kind << 1 | bit)
    }

    /// Returns the kind of a square, by row and column from 1; `None` if it is not on the board.
    fn kind_on_board(&self, row: u8, column: u8) -> Option<u8> {
        let is_on_board = (1..=self.rows()).contains(&row) && (1..=self.columns()).contains(&column);
        is_on_board.then(|| self.kind(row - 1, column - 1))
    }

    /// Returns the number of squares in the first plane.
    #[inline]
    pub(crate) fn squares(&self) -> u32 {
        on_planes!(self, |_size, planes| planes[0].count())
    }

    fn size(&self) -> Size {
        match &self.0 {
            Form::Small { size, .. } => *size,
            Form::Large(large) => large.size,
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u8 {
        self.size().rows()
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> u8 {
        self.size().columns()
    }

    #[inline]
    pub(crate) fn allocated_bytes(&self) -> usize {
        let outside = |plane: &Rows| if plane.0.spilled() { size_of_val(&*plane.0) } else { 0 };
        match &self.0 {
            Form::Small { .. } => 0,
            Form::Large(large) => size_of_val(&**large) + large.planes.iter().map(outside).sum::<usize>(),
        }
    }
}

impl Pieces {
    /// Exchanges the two planes, so that Left's stones become Right's.
    #[inline]
    pub(crate) fn planes_exchanged(&self) -> Self {
        on_planes!(self, |size, planes| {
            let [left, right] = planes;
            Squares::grid([right, left], size)
        })
    }

    /// Returns the owner of the piece on a square, by row and column from 1; `None` if there is no piece or no such square.
    pub fn owner(&self, row: u8, column: u8) -> Option<Player> {
        match self.kind_on_board(row, column)? {
            1 => Some(Player::Left),
            2 => Some(Player::Right),
            _ => None,
        }
    }
}

impl Board {
    /// Returns a board on which every square is free; `None` unless both sides are 1 to 128.
    ///
    /// ```
    /// use sprague_rules_boards::Board;
    /// assert_eq!(Board::new(4, 5), "4x5".parse().ok());
    /// assert_eq!(Board::new(0, 5), None);
    /// ```
    pub fn new(rows: u8, columns: u8) -> Option<Self> {
        let is_side = |side| (1..=LONGEST).contains(&side);
        let full = || SmallVec::from_elem(row_of(columns), rows.into());
        (is_side(rows) && is_side(columns)).then(|| Self::of_rows(Size::new(rows, columns), [full()]))
    }

    /// Returns whether a square is free, by row and column from 1.
    pub fn is_free(&self, row: u8, column: u8) -> bool {
        self.kind_on_board(row, column) == Some(1)
    }
}

/// Hashes the words and the size, which together determine the board.
impl<const PLANES: usize> Hash for Grid<PLANES> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        let size = u64::from(self.size().0) << 48;
        match &self.0 {
            // boards with different last rows and sizes may collide, which only costs a comparison
            Form::Small { planes, .. } => {
                let (first, others) = planes.split_first().expect("a board has a plane");
                state.write_u64(first ^ size);
                others.iter().for_each(|plane| state.write_u64(*plane));
            }
            Form::Large(large) => {
                large.planes.hash(state);
                state.write_u64(size);
            }
        }
    }
}

impl<const PLANES: usize> fmt::Debug for Grid<PLANES> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let alphabet = if PLANES == 1 { Alphabet::FREE } else { Alphabet::PIECES };
        write!(f, "Grid({})", alphabet.show(self))
    }
}

/// Packs rows and columns, and the planes word by word. Two planes of up to 56 squares are two words, with rows and columns in
/// the upper bits.
impl<const PLANES: usize> Pack for Grid<PLANES> {
    #[inline]
    fn pack(&self, words: &mut impl Extend<u64>) {
        let (rows, columns) = (u64::from(self.rows()), u64::from(self.columns()));
        let size = rows << 8 | columns;
        match &self.0 {
            Form::Small { planes, .. } => match planes[..] {
                [plane] => words.extend([size, plane]),
                [left, right] if (left | right) >> 56 == 0 => words.extend([rows << 56 | left, columns << 56 | right]),
                _ => words.extend(core::iter::once(size).chain(*planes)),
            },
            Form::Large(large) => seldom(|| {
                let row = |row: &u128| [*row as u64, (row >> 64) as u64].into_iter().take(row_words(self.columns()));
                words.extend(core::iter::once(size).chain(large.planes.iter().flat_map(|plane| &plane.0).flat_map(row)));
            }),
        }
    }
    #[inline]
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let first = u64::unpack(words)?;
        let (rows, columns) = ((first >> 8) as u8, first as u8);
        let size = |rows: u8, columns: u8| {
            let is_side = |side| (1..=LONGEST).contains(&side);
            (is_side(rows) && is_side(columns)).then(|| Size::new(rows, columns)).ok_or(BadPosition)
        };
        if first >> 56 > 0 {
            let second = u64::unpack(words)?;
            let mut planes = [first, second].into_iter();
            let plane = |_| planes.next().unwrap_or(0) << 8 >> 8;
            let size = size((first >> 56) as u8, (second >> 56) as u8)?;
            if !size.is_small() {
                return Err(BadPosition);
            }
            return Ok(Self(Form::Small { planes: core::array::from_fn(plane), size }));
        }
        let size = size(rows, columns)?;
        if size.is_small() {
            let (these, rest) = words.split_first_chunk::<PLANES>().ok_or(BadPosition)?;
            *words = rest;
            return Ok(Self(Form::Small { planes: *these, size }));
        }
        seldom(|| {
            let mut planes = [const { SmallVec::new_const() }; PLANES];
            for plane in &mut planes {
                for _ in 0..rows {
                    let mut row = 0;
                    for at in 0..row_words(columns) {
                        row |= u128::from(u64::unpack(words)?) << (64 * at);
                    }
                    plane.push(row);
                }
            }
            Ok(Self::of_rows(size, planes))
        })
    }
}

/// Returns the number of words in a packed row of a large board.
fn row_words(columns: u8) -> usize {
    usize::from(columns).div_ceil(64)
}
