//! Games of stones of two players.
//!
//! Each defines its rules on planes of squares; the rest follows for boards of any size.

use crate::grid::{Alphabet, Size, Squares, Start};
use crate::{Pieces, Square};
use sprague_core::{Bounds, Estimate, MOST_COUNTED, Player};

/// The kind of a square of a chessboard full of stones.
///
/// `x` is in the first square.
pub(crate) fn chessboard(row: usize, column: usize) -> u8 {
    1 + ((row + column) % 2) as u8
}

/// The stones of a player and those of the other, and back again.
#[inline]
pub(crate) fn mine_first<S>([x, o]: [S; 2], player: Player) -> [S; 2] {
    if player == Player::Left { [x, o] } else { [o, x] }
}

/// Rules on two planes, one for the stones of each player.
///
/// A move is `N` squares, in the order of its label.
pub(crate) trait Stones<const N: usize> {
    /// A move, made of its squares.
    type Move: From<[Square; N]>;

    /// The characters of a board.
    const ALPHABET: Alphabet;
    /// The board that is given by its size.
    ///
    /// `None` means that a board needs stones.
    const START: Option<Start>;

    /// The squares of a move.
    fn squares(mv: &Self::Move) -> [Square; N];

    /// The moves of a player, each square alone on a plane.
    fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; N]>;

    /// The board after a move.
    fn after<S: Squares>(planes: [S; 2], size: Size, player: Player, turn: [S; N]) -> Pieces;

    /// The boards that a board falls into, each cropped to its rows and columns.
    ///
    /// Those that nobody can move on are left out.
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces>;

    /// The boards after each move of a player.
    #[inline]
    fn options<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = Pieces> {
        Self::turns(planes.clone(), size, player).map(move |turn| Self::after(planes.clone(), size, player, turn))
    }

    /// A smaller board on which play is the same, if there is one.
    #[inline]
    fn reduced(board: Pieces) -> Pieces {
        board
    }

    /// The boards after each move of either player.
    ///
    /// Of boards that are the same game if either player may move for either, one is enough.
    #[inline]
    fn options_of_either<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        Self::options(planes.clone(), size, Player::Left).chain(Self::options(planes, size, Player::Right))
    }

    /// The board that stands for this one if either player may move for either.
    ///
    /// No move of one player leads where one of the other does, for they leave different stones.
    #[inline]
    fn least_of_either(board: Pieces) -> Pieces {
        Self::reduced(board).least_image_of_either()
    }

    /// The number of moves of a player.
    fn count<S: Squares>(planes: [S; 2], size: Size, player: Player) -> u32 {
        Self::turns(planes, size, player).take(MOST_COUNTED as usize).count() as u32
    }

    /// The number of moves of both players.
    fn count_of_either<S: Squares>(planes: [S; 2], size: Size) -> u32 {
        Self::count(planes.clone(), size, Player::Left).saturating_add(Self::count(planes, size, Player::Right))
    }

    /// Numbers that bound the value of a board.
    fn bounds<S: Squares>(planes: [S; 2], size: Size) -> Bounds {
        let _ = (planes, size);
        Bounds::UNKNOWN
    }

    /// A guess who is ahead, if there is a better one than counts of moves.
    fn estimate<S: Squares>(planes: [S; 2], size: Size) -> Option<Estimate> {
        let _ = (planes, size);
        None
    }

    /// A number that grows with the work to value a board.
    ///
    /// `None` if there is no better one than that of moves.
    fn extent<S: Squares>(planes: [S; 2], size: Size) -> Option<u32> {
        let _ = (planes, size);
        None
    }
}

/// [`Partizan`](sprague_core::Partizan) and [`Notation`](sprague_core::Notation) of a game whose moves are so many squares.
macro_rules! game_of_stones {
    ($game:ty, $mv:ty, $squares:literal) => {
        impl sprague_core::Partizan for $game {
            type Position = $crate::Pieces;
            type Move = $mv;
            fn moves(&self, board: &$crate::Pieces, player: sprague_core::Player) -> impl Iterator<Item = $mv> {
                $crate::grid::list_on_planes!(board, |size, planes| <$game>::turns(planes, size, player)
                    .map(move |turn| turn.map(|square| square.place(size).into()).into()))
            }
            fn play(&self, board: &$crate::Pieces, player: sprague_core::Player, mv: &$mv) -> $crate::Pieces {
                $crate::grid::on_planes!(board, |size, planes| {
                    let turn = <$game>::squares(mv).map(|square| $crate::grid::Squares::at(square.place(), size));
                    <$game>::after(planes, size, player, turn)
                })
            }
            #[inline]
            fn options(&self, board: &$crate::Pieces, player: sprague_core::Player) -> impl Iterator<Item = $crate::Pieces> {
                $crate::grid::list_on_planes!(board, |size, planes| <$game as $crate::stones::Stones<$squares>>::options(
                    planes, size, player
                ))
            }
            #[inline]
            fn summands(&self, board: &$crate::Pieces) -> impl Iterator<Item = $crate::Pieces> {
                $crate::grid::list_on_planes!(board, |size, planes| <$game>::parts(planes, size))
            }
            fn is_loopfree(&self, _: &Self::Position) -> bool {
                true
            }
            fn has_normal_forms(&self) -> bool {
                true
            }
            #[inline]
            fn normal_form(&self, board: $crate::Pieces) -> $crate::Pieces {
                <$game>::reduced(board).least_image()
            }
            #[inline]
            fn negative(&self, board: &$crate::Pieces) -> Option<$crate::Pieces> {
                Some(board.planes_exchanged())
            }
            fn mobility(&self, board: &$crate::Pieces, player: sprague_core::Player) -> u32 {
                let count = $crate::grid::on_planes!(board, |size, planes| <$game>::count(planes, size, player));
                count.min(sprague_core::MOST_COUNTED)
            }
            fn has_forms_of_either(&self) -> bool {
                true
            }
            #[inline]
            fn form_of_either(&self, board: $crate::Pieces) -> $crate::Pieces {
                <$game>::least_of_either(board)
            }
            fn each_option_of_either(&self, board: &$crate::Pieces, each: &mut dyn FnMut(&mut Vec<$crate::Pieces>) -> bool) {
                let mut parts = vec![];
                let options = $crate::grid::list_on_planes!(board, |size, planes| <$game>::options_of_either(planes, size));
                for option in options {
                    parts.clear();
                    parts.extend(sprague_core::Partizan::summands(self, &option).map(<$game>::least_of_either));
                    if !each(&mut parts) {
                        break;
                    }
                }
            }
            fn mobility_of_either(&self, board: &$crate::Pieces) -> Option<u32> {
                let count = $crate::grid::on_planes!(board, |size, planes| <$game>::count_of_either(planes, size));
                Some(count.min(sprague_core::MOST_COUNTED))
            }
            fn bounds(&self, board: &$crate::Pieces) -> sprague_core::Bounds {
                $crate::grid::on_planes!(board, |size, planes| <$game as $crate::stones::Stones<$squares>>::bounds(planes, size))
            }
            #[inline]
            fn estimate(&self, board: &$crate::Pieces) -> Option<sprague_core::Estimate> {
                $crate::grid::on_planes!(board, |size, planes| <$game as $crate::stones::Stones<$squares>>::estimate(
                    planes, size
                ))
            }
            #[inline]
            fn size(&self, board: &$crate::Pieces) -> Option<u32> {
                $crate::grid::on_planes!(board, |size, planes| <$game>::extent(planes, size))
            }
            #[inline]
            fn allocated_bytes(&self, board: &$crate::Pieces) -> usize {
                board.allocated_bytes()
            }
        }

        impl sprague_core::Notation<$crate::Pieces> for $game {
            fn read(&self, text: &str) -> Result<$crate::Pieces, sprague_core::BadNotation> {
                <$game>::ALPHABET.read(text, <$game>::START)
            }
            fn show(&self, board: &$crate::Pieces) -> String {
                <$game>::ALPHABET.show(board)
            }
            fn listed_by(&self) -> Option<sprague_core::any::ListedBy> {
                Some(<$game>::ALPHABET.listed(false))
            }
            fn picture(&self, board: &$crate::Pieces) -> Option<sprague_core::any::Picture> {
                Some(<$game>::ALPHABET.picture(board))
            }
        }
    };
}
pub(crate) use game_of_stones;
