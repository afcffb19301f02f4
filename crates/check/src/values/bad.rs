//! Why a claimed period of values is not accepted: one variant for each reason.

#[cfg(doc)]
use super::MAX_COMPARISON_STEPS;
use crate::Rejected;
use crate::effort::Exhausted;
use sprague_core::Stopped;
use thiserror::Error;

/// Why a claimed period of values is not accepted.
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
        /// What they are said to hold.
        found: String,
    },
    /// Values are those of normal play.
    #[error("values belong to normal play")]
    Misere,
    /// Left and Right need amounts of their own: the values of other heaps are nimbers, or they have none.
    #[error("values are checked for partizan heaps, in which Left and Right take amounts of their own sets")]
    NotPartizan,
    /// Another theorem is cited, or none.
    #[error(transparent)]
    Theorem(Rejected),
    /// A period is at least 1.
    #[error("a period is at least 1")]
    PeriodZero,
    /// There must be preperiod + period values.
    #[error("{found} values are given, not {preperiod} + {period}")]
    NumberOfValues {
        /// How many values are given.
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
        /// The node.
        node: u64,
        /// What is said to be its option.
        option: u64,
    },
    /// The value of a heap is no node.
    #[error("the value of a heap of {n} is said to be node {node}, and there is none")]
    NoSuchNode {
        /// How many tokens the heap has.
        n: u64,
        /// The node.
        node: u64,
    },
    /// Nobody knows a theorem about values that rise by anything else.
    #[error("no theorem is known about values that rise by {saltus:?}, which is no number")]
    SaltusNoNumber {
        /// The claimed saltus.
        saltus: String,
    },
    /// Where values rise, numbers are told from other values by their text.
    #[error("node {node} is a number, and is to be written as one, since values rise")]
    NumberAsNode {
        /// The node.
        node: u64,
    },
    /// A value is not what the rules say.
    #[error("a heap of {n} does not have the value that is stated")]
    WrongValue {
        /// How many tokens the heap has.
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
    /// Neither accepted nor refuted: checking it takes more than [`MAX_COMPARISON_STEPS`].
    #[error("too large to check: more than {most} steps")]
    TooLarge {
        /// The limit.
        most: u64,
    },
    /// Neither accepted nor refuted: a limit of the question was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<Exhausted> for BadValues {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Steps(most) => Self::TooLarge { most },
            Exhausted::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}
