//! Canonical forms of positions, built from the canonical forms of their options.
//!
//! Independent summands are valued separately, and their values are added.
//!
//! Sources: Conway, *On Numbers and Games*, ch. 10; Siegel, *Combinatorial Game Theory*, ch. II.

mod recent;
mod team;

pub(crate) use team::value_in_parallel;

use super::memo::{Evaluation, Found, FoundBy, MemoOf, Recursion, Value as MemoValue};
use crate::growth;
use crate::{Limits, Stopped};
use core::fmt;
use recent::Recent;
use smallvec::SmallVec;
use sprague_core::any::Fault;
use sprague_core::{Hints, Partizan, Player};
use sprague_values::{Arena, Calculator, Form, ReadError, Value};
pub(super) use team::Member;
use thiserror::Error;

/// The reason why the value of a position was not found.
///
/// ```
/// assert_ne!(sprague::values::ValueError::Loopy.to_string(), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// A reachable position leads back to itself.
    #[error("loopy: a position can repeat, so it has no canonical form")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Returns the value of a position, with [`Limits::of_a_minute`].
///
/// Positions under misère play or with terminal rules have no values, so this does not compile:
///
/// ```compile_fail
/// use sprague::values::value;
/// use sprague::{AsPartizan, Impartial, Misere, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// value(&AsPartizan(Misere(Nim)), &3); // `value(&AsPartizan(Nim), &3)` would
/// ```
///
/// # Errors
/// Returns [`ValueError::Loopy`] if the search meets a cycle and [`ValueError::Stopped`] if it reaches a limit.
pub fn value<R: Partizan>(rules: &R, position: &R::Position) -> Result<Value, ValueError> {
    ValueSearch::new(rules, &Limits::of_a_minute()).value(position)
}

/// A search for values that keeps its results from one position to the next, all under the same limits.
///
/// Use it if you need the values of many positions.
///
/// ```
/// use sprague::values::ValueSearch;
/// use sprague::{AsPartizan, Limits};
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(2) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let (rules, limits) = (AsPartizan(Nim), Limits::default());
/// let mut search = ValueSearch::new(&rules, &limits);
/// let values: Vec<String> = (0..7).map(|heap| search.value(&heap).unwrap().to_string()).collect();
/// assert_eq!(values, ["0", "*", "*2", "0", "*", "*2", "0"]);
/// ```
pub struct ValueSearch<'a, R: Partizan>(Recursion<'a, ValueOf<'a, R>, R::Position, Known, Options<R::Position>>);

impl<R: Partizan> fmt::Debug for ValueSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueSearch({} positions, {:?})", self.0.memo().len(), self.0.evaluation.calculator)
    }
}

impl<'a, R: Partizan> ValueSearch<'a, R> {
    /// Returns a search without any results, in a new arena.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::in_arena(rules, &Arena::new(), limits)
    }

    /// Returns a search without any results whose forms are built in `arena`.
    ///
    /// ```
    /// use sprague::values::{Arena, ValueSearch};
    /// use sprague::{AsPartizan, Limits};
    /// # use sprague::examples::Nim;
    /// let (rules, arena, limits) = (AsPartizan(Nim), Arena::new(), Limits::default());
    /// assert!(ValueSearch::in_arena(&rules, &arena, &limits).value(&5)?.arena().is(&arena));
    /// # Ok::<(), sprague::values::ValueError>(())
    /// ```
    pub fn in_arena(rules: &'a R, arena: &Arena, limits: &'a Limits) -> Self {
        Self::with(rules, arena, limits, None)
    }

    /// Returns a search that shares its results with other threads.
    pub(super) fn of_team(rules: &'a R, arena: &Arena, limits: &'a Limits, member: Member<R::Position>) -> Self {
        Self::with(rules, arena, limits, Some(member))
    }

    /// Shares its results from now on. Returns this search as a member of a team, and another member.
    pub(super) fn share(&mut self) -> [Member<R::Position>; 2] {
        let team = Member::two();
        self.0.evaluation.member = Some(team[0].clone());
        team
    }

    /// Ends [`share`](Self::share).
    pub(super) fn unshare(&mut self) {
        (self.0.evaluation.member, self.0.evaluation.beside) = (None, 0);
    }

    fn with(rules: &'a R, arena: &Arena, limits: &'a Limits, member: Option<Member<R::Position>>) -> Self {
        let calculator = arena.calculator(limits);
        Self(Recursion::new(
            ValueOf {
                rules,
                calculator,
                recent: Recent::default(),
                missed: vec![],
                most: usize::MAX,
                beside: 0,
                open: 0,
                listed: 0,
                member,
            },
            limits,
        ))
    }

    /// Returns the value of a position.
    ///
    /// # Errors
    /// See [`value`]. Values found before the error are kept.
    pub fn value(&mut self, position: &R::Position) -> Result<Value, ValueError> {
        let form = self.form(position)?;
        Ok(self.calculator().arena().value(form))
    }

    /// Returns the canonical form of a position as a handle into the arena of the [`calculator`](Self::calculator).
    ///
    /// # Errors
    /// See [`value`]. Values found before the error are kept.
    pub fn form(&mut self, position: &R::Position) -> Result<Form, ValueError> {
        let (rules, mut sum) = (self.0.evaluation.rules, Form::ZERO);
        // nothing is open yet, even if an earlier search was stopped
        (self.0.evaluation.open, self.0.evaluation.listed) = (0, 0);
        for part in rules.summands(position) {
            let form = self.0.value(rules.normal_form(part))?.form();
            sum = self.calculator().add(sum, form)?;
        }
        match rules.fault() {
            Some(fault) => Err(Stopped::from(fault).into()),
            None => Ok(sum),
        }
    }

    /// Returns the canonical form of a position, unless finding it visits more than `further` positions.
    ///
    /// Values found before the search stops are kept.
    pub(crate) fn form_within(&mut self, position: &R::Position, further: u64) -> Result<Form, ValueError> {
        self.0.evaluation.most = (self.visited().saturating_add(further)) as usize;
        self.calculator().allow_further(Some(further));
        let form = self.form(position);
        self.0.evaluation.most = usize::MAX;
        self.calculator().allow_further(None);
        form
    }

    /// Returns the canonical form of a summand in normal form, if it has been found.
    pub(crate) fn known(&self, part: &R::Position) -> Option<Form> {
        self.0.memo().get(part).map(Known::form)
    }

    /// Returns the number of positions visited so far, as the limits count them.
    pub(crate) fn visited(&self) -> u64 {
        self.0.evaluation.visited(self.0.memo().len()) as u64
    }

    /// Returns roughly how many bytes the search uses, including those set by [`set_beside`](Self::set_beside).
    pub(crate) fn bytes(&self) -> usize {
        self.0.memo().bytes() + self.0.evaluation.bytes()
    }

    /// Sets the number of bytes that the caller uses, which count against the memory limit, too.
    pub(crate) fn set_beside(&mut self, bytes: usize) {
        self.0.evaluation.beside = bytes;
    }

    /// Returns the calculator that builds the forms, under the limits of this search.
    ///
    /// ```
    /// use sprague::values::{Form, ValueSearch};
    /// use sprague::{AsPartizan, Limits};
    /// # use sprague::examples::Nim;
    /// let (rules, limits) = (AsPartizan(Nim), Limits::default());
    /// let mut search = ValueSearch::new(&rules, &limits);
    /// let (three, five) = (search.form(&3)?, search.form(&5)?);
    /// assert_eq!(search.calculator().add(three, five)?, search.form(&6)?);
    /// # Ok::<(), sprague::values::ValueError>(())
    /// ```
    pub fn calculator(&mut self) -> &mut Calculator<'a> {
        &mut self.0.evaluation.calculator
    }
}

/// A form as the memo stores it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Known(u64);

impl Known {
    #[inline]
    fn form(self) -> Form {
        Form::from_word(self.0)
    }
}

impl From<Form> for Known {
    #[inline]
    fn from(form: Form) -> Self {
        Self(form.to_word())
    }
}

impl MemoValue for Known {
    /// No handle is this large.
    const OPEN: Self = Self(u64::MAX);
}

/// Computes the canonical form of a position from those of its options.
struct ValueOf<'a, R: Partizan> {
    rules: &'a R,
    calculator: Calculator<'a>,
    recent: Recent<R::Position>,
    /// Summands that were not found in `recent`.
    missed: Vec<Missed<R::Position>>,
    /// The number of positions at which the search stops for now, and the bytes that the caller and other threads use.
    most: usize,
    beside: usize,
    /// Bytes for the options of open positions, and for the options that are being listed.
    open: usize,
    listed: usize,
    member: Option<Member<R::Position>>,
}

/// The state of the options of a position: which of them have been listed and valued.
#[derive(Default)]
enum Stage {
    #[default]
    Left,
    Right,
    Known,
}

struct Options<P> {
    stage: Stage,
    /// For each player, the options as sums of their known summands.
    forms: [SmallVec<[Form; 6]>; 2],
    /// Summands in normal form without a value yet, each with the index of its option in the list of the player whose options
    /// were listed last.
    waiting: Vec<(usize, P)>,
    /// Bytes that are counted for the options.
    held: usize,
}

/// The number of summands that are looked up together.
///
/// The memo is large, so the next look-ups are started while earlier ones still wait for memory.
const LOOKED_UP: usize = 64;

struct Missed<P> {
    /// The index of the option it belongs to.
    place: usize,
    part: P,
    normal: P,
    known: Option<Known>,
}

impl<P> Options<P> {
    /// Returns the bytes of the forms, if they are on the heap.
    fn forms_bytes(&self) -> usize {
        self.forms.iter().filter(|forms| forms.spilled()).map(|forms| forms.capacity() * size_of::<Form>()).sum()
    }
}

impl<P> Default for Options<P> {
    fn default() -> Self {
        Self { stage: Stage::Left, forms: Default::default(), waiting: vec![], held: 0 }
    }
}

impl<R: Partizan> ValueOf<'_, R> {
    /// Returns the form of a summand that needs no search: another thread or the rules provide it, or the form of its negative
    /// is known.
    fn without_search(&mut self, part: &R::Position, memo: &MemoOf<'_, Self>) -> Result<Option<Form>, Stopped> {
        if let Some(known) = self.member.as_ref().and_then(|member| member.get(part)) {
            return Ok(Some(known.form()));
        }
        if let Some(text) = self.rules.hints().value_text(part) {
            return match self.calculator.read(&text) {
                Ok(form) => Ok(Some(form)),
                Err(ReadError::Stopped(stopped)) => Err(stopped),
                // the rules' text cannot be read as a value, so search
                Err(ReadError::Notation(_)) => Ok(None),
            };
        }
        let negative = self.rules.negative(part).map(|negative| self.rules.normal_form(negative));
        match negative.and_then(|negative| memo.get(&negative)) {
            Some(known) => self.calculator.negative(known.form()).map(Some),
            None => Ok(None),
        }
    }

    /// Lists the options of one player: adds up their known summands and queues the unknown ones for the search.
    fn look_at(
        &mut self,
        position: &R::Position,
        player: Player,
        options: &mut Options<R::Position>,
        memo: &mut MemoOf<'_, Self>,
    ) -> Result<(), Stopped> {
        let rules = self.rules;
        let (mut sum, mut allowed) = (Form::ZERO, Ok(()));
        // 1. add up the recent summands of each option, and collect the missed ones
        self.missed.clear();
        rules.each_part(position, player, |part| {
            let looked = match part {
                Some(part) => self.look_at_part(part, options.forms[player as usize].len(), &mut sum),
                None => self.note_option(player, core::mem::replace(&mut sum, Form::ZERO), options, memo),
            };
            // `map_err`, because a result that is `Ok` is not copied then
            looked.map_err(|stopped| allowed = Err(stopped)).is_ok()
        });
        allowed?;
        // 2. look up the missed summands
        self.look_up(player, options, memo)?;
        self.hold(options);
        // 3. queue the unknown ones
        let waiting = core::mem::take(&mut options.waiting);
        for place in 0..waiting.len() {
            let place = self.member.as_ref().map_or(place, |member| member.in_turn(place, waiting.len()));
            memo.note(self, options, None, || waiting[place].1.clone())?;
        }
        options.waiting = waiting;
        Ok(())
    }

    /// Counts the memory that the options of a position take until it is valued.
    fn hold(&mut self, options: &mut Options<R::Position>) {
        // the summands of one position are assumed to take equal amounts of memory
        let outside = options.waiting.len() * options.waiting.first().map_or(0, |(_, part)| self.rules.allocated_bytes(part));
        let held = growth::of_list(&options.waiting) + options.forms_bytes() + outside;
        self.open = self.open.saturating_sub(options.held).saturating_add(held);
        (options.held, self.listed) = (held, 0);
    }

    /// Adds a recent summand to its option, or records that it must be looked up.
    #[inline]
    fn look_at_part(&mut self, part: &R::Position, place: usize, sum: &mut Form) -> Result<(), Stopped> {
        match self.recent.get(part) {
            Some(known) => *sum = self.calculator.add(*sum, known.form())?,
            None => {
                let normal = self.rules.normal_form(part.clone());
                self.missed.push(Missed { place, part: part.clone(), normal, known: None });
            }
        }
        Ok(())
    }

    /// Adds an option once all of its summands have been visited.
    #[inline]
    fn note_option(
        &mut self,
        player: Player,
        sum: Form,
        options: &mut Options<R::Position>,
        memo: &mut MemoOf<'_, Self>,
    ) -> Result<(), Stopped> {
        options.forms[player as usize].push(sum);
        if self.missed.len() >= LOOKED_UP {
            self.look_up(player, options, memo)?;
            self.listed = growth::of_list(&options.waiting) + options.forms_bytes();
        }
        memo.allow(self)
    }

    /// Looks up all missed summands together and adds the known ones to their options.
    fn look_up(&mut self, player: Player, options: &mut Options<R::Position>, memo: &MemoOf<'_, Self>) -> Result<(), Stopped> {
        for missed in &mut self.missed {
            missed.known = memo.get(&missed.normal);
        }
        for Missed { place, part, normal, known } in self.missed.drain(..) {
            let Some(known) = known else {
                options.waiting.push((place, normal));
                continue;
            };
            let sum = &mut options.forms[player as usize][place];
            *sum = self.calculator.add(*sum, known.form())?;
            // positions that allocate memory are not kept, because nobody would count that memory
            if self.rules.allocated_bytes(&part) == 0 {
                self.recent.put(part, known, memo.len());
            }
        }
        Ok(())
    }

    /// Adds the summands that waited, all of which are known now.
    fn add_waiting(
        &mut self,
        player: Player,
        options: &mut Options<R::Position>,
        memo: &MemoOf<'_, Self>,
    ) -> Result<(), Stopped> {
        for (place, part) in options.waiting.drain(..) {
            let known = memo.get(&part).expect("it was searched");
            let sum = &mut options.forms[player as usize][place];
            *sum = self.calculator.add(*sum, known.form())?;
        }
        Ok(())
    }
}

impl<R: Partizan> Evaluation for ValueOf<'_, R> {
    /// A summand in normal form.
    type Key = R::Position;
    type Value = Known;
    type Fold = Options<R::Position>;
    type Error = ValueError;
    const LOOPY: ValueError = ValueError::Loopy;

    fn options(
        &mut self,
        position: &R::Position,
        options: &mut Options<R::Position>,
        memo: &mut MemoOf<'_, Self>,
    ) -> Result<(), Stopped> {
        if self.visited(memo.len()) > self.most {
            return Err(Stopped::Positions(self.most as u64));
        }
        if let Some(member) = &self.member {
            self.beside = member.beside(memo.bytes());
        }
        self.calculator.set_beside(self.beside + self.recent.bytes() + self.open + memo.bytes());
        match options.stage {
            Stage::Left => self.look_at(position, Player::Left, options, memo),
            Stage::Right => {
                self.add_waiting(Player::Left, options, memo)?;
                self.look_at(position, Player::Right, options, memo)
            }
            Stage::Known => self.add_waiting(Player::Right, options, memo),
        }
    }
    #[inline]
    fn find(&mut self, part: R::Position, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        let found = memo.find(part);
        let Found::New { key, .. } = &found else { return Ok(found) };
        match self.without_search(key, memo) {
            Ok(None) => Ok(found),
            Ok(Some(form)) => {
                memo.decide(self, key, form.into());
                Ok(Found::Value(form.into()))
            }
            Err(stopped) => {
                memo.forget(key);
                Err(stopped)
            }
        }
    }
    /// Does nothing: values are looked up in the memo when all are known.
    fn see(_: &mut Options<R::Position>, _: Known, _: &mut Vec<Known>) {}
    fn value(
        &mut self,
        position: &R::Position,
        options: &mut Options<R::Position>,
        _: &mut [Known],
    ) -> Result<Option<Known>, Stopped> {
        options.stage = match options.stage {
            Stage::Left => Stage::Right,
            Stage::Right if !options.waiting.is_empty() => Stage::Known,
            _ => {
                let [left, right] = &options.forms;
                let known = self.calculator.make(left, right)?.into();
                self.open = self.open.saturating_sub(options.held);
                if let Some(member) = &self.member {
                    member.tell(position, known, self.rules.allocated_bytes(position));
                }
                return Ok(Some(known));
            }
        };
        Ok(None)
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.rules.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }
    fn bytes(&self) -> usize {
        let looked_up = growth::of_list(&self.missed);
        self.calculator.bytes() + self.recent.bytes() + looked_up + self.beside + self.open + self.listed
    }
    fn visited(&self, remembered: usize) -> usize {
        remembered.saturating_add(self.calculator.positions() as usize)
    }
}
