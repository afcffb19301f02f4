//! The rulesets that a plugin can name.

use sprague_core::registry::Registry;
use std::sync::{Arc, OnceLock};

/// The rulesets that a plugin can name, once they are known.
pub(crate) type Rulesets = Arc<OnceLock<Registry>>;
