//! The rulesets that are built in: one line each.

use sprague::registry::Registry;

/// The registry of all built-in rulesets, and of those that are loaded from files.
///
/// ```
/// assert!(sprague_games::registry().entry("nim").is_some());
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
        .with(sprague_rules_boards::entries())
        .with(sprague_rules_strips::entries())
        .with(sprague_rules_octal::entries())
        .with(sprague::values::entries())
        .with(sprague_plugin::entries())
        .with(sprague_rules_digraph::entries())
}
