//! Finds the winner of a partizan sum with a search that visits as little as possible.
//!
//! A position is the sum of its summands, and remains a sum while it is played. The search therefore works on sums of positions
//! and values.
//!
//! 1. *Look* (`look`). Each summand is brought into normal form. A small summand is valued, as long as the work for values
//!    stays within its share (`valued`). A game and its negative are stored together, and they cancel in a sum. Values are
//!    added up as long as that is cheap, and numbers are kept separately.
//! 2. *Decide* (`decide`). Bounds of the summands are added up: bounds from the rules (`Hints::bounds`), bounds in the table,
//!    and the stops of values. Then one player's hand is tied (`decide_tied`): the player gives up moves so that summands fall
//!    into pieces (`Hints::tied`), and the thermograph walls of the pieces are added up. Sums of few values are compared.
//! 3. *Remember* (`table`). For a game T the table keeps four numbers. They decide T + x for every number x and for both
//!    starting players.
//! 4. *Search* (`search`). The player to move wins if an option is lost for the opponent. The search tries to decide several
//!    options without searching them and then searches the best of the undecided ones, on an explicit stack. Where much is
//!    searched below, it first counts the undecided replies to each option (`count_replies`).
//!
//! Steps 1 to 3 rest on theorems, which are cited where they are used. So limits on effort, guesses and dropped table entries
//! affect the time but never the winner. Names of sums are compared in full ([`names`]).
//!
//! Sources: Conway, *On Numbers and Games*, 1976; Siegel, *Combinatorial Game Theory*, 2013, ch. II. Bullock, *Domineering:
//! solving large combinatorial search spaces*, 2002, bounds Domineering in a similar way. New here: one entry serves all
//! numbers, and players' hands are tied.

mod compared;
mod decide;
mod look;
mod names;
mod order;
mod part;
mod shared;
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
use names::Names;
use part::{Looked, Name, Part};
pub(crate) use shared::Shared;
use smallvec::SmallVec;
use sprague_core::limits::Meter;
use sprague_core::{Bounds, Limits, Outcome, OutcomeClass, Partizan, Player, Stopped};
use sprague_values::{Arena, Calculator, Form};
use std::rc::Rc;
use table::Table;
use walls::Side;
use worth::{Id, Worths};

/// Settings for the effort of the search. The winner does not depend on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Summands up to this size are valued.
    pub(crate) small: u32,
    /// Two values are added up if the product of their numbers of options is at most this.
    pub(crate) merged: u32,
    /// Two all-small values are added up if the sum of their birthdays is at most this.
    pub(crate) young: u32,
    /// The best undecided option is searched once this many options are undecided.
    pub(crate) ahead: usize,
    /// The replies to all options of a sum are counted if more than this many sums were searched below earlier sums at its
    /// depth, on average.
    pub(crate) large: u64,
    /// Pieces up to this size are valued. Once the search is long, pieces that are larger by up to 4 are valued too.
    pub(crate) tied: u32,
    /// The hand of the player to move is tied as well if the score is below this. The score is counted in favour of the player
    /// who has just moved.
    pub(crate) margin: i64,
    /// The work for values that is allowed for each sum searched, in hundredths of a position.
    pub(crate) valued: u64,
    /// The most work for the value of a larger summand if it is infinitesimal, because bounds and walls do not distinguish
    /// infinitesimals.
    pub(crate) cheap: u64,
    /// The table may take this fraction of the memory: one part in `table`.
    pub(crate) table: u64,
    /// Names may take this fraction of the memory: one part in `named`. After that all names are dropped, except those of sums
    /// under search.
    pub(crate) named: u64,
    /// The binary logarithm of the number of entries in each cache of positions.
    pub(crate) cached: u32,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            small: 10,
            merged: 4,
            young: 10,
            ahead: 8,
            large: 1_000,
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

/// A search counts as long once it has searched this many sums.
const LONG: u64 = 10_000;

/// If none of this many summands can be cut into pieces, the search assumes that no summand can.
const ASKED: u32 = 16;

pub(crate) use part::Sum;

/// A move in the summand of a sum with the index `at`.
#[derive(Debug)]
struct Move<P> {
    at: u32,
    /// `true` for a move in a number, which is tried after all others.
    is_late: bool,
    to: To<P>,
}

impl<P> Move<P> {
    /// Returns the positions to which the move leads, if they have been looked up.
    fn parts(&mut self) -> impl Iterator<Item = &mut Part<P>> {
        let looked = if let To::Looked(looked) = &mut self.to { looked.as_mut_slice() } else { &mut [] };
        looked.iter_mut().filter_map(|looked| match looked {
            Looked::Part(part) => Some(part),
            Looked::Worth(_) => None,
        })
    }
}

/// The result of a move in a summand.
#[derive(Debug)]
enum To<P> {
    /// A position that has not been looked up yet.
    Position(P),
    /// The summands of the position.
    Looked(SmallVec<[Looked<P>; 2]>),
    Form(Form),
}

/// Positions with their entries. Each position has only one possible place.
type Cache<P, K> = Vec<Option<(P, K)>>;

/// An option that waits to be searched.
#[derive(Debug)]
struct Child<P> {
    sum: Sum<P>,
    name: Name,
    score: i64,
    is_late: bool,
}

/// A sum under search, with the places where its moves, their order and its waiting options begin.
#[derive(Debug)]
struct Frame<P> {
    sum: Sum<P>,
    name: Name,
    left: bool,
    /// `true` as long as no option has been searched.
    is_new: bool,
    moves: usize,
    order: usize,
    next: usize,
    waiting: usize,
    /// The number of options searched.
    tried: u32,
    /// The number of sums searched before it.
    before: u64,
}

/// A search for winners that keeps its results from one position or sum to the next, all under the same limits.
///
/// Use it if you need the winners of many positions, and not their values.
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
/// # Ok::<(), sprague::values::ValueError>(())
/// ```
pub struct WinnerSearch<'a, R: Partizan> {
    rules: &'a R,
    limits: &'a Limits,
    effort: Effort,
    values: ValueSearch<'a, R>,
    worths: Worths,
    names: Names<R::Position>,
    table: Table,
    /// What another thread that searches the same sum has found.
    shared: Option<Shared<R::Position>>,
    /// Caches of the entries of positions in sums, and of the bounds that each player can guarantee in pieces.
    seen: Cache<R::Position, Looked<R::Position>>,
    pieces: [Cache<R::Position, Side>; 2],
    hasher: FixedState,
    /// The work to value a position of each size, as a moving average.
    cost: [u64; 64],
    /// The work spent on values of summands so far.
    spent: u64,
    /// `true` if positions are valued, which stops once a position has turned out to be loopy.
    is_valuing: bool,
    /// `true` once a sum of several summands has been searched.
    has_split: bool,
    /// Whether hands can be tied, and how many positions have been checked for that.
    ties: (bool, u32),
    searched: u64,
    /// For each depth, the number of sums searched below the sums of this depth, and the number of these.
    depths: Vec<(u64, u64)>,
    /// The number of won sums whose first choice won, and of those in which another option won.
    choices: [u64; 2],
    /// For even and odd depths, the work on lost sums and on won sums.
    ended: [[u64; 2]; 2],
    /// The number of visits at which the search stops for now.
    until: u64,
    /// `None` only while the limits are checked.
    meter: Option<Meter<'a>>,
    /// The atomic weights found so far.
    weights: HashMap<Form, Form>,
    /// The sums under search to which play may return.
    open: HashSet<(u128, i64, bool)>,
    /// The contents of the frames. Each frame's part lies on top of that of the frame before.
    moves: Vec<Move<R::Position>>,
    order: Vec<(i64, u32)>,
    waiting: Vec<Child<R::Position>>,
    /// Roughly the bytes that waiting sums allocate outside of themselves.
    outside: usize,
}

impl<R: Partizan> fmt::Debug for WinnerSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "WinnerSearch({} sums, {:?})", self.searched, self.values)
    }
}

/// The results of a search, without its rules and its limits.
///
/// Another search with the same rules can continue from it.
pub(crate) struct Learnt<P> {
    arena: Arena,
    worths: Worths,
    names: Names<P>,
    table: Table,
}

impl<P: Clone + Eq + Hash> Learnt<P> {
    pub(crate) fn bytes(&self) -> usize {
        self.arena.bytes() + self.worths.bytes() + self.names.bytes() + self.table.bytes()
    }
}

impl<'a, R: Partizan> WinnerSearch<'a, R> {
    /// Returns a search that continues from what another search with the same rules has found.
    pub(crate) fn going_on(rules: &'a R, effort: Effort, limits: &'a Limits, learnt: Learnt<R::Position>) -> Self {
        let Learnt { arena, worths, names, table } = learnt;
        let values = ValueSearch::in_arena(rules, &arena, limits);
        Self { values, worths, names, table, ..Self::with_effort(rules, effort, limits) }
    }

    pub(crate) fn learnt(mut self) -> Learnt<R::Position> {
        let arena = self.values.calculator().arena().clone();
        let Self { worths, names, table, .. } = self;
        Learnt { arena, worths, names, table }
    }

    /// Returns a search without any results.
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
            shared: None,
            seen: vec![],
            pieces: [vec![], vec![]],
            hasher: FixedState::default(),
            cost: [0; 64],
            spent: 0,
            is_valuing: true,
            has_split: false,
            ties: (false, 0),
            searched: 0,
            depths: vec![],
            choices: [0; 2],
            ended: [[0; 2]; 2],
            until: u64::MAX,
            meter: Some(Meter::new(limits)),
            weights: HashMap::new(),
            open: HashSet::new(),
            moves: vec![],
            order: vec![],
            waiting: vec![],
            outside: 0,
        }
    }

    /// Returns `true` if `player` wins when moving first.
    ///
    /// # Errors
    /// Returns [`ValueError::Loopy`] if the result depends on a repeated position and [`ValueError::Stopped`] if a limit is
    /// reached.
    pub fn wins(&mut self, position: &R::Position, player: Player) -> Result<bool, ValueError> {
        let mut sum = Sum::default();
        self.add(&mut sum, position, false)?;
        self.wins_sum(&sum, player)
    }

    /// Returns the winner for each starting player.
    ///
    /// # Errors
    /// See [`wins`](Self::wins).
    pub fn outcome_class(&mut self, position: &R::Position) -> Result<OutcomeClass, ValueError> {
        let [left, right] = [self.wins(position, Player::Left)?, self.wins(position, Player::Right)?];
        let outcome = |wins| if wins { Outcome::Win } else { Outcome::Loss };
        Ok(OutcomeClass::of(outcome(left), outcome(right)))
    }

    /// Returns the number of sums searched so far.
    ///
    /// Sums that were decided by bounds, values or the table are not counted.
    pub fn searched(&self) -> u64 {
        self.searched
    }

    /// Returns the number of sums and positions so far, as the limits count them.
    pub(crate) fn visited(&self) -> u64 {
        self.searched + self.values.visited()
    }

    /// Allows this much more work, as the limits count it; `None` removes the restriction.
    pub(crate) fn allow_further(&mut self, positions: Option<u64>) {
        self.until = positions.map_or(u64::MAX, |further| self.visited().saturating_add(further));
    }

    pub(crate) fn values(&mut self) -> &mut ValueSearch<'a, R> {
        &mut self.values
    }

    pub(crate) fn add(&mut self, sum: &mut Sum<R::Position>, position: &R::Position, is_negative: bool) -> Result<(), Stopped> {
        self.add_parts(sum, position, is_negative)?;
        self.allow()
    }

    /// Returns the bounds of a position, or of its negative, from the rules and from earlier searches.
    pub(crate) fn bounds_of(&mut self, position: &R::Position, is_negative: bool) -> Result<Bounds, Stopped> {
        let mut sum = Sum::default();
        self.add(&mut sum, position, is_negative)?;
        let mut bounds = Bounds::UNKNOWN;
        if let ([part], []) = (&sum.parts[..], &sum.values[..]) {
            bounds = part.bounds().meet(self.known_part(part));
        }
        Ok(bounds)
    }

    pub(crate) fn add_form(&mut self, sum: &mut Sum<R::Position>, form: Form) -> Result<(), Stopped> {
        let id = self.id(form)?;
        self.add_value(sum, id)
    }

    /// Returns `true` if `player` wins a sum when moving first.
    pub(crate) fn wins_sum(&mut self, sum: &Sum<R::Position>, player: Player) -> Result<bool, ValueError> {
        let left = player == Player::Left;
        let mut sum = sum.clone();
        // names may have been dropped since the sum was built
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
        self.ended = [[0; 2]; 2];
        let answer = self.search(&mut frames, sum, name, left);
        // after a search that was stopped, the contents of its frames remain
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

    pub(crate) fn bytes(&self) -> usize {
        let lists = growth::of_list(&self.moves) + growth::of_list(&self.order) + growth::of_list(&self.waiting);
        let caches = self.seen.capacity() * size_of::<Option<(R::Position, Looked<R::Position>)>>();
        let pieces: usize = self.pieces.iter().map(|pieces| pieces.capacity() * size_of::<Option<(R::Position, Side)>>()).sum();
        let open = growth::of_set(&self.open);
        let shared = self.shared.as_ref().map_or(0, Shared::bytes);
        self.values.bytes()
            + self.table.bytes()
            + self.names.bytes()
            + self.worths.bytes()
            + lists
            + caches
            + pieces
            + open
            + shared
            + self.outside
    }

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

    /// 3. Returns the name of a sum.
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

    /// Returns the sum after a move, and whether the move is late.
    #[inline(always)]
    fn after(&mut self, sum: &Sum<R::Position>, place: usize) -> Result<(Sum<R::Position>, bool), Stopped> {
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
            To::Position(position) => self.add_parts(&mut child, &position, is_negative)?,
            To::Looked(parts) => parts.into_iter().try_for_each(|looked| self.add_looked(&mut child, looked))?,
            To::Form(_) => unreachable!("moves in values were made above"),
        }
        Ok((child, is_late))
    }

    /// Returns `true` if the option is known to win for the player who moves to it, and queues the option if nothing is known.
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

    /// 4. Opens a frame for a sum.
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
        if self.names.bytes() as u64 > self.limits.bytes / self.effort.named {
            name = self.forget(frames, &mut sum)?;
        }
        if !sum.ends() && !self.open.insert(name.key(left)) {
            return Err(ValueError::Loopy);
        }
        let (moves, order, waiting) = (self.moves.len(), self.order.len(), self.waiting.len());
        self.push_moves(&sum, left)?;
        self.note_searched(frames.len(), name);
        frames.push(Frame { sum, name, left, is_new: true, moves, order, next: order, waiting, tried: 0, before: self.searched });
        Ok(())
    }

    /// Drops all names except those of sums under search, and everything that was stored under a name.
    ///
    /// The sums under search receive new names. Returns the new name of the sum that is to be opened next.
    #[cold]
    fn forget(&mut self, frames: &mut [Frame<R::Position>], next: &mut Sum<R::Position>) -> Result<Name, Stopped> {
        self.names = self.names.next_round();
        self.table = Table::new(self.limits.bytes / self.effort.table);
        self.shared = None;
        self.seen.clear();
        self.worths.rename(&mut self.names).ok_or(Stopped::Memory(self.limits.bytes))?;
        let (mut moves, mut waiting) = (core::mem::take(&mut self.moves), core::mem::take(&mut self.waiting));
        let mut held: Vec<&mut Part<R::Position>> = next.parts.iter_mut().collect();
        held.extend(frames.iter_mut().flat_map(|frame| frame.sum.parts.iter_mut()));
        held.extend(waiting.iter_mut().flat_map(|child| child.sum.parts.iter_mut()));
        held.extend(moves.iter_mut().flat_map(Move::parts));
        // each core once, together with the old core, which must stay alive as long as its address is a key
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

    /// Returns whether it pays off to count the replies to the options of a sum at this depth.
    ///
    /// That is so if much is searched below, and if the first choice is wrong in at least a tenth of the won sums.
    fn is_large(&self, depth: usize) -> bool {
        let [first, later] = self.choices;
        9 * later >= first && self.depths.get(depth).is_some_and(|(sums, count)| *sums > self.effort.large * count)
    }

    /// Finds the winner by alternating search, on an explicit stack.
    fn search(
        &mut self,
        frames: &mut Vec<Frame<R::Position>>,
        sum: Sum<R::Position>,
        name: Name,
        left: bool,
    ) -> Result<bool, ValueError> {
        self.open(frames, sum, name, left)?;
        loop {
            // whether the player to move wins here, once that is known
            let mut answer = None;
            if let Some((at, wins)) = self.decided_by_other(frames) {
                for frame in frames.drain(at + 1..) {
                    self.open.remove(&frame.name.key(frame.left));
                }
                answer = Some(wins);
            }
            let top = frames.len() - 1;
            let (left, waiting) = (frames[top].left, frames[top].waiting);
            let counts = frames[top].is_new && self.counts_replies(&frames[top].sum);
            let is_large = frames[top].is_new && !counts && self.is_large(top);
            let ahead = if counts || is_large { usize::MAX } else { self.effort.ahead };
            // a. weigh further options, until enough of them wait or one is known to win
            while answer.is_none() && self.waiting.len() - waiting < ahead && frames[top].next < self.order.len() {
                let place = frames[top].moves + self.order[frames[top].next].1 as usize;
                frames[top].next += 1;
                let (child, is_late) = self.after(&frames[top].sum, place)?;
                if self.weigh(child, left, is_late)? {
                    answer = Some(true);
                    break;
                }
            }
            if answer.is_none() && (counts || is_large) && self.count_replies(waiting, !left, counts)? {
                answer = Some(true);
            }
            if answer.is_none() && self.waiting.len() == waiting {
                answer = Some(false);
            }
            if answer.is_none() {
                // b. take the best waiting option
                let is_left = |name| self.is_left_to_other(top + 1, name, frames[top].tried);
                let key = |child: &Child<_>| (is_left(child.name), child.is_late, -child.score);
                let best = (waiting..self.waiting.len()).min_by_key(|&at| key(&self.waiting[at]));
                let child = self.waiting.remove(best.expect("some wait"));
                self.outside = self.outside.saturating_sub(child.sum.allocated_bytes());
                // searches since the option was weighed may have decided it
                let known = if frames[top].is_new && self.shared.is_none() { None } else { self.known(child.name, !left) };
                frames[top].is_new = false;
                match known {
                    Some(true) => continue,
                    Some(false) => answer = Some(true),
                    None => {
                        frames[top].tried += 1;
                        self.open(frames, child.sum, child.name, !left)?;
                        continue;
                    }
                }
            }
            // c. a sum is decided; also decide the sums above it for which that is enough
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
                self.store(frame.name, frame.left, wins, work);
                self.ended[frames.len() % 2][usize::from(wins)] += work;
                self.depths.resize(self.depths.len().max(frames.len() + 1), (0, 0));
                let (sums, count) = &mut self.depths[frames.len()];
                (*sums, *count) = (*sums + work, *count + 1);
                if wins && frame.tried > 0 {
                    self.choices[usize::from(frame.tried > 1)] += 1;
                }
                if frames.is_empty() {
                    return Ok(wins);
                }
                if wins {
                    break; // the option is lost for the player above, whose sum continues
                }
                wins = true;
            }
        }
    }
}
