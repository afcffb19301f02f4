//! Options of a server: the files that questions may name, and its limits.

use sprague::Limits;
use sprague_questions::Session;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A function that makes the session that answers questions. It is called again after a fault.
pub type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// The files, limits and session of a server.
///
/// ```
/// let options = sprague_mcp::Options::default();
/// assert_eq!((options.files.len(), options.workers, options.limits.bytes), (0, 2, 1 << 30));
/// ```
#[derive(Clone)]
pub struct Options {
    /// The files that questions may name, exactly as written here. No other file is opened.
    pub files: Vec<String>,
    /// The largest limits that a question may have. A question can only lower them.
    pub limits: Limits,
    /// The number of questions that are answered at the same time, at least 1.
    pub workers: usize,
    /// The number of further questions that may wait.
    pub waiting: usize,
    /// The function that makes the session that answers questions.
    ///
    /// The session reads files by the server's policy, which replaces its own.
    pub session: MakeSession,
}

impl Default for Options {
    /// No files, two questions at a time, and 20 seconds and a gibibyte for each question.
    fn default() -> Self {
        Self {
            files: vec![],
            limits: Limits { bytes: 1 << 30, time: Some(Duration::from_secs(20)), ..Limits::default() },
            workers: 2,
            waiting: 64,
            session: Arc::new(Session::new),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("files", &self.files).field("limits", &self.limits).finish_non_exhaustive()
    }
}
