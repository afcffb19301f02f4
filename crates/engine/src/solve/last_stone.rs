//! Decides misère sums of games in which nimbers 0 and 1 at most change places under misère play.
//!
//! The nimbers decide, together with which components are fickle: Bouton 1901 for Nim, Ferguson (*International Journal of Game
//! Theory* 3, 1974) for heaps from which the amounts of a set are taken, Conway 1976, ch. 12, for all such games.

use super::nimbers::Nimbers;
use super::valuation::{Found, NAMED, named, walked};
use super::{Component, ComponentPosition, MixedSum, NoValue, SumValue, Valuation, unlisted};
use num_bigint::BigUint;
use sprague_core::any::{AnyImpartial, AnyPosition, Labelled};
use sprague_core::heap::HeapRules;
use sprague_core::{ClosedForm, Limits, MoveList, Outcome, Player};

/// The nim-sum of the components, with whether some component is firm, because the nim-sum alone does not decide.
pub(super) struct LastStone<'a> {
    sum: &'a MixedSum,
    nimbers: Nimbers<'a>,
    is_nim: bool,
}

impl<'a> LastStone<'a> {
    pub(super) fn of(sum: &'a MixedSum, rules: &'a [AnyImpartial], limits: &'a Limits) -> Self {
        Self { sum, nimbers: Nimbers::new(sum, rules, limits), is_nim: sum.components.iter().all(Component::is_nim) }
    }
}

/// Returns `true` if it is known for each component whether it is fickle.
pub(super) fn is_known(sum: &MixedSum) -> bool {
    let takes = |component: &Component| matches!(component.data(), Some(HeapRules::Subtraction(_)));
    let is_heap = |component| takes(component) && component.one_heap().is_some();
    sum.components.iter().all(|component| is_heap(component) || theorem(component).is_some())
}

/// Returns the theorem that determines whether the component is fickle, and its position.
pub(super) fn theorem(component: &Component) -> Option<(&dyn ClosedForm<AnyPosition, Labelled>, &AnyPosition)> {
    let known = component.rules.rules().closed_form().zip(component.small());
    known.filter(|(theorem, position)| theorem.is_fickle(position).is_some())
}

impl Valuation for LastStone<'_> {
    /// The nim-sum, and whether some component is firm. `None` is the nimber of a single component that is won under both plays.
    type Value = (Option<BigUint>, bool);

    fn zero(&self) -> Self::Value {
        (Some(BigUint::ZERO), false)
    }

    fn value(&self, component: &Component) -> Result<Self::Value, NoValue> {
        let Some((theorem, position)) = theorem(component) else {
            let (heap, _) = component.one_heap().ok_or(NoValue::NotCovered)?;
            let nimber = if component.is_nim() { heap } else { self.nimbers.value(component)? };
            let is_firm = nimber > BigUint::from(1_u8);
            return Ok((Some(nimber), is_firm));
        };
        let is_firm = theorem.is_fickle(position) == Some(false);
        let nimber = match theorem.outcome(position) {
            Some(Outcome::Loss) => Some(BigUint::ZERO),
            Some(Outcome::Win) if !is_firm => Some(1_u8.into()),
            Some(Outcome::Win) if self.sum.components.len() == 1 => theorem.nimber(position).map(BigUint::from),
            _ => Some(self.nimbers.value(component)?),
        };
        Ok((nimber, is_firm))
    }

    fn add(&self, a: &Self::Value, b: &Self::Value) -> Self::Value {
        (a.0.as_ref().zip(b.0.as_ref()).map(|(a, b)| a ^ b), a.1 | b.1)
    }

    fn outcome(&self, (nim_sum, is_firm): &Self::Value, _: Player) -> Result<Outcome, NoValue> {
        let is_lost = (*nim_sum == Some(BigUint::ZERO)) == *is_firm;
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
    ) -> Result<Option<u64>, NoValue> {
        let Some(nimber) = &rest.0 else { return walked(self, component, rest, outcome, to_move, limits, found) };
        if unlisted::is_arithmetic(component) {
            // if another nimber is 2 or more, make the nim-sum 0; otherwise make the number of nimbers 1 odd
            let wanted = if rest.1 { nimber.clone() } else { nimber ^ BigUint::from(1_u8) };
            let leaving = unlisted::moves_to(component, &wanted, limits)?;
            let total = (Some(nimber ^ &wanted), rest.1);
            leaving.moves.into_iter().for_each(|(label, position)| found(&label, position, &total));
            return Ok(leaving.all.then_some(0));
        }
        match theorem(component)
            .zip(u128::try_from(nimber).ok())
            .and_then(|((theorem, position), nimber)| to_lost(theorem, position, nimber, rest.1))
        {
            None => walked(self, component, rest, outcome, to_move, limits, found),
            Some(list) => {
                let more = list.unlisted();
                list.moves.into_iter().for_each(|mv| found(&mv.label, ComponentPosition::Small(mv.to), rest));
                Ok(more)
            }
        }
    }

    fn shown(&self, (nim_sum, _): &Self::Value) -> Option<SumValue> {
        nim_sum.clone().map(SumValue::LastStone)
    }

    fn reason(&self, values: &[Self::Value], (nim_sum, is_firm): &Self::Value, _: Outcome) -> String {
        let number = |nimber: &Option<BigUint>| nimber.as_ref().map_or_else(|| "not 0".to_owned(), BigUint::to_string);
        let sum = match values {
            [_, _, ..] => format!("{} = {}", named(values, " + ", |(nimber, _)| number(nimber)), number(nim_sum)),
            _ => number(nim_sum),
        };
        let theorems = self.sum.components.iter().take(NAMED).filter_map(|component| Some(theorem(component)?.0.misere_source()));
        let theorems: std::collections::BTreeSet<&str> = theorems.collect();
        if !theorems.is_empty() {
            let theorems = theorems.into_iter().collect::<Vec<_>>().join("; ");
            let firm = if *is_firm { "a component is not" } else { "all are" };
            return format!(
                "tame games (Conway 1976, ch. 12; {theorems}): a component is fickle if misère play exchanges its nimbers 0 and 1; \
                 if all are fickle, lost exactly if the nim-sum is 1, else lost exactly if it is 0; here {firm}, and it is {sum}"
            );
        }
        let (theorem, nimbers) = match self.is_nim {
            true => ("misère Nim (Bouton 1901): with a heap of two or more", ""),
            false => (
                "misère play of heaps that tokens are taken from (Ferguson 1974): with a nimber of two or more",
                ", of the nimbers",
            ),
        };
        let here = if *is_firm {
            format!("here{nimbers} it is {sum}")
        } else {
            let one = Some(BigUint::from(1_u8));
            let ones = values.iter().filter(|(nimber, _)| *nimber == one).count();
            format!("here{nimbers} there {} {ones}", if ones == 1 { "is" } else { "are" })
        };
        format!("{theorem}, lost exactly if the nim-sum is 0; else lost exactly if the number of ones is odd; {here}")
    }
}

/// Returns the moves that leave a lost sum, given the nim-sum of the other components and whether one of them is firm.
fn to_lost(
    theorem: &dyn ClosedForm<AnyPosition, Labelled>,
    position: &AnyPosition,
    nim_sum: u128,
    is_firm: bool,
) -> Option<MoveList<Labelled>> {
    let equal = theorem.moves_to(position, nim_sum)?;
    if is_firm {
        return Some(equal);
    }
    // the others are fickle: leave a firm position with an equal nimber, or a fickle one with the other nimber
    let (exchanged, fickle) = (theorem.moves_to_fickle(position, 1 - nim_sum)?, theorem.moves_to_fickle(position, nim_sum)?);
    let total = equal.total.zip(fickle.total).zip(exchanged.total).map(|((equal, fickle), exchanged)| equal - fickle + exchanged);
    let firm = equal.moves.into_iter().filter(|mv| theorem.is_fickle(&mv.to) == Some(false));
    Some(MoveList { moves: exchanged.moves.into_iter().chain(firm).collect(), total })
}
