//! The winner of a partizan sum: a search that asks no more than it must.
//!
//! A position is the sum of its summands, and stays one while it is played. So the search is about sums of positions and values.
//!
//! 1. *Look* (`look`). Each summand that comes up is taken in normal form. A small one is valued, as long as values stay within a share of
//!    the work (`valued`). Of a game and its negative one stands for both, and both together are nothing. Values are added while that is
//!    cheap, and numbers are set apart.
//! 2. *Decide* (`decide`). Bounds of summands are added: those of the rules ([`Partizan::bounds`]), those that the table has learnt, and
//!    the stops of values. Then, with a hand tied (`decide_tied`), the walls of pieces into which summands fall
//!    ([`Partizan::tied`]). Sums of few values are compared.
//! 3. *Remember* (`table`). A game T is remembered by four numbers, which answer for T + x with every number x, for both players.
//! 4. *Search* (`search`). The player to move wins if an option is lost for the opponent. Some options are decided first before the best
//!    one of them is searched, on an explicit stack.
//!
//! Steps 1 to 3 are theorems, each cited where it is used. So limits of effort, guesses and a table that forgets change the time, and
//! never the winner. Names of sums are compared whole ([`names`]).
//!
//! Sources: Conway, *On Numbers and Games*, 1976; Siegel, *Combinatorial Game Theory*, 2013, ch. II. That one entry serves all numbers,
//! and that the players' hands are tied, are this project's; Bullock, *Domineering: solving large combinatorial search spaces*, 2002, bounds
//! Domineering alike.

mod compared;
mod decide;
mod look;
mod names;
mod order;
mod part;
mod table;
#[cfg(test)]
mod tests;
mod walls;
mod worth;

use super::value::{ValueError, ValueSearch};
use crate::growth;
use core::fmt;
use core::hash::Hash;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use names::{Names, Term};
use part::{Looked, Name, Part};
use smallvec::SmallVec;
use sprague_core::limits::Meter;
use sprague_core::{Bounds, Limits, Outcome, OutcomeClass, Partizan, Player, Stopped};
use sprague_values::{Arena, Calculator, Form};
use std::rc::Rc;
use table::Table;
use walls::Side;
use worth::{Id, Worths};

/// The settings of the search's effort; the winner does not depend on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Summands up to this size are valued.
    pub(crate) small: u32,
    /// Values are added while the product of their numbers of options is at most this.
    pub(crate) merged: u32,
    /// All-small values are added while their birthdays, added, are at most this.
    pub(crate) young: u32,
    /// The most options that are not decided when the best of them is searched.
    pub(crate) ahead: usize,
    /// Pieces up to this size are valued.
    ///
    /// Once the search is long, those larger by up to 4 are valued, too.
    pub(crate) tied: u32,
    /// The score below which the hand of the player to move is tied, too.
    ///
    /// It is counted in favour of the player who has just moved.
    pub(crate) margin: i64,
    /// The work of values for each sum that is searched, in hundredths.
    pub(crate) valued: u64,
    /// The most work of a value of a larger summand, if it is infinitesimal.
    ///
    /// Bounds and walls tell nothing of those.
    pub(crate) cheap: u64,
    /// The share of the memory that the table may take: one part in so many.
    pub(crate) table: u64,
    /// The share that names may take before all is forgotten but the sums under search.
    pub(crate) named: u64,
    /// The entries of the two caches of positions, as a power of 2.
    pub(crate) cached: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            small: 10,
            merged: 4,
            young: 10,
            ahead: 8,
            tied: 12,
            margin: 3 * Bounds::ONE / 2,
            valued: 250,
            cheap: 10_000,
            table: 4,
            named: 3,
            cached: 12,
        }
    }
}

/// The sums after which a search is long.
const LONG: u64 = 10_000;

/// The number of summands that are asked whether they can be cut.
///
/// If none of these can, it is taken that none can.
const ASKED: u32 = 16;

/// A sum under search, or asked about.
pub(crate) use part::Sum;

/// A move, in the summand of a sum with this index.
#[derive(Debug)]
struct Move<P> {
    at: u32,
    /// Tells whether it is one in a number.
    is_late: bool,
    to: To<P>,
}

impl<P> Move<P> {
    /// The positions that were looked at in it.
    fn parts(&mut self) -> impl Iterator<Item = &mut Part<P>> {
        let looked = if let To::Looked(looked) = &mut self.to { looked.as_mut_slice() } else { &mut [] };
        looked.iter_mut().filter_map(|looked| match looked {
            Looked::Part(part) => Some(part),
            Looked::Worth(_) => None,
        })
    }
}

/// The result of a move in its summand.
#[derive(Debug)]
enum To<P> {
    /// A position, not looked at yet.
    Position(P),
    /// Its summands.
    Looked(SmallVec<[Looked<P>; 2]>),
    Form(Form),
}

/// Positions with what is known of them, each in its place.
type Cache<P, K> = Vec<Option<(P, K)>>;

/// An option that waits to be searched.
#[derive(Debug)]
struct Child<P> {
    sum: Sum<P>,
    name: Name,
    score: i64,
    is_late: bool,
}

/// A sum under search: where its moves, their order and its waiting options start.
#[derive(Debug)]
struct Frame<P> {
    sum: Sum<P>,
    name: Name,
    left: bool,
    /// Tells whether no option was searched yet.
    is_new: bool,
    moves: usize,
    order: usize,
    next: usize,
    waiting: usize,
    /// The sums searched before it.
    before: u64,
}

/// A search that remembers, for many positions and sums under the same limits.
///
/// ```
/// use sprague::evaluate::WinnerSearch;
/// use sprague::{Limits, Outcome, OutcomeClass, Partizan, Player};
///
/// /// A row of free squares: Left covers two neighbours, Right three.
/// struct TwoOrThree;
/// impl Partizan for TwoOrThree {
///     type Position = u32;
///     type Move = u32;
///     fn moves(&self, row: &u32, player: Player) -> impl Iterator<Item = u32> {
///         let length = if player == Player::Left { 2 } else { 3 };
///         (0..(row + 1).saturating_sub(length)).map(move |at| at << 8 | length)
///     }
///     fn play(&self, row: &u32, _: Player, mv: &u32) -> u32 {
///         // the longer rest first; the other one is forgotten, to keep this short
///         (mv >> 8).max(row - (mv >> 8) - (mv & 255))
///     }
/// }
///
/// let limits = Limits::default();
/// let mut search = WinnerSearch::new(&TwoOrThree, &limits);
/// assert_eq!(search.outcome_class(&9)?, OutcomeClass::Left);
/// assert_eq!(search.wins(&9, Player::Right), Ok(false));
/// # Ok::<(), sprague::evaluate::ValueError>(())
/// ```
pub struct WinnerSearch<'a, R: Partizan> {
    rules: &'a R,
    limits: &'a Limits,
    effort: Effort,
    values: ValueSearch<'a, R>,
    worths: Worths,
    names: Names,
    table: Table,
    /// The numbers of positions that were met.
    terms: HashMap<R::Position, Term, FixedState>,
    /// Caches of what positions count as, and of what pieces are sure of.
    seen: Cache<R::Position, Looked<R::Position>>,
    pieces: [Cache<R::Position, Side>; 2],
    hasher: FixedState,
    /// The work to value a position of each size, on average of late.
    cost: [u64; 64],
    /// The work of values of summands so far.
    spent: u64,
    /// Tells whether positions are valued: not once one was loopy.
    is_valuing: bool,
    /// Tells whether a sum of several summands was searched.
    has_split: bool,
    /// Tells whether hands can be tied, and the number of positions that were asked.
    ties: (bool, u32),
    /// The sums that were searched.
    searched: u64,
    /// The most that may be visited for now.
    until: u64,
    /// `None` while it is asked.
    meter: Option<Meter<'a>>,
    /// Atomic weights.
    weights: HashMap<Form, Form>,
    /// Sums under search, where play may come back to one.
    open: HashSet<(u128, i64, bool)>,
    /// The contents of the frames, each on top of the one before.
    moves: Vec<Move<R::Position>>,
    order: Vec<(i64, u32)>,
    waiting: Vec<Child<R::Position>>,
    /// Bytes of sums outside of themselves, about, and of positions that have numbers.
    outside: usize,
    outside_terms: usize,
}

impl<R: Partizan> fmt::Debug for WinnerSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WinnerSearch({} sums, {:?})", self.searched, self.values)
    }
}

/// All that a search has found, without its rules and its limits.
///
/// Another search by the same rules may go on from it.
pub(crate) struct Learnt<P> {
    arena: Arena,
    worths: Worths,
    names: Names,
    table: Table,
    terms: HashMap<P, Term, FixedState>,
    outside_terms: usize,
}

impl<P: Eq + Hash> Learnt<P> {
    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        let terms = growth::of_map(&self.terms) + self.outside_terms;
        self.arena.bytes() + self.worths.bytes() + self.names.bytes() + self.table.bytes() + terms
    }
}

impl<'a, R: Partizan> WinnerSearch<'a, R> {
    /// A search that goes on from what another one of these rules has found.
    pub(crate) fn going_on(rules: &'a R, effort: Effort, limits: &'a Limits, learnt: Learnt<R::Position>) -> Self {
        let Learnt { arena, worths, names, table, terms, outside_terms } = learnt;
        let values = ValueSearch::in_arena(rules, &arena, limits);
        Self { values, worths, names, table, terms, outside_terms, ..Self::with_effort(rules, effort, limits) }
    }

    /// All that it has found.
    pub(crate) fn learnt(mut self) -> Learnt<R::Position> {
        let arena = self.values.calculator().arena().clone();
        let Self { worths, names, table, terms, outside_terms, .. } = self;
        Learnt { arena, worths, names, table, terms, outside_terms }
    }

    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::with_effort(rules, Effort::default(), limits)
    }

    pub(crate) fn with_effort(rules: &'a R, effort: Effort, limits: &'a Limits) -> Self {
        Self {
            rules,
            limits,
            effort,
            values: ValueSearch::new(rules, limits),
            worths: Worths::default(),
            names: Names::default(),
            table: Table::new(limits.bytes / effort.table),
            terms: HashMap::default(),
            seen: vec![],
            pieces: [vec![], vec![]],
            hasher: FixedState::default(),
            cost: [0; 64],
            spent: 0,
            is_valuing: true,
            has_split: false,
            ties: (false, 0),
            searched: 0,
            until: u64::MAX,
            meter: Some(Meter::new(limits)),
            weights: HashMap::new(),
            open: HashSet::new(),
            moves: vec![],
            order: vec![],
            waiting: vec![],
            outside: 0,
            outside_terms: 0,
        }
    }

    /// Tells whether `player`, who moves first, wins.
    ///
    /// # Errors
    /// [`ValueError::Loopy`] if a position came again that this depends on; [`ValueError::Stopped`] at a limit.
    pub fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, ValueError> {
        let mut sum = Sum::default();
        self.add(&mut sum, position, false)?;
        self.wins_sum(&sum, player)
    }

    /// The winner by who starts.
    ///
    /// # Errors
    /// As [`wins`](Self::wins).
    pub fn outcome_class(&mut self, position: &R::Position) -> Result<OutcomeClass, ValueError> {
        let [left, right] = [self.wins(position, Player::Left)?, self.wins(position, Player::Right)?];
        let outcome = |wins| if wins { Outcome::Win } else { Outcome::Loss };
        Ok(OutcomeClass::of(outcome(left), outcome(right)))
    }

    /// The number of sums that had to be searched so far.
    ///
    /// What was decided by bounds, values or the table is not among them.
    pub fn searched(&self) -> u64 {
        self.searched
    }

    /// The number of sums and positions so far, as limits count them.
    pub(crate) fn visited(&self) -> u64 {
        self.searched + self.values.visited()
    }

    /// Allows so much further work, as limits count it; `None` lifts that.
    pub(crate) fn allow_further(&mut self, positions: Option<u64>) {
        self.until = positions.map_or(u64::MAX, |further| self.visited().saturating_add(further));
    }

    /// The search for values, which this one shares.
    pub(crate) fn values(&mut self) -> &mut ValueSearch<'a, R> {
        &mut self.values
    }

    /// Adds a position, or its negative, to a sum.
    pub(crate) fn add(&mut self, sum: &mut Sum<R::Position>, position: &R::Position, is_negative: bool) -> Result<(), Stopped> {
        let rules = self.rules;
        for part in rules.summands(position) {
            let looked = self.look_up(part, is_negative)?;
            self.add_looked(sum, looked)?;
        }
        self.allow()
    }

    /// Bounds of a position, or of its negative.
    ///
    /// They are those of the rules, and those that were learnt.
    pub(crate) fn bounds_of(&mut self, position: &R::Position, is_negative: bool) -> Result<Bounds, Stopped> {
        let mut sum = Sum::default();
        self.add(&mut sum, position, is_negative)?;
        let mut bounds = Bounds::UNKNOWN;
        if let ([part], []) = (&sum.parts[..], &sum.values[..]) {
            bounds = part.bounds().meet(self.known_part(part));
        }
        Ok(bounds)
    }

    /// Adds a value to a sum.
    pub(crate) fn add_form(&mut self, sum: &mut Sum<R::Position>, form: Form) -> Result<(), Stopped> {
        let id = self.id(form)?;
        self.add_value(sum, id)
    }

    /// Tells whether `player`, who moves first, wins a sum.
    pub(crate) fn wins_sum(&mut self, sum: &Sum<R::Position>, player: Player) -> Result<bool, ValueError> {
        let left = player == Player::Left;
        let mut sum = sum.clone();
        // names may have been forgotten since it was made
        let round = self.names.round();
        for part in sum.parts.iter_mut().filter(|part| part.core.names != round) {
            part.core = self.renamed(&part.core)?;
        }
        if let Some(wins) = self.decide(&sum, left)? {
            return Ok(wins);
        }
        let name = self.name(&sum)?;
        if let Some(wins) = self.known(name, left) {
            return Ok(wins);
        }
        let mut frames = vec![];
        let answer = self.search(&mut frames, sum, name, left);
        // after a stop something is left
        self.open.clear();
        self.moves.clear();
        self.order.clear();
        self.waiting.clear();
        self.outside = 0;
        if let Some(fault) = self.rules.fault() {
            return Err(Stopped::from(fault).into());
        }
        answer
    }

    /// Bytes of all that is known and all that waits.
    pub(crate) fn bytes(&self) -> usize {
        let lists = growth::of_list(&self.moves) + growth::of_list(&self.order) + growth::of_list(&self.waiting);
        let caches = self.seen.capacity() * size_of::<Option<(R::Position, Looked<R::Position>)>>();
        let pieces: usize = self.pieces.iter().map(|pieces| pieces.capacity() * size_of::<Option<(R::Position, Side)>>()).sum();
        let open = growth::of_set(&self.open);
        self.values.bytes()
            + self.table.bytes()
            + self.known_bytes()
            + self.worths.bytes()
            + lists
            + caches
            + pieces
            + open
            + self.outside
    }

    /// Bytes of the numbers that were given.
    fn known_bytes(&self) -> usize {
        growth::of_map(&self.terms) + self.outside_terms + self.names.bytes()
    }

    /// Checks the limits.
    #[inline]
    fn allow(&mut self) -> Result<(), Stopped> {
        let positions = self.visited();
        if positions > self.until {
            return Err(Stopped::Positions(self.until));
        }
        let mut meter = self.meter.take().expect("it is put back");
        let allowed = meter.allow(positions, || self.bytes(), || self.rules.fault());
        self.meter = Some(meter);
        allowed
    }

    fn id(&mut self, form: Form) -> Result<Id, Stopped> {
        self.worths.id(form, self.values.calculator(), &mut self.names)
    }

    fn calculator(&mut self) -> &mut Calculator<'a> {
        self.values.calculator()
    }

    /// 3. The name of a sum.
    #[inline(always)]
    fn name(&mut self, sum: &Sum<R::Position>) -> Result<Name, Stopped> {
        let mut terms = sum.terms();
        let (mut x, mut negative_x) = (0, 0);
        for &id in &sum.values {
            let worth = self.worths.get(id);
            terms.extend(worth.term);
            x += worth.number;
            negative_x += worth.negative_number;
        }
        let mut negative = names::Terms::new();
        negative.extend(terms.iter().map(|term| term.negative()));
        terms.sort_unstable();
        negative.sort_unstable();
        let is_flipped = negative < terms;
        let (mut terms, x) = if is_flipped { (negative, negative_x) } else { (terms, x) };
        let game = self.names.name(&mut terms).ok_or(Stopped::Memory(self.limits.bytes))?;
        Ok(Name { game, x, is_flipped })
    }

    /// The sum after a move.
    #[inline(always)]
    fn after(&mut self, sum: &Sum<R::Position>, place: usize) -> Result<(Sum<R::Position>, bool), Stopped> {
        let rules = self.rules;
        let mut child = Sum::default();
        let Move { at, is_late, ref to } = self.moves[place];
        let at = at as usize;
        if let &To::Form(form) = to {
            child.parts.extend(sum.parts.iter().cloned());
            child.values.extend(sum.values.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, id)| *id));
            let id = self.id(form)?;
            self.add_value(&mut child, id)?;
            return Ok((child, is_late));
        }
        child.parts.extend(sum.parts.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, part)| part.clone()));
        child.values.extend_from_slice(&sum.values);
        let is_negative = sum.parts[at].is_negative;
        match core::mem::replace(&mut self.moves[place].to, To::Form(Form::ZERO)) {
            To::Position(position) => {
                let mut added = Ok(());
                rules.each_summand(&position, |part| {
                    let looked = self.look_up(part, is_negative).and_then(|looked| self.add_looked(&mut child, looked));
                    added = core::mem::replace(&mut added, Ok(())).and(looked);
                });
                added?;
            }
            To::Looked(parts) => parts.into_iter().try_for_each(|looked| self.add_looked(&mut child, looked))?,
            To::Form(_) => unreachable!("moves in values were made above"),
        }
        Ok((child, is_late))
    }

    /// Tells whether an option is known to win; lets it wait where nothing is known.
    #[inline(always)]
    fn weigh(&mut self, sum: Sum<R::Position>, left: bool, is_late: bool) -> Result<bool, Stopped> {
        if let Some(wins) = self.decide(&sum, !left)? {
            return Ok(!wins);
        }
        let name = self.name(&sum)?;
        if let Some(wins) = self.known(name, !left) {
            return Ok(!wins);
        }
        let mut score: i64 = sum.parts.iter().map(Part::ahead).sum();
        score += sum.values.iter().map(|id| self.worths.get(*id).mean()).sum::<i64>();
        if self.ties.0
            && let Some(wins) = self.decide_tied(&sum, !left, score)?
        {
            return Ok(!wins);
        }
        let effort: i64 = sum.parts.iter().map(|part| part.core.estimate.effort).sum();
        let score = if left { score } else { -score } - effort;
        self.outside += sum.allocated_bytes();
        self.waiting.push(Child { sum, name, score, is_late });
        Ok(false)
    }

    /// 4. Opens a sum.
    fn open(
        &mut self,
        frames: &mut Vec<Frame<R::Position>>,
        sum: Sum<R::Position>,
        name: Name,
        left: bool,
    ) -> Result<(), ValueError> {
        self.searched += 1;
        self.has_split |= sum.parts.len() + sum.values.len() > 1;
        self.allow()?;
        let (mut sum, mut name) = (sum, name);
        if self.known_bytes() as u64 > self.limits.bytes / self.effort.named {
            name = self.forget(frames, &mut sum)?;
        }
        if !sum.ends() && !self.open.insert(name.key(left)) {
            return Err(ValueError::Loopy);
        }
        let (moves, order, waiting) = (self.moves.len(), self.order.len(), self.waiting.len());
        self.push_moves(&sum, left)?;
        frames.push(Frame { sum, name, left, is_new: true, moves, order, next: order, waiting, before: self.searched });
        Ok(())
    }

    /// Forgets all names but those of sums under search, and all known by name.
    ///
    /// The sums under search get new names.
    /// Answers the new name of the sum that is to be opened.
    #[cold]
    fn forget(&mut self, frames: &mut [Frame<R::Position>], next: &mut Sum<R::Position>) -> Result<Name, Stopped> {
        self.names = self.names.next_round();
        self.table = Table::new(self.limits.bytes / self.effort.table);
        self.terms = HashMap::default();
        self.outside_terms = 0;
        self.seen.clear();
        self.worths.rename(&mut self.names).ok_or(Stopped::Memory(self.limits.bytes))?;
        let (mut moves, mut waiting) = (core::mem::take(&mut self.moves), core::mem::take(&mut self.waiting));
        let mut held: Vec<&mut Part<R::Position>> = next.parts.iter_mut().collect();
        held.extend(frames.iter_mut().flat_map(|frame| frame.sum.parts.iter_mut()));
        held.extend(waiting.iter_mut().flat_map(|child| child.sum.parts.iter_mut()));
        held.extend(moves.iter_mut().flat_map(Move::parts));
        // each position once, with the one that it replaces: that must live as long as its place is looked for
        let mut renamed = HashMap::new();
        for part in held {
            let old = part.core.clone();
            if !renamed.contains_key(&Rc::as_ptr(&old)) {
                renamed.insert(Rc::as_ptr(&old), (self.renamed(&old)?, old.clone()));
            }
            part.core = renamed[&Rc::as_ptr(&old)].0.clone();
        }
        self.open.clear();
        for frame in frames.iter_mut() {
            frame.name = self.name(&frame.sum)?;
            if !frame.sum.ends() {
                self.open.insert(frame.name.key(frame.left));
            }
        }
        for child in &mut waiting {
            child.name = self.name(&child.sum)?;
        }
        (self.moves, self.waiting) = (moves, waiting);
        self.name(next)
    }

    /// The winner by alternating search, on an explicit stack.
    fn search(
        &mut self,
        frames: &mut Vec<Frame<R::Position>>,
        sum: Sum<R::Position>,
        name: Name,
        left: bool,
    ) -> Result<bool, ValueError> {
        self.open(frames, sum, name, left)?;
        loop {
            let top = frames.len() - 1;
            let (left, waiting) = (frames[top].left, frames[top].waiting);
            let counts = frames[top].is_new && self.counts_replies(&frames[top].sum);
            let ahead = if counts { usize::MAX } else { self.effort.ahead };
            // whether the player to move wins here, once that is known
            let mut answer = None;
            while self.waiting.len() - waiting < ahead && frames[top].next < self.order.len() {
                let place = frames[top].moves + self.order[frames[top].next].1 as usize;
                frames[top].next += 1;
                let (child, is_late) = self.after(&frames[top].sum, place)?;
                if self.weigh(child, left, is_late)? {
                    answer = Some(true);
                    break;
                }
            }
            if answer.is_none() && counts && self.count_replies(waiting, !left)? {
                answer = Some(true);
            }
            if answer.is_none() && self.waiting.len() == waiting {
                answer = Some(false);
            }
            if answer.is_none() {
                // the best of those that wait
                let best = (waiting..self.waiting.len()).min_by_key(|&at| (self.waiting[at].is_late, -self.waiting[at].score));
                let child = self.waiting.remove(best.expect("some wait"));
                self.outside = self.outside.saturating_sub(child.sum.allocated_bytes());
                // what was searched since it was weighed may tell
                let known = if frames[top].is_new { None } else { self.known(child.name, !left) };
                frames[top].is_new = false;
                match known {
                    Some(true) => continue,
                    Some(false) => answer = Some(true),
                    None => {
                        self.open(frames, child.sum, child.name, !left)?;
                        continue;
                    }
                }
            }
            // a sum is done, and whatever that decides above it
            let mut wins = answer.expect("it is known");
            loop {
                let frame = frames.pop().expect("one is open");
                self.moves.truncate(frame.moves);
                self.order.truncate(frame.order);
                self.waiting.truncate(frame.waiting);
                if !self.open.is_empty() {
                    self.open.remove(&frame.name.key(frame.left));
                }
                let work = self.searched - frame.before + 1;
                self.table.put(frame.name.game, frame.name.x, frame.left != frame.name.is_flipped, wins, work);
                if frames.is_empty() {
                    return Ok(wins);
                }
                if wins {
                    break; // an option that is lost: the one above goes on
                }
                wins = true;
            }
        }
    }
}
