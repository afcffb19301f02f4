//! Mistakes in a claimed period of values.

use super::period::BadPeriod;
use thiserror::Error;

/// A mistake in a claimed period of values.
///
/// ```
/// let error = sprague_check::BadValues::WrongValue { n: 3 };
/// assert_eq!(error.to_string(), "heap 3 does not have the stated value");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadValues {
    /// The certificate claims rows of another kind than values.
    #[error("the certificate states values, but its rows are called {found:?}")]
    OtherRows {
        /// The kind of rows that is claimed.
        found: String,
    },
    /// The claim is about misère play, but values are defined only for normal play.
    #[error("values are defined only for normal play")]
    Misere,
    /// Left and Right do not have different moves. Heaps of other rules have nimbers, or no values.
    #[error("values are checked only for partizan heap games, where Left and Right each have a set of amounts or a code")]
    NotPartizan,
    /// Another theorem is cited, or no theorem is known.
    #[error(transparent)]
    Theorem(BadPeriod),
    /// The period is 0.
    #[error("a period must be at least 1")]
    PeriodZero,
    /// The number of values is not preperiod + period.
    #[error("{found} values are given, but preperiod + period is {preperiod} + {period}")]
    NumberOfValues {
        /// The number of values that are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// A text is not a value.
    #[error("{text:?} is not a number with ups and star, such as 1/2^*")]
    Unreadable {
        /// The text, or its beginning.
        text: String,
    },
    /// The option of a node is not an earlier node. Options must be earlier, so that games end.
    #[error("node {node} has the option {option}, which is not an earlier node")]
    LaterNode {
        /// The node with that option.
        node: u64,
        /// The index that is given as its option.
        option: u64,
    },
    /// The value of a heap is not the index of a node.
    #[error("the value of heap {n} is given as node {node}, which does not exist")]
    NoSuchNode {
        /// The number of tokens of the heap.
        n: u64,
        /// The index that is given.
        node: u64,
    },
    /// The saltus is not a number, and no theorem is known for other values.
    #[error("values must rise by a number, not by {saltus:?}: no theorem covers other values")]
    SaltusNoNumber {
        /// The claimed saltus.
        saltus: String,
    },
    /// A node is a number, but values rise. Numbers must then be written as text, which distinguishes them from other values.
    #[error("node {node} is a number, and must be written as a number because values rise")]
    NumberAsNode {
        /// The index of the node.
        node: u64,
    },
    /// A value does not follow from the rules.
    #[error("heap {n} does not have the stated value")]
    WrongValue {
        /// The number of tokens of the heap.
        n: u64,
    },
    /// A value that must repeat for the theorem does not.
    #[error("the value of heap {n} does not repeat {period} tokens later")]
    DoesNotRepeat {
        /// The first such heap.
        n: u64,
        /// The claimed period.
        period: u64,
    },
    /// The values repeat, but a smaller period works too.
    #[error("period {period} is not minimal: {least} is a period")]
    PeriodNotMinimal {
        /// The claimed period.
        period: u64,
        /// A smaller period.
        least: u64,
    },
    /// The values repeat, but already from an earlier heap on.
    #[error("preperiod {preperiod} is not minimal: the value before it repeats too")]
    PreperiodNotMinimal {
        /// The claimed preperiod.
        preperiod: u64,
    },
}
