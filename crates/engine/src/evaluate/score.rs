//! Depth-first search for scores: by how much the player to move wins, with a transposition table of bounded size.
//!
//! The search only decides whether a score is at least t: alpha-beta with an empty window, fail soft, on an explicit stack. An
//! entry of the table contains two bounds. Scores are found by repeated searches (Plaat, Schaeffer, Pijls & de Bruin 1996,
//! *Best-first fixed-depth minimax algorithms*). If positions can be repeated, [`cycles`] finds the scores of all of them
//! instead.

mod cycles;
mod word;

pub(crate) use cycles::ranked_scores;
pub use cycles::scores;

use super::path::Path;
use super::table::{Fingerprint, Table, View};
use super::team::{self, Member};
use crate::limits::{Fault, Meter};
use crate::{Limits, Stopped};
use core::cmp::Reverse;
use core::fmt;
use core::num::NonZeroUsize;
use core::ops::RangeInclusive;
use sprague_core::{ScoreBounds, Scored, ScoredOption};
use std::sync::Arc;
use thiserror::Error;
use word::Entry;

/// The numbers of options at which options are ordered by their numbers of replies.
const ORDERED: RangeInclusive<usize> = 3..=512;

/// If the bounds of a score are further apart, the next search tests their middle, and otherwise the last bound.
const WIDE: i64 = 16;

/// The reason why a search has no score.
///
/// ```
/// assert!(sprague::evaluate::ScoreError::EndlessGain.to_string().contains("for ever"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScoreError {
    /// The score depends on a loopy position. [`scores`] finds the scores of loopy games.
    #[error("loopy: a position can come again, so play need not end")]
    Loopy,
    /// A position is loopy, and points are gained on the way back to it.
    #[error("points can be gained for ever: a position comes again after a move that gains")]
    EndlessGain,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A depth-first search for scores that keeps its results from one position to the next, all under the same limits.
///
/// ```
/// use sprague::{Limits, Ruleset, ScoreBounds, Scored};
/// use sprague::evaluate::ScoreSearch;
///
/// /// Take one token or three, and gain as much, or two and move again.
/// struct Take;
/// impl Ruleset for Take {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap.min(&3) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Scored for Take {
///     fn gain(&self, _: &u64, amount: &u64) -> i64 { if *amount == 2 { 0 } else { *amount as i64 } }
///     fn moves_again(&self, _: &u64, amount: &u64) -> bool { *amount == 2 }
/// }
/// let limits = Limits::default();
/// let mut search = ScoreSearch::new(&Take, &limits);
/// let mut score = |heap| search.score(&heap, &mut ScoreBounds::UNKNOWN.clone()).unwrap();
/// assert_eq!([0, 1, 2, 3, 4].map(|heap| score(heap)), [0, 1, 0, 3, 2]);
/// ```
pub struct ScoreSearch<'a, R: Scored> {
    rules: &'a R,
    meter: Meter<'a>,
    table: View,
    visited: u64,
    path: Path<Frame, Waiting<R::Position>>,
    /// This thread's place among the threads that search together.
    member: Option<Member<'a>>,
}

impl<R: Scored> fmt::Debug for ScoreSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScoreSearch").field("visited", &self.visited).finish_non_exhaustive()
    }
}

struct Waiting<P> {
    option: ScoredOption<P>,
    at: Fingerprint,
    index: u32,
    /// The number of replies, or 0 for options that come first in any case.
    replies: u32,
}

/// A position whose options are being searched.
struct Frame {
    at: Fingerprint,
    /// The search decides whether the score is at least this.
    t: i64,
    known: ScoreBounds,
    /// Where its waiting options begin in the shared list.
    floor: usize,
    /// The best upper bound among the options seen so far, or a lower bound that is at least `t`.
    best: i64,
    /// The index of the option that has it.
    by: Option<u32>,
    /// The option that is being searched, without its position.
    searched: (ScoredOption<()>, u32),
    is_begun: bool,
    /// `true` if an option is on the path itself. Then only "at least" is certain.
    is_loopy: bool,
    /// The number of positions that were visited before this one.
    since: u64,
}

impl<'a, R: Scored> ScoreSearch<'a, R> {
    /// Returns a search with an empty transposition table.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::in_table(rules, limits, &super::outcome::table(limits))
    }

    /// Returns a search that uses `table`, which may contain the results of another search with the same rules.
    pub(crate) fn in_table(rules: &'a R, limits: &'a Limits, table: &Arc<Table>) -> Self {
        Self { rules, meter: Meter::new(limits), table: table.view(), visited: 0, path: Path::new(), member: None }
    }

    /// Returns the number of positions visited so far, as the limits count them.
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Returns the score of a position for the player to move.
    ///
    /// `known` receives the bounds that have been proved, also if the search is stopped.
    ///
    /// # Errors
    /// Returns [`ScoreError::Loopy`] if the score depends on a position that is repeated, and [`ScoreError::Stopped`] if the
    /// search reaches a limit.
    pub fn score(&mut self, position: &R::Position, known: &mut ScoreBounds) -> Result<i64, ScoreError> {
        let own = self.rules.score_bounds(&self.rules.normal_form(position.clone()));
        by_repetition(own, known, |t| self.bound(position, t))
    }

    /// Returns a bound of the score on the side of `t` on which it lies: a lower bound that is at least `t`, or an upper one
    /// below it.
    ///
    /// # Errors
    /// See [`score`](Self::score). Bounds found before the error are kept.
    pub fn bound(&mut self, position: &R::Position, t: i64) -> Result<i64, ScoreError> {
        let found = self.search(position, t);
        if !self.path.frames.is_empty() || !self.path.waiting.is_empty() {
            self.path = Path::new();
        }
        match self.rules.fault() {
            Some(fault) => Err(Stopped::from(fault).into()),
            None => found,
        }
    }

    fn search(&mut self, root: &R::Position, t: i64) -> Result<i64, ScoreError> {
        let root = self.rules.normal_form(root.clone());
        let at = Fingerprint::of(&root);
        let mut found = self.enter(&root, at, t)?;
        loop {
            if let Some(bound) = found {
                let Some(frame) = self.path.frames.last_mut() else { return Ok(bound) };
                let (option, index) = &frame.searched;
                let worth = option.worth(bound);
                if worth > frame.best {
                    (frame.best, frame.by) = (worth, Some(*index));
                }
            }
            found = self.step()?;
        }
    }

    /// Returns the bounds of a position from the table and the rules, and the index of its best move so far.
    fn known(&mut self, position: &R::Position, at: Fingerprint) -> (ScoreBounds, Option<u32>) {
        let own = self.rules.score_bounds(position);
        match self.table.get(at).map(Entry::of_word) {
            Some(Entry { bounds, best }) => (own.and(bounds), best),
            None => (own, None),
        }
    }

    /// Continues with the position on top of the path.
    ///
    /// Returns a bound for it, or for its next option, if there is one now.
    fn step(&mut self) -> Result<Option<i64>, ScoreError> {
        let frame = self.path.frames.last_mut().expect("the root is open");
        // 1. a position that has reached t, or has no waiting options, is finished
        if frame.best >= frame.t || self.path.waiting.len() == frame.floor {
            return self.leave().map(Some);
        }
        let (is_begun, floor, t) = (core::mem::replace(&mut frame.is_begun, true), frame.floor, frame.t);
        // 2. take the last waiting option, but leave options to other threads that search them
        if let Some(member) = self.member {
            if member.is_done() {
                return Err(Stopped::Asked.into());
            }
            if is_begun && self.path.frames.len() <= team::DEPTH {
                let waiting = &mut self.path.waiting[floor..];
                if let Some(index) = waiting.iter().rposition(|waiting| !member.is_open(waiting.at)) {
                    waiting[index..].rotate_left(1);
                }
            }
        }
        let Waiting { option, at, index, .. } = self.path.waiting.pop().expect("the list is longer than its floor");
        self.path.outside = self.path.outside.saturating_sub(self.rules.allocated_bytes(&option.to));
        let frame = self.path.frames.last_mut().expect("it was there before");
        // 3. search the option with the threshold that decides this one, unless it lies on the path
        let t = option.asked(t);
        frame.searched = (ScoredOption { to: (), gain: option.gain, again: option.again }, index);
        if self.path.open.contains(&at) {
            frame.is_loopy = true;
            return Ok(None);
        }
        Ok(self.enter(&option.to, at, t)?)
    }

    /// Looks up all options, and opens a frame unless they decide the position.
    fn enter(&mut self, position: &R::Position, at: Fingerprint, t: i64) -> Result<Option<i64>, Stopped> {
        let (known, first) = self.known(position, at);
        // 1. the table or the rules may decide whether the score is at least t
        if known.low >= t {
            return Ok(Some(known.low));
        }
        if known.high < t {
            return Ok(Some(known.high));
        }
        let (rules, since, floor) = (self.rules, self.visited, self.path.waiting.len());
        self.visited += 1;
        self.allow()?;
        let (mut best, mut by, mut is_terminal) = (i64::MIN, None, true);
        // 2. look up all options; one that is worth t decides the position
        for (index, mut option) in (0..).zip(rules.enough_options(position)) {
            is_terminal = false;
            option.to = rules.normal_form(option.to);
            let to = Fingerprint::of(&option.to);
            let worth = option.worth_between(self.known(&option.to, to).0);
            if worth.low >= t {
                (best, by) = (worth.low, Some(index));
                break;
            }
            if worth.high < t {
                best = best.max(worth.high);
            } else {
                self.path.outside += rules.allocated_bytes(&option.to);
                self.path.waiting.push(Waiting { option, at: to, index, replies: 0 });
            }
            self.allow()?;
        }
        if is_terminal {
            best = rules.terminal_score(position);
            self.put(at, Entry { bounds: ScoreBounds::exactly(best), best: None }, 1);
            return Ok(Some(best));
        }
        let frame = Frame {
            at,
            t,
            known,
            floor,
            best,
            by,
            searched: (ScoredOption { to: (), gain: 0, again: false }, 0),
            is_begun: false,
            is_loopy: false,
            since,
        };
        // 3. store the bound if it is known, or else order the options and open a frame
        if best >= t || self.path.waiting.len() == floor {
            return Ok(Some(self.close(frame)));
        }
        self.order(floor, first)?;
        self.path.open.insert(at);
        self.path.frames.push(frame);
        if let Some(member) = self.member.filter(|_| self.path.frames.len() <= team::DEPTH) {
            member.open(at);
        }
        Ok(None)
    }

    /// Sorts the options that wait above the floor so that the first one to be searched is the last of the list: the best move
    /// of an earlier search, then moves that gain most, and of these first moves after which the mover moves again, then those with
    /// few replies.
    fn order(&mut self, floor: usize, first: Option<u32>) -> Result<(), Stopped> {
        if ORDERED.contains(&(self.path.waiting.len() - floor)) {
            for place in floor..self.path.waiting.len() {
                self.allow()?;
                let Waiting { option, index, replies, .. } = &mut self.path.waiting[place];
                let comes_first = option.again || Some(*index) == first;
                *replies = if comes_first { 0 } else { 1 + self.rules.mobility(&option.to) };
            }
        }
        let waiting = &mut self.path.waiting[floor..];
        waiting.sort_by_key(|Waiting { option, index, replies, .. }| {
            Reverse((Some(*index) != first, Reverse(option.gain), *replies, *index))
        });
        Ok(())
    }

    /// Closes the position on top and stores its bounds.
    fn leave(&mut self) -> Result<i64, ScoreError> {
        if let Some(member) = self.member.filter(|_| self.path.frames.len() <= team::DEPTH) {
            self.path.frames.last().into_iter().for_each(|frame| member.close(frame.at));
        }
        let frame = self.path.frames.pop().expect("the root is open");
        self.path.open.remove(&frame.at);
        if frame.best < frame.t && frame.is_loopy {
            return Err(ScoreError::Loopy);
        }
        if frame.best.unsigned_abs() > ScoreBounds::UNKNOWN.high.unsigned_abs() {
            return Err(Stopped::from(Fault::new("points beyond 2^53 are not counted")).into());
        }
        Ok(self.close(frame))
    }

    /// Stores the bounds of a position that is decided, and returns the new one.
    fn close(&mut self, frame: Frame) -> i64 {
        let bytes = |waiting: Waiting<R::Position>| self.rules.allocated_bytes(&waiting.option.to);
        let outside: usize = self.path.waiting.drain(frame.floor..).map(bytes).sum();
        self.path.outside = self.path.outside.saturating_sub(outside);
        let Frame { at, t, mut known, best, by, since, .. } = frame;
        // another bound may have been stored in the meantime
        if let Some(word) = self.table.get(at) {
            known = known.and(Entry::of_word(word).bounds);
        }
        if best >= t {
            known.low = known.low.max(best);
        } else {
            known.high = known.high.min(best);
        }
        self.put(at, Entry { bounds: known, best: by }, self.visited - since);
        best
    }

    fn put(&mut self, at: Fingerprint, entry: Entry, steps: u64) {
        if let Some(word) = entry.word() {
            self.table.put(at, word, steps);
        }
    }

    #[inline]
    fn allow(&mut self) -> Result<(), Stopped> {
        let Self { rules, meter, table, visited, path, member } = self;
        let held = || member.map_or_else(|| path.bytes(), |member| member.bytes(path.bytes()));
        meter.allow(*visited, || held() + table.table().bytes(), || rules.fault())
    }
}

/// Finds a score by searching for bounds until they meet. `own` are the bounds from the rules.
fn by_repetition<E>(own: ScoreBounds, known: &mut ScoreBounds, mut bound: impl FnMut(i64) -> Result<i64, E>) -> Result<i64, E> {
    let (mut step, mut t) = (1, 0);
    *known = known.and(own);
    while known.low < known.high {
        let asked = t.clamp(known.low + 1, known.high);
        let found = bound(asked)?;
        let is_at_least = found >= asked;
        if is_at_least {
            known.low = known.low.max(found);
        } else {
            known.high = known.high.min(found);
        }
        step *= 2;
        t = match (known.low == ScoreBounds::UNKNOWN.low, known.high == ScoreBounds::UNKNOWN.high) {
            (false, true) => known.low + step,
            (true, false) => known.high + 1 - step,
            _ if known.high - known.low > WIDE => known.low + (known.high - known.low) / 2,
            _ if is_at_least => known.low + 1,
            _ => known.high,
        };
    }
    Ok(known.low)
}

/// Does the work of [`ScoreSearch::score`] with several threads that share one transposition table.
pub(crate) fn score_in_parallel<R>(
    rules: &R,
    position: &R::Position,
    limits: &Limits,
    threads: NonZeroUsize,
    table: &Arc<Table>,
    known: &mut ScoreBounds,
) -> Result<i64, ScoreError>
where
    R: Scored + Sync,
    R::Position: Sync,
{
    let own = rules.score_bounds(&rules.normal_form(position.clone()));
    by_repetition(own, known, |t| bound_in_parallel(rules, position, t, limits, threads, table))
}

/// Does the work of [`ScoreSearch::bound`] with several threads that share one transposition table.
pub(crate) fn bound_in_parallel<R>(
    rules: &R,
    position: &R::Position,
    t: i64,
    limits: &Limits,
    threads: NonZeroUsize,
    table: &Arc<Table>,
) -> Result<i64, ScoreError>
where
    R: Scored + Sync,
    R::Position: Sync,
{
    team::together(threads, limits, |member, limits| {
        ScoreSearch { member: Some(member), ..ScoreSearch::in_table(rules, limits, table) }.bound(position, t)
    })
}

#[cfg(test)]
mod tests;
