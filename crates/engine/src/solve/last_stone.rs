//! Misère Nim: Bouton's theorem of 1901, for heaps of any size.

use super::valuation::Found;
use super::{Component, NoValue, SumValue, Valuation};
use num_bigint::BigUint;
use sprague_core::{Limits, Outcome, Player};

/// The nim-sum, and whether some heap is 2 or more.
///
/// The nim-sum alone does not decide.
pub(super) struct LastStone;

impl Valuation for LastStone {
    type Value = (BigUint, bool);

    fn zero(&self) -> Self::Value {
        (BigUint::ZERO, false)
    }

    fn value(&self, component: &Component) -> Result<Self::Value, NoValue> {
        let heap = component.is_nim().then(|| component.one_heap()).flatten();
        heap.map(|(heap, _)| of_heap(heap)).ok_or(NoValue::NotCovered)
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
        _: Outcome,
        _: Player,
        _: &Limits,
        found: &mut Found<'_, Self::Value>,
    ) -> Result<bool, NoValue> {
        // beside a large heap the nim-sum becomes 0; beside ones and nothing, the number of ones becomes odd
        let wanted = if rest.1 { rest.0.clone() } else { &rest.0 ^ BigUint::from(1_u8) };
        let (heap, _) = component.one_heap().ok_or(NoValue::NotCovered)?;
        if wanted < heap {
            let label = (&heap - &wanted).to_string();
            let total = self.add(rest, &of_heap(wanted.clone()));
            found(&label, component.on([wanted].into_iter().collect()), &total);
        }
        Ok(true)
    }

    fn shown(&self, (nim_sum, _): &Self::Value) -> Option<SumValue> {
        Some(SumValue::LastStone(nim_sum.clone()))
    }

    fn reason(&self, _: &[Self::Value], _: &Self::Value, _: Outcome) -> String {
        "misère Nim (Bouton 1901): with a heap of two or more, lost exactly if the nim-sum is 0; else lost exactly if the number of ones is odd"
            .to_owned()
    }
}

fn of_heap(heap: BigUint) -> (BigUint, bool) {
    let is_large = heap > BigUint::from(1_u8);
    (heap, is_large)
}
