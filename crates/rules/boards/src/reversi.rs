//! Reversi: a stone turns the stones of the other player that it encloses.
//!
//! Feinstein 1993, *Amenor wins world 6x6 championships* (British Othello Federation's newsletter).

use crate::grid::{Alphabet, Size, Squares, Start, Step, on_planes};
use crate::stones::mine_first;
use crate::{Pieces, Square};
use core::fmt;
use sprague_core::any::{ListedBy, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Player, ScoreBounds, ScoredSides, Sides, any};

/// Reversi, with Left's stones as `x` and Right's as `o`, which is also played as Othello.
///
/// A player places a stone on a free square so that in at least one of the eight directions stones of the other player lie
/// between it and another stone of the player. All of these are turned. A player who has no such square passes, and if both have
/// none, the player with more stones wins by the difference. Free squares count for nobody.
///
/// ```
/// use sprague_core::{Notation, Player, Sides};
/// use sprague_rules_boards::Reversi;
///
/// let board = Reversi.read("4x4")?;
/// assert_eq!(Reversi.show(&board), "..../.ox./.xo./....");
/// let moves: Vec<String> = Reversi.moves(&board, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["1.2", "2.1", "3.4", "4.3"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Reversi;

/// A move of Reversi.
///
/// ```
/// assert_eq!(sprague_rules_boards::ReversiMove::Pass.to_string(), "pass");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReversiMove {
    /// Places a stone on this square.
    Place(Square),
    /// Leaves the board as it is, because no stone can be placed.
    Pass,
}

impl fmt::Display for ReversiMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// The directions, each as one or two steps.
const WAYS: [&[Step]; 8] = [
    &[Step::Right],
    &[Step::Down],
    &[Step::Left],
    &[Step::Up],
    &[Step::Right, Step::Down],
    &[Step::Right, Step::Up],
    &[Step::Left, Step::Down],
    &[Step::Left, Step::Up],
];

/// Returns the stones that are turned by a stone on this square. Free squares are in both planes.
fn turned<S: Squares>(planes: &[S; 2], size: Size, player: Player, square: &S) -> S {
    let [mine, theirs] = mine_first(planes.clone(), player);
    let [own, other] = [mine.clone() - theirs.clone(), theirs - mine];
    let nothing = own.clone() - own.clone();
    WAYS.iter().fold(nothing.clone(), |turned, way| {
        let next = |at: &S| way.iter().fold(at.clone(), |at, step| at.step(size, *step));
        let (mut at, mut line) = (next(square), nothing.clone());
        while !(at.clone() & other.clone()).is_empty() {
            line = line | at.clone();
            at = next(&at);
        }
        if (at & own.clone()).is_empty() { turned } else { turned | line }
    })
}

/// Returns the squares on which a player can place a stone.
fn squares<S: Squares>([x, o]: &[S; 2], size: Size, player: Player) -> impl Iterator<Item = S> {
    let free = (x.clone() & o.clone()).each();
    free.filter(move |square| !turned(&[x.clone(), o.clone()], size, player, square).is_empty())
}

fn placed<S: Squares>(planes: [S; 2], size: Size, player: Player, square: S) -> Pieces {
    let turned = turned(&planes, size, player, &square);
    let [mine, theirs] = mine_first(planes, player);
    S::grid(mine_first([mine | turned.clone(), theirs - turned - square], player), size)
}

fn squares_of<S: Squares>([x, o]: [S; 2]) -> i64 {
    (x | o).count().into()
}

impl Sides for Reversi {
    type Position = Pieces;
    type Move = ReversiMove;
    fn moves(&self, board: &Pieces, player: Player) -> impl Iterator<Item = ReversiMove> {
        on_planes!(board, |size, planes| {
            let mut moves: Vec<ReversiMove> =
                squares(&planes, size, player).map(|square| ReversiMove::Place(square.place(size).into())).collect();
            if moves.is_empty() && squares(&planes, size, -player).next().is_some() {
                moves.push(ReversiMove::Pass);
            }
            moves
        })
        .into_iter()
    }
    fn play(&self, board: &Pieces, player: Player, mv: &ReversiMove) -> Pieces {
        let ReversiMove::Place(square) = mv else { return board.clone() };
        on_planes!(board, |size, planes| placed(planes, size, player, Squares::at(square.place(), size)))
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, board: Pieces) -> Pieces {
        board.least_image()
    }
    fn allocated_bytes(&self, board: &Pieces) -> usize {
        board.allocated_bytes()
    }
}

impl ScoredSides for Reversi {
    fn terminal_score(&self, board: &Pieces, _: Player) -> i64 {
        on_planes!(board, |_size, planes| i64::from(planes[0].count()) - i64::from(planes[1].count()))
    }
    /// Bounds the score by the number of squares.
    fn score_bounds(&self, board: &Pieces) -> ScoreBounds {
        let squares = on_planes!(board, |_size, planes| squares_of(planes));
        ScoreBounds { low: -squares, high: squares }
    }
}

const START: Start = Start {
    fewest_columns: 2,
    kind: |size, row, column| {
        let is_middle = |at: usize, side: u8| at + 1 == usize::from(side / 2) || at == usize::from(side / 2);
        match is_middle(row, size.rows()) && is_middle(column, size.columns()) {
            true if (row + usize::from(size.rows() / 2) + column + usize::from(size.columns() / 2)).is_multiple_of(2) => 2,
            true => 1,
            false => 3,
        }
    },
};

const ALPHABET: Alphabet =
    Alphabet { start: "rows of `x`, `o`, `.` and `#` with `/` between, or a size such as 4x4", ..Alphabet::PIECES };

impl Notation<Pieces> for Reversi {
    fn read(&self, text: &str) -> Result<Pieces, BadNotation> {
        ALPHABET.read(text, Some(START))
    }
    fn show(&self, board: &Pieces) -> String {
        ALPHABET.show(board)
    }
    fn listed_by(&self) -> Option<ListedBy> {
        Some(ALPHABET.listed(false))
    }
    fn picture(&self, board: &Pieces) -> Option<Picture> {
        Some(ALPHABET.picture(board))
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("On 4×4 squares whoever starts loses by 8.", "plain minimax in this project")
        .shown_by("solve reversi@4x4", "loses by 8"),
    Fact::of("On 6×6 squares whoever starts loses by 4.", "Feinstein 1993"),
];

pub(crate) fn entry() -> Entry {
    let reversi = Entry::new("reversi", |parameters| parameters.none().map(|()| any::scored_sides(Reversi)));
    reversi
        .component("rows of x, o, . and #, or board AxB with four stones in the middle")
        .play("place a stone, Left x and Right o, that encloses stones of the other in a line, which are turned; or pass if there is none")
        .rules("A player places a stone on a free square, so that stones of the other player lie in a line between it and another stone of the player; these are turned, in all eight directions. Who cannot do so passes. If neither can, play ends, and the answer is by how many stones a player has more. Left has `x`, Right `o`; `#` is no square. `6x6` is a board with two stones of each in the middle.")
        .example("reversi@4x4").title("Reversi").aim("Enclose the other's stones and have more in the end.").brief("Place a stone so that stones of the other player lie in a line between it and another of yours: they become yours. Who cannot must pass. Whoever has more stones at the end wins.").sizes(&["reversi@3x4", "reversi@4x4", "reversi@4x5"])
        .source("Feinstein 1993")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::{Limits, ScoredToMove};
    use sprague_testkit::laws::scored;
    use sprague_testkit::sprague::evaluate::ScoreSearch;

    fn score(board: &str, player: Player) -> i64 {
        let (rules, limits) = (ScoredToMove(Reversi), Limits::default());
        let mut search = ScoreSearch::new(&rules, &limits);
        search.score(&(player, Reversi.read(board).unwrap()), &mut ScoreBounds::UNKNOWN.clone()).unwrap()
    }

    /// Returns the score by plain minimax from the definition, on rows of `x`, `o` and `.`.
    fn plain(board: &[Vec<char>], own: char, has_passed: bool) -> i64 {
        let other = if own == 'x' { 'o' } else { 'x' };
        let (mut best, height, width) = (None, board.len() as i32, board[0].len() as i32);
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let mut after = board.to_vec();
            for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
                let line = (1..).map(|n| (row + n * down, column + n * right));
                let on = |&(r, c): &(i32, i32)| (0..height).contains(&r) && (0..width).contains(&c);
                let line: Vec<_> = line.take(if (down, right) == (0, 0) { 0 } else { 9 }).take_while(on).collect();
                let at = |&(r, c): &(i32, i32)| board[r as usize][c as usize];
                let count = line.iter().take_while(|square| at(square) == other).count();
                if line.get(count).is_some_and(|square| at(square) == own) {
                    line[..count].iter().for_each(|&(r, c)| after[r as usize][c as usize] = own);
                }
            }
            if board[row as usize][column as usize] == '.' && after != board {
                after[row as usize][column as usize] = own;
                best = best.max(Some(-plain(&after, other, false)));
            }
        }
        let count = |kind| board.iter().flatten().filter(|square| **square == kind).count() as i64;
        best.unwrap_or_else(|| if has_passed { count(own) - count(other) } else { -plain(board, other, true) })
    }

    #[test]
    fn scores_are_those_of_plain_minimax() {
        for board in ["3x4", "2x6", "x.o./.ox./.xo.", "..xo/.o.x/xo..", "xxo./....", "1x5", "#.ox/.xo."] {
            let rows: Vec<Vec<char>> =
                Reversi.show(&Reversi.read(board).unwrap()).split('/').map(|row| row.chars().collect()).collect();
            for (player, own) in [(Player::Left, 'x'), (Player::Right, 'o')] {
                assert_eq!(score(board, player), plain(&rows, own, false), "{board} {player}");
            }
        }
    }

    #[test]
    fn whoever_starts_on_4x4_loses_by_8() {
        assert_eq!(Player::BOTH.map(|player| score("4x4", player)), [-8, -8]);
    }

    #[test]
    fn laws_hold() {
        let start = Reversi.read("3x4").unwrap();
        scored(&ScoredToMove(Reversi), Player::BOTH.map(|player| (player, start.clone()))).unwrap();
    }
}
