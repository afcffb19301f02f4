//! Options of a server: its port, the files that questions may name, and limits.

use crate::token::Token;
use sprague::Limits;
use sprague_questions::Session;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Makes the session that answers questions, and another one after a fault.
pub type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// The port, files, limits and session of a server.
///
/// ```
/// let options = sprague_web::Options { files: vec!["./wythoff.rhai".into()], ..Default::default() };
/// assert_eq!((options.port, options.workers, options.waiting), (None, 2, 16));
/// ```
#[derive(Clone)]
pub struct Options {
    /// The port on 127.0.0.1; `None` or 0 for any free one.
    pub port: Option<u16>,
    /// The token of the address; `None` for a new one.
    pub token: Option<Token>,
    /// The address of a playground, to which the page makes links that open anywhere.
    pub playground: Option<String>,
    /// The files that questions may name; no other is opened.
    ///
    /// A question must name a file word for word as here, without regard to quotes.
    pub files: Vec<String>,
    /// Limits of one question.
    ///
    /// The stop flag and the deadline are set anew for every question.
    pub limits: Limits,
    /// The number of questions answered at a time, at least 1.
    ///
    /// Each has a thread of its own. While these are busy, one more thread answers what takes a moment.
    pub workers: usize,
    /// The number of further questions that may wait.
    pub waiting: usize,
    /// The number of connections that may be open at a time, at least 1.
    ///
    /// With more than these, the one that has waited longest for a request is dropped.
    pub connections: usize,
    /// The longest time that a client may take for a part of the talk.
    ///
    /// The parts are the head of a request, its body, and the pause between two parts of an answer. The head has 2 s at most.
    pub patience: Duration,
    /// Makes the session that answers.
    ///
    /// It reads files by the server's own policy, in place of its own.
    pub session: MakeSession,
}

impl Default for Options {
    /// Any free port, no files, and two questions at a time.
    ///
    /// Each question has 20 seconds and a gibibyte.
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
