//! Solves many sums of the same rulesets, sharing results between them.

use super::code_quotient::CodeQuotient;
use super::last_stone::{self, LastStone};
use super::loopy_values::LoopyValues;
use super::nimbers::{self, Nimbers};
use super::valuation::total;
use super::values::{self, Values};
use super::{Component, MixedSum, NoValue, SolveError, SolveOptions, SumValue, Valuation, outcome_rows, quick, solve};
use crate::evaluate::{OutcomeError, OutcomeSearch, ScoreError, ScoreSearch};
use core::fmt;
use sprague_core::any::{self, AnyEnding, AnyImpartial, AnySum};
use sprague_core::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player, ScoreBounds, Stopped};
use sprague_values::{Arena, Value};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// The rulesets of many sums, all of which have the same play and the same rule for moving.
///
/// ```
/// use sprague::solve::{Component, ManySums, MixedSum, RulesetCache, SumValue};
/// use sprague::{Impartial, Limits, Outcome, Player, Ruleset, any, heap_notation};
///
/// /// Take one token or three.
/// struct OneOrThree;
/// impl Ruleset for OneOrThree {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { [1, 3].into_iter().filter(move |amount| amount <= heap) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for OneOrThree {}
/// heap_notation!(OneOrThree);
///
/// let rules = std::sync::Arc::new(RulesetCache::new("one or three", any::impartial(OneOrThree)));
/// let sums: Vec<MixedSum> = (0..9_u64).map(|n| MixedSum::of([Component::new(&rules, &n), Component::new(&rules, &(n / 2))])).collect();
/// let (many, limits) = (ManySums::of(&sums), Limits::default());
/// let search = many.search(&limits);
/// let lost = sums.iter().filter(|sum| search.outcome(sum, Player::Left) == Ok(Outcome::Loss)).count();
/// assert_eq!(lost, 5); // the parity of all tokens decides
/// assert_eq!(search.worth(&sums[2])?, Some(SumValue::Nimber(1_u8.into())));
/// search.recheck()?;
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
pub struct ManySums {
    /// One component of each ruleset; if the ruleset lists all its positions, as a graph does, all its components.
    all: MixedSum,
    typed: Vec<AnyImpartial>,
    values: Option<values::Rules>,
    /// The rulesets combined into one for searching.
    ///
    /// `numbers` contains the number of each ruleset. Its key is the address of the ruleset and whether it is negative.
    together: Option<AnySum>,
    numbers: HashMap<(usize, bool), u32>,
    /// The ruleset, if it is the only one and counts points.
    scored: Option<AnyEnding>,
}

impl ManySums {
    /// Collects the rulesets of these sums.
    pub fn of<'a>(sums: impl IntoIterator<Item = &'a MixedSum>) -> Self {
        let mut all = MixedSum::of([]);
        let (mut is_listed, mut numbers, mut rules) = (HashMap::new(), HashMap::new(), vec![]);
        for sum in sums {
            (all.rule, all.play) = (sum.rule, sum.play);
            for component in &sum.components {
                let key = (Arc::as_ptr(&component.rules).addr(), component.is_negative);
                let is_new = !numbers.contains_key(&key);
                // the graph to be explored consists of everything that any of these components can reach
                let is_listed = *is_listed.entry(key.0).or_insert_with(|| component.rules.rules().all_positions().is_some());
                if is_new || is_listed {
                    all.components.push(component.clone());
                }
                if is_new {
                    numbers.insert(key, rules.len() as u32);
                    let own = component.rules.rules().clone();
                    rules.push(if component.is_negative { any::negative(own) } else { own });
                }
            }
        }
        let is_searchable = all.rule == CompoundRule::Disjunctive && !all.has_terminal_rule() && !all.is_endless();
        let has_values = is_searchable && all.play == Play::Normal && !all.entails();
        let is_partizan = all.is_partizan();
        let typed = if has_values && !is_partizan { nimbers::typed(&all) } else { vec![] };
        let values = if has_values && is_partizan { values::Rules::of(&all) } else { None };
        let is_searched = is_searchable && all.play == Play::Misere;
        let together = is_searched.then(|| AnySum::new(rules, all.play));
        let scored = all.components.first().filter(|one| one.kind().is_scored() && numbers.len() == 1);
        let scored = scored.and_then(|component| AnyEnding::try_from(component.rules.rules().clone()).ok());
        Self { all, typed, values, together, numbers, scored }
    }

    /// Returns a search that starts only with the contents of the rulesets' caches.
    pub fn search<'a>(&'a self, limits: &'a Limits) -> SharedSearch<'a> {
        let options = SolveOptions { outcome_only: true, max_moves: 0, limits: limits.clone(), ..SolveOptions::default() };
        let by = match (&self.values, &self.together) {
            _ if !self.typed.is_empty() => By::Nimbers(Box::new(Nimbers::new(&self.all, &self.typed, limits))),
            (Some(rules), _) => By::Values(Box::new(Values::new(rules, limits))),
            (None, Some(rules)) => By::Positions(Box::new(RefCell::new(OutcomeSearch::new(rules, limits)))),
            (None, None) => match &self.scored {
                Some(rules) => By::Scores(rules, Box::new(RefCell::new(ScoreSearch::new(rules, limits)))),
                None => By::Each,
            },
        };
        SharedSearch { many: self, options, limits, by, loopy: OnceCell::new(), asked: Cell::new(0) }
    }
}

impl fmt::Debug for ManySums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ManySums({} rulesets)", self.numbers.len())
    }
}

/// A search that solves one sum after another, all under the same limits.
///
/// Use it if you have many sums of the same rulesets.
///
/// After a limit is reached, it still returns answers that it has found before.
///
/// ```
/// use sprague::solve::{Component, ManySums, MixedSum, RulesetCache};
/// use sprague::values::{Game, GamePosition, Value};
/// use sprague::{Limits, Outcome, Player, any};
///
/// let game = std::sync::Arc::new(RulesetCache::new("game", any::partizan(Game)));
/// let sums = [0, 1].map(|ups| MixedSum::of([Component::new(&game, &GamePosition::new(&Value::up(ups)).unwrap())]));
/// let (many, limits) = (ManySums::of(&sums), Limits::default());
/// let search = many.search(&limits);
/// assert_eq!(search.outcome(&sums[0], Player::Left)?, Outcome::Loss);
/// assert_eq!(search.outcome(&sums[1], Player::Left)?, Outcome::Win);
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
pub struct SharedSearch<'a> {
    many: &'a ManySums,
    /// The options for sums that are solved separately.
    options: SolveOptions,
    limits: &'a Limits,
    by: By<'a>,
    loopy: OnceCell<Box<LoopyValues<'a>>>,
    /// The number of answers returned so far.
    asked: Cell<u64>,
}

/// The method by which the sums are decided.
enum By<'a> {
    Nimbers(Box<Nimbers<'a>>),
    Values(Box<Values<'a>>),
    /// By outcomes, with one search for all positions.
    Positions(Box<RefCell<OutcomeSearch<'a, AnySum>>>),
    /// By scores, with one search for all positions.
    Scores(&'a AnyEnding, Box<RefCell<ScoreSearch<'a, AnyEnding>>>),
    /// Each sum separately.
    Each,
}

impl<'a> SharedSearch<'a> {
    /// Checks that loaded rules have not failed and that they still return the same answers.
    ///
    /// # Errors
    /// Returns [`Stopped::Fault`] with the failure.
    pub fn recheck(&self) -> Result<(), Stopped> {
        self.many.all.check()
    }

    /// Checks the rules of one sum. The full check is expensive, so it runs only after 1, 2, 4, 8, … answers.
    fn check(&self, sum: &MixedSum) -> Result<(), Stopped> {
        let asked = self.asked.get() + 1;
        self.asked.set(asked);
        let has_failed = || sum.components.iter().any(|component| component.rules.rules().fault().is_some());
        if asked.is_power_of_two() || has_failed() { sum.check() } else { Ok(()) }
    }

    /// Returns the outcome for `player`, who moves first.
    ///
    /// # Errors
    /// Returns a [`SolveError`], as [`solve`] does.
    pub fn outcome(&self, sum: &MixedSum, player: Player) -> Result<Outcome, SolveError> {
        sum.has_meaning()?;
        if let By::Scores(..) = self.by
            && let Some(score) = self.score(sum, player)?
        {
            return Ok(Outcome::of_score(score));
        }
        let outcome = self.shared_outcome(sum, player);
        self.check(sum)?;
        match outcome {
            Ok(outcome) => Ok(outcome),
            Err(NoValue::Stopped(stopped)) => Err(stopped.into()),
            Err(NoValue::NotCovered) => Ok(solve(sum, &self.alone(player))?.outcome),
        }
    }

    /// Returns the winner of a partizan sum for each starting player, by calling [`outcome`](Self::outcome) twice.
    ///
    /// # Errors
    /// See [`outcome`](Self::outcome).
    pub fn outcome_class(&self, sum: &MixedSum) -> Result<OutcomeClass, SolveError> {
        Ok(OutcomeClass::of(self.outcome(sum, Player::Left)?, self.outcome(sum, Player::Right)?))
    }

    /// Returns the score for `player`, who moves first, or `None` if the rules count no points.
    ///
    /// # Errors
    /// Returns a [`SolveError`], as [`solve`] does.
    pub fn score(&self, sum: &MixedSum, player: Player) -> Result<Option<i64>, SolveError> {
        sum.has_meaning()?;
        let alone = || solve(sum, &SolveOptions { outcome_only: false, ..self.alone(player) });
        let (By::Scores(rules, search), [component]) = (&self.by, &sum.components[..]) else {
            return if sum.is_scored() { Ok(alone()?.score) } else { Ok(None) };
        };
        let position = component.small().ok_or(Stopped::Positions(self.limits.positions))?;
        let start = rules.start(component.player(player), position.clone());
        let found = search.borrow_mut().score(&start, &mut ScoreBounds::UNKNOWN.clone());
        self.check(sum)?;
        match found {
            Err(ScoreError::Loopy) => Ok(alone()?.score),
            found => Ok(Some(found?)),
        }
    }

    /// Returns the value of a disjunctive sum under normal play, or `None` if it has no value.
    ///
    /// It is a nimber, a loony or entailed value, Smith's value for loopy positions, or the canonical form if the sums are
    /// partizan.
    ///
    /// # Errors
    /// Returns [`SolveError::Stopped`] if a limit is reached.
    pub fn worth(&self, sum: &MixedSum) -> Result<Option<SumValue>, SolveError> {
        let worth = match &self.by {
            By::Nimbers(nimbers) => match total(&**nimbers, sum) {
                Err(NoValue::NotCovered) => Ok(solve(sum, &self.alone(Player::Left))?.value),
                nimber => nimber.map(|nimber| Some(SumValue::Nimber(nimber))),
            },
            By::Values(values) => match values.worth(sum) {
                Err(NoValue::NotCovered) => match self.loopy().map(|loopy| (loopy, total(loopy, sum))) {
                    Some((loopy, Ok(total))) => Ok(loopy.shown(&total)),
                    Some((_, Err(NoValue::Stopped(stopped)))) => Err(NoValue::Stopped(stopped)),
                    Some((_, Err(NoValue::NotCovered))) | None => Ok(None),
                },
                value => value.map(|value| Some(SumValue::Game(value))),
            },
            By::Each if sum.entails() => Ok(solve(sum, &self.alone(Player::Left))?.value),
            By::Positions(_) | By::Scores(..) | By::Each => Ok(None),
        };
        self.check(sum)?;
        match worth {
            Ok(worth) => Ok(worth),
            Err(NoValue::Stopped(stopped)) => Err(stopped.into()),
            Err(NoValue::NotCovered) => Ok(None),
        }
    }

    /// Returns the value of a sum, as [`value`](super::value) does, but reuses results for other sums.
    ///
    /// Nothing is reused if a component has a ruleset that does not occur in the collected sums.
    ///
    /// ```
    /// # use sprague::solve::{Component, ManySums, MixedSum, RulesetCache};
    /// # use sprague::{Limits, any, values::Value};
    /// # use sprague::examples::Nim;
    /// let [nim, other] = ["nim", "other"].map(|name| std::sync::Arc::new(RulesetCache::new(name, any::impartial(Nim))));
    /// let heap = |rules, size: u64| MixedSum::of([Component::new(rules, &size)]);
    /// let (many, limits) = (ManySums::of([&heap(&nim, 0)]), Limits::default());
    /// let search = many.search(&limits);
    /// assert_eq!([&nim, &other].map(|rules| search.value(&heap(rules, 3)).unwrap()), [Value::star(3), Value::star(3)]);
    /// ```
    ///
    /// # Errors
    /// Returns the errors of [`value`](super::value).
    pub fn value(&self, sum: &MixedSum) -> Result<Value, SolveError> {
        let is_known = |component: &Component| {
            self.many.numbers.contains_key(&(Arc::as_ptr(&component.rules).addr(), component.is_negative))
        };
        if !sum.components.iter().all(is_known) {
            return values::value(sum, self.limits);
        }
        values::has_value(sum)?;
        let value = match &self.by {
            By::Nimbers(nimbers) => {
                total(&**nimbers, sum).and_then(|nimber| u64::try_from(nimber).map(Value::star).map_err(|_| NoValue::NotCovered))
            }
            By::Values(values) => values.worth(sum),
            By::Positions(_) | By::Scores(..) | By::Each => return values::value(sum, self.limits),
        };
        self.check(sum)?;
        value.map_err(|error| values::no_value(sum, 0, error))
    }

    /// Returns the arena of the values that this search finds, or `None` if it finds only nimbers or outcomes.
    ///
    /// ```
    /// # use sprague::solve::{ManySums, MixedSum};
    /// let limits = sprague::Limits::default();
    /// assert!(ManySums::of([&MixedSum::of([])]).search(&limits).arena().is_none());
    /// ```
    pub fn arena(&self) -> Option<Arena> {
        if let By::Values(values) = &self.by { Some(values.arena()) } else { None }
    }

    /// Returns the values of loopy sums, shared by all sums.
    fn loopy(&self) -> Option<&LoopyValues<'a>> {
        let rules = self.many.values.as_ref()?;
        Some(self.loopy.get_or_init(|| Box::new(LoopyValues::new(rules, self.limits))))
    }

    /// Returns the options for a sum that is solved separately.
    fn alone(&self, first: Player) -> SolveOptions {
        SolveOptions { first, ..self.options.clone() }
    }

    fn shared_outcome(&self, sum: &MixedSum, player: Player) -> Result<Outcome, NoValue> {
        let limits = &self.options.limits;
        match &self.by {
            By::Nimbers(nimbers) => nimbers.outcome(&total(&**nimbers, sum)?, player),
            By::Values(values) => values.outcome(&total(&**values, sum)?, player),
            By::Positions(search) => {
                if let Some(outcome) = quickly(sum, &self.alone(player))? {
                    return Ok(outcome);
                }
                let component = |component: &Component| {
                    let which = self.many.numbers.get(&(Arc::as_ptr(&component.rules).addr(), component.is_negative));
                    which.copied().zip(component.small().cloned()).ok_or(NoValue::Stopped(Stopped::Positions(limits.positions)))
                };
                let components = sum.components.iter().map(component).collect::<Result<Vec<_>, _>>()?;
                let together = self.many.together.as_ref().expect("it is what is searched");
                search.borrow_mut().outcome(&together.position(player, components)).map_err(|error| match error {
                    OutcomeError::Loopy => NoValue::NotCovered,
                    OutcomeError::Stopped(stopped) => NoValue::Stopped(stopped),
                })
            }
            By::Scores(..) | By::Each => Err(NoValue::NotCovered),
        }
    }
}

impl fmt::Debug for SharedSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SharedSearch").field("many", self.many).finish_non_exhaustive()
    }
}

/// Returns the winner of a sum under misère play if it is found quickly: by rows, by the theorems of Bouton and Ferguson, or by
/// the quotient of a code.
fn quickly(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Outcome>, NoValue> {
    if let Some(answer) = outcome_rows::solve(sum, options)? {
        return Ok(Some(answer.outcome));
    }
    if sum.is_partizan() || sum.components.is_empty() {
        return Ok(None);
    }
    let told = |decided: Result<Outcome, NoValue>| match decided {
        Err(NoValue::NotCovered) => Ok(None),
        other => other.map(Some),
    };
    if last_stone::is_known(sum) {
        let rules = nimbers::typed(sum);
        let last_stone = LastStone::of(sum, &rules, &options.limits);
        return told(total(&last_stone, sum).and_then(|total| last_stone.outcome(&total, Player::Left)));
    }
    match CodeQuotient::of(sum, &quick::leaving_half(quick::QUOTIENT, sum, &options.limits)) {
        Some(quotient) => told(total(&quotient, sum).and_then(|total| quotient.outcome(&total, Player::Left))),
        None => Ok(None),
    }
}
