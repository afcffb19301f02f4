//! A server under test, and raw requests to it.

use serde_json::Value;
use sprague::prelude::*;
use sprague::registry::Entry;
use sprague::{any, heap_notation};
use sprague_questions::{Session, registry};
use sprague_web::{Options, Server, Stopper};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The maximum time of any part of a test, after which it is considered to hang.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// The length of one nap, which is the unit of time in tests. A hundred naps are a second.
pub(crate) const NAP: Duration = Duration::from_millis(10);

/// A ruleset in which a heap grows without end.
struct Endless;

impl Ruleset for Endless {
    type Position = u64;
    type Move = u64;

    fn moves(&self, _: &u64) -> impl Iterator<Item = u64> {
        1..=2
    }

    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap + amount
    }
}

impl Impartial for Endless {}
heap_notation!(Endless);

/// A ruleset with a bug.
struct Broken;

impl Ruleset for Broken {
    type Position = u64;
    type Move = u64;

    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        assert!(*heap < 3, "a bug in the rules \u{1b}[31m");
        1..=*heap
    }

    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}

impl Impartial for Broken {}
heap_notation!(Broken);

/// A question that runs until it reaches its limits.
pub(crate) const HARD: &str = r#"{"position":"endless@1"}"#;
/// A question that is answered at once.
pub(crate) const EASY: &str = r#"{"position":"nim@3,4,5"}"#;

/// Returns a session with the built-in rulesets, one ruleset whose play never ends, and one with a bug.
pub(crate) fn session() -> Session {
    let more = [Entry::new("endless", |_| Ok(any::impartial(Endless))), Entry::new("broken", |_| Ok(any::impartial(Broken)))];
    Session::with(registry().with(more))
}

pub(crate) fn options() -> Options {
    Options { session: Arc::new(session), ..Options::default() }
}

/// A running server, which ends when this is dropped.
pub(crate) struct Served {
    pub(crate) port: u16,
    pub(crate) token: String,
    stopper: Stopper,
    running: Option<JoinHandle<std::io::Result<()>>>,
}

impl Served {
    pub(crate) fn new() -> Self {
        Self::with(options())
    }

    pub(crate) fn with(options: Options) -> Self {
        let server = Server::bind(&options).unwrap();
        let (port, token, stopper) = (server.address().port(), server.address().token(), server.stopper());
        Self { port, token, stopper, running: Some(thread::spawn(|| server.run())) }
    }

    /// Returns the host name of the server with its port.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.set_write_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends these bytes on a new connection and returns the reply.
    pub(crate) fn send(&self, request: &str) -> Reply {
        let mut stream = self.connect();
        // the server may refuse before it has read everything, so that writing fails
        let _ = stream.write_all(request.as_bytes());
        Reply::read(&mut stream)
    }

    /// Sends a request with this first line, these headers and this body, and returns the reply.
    pub(crate) fn lines(&self, first: &str, lines: &[&str], body: &str) -> Reply {
        let lines: String = lines.iter().map(|line| format!("{line}\r\n")).collect();
        self.send(&format!("{first} HTTP/1.1\r\n{lines}connection: close\r\n\r\n{body}"))
    }

    /// Sends a request like [`lines`](Self::lines), with the correct host, token, content type and length added.
    pub(crate) fn honest(&self, first: &str, more: &[&str], body: &str) -> Reply {
        let own = [
            format!("host: {}", self.host()),
            format!("x-sprague-token: {}", self.token),
            "content-type: application/json".to_owned(),
            format!("content-length: {}", body.len()),
        ];
        let lines: Vec<&str> = own.iter().map(String::as_str).chain(more.iter().copied()).collect();
        self.lines(first, &lines, body)
    }

    pub(crate) fn get(&self, path: &str) -> Reply {
        self.honest(&format!("GET {path}"), &[], "")
    }

    pub(crate) fn ask(&self, path: &str, question: &str) -> Reply {
        self.honest(&format!("POST /api/{path}"), &[], question)
    }

    /// Asks `solve` about a position and returns the reply.
    pub(crate) fn solve(&self, position: &str) -> Reply {
        self.ask("solve", &serde_json::json!({ "position": position }).to_string())
    }

    /// Asks `solve`. Returns the connection without reading the answer.
    pub(crate) fn leave(&self, question: &str) -> TcpStream {
        self.leave_with("", question)
    }

    /// Asks `solve` like [`leave`](Self::leave), with more header lines, each of which ends with CRLF.
    pub(crate) fn leave_with(&self, lines: &str, question: &str) -> TcpStream {
        let mut stream = self.connect();
        let (host, token, length) = (self.host(), &self.token, question.len());
        write!(
            stream,
            "POST /api/solve HTTP/1.1\r\nhost: {host}\r\nx-sprague-token: {token}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n{lines}\r\n{question}"
        )
        .unwrap();
        stream
    }

    /// Returns the number of questions in this state: `running`, `waiting`, `stopped` or `refused`.
    pub(crate) fn count(&self, state: &str) -> u64 {
        self.get("/api/state").json()[state].as_u64().unwrap()
    }

    /// Waits until this number of questions are in this state. Returns the number of naps that it took.
    pub(crate) fn wait_for(&self, state: &str, count: u64) -> u32 {
        let mut naps = 0;
        while self.count(state) != count {
            naps += 1;
            assert!(NAP * naps < PATIENCE, "{}", self.get("/api/state").body);
            thread::sleep(NAP);
        }
        naps
    }

    /// Ends the server. Returns the number of naps that it took.
    pub(crate) fn end(&mut self) -> u32 {
        self.stopper.stop();
        let running = self.running.take();
        naps(|| running.into_iter().for_each(|running| running.join().unwrap().unwrap())).0
    }
}

/// Returns the number of naps that another thread takes during `wait`, and the result of `wait`.
///
/// Naps measure time fairly on a busy machine, because they become longer, too.
pub(crate) fn naps<T>(wait: impl FnOnce() -> T) -> (u32, T) {
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let sleeper = scope.spawn(|| {
            let mut naps = 0;
            while !is_over.load(Ordering::Relaxed) {
                thread::sleep(NAP);
                naps += 1;
            }
            naps
        });
        let found = wait();
        is_over.store(true, Ordering::Relaxed);
        (sleeper.join().unwrap(), found)
    })
}

impl Drop for Served {
    fn drop(&mut self) {
        if !thread::panicking() {
            self.end();
        }
    }
}

#[derive(Debug)]
pub(crate) struct Reply {
    /// The status, or 0 if the server sent no answer.
    pub(crate) status: u16,
    /// The names, in lower case, and the values, without blanks around them.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl Reply {
    /// Reads until the connection ends.
    pub(crate) fn read(stream: &mut TcpStream) -> Self {
        let mut bytes = vec![];
        // if the connection is cut, the reply consists of what has arrived
        let _ = stream.read_to_end(&mut bytes);
        Self::of(&bytes)
    }

    fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).map_or(0, |status| status.parse().unwrap());
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
        Self { status, headers, body: body.to_owned() }
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts that the reply is a refusal with this status and a sentence that contains `why`.
    #[track_caller]
    pub(crate) fn is_refused(&self, status: u16, why: &str) {
        assert_eq!(self.status, status, "{self:?}");
        let error = self.json()["error"].as_str().unwrap().to_owned();
        assert!(error.contains(why), "{error}");
    }

    #[track_caller]
    pub(crate) fn is_fine(&self) {
        assert_eq!(self.status, 200, "{self:?}");
    }
}
