//! Searches for nimbers by yes/no questions, and by mex if nimbers are high.
//!
//! The nimber g of a position is the least number that none of its options has (mex). The nimber of a sum is the xor ⊕ of its
//! summands' nimbers (Sprague 1935, Grundy 1939). Positions are therefore searched summand by summand; a summand is called a
//! *part*.
//!
//! The question "Is g(part) = n?" is the question who wins the part plus a Nim heap of n (Lemoine & Viennot 2012, *Nimbers are
//! inevitable*). Answering it often needs only a few of the options. Besides yes and no, this search keeps *facts* of the form
//! "some option of the part has the nimber k". Each fact rules out g = k. If each k < n is a fact and no option has n, then g =
//! n. A part is *unknown* until its nimber is found, even if there are facts about it. A part is searched in five steps:
//!
//! 1. *List* (`enter`, `look_at`). Each option is listed as its summands. Two equal summands cancel because k ⊕ k = 0, provided
//!    that the rules promise that play from them ends. Otherwise both are valued, because a loopy pair has no nimber and may be
//!    a draw. The known nimbers are added up. An option without unknown summands is a fact at once if its nimber is below 64.
//! 2. *Order* (`order`). Options whose unknown summands have few options come first, because they usually take the least work.
//! 3. *Seek* (`next`). One number is the *target*, and the search asks of each option whether its nimber is the target. If an
//!    option has several unknown summands, all but one are valued, beginning with those that have few options. If all the
//!    others add up to s, the option has the target if and only if the last one has target ⊕ s. That is again a yes/no
//!    question, about a part nearer the end of play. Each answer either values a part of the option or rules the target out, so
//!    every option is finished after a few answers.
//! 4. *Conclude* (`found`, `after_all`). If the question is "is it n?", the search seeks n first. An option with nimber n
//!    refutes it, because a mex is never the nimber of an option. If no option has n, the nimber is at most n, and the search
//!    next seeks the least number below n without a fact. If the question is "what is it?", the search seeks the least number
//!    without a fact. If no option has the target and each smaller number is a fact, the target is the mex by definition.
//! 5. *Leave* (`leave`). The nimber, or the facts below 27, are written to the table. Every fact is true by itself, so any
//!    entry of the table may be dropped or overwritten. That costs time but changes no nimber.
//!
//! If nimbers are high, most questions are answered "no" and each answer contributes little. So once repeated visits outweigh
//! first visits in a search, every new question except "is it 0?" is replaced by "what is it?" (`are_values_cheaper`), and all
//! options of the part are valued, without a target. They are also valued if more than 1,024 of their parts are unknown.
//!
//! Invariant of a part under search: its facts are true, and the target is not one of them. Every option before `place` either
//! has a nimber other than the target or was left to other threads. (If there is no target, the option's nimber is known.) Each
//! new target begins with the first option again. So once the last option is passed, no option has the target.
//!
//! Parts on the stack are marked as open. If the search meets a part while it is open, the position is loopy, and the search
//! reports that. It need not meet every loop, because an option that is decided by one of its own options is not searched
//! further. A number found without meeting a loop is the number defined by Smith (1966), which `loopy_nimbers` computes. His
//! definition agrees: an option without a number does not matter if one of its own options has the nimber found.
//!
//! Threads that search together share facts through the table only, and a fact is true whichever thread found it. A thread
//! *leaves* an option, except the first, if another thread is searching the option's next part. When the other options are
//! finished, the thread scans the options again (ABDADA: Weill 1996, see `team.rs`). Only the first 32 parts of a stack are
//! marked for other threads.

use super::NimberError;
use crate::evaluate::table::{Fingerprint, Table, View};
use crate::evaluate::team::{self, Member};
use crate::growth;
use crate::{Limits, Stopped};
use core::hash::Hash;
use hashbrown::HashSet;
use sprague_core::limits::Meter;
use sprague_core::{Impartial, Nimber, mex};
use std::sync::Arc;

/// The known facts about one part in one word: its nimber, or the set of nimbers that its options are known to have.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known(u32);

impl Known {
    const NOTHING: Self = Self(0);
    const EXACT: u32 = 1 << (Self::BITS - 1);
    /// The least nimber for which the table keeps no fact. Only numbers below it are sought one after another.
    const ASKED: u32 = Self::BITS - 1;
    const BITS: u32 = 28;

    /// Returns the fact that the part has this nimber.
    ///
    /// Returns `None` if the nimber is too large for the word: a position with such a nimber has more than 10⁸ options.
    fn exact(nimber: u32) -> Option<Self> {
        (nimber < Self::EXACT).then_some(Self(Self::EXACT | nimber))
    }

    fn of_options(options: u64) -> Self {
        Self(options as u32 & (Self::EXACT - 1))
    }

    #[inline]
    fn nimber(self) -> Option<u32> {
        (self.0 & Self::EXACT != 0).then_some(self.0 & !Self::EXACT)
    }

    /// Returns the nimbers that options are known to have, as a set of bits.
    #[inline]
    fn options(self) -> u64 {
        if self.0 & Self::EXACT == 0 { self.0.into() } else { 0 }
    }

    /// Returns `true` if an option is known to have this nimber, which means that the part has another one.
    ///
    /// Returns `false` if the nimber of the part itself is known.
    #[inline]
    fn is_not(self, nimber: u32) -> bool {
        nimber < Self::ASKED && self.options() >> nimber & 1 == 1
    }

    /// Combines two words of facts about one part.
    fn and(self, other: Self) -> Self {
        match (self.nimber(), other.nimber()) {
            (Some(_), _) => self,
            (_, Some(_)) => other,
            _ => Self(self.0 | other.0),
        }
    }
}

/// The largest number of options that the table stores.
const MANY: u32 = 254;

/// Stored instead of the number of options if they have not been counted.
const UNCOUNTED: u32 = 255;

/// The weight of a repeated visit if a first visit weighs 1.
///
/// A visit is repeated if some fact about the part was known before. If the repeated visits weigh more than the first visits
/// plus 1,000, all parts are valued. Repeated visits are many if nimbers are high, as in Wythoff's game. With twice this
/// weight, 5×6 Cram takes three times as long.
const OFTEN: u64 = 2;

/// If a part's options have more unknown parts than this, those parts' options are not counted for the ordering, and "what is
/// it?" values all options.
const COUNTED: usize = 1024;

/// Packs the number of options and the known facts into a word of the table.
fn word(mobility: u32, known: Known) -> u64 {
    u64::from(mobility) << Known::BITS | u64::from(known.0)
}

fn from_word(word: u64) -> (u32, Known) {
    ((word >> Known::BITS) as u32, Known((word & ((1 << Known::BITS) - 1)) as u32))
}

/// A summand of an option.
#[derive(Clone)]
struct Part<P> {
    position: P,
    at: Fingerprint,
    mobility: u32,
    known: Known,
}

// These are named functions because a closure's type would depend on the search, and sorting would be compiled for each
// ruleset.
impl<P> Part<P> {
    fn mobility(&self) -> u32 {
        self.mobility
    }
}

/// An option of a position under search.
#[derive(Clone, Copy)]
struct Alternative {
    /// The xor of the nimbers of its known summands.
    sum: u32,
    /// The range of its unknown summands in the shared list, ordered by their number of options, fewest first.
    from: u32,
    to: u32,
    /// The number of options of its unknown summand with the most options: at most 254, or 255 if they were not counted.
    mobility: u32,
}

impl Alternative {
    /// Returns the key by which options are sorted.
    fn size(&self) -> (u32, u32) {
        (self.mobility, self.to - self.from)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// "Is this its nimber?"
    Is(u32),
    /// "What is its nimber?"
    What,
}

/// A part under search.
struct Frame {
    at: Fingerprint,
    mobility: u32,
    question: Question,
    /// Facts: the nimbers below 64 that options are known to have, as a set of bits.
    has: u64,
    /// The number that is sought among the options, or `None` if all of them are valued.
    target: Option<u32>,
    /// The index of the current option. Earlier options do not have the target, or were left to other threads.
    place: usize,
    /// The index of the part whose answer this frame waits for.
    asked: usize,
    /// `true` if options were left to other threads.
    leaves: bool,
    /// `true` if only the options left to other threads remain, so that this thread searches them, too.
    insists: bool,
    /// The index at which its options begin in the shared list, and that of their parts.
    options: usize,
    parts: usize,
    /// The number of visits before it was entered.
    before: u64,
}

enum Next {
    /// Answer this question about the part with this index.
    Ask(usize, Question),
    /// Nothing is left to do: these facts are the answer.
    Done(Known),
    /// Nothing is left to do: all options are valued.
    Valued,
}

pub(super) struct Questions<'a, R: Impartial> {
    rules: &'a R,
    limits: &'a Limits,
    meter: Meter<'a>,
    table: View,
    /// This thread's place among the threads that search together.
    member: Option<Member<'a>>,
    stack: Vec<Frame>,
    options: Vec<Alternative>,
    parts: Vec<Part<R::Position>>,
    /// The parts on the stack. If one of them is met again, it leads to itself, and this search gives it no nimber.
    open: HashSet<Fingerprint>,
    visited: u64,
    /// The number of visits of parts about which a fact was known already.
    again: u64,
    /// The number of visits at which the search stops for now.
    most: u64,
    /// Bytes that parts allocate outside of the list.
    outside: usize,
}

impl<'a, R: Impartial> Questions<'a, R> {
    pub(super) fn new(rules: &'a R, limits: &'a Limits, table: &Arc<Table>, member: Option<Member<'a>>) -> Self {
        Self {
            rules,
            limits,
            meter: Meter::new(limits),
            table: table.view(),
            member,
            stack: vec![],
            options: vec![],
            parts: vec![],
            open: HashSet::new(),
            visited: 0,
            again: 0,
            most: u64::MAX,
            outside: 0,
        }
    }

    pub(super) fn visited(&self) -> u64 {
        self.visited
    }

    /// Allows at most `further` more visits, or as many as the limits allow if `further` is `None`.
    pub(super) fn allow_further(&mut self, further: Option<u64>) {
        self.most = further.map_or(u64::MAX, |further| self.visited.saturating_add(further));
    }

    pub(super) fn nimber(&mut self, position: &R::Position) -> Result<u32, NimberError> {
        let parts = self.split(position);
        self.valued(parts)
    }

    pub(super) fn is(&mut self, position: &R::Position, nimber: u32) -> Result<bool, NimberError> {
        let mut parts = self.split(position);
        let Some(heaviest) = parts.pop() else { return Ok(nimber == 0) };
        // s ⊕ g(heaviest) = nimber iff g(heaviest) = s ⊕ nimber
        let rest = nimber ^ self.valued(parts)?;
        Ok(self.ask(heaviest, asking(rest, false))?.nimber() == Some(rest))
    }

    fn valued(&mut self, parts: Vec<Part<R::Position>>) -> Result<u32, NimberError> {
        let mut sum = 0;
        for part in parts {
            sum ^= self.ask(part, Question::What)?.nimber().expect("it was asked what it is");
        }
        Ok(sum)
    }

    /// Returns the summands of a position, fewest options first, without pairs of equal summands that cancel.
    fn split(&mut self, position: &R::Position) -> Vec<Part<R::Position>> {
        let mut parts: Vec<R::Position> = vec![];
        for part in self.rules.summands(position) {
            let part = self.rules.normal_form(part);
            match parts.iter().position(|known| *known == part) {
                Some(equal) if self.rules.is_loopfree(&parts[equal]) => drop(parts.swap_remove(equal)),
                _ => parts.push(part),
            }
        }
        let mut parts: Vec<Part<R::Position>> = parts.into_iter().map(|part| seen(&mut self.table, part)).collect();
        parts.iter_mut().for_each(|part| count(self.rules, &mut self.table, part));
        parts.sort_by_key(Part::mobility);
        parts
    }

    fn ask(&mut self, part: Part<R::Position>, question: Question) -> Result<Known, NimberError> {
        let answer = self.search(part, question);
        if answer.is_err() {
            self.stack.clear();
            self.options.clear();
            self.parts.clear();
            self.open.clear();
            self.outside = 0;
        }
        let answer = answer?;
        match self.rules.fault() {
            Some(fault) => Err(Stopped::from(fault).into()),
            None => Ok(answer),
        }
    }

    /// Runs the five steps of the module's description, part by part, on an explicit stack.
    fn search(&mut self, part: Part<R::Position>, question: Question) -> Result<Known, NimberError> {
        if part.known.nimber().is_some() {
            return Ok(part.known);
        }
        let mut done = self.enter(&part, question)?;
        loop {
            if let Some(known) = done.take() {
                self.leave(known);
                let Some(above) = self.stack.last() else { return Ok(known) };
                // the part that asked receives the answer, and its current option is looked at again
                let part = &mut self.parts[above.asked];
                part.known = part.known.and(known);
            }
            done = match self.next() {
                Next::Done(known) => Some(known),
                Next::Valued => Some(self.least()?),
                Next::Ask(index, question) => {
                    self.stack.last_mut().expect("it has asked").asked = index;
                    let part = self.parts[index].clone();
                    self.enter(&part, question)?
                }
            }
        }
    }

    /// Opens a frame with the options of a part.
    ///
    /// Returns the answer at once if all options are known or if one of them has the nimber in question.
    fn enter(&mut self, part: &Part<R::Position>, question: Question) -> Result<Option<Known>, NimberError> {
        if !self.open.insert(part.at) {
            return Err(NimberError::Loopy);
        }
        let before = self.visited;
        self.visited += 1;
        self.again += u64::from(part.known != Known::NOTHING);
        self.allow()?;
        if self.visited > self.most {
            return Err(Stopped::Positions(self.most).into());
        }
        if let Some(member) = self.member {
            if member.is_done() {
                return Err(Stopped::Asked.into());
            }
            if self.stack.len() < team::DEPTH {
                member.open(part.at);
            }
        }
        // 1. list the options
        let (options, parts) = (self.options.len(), self.parts.len());
        let mut frame = Frame {
            at: part.at,
            mobility: part.mobility,
            question,
            has: part.known.options(),
            target: None,
            place: options,
            asked: 0,
            leaves: false,
            insists: false,
            options,
            parts,
            before,
        };
        let mut allowed = Ok(());
        let rules = self.rules;
        rules.each_option(&part.position, &mut |parts| {
            self.look_at(&mut frame, parts);
            allowed = self.allow();
            // stop as soon as one option has the nimber asked about
            allowed.is_ok() && !frame.is_refuted()
        });
        allowed?;
        // everything is known already, so there is nothing to search
        if frame.is_refuted() || self.parts.len() == frame.parts {
            self.stack.push(frame);
            return self.least().map(Some);
        }
        // 2. order them, 3. choose the first target
        self.order(&frame)?;
        let are_many = self.parts.len() - frame.parts > COUNTED;
        frame.target = frame.first_target(are_many || self.are_values_cheaper());
        self.stack.push(frame);
        Ok(None)
    }

    /// Returns `true` if valuing every part once is cheaper than asking yes/no questions.
    ///
    /// That is the case if questions often return to known parts, as happens if nimbers are high.
    fn are_values_cheaper(&self) -> bool {
        OFTEN * self.again > self.visited - self.again + 1_000
    }

    fn allow(&mut self) -> Result<(), Stopped> {
        let Self { meter, table, stack, options, parts, open, outside, rules, .. } = self;
        let bytes = || {
            table.table().bytes()
                + growth::of_list(stack)
                + growth::of_list(options)
                + growth::of_list(parts)
                + growth::of_set(open)
                + *outside
        };
        meter.allow(self.visited, bytes, || rules.fault())
    }

    /// Lists an option, given as its summands, or notes a fact if all summands are known.
    #[inline]
    fn look_at(&mut self, frame: &mut Frame, split: &mut Vec<R::Position>) {
        let (from, mut sum) = (self.parts.len(), 0);
        for position in split.drain(..) {
            // k ⊕ k = 0, if the nimber k exists
            if let Some(equal) = self.parts[from..].iter().position(|part| part.position == position)
                && self.rules.is_loopfree(&position)
            {
                self.parts.swap_remove(from + equal);
                continue;
            }
            let part = seen(&mut self.table, position);
            match part.known.nimber() {
                Some(nimber) => sum ^= nimber,
                None => self.parts.push(part),
            }
        }
        let unknown = &mut self.parts[from..];
        if unknown.is_empty() && sum < 64 {
            frame.has |= 1 << sum;
            return;
        }
        self.outside += unknown.iter().map(|part| self.rules.allocated_bytes(&part.position)).sum::<usize>();
        self.options.push(Alternative { sum, from: from as u32, to: self.parts.len() as u32, mobility: MANY });
    }

    /// Sorts the options so that the easiest to value come first.
    fn order(&mut self, frame: &Frame) -> Result<(), Stopped> {
        if self.parts.len() - frame.parts <= COUNTED {
            for index in frame.parts..self.parts.len() {
                count(self.rules, &mut self.table, &mut self.parts[index]);
                self.allow()?;
            }
        }
        let Self { options, parts, .. } = self;
        let options = &mut options[frame.options..];
        for option in &mut *options {
            let unknown = &mut parts[option.from as usize..option.to as usize];
            unknown.sort_by_key(Part::mobility);
            option.mobility = unknown.last().map_or(0, |part| part.mobility);
        }
        options.sort_by_key(Alternative::size);
        // options with many moves, or whose moves were not counted, are taken in reverse order: those with more unknown
        // summands first, and among equals the later one first, because rules usually list small amounts first, so that the
        // last option leaves the least
        let counted = options.partition_point(|option| option.mobility < MANY);
        options[counted..].reverse();
        Ok(())
    }

    /// Closes the frame on top and stores the known facts about its part.
    fn leave(&mut self, known: Known) {
        let frame = self.stack.pop().expect("a frame is open");
        self.open.remove(&frame.at);
        if let Some(member) = self.member.filter(|_| self.stack.len() < team::DEPTH) {
            member.close(frame.at);
        }
        let rules = self.rules;
        let outside = self.parts.drain(frame.parts..).map(|part| rules.allocated_bytes(&part.position)).sum::<usize>();
        self.outside = self.outside.saturating_sub(outside);
        self.options.truncate(frame.options);
        // 5. the work since it was entered decides how long the table keeps the entry
        self.table.put(frame.at, word(frame.mobility, known), self.visited - frame.before);
    }

    /// Returns the facts about the part on top, which is refuted or whose options are all valued.
    fn least(&self) -> Result<Known, NimberError> {
        let frame = self.stack.last().expect("a frame is open");
        if frame.is_refuted() {
            return Ok(Known::of_options(frame.has));
        }
        // the mex: the first number that is no fact; nimbers from 64 on have no bit, so they are computed again from the
        // options
        let mut least = frame.has.trailing_ones();
        if least == 64 {
            let high = self.options[frame.options..].iter().map(|option| self.sum(option));
            least = mex((0..64).chain(high).map(Nimber)).0;
        }
        Known::exact(least).ok_or(Stopped::Memory(self.limits.bytes).into())
    }

    /// Returns the nimber of an option whose parts are all known.
    fn sum(&self, option: &Alternative) -> u32 {
        let parts = &self.parts[option.from as usize..option.to as usize];
        parts.iter().fold(option.sum, |sum, part| sum ^ part.known.nimber().unwrap_or(0))
    }

    fn next(&mut self) -> Next {
        let are_values_cheaper = self.are_values_cheaper();
        let Self { stack, options, parts, table, .. } = self;
        let member = self.member.filter(|_| stack.len() < team::DEPTH);
        let frame = stack.last_mut().expect("a frame is open");
        // 3. ask of one option after the other whether it has the target
        loop {
            let Some(option) = options.get(frame.place) else {
                // options left to other threads: they may be known by now; if not, this thread asks
                if core::mem::take(&mut frame.leaves) {
                    (frame.insists, frame.place) = (true, frame.options);
                    continue;
                }
                // 4. no option has it
                match frame.after_all() {
                    Some(next) => return next,
                    None => continue,
                }
            };
            // add up the summands that are known by now; `first` becomes the unknown one with the fewest options
            let (mut sum, mut first, mut unknown) = (option.sum, 0, 0);
            for index in (option.from as usize..option.to as usize).rev() {
                let part = &mut parts[index];
                if part.known.nimber().is_none()
                    && let Some(word) = table.get(part.at)
                {
                    part.known = part.known.and(from_word(word).1);
                }
                match part.known.nimber() {
                    Some(nimber) => sum ^= nimber,
                    None => (first, unknown) = (index, unknown + 1),
                }
            }
            // the nimber of the option is known, which is a fact
            if unknown == 0 {
                if sum < 64 {
                    frame.has |= 1 << sum;
                }
                if frame.is_refuted() {
                    return Next::Done(Known::of_options(frame.has));
                }
                if frame.target == Some(sum) {
                    // 4. this option has the target: go on to the next target, beginning with the first option
                    frame.found(are_values_cheaper);
                } else {
                    frame.place += 1;
                }
                continue;
            }
            let is_left = |part: &Part<R::Position>| member.is_some_and(|member| member.is_open(part.at));
            let may_be_left = !frame.insists && frame.place > frame.options;
            // if there are several unknown summands, or all options are valued, value the unknown summand with the fewest
            // options
            let Some(target) = frame.target.filter(|_| unknown == 1) else {
                if may_be_left && is_left(&parts[first]) {
                    frame.leaves = true;
                    frame.place += 1;
                    continue;
                }
                return Next::Ask(first, Question::What);
            };
            // if one summand is unknown, ask whether it gives the option the target
            let (part, wanted) = (&parts[first], target ^ sum);
            // (a part with fewer than `wanted` options cannot have this nimber either, but it is searched all the same, so that
            // more loops are reported)
            if part.known.is_not(wanted) {
                frame.place += 1;
                continue;
            }
            if may_be_left && is_left(part) {
                frame.leaves = true;
                frame.place += 1;
                continue;
            }
            return Next::Ask(first, asking(wanted, are_values_cheaper));
        }
    }
}

impl Frame {
    /// Returns `true` if an option has the nimber in question, so that the answer is no.
    fn is_refuted(&self) -> bool {
        matches!(self.question, Question::Is(nimber) if self.has >> nimber & 1 == 1)
    }

    fn first_target(&self, are_values_cheaper: bool) -> Option<u32> {
        match self.question {
            Question::Is(nimber) => Some(nimber),
            Question::What => self.next_target(are_values_cheaper),
        }
    }

    /// Returns the least number that no option is known to have, or `None` if all options are to be valued instead.
    fn next_target(&self, are_values_cheaper: bool) -> Option<u32> {
        let least = self.has.trailing_ones();
        match self.question {
            Question::Is(_) => Some(least),
            Question::What => (least < Known::ASKED && !are_values_cheaper).then_some(least),
        }
    }

    /// Goes on to the next target after an option with the current target was found.
    fn found(&mut self, are_values_cheaper: bool) {
        self.target = self.next_target(are_values_cheaper);
        (self.leaves, self.insists) = (false, false);
        self.place = self.options;
    }

    /// Returns the answer once all options were looked at, or `None` if another target must be sought.
    ///
    /// All targets are below 27, so they fit into a word of facts.
    fn after_all(&mut self) -> Option<Next> {
        let Some(target) = self.target else { return Some(Next::Valued) };
        let least = self.has.trailing_ones();
        match self.question {
            // no option has n, but the nimber is n only if each smaller number is the nimber of an option: seek the least one
            // without a fact
            Question::Is(nimber) if target == nimber && least < nimber => {
                self.target = Some(least);
                self.place = self.options;
                self.insists = false;
                None
            }
            // no option has the target and each smaller number is a fact, so the target is the mex
            _ => Known::exact(target).map(Next::Done),
        }
    }
}

/// Returns the cheapest question that decides whether a part has this nimber.
///
/// For a number too large for a fact, the question is "what is it?". If values are cheaper, it is so for every number except 0.
fn asking(nimber: u32, are_values_cheaper: bool) -> Question {
    let is_asked = nimber == 0 || nimber < Known::ASKED && !are_values_cheaper;
    if is_asked { Question::Is(nimber) } else { Question::What }
}

/// Looks a part up in the table.
#[inline]
fn seen<P: Hash>(table: &mut View, position: P) -> Part<P> {
    let at = Fingerprint::of(&position);
    let (mobility, known) = table.get(at).map_or((UNCOUNTED, Known::NOTHING), from_word);
    Part { position, at, mobility, known }
}

/// Counts the options of a part and stores their number, unless they were counted before.
#[inline]
fn count<R: Impartial>(rules: &R, table: &mut View, part: &mut Part<R::Position>) {
    if part.mobility == UNCOUNTED {
        part.mobility = rules.mobility(&part.position).min(MANY);
        table.put(part.at, word(part.mobility, part.known), 0);
    }
}
