//! Keeps the first fault of a plugin.

use crate::law::Law;
use sprague_core::any::Fault;
use std::sync::{Arc, OnceLock};

/// The first failure of a plugin and the law that it breaks. It never changes once it is set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latch(pub(crate) Arc<OnceLock<(Fault, Law)>>);

impl Latch {
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.0.get().map(|(fault, _)| fault.clone())
    }

    pub(crate) fn law(&self) -> Option<Law> {
        self.0.get().map(|(_, law)| *law)
    }
}
