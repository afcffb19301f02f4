//! One factor of a product of nimbers: a position and its ruleset.

use super::{AnyPosition, AnyRuleset};
use core::fmt;
use std::sync::Arc;

/// A position of a ruleset whose nimber is a factor of another position's nimber.
///
/// ```
/// use sprague_core::any::{self, AnyPosition, Factor};
/// use sprague_core::examples::Nim;
/// let factor = Factor { rules: any::impartial(Nim), position: AnyPosition::pack(&4_u64) };
/// assert_eq!(factor.rules.show(&factor.position), "4");
/// ```
#[derive(Clone)]
pub struct Factor {
    /// The ruleset of the position.
    pub rules: Arc<dyn AnyRuleset>,
    /// The position whose nimber is the factor.
    pub position: AnyPosition,
}

impl fmt::Debug for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Factor({})", self.rules.show(&self.position))
    }
}
