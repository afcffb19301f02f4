//! Solves sums with components in which a move may entail the next one, together with impartial components.

use super::nimbers::{Nimbers, no_value, typed};
use super::valuation::{decide, named};
use super::{Answer, Component, MixedSum, NoValue, RulesetCache, SolveError, SolveOptions, SumValue, Valuation, covered};
use crate::evaluate::entailing::{EntailingSearch, EntailingTotal};
use num_bigint::BigUint;
use sprague_core::any::{AnyEntailing, Kind};
use sprague_core::{Limits, Outcome, Player};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Decides a sum by nimbers and loony values. Returns `None` if a component is loopy.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let (entailing, others): (Vec<&Component>, Vec<&Component>) =
        sum.components.iter().partition(|component| component.kind() == Kind::Entailing);
    let others = MixedSum::of(others.into_iter().cloned());
    let (rules, impartial) = (of_each(&entailing), typed(&others));
    let nimbers = Nimbers::new(&others, &impartial, &options.limits);
    covered(decide(&Entailed::new(&rules, nimbers, &options.limits), sum, options))
}

fn of_each(entailing: &[&Component]) -> HashMap<*const RulesetCache, AnyEntailing> {
    let typed = |component: &&Component| {
        let rules = AnyEntailing::try_from(component.rules.rules().clone());
        (Arc::as_ptr(&component.rules), rules.expect("it is of this kind"))
    };
    entailing.iter().map(typed).collect()
}

/// The values of the components of one sum.
struct Entailed<'a> {
    searches: HashMap<*const RulesetCache, RefCell<EntailingSearch<'a, AnyEntailing>>>,
    nimbers: Nimbers<'a>,
}

impl<'a> Entailed<'a> {
    fn new(rules: &'a HashMap<*const RulesetCache, AnyEntailing>, nimbers: Nimbers<'a>, limits: &'a Limits) -> Self {
        let searches = rules.iter().map(|(of, rules)| (*of, RefCell::new(EntailingSearch::new(rules, limits))));
        Self { searches: searches.collect(), nimbers }
    }
}

impl Valuation for Entailed<'_> {
    type Value = EntailingTotal;

    fn zero(&self) -> EntailingTotal {
        EntailingTotal::default()
    }

    fn value(&self, component: &Component) -> Result<EntailingTotal, NoValue> {
        let Some(search) = self.searches.get(&Arc::as_ptr(&component.rules)) else {
            let nimber = self.nimbers.nimber(component)?.ok_or(NoValue::NotCovered)?;
            return Ok(EntailingTotal { nimber, ..EntailingTotal::default() });
        };
        let position = component.small().expect("there are no heaps in it");
        search.borrow_mut().value(position).map(EntailingTotal::from).map_err(no_value)
    }

    fn add(&self, a: &EntailingTotal, b: &EntailingTotal) -> EntailingTotal {
        a.plus(b)
    }

    fn outcome(&self, total: &EntailingTotal, _: Player) -> Result<Outcome, NoValue> {
        Ok(total.outcome())
    }

    fn height(&self, total: &EntailingTotal) -> (BigUint, u64) {
        // of two winning moves, the one after which nothing is entailed is easier to follow
        (total.nimber.clone(), total.entailed.is_some().into())
    }

    fn shown(&self, total: &EntailingTotal) -> Option<SumValue> {
        Some(match total.alone() {
            Some(nimber) => SumValue::Nimber(nimber.clone()),
            None => SumValue::Entailing(total.clone()),
        })
    }

    fn reason(&self, values: &[EntailingTotal], total: &EntailingTotal, outcome: Outcome) -> String {
        let sum = match values {
            [_, _, ..] => format!("{} = {total}", named(values, " + ", EntailingTotal::to_string)),
            _ => total.to_string(),
        };
        let follows = match (outcome, &total.entailed) {
            (_, Some(_)) => "the next move is entailed",
            (Outcome::Win, None) if total.is_loony => "what is loony is won",
            (Outcome::Win, None) => "a nimber above 0 is won",
            (_, None) => "0 is lost",
        };
        format!("entailing moves (Winning Ways, ch. 12): a position is worth a nimber or is loony; {sum}, and {follows}")
    }
}
