//! Clobber: a stone moves onto a neighbouring stone of the other player, which is removed.
//!
//! Albert, Grossman, Nowakowski & Wolfe 2005, *An introduction to Clobber*, INTEGERS 5(2), A1.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Reach, Size, Squares, Step, list_on_planes, on_planes, parts};
use crate::{Pieces, Square};
use core::fmt;
use sprague_core::any::Picture;
use sprague_core::registry::Entry;
use sprague_core::{BadNotation, Notation, Partizan, Player, any};

/// Left's stones are `x` and Right's `o`; a move takes a stone onto a neighbouring one of the other player, which is removed. Who cannot
/// loses. All positions are worth infinitesimals, since both can move as long as one of them can.
///
/// Summands are the connected groups of stones, without those of one player alone. A position stands for all of its eight images; with
/// the players exchanged it is its negative.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::{Clobber, Pieces};
///
/// let board = Clobber.read("xo/.x")?;
/// let moves = |player| Clobber.moves(&board, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["1.1-1.2", "2.2-1.2"]);
/// assert_eq!(moves(Player::Right), ["1.2-2.2", "1.2-1.1"]);
/// let groups: Vec<Pieces> = Clobber.summands(&Clobber.read("xo.oo.ox")?).collect();
/// assert_eq!(groups, [Clobber.read("xo")?, Clobber.read("ox")?]);
/// assert_eq!(Clobber.show(&Clobber.read("2x3")?), "xox/oxo");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clobber;

/// A move: from a square to the one beside it.
///
/// ```
/// use sprague_rules_boards::{Capture, Square};
/// let capture = Capture { from: Square { row: 1, column: 1 }, to: Square { row: 1, column: 2 } };
/// assert_eq!(capture.to_string(), "1.1-1.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Capture {
    /// Where the stone that moves stands.
    pub from: Square,
    /// Where the stone that is removed stands.
    pub to: Square,
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// Every capture, as the square alone from which it goes and the one alone where it ends.
#[inline]
fn captures<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = (S, S)> {
    let [mine, theirs] = mine_first(planes, player);
    [Step::Right, Step::Down, Step::Left, Step::Up].into_iter().flat_map(move |step| {
        let from = mine.clone() & theirs.step(size, step.back());
        from.each().map(move |from| (from.clone(), from.step(size, step)))
    })
}

/// The stones of a player and those of the other, and back again.
#[inline]
fn mine_first<S>([x, o]: [S; 2], player: Player) -> [S; 2] {
    if player == Player::Left { [x, o] } else { [o, x] }
}

#[inline]
fn options<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = Pieces> {
    captures(planes.clone(), size, player).map(move |(from, to)| captured(planes.clone(), size, player, from, to))
}

#[inline]
fn captured<S: Squares>(planes: [S; 2], size: Size, player: Player, from: S, to: S) -> Pieces {
    let [mine, theirs] = mine_first(planes, player);
    S::grid(mine_first([(mine - from) | to.clone(), theirs - to], player), size)
}

#[inline]
fn groups<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
    let stones = planes[0].clone() | planes[1].clone();
    // where both have stones in a group, two of them are neighbours
    parts(planes, size, stones, Reach::Sides, |[x, o], _| !x.is_empty() && !o.is_empty())
}

impl Partizan for Clobber {
    type Position = Pieces;
    type Move = Capture;
    fn moves(&self, board: &Pieces, player: Player) -> impl Iterator<Item = Capture> {
        list_on_planes!(board, |size, planes| captures(planes, size, player)
            .map(move |(from, to)| Capture { from: from.place(size).into(), to: to.place(size).into() }))
    }
    fn play(&self, board: &Pieces, player: Player, capture: &Capture) -> Pieces {
        let Capture { from, to } = *capture;
        on_planes!(board, |size, planes| {
            captured(planes, size, player, Squares::at(from.place(), size), Squares::at(to.place(), size))
        })
    }
    #[inline]
    fn options(&self, board: &Pieces, player: Player) -> impl Iterator<Item = Pieces> {
        list_on_planes!(board, |size, planes| options(planes, size, player))
    }
    /// The connected groups, each cropped to its rows and columns; those of one player alone are left out.
    #[inline]
    fn summands(&self, board: &Pieces) -> impl Iterator<Item = Pieces> {
        list_on_planes!(board, |size, planes| groups(planes, size))
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    #[inline]
    fn normal_form(&self, board: Pieces) -> Pieces {
        board.least_image()
    }
    #[inline]
    fn negative(&self, board: &Pieces) -> Option<Pieces> {
        Some(board.planes_exchanged())
    }
    #[inline]
    fn allocated_bytes(&self, board: &Pieces) -> usize {
        board.allocated_bytes()
    }
}

/// Squares without a stone are of no kind: nobody enters them any more.
const ALPHABET: Alphabet = Alphabet {
    characters: ".xo",
    listed: "`x`, `o` or `.`",
    start: "rows of `x`, `o` and `.` with `/` between, or a size such as 4x5",
};

impl Notation<Pieces> for Clobber {
    /// A size is a board full of stones like a chessboard, with `x` in the first square.
    fn read(&self, text: &str) -> Result<Pieces, BadNotation> {
        ALPHABET.read(text, Some(|row, column| 1 + ((row + column) % 2) as u8))
    }
    fn show(&self, board: &Pieces) -> String {
        ALPHABET.show(board)
    }
    fn picture(&self, board: &Pieces) -> Option<Picture> {
        Some(ALPHABET.picture(board))
    }
}

/// Clobber by name.
pub(crate) fn entry() -> Entry {
    let clobber = Entry::new("clobber", |parameters| parameters.none().map(|()| any::partizan(Clobber)));
    let clobber = clobber.component("rows of x, o and ., or board AxB full of stones");
    let clobber = clobber.play("move a stone, Left x and Right o, onto a neighbouring one of the other, which is removed");
    clobber.example("clobber@xoxoxo").source("Albert, Grossman, Nowakowski & Wolfe 2005")
}
