//! The fault of a plugin, kept from its first failure on.

use crate::law::Law;
use sprague_core::any::Fault;
use std::sync::{Arc, OnceLock};

/// The first failure, if there was one; it stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latch(pub(crate) Arc<OnceLock<(Fault, Law)>>);

impl Latch {
    pub(crate) fn fault(&self) -> Option<Fault> {
        self.0.get().map(|(fault, _)| fault.clone())
    }

    /// The law that the fault breaks.
    pub(crate) fn law(&self) -> Option<Law> {
        self.0.get().map(|(_, law)| *law)
    }
}
