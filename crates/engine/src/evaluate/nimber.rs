//! Nimbers and outcomes of impartial positions, found summand by summand.
//!
//! By Sprague (1935) and Grundy (1939), the nimber of a position is the least number that is not the nimber of an option, and
//! the nimber of a sum is the xor of the summands' nimbers.

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
use sprague_core::{Impartial, Nimber, Outcome, PartVisitor, mex};
use std::sync::Arc;
use thiserror::Error;

/// The reason why the nimber of an impartial position was not found.
///
/// ```
/// assert_ne!(sprague::evaluate::NimberError::Loopy.to_string(), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NimberError {
    /// The search met a loopy position, that is, one to which play can return.
    ///
    /// A search need not meet every loopy position that can be reached. If it meets none, it returns the same number as
    /// [`loopy_nimbers`](super::loopy_nimbers).
    #[error("loopy: a position can repeat, so it has no nimber")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Returns the nimber of a position, with [`Limits::of_a_minute`].
///
/// If it takes long and your positions fall apart, implement [`Impartial::summands`].
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
/// Positions under misère play have no nimber, so this does not compile:
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
/// Returns [`NimberError::Loopy`] if the search meets a cycle and [`NimberError::Stopped`] if it reaches a limit.
pub fn nimber<R: Impartial>(rules: &R, position: &R::Position) -> Result<Nimber, NimberError> {
    nimber_within(rules, position, &Limits::of_a_minute())
}

/// Returns the nimber of a position, found by depth-first search on an explicit stack.
///
/// The nimber comes from a [closed form](Impartial::closed_form) if there is one. The [parts](Impartial::parts) of a typed sum
/// are searched one by one, each within the limits. The summands of a position are searched separately. Small nimbers are found
/// by yes/no questions, because these often need only a few of the options.
///
/// Results are kept in a transposition table of at most three quarters of [`Limits::bytes`]. If the table is full, the results
/// that took the least work are overwritten, and computed again if they are needed.
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
/// Returns [`NimberError::Loopy`] if the search meets a cycle and [`NimberError::Stopped`] if it reaches a limit.
pub fn nimber_within<R: Impartial>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Nimber, NimberError> {
    if let Some(nimber) = rules.closed_form().and_then(|theorem| u32::try_from(theorem.nimber(position)?).ok()) {
        return Ok(Nimber(nimber));
    }
    let mut parts = NimSum { limits, total: Ok(Nimber(0)) };
    if rules.parts(position, &mut parts) {
        return parts.total;
    }
    NimberSearch::new(rules, limits).nimber(position)
}

/// The xor of the nimbers of the sides of a typed sum.
struct NimSum<'a> {
    limits: &'a Limits,
    total: Result<Nimber, NimberError>,
}

impl PartVisitor for NimSum<'_> {
    fn visit<R: Impartial>(&mut self, rules: &R, position: &R::Position) {
        if let Ok(total) = &mut self.total {
            match nimber_within(rules, position, self.limits) {
                Ok(nimber) => total.0 ^= nimber.0,
                Err(error) => self.total = Err(error),
            }
        }
    }
}

/// A search for nimbers that keeps its results from one position to the next, all under the same limits.
///
/// Use it if you need the nimbers of many positions.
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
    /// Returns a search with an empty transposition table.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::with_table(rules, limits, &Table::new(limits.bytes / 4 * 3))
    }

    /// Returns a search that uses `table`, which may contain results of other searches with the same rules.
    pub(crate) fn with_table(rules: &'a R, limits: &'a Limits, table: &Arc<Table>) -> Self {
        Self(Questions::new(rules, limits, table, None))
    }

    /// Returns the nimber of a position.
    ///
    /// # Errors
    /// See [`nimber_within`]. Results found before the error are kept.
    pub fn nimber(&mut self, position: &R::Position) -> Result<Nimber, NimberError> {
        self.0.nimber(position).map(Nimber)
    }

    /// Returns `true` if the position has this nimber.
    ///
    /// This often takes far less work than finding the nimber.
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
    /// See [`nimber_within`].
    pub fn has_nimber(&mut self, position: &R::Position, nimber: Nimber) -> Result<bool, NimberError> {
        self.0.is(position, nimber.0)
    }

    /// Returns the outcome of a position under normal play: a loss if its nimber is 0, otherwise a win.
    ///
    /// The search only decides whether the nimber is 0, so the nimber of a won position remains unknown.
    ///
    /// ```
    /// use sprague::evaluate::NimberSearch;
    /// use sprague::{Limits, Outcome};
    /// # use sprague::examples::Nim;
    /// assert_eq!(NimberSearch::new(&Nim, &Limits::default()).outcome(&1_000_000), Ok(Outcome::Win));
    /// ```
    ///
    /// # Errors
    /// See [`nimber_within`].
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, NimberError> {
        Ok(if self.has_nimber(position, Nimber(0))? { Outcome::Loss } else { Outcome::Win })
    }

    /// Allows at most `further` more visits, or as many as the limits allow if `further` is `None`.
    pub(crate) fn allow_further(&mut self, further: Option<u64>) {
        self.0.allow_further(further);
    }

    /// Returns how many positions the search has visited so far, repeated visits included.
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

/// Runs `ask` in several threads, each with its own search, and returns the first result; the other threads then stop.
///
/// The threads share one transposition table. As long as no limit is reached, the result is the one that a single thread finds.
/// Each limit applies to every thread separately; the memory of a thread is the shared table plus its own data.
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
/// See [`nimber_within`].
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

/// Does the work of [`nimber_in_parallel`] with a table that the caller provides.
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

/// Returns the nimber of every position of a graph, or `None` if the graph has a cycle.
///
/// The graph must have been explored with impartial rules. This function takes the mex over the options of whole positions and
/// does not split them into summands, so the faster searches are tested against it. It takes O(positions + options) time.
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

/// Returns the nimber of every position of a graph; the entry is `None` if a cycle can be reached from the position.
///
/// The graph must have been explored with impartial rules. Use this function instead of [`nimbers`] if only some of the
/// positions lead into a cycle.
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

/// Does the work of [`nimbers_where_play_ends`] under limits on time and memory and with a stop flag.
///
/// # Errors
/// Returns [`Stopped`] if a limit is reached.
pub fn nimbers_where_play_ends_within<P>(graph: &PositionGraph<P>, limits: &Limits) -> Result<Vec<Option<Nimber>>, Stopped> {
    let meter = Meter::new(limits);
    let mut work = Work::new(&meter);
    const NONE: u32 = u32::MAX - 2;
    const OPEN: u32 = u32::MAX;
    const NEW: u32 = u32::MAX - 1;
    // the list of values, and the list of results that is built from it at the end
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
                // an option that is still open is on the stack, so it leads back here
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
