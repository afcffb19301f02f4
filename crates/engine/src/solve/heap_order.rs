//! Compares two heaps, one of them large, by a proved order of all rows.

use super::{Answer, Component, MixedSum, NoValue, SolveError, SolveOptions, SumValue, Valuation, class, covered, decide};
use crate::value_rows::RowClasses;
use core::cmp::Ordering;
use num_bigint::BigUint;
use sprague_core::{Limits, Outcome, OutcomeClass, Player, Stopped};
use std::sync::Arc;

/// From this heap on, the laws of rows are tried first. Values of smaller heaps are computed faster than a table of their
/// order.
pub(super) const BY_LAW: u64 = 2_000;

pub(super) struct HeapOrder<'a> {
    classes: Arc<RowClasses>,
    limits: &'a Limits,
}

impl<'a> HeapOrder<'a> {
    /// Returns the order for a sum of a heap and the negative of another heap.
    ///
    /// Returns `None` for other sums, if neither heap is large, and if no order is proved.
    pub(super) fn of(sum: &MixedSum, limits: &'a Limits) -> Result<Option<Self>, Stopped> {
        let [one, other] = &sum.components[..] else { return Ok(None) };
        if one.is_negative == other.is_negative || one.rules.heap_rules() != other.rules.heap_rules() {
            return Ok(None);
        }
        let is_large = |component: &Component| component.one_heap().map(|(heap, _)| heap >= BY_LAW.into());
        match (is_large(one), is_large(other)) {
            (Some(one_is), Some(other_is)) if one_is || other_is => {}
            _ => return Ok(None),
        }
        Ok(one.rules.row_classes(limits)?.map(|classes| Self { classes, limits }))
    }

    /// Returns the outcome class of the sum that this order was computed for.
    pub(super) fn class(&self, sum: &MixedSum) -> Result<OutcomeClass, NoValue> {
        let values = sum.components.iter().map(|component| self.value(component));
        let total = values.into_iter().try_fold(self.zero(), |total, value| Ok::<_, NoValue>(self.add(&total, &value?)))?;
        let [left, right] = [self.outcome(&total, Player::Left)?, self.outcome(&total, Player::Right)?];
        Ok(class(Player::Left, left, right))
    }
}

/// Solves a sum of a heap and the negative of another heap, one of them large. Returns `None` for other sums.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(order) = HeapOrder::of(sum, &options.limits)? else { return Ok(None) };
    let Some(mut answer) = covered(decide(&order, sum, options))? else { return Ok(None) };
    let player = options.player(sum);
    answer.first = Some(player);
    if !options.first_only {
        answer.outcome_class = covered_class(order.class(sum))?;
    }
    Ok(Some(answer))
}

fn covered_class(class: Result<OutcomeClass, NoValue>) -> Result<Option<OutcomeClass>, SolveError> {
    match class {
        Ok(class) => Ok(Some(class)),
        Err(NoValue::NotCovered) => Ok(None),
        Err(NoValue::Stopped(stopped)) => Err(stopped.into()),
    }
}

impl Valuation for HeapOrder<'_> {
    /// The heap, and the heap whose negative is added. Each is 0 if it is missing.
    type Value = [BigUint; 2];

    fn zero(&self) -> Self::Value {
        [BigUint::ZERO, BigUint::ZERO]
    }

    fn value(&self, component: &Component) -> Result<Self::Value, NoValue> {
        let (heap, _) = component.one_heap().ok_or(NoValue::NotCovered)?;
        Ok(if component.is_negative { [BigUint::ZERO, heap] } else { [heap, BigUint::ZERO] })
    }

    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        // two heaps on one side do not occur, so one of the two is always 0
        [&a[0] + &b[0], &a[1] + &b[1]]
    }

    fn outcome(&self, [heap, other]: &Self::Value, to_move: Player) -> Result<Outcome, NoValue> {
        let order = self.classes.compare(heap, other, self.limits)?;
        let wins = match order {
            Some(Ordering::Equal) => false,
            None => true,
            Some(order) => (order == Ordering::Greater) == (to_move == Player::Left),
        };
        Ok(if wins { Outcome::Win } else { Outcome::Loss })
    }

    fn shown(&self, _: &Self::Value) -> Option<SumValue> {
        None
    }

    fn reason(&self, _: &[Self::Value], [heap, other]: &Self::Value, _: Outcome) -> String {
        let order = self.classes.order();
        let folded = order.fold(heap.clone(), other.clone()).unwrap_or_default();
        format!(
            "order look-back: heaps of {heap} and {other} compare as heaps of {} and {} do, by the order of the first {} rows",
            folded[0], folded[1], order.window
        )
    }
}
