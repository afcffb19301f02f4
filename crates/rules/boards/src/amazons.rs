//! Amazons: a piece moves like a queen of chess and then shoots like one. The square that is hit is burnt.
//!
//! Invented by Walter Zamkauskas in 1988; Berlekamp 2000, *Sums of N×2 Amazons*.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Reach, Size, Squares, Start, Step, parts};
use crate::stones::{Stones, game_of_stones};
use crate::{Pieces, Square};
use core::fmt;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Bounds, Estimate, Player, any};

/// Amazons, with Left's amazons as `x` and Right's as `o`. A player who cannot move loses.
///
/// An amazon moves any distance along a row, a column or a diagonal over free squares. It must then shoot in the same manner,
/// possibly over the square that it has left. The square that is hit is burnt (`#`) and blocked for ever.
///
/// Summands are the regions of squares that are not burnt, connected by sides or corners, without regions in which no amazon
/// can move. The eight images of a position share one normal form. Exchanging the players gives the negative.
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

/// A move: the square that an amazon leaves, the square that it enters, and the square that it hits from there.
///
/// ```
/// use sprague_rules_boards::{AmazonMove, Square};
/// let square = |row, column| Square { row, column };
/// assert_eq!(AmazonMove { from: square(1, 1), to: square(3, 3), hit: square(2, 3) }.to_string(), "1.1-3.3/2.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmazonMove {
    /// The square that the amazon leaves.
    pub from: Square,
    /// The square that it enters.
    pub to: Square,
    /// The square that it hits.
    pub hit: Square,
}

impl fmt::Display for AmazonMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}/{}", self.from, self.to, self.hit)
    }
}

/// The eight directions of a queen, each as a step along a row and a step along a column.
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

/// Returns the squares that a queen reaches over free squares.
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

impl From<[Square; 3]> for AmazonMove {
    fn from([from, to, hit]: [Square; 3]) -> Self {
        Self { from, to, hit }
    }
}

impl Stones<3> for Amazons {
    type Move = AmazonMove;

    const ALPHABET: Alphabet = Alphabet::PIECES;
    const START: Option<Start> = None;

    fn squares(&AmazonMove { from, to, hit }: &AmazonMove) -> [Square; 3] {
        [from, to, hit]
    }

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

    /// Free squares are in both planes, burnt squares in neither.
    #[inline]
    fn after<S: Squares>([x, o]: [S; 2], size: Size, player: Player, [from, to, hit]: [S; 3]) -> Pieces {
        let (mine, theirs) = if player == Player::Left { (x, o) } else { (o, x) };
        let (mine, theirs) = (mine - hit.clone(), (theirs | from) - (to | hit));
        S::grid(if player == Player::Left { [mine, theirs] } else { [theirs, mine] }, size)
    }

    /// Makes all amazons Left's, because owners do not matter if either player may move for both.
    #[inline]
    fn least_of_either(board: Pieces) -> Pieces {
        board.least_image_of_one()
    }

    /// Returns the regions that are not burnt, without regions that have no moves.
    #[inline]
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        let unburnt = planes[0].clone() | planes[1].clone();
        parts(planes, size, unburnt, Reach::Corners, |[x, o], size| {
            let free = x.clone() & o.clone();
            let amazons = (x.clone() | o.clone()) - free.clone();
            !(amazons.beside(size, Reach::Corners) & free).is_empty()
        })
    }

    /// Each move burns a square, and a player without amazons has no move.
    fn bounds<S: Squares>([x, o]: [S; 2], _: Size) -> Bounds {
        let free = x.clone() & o.clone();
        let most = |amazons: S| if (amazons - free.clone()).is_empty() { 0 } else { free.count() as i32 };
        Bounds::between(-most(o), most(x))
    }

    /// Estimates the lead as half a move for each square that only one player can reach now, and the effort as a quarter of a
    /// move for each pair of an amazon and a square that it can reach.
    #[inline]
    fn estimate<S: Squares>([x, o]: [S; 2], size: Size) -> Option<Estimate> {
        let free = x.clone() & o.clone();
        let reach = |amazons: S| {
            let (mut all, mut moves) = (free.clone() - free.clone(), 0);
            for amazon in amazons.each() {
                let squares = reached(&amazon, &free, size);
                moves += i64::from(squares.count());
                all = all | squares;
            }
            (all, moves)
        };
        let (by_left, lefts) = reach(x - free.clone());
        let (by_right, rights) = reach(o - free.clone());
        let only = |mine: &S, theirs: &S| i64::from((mine.clone() - theirs.clone()).count());
        let ahead = only(&by_left, &by_right) - only(&by_right, &by_left);
        Some(Estimate { ahead: ahead * (Bounds::ONE / 2), effort: (lefts + rights) * (Bounds::ONE / 4) })
    }

    /// Returns the number of free squares.
    #[inline]
    fn extent<S: Squares>([x, o]: [S; 2], _: Size) -> Option<u32> {
        Some((x & o).count())
    }
}

game_of_stones!(Amazons, AmazonMove, 3);

const KNOWN: &[Fact] =
    &[Fact::of("An amazon alone with n free squares in a row has n free moves: she burns one square at a time.", "by the rules")
        .shown_by("value amazons@x...", "amazons@x...: 3")];

pub(crate) fn entry() -> Entry {
    let amazons = Entry::new("amazons", |parameters| parameters.none().map(|()| any::partizan(Amazons)));
    let amazons = amazons.component("rows of x, o, . and #");
    let amazons = amazons.play("move an amazon, Left x and Right o, like a queen, then burn a square that it reaches likewise");
    let amazons = amazons.rules("A player moves an amazon like a queen of chess, and then burns a square that she reaches in the same way. Nobody moves onto or across a burnt square or another amazon. Left has `x`, Right `o`; `#` is burnt. Whoever cannot move loses.");
    amazons.example("amazons@x../.../..o").title("Amazons").aim("Move like a queen, then burn a square.").brief("Move an amazon like a queen of chess; then she burns a square that she reaches in the same way. Whoever cannot move loses.").sizes(&["amazons@x./.o", "amazons@x../.../..o", "amazons@x.../..../...o", "amazons@x..o/..../..../o..x"]).source("Zamkauskas 1988, Berlekamp 2000").known(KNOWN)
}
