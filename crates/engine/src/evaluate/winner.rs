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
mod names;
mod part;
mod table;
#[cfg(test)]
mod tests;
mod walls;
mod worth;

use super::value::{ValueError, ValueSearch};
use crate::growth;
use core::fmt;
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use names::{Names, Term};
use part::{Core, Looked, Name, Part};
use smallvec::SmallVec;
use sprague_core::limits::Meter;
use sprague_core::{Bounds, Estimate, Limits, Outcome, OutcomeClass, Partizan, Player, Stopped, Tied};
use sprague_values::{Calculator, Form};
use std::hash::BuildHasher;
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
            ahead: 8,
            tied: 12,
            margin: 3 * Bounds::ONE / 2,
            valued: 250,
            cheap: 1_000,
            table: 4,
            named: 3,
            cached: 12,
        }
    }
}

/// The work of values that a search may do at once.
const VALUED_FIRST: u64 = 10_000;

/// The sums after which a search is long.
const LONG: u64 = 10_000;

/// The most work to value a piece of a summand whose player's hand is tied.
const PIECE: u64 = 20_000;

/// The most cuts of a cut.
const MOST_CUTS: u32 = 64;

/// The number of summands that are asked whether they can be cut.
///
/// If none of these can, it is taken that none can.
const ASKED: u32 = 16;

/// The most values that a further one is added to, each in its turn.
const TO_MERGE: usize = 16;

/// Moves that are listed between two looks at the limits.
const LISTED: usize = 256;

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

impl<'a, R: Partizan> WinnerSearch<'a, R> {
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
            let negative = self.negative(&part.core.position, part.core.ends);
            part.core = Rc::new(part.core.renamed(self.number(&part.core.position, negative)?, round));
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
        let terms = self.terms.allocation_size();
        let terms = if self.terms.capacity() == self.terms.len() { 3 * terms } else { terms };
        terms + self.outside_terms + self.names.bytes()
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

    /// The place of a position in a cache, which grows with what is looked up.
    #[inline(always)]
    fn place(&self, position: &R::Position) -> usize {
        self.hasher.hash_one(position) as usize & ((1 << self.effort.cached) - 1)
    }

    /// 1. Looks up the summand that a position counts as.
    #[inline(always)]
    fn look_up(&mut self, position: R::Position, is_negative: bool) -> Result<Looked<R::Position>, Stopped> {
        if self.seen.is_empty() {
            self.seen.resize_with(1 << self.effort.cached, || None);
        }
        let at = self.place(&position);
        if let Some((known, looked)) = &self.seen[at]
            && *known == position
        {
            let looked = looked.clone();
            return self.signed(looked, is_negative);
        }
        let looked = self.look(position.clone())?;
        self.seen[at] = Some((position, looked.clone()));
        self.signed(looked, is_negative)
    }

    #[inline(always)]
    fn signed(&mut self, looked: Looked<R::Position>, is_negative: bool) -> Result<Looked<R::Position>, Stopped> {
        Ok(match looked {
            looked if !is_negative => looked,
            Looked::Part(part) => Looked::Part(Part { is_negative: !part.is_negative, ..part }),
            Looked::Worth(id) => Looked::Worth(self.id(self.worths.get(id).negative)?),
        })
    }

    fn look(&mut self, position: R::Position) -> Result<Looked<R::Position>, Stopped> {
        let rules = self.rules;
        let normal = rules.normal_form(position);
        let (estimate, size) = (rules.estimate(&normal), rules.size(&normal));
        // a summand that is alone is worth no more than who wins, and slow rules are asked for nothing else
        let is_alone = !self.has_split && rules.is_slow(&normal);
        let counts = match (estimate, size) {
            (Some(_), Some(_)) => [0; 2],
            _ if is_alone => [0; 2],
            _ => Player::BOTH.map(|player| rules.mobility(&normal, player)),
        };
        let size = size.unwrap_or(counts[0] + counts[1]);
        if (self.searched < LONG || size <= self.effort.tied + 4)
            && let Some(form) = self.values.known(&normal)
        {
            return Ok(Looked::Worth(self.id(form)?));
        }
        let bounds = rules.bounds(&normal);
        if !is_alone && let Some(form) = self.valued(&normal, size, bounds == Bounds::INFINITESIMAL)? {
            return Ok(Looked::Worth(self.id(form)?));
        }
        // what is left to do counts as much as who has more of it: a third of the sums at Clobber 4x5, a fifth at Amazons 4x4
        let [left, right] = counts.map(|count| i64::from(count) * (Bounds::ONE / 2));
        let estimate = estimate.unwrap_or(Estimate { ahead: left - right, effort: left + right });
        let ends = rules.is_loopfree(&normal);
        let negative = self.negative(&normal, ends);
        if self.ties.1 < ASKED && !self.ties.0 {
            let cut = |player| rules.tied(&normal, player, &mut vec![]) != Tied::Never;
            self.ties = (Player::BOTH.into_iter().any(cut), self.ties.1 + 1);
        }
        let term = self.number(&normal, negative)?;
        Ok(Looked::Part(Part {
            core: Rc::new(Core::new(normal, term, self.names.round(), bounds, estimate, ends)),
            is_negative: false,
        }))
    }

    /// The negative of a position in normal form.
    ///
    /// `None` if it is not known to cancel with it.
    fn negative(&self, normal: &R::Position, ends: bool) -> Option<R::Position> {
        let negative = if ends { self.rules.negative(normal) } else { None };
        negative.map(|negative| self.rules.normal_form(negative))
    }

    /// The number of a position in normal form.
    ///
    /// Of it and its negative, the one with the lesser hash gives it.
    fn number(&mut self, normal: &R::Position, negative: Option<R::Position>) -> Result<Term, Stopped> {
        match negative {
            Some(negative) if negative == *normal => self.term_of(normal, true),
            Some(negative) if self.hasher.hash_one(&negative) < self.hasher.hash_one(normal) => {
                self.term_of(&negative, false).map(Term::negative)
            }
            _ => self.term_of(normal, false),
        }
    }

    /// The number that is given to a position.
    fn term_of(&mut self, normal: &R::Position, is_own_negative: bool) -> Result<Term, Stopped> {
        if let Some(term) = self.terms.get(normal) {
            return Ok(*term);
        }
        let term = self.names.term(is_own_negative).ok_or(Stopped::Memory(self.limits.bytes))?;
        self.outside_terms += self.rules.allocated_bytes(normal);
        self.terms.insert(normal.clone(), term);
        Ok(term)
    }

    /// The value of a small summand, within the share of the work.
    ///
    /// `None` unless it is expected to stay within that share, and does.
    /// What was found on the way stays known.
    fn valued(&mut self, normal: &R::Position, size: u32, is_infinitesimal: bool) -> Result<Option<Form>, Stopped> {
        let most = if is_infinitesimal { self.effort.cheap } else { 0 };
        if !self.is_valuing || size > self.effort.small && most == 0 {
            return Ok(None);
        }
        let is_small = size <= self.effort.small;
        let size = size.min(63) as usize;
        let known = (0..=size).rev().find(|size| self.cost[*size] > 0);
        let expected = known.map_or(1, |known| self.cost[known].saturating_mul(3_u64.saturating_pow((size - known) as u32)));
        let before = self.values.visited();
        let budget = VALUED_FIRST + self.searched * self.effort.valued / 100;
        if before.saturating_add(expected) > budget || !is_small && expected > most {
            return Ok(None);
        }
        let form = self.form_within(normal, 4 * expected + 200)?;
        let new = self.values.visited() - before;
        let cost = &mut self.cost[size];
        *cost = match form {
            Some(_) if *cost == 0 => new.max(1),
            Some(_) => (9 * *cost + new).div_ceil(10),
            None => 2 * new,
        };
        Ok(form)
    }

    /// The value of a position in normal form.
    ///
    /// `None` if it takes more work than so much.
    fn form_within(&mut self, normal: &R::Position, most: u64) -> Result<Option<Form>, Stopped> {
        let beside = self.bytes() - self.values.bytes();
        self.values.set_beside(beside);
        let form = self.values.form_within(normal, most);
        self.values.set_beside(0);
        match form {
            Ok(form) => Ok(Some(form)),
            Err(ValueError::Stopped(Stopped::Positions(stopped))) if stopped < self.limits.positions => Ok(None),
            Err(ValueError::Stopped(stopped)) => Err(stopped),
            Err(ValueError::Loopy) => {
                self.is_valuing = false;
                Ok(None)
            }
        }
    }

    #[inline(always)]
    fn add_looked(&mut self, sum: &mut Sum<R::Position>, looked: Looked<R::Position>) -> Result<(), Stopped> {
        match looked {
            Looked::Part(part) => sum.add_part(part),
            Looked::Worth(id) => self.add_value(sum, id)?,
        }
        Ok(())
    }

    /// Adds a value; values are added up while that is cheap.
    fn add_value(&mut self, sum: &mut Sum<R::Position>, mut id: Id) -> Result<(), Stopped> {
        'added: loop {
            let worth = *self.worths.get(id);
            if worth.form == Form::ZERO {
                return Ok(());
            }
            for place in 0..sum.values.len().min(TO_MERGE) {
                let other = *self.worths.get(sum.values[place]);
                let is_cheap = worth.weight == 0 || other.weight == 0 || worth.is_nus && other.is_nus;
                if is_cheap || worth.weight * other.weight <= self.effort.merged || other.negative == worth.form {
                    let both = self.calculator().add(other.form, worth.form)?;
                    sum.values.remove(place);
                    id = self.id(both)?;
                    continue 'added;
                }
            }
            sum.values.push(id);
            return Ok(());
        }
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

    /// Tells whether the player who starts wins a sum, if the table knows.
    #[inline(always)]
    fn known(&self, name: Name, left: bool) -> Option<bool> {
        table::decides(&self.table.get(name.game)?, name.x, left != name.is_flipped)
    }

    /// The bounds of a summand by itself that the table knows.
    #[inline(always)]
    fn known_part(&self, part: &Part<R::Position>) -> Bounds {
        let (name, is_negative) = names::name_of_one(part.term());
        match self.table.get(name) {
            Some(bounds) if is_negative => bounds.negative(),
            Some(bounds) => bounds,
            None => Bounds::UNKNOWN,
        }
    }

    /// 2. Decides whether the player who starts wins.
    ///
    /// It answers where bounds or comparison tell.
    #[inline(always)]
    fn decide(&mut self, sum: &Sum<R::Position>, left: bool) -> Result<Option<bool>, Stopped> {
        if sum.parts.is_empty() && sum.values.len() <= 2 {
            return self.compared(&sum.values, left).map(Some);
        }
        let several = sum.parts.len() + sum.values.len() > 1;
        let mut total = Total::default();
        for part in &sum.parts {
            let mut bounds = *part.bounds();
            if several {
                bounds = bounds.meet(self.known_part(part));
            }
            total.add(if left { bounds } else { bounds.negative() }, [true; 4], false);
        }
        for &id in &sum.values {
            let worth = self.worths.get(id);
            let [low, high, left_first, right_first] = worth.closed;
            let (bounds, closed) = match left {
                true => (worth.bounds, worth.closed),
                false => (worth.bounds.negative(), [high, low, right_first, left_first]),
            };
            total.add(bounds, closed, worth.weight == 0);
        }
        match total.first_wins() {
            None if sum.parts.is_empty() => self.compared_many(&sum.values, left),
            told => Ok(told),
        }
    }

    /// The bounds that a player is sure of in a summand.
    ///
    /// They come from its bounds, and from the pieces into which it falls with the hand tied.
    fn part_side(&mut self, part: &Part<R::Position>, side: usize) -> Result<Side, Stopped> {
        if let Some(walls) = part.side(side) {
            return Ok(*walls);
        }
        // of a negative the other player's hand is tied
        let of_core = side ^ usize::from(part.is_negative);
        let bounds = part.core.bounds[0];
        let walls = self.piece_side(&part.core.position, of_core, Some(bounds), 0)?;
        part.note_side(side, walls);
        Ok(walls)
    }

    /// The same for a piece, which is cut until its pieces are small.
    fn piece_side(&mut self, piece: &R::Position, side: usize, bounds: Option<Bounds>, cuts: u32) -> Result<Side, Stopped> {
        let at = self.place(piece);
        if self.pieces[side].is_empty() {
            self.pieces[side].resize_with(1 << self.effort.cached, || None);
        }
        // a whole summand keeps its own
        if bounds.is_none()
            && let Some((known, walls)) = &self.pieces[side][at]
            && known == piece
        {
            return Ok(*walls);
        }
        let rules = self.rules;
        let small = self.effort.tied + if self.searched > LONG { 4 } else { 0 };
        let mut pieces = vec![];
        let is_small = rules.size(piece).is_some_and(|size| size <= small);
        let cut = if is_small || cuts > MOST_CUTS { Tied::Whole } else { rules.tied(piece, Player::BOTH[side], &mut pieces) };
        let mut walls = match cut {
            Tied::Never => Side::UNKNOWN,
            Tied::Whole => {
                let normal = rules.normal_form(piece.clone());
                let most = if is_small { u64::MAX } else { PIECE };
                match if self.is_valuing { self.form_within(&normal, most)? } else { None } {
                    Some(form) => {
                        let id = self.id(form)?;
                        self.worths.sides(id, self.values.calculator())?[side]
                    }
                    None => Side::UNKNOWN,
                }
            }
            Tied::Pieces => {
                let mut sum = Side::ZERO;
                for piece in pieces {
                    sum = sum.plus(&self.piece_side(&piece, side, None, cuts + 1)?);
                }
                sum
            }
        };
        if cut != Tied::Whole || walls == Side::UNKNOWN {
            walls = walls.meet_bounds(&bounds.unwrap_or_else(|| rules.bounds(piece)), side);
        }
        if bounds.is_none() {
            self.pieces[side][at] = Some((piece.clone(), walls));
        }
        Ok(walls)
    }

    /// The bounds that a player is sure of in a sum, with the hand tied.
    fn side(&mut self, sum: &Sum<R::Position>, side: usize) -> Result<Side, Stopped> {
        let mut walls = Side::ZERO;
        for &id in &sum.values {
            walls = walls.plus(&self.worths.sides(id, self.values.calculator())?[side]);
        }
        let several = sum.parts.len() + sum.values.len() > 1;
        for part in &sum.parts {
            let mut of_part = self.part_side(part, side)?;
            if several {
                let known = self.known_part(part);
                of_part = of_part.meet(if side == 0 { known.low } else { -known.high }, -Bounds::FAR);
            }
            walls = walls.plus(&of_part);
        }
        Ok(walls)
    }

    /// Decides as [`decide`](Self::decide) does, with hands tied.
    ///
    /// The hand of the player whom the score favours is tied, and both where the score is small.
    /// Proofs against the score are rare, and cost as much.
    #[inline(always)]
    fn decide_tied(&mut self, sum: &Sum<R::Position>, left: bool, score: i64) -> Result<Option<bool>, Stopped> {
        // for the player who is not to move
        let score = if left { -score } else { score };
        if score >= 0 && self.side(sum, usize::from(left))?.wins_second() {
            return Ok(Some(false));
        }
        if score < self.effort.margin && self.side(sum, usize::from(!left))?.wins_first() {
            return Ok(Some(true));
        }
        Ok(None)
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
                let negative = self.negative(&old.position, old.ends);
                let term = self.number(&old.position, negative)?;
                renamed.insert(Rc::as_ptr(&old), (Rc::new(old.renamed(term, self.names.round())), old.clone()));
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

    /// The summands of an option, and a guess who is ahead in them.
    fn looked_at(&mut self, option: &R::Position, is_negative: bool) -> Result<(To<R::Position>, Estimate), Stopped> {
        let (rules, mut parts, mut ahead, mut effort) = (self.rules, SmallVec::new(), 0, 0);
        for summand in rules.summands(option) {
            let looked = self.look_up(summand, is_negative)?;
            match &looked {
                Looked::Part(part) => (ahead, effort) = (ahead + part.ahead(), effort + part.core.estimate.effort),
                Looked::Worth(id) => ahead += self.worths.get(*id).mean(),
            }
            parts.push(looked);
        }
        Ok((To::Looked(parts), Estimate { ahead, effort }))
    }

    /// Tells whether the options of a sum are ordered by their replies.
    ///
    /// They are where it is one position whose rules are slow and guess nothing.
    fn counts_replies(&self, sum: &Sum<R::Position>) -> bool {
        let is_counted = |position| !self.has_split && self.rules.is_slow(position) && self.rules.estimate(position).is_none();
        matches!(&sum.parts[..], [part] if sum.values.is_empty() && is_counted(&part.core.position))
    }

    /// Orders the options that wait by their replies, fewest first.
    ///
    /// Replies count that nothing is known of.
    ///
    /// Tells whether one is lost: to all its replies there is an answer. An option with a reply that wins waits no more.
    fn count_replies(&mut self, waiting: usize, left: bool) -> Result<bool, Stopped> {
        let rules = self.rules;
        let mut at = waiting;
        while at < self.waiting.len() {
            self.allow()?;
            let Child { sum, name, .. } = &self.waiting[at];
            let ([part], name) = (&sum.parts[..], *name) else {
                at += 1; // it splits
                continue;
            };
            let player = if left != part.is_negative { Player::Left } else { Player::Right };
            let (mut unknown, mut is_won) = (0, false);
            for reply in rules.options(&part.core.position, player) {
                match self.known_alone(&reply, part.is_negative, !left) {
                    None => unknown += 1,
                    Some(wins) => is_won |= !wins,
                }
            }
            if unknown > 0 && !is_won {
                self.waiting[at].score = -unknown;
                at += 1;
                continue;
            }
            self.table.put(name.game, name.x, left != name.is_flipped, is_won, 1);
            if !is_won {
                return Ok(true);
            }
            let child = self.waiting.remove(at);
            self.outside = self.outside.saturating_sub(child.sum.allocated_bytes());
        }
        Ok(false)
    }

    /// Tells whether who starts wins a position alone, if the table knows it.
    fn known_alone(&self, position: &R::Position, is_negative: bool, left: bool) -> Option<bool> {
        let mut parts = self.rules.summands(position);
        let Some(part) = parts.next() else { return Some(false) };
        let term = *self.terms.get(&self.rules.normal_form(part)).filter(|_| parts.next().is_none())?;
        let (game, is_flipped) = names::name_of_one(term.signed(is_negative));
        self.known(Name { game, x: 0, is_flipped }, left)
    }

    /// The moves of a sum, best first, by a guess.
    fn push_moves(&mut self, sum: &Sum<R::Position>, left: bool) -> Result<(), Stopped> {
        let (from, first) = (self.moves.len(), self.order.len());
        let rules = self.rules;
        for (at, part) in sum.parts.iter().enumerate() {
            if sum.parts[..at].iter().any(|other| other.term() == part.term()) {
                continue;
            }
            let as_left = left != part.is_negative;
            let player = if as_left { Player::Left } else { Player::Right };
            let sign = if as_left { 1 } else { -1 };
            let before = part.core.estimate;
            let mut listed = Ok(());
            rules.each_weighed(&part.core.position, player, |option, estimate| {
                let number = self.moves.len() - from;
                let weighed = match estimate {
                    Some(after) => {
                        let score = sign * (after.ahead - before.ahead) - after.effort + before.effort;
                        Ok((To::Position(option), score))
                    }
                    None => self.looked_at(&option, part.is_negative).map(|(to, after)| {
                        let ahead = if left { after.ahead } else { -after.ahead };
                        (to, ahead - after.effort)
                    }),
                };
                listed = weighed.and_then(|(to, score)| {
                    self.order.push((-score, number as u32));
                    self.moves.push(Move { at: at as u32, is_late: false, to });
                    if number % LISTED == LISTED - 1 { self.allow() } else { Ok(()) }
                });
                listed.is_ok()
            });
            listed?;
        }
        let arena = self.calculator().arena().clone();
        let player = if left { Player::Left } else { Player::Right };
        for (at, &id) in sum.values.iter().enumerate() {
            let worth = *self.worths.get(id);
            for option in arena.options(worth.form, player) {
                let number = self.moves.len() - from;
                let mean = {
                    let id = self.id(option)?;
                    self.worths.get(id).mean()
                };
                let score = if left { mean - worth.mean() } else { worth.mean() - mean };
                // number avoidance (Conway 1976): who can win a sum of a number and a game that is none can do so in the game
                let is_late = worth.weight == 0;
                self.order.push((if is_late { i64::MAX } else { -score }, number as u32));
                self.moves.push(Move { at: at as u32, is_late, to: To::Form(option) });
                if number % LISTED == LISTED - 1 {
                    self.allow()?;
                }
            }
        }
        self.order[first..].sort_unstable();
        Ok(())
    }
}

/// Bounds of summands, added up as the player who starts sees them.
#[derive(Default)]
struct Total {
    /// Those of the whole, their number of open ones, and that of summands without one.
    low: (i64, i32, u32),
    high: (i64, i32, u32),
    /// The most that a first move gains over the bound of its summand.
    ///
    /// Then whether that is closed, and whether that bound was open.
    gain: Option<(i64, bool, bool)>,
    /// The most that a first move reaches in a summand that has no lower bound.
    reach: Option<i64>,
}

impl Total {
    /// Adds a summand.
    #[inline(always)]
    fn add(&mut self, bounds: Bounds, closed: [bool; 4], is_number: bool) {
        let has_first = bounds.left_first > -Bounds::FAR && !is_number;
        if bounds.low > -Bounds::FAR {
            self.low.0 += bounds.low;
            self.low.1 += i32::from(!closed[0]);
            if has_first {
                self.gain = self.gain.max(Some((bounds.left_first - bounds.low, closed[2], !closed[0])));
            }
        } else {
            self.low.2 += 1;
            if has_first && closed[2] {
                self.reach = self.reach.max(Some(bounds.left_first));
            }
        }
        if bounds.high < Bounds::FAR {
            self.high.0 += bounds.high;
            self.high.1 += i32::from(!closed[1]);
        } else {
            self.high.2 += 1;
        }
    }

    /// Tells whether the player who starts wins, if the bounds say so.
    #[inline(always)]
    fn first_wins(&self) -> Option<bool> {
        let (low, open, unknown) = self.low;
        match unknown {
            0 => {
                let is_won = low > 0
                    || self.gain.is_some_and(|(gain, is_closed, was_open)| {
                        low + gain > 0 || low + gain == 0 && is_closed && open == i32::from(was_open)
                    });
                if is_won {
                    return Some(true);
                }
            }
            1 if self.reach.is_some_and(|reach| low + reach > 0 || low + reach == 0 && open == 0) => return Some(true),
            _ => {}
        }
        let (high, open, unknown) = self.high;
        (unknown == 0 && (high < 0 || high == 0 && open == 0)).then_some(false)
    }
}
