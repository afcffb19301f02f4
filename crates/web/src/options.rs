//! Options of a server: its port, the files that questions may name, and its limits.

use crate::token::Token;
use sprague::Limits;
use sprague_questions::Session;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A function that makes the session that answers questions. It is called again after a fault.
pub type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// The port, token, files, limits and session of a server.
///
/// ```
/// let options = sprague_web::Options { files: vec!["./wythoff.rhai".into()], ..Default::default() };
/// assert_eq!((options.port, options.workers, options.waiting), (None, 2, 16));
/// ```
#[derive(Clone)]
pub struct Options {
    /// The port on 127.0.0.1. `None` or 0 means any free port.
    pub port: Option<u16>,
    /// The token of the address. `None` means a new token.
    pub token: Option<Token>,
    /// The address of a playground. With it, the page offers links that work anywhere.
    pub playground: Option<String>,
    /// The files that questions may name. No other file is opened.
    ///
    /// A question must name a file exactly as here; only quotes make no difference.
    pub files: Vec<String>,
    /// The limits of one question.
    ///
    /// The stop flag and the deadline are set anew for every question.
    pub limits: Limits,
    /// The number of questions that are answered at the same time, at least 1.
    ///
    /// Each has its own thread. While all are busy, one more thread answers questions that take only a moment.
    pub workers: usize,
    /// The number of further questions that may wait in the queue.
    pub waiting: usize,
    /// The number of connections that may be open at the same time, at least 1.
    ///
    /// If there are more, the connection that has waited longest for a request is dropped.
    pub connections: usize,
    /// The longest time that a client may take for one step.
    ///
    /// The steps are the head of a request, its body, and reading the next part of an answer. The head may take at most 2 s.
    pub patience: Duration,
    /// The function that makes the session that answers questions.
    ///
    /// The session reads files by the server's policy, which replaces its own.
    pub session: MakeSession,
}

impl Default for Options {
    /// Any free port, no files, two questions at a time, and 20 seconds and a gibibyte for each question.
    fn default() -> Self {
        Self {
            port: None,
            token: None,
            playground: None,
            files: vec![],
            limits: Limits { bytes: 1 << 30, time: Some(Duration::from_secs(20)), ..Limits::default() },
            workers: 2,
            waiting: 16,
            connections: 256,
            patience: Duration::from_secs(10),
            session: Arc::new(Session::new),
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options").field("port", &self.port).field("files", &self.files).finish_non_exhaustive()
    }
}
