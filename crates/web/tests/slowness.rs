//! Clients that are slow on purpose hold nothing for long.

use crate::served::{EASY, Reply, Served, options};
use sprague_web::Options;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_millis(500);
/// What a busy machine may add.
const AT_MOST: Duration = Duration::from_secs(10);

fn served() -> Served {
    Served::with(Options { patience: PATIENCE, connections: 20, ..options() })
}

/// How long it takes until the server has hung up.
fn held(stream: &mut TcpStream) -> (Duration, Reply) {
    let started = Instant::now();
    let reply = Reply::read(stream);
    (started.elapsed(), reply)
}

#[test]
fn who_says_nothing_is_hung_up_on() {
    let served = served();
    let (time, reply) = held(&mut served.connect());
    assert!(time >= PATIENCE / 2 && time < AT_MOST, "{time:?}");
    assert!([0, 408].contains(&reply.status), "{reply:?}");
}

#[test]
fn heads_that_come_drop_by_drop_are_not_waited_for() {
    let served = served();
    let mut stream = served.connect();
    let started = Instant::now();
    let mut reader = stream.try_clone().unwrap();
    let reading = thread::spawn(move || held(&mut reader));
    write!(stream, "GET / HTTP/1.1\r\nhost: {}\r\n", served.host()).unwrap();
    while started.elapsed() < AT_MOST && stream.write_all(b"x: y\r\n").is_ok() && !reading.is_finished() {
        thread::sleep(Duration::from_millis(50));
    }
    let (time, reply) = reading.join().unwrap();
    assert!(time < AT_MOST && [0, 408, 431].contains(&reply.status), "{time:?} {reply:?}");
}

#[test]
fn bodies_that_come_drop_by_drop_are_not_waited_for() {
    let served = served();
    let mut stream = served.connect();
    let (host, token) = (served.host(), &served.token);
    write!(
        stream,
        "POST /api/solve HTTP/1.1\r\nhost: {host}\r\nx-sprague-token: {token}\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n"
    )
    .unwrap();
    let mut reader = stream.try_clone().unwrap();
    let reading = thread::spawn(move || held(&mut reader));
    let started = Instant::now();
    while started.elapsed() < AT_MOST && stream.write_all(b" ").is_ok() && !reading.is_finished() {
        thread::sleep(Duration::from_millis(50));
    }
    let (time, reply) = reading.join().unwrap();
    assert!(time < AT_MOST, "{time:?}");
    reply.is_refused(408, "in time");
    // it stands in no queue
    assert_eq!((served.count("running"), served.count("waiting")), (0, 0));
}

#[test]
fn idle_connections_end_and_leave_room() {
    let served = served();
    let idle: Vec<TcpStream> = (0..100).map(|_| served.connect()).collect();
    let started = Instant::now();
    served.get("/").is_fine();
    assert!(started.elapsed() < AT_MOST, "{:?}", started.elapsed());
    drop(idle);
    // one that was used is idle, too
    let mut used = served.connect();
    write!(used, "GET /icon.svg HTTP/1.1\r\nhost: {}\r\n\r\n", served.host()).unwrap();
    let (time, reply) = held(&mut used);
    assert!(time < AT_MOST, "{time:?}");
    reply.is_fine();
}

#[test]
fn who_does_not_read_the_answer_is_hung_up_on() {
    let served = served();
    let mut stream = served.leave_long();
    thread::sleep(PATIENCE * 4);
    let mut bytes = vec![];
    let _ = stream.read_to_end(&mut bytes);
    // what the system had in its buffers, and no more
    let whole = served.ask("rows", LONG).body.len();
    assert!(bytes.len() < whole, "{} of {whole} bytes", bytes.len());
    served.ask("solve", EASY).is_fine();
}

/// A question with an answer that no buffer of the system holds.
const LONG: &str = r#"{"family":"nim","to":2000000}"#;

impl Served {
    fn leave_long(&self) -> TcpStream {
        let mut stream = self.connect();
        let (host, token, length) = (self.host(), &self.token, LONG.len());
        write!(
            stream,
            "POST /api/rows HTTP/1.1\r\nhost: {host}\r\nx-sprague-token: {token}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{LONG}"
        )
        .unwrap();
        // until it comes
        let mut first = [0; 1];
        stream.read_exact(&mut first).unwrap();
        stream
    }
}
