//! A board with free and covered squares, in one word where it fits.

use super::large::Large;
use super::{Domino, Lies, small};
use sprague_core::any::Pack;

/// The most rows and columns of a board.
pub(super) const LONGEST: u8 = 64;

/// The longest side of a board that is one word.
const SMALL: u8 = 8;

/// A board of up to 64 by 64 squares, each free or covered. 16 bytes up to 8 by 8, and no more memory.
///
/// Rows are `.` for each free and `#` for each covered square, with `/` between them; `AxB` reads as `A` free rows of `B` squares.
///
/// ```
/// use sprague_rules_classics::Board;
///
/// let board: Board = "..#/.#.".parse()?;
/// assert_eq!((board.rows(), board.columns()), (2, 3));
/// assert!(board.is_free(2, 3) && !board.is_free(2, 2));
/// assert_eq!("2x3".parse::<Board>()?.to_string(), ".../...");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(Form);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Form {
    /// Neither side is above [`SMALL`].
    Small { free: u64, rows: u8, columns: u8 },
    /// A side is.
    Large(Box<Large>),
}

impl Board {
    /// A board of which every square is free; `None` unless both sides are 1 to 64.
    ///
    /// ```
    /// use sprague_rules_classics::Board;
    /// assert_eq!(Board::new(4, 5), "4x5".parse().ok());
    /// assert_eq!(Board::new(0, 5), None);
    /// ```
    pub fn new(rows: u8, columns: u8) -> Option<Self> {
        let is_side = |side| (1..=LONGEST).contains(&side);
        let row = || u64::MAX >> (LONGEST - columns);
        (is_side(rows) && is_side(columns)).then(|| Self::of_rows(columns, vec![row(); rows.into()]))
    }

    /// The board with these rows, of which bit `column` says whether that square is free; both sides are 1 to 64.
    pub(super) fn of_rows(columns: u8, rows: Vec<u64>) -> Self {
        if rows.len() > SMALL.into() || columns > SMALL {
            return Self(Form::Large(Box::new(Large { columns, rows: rows.into() })));
        }
        let free = rows.iter().rev().fold(0, |free, row| free << 8 | row);
        Self(Form::Small { free, rows: rows.len() as u8, columns })
    }

    fn small((rows, columns, free): (u8, u8, u64)) -> Self {
        Self(Form::Small { free, rows, columns })
    }

    /// How many rows it has.
    ///
    /// See [`Board`] for an example.
    pub fn rows(&self) -> u8 {
        match &self.0 {
            Form::Small { rows, .. } => *rows,
            Form::Large(board) => board.rows.len() as u8,
        }
    }

    /// How many columns it has.
    ///
    /// See [`Board`] for an example.
    pub fn columns(&self) -> u8 {
        match &self.0 {
            Form::Small { columns, .. } => *columns,
            Form::Large(board) => board.columns,
        }
    }

    /// Whether a square is free; row and column are counted from 1.
    ///
    /// See [`Board`] for an example.
    pub fn is_free(&self, row: u8, column: u8) -> bool {
        let is_on_board = (1..=self.rows()).contains(&row) && (1..=self.columns()).contains(&column);
        is_on_board
            && match &self.0 {
                Form::Small { free, .. } => free >> (8 * (row - 1) + column - 1) & 1 == 1,
                Form::Large(board) => board.rows[usize::from(row) - 1] >> (column - 1) & 1 == 1,
            }
    }

    /// Bytes kept outside of the value itself.
    pub(super) fn allocated_bytes(&self) -> usize {
        match &self.0 {
            Form::Small { .. } => 0,
            Form::Large(board) => size_of::<Large>() + size_of_val(&*board.rows),
        }
    }

    /// Where a domino may be placed: every way to lie across, then every way to lie down.
    pub(super) fn dominoes(&self) -> impl Iterator<Item = Domino> {
        match &self.0 {
            Form::Small { free, .. } => Dominoes::Small { across: small::across(*free), down: small::down(*free) },
            Form::Large(board) => Dominoes::Large { board, pass: 0, squares: board.pairs(0) },
        }
    }

    /// The board on which this domino lies, too.
    pub(super) fn covered(&self, domino: &Domino) -> Self {
        let (row, column) = (domino.row - 1, domino.column - 1);
        match &self.0 {
            Form::Small { free, rows, columns } => {
                let squares: u64 = if domino.lies == Lies::Across { 0b11 } else { 0x101 };
                Self::small((*rows, *columns, free & !(squares << (8 * row + column))))
            }
            Form::Large(board) => {
                let (mut board, row) = (board.clone(), usize::from(row));
                match domino.lies {
                    Lies::Across => board.rows[row] &= !(0b11 << column),
                    Lies::Down => board.rows[row..=row + 1].iter_mut().for_each(|row| *row &= !(1 << column)),
                }
                Self(Form::Large(board))
            }
        }
    }

    /// The connected regions of free squares as boards of their own, single squares left out.
    pub(super) fn regions(&self) -> impl Iterator<Item = Self> {
        let (small, large) = match &self.0 {
            Form::Small { free, .. } => (Some(small::regions(*free)), vec![]),
            Form::Large(board) => (None, board.regions()),
        };
        small.into_iter().flatten().map(|region| Self::small(small::cropped(region))).chain(large)
    }

    /// The board that stands for its mirror images and for those with rows and columns exchanged.
    pub(super) fn normal_form(self) -> Self {
        match self.0 {
            Form::Small { free, rows, columns } => Self::small(small::normal_form(rows, columns, free)),
            Form::Large(board) => Self(Form::Large(Box::new(board.normal_form()))),
        }
    }
}

/// Where a domino may be placed; bits still to be listed.
enum Dominoes<'a> {
    Small { across: u64, down: u64 },
    Large { board: &'a Large, pass: usize, squares: u64 },
}

/// The lowest bit, taken off.
fn take_first(squares: &mut u64) -> Option<u8> {
    let first = (*squares != 0).then(|| squares.trailing_zeros() as u8);
    *squares &= squares.wrapping_sub(1);
    first
}

impl Iterator for Dominoes<'_> {
    type Item = Domino;
    #[inline]
    fn next(&mut self) -> Option<Domino> {
        match self {
            Self::Small { across, down } => {
                let across = take_first(across).map(|square| (square, Lies::Across));
                let (square, lies) = across.or_else(|| take_first(down).map(|square| (square, Lies::Down)))?;
                Some(Domino { row: square / 8 + 1, column: square % 8 + 1, lies })
            }
            Self::Large { board, pass, squares } => {
                let rows = board.rows.len();
                while *squares == 0 {
                    *pass += 1;
                    if *pass >= 2 * rows {
                        return None;
                    }
                    *squares = board.pairs(*pass);
                }
                let column = take_first(squares)? + 1;
                let lies = if *pass < rows { Lies::Across } else { Lies::Down };
                Some(Domino { row: (*pass % rows) as u8 + 1, column, lies })
            }
        }
    }
}

/// The size, and the free squares as bits: of up to 8 by 8 squares in one word, of more in one for each row.
impl Pack for Board {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([u64::from(self.rows()) << 8 | u64::from(self.columns())]);
        match &self.0 {
            Form::Small { free, .. } => words.extend([*free]),
            Form::Large(board) => words.extend(board.rows.iter().copied()),
        }
    }
    fn unpack(words: &mut &[u64]) -> Self {
        let size = u64::unpack(words);
        let (rows, columns) = ((size >> 8) as u8, size as u8);
        if rows.max(columns) <= SMALL {
            return Self::small((rows, columns, u64::unpack(words)));
        }
        Self::of_rows(columns, (0..rows).map(|_| u64::unpack(words)).collect())
    }
}
