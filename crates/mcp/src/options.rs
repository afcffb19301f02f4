//! The options of a server: the files that questions may name, and its limits.

use sprague::Limits;
use sprague_questions::Session;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A function that creates the session that answers questions. It is called again after a fault.
pub type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// The files, limits and session of a server.
///
/// ```
/// let options = sprague_mcp::Options::default();
/// assert_eq!((options.files.len(), options.workers, options.limits.bytes), (0, 2, 1 << 30));
/// ```
#[derive(Clone)]
pub struct Options {
    /// The paths of files that questions may name, exactly as they must be written. No other file is opened.
    pub files: Vec<String>,
    /// The maximum limits of a question. A question can only lower them.
    pub limits: Limits,
    /// The number of questions that are answered at the same time, which must be at least 1.
    pub workers: usize,
    /// The maximum number of further questions that wait.
    pub waiting: usize,
    /// The function that creates the session that answers questions.
    ///
    /// The policy of the server for files replaces that of the session.
    pub session: MakeSession,
}

impl Default for Options {
    /// Returns options with no files, two workers, and limits of 20 seconds and one gibibyte for each question.
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
