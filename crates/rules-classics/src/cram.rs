//! Cram: place a domino on two free squares, either way round.
//!
//! Gardner 1974, *Cram, crosscram and quadraphage*; Berlekamp, Conway & Guy, *Winning Ways*, ch. 15.

mod board;
mod large;
mod small;
#[cfg(test)]
mod tests;
mod text;

pub use board::Board;

use core::fmt;
use sprague_core::any::Picture;
use sprague_core::registry::Entry;
use sprague_core::{BadNotation, Impartial, Notation, Ruleset, any};

/// Place a domino on two adjacent free squares, across or down; who cannot loses.
///
/// Summands are the connected regions of free squares. A position stands for up to seven more: its mirror images, and those with rows
/// and columns exchanged.
///
/// ```
/// use sprague_core::{Impartial, Notation, Ruleset};
/// use sprague_rules_classics::{Board, Cram};
///
/// let board = Cram.read("..#/#..")?;
/// let moves: Vec<String> = Cram.moves(&board).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["1.1-1.2", "2.2-2.3", "1.2-2.2"]);
/// let regions: Vec<Board> = Cram.summands(&Cram.read("..#./.##./..#./###.")?).collect();
/// assert_eq!(regions, [Cram.read("../.#/..")?, Cram.read("4x1")?]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cram;

/// A move: the upper or left of the two squares, and how the domino lies.
///
/// ```
/// use sprague_rules_classics::{Domino, Lies};
/// assert_eq!(Domino { row: 1, column: 2, lies: Lies::Across }.to_string(), "1.2-1.3");
/// assert_eq!(Domino { row: 1, column: 2, lies: Lies::Down }.to_string(), "1.2-2.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    /// The row, from 1.
    pub row: u8,
    /// The column, from 1.
    pub column: u8,
    /// Where its other half is.
    pub lies: Lies,
}

/// How a domino lies.
///
/// ```
/// assert_ne!(sprague_rules_classics::Lies::Across, sprague_rules_classics::Lies::Down);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lies {
    /// On a square and the one to the right.
    Across,
    /// On a square and the one below.
    Down,
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

impl Ruleset for Cram {
    type Position = Board;
    type Move = Domino;
    fn moves(&self, board: &Board) -> impl Iterator<Item = Domino> {
        board.dominoes()
    }
    fn play(&self, board: &Board, domino: &Domino) -> Board {
        board.covered(domino)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, board: Board) -> Board {
        board.normal_form()
    }
    fn allocated_bytes(&self, board: &Board) -> usize {
        board.allocated_bytes()
    }
}

impl Impartial for Cram {
    /// The connected regions, each cropped to its rows and columns; single squares are left out.
    fn summands(&self, board: &Board) -> impl Iterator<Item = Board> {
        board.regions()
    }
}

impl Notation<Board> for Cram {
    fn read(&self, text: &str) -> Result<Board, BadNotation> {
        text.parse()
    }
    fn show(&self, board: &Board) -> String {
        board.to_string()
    }
    fn picture(&self, board: &Board) -> Option<Picture> {
        Some(Picture::Cells(board.characters().map(Iterator::collect).collect()))
    }
}

/// Cram by name.
pub(crate) fn entry() -> Entry {
    let cram = Entry::new("cram", |parameters| parameters.none().map(|()| any::impartial(Cram)));
    let cram = cram.component("board AxB or rows").play("place a domino on two free squares, across or down");
    cram.example("cram@4x5").source("Gardner 1974, Winning Ways ch. 15")
}
