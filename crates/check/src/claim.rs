//! The trait of claims that can be checked.

use crate::not_accepted::NotAccepted;
use sprague_core::Limits;

/// A claim that is true or false for given rules: a certificate, or a strategy.
///
/// The caller must make sure that the rules are the ones that the claim names.
///
/// ```
/// use sprague_check::Claim;
/// use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
/// use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind};
/// use sprague_core::{Limits, Play};
///
/// let nim = HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()));
/// let claim = Certificate {
///     family: "nim".into(),
///     play: Play::Normal,
///     rows: RowKind::Nimbers,
///     theorem: TheoremName::AllBut,
///     preperiod: 0,
///     period: 1,
///     saltus: 1,
///     values: ClaimedRows::Nimbers(vec![vec![0]]),
///     equal_states: None,
/// };
/// assert!(claim.check(&nim, &Limits::default()).is_ok()); // every heap of Nim is one more than the heap before
/// ```
pub trait Claim {
    /// The rules, as far as the checker needs them.
    type Rules<'r>: ?Sized;

    /// The result of an accepted claim, with the amount of work done.
    type Accepted;

    /// The number of steps after which [`check`](Self::check) gives up.
    fn most_steps(&self) -> u64;

    /// Accepts the claim if all of it is true, within limits.
    ///
    /// Rows, heaps and positions that are examined count as positions.
    ///
    /// # Errors
    /// Returns [`NotAccepted`]: the first mistake, or the reason why it is open whether the claim is true.
    fn check(&self, rules: &Self::Rules<'_>, limits: &Limits) -> Result<Self::Accepted, NotAccepted> {
        self.check_within(rules, self.most_steps(), limits)
    }

    /// Accepts the claim as [`check`](Self::check) does, in at most `most_steps` steps.
    ///
    /// It may exceed them by the steps of the row at which it stops.
    ///
    /// # Errors
    /// The errors of [`check`](Self::check).
    fn check_within(&self, rules: &Self::Rules<'_>, most_steps: u64, limits: &Limits) -> Result<Self::Accepted, NotAccepted>;
}
