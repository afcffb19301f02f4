//! Paths with blanks and characters of the notation, in double quotes, can be read, are shown, and can be read again.

use crate::plugins::{Folder, ask_in};
use crate::program::command;
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

/// Creates a script, a set and a graph in a folder whose name has every special character.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    std::fs::create_dir(folder.0.join(r#"my "best" games"#)).unwrap();
    for name in [r#"my "best" games/a+b@c,d:1"#, "plain"] {
        folder.write(&format!("{name}.rhai"), "fn moves(n) { [1, 3].filter(|s| s <= n).map(|s| n - s) }");
        folder.write(&format!("{name}.set"), "1 3\n");
        folder.write(&format!("{name}.graph"), "a b\nb c\n");
    }
    folder
}

/// A path in that folder, as it is typed.
const PATH: &str = r#""./my ""best"" games/a+b@c,d:1"#;

/// Positions that name a file. `PATH` stands for the quoted path without the ending.
const POSITIONS: [&str; 9] = [
    r#"PATH.rhai"@7"#,
    r#"PATH.rhai"@7,4+nim@3+PATH.rhai"@2"#,
    r#"digraph:PATH.graph"@a,b"#,
    r#"subtraction:PATH.set"@9"#,
    r#"asymmetric:PATH.set"/2@9"#,
    r#"asymmetric:2/PATH.set"@9"#,
    r#"stones:PATH.set":wins=even@9.0.0"#,
    r#"no-repeat:PATH.set":memory=2@9"#,
    r#"no-repeat:PATH.rhai":memory=2@9"#,
];

#[track_caller]
fn answer(folder: &Folder, args: &[&str]) -> Value {
    let (status, out, err) = ask_in(&folder.0, &[args, &["--format", "json"]].concat());
    assert_eq!((status, err.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&out).unwrap()
}

#[test]
fn paths_in_quotes_are_read_shown_and_asked_again() {
    let folder = folder("quoted");
    for position in POSITIONS {
        let typed = position.replace("PATH", PATH);
        let (quoted, plain) =
            (answer(&folder, &["solve", &typed]), answer(&folder, &["solve", &position.replace(r#"PATH"#, r#""./plain"#)]));
        assert_eq!(quoted["position"], json!(typed));
        assert_eq!([&quoted["outcome"], &quoted["nimber"]], [&plain["outcome"], &plain["nimber"]], "{typed}");
        let after = quoted["best"]["to"].as_str().unwrap_or_else(|| panic!("{typed} has a move"));
        assert_eq!(answer(&folder, &["solve", after])["position"], json!(after));
        // blanks outside of quotes are allowed
        let spaced = typed.replace("@", " @ ").replace("b @ c", "b@c");
        assert_eq!(answer(&folder, &["solve", &spaced]), quoted);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_command_takes_them() {
    let folder = folder("commands");
    let (script, set) = (format!(r#"{PATH}.rhai""#), format!(r#"subtraction:{PATH}.set""#));
    assert_eq!(answer(&folder, &["analyse", &set, "--to", "4"])["nimbers"], json!([0, 1, 0, 1, 0]));
    assert_eq!(answer(&folder, &["analyse", &script, "--to", "4"])["family"], json!(script));
    assert_eq!(answer(&folder, &["test", &script])["broken"], Value::Null);
    for (write, check) in [(["certify", &set], "c.json"), (["strategy", &format!("{set}@4,3")], "s.json")] {
        assert_eq!(ask_in(&folder.0, &[&write[..], &["-o", check]].concat()).0, 0);
        assert_eq!(answer(&folder, &["check", check])["accepted"], true);
    }
    let position = format!("{script}@3,1");
    assert_eq!(answer(&folder, &["graph", &position])["position"], json!(position));
    let mut child = command();
    child.args(["play", &format!("{script}@3")]).current_dir(&folder.0).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{script}@2\n").as_bytes()).unwrap();
    let told = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    assert!(told.contains("you: 2") && told.contains("the program: 1"), "{told}");
}

#[test]
fn blanks_are_never_taken_out_of_a_path() {
    let folder = folder("blanks");
    // files with these names exist without the blank
    for typed in ["./pl ain.rhai@3", "pl ain.rhai@3"] {
        let (status, _, err) = ask_in(&folder.0, &["solve", typed]);
        assert!(status == 2 && !err.contains("character"), "{typed}: {err}");
        assert!(err.contains("put a path with blanks in double quotes: \""), "{typed}: {err}");
    }
    for (typed, character) in [
        ("digraph:./plain .graph@a", 9),
        ("nim@3 + subtraction: ./plain. set@3", 22),
        ("asymmetric:1/./plain.\tset@3", 14),
        ("no-repeat:./plain. rhai@3", 11),
    ] {
        let (status, _, err) = ask_in(&folder.0, &["solve", typed]);
        assert!(status == 2 && err.contains(&format!("character {character},")), "{typed}: {err}");
        assert!(err.contains("put a path with blanks in double quotes: \""), "{typed}: {err}");
    }
    // this also holds if the family is already known
    let lines = "digraph:./plain.graph@a\ndigraph:./pla in.graph@a\n digraph : ./plain.graph @ a\n";
    let mut child = command();
    child.args(["solve", "-"]).current_dir(&folder.0).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let said = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let answers: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&answers[0], answers[1]["at"].as_u64()), (&answers[2], Some(8)), "{said}");
}

#[test]
fn a_path_that_needs_quotes_is_refused_with_a_word_about_them() {
    let folder = folder("signs");
    for (typed, character, word) in [
        ("subtraction:./a,b@3", 16, "in double quotes: \"./a,b\""),
        ("digraph:./a@b@c", 12, "in double quotes"),
        ("digraph:./a,b@c", 12, "in double quotes"),
        ("./a+b.rhai@3", 1, "in double quotes"),
        ("./a:b.rhai@3", 1, "in double quotes"),
        ("\"./a.rhai@3", 10, "a `\"` at the end"),
        ("\"./a.rhai\"x@3", 11, "nothing more after the `\"`"),
        ("digraph:\"./a@3", 13, "a `\"` at the end"),
        ("nim@3+digraph:\"./a b", 21, "a `\"` at the end"),
    ] {
        let (status, _, err) = ask_in(&folder.0, &["solve", typed]);
        assert!(status == 2 && err.contains(&format!("character {character}")) && err.contains(word), "{typed}: {err}");
    }
}
