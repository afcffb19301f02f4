//! Failures of rulesets. Only loaded rulesets can fail.

use std::sync::Arc;
use thiserror::Error;

/// A failure of a ruleset: loaded code ran out of fuel, trapped, or broke a law. Built-in rules never fail.
///
/// ```
/// let fault = sprague_core::any::Fault::new("out of fuel");
/// assert_eq!(fault.to_string(), "the ruleset failed: out of fuel");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the ruleset failed: {reason}")]
pub struct Fault {
    /// What happened, in a few words.
    pub reason: Arc<str>,
}

impl Fault {
    /// Builds a fault with this reason.
    ///
    /// ```
    /// assert_eq!(&*sprague_core::any::Fault::new("trap").reason, "trap");
    /// ```
    pub fn new(reason: impl Into<Arc<str>>) -> Self {
        Self { reason: reason.into() }
    }
}
