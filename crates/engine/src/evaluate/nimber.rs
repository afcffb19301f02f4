//! Nimbers and outcomes of impartial positions, summand by summand.
//!
//! Sprague 1935, Grundy 1939: the nimber is the least one that no option has, and summands add without carry.

mod questions;

use super::table::Table;
use super::team;
use crate::graph::PositionGraph;
use crate::growth;
use crate::{Limits, Stopped};
use core::fmt;
use core::num::NonZeroUsize;
use questions::Questions;
use sprague_core::limits::{Meter, Work};
use sprague_core::{Impartial, Nimber, Outcome, mex};
use std::sync::Arc;
use thiserror::Error;

/// The reason why an impartial position has no nimber, or none was found.
///
/// ```
/// assert_ne!(sprague::evaluate::NimberError::Loopy.to_string(), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NimberError {
    /// The search met a loopy position.
    ///
    /// It need not meet one that is there. Its answer is then the number that [`loopy_nimbers`](super::loopy_nimbers) gives.
    #[error("loopy: a position can come again, so it has no nimber")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The nimber of a position under [`Limits::of_a_minute`].
///
/// If it takes long, see whether positions fall apart: [`Impartial::summands`].
///
/// ```
/// use sprague::{Impartial, Nimber, Ruleset};
/// use sprague::evaluate::nimber;
///
/// /// Take one of the allowed amounts from a heap.
/// struct Subtraction(Vec<u64>);
/// impl Ruleset for Subtraction {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
///         self.0.iter().copied().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Subtraction {}
///
/// assert_eq!(nimber(&Subtraction(vec![1, 3, 4]), &11), Ok(Nimber(2)));
/// ```
///
/// Misère play has none, and asking does not compile:
///
/// ```compile_fail
/// use sprague::{Impartial, Misere, Ruleset};
/// use sprague::evaluate::nimber;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// nimber(&Misere(Nim), &3); // `nimber(&Nim, &3)` would
/// ```
///
/// # Errors
/// [`NimberError::Loopy`] where it meets a cycle, [`NimberError::Stopped`] at a limit.
pub fn nimber<R: Impartial>(rules: &R, position: &R::Position) -> Result<Nimber, NimberError> {
    nimber_within(rules, position, &Limits::of_a_minute())
}

/// The nimber of a position by depth-first search on an explicit stack.
///
/// Small nimbers are found by yes/no questions, which often need few of the options. Summands are searched alone.
///
/// The results are kept in a table whose size [`Limits::bytes`] bounds. When it is full, those that were least work are
/// forgotten, and found again if need be.
///
/// ```
/// use sprague::{Limits, Stopped};
/// use sprague::evaluate::{NimberError, nimber_within};
/// # use sprague::examples::Nim;
/// let limits = Limits { positions: 100, ..Limits::default() };
/// assert_eq!(nimber_within(&Nim, &1000, &limits), Err(NimberError::Stopped(Stopped::Positions(100))));
/// ```
///
/// # Errors
/// [`NimberError::Loopy`] where it meets a cycle, [`NimberError::Stopped`] at a limit.
pub fn nimber_within<R: Impartial>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Nimber, NimberError> {
    NimberSearch::new(rules, limits).nimber(position)
}

/// A search for nimbers that remembers, for many positions under the same limits.
///
/// ```
/// use sprague::Limits;
/// use sprague::evaluate::NimberSearch;
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(2) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let limits = Limits::default();
/// let mut search = NimberSearch::new(&Nim, &limits);
/// let values: Vec<u32> = (0..7).map(|heap| search.nimber(&heap).unwrap().0).collect();
/// assert_eq!(values, [0, 1, 2, 0, 1, 2, 0]);
/// ```
pub struct NimberSearch<'a, R: Impartial>(Questions<'a, R>);

impl<R: Impartial> fmt::Debug for NimberSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSearch").field("visited", &self.0.visited()).finish_non_exhaustive()
    }
}

impl<'a, R: Impartial> NimberSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::with_table(rules, limits, &Table::new(limits.bytes / 4 * 3))
    }

    /// A search that knows what the table does.
    pub(crate) fn with_table(rules: &'a R, limits: &'a Limits, table: &Arc<Table>) -> Self {
        Self(Questions::new(rules, limits, table, None))
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// As [`nimber_within`]. What was valued before stays known.
    pub fn nimber(&mut self, position: &R::Position) -> Result<Nimber, NimberError> {
        self.0.nimber(position).map(Nimber)
    }

    /// Tells whether the nimber of a position is this.
    ///
    /// That often takes far less than to find it.
    ///
    /// ```
    /// use sprague::evaluate::NimberSearch;
    /// use sprague::{Limits, Nimber};
    /// # use sprague::examples::Nim;
    /// let limits = Limits { positions: 100, ..Limits::default() };
    /// assert_eq!(NimberSearch::new(&Nim, &limits).has_nimber(&1_000_000, Nimber(3)), Ok(false));
    /// ```
    ///
    /// # Errors
    /// As [`nimber_within`].
    pub fn has_nimber(&mut self, position: &R::Position, nimber: Nimber) -> Result<bool, NimberError> {
        self.0.is(position, nimber.0)
    }

    /// The outcome of a position under normal play: lost if its nimber is 0.
    ///
    /// Nothing more is found out.
    ///
    /// ```
    /// use sprague::evaluate::NimberSearch;
    /// use sprague::{Limits, Outcome};
    /// # use sprague::examples::Nim;
    /// assert_eq!(NimberSearch::new(&Nim, &Limits::default()).outcome(&1_000_000), Ok(Outcome::Win));
    /// ```
    ///
    /// # Errors
    /// As [`nimber_within`].
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, NimberError> {
        Ok(if self.has_nimber(position, Nimber(0))? { Outcome::Loss } else { Outcome::Win })
    }

    /// Allows so many further visits, or as many as its limits say.
    pub(crate) fn allow_further(&mut self, further: Option<u64>) {
        self.0.allow_further(further);
    }

    /// The number of positions that were visited.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::evaluate::NimberSearch;
    /// # use sprague::examples::Nim;
    /// let limits = Limits::default();
    /// let mut search = NimberSearch::new(&Nim, &limits);
    /// search.nimber(&9).unwrap();
    /// assert_eq!(search.visited(), 10);
    /// ```
    pub fn visited(&self) -> u64 {
        self.0.visited()
    }
}

/// The result of `ask`, asked by so many threads: the first to know ends all.
///
/// They share what they find. The answer is the one that a single thread finds, as long as no limit is reached. Limits hold for
/// every thread, those of memory for each with all that they share.
///
/// ```
/// use sprague::evaluate::nimber_in_parallel;
/// use sprague::{Limits, Nimber};
/// # use sprague::examples::Nim;
/// let two = 2.try_into().unwrap();
/// let found = nimber_in_parallel(&Nim, &Limits::default(), two, |search| search.nimber(&9));
/// assert_eq!(found, Ok(Nimber(9)));
/// ```
///
/// # Errors
/// As [`nimber_within`].
pub fn nimber_in_parallel<R, T>(
    rules: &R,
    limits: &Limits,
    threads: NonZeroUsize,
    ask: impl Fn(&mut NimberSearch<'_, R>) -> Result<T, NimberError> + Sync,
) -> Result<T, NimberError>
where
    R: Impartial + Sync,
    T: Send,
{
    in_parallel(rules, limits, &Table::new(limits.bytes / 4 * 3), threads, ask)
}

/// The same, with this table.
pub(crate) fn in_parallel<R, T>(
    rules: &R,
    limits: &Limits,
    table: &Arc<Table>,
    threads: NonZeroUsize,
    ask: impl Fn(&mut NimberSearch<'_, R>) -> Result<T, NimberError> + Sync,
) -> Result<T, NimberError>
where
    R: Impartial + Sync,
    T: Send,
{
    team::together(threads, limits, |member, limits| ask(&mut NimberSearch(Questions::new(rules, limits, table, Some(member)))))
}

/// The nimber of every position of a graph; `None` if it has a cycle.
///
/// The graph was explored by impartial rules.
///
/// Plain mex over the options of the whole position, without summands: the judge of everything faster. O(positions + options).
///
/// ```
/// use sprague::{Limits, Nimber, SumOf};
/// use sprague::evaluate::nimbers;
/// use sprague::graph::PositionGraph;
/// # use sprague::examples::Nim;
/// let graph = PositionGraph::explore(&SumOf(Nim), vec![3, 5], &Limits::default()).unwrap();
/// assert_eq!(nimbers(&graph).unwrap()[0], Nimber(6));
/// ```
pub fn nimbers<P>(graph: &PositionGraph<P>) -> Option<Vec<Nimber>> {
    nimbers_where_play_ends(graph).into_iter().collect()
}

/// The nimber of every position of a graph; `None` where a cycle can be reached.
///
/// The graph was explored by impartial rules.
///
/// It works as [`nimbers`], but for graphs that have cycles somewhere.
///
/// ```
/// use sprague::{Limits, Nimber, Ruleset};
/// use sprague::evaluate::nimbers_where_play_ends;
/// use sprague::graph::PositionGraph;
///
/// /// From 0 to itself or to 1, from 1 to 2.
/// struct Token;
/// impl Ruleset for Token {
///     type Position = u8;
///     type Move = u8;
///     fn moves(&self, vertex: &u8) -> impl Iterator<Item = u8> { [vec![0, 1], vec![2], vec![]][usize::from(*vertex)].clone().into_iter() }
///     fn play(&self, _: &u8, to: &u8) -> u8 { *to }
/// }
/// let graph = PositionGraph::explore(&Token, 0, &Limits::default()).unwrap();
/// assert_eq!(nimbers_where_play_ends(&graph), [None, Some(Nimber(1)), Some(Nimber(0))]);
/// ```
pub fn nimbers_where_play_ends<P>(graph: &PositionGraph<P>) -> Vec<Option<Nimber>> {
    nimbers_where_play_ends_within(graph, &Limits::none()).expect("nothing stops it")
}

/// The same under limits, of which time and the flag matter: the positions are there.
///
/// # Errors
/// [`Stopped`] at a limit.
pub fn nimbers_where_play_ends_within<P>(graph: &PositionGraph<P>, limits: &Limits) -> Result<Vec<Option<Nimber>>, Stopped> {
    let meter = Meter::new(limits);
    let mut work = Work::new(&meter);
    const NONE: u32 = u32::MAX - 2;
    const OPEN: u32 = u32::MAX;
    const NEW: u32 = u32::MAX - 1;
    // the values, and at last those that are there
    let bytes = graph.held_bytes() + graph.len() * (size_of::<Nimber>() + size_of::<Option<Nimber>>());
    work.look(graph.len(), bytes)?;
    let mut values = vec![Nimber(NEW); graph.len()];
    let mut stack: Vec<(u32, usize)> = vec![];
    for root in 0..graph.len() as u32 {
        work.done(1, graph.len(), bytes)?;
        if values[root as usize] != Nimber(NEW) {
            continue;
        }
        values[root as usize] = Nimber(OPEN);
        stack.push((root, 0));
        loop {
            let held = bytes + growth::of_list(&stack);
            let Some((number, next)) = stack.last_mut() else { break };
            work.done(2, graph.len(), held)?;
            if let Some(&option) = graph.options(*number).get(*next) {
                *next += 1;
                if values[option as usize] == Nimber(NEW) {
                    values[option as usize] = Nimber(OPEN);
                    stack.push((option, 0));
                }
            } else {
                let options = graph.options(*number).iter().map(|&option| values[option as usize]);
                // one that is open leads here
                let meets_a_cycle = options.clone().any(|value| matches!(value.0, OPEN | NONE));
                values[*number as usize] = if meets_a_cycle { Nimber(NONE) } else { mex(options) };
                stack.pop();
            }
        }
    }
    Ok(values.into_iter().map(|value| (value.0 != NONE).then_some(value)).collect())
}

#[cfg(test)]
mod tests;
