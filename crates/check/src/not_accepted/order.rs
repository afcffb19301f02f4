//! Mistakes in a claim about the order of all rows.

use super::period::BadPeriod;
use thiserror::Error;

/// A mistake in a claim about the order of all rows.
///
/// ```
/// let error = sprague_check::BadOrder::WindowTooSmall { window: 8, needed: 12 };
/// assert_eq!(error.to_string(), "a square of side 8 is too small: the theorem needs side 12");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadOrder {
    /// The certificate claims rows of another kind than an order.
    #[error("the certificate states an order, but its rows are called {found:?}")]
    OtherRows {
        /// The kind of rows that is claimed.
        found: String,
    },
    /// The claim is about misère play, but the order belongs to normal play.
    #[error("the order of rows is defined only for normal play")]
    Misere,
    /// The rules are not about finite sets of amounts.
    #[error("the order of rows is checked only for heaps that never split, with a finite set of amounts for each player")]
    NotTaken,
    /// Another theorem is cited.
    #[error(transparent)]
    Theorem(BadPeriod),
    /// A number is out of its range, such as a period of 0.
    #[error("{what} is out of its range")]
    OutOfRange {
        /// The name of the number.
        what: &'static str,
    },
    /// The square is smaller than the theorem needs.
    #[error("a square of side {window} is too small: the theorem needs side {needed}")]
    WindowTooSmall {
        /// The claimed side.
        window: u64,
        /// The side that the theorem needs.
        needed: u64,
    },
    /// Two heaps do not compare as claimed.
    #[error("heaps {m} and {n} do not compare as heaps {others:?} do")]
    DoesNotRepeat {
        /// The first heap.
        m: u64,
        /// The second heap.
        n: u64,
        /// The two heaps that should compare in the same way.
        others: [u64; 2],
    },
    /// The games that are added to rows are not well formed.
    #[error("layer {layer} has an option that is not an earlier layer, or the first layer is not 0")]
    BadLayer {
        /// The index of the first such game, from 0.
        layer: u64,
    },
    /// A row does not gain the claimed game.
    #[error("row {later} is not row {n} plus layer {layer}")]
    DoesNotGain {
        /// The row.
        n: u64,
        /// The later row.
        later: u64,
        /// The index of the claimed game.
        layer: u64,
    },
    /// A row does not have the claimed options.
    #[error("heap {n} does not have the stated canonical options")]
    WrongOptions {
        /// The number of tokens of the heap.
        n: u64,
    },
    /// The place from which a row is claimed to repeat is wrong or too late.
    #[error("the comparison of row {n} with lower rows does not repeat from {place} on, but the theorem needs this")]
    DoesNotSettle {
        /// The row.
        n: u64,
        /// The claimed place.
        place: u64,
    },
}
