//! Chases: Left's pieces hunt Right's single piece until it is past them.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 20 and 21.

use crate::grid::{Alphabet, Size, Squares, Start, Step, on_planes};
use crate::{Pieces, Square};
use core::{fmt, iter};
use sprague_core::any::Look;
use sprague_core::{BadNotation, Player};

/// A move of a chase: a step, or a pass of the hunted piece once it is past the hunters.
///
/// ```
/// use sprague_rules_boards::{ChaseMove, Square};
/// let square = |row, column| Square { row, column };
/// assert_eq!(ChaseMove::Step { from: square(1, 2), to: square(2, 3) }.to_string(), "1.2-2.3");
/// assert_eq!(ChaseMove::Pass.to_string(), "pass");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ChaseMove {
    /// A piece moves from one square to another.
    Step {
        /// The square that the piece leaves.
        from: Square,
        /// The square that the piece enters.
        to: Square,
    },
    /// Nothing changes. A piece that is past the hunters can pass for ever.
    Pass,
}

impl fmt::Display for ChaseMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { from, to } => write!(f, "{from}-{to}"),
            Self::Pass => f.write_str("pass"),
        }
    }
}

/// A step along a row and a step along a column; a diagonal is both.
pub(crate) type Way = (Option<Step>, Option<Step>);

/// The pieces of both players, and the free squares.
#[derive(Clone)]
pub(crate) struct Men<S> {
    pub(crate) hunters: S,
    pub(crate) quarry: S,
    pub(crate) free: S,
}

impl<S: Squares> Men<S> {
    /// Free squares are in both planes.
    fn of([x, o]: [S; 2]) -> Self {
        let free = x.clone() & o.clone();
        Self { hunters: x - free.clone(), quarry: o - free.clone(), free }
    }

    /// Returns the free squares that a piece reaches in this direction, one after another.
    pub(crate) fn along(&self, from: &S, size: Size, (across, down): Way) -> impl Iterator<Item = S> {
        let mut at = from.clone();
        iter::from_fn(move || {
            at = across.map_or_else(|| at.clone(), |step| at.step(size, step));
            at = down.map_or_else(|| at.clone(), |step| at.step(size, step)) & self.free.clone();
            (!at.is_empty()).then(|| at.clone())
        })
    }
}

pub(crate) trait Chase {
    const ALPHABET: Alphabet;
    /// The board for a given size.
    const START: Start;
    /// The names of Right's piece and of one of Left's pieces, for error messages.
    const NAMES: [&'static str; 2];
    /// The figures of the pieces, and the lines of the board.
    const LOOK: Look;

    /// Returns whether the quarry is past the hunters. The board has a quarry and at least one hunter.
    fn is_past<S: Squares>(men: &Men<S>, size: Size) -> bool;

    /// Returns the steps of a player, each as the square that is left and the square that is entered.
    fn steps<S: Squares>(&self, men: &Men<S>, size: Size, player: Player) -> Vec<[S; 2]>;

    fn fits(board: &Pieces) -> Result<(), BadNotation> {
        let _ = board;
        Ok(())
    }

    fn turns(&self, board: &Pieces, player: Player) -> Vec<ChaseMove> {
        on_planes!(board, |size, planes| {
            let men = Men::of(planes);
            if men.hunters.is_empty() || men.quarry.is_empty() || Self::is_past(&men, size) {
                return (player == Player::Right).then_some(ChaseMove::Pass).into_iter().collect();
            }
            let square = |of: &_| Squares::place(of, size).into();
            self.steps(&men, size, player)
                .iter()
                .map(|[from, to]| ChaseMove::Step { from: square(from), to: square(to) })
                .collect()
        })
    }

    /// Parses a board, given as rows or by its size. It must have exactly one quarry and at least one hunter.
    fn board(text: &str) -> Result<Pieces, BadNotation> {
        let board = Self::ALPHABET.read(text, Some(Self::START))?;
        let [quarry, hunter] = Self::NAMES;
        let is_drawn = !text.starts_with(|first: char| first.is_ascii_digit());
        match text.match_indices('o').nth(1) {
            Some((at, _)) => Err(BadNotation::new(at, format!("`x` or `.`: there is one {quarry}"))),
            None if is_drawn && !text.contains('o') => {
                Err(BadNotation::new(text.len(), format!("a {quarry}, `o`, before the end")))
            }
            None if on_planes!(board, |_size, planes| Men::of(planes).hunters.is_empty()) => {
                Err(BadNotation::new(text.len(), format!("a {hunter}, `x`, before the end")))
            }
            None => Self::fits(&board).map(|()| board),
        }
    }
}

pub(crate) fn moved(board: &Pieces, player: Player, mv: &ChaseMove) -> Pieces {
    let ChaseMove::Step { from, to } = *mv else { return board.clone() };
    on_planes!(board, |size, planes| {
        let ([x, o], [from, to]) = (planes, [from, to].map(|square| Squares::at(square.place(), size)));
        // free squares are in both planes
        Squares::grid(if player == Player::Left { [x, (o | from) - to] } else { [(x | from) - to, o] }, size)
    })
}

/// Implements [`Partizan`](sprague_core::Partizan) and [`Notation`](sprague_core::Notation) for a chase. `$image` is an image
/// of the board that is an equal game.
macro_rules! game_of_chase {
    ($game:ty, |$plane:ident, $size:ident| $image:expr) => {
        impl sprague_core::Partizan for $game {
            type Position = $crate::Pieces;
            type Move = $crate::ChaseMove;
            fn moves(&self, board: &$crate::Pieces, player: sprague_core::Player) -> impl Iterator<Item = $crate::ChaseMove> {
                $crate::chase::Chase::turns(self, board, player).into_iter()
            }
            fn play(&self, board: &$crate::Pieces, player: sprague_core::Player, mv: &$crate::ChaseMove) -> $crate::Pieces {
                $crate::chase::moved(board, player, mv)
            }
            fn has_normal_forms(&self) -> bool {
                true
            }
            fn normal_form(&self, board: $crate::Pieces) -> $crate::Pieces {
                $crate::grid::on_planes!(board, |size, planes| {
                    let image = planes.each_ref().map(|$plane| {
                        let $size = size;
                        $image
                    });
                    $crate::grid::Squares::grid(planes.min(image), size)
                })
            }
            fn allocated_bytes(&self, board: &$crate::Pieces) -> usize {
                board.allocated_bytes()
            }
        }

        impl sprague_core::Notation<$crate::Pieces> for $game {
            fn read(&self, text: &str) -> Result<$crate::Pieces, sprague_core::BadNotation> {
                <$game as $crate::chase::Chase>::board(text)
            }
            fn show(&self, board: &$crate::Pieces) -> String {
                <$game as $crate::chase::Chase>::ALPHABET.show(board)
            }
            fn picture(&self, board: &$crate::Pieces) -> Option<sprague_core::any::Picture> {
                Some(<$game as $crate::chase::Chase>::ALPHABET.picture(board))
            }
            fn look(&self) -> sprague_core::any::Look {
                <$game as $crate::chase::Chase>::LOOK
            }
        }
    };
}
pub(crate) use game_of_chase;
