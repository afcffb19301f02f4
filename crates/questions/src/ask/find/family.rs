//! The family whose positions are searched.

use sprague::any::{AnyImpartial, AnyPartizan, Kind};
use sprague::solve::RulesetCache;
use sprague::{AnyRuleset, BadNotation};
use std::sync::Arc;

/// The rules of a family, by their kind, because each kind is searched differently.
pub(super) enum Rules {
    Impartial(AnyImpartial),
    Partizan(AnyPartizan),
    /// Rules that decide the result at the end. Their positions have outcomes, or scores.
    Ending,
}

impl Rules {
    /// Returns the rules with their kind.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 for rules in which moves entail the next one.
    pub(super) fn of(rules: &Arc<dyn AnyRuleset>) -> Result<Self, BadNotation> {
        let refused = |expected: &'static str| Err(BadNotation::new(0, expected));
        match rules.kind() {
            Kind::Impartial => Ok(Self::Impartial(AnyImpartial::try_from(rules.clone()).expect("it is of this kind"))),
            Kind::Partizan => Ok(Self::Partizan(AnyPartizan::try_from(rules.clone()).expect("it is of this kind"))),
            Kind::TerminalRule | Kind::Sides | Kind::Scored | Kind::ScoredSides => Ok(Self::Ending),
            Kind::Entailing => refused("a ruleset without entailing moves (`solve` solves one position)"),
        }
    }
}

pub(super) struct Family {
    pub(super) cache: Arc<RulesetCache>,
    pub(super) rules: Arc<dyn AnyRuleset>,
    pub(super) typed: Rules,
}

impl Family {
    pub(super) fn name(&self) -> &str {
        self.cache.name()
    }
}
