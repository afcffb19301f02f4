//! Fission: a stone becomes two stones, one on each side of it.
//!
//! CGSuite contains it among its games on grids.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Place, Reach, Size, Squares, Step, list_on_planes, on_planes, parts};
use crate::{Pieces, Square};
use core::fmt;
use sprague_core::any::{Look, Piece};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{MOST_COUNTED, Notation, Partizan, Player, any};

/// Fission: Left splits a stone into the squares above and below it, Right into the squares to its left and right.
///
/// The two squares must be free. A player who cannot move loses. Summands are the regions of squares that are not `#`. A
/// position and its mirror images share one normal form. Turning by a right angle gives the negative.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::Fission;
///
/// let board = Fission.read(".../.x./...")?;
/// let after = |player| Fission.options(&board, player).map(|board| Fission.show(&board)).collect::<Vec<_>>();
/// assert_eq!([after(Player::Left), after(Player::Right)], [[".x./.../.x."], [".../x.x/..."]]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fission;

/// A move: the stone that is split.
///
/// ```
/// use sprague_rules_boards::{Square, Split};
/// assert_eq!(Split(Square { row: 2, column: 1 }).to_string(), "split 2.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Split(pub Square);

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "split {}", self.0)
    }
}

/// Stones are in the first plane, free squares in the second.
const ALPHABET: Alphabet =
    Alphabet { characters: "#x.", listed: "`x`, `.` or `#`", start: "rows of `x`, `.` and `#` with `/` between" };

/// Stones belong to both players.
const LOOK: Look = Look { pieces: &[('x', Piece::Any)], ..Look::USUAL };

fn steps(player: Player) -> [Step; 2] {
    if player == Player::Left { [Step::Up, Step::Down] } else { [Step::Left, Step::Right] }
}

fn splits<S: Squares>([stones, free]: [S; 2], size: Size, player: Player) -> S {
    // a step leads to a free square exactly from the squares to which the step back leads
    let beside = steps(player).map(|step| free.step(size, step.back()));
    let [one, other] = beside;
    stones & one & other
}

fn after<S: Squares>([stones, free]: [S; 2], size: Size, player: Player, stone: S) -> Pieces {
    let [one, other] = steps(player).map(|step| stone.step(size, step));
    let new = one | other;
    S::grid([(stones - stone.clone()) | new.clone(), (free - new) | stone], size)
}

fn boards_after<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = Pieces> {
    splits(planes.clone(), size, player).each().map(move |stone| after(planes.clone(), size, player, stone))
}

fn regions<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
    let squares = planes[0].clone() | planes[1].clone();
    let can_move = move |planes: &[S; 2], player| !splits(planes.clone(), size, player).is_empty();
    parts(planes, size, squares, Reach::Sides, move |planes, _| can_move(planes, Player::Left) || can_move(planes, Player::Right))
}

impl Partizan for Fission {
    type Position = Pieces;
    type Move = Split;
    fn moves(&self, board: &Pieces, player: Player) -> impl Iterator<Item = Split> {
        list_on_planes!(board, |size, planes| splits(planes, size, player)
            .each()
            .map(move |stone| Split(stone.place(size).into())))
    }
    fn play(&self, board: &Pieces, player: Player, Split(stone): &Split) -> Pieces {
        let place: Place = stone.place();
        on_planes!(board, |size, planes| after(planes, size, player, Squares::at(place, size)))
    }
    fn options(&self, board: &Pieces, player: Player) -> impl Iterator<Item = Pieces> {
        list_on_planes!(board, |size, planes| boards_after(planes, size, player))
    }
    fn summands(&self, board: &Pieces) -> impl Iterator<Item = Pieces> {
        list_on_planes!(board, |size, planes| regions(planes, size))
    }
    fn is_loopfree(&self, _: &Pieces) -> bool {
        true
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, board: Pieces) -> Pieces {
        board.least_mirror_image()
    }
    fn negative(&self, board: &Pieces) -> Option<Pieces> {
        Some(board.transposed())
    }
    fn mobility(&self, board: &Pieces, player: Player) -> u32 {
        on_planes!(board, |size, planes| splits(planes, size, player).count()).min(MOST_COUNTED)
    }
    fn allocated_bytes(&self, board: &Pieces) -> usize {
        board.allocated_bytes()
    }
}

impl Notation<Pieces> for Fission {
    fn read(&self, text: &str) -> Result<Pieces, sprague_core::BadNotation> {
        ALPHABET.read(text, None)
    }
    fn show(&self, board: &Pieces) -> String {
        ALPHABET.show(board)
    }
    fn listed_by(&self) -> Option<any::ListedBy> {
        Some(ALPHABET.listed(true))
    }
    fn picture(&self, board: &Pieces) -> Option<any::Picture> {
        Some(ALPHABET.picture(board))
    }
    fn look(&self) -> Look {
        LOOK
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("A stone in the middle of a row of three is a free move for Right.", "by the rules")
        .shown_by("value fission@.x.", ": -1"),
    Fact::of("A board that is its own image by a right angle is worth as much to both.", "by the rules")
        .shown_by("solve fission@.../.x./...", "outcome class"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("fission", |parameters| parameters.none().map(|()| any::partizan(Fission)));
    let entry = entry
        .component("rows of x, . and #")
        .play("split a stone: Left into the squares above and below it, Right into the squares left and right of it");
    let entry = entry.rules("A stone is replaced by two: Left puts them on the squares above and below it, Right on those to its left and right, which must both be free. Stones are `x`, free squares `.` and others `#`. Whoever cannot move loses.");
    entry.example("fission@...../..x../.....").title("Fission").aim("Split a stone into its two neighbours.").brief("Split a stone in two: Left into the free squares above and below it, Right into those beside it. Whoever cannot move loses.").sizes(&["fission@.../.x./...", "fission@...../..x../.....", "fission@...../..x../...../.....", "fission@...../...../..x../...../....."]).source("CGSuite's Fission").known(KNOWN)
}
