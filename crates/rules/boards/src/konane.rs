//! Konane: a stone jumps over an enemy stone, which is removed.
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

/// The game of Left's stones, `x`, and Right's, `o`; who cannot move loses.
///
/// A stone jumps over a neighbouring stone of the other player, into the free square directly behind it, and removes what it jumped.
/// It may go on in the same direction. `#` is no square of the board, so that boards may have any shape.
///
/// `AxB` is a board full of stones like a chessboard, with `x` in the first square. Of its middle row, or the upper one of two, the two
/// middle stones are removed, or the middle one and that to its right. It takes two columns.
///
/// Summands are the squares that jumps connect, now or ever, with `#` for the rest of the board. Stones that neither jump nor are jumped,
/// whatever both players do, are left out. A position stands for all of its eight images; with the players exchanged it is its
/// negative.
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

/// A move: one jump or several along a row or column.
///
/// ```
/// use sprague_rules_boards::{Jump, Square};
/// let jump = Jump { from: Square { row: 1, column: 1 }, to: Square { row: 1, column: 5 } };
/// assert_eq!(jump.to_string(), "1.1-1.5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Jump {
    /// The square of the stone that moves.
    pub from: Square,
    /// The square where it ends.
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
    /// Free squares are of both planes.
    #[inline]
    fn of([x, o]: [S; 2]) -> Self {
        let free = x.clone() & o.clone();
        Self { left: x - free.clone(), right: o - free.clone(), free }
    }

    /// The planes again.
    #[inline]
    fn planes(self) -> [S; 2] {
        [self.left | self.free.clone(), self.right | self.free]
    }

    /// The stones of a player and of the other.
    #[inline]
    fn of_player(&self, player: Player) -> [S; 2] {
        mine_first([self.left.clone(), self.right.clone()], player)
    }

    /// The stones of a player that can jump this way.
    #[inline]
    fn jumpers(&self, size: Size, player: Player, step: Step) -> S {
        let [mine, theirs] = self.of_player(player);
        mine & (theirs & self.free.step(size, step.back())).step(size, step.back())
    }
}

/// A move: its first and last squares, and those of what it removes.
struct Jumped<S> {
    from: S,
    to: S,
    removed: S,
}

/// The moves of a player, shorter ones of a stone first.
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

/// The board after a move.
#[inline]
fn moved<S: Squares>(men: Men<S>, size: Size, player: Player, Jumped { from, to, removed }: Jumped<S>) -> Pieces {
    let [mine, theirs] = men.of_player(player);
    let free = (men.free - to.clone()) | from.clone() | removed.clone();
    let [left, right] = mine_first([(mine - from) | to, theirs - removed], player);
    S::grid(Men { left, right, free }.planes(), size)
}

/// The squares that a player's stones, the other's stones and nobody may ever stand on.
///
/// It is more than play may come to. Each jump is allowed as soon as the jumper may be there, the other stone may be there, and the
/// square behind may be free. By induction over a play, all its jumps are among these: their squares were so from the start,
/// or became so by earlier jumps.
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

/// Each player with each direction.
fn turns() -> impl Iterator<Item = (Player, Step)> {
    Player::BOTH.into_iter().flat_map(|player| Step::ALL.map(|step| (player, step)))
}

/// The squares of jumps that use one of `part`, and `part`.
fn with_jumps<S: Squares>(ever: &Men<S>, size: Size, part: &S) -> S {
    turns().fold(part.clone(), |part, (player, step)| {
        let (over, to) = (part.step(size, step.back()), part.step(size, step.back()).step(size, step.back()));
        let from = ever.jumpers(size, player, step) & (part.clone() | over | to);
        let over = from.step(size, step);
        let to = over.step(size, step);
        part | from | over | to
    })
}

/// The stones that a player might take if the other player never moved.
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
    /// Full of stones but for two in the middle.
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

    /// The stones that each player might take alone.
    ///
    /// Each move takes a stone. Let Left take at most n stones while Right never moves here. Right waits with n moves of his own
    /// elsewhere, one for each move of hers, and moves last: the value is at most n. Right alike.
    fn bounds<S: Squares>(planes: [S; 2], size: Size) -> Bounds {
        let men = Men::of(planes);
        let [left, right] = Player::BOTH.map(|player| prey(&men, size, player).count() as i32);
        Bounds::between(-right, left)
    }

    /// Moves that each has, about.
    ///
    /// They are half a move for each stone that can jump and each that might be taken, and a quarter for each jump.
    /// The work that is left is half a move for each jump.
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

    /// Three for two stones.
    ///
    /// At 6x6 values of more than six stones cost more than they save.
    #[inline]
    fn extent<S: Squares>(planes: [S; 2], _: Size) -> Option<u32> {
        let men = Men::of(planes);
        Some((men.left | men.right).count() * 3 / 2)
    }

    /// The squares that jumps connect, in all that play may come to.
    ///
    /// A jump reads and changes its own squares alone, and all of them are in one part. So a move in a part is a move on the board, and
    /// no other part notices. What else is on the board is never read: it becomes `#`.
    ///
    /// Each part has a move now. Of the jumps that [`reachable`] finds in it, the first needs stones and a free square that are there.
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

/// Facts about Konane.
const KNOWN: &[Fact] = &[
    Fact::of("A stone with one other to jump over is worth 1 to its owner.", "by the rules")
        .shown_by("value konane@xo.", "konane@xo.: 1"),
    Fact::of("From the usual start on 4×4 squares whoever starts loses.", "computed by this program")
        .shown_by("solve konane@4x4 --outcome-only", "whoever starts loses"),
];

/// Konane by name.
pub(crate) fn entry() -> Entry {
    let konane = Entry::new("konane", |parameters| parameters.none().map(|()| any::partizan(Konane)));
    let konane = konane.component("rows of x, o, . and #, or board AxB full of stones but two");
    let konane =
        konane.play("jump with a stone, Left x and Right o, over one of the other, which is removed, or over several in a line");
    let konane = konane.rules("A player jumps with a stone over a neighbouring stone of the other player into the free square behind it, and removes that stone. The jump may go on over several in the same line. Left has `x`, Right `o`; `#` is no square. Who cannot move loses. `6x6` is a board full of stones but two in the middle.");
    konane.example("konane@4x4").source("Ernst 1995, Chan & Tsai 2002").known(KNOWN)
}
