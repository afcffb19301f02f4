//! Decides misère sums of one take-and-break code by the misère quotient of the code. If the quotient is proved for all heaps,
//! heaps may have any size.

use super::valuation::Found;
use super::{Component, MixedSum, NoValue, SumValue, Valuation, unlisted};
use crate::quotient::{Element, MisereQuotient, QuotientPeriod};
use num_bigint::BigUint;
use sprague_core::heap::BigHeaps;
use sprague_core::{Limits, Outcome, Player};
use std::sync::Arc;

/// The misère quotient of the ruleset that all components share.
pub(super) struct CodeQuotient {
    quotient: Arc<MisereQuotient>,
    name: String,
}

/// Returns `true` if all components have the same ruleset and its heaps break.
pub(super) fn is_of_one_code(sum: &MixedSum) -> bool {
    let first = &sum.components[0];
    first.breaks_heaps() && sum.components.iter().all(|other| Arc::ptr_eq(&other.rules, &first.rules))
}

impl CodeQuotient {
    /// Returns the quotient up to the largest heap of the sum.
    ///
    /// Returns `None` if it could not be computed that far, or if the components are not of one code.
    pub(super) fn of(sum: &MixedSum, limits: &Limits) -> Option<Self> {
        let first = sum.components.first().filter(|_| is_of_one_code(sum))?;
        let largest = sum.components.iter().filter_map(|component| Some(component.big()?.largest())).max().unwrap_or_default();
        let quotient = first.rules.quotient_to(&largest, limits)?;
        phi(&quotient, &largest)?;
        Some(Self { quotient, name: first.rules.name().to_owned() })
    }

    fn image(&self, heaps: &BigHeaps) -> Option<Element> {
        let mut images = heaps.sizes().iter().map(|heap| phi(&self.quotient, heap));
        images.try_fold(Element::default(), |x, y| Some(self.quotient.product(x, y?)))
    }
}

/// Returns the image of a heap of any size, or `None` if the quotient does not cover it.
fn phi(quotient: &MisereQuotient, heap: &BigUint) -> Option<Element> {
    if let Ok(heap) = u64::try_from(heap) {
        return quotient.phi(heap);
    }
    let QuotientPeriod { preperiod, period } = quotient.period()?;
    let past = u64::try_from((heap - preperiod) % period).expect("a remainder is below the period");
    quotient.phi(preperiod + past)
}

impl Valuation for CodeQuotient {
    type Value = Element;

    fn zero(&self) -> Element {
        Element::default()
    }

    fn value(&self, component: &Component) -> Result<Element, NoValue> {
        component.big().and_then(|heaps| self.image(&heaps)).ok_or(NoValue::NotCovered)
    }

    fn add(&self, a: &Element, b: &Element) -> Element {
        self.quotient.product(*a, *b)
    }

    fn outcome(&self, total: &Element, _: Player) -> Result<Outcome, NoValue> {
        Ok(if self.quotient.is_lost(*total) { Outcome::Loss } else { Outcome::Win })
    }

    fn moves_leaving(
        &self,
        component: &Component,
        rest: &Element,
        wanted: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, Element>,
    ) -> Result<Option<u64>, NoValue> {
        let leaves = |total: Element| self.quotient.is_lost(total) == (wanted == Outcome::Loss);
        if unlisted::is_unlisted(component) {
            // a larger part is not tried, because whole periods can be moved from it to the largest part
            let most = self.quotient.period().map_or(u64::MAX, |QuotientPeriod { preperiod, period }| preperiod + period);
            let is_wanted = |heaps: &BigHeaps| self.image(heaps).is_some_and(|image| leaves(self.add(rest, &image)));
            let moves = unlisted::breaks_where(component, most, is_wanted);
            moves.into_iter().for_each(|(label, position)| found(&label, position, rest));
            return Ok(None);
        }
        component.each_move::<NoValue>(to_move, limits, &mut |label, position| {
            let total = self.add(rest, &self.value(&component.with(position.clone()))?);
            if leaves(total) {
                found(label, position, &total);
            }
            Ok(true)
        })?;
        Ok(Some(0))
    }

    fn shown(&self, total: &Element) -> Option<SumValue> {
        Some(SumValue::Quotient { element: total.index() as u32, order: self.quotient.order() })
    }

    fn reason(&self, _: &[Element], _: &Element, outcome: Outcome) -> String {
        let (order, name) = (self.quotient.order(), &self.name);
        let lost = self.quotient.p_portion().count();
        let of = match self.quotient.period() {
            Some(QuotientPeriod { preperiod, period }) => {
                format!("the heaps repeat every {period} from n = {preperiod} on, proved as by Guy and Smith")
            }
            None => format!("it is that of heaps up to {}", self.quotient.heaps_covered()),
        };
        let is = if outcome == Outcome::Loss { "one of the lost ones" } else { "not one of the lost ones" };
        format!("misère quotient of {name}: {order} elements, {lost} of them lost; {of}; this sum is {is}")
    }
}
