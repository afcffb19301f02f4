//! Mistakes in a comparison.

use sprague_core::Player;
use sprague_core::certificate::ProvedOrder;
use thiserror::Error;

/// The reason why the order of two sums is not as claimed, or not shown.
///
/// ```
/// use sprague_check::BadComparison;
/// assert_eq!(BadComparison::Endless("game@dud".into()).to_string(), "game@dud is no stopper: play that alternates can go on for ever");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadComparison {
    /// The relation is none of the four.
    #[error("the relation is none of <, >, = and ||")]
    NoRelation,
    /// The relation takes a proof that is not there.
    #[error("no proof says that the first sum is {}{order} the second, with endless play counted for {}", if *.holds { "" } else { "not " }, counted(*.endless))]
    Missing {
        /// At most, or at least.
        order: ProvedOrder,
        /// Tells whether that should hold.
        holds: bool,
        /// The player for whom endless play counts.
        endless: Option<Player>,
    },
    /// A sum is said to be a stopper and is none.
    #[error("{0} is no stopper: play that alternates can go on for ever")]
    Endless(String),
    /// The list of positions does not begin with the sum, or holds a position twice.
    #[error("{0} does not stand where it should among the positions, which begin with the sum and differ")]
    Positions(String),
    /// A state names a position that is not listed, or stands there twice.
    #[error("state {0} names no listed positions, or stands there twice")]
    State(usize),
    /// The question itself is not among the states.
    #[error("the proof does not hold the two sums with Right to move")]
    NotAsked,
    /// A move of the loser is not answered.
    #[error("{player} moves from state {state}, and what follows is not in the proof, or does not keep its measure")]
    Unanswered {
        /// The number of the state.
        state: usize,
        /// The player who moves.
        player: Player,
    },
    /// The winner has no move that the proof allows.
    #[error("{player} has no move from state {state} that stays in the proof and keeps its measure")]
    NoMove {
        /// The number of the state.
        state: usize,
        /// The player who should move.
        player: Player,
    },
    /// The rules cannot be asked about a position.
    #[error("{position}: {reason}")]
    Unreadable {
        /// The position that was asked about.
        position: String,
        /// The reason that the rules gave.
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
