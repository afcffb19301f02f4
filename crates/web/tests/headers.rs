//! Checks that every answer, including refusals, has the protecting headers.

use crate::served::{EASY, Reply, Served};

#[track_caller]
fn is_guarded(reply: &Reply) {
    let policy = reply.header("content-security-policy").unwrap_or_else(|| panic!("{reply:?}"));
    let parts: Vec<&str> = policy.split(';').map(str::trim).collect();
    for part in [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ] {
        assert!(parts.contains(&part), "{part}: {policy}");
    }
    assert!(!policy.contains("unsafe") && !policy.contains("http") && !policy.contains('*'), "{policy}");
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("cache-control", "no-store"),
    ] {
        assert_eq!(reply.header(name), Some(value), "{reply:?}");
    }
    for name in ["set-cookie", "server", "x-powered-by", "etag", "last-modified", "location"] {
        assert_eq!(reply.header(name), None, "{reply:?}");
    }
    assert!(reply.header("content-type").is_some(), "{reply:?}");
}

#[test]
fn every_answer_is_guarded() {
    let served = Served::new();
    let host = format!("host: {}", served.host());
    let token = format!("x-sprague-token: {}", served.token);
    let json = "content-type: application/json";
    let replies = [
        (200, served.get("/")),
        (200, served.get("/app.js")),
        (200, served.get("/icon.svg")),
        (200, served.get("/api/state")),
        (200, served.get("/api/rulesets")),
        (200, served.ask("solve", EASY)),
        (401, served.lines("GET /api/state", &[&host], "")),
        (403, served.honest("GET /", &["origin: http://evil.example"], "")),
        (404, served.get("/nothing")),
        (404, served.get("/api/nothing")),
        (405, served.get("/api/solve")),
        (405, served.honest("POST /", &[], "")),
        (413, served.lines("POST /api/solve", &[&host, &token, json, "content-length: 100000"], "")),
        (415, served.lines("POST /api/solve", &[&host, &token], "")),
        (421, served.lines("GET /", &["host: evil.example"], "")),
        (422, served.ask("solve", "{}")),
        (422, served.solve("nim@x")),
        (500, served.solve("broken@5")),
    ];
    for (status, reply) in replies {
        assert_eq!(reply.status, status, "{reply:?}");
        is_guarded(&reply);
    }
}

#[test]
fn files_have_their_kinds_and_answers_are_json() {
    let served = Served::new();
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/app.js", "text/javascript; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/api/state", "application/json"),
        ("/nothing", "application/json"),
    ] {
        assert_eq!(served.get(path).header("content-type"), Some(kind), "{path}");
    }
    assert_eq!(served.ask("solve", EASY).header("content-type"), Some("application/json"));
}

#[test]
fn the_page_keeps_the_rules_that_its_headers_make() {
    let served = Served::new();
    let page = served.get("/").body;
    assert!(page.contains("<script") && page.contains("src=\"app.js\""), "{page}");
    for forbidden in ["style=\"", "onclick", "<style", "javascript:", "http://", "https://", "//cdn"] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    // all scripts are in separate files
    assert!(
        page.split("<script")
            .skip(1)
            .all(|rest| rest.split_once('>').is_some_and(|(tag, body)| tag.contains("src=") && body.starts_with("</script>")))
    );
}
