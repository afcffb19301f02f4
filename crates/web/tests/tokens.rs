//! Checks that the server gives no answer without the token, and no way to find it.

use crate::served::{EASY, Served};
use std::collections::BTreeSet;

const PATHS: [&str; 6] =
    ["POST /api/solve", "POST /api/rows", "GET /api/rulesets", "GET /api/state", "GET /api/nothing", "GET /api"];

#[test]
fn without_the_token_nothing_of_the_api_is_answered() {
    let served = Served::new();
    let host = format!("host: {}", served.host());
    let (short, long) = (&served.token[1..], format!("{}0", served.token));
    let flipped = served.token.replace(|c: char| c.is_ascii_digit(), "f");
    for path in PATHS {
        let json = ["content-type: application/json", &format!("content-length: {}", EASY.len())];
        for token in [
            "",
            "x-sprague-token: ",
            &format!("x-sprague-token: {short}"),
            &format!("x-sprague-token: {long}"),
            &format!("x-sprague-token: {}", served.token.to_uppercase().replace(|c: char| c.is_ascii_digit(), "A")),
            &format!("x-sprague-token: {flipped}g"),
            &format!("authorization: Bearer {}", served.token),
            &format!("cookie: token={}; x-sprague-token={}", served.token, served.token),
            "x-sprague-token: \u{e9}",
        ] {
            let lines: Vec<&str> = [&host, json[0], json[1], token].into_iter().filter(|line| !line.is_empty()).collect();
            served.lines(path, &lines, EASY).is_refused(401, "sprague serve");
        }
    }
}

#[test]
fn a_token_in_the_address_or_twice_is_none() {
    let served = Served::new();
    let (host, token) = (format!("host: {}", served.host()), &served.token);
    served.lines(&format!("GET /api/state?token={token}&x-sprague-token={token}"), &[&host], "").is_refused(401, "sprague serve");
    let line = format!("x-sprague-token: {token}");
    served.lines("GET /api/state", &[&host, &line, &line], "").is_refused(401, "sprague serve");
    served.lines("GET /api/state", &[&host, &line, "x-sprague-token: 0"], "").is_refused(401, "sprague serve");
    served.lines("GET /api/state", &[&host, &line], "").is_fine();
}

#[test]
fn the_page_itself_needs_no_token_and_does_not_hold_it() {
    let served = Served::new();
    let host = format!("host: {}", served.host());
    for path in ["/", "/app.js", "/style.css", "/icon.svg", "/nothing"] {
        let reply = served.lines(&format!("GET {path}"), &[&host], "");
        assert!([200, 404].contains(&reply.status) && !format!("{reply:?}").contains(&served.token), "{path}");
    }
}

#[test]
fn every_server_has_a_token_of_its_own() {
    let tokens: BTreeSet<String> = (0..20).map(|_| Served::new().token.clone()).collect();
    assert_eq!(tokens.len(), 20);
    assert!(tokens.iter().all(|token| token.len() == 48));
    let (one, other) = (Served::new(), Served::new());
    let lines = [format!("host: {}", one.host()), format!("x-sprague-token: {}", other.token)];
    one.lines("GET /api/state", &[&lines[0], &lines[1]], "").is_refused(401, "sprague serve");
}
