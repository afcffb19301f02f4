//! Cannibal Clobber: a stone moves onto a neighbouring stone of either colour, which is removed.
//!
//! Introduced by Ingo Althöfer in 2003, according to the chess program Cute Chess (`CannibalClobberBoard`). A player moves only
//! their own stones, according to the notes of the solver MCGS. In CGSuite it is `GenClobber` if both players clobber both
//! colours.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Reach, Size, Squares, Start, Step, parts};
use crate::stones::{Stones, game_of_stones, mine_first};
use crate::{Capture, Clobber, Pieces, Square};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Player, any};

/// Cannibal Clobber, with Left's stones as `x` and Right's as `o`. A player who cannot move loses.
///
/// A player moves one of their stones onto any neighbouring stone, which is removed.
///
/// Summands are the connected groups of two or more stones. The eight images of a position share one normal form. Exchanging
/// the players gives the negative.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::{CannibalClobber, Pieces};
///
/// let board = CannibalClobber.read("xo/.o")?;
/// let moves = |player| CannibalClobber.moves(&board, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["1.1-1.2"]);
/// assert_eq!(moves(Player::Right), ["1.2-2.2", "1.2-1.1", "2.2-1.2"]);
/// let groups: Vec<Pieces> = CannibalClobber.summands(&CannibalClobber.read("xx.o.ox")?).collect();
/// assert_eq!(groups, [CannibalClobber.read("xx")?, CannibalClobber.read("ox")?]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CannibalClobber;

impl Stones<2> for CannibalClobber {
    type Move = Capture;

    const ALPHABET: Alphabet = Clobber::ALPHABET;
    const START: Option<Start> = Clobber::START;

    fn squares(capture: &Capture) -> [Square; 2] {
        Clobber::squares(capture)
    }

    #[inline]
    fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 2]> {
        let [mine, theirs] = mine_first(planes, player);
        let stones = mine.clone() | theirs;
        Step::ALL.into_iter().flat_map(move |step| {
            let from = mine.clone() & stones.step(size, step.back());
            from.each().map(move |from| [from.clone(), from.step(size, step)])
        })
    }

    /// Returns the board after a move, as in Clobber: the stone that moved is now on the square of the removed stone.
    #[inline]
    fn after<S: Squares>(planes: [S; 2], size: Size, player: Player, turn: [S; 2]) -> Pieces {
        Clobber::after(planes, size, player, turn)
    }

    /// Returns the boards without one stone that has a neighbour.
    ///
    /// If either player may move for both, neither the owner of a stone nor the stone that it removes matters, only the square
    /// that it leaves.
    #[inline]
    fn options_of_either<S: Squares>([x, o]: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        let stones = x | o;
        let from = stones.clone() & stones.beside(size, Reach::Sides);
        from.each().map(move |from| S::grid([stones.clone() - from, stones.clone() - stones.clone()], size))
    }

    #[inline]
    fn least_of_either(board: Pieces) -> Pieces {
        board.least_image_of_one()
    }

    /// Returns the number of pairs of a stone of the player and a neighbour.
    fn count<S: Squares>(planes: [S; 2], size: Size, player: Player) -> u32 {
        let [mine, theirs] = mine_first(planes, player);
        let stones = mine.clone() | theirs;
        Step::ALL.into_iter().map(|step| (mine.clone() & stones.step(size, step)).count()).sum()
    }

    /// Returns the connected groups, without single stones.
    #[inline]
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        let stones = planes[0].clone() | planes[1].clone();
        // each of two neighbouring stones can remove the other
        parts(planes, size, stones, Reach::Sides, |[x, o], _| (x.clone() | o.clone()).count() > 1)
    }
}

game_of_stones!(CannibalClobber, Capture, 2);

const KNOWN: &[Fact] = &[Fact::of(
    "Unlike Clobber it is not all-small: two stones of Left's side by side are a free move, worth 1.",
    "by the rules",
)
.shown_by("value cannibal-clobber@xx", "cannibal-clobber@xx: 1")];

const OF_HOT: &[Fact] = &[Fact::of("It is Cannibal Clobber by CGSuite's name.", "CGSuite's generalised Clobber")
    .shown_by("compare hot-clobber@xox cannibal-clobber@xox", "equal")];

/// The entry of Cannibal Clobber under its name in CGSuite.
pub(crate) fn hot() -> Entry {
    let clobber = Entry::new("hot-clobber", |parameters| parameters.none().map(|()| any::partizan(CannibalClobber)));
    let clobber = clobber.component("rows of x, o and ., or board AxB full of stones");
    let clobber = clobber.play("move a stone, Left x and Right o, onto any neighbouring one, which is removed");
    let clobber = clobber.rules("The rules are those of Cannibal Clobber: a player moves one of their stones onto any neighbouring stone, which is removed. Whoever cannot move loses.");
    clobber
        .example("hot-clobber@xoxoxo")
        .title("Hot Clobber")
        .aim("Step onto any neighbour, even your own.")
        .brief("Move one of your stones onto any neighbouring stone, which is removed. Whoever cannot move loses.")
        .sizes(&["hot-clobber@2x2", "hot-clobber@xoxoxo", "hot-clobber@2x4", "hot-clobber@3x3"])
        .source("CGSuite's generalised Clobber")
        .known(OF_HOT)
}

pub(crate) fn entry() -> Entry {
    let clobber = Entry::new("cannibal-clobber", |parameters| parameters.none().map(|()| any::partizan(CannibalClobber)));
    let clobber = clobber.component("rows of x, o and ., or board AxB full of stones");
    let clobber = clobber.play("move a stone, Left x and Right o, onto any neighbouring one, which is removed");
    let clobber = clobber.rules("A player moves one of their stones onto any neighbouring stone, their own or the other's, which is removed. Left has `x`, Right `o`. Whoever cannot move loses.");
    clobber
        .example("cannibal-clobber@xoxoxo")
        .title("Cannibal Clobber")
        .aim("Step onto any neighbour, even your own.")
        .brief("Move one of your stones onto any neighbouring stone, yours or not, which is removed. Whoever cannot move loses.")
        .sizes(&["cannibal-clobber@2x2", "cannibal-clobber@xoxoxo", "cannibal-clobber@2x4", "cannibal-clobber@3x3"])
        .source("Althöfer 2003")
        .known(KNOWN)
}
