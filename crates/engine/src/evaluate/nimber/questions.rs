//! Search for nimbers by yes/no questions, and by mex where nimbers are high.
//!
//! The nimber g of a position is the least number that none of its options has (mex). A sum has the xor ⊕ of its summands'
//! nimbers (Sprague 1935, Grundy 1939). So positions are searched summand by summand; a summand is called a *part*.
//!
//! "Is g(part) = n?" asks who wins the part plus a Nim heap of n (Lemoine & Viennot 2012, *Nimbers are inevitable*). An answer often
//! needs few of the options. This search keeps more than yes and no, namely *facts*: "some option of the part has the nimber k".
//! Each fact rules out g = k. If each k < n is a fact and no option has n, then g = n. A part is *unknown* as long as its nimber is
//! not known, though there may be facts about it. A part is searched in five steps:
//!
//! 1. *List* (`enter`, `look_at`). Each option is listed as its summands. Two equal summands cancel, since k ⊕ k = 0, if the rules say
//!    that play from them ends. Else both are valued: a loopy pair has no nimber and may be a draw. The nimbers that are known are
//!    added up. An option without unknown summands is a fact at once, if its nimber is below 64.
//! 2. *Order* (`order`). Options whose unknown summands have few options come first, for they are usually answered fastest.
//! 3. *Seek* (`next`). One number is the *target*; every option is asked whether its nimber is the target. Of several unknown summands
//!    all but one are valued, those with few options first. If all the others add up to s, the option has the target iff the last
//!    one has target ⊕ s. That is again a yes/no question, about a part nearer the end of play. Each answer values a part of the
//!    option or rules the target out, so every option is done with after a few answers.
//! 4. *Conclude* (`found`, `after_all`). Asked "is it n?", the search seeks n first. An option that has n refutes it, since a mex is
//!    never the nimber of an option. If none has n, the nimber is at most n, and the least number below n without a fact is sought
//!    next. Asked "what is it?", the search seeks the least number without a fact. A target that no option has, while each smaller
//!    number is a fact, is the mex by definition.
//! 5. *Leave* (`leave`). The nimber, or the facts below 27, go into the table. Every fact is true by itself, whatever else is known, so
//!    the table may forget or overwrite any entry: that costs time and changes no nimber.
//!
//! Where nimbers are high, most questions are answered "no" and little is learnt from each. So once repeated visits outweigh first
//! ones in this search, every new question but "is it 0?" is asked as "what is it?" (`are_values_cheaper`), and all options of such a
//! part are valued, without a target. So they are, too, if more than 128 parts of them are unknown.
//!
//! Invariant of a part under search: its facts are true, and the target is none of them. Every option before `place` has another nimber
//! than the target, or was left to other threads. (Without a target its nimber is known.) A new target begins with
//! the first option again. So a target that the last option has not is had by none.
//!
//! Parts on the stack are marked as open. If a part is met while it is open, the position is loopy, and the search reports that. It
//! need not meet every loop: an option that is answered by one of its own options is never looked at. What it finds without is the
//! number of Smith 1966 (`loopy_nimbers`). His rule is the same: an option without a number does not matter if it has itself an option
//! of the nimber found.
//!
//! Threads that search together share facts through the table alone, and these are true whoever found them. A thread *leaves* an
//! option, but never the first, if another thread is at its next part. When the rest is done, it scans the options again (ABDADA: Weill
//! 1996, see `team.rs`). Only parts of the first 32 of a stack are marked.

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

/// The known facts about one part, in a word.
///
/// Its nimber, or nimbers that options of it have: the part has none of those.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known(u32);

impl Known {
    const NOTHING: Self = Self(0);
    const EXACT: u32 = 1 << (Self::BITS - 1);
    /// The least nimber for which the table keeps no fact.
    ///
    /// Smaller ones are sought one after the other.
    const ASKED: u32 = Self::BITS - 1;
    const BITS: u32 = 28;

    /// The fact that this is the nimber.
    ///
    /// `None` if it is too large for the word: a position with such a nimber has more than 10⁸ options.
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

    /// The nimbers that options are known to have, as bits.
    #[inline]
    fn options(self) -> u64 {
        if self.0 & Self::EXACT == 0 { self.0.into() } else { 0 }
    }

    /// Tells whether an option is known to have this nimber, so the part has not.
    ///
    /// `false` where the nimber itself is known.
    #[inline]
    fn is_not(self, nimber: u32) -> bool {
        nimber < Self::ASKED && self.options() >> nimber & 1 == 1
    }

    /// All facts of two words about the same part.
    fn and(self, other: Self) -> Self {
        match (self.nimber(), other.nimber()) {
            (Some(_), _) => self,
            (_, Some(_)) => other,
            _ => Self(self.0 | other.0),
        }
    }
}

/// The highest number of options that the table notes.
const MANY: u32 = 254;

/// The mark of a part whose options were not counted.
const UNCOUNTED: u32 = 255;

/// The weight of repeated visits, if first ones weigh 1.
///
/// If repeated ones weigh more than first ones and 1,000, all parts are valued. Repeated ones, of parts about which some fact was known, are many where nimbers are high, as in Wythoff's game. With twice this weight, Cram of 5
/// by 6 takes three times as long.
const OFTEN: u64 = 2;

/// The most unknown parts whose options are counted to find a good order.
///
/// If there are more, "what is it?" values all options.
const COUNTED: usize = 1024;

/// A word of the table: the number of options, and the known facts.
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

// Functions by name, since a closure would be of the type of its search, and all of sorting compiled again for each ruleset.
impl<P> Part<P> {
    fn mobility(&self) -> u32 {
        self.mobility
    }
}

/// An option of a position under search.
#[derive(Clone, Copy)]
struct Alternative {
    /// The sum of its known summands.
    sum: u32,
    /// The range of its unknown summands in the shared list, those with few options first.
    from: u32,
    to: u32,
    /// The number of options of its heaviest unknown summand.
    ///
    /// It is at most 254, and 255 if they were not counted.
    mobility: u32,
}

impl Alternative {
    /// Its mobility, and how many summands are not known.
    fn size(&self) -> (u32, u32) {
        (self.mobility, self.to - self.from)
    }
}

/// A question about a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// "Is this its nimber?"
    Is(u32),
    /// "Its nimber is what?"
    What,
}

/// A part under search.
struct Frame {
    at: Fingerprint,
    mobility: u32,
    question: Question,
    /// Facts: the nimbers below 64 that options are known to have, as bits.
    has: u64,
    /// The number that is sought among the options; `None` when all of them are valued.
    target: Option<u32>,
    /// The option that is looked at.
    ///
    /// Those before it have not the target, or were left to other threads.
    place: usize,
    /// The part that was asked about.
    asked: usize,
    /// Tells whether options were left to other threads.
    leaves: bool,
    /// Tells whether nothing but those is left, so that this thread looks at them, too.
    insists: bool,
    /// The begin of its options and of their parts in the shared lists.
    options: usize,
    parts: usize,
    /// Visits before it was entered.
    before: u64,
}

/// The next thing that the part on top needs.
enum Next {
    /// An answer to this question about this part.
    Ask(usize, Question),
    /// Nothing more: these facts are the answer.
    Done(Known),
    /// Nothing more: all options are valued.
    Valued,
}

pub(super) struct Questions<'a, R: Impartial> {
    rules: &'a R,
    limits: &'a Limits,
    meter: Meter<'a>,
    table: View,
    /// Among threads that search together.
    member: Option<Member<'a>>,
    stack: Vec<Frame>,
    options: Vec<Alternative>,
    parts: Vec<Part<R::Position>>,
    /// The parts on the stack.
    ///
    /// One that is met again leads to itself, and has no nimber by this search.
    open: HashSet<Fingerprint>,
    visited: u64,
    /// Visits of parts about which a fact was known: they come again.
    again: u64,
    /// The most visits that are allowed for now.
    most: u64,
    /// Bytes of parts outside of the list.
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

    /// Allows so many further visits, or as many as the limits say.
    pub(super) fn allow_further(&mut self, further: Option<u64>) {
        self.most = further.map_or(u64::MAX, |further| self.visited.saturating_add(further));
    }

    /// The nimber of a position.
    pub(super) fn nimber(&mut self, position: &R::Position) -> Result<u32, NimberError> {
        let parts = self.split(position);
        self.valued(parts)
    }

    /// Tells whether the nimber of a position is this.
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

    /// The summands of a position, those with few options first, without equal ones that cancel.
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

    /// The facts about a part that answer a question about it.
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

    /// The five steps, part by part, on an explicit stack.
    fn search(&mut self, part: Part<R::Position>, question: Question) -> Result<Known, NimberError> {
        if part.known.nimber().is_some() {
            return Ok(part.known);
        }
        let mut done = self.enter(&part, question)?;
        loop {
            if let Some(known) = done.take() {
                self.leave(known);
                let Some(above) = self.stack.last() else { return Ok(known) };
                // the part that asked learns the answer, and looks at the same option again
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
    /// Answers at once if all of them are known, or if one has the number asked about.
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
            // one option that has the number asked about is enough
            allowed.is_ok() && !frame.is_refuted()
        });
        allowed?;
        // all is known already: no search
        if frame.is_refuted() || self.parts.len() == frame.parts {
            self.stack.push(frame);
            return self.least().map(Some);
        }
        // 2. order them, 3. choose what is sought first
        self.order(&frame)?;
        let are_many = self.parts.len() - frame.parts > COUNTED;
        frame.target = frame.first_target(are_many || self.are_values_cheaper());
        self.stack.push(frame);
        Ok(None)
    }

    /// Tells whether it is cheaper to value every part once than to ask yes/no questions.
    ///
    /// That is so if questions come back to the same parts often, as they do where nimbers are high.
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

    /// Notes an option, split into its summands: a fact if all of them are known.
    #[inline]
    fn look_at(&mut self, frame: &mut Frame, split: &mut Vec<R::Position>) {
        let (from, mut sum) = (self.parts.len(), 0);
        for position in split.drain(..) {
            // k ⊕ k = 0, if there is a k
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

    /// Sorts the options, those that are easy to value first.
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
        // options of many moves, or that were not counted, come in the order opposite to that: last, those with more unknown summands
        // first, and of equal ones the later first, since rules usually list small amounts first and so the last one leaves least
        let counted = options.partition_point(|option| option.mobility < MANY);
        options[counted..].reverse();
        Ok(())
    }

    /// Closes the frame on top, of which this is now known.
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
        // 5. the work since it was entered says how long the table keeps it
        self.table.put(frame.at, word(frame.mobility, known), self.visited - frame.before);
    }

    /// The facts about a part that is refuted, or whose options are valued.
    fn least(&self) -> Result<Known, NimberError> {
        let frame = self.stack.last().expect("a frame is open");
        if frame.is_refuted() {
            return Ok(Known::of_options(frame.has));
        }
        // the mex: the first number that is no fact; of those from 64 on no bits are kept
        let mut least = frame.has.trailing_ones();
        if least == 64 {
            let high = self.options[frame.options..].iter().map(|option| self.sum(option));
            least = mex((0..64).chain(high).map(Nimber)).0;
        }
        Known::exact(least).ok_or(Stopped::Memory(self.limits.bytes).into())
    }

    /// The nimber of an option all of whose parts are known.
    fn sum(&self, option: &Alternative) -> u32 {
        let parts = &self.parts[option.from as usize..option.to as usize];
        parts.iter().fold(option.sum, |sum, part| sum ^ part.known.nimber().unwrap_or(0))
    }

    /// The next thing that the frame on top needs.
    fn next(&mut self) -> Next {
        let are_values_cheaper = self.are_values_cheaper();
        let Self { stack, options, parts, table, .. } = self;
        let member = self.member.filter(|_| stack.len() < team::DEPTH);
        let frame = stack.last_mut().expect("a frame is open");
        // 3. ask one option after the other if it has the target
        loop {
            let Some(option) = options.get(frame.place) else {
                // those that were left to other threads: perhaps they know by now, else this thread asks
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
            // add up the summands that are known by now; `first` is the unknown one with the fewest options
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
            // the nimber of the option is known: a fact
            if unknown == 0 {
                if sum < 64 {
                    frame.has |= 1 << sum;
                }
                if frame.is_refuted() {
                    return Next::Done(Known::of_options(frame.has));
                }
                if frame.target == Some(sum) {
                    // 4. this option has it: on to the next target, from the first option on
                    frame.found(are_values_cheaper);
                } else {
                    frame.place += 1;
                }
                continue;
            }
            let is_left = |part: &Part<R::Position>| member.is_some_and(|member| member.is_open(part.at));
            let may_be_left = !frame.insists && frame.place > frame.options;
            // of several unknown summands, or where all options are valued, the one with the fewest options is valued
            let Some(target) = frame.target.filter(|_| unknown == 1) else {
                if may_be_left && is_left(&parts[first]) {
                    frame.leaves = true;
                    frame.place += 1;
                    continue;
                }
                return Next::Ask(first, Question::What);
            };
            // of one unknown summand it is asked if it gives the option the target
            let (part, wanted) = (&parts[first], target ^ sum);
            // (a part with fewer than `wanted` options cannot have this nimber, either. It is searched all the same, so that more loops
            // are reported)
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
    /// Tells whether an option has the nimber that is asked about.
    ///
    /// Then the answer is no.
    fn is_refuted(&self) -> bool {
        matches!(self.question, Question::Is(nimber) if self.has >> nimber & 1 == 1)
    }

    /// The number to be sought first.
    fn first_target(&self, are_values_cheaper: bool) -> Option<u32> {
        match self.question {
            Question::Is(nimber) => Some(nimber),
            Question::What => self.next_target(are_values_cheaper),
        }
    }

    /// The least number that no option is known to have.
    ///
    /// `None` if it is so large that all options are valued instead.
    fn next_target(&self, are_values_cheaper: bool) -> Option<u32> {
        let least = self.has.trailing_ones();
        match self.question {
            Question::Is(_) => Some(least),
            Question::What => (least < Known::ASKED && !are_values_cheaper).then_some(least),
        }
    }

    /// Goes on to the next target, since some option has this one.
    fn found(&mut self, are_values_cheaper: bool) {
        self.target = self.next_target(are_values_cheaper);
        (self.leaves, self.insists) = (false, false);
        self.place = self.options;
    }

    /// The answer once all options were looked at.
    ///
    /// `None` if another target is to be sought. Targets are below 27, so they are exact.
    fn after_all(&mut self) -> Option<Next> {
        let Some(target) = self.target else { return Some(Next::Valued) };
        let least = self.has.trailing_ones();
        match self.question {
            // no option has n, but the nimber is n only if each smaller number is had: seek the least that may be missing
            Question::Is(nimber) if target == nimber && least < nimber => {
                self.target = Some(least);
                self.place = self.options;
                self.insists = false;
                None
            }
            // no option has the target, and each smaller number is a fact: this is the mex
            _ => Known::exact(target).map(Next::Done),
        }
    }
}

/// The cheapest question that tells whether a nimber is this.
///
/// A number that is too large for a fact is asked as "which is it?", and so is any but 0 where values are cheaper.
fn asking(nimber: u32, are_values_cheaper: bool) -> Question {
    let is_asked = nimber == 0 || nimber < Known::ASKED && !are_values_cheaper;
    if is_asked { Question::Is(nimber) } else { Question::What }
}

/// A part, with all that the table knows of it.
#[inline]
fn seen<P: Hash>(table: &mut View, position: P) -> Part<P> {
    let at = Fingerprint::of(&position);
    let (mobility, known) = table.get(at).map_or((UNCOUNTED, Known::NOTHING), from_word);
    Part { position, at, mobility, known }
}

/// Counts the options of a part, unless that was done before.
#[inline]
fn count<R: Impartial>(rules: &R, table: &mut View, part: &mut Part<R::Position>) {
    if part.mobility == UNCOUNTED {
        part.mobility = rules.mobility(&part.position).min(MANY);
        table.put(part.at, word(part.mobility, part.known), 0);
    }
}
