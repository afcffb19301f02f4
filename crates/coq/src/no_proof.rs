//! The reasons why there is no theorem for Coq.

use thiserror::Error;

/// A certificate that becomes no theorem for Coq.
///
/// ```
/// use sprague_coq::NoProof;
/// let refused = NoProof::Theorem { of: "the misère quotient of a family".into() };
/// assert_eq!(refused.to_string(), "no Coq proof for this theorem: the theories do not cover the misère quotient of a family");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoProof {
    /// The theories do not prove a theorem of this kind.
    #[error("no Coq proof for this theorem: the theories do not cover {of}")]
    Theorem {
        /// The kind, to be read behind "cover".
        of: String,
    },
    /// The kernel of Coq would take too long.
    #[error("no Coq proof of this size: {of} would be {found}, and at most {most} are written")]
    TooLarge {
        /// The number that is too large: amounts, memory, rows or steps.
        of: &'static str,
        /// As large as it would be, or as far as it was counted.
        found: u64,
        /// The most that is written.
        most: u64,
    },
    /// The rows and the rest of the certificate do not fit together.
    #[error("this certificate is malformed: {why}")]
    Malformed {
        /// The part that does not fit.
        why: &'static str,
    },
}
