//! Depth-first search for outcomes that visits as little as possible, with a transposition table of bounded size.
//!
//! One lost option makes a position won, so all options are looked up before any of them is searched. Options that have the
//! fewest options themselves are searched first, because they are lost most often and take the least work if they are not. The
//! path from the root stores its own results, so any entry of the table may be overwritten.

use super::path::Path;
use super::table::{Fingerprint, Table, View};
use super::team::{self, Member};
use crate::limits::Meter;
use crate::{Limits, Stopped};
use core::cmp::Reverse;
use core::fmt;
use core::num::NonZeroUsize;
use core::ops::RangeInclusive;
use sprague_core::{Outcome, Ruleset};
use std::sync::Arc;
use thiserror::Error;

/// The numbers of options at which options are ordered before they are searched.
///
/// With few options little is gained: in 5×6 Cram, ordering fewer than four costs 300,000 of 2,700,000 counts and saves 0.6 %
/// of the positions. With very many options, counting the options of each one is too much work.
const ORDERED: RangeInclusive<usize> = 4..=512;

/// The reason why a search without a graph has no answer.
///
/// ```
/// assert!(sprague::evaluate::OutcomeError::Loopy.to_string().contains("repeat"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OutcomeError {
    /// The outcome depends on a loopy position. [`outcomes`](crate::evaluate::labels::outcomes) decides loopy games.
    #[error("loopy: a position can repeat, so play need not end")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A depth-first search for outcomes that keeps its results from one position to the next, all under the same limits.
///
/// Use it if you need the outcomes of many positions.
///
/// Results are kept in a transposition table that takes at most three quarters of [`Limits::bytes`]. If the table is full, the
/// results that took the least work are overwritten, so a small table makes the search slow but never wrong. As long as nothing
/// is overwritten, the search lists the options of every position once and counts the options of about two more positions
/// ([`Ruleset::mobility`]). Overwritten positions are visited again and count again for [`Limits::positions`]. The path from
/// the root to the current position, with its waiting options, takes memory in addition to the table, and the limit counts
/// both.
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
    path: Path<Frame, Waiting<R::Position>>,
    /// This thread's place among the threads that search together.
    member: Option<Member<'a>>,
}

impl<R: Ruleset> fmt::Debug for OutcomeSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OutcomeSearch").field("visited", &self.visited).finish_non_exhaustive()
    }
}

struct Waiting<P> {
    option: P,
    at: Fingerprint,
    mobility: u32,
}

impl<P> Waiting<P> {
    /// Returns the sort key: options with few moves come last.
    ///
    /// It is a named function because a closure's type would depend on the search, and sorting is compiled once for all
    /// rulesets with this type of position.
    fn immobility(&self) -> Reverse<u32> {
        Reverse(self.mobility)
    }
}

/// A position whose options are being searched.
struct Frame {
    at: Fingerprint,
    /// Where its waiting options begin in the shared list.
    floor: usize,
    best: Option<Outcome>,
    /// `true` once an option has been searched.
    is_begun: bool,
    /// `true` if an option is on the path itself. Then only a win is certain.
    is_loopy: bool,
    /// The number of positions that were visited before this one.
    since: u64,
}

/// Returns a table for a search under these limits. It takes three quarters of the memory and leaves the rest for the path.
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
    /// Returns a search with an empty transposition table.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::in_table(rules, limits, &table(limits))
    }

    /// Returns a search that uses `table`, which may contain the results of another search with the same rules.
    pub(crate) fn in_table(rules: &'a R, limits: &'a Limits, table: &Arc<Table>) -> Self {
        Self { rules, meter: Meter::new(limits), table: table.view(), visited: 0, path: Path::new(), member: None }
    }

    /// Returns the number of positions visited so far, as the limits count them.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns the outcome of a position for the player to move.
    ///
    /// # Errors
    /// See [`Search::outcome`](super::Search::outcome). Outcomes found before the error are kept.
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

    /// Continues with the position on top of the path.
    ///
    /// Returns its outcome, or the outcome of its next option, if that is known now.
    fn step(&mut self) -> Result<Option<Outcome>, OutcomeError> {
        let frame = self.path.frames.last_mut().expect("the root is open");
        // 1. a won position, or one without waiting options, is finished
        if frame.best == Some(Outcome::Win) || self.path.waiting.len() == frame.floor {
            return self.leave().map(Some);
        }
        let is_begun = core::mem::replace(&mut frame.is_begun, true);
        let floor = frame.floor;
        // 2. take the last waiting option, but leave options to other threads that search them
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
        // 3. the option may have been decided in the meantime, or lie on the path
        if let Some(outcome) = self.known(at) {
            return Ok(Some(outcome));
        }
        if self.path.open.contains(&at) {
            let frame = self.path.frames.last_mut().expect("it was there before");
            frame.is_loopy = true;
            return Ok(None);
        }
        // 4. otherwise look up the option's options
        Ok(self.enter(&option, at)?)
    }

    /// Moves the first option that no other thread is searching to the end of the list, so that it is searched next.
    fn leave_to_others(&mut self, member: Member<'_>, floor: usize) {
        let waiting = &mut self.path.waiting[floor..];
        if let Some(index) = waiting.iter().rposition(|waiting| !member.is_open(waiting.at)) {
            waiting[index..].rotate_left(1);
        }
    }

    /// Looks up all options, and opens a frame unless they decide the position.
    fn enter(&mut self, position: &R::Position, at: Fingerprint) -> Result<Option<Outcome>, Stopped> {
        let (rules, since, floor) = (self.rules, self.visited, self.path.waiting.len());
        self.visited += 1;
        self.allow()?;
        let (mut best, mut is_terminal) = (None, true);
        // 1. look up all options; one lost option decides the position
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
        // 2. otherwise order the unknown options, which may decide it, too
        } else if best != Some(Outcome::Win) {
            best = best.max(self.order(floor)?);
        }
        // 3. store the outcome if it is known, or else open a frame
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

    /// Sorts the options that wait above the floor so that the first one to be searched is the last of the list.
    ///
    /// Terminal options are removed; returns the best of their outcomes for the player to move.
    fn order(&mut self, floor: usize) -> Result<Option<Outcome>, Stopped> {
        let mut best = None;
        if !ORDERED.contains(&(self.path.waiting.len() - floor)) {
            return Ok(best);
        }
        // 1. count the options of each option; an option without options is decided by the rules
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
        // options with equal mobility keep the order of the rules and are searched from the last to the first
        // 2. sort by mobility, and drop the decided options at the end
        let waiting = &mut self.path.waiting;
        waiting[floor..].sort_by_key(Waiting::immobility);
        while waiting.len() > floor && waiting.last().is_some_and(|waiting| waiting.mobility == 0) {
            self.path.outside = self.path.outside.saturating_sub(self.rules.allocated_bytes(&waiting[waiting.len() - 1].option));
            waiting.pop();
        }
        Ok(best)
    }

    /// Closes the position on top and stores its outcome.
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

    #[inline]
    fn allow(&mut self) -> Result<(), Stopped> {
        let Self { rules, meter, table, visited, path, member } = self;
        let held = || member.map_or_else(|| path.bytes(), |member| member.bytes(path.bytes()));
        meter.allow(*visited, || held() + table.table().bytes(), || rules.fault())
    }

    fn forget_path(&mut self) {
        if !self.path.frames.is_empty() || !self.path.waiting.is_empty() {
            self.path = Path::new();
        }
    }
}

/// Returns the outcome of one position, found by several threads that share the table.
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
