//! The failure of a ruleset, which only loaded ones know.

use std::sync::Arc;
use thiserror::Error;

/// A ruleset failed: loaded code ran out of fuel, trapped, or broke a law.
///
/// Built-in rules never do.
///
/// ```
/// let fault = sprague_core::any::Fault::new("out of fuel");
/// assert_eq!(fault.to_string(), "the ruleset failed: out of fuel");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the ruleset failed: {reason}")]
pub struct Fault {
    /// A few words on what happened.
    pub reason: Arc<str>,
}

impl Fault {
    /// A fault for this reason.
    ///
    /// ```
    /// assert_eq!(&*sprague_core::any::Fault::new("trap").reason, "trap");
    /// ```
    pub fn new(reason: impl Into<Arc<str>>) -> Self {
        Self { reason: reason.into() }
    }
}
