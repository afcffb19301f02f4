//! Checks that the server listens only on 127.0.0.1, and answers only under its own name.
//!
//! A page on another site may have a host name that points to this server (DNS rebinding).

use crate::served::Served;
use std::net::{Ipv6Addr, SocketAddr, TcpStream, UdpSocket};
use std::time::Duration;

#[test]
fn other_addresses_of_this_machine_are_not_listened_to() {
    let served = Served::new();
    let is_there = |address: SocketAddr| TcpStream::connect_timeout(&address, Duration::from_secs(2)).is_ok();
    assert!(is_there(SocketAddr::from(([127, 0, 0, 1], served.port))));
    assert!(!is_there(SocketAddr::from((Ipv6Addr::LOCALHOST, served.port))));
    assert!(!is_there(SocketAddr::from(([127, 0, 0, 2], served.port))));
    // the address that other machines use, if there is one; `connect` on a UDP socket sends nothing
    let socket = UdpSocket::bind("0.0.0.0:0").unwrap();
    if socket.connect("192.0.2.1:9").is_ok() {
        let own = SocketAddr::new(socket.local_addr().unwrap().ip(), served.port);
        assert!(own.ip().is_loopback() || !is_there(own), "{own}");
    }
}

#[test]
fn the_own_names_are_answered() {
    let served = Served::new();
    for name in ["127.0.0.1", "localhost"] {
        served.lines("GET /", &[&format!("Host: {name}:{}", served.port)], "").is_fine();
    }
    // a request target may also contain the server's name
    let (host, port) = (served.host(), served.port);
    served.lines(&format!("GET http://{host}/"), &[&format!("Host: {host}")], "").is_fine();
    served.send(&format!("GET / HTTP/1.0\r\nhost: localhost:{port}\r\n\r\n")).is_fine();
}

#[test]
fn foreign_names_are_refused_with_and_without_the_token() {
    let served = Served::new();
    let (port, token) = (served.port, format!("x-sprague-token: {}", served.token));
    let other = if port == 65535 { 1 } else { port + 1 };
    let names = [
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("evil.example127.0.0.1:{port}"),
        format!("127.0.0.1:{other}"),
        format!("127.0.0.1:0{port}"),
        format!("127.0.0.1:{port}0"),
        format!("127.0.0.1:{port}:{port}"),
        format!("user@127.0.0.1:{port}"),
        format!("127.0.0.2:{port}"),
        format!("0.0.0.0:{port}"),
        format!("127.1:{port}"),
        format!("2130706433:{port}"),
        format!("[::1]:{port}"),
        format!("[::ffff:127.0.0.1]:{port}"),
        format!("localhost.:{port}"),
        format!("localhost.evil.example:{port}"),
        format!("LOCALHOST:{port}"),
        format!("127.0.0.1:{port}, evil.example"),
        format!("127.0.0.1:+{port}"),
        "127.0.0.1".to_owned(),
        "localhost:80".to_owned(),
        "localhost".to_owned(),
        format!(":{port}"),
        String::new(),
        format!("127.0.0.1:{port}\u{7f}"),
        format!("localh\u{f6}st:{port}"),
    ];
    for name in names {
        for path in ["/", "/api/state", "/nothing"] {
            let reply = served.lines(&format!("GET {path}"), &[&format!("host: {name}"), &token], "");
            assert!([400, 421].contains(&reply.status), "{name:?}: {reply:?}");
            assert!(reply.status == 400 || reply.header("content-security-policy").is_some());
        }
    }
    served.lines("GET /", &[&format!("host: evil.example:{port}")], "").is_refused(421, "127.0.0.1");
}

#[test]
fn a_request_without_a_name_or_with_two_is_refused() {
    let served = Served::new();
    let (host, port) = (format!("host: {}", served.host()), served.port);
    served.lines("GET /", &[], "").is_refused(421, "127.0.0.1");
    served.send("GET / HTTP/1.0\r\n\r\n").is_refused(421, "127.0.0.1");
    served.lines("GET /", &[&host, &format!("host: evil.example:{port}")], "").is_refused(421, "127.0.0.1");
    served.lines("GET /", &[&format!("host: evil.example:{port}"), &host], "").is_refused(421, "127.0.0.1");
    served.lines("GET /", &[&host, &host], "").is_refused(421, "127.0.0.1");
    served
        .lines("GET /", &[&format!("x-forwarded-host: {}", served.host()), "host: evil.example"], "")
        .is_refused(421, "127.0.0.1");
}

#[test]
fn a_target_with_another_name_is_refused_whatever_the_header_says() {
    let served = Served::new();
    let host = format!("host: {}", served.host());
    for target in [
        "http://evil.example/".to_owned(),
        format!("http://evil.example:{}/", served.port),
        format!("http://localhost:{}/", served.port),
        format!("http://user@{}/", served.host()),
        "http://127.0.0.1/".to_owned(),
    ] {
        served.lines(&format!("GET {target}"), &[&host], "").is_refused(421, "127.0.0.1");
    }
    assert!([400, 421].contains(&served.lines("CONNECT evil.example:443", &[&host], "").status));
    // the server is not a proxy for its own port, either
    let reply = served.lines(&format!("CONNECT {}", served.host()), &[&host], "");
    assert!((400..500).contains(&reply.status), "{reply:?}");
}
