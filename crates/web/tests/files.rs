//! Checks that no question opens a file that was not named when the server was started.

use crate::served::{Served, options};
use sprague_web::{NotStarted, Options, Server};
use std::fs;
use std::path::PathBuf;

const TAKE_ONE: &str = "let example = \"7\"; let rules = \"take one\"; fn moves(n) { if n > 0 { [n - 1] } else { [] } }";

/// A folder with files, some of which are named at the start.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [
            ("one.rhai", TAKE_ONE),
            ("other.rhai", TAKE_ONE),
            ("my one+two.rhai", TAKE_ONE),
            ("ring.txt", "a b\nb a\nb c\n"),
            ("secret.txt", "a b\n"),
            ("amounts", "1 3 4"),
            ("secret", "1 3 4"),
        ] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).into_os_string().into_string().unwrap()
    }

    fn served(&self, names: &[&str]) -> Served {
        Served::with(Options { files: names.iter().map(|name| self.path(name)).collect(), ..options() })
    }
}

#[test]
fn named_files_are_read_through_every_door() {
    let folder = Folder::new();
    let served = folder.served(&["one.rhai", "my one+two.rhai", "ring.txt", "amounts"]);
    let [one, two, ring, amounts] = ["one.rhai", "my one+two.rhai", "ring.txt", "amounts"].map(|name| folder.path(name));
    for position in [
        format!("{one}@3"),
        format!("\"{one}\"@3"),
        format!("{one}@3,4 + nim@1"),
        format!("\"{two}\"@3"),
        format!("digraph:{ring}@a"),
        format!("subtraction:{amounts}@10"),
        format!("all-but:{amounts}@10"),
        format!("no-repeat:{amounts}@10"),
        format!("asymmetric:{amounts}/1@10"),
    ] {
        served.solve(&position).is_fine();
    }
}

#[test]
fn other_files_are_refused_in_the_same_words_whether_they_are_there_or_not() {
    let folder = Folder::new();
    let served = folder.served(&["one.rhai", "ring.txt"]);
    let at = folder.0.path().display();
    let link = PathBuf::from(folder.path("link.rhai"));
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path("one.rhai"), &link).unwrap();
    #[cfg(not(unix))]
    fs::copy(folder.path("one.rhai"), &link).unwrap();
    let files =
        ["/etc/passwd", "/etc/shadow", "/dev/zero", "/dev/stdin", "/proc/self/environ", "/nothing/here", "./secret", "../secret"];
    let mut positions: Vec<String> = vec![
        format!("{at}/other.rhai@1"),
        format!("{at}/nothing.rhai@1"),
        format!("{at}/link.rhai@1"),
        format!("{at}/./one.rhai@1"),
        format!("{at}//one.rhai@1"),
        format!("{at}/../{}/one.rhai@1", folder.0.path().file_name().unwrap().to_string_lossy()),
        format!("{at}/one.rhai/../other.rhai@1"),
        format!("{at}/ONE.rhai@1"),
        "one.rhai@1".into(),
        "./one.rhai@1".into(),
        "/tmp/x.wasm@1".into(),
        "./x.wat@1".into(),
        format!("-{at}/other.rhai@1"),
        format!("nim@1 + {at}/other.rhai@1"),
        format!("\"{at}/other.rhai\"@1"),
        format!("\"{at}/one.rhai \"@1"),
        format!("digraph:{at}/secret.txt@a"),
        format!("digraph:{at}/nothing@a"),
        format!("digraph:{at}/one.rhai/../ring.txt@a"),
        format!("subtraction:{at}/secret@5"),
        format!("subtraction:{at}/amounts@5"),
        format!("hackenbush:{at}/secret.txt@a"),
    ];
    for file in files {
        for family in [
            "subtraction:F",
            "all-but:F",
            "stones:F",
            "no-repeat:F",
            "no-repeat:F:memory=2",
            "asymmetric:F/1",
            "asymmetric:1/F",
            "digraph:F",
            "hackenbush:F",
            "snort:F",
            "col:F",
            "subtraction:\"F\"",
        ] {
            positions.push(format!("{}@1", family.replace('F', file)));
        }
    }
    for position in positions {
        let reply = served.solve(&position);
        assert_eq!(reply.status, 422, "{position}: {reply:?}");
        let error = reply.json()["error"].as_str().unwrap().to_owned();
        assert!(
            !error.contains("No such file") && !error.contains("denied") && !error.contains("plain file"),
            "{position}: {error}"
        );
        // if the name is not the path of a plugin, or if the ruleset reads no file, no file is looked for
        if !["snort:", "col:", ".rhai \""].iter().any(|other| position.contains(other)) {
            assert!(error.contains("named when it was started"), "{position}: {error}");
        }
    }
    for (family, there, missing) in [
        ("subtraction:F", "secret", "nothing"),
        ("digraph:F", "secret.txt", "nothing.txt"),
        ("hackenbush:F", "secret.txt", "nothing.txt"),
        ("no-repeat:F", "secret", "nothing"),
        ("F", "other.rhai", "nothing.rhai"),
    ] {
        let told = |name: &str| {
            let path = folder.path(name);
            served.solve(&format!("{}@1", family.replace('F', &path))).body.replace(&path, "F")
        };
        assert_eq!(told(there), told(missing));
    }
}

#[test]
fn every_path_of_the_api_keeps_to_the_named_files() {
    let folder = Folder::new();
    let served = folder.served(&[]);
    let other = folder.path("other.rhai");
    for (path, question) in [
        ("solve", serde_json::json!({ "position": format!("{other}@1") })),
        ("strategy", serde_json::json!({ "position": format!("{other}@1") })),
        ("graph", serde_json::json!({ "position": format!("{other}@1") })),
        ("rows", serde_json::json!({ "family": other, "to": 5 })),
        ("quotient", serde_json::json!({ "family": other })),
        ("certify", serde_json::json!({ "family": other })),
        ("value", serde_json::json!({ "sum": format!("{other}@1") })),
        ("compare", serde_json::json!({ "left": "nim@1", "right": format!("{other}@1") })),
        ("table", serde_json::json!({ "pattern": format!("{other}@{{x}}+nim@{{y}}"), "x": [0, 2], "y": [0, 2] })),
    ] {
        served.ask(path, &question.to_string()).is_refused(422, "named when it was started");
    }
}

#[test]
fn plugins_are_listed_by_the_text_that_questions_name_them_with() {
    let folder = Folder::new();
    let served = folder.served(&["my one+two.rhai", "ring.txt", "one.rhai"]);
    let list = served.get("/api/rulesets").json();
    let files: Vec<&str> = list["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    assert_eq!(files, [&format!("\"{}\"", folder.path("my one+two.rhai")), &folder.path("ring.txt"), &folder.path("one.rhai")]);
    let rulesets = list["rulesets"].as_array().unwrap();
    let plugins: Vec<_> = rulesets.iter().filter(|ruleset| ruleset["kind"] == "plugin").collect();
    assert_eq!(plugins.len(), 2);
    assert_eq!(plugins[0]["play"], "take one");
    for plugin in plugins {
        served.solve(plugin["example"].as_str().unwrap()).is_fine();
    }
    served.solve(&format!("digraph:{}@a", files[1])).is_fine();
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_example_that_is_listed_is_answered() {
    let served = Served::new();
    let list = served.get("/api/rulesets").json();
    assert_eq!(list["version"], env!("CARGO_PKG_VERSION"));
    let rulesets = list["rulesets"].as_array().unwrap();
    assert!(rulesets.len() > 20);
    let examples: Vec<&str> = rulesets.iter().filter_map(|ruleset| ruleset["example"].as_str()).collect();
    assert!(examples.len() > 20);
    for example in examples {
        served.solve(example).is_fine();
    }
}

#[test]
fn files_that_cannot_be_used_are_refused_at_the_start() {
    let folder = Folder::new();
    fs::write(folder.path("bad.rhai"), "fn moves(n) {").unwrap();
    for name in ["nothing.rhai", "nothing.txt", "bad.rhai", "."] {
        let error = Server::bind(&Options { files: vec![folder.path(name)], ..options() }).unwrap_err();
        assert!(matches!(&error, NotStarted::File { path, .. } if *path == folder.path(name)), "{name}: {error}");
    }
}
