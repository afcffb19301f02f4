//! The results that are available when a limit is reached.

use super::judged::JudgedMove;
use super::{SumMove, SumValue};
use sprague_core::{Outcome, OutcomeClass, ScoreBounds};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Receives the results that a search finds about its sum, so that they remain available after a limit is reached. Clones share
/// their contents.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, solve};
/// use sprague::{Limits, Outcome, any};
/// use sprague::examples::Nim;
///
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = MixedSum::of([Component::new(&nim, &3_u64)]);
/// let options = SolveOptions { search: true, limits: Limits { positions: 2, ..Limits::default() }, ..SolveOptions::default() };
/// assert!(solve(&sum, &options).is_err());
/// assert_eq!(options.known.get().outcome, Some(Outcome::Win)); // but not all its moves
/// ```
#[derive(Clone, Debug, Default)]
pub struct Known {
    notes: Arc<Mutex<Notes>>,
    listener: Option<Listener>,
}

/// A part of an answer, when a search has just found it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Part<'a> {
    /// The outcome for the player to move.
    Outcome(Outcome),
    /// The winner for each starting player.
    Class(OutcomeClass),
    /// The value of the sum.
    Value(&'a SumValue),
    /// A move with its result.
    Move(&'a JudgedMove),
}

#[derive(Clone)]
struct Listener(Arc<dyn Fn(Part<'_>) + Send + Sync>);

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

/// The results that were found before a limit was reached.
///
/// ```
/// assert!(sprague::solve::Notes::default().winning_moves.is_empty());
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Notes {
    /// The outcome for the player to move.
    pub outcome: Option<Outcome>,
    /// The winner for each starting player, for partizan sums.
    pub outcome_class: Option<OutcomeClass>,
    /// Bounds of the score for the player to move, if the rules count points and a search has found some.
    pub score_bounds: Option<ScoreBounds>,
    /// Moves that are known to keep the best outcome. There may be more.
    pub winning_moves: Vec<SumMove>,
    /// The moves whose results are known, if all moves were requested.
    pub moves: Vec<JudgedMove>,
}

impl Known {
    /// Returns an empty value that also passes each part on as soon as it is found, on any thread, perhaps more than once.
    ///
    /// ```
    /// use sprague::solve::{Component, Known, MixedSum, RulesetCache, SolveOptions, solve};
    /// use sprague::any;
    /// use sprague::examples::Nim;
    /// use std::sync::{Arc, Mutex};
    ///
    /// let told = Arc::<Mutex<Vec<String>>>::default();
    /// let list = told.clone();
    /// let known = Known::telling(move |part| list.lock().unwrap().push(format!("{part:?}")));
    /// let nim = Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    /// let options = SolveOptions { all_moves: true, known, ..SolveOptions::default() };
    /// solve(&MixedSum::of([Component::new(&nim, &3_u64)]), &options)?;
    /// let told = told.lock().unwrap();
    /// assert_eq!(told[0], "Outcome(Win)");
    /// assert!(told.iter().filter(|part| part.starts_with("Move")).count() >= 3);
    /// # Ok::<(), sprague::solve::SolveError>(())
    /// ```
    pub fn telling(listener: impl Fn(Part<'_>) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Listener(Arc::new(listener))), ..Self::default() }
    }

    /// Returns whether somebody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.listener.is_some()
    }

    /// Passes a part on, if somebody listens.
    pub(super) fn tell(&self, part: Part<'_>) {
        if let Some(Listener(tell)) = &self.listener {
            tell(part);
        }
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the results so far.
    ///
    /// ```
    /// assert!(sprague::solve::Known::default().get().outcome.is_none());
    /// ```
    pub fn get(&self) -> Notes {
        self.notes().clone()
    }

    /// Drops all results, because the rules have failed.
    pub(super) fn clear(&self) {
        *self.notes() = Notes::default();
    }

    pub(super) fn outcome(&self, outcome: Outcome) {
        self.notes().outcome = Some(outcome);
        self.tell(Part::Outcome(outcome));
    }

    pub(super) fn score_bounds(&self, bounds: ScoreBounds) {
        self.notes().score_bounds = Some(bounds).filter(|bounds| *bounds != ScoreBounds::UNKNOWN);
    }

    pub(super) fn class(&self, class: OutcomeClass) {
        self.notes().outcome_class = Some(class);
        self.tell(Part::Class(class));
    }

    pub(super) fn winning_moves(&self, moves: Vec<SumMove>) {
        self.notes().winning_moves = moves;
    }

    pub(super) fn moves(&self, moves: Vec<JudgedMove>) {
        self.notes().moves = moves;
    }
}
