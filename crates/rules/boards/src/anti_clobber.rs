//! Anti-Clobber: a stone steps aside, and leaves a stone of the other player behind.
//!
//! In CGSuite it is `AntiClobber`, Clobber played backwards.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Reach, Size, Squares, Start, Step, parts};
use crate::stones::{Stones, game_of_stones, mine_first};
use crate::{Capture, Clobber, Pieces, Square};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Player, any};

/// Anti-Clobber: step onto a free square, and leave a stone of the other player behind.
///
/// Left has `x`, Right `o`. A player who cannot move loses. Summands are the regions of squares that are not `#`.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::AntiClobber;
///
/// let board = AntiClobber.read("x..")?;
/// let options: Vec<String> = AntiClobber.options(&board, Player::Left).map(|board| AntiClobber.show(&board)).collect();
/// assert_eq!(options, ["ox."]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct AntiClobber;

impl Stones<2> for AntiClobber {
    type Move = Capture;

    const ALPHABET: Alphabet = Alphabet::PIECES;
    const START: Option<Start> = None;

    fn squares(step: &Capture) -> [Square; 2] {
        Clobber::squares(step)
    }

    /// Free squares are in both planes.
    fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 2]> {
        let free = planes[0].clone() & planes[1].clone();
        let [mine, _] = mine_first(planes, player);
        let stones = mine - free.clone();
        Step::ALL.into_iter().flat_map(move |step| {
            let from = stones.clone() & free.step(size, step.back());
            from.each().map(move |from| [from.clone(), from.step(size, step)])
        })
    }

    fn after<S: Squares>(planes: [S; 2], size: Size, player: Player, [from, to]: [S; 2]) -> Pieces {
        let [mine, theirs] = mine_first(planes, player);
        S::grid(mine_first([mine - from.clone(), (theirs | from) - to], player), size)
    }

    /// Returns the regions in which some stone has a free square next to it.
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        let squares = planes[0].clone() | planes[1].clone();
        parts(planes, size, squares, Reach::Sides, |[x, o], size| {
            let free = x.clone() & o.clone();
            let stones = (x.clone() | o.clone()) - free.clone();
            !(free.beside(size, Reach::Sides) & stones).is_empty()
        })
    }
}

game_of_stones!(AntiClobber, Capture, 2);

const KNOWN: &[Fact] = &[Fact::of(
    "A stone at one end of a row has one step, and then the other player's has none: it is a free move.",
    "by the rules",
)
.shown_by("value anti-clobber@x.", ": 1")];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("anti-clobber", |parameters| parameters.none().map(|()| any::partizan(AntiClobber)));
    let entry = entry
        .component("rows of x, o, . and #")
        .play("step with a stone, Left x and Right o, onto a free square and leave one of the other behind");
    let entry = entry.rules("A player steps with one of their stones onto a free square next to it, and leaves a stone of the other player where it was. Left has `x`, Right `o`, free squares are `.` and others `#`. Whoever cannot move loses.");
    entry.example("anti-clobber@x..o").title("Anti-Clobber").aim("Step away and leave an opponent behind.").brief("Step with a stone onto a neighbouring free square, and leave a stone of the other player where it stood. Whoever cannot move loses.").sizes(&["anti-clobber@x..o", "anti-clobber@x.o/...", "anti-clobber@x../..o", "anti-clobber@x../.../..o"]).source("CGSuite's generalised Clobber").known(KNOWN)
}
