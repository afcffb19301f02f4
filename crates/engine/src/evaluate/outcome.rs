//! Outcomes depth first, asking no more than they must, in a table of bounded size.
//!
//! One lost option makes a position won, so all options are looked up before any is searched. Those that have the fewest
//! options themselves are searched first: such are lost most often, and are least work where they are not. The way from the
//! root to here carries its own results, so the table may forget anything.

use super::table::{Fingerprint, Table, View};
use super::team::{self, Member};
use crate::growth;
use crate::limits::Meter;
use crate::{Limits, Stopped};
use core::cmp::Reverse;
use core::fmt;
use core::num::NonZeroUsize;
use core::ops::RangeInclusive;
use hashbrown::HashSet;
use sprague_core::{Outcome, Ruleset};
use std::sync::Arc;
use thiserror::Error;

/// The numbers of options that are put in order before they are searched.
///
/// With few options little is gained: in Cram on 5×6 squares 300,000 of 2,700,000 counts are saved, and 0.6 % more positions
/// visited. With very many it is too much work to count the options of each.
const ORDERED: RangeInclusive<usize> = 4..=512;

/// The reason why a search without a graph has no answer.
///
/// ```
/// assert!(sprague::evaluate::OutcomeError::Loopy.to_string().contains("again"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutcomeError {
    /// A position is loopy; [`outcomes`](crate::evaluate::outcomes) decides such games.
    #[error("loopy: a position can come again, so play need not end")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Outcome of one position by search on an explicit stack: no depth overflows anything.
///
/// A position is left as soon as one option is lost, and options that have few options themselves are searched first. So this
/// often visits a small part of what [`solution`](crate::evaluate::solution) explores. The order alone saves half of the
/// positions in Cram on 5×6 squares: 1.3 million instead of 2.8. In Node Kayles on some graphs of 36 vertices it saves nearly
/// all: 18 thousand instead of 1.2 million. [`OutcomeSearch`] names the cost.
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

/// A depth-first search that remembers, for many positions under the same limits.
///
/// It keeps its results in a table that takes three quarters of [`Limits::bytes`] at most, and then forgets those that were
/// least work. So a small table makes it slow and never wrong. While nothing is forgotten it lists the options of every
/// position once, and counts those of about two more ([`Ruleset::mobility`]). Forgotten positions are visited again, and count
/// again for [`Limits::positions`]. The way from the root to where it is, with the options that wait there, is held beside the
/// table and counts as memory, too.
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
/// assert_eq!(search.visited(), 10);
/// ```
pub struct OutcomeSearch<'a, R: Ruleset> {
    rules: &'a R,
    meter: Meter<'a>,
    table: View,
    visited: u64,
    path: Path<R::Position>,
    /// Among threads that search together.
    member: Option<Member<'a>>,
}

impl<R: Ruleset> fmt::Debug for OutcomeSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeSearch").field("visited", &self.visited).finish_non_exhaustive()
    }
}

/// An option that waits to be searched.
struct Waiting<P> {
    option: P,
    at: Fingerprint,
    mobility: u32,
}

impl<P> Waiting<P> {
    /// The mobility, reversed, as a key for sorting.
    ///
    /// It is a function with a name, since a closure would be of the type of its search.
    /// So sorting is compiled once for all rulesets of a position.
    fn immobility(&self) -> Reverse<u32> {
        Reverse(self.mobility)
    }
}

/// A position whose options are being searched.
struct Frame {
    at: Fingerprint,
    /// The place where its waiting options begin in the shared list.
    floor: usize,
    /// The best that the options seen so far leave.
    best: Option<Outcome>,
    /// Tells whether an option has been searched.
    is_begun: bool,
    /// Tells whether an option is on the path itself.
    ///
    /// Then nothing less than a win is certain.
    is_loopy: bool,
    /// The number of positions that were visited before it.
    since: u64,
}

/// The way from the root to the position that is looked at.
struct Path<P> {
    frames: Vec<Frame>,
    open: HashSet<Fingerprint>,
    /// Options not searched yet; each frame owns the part above its floor.
    waiting: Vec<Waiting<P>>,
    /// Bytes that these keep outside of themselves.
    outside: usize,
}

impl<P> Path<P> {
    fn new() -> Self {
        Self { frames: vec![], open: HashSet::new(), waiting: vec![], outside: 0 }
    }

    fn bytes(&self) -> usize {
        growth::of_list(&self.frames) + growth::of_set(&self.open) + growth::of_list(&self.waiting) + self.outside
    }
}

/// The table of a search under these limits.
///
/// The rest of the memory is for the path.
pub(crate) fn table(limits: &Limits) -> Arc<Table> {
    Table::new(limits.bytes - limits.bytes / 4)
}

fn word(outcome: Outcome) -> u64 {
    outcome as u64
}

fn outcome_of(word: u64) -> Outcome {
    [Outcome::Loss, Outcome::Draw, Outcome::Win][word as usize % 3]
}

impl<'a, R: Ruleset> OutcomeSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::in_table(rules, limits, &table(limits))
    }

    /// A search that knows what another one has left in its table.
    ///
    /// One of the same rules.
    pub(crate) fn in_table(rules: &'a R, limits: &'a Limits, table: &Arc<Table>) -> Self {
        Self { rules, meter: Meter::new(limits), table: table.view(), visited: 0, path: Path::new(), member: None }
    }

    /// The number of positions that were visited so far, as limits count them.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// The outcome of a position for the player to move.
    ///
    /// # Errors
    /// As [`outcome_depth_first`]. What was decided before stays known.
    pub fn outcome(&mut self, position: &R::Position) -> Result<Outcome, OutcomeError> {
        let outcome = self.search(position);
        self.forget_path();
        match self.rules.fault() {
            Some(fault) => Err(Stopped::from(fault).into()),
            None => outcome,
        }
    }

    fn search(&mut self, root: &R::Position) -> Result<Outcome, OutcomeError> {
        let root = self.rules.normal_form(root.clone());
        let at = Fingerprint::of(&root);
        let mut decided = match self.known(at) {
            None => self.enter(&root, at)?,
            known => known,
        };
        loop {
            if let Some(outcome) = decided {
                let Some(frame) = self.path.frames.last_mut() else { return Ok(outcome) };
                frame.best = frame.best.max(Some(-outcome));
            }
            decided = self.step()?;
        }
    }

    fn known(&mut self, at: Fingerprint) -> Option<Outcome> {
        self.table.get(at).map(outcome_of)
    }

    /// Goes on in the position on top.
    ///
    /// The outcome of it, or of its next option, where that is known now.
    fn step(&mut self) -> Result<Option<Outcome>, OutcomeError> {
        let frame = self.path.frames.last_mut().expect("the root is open");
        if frame.best == Some(Outcome::Win) || self.path.waiting.len() == frame.floor {
            return self.leave().map(Some);
        }
        let is_begun = core::mem::replace(&mut frame.is_begun, true);
        let floor = frame.floor;
        if let Some(member) = self.member {
            if member.is_done() {
                return Err(Stopped::Asked.into());
            }
            if is_begun && self.path.frames.len() <= team::DEPTH {
                self.leave_to_others(member, floor);
            }
        }
        let Waiting { option, at, .. } = self.path.waiting.pop().expect("the list is longer than its floor");
        self.path.outside = self.path.outside.saturating_sub(self.rules.allocated_bytes(&option));
        if let Some(outcome) = self.known(at) {
            return Ok(Some(outcome));
        }
        if self.path.open.contains(&at) {
            let frame = self.path.frames.last_mut().expect("it was there before");
            frame.is_loopy = true;
            return Ok(None);
        }
        Ok(self.enter(&option, at)?)
    }

    /// Moves the first option that no other thread searches to the end.
    fn leave_to_others(&mut self, member: Member<'_>, floor: usize) {
        let waiting = &mut self.path.waiting[floor..];
        if let Some(index) = waiting.iter().rposition(|waiting| !member.is_open(waiting.at)) {
            waiting[index..].rotate_left(1);
        }
    }

    /// Looks all options up; opens a frame unless that decides the position.
    fn enter(&mut self, position: &R::Position, at: Fingerprint) -> Result<Option<Outcome>, Stopped> {
        let (rules, since, floor) = (self.rules, self.visited, self.path.waiting.len());
        self.visited += 1;
        self.allow()?;
        let (mut best, mut is_terminal) = (None, true);
        for option in rules.options(position) {
            is_terminal = false;
            let option = rules.normal_form(option);
            let at = Fingerprint::of(&option);
            match self.known(at) {
                Some(outcome) => best = best.max(Some(-outcome)),
                None => {
                    self.path.outside += rules.allocated_bytes(&option);
                    self.path.waiting.push(Waiting { option, at, mobility: 0 });
                }
            }
            if best == Some(Outcome::Win) {
                break;
            }
            self.allow()?;
        }
        if is_terminal {
            best = Some(rules.terminal_outcome(position));
        } else if best != Some(Outcome::Win) {
            best = best.max(self.order(floor)?);
        }
        if best == Some(Outcome::Win) || self.path.waiting.len() == floor {
            self.drop_waiting(floor);
            let outcome = best.expect("it is terminal, or an option is known");
            self.table.put(at, word(outcome), 1);
            return Ok(Some(outcome));
        }
        self.path.open.insert(at);
        self.path.frames.push(Frame { at, floor, best, is_begun: false, is_loopy: false, since });
        if let Some(member) = self.member.filter(|_| self.path.frames.len() <= team::DEPTH) {
            member.open(at);
        }
        Ok(None)
    }

    /// Sorts the options that wait above the floor, the first to search last.
    ///
    /// Terminal ones wait no longer: the best of their outcomes is the answer.
    fn order(&mut self, floor: usize) -> Result<Option<Outcome>, Stopped> {
        let mut best = None;
        if !ORDERED.contains(&(self.path.waiting.len() - floor)) {
            return Ok(best);
        }
        for index in (floor..self.path.waiting.len()).rev() {
            self.allow()?;
            let Waiting { option, at, mobility } = &mut self.path.waiting[index];
            *mobility = self.rules.mobility(option);
            if *mobility == 0 {
                let (at, outcome) = (*at, self.rules.terminal_outcome(option));
                self.visited += 1;
                self.table.put(at, word(outcome), 1);
                best = best.max(Some(-outcome));
                if best == Some(Outcome::Win) {
                    return Ok(best);
                }
            }
        }
        // those with the same mobility from the last to the first, equal ones once
        let waiting = &mut self.path.waiting;
        waiting[floor..].sort_by_key(Waiting::immobility);
        while waiting.len() > floor && waiting.last().is_some_and(|waiting| waiting.mobility == 0) {
            self.path.outside = self.path.outside.saturating_sub(self.rules.allocated_bytes(&waiting[waiting.len() - 1].option));
            waiting.pop();
        }
        Ok(best)
    }

    /// Closes the position on top and remembers its outcome.
    fn leave(&mut self) -> Result<Outcome, OutcomeError> {
        if let Some(member) = self.member.filter(|_| self.path.frames.len() <= team::DEPTH) {
            self.path.frames.last().into_iter().for_each(|frame| member.close(frame.at));
        }
        let Frame { at, floor, best, is_loopy, since, .. } = self.path.frames.pop().expect("the root is open");
        self.drop_waiting(floor);
        self.path.open.remove(&at);
        match best {
            Some(outcome) if outcome == Outcome::Win || !is_loopy => {
                self.table.put(at, word(outcome), self.visited - since);
                Ok(outcome)
            }
            _ => Err(OutcomeError::Loopy),
        }
    }

    fn drop_waiting(&mut self, floor: usize) {
        let bytes = |waiting: Waiting<R::Position>| self.rules.allocated_bytes(&waiting.option);
        let outside: usize = self.path.waiting.drain(floor..).map(bytes).sum();
        self.path.outside = self.path.outside.saturating_sub(outside);
    }

    /// Tells whether the search may go on.
    #[inline]
    fn allow(&mut self) -> Result<(), Stopped> {
        let Self { rules, meter, table, visited, path, member } = self;
        let held = || member.map_or_else(|| path.bytes(), |member| member.bytes(path.bytes()));
        meter.allow(*visited, || held() + table.table().bytes(), || rules.fault())
    }

    /// Leaves all that is not decided.
    fn forget_path(&mut self) {
        if !self.path.frames.is_empty() || !self.path.waiting.is_empty() {
            self.path = Path::new();
        }
    }
}

/// Outcome of one position, found by so many threads with one table.
///
/// The first that knows it ends the others.
///
/// It pays where positions are many. The limits hold for every thread, those of memory for all together. The winner does not
/// depend on the number of threads. It may depend on it whether a loop is met on the way.
///
/// ```
/// use sprague::{Limits, Outcome, Ruleset};
/// use sprague::evaluate::outcome_in_parallel;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(3) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// let two = 2.try_into().unwrap();
/// assert_eq!(outcome_in_parallel(&Nim, &1_000, &Limits::default(), two), Ok(Outcome::Loss));
/// ```
///
/// # Errors
/// As [`outcome_depth_first`].
pub fn outcome_in_parallel<R>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    threads: NonZeroUsize,
) -> Result<Outcome, OutcomeError>
where
    R: Ruleset + Sync,
    R::Position: Sync,
{
    in_parallel(rules, position, limits, threads, &table(limits))
}

/// The same, with what a table knows.
pub(crate) fn in_parallel<R>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    threads: NonZeroUsize,
    table: &Arc<Table>,
) -> Result<Outcome, OutcomeError>
where
    R: Ruleset + Sync,
    R::Position: Sync,
{
    team::together(threads, limits, |member, limits| {
        OutcomeSearch { member: Some(member), ..OutcomeSearch::in_table(rules, limits, table) }.outcome(position)
    })
}

#[cfg(test)]
mod tests;
