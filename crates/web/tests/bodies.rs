//! Checks that bodies are short JSON questions with known keys, and that all others are refused.

use crate::served::{EASY, Served};

#[test]
fn only_json_by_its_header_is_a_question() {
    let served = Served::new();
    let own = [
        format!("host: {}", served.host()),
        format!("x-sprague-token: {}", served.token),
        format!("content-length: {}", EASY.len()),
    ];
    // the content types that a form of another page can send without a preflight request
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "text/json",
        "application/jsonp",
        "application/json5",
        "application/problem+json",
        "",
        "text/plain; application/json",
        "text/plain, application/json",
    ] {
        let kind = format!("content-type: {kind}");
        served.lines("POST /api/solve", &[&own[0], &own[1], &own[2], &kind], EASY).is_refused(415, "application/json");
    }
    served.lines("POST /api/solve", &[&own[0], &own[1], &own[2]], EASY).is_refused(415, "application/json");
    for kind in ["application/json", "application/json; charset=utf-8", "Application/JSON"] {
        served.lines("POST /api/solve", &[&own[0], &own[1], &own[2], &format!("content-type: {kind}")], EASY).is_fine();
    }
}

#[test]
fn long_bodies_are_refused_before_they_are_read() {
    let served = Served::new();
    let fits = |length: usize| format!("{{\"position\":\"nim@1{}\"}}", " ".repeat(length - 20));
    assert_eq!(fits(65_536).len(), 65_536);
    served.ask("solve", &fits(65_536)).is_fine();
    served.ask("solve", &fits(65_537)).is_refused(413, "65536 bytes");
    // a long body that is announced but never sent
    let own = [format!("host: {}", served.host()), format!("x-sprague-token: {}", served.token)];
    for length in ["65537", "1000000000000", "18446744073709551615"] {
        let lines = [&own[0], &own[1], "content-type: application/json", &format!("content-length: {length}")];
        let reply = served.lines("POST /api/solve", &lines, "");
        assert!([400, 413, 431].contains(&reply.status), "{length}: {reply:?}");
    }
    // a long body whose length is not announced
    let chunk = format!("2000\r\n{}\r\n", " ".repeat(0x2000));
    let lines = [&own[0], &own[1], "content-type: application/json", "transfer-encoding: chunked"];
    served.lines("POST /api/solve", &lines, &chunk.repeat(9)).is_refused(413, "65536 bytes");
    let honest = format!("{:x}\r\n{EASY}\r\n0\r\n\r\n", EASY.len());
    served.lines("POST /api/solve", &lines, &honest).is_fine();
}

#[test]
fn lengths_that_contradict_each_other_are_refused() {
    let served = Served::new();
    let own = [format!("host: {}", served.host()), format!("x-sprague-token: {}", served.token)];
    let json = "content-type: application/json";
    for lengths in [
        ["content-length: 5", "content-length: 6"],
        ["content-length: -1", "x: y"],
        ["content-length: 1e3", "x: y"],
        ["content-length: 99999999999999999999", "x: y"],
        ["transfer-encoding: identity", "x: y"],
    ] {
        let reply = served.lines("POST /api/solve", &[&own[0], &own[1], json, lengths[0], lengths[1]], EASY);
        assert!((400..500).contains(&reply.status), "{lengths:?}: {reply:?}");
    }
    // a request hidden in the body of another request is not answered
    let hidden = format!("0\r\n\r\nGET /api/state HTTP/1.1\r\n{}\r\n{}\r\n\r\n", own[0], own[1]);
    let length = format!("content-length: {}", hidden.len());
    let both = [&own[0], &own[1], json, length.as_str(), "transfer-encoding: chunked"];
    let reply = served.lines("POST /api/solve", &both, &hidden);
    assert!((400..500).contains(&reply.status) && !reply.body.contains("running"), "{reply:?}");
}

#[test]
fn what_is_no_question_is_refused_with_the_reason() {
    let served = Served::new();
    for (question, why) in [
        (r#"{"position":"nim@1","files":["/etc/passwd"]}"#, "unknown field `files`"),
        (r#"{"position":"nim@1","__proto__":{}}"#, "unknown field"),
        (r#"{"position":"nim@1","position":"nim@2"}"#, "duplicate field"),
        (r#"{"position":["nim@1"]}"#, "expected a string"),
        (r#"{"position":1}"#, "expected a string"),
        (r#"{"position":null}"#, "expected a string"),
        (r#"{"play":"misere"}"#, "missing field `position`"),
        (r#"{"position":"nim@1","play":"other"}"#, "unknown variant"),
        (r#"{"position":"nim@1","first":"both"}"#, "unknown variant"),
        (r#"{"position":"nim@1","rule":"other"}"#, "expected disjunctive,"),
        (r#"{"position":"nim@1","rule":"moore=0"}"#, "K at least 1"),
        (r#"{"position":"nim@1"} {}"#, "trailing characters"),
        (r#"{"position":"nim@1""#, "EOF"),
        (r#"{"position":"\ud800"}"#, "hex escape"),
        ("[]", "a map of fields, such as {\"position\":\"nim@3\"}, not a list"),
        ("\"nim@1\"", "invalid type"),
        ("", "EOF"),
        ("nim@1", "expected"),
        ("\u{feff}{}", "expected value"),
    ] {
        served.ask("solve", question).is_refused(422, why);
    }
    served.ask("solve", &"[".repeat(60_000)).is_refused(422, "");
    served.ask("rows", r#"{"family":"kayles","to":-1}"#).is_refused(422, "expected u64");
    served.ask("rows", r#"{"family":"kayles","to":1e99}"#).is_refused(422, "expected u64");
    served.ask("rows", r#"{"family":"kayles","to":18446744073709551616}"#).is_refused(422, "expected u64");
    served.ask("rows", r#"{"family":"kayles","to":18446744073709551615}"#).is_refused(422, "at most");
    let host = [format!("host: {}", served.host()), format!("x-sprague-token: {}", served.token)];
    let lines = [&host[0], &host[1], "content-type: application/json", "content-length: 4"];
    let mut stream = served.connect();
    std::io::Write::write_all(
        &mut stream,
        format!("POST /api/solve HTTP/1.1\r\n{}\r\nconnection: close\r\n\r\n", lines.join("\r\n")).as_bytes(),
    )
    .unwrap();
    std::io::Write::write_all(&mut stream, b"\"\xff\xfe\"").unwrap();
    crate::served::Reply::read(&mut stream).is_refused(422, "");
    served.ask("solve", EASY).is_fine();
}
