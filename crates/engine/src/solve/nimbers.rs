//! Impartial sums under normal play: the nim-sum of the components' nimbers decides (Sprague 1935, Grundy 1939).

use super::look_up::{look_up, small_nimber};
use super::valuation::Found;
use super::{Component, ComponentPosition, MixedSum, NoValue, RulesetCache, SumValue, Valuation, unlisted};
use crate::evaluate::{NimberError, NimberSearch};
use num_bigint::BigUint;
use sprague_core::any::{AnyImpartial, AnyPosition};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Nimber, Outcome, Player, Stopped};
use sprague_rows::Sequence;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Rows with more cells than this are not computed for one position: a search visits fewer.
const MAX_WIDTH: usize = 256;

/// Nimbers of the components of one sum.
pub(super) struct Nimbers<'a> {
    limits: &'a Limits,
    by_ruleset: HashMap<*const RulesetCache, OfRuleset<'a>>,
}

/// Nimbers of the positions of one ruleset: from rows where it has them, else by search.
struct OfRuleset<'a> {
    rules: &'a Arc<RulesetCache>,
    /// Whether there are rows, and whether they are narrow enough to be computed before anything is searched.
    has_rows: bool,
    is_narrow: bool,
    /// The rows as far as they were needed.
    rows: RefCell<Option<Arc<Sequence<Nimber>>>>,
    search: RefCell<NimberSearch<'a, AnyImpartial>>,
}

/// The rulesets of a sum's components as typed ones.
pub(super) fn typed(sum: &MixedSum) -> Vec<AnyImpartial> {
    let rules = sum.components.iter().map(|component| component.rules.rules().clone());
    rules.map(|rules| AnyImpartial::try_from(rules).expect("the sum is impartial")).collect()
}

impl<'a> Nimbers<'a> {
    pub(super) fn new(sum: &'a MixedSum, rules: &'a [AnyImpartial], limits: &'a Limits) -> Self {
        let mut by_ruleset = HashMap::new();
        for (component, rules) in sum.components.iter().zip(rules) {
            by_ruleset.entry(Arc::as_ptr(&component.rules)).or_insert_with(|| OfRuleset {
                rules: &component.rules,
                has_rows: component.rules.nimber_rows().is_some(),
                is_narrow: component.rules.nimber_rows().is_some_and(|rows| rows.width() <= MAX_WIDTH),
                rows: RefCell::default(),
                search: RefCell::new(NimberSearch::new(rules, limits)),
            });
        }
        Self { limits, by_ruleset }
    }

    fn of(&self, component: &Component) -> &OfRuleset<'a> {
        &self.by_ruleset[&Arc::as_ptr(&component.rules)]
    }

    /// The nimber of a component, `None` where a position of it can come again.
    pub(super) fn nimber(&self, component: &Component) -> Result<Option<BigUint>, Stopped> {
        self.of(component).nimber(component, self.limits)
    }
}

impl OfRuleset<'_> {
    /// The nimber of one heap, by the rows.
    fn heap(&self, heap: &BigUint, column: usize, limits: &Limits) -> Result<BigUint, Stopped> {
        let known = self.rows.borrow().as_ref().and_then(|rows| {
            let is_known = rows.period().is_some_and(|period| period.is_proved()) || *heap < BigUint::from(rows.rows().len());
            is_known.then(|| look_up(rows, heap, column).nimber())
        });
        if let Some(nimber) = known {
            return Ok(nimber);
        }
        // let go of what is known, so that it can be extended without a copy
        self.rows.replace(None);
        let rows = self.rules.nimbers_to(heap, limits).expect("the ruleset has rows")?;
        let nimber = look_up(&rows, heap, column).nimber();
        self.rows.replace(Some(rows));
        Ok(nimber)
    }

    /// The nimber of a small position, if the rows that were computed tell it.
    fn known(&self, position: &AnyPosition) -> Option<u64> {
        let known = self.rows.borrow();
        let rows = known.as_ref()?;
        let heaps = self.rules.heaps()?.indices(position)?;
        heaps.iter().try_fold(0, |total, (heap, column)| Some(total ^ small_nimber(rows, *heap, *column)?))
    }

    fn by_rows(&self, position: &AnyPosition, limits: &Limits) -> Option<Result<BigUint, Stopped>> {
        let heaps = self.rules.heaps()?.indices(position)?;
        let mut heaps = heaps.iter();
        Some(heaps.try_fold(BigUint::ZERO, |total, (heap, column)| Ok(total ^ self.heap(&(*heap).into(), *column, limits)?)))
    }

    fn nimber(&self, component: &Component, limits: &Limits) -> Result<Option<BigUint>, Stopped> {
        let position = match &component.position {
            ComponentPosition::Small(position) => position,
            ComponentPosition::Big(heaps) if self.has_rows => {
                let column = component.data().and_then(|data| data.column(heaps.memory())).unwrap_or(0);
                let mut sizes = heaps.sizes().iter();
                return sizes.try_fold(BigUint::ZERO, |total, heap| Ok(total ^ self.heap(heap, column, limits)?)).map(Some);
            }
            ComponentPosition::Big(_) => return Err(Stopped::Positions(limits.positions)),
        };
        if self.is_narrow
            && let Some(nimber) = self.by_rows(position, limits)
        {
            return nimber.map(Some);
        }
        match self.search.borrow_mut().nimber(position) {
            Ok(nimber) => Ok(Some(nimber.0.into())),
            Err(NimberError::Loopy) => Ok(None),
            // too far to search, but rows may tell
            Err(NimberError::Stopped(stopped)) => match self.has_rows.then(|| self.by_rows(position, limits)).flatten() {
                Some(nimber) => nimber.map(Some),
                None => Err(stopped),
            },
        }
    }

    /// The numbers of the options that have this nimber. Labels are made only for these.
    fn options_of(
        &self,
        component: &Component,
        position: &AnyPosition,
        target: &BigUint,
        limits: &Limits,
    ) -> Result<Vec<usize>, Stopped> {
        let rules = self.rules.rules();
        let small = u64::try_from(target).ok();
        let mut meter = Meter::new(limits);
        if let (Some(rows), Some(view), Some(small)) = (&*self.rows.borrow(), self.rules.heaps(), small)
            && let Some(leaving) = super::look_up::options_of(rows, view, position, small, &mut meter)?
        {
            return Ok(leaving);
        }
        let (mut from, mut more) = (0, true);
        let (mut options, mut leaving) = (vec![], vec![]);
        while more {
            options.clear();
            more = rules.options(position, Player::Left, from, &mut options);
            for (number, option) in (from..).zip(&options) {
                meter.allow(0, || 0, || rules.fault())?;
                let is_target = match self.known(option) {
                    Some(nimber) => Some(nimber) == small,
                    None => {
                        let after = component.with(ComponentPosition::Small(option.clone()));
                        self.nimber(&after, limits)?.as_ref() == Some(target)
                    }
                };
                if is_target {
                    leaving.push(number);
                }
            }
            from += options.len();
        }
        Ok(leaving)
    }
}

impl Valuation for Nimbers<'_> {
    type Value = BigUint;

    fn zero(&self) -> BigUint {
        BigUint::ZERO
    }

    fn value(&self, component: &Component) -> Result<BigUint, NoValue> {
        self.nimber(component)?.ok_or(NoValue::NotCovered)
    }

    fn add(&self, a: &BigUint, b: &BigUint) -> BigUint {
        a ^ b
    }

    fn outcome(&self, total: &BigUint, _: Player) -> Result<Outcome, NoValue> {
        Ok(if *total == BigUint::ZERO { Outcome::Loss } else { Outcome::Win })
    }

    fn moves_leaving(
        &self,
        component: &Component,
        rest: &BigUint,
        _: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, BigUint>,
    ) -> Result<bool, NoValue> {
        if unlisted::is_arithmetic(component) || unlisted::is_unlisted(component) {
            let leaving = unlisted::moves_to(component, rest, limits)?;
            leaving.moves.into_iter().for_each(|(label, position)| found(&label, position, &BigUint::ZERO));
            return Ok(leaving.all);
        }
        let Some(position) = component.small() else {
            component.each_move::<NoValue>(to_move, limits, |label, position| {
                if self.nimber(&component.with(position.clone()))?.as_ref() == Some(rest) {
                    found(label, position, &BigUint::ZERO);
                }
                Ok(true)
            })?;
            return Ok(true);
        };
        let leaving = self.of(component).options_of(component, position, rest, limits)?;
        component.each_move_at(&leaving, to_move, limits, |label, position| found(label, position, &BigUint::ZERO))?;
        Ok(true)
    }

    fn shown(&self, total: &BigUint) -> Option<SumValue> {
        Some(SumValue::Nimber(total.clone()))
    }

    fn reason(&self, values: &[BigUint], total: &BigUint, outcome: Outcome) -> String {
        let listed: Vec<String> = values.iter().map(BigUint::to_string).collect();
        let outcome = if outcome == Outcome::Loss { "lost" } else { "won" };
        let sum =
            if values.len() > 1 { format!("{} = {total} (added without carry)", listed.join(" + ")) } else { total.to_string() };
        format!("Sprague-Grundy: the nimber is {sum}; a position is lost exactly if it is 0, so this one is {outcome}")
    }
}
