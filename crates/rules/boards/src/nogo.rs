//! NoGo: place a stone so that every block on the board has a liberty.
//!
//! Chou, Teytaud & Yen 2011, *Revisiting Monte-Carlo tree search on a normal form game: NoGo*; also known as Anti-Atari Go.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Place, Reach, Size, Squares, Start, Step, on_planes};
use crate::stones::{Stones, game_of_stones};
use crate::{Pieces, Square};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Bounds, Estimate, Player, any};

/// NoGo, with Left's stones as `x` and Right's as `o`. A player who cannot move loses.
///
/// A player places a stone on a free square. Afterwards every block (a connected group of one player's stones) must have a
/// *liberty*, a free square next to it. So nothing is captured, and nobody fills the last liberty of their own block. If a
/// block on the board has no liberty, nobody can move.
///
/// `#` is not a square of the board: neither a stone nor a liberty.
///
/// A board splits at squares where only stones of different players touch, because no block has liberties on both sides.
/// Squares outside a part are `#` in it.
///
/// A move that is illegal stays illegal: if a square is the only liberty of a block, it remains so. So a free square on which
/// neither player may play stays free for ever. A row (or column) of squares splits there. Each part keeps that square and the
/// stone beyond it whose only liberty it is, so that the square stays forbidden in the part. In a row, a block is reduced to
/// one stone.
///
/// The eight images of a position share one normal form. Exchanging the players gives the negative.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::NoGo;
///
/// let row = NoGo.read("x.o..")?;
/// let moves = |player| NoGo.moves(&row, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["1.4", "1.5"]); // on 1.2 two stones would have no liberty
/// assert_eq!(moves(Player::Right), ["1.4", "1.5"]); // on 1.2 the stone x would have none
/// assert_eq!(NoGo.show(&NoGo.read("1x9")?), ".........");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NoGo;

/// The free squares, and the squares on which Left and Right may play.
struct Legal<S> {
    free: S,
    left: S,
    right: S,
}

/// The blocks of one player.
struct Blocks<S> {
    /// The stones of blocks with two or more liberties.
    open: S,
    /// The squares that are the only liberty of a block.
    last_liberties: S,
}

/// Sorts the blocks of a player by their liberties; `None` if a block has none.
fn blocks<S: Squares>(stones: S, free: &S, size: Size) -> Option<Blocks<S>> {
    let nothing = || stones.clone() - stones.clone();
    let (mut blocks, mut left) = (Blocks { open: nothing(), last_liberties: nothing() }, stones.clone());
    while !left.is_empty() {
        let block = left.first().region(size, &left, Reach::Sides);
        left = left - block.clone();
        let liberties = block.beside(size, Reach::Sides) & free.clone();
        let first = liberties.first();
        if first.is_empty() {
            return None;
        } else if first == liberties {
            blocks.last_liberties = blocks.last_liberties | first;
        } else {
            blocks.open = blocks.open | block;
        }
    }
    Some(blocks)
}

/// Returns the first square of a block without a liberty.
fn dead_block<S: Squares>([x, o]: [S; 2], size: Size) -> Option<Place> {
    let free = x.clone() & o.clone();
    let of = |stones: S| {
        let mut left = stones - free.clone();
        while !left.is_empty() {
            let block = left.first().region(size, &left, Reach::Sides);
            if (block.beside(size, Reach::Sides) & free.clone()).is_empty() {
                return Some(block.place(size));
            }
            left = left - block;
        }
        None
    };
    [of(x), of(o)].into_iter().flatten().min()
}

impl NoGo {
    /// Returns the first square of a block without a liberty, if there is one. Play never leads to such a board, and nobody can
    /// move on it.
    ///
    /// ```
    /// use sprague_core::Notation;
    /// use sprague_rules_boards::{NoGo, Square};
    ///
    /// assert_eq!(NoGo.dead_block(&NoGo.read("..x/xx.")?), None);
    /// assert_eq!(NoGo.dead_block(&NoGo.read(".xo/xxx")?), Some(Square { row: 1, column: 3 }));
    /// # Ok::<(), sprague_core::BadNotation>(())
    /// ```
    pub fn dead_block(&self, board: &Pieces) -> Option<Square> {
        on_planes!(board, |size, planes| dead_block(planes, size)).map(Square::from)
    }
}

/// Returns the squares on which the players may play.
///
/// A player may play on a free square if it is not the last liberty of one of the opponent's blocks, and if the new stone has a
/// liberty or joins a block that has another one.
fn legal<S: Squares>([x, o]: &[S; 2], size: Size) -> Legal<S> {
    let free = x.clone() & o.clone();
    let of = |stones: &S| blocks(stones.clone() - free.clone(), &free, size);
    let (Some(of_left), Some(of_right)) = (of(x), of(o)) else {
        let nothing = free.clone() - free.clone();
        return Legal { free, left: nothing.clone(), right: nothing };
    };
    let may_play = |mine: Blocks<S>, last_liberties: S| {
        let has_liberty = (free.clone() | mine.open).beside(size, Reach::Sides);
        (free.clone() & has_liberty) - last_liberties
    };
    let (last_of_left, last_of_right) = (of_left.last_liberties.clone(), of_right.last_liberties.clone());
    let (left, right) = (may_play(of_left, last_of_right), may_play(of_right, last_of_left));
    Legal { free, left, right }
}

impl From<[Square; 1]> for Square {
    fn from([square]: [Square; 1]) -> Self {
        square
    }
}

impl Stones<1> for NoGo {
    type Move = Square;

    /// Squares in neither plane are not squares of the board. Parts have such squares.
    const ALPHABET: Alphabet =
        Alphabet { start: "rows of `x`, `o`, `.` and `#` with `/` between, or a size such as 1x9", ..Alphabet::PIECES };
    const START: Option<Start> = Some(Start::of_any_size(|_, _, _| 3));

    fn squares(square: &Square) -> [Square; 1] {
        [*square]
    }

    #[inline]
    fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 1]> {
        let Legal { left, right, .. } = legal(&planes, size);
        let squares = if player == Player::Left { left } else { right };
        squares.each().map(|square| [square])
    }

    /// Returns the board with one more stone. A free square is in both planes, so placing a stone removes it from the plane of
    /// the other player.
    #[inline]
    fn after<S: Squares>([x, o]: [S; 2], size: Size, player: Player, [square]: [S; 1]) -> Pieces {
        S::grid(if player == Player::Left { [x, o - square] } else { [x - square, o] }, size)
    }

    /// In a row, keeps one stone of each block, because it has the liberties of the block.
    #[inline]
    fn reduced(board: Pieces) -> Pieces {
        if board.rows().min(board.columns()) > 1 {
            return board;
        }
        on_planes!(&board, |size, planes| shortened(planes, size))
    }

    /// Returns the connected components of free squares and the blocks next to them.
    ///
    /// Stones of different players do not connect, because their blocks do not share a liberty. In a row, squares that stay
    /// free do not connect either. Parts in which nobody can move are left out.
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        let Legal { free, left, right } = legal(&planes, size);
        let playable = left | right;
        let is_row = size.rows().min(size.columns()) == 1;
        let connecting = if is_row { playable.clone() } else { free.clone() };
        let stones = planes.each_ref().map(|plane| plane.clone() - free.clone());
        let mut rest = playable;
        core::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let mut part = rest.first().region(size, &connecting, Reach::Sides);
            let blocks = loop {
                let beside = part.beside(size, Reach::Sides);
                let [of_left, of_right] =
                    stones.each_ref().map(|stones| (beside.clone() & stones.clone()).region(size, stones, Reach::Sides));
                let blocks = of_left | of_right;
                let beside = blocks.beside(size, Reach::Sides) & connecting.clone();
                let grown = (part.clone() | beside).region(size, &connecting, Reach::Sides);
                if grown == part {
                    break blocks;
                }
                part = grown;
            };
            rest = rest.clone() - part.clone();
            // a liberty on which nobody may play stays free because the stone beyond has no other liberty; keep both
            let part = part | blocks;
            let kept = part.beside(size, Reach::Sides) & (free.clone() - connecting.clone());
            let [left, right] = stones.clone();
            let part = part | (kept.beside(size, Reach::Sides) & (left | right)) | kept;
            Some(part.cropped(&planes.each_ref().map(|plane| plane.clone() & part.clone()), size))
        })
    }

    fn count<S: Squares>(planes: [S; 2], size: Size, player: Player) -> u32 {
        counts(&planes, size)[usize::from(player == Player::Right)]
    }

    fn count_of_either<S: Squares>(planes: [S; 2], size: Size) -> u32 {
        counts(&planes, size).iter().sum()
    }

    fn bounds<S: Squares>(planes: [S; 2], size: Size) -> Bounds {
        Self::weighed(planes, size).0
    }

    fn estimate<S: Squares>(planes: [S; 2], size: Size) -> Option<Estimate> {
        Self::weighed(planes, size).1
    }

    /// Estimates the lead as an eighth of the difference between the players' numbers of moves, and the effort as a quarter of
    /// the sum.
    ///
    /// So a player leaves the opponent few moves and, of options that are alike in this, takes the one with the least play left.
    /// With halves for both, rows of 26 to 30 squares take two to three times as many sums.
    fn weighed<S: Squares>(planes: [S; 2], size: Size) -> (Bounds, Option<Estimate>) {
        let [left, right] = counts(&planes, size).map(|count| count as i32);
        let ahead = i64::from(left - right) * (Bounds::ONE / 8);
        let estimate = Estimate { ahead, effort: i64::from(left + right) * (Bounds::ONE / 4) };
        (Bounds::between(-right, left), Some(estimate))
    }

    fn extent<S: Squares>(planes: [S; 2], size: Size) -> Option<u32> {
        Some(counts(&planes, size).iter().sum())
    }
}

/// Returns the row with one stone for each block.
fn shortened<S: Squares>([x, o]: [S; 2], size: Size) -> Pieces {
    let (back, is_column) = if size.columns() == 1 { (Step::Up, true) } else { (Step::Left, false) };
    let up_to =
        |set: &S, squares: u8| if is_column { set.in_first_rows(size, squares) } else { set.in_first_columns(size, squares) };
    let stones = [x.clone() - o.clone(), o.clone() - x.clone()];
    let [of_x, of_o] = stones.map(|stones| stones.step(size, back.back()) & stones);
    let mut planes = [x, o, of_x | of_o];
    if planes[2].is_empty() {
        return S::grid([planes[0].clone(), planes[1].clone()], size);
    }
    // the third plane contains the stones that follow another stone of their block
    while !planes[2].is_empty() {
        let Place { row, column } = planes[2].first().place(size);
        let before = row.max(column);
        planes = planes.map(|plane| {
            let beyond = plane.clone() - up_to(&plane, before + 1);
            up_to(&plane, before) | beyond.step(size, back)
        });
    }
    let [x, o, _] = planes;
    (x.clone() | o.clone()).cropped(&[x, o], size)
}

/// Returns the numbers of squares on which Left and Right may play.
fn counts<S: Squares>(planes: &[S; 2], size: Size) -> [u32; 2] {
    let Legal { left, right, .. } = legal(planes, size);
    [left, right].map(|squares| squares.count())
}

game_of_stones!(NoGo, Square, 1);

const KNOWN: &[Fact] = &[
    Fact::of("On an empty board of 3×3 squares whoever starts wins.", "computed by this program")
        .shown_by("solve nogo@3x3 --outcome-only", "whoever starts wins"),
    Fact::of("An empty row of five squares is worth star.", "computed by this program")
        .shown_by("value nogo@1x5", "which is star"),
];

pub(crate) fn entry() -> Entry {
    let nogo = Entry::new("nogo", |parameters| parameters.none().map(|()| any::partizan(NoGo)));
    let nogo = nogo.component("rows of x, o, . and #, or empty board AxB");
    let nogo = nogo.play("place a stone, Left x and Right o; afterwards every block has a liberty");
    let nogo = nogo.rules("A player places a stone on a free square. Afterwards every block of stones of one colour must have a free square next to it, so nothing is ever captured. Left has `x`, Right `o`; `#` is no square. Whoever cannot move loses.");
    nogo.example("nogo@1x9").title("NoGo").aim("Place stones, and capture nothing.").brief("Place a stone of yours on a free square. Afterwards every group, yours and the other player's, must touch a free square; whoever cannot place a stone loses.").sizes(&["nogo@1x5", "nogo@1x9", "nogo@3x3", "nogo@3x4"]).source("Chou, Teytaud & Yen 2011").known(KNOWN)
}
