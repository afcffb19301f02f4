//! Checks tables, graphs and drawings.

use crate::served::Served;
use serde_json::json;

#[test]
fn tables_hold_something_about_every_pair() {
    let served = Served::new();
    let table = served.ask("table", r#"{"pattern":"wythoff@{x}.{y}","x":[0,5],"y":[0,3]}"#).json();
    assert_eq!((table["rows"].as_str(), table["stopped"].as_str()), (Some("nimbers"), None));
    assert_eq!(table["cells"].as_array().unwrap().len(), 4);
    assert_eq!((&table["cells"][2][1], &table["cells"][1][2], &table["cells"][3][5]), (&json!(0), &json!(0), &json!(0)));
    let misere = json!({ "pattern": "nim@{x},{y}", "x": [0, 1], "y": [0, 1], "rows": "outcomes", "play": "misere" });
    assert_eq!(served.ask("table", &misere.to_string()).json()["cells"], json!([["N", "P"], ["P", "N"]]));
}

#[test]
fn tables_that_are_too_large_or_no_tables_are_refused() {
    let served = Served::new();
    for [x, y] in
        [[[0, u64::MAX], [0, u64::MAX]], [[0, 1_000_000_000], [0, 1_000_000_000]], [[0, 200], [0, 200]], [[5, 4], [0, 0]]]
    {
        let question = json!({ "pattern": "nim@{x},{y}", "x": x, "y": y });
        served.ask("table", &question.to_string()).is_refused(422, "expected");
    }
    for pattern in ["nim@3", "", "{x}", "nim@{z}", "nim@{x},{y", "{x}{y}{x}{y}@{x}"] {
        let question = json!({ "pattern": pattern, "x": [0, 2], "y": [0, 2] });
        assert_eq!(served.ask("table", &question.to_string()).status, 422, "{pattern}");
    }
}

#[test]
fn graphs_are_nodes_and_edges_and_are_cut() {
    let served = Served::new();
    let graph = served.ask("graph", r#"{"position":"nim@1,2"}"#).json();
    assert_eq!((graph["nodes"].as_array().unwrap().len(), &graph["is_whole"]), (5, &json!(true)));
    assert_eq!((&graph["nodes"][0]["ask"], &graph["nodes"][0]["outcome"]), (&json!("nim@1,2"), &json!("win")));
    let cut = served.ask("graph", r#"{"position":"nim@30,40,50","most":400}"#).json();
    assert_eq!((cut["nodes"].as_array().unwrap().len(), &cut["is_whole"]), (400, &json!(false)));
    assert_eq!(served.ask("graph", r#"{"position":"nim@30,40,50"}"#).json()["nodes"].as_array().unwrap().len(), 150);
    for most in ["0", "401", "18446744073709551615"] {
        served.ask("graph", &format!(r#"{{"position":"nim@1","most":{most}}}"#)).is_refused(422, "most");
    }
}

#[test]
fn drawings_are_svg_and_say_what_they_cannot_draw() {
    let served = Served::new();
    for asked in [
        "what=kayles&as=points&to=100",
        "what=nim@2,3&as=graph&play=normal",
        "what=game%40%7B2%7C-1%7D&as=thermograph",
        "what=wythoff%40%7Bx%7D.%7By%7D&as=table&x=0-9&y=0-9",
        "what=cram@3x3&as=picture",
        "what=kayles",
    ] {
        let reply = served.get(&format!("/api/plot.svg?{asked}"));
        reply.is_fine();
        assert_eq!(reply.header("content-type"), Some("image/svg+xml"), "{asked}");
        assert!(reply.body.starts_with("<svg") && reply.body.trim_end().ends_with("</svg>"), "{asked}");
        assert!(!reply.body.contains("<script") && !reply.body.contains("href"), "{asked}");
    }
    for (asked, why) in [
        ("", "missing field `what`"),
        ("what=kayles&file=/etc/passwd", "unknown field"),
        ("what=kayles&what=nim", "duplicate field"),
        ("what=kayles&as=cake", "points, table"),
        ("what=kayles&to=x", "a number"),
        ("what=wythoff@%7Bx%7D.%7By%7D&x=5-", "two numbers"),
        ("what=nym", "expected"),
        ("what=/etc/passwd.rhai@1", "named when it was started"),
    ] {
        served.get(&format!("/api/plot.svg?{asked}")).is_refused(422, why);
    }
    let without = served.lines("GET /api/plot.svg?what=kayles", &[&format!("host: {}", served.host())], "");
    without.is_refused(401, "sprague serve");
    let evil = format!("/api/plot.svg?what={}", "%3Cscript%3Ealert(1)%3C/script%3E");
    assert!(!served.get(&evil).body.contains("<script"));
}
