//! Quotients of positions that were computed earlier and are kept in caches.

use crate::quotient::FiniteQuotient;
use sprague_core::any::{AnyOf, AnyPosition};
use sprague_core::{AnyRuleset, Limits};
use std::sync::Arc;

/// A quotient that was computed for a sum, or the fact that computing it took too much work.
///
/// It is kept for the next sum of the same rulesets.
#[derive(Clone)]
pub(crate) struct KnownQuotient {
    rules: Vec<Arc<dyn AnyRuleset>>,
    pub(super) quotient: Option<Arc<FiniteQuotient<AnyOf>>>,
    steps: u64,
}

pub(super) type Start = (u32, AnyPosition);

impl KnownQuotient {
    pub(super) fn bytes(&self) -> usize {
        self.quotient.as_ref().map_or(0, |quotient| quotient.bytes())
    }

    pub(super) fn of(rules: Vec<Arc<dyn AnyRuleset>>, starts: &[Start], limits: &Limits) -> Self {
        let all = AnyOf::new(rules.clone()).ok();
        let quotient = all.and_then(|all| FiniteQuotient::of(all, starts.iter().cloned(), limits).ok());
        Self { rules, quotient: quotient.map(Arc::new), steps: limits.positions }
    }

    pub(super) fn is_about(&self, rules: &[Arc<dyn AnyRuleset>]) -> bool {
        self.rules.len() == rules.len() && self.rules.iter().zip(rules).all(|(ours, theirs)| Arc::ptr_eq(ours, theirs))
    }

    pub(super) fn covering(&self, starts: &[Start]) -> Option<&Arc<FiniteQuotient<AnyOf>>> {
        self.quotient.as_ref().filter(|quotient| starts.iter().all(|start| quotient.phi(start).is_some()))
    }

    pub(super) fn was_too_much(&self, limits: &Limits) -> bool {
        self.steps >= limits.positions && !self.quotient.as_ref().is_some_and(|quotient| quotient.is_complete())
    }
}
