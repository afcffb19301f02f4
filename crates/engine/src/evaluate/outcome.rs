//! Outcomes depth first, with early exit, when the graph need not be held.

use super::memo::{Evaluation, FoundBy, MemoOf, Recursion};
use crate::{Limits, Stopped};
use core::ops::Neg;
use sprague_core::any::Fault;
use sprague_core::{Outcome, Ruleset};
use thiserror::Error;

/// Why a search without a graph has no answer.
///
/// ```
/// assert!(sprague::evaluate::OutcomeError::Loopy.to_string().contains("again"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutcomeError {
    /// A position can come again; [`outcomes`](crate::evaluate::outcomes) decides such games.
    #[error("a position can come again, so play need not end")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Outcome of one position by memoised search on an explicit stack: no depth overflows anything.
///
/// A position is left as soon as one option is lost, so this often visits far fewer positions than
/// [`solution`](crate::evaluate::solution) explores. O(positions + options) at most.
///
/// ```
/// use sprague::{Limits, Outcome, Ruleset};
/// use sprague::evaluate::outcome_depth_first;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(3) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// assert_eq!(outcome_depth_first(&Nim, &1_000_000, &Limits::default()), Ok(Outcome::Loss));
/// ```
///
/// # Errors
/// [`OutcomeError::Loopy`] if the search meets a position again on its own path, [`OutcomeError::Stopped`] at a limit.
pub fn outcome_depth_first<R: Ruleset>(rules: &R, root: &R::Position, limits: &Limits) -> Result<Outcome, OutcomeError> {
    OutcomeSearch::new(rules, limits).outcome(root)
}

/// A depth-first search that remembers: ask it about one position after another, all under the same limits.
///
/// ```
/// use sprague::{Limits, Outcome, Ruleset};
/// use sprague::evaluate::OutcomeSearch;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(3) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// let limits = Limits::default();
/// let mut search = OutcomeSearch::new(&Nim, &limits);
/// let lost: Vec<u64> = (0..10).filter(|heap| search.outcome(heap) == Ok(Outcome::Loss)).collect();
/// assert_eq!(lost, [0, 4, 8]);
/// ```
#[derive(Debug)]
pub struct OutcomeSearch<'a, R: Ruleset>(Recursion<'a, OutcomeOf<'a, R>, R::Position, Option<Outcome>, Option<Outcome>>);

impl<'a, R: Ruleset> OutcomeSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(OutcomeOf(rules), limits))
    }

    /// The outcome of a position for the player to move.
    ///
    /// # Errors
    /// As [`outcome_depth_first`]. What was decided before stays known.
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, OutcomeError> {
        Ok(self.0.value(position.clone())?.expect("it is decided"))
    }
}

/// The best that an option leaves, from the last option to the first, until one is lost.
struct OutcomeOf<'a, R>(&'a R);

impl<R: Ruleset> Evaluation for OutcomeOf<'_, R> {
    type Key = R::Position;
    type Value = Option<Outcome>;
    type Fold = Option<Outcome>;
    type Error = OutcomeError;
    const LOOPY: OutcomeError = OutcomeError::Loopy;

    fn options(
        &mut self,
        position: &R::Position,
        best: &mut Option<Outcome>,
        memo: &mut MemoOf<'_, Self>,
    ) -> Result<(), Stopped> {
        for option in self.0.options(position) {
            memo.note(self, best, None, || option)?;
        }
        Ok(())
    }
    #[inline]
    fn find(&mut self, option: R::Position, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        Ok(memo.find(self.0.normal_form(option)))
    }
    fn see(best: &mut Option<Outcome>, outcome: Option<Outcome>, _: &mut Vec<Option<Outcome>>) {
        *best = outcome.map(Neg::neg).max(*best);
    }
    fn is_decided(best: &Option<Outcome>) -> bool {
        *best == Some(Outcome::Win)
    }
    fn value(
        &mut self,
        position: &R::Position,
        best: &mut Option<Outcome>,
        _: &mut [Option<Outcome>],
    ) -> Result<Option<Option<Outcome>>, Stopped> {
        Ok(Some(Some(best.unwrap_or_else(|| self.0.terminal_outcome(position)))))
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.0.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}
