//! Konane: a stone jumps over a stone of the other player, which is removed.
//!
//! Ernst 1995, *Playing Konane mathematically: a combinatorial game-theoretic analysis*, UMAP Journal 16(2), pp. 95–121.
//!
//! Chan & Tsai 2002, *1×n Konane: a summary of results*, More Games of No Chance, pp. 383–386.

#[cfg(test)]
mod tests;

use crate::grid::{Alphabet, Size, Squares, Start, Step};
use crate::stones::{Stones, chessboard, game_of_stones, mine_first};
use crate::{Pieces, Square};
use core::{fmt, iter};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Bounds, Estimate, Player, any};

/// Konane, with Left's stones as `x` and Right's as `o`. A player who cannot move loses.
///
/// A stone jumps over a neighbouring stone of the other player into the free square directly behind it, and removes the stone
/// that it jumped over. It may continue in the same direction. `#` is not a square of the board, so boards may have any shape.
///
/// `AxB` is a board full of stones in a chessboard pattern, with `x` in the first square, without the two middle stones of its
/// middle row (the upper one of two middle rows; if there is one middle column, its stone and the one to the right). It needs
/// at least two columns.
///
/// Summands are the sets of squares that jumps connect, now or later, with `#` for the rest of the board. Stones that can
/// neither jump nor be jumped over, whatever the players do, are left out. The eight images of a position share one normal
/// form. Exchanging the players gives the negative.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::{Konane, Pieces};
///
/// let row = Konane.read("xo.o.oo")?;
/// let moves = |player| Konane.moves(&row, player).map(|mv| mv.to_string()).collect::<Vec<_>>();
/// assert_eq!(moves(Player::Left), ["1.1-1.3", "1.1-1.5"]);
/// assert!(moves(Player::Right).is_empty());
/// let parts: Vec<Pieces> = Konane.summands(&Konane.read("xo.xx.ox")?).collect();
/// assert_eq!(parts, [Konane.read("xo.")?, Konane.read(".ox")?]);
/// assert_eq!(Konane.show(&Konane.read("3x4")?), "xoxo/o..x/xoxo");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Konane;

/// A move: one or several jumps along a row or column.
///
/// ```
/// use sprague_rules_boards::{Jump, Square};
/// let jump = Jump { from: Square { row: 1, column: 1 }, to: Square { row: 1, column: 5 } };
/// assert_eq!(jump.to_string(), "1.1-1.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jump {
    /// The square that the stone leaves.
    pub from: Square,
    /// The square on which the last jump ends.
    pub to: Square,
}

impl fmt::Display for Jump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

impl From<[Square; 2]> for Jump {
    fn from([from, to]: [Square; 2]) -> Self {
        Self { from, to }
    }
}

/// The stones of both players, and the free squares.
#[derive(Clone)]
struct Men<S> {
    left: S,
    right: S,
    free: S,
}

impl<S: Squares> Men<S> {
    /// Free squares are in both planes.
    #[inline]
    fn of([x, o]: [S; 2]) -> Self {
        let free = x.clone() & o.clone();
        Self { left: x - free.clone(), right: o - free.clone(), free }
    }

    #[inline]
    fn planes(self) -> [S; 2] {
        [self.left | self.free.clone(), self.right | self.free]
    }

    /// Returns the stones of a player and the stones of the other player.
    #[inline]
    fn of_player(&self, player: Player) -> [S; 2] {
        mine_first([self.left.clone(), self.right.clone()], player)
    }

    /// Returns the stones of a player that can jump in this direction.
    #[inline]
    fn jumpers(&self, size: Size, player: Player, step: Step) -> S {
        let [mine, theirs] = self.of_player(player);
        mine & (theirs & self.free.step(size, step.back())).step(size, step.back())
    }
}

/// A move: its first and last squares, and the squares of the stones that it removes.
struct Jumped<S> {
    from: S,
    to: S,
    removed: S,
}

/// Returns the moves of a player. Shorter moves of a stone come before longer ones.
#[inline]
fn jumps<S: Squares>(men: Men<S>, size: Size, player: Player) -> impl Iterator<Item = Jumped<S>> {
    Step::ALL.into_iter().flat_map(move |step| {
        let [_, theirs] = men.of_player(player);
        let free = men.free.clone();
        men.jumpers(size, player, step).each().flat_map(move |from| {
            let (theirs, free) = (theirs.clone(), free.clone());
            let (mut at, mut removed) = (from.clone(), from.clone() - from.clone());
            iter::from_fn(move || {
                let over = at.step(size, step) & theirs.clone();
                at = over.step(size, step) & free.clone();
                removed = removed.clone() | over;
                let jumped = || Jumped { from: from.clone(), to: at.clone(), removed: removed.clone() };
                (!at.is_empty()).then(jumped)
            })
        })
    })
}

#[inline]
fn moved<S: Squares>(men: Men<S>, size: Size, player: Player, Jumped { from, to, removed }: Jumped<S>) -> Pieces {
    let [mine, theirs] = men.of_player(player);
    let free = (men.free - to.clone()) | from.clone() | removed.clone();
    let [left, right] = mine_first([(mine - from) | to, theirs - removed], player);
    S::grid(Men { left, right, free }.planes(), size)
}

/// Returns the squares that Left's stones may ever occupy, those that Right's stones may, and those that may ever be free.
///
/// These may be more than play can really reach: a jump is allowed as soon as the jumping stone may be there, the other stone
/// may be there, and the square behind may be free. By induction over a play, all its jumps are allowed here, because their
/// squares had the needed state at the start or got it by earlier jumps.
fn reachable<S: Squares>(men: &Men<S>, size: Size) -> Men<S> {
    let mut ever = men.clone();
    loop {
        let mut grown = ever.clone();
        for (player, step) in turns() {
            let from = grown.jumpers(size, player, step);
            let over = from.step(size, step);
            let to = over.step(size, step);
            let mine = if player == Player::Left { &mut grown.left } else { &mut grown.right };
            *mine = mine.clone() | to;
            grown.free = grown.free | from | over;
        }
        if grown.left == ever.left && grown.right == ever.right && grown.free == ever.free {
            return ever;
        }
        ever = grown;
    }
}

/// Returns each player with each direction.
fn turns() -> impl Iterator<Item = (Player, Step)> {
    Player::BOTH.into_iter().flat_map(|player| Step::ALL.map(|step| (player, step)))
}

/// Returns `part` with the squares of all jumps that use one of its squares.
fn with_jumps<S: Squares>(ever: &Men<S>, size: Size, part: &S) -> S {
    turns().fold(part.clone(), |part, (player, step)| {
        let (over, to) = (part.step(size, step.back()), part.step(size, step.back()).step(size, step.back()));
        let from = ever.jumpers(size, player, step) & (part.clone() | over | to);
        let over = from.step(size, step);
        let to = over.step(size, step);
        part | from | over | to
    })
}

/// Returns the stones that a player could take if the other player never moved.
fn prey<S: Squares>(men: &Men<S>, size: Size, player: Player) -> S {
    let [_, theirs] = men.of_player(player);
    let mut alone = men.clone();
    let mut prey = men.free.clone() - men.free.clone();
    loop {
        let before = alone.clone();
        for step in Step::ALL {
            let from = alone.jumpers(size, player, step);
            let over = from.step(size, step);
            let mine = if player == Player::Left { &mut alone.left } else { &mut alone.right };
            *mine = mine.clone() | over.step(size, step);
            alone.free = alone.free | from | over.clone();
            prey = prey | over;
        }
        if alone.left == before.left && alone.right == before.right && alone.free == before.free {
            return prey & theirs;
        }
    }
}

impl Stones<2> for Konane {
    type Move = Jump;

    const ALPHABET: Alphabet =
        Alphabet { start: "rows of `x`, `o`, `.` and `#` with `/` between, or a size such as 6x6", ..Alphabet::PIECES };
    /// A board full of stones without two in the middle.
    const START: Option<Start> = Some(Start {
        fewest_columns: 2,
        kind: |size, row, column| {
            let [middle_row, middle] = [size.rows(), size.columns()].map(|side| usize::from(side - 1) / 2);
            let is_removed = row == middle_row && (middle..=middle + 1).contains(&column);
            if is_removed { 3 } else { chessboard(row, column) }
        },
    });

    fn squares(&Jump { from, to }: &Jump) -> [Square; 2] {
        [from, to]
    }

    #[inline]
    fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; 2]> {
        jumps(Men::of(planes), size, player).map(|Jumped { from, to, .. }| [from, to])
    }

    fn after<S: Squares>(planes: [S; 2], size: Size, player: Player, [from, to]: [S; 2]) -> Pieces {
        let men = Men::of(planes);
        let mut jumps = jumps(men.clone(), size, player);
        let jump = jumps.find(|jump| jump.from == from && jump.to == to).expect("a move is one of the list");
        moved(men, size, player, jump)
    }

    #[inline]
    fn options<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = Pieces> {
        let men = Men::of(planes);
        jumps(men.clone(), size, player).map(move |jump| moved(men.clone(), size, player, jump))
    }

    /// Bounds the value by the numbers of stones that each player could take if the other player never moved.
    ///
    /// Each move takes a stone. Suppose that Left can take at most n stones while Right never moves here. If Right has n free
    /// moves elsewhere, he answers each of her moves with one and moves last. So the value is at most n. The lower bound
    /// follows in the same way.
    fn bounds<S: Squares>(planes: [S; 2], size: Size) -> Bounds {
        let men = Men::of(planes);
        let [left, right] = Player::BOTH.map(|player| prey(&men, size, player).count() as i32);
        Bounds::between(-right, left)
    }

    /// Estimates the moves of each player: half a move for each stone that can jump and for each stone that might be taken, and
    /// a quarter for each jump. The effort is half a move for each jump.
    fn estimate<S: Squares>(planes: [S; 2], size: Size) -> Option<Estimate> {
        let men = Men::of(planes);
        let [(left, of_left), (right, of_right)] = Player::BOTH.map(|player| {
            let (mut jumps, mut able) = (0, men.free.clone() - men.free.clone());
            for jumpers in Step::ALL.into_iter().map(|step| men.jumpers(size, player, step)) {
                jumps += i64::from(jumpers.count());
                able = able | jumpers;
            }
            (jumps, jumps + 2 * i64::from(able.count() + prey(&men, size, player).count()))
        });
        Some(Estimate { ahead: (of_left - of_right) * (Bounds::ONE / 4), effort: (left + right) * (Bounds::ONE / 2) })
    }

    /// Returns three for two stones, because on 6×6 boards, computing values of parts with more than six stones costs more than
    /// it saves.
    /// it saves.
    #[inline]
    fn extent<S: Squares>(planes: [S; 2], _: Size) -> Option<u32> {
        let men = Men::of(planes);
        Some((men.left | men.right).count() * 3 / 2)
    }

    /// Returns the sets of squares that jumps connect, in any position that play may reach.
    ///
    /// A jump only reads and changes its own squares, and all of them are in one part. So a move in a part is a move on the
    /// board and affects no other part. Other squares are never read and become `#`.
    ///
    /// Each part has a move now: the first of the jumps that [`reachable`] finds in it needs stones and a free square that are
    /// there from the start.
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        let men = Men::of(planes.clone());
        let ever = reachable(&men, size);
        let mut jumpers = turns().fold(men.free.clone() - men.free, |all, (player, step)| all | ever.jumpers(size, player, step));
        iter::from_fn(move || {
            if jumpers.is_empty() {
                return None;
            }
            let mut part = jumpers.first();
            loop {
                let grown = with_jumps(&ever, size, &part);
                if grown == part {
                    break;
                }
                part = grown;
            }
            jumpers = jumpers.clone() - part.clone();
            Some(part.cropped(&planes.each_ref().map(|plane| plane.clone() & part.clone()), size))
        })
    }
}

game_of_stones!(Konane, Jump, 2);

const KNOWN: &[Fact] = &[
    Fact::of("A stone with one other to jump over is worth 1 to its owner.", "by the rules")
        .shown_by("value konane@xo.", "konane@xo.: 1"),
    Fact::of("From the usual start on 4×4 squares whoever starts loses.", "computed by this program")
        .shown_by("solve konane@4x4 --outcome-only", "whoever starts loses"),
];

pub(crate) fn entry() -> Entry {
    let konane = Entry::new("konane", |parameters| parameters.none().map(|()| any::partizan(Konane)));
    let konane = konane.component("rows of x, o, . and #, or board AxB full of stones but two");
    let konane =
        konane.play("jump with a stone, Left x and Right o, over one of the other, which is removed, or over several in a line");
    let konane = konane.rules("A player jumps with a stone over a neighbouring stone of the other player into the free square beyond it, and removes that stone. The jump may go on over several in the same line. Left has `x`, Right `o`; `#` is no square. Whoever cannot move loses. `6x6` is a board full of stones but two in the middle.");
    konane.example("konane@4x4").title("Konane").aim("Jump over stones of the other colour.").brief("Jump with a stone over a neighbouring one of the other player into the free square behind, which removes it; jump on in the line if you like. Whoever cannot jump loses.").sizes(&["konane@xo.x/oxo.", "konane@4x4", "konane@xoxo/o..x/xoxo/oxox", "konane@5x5"]).source("Ernst 1995, Chan & Tsai 2002").known(KNOWN)
}
