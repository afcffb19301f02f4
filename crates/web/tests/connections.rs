//! Checks connections: several requests on one connection, broken requests, and many connections.

use crate::served::{EASY, Served};
use std::io::{BufRead, BufReader, Read, Write};
use std::time::Instant;

#[test]
fn a_connection_carries_many_questions() {
    let served = Served::new();
    let stream = served.connect();
    let (mut reader, mut writer) = (BufReader::new(stream.try_clone().unwrap()), stream);
    let request = format!(
        "POST /api/solve HTTP/1.1\r\nhost: {}\r\nx-sprague-token: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{EASY}",
        served.host(),
        served.token,
        EASY.len()
    );
    const COUNT: u32 = 500;
    let started = Instant::now();
    for _ in 0..COUNT {
        writer.write_all(request.as_bytes()).unwrap();
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            if let Some(number) = line.strip_prefix("content-length: ") {
                length = number.trim().parse().unwrap();
            }
            if line == "\r\n" {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        assert_eq!(serde_json::from_slice::<serde_json::Value>(&body).unwrap()["nimber"], 2);
    }
    println!("{:.0} answers a second", f64::from(COUNT) / started.elapsed().as_secs_f64());
}

#[test]
fn what_is_no_http_is_refused_or_hung_up_on() {
    let served = Served::new();
    let host = served.host();
    for request in [
        "\r\n\r\n".to_owned(),
        "hello\r\n\r\n".into(),
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\r\n\r\n".into(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(),
        format!("GET / HTTP/9.9\r\nhost: {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost : {host}\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: {host}\r\n folded: x\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nhost: {host}\r\nx\u{0}y: z\r\n\r\n"),
        format!("GET  / HTTP/1.1\r\nhost: {host}\r\n\r\n"),
        format!("GET /\r\nhost: {host}\r\n\r\n"),
    ] {
        let reply = served.send(&request);
        assert!(reply.status == 0 || (400..600).contains(&reply.status), "{request:?}: {reply:?}");
    }
    served.ask("solve", EASY).is_fine();
}

#[test]
fn heads_have_an_end() {
    let served = Served::new();
    let long = format!("x: {}", "y".repeat(100_000));
    assert!([0, 431].contains(&served.honest("GET /", &[&long], "").status));
    let many: Vec<String> = (0..1000).map(|n| format!("x{n}: y")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!([0, 431].contains(&served.honest("GET /", &many, "").status));
    served.get("/").is_fine();
}

#[test]
fn connections_that_break_off_anywhere_do_no_harm() {
    let served = Served::new();
    let whole = format!(
        "POST /api/solve HTTP/1.1\r\nhost: {}\r\nx-sprague-token: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{EASY}",
        served.host(),
        served.token,
        EASY.len()
    );
    for end in 0..=whole.len() {
        let mut stream = served.connect();
        stream.write_all(&whole.as_bytes()[..end]).unwrap();
    }
    served.wait_for("running", 0);
    served.ask("solve", EASY).is_fine();
}
