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

use sprague_core::BadNotation;
use sprague_core::registry::Entry;

/// The entries of the modifiers.
///
/// ```
/// assert!(sprague_rules_modifiers::entries().iter().all(|entry| entry.is_modifier()));
/// ```
pub fn entries() -> Vec<Entry> {
    let of_one = [impartial::entry(), dicotic::entry(), twisted::entry()];
    of_one.into_iter().chain(sides::entries()).chain(pairs::entries()).chain(pass::entries()).collect()
}

/// The refusal of rules whose winner a terminal rule tells.
fn terminal_rule() -> BadNotation {
    BadNotation::new(0, "a ruleset that the last mover wins: here a terminal rule tells the winner")
}
