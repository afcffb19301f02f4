//! Mistakes in a claimed period of values.

use super::period::BadPeriod;
use thiserror::Error;

/// A mistake in a claimed period of values.
///
/// ```
/// let error = sprague_check::BadValues::WrongValue { n: 3 };
/// assert_eq!(error.to_string(), "a heap of 3 does not have the value that is stated");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadValues {
    /// The rows of such a claim hold values.
    #[error("the rows are said to hold {found:?}, and values are stated")]
    OtherRows {
        /// The kind of rows that is claimed.
        found: String,
    },
    /// Values are those of normal play.
    #[error("values belong to normal play")]
    Misere,
    /// Left and Right have no amounts of their own.
    ///
    /// The values of other heaps are nimbers, or they have none.
    #[error("values are checked for partizan heaps, in which Left and Right have sets of amounts or codes of their own")]
    NotPartizan,
    /// Another theorem is cited, or none.
    #[error(transparent)]
    Theorem(BadPeriod),
    /// A period is at least 1.
    #[error("a period is at least 1")]
    PeriodZero,
    /// There must be preperiod + period values.
    #[error("{found} values are given, not {preperiod} + {period}")]
    NumberOfValues {
        /// The number of values that are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// A text that names no value.
    #[error("{text:?} is no sum of number, ups and star such as 1/2^*")]
    Unreadable {
        /// The text, or the beginning of it.
        text: String,
    },
    /// A node comes after those that are its options, so that games end.
    #[error("node {node} has the option {option}, which is no earlier node")]
    LaterNode {
        /// The node with that option.
        node: u64,
        /// The node that is said to be its option.
        option: u64,
    },
    /// The value of a heap is no node.
    #[error("the value of a heap of {n} is said to be node {node}, and there is none")]
    NoSuchNode {
        /// The tokens of that heap.
        n: u64,
        /// The node that is named.
        node: u64,
    },
    /// Nobody knows a theorem about values that rise by anything else.
    #[error("no theorem is known about values that rise by {saltus:?}, which is no number")]
    SaltusNoNumber {
        /// The claimed saltus.
        saltus: String,
    },
    /// A node is a number, and values rise.
    ///
    /// There, numbers are told from other values by their text.
    #[error("node {node} is a number, and is to be written as one, since values rise")]
    NumberAsNode {
        /// The node that is a number.
        node: u64,
    },
    /// A value is not what the rules say.
    #[error("a heap of {n} does not have the value that is stated")]
    WrongValue {
        /// The tokens of that heap.
        n: u64,
    },
    /// A value that the theorem needs to repeat does not.
    #[error("the value of a heap of {n} does not repeat {period} tokens later")]
    DoesNotRepeat {
        /// The first such heap.
        n: u64,
        /// The claimed period.
        period: u64,
    },
    /// The values do repeat, and already after fewer tokens.
    #[error("period {period} is not minimal: {least} is a period")]
    PeriodNotMinimal {
        /// The claimed period.
        period: u64,
        /// A smaller one.
        least: u64,
    },
    /// The values do repeat, and already from an earlier heap on.
    #[error("preperiod {preperiod} is not minimal: the value before it repeats too")]
    PreperiodNotMinimal {
        /// The claimed preperiod.
        preperiod: u64,
    },
}
