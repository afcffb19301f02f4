//! Checks that other pages in the same browser can send requests but get no answers.

use crate::served::{EASY, Reply, Served};

fn with(served: &Served, first: &str, lines: &[&str]) -> Reply {
    served.honest(first, lines, if first.starts_with("POST") { EASY } else { "" })
}

#[test]
fn the_own_page_may_ask() {
    let served = Served::new();
    let own = format!("origin: http://{}", served.host());
    with(&served, "POST /api/solve", &[&own, "sec-fetch-site: same-origin", "sec-fetch-mode: cors"]).is_fine();
    with(&served, "GET /api/rulesets", &["sec-fetch-site: same-origin"]).is_fine();
    with(&served, "GET /app.js", &[&own, "sec-fetch-site: same-origin", "sec-fetch-dest: script"]).is_fine();
}

#[test]
fn another_origin_is_refused_even_with_the_token() {
    let served = Served::new();
    let port = served.port;
    for origin in [
        "http://evil.example".to_owned(),
        "http://127.0.0.1:1".to_owned(),
        "http://127.0.0.1".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{port}/"),
        format!("http://127.0.0.1:{port}.evil.example"),
        format!("http://evil.example#127.0.0.1:{port}"),
        format!("HTTP://127.0.0.1:{port}"),
        format!("127.0.0.1:{port}"),
        format!("chrome-extension://127.0.0.1:{port}"),
        "file://".to_owned(),
        "null".to_owned(),
        String::new(),
    ] {
        for first in ["POST /api/solve", "GET /api/rulesets", "GET /"] {
            with(&served, first, &[&format!("origin: {origin}")]).is_refused(403, "another page");
        }
    }
    let own = format!("origin: http://{}", served.host());
    with(&served, "POST /api/solve", &[&own, "origin: http://evil.example"]).is_refused(403, "another page");
    with(&served, "POST /api/solve", &[&own, &own]).is_refused(403, "another page");
}

#[test]
fn what_the_browser_says_of_other_sites_is_believed() {
    let served = Served::new();
    for site in ["cross-site", "same-site", "none", "", "SAME-ORIGIN", "same-origin, cross-site"] {
        let site = format!("sec-fetch-site: {site}");
        for first in ["POST /api/solve", "GET /api/rulesets", "GET /api/state", "GET /app.js", "GET /icon.svg", "GET /nothing"] {
            with(&served, first, &[&site]).is_refused(403, "another page");
            // following a link does not reach it, either
            with(&served, first, &[&site, "sec-fetch-mode: navigate", "sec-fetch-dest: document"])
                .is_refused(403, "another page");
        }
    }
    with(&served, "GET /api/state", &["sec-fetch-site: same-origin", "sec-fetch-site: cross-site"])
        .is_refused(403, "another page");
}

#[test]
fn links_lead_to_the_page_itself_and_to_nothing_else() {
    let served = Served::new();
    for site in ["sec-fetch-site: cross-site", "sec-fetch-site: none"] {
        let link = [site, "sec-fetch-mode: navigate", "sec-fetch-dest: document", "sec-fetch-user: ?1"];
        with(&served, "GET /", &link).is_fine();
        with(&served, "GET /?x", &link).is_fine();
        for other in [
            [site, "sec-fetch-mode: navigate", "sec-fetch-dest: iframe"],
            [site, "sec-fetch-mode: navigate", "sec-fetch-dest: object"],
            [site, "sec-fetch-mode: no-cors", "sec-fetch-dest: document"],
            [site, "sec-fetch-mode: no-cors", "sec-fetch-dest: script"],
            [site, "sec-fetch-mode: no-cors", "sec-fetch-dest: image"],
        ] {
            with(&served, "GET /", &other).is_refused(403, "another page");
        }
        with(&served, "POST /", &link).is_refused(403, "another page");
    }
}

#[test]
fn nothing_is_allowed_to_be_shared_across_origins() {
    let served = Served::new();
    let evil = "origin: http://evil.example";
    let asks = ["access-control-request-method: POST", "access-control-request-headers: x-sprague-token,content-type"];
    let local = "access-control-request-private-network: true";
    let replies = [
        with(&served, "OPTIONS /api/solve", &[evil, asks[0], asks[1], local]),
        with(&served, "OPTIONS /api/solve", &[asks[0], asks[1]]),
        with(&served, "OPTIONS *", &[evil]),
        with(&served, "POST /api/solve", &[evil]),
        with(&served, "POST /api/solve", &[]),
        with(&served, "GET /", &[evil]),
        with(&served, "GET /", &[]),
    ];
    for reply in replies {
        let shares = |(name, _): &(String, String)| name.starts_with("access-control") || name == "timing-allow-origin";
        assert!(!reply.headers.iter().any(shares), "{reply:?}");
    }
    assert_eq!(with(&served, "OPTIONS /api/solve", &[evil, asks[0], asks[1]]).status, 403);
    assert_eq!(with(&served, "OPTIONS /api/solve", &[]).status, 405);
}
