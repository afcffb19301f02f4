//! Checks which paths exist and which methods they accept.

use crate::served::{EASY, Served};

#[test]
fn unknown_paths_are_not_found() {
    let served = Served::new();
    for path in [
        "/nothing",
        "/index.html",
        "/api/nothing",
        "/api",
        "/api/",
        "/api/solve/",
        "/API/state",
        "/api//state",
        "//api/state",
        "/api/state/..",
        "/api/%73tate",
        "/api/state%00",
        "/api/state.json",
        "/app.js/",
        "/APP.JS",
        "/app.js%00.html",
        "/%61pp.js",
        "/app.js.map",
        "/favicon.ico",
        "/page/app.js",
        "/src/lib.rs",
        "/Cargo.toml",
        "/.git/config",
        "/~root",
        "/robots.txt",
        "/http://evil.example/",
    ] {
        served.get(path).is_refused(404, "nothing here");
    }
}

#[test]
fn no_path_leads_out_of_the_page() {
    let served = Served::new();
    let encodings = ["..", "%2e%2e", "%2E%2E", ".%2e", "%252e%252e", "..%2f", "..%5c", "..\\", "....//", "%c0%ae%c0%ae", "..;"];
    for up in encodings {
        for start in ["/", "/app.js/", "/api/", "/api/solve/"] {
            let path = format!("{start}{}etc/passwd", format!("{up}/").repeat(6));
            let reply = served.get(&path);
            assert!([400, 404].contains(&reply.status), "{path}: {reply:?}");
            assert!(!reply.body.contains("root:"), "{path}");
        }
    }
    for path in ["/etc/passwd", "//etc/passwd", "/file:///etc/passwd", "/./index.html", "/..", "/.", "/app.js?/../../Cargo.toml"]
    {
        let reply = served.get(path);
        assert!(!reply.body.contains("root:") && !reply.body.contains("[package]"), "{path}");
    }
}

#[test]
fn targets_that_are_no_paths_are_refused() {
    let served = Served::new();
    for target in ["app.js", "*", "?", "#", "127.0.0.1", "", "/ /", "/\u{7f}", "/app.js\u{0}"] {
        let reply = served.honest(&format!("GET {target}"), &[], "");
        assert!((400..500).contains(&reply.status), "{target:?}: {reply:?}");
    }
    let long = format!("GET /{}", "a".repeat(70_000));
    let reply = served.honest(&long, &[], "");
    assert!([0, 414, 431].contains(&reply.status), "{}", reply.status);
    served.get("/").is_fine();
}

#[test]
fn other_methods_are_refused() {
    let served = Served::new();
    for method in ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "post", "POSTS"] {
        let reply = served.honest(&format!("{method} /api/solve"), &[], EASY);
        assert_eq!(reply.status, 405, "{method}: {reply:?}");
    }
    for path in ["/", "/app.js", "/api/state", "/api/rulesets"] {
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
            served.honest(&format!("{method} {path}"), &[], EASY).is_refused(405, "POST");
        }
        served.honest(&format!("GET {path}"), &[], "").is_fine();
        let head = served.honest(&format!("HEAD {path}"), &[], "");
        assert_eq!((head.status, head.body.as_str()), (200, ""), "{path}");
    }
    for header in
        ["x-http-method-override: POST", "x-method-override: POST", "x-original-url: /api/state", "x-rewrite-url: /api/state"]
    {
        assert_eq!(served.honest("GET /api/solve", &[header], "").status, 405);
    }
}
