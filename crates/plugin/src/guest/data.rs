//! Rules that a plugin gives as data (amounts or a code) instead of functions.

use super::failure::Failure;
use crate::About;
use sprague_core::heap::AmountSet;
use sprague_core::{AnyRuleset, any};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_octal::Octal;
use sprague_rules_subtraction::{AllBut, Subtraction};
use std::sync::Arc;

impl About {
    /// Builds the ruleset from data, if the plugin has data.
    pub(crate) fn data(&self) -> Result<Option<Arc<dyn AnyRuleset>>, Failure> {
        let failed =
            |key: &str, text: &str, error: &dyn std::fmt::Display| Failure::new("loading", format!("`{key}` = {text}: {error}"));
        let set = |key: &str, text: &str| text.parse::<AmountSet>().map_err(|error| failed(key, text, &error));
        let side = |key: &str, text: &str| if matches!(text, "" | "none") { Ok(AmountSet::default()) } else { set(key, text) };
        let [left_key, right_key] = ["left_amounts", "right_amounts"];
        if let Some(key @ ("amounts" | "forbidden" | "code")) = self.data_key().filter(|_| self.is_partizan) {
            let how = format!("`play` is `partizan`, but `{key}` gives both players the same moves: leave `play` out");
            return Err(Failure::new("loading", how));
        }
        match (&self.amounts, &self.amounts_of, &self.forbidden, &self.code) {
            (None, [None, None], None, None) => Ok(None),
            (Some(amounts), [None, None], None, None) => Ok(Some(any::one_heap(Subtraction(set("amounts", amounts)?)))),
            (None, [Some(left), Some(right)], None, None) => {
                let rules = PartizanSubtraction { left: side(left_key, left)?, right: side(right_key, right)? };
                Ok(Some(any::partizan_heap(rules)))
            }
            (None, [None, None], Some(forbidden), None) => Ok(Some(any::one_heap(AllBut(set("forbidden", forbidden)?)))),
            (None, [None, None], None, Some(code)) => {
                let rules: Octal = code.parse().map_err(|error| failed("code", code, &error))?;
                Ok(Some(any::heaps(rules)))
            }
            (None, [left, _], None, None) => {
                let (there, missing) = if left.is_some() { (left_key, right_key) } else { (right_key, left_key) };
                let how = format!("there is `{there}`, but not `{missing}` (write `none` if that player never moves)");
                Err(Failure::new("loading", how))
            }
            _ => Err(Failure::new(
                "loading",
                "give one of `amounts`, `left_amounts` with `right_amounts`, `forbidden` and `code`, not several",
            )),
        }
    }

    /// Returns the key of the plugin's data, if it has rules as data. Such a plugin needs no functions.
    pub(crate) fn data_key(&self) -> Option<&'static str> {
        let [left, right] = &self.amounts_of;
        let all = [
            ("amounts", &self.amounts),
            ("left_amounts", left),
            ("right_amounts", right),
            ("forbidden", &self.forbidden),
            ("code", &self.code),
        ];
        all.into_iter().find_map(|(key, text)| text.is_some().then_some(key))
    }
}
