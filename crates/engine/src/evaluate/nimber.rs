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
use sprague_core::{Impartial, Nimber, Outcome, PartVisitor, Ruleset, mex};
use std::collections::VecDeque;
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
    /// [`loopy_nimbers`](crate::evaluate::labels::loopy_nimbers).
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
    within(rules, position, &Limits::of_a_minute())
}

/// Returns the nimber of a position within these limits: see [`Search::nimber`](super::Search::nimber).
pub(super) fn within<R: Impartial>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Nimber, NimberError> {
    found(rules, position, limits, || NimberSearch::new(rules, limits).nimber(position))
}

/// Returns the nimber of a position, found by a theorem, by its sides, or by a search, which `search` does.
pub(super) fn found<R: Impartial>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    search: impl FnOnce() -> Result<Nimber, NimberError>,
) -> Result<Nimber, NimberError> {
    if let Some(nimber) = rules.closed_form().and_then(|theorem| u32::try_from(theorem.nimber(position)?).ok()) {
        return Ok(Nimber(nimber));
    }
    sides(rules, position, limits).map_or_else(search, |sides| Ok(total(sides?)))
}

fn total(sides: Vec<Nimber>) -> Nimber {
    Nimber(sides.iter().fold(0, |total, side| total ^ side.0))
}

/// Returns the nimbers of the sides of a typed sum, or `None` if this is none.
fn sides<R: Ruleset>(rules: &R, position: &R::Position, limits: &Limits) -> Option<Result<Vec<Nimber>, NimberError>> {
    let mut sides = Sides { limits, found: Ok(vec![]) };
    rules.parts(position, &mut sides).then_some(sides.found)
}

/// The nimbers of the sides that were visited.
struct Sides<'a> {
    limits: &'a Limits,
    found: Result<Vec<Nimber>, NimberError>,
}

impl PartVisitor for Sides<'_> {
    fn visit<R: Impartial>(&mut self, rules: &R, position: &R::Position) {
        if let Ok(sides) = &mut self.found {
            match within(rules, position, self.limits) {
                Ok(nimber) => sides.push(nimber),
                Err(error) => self.found = Err(error),
            }
        }
    }
}

/// Returns the outcome of a typed sum by the nimbers of its sides, or `None` if this is none, or play need not end.
pub(super) fn outcome_of_sum<R: Ruleset>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Option<Outcome>, Stopped> {
    match sides(rules, position, limits) {
        Some(Ok(sides)) => Ok(Some(if total(sides) == Nimber(0) { Outcome::Loss } else { Outcome::Win })),
        Some(Err(NimberError::Stopped(stopped))) => Err(stopped),
        Some(Err(NimberError::Loopy)) | None => Ok(None),
    }
}

/// Returns the winning moves of a typed sum: those that give a side the nimber of the others. `None` is as in
/// [`outcome_of_sum`].
pub(super) fn winning_moves_of_sum<R: Ruleset>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
) -> Result<Option<Vec<R::Move>>, Stopped> {
    let sides = match sides(rules, position, limits) {
        Some(Ok(sides)) => sides,
        Some(Err(NimberError::Stopped(stopped))) => return Err(stopped),
        Some(Err(NimberError::Loopy)) | None => return Ok(None),
    };
    let all = total(sides.clone());
    let mut wins = Wins { limits, wanted: sides.iter().map(|side| all.0 ^ side.0).collect(), found: Ok(vec![]) };
    rules.parts(position, &mut wins);
    match wins.found {
        Ok(wins) => Ok(Some(rules.moves(position).zip(wins).filter_map(|(mv, wins)| wins.then_some(mv)).collect())),
        Err(NimberError::Stopped(stopped)) => Err(stopped),
        Err(NimberError::Loopy) => Ok(None),
    }
}

/// Whether each move of the sides that were visited gives its side the wanted nimber.
struct Wins<'a> {
    limits: &'a Limits,
    wanted: VecDeque<u32>,
    found: Result<Vec<bool>, NimberError>,
}

impl PartVisitor for Wins<'_> {
    fn visit<R: Impartial>(&mut self, rules: &R, position: &R::Position) {
        let (Ok(wins), Some(wanted)) = (&mut self.found, self.wanted.pop_front()) else { return };
        let mut search = NimberSearch::new(rules, self.limits);
        for mv in rules.moves(position) {
            let option = rules.play(position, &mv);
            match found(rules, &option, self.limits, || search.nimber(&option)) {
                Ok(nimber) => wins.push(nimber.0 == wanted),
                Err(error) => return self.found = Err(error),
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

/// Returns a table for a search under these limits.
pub(super) fn table(limits: &Limits) -> Arc<Table> {
    Table::new(limits.bytes / 4 * 3)
}

impl<R: Impartial> fmt::Debug for NimberSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NimberSearch").field("visited", &self.0.visited()).finish_non_exhaustive()
    }
}

impl<'a, R: Impartial> NimberSearch<'a, R> {
    /// Returns a search with an empty transposition table.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::with_table(rules, limits, &table(limits))
    }

    /// Returns a search that uses `table`, which may contain results of other searches with the same rules.
    pub(crate) fn with_table(rules: &'a R, limits: &'a Limits, table: &Arc<Table>) -> Self {
        Self(Questions::new(rules, limits, table, None))
    }

    /// Returns the nimber of a position.
    ///
    /// # Errors
    /// See [`Search::nimber`](super::Search::nimber). Results found before the error are kept.
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
    /// See [`Search::nimber`](super::Search::nimber).
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
    /// See [`Search::nimber`](super::Search::nimber).
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
/// As long as no limit is reached, the result is the one that a single thread finds. Each limit applies to every thread
/// separately; the memory of a thread is the shared table plus its own data.
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
/// use sprague::evaluate::labels::nimbers;
/// use sprague::graph::PositionGraph;
/// # use sprague::examples::Nim;
/// let graph = PositionGraph::explore(&SumOf(Nim), vec![3, 5], &Limits::default()).unwrap();
/// assert_eq!(nimbers(&graph).unwrap()[0], Nimber(6));
/// ```
pub fn nimbers<P>(graph: &PositionGraph<P>) -> Option<Vec<Nimber>> {
    let nimbers = nimbers_where_play_ends(graph, &Limits::none()).expect("nothing stops it");
    nimbers.into_iter().collect()
}

/// Returns the nimber of every position of a graph; the entry is `None` if a cycle can be reached from the position.
pub(crate) fn nimbers_where_play_ends<P>(graph: &PositionGraph<P>, limits: &Limits) -> Result<Vec<Option<Nimber>>, Stopped> {
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
