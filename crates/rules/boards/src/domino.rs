//! Dominoes on two adjacent free squares, the common part of Domineering and Cram.

use crate::Board;
use crate::grid::{Place, Reach, Size, Squares, Step, list_on_planes, on_planes, parts};
use core::fmt;

/// A move: the upper or left one of the two squares, and the direction of the domino.
///
/// ```
/// use sprague_rules_boards::{Domino, Lies};
/// assert_eq!(Domino { row: 1, column: 2, lies: Lies::Across }.to_string(), "1.2-1.3");
/// assert_eq!(Domino { row: 1, column: 2, lies: Lies::Down }.to_string(), "1.2-2.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    /// The row, from 1.
    pub row: u8,
    /// The column, from 1.
    pub column: u8,
    /// The direction from this square to the other one.
    pub lies: Lies,
}

/// The direction in which a domino lies.
///
/// ```
/// assert_ne!(sprague_rules_boards::Lies::Across, sprague_rules_boards::Lies::Down);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lies {
    /// The domino covers a square and the one to the right.
    Across,
    /// The domino covers a square and the one below.
    Down,
}

impl Lies {
    /// Returns the step to the other half.
    #[inline]
    pub(crate) fn step(self) -> Step {
        match self {
            Self::Across => Step::Right,
            Self::Down => Step::Down,
        }
    }
}

impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { row, column, lies } = *self;
        let (to_row, to_column) = match lies {
            Lies::Across => (row, column + 1),
            Lies::Down => (row + 1, column),
        };
        write!(f, "{row}.{column}-{to_row}.{to_column}")
    }
}

impl Board {
    /// Returns the places for dominoes in this direction, row by row.
    pub(crate) fn dominoes(&self, lies: Lies) -> impl Iterator<Item = Domino> {
        list_on_planes!(self, |size, planes| {
            let [free] = planes;
            free.with_next(size, lies.step()).each().map(move |square| {
                let Place { row, column } = square.place(size);
                Domino { row: row + 1, column: column + 1, lies }
            })
        })
    }

    #[inline]
    pub(crate) fn count_dominoes(&self, lies: Lies) -> u32 {
        on_planes!(self, |size, planes| {
            let [free] = planes;
            free.with_next(size, lies.step()).count()
        })
    }

    /// Returns the boards with one more domino in this direction, in the order of [`dominoes`](Self::dominoes).
    #[inline]
    pub(crate) fn with_domino(&self, lies: Lies) -> impl Iterator<Item = Self> {
        list_on_planes!(self, |size, planes| with_domino(planes, size, lies))
    }

    /// Returns the board with this domino added.
    pub(crate) fn covered(&self, domino: &Domino) -> Self {
        let place = Place { row: domino.row - 1, column: domino.column - 1 };
        on_planes!(self, |size, planes| {
            let [free] = planes;
            let square = Squares::at(place, size);
            Squares::grid([free - Squares::step(&square, size, domino.lies.step()) - square], size)
        })
    }

    /// Calls `each` with the regions of each board that [`with_domino`](Self::with_domino) returns, and with `None` after the
    /// regions of each board.
    ///
    /// Stops when `each` returns `false`.
    #[inline]
    pub(crate) fn each_part_with_domino(&self, lies: Lies, mut each: impl FnMut(Option<&Self>) -> bool) {
        on_planes!(self, |size, planes| {
            let mut left = left_by_domino(planes, size, lies);
            left.all(|left| regions([left], size).all(|region| each(Some(&region))) && each(None))
        });
    }

    /// Returns the connected regions of free squares as separate boards, without single squares.
    #[inline]
    pub(crate) fn regions(&self) -> impl Iterator<Item = Self> {
        list_on_planes!(self, |size, planes| regions(planes, size))
    }
}

#[inline]
fn with_domino<S: Squares>(planes: [S; 1], size: Size, lies: Lies) -> impl Iterator<Item = Board> {
    left_by_domino(planes, size, lies).map(move |left| S::grid([left], size))
}

/// Returns, for each placement of a domino, the squares that stay free.
#[inline]
fn left_by_domino<S: Squares>([free]: [S; 1], size: Size, lies: Lies) -> impl Iterator<Item = S> {
    let squares = free.with_next(size, lies.step()).each();
    squares.map(move |square| free.clone() - square.step(size, lies.step()) - square)
}

#[inline]
pub(crate) fn regions<S: Squares>([free]: [S; 1], size: Size) -> impl Iterator<Item = Board> {
    let with_neighbours = free.clone() & free.beside(size, Reach::Sides);
    parts([free], size, with_neighbours, Reach::Sides, |_, _| true)
}
