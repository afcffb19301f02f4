//! Loopy values of positions of one ruleset, kept for the next question.

use crate::growth;
use hashbrown::HashMap;
use sprague_core::any::AnyPosition;
use sprague_values::loopy::{Sided, Stoppers};

/// Stoppers, and the values of positions that consist of them.
pub(super) struct KeptValues {
    pub(super) stoppers: Stoppers<'static>,
    /// The values of positions in normal form.
    pub(super) known: HashMap<AnyPosition, Sided>,
}

impl KeptValues {
    pub(super) fn bytes(&self) -> usize {
        self.stoppers.bytes() + growth::of_map(&self.known)
    }
}
