//! The rules of a strategy's positions, for the checker.
//!
//! The checker gets the options from the engine, but none of the engine's answers.

use super::textbook::textbook;
use crate::read::parsed::text_of_any;
use crate::read::{ParsedSum, Session};
use sprague::certificate::StrategyForm;
use sprague::limits::Meter;
use sprague::notation::BadRule;
use sprague::solve::{self, Component, ComponentPosition, MixedSum, SolveError};
use sprague::{CompoundRule, Limits, Outcome, Play, Player, ScoredOption, Tied};
use sprague_check::{NoOptions, StrategyRules, Textbook};
use std::fmt::Display;
use std::ops::ControlFlow;

/// The rules of the positions in a strategy, which are written in the notation.
pub(super) struct Rules<'a> {
    pub(super) session: &'a Session,
    pub(super) rule: &'a str,
    pub(super) play: Play,
    /// The form of the strategy, which determines how positions are written.
    pub(super) form: StrategyForm,
    pub(super) limits: &'a Limits,
}

fn unreadable(why: &dyn Display) -> NoOptions {
    NoOptions::Unreadable(why.to_string())
}

fn sorted(sum: &MixedSum) -> String {
    text_of_any(&solve::multiset(sum, text_of_any))
}

/// Returns the player who moves in this sum.
fn mover(sum: &ParsedSum, player: Option<Player>) -> Result<Player, NoOptions> {
    match player {
        None if sum.is_partizan() => Err(unreadable(&"Left and Right have different moves, so the claim must state who starts")),
        player => Ok(player.unwrap_or(Player::Left)),
    }
}

fn not_listed(sum: &ParsedSum, error: SolveError) -> NoOptions {
    match error {
        SolveError::Stopped(stopped) => stopped.into(),
        other => unreadable(&sum.not_solved(other)),
    }
}

impl Rules<'_> {
    fn position(&self, text: &str) -> Result<(ParsedSum, MixedSum), NoOptions> {
        let rule: CompoundRule = self.rule.parse().map_err(|error: BadRule| unreadable(&error))?;
        let sum = self.session.position_within(text, self.limits).map_err(|error| {
            // if the caller asked to stop, the text may be right but was not read
            let asked = Meter::new(&self.limits.until_asked()).look(0, 0, None);
            asked.err().map_or_else(|| unreadable(&error), NoOptions::from)
        })?;
        let mixed = sum.mixed(rule, self.play);
        Ok((sum, mixed))
    }
}

impl StrategyRules for Rules<'_> {
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        let (sum, mixed) = self.position(position)?;
        if sum.is_scored() || sum.has_terminal_rule() && self.form != StrategyForm::Positions {
            return Err(unreadable(&"this form is for games that the last move decides"));
        }
        let is_sorted = matches!(self.form, StrategyForm::Multisets | StrategyForm::Bounds);
        let text = |after: &MixedSum| if is_sorted { sorted(after) } else { sum.text_of(after) };
        let told = solve::each_option(&mixed, mover(&sum, player)?, self.limits, |after| tell(text(after)));
        told.map_err(|error| not_listed(&sum, error))
    }

    fn scored_options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(ScoredOption<String>) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        if self.form != StrategyForm::Scores {
            return self.options(position, player, &mut |to| tell(ScoredOption { to, gain: 0, again: false }));
        }
        let (sum, mixed) = self.position(position)?;
        let told = solve::each_scored_option(&mixed, mover(&sum, player)?, self.limits, |ScoredOption { to, gain, again }| {
            tell(ScoredOption { to: sum.text_of(&to), gain, again })
        });
        told.map_err(|error| not_listed(&sum, error))
    }

    fn terminal_outcome(&self, position: &str, player: Option<Player>) -> Result<Option<Outcome>, NoOptions> {
        let (sum, mixed) = self.position(position)?;
        Ok(solve::terminal_outcome(&mixed, mover(&sum, player)?)?)
    }

    fn terminal_score(&self, position: &str, player: Option<Player>) -> Result<i64, NoOptions> {
        let (sum, mixed) = self.position(position)?;
        solve::terminal_score(&mixed, mover(&sum, player)?).map_err(|error| not_listed(&sum, error))
    }

    fn sorted(&self, position: &str) -> Result<String, NoOptions> {
        Ok(sorted(&self.position(position)?.1))
    }

    fn components(&self, position: &str) -> Result<Vec<String>, NoOptions> {
        let (_, sum) = self.position(position)?;
        Ok(sum.components.into_iter().map(|component| text_of_any(&MixedSum::of([component]))).collect())
    }

    fn textbook(&self, component: &str) -> Result<Option<Textbook>, NoOptions> {
        textbook(self.session, component, self.limits).map_err(|error| unreadable(&error))
    }

    fn summands(&self, component: &str) -> Result<Vec<String>, NoOptions> {
        let (_, sum) = self.position(component)?;
        let [Component { rules, is_negative, position: ComponentPosition::Small(position) }] = &sum.components[..] else {
            return Ok(vec![component.to_owned()]);
        };
        let mut summands = vec![];
        rules.rules().summands(position, &mut summands);
        rules.check()?;
        let part = |part| Component { is_negative: *is_negative, ..Component::at(rules, ComponentPosition::Small(part)) };
        Ok(summands.into_iter().map(|summand| text_of_any(&MixedSum::of([part(summand)]))).collect())
    }

    fn tied(&self, component: &str, player: Player) -> Result<String, NoOptions> {
        let (_, sum) = self.position(component)?;
        let [Component { rules, is_negative, position: ComponentPosition::Small(position) }] = &sum.components[..] else {
            return Ok(component.to_owned());
        };
        let mut pieces = vec![];
        let cut = rules.rules().hints().tied(position, if *is_negative { -player } else { player }, &mut pieces);
        rules.check()?;
        if cut != Tied::Pieces || pieces.is_empty() {
            return Ok(component.to_owned());
        }
        let part = |part| Component { is_negative: *is_negative, ..Component::at(rules, ComponentPosition::Small(part)) };
        Ok(sorted(&MixedSum::of(pieces.into_iter().map(part))))
    }
}
