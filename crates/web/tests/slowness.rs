//! Checks that clients that are slow on purpose do not occupy resources for long.

use crate::served::{EASY, HARD, NAP, Reply, Served, naps, options};
use sprague_web::{Options, Server};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_millis(500);
/// The maximum number of naps until the server closes the connection.
const AT_MOST: u32 = 1_000;

fn served() -> Served {
    Served::with(Options { patience: PATIENCE, connections: 20, ..options() })
}

/// Returns the number of naps until the server closes the connection, and its reply.
fn held(stream: &mut TcpStream) -> (u32, Reply) {
    naps(|| Reply::read(stream))
}

/// Sends these bytes repeatedly until the server has closed the connection.
fn drip(stream: &mut TcpStream, bytes: &[u8]) -> (u32, Reply) {
    let mut reader = stream.try_clone().unwrap();
    let reading = thread::spawn(move || held(&mut reader));
    for _ in 0..AT_MOST / 5 {
        if reading.is_finished() || stream.write_all(bytes).is_err() {
            break;
        }
        thread::sleep(NAP * 5);
    }
    reading.join().unwrap()
}

#[test]
fn who_says_nothing_is_hung_up_on() {
    let served = served();
    let (time, reply) = held(&mut served.connect());
    assert!(NAP * time >= PATIENCE / 2 && time < AT_MOST, "{time} naps");
    assert!([0, 408].contains(&reply.status), "{reply:?}");
}

#[test]
fn the_head_of_a_request_has_two_seconds() {
    let served = Served::with(Options { patience: Duration::from_secs(60), ..options() });
    let mut stream = served.connect();
    write!(stream, "GET / HTTP/1.1\r\nhost: {}\r\n", served.host()).unwrap();
    let (time, reply) = drip(&mut stream, b"x: y\r\n");
    assert!((100..600).contains(&time) && [0, 408].contains(&reply.status), "{time} naps {reply:?}");
}

#[test]
fn a_busy_server_lets_hundreds_of_connections_arrive() {
    let server = Server::bind(&options()).unwrap();
    let address = (Ipv4Addr::LOCALHOST, server.address().port()).into();
    // nothing accepts the connections yet
    let arrived: Vec<_> = (0..600).map_while(|_| TcpStream::connect_timeout(&address, PATIENCE).ok()).collect();
    assert_eq!(arrived.len(), 600);
}

#[test]
fn connections_that_send_little_keep_nobody_out() {
    let served = Served::new();
    let request = format!("GET /api/state HTTP/1.1\r\nhost: {}\r\n", served.host());
    for _ in 0..3 {
        let trickling: Vec<TcpStream> = (0..300)
            .map(|_| {
                let mut stream = served.connect();
                // the server may have dropped the connection already
                let _ = stream.write_all(request.as_bytes());
                stream
            })
            .collect();
        let (time, ()) = naps(|| served.get("/").is_fine());
        assert!(time < 100, "{time} naps");
        drop(trickling);
    }
}

#[test]
fn a_connection_that_is_being_answered_gives_way_to_nobody() {
    let served = served();
    let asking = served.leave(HARD);
    served.wait_for("running", 1);
    let idle: Vec<TcpStream> = (0..100).map(|_| served.connect()).collect();
    served.get("/").is_fine();
    assert_eq!((served.count("running"), served.count("stopped")), (1, 0));
    drop((asking, idle));
    served.wait_for("running", 0);
}

#[test]
fn heads_that_come_drop_by_drop_are_not_waited_for() {
    let served = served();
    let mut stream = served.connect();
    write!(stream, "GET / HTTP/1.1\r\nhost: {}\r\n", served.host()).unwrap();
    let (time, reply) = drip(&mut stream, b"x: y\r\n");
    assert!(time < AT_MOST && [0, 408, 431].contains(&reply.status), "{time} naps {reply:?}");
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
    let (time, reply) = drip(&mut stream, b" ");
    assert!(time < AT_MOST, "{time} naps");
    reply.is_refused(408, "in time");
    // the question is not in the queue
    assert_eq!((served.count("running"), served.count("waiting")), (0, 0));
}

#[test]
fn idle_connections_end_and_leave_room() {
    let served = served();
    let idle: Vec<TcpStream> = (0..100).map(|_| served.connect()).collect();
    let (time, ()) = naps(|| served.get("/").is_fine());
    assert!(time < AT_MOST, "{time} naps");
    drop(idle);
    // a connection that has been used and is idle again ends, too
    let mut used = served.connect();
    write!(used, "GET /icon.svg HTTP/1.1\r\nhost: {}\r\n\r\n", served.host()).unwrap();
    let (time, reply) = held(&mut used);
    assert!(time < AT_MOST, "{time} naps");
    reply.is_fine();
}

#[test]
fn who_does_not_read_the_answer_is_hung_up_on() {
    let served = served();
    let mut stream = served.leave_long();
    thread::sleep(PATIENCE * 4);
    let mut bytes = vec![];
    let _ = stream.read_to_end(&mut bytes);
    // at most what the system had in its buffers
    let whole = served.ask("rows", LONG).body.len();
    assert!(bytes.len() < whole, "{} of {whole} bytes", bytes.len());
    served.ask("solve", EASY).is_fine();
}

/// A question with an answer that is too long for any buffer of the system.
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
        // wait until the answer begins
        let mut first = [0; 1];
        stream.read_exact(&mut first).unwrap();
        stream
    }
}
