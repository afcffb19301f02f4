//! Decides misère sums of heaps of any size from which tokens are taken.
//!
//! The nimbers of the heaps decide: Bouton 1901 for Nim, and Ferguson (*International Journal of Game Theory* 3, 1974) for
//! every set of amounts. If s is the least amount, a heap of n has nimber 1 exactly if the heap of n − s has nimber 0.

use super::nimbers::Nimbers;
use super::valuation::{Found, named, walked};
use super::{Component, MixedSum, NoValue, SumValue, Valuation, unlisted};
use num_bigint::BigUint;
use sprague_core::any::AnyImpartial;
use sprague_core::heap::HeapRules;
use sprague_core::{Limits, Outcome, Player};

/// The nim-sum of the heaps together with whether some nimber is 2 or more, because the nim-sum alone does not decide.
pub(super) struct LastStone<'a> {
    nimbers: Nimbers<'a>,
    is_nim: bool,
}

impl<'a> LastStone<'a> {
    /// Returns the valuation of a sum with these rulesets.
    pub(super) fn of(sum: &'a MixedSum, rules: &'a [AnyImpartial], limits: &'a Limits) -> Self {
        Self { nimbers: Nimbers::new(sum, rules, limits), is_nim: sum.components.iter().all(Component::is_nim) }
    }
}

/// Returns `true` if each component is a single heap from which tokens are taken.
pub(super) fn is_taking(sum: &MixedSum) -> bool {
    let takes = |component: &Component| matches!(component.data(), Some(HeapRules::Subtraction(_)));
    sum.components.iter().all(|component| takes(component) && component.one_heap().is_some())
}

impl Valuation for LastStone<'_> {
    type Value = (BigUint, bool);

    fn zero(&self) -> Self::Value {
        (BigUint::ZERO, false)
    }

    fn value(&self, component: &Component) -> Result<Self::Value, NoValue> {
        let (heap, _) = component.one_heap().ok_or(NoValue::NotCovered)?;
        let nimber = if component.is_nim() { heap } else { self.nimbers.value(component)? };
        let is_large = nimber > BigUint::from(1_u8);
        Ok((nimber, is_large))
    }

    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        (&a.0 ^ &b.0, a.1 | b.1)
    }

    fn outcome(&self, (nim_sum, is_large): &Self::Value, _: Player) -> Result<Outcome, NoValue> {
        let is_lost = (*nim_sum == BigUint::ZERO) == *is_large;
        Ok(if is_lost { Outcome::Loss } else { Outcome::Win })
    }

    fn moves_leaving(
        &self,
        component: &Component,
        rest: &Self::Value,
        outcome: Outcome,
        to_move: Player,
        limits: &Limits,
        found: &mut Found<'_, Self::Value>,
    ) -> Result<bool, NoValue> {
        if !unlisted::is_arithmetic(component) {
            return walked(self, component, rest, outcome, to_move, limits, found);
        }
        // if another nimber is 2 or more, make the nim-sum 0; otherwise make the number of nimbers 1 odd
        let wanted = if rest.1 { rest.0.clone() } else { &rest.0 ^ BigUint::from(1_u8) };
        let leaving = unlisted::moves_to(component, &wanted, limits)?;
        let total = (&rest.0 ^ &wanted, rest.1);
        leaving.moves.into_iter().for_each(|(label, position)| found(&label, position, &total));
        Ok(leaving.all)
    }

    fn shown(&self, (nim_sum, _): &Self::Value) -> Option<SumValue> {
        Some(SumValue::LastStone(nim_sum.clone()))
    }

    fn reason(&self, values: &[Self::Value], (nim_sum, is_large): &Self::Value, _: Outcome) -> String {
        let (theorem, nimbers) = match self.is_nim {
            true => ("misère Nim (Bouton 1901): with a heap of two or more", ""),
            false => (
                "misère play of heaps that tokens are taken from (Ferguson 1974): with a nimber of two or more",
                ", of the nimbers",
            ),
        };
        let here = match (is_large, values) {
            (true, [_, _, ..]) => {
                format!("here{nimbers} it is {} = {nim_sum}", named(values, " + ", |(nimber, _)| nimber.to_string()))
            }
            (true, _) => format!("here{nimbers} it is {nim_sum}"),
            (false, _) => {
                let one = BigUint::from(1_u8);
                let ones = values.iter().filter(|(nimber, _)| *nimber == one).count();
                format!("here{nimbers} there {} {ones}", if ones == 1 { "is" } else { "are" })
            }
        };
        format!("{theorem}, lost exactly if the nim-sum is 0; else lost exactly if the number of ones is odd; {here}")
    }
}
