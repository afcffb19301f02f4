//! The options of a server: its port, the files that questions may name, and its limits.

use crate::token::Token;
use sprague::Limits;
use sprague_questions::Session;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A function that creates the session that answers questions. It is called again after a fault.
pub type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// The port, token, files, limits and session of a server.
///
/// ```
/// let options = sprague_web::Options { files: vec!["./wythoff.rhai".into()], ..Default::default() };
/// assert_eq!((options.port, options.workers, options.waiting), (None, 2, 16));
/// ```
#[derive(Clone)]
pub struct Options {
    /// The port on 127.0.0.1. With `None` or 0, any free port is used.
    pub port: Option<u16>,
    /// The token in the address. With `None`, a new token is generated.
    pub token: Option<Token>,
    /// The address of a playground. If it is set, the page offers links that work on any machine.
    pub playground: Option<String>,
    /// The files that questions may name. No other file is opened.
    ///
    /// A question must name a file exactly as it is written here, except for quotes.
    pub files: Vec<String>,
    /// The limits of one question.
    ///
    /// The stop flag and the deadline are set anew for every question.
    pub limits: Limits,
    /// The number of questions that are answered at the same time, which must be at least 1.
    ///
    /// Each has its own thread. While all threads are busy, an additional thread answers questions that take only a moment.
    pub workers: usize,
    /// The maximum number of further questions that wait in the queue.
    pub waiting: usize,
    /// The maximum number of open connections, which must be at least 1.
    ///
    /// If there are more, the connection that has waited longest for a request is dropped.
    pub connections: usize,
    /// The maximum time that a client may take for one step.
    ///
    /// The steps are sending the head of a request, sending its body, and reading the next part of an answer. The head may
    /// take at most 2 s.
    pub patience: Duration,
    /// The function that creates the session that answers questions.
    ///
    /// The policy of the server for files replaces that of the session.
    pub session: MakeSession,
}

impl Default for Options {
    /// Returns options with any free port, no files, two workers, and limits of 20 seconds and one gibibyte for each
    /// question.
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
