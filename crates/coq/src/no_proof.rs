//! The reasons why there is no theorem for Coq.

use thiserror::Error;

/// The reason why a certificate cannot be written as a theorem for Coq.
///
/// ```
/// use sprague_coq::NoProof;
/// let refused = NoProof::Theorem { of: "the misère quotient of a family".into() };
/// assert_eq!(refused.to_string(), "no Coq proof for this theorem: the theories do not cover the misère quotient of a family");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoProof {
    /// The theories have no theorem of this kind.
    #[error("no Coq proof for this theorem: the theories do not cover {of}")]
    Theorem {
        /// The kind, which follows "cover" in the message.
        of: String,
    },
    /// The kernel of Coq would take too long.
    #[error("no Coq proof of this size: {of} would be {found}, and at most {most} are written")]
    TooLarge {
        /// The part that is too large: amounts, memory, rows or steps.
        of: &'static str,
        /// Its size, or the number at which counting stopped.
        found: u64,
        /// The maximum size.
        most: u64,
    },
    /// The parts of the certificate contradict each other.
    #[error("this certificate is malformed: {why}")]
    Malformed {
        /// The part that contradicts the others.
        why: &'static str,
    },
}
