//! The first fault of a plugin, which is kept.

use crate::law::Law;
use sprague_core::any::Fault;
use std::sync::{Arc, OnceLock};

/// The first failure of a plugin, if there was one, and the law that it breaks. It never changes once set.
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
