//! Options of a server: the files that questions may name, and limits.

use sprague::Limits;
use sprague_questions::Session;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Makes the session that answers questions, and another one after a fault.
pub type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// The files, limits and session of a server.
///
/// ```
/// let options = sprague_mcp::Options::default();
/// assert_eq!((options.files.len(), options.workers, options.limits.bytes), (0, 2, 1 << 30));
/// ```
#[derive(Clone)]
pub struct Options {
    /// The files that questions may name, word for word; no other is opened.
    pub files: Vec<String>,
    /// The most that one question may take, whatever limits it names.
    pub limits: Limits,
    /// The number of questions answered at a time, at least 1.
    pub workers: usize,
    /// The number of further questions that may wait.
    pub waiting: usize,
    /// Makes the session that answers.
    ///
    /// It reads files by the server's own policy, in place of its own.
    pub session: MakeSession,
}

impl Default for Options {
    /// No files, and two questions at a time, each with 20 seconds and a gibibyte.
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
