//! Amazons: a piece moves like a queen of chess and then shoots like one; what is hit is burnt.
//!
//! Invented by Walter Zamkauskas in 1988; Berlekamp 2000, *Sums of N×2 Amazons*.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Reach, Size, Squares, Step, list_on_planes, on_planes, parts};
use crate::{Pieces, Square};
use core::fmt;
use sprague_core::any::Picture;
use sprague_core::registry::Entry;
use sprague_core::{BadNotation, Notation, Partizan, Player, any};

/// Left's amazons are `x` and Right's `o`. An amazon moves any way along a row, a column or a diagonal over free squares, and must then
/// shoot as far as it likes in the same manner, also over the square it has left: what is hit is burnt, `#`, and blocked for ever. Who
/// cannot move loses.
///
/// Summands are the regions of squares that are not burnt, connected by sides or corners, without those where no amazon can move. A
/// position stands for all of its eight images; with the players exchanged it is its negative.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::{Amazons, Pieces};
///
/// let board = Amazons.read("x.#o")?;
/// let moves: Vec<String> = Amazons.moves(&board, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["1.1-1.2/1.1"]); // the square it left is free
/// assert_eq!(Amazons.summands(&board).collect::<Vec<Pieces>>(), [Amazons.read("x.")?]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Amazons;

/// A move: from where to where an amazon goes, and what it hits from there.
///
/// ```
/// use sprague_rules_boards::{AmazonMove, Square};
/// let square = |row, column| Square { row, column };
/// assert_eq!(AmazonMove { from: square(1, 1), to: square(3, 3), hit: square(2, 3) }.to_string(), "1.1-3.3/2.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmazonMove {
    /// Where the amazon stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What it hits.
    pub hit: Square,
}

impl fmt::Display for AmazonMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.from, self.to, self.hit)
    }
}

/// The eight ways of a queen: a step along a row, then a step along a column.
const WAYS: [(Option<Step>, Option<Step>); 8] = [
    (Some(Step::Right), None),
    (Some(Step::Right), Some(Step::Down)),
    (None, Some(Step::Down)),
    (Some(Step::Left), Some(Step::Down)),
    (Some(Step::Left), None),
    (Some(Step::Left), Some(Step::Up)),
    (None, Some(Step::Up)),
    (Some(Step::Right), Some(Step::Up)),
];

/// The squares that a queen reaches over free squares.
#[inline]
fn reached<S: Squares>(from: &S, free: &S, size: Size) -> S {
    let mut reached = free.clone() - free.clone();
    for (across, down) in WAYS {
        let mut at = from.clone();
        loop {
            at = across.map_or_else(|| at.clone(), |step| at.step(size, step));
            at = down.map_or_else(|| at.clone(), |step| at.step(size, step)) & free.clone();
            if at.is_empty() {
                break;
            }
            reached = reached | at.clone();
        }
    }
    reached
}

/// Every move as three squares, each alone: from, to, hit.
#[inline]
fn turns<S: Squares>([x, o]: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 3]> {
    let free = x.clone() & o.clone();
    let amazons = if player == Player::Left { x } else { o } - free.clone();
    amazons.each().flat_map(move |from| {
        let free = free.clone();
        reached(&from, &free, size).each().flat_map(move |to| {
            let from = from.clone();
            let still_free = (free.clone() | from.clone()) - to.clone();
            reached(&to, &still_free, size).each().map(move |hit| [from.clone(), to.clone(), hit])
        })
    })
}

/// The board after a move: what is free is of both planes, what is burnt of none.
#[inline]
fn after<S: Squares>([x, o]: [S; 2], size: Size, player: Player, [from, to, hit]: [S; 3]) -> Pieces {
    let (mine, theirs) = if player == Player::Left { (x, o) } else { (o, x) };
    let (mine, theirs) = (mine - hit.clone(), (theirs | from) - (to | hit));
    S::grid(if player == Player::Left { [mine, theirs] } else { [theirs, mine] }, size)
}

#[inline]
fn options<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = Pieces> {
    turns(planes.clone(), size, player).map(move |turn| after(planes.clone(), size, player, turn))
}

#[inline]
fn regions<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
    let unburnt = planes[0].clone() | planes[1].clone();
    parts(planes, size, unburnt, Reach::Corners, |[x, o], size| {
        let free = x.clone() & o.clone();
        let amazons = (x.clone() | o.clone()) - free.clone();
        !(amazons.beside(size, Reach::Corners) & free).is_empty()
    })
}

impl Partizan for Amazons {
    type Position = Pieces;
    type Move = AmazonMove;
    fn moves(&self, board: &Pieces, player: Player) -> impl Iterator<Item = AmazonMove> {
        list_on_planes!(board, |size, planes| turns(planes, size, player).map(move |turn| {
            let [from, to, hit] = turn.map(|square| square.place(size).into());
            AmazonMove { from, to, hit }
        }))
    }
    fn play(&self, board: &Pieces, player: Player, mv: &AmazonMove) -> Pieces {
        on_planes!(board, |size, planes| {
            let turn = [mv.from, mv.to, mv.hit].map(|square| Squares::at(square.place(), size));
            after(planes, size, player, turn)
        })
    }
    #[inline]
    fn options(&self, board: &Pieces, player: Player) -> impl Iterator<Item = Pieces> {
        list_on_planes!(board, |size, planes| options(planes, size, player))
    }
    /// The regions that are not burnt, each cropped to its rows and columns; those without moves are left out.
    #[inline]
    fn summands(&self, board: &Pieces) -> impl Iterator<Item = Pieces> {
        list_on_planes!(board, |size, planes| regions(planes, size))
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

impl Notation<Pieces> for Amazons {
    fn read(&self, text: &str) -> Result<Pieces, BadNotation> {
        Alphabet::PIECES.read(text, None)
    }
    fn show(&self, board: &Pieces) -> String {
        Alphabet::PIECES.show(board)
    }
    fn picture(&self, board: &Pieces) -> Option<Picture> {
        Some(Alphabet::PIECES.picture(board))
    }
}

/// Amazons by name.
pub(crate) fn entry() -> Entry {
    let amazons = Entry::new("amazons", |parameters| parameters.none().map(|()| any::partizan(Amazons)));
    let amazons = amazons.component("rows of x, o, . and #");
    let amazons = amazons.play("move an amazon, Left x and Right o, like a queen, then burn a square that it reaches likewise");
    amazons.example("amazons@x../.../..o").source("Zamkauskas 1988, Berlekamp 2000")
}
