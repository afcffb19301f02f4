//! The registry of the built-in rulesets.

use sprague::registry::Registry;

/// Returns a registry of all built-in rulesets, and of rulesets that are loaded from files.
///
/// ```
/// assert!(sprague_questions::registry().entry("nim").is_some());
/// ```
pub fn registry() -> Registry {
    Registry::default()
        .with(sprague_rules_nim::entries())
        .with(sprague_rules_subtraction::entries())
        .with(sprague_rules_stones::entries())
        .with(sprague_rules_no_repeat::entries())
        .with(sprague_rules_asymmetric::entries())
        .with(sprague_rules_knights::entries())
        .with(sprague_rules_classics::entries())
        .with(sprague_rules_memory::entries())
        .with(sprague_rules_coins::entries())
        .with(sprague_rules_boards::entries())
        .with(sprague_rules_strips::entries())
        .with(sprague_rules_octal::entries())
        .with(sprague::values::entries())
        .with(sprague_plugin::entries())
        .with(sprague_rules_digraph::entries())
        .with(sprague_rules_graphs::entries())
        .with(sprague_rules_modifiers::entries())
        .with(sprague_rules_modifiers::cakes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::notation::components;
    use sprague::registry::LocalFiles;
    use sprague_plugin::laws::{Effort, try_laws_of};
    use std::time::Duration;

    #[test]
    fn every_built_in_ruleset_keeps_the_laws_that_loaded_ones_are_tried_by() {
        let effort = Effort { plays: 5, time: Duration::from_millis(200), ..Effort::default() };
        let mut seen = 0;
        for entry in registry().entries().filter(|entry| !entry.is_brought() && !entry.notation.contains("FILE")) {
            let (family, position) = entry.example.split_once('@').expect("an example is a position");
            let rules = registry().read(family, &LocalFiles).unwrap();
            let (_, component) = components(position).next().unwrap();
            let report = try_laws_of(&|| rules.clone(), &[component], effort);
            assert_eq!(report.broken, None, "{family}");
            assert!(report.positions > 0, "{family}");
            seen += 1;
        }
        assert!(seen > 20, "{seen}");
    }
}
