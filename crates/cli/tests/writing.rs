//! `-o` writes a file whole or not at all, and leaves no other files. A pipe in the place of a plain file is refused at once.

use crate::program::{Scratch, ask, command};
use std::fs;
use std::process::{Command, Output};

fn names(folder: &Scratch) -> Vec<String> {
    let entries = fs::read_dir(folder.as_str()).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Commands that write a file, without the name of the file.
const WRITERS: [&str; 4] =
    ["certify kayles -o", "strategy nim@3,4,5 -o", "quotient kayles -o", "sweep subtraction --largest 5 --checkpoint"];

#[test]
fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
    for writer in WRITERS {
        let folder = Scratch::folder("whole");
        let path = format!("{}/file", folder.as_str());
        for _ in 0..2 {
            ask(writer.split(' ').chain([path.as_str()])).text();
            assert_eq!(names(&folder), ["file"], "{writer}");
        }
        assert!(fs::metadata(&path).unwrap().len() > 100, "{writer}");
    }
}

/// Runs a command that cannot write a byte into files. At the first byte it gets an error or is killed.
#[cfg(target_os = "linux")]
fn without_room(writer: &str, path: &str, is_killed: bool) -> Output {
    let trap = if is_killed { "" } else { "trap '' XFSZ; " };
    let script = format!("{trap}ulimit -c 0; ulimit -f 0; exec \"$@\"");
    let program = command().get_program().to_owned();
    Command::new("sh").args(["-c", &script, "sh"]).arg(program).args(writer.split(' ')).arg(path).output().unwrap()
}

#[test]
fn theories_for_coq_stand_beside_each_other_and_overwrite_nothing() {
    let folder = Scratch::folder("coq");
    let inside = |name: &str| format!("{}/proofs/{name}", folder.as_str());
    let certify = |family: &str| ask(["certify", family, "--coq", &inside("")]);
    assert!(certify("kayles").text().contains("as a theorem in"));
    certify("octal:0.3").text();
    certify("kayles").text();
    let theories = sprague_coq::FILES.map(|(name, _)| name);
    let written = names(&folder);
    assert_eq!(written, ["proofs"]);
    for name in theories.iter().chain(&["kayles.v", "octal_0_3.v"]) {
        assert!(fs::metadata(inside(name)).is_ok(), "{name}");
    }
    let project = fs::read_to_string(inside("_CoqProject")).unwrap();
    assert!(project.ends_with("kayles.v\noctal_0_3.v\n"), "{project}");
    for name in ["Rows.v", "octal_0_07.v", "_CoqProject"] {
        let before = fs::read_to_string(inside(name)).ok();
        fs::write(inside(name), "mine").unwrap();
        let line = certify("octal:0.07").regret();
        assert!(line.contains(name) && line.contains("another file of this name"), "{line}");
        assert_eq!(fs::read_to_string(inside(name)).unwrap(), "mine");
        match before {
            Some(text) => fs::write(inside(name), text).unwrap(),
            None => fs::remove_file(inside(name)).unwrap(),
        }
    }
    assert!(fs::metadata(inside("octal_0_07.v")).is_err());
    let outside = format!("{}/outside", folder.as_str());
    for name in ["octal_0_07.v", "_CoqProject"] {
        let _ = fs::remove_file(inside(name));
        std::os::unix::fs::symlink(&outside, inside(name)).unwrap();
        assert!(certify("octal:0.07").regret().contains("another file of this name"), "nothing is written through a link");
        assert!(fs::metadata(&outside).is_err());
        fs::remove_file(inside(name)).unwrap();
    }
}

#[test]
fn theories_for_coq_are_written_beside_a_certificate_or_not_at_all() {
    let folder = Scratch::folder("both");
    let (file, theories) = (format!("{}/file", folder.as_str()), format!("{}/proofs", folder.as_str()));
    let line = ask(["certify", "kayles", "--play", "misere", "--coq", &theories, "-o", &file]).regret();
    assert!(line.contains("no Coq proof for this theorem"), "{line}");
    assert_eq!(names(&folder), [""; 0]);
    let report = ask(["certify", "kayles", "--coq", &theories, "-o", &file, "--format", "json"]).text();
    assert_eq!(names(&folder), ["file", "proofs"]);
    let last: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert!(last["coq"]["file"].as_str().unwrap().ends_with("kayles.v") && last["file"] == file, "{report}");
}

#[test]
fn an_order_is_a_theorem_of_two_values_alone() {
    let folder = Scratch::folder("order");
    let theories = format!("{}/proofs", folder.as_str());
    for (question, why) in [
        ("over 0", "loopy"),
        ("domineering@2x2 0", "no one value"),
        ("nim@1 nim@2 --play misere", "misère play"),
        ("game@300 game@-200", "the moves in a row would be 501"),
    ] {
        let line = ask(["compare"].into_iter().chain(question.split(' ')).chain(["--coq", &theories])).regret();
        assert!(line.contains(why), "{question}: {line}");
        assert_eq!(names(&folder), [""; 0]);
    }
    let report = ask(["compare", "^", "*", "--coq", &theories, "--format", "json"]).text();
    let said: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert!(said["relation"] == "||" && said["coq"]["file"].as_str().unwrap().ends_with("game_up_and_game_star.v"), "{report}");
}

#[test]
fn a_winner_is_a_theorem_on_one_vertex_of_a_graph_and_in_heaps() {
    let folder = Scratch::folder("winner");
    let (graph, theories) = (format!("{}/a.graph", folder.as_str()), format!("{}/proofs", folder.as_str()));
    fs::write(&graph, "start end\nround trip\ntrip round\n").unwrap();
    let at = |vertex: &str| format!("digraph:{graph}@{vertex}");
    let twice = format!("{}+{}", at("start"), at("start"));
    for (position, more, why) in [
        (at("round"), &[][..], "nobody can force a win"),
        (at("start"), &["--play", "misere"][..], "misère play"),
        (twice, &[][..], "neither one vertex of a digraph nor heaps"),
        ("nim@3+cram@2x2".to_owned(), &[][..], "neither one vertex of a digraph nor heaps"),
        ("grundy@3,4".to_owned(), &[][..], "winners of sums of such heaps"),
        ("domineering@2x2".to_owned(), &[][..], "partizan games"),
    ] {
        let line = ask(["strategy", &position, "--coq", &theories].iter().chain(more)).regret();
        assert!(line.contains("no Coq proof for this theorem") && line.contains(why), "{line}");
    }
    assert_eq!(names(&folder), ["a.graph"]);
    assert!(ask(["strategy", &at("start"), "--coq", &theories]).text().contains("the player who starts wins, as a theorem"));
    assert_eq!(names(&folder), ["a.graph", "proofs"]);
    // no strategy is computed for such large heaps, unless it is to be written
    let heaps = "kayles@1000000000009,1000000000021+nim@1000000000000000000000+nim@1000000000000000000000";
    let report: serde_json::Value =
        serde_json::from_str(&ask(["strategy", heaps, "--coq", &theories, "--format", "json"]).text()).unwrap();
    assert_eq!((&report["winner"], &report["draw"]), (&"other".into(), &false.into()), "{report}");
    let file = format!("{}/strategy.json", folder.as_str());
    let said = ask(["strategy", "nim@0,1", "--coq", &theories, "-o", &file]).text();
    assert!(said.contains(", 1 move written to ") && fs::read_to_string(&file).unwrap().contains("\"nim@"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_destroys_nothing_and_leaves_nothing() {
    for writer in &WRITERS[..3] {
        let folder = Scratch::folder("full");
        let path = format!("{}/file", folder.as_str());
        let ended = without_room(writer, &path, false);
        let line = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), line.lines().count()), (Some(1), 1), "{writer}: {line}");
        assert!(line.contains("File too large"), "{writer}: {line}");
        assert_eq!(names(&folder), [""; 0], "{writer}");
        fs::write(&path, "a good certificate").unwrap();
        for is_killed in [false, true] {
            assert!(!without_room(writer, &path, is_killed).status.success(), "{writer}");
            assert_eq!(fs::read_to_string(&path).unwrap(), "a good certificate", "{writer}");
            assert_eq!(names(&folder), ["file"], "{writer}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_checkpoint_without_room_leaves_nothing() {
    let folder = Scratch::folder("checkpoint");
    let path = format!("{}/file", folder.as_str());
    for is_killed in [false, true] {
        assert!(!without_room(WRITERS[3], &path, is_killed).status.success());
        assert_eq!(names(&folder), [""; 0]);
    }
    let more = "sweep subtraction --largest 18 --checkpoint";
    ask(format!("{more} {path} --limit-sets 20000").split(' ')).regret();
    let before = fs::read(&path).unwrap();
    for is_killed in [false, true] {
        assert!(!without_room(more, &path, is_killed).status.success());
        assert!(fs::read(&path).unwrap() == before);
        assert_eq!(names(&folder), ["file"]);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    for writer in &WRITERS[..3] {
        let line = ask(writer.split(' ').chain(["/no/such/folder/file"])).regret();
        assert!(line.contains("/no/such/folder/file"), "{line}");
        let folder = Scratch::folder("folder");
        ask(writer.split(' ').chain([folder.as_str()])).regret();
        assert_eq!(names(&folder), [""; 0]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn devices_are_written_and_full_ones_said() {
    for writer in &WRITERS[..3] {
        ask(writer.split(' ').chain(["/dev/null"])).text();
        assert!(ask(writer.split(' ').chain(["/dev/full"])).regret().contains("No space left"));
    }
}

#[cfg(unix)]
#[test]
fn pipes_that_should_be_plain_files_are_refused_at_once() {
    let folder = Scratch::folder("pipes");
    for ending in ["json", "rhai", "wasm", "wat"] {
        let path = format!("{}/pipe.{ending}", folder.as_str());
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let calls = [
            vec!["check".to_owned(), path.clone()],
            vec!["solve".to_owned(), format!("digraph:{path}@a")],
            vec!["solve".to_owned(), format!("subtraction:{path}@3")],
            vec!["analyse".to_owned(), format!("all-but:{path}")],
            vec!["solve".to_owned(), format!("{path}@3")],
            vec!["test".to_owned(), path.clone()],
        ];
        for call in &calls[..if ending == "json" { 4 } else { 6 }] {
            let said = ask(call);
            assert!(said.work() < 10.0, "{}", said.question);
            assert!(said.refusal().contains("not a plain file"), "{call:?}");
        }
    }
    let pipe = format!("{}/pipe.json", folder.as_str());
    let checkpoint = ask(["sweep", "subtraction", "--largest", "5", "--checkpoint", &pipe]);
    assert!(checkpoint.regret().contains("not a plain file"));
}
