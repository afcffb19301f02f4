//! Clobber with the moves of other chess pieces: kings, knights, rooks and queens.
//!
//! They are CGSuite's `GenClobber` with other directions, and at any distance.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Place, Reach, Size, Squares, Start, parts};
use crate::stones::{Stones, game_of_stones, mine_first};
use crate::{Capture, Clobber, Pieces, Square};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Player, any};

/// The steps of a piece as rows and columns, and whether it may continue over free squares.
struct Walk {
    steps: &'static [(i8, i8)],
    is_far: bool,
}

const SIDES: &[(i8, i8)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
const CORNERS: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const LEAPS: &[(i8, i8)] = &[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn away(place: Place, (rows, columns): (i8, i8), size: Size) -> Option<Place> {
    let row = place.row.checked_add_signed(rows).filter(|row| *row < size.rows())?;
    let column = place.column.checked_add_signed(columns).filter(|column| *column < size.columns())?;
    Some(Place { row, column })
}

impl Walk {
    /// Returns the stones of the other player that can be taken, with the stones that take them.
    fn taken<S: Squares>(&self, planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 2]> {
        let [mine, theirs] = mine_first(planes, player);
        let (stones, steps, is_far) = (mine.clone() | theirs.clone(), self.steps, self.is_far);
        mine.each().flat_map(move |from| {
            let (stones, theirs, start) = (stones.clone(), theirs.clone(), from.place(size));
            steps.iter().filter_map(move |step| {
                let mut way = core::iter::successors(away(start, *step, size), |place| away(*place, *step, size));
                let is_stone = |place: &Place| !(S::at(*place, size) & stones.clone()).is_empty();
                let first = if is_far { way.find(is_stone)? } else { way.next()? };
                let to = S::at(first, size) & theirs.clone();
                (!to.is_empty()).then(|| [from.clone(), to])
            })
        })
    }

    /// Returns the board as a whole; `None` if nobody can move.
    fn whole<S: Squares>(&self, planes: [S; 2], size: Size) -> Option<Pieces> {
        let can_move = |player| self.taken(planes.clone(), size, player).next().is_some();
        (can_move(Player::Left) || can_move(Player::Right)).then(|| S::grid(planes.clone(), size))
    }
}

macro_rules! far_clobber {
    ($game:ident, $walk:ident = $walks:expr, |$planes:ident, $size:ident| $parts:expr, $words:literal, $example:literal) => {
        const $walk: Walk = $walks;

        #[doc = $words]
        ///
        /// A player moves a stone onto a stone of the other player, which is removed.
        ///
        /// Left has `x`, Right `o`. A player who cannot move loses. The eight images of a position share one normal form.
        /// Exchanging the players gives the negative.
        ///
        /// ```
        /// use sprague_core::{Notation, Partizan, Player};
        #[doc = concat!("use sprague_rules_boards::", stringify!($game), ";")]
        #[doc = concat!("let board = ", stringify!($game), ".read(\"", $example, "\")?;")]
        #[doc = concat!("assert_eq!(", stringify!($game), ".moves(&board, Player::Left).count(), 1);")]
        /// # Ok::<(), sprague_core::BadNotation>(())
        /// ```
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $game;

        impl Stones<2> for $game {
            type Move = Capture;
            const ALPHABET: Alphabet = Clobber::ALPHABET;
            const START: Option<Start> = Clobber::START;

            fn squares(capture: &Capture) -> [Square; 2] {
                Clobber::squares(capture)
            }
            fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 2]> {
                $walk.taken(planes, size, player)
            }
            fn after<S: Squares>(planes: [S; 2], size: Size, player: Player, turn: [S; 2]) -> Pieces {
                Clobber::after(planes, size, player, turn)
            }
            fn parts<S: Squares>($planes: [S; 2], $size: Size) -> impl Iterator<Item = Pieces> {
                $parts
            }
        }

        game_of_stones!($game, Capture, 2);
    };
}

/// Returns the groups of stones that touch by sides or corners, without groups of one player only.
fn touching<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
    let stones = planes[0].clone() | planes[1].clone();
    parts(planes, size, stones, Reach::Corners, |[x, o], _| !x.is_empty() && !o.is_empty())
}

far_clobber!(
    KingClobber,
    KING = Walk { steps: CORNERS, is_far: false },
    |planes, size| touching(planes, size),
    "Clobber of kings.",
    "x./.o"
);
far_clobber!(
    KnightClobber,
    KNIGHT = Walk { steps: LEAPS, is_far: false },
    |planes, size| KNIGHT.whole(planes, size).into_iter(),
    "Clobber of knights.",
    "x../..o"
);
far_clobber!(
    RookClobber,
    ROOK = Walk { steps: SIDES, is_far: true },
    |planes, size| ROOK.whole(planes, size).into_iter(),
    "Clobber of rooks, over free squares.",
    "x..o"
);
far_clobber!(
    QueenClobber,
    QUEEN = Walk { steps: CORNERS, is_far: true },
    |planes, size| QUEEN.whole(planes, size).into_iter(),
    "Clobber of queens, over free squares.",
    "x../.../..o"
);

const OF_KINGS: &[Fact] =
    &[Fact::of("As in Clobber, every value is infinitesimal.", "by the rules").shown_by("value king-clobber@x./.o", "star")];
const OF_KNIGHTS: &[Fact] =
    &[Fact::of("Stones side by side do not see each other.", "by the rules").shown_by("value knight-clobber@xo", ": 0")];
const OF_ROOKS: &[Fact] = &[Fact::of("Distance does not matter until there is a stone in between.", "by the rules")
    .shown_by("value rook-clobber@x..o", "star")];
const OF_QUEENS: &[Fact] = &[Fact::of("On one row it is the Clobber of rooks.", "by the rules")
    .shown_by("compare queen-clobber@xo.ox rook-clobber@xo.ox", "equal")];

pub(crate) fn entries() -> [Entry; 4] {
    let entry = |entry: Entry, piece: &str, known| {
        let play = format!("move a stone, Left x and Right o, onto one of the other that {piece} reaches, which is removed");
        let rules = format!(
            "A player moves one of their stones as {piece} of chess moves, onto a stone of the other player, which is removed. Left has `x`, Right `o`. Whoever cannot move loses."
        );
        let entry = entry.component("rows of x, o and ., or board AxB full of stones").play(play).rules(rules);
        entry.source("CGSuite's generalised Clobber").known(known)
    };
    [
        entry(Entry::new("king-clobber", |p| p.none().map(|()| any::partizan(KingClobber))), "a king", OF_KINGS)
            .example("king-clobber@xo./.xo").title("King Clobber").aim("Capture as a king of chess moves.").brief("Move one of your stones as a king of chess moves onto a stone of the other player, which is removed. Whoever cannot move loses.").sizes(&["king-clobber@xo./.xo", "king-clobber@2x3", "king-clobber@3x3", "king-clobber@3x4"]),
        entry(Entry::new("knight-clobber", |p| p.none().map(|()| any::partizan(KnightClobber))), "a knight", OF_KNIGHTS)
            .example("knight-clobber@3x3").title("Knight Clobber").aim("Capture as a knight of chess moves.").brief("Move one of your stones as a knight of chess moves onto a stone of the other player, which is removed. Whoever cannot move loses.").sizes(&["knight-clobber@2x3", "knight-clobber@3x3", "knight-clobber@3x4", "knight-clobber@4x4"]),
        entry(Entry::new("rook-clobber", |p| p.none().map(|()| any::partizan(RookClobber))), "a rook", OF_ROOKS)
            .example("rook-clobber@x.o/.x./o.x").title("Rook Clobber").aim("Capture as a rook of chess moves.").brief("Move one of your stones as a rook of chess moves onto a stone of the other player, which is removed. Whoever cannot move loses.").sizes(&["rook-clobber@x.o/.x./o.x", "rook-clobber@2x3", "rook-clobber@3x3", "rook-clobber@3x4"]),
        entry(Entry::new("queen-clobber", |p| p.none().map(|()| any::partizan(QueenClobber))), "a queen", OF_QUEENS)
            .example("queen-clobber@x.o/.x./o.x").title("Queen Clobber").aim("Capture as a queen of chess moves.").brief("Move one of your stones as a queen of chess moves onto a stone of the other player, which is removed. Whoever cannot move loses.").sizes(&["queen-clobber@x.o/.x./o.x", "queen-clobber@2x3", "queen-clobber@3x3", "queen-clobber@3x4"]),
    ]
}
