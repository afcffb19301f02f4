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
    /// A claim about nimbers or outcomes of heaps is wrong.
    #[error(transparent)]
    Period(#[from] BadPeriod),
    /// A claim about values of heaps is wrong.
    #[error(transparent)]
    Values(#[from] BadValues),
    /// A claim about the order of heaps is wrong.
    #[error(transparent)]
    Order(#[from] BadOrder),
    /// A claim about a misère quotient is wrong.
    #[error(transparent)]
    Quotient(#[from] BadQuotient),
    /// The strategy does not win, or does not draw, as it claims.
    #[error(transparent)]
    Strategy(#[from] BadStrategy),
    /// A claim about the order of two sums is wrong.
    #[error(transparent)]
    Comparison(#[from] BadComparison),
    /// The claim is neither accepted nor refuted, because the check would exceed a fixed limit of the checker on steps or
    /// memory.
    #[error("too large to check: more than {most} {of}")]
    TooLarge {
        /// The limit.
        most: u64,
        /// The name of the limited quantity.
        of: &'static str,
    },
    /// The claim is neither accepted nor refuted, because the saved state of an earlier run cannot be used.
    #[error("the saved progress is damaged, or belongs to another claim or version")]
    DamagedSave,
    /// The claim is neither accepted nor refuted, because a limit of the caller was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl NotAccepted {
    /// Returns `true` if the claim may still be true because the checker gave up.
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
