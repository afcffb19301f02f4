//! One question within limits of your own, or to several threads.

use super::nimber::{self, NimberError};
use super::outcome::{self, OutcomeError, OutcomeSearch};
use super::solution::{self, Solution};
use super::value::{self, ValueError, ValueSearch};
use super::{retrograde, smith};
use crate::evaluate::labels::{Labels, LoopyNimbers};
use crate::graph::PositionGraph;
use crate::{Limits, Stopped};
use core::num::NonZeroUsize;
use sprague_core::{Impartial, Nimber, Outcome, Partizan, Ruleset};
use sprague_values::Value;

/// The functions of this module and of [`graph`](crate::graph) within limits of your own.
///
/// ```
/// use sprague::evaluate::{NimberError, Search};
/// use sprague::{Limits, Nimber, Stopped};
/// # use sprague::examples::Nim;
/// let limits = Limits { positions: 100, ..Limits::default() };
/// let search = Search::within(&limits);
/// assert_eq!(search.nimber(&Nim, &1000), Err(NimberError::Stopped(Stopped::Positions(100))));
/// assert_eq!(search.jobs(2.try_into().unwrap()).nimber(&Nim, &9), Ok(Nimber(9)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    limits: &'a Limits,
}

impl<'a> Search<'a> {
    /// Returns searches that stop at these limits.
    pub fn within(limits: &'a Limits) -> Self {
        Self { limits }
    }

    /// Lets this many threads search together.
    pub fn jobs(self, jobs: NonZeroUsize) -> ParallelSearch<'a> {
        ParallelSearch { limits: self.limits, jobs }
    }

    /// Returns the outcome of one position by depth-first search on an explicit stack, so deep games do not overflow the stack
    /// of the thread. Typed sums are decided by the nimbers of their sides.
    ///
    /// A position is finished as soon as one option is lost, and options that have few options themselves are searched first.
    /// This often visits only a small part of the positions that [`solution`](super::solution) explores. The order alone saves
    /// half of the positions in 5×6 Cram: 1.3 million instead of 2.8 million. In Node Kayles on some graphs of 36 vertices it
    /// saves nearly all of them: 18 thousand instead of 1.2 million. See [`OutcomeSearch`] for the cost.
    ///
    /// ```
    /// use sprague::evaluate::Search;
    /// use sprague::{Limits, Outcome, Ruleset};
    /// # struct Nim;
    /// # impl Ruleset for Nim {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(3) }
    /// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
    /// # }
    /// assert_eq!(Search::within(&Limits::default()).outcome(&Nim, &1_000_000), Ok(Outcome::Loss));
    /// ```
    ///
    /// # Errors
    /// Returns [`OutcomeError::Loopy`] if the search meets a position on its own path again and the outcome depends on it, and
    /// [`OutcomeError::Stopped`] if it reaches a limit.
    pub fn outcome<R: Ruleset>(self, rules: &R, position: &R::Position) -> Result<Outcome, OutcomeError> {
        match nimber::outcome_of_sum(rules, position, self.limits)? {
            Some(outcome) => Ok(outcome),
            None => OutcomeSearch::new(rules, self.limits).outcome(position),
        }
    }

    /// Returns the nimber of a position, found by depth-first search on an explicit stack.
    ///
    /// The nimber comes from a [closed form](Impartial::closed_form) if there is one. The [sides](Ruleset::parts) of a typed sum
    /// are searched one by one, each within the limits. The summands of a position are searched separately. Small nimbers are
    /// found by yes/no questions, because these often need only a few of the options.
    ///
    /// Results are kept in a transposition table of at most three quarters of [`Limits::bytes`]. If the table is full, the
    /// results that took the least work are overwritten, and computed again if they are needed.
    ///
    /// # Errors
    /// Returns [`NimberError::Loopy`] if the search meets a cycle and [`NimberError::Stopped`] if it reaches a limit.
    pub fn nimber<R: Impartial>(self, rules: &R, position: &R::Position) -> Result<Nimber, NimberError> {
        nimber::within(rules, position, self.limits)
    }

    /// Returns the value of a position, found by depth-first search on an explicit stack.
    ///
    /// Every summand is valued once, and the negative of a known summand needs no search.
    ///
    /// The search takes O(positions + options) steps over the reachable summands, and each step builds a canonical form. The
    /// limit on positions counts each position once, and also counts one for every four options that are visited while forms are
    /// built and compared.
    ///
    /// ```
    /// use sprague::evaluate::Search;
    /// use sprague::values::{Value, ValueError};
    /// use sprague::{AsPartizan, Limits, Stopped};
    /// # use sprague::examples::Nim;
    /// let limits = Limits { positions: 100, ..Limits::default() };
    /// let search = Search::within(&limits);
    /// assert_eq!(search.value(&AsPartizan(Nim), &3), Ok(Value::star(3)));
    /// assert_eq!(search.value(&AsPartizan(Nim), &1000), Err(ValueError::Stopped(Stopped::Positions(100))));
    /// ```
    ///
    /// # Errors
    /// Returns [`ValueError::Loopy`] if the search meets a cycle and [`ValueError::Stopped`] if it reaches a limit.
    pub fn value<R: Partizan>(self, rules: &R, position: &R::Position) -> Result<Value, ValueError> {
        ValueSearch::new(rules, self.limits).value(position)
    }

    /// Does the same as [`solution`](super::solution).
    ///
    /// # Errors
    /// Returns [`Stopped`] at the first limit that is reached.
    pub fn solution<'r, R: Ruleset>(self, rules: &'r R, position: &R::Position) -> Result<Solution<'r, R>, Stopped> {
        solution::solution(rules, position, self.limits)
    }

    /// Does the same as [`outcomes`](crate::evaluate::labels::outcomes).
    ///
    /// If options were left out of the graph, wins and losses are proved by the options that are there, and a position that they
    /// do not decide counts as a draw.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit on time or memory is reached.
    pub fn outcomes<P>(self, graph: &PositionGraph<P>) -> Result<Labels, Stopped> {
        retrograde::labelled(graph, self.limits)
    }

    /// Returns the nimber of every position of a graph; the entry is `None` if a cycle can be reached from the position.
    ///
    /// The graph must have been explored with impartial rules.
    ///
    /// ```
    /// use sprague::evaluate::Search;
    /// use sprague::graph::PositionGraph;
    /// use sprague::{Limits, Nimber, Ruleset};
    ///
    /// /// From 0 to itself or to 1, from 1 to 2.
    /// struct Token;
    /// impl Ruleset for Token {
    ///     type Position = u8;
    ///     type Move = u8;
    ///     fn moves(&self, vertex: &u8) -> impl Iterator<Item = u8> { [vec![0, 1], vec![2], vec![]][usize::from(*vertex)].clone().into_iter() }
    ///     fn play(&self, _: &u8, to: &u8) -> u8 { *to }
    /// }
    /// let limits = Limits::default();
    /// let graph = PositionGraph::explore(&Token, 0, &limits)?;
    /// assert_eq!(Search::within(&limits).nimbers(&graph)?, [None, Some(Nimber(1)), Some(Nimber(0))]);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit on time or memory is reached.
    pub fn nimbers<P>(self, graph: &PositionGraph<P>) -> Result<Vec<Option<Nimber>>, Stopped> {
        nimber::nimbers_where_play_ends(graph, self.limits)
    }

    /// Does the same as [`loopy_nimbers`](crate::evaluate::labels::loopy_nimbers).
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit on time or memory is reached.
    pub fn loopy_nimbers<P>(self, graph: &PositionGraph<P>) -> Result<LoopyNimbers<'_, P>, Stopped> {
        smith::smith_values(graph, self.limits)
    }
}

/// A [`Search`] by several threads. The first one that finds the result stops the others.
///
/// This pays off if there are many positions. The limits apply to every thread; the memory of all threads is added up. The result
/// does not depend on the number of threads, but whether a loop is met on the way to an outcome may depend on it.
///
/// ```
/// use sprague::evaluate::Search;
/// use sprague::values::Value;
/// use sprague::{AsPartizan, Limits, Nimber, Outcome};
/// # use sprague::examples::Nim;
/// let limits = Limits::default();
/// let search = Search::within(&limits).jobs(2.try_into().unwrap());
/// assert_eq!(search.outcome(&Nim, &1_000), Ok(Outcome::Win));
/// assert_eq!(search.has_nimber(&Nim, &9, Nimber(8)), Ok(false));
/// assert_eq!(search.value(&AsPartizan(Nim), &9), Ok(Value::star(9)));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ParallelSearch<'a> {
    limits: &'a Limits,
    jobs: NonZeroUsize,
}

impl ParallelSearch<'_> {
    /// Returns the outcome of a position.
    ///
    /// # Errors
    /// See [`Search::outcome`].
    pub fn outcome<R>(self, rules: &R, position: &R::Position) -> Result<Outcome, OutcomeError>
    where
        R: Ruleset<Position: Sync> + Sync,
    {
        match nimber::outcome_of_sum(rules, position, self.limits)? {
            Some(outcome) => Ok(outcome),
            None => outcome::in_parallel(rules, position, self.limits, self.jobs, &outcome::table(self.limits)),
        }
    }

    /// Returns the nimber of a position.
    ///
    /// # Errors
    /// See [`Search::nimber`].
    pub fn nimber<R>(self, rules: &R, position: &R::Position) -> Result<Nimber, NimberError>
    where
        R: Impartial<Position: Sync> + Sync,
    {
        let Self { limits, jobs } = self;
        nimber::found(rules, position, limits, || {
            nimber::in_parallel(rules, limits, &nimber::table(limits), jobs, |search| search.nimber(position))
        })
    }

    /// Returns `true` if the position has this nimber, which often takes far less work than finding it.
    ///
    /// # Errors
    /// See [`Search::nimber`].
    pub fn has_nimber<R>(self, rules: &R, position: &R::Position, nimber: Nimber) -> Result<bool, NimberError>
    where
        R: Impartial<Position: Sync> + Sync,
    {
        let table = nimber::table(self.limits);
        nimber::in_parallel(rules, self.limits, &table, self.jobs, |search| search.has_nimber(position, nimber))
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// See [`Search::value`].
    pub fn value<R>(self, rules: &R, position: &R::Position) -> Result<Value, ValueError>
    where
        R: Partizan<Position: Send + Sync> + Sync,
    {
        value::value_in_parallel(rules, position, self.limits, self.jobs)
    }
}
