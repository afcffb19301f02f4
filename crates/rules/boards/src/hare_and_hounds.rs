//! Hare and Hounds: hounds that never go back try to shut in a hare. It is also known as the French military game.
//!
//! Lucas 1893, *Récréations mathématiques* III; Berlekamp, Conway & Guy, *Winning Ways*, ch. 21.

#[cfg(test)]
mod tests;

use crate::Pieces;
use crate::chase::{Chase, Men, Way, game_of_chase};
use crate::grid::{Alphabet, Place, Size, Squares, Start, Step};
use sprague_core::any::{Figure, Lines, Look};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Player, any};

/// Hare and Hounds, with Left's hounds as `x` and Right's hare as `o`, on points joined by lines.
///
/// There are three rows of points. The first and the last row lack their first and last points, which are written `#`. Lines
/// join points that are next to each other in a row or column. Diagonals meet in every second point of the middle row, starting
/// with the first, and in its last point.
///
/// A hound moves along a line to a free point, but never to the left. The hare moves along any line. Nothing is captured. A
/// player who cannot move loses; endless play is a draw.
///
/// A hare that has no hound on its left is *past the hounds*. From then on the hounds have no moves, and the hare may pass for
/// ever: the position has the value *off*.
///
/// `3xB` is a board of B columns with three hounds at the left end and the hare at the last point.
///
/// A position and its mirror image share one normal form.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::HareAndHounds;
///
/// let board = HareAndHounds.read("3x5")?;
/// assert_eq!(HareAndHounds.show(&board), "#x..#/x...o/#x..#");
/// let moves = |player| HareAndHounds.moves(&board, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Right), ["2.5-2.4", "2.5-1.4", "2.5-3.4"]);
/// assert_eq!(moves(Player::Left), ["1.2-1.3", "1.2-2.2", "1.2-2.3", "2.1-2.2", "3.2-3.3", "3.2-2.2", "3.2-2.3"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct HareAndHounds;

/// The eight directions. The first five are those of the hounds.
const WAYS: [Way; 8] = [
    (Some(Step::Right), None),
    (None, Some(Step::Up)),
    (None, Some(Step::Down)),
    (Some(Step::Right), Some(Step::Up)),
    (Some(Step::Right), Some(Step::Down)),
    (Some(Step::Left), None),
    (Some(Step::Left), Some(Step::Up)),
    (Some(Step::Left), Some(Step::Down)),
];

/// Returns whether there is a point at this row and column, both from 0.
fn is_point(columns: usize, row: usize, column: usize) -> bool {
    row == 1 || (column > 0 && column + 1 < columns)
}

/// Returns whether diagonals meet in the point of this column in the middle row.
fn is_hub(columns: usize, column: usize) -> bool {
    column.is_multiple_of(2) || column + 1 == columns
}

/// Returns the points in which diagonals meet; `None` if the board has no columns.
fn hubs<S: Squares>(size: Size) -> Option<S> {
    let hubs = (0..size.columns()).filter(|&column| is_hub(size.columns().into(), column.into()));
    hubs.map(|column| S::at(Place { row: 1, column }, size)).reduce(|hubs, hub| hubs | hub)
}

/// Returns the lines of a board, each once: those that go to the right or down from a point.
fn lines(rows: usize, columns: usize) -> Vec<[usize; 2]> {
    let has_line = |from: (usize, usize), to: (usize, usize)| {
        let is_straight = from.0 == to.0 || from.1 == to.1;
        let meets = [from, to].iter().any(|&(row, column)| row == 1 && is_hub(columns, column));
        let are_points = [from, to].iter().all(|&(row, column)| is_point(columns, row, column));
        are_points && (is_straight || meets)
    };
    let points = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let near = |(row, column): (usize, usize)| {
        [(row, column + 1), (row + 1, column.wrapping_sub(1)), (row + 1, column), (row + 1, column + 1)]
            .into_iter()
            .filter(|&(row, column)| row < rows && column < columns)
            .map(move |to| ((row, column), to))
    };
    points
        .flat_map(near)
        .filter(|&(from, to)| has_line(from, to))
        .map(|ends| {
            let at = |(row, column): (usize, usize)| row * columns + column;
            [at(ends.0), at(ends.1)]
        })
        .collect()
}

impl Chase for HareAndHounds {
    const ALPHABET: Alphabet =
        Alphabet { start: "three rows of `x`, `o`, `.` and `#` with `/` between, or a size such as 3x5", ..Alphabet::PIECES };
    const START: Start = Start {
        fewest_columns: 3,
        kind: |size, row, column| match (row, column) {
            (1, column) if column + 1 == usize::from(size.columns()) => 2,
            (1, 0) | (0 | 2, 1) => 1,
            _ if is_point(size.columns().into(), row, column) => 3,
            _ => 0,
        },
    };
    const NAMES: [&'static str; 2] = ["hare", "hound"];
    const LOOK: Look = Look { figures: &[('x', Figure::Hound), ('o', Figure::Hare)], lines: Some(Lines(lines)), ..Look::USUAL };

    /// Checks that there are three rows, with `#` in the corners and nowhere else.
    fn fits(board: &Pieces) -> Result<(), BadNotation> {
        let columns = usize::from(board.columns());
        if board.rows() != 3 || columns < 3 {
            return Err(BadNotation::new(0, "three rows of at least three points"));
        }
        let is_wrong = |&(at, sign): &(usize, char)| {
            let is_point = is_point(columns, at / (columns + 1), at % (columns + 1));
            sign != '/' && is_point == (sign == '#')
        };
        match Self::ALPHABET.show(board).char_indices().find(is_wrong) {
            Some((at, '#')) => Err(BadNotation::new(at, "`x`, `o` or `.`: only the corners are `#`")),
            Some((at, _)) => Err(BadNotation::new(at, "`#`: the corners are no points")),
            None => Ok(()),
        }
    }

    fn is_past<S: Squares>(men: &Men<S>, size: Size) -> bool {
        men.hunters.in_first_columns(size, men.quarry.place(size).column).is_empty()
    }

    fn steps<S: Squares>(&self, men: &Men<S>, size: Size, player: Player) -> Vec<[S; 2]> {
        let (own, ways) = if player == Player::Left { (&men.hunters, &WAYS[..5]) } else { (&men.quarry, &WAYS[..]) };
        // other boards are never parsed, but words from a file may be one
        let Some(hubs) = (size.rows() == 3).then(|| hubs::<S>(size)).flatten() else { return vec![] };
        let is_line = |from: &S, to: &S, way: Way| {
            way.0.is_none() || way.1.is_none() || !(hubs.clone() & (from.clone() | to.clone())).is_empty()
        };
        let all = |from: S| {
            let to = |way: &Way| men.along(&from, size, *way).next().filter(|to| is_line(&from, to, *way));
            ways.iter().filter_map(to).map(|to| [from.clone(), to]).collect::<Vec<_>>()
        };
        own.clone().each().flat_map(all).collect()
    }
}

game_of_chase!(HareAndHounds, |plane, size| plane.upside_down(size));

const KNOWN: &[Fact] = &[
    Fact::of("The hounds win on the usual board of eleven points, whoever starts.", "Winning Ways ch. 21")
        .shown_by("solve hare-and-hounds@3x5 --first right", "outcome class L"),
    Fact::of("On eight columns play is drawn, whoever starts.", "computed by this program")
        .shown_by("solve hare-and-hounds@3x8 --first left", "outcome class D"),
];

pub(crate) fn entry() -> Entry {
    let hare = Entry::new("hare-and-hounds", |parameters| parameters.none().map(|()| any::partizan(HareAndHounds)));
    let hare = hare.component("three rows of x, o and . with corners #, or board 3xB with hounds and hare at its ends");
    let hare = hare.play(
        "Left moves a hound x along a line, never to the left, Right the hare o along any line, until it is past the hounds",
    );
    let hare = hare.rules("Three rows of points are joined by lines; the corners `#` are no points. Lines go along rows and columns, and along diagonals that meet in every second point of the middle row and in its last. Left moves a hound `x` along a line to a free point, never to the left. Right moves the hare `o` along any line. Nobody is taken. A hare with no hound on its left is past the hounds: they have no moves any more, and the hare may pass for ever. Whoever cannot move loses; play that never ends is a draw. `3x5` is the usual board.");
    hare.example("hare-and-hounds@3x5").title("Hare and Hounds").aim("Three hounds hunt a hare.").brief("Left moves a hound along a line but never back, Right the hare along any line. Whoever cannot move loses; a hare that is past the hounds is safe.").sizes(&["hare-and-hounds@3x5", "hare-and-hounds@3x7"]).source("Lucas 1893, Winning Ways ch. 21").known(KNOWN)
}
