//! Mistakes in a strategy.

use super::BadValues;
use thiserror::Error;

/// The reason why a strategy does not keep its promise.
///
/// ```
/// use sprague_check::BadStrategy;
/// assert_eq!(BadStrategy::NoMove("nim@1".into()).to_string(), "nim@1 can come up, but the strategy has no move for it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStrategy {
    /// A position can come up that it does not know.
    #[error("{0} can come up, but the strategy has no move for it")]
    NoMove(String),
    /// Its move is not legal.
    #[error("from {from} there is no legal move to {to}")]
    Illegal {
        /// The position before the move.
        from: String,
        /// The position after it.
        to: String,
    },
    /// Its player has lost there.
    #[error("at {0} the game is over, and its player has lost")]
    Lost(String),
    /// The game can go on for ever, so nobody wins.
    #[error("{0} can come again and again, so the strategy never wins")]
    Endless(String),
    /// It is not written as a multiset.
    #[error("{position}: as a multiset of components, sorted, that is {sorted}")]
    Unsorted {
        /// The position as it is written.
        position: String,
        /// The text as it should be written.
        sorted: String,
    },
    /// There are values where nimbers tell nothing.
    #[error(
        "values of components tell who wins for impartial games, under normal play, moved in one at a time, and without draws"
    )]
    NotBySum,
    /// A component can come up that has no value.
    #[error("{0} can come up, but has no value")]
    NoValue(String),
    /// A value is not the least that no option has.
    #[error("{component} has the value {found} by those of its options, and not {stated}")]
    WrongValue {
        /// The component whose value it is.
        component: String,
        /// The value in the strategy.
        stated: u64,
        /// The value by those of its options.
        found: u64,
    },
    /// There is a value of what is no component that can come up.
    #[error("{0} has a value, but cannot come up")]
    Superfluous(String),
    /// The other player wins.
    #[error("the values of the components add up to {0} without carry, so its player loses")]
    WrongTotal(u64),
    /// There are bounds where they do not add up.
    #[error("bounds add up under normal play, moved in one component at a time, and without draws")]
    NotByBounds,
    /// There are more bounds of a sum than are read.
    #[error("{sum} has more than {most} bounds")]
    ManyBounds {
        /// The sum whose bounds they are.
        sum: String,
        /// The most that are read.
        most: usize,
    },
    /// A bound is no number with ups and a star.
    #[error("{sum} has a bound that cannot be read: {reason}")]
    BadBound {
        /// The sum whose bound it is.
        sum: String,
        /// The fault of its text.
        reason: BadValues,
    },
    /// A summand that is taken out of sums has no such bound.
    #[error("{0} is set apart, but is no single summand with this bound")]
    NotApart(String),
    /// A move of the other player breaks a bound.
    #[error("{sum} need not have the bound {bound}: {after} can come after it, whose bounds do not add up to that")]
    Broken {
        /// The sum whose bound it is.
        sum: String,
        /// The bound in the strategy.
        bound: String,
        /// The position after the other player's move.
        ///
        /// The sum itself, where that is a move in the bound.
        after: String,
    },
    /// No move keeps a bound.
    #[error("{sum} need not have the bound {bound}: after no move of the strategy's player do bounds add up to that")]
    NotKept {
        /// The sum whose bound it is.
        sum: String,
        /// The bound in the strategy.
        bound: String,
    },
    /// The bounds do not say that the player wins.
    #[error("the bounds of the position do not add up to a win")]
    NotWonByBounds,
    /// The rules cannot be asked about a position.
    #[error("{position}: {reason}")]
    Unreadable {
        /// The position that was asked about.
        position: String,
        /// The reason that the rules gave.
        reason: String,
    },
}
