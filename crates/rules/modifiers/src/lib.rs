//! Modifiers: rulesets whose parameters are other rulesets, built in or loaded.
//!
//! They work on type-erased rulesets, so every ruleset of a registry can be a parameter.
//!
//! ```
//! use sprague_core::registry::{LocalFiles, Registry};
//!
//! let registry = Registry::default().with(sprague_rules_asymmetric::entries()).with(sprague_rules_modifiers::entries());
//! let either = registry.read("impartial:asymmetric:1/3", &LocalFiles)?;
//! assert_eq!(either.kind(), sprague_core::any::Kind::Impartial);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod dicotic;
mod impartial;
mod pairs;
mod part;
mod pass;
mod pieces;
mod sides;
mod twisted;

pub use dicotic::WhileBothMove;
pub use impartial::EitherMoves;
pub use pairs::{acrostic, cake, cakes, product, turning_cake};
pub use pass::Passing;
pub use sides::{join, partizan};
pub use twisted::Turning;

use sprague_core::any::Kind;
use sprague_core::registry::Entry;
use sprague_core::{AnyRuleset, BadNotation};
use std::sync::Arc;

/// Returns the registry entries of all modifiers.
///
/// ```
/// assert!(sprague_rules_modifiers::entries().iter().all(|entry| entry.is_modifier()));
/// ```
pub fn entries() -> Vec<Entry> {
    let of_one = [impartial::entry(), dicotic::entry(), twisted::entry()];
    of_one.into_iter().chain(sides::entries()).chain(pairs::entries()).chain(pass::entries()).collect()
}

/// Returns the base, if its players take turns and a player who cannot move loses.
fn plain(base: Arc<dyn AnyRuleset>) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    match base.kind() {
        Kind::Impartial | Kind::Partizan => Ok(base),
        Kind::TerminalRule | Kind::Sides | Kind::Scored | Kind::ScoredSides => {
            let why = base.kind().why_no_value().unwrap_or_default();
            Err(BadNotation::new(0, format!("a ruleset in which the last mover wins: {why}")))
        }
        Kind::Entailing => Err(BadNotation::new(0, "a ruleset in which players take turns: here some moves entail the next one")),
    }
}
