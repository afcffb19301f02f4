//! The search behind nimbers: by yes/no questions, and by mex where nimbers are high.
//!
//! "Is the nimber of this part n?" asks who wins the part and a heap of n, so it often needs few of the options. In a sum all parts but
//! the heaviest are valued, and the heaviest is asked the question: Lemoine & Viennot 2012, *Nimbers are inevitable*. What is asked here
//! is a little more precise, "has some option the nimber k?", whose answers add up: a nimber is the least that no option has.

use super::NimberError;
use crate::evaluate::table::{Fingerprint, Table, View};
use crate::evaluate::team::{self, Member};
use crate::{Limits, Stopped};
use core::hash::Hash;
use hashbrown::HashSet;
use sprague_core::limits::Meter;
use sprague_core::{Impartial, Nimber, mex};
use std::sync::Arc;

/// What is known of the nimber of a part, in a word: what it is, or which nimbers options of it have, so that it is none of those.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known(u32);

impl Known {
    const NOTHING: Self = Self(0);
    const EXACT: u32 = 1 << (Self::BITS - 1);
    /// Smaller nimbers are noted where an option has them, and sought one after the other.
    const ASKED: u32 = Self::BITS - 1;
    const BITS: u32 = 28;

    /// `None` for a nimber that there is no room for: its position has more than 10⁸ options.
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

    /// Whether it is known not to be this, though not what it is.
    #[inline]
    fn is_not(self, nimber: u32) -> bool {
        nimber < Self::ASKED && self.options() >> nimber & 1 == 1
    }

    /// What both say of one part.
    fn and(self, other: Self) -> Self {
        match (self.nimber(), other.nimber()) {
            (Some(_), _) => self,
            (_, Some(_)) => other,
            _ => Self(self.0 | other.0),
        }
    }
}

/// Options are counted to this in the table …
const MANY: u32 = 254;

/// … unless nobody has counted them.
const UNCOUNTED: u32 = 255;

/// Once one of so many parts has been asked about again, all are valued once: where nimbers are high, as in Wythoff's game. With twice
/// this, Cram of 5 by 6 takes three times as long.
const OFTEN: u64 = 2;

/// So many unknown parts of a position are looked at closely, to find a good order for them.
const COUNTED: usize = 128;

/// A word of the table: how many options there are, and what is known.
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

/// An option of a position under search.
#[derive(Clone, Copy)]
struct Alternative {
    /// What its known summands add up to.
    sum: u32,
    /// The others, those with few options first.
    from: u32,
    to: u32,
    mobility: u32,
}

/// What is asked of a part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    /// Whether its nimber is this.
    Is(u32),
    /// What its nimber is.
    What,
}

/// A part under search.
struct Frame {
    at: Fingerprint,
    mobility: u32,
    question: Question,
    /// The nimbers below 64 that options are known to have.
    has: u64,
    /// The number that is sought among the options now; `None` when all of them are valued.
    target: Option<u32>,
    /// The option that is looked at, and the part that was asked about.
    place: usize,
    asked: usize,
    /// Whether options were left to other threads, and whether nothing but those is left.
    leaves: bool,
    insists: bool,
    /// Where its options and their parts begin in the shared lists.
    options: usize,
    parts: usize,
    /// How much was visited before.
    before: u64,
}

/// What the part on top needs next.
enum Next {
    /// An answer about this part.
    Ask(usize, Question),
    /// Nothing more: this is known.
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
    /// The parts on the stack: one that leads to itself has no nimber by this search.
    open: HashSet<Fingerprint>,
    visited: u64,
    /// How many of them were visited before, for another question.
    again: u64,
    /// The most that may be visited, for now.
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

    /// Lets it visit no more than so many further parts, or as many as the limits say.
    pub(super) fn allow_further(&mut self, further: Option<u64>) {
        self.most = further.map_or(u64::MAX, |further| self.visited.saturating_add(further));
    }

    /// The nimber of a position.
    pub(super) fn nimber(&mut self, position: &R::Position) -> Result<u32, NimberError> {
        let parts = self.split(position);
        self.valued(parts)
    }

    /// Whether the nimber of a position is this.
    pub(super) fn is(&mut self, position: &R::Position, nimber: u32) -> Result<bool, NimberError> {
        let mut parts = self.split(position);
        let Some(heaviest) = parts.pop() else { return Ok(nimber == 0) };
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

    /// The summands of a position, those with few options first, without pairs of equal ones.
    fn split(&mut self, position: &R::Position) -> Vec<Part<R::Position>> {
        let mut parts: Vec<R::Position> = vec![];
        for part in self.rules.summands(position) {
            let part = self.rules.normal_form(part);
            match parts.iter().position(|known| *known == part) {
                Some(equal) => drop(parts.swap_remove(equal)),
                None => parts.push(part),
            }
        }
        let mut parts: Vec<Part<R::Position>> = parts.into_iter().map(|part| seen(&mut self.table, part)).collect();
        parts.iter_mut().for_each(|part| count(self.rules, &mut self.table, part));
        parts.sort_by_key(|part| part.mobility);
        parts
    }

    /// What is known of a part once the question is answered.
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

    fn search(&mut self, part: Part<R::Position>, question: Question) -> Result<Known, NimberError> {
        if part.known.nimber().is_some() {
            return Ok(part.known);
        }
        let mut done = self.enter(&part, question)?;
        loop {
            if let Some(known) = done.take() {
                self.leave(known);
                let Some(above) = self.stack.last() else { return Ok(known) };
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

    /// Opens a frame with the options of a part; answers at once where these are all known.
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
            // one option that has it is enough
            allowed.is_ok() && !frame.is_refuted()
        });
        allowed?;
        if frame.is_refuted() || self.parts.len() == frame.parts {
            self.stack.push(frame);
            return self.least().map(Some);
        }
        self.order(&frame)?;
        let are_many = self.parts.len() - frame.parts > COUNTED;
        frame.target = frame.first_target(are_many || self.are_values_cheaper());
        self.stack.push(frame);
        Ok(None)
    }

    /// Whether questions come back to the same parts so often that it takes less to value each part once, as where nimbers are high.
    fn are_values_cheaper(&self) -> bool {
        OFTEN * self.again > self.visited - self.again + 1_000
    }

    fn allow(&mut self) -> Result<(), Stopped> {
        let Self { meter, table, stack, options, parts, open, outside, rules, .. } = self;
        let bytes = || {
            table.table().bytes()
                + stack.capacity() * size_of::<Frame>()
                + options.capacity() * size_of::<Alternative>()
                + parts.capacity() * size_of::<Part<R::Position>>()
                + open.allocation_size()
                + *outside
        };
        meter.allow(self.visited, bytes, || rules.fault())
    }

    /// Notes an option, split into its summands.
    #[inline]
    fn look_at(&mut self, frame: &mut Frame, split: &mut Vec<R::Position>) {
        let (from, mut sum) = (self.parts.len(), 0);
        for position in split.drain(..) {
            if let Some(equal) = self.parts[from..].iter().position(|part| part.position == position) {
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

    /// Options that are easy to value come first; for each of several threads others near the root.
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
            unknown.sort_by_key(|part| part.mobility);
            option.mobility = unknown.last().map_or(0, |part| part.mobility);
        }
        options.sort_by_key(|option| (option.mobility, option.to - option.from));
        // of those with too many to be counted the last first: after it least is left, as rules usually list them
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
        self.table.put(frame.at, word(frame.mobility, known), self.visited - frame.before);
    }

    /// What is known of the part on top, all of whose options are valued or enough of them.
    fn least(&self) -> Result<Known, NimberError> {
        let frame = self.stack.last().expect("a frame is open");
        if frame.is_refuted() {
            return Ok(Known::of_options(frame.has));
        }
        let mut least = frame.has.trailing_ones();
        if least == 64 {
            let high = self.options[frame.options..].iter().map(|option| self.sum(option));
            least = mex((0..64).chain(high).map(Nimber)).0;
        }
        Known::exact(least).ok_or(Stopped::Memory(self.limits.bytes).into())
    }

    /// What an option adds up to, all of whose parts are known.
    fn sum(&self, option: &Alternative) -> u32 {
        let parts = &self.parts[option.from as usize..option.to as usize];
        parts.iter().fold(option.sum, |sum, part| sum ^ part.known.nimber().unwrap_or(0))
    }

    /// What the frame on top needs next.
    fn next(&mut self) -> Next {
        let are_values_cheaper = self.are_values_cheaper();
        let Self { stack, options, parts, table, .. } = self;
        let member = self.member.filter(|_| stack.len() < team::DEPTH);
        let frame = stack.last_mut().expect("a frame is open");
        loop {
            let Some(option) = options.get(frame.place) else {
                if core::mem::take(&mut frame.leaves) {
                    (frame.insists, frame.place) = (true, frame.options);
                    continue;
                }
                match frame.after_all() {
                    Some(next) => return next,
                    None => continue,
                }
            };
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
            if unknown == 0 {
                if sum < 64 {
                    frame.has |= 1 << sum;
                }
                if frame.is_refuted() {
                    return Next::Done(Known::of_options(frame.has));
                }
                if frame.target == Some(sum) {
                    frame.found(are_values_cheaper);
                } else {
                    frame.place += 1;
                }
                continue;
            }
            let is_left = |part: &Part<R::Position>| member.is_some_and(|member| member.is_open(part.at));
            let may_be_left = !frame.insists && frame.place > frame.options;
            let Some(target) = frame.target.filter(|_| unknown == 1) else {
                if may_be_left && is_left(&parts[first]) {
                    frame.leaves = true;
                    frame.place += 1;
                    continue;
                }
                return Next::Ask(first, Question::What);
            };
            let (part, wanted) = (&parts[first], target ^ sum);
            // (that it has fewer options than this says nothing where play may go on for ever)
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
    /// Whether the answer is no, since an option has the nimber that is asked about.
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

    /// The least number that no option is known to have, unless that is so large that all options are valued.
    fn next_target(&self, are_values_cheaper: bool) -> Option<u32> {
        let least = self.has.trailing_ones();
        match self.question {
            Question::Is(_) => Some(least),
            Question::What => (least < Known::ASKED && !are_values_cheaper).then_some(least),
        }
    }

    /// Some option has the number that is sought.
    fn found(&mut self, are_values_cheaper: bool) {
        self.target = self.next_target(are_values_cheaper);
        (self.leaves, self.insists) = (false, false);
        self.place = self.options;
    }

    /// All options were looked at: what is known now, `None` where more is to be sought.
    fn after_all(&mut self) -> Option<Next> {
        let Some(target) = self.target else { return Some(Next::Valued) };
        let least = self.has.trailing_ones();
        match self.question {
            // a smaller one may be missing, too
            Question::Is(nimber) if target == nimber && least < nimber => {
                self.target = Some(least);
                self.place = self.options;
                self.insists = false;
                None
            }
            _ => Known::exact(target).map(Next::Done),
        }
    }
}

/// The question whether a nimber is this, or what it is if this is too large to be asked about, or no cheaper.
fn asking(nimber: u32, are_values_cheaper: bool) -> Question {
    let is_asked = nimber == 0 || nimber < Known::ASKED && !are_values_cheaper;
    if is_asked { Question::Is(nimber) } else { Question::What }
}

/// A part with what the table says of it.
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
