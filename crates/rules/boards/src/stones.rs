//! Games with stones of two players. Each game defines its rules on planes of squares; everything else is implemented here, for
//! boards of any size.

use crate::grid::{Alphabet, Size, Squares, Start};
use crate::{Pieces, Square};
use sprague_core::{Bounds, Estimate, MOST_COUNTED, Player};

/// Returns the kind of a square on a board full of stones in a chessboard pattern, with `x` in the first square.
pub(crate) fn chessboard(row: usize, column: usize) -> u8 {
    1 + ((row + column) % 2) as u8
}

/// Puts the stones of the player first. Calling it twice gives the original order.
#[inline]
pub(crate) fn mine_first<S>([x, o]: [S; 2], player: Player) -> [S; 2] {
    if player == Player::Left { [x, o] } else { [o, x] }
}

/// Rules on two planes, one for the stones of each player.
///
/// A move is a list of `N` squares, in the order of its label.
pub(crate) trait Stones<const N: usize> {
    /// A move, which can be built from its squares.
    type Move: From<[Square; N]>;

    const ALPHABET: Alphabet;
    /// The board for a given size; `None` if boards cannot be given by size.
    const START: Option<Start>;

    /// Returns the squares of a move, in the order of its label.
    fn squares(mv: &Self::Move) -> [Square; N];

    /// Returns the moves of a player, as sets of one square each.
    fn turns<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = [S; N]>;

    fn after<S: Squares>(planes: [S; 2], size: Size, player: Player, turn: [S; N]) -> Pieces;

    /// Returns the boards into which a board splits, each cropped to its rows and columns, without boards on which nobody can
    /// move.
    fn parts<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces>;

    #[inline]
    fn options<S: Squares>(planes: [S; 2], size: Size, player: Player) -> impl Iterator<Item = Pieces> {
        Self::turns(planes.clone(), size, player).map(move |turn| Self::after(planes.clone(), size, player, turn))
    }

    /// Returns a smaller board that is an equal game, or the board itself.
    #[inline]
    fn reduced(board: Pieces) -> Pieces {
        board
    }

    /// Returns the boards after each move of either player.
    ///
    /// If two boards are equal games for players who may both move all stones, only one of them need be returned.
    #[inline]
    fn options_of_either<S: Squares>(planes: [S; 2], size: Size) -> impl Iterator<Item = Pieces> {
        Self::options(planes.clone(), size, Player::Left).chain(Self::options(planes, size, Player::Right))
    }

    /// Returns the board that represents this one if either player may move for both.
    ///
    /// A move of one player never leads to a board that a move of the other leads to, because they leave different stones.
    #[inline]
    fn least_of_either(board: Pieces) -> Pieces {
        Self::reduced(board).least_image_of_either()
    }

    fn count<S: Squares>(planes: [S; 2], size: Size, player: Player) -> u32 {
        Self::turns(planes, size, player).take(MOST_COUNTED as usize).count() as u32
    }

    fn count_of_either<S: Squares>(planes: [S; 2], size: Size) -> u32 {
        Self::count(planes.clone(), size, Player::Left).saturating_add(Self::count(planes, size, Player::Right))
    }

    fn bounds<S: Squares>(planes: [S; 2], size: Size) -> Bounds {
        let _ = (planes, size);
        Bounds::UNKNOWN
    }

    /// Estimates who is ahead; `None` if counting moves is as good.
    fn estimate<S: Squares>(planes: [S; 2], size: Size) -> Option<Estimate> {
        let _ = (planes, size);
        None
    }

    /// Returns the bounds and the estimate, for rules that find both in one go.
    #[inline]
    fn weighed<S: Squares>(planes: [S; 2], size: Size) -> (Bounds, Option<Estimate>) {
        (Self::bounds(planes.clone(), size), Self::estimate(planes, size))
    }

    /// Returns a number that grows with the work to compute the value of a board; `None` if the number of moves is as good.
    fn extent<S: Squares>(planes: [S; 2], size: Size) -> Option<u32> {
        let _ = (planes, size);
        None
    }
}

/// Implements [`Partizan`](sprague_core::Partizan) and [`Notation`](sprague_core::Notation) for a game whose moves have this
/// number of squares.
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
            fn profile(&self, form: &$crate::Pieces) -> sprague_core::Profile<$crate::Pieces> {
                let (bounds, estimate) = $crate::grid::on_planes!(form, |size, planes| <$game>::weighed(planes, size));
                let negative = sprague_core::Partizan::normal_form(self, form.planes_exchanged());
                sprague_core::Profile { bounds, estimate, ends: true, negative: Some(negative) }
            }
            #[inline]
            fn allocated_bytes(&self, board: &$crate::Pieces) -> usize {
                board.allocated_bytes()
            }
            fn hints(&self) -> &(impl sprague_core::Hints<$crate::Pieces> + ?Sized) {
                self
            }
        }

        impl sprague_core::Hints<$crate::Pieces> for $game {
            #[inline]
            fn form_of_either(&self, board: &$crate::Pieces) -> Option<$crate::Pieces> {
                Some(<$game>::least_of_either(board.clone()))
            }
            fn each_option_of_either(
                &self,
                board: &$crate::Pieces,
                each: &mut dyn FnMut(&mut Vec<$crate::Pieces>) -> bool,
            ) -> bool {
                let mut parts = vec![];
                let options = $crate::grid::list_on_planes!(board, |size, planes| <$game>::options_of_either(planes, size));
                for option in options {
                    parts.clear();
                    parts.extend(sprague_core::Partizan::summands(self, &option).map(<$game>::least_of_either));
                    if !each(&mut parts) {
                        break;
                    }
                }
                true
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
