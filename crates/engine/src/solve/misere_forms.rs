//! Decides misère sums of any impartial games by the canonical forms of their components (Conway, *On Numbers and Games*, ch.
//! 12).
//!
//! Forms of sums can be large, so this method has a budget.

use super::quick::{Reach, leaving_half};
use super::valuation::named;
use super::{Component, MixedSum, NoValue, RulesetCache, SumValue, Valuation, unlisted};
use crate::evaluate::NimberError;
use crate::theory::{FormSearch, MisereForm};
use sprague_core::any::AnyOf;
use sprague_core::{Limits, Outcome, Player};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// The budget for forms before any other search.
pub(super) const SHORT: Reach = (100_000, 1 << 26);

/// The budget for forms after another search has become large.
pub(super) const LONG: Reach = (5_000_000, 1 << 29);

/// The rulesets of a sum as one, and limits for the search.
pub(super) struct Rules {
    rules: AnyOf,
    which: HashMap<*const RulesetCache, u32>,
    limits: Limits,
}

impl Rules {
    /// Returns the rulesets of a sum, or `None` if its components have too many moves to list.
    pub(super) fn of(sum: &MixedSum, limits: &Limits, most: Reach) -> Option<Self> {
        if sum.components.iter().any(unlisted::is_unlisted) || sum.small().is_none() {
            return None;
        }
        let (rules, which) = sum.rulesets();
        let which = sum.numbered(which);
        Some(Self { rules: AnyOf::new(rules).ok()?, which, limits: leaving_half(most, sum, limits) })
    }
}

/// The forms of all positions that can be reached from the components of one sum.
pub(super) struct Forms<'a> {
    which: &'a HashMap<*const RulesetCache, u32>,
    search: RefCell<FormSearch<'a, AnyOf>>,
}

impl<'a> Forms<'a> {
    pub(super) fn new(rules: &'a Rules) -> Self {
        Self { which: &rules.which, search: RefCell::new(FormSearch::new(&rules.rules, &rules.limits)) }
    }
}

impl Valuation for Forms<'_> {
    /// `None` if the budget was not enough, so that other methods are tried.
    type Value = Option<MisereForm>;

    fn zero(&self) -> Self::Value {
        Some(MisereForm::ZERO)
    }

    fn value(&self, component: &Component) -> Result<Self::Value, NoValue> {
        let position = component.small().ok_or(NoValue::NotCovered)?;
        let which = self.which[&Arc::as_ptr(&component.rules)];
        match self.search.borrow_mut().form(&(which, position.clone())) {
            Ok(form) => Ok(Some(form)),
            Err(NimberError::Loopy | NimberError::Stopped(_)) => Err(NoValue::NotCovered),
        }
    }

    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        self.search.borrow_mut().forms().sum((*a)?, (*b)?).ok()
    }

    fn outcome(&self, total: &Self::Value, _: Player) -> Result<Outcome, NoValue> {
        let form = total.ok_or(NoValue::NotCovered)?;
        Ok(if self.search.borrow_mut().forms().is_lost(form) { Outcome::Loss } else { Outcome::Win })
    }

    fn shown(&self, _: &Self::Value) -> Option<SumValue> {
        None
    }

    fn reason(&self, values: &[Self::Value], total: &Self::Value, outcome: Outcome) -> String {
        let mut search = self.search.borrow_mut();
        let forms = search.forms();
        let options = |form: Option<MisereForm>| form.map_or(0, |form| forms.options(form).len()).to_string();
        let each = named(values, "; ", |value| options(*value));
        let is = if outcome == Outcome::Loss { "lost" } else { "won" };
        let whole = options(*total);
        format!("misère canonical forms (Conway): options of the components: {each}; of the sum: {whole}, and so it is {is}")
    }
}
