//! Reasons why a claim is not accepted: a mistake, or a limit.

mod comparison;
mod order;
mod period;
mod quotient;
mod strategy;
mod values;

pub use comparison::BadComparison;
pub use order::BadOrder;
pub use period::BadPeriod;
pub use quotient::BadQuotient;
pub use strategy::BadStrategy;
pub use values::BadValues;

use crate::effort::Exhausted;
use sprague_core::Stopped;
use thiserror::Error;

/// The reason why a claim is not accepted.
///
/// ```
/// use sprague_check::{BadPeriod, NotAccepted};
/// use sprague_core::Stopped;
/// assert!(!NotAccepted::from(BadPeriod::PeriodZero).is_open());
/// assert!(NotAccepted::from(Stopped::Asked).is_open());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotAccepted {
    /// It is a wrong claim about the nimbers or outcomes of heaps.
    #[error(transparent)]
    Period(#[from] BadPeriod),
    /// It is a wrong claim about the values of heaps.
    #[error(transparent)]
    Values(#[from] BadValues),
    /// It is a wrong claim about the order of heaps.
    #[error(transparent)]
    Order(#[from] BadOrder),
    /// It is a wrong claim about a misère quotient.
    #[error(transparent)]
    Quotient(#[from] BadQuotient),
    /// It is no winning strategy, or no drawing one.
    #[error(transparent)]
    Strategy(#[from] BadStrategy),
    /// It is a wrong claim about the order of two sums.
    #[error(transparent)]
    Comparison(#[from] BadComparison),
    /// Neither accepted nor refuted: the check takes too many steps, or too much room.
    ///
    /// More than the checker has for anybody.
    #[error("too large to check: more than {most} {of}")]
    TooLarge {
        /// The limit.
        most: u64,
        /// The thing that is limited.
        of: &'static str,
    },
    /// Neither accepted nor refuted: the save of an earlier run is none.
    #[error("what was saved is damaged, or of another claim or version")]
    DamagedSave,
    /// Neither accepted nor refuted: a limit of the question was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl NotAccepted {
    /// Tells whether the claim may be true: the checker gave up before it knew.
    ///
    /// ```
    /// use sprague_check::{MAX_CELLS, NotAccepted};
    /// assert!(NotAccepted::TooLarge { most: MAX_CELLS, of: "cells" }.is_open());
    /// ```
    pub fn is_open(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::DamagedSave | Self::Stopped(_))
    }
}

impl From<Exhausted> for NotAccepted {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Steps(most) => Self::TooLarge { most, of: "steps" },
            Exhausted::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}
