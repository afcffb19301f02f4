//! What a server may do: where it listens, which files questions may name, how far one question may go.

use sprague::Limits;
use sprague_games::Session;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Makes the session that answers questions, and another one after a fault.
pub type MakeSession = Arc<dyn Fn() -> Session + Send + Sync>;

/// How a page is served.
///
/// ```
/// let options = sprague_web::Options { files: vec!["./wythoff.rhai".into()], ..Default::default() };
/// assert_eq!((options.port, options.workers, options.waiting), (None, 2, 16));
/// ```
#[derive(Clone)]
pub struct Options {
    /// The port on 127.0.0.1; `None` or 0 for any free one.
    pub port: Option<u16>,
    /// The files that questions may name, word for word as questions have them once quotes are undone. No other is opened.
    pub files: Vec<String>,
    /// How far one question may go. Its flag and its deadline are set anew for every question.
    pub limits: Limits,
    /// How many questions are answered at a time, each in a thread of its own: at least 1.
    pub workers: usize,
    /// How many more may wait.
    pub waiting: usize,
    /// How many connections may be open at a time: at least 1.
    pub connections: usize,
    /// How long a client may take for the head of a request, for its body, and between two parts of an answer.
    pub patience: Duration,
    /// The session that answers. It reads files through the server's own policy, whatever it read them through before.
    pub session: MakeSession,
}

impl Default for Options {
    /// Any free port, no files; 20 seconds and a gibibyte for each of two questions at a time.
    fn default() -> Self {
        Self {
            port: None,
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
