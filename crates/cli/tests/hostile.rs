//! Text from files, plugins, paths and arguments is escaped before it is printed: it has no control characters and no reversed
//! text, and never starts a new line.

use crate::plugins::Folder;
use crate::program::{Said, Scratch, ask, tell};
use serde_json::{Value, json};
use sprague::printable::is_printable;
use std::ffi::OsStr;

/// Texts that affect a terminal, or the line in which they are printed.
const HOSTILE: &[&str] = &[
    "x\naccepted: y",
    "x\raccepted: y",
    "\u{1b}[2J\u{1b}]0;title\u{7}",
    "\u{9b}31m",
    "\u{202e}detpecca\u{202c}",
    "\u{2066}x\u{2069}\u{200e}\u{200f}\u{61c}",
    "x\u{2028}accepted: y\u{2029}z",
    "\u{feff}\u{200b}\u{ad}\u{e0041}",
    "\t\u{8}\u{7f}\u{0}",
];

/// Returns the first character that should not be printed.
fn unprintable(text: &str) -> Option<char> {
    text.chars().find(|c| *c != '\n' && !is_printable(*c))
}

#[track_caller]
fn is_harmless(said: &Said, lines: usize) {
    for text in [&said.out, &said.err] {
        assert_eq!(unprintable(text), None, "{}: {text:?}", said.question);
        assert!(text.lines().all(|line| !line.starts_with("accepted")), "{}: {text:?}", said.question);
    }
    let count = said.out.lines().count() + said.err.lines().count();
    assert_eq!(count, lines, "{}: {:?} {:?}", said.question, said.out, said.err);
}

/// Returns files for `check` that contain this text in every place for arbitrary text.
fn files(text: &str) -> Vec<Value> {
    let period = |family: &str, theorem: &str, values: Value| json!({ "family": family, "play": "normal", "rows": "nimbers", "theorem": theorem, "preperiod": 0, "period": 1, "saltus": 1, "values": values });
    let strategy = |position: &str, rule: &str, moves: Value| json!({ "position": position, "play": "normal", "rule": rule, "winner": "mover", "moves": moves });
    vec![
        period(text, "all-but", json!([[0]])),
        period(&format!("{text}.rhai"), "all-but", json!([[0]])),
        period(&format!("digraph:./{text}"), "all-but", json!([[0]])),
        period("nim", text, json!([[0]])),
        period("nim", "all-but", json!([text])),
        period("nim", "all-but", json!(text)),
        json!({ "family": "kayles", "play": "misere", "theorem": text, "preperiod": 1, "period": 1, "saltus": 0, "generators": [], "products": [[]], "p_portion": [], "phi": [0, 0] }),
        strategy(text, "disjunctive", json!({})),
        strategy("nim@1", text, json!({})),
        strategy("nim@1", "disjunctive", json!({ "nim@1": text })),
        strategy("nim@1", "disjunctive", json!({ text: "nim@1" })),
        json!({ "position": text, "form": "multisets", "play": "normal", "rule": "disjunctive", "winner": "mover", "moves": {} }),
        json!({ "position": "nim@1", "form": text, "play": "normal", "rule": "disjunctive", "winner": "mover", "moves": {} }),
        json!({ "position": "nim@1", "form": "multisets", "play": "normal", "rule": "disjunctive", "winner": "mover", "moves": { "nim@1": text } }),
        json!({ "position": text, "form": "bounds", "play": "normal", "rule": "disjunctive", "winner": "mover", "bounds": {} }),
        json!({ "position": "nim@1", "form": "bounds", "play": "normal", "rule": "disjunctive", "winner": "mover", "bounds": { text: { "first": ["0"] } } }),
        json!({ "position": "nim@1", "form": "bounds", "play": "normal", "rule": "disjunctive", "winner": "mover", "bounds": { "nim@1": { "first": [text] } } }),
        json!({ "position": text, "form": "components", "play": "normal", "rule": "disjunctive", "winner": "mover", "values": {} }),
        json!({ "position": "nim@0", "form": "components", "play": "normal", "rule": "disjunctive", "winner": "other", "values": { "nim@0": 0, text: 0 } }),
        json!({ text: 1 }),
        json!({ "moves": {}, text: 1 }),
        json!({ "products": {}, text: 1 }),
        json!(text),
    ]
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_files_that_are_checked_print_one_harmless_line() {
    for text in HOSTILE {
        for file in files(text) {
            // JSON may be written with or without escapes
            for written in [file.to_string(), file.to_string().replace("\\u001b", "\u{1b}")] {
                let name = Scratch::file("hostile.json", written);
                for format in ["text", "json"] {
                    is_harmless(&ask(["check", name.as_str(), "--format", format]), 1);
                }
            }
        }
    }
}

#[test]
fn arguments_that_are_repeated_are_harmless() {
    for text in HOSTILE.iter().filter(|text| !text.contains('\0')) {
        let calls: &[&[&str]] = &[
            &["solve", &format!("{text}@3")],
            &["solve", &format!("nim@{text}")],
            &["solve", "nim@3", &format!("--{text}")],
            &["solve", "nim@3", "--play", text],
            &["solve", "nim@3", "--rule", text],
            &["solve", "nim@3", "--limit-memory", text],
            &["solve", "nim@3", text],
            &["value", &format!("game@{text}")],
            &["value", "nim@3", "--cool", text],
            &["value", "nim@3", "--overheat", text],
            &["compare", "nim@3", &format!("nim@{text}")],
            &["table", text, "--to", "2x2"],
            &["table", "nim", "--to", text],
            &["analyse", &format!("subtraction:./{text}")],
            &["analyse", &format!("./{text}.rhai")],
            &["analyse", "nim", "--kernel", text],
            &["graph", &format!("digraph:./{text}@a")],
            &["certify", text],
            &["certify", "nim", "-o", &format!("/no/such/folder/{text}")],
            &["check", &format!("./{text}")],
            &["test", &format!("./{text}.rhai")],
            &["new", text, "--as", "rhai"],
            &["identify", text],
            &["sweep", "subtraction", "--largest", text],
            &["sweep", "subtraction", "--largest", "3", "--checkpoint", &format!("/no/such/folder/{text}")],
            &["completions", text],
            &[text],
        ];
        for call in calls {
            let said = ask(*call);
            assert!(said.status != 0, "{}", said.question);
            is_harmless(&said, 1);
        }
    }
}

#[test]
fn files_with_hostile_names_are_named_on_one_line() {
    for text in HOSTILE.iter().filter(|text| !text.contains('\0') && !text.contains('/')) {
        let folder = Scratch::folder("names");
        let path = |name: &str| format!("{}/{name}", folder.as_str());
        let certificate = path(&format!("{text}.json"));
        is_harmless(&ask(["certify", "kayles", "-o", &certificate]), 1);
        is_harmless(&ask(["strategy", "nim@1,2", "-o", &certificate]), 1);
        std::fs::write(&certificate, "{").unwrap();
        is_harmless(&ask(["check", &certificate]), 1);
        let script = path(&format!("x{}.rhai", text.replace(char::is_whitespace, "").replace(':', "")));
        std::fs::write(&script, "fn heap_options(n) { if n > 0 { [n - 1] } else { [] } }").unwrap();
        for question in [vec!["solve".to_owned(), format!("{script}@3")], vec!["graph".to_owned(), format!("{script}@3")]] {
            let said = ask(&question);
            assert_eq!(unprintable(&said.out).or(unprintable(&said.err)), None, "{said:?}");
        }
        let said = ask(["solve", &format!("{script}@3"), "--format", "json"]);
        assert_eq!(unprintable(&said.out), None, "{said:?}");
        let answer: Value = serde_json::from_str(&said.out).unwrap_or_default();
        if said.status == 0 {
            assert_eq!(answer["position"], format!("{script}@3"), "JSON is lossless");
        }
        is_harmless(&ask(["analyse", &format!("{script}x@3")]), 1);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_plugins_say_what_they_like_on_one_line() {
    for text in HOSTILE {
        let literal = json!(text).to_string().replace("\\u0000", "\\x00").replace("\\u001b", "\\x1b");
        let literal = literal.replace("\\u0007", "\\x07").replace("\\b", "\\x08");
        for script in [
            format!("fn moves(p) {{ throw {literal}; }}"),
            format!("fn moves(p) {{ if p > 0 {{ [[{literal}, p - 1]] }} else {{ [] }} }}"),
            format!("fn moves(p) {{ if p > 0 {{ [p - 1] }} else {{ [] }} }} fn show(p) {{ {literal} }}"),
            format!("let name = {literal}; fn moves(p) {{ if p > 0 {{ [p - 1] }} else {{ [] }} }}"),
            format!("throw {literal};"),
            format!("fn {text}"),
        ] {
            let file = Scratch::file("hostile.rhai", script);
            let question = format!("{}@2", file.as_str());
            for call in [
                vec!["solve", &question],
                vec!["solve", &question, "--format", "json"],
                vec!["graph", &question],
                vec!["test", file.as_str()],
            ] {
                let said = ask(call);
                assert_eq!(unprintable(&said.out).or(unprintable(&said.err)), None, "{said:?}");
                assert!(said.out.lines().chain(said.err.lines()).all(|line| !line.starts_with("accepted")), "{said:?}");
            }
            let said = tell(["play", &question], text.as_bytes());
            assert_eq!(unprintable(&said.out).or(unprintable(&said.err)), None, "{said:?}");
        }
    }
}

#[test]
fn batches_repeat_lines_as_json() {
    for text in HOSTILE {
        let lines = format!("{text}@3\nnim@{text}\n");
        for command in ["solve", "analyse", "value", "compare"] {
            let said = tell([command, "-"], lines.as_bytes());
            assert_eq!(unprintable(&said.out), None, "{said:?}");
            assert!(said.out.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()), "{said:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_name_of_the_program_is_harmless_too() {
    use std::os::unix::process::CommandExt;
    for text in HOSTILE.iter().filter(|text| !text.contains('\0')) {
        for argument in ["--help", "--version", "frob"] {
            let output = crate::program::command().arg0(OsStr::new(text)).arg(argument).output().unwrap();
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert_eq!(unprintable(&said), None, "{text:?} {argument}: {said:?}");
            assert!(!said.lines().any(|line| line.starts_with("accepted")), "{said:?}");
        }
    }
}

#[test]
fn a_name_of_a_vertex_may_be_longer_than_a_width() {
    let folder = Folder::new("long-names");
    let name = "v".repeat(70_001);
    let path = folder.write("edges", &format!("{name} b\nb c\n"));
    let said = ask(["analyse", &format!("digraph:{path}")]);
    assert!(said.status == 0 && said.out.lines().all(|line| line.chars().count() < 200), "{}", said.err);
    let said = tell(["play", &format!("digraph:{path}@b")], b"");
    assert!(said.status == 0 && said.out.contains("the game ends here"), "{}", said.err);
    assert_eq!(tell(["play", &format!("digraph:{path}@{name}")], b"").status, 0);
}
