//! Positions of built-in rulesets that a script promises to have the nimber of its own position.

use super::{Loaded, State};
use crate::guest::Guest;
use crate::guest::failure::{Failure, one_line};
use crate::guest::single::singles;
use sprague_core::any::{AnyPosition, Factor, Kind};
use sprague_core::heap::AmountSet;
use sprague_core::notation::{components, signs, terms};
use sprague_core::registry::{Files, Registry, Unreadable};
use sprague_core::{AnyRuleset, any};
use sprague_rules_subtraction::AllBut;
use std::collections::HashMap;
use std::sync::Arc;

/// The rulesets that were named so far, by their text.
pub(super) type Named = HashMap<String, Arc<dyn AnyRuleset>>;

/// No file is opened for a text that a script has written.
struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        Err(Unreadable::Refused("only built-in rulesets can be named here".into()))
    }
}

impl<G: Guest> Loaded<G> {
    /// Returns the promised positions, each multiplied by a heap of nimber 1, or `None` if nothing is promised.
    pub(super) fn promised(&self, position: &AnyPosition) -> Option<Vec<[Factor; 2]>> {
        let registry = self.rulesets.get().filter(|_| self.has_equals)?;
        self.ask(|state| {
            let mut factors = vec![];
            // Nim has no name here, so that it needs no registry
            let nim = state.named.entry(String::new()).or_insert_with(|| any::one_heap(AllBut(AmountSet::default())));
            let one = Factor { rules: nim.clone(), position: AnyPosition::pack(&1_u64) };
            for single in singles(position.words()) {
                let Some(sums) = state.guest.equals(single)? else { return Ok(None) };
                for (_, term) in sums.iter().flat_map(|sum| terms(sum)).filter(|(_, term)| *term != "0") {
                    let (family, position) = signs(term, '@').next().map_or((term, ""), |at| (&term[..at], &term[at + 1..]));
                    for (_, component) in components(position) {
                        factors.push([part(state, registry, family, component)?, one.clone()]);
                    }
                }
            }
            Ok(Some(factors))
        })
    }
}

/// Parses one component of a promised sum.
fn part<G>(state: &mut State<G>, registry: &Registry, family: &str, component: &str) -> Result<Factor, Failure> {
    let refused = |why: String| Failure::new("equals", format!("`{}@{}`: {why}", one_line(family), one_line(component)));
    let rules = match state.named.get(family) {
        Some(rules) => rules.clone(),
        None => {
            let rules = registry.read(family, &NoFiles).map_err(|error| refused(error.to_string()))?;
            if rules.kind() != Kind::Impartial || rules.is_loaded() {
                return Err(refused("a built-in ruleset in which both players have the same moves was expected".to_owned()));
            }
            state.named.insert(family.to_owned(), rules.clone());
            rules
        }
    };
    let position = rules.read(component).map_err(|error| refused(error.to_string()))?;
    Ok(Factor { rules, position })
}
