//! Failures of rulesets. Only loaded rulesets can fail.

use super::Stopped;
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
    /// The limit of the question, if the rules were ended because it was reached.
    pub limit: Option<Box<Stopped>>,
}

impl Fault {
    /// Builds a fault with this reason.
    ///
    /// ```
    /// assert_eq!(&*sprague_core::any::Fault::new("trap").reason, "trap");
    /// ```
    pub fn new(reason: impl Into<Arc<str>>) -> Self {
        Self { reason: reason.into(), limit: None }
    }

    /// Returns this fault with the limit of the question at which the rules were ended, or `None` if there was another reason.
    ///
    /// ```
    /// use sprague_core::{Stopped, any::Fault};
    /// let fault = Fault::new("the program was ended").at_limit(Some(Stopped::Asked));
    /// assert_eq!(fault.limit.as_deref(), Some(&Stopped::Asked));
    /// ```
    #[must_use]
    pub fn at_limit(self, limit: Option<Stopped>) -> Self {
        Self { limit: limit.map(Box::new), ..self }
    }
}
