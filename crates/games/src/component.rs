//! One component of a sum: a position its rules can hold, or a heap beyond 64 bits that only a period can answer for.

use num_bigint::BigUint;
use sprague::AnyPosition;

/// A component of a position.
///
/// ```
/// use sprague_games::{Component, Session};
///
/// let session = Session::new();
/// assert!(matches!(session.position("nim@3")?.places()[0].component, Component::Near(_)));
/// assert!(matches!(session.position("nim@10^100")?.places()[0].component, Component::Far { .. }));
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Component {
    /// A position of the ruleset itself.
    Near(AnyPosition),
    /// Heaps, at least one of 2⁶⁴ tokens or more; one of them, except where moves split heaps.
    Far {
        /// The sizes, least first.
        heaps: Vec<BigUint>,
        /// The column of the family's rows that it belongs to.
        state: usize,
        /// What stands behind the heap in the notation: `/3.1`, `.0.1`, or nothing.
        rest: String,
    },
}
