//! Reasons why a question gets no answer, as sentences for people.

use serde_json::{Value, json};
use sprague_questions::NoAnswer;
use thiserror::Error;

/// The reason why a question gets no answer.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::Session;
///
/// let refused = sprague_page::drawing(&Session::new(), &Limits::default(), "what=nim@x").unwrap_err();
/// assert!(refused.to_json()["error"].as_str().unwrap().contains("a number"));
/// ```
#[derive(Debug, Error)]
pub enum Refused {
    /// The text is not a question, for this reason.
    #[error("{0}")]
    NoQuestion(String),
    /// The question, or its answer, is too large for a page, for this reason.
    #[error("{0}")]
    TooMuch(String),
    /// The question has no answer.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

impl Refused {
    /// Returns the reason as JSON, with `error`, and with `at` (the byte) and `field` if they are known.
    pub fn to_json(&self) -> Value {
        match self {
            Self::NoQuestion(why) | Self::TooMuch(why) => json!({ "error": why }),
            Self::NoAnswer(unanswered) => unanswered.to_json(),
        }
    }
}
