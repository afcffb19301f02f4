//! Checks that a server ends soon after it is stopped, even if it is busy.

use crate::served::{HARD, PATIENCE, Served, options};
use sprague::Limits;
use sprague_web::{NotStarted, Options, Server};

#[test]
fn a_server_ends_while_searches_run_and_wait_and_connections_are_idle() {
    let limits = Limits { time: Some(PATIENCE), positions: u64::MAX, ..Limits::default() };
    let mut served = Served::with(Options { limits, ..options() });
    let _asking: Vec<_> = (0..6).map(|_| served.leave(HARD)).collect();
    let _idle: Vec<_> = (0..6).map(|_| served.connect()).collect();
    served.wait_for("waiting", 4);
    let waited = served.end();
    assert!(waited < 200, "{waited} naps");
}

#[test]
fn whoever_waits_is_told_that_all_ends() {
    let limits = Limits { time: Some(PATIENCE), positions: u64::MAX, ..Limits::default() };
    let mut served = Served::with(Options { limits, workers: 1, ..options() });
    let running = served.leave(HARD);
    served.wait_for("running", 1);
    // an easy question would be answered by the extra worker
    let mut waiting = served.leave(HARD);
    served.wait_for("waiting", 1);
    served.end();
    crate::served::Reply::read(&mut waiting).is_refused(503, "ends");
    drop(running);
}

#[test]
fn a_port_in_use_is_said() {
    let served = Served::new();
    let error = Server::bind(&Options { port: Some(served.port), ..options() }).unwrap_err();
    assert!(matches!(error, NotStarted::PortInUse(port) if port == served.port), "{error}");
    assert!(error.to_string().contains("in use"), "{error}");
    let port = served.port;
    drop(served);
    // the port can be used again once it is free
    Served::with(Options { port: Some(port), ..options() }).get("/").is_fine();
}
