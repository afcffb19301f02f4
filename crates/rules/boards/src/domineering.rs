//! Domineering: Left places dominoes upright, Right flat.
//!
//! Göran Andersson's game in Gardner 1974, *Cram, crosscram and quadraphage*; Berlekamp, Conway & Guy, *Winning Ways*, ch. 5.

mod bounds;
#[cfg(test)]
mod tests;

use crate::grid::Alphabet;
use crate::{Board, Cram, Domino, Lies};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Bounds, Estimate, Hints, Impartial, MOST_COUNTED, Partizan, Player, Ruleset, Tied, any, text_notation};

/// Domineering: Left places an upright domino on free squares, Right a flat one. A player who cannot move loses.
///
/// Summands are the connected regions of free squares. A position, its mirror images and its half turn share one normal form.
/// Exchanging rows and columns gives the negative.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::{Board, Domineering};
///
/// let board = Domineering.read("..#/#..")?;
/// let moves = |player| Domineering.moves(&board, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["1.2-2.2"]);
/// assert_eq!(moves(Player::Right), ["1.1-1.2", "2.2-2.3"]);
/// assert_eq!(Domineering.negative(&board), Some(Domineering.read(".#/../#.")?));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Domineering;

#[inline]
fn dominoes_of(player: Player) -> Lies {
    match player {
        Player::Left => Lies::Down,
        Player::Right => Lies::Across,
    }
}

impl Partizan for Domineering {
    type Position = Board;
    type Move = Domino;
    fn moves(&self, board: &Board, player: Player) -> impl Iterator<Item = Domino> {
        board.dominoes(dominoes_of(player))
    }
    fn play(&self, board: &Board, _: Player, domino: &Domino) -> Board {
        board.covered(domino)
    }
    #[inline]
    fn options(&self, board: &Board, player: Player) -> impl Iterator<Item = Board> {
        board.with_domino(dominoes_of(player))
    }
    /// Returns the connected regions without single squares, each cropped to its rows and columns.
    #[inline]
    fn summands(&self, board: &Board) -> impl Iterator<Item = Board> {
        board.regions()
    }
    #[inline]
    fn each_part(&self, board: &Board, player: Player, each: impl FnMut(Option<&Board>) -> bool) {
        board.each_part_with_domino(dominoes_of(player), each);
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    #[inline]
    fn normal_form(&self, board: Board) -> Board {
        board.least_mirror_image()
    }
    #[inline]
    fn negative(&self, board: &Board) -> Option<Board> {
        Some(board.transposed())
    }
    fn mobility(&self, board: &Board, player: Player) -> u32 {
        board.count_dominoes(dominoes_of(player)).min(MOST_COUNTED)
    }
    #[inline]
    fn allocated_bytes(&self, board: &Board) -> usize {
        board.allocated_bytes()
    }
    fn hints(&self) -> &(impl Hints<Board> + ?Sized) {
        self
    }
}

impl Hints<Board> for Domineering {
    #[inline]
    fn form_of_either(&self, board: &Board) -> Option<Board> {
        Some(Cram.normal_form(board.clone()))
    }
    /// If either player may move for both, the options are those of Cram.
    fn each_option_of_either(&self, board: &Board, each: &mut dyn FnMut(&mut Vec<Board>) -> bool) -> bool {
        Cram.each_option(board, each);
        true
    }
    fn mobility_of_either(&self, board: &Board) -> Option<u32> {
        Some(Cram.mobility(board))
    }
    fn bounds(&self, board: &Board) -> Bounds {
        bounds::bounds(board)
    }
    #[inline]
    fn estimate(&self, board: &Board) -> Option<Estimate> {
        Some(bounds::estimate(board))
    }
    fn tied(&self, board: &Board, player: Player, pieces: &mut Vec<Board>) -> Tied {
        bounds::tied(board, player, pieces)
    }
    fn size(&self, board: &Board) -> Option<u32> {
        Some(board.squares())
    }
}

text_notation!(Domineering, Board, |board| Some(Alphabet::FREE.picture(board)); Alphabet::FREE.listed(true));

const KNOWN: &[Fact] = &[
    Fact::of("On 5×5 squares whoever starts loses.", "Breuker, Uiterwijk & van den Herik 2000")
        .shown_by("solve domineering@5x5 --outcome-only", "whoever starts loses"),
    Fact::of("A 2×2 board is the switch ±1, and 2×3 squares are worth 3/4 ± 5/4.", "Winning Ways ch. 5")
        .shown_by("value domineering@2x3", "3/4 ± 5/4"),
];

pub(crate) fn entry() -> Entry {
    let domineering = Entry::new("domineering", |parameters| parameters.none().map(|()| any::partizan(Domineering)));
    let domineering = domineering.component("board AxB or rows").play("Left places a domino upright, Right one flat");
    let domineering = domineering.rules("Left covers two free squares, one above the other, with a domino; Right covers two side by side. Whoever cannot move loses. A board is `4x5`, rows by columns, or its rows from the top, `..#/...`, with `#` for a covered square.");
    domineering
        .example("domineering@4x5")
        .title("Domineering")
        .aim("Left lays dominoes upright, Right lays them flat.")
        .brief("Left covers two free squares one above the other, Right two side by side. Whoever cannot lay a domino loses.")
        .sizes(&["domineering@2x3", "domineering@4x4", "domineering@5x5", "domineering@8x8"])
        .source("Gardner 1974, Winning Ways ch. 5")
        .known(KNOWN)
}
