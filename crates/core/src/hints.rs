//! What rules know that makes a search faster.

use crate::Player;
use crate::bounds::{Bounds, Estimate, Tied};

/// What rules know about positions that makes a search faster and changes no answer.
///
/// You may leave out every method: then nothing is known. Rules return their hints from [`Partizan::hints`](crate::Partizan::hints).
///
/// ```
/// use sprague_core::{Bounds, Hints, Negative, Partizan, Player};
///
/// struct Free; // a number of free moves for Left
/// impl Partizan for Free {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, left: &u64, player: Player) -> impl Iterator<Item = u64> {
///         (player == Player::Left && *left > 0).then_some(1).into_iter()
///     }
///     fn play(&self, left: &u64, _: Player, _: &u64) -> u64 { left - 1 }
///     fn hints(&self) -> &(impl Hints<u64> + ?Sized) { self }
/// }
/// impl Hints<u64> for Free {
///     fn bounds(&self, left: &u64) -> Bounds { Bounds::between((*left).min(1000) as i32, i32::MAX) }
///     fn value_text(&self, left: &u64) -> Option<String> { Some(left.to_string()) }
/// }
/// assert_eq!((&Free).hints().value_text(&(1 << 40)).unwrap(), "1099511627776");
/// assert_eq!(Negative(Free).hints().bounds(&3).high, -3 * Bounds::ONE);
/// ```
pub trait Hints<P> {
    /// Returns bounds of the position's value.
    ///
    /// The search for the winner calls it for every summand.
    fn bounds(&self, position: &P) -> Bounds {
        let _ = position;
        Bounds::UNKNOWN
    }

    /// Guesses which player is ahead; the search tries moves in the order of these guesses.
    ///
    /// If you return `None`, the search counts moves instead, which costs more.
    fn estimate(&self, position: &P) -> Option<Estimate> {
        let _ = position;
        None
    }

    /// Appends smaller positions into which this one falls if `player` gives up some moves.
    ///
    /// Law: if Left gives up moves, the position's value is at least the sum of the pieces' values; if Right does, at most. One
    /// cut is enough, because this method is called again for each piece until the pieces are small.
    fn tied(&self, position: &P, player: Player, pieces: &mut Vec<P>) -> Tied {
        let _ = (position, player, pieces);
        Tied::Never
    }

    /// Returns the size of the position, in any unit that grows with the work to compute its value.
    ///
    /// If you return `None`, the size is the number of moves of both players.
    fn size(&self, position: &P) -> Option<u32> {
        let _ = position;
        None
    }

    /// Returns the text of the position's value, which is then not computed move by move.
    ///
    /// The text is that of a position of the ruleset `game`, without `game@`.
    fn value_text(&self, position: &P) -> Option<String> {
        let _ = position;
        None
    }

    /// Returns the position that represents this one in tables if either player may make the moves of both.
    ///
    /// Law: a position and its form have the same options of both players together, up to such forms, and so have sums of their
    /// summands. The form of a form is itself. Like [`Partizan::normal_form`](crate::Partizan::normal_form) it is used for values only. It may identify more
    /// positions: a position and its negative, or positions that differ only in who owns a piece.
    fn form_of_either(&self, position: &P) -> Option<P> {
        let _ = position;
        None
    }

    /// Calls `each` with the options of both players, each split into its summands in their [form of
    /// either](Self::form_of_either), until it returns `false`. Options with one form may be passed once.
    ///
    /// Returns `false`, without a call, if the rules have no faster way than to list the options of each player.
    fn each_option_of_either(&self, position: &P, each: &mut dyn FnMut(&mut Vec<P>) -> bool) -> bool {
        let _ = (position, each);
        false
    }

    /// Returns the number of options of both players. Counting stops at [`MOST_COUNTED`](crate::MOST_COUNTED).
    ///
    /// Return `None` if options would have to be compared because both players may have the same one.
    fn mobility_of_either(&self, position: &P) -> Option<u32> {
        let _ = position;
        None
    }
}

/// The hints of rules that know nothing.
///
/// ```
/// use sprague_core::{Hints, NoHints};
/// assert_eq!(NoHints.size(&5_u64), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NoHints;

impl<P> Hints<P> for NoHints {}
