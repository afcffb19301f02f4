//! Mistakes in a strategy.

use super::BadValues;
use thiserror::Error;

/// The reason why a strategy does not achieve its claimed result.
///
/// ```
/// use sprague_check::BadStrategy;
/// assert_eq!(BadStrategy::NoMove("nim@1".into()).to_string(), "nim@1 can be reached, but the strategy has no move for it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStrategy {
    /// This position can be reached, but the strategy has no move for it.
    #[error("{0} can be reached, but the strategy has no move for it")]
    NoMove(String),
    /// A move of the strategy is not legal.
    #[error("from {from} there is no legal move to {to}")]
    Illegal {
        /// The position before the move.
        from: String,
        /// The position after the move.
        to: String,
    },
    /// The game ends at this position, and the strategy's player has lost.
    #[error("at {0} the game is over, and the player of the strategy has lost")]
    Lost(String),
    /// A theorem says that the player who moves at this position wins, and that is not the player of the strategy.
    #[error("at {0} whoever is to move wins by a theorem, and that is not the player of the strategy")]
    LostByTheorem(String),
    /// The game ends at this position in a draw, but the strategy claims a win.
    #[error("at {0} the game ends in a draw, so the strategy does not win")]
    Drawn(String),
    /// This position can be reached but has no score for the player to move.
    #[error("{0} can be reached, but has no score for the player to move there")]
    NoScore(String),
    /// A score is more than what the moves from there guarantee.
    #[error("from {position} on, the strategy guarantees {found} points, not {stated}")]
    Score {
        /// The position.
        position: String,
        /// The points in the strategy.
        stated: i64,
        /// The points that follow from the moves.
        found: i64,
    },
    /// The game can return to this position for ever, so nobody wins.
    #[error("{0} can repeat for ever, so the strategy does not win")]
    Endless(String),
    /// A position is not written as a sorted multiset of components.
    #[error("{position}: the components must be sorted, as in {sorted}")]
    Unsorted {
        /// The position as it is written.
        position: String,
        /// The position as it should be written.
        sorted: String,
    },
    /// The strategy uses values, but nimbers do not decide this game.
    #[error(
        "values of components decide only impartial sums under normal play without draws, where a player moves in one component at a time"
    )]
    NotBySum,
    /// This component can be reached but has no value.
    #[error("{0} can be reached, but has no value")]
    NoValue(String),
    /// A value is not the mex of the values of the options.
    #[error("{component} has the value {found} by the values of its options, not {stated}")]
    WrongValue {
        /// The component.
        component: String,
        /// The value in the strategy.
        stated: u64,
        /// The value that follows from the options.
        found: u64,
    },
    /// A value is given for a text that is not a component that can be reached.
    #[error("{0} has a value, but cannot be reached")]
    Superfluous(String),
    /// The nim sum of the components is not as claimed, so the other player wins.
    #[error("the nim sum of the values of the components is {0}, so the player of the strategy loses")]
    WrongTotal(u64),
    /// The strategy uses bounds, but bounds do not add up in this game.
    #[error("bounds add up only under normal play without draws, where a player moves in one component at a time")]
    NotByBounds,
    /// A sum has too many bounds.
    #[error("{sum} has more than {most} bounds")]
    ManyBounds {
        /// The sum.
        sum: String,
        /// The largest number of bounds that is allowed.
        most: usize,
    },
    /// A bound is not a sum of number, ups and star.
    #[error("{sum} has a bound that cannot be read: {reason}")]
    BadBound {
        /// The sum with this bound.
        sum: String,
        /// The mistake in the text.
        reason: BadValues,
    },
    /// A component that is split off from sums is not a single component with this bound.
    #[error("{0} is listed apart, but is not a single summand with this bound")]
    NotApart(String),
    /// A move of the other player breaks a bound.
    #[error("{sum} may not have the bound {bound}: the bounds of {after}, which can follow it, do not add up to that")]
    Broken {
        /// The sum.
        sum: String,
        /// The bound in the strategy.
        bound: String,
        /// The position after the other player's move. It is the sum itself if the move is made in the bound.
        after: String,
    },
    /// No move of the strategy's player keeps a bound.
    #[error("{sum} may not have the bound {bound}: no move of the strategy's player leads to bounds that add up to that")]
    NotKept {
        /// The sum.
        sum: String,
        /// The bound in the strategy.
        bound: String,
    },
    /// The bounds do not imply that the strategy's player wins.
    #[error("the bounds of the position do not add up to a win")]
    NotWonByBounds,
    /// The rules could not list the options of a position.
    #[error("{position}: {reason}")]
    Unreadable {
        /// The position.
        position: String,
        /// The reason given by the rules.
        reason: String,
    },
}
