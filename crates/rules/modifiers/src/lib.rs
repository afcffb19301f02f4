//! Rulesets around rulesets, by name: their parameters are another ruleset, built in or loaded.
//!
//! They work behind type erasure, so that every ruleset of a registry can stand inside.
//!
//! ```
//! use sprague_core::registry::{LocalFiles, Registry};
//!
//! let registry = Registry::default().with(sprague_rules_asymmetric::entries()).with(sprague_rules_modifiers::entries());
//! let either = registry.read("impartial:asymmetric:1/3", &LocalFiles)?;
//! assert_eq!(either.kind(), sprague_core::any::Kind::Impartial);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod impartial;

pub use impartial::EitherMoves;

use sprague_core::registry::Entry;

/// The entries of the modifiers.
///
/// ```
/// assert!(sprague_rules_modifiers::entries().iter().all(|entry| entry.is_modifier()));
/// ```
pub fn entries() -> [Entry; 1] {
    [impartial::entry()]
}
