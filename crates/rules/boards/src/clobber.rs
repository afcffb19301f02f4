//! Clobber: a stone moves onto a neighbouring stone of the other player, which is removed.
//!
//! Albert, Grossman, Nowakowski & Wolfe 2005, *An introduction to Clobber*, INTEGERS 5(2), A1.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Reach, Size, Squares, Start, Step, parts};
use crate::stones::{Stones, chessboard, game_of_stones, mine_first};
use crate::{Pieces, Square};
use core::fmt;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Bounds, Estimate, Player, any};

/// Clobber, with Left's stones as `x` and Right's as `o`. A player who cannot move loses.
///
/// A player moves a stone onto a neighbouring stone of the other player, which is removed. All values are infinitesimals,
/// because both players can move as long as one of them can.
///
/// Summands are the connected groups of stones that contain stones of both players. The eight images of a position share one
/// normal form. Exchanging the players gives the negative.
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

/// A move: a stone moves from a square onto a neighbouring one.
///
/// ```
/// use sprague_rules_boards::{Capture, Square};
/// let capture = Capture { from: Square { row: 1, column: 1 }, to: Square { row: 1, column: 2 } };
/// assert_eq!(capture.to_string(), "1.1-1.2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Capture {
    /// The square of the stone that moves.
    pub from: Square,
    /// The square of the stone that is removed.
    pub to: Square,
}

impl fmt::Display for Capture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl From<[Square; 2]> for Capture {
    fn from([from, to]: [Square; 2]) -> Self {
        Self { from, to }
    }
}

impl Stones<2> for Clobber {
    type Move = Capture;

    /// Squares without a stone are in neither plane, because no stone can enter them.
    const ALPHABET: Alphabet = Alphabet {
        characters: ".xo",
        listed: "`x`, `o` or `.`",
        start: "rows of `x`, `o` and `.` with `/` between, or a size such as 4x5",
    };
    /// A board full of stones in a chessboard pattern, with `x` in the first square.
    const START: Option<Start> = Some(Start::of_any_size(|_, row, column| chessboard(row, column)));

    fn squares(&Capture { from, to }: &Capture) -> [Square; 2] {
        [from, to]
    }

    #[inline]
    fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 2]> {
        let [mine, theirs] = mine_first(planes, player);
        Step::ALL.into_iter().flat_map(move |step| {
            let from = mine.clone() & theirs.step(size, step.back());
            from.each().map(move |from| [from.clone(), from.step(size, step)])
        })
    }

    #[inline]
    fn after<S: Squares>(planes: [S; 2], size: Size, player: Player, [from, to]: [S; 2]) -> Pieces {
        let [mine, theirs] = mine_first(planes, player);
        S::grid(mine_first([(mine - from) | to.clone(), theirs - to], player), size)
    }

    /// Returns the connected groups, without groups of one player only.
    #[inline]
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        let stones = planes[0].clone() | planes[1].clone();
        // if both players have stones in a group, two of them are neighbours
        parts(planes, size, stones, Reach::Sides, |[x, o], _| !x.is_empty() && !o.is_empty())
    }

    /// Returns the number of pairs of neighbouring stones of different players.
    fn count<S: Squares>([x, o]: [S; 2], size: Size, _: Player) -> u32 {
        Step::ALL.into_iter().map(|step| (x.clone() & o.step(size, step)).count()).sum()
    }

    /// Returns bounds of an infinitesimal, because both players can move as long as one of them can.
    #[inline]
    fn bounds<S: Squares>(_: [S; 2], _: Size) -> Bounds {
        Bounds::INFINITESIMAL
    }

    /// Estimates the lead as a quarter of a move for each stone that can move, and the effort as a quarter for each pair of
    /// neighbours.
    ///
    /// Both players have the same number of moves, so the lead depends on the number of stones that make them.
    #[inline]
    fn estimate<S: Squares>([x, o]: [S; 2], size: Size) -> Option<Estimate> {
        let movable = |mine: &S, theirs: &S| i64::from((mine.clone() & theirs.beside(size, Reach::Sides)).count());
        let pairs = i64::from(Self::count([x.clone(), o.clone()], size, Player::Left));
        let quarter = Bounds::ONE / 4;
        Some(Estimate { ahead: (movable(&x, &o) - movable(&o, &x)) * quarter, effort: pairs * quarter })
    }

    /// Returns the number of stones.
    #[inline]
    fn extent<S: Squares>([x, o]: [S; 2], _: Size) -> Option<u32> {
        Some((x | o).count())
    }
}

game_of_stones!(Clobber, Capture, 2);

const KNOWN: &[Fact] = &[
    Fact::of(
        "Clobber is all-small: where one player can move, so can the other, and every value is infinitesimal.",
        "Albert, Grossman, Nowakowski & Wolfe 2005",
    )
    .shown_by("value clobber@xxo", "all-small, of atomic weight 1"),
    Fact::of(
        "A row of n pairs `xo` is conjectured to be won by whoever starts, but for n = 3.",
        "Albert, Grossman, Nowakowski & Wolfe 2005",
    )
    .shown_by("solve clobber@xoxoxo --outcome-only", "whoever starts loses"),
];

pub(crate) fn entry() -> Entry {
    let clobber = Entry::new("clobber", |parameters| parameters.none().map(|()| any::partizan(Clobber)));
    let clobber = clobber.component("rows of x, o and ., or board AxB full of stones");
    let clobber = clobber.play("move a stone, Left x and Right o, onto a neighbouring one of the other, which is removed");
    let clobber = clobber.rules("A player moves one of their stones onto a neighbouring stone of the other player, up, down or sideways, which is removed. Left has `x`, Right `o`. Whoever cannot move loses. `4x5` is a board full of stones like a chessboard.");
    clobber
        .example("clobber@xoxoxo")
        .title("Clobber")
        .aim("Step onto a neighbour of the other colour.")
        .brief(
            "Move one of your stones onto a neighbouring stone of the other player, which is removed. Whoever cannot move loses.",
        )
        .sizes(&["clobber@2x3", "clobber@3x3", "clobber@3x4", "clobber@4x4"])
        .source("Albert, Grossman, Nowakowski & Wolfe 2005")
        .known(KNOWN)
}
