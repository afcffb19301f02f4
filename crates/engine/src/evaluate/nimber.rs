//! Nimbers by memoised mex over summands.
//!
//! Sprague 1935, Grundy 1939: the nimber is the least one that no option has, and summands add without carry.

use super::memo::{Evaluation, Found, FoundBy, MemoOf, Recursion};
use crate::graph::PositionGraph;
use crate::{Limits, Stopped};
use sprague_core::any::Fault;
use sprague_core::{Impartial, Nimber, mex};
use thiserror::Error;

/// Why a position of an impartial ruleset has no nimber, or none was found.
///
/// ```
/// assert_ne!(sprague::evaluate::NimberError::Loopy.to_string(), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NimberError {
    /// Some reachable position leads back to itself.
    #[error("a position can come again, so it has no nimber")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The nimber of a position under [`Limits::default`].
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
/// [`NimberError::Loopy`] on a cycle, [`NimberError::Stopped`] at a limit.
pub fn nimber<R: Impartial>(rules: &R, position: &R::Position) -> Result<Nimber, NimberError> {
    nimber_within(rules, position, &Limits::default())
}

/// The nimber of a position by depth-first search on an explicit stack, every summand valued once.
///
/// O(positions + options) in the summands that are reachable, which may be far fewer than the sums.
///
/// ```
/// use sprague::{Limits, Stopped};
/// use sprague::evaluate::{NimberError, nimber_within};
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let limits = Limits { positions: 100, ..Limits::default() };
/// assert_eq!(nimber_within(&Nim, &1000, &limits), Err(NimberError::Stopped(Stopped::Positions(100))));
/// ```
///
/// # Errors
/// [`NimberError::Loopy`] on a cycle, [`NimberError::Stopped`] at a limit.
pub fn nimber_within<R: Impartial>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Nimber, NimberError> {
    NimberSearch::new(rules, limits).nimber(position)
}

/// A search for nimbers that remembers: ask it about one position after another, all under the same limits.
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
#[derive(Debug)]
pub struct NimberSearch<'a, R: Impartial>(Recursion<'a, NimberOf<'a, R>, R::Position, u32, u64>);

impl<'a, R: Impartial> NimberSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(NimberOf(rules), limits))
    }

    /// The nimber of a position.
    ///
    /// # Errors
    /// As [`nimber_within`]. What was valued before stays known.
    pub fn nimber(&mut self, position: &R::Position) -> Result<Nimber, NimberError> {
        self.0.value(position.clone()).map(Nimber)
    }
}

/// Mex over the options, each of them the sum of its summands: those are what is remembered.
struct NimberOf<'a, R>(&'a R);

/// The summands of an option as the memo knows them.
fn summands<'a, R: Impartial>(rules: &'a R, option: &'a R::Position) -> impl Iterator<Item = R::Position> + 'a {
    rules.summands(option).map(|part| rules.normal_form(part))
}

impl<R: Impartial> Evaluation for NimberOf<'_, R> {
    type Key = R::Position;
    type Value = u32;
    /// The values below 64 that options have; larger ones are listed.
    type Fold = u64;
    type Error = NimberError;
    const LOOPY: NimberError = NimberError::Loopy;

    /// Options whose summands are all known are valued at once, the others wait.
    fn options(&mut self, position: &R::Position, low: &mut u64, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        for option in self.0.options(position) {
            let known = summands(self.0, &option).try_fold(0, |sum, part| memo.get(&part).map(|value| sum ^ value));
            memo.note(self, low, known, || option)?;
        }
        Ok(())
    }
    #[inline]
    fn find(&mut self, option: R::Position, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        let (mut sum, mut is_first) = (0, true);
        let mut parts = summands(self.0, &option);
        while let Some(part) = parts.next() {
            match memo.find(part) {
                Found::Value(value) => sum ^= value,
                Found::Open => return Ok(Found::Open),
                Found::New { key, .. } => {
                    let is_whole_option = is_first && parts.next().is_none();
                    drop(parts);
                    return Ok(Found::New { key, waiting: (!is_whole_option).then_some(option) });
                }
            }
            is_first = false;
        }
        Ok(Found::Value(sum))
    }
    fn see(low: &mut u64, value: u32, high: &mut Vec<u32>) {
        if value < 64 {
            *low |= 1 << value;
        } else {
            high.push(value);
        }
    }
    fn value(&mut self, _: &R::Position, low: &mut u64, high: &mut [u32]) -> Result<Option<u32>, Stopped> {
        Ok(Some(match *low {
            u64::MAX => mex((0..64).chain(high.iter().copied()).map(Nimber)).0,
            low => low.trailing_ones(),
        }))
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.0.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}

/// The nimber of every position of a graph that was explored by impartial rules; `None` if it has a cycle.
///
/// Plain mex over the options of the whole position, without summands: the judge of everything faster. O(positions + options).
///
/// ```
/// use sprague::{Impartial, Limits, Nimber, Ruleset, SumOf};
/// use sprague::evaluate::nimbers;
/// use sprague::graph::PositionGraph;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let graph = PositionGraph::explore(&SumOf(Nim), vec![3, 5], &Limits::default()).unwrap();
/// assert_eq!(nimbers(&graph).unwrap()[0], Nimber(6));
/// ```
pub fn nimbers<P>(graph: &PositionGraph<P>) -> Option<Vec<Nimber>> {
    const OPEN: u32 = u32::MAX;
    const NEW: u32 = u32::MAX - 1;
    let mut values = vec![Nimber(NEW); graph.len()];
    let mut stack: Vec<(u32, usize)> = vec![];
    for root in 0..graph.len() as u32 {
        if values[root as usize] != Nimber(NEW) {
            continue;
        }
        values[root as usize] = Nimber(OPEN);
        stack.push((root, 0));
        while let Some((number, next)) = stack.last_mut() {
            if let Some(&option) = graph.options(*number).get(*next) {
                *next += 1;
                match values[option as usize].0 {
                    OPEN => return None,
                    NEW => {
                        values[option as usize] = Nimber(OPEN);
                        stack.push((option, 0));
                    }
                    _ => {}
                }
            } else {
                let options = graph.options(*number).iter();
                values[*number as usize] = mex(options.map(|&option| values[option as usize]));
                stack.pop();
            }
        }
    }
    Some(values)
}
