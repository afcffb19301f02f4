//! The four reasons why a question has no answer.

use super::further;
use crate::keep::checkpoint::BadCheckpoint;
use crate::read::json::Number;
use serde_json::{Value, json};
use sprague::rows::{NoSuchKernel, StreamError};
use sprague::solve::SolveError;
use sprague::{BadNotation, Stopped};
#[cfg(feature = "shards")]
use sprague_shards::ShardsError;
use std::borrow::Cow;
use std::time::Duration;
use thiserror::Error;

/// The reason why a question has no answer. Every interface distinguishes the four kinds.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{NoAnswer, Session, Solve};
/// let refused = Session::new().ask(&Solve::of("nim@3,x"), &Limits::default()).unwrap_err();
/// assert!(matches!(&refused, NoAnswer::Malformed { field, error, .. } if field == "position" && error.at == 6));
/// assert_eq!(refused.to_json()["error"], "expected a number");
/// ```
#[derive(Debug, Error)]
pub enum NoAnswer {
    /// The question cannot be read, or its notation has no meaning. The error has the field and the byte offset.
    #[error("{error}")]
    Malformed {
        /// The field of the question, or empty if it is not known yet.
        field: Cow<'static, str>,
        /// The text of the field, or `None` if its value is not a text.
        text: Option<String>,
        /// The byte offset in the text, and the expected text.
        error: BadNotation,
    },
    /// The question can be read but has no meaning.
    #[error("{field} {because}")]
    Unfit {
        /// The field of the question that may be left out.
        field: &'static str,
        /// The reason, which continues a sentence that begins with the name of the field. Names of other fields are in
        /// backticks.
        because: String,
    },
    /// A limit was reached, or something else stopped the run.
    #[error("{by}")]
    Stopped {
        /// The limit or the other cause.
        by: Reached,
        /// The partial answer, as a JSON object.
        known: Value,
    },
    /// The question has a meaning, but no theorem or method here answers it.
    #[error("{because}")]
    NoTheorem {
        /// The reason.
        because: Cow<'static, str>,
    },
}

/// A limit that was reached, or another cause that stops a run before its end.
#[derive(Debug, Error)]
pub enum Reached {
    /// A limit of the question, or a fault of loaded rules.
    #[error(transparent)]
    Limit(#[from] Stopped),
    /// A checkpoint that cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] BadCheckpoint),
    /// A long run that cannot be continued as requested.
    #[error(transparent)]
    Stream(StreamError),
    /// Files of a graph that cannot be solved or queried.
    #[cfg(feature = "shards")]
    #[error(transparent)]
    Files(ShardsError),
}

impl Reached {
    /// Returns the name of the limit in JSON: [`Stopped::name`], or `checkpoint`, `stream` or `files`.
    ///
    /// ```
    /// use sprague::Stopped;
    /// use sprague_questions::Reached;
    /// assert_eq!(Reached::from(Stopped::Positions(3)).name(), "positions");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Self::Limit(stopped) => stopped.name(),
            Self::Checkpoint(_) => "checkpoint",
            Self::Stream(_) => "stream",
            #[cfg(feature = "shards")]
            Self::Files(_) => "files",
        }
    }
}

/// The maximum length of the expected text, in characters. It may contain a path from the question.
const MAX_EXPECTED: usize = 500;

/// Returns the first `most` characters of a text.
pub(crate) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        None => text.into(),
        Some((end, _)) => format!("{}…", &text[..end]).into(),
    }
}

impl NoAnswer {
    /// Returns an error for an option that has no meaning here. `because` continues a sentence that begins with its
    /// name.
    pub fn unfit(field: &'static str, because: impl Into<String>) -> Self {
        Self::Unfit { field, because: because.into() }
    }

    /// Returns an error for a question that no method here answers.
    pub const fn unknown(because: &'static str) -> Self {
        Self::NoTheorem { because: Cow::Borrowed(because) }
    }

    /// Returns the reason with the names of fields as an interface writes them, such as `--max-moves` or `max_moves=`.
    ///
    /// A name of a field is one word in backticks. Other text in backticks, such as a command or a path from the question, is
    /// left alone.
    ///
    /// ```
    /// use sprague_questions::NoAnswer;
    /// let unfit = NoAnswer::unfit("dag", "is for `rows` values, as in `analyse nim`");
    /// assert_eq!(unfit.in_words(|field| format!("--{field}")), "--dag is for --rows values, as in `analyse nim`");
    /// let typed = NoAnswer::unfit("first", "is not for ./a`b.rhai@3: leave out `first` or `play`");
    /// assert_eq!(typed.in_words(|field| format!("{field}=")), "first= is not for ./a`b.rhai@3: leave out first= or play=");
    /// ```
    pub fn in_words(&self, named: impl Fn(&str) -> String) -> String {
        let (mut words, mut rest) = match self {
            Self::Unfit { field, because } => (format!("{} ", named(field)), &**because),
            Self::NoTheorem { because } => (String::new(), &**because),
            _ => return self.to_string(),
        };
        let is_field = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        while let Some((before, behind)) = rest.split_once('`') {
            words += before;
            rest = match behind.split_once('`') {
                Some((word, after)) if is_field(word) => {
                    words += &named(word);
                    after
                }
                _ => {
                    words.push('`');
                    behind
                }
            };
        }
        words + rest
    }

    /// Sets the field of a malformed question, if it is not set yet.
    #[must_use]
    pub fn about(self, name: &'static str, typed: &str) -> Self {
        match self {
            Self::Malformed { field, error, .. } if field.is_empty() => {
                Self::Malformed { field: name.into(), text: Some(typed.to_owned()), error }
            }
            other => other,
        }
    }

    /// Returns the error with the larger byte offset.
    #[must_use]
    pub(crate) fn or_later(self, other: Self) -> Self {
        match (&self, &other) {
            (Self::Malformed { error: own, .. }, Self::Malformed { error, .. }) if error.at >= own.at => other,
            _ => self,
        }
    }

    /// Sets the partial answer, if a limit was reached and there is none yet.
    #[must_use]
    pub fn knowing(self, all: impl FnOnce() -> Value) -> Self {
        match self {
            Self::Stopped { by, known: Value::Null } => Self::Stopped { by, known: all() },
            other => other,
        }
    }

    /// Adds the number of visited positions, the time, and suggestions for the next question, if a limit was reached.
    ///
    /// ```
    /// use sprague::Stopped;
    /// use sprague_questions::NoAnswer;
    /// use std::time::Duration;
    /// let known = NoAnswer::from(Stopped::Asked).after(7, Duration::from_secs(2), &["--depth 1"]).to_json();
    /// assert_eq!((&known["visited"], &known["seconds"], &known["try"][0]), (&7.into(), &2.0.into(), &"--depth 1".into()));
    /// ```
    #[must_use]
    pub fn after(self, visited: u64, took: Duration, less: &[&str]) -> Self {
        let Self::Stopped { by: Reached::Limit(stopped), known } = self else { return self };
        let visited = if let Stopped::Positions(most) = stopped { most } else { visited };
        let mut known = if known.is_object() { known } else { json!({}) };
        known["visited"] = json!(Number(visited));
        known["seconds"] = json!((took.as_secs_f64() * 1e6).round() / 1e6);
        let own = known["try"].take();
        let less: Vec<&str> =
            less.iter().copied().chain(own.as_array().into_iter().flatten().filter_map(Value::as_str)).collect();
        // rules that fail do so for smaller questions, too, so none is suggested
        let less = if matches!(stopped, Stopped::Fault(_)) { vec![] } else { less };
        known["try"] = json!(further(&stopped, &less));
        Self::Stopped { by: stopped.into(), known }
    }

    /// Returns the flags and commands that are suggested if a limit was reached.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Session, Solve};
    /// let few = Limits { positions: 100, ..Limits::default() };
    /// let stopped = Session::new().ask(&Solve::of("cram@6x6"), &few).unwrap_err();
    /// assert_eq!(stopped.tries().collect::<Vec<_>>(), ["--outcome-only", "--limit-positions 1000"]);
    /// ```
    pub fn tries(&self) -> impl Iterator<Item = &str> {
        let tries = match self {
            Self::Stopped { known, .. } => known["try"].as_array(),
            _ => None,
        };
        tries.into_iter().flatten().filter_map(Value::as_str)
    }

    /// Returns the limit that was reached, if one was.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Stopped { by: Reached::Limit(stopped), .. } => Some(stopped),
            _ => None,
        }
    }

    /// Returns the reason as a JSON object.
    ///
    /// It has `error`, `at` and `field`, or `stopped` and `why` together with the partial answer.
    ///
    /// ```
    /// use sprague_questions::NoAnswer;
    /// let stopped = NoAnswer::from(sprague::Stopped::Positions(3));
    /// assert_eq!(stopped.to_json()["stopped"], "positions");
    /// ```
    pub fn to_json(&self) -> Value {
        match self {
            Self::Malformed { field, error, .. } => {
                let expected = shortened(&error.expected, MAX_EXPECTED);
                let mut object = json!({ "error": format!("expected {expected}"), "at": error.at });
                if !field.is_empty() {
                    object["field"] = json!(field);
                }
                object
            }
            Self::Unfit { field, .. } => json!({ "error": self.to_string(), "at": 0, "field": field }),
            Self::NoTheorem { because } => json!({ "error": because, "at": 0 }),
            Self::Stopped { by, known } => {
                let mut object = if known.is_object() { known.clone() } else { json!({}) };
                object["stopped"] = json!(by.name());
                object["why"] = json!(by.to_string());
                if let Reached::Limit(Stopped::Fault(fault)) = by {
                    object["reason"] = json!(&*fault.reason);
                }
                object
            }
        }
    }
}

impl From<Reached> for NoAnswer {
    fn from(by: Reached) -> Self {
        Self::Stopped { by, known: Value::Null }
    }
}

impl From<BadNotation> for NoAnswer {
    /// Converts to [`NoAnswer::Malformed`], or to [`NoAnswer::Stopped`] if a limit kept the text from being read.
    fn from(error: BadNotation) -> Self {
        if let Some(limit) = error.limit {
            return (*limit).into();
        }
        Self::Malformed { field: "".into(), text: None, error }
    }
}

impl From<Stopped> for NoAnswer {
    fn from(stopped: Stopped) -> Self {
        Reached::Limit(stopped.for_caller()).into()
    }
}

impl From<BadCheckpoint> for NoAnswer {
    fn from(error: BadCheckpoint) -> Self {
        Reached::Checkpoint(error).into()
    }
}

impl From<NoSuchKernel> for NoAnswer {
    fn from(error: NoSuchKernel) -> Self {
        Self::unfit("kernel", error.to_string())
    }
}

#[cfg(feature = "shards")]
impl From<ShardsError> for NoAnswer {
    fn from(error: ShardsError) -> Self {
        match error {
            ShardsError::Stopped(stopped) => stopped.into(),
            other => Reached::Files(other).into(),
        }
    }
}

impl From<StreamError> for NoAnswer {
    fn from(error: StreamError) -> Self {
        match error {
            StreamError::Stopped(stopped) => stopped.into(),
            other => Reached::Stream(other).into(),
        }
    }
}

impl From<SolveError> for NoAnswer {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped(stopped) => stopped.into(),
            other => Self::NoTheorem { because: other.to_string().into() },
        }
    }
}
