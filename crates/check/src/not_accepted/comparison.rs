//! Mistakes in a comparison.

use sprague_core::Player;
use sprague_core::certificate::ProvedOrder;
use thiserror::Error;

/// The reason why the order of two sums is not as claimed, or is not proved.
///
/// ```
/// use sprague_check::BadComparison;
/// assert_eq!(BadComparison::Endless("game@dud".into()).to_string(), "game@dud is not a stopper: alternating play in it need not end");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadComparison {
    /// The relation is not one of the four.
    #[error("the relation is not one of <, >, = and ||")]
    NoRelation,
    /// The relation needs a proof that is missing.
    #[error("there is no proof that the first sum is {}{order} the second, with endless play counted for {}", if *.holds { "" } else { "not " }, counted(*.endless))]
    Missing {
        /// The order that must be proved or refuted: at most, or at least.
        order: ProvedOrder,
        /// `true` if the order must be proved, `false` if it must be refuted.
        holds: bool,
        /// The player for whom endless play counts.
        endless: Option<Player>,
    },
    /// The certificate needs this sum to be a stopper, but it is not.
    #[error("{0} is not a stopper: alternating play in it need not end")]
    Endless(String),
    /// The list of positions does not begin with the sum, or contains a position twice.
    #[error("{0} is out of place in the list of positions, which begins with the sum and has no position twice")]
    Positions(String),
    /// A state names a position that is not listed, or occurs twice.
    #[error("state {0} has a position that is not listed, or is listed twice")]
    State(usize),
    /// The starting state (both sums, Right to move) is not among the states.
    #[error("the proof does not contain the two sums with Right to move")]
    NotAsked,
    /// A move of the loser leads out of the proof or raises the measure.
    #[error("{player} has a move from state {state} to a state that is not in the proof or breaks its measure")]
    Unanswered {
        /// The index of the state.
        state: usize,
        /// The player who moves.
        player: Player,
    },
    /// The winner has no move that stays in the proof and keeps the measure.
    #[error("{player} has no move from state {state} to a state that is in the proof and keeps its measure")]
    NoMove {
        /// The index of the state.
        state: usize,
        /// The player to move.
        player: Player,
    },
    /// The rules could not list the options of a position.
    #[error("{position}: {reason}")]
    Unreadable {
        /// The position.
        position: String,
        /// The reason given by the rules.
        reason: String,
    },
}

fn counted(endless: Option<Player>) -> &'static str {
    match endless {
        Some(Player::Left) => "Left",
        Some(Player::Right) => "Right",
        None => "whoever survives",
    }
}
