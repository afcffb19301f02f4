//! Decides sums by values of their components: by canonical forms, as far as they pay off.
//!
//! Values add, and comparing the total with 0 gives the outcome (Conway, *On Numbers and Games*, ch. 7). So partizan, impartial
//! and loaded rulesets can be mixed.

mod formal_sum;
mod part;
mod search;
mod sure;

pub use part::PartOfValue;

use super::cache::{Learnt, Shared};
use super::heap_order::{BY_LAW, HeapOrder};
use super::nimbers::{self, Nimbers};
use super::valuation;
use super::{Answer, Component, ComponentPosition, Found, MixedSum, NoValue, Refused, SolveError, SumValue, Valuation};
use crate::evaluate::{self, ValueError};
use core::num::NonZeroUsize;
pub(super) use formal_sum::{FormalSum, Summand};
use search::{Effort, Search};
use sprague_core::any::{AnyImpartial, AnyPartizanOf, Kind};
use sprague_core::heap::HeapRules;
use sprague_core::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player, Stopped};
use sprague_values::{Arena, Dyadic, Form, Nus, Value};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// Returns the value of a sum as a canonical form, at any cost in work.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, value};
/// use sprague::{Limits, Partizan, Player, any, heap_notation};
/// use std::sync::Arc;
///
/// /// Left takes one token, Right takes two.
/// struct OneOrTwo;
/// impl Partizan for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         let amount = if player == Player::Left { 1 } else { 2 };
///         Some(amount).into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// }
/// heap_notation!(OneOrTwo);
/// # use sprague::examples::Nim;
///
/// let nim = Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let one_or_two = Arc::new(RulesetCache::new("one or two", any::partizan(OneOrTwo)));
/// let sum = MixedSum::of([Component::new(&one_or_two, &2_u64), Component::new(&nim, &1_u64)]);
/// assert_eq!(value(&sum, &Limits::default())?.to_string(), "{1*|*}");
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns [`SolveError::Refused`] for sums without a value (another rule for moving, misère play, or a terminal rule),
/// [`SolveError::Loopy`] for loopy positions, and [`SolveError::Stopped`] if a limit is reached.
pub fn value(sum: &MixedSum, limits: &Limits) -> Result<Value, SolveError> {
    value_in_parallel(sum, limits, NonZeroUsize::MIN)
}

/// Returns the value of a sum; several threads work on each component together.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, value_in_parallel};
/// use sprague::values::{GamePosition, Game, Value};
/// use sprague::{Limits, any};
///
/// let game = std::sync::Arc::new(RulesetCache::new("game", any::partizan(Game)));
/// let up = GamePosition::new(&Value::up(1)).unwrap();
/// let sum = MixedSum::of([Component::new(&game, &up), Component::new(&game, &up)]);
/// assert_eq!(value_in_parallel(&sum, &Limits::default(), 2.try_into().unwrap())?, Value::up(2));
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// See [`value`].
pub fn value_in_parallel(sum: &MixedSum, limits: &Limits, threads: NonZeroUsize) -> Result<Value, SolveError> {
    value_or_part(sum, limits, threads).map_err(|(error, _)| error)
}

/// Returns the value of a sum, or the part of it that is known when a limit is reached.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, SolveError, value_or_part};
/// use sprague::{Bounds, Hints, Limits, Partizan, Player, any, heap_notation};
///
/// /// Left and Right take one token each, and Left may as well take all of them.
/// struct OneOrAll;
/// impl Partizan for OneOrAll {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         let all = (player == Player::Left && *heap > 1).then_some(*heap);
///         (*heap > 0).then_some(1).into_iter().chain(all)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
///     fn hints(&self) -> &(impl Hints<u64> + ?Sized) { self }
/// }
/// impl Hints<u64> for OneOrAll {
///     fn bounds(&self, _: &u64) -> Bounds { Bounds::between(-1, 1) }
/// }
/// heap_notation!(OneOrAll);
///
/// let rules = std::sync::Arc::new(RulesetCache::new("one or all", any::partizan(OneOrAll)));
/// let sum = MixedSum::of([Component::new(&rules, &1_u64), Component::new(&rules, &50_u64)]);
/// let few = Limits { positions: 20, ..Limits::default() };
/// let (why, part) = value_or_part(&sum, &few, 1.try_into().unwrap()).unwrap_err();
/// assert!(matches!(why, SolveError::Stopped(_)));
/// let [low, high] = part.bounds.map(Option::unwrap);
/// assert!(low < high && part.components[0].as_ref().unwrap().to_string() == "*" && part.components[1].is_none());
/// ```
///
/// # Errors
/// See [`value`]. The error comes with the known part of the value.
pub fn value_or_part(sum: &MixedSum, limits: &Limits, threads: NonZeroUsize) -> Result<Value, (SolveError, PartOfValue)> {
    let nothing = |refused: Refused| (refused.into(), PartOfValue::default());
    has_value(sum).map_err(nothing)?;
    let limits = &limits.starting_now();
    let rules = Rules::of(sum).expect("no component has a terminal rule");
    let (values, found) = (Values::new(&rules, limits), RefCell::new(vec![]));
    let total = values.total(sum, |component| {
        let value = values.whole_in_parallel(component, threads)?;
        found.borrow_mut().push(value.clone());
        Ok(value)
    });
    let whole = total.and_then(|total| Ok(values.search.borrow_mut().total(&total)?));
    match whole {
        Ok(form) => Ok(values.search.borrow_mut().values().calculator().arena().value(form)),
        // rules that have failed list no moves, so the latest results may be wrong
        Err(error @ SolveError::Stopped(Stopped::Fault(_))) => Err((error, PartOfValue::default())),
        Err(error) => Err((error, values.part(sum, &found.borrow()))),
    }
}
/// Returns the winner of a sum for each starting player, from the values of its components.
///
/// The values are not added up unless that is needed.
///
/// The value of G − H is greater than 0, less than 0, equal to 0 or confused with 0 just as G is with H, so this function also
/// compares sums.
///
/// ```
/// # use sprague::solve::{Component, MixedSum, RulesetCache, outcome_class};
/// # use sprague::{Limits, OutcomeClass, any};
/// # use sprague::examples::Nim;
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = MixedSum::of([3_u64, 4, 7].map(|heap| Component::new(&nim, &heap)));
/// assert_eq!(outcome_class(&sum, &Limits::default())?, OutcomeClass::Previous);
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// See [`value`].
pub fn outcome_class(sum: &MixedSum, limits: &Limits) -> Result<OutcomeClass, SolveError> {
    has_value(sum)?;
    let limits = &limits.starting_now();
    if let Some(order) = HeapOrder::of(sum, limits)? {
        return order.class(sum).map_err(|error| no_value(sum, 0, error));
    }
    let rules = Rules::of(sum).expect("no component has a terminal rule");
    let values = Values::new(&rules, limits);
    let total = values.total(sum, |component| match component.kind() {
        Kind::Impartial => values.nimber(component),
        _ => values.value(component),
    })?;
    let outcome = |player| {
        let outcome = values.outcome(&total, player);
        sum.check()?;
        // only partizan components are searched
        let searched = sum.components.iter().position(|component| component.kind() == Kind::Partizan).unwrap_or(0);
        outcome.map_err(|error| no_value(sum, searched, error))
    };
    let [left, right] = [outcome(Player::Left)?, outcome(Player::Right)?];
    Ok(OutcomeClass::of(left, right))
}

/// In partizan take-and-break games, heaps from this size on are first valued by a period.
const BY_PERIOD: u64 = 200;

/// The work for adding values to an answer, as the limits count it.
const NOTED: u64 = 5_000;

/// Adds the values of one component and of its options to an answer that was found without values.
///
/// Nothing is added if that is too much work.
pub(super) fn note_values(component: &Component, answer: &mut Answer, limits: &Limits) {
    let sum = MixedSum::of([component.clone()]);
    let Some(rules) = Rules::of(&sum) else { return };
    let limits = Limits { positions: limits.positions.min(NOTED), ..limits.clone() };
    let values = Values::new(&rules, &limits);
    let noted = |component: &Component| values.whole(component).ok().and_then(|value| values.shown(&value));
    answer.value = noted(component);
    if answer.value.is_none() {
        return;
    }
    for judged in answer.moves.iter_mut().flatten() {
        if let [(_, _, position)] = &judged.mv.changed[..] {
            judged.value = noted(&component.with(position.clone()));
        }
    }
}

pub(super) fn has_value(sum: &MixedSum) -> Result<(), Refused> {
    let refused = |component, why: &'static str| Err(Refused { component, why: why.into() });
    for (component, part) in sum.components.iter().enumerate() {
        if let Some(why) = part.kind().why_no_value() {
            return Err(Refused { component, why: format!("a game that the last move decides: {why}").into() });
        }
    }
    if let Some(component) = sum.components.iter().position(|component| component.kind() == Kind::Entailing) {
        return refused(component, "a game without entailing moves: here `solve` finds a nimber, or that the position is loony");
    }
    if sum.play == Play::Misere {
        return refused(0, "normal play: under misère play positions have no values");
    }
    if sum.rule != CompoundRule::Disjunctive {
        return refused(0, "a disjunctive sum: under other rules, values do not add up");
    }
    sum.has_meaning()
}

/// Returns the error for a component that has no value as a game that ends.
pub(super) fn no_value(sum: &MixedSum, component: usize, error: NoValue) -> SolveError {
    let refused = |why: &'static str| Refused { component, why: why.into() };
    match error {
        NoValue::Stopped(stopped) => stopped.into(),
        NoValue::NotCovered if sum.components[component].small().is_none() => {
            refused("a heap below 2^64, or in a class of rows that is constant or gains ups and stars: other large heaps have no known short value")
                .into()
        }
        NoValue::NotCovered => {
            SolveError::Loopy(refused("a game that ends: this one is loopy, because a position can repeat"))
        }
    }
}

/// The longest value, in characters, that is written out in a sentence.
pub(super) const MAX_WRITTEN: usize = 60;

/// The rulesets of a sum as typed rulesets.
pub(super) struct Rules {
    /// The rulesets of the impartial components, and these components as a sum.
    impartial: Vec<AnyImpartial>,
    impartial_sum: MixedSum,
    /// All rulesets together. `numbers` contains the number of each, by its address.
    partizan: AnyPartizanOf,
    numbers: HashMap<usize, u32>,
}

impl Rules {
    /// Returns the typed rulesets, or `None` if one has a terminal rule.
    pub(super) fn of(sum: &MixedSum) -> Option<Self> {
        let is_impartial = |component: &&Component| component.kind() == Kind::Impartial;
        let impartial_sum = MixedSum::of(sum.components.iter().filter(is_impartial).cloned());
        let (mut rules, mut numbers) = (vec![], HashMap::new());
        for component in &sum.components {
            numbers.entry(Arc::as_ptr(&component.rules).addr()).or_insert_with(|| {
                rules.push(component.rules.rules().clone());
                rules.len() as u32 - 1
            });
        }
        let partizan = AnyPartizanOf::new(rules).ok()?;
        Some(Self { impartial: nimbers::typed(&impartial_sum), impartial_sum, partizan, numbers })
    }

    /// Returns all rulesets together, each with its number.
    pub(super) fn partizan(&self) -> &AnyPartizanOf {
        &self.partizan
    }

    /// Returns `true` if the rules of some component provide its value.
    pub(super) fn know_a_value(&self, sum: &MixedSum) -> bool {
        let knows =
            |component: &Component| component.small().is_some_and(|at| component.rules.rules().hints().value_text(at).is_some());
        sum.components.iter().any(knows)
    }
}

fn sign(component: &Component) -> i32 {
    if component.is_negative { -1 } else { 1 }
}

/// Values of the components of one sum: canonical forms as long as they are small, and sums that are searched otherwise.
pub(super) struct Values<'a> {
    numbers: &'a HashMap<usize, u32>,
    rules: &'a AnyPartizanOf,
    limits: &'a Limits,
    nimbers: Nimbers<'a>,
    search: RefCell<Search<'a>>,
    /// The budget for optional moves and how many of them were left undecided, or `None` if every move must be decided.
    listing: Cell<Option<Listing>>,
}

/// The budget for a list of winning moves.
#[derive(Clone, Copy, Default)]
struct Listing {
    left: u64,
    undecided: u64,
}

/// Work budget for winning moves once the winner is known (under a second).
const LISTED: u64 = 300_000;

/// The number of moves of a component that are tried for the list. A cake may have millions.
const TRIED: u64 = 10_000;

/// At most this many moves of a component are counted as undecided. A cake may have 10^9.
///
/// ```
/// assert_eq!(sprague::solve::MOST_UNDECIDED, 490_000);
/// ```
pub const MOST_UNDECIDED: u64 = 490_000;

/// Work budget for winning moves of loaded rules, each of whose positions costs a call.
const LISTED_BY_LOADED: u64 = 20_000;

impl From<ValueError> for NoValue {
    fn from(error: ValueError) -> Self {
        match error {
            ValueError::Loopy => Self::NotCovered,
            ValueError::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}

impl<'a> Values<'a> {
    pub(super) fn new(rules: &'a Rules, limits: &'a Limits) -> Self {
        Self::with_effort(rules, Effort::default(), None, limits)
    }

    /// Returns values for finding the winner only.
    pub(super) fn for_winner(rules: &'a Rules, learnt: Option<Learnt>, limits: &'a Limits) -> Self {
        Self::with_effort(rules, Effort::of_winner(), learnt, limits)
    }

    /// Returns values for questions about very many positions.
    pub(super) fn for_many(rules: &'a Rules, are_pieces: bool, limits: &'a Limits) -> Self {
        Self::with_effort(rules, Effort::of_many(are_pieces), None, limits)
    }

    fn with_effort(rules: &'a Rules, effort: Effort, learnt: Option<Learnt>, limits: &'a Limits) -> Self {
        let search = RefCell::new(Search::new(&rules.partizan, effort, learnt, limits));
        let nimbers = Nimbers::new(&rules.impartial_sum, &rules.impartial, limits);
        Self { numbers: &rules.numbers, rules: &rules.partizan, limits, nimbers, search, listing: Cell::new(None) }
    }

    pub(super) fn learnt(self) -> Learnt {
        self.search.into_inner().learnt()
    }

    /// Shares what is found from now on. Returns what other values need for [`join`](Self::join).
    pub(super) fn share(&self) -> Shared {
        self.search.borrow_mut().winner.share()
    }

    /// Begins anew with what other values share.
    pub(super) fn join(&self, shared: Shared) {
        self.search.borrow_mut().join(shared);
    }

    /// Ends [`share`](Self::share), after the other thread has ended.
    pub(super) fn unshare(&self) {
        self.search.borrow_mut().winner.unshare();
    }

    /// Returns `true` if a total is easily seen to be its own negative, in which case both starting players have the same
    /// outcome.
    pub(super) fn is_own_negative(&self, total: &FormalSum) -> Result<bool, NoValue> {
        Ok(self.search.borrow_mut().is_own_negative(total)?)
    }

    /// Returns the outcome of a total, or `None` if it takes more work than `most`.
    pub(super) fn outcome_within(&self, total: &FormalSum, to_move: Player, most: u64) -> Result<Option<Outcome>, NoValue> {
        let wins = self.search.borrow_mut().wins_within(total, to_move, most)?;
        Ok(wins.map(|wins| if wins { Outcome::Win } else { Outcome::Loss }))
    }

    pub(super) fn of_sum(&self, sum: &MixedSum) -> Result<FormalSum, NoValue> {
        sum.components.iter().try_fold(self.zero(), |total, component| Ok(self.add(&total, &self.value(component)?)))
    }

    /// Returns the reason of an answer, including what has been searched so far.
    pub(super) fn reason_for(&self, sum: &MixedSum) -> Result<String, NoValue> {
        let values = sum.components.iter().map(|component| self.value(component)).collect::<Result<Vec<_>, _>>()?;
        let total = values.iter().fold(self.zero(), |total, value| self.add(&total, value));
        Ok(self.reason(&values, &total, Outcome::Win))
    }

    /// Returns a winning move of `player`, in the component `first` if it has one.
    pub(super) fn winning_move(
        &self,
        sum: &MixedSum,
        player: Player,
        first: usize,
    ) -> Result<Option<(usize, ComponentPosition)>, NoValue> {
        let values = sum.components.iter().map(|component| self.value(component)).collect::<Result<Vec<_>, _>>()?;
        let others = (0..values.len()).filter(|index| *index != first);
        for index in [first].into_iter().chain(others) {
            let rest = values.iter().enumerate().filter(|(other, _)| *other != index);
            let rest = rest.fold(self.zero(), |rest, (_, value)| self.add(&rest, value));
            let mut found = None;
            sum.components[index].each_move::<NoValue>(player, self.limits, &mut |_, position| {
                let after = self.add(&rest, &self.value(&sum.components[index].with(position.clone()))?);
                if self.outcome(&after, -player)? == Outcome::Loss {
                    found = Some((index, position));
                }
                Ok(found.is_none())
            })?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn total(&self, sum: &MixedSum, value: impl Fn(&Component) -> Result<FormalSum, NoValue>) -> Result<FormalSum, SolveError> {
        let mut total = self.zero();
        for (index, component) in sum.components.iter().enumerate() {
            let value = value(component);
            sum.check()?;
            total = self.add(&total, &value.map_err(|error| no_value(sum, index, error))?);
        }
        Ok(total)
    }

    /// Returns the value of a sum, at any cost in work.
    pub(super) fn worth(&self, sum: &MixedSum) -> Result<Value, NoValue> {
        let wholes = sum.components.iter().map(|component| self.whole(component));
        let total = wholes.into_iter().try_fold(self.zero(), |total, whole| Ok::<_, NoValue>(self.add(&total, &whole?)))?;
        let mut search = self.search.borrow_mut();
        let form = search.total(&total)?;
        Ok(search.values().calculator().arena().value(form))
    }

    fn nimber(&self, component: &Component) -> Result<FormalSum, NoValue> {
        let nimber = self.nimbers.nimber(component)?.ok_or(NoValue::NotCovered)?;
        let star = u64::try_from(&nimber).map_err(|_| NoValue::NotCovered)?;
        let nus = Nus { star, ..Nus::from_number(Dyadic::ZERO) };
        let nus = self.search.borrow_mut().values().calculator().arena().nus(nus);
        Ok(FormalSum { nus, ..FormalSum::default() })
    }

    /// Returns the value of a component, found by several threads.
    fn whole_in_parallel(&self, component: &Component, threads: NonZeroUsize) -> Result<FormalSum, NoValue> {
        match self.position(component) {
            Some(position)
                if threads > NonZeroUsize::MIN && component.kind() == Kind::Partizan && self.by_law(component)?.is_none() =>
            {
                let value = evaluate::value_in_parallel(self.rules, &position, self.limits, threads)?;
                let mut search = self.search.borrow_mut();
                let form = value.form_in(search.values().calculator())?;
                let mut sum = FormalSum::default();
                search.add_form(&mut sum, form, sign(component))?;
                Ok(sum)
            }
            _ => self.whole(component),
        }
    }

    /// Returns the value of a component, at any cost in work.
    fn whole(&self, component: &Component) -> Result<FormalSum, NoValue> {
        if component.kind() == Kind::Impartial {
            return self.nimber(component);
        }
        if let Some(sum) = self.by_law(component)? {
            return Ok(sum);
        }
        let position = self.position(component).ok_or(NoValue::NotCovered)?;
        let mut search = self.search.borrow_mut();
        let form = search.values().form(&position)?;
        let mut sum = FormalSum::default();
        search.add_form(&mut sum, form, sign(component))?;
        Ok(sum)
    }

    pub(super) fn nimber_form(&self, component: &Component) -> Result<Form, NoValue> {
        Ok(self.nimber(component)?.nus)
    }

    /// Returns the canonical form of a position in normal form, or `None` if it is loopy.
    pub(super) fn form_of(&self, summand: &Summand) -> Result<Option<Form>, Stopped> {
        match self.search.borrow_mut().values().form(summand) {
            Ok(form) => Ok(Some(form)),
            Err(ValueError::Loopy) => Ok(None),
            Err(ValueError::Stopped(stopped)) => Err(stopped),
        }
    }

    pub(super) fn arena(&self) -> Arena {
        self.search.borrow_mut().values().calculator().arena().clone()
    }

    /// Returns the value of a large heap from the law of its class of rows, or `None` for other components.
    fn by_law(&self, component: &Component) -> Result<Option<FormalSum>, NoValue> {
        match component.rules.heap_rules() {
            Some(HeapRules::PartizanSubtraction { .. }) => {}
            Some(HeapRules::PartizanTakeAndBreak { .. }) => return self.by_period(component),
            _ => return Ok(None),
        }
        let Some((heap, _)) = component.one_heap().filter(|(heap, _)| *heap >= BY_LAW.into()) else { return Ok(None) };
        let Some(classes) = component.rules.row_classes(self.limits)? else { return Ok(None) };
        let Some(value) = classes.value(&heap, self.limits)? else { return Ok(None) };
        let mut search = self.search.borrow_mut();
        let form = value.form_in(search.values().calculator())?;
        let mut sum = FormalSum::default();
        search.add_form(&mut sum, form, sign(component))?;
        Ok(Some(sum))
    }

    /// Returns the value of large heaps of a partizan take-and-break game from the period of their rows.
    ///
    /// Returns `None` if all heaps are small or no period is proved.
    fn by_period(&self, component: &Component) -> Result<Option<FormalSum>, NoValue> {
        let heaps = component.small().and_then(|position| component.rules.heaps()?.indices(position)).unwrap_or_default();
        if heaps.iter().all(|(heap, _)| *heap < BY_PERIOD) {
            return Ok(None);
        }
        let Some(rows) = component.rules.value_rows(self.limits)? else { return Ok(None) };
        let mut search = self.search.borrow_mut();
        let mut sum = FormalSum::default();
        let mut of_rows = rows.arena().calculator(self.limits);
        for (heap, _) in heaps {
            let Some(form) = rows.form(heap, &mut of_rows)? else { return Ok(None) };
            let form = rows.arena().value(form).form_in(search.values().calculator())?;
            search.add_form(&mut sum, form, sign(component))?;
        }
        Ok(Some(sum))
    }

    /// Returns the position unless it has heaps of more than 64 bits.
    pub(super) fn position(&self, component: &Component) -> Option<Summand> {
        let which = self.numbers[&Arc::as_ptr(&component.rules).addr()];
        Some(component.small()?.clone().numbered(which))
    }

    /// Describes a value in a few words.
    fn written(&self, sum: &FormalSum) -> String {
        let mut search = self.search.borrow_mut();
        let positions = sum.positions.copies();
        let text = match search.whole(sum) {
            Ok(Some(form)) => search.values().calculator().text(form, MAX_WRITTEN).ok().flatten(),
            _ => None,
        };
        match (text, positions) {
            (Some(text), _) => text,
            (None, 0) => "a long value".into(),
            (None, _) => "a position searched as it is".into(),
        }
    }
}

impl Valuation for Values<'_> {
    type Value = FormalSum;

    fn zero(&self) -> FormalSum {
        FormalSum::default()
    }

    fn value(&self, component: &Component) -> Result<FormalSum, NoValue> {
        if !component.has_listed_moves() {
            return Err(NoValue::NotCovered);
        }
        if component.kind() == Kind::Impartial {
            return self.nimber(component);
        }
        if let Some(sum) = self.by_law(component)? {
            return Ok(sum);
        }
        let position = self.position(component).ok_or(NoValue::NotCovered)?;
        let mut sum = FormalSum::default();
        self.search.borrow_mut().add_position(&mut sum, &position, sign(component))?;
        Ok(sum)
    }

    fn add(&self, a: &FormalSum, b: &FormalSum) -> FormalSum {
        a.plus(b, self.search.borrow_mut().values().calculator().arena())
    }

    fn outcome(&self, total: &FormalSum, to_move: Player) -> Result<Outcome, NoValue> {
        let wins = self.search.borrow_mut().wins(total, to_move)?;
        Ok(if wins { Outcome::Win } else { Outcome::Loss })
    }

    fn insist(&self, on_all: bool) {
        self.listing.set((!on_all).then(Listing::default));
    }

    fn undecided(&self) -> u64 {
        self.listing.get().map_or(0, |listing| listing.undecided)
    }

    /// Calls `found` with moves that leave the wanted outcome. Moves are decided one by one until the budget is used up; after
    /// that only the moves that the table decides are found.
    fn moves_leaving(
        &self,
        component: &Component,
        rest: &FormalSum,
        wanted: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, FormalSum>,
    ) -> Result<Option<u64>, NoValue> {
        let Some(mut listing) = self.listing.get() else {
            return valuation::walked(self, component, rest, wanted, to_move, limits, found);
        };
        if listing.left == 0 {
            let is_loaded = component.rules.rules().is_loaded();
            listing.left = if is_loaded { LISTED_BY_LOADED } else { LISTED };
        }
        let (mut left_out, mut tried) = (0, 0);
        component.each_move::<NoValue>(to_move, limits, &mut |label, position| {
            tried += 1;
            if tried > TRIED {
                left_out += 1;
                return Ok(tried < TRIED + MOST_UNDECIDED);
            }
            let before = self.search.borrow().visited();
            let total = self.add(rest, &self.value(&component.with(position.clone()))?);
            let wins = self.search.borrow_mut().wins_within(&total, -to_move, listing.left - 1)?;
            let used = self.search.borrow().visited() - before;
            // at least one remains, so that moves decided by the table are still found
            listing.left = listing.left.saturating_sub(used).max(1);
            match wins {
                Some(wins) if wins == (wanted == Outcome::Win) => found(label, position, &total),
                Some(_) => {}
                None => left_out += 1,
            }
            Ok(true)
        })?;
        listing.undecided += left_out;
        self.listing.set(Some(listing));
        Ok((left_out == 0).then_some(0))
    }

    fn shown(&self, total: &FormalSum) -> Option<SumValue> {
        let mut search = self.search.borrow_mut();
        let form = search.whole(total).ok()??;
        Some(SumValue::Game(search.values().calculator().arena().value(form)))
    }

    fn reason(&self, values: &[FormalSum], total: &FormalSum, _: Outcome) -> String {
        let searched = self.search.borrow().searched();
        if !total.positions.is_empty() {
            return format!("a search over sums of positions and values: {searched} of them were searched for who wins");
        }
        let listed: Vec<String> = values.iter().map(|value| self.written(value)).collect();
        let sum = if values.len() > 1 { format!("{} = {}", listed.join(" + "), self.written(total)) } else { listed.concat() };
        let how = match searched {
            0 => "its order against 0 says who wins".into(),
            sums => format!("{sums} sums of values and positions were searched for who wins"),
        };
        format!("canonical forms: the value is {sum}; {how}")
    }
}

#[cfg(test)]
mod tests;
