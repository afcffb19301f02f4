//! Claims, all of which are checked through one door.

use crate::not_accepted::NotAccepted;
use sprague_core::Limits;

/// A claim that is true or false by rules: a certificate, or a strategy.
///
/// The caller sees to it that these rules are those that it names.
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

    /// The result of an accepted claim, with what was looked at for it.
    type Accepted;

    /// The most steps that [`check`](Self::check) takes before it gives up.
    fn most_steps(&self) -> u64;

    /// Accepts the claim if all of it is true, under these limits.
    ///
    /// Rows, heaps and positions that come up count as positions.
    ///
    /// # Errors
    /// [`NotAccepted`] names the first mistake, or what leaves open whether it is true.
    fn check(&self, rules: &Self::Rules<'_>, limits: &Limits) -> Result<Self::Accepted, NotAccepted> {
        self.check_within(rules, self.most_steps(), limits)
    }

    /// The same, in no more than so many steps.
    ///
    /// It may also take those of the row where it stops.
    ///
    /// # Errors
    /// As [`check`](Self::check).
    fn check_within(&self, rules: &Self::Rules<'_>, most_steps: u64, limits: &Limits) -> Result<Self::Accepted, NotAccepted>;
}
