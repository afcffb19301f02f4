//! Decides misère sums of any impartial games by a quotient of the finitely many positions that can be reached from the
//! components.

use super::code_quotient::is_of_one_code;
use super::known_quotient::{KnownQuotient, Start};
use super::quick::{QUOTIENT, Reach, leaving_half};
use super::{Component, MixedSum, NoValue, RulesetCache, SumValue, Valuation, unlisted};
use crate::quotient::{Element, FiniteQuotient};
use sprague_core::any::AnyOf;
use sprague_core::{Limits, Outcome, Player};
use std::collections::HashMap;
use std::sync::Arc;

/// The budget for a quotient before any other search.
pub(super) const QUICK: Reach = (10_000, 1 << 23);

/// The budget for a quotient after another search has become large.
pub(super) const LONG: Reach = QUOTIENT;

/// The quotient of all positions that can be reached from the components of one sum.
pub(super) struct PositionsQuotient {
    quotient: Arc<FiniteQuotient<AnyOf>>,
    which: HashMap<*const RulesetCache, u32>,
}

impl PositionsQuotient {
    /// Returns the quotient for a sum.
    ///
    /// Returns `None` for sums of one code, for heaps that are too large, and if computing the quotient takes too much work.
    pub(super) fn of(sum: &MixedSum, limits: &Limits, most: Reach) -> Option<Self> {
        let first = sum.components.first().filter(|_| !is_of_one_code(sum))?;
        if sum.components.iter().any(unlisted::is_unlisted) {
            return None;
        }
        let (rules, which) = sum.rulesets();
        let starts: Vec<Start> = which.iter().copied().zip(sum.small()?).collect();
        let limits = leaving_half(most, sum, limits);
        let cache = first.rules.beside_others();
        let is_answer =
            |known: &KnownQuotient| known.is_about(&rules) && (known.covering(&starts).is_some() || known.was_too_much(&limits));
        let known = match cache.get().filter(|known| is_answer(known)) {
            Some(known) => known,
            None => {
                let known = Arc::new(KnownQuotient::of(rules, &starts, &limits));
                cache.publish(known.clone(), |_| false);
                known
            }
        };
        let quotient = known.covering(&starts)?.clone();
        Some(Self { quotient, which: sum.numbered(which) })
    }
}

impl Valuation for PositionsQuotient {
    type Value = Element;

    fn zero(&self) -> Element {
        Element::default()
    }

    fn value(&self, component: &Component) -> Result<Element, NoValue> {
        let position = component.small().ok_or(NoValue::NotCovered)?;
        let which = self.which[&Arc::as_ptr(&component.rules)];
        self.quotient.phi(&(which, position.clone())).ok_or(NoValue::NotCovered)
    }

    fn add(&self, a: &Element, b: &Element) -> Element {
        self.quotient.product(*a, *b)
    }

    fn outcome(&self, total: &Element, _: Player) -> Result<Outcome, NoValue> {
        Ok(if self.quotient.is_lost(*total) { Outcome::Loss } else { Outcome::Win })
    }

    fn shown(&self, total: &Element) -> Option<SumValue> {
        Some(SumValue::Quotient { element: total.index() as u32, order: self.quotient.order() })
    }

    fn reason(&self, _: &[Element], _: &Element, outcome: Outcome) -> String {
        let (order, lost) = (self.quotient.order(), self.quotient.p_portion().count());
        let summands = self.quotient.summands();
        let is = if outcome == Outcome::Loss { "one of the lost ones" } else { "not one of the lost ones" };
        format!(
            "misère quotient of the {summands} positions that components can become: {order} elements, {lost} of them lost; this sum is {is}"
        )
    }
}
