//! The path of a depth-first search, as an explicit stack, so deep games do not overflow the stack of the thread.

use super::table::Fingerprint;
use crate::growth;
use hashbrown::HashSet;

/// The path from the root to the current position: frames `F`, and options `W` that wait.
pub(super) struct Path<F, W> {
    pub(super) frames: Vec<F>,
    pub(super) open: HashSet<Fingerprint>,
    /// Options not searched yet. Each frame owns the part above its floor.
    pub(super) waiting: Vec<W>,
    /// Bytes that the waiting options allocate outside of themselves.
    pub(super) outside: usize,
}

impl<F, W> Path<F, W> {
    pub(super) fn new() -> Self {
        Self { frames: vec![], open: HashSet::new(), waiting: vec![], outside: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        growth::of_list(&self.frames) + growth::of_set(&self.open) + growth::of_list(&self.waiting) + self.outside
    }
}
