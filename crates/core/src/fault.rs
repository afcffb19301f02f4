//! The failure of a ruleset, which only loaded ones know.

use crate::Stopped;
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
    /// The limit of a question that ended the rules, if that was the reason.
    pub limit: Option<Box<Stopped>>,
}

impl Fault {
    /// A fault for this reason.
    ///
    /// ```
    /// assert_eq!(&*sprague_core::any::Fault::new("trap").reason, "trap");
    /// ```
    pub fn new(reason: impl Into<Arc<str>>) -> Self {
        Self { reason: reason.into(), limit: None }
    }

    /// The fault of rules that were ended, for this reason, at a limit of the question.
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
