//! Cram: place a domino on two free squares, either way round.
//!
//! Gardner 1974, *Cram, crosscram and quadraphage*; Berlekamp, Conway & Guy, *Winning Ways*, ch. 15.

#[cfg(test)]
mod tests;

use crate::grid::Alphabet;
use crate::{Board, Domino, Lies};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{ClosedForm, Impartial, MOST_COUNTED, MoveList, Outcome, Ruleset, any, text_notation};

/// Cram: place a domino on two adjacent free squares, across or down. A player who cannot move loses.
///
/// Summands are the connected regions of free squares. The images of a position (mirror images, and rows exchanged with
/// columns, up to eight) share one normal form.
///
/// ```
/// use sprague_core::{Impartial, Notation, Ruleset};
/// use sprague_rules_boards::{Board, Cram};
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

impl Ruleset for Cram {
    type Position = Board;
    type Move = Domino;
    fn moves(&self, board: &Board) -> impl Iterator<Item = Domino> {
        board.dominoes(Lies::Across).chain(board.dominoes(Lies::Down))
    }
    fn play(&self, board: &Board, domino: &Domino) -> Board {
        board.covered(domino)
    }
    #[inline]
    fn options(&self, board: &Board) -> impl Iterator<Item = Board> {
        board.with_domino(Lies::Across).chain(board.with_domino(Lies::Down))
    }
    #[inline]
    fn mobility(&self, board: &Board) -> u32 {
        (board.count_dominoes(Lies::Across) + board.count_dominoes(Lies::Down)).min(MOST_COUNTED)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    #[inline]
    fn normal_form(&self, board: Board) -> Board {
        board.least_image()
    }
    #[inline]
    fn allocated_bytes(&self, board: &Board) -> usize {
        board.allocated_bytes()
    }
}

impl Impartial for Cram {
    /// Returns the connected regions without single squares, each cropped to its rows and columns.
    #[inline]
    fn summands(&self, board: &Board) -> impl Iterator<Item = Board> {
        board.regions()
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Board, Domino>> {
        Some(self)
    }
}

/// Boards with at least this many squares are tested for a symmetry before they are searched.
const SYMMETRIC_FROM: u32 = 49;

/// The result of the test for a board that a half turn maps to itself. If no domino overlaps its image, the second player
/// answers each domino by its image and wins. If only one does, in the middle, the first player begins with it.
enum HalfTurn {
    Lost,
    WonBy(Domino),
}

impl HalfTurn {
    fn of(board: &Board) -> Option<Self> {
        let (rows, columns) = (board.rows(), board.columns());
        let squares = || (1..=rows).flat_map(|row| (1..=columns).map(move |column| (row, column)));
        if squares().any(|(row, column)| board.is_free(row, column) != board.is_free(rows + 1 - row, columns + 1 - column)) {
            return None;
        }
        let (row, column) = (rows.div_ceil(2), columns.div_ceil(2));
        match (rows % 2 == 0, columns % 2 == 0) {
            (true, true) => Some(Self::Lost),
            _ if !board.is_free(row, column) => Some(Self::Lost),
            (true, false) => Some(Self::WonBy(Domino { row, column, lies: Lies::Down })),
            (false, true) => Some(Self::WonBy(Domino { row, column, lies: Lies::Across })),
            // a domino on the square in the middle overlaps its image
            (false, false) => None,
        }
    }

    fn of_large(board: &Board) -> Option<Self> {
        let squares = u32::from(board.rows()) * u32::from(board.columns());
        (squares >= SYMMETRIC_FROM).then(|| Self::of(board)).flatten()
    }
}

impl ClosedForm<Board, Domino> for Cram {
    fn nimber(&self, board: &Board) -> Option<u128> {
        matches!(HalfTurn::of_large(board)?, HalfTurn::Lost).then_some(0)
    }
    fn outcome(&self, board: &Board) -> Option<Outcome> {
        Some(if matches!(HalfTurn::of_large(board)?, HalfTurn::Lost) { Outcome::Loss } else { Outcome::Win })
    }
    fn moves_to(&self, board: &Board, nimber: u128) -> Option<MoveList<Domino>> {
        match HalfTurn::of_large(board)? {
            HalfTurn::WonBy(domino) if nimber == 0 => Some(MoveList { moves: vec![domino], total: None }),
            _ => None,
        }
    }
    fn source(&self) -> &'static str {
        "a half turn of the board, Gardner 1974"
    }
}

text_notation!(Cram, Board, |board| Some(Alphabet::FREE.picture(board)); Alphabet::FREE.listed(false));

const KNOWN: &[Fact] = &[
    Fact::of(
        "A board with two even sides is lost: the second player answers each move by its image in the centre.",
        "Gardner 1974",
    )
    .shown_by("solve cram@4x4", "lost for the player to move"),
    Fact::of(
        "A board with one even side is won: the first player covers the two squares in the middle and then answers likewise.",
        "Gardner 1974",
    )
    .shown_by("solve cram@4x5", "won for the player to move"),
    Fact::of("Boards with two odd sides have no such strategy; 5×5 squares are lost.", "computed by this program")
        .shown_by("solve cram@5x5 --nimber", "nimber 0"),
];

pub(crate) fn entry() -> Entry {
    let cram = Entry::new("cram", |parameters| parameters.none().map(|()| any::impartial(Cram)));
    let cram = cram.component("board AxB or rows").play("place a domino on two free squares, across or down");
    let cram = cram.rules("Both players cover two free neighbouring squares with a domino, across or down. Whoever cannot move loses. A board is `4x5`, rows by columns, or its rows from the top, `..#/...`, with `#` for a covered square.");
    cram.example("cram@4x5")
        .title("Cram")
        .aim("Lay dominoes, upright or flat.")
        .brief("Lay a domino on two free squares side by side, upright or flat. Whoever cannot lay a domino loses.")
        .sizes(&["cram@2x3", "cram@3x4", "cram@4x5", "cram@5x5"])
        .source("Gardner 1974, Winning Ways ch. 15")
        .known(KNOWN)
}
