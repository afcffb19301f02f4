//! Rulesets that are programs can be started only by the command line, not by a text that the program reads.
#![cfg(unix)]

use crate::plugins::{Folder, ask_in};
use crate::program::{command, seconds_of_stop};
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

/// Creates a folder with a program for the game "take one or two tokens".
fn with_program(name: &str) -> Folder {
    with(
        name,
        "one-or-two",
        r#"#!/bin/sh
while read -r question; do
  heap=$(printf %s "$question" | tr -dc 0-9)
  case $question in *about*) echo '{"example":"7"}'; continue ;; esac
  options=
  [ "$heap" -ge 1 ] && options="\"$((heap - 1))\""
  [ "$heap" -ge 2 ] && options="$options,\"$((heap - 2))\""
  echo "{\"options\":[$options]}"
done
"#,
    )
}

fn with(name: &str, program: &str, text: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write(program, text);
    fs::set_permissions(folder.0.join(program), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// Creates a folder with a program that describes itself, and then neither answers nor ends. The process that it starts does
/// not end either.
fn with_deaf(name: &str) -> Folder {
    let text = r#"#!/bin/sh
trap '' HUP INT TERM
read -r question
echo '{"example":"7"}'
(while :; do sleep 1000; done) &
echo $$ $! >pids.new
mv pids.new pids
while :; do sleep 1000; done
"#;
    with(name, "deaf", text)
}

/// Returns the processes of that program when they are running.
fn processes(folder: &Folder) -> Vec<String> {
    let began = Instant::now();
    loop {
        if let Ok(text) = fs::read_to_string(folder.0.join("pids")) {
            return text.split_whitespace().map(str::to_owned).collect();
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it was not started");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Waits until these processes, which are not children of this process, have ended.
fn assert_end(processes: &[String], after: &str) {
    let is_running = |process: &String| {
        let state = fs::read_to_string(format!("/proc/{process}/stat")).ok();
        state.is_some_and(|state| !state.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z')))
    };
    let began = Instant::now();
    while processes.iter().any(is_running) {
        assert!(began.elapsed() < Duration::from_secs(5), "after {after} there is one of {processes:?}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_program_ends_with_the_command_however_that_ends() {
    for (name, signal) in [("INT", Signal::INT), ("TERM", Signal::TERM), ("KILL", Signal::KILL), ("HUP", Signal::HUP)] {
        let folder = with_deaf(&format!("programs-{name}"));
        let mut asking = command();
        asking.args(["solve", "exec:./deaf@7"]).current_dir(&folder.0).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = asking.spawn().unwrap();
        let processes = processes(&folder);
        let began = Instant::now();
        kill_process(Pid::from_child(&child), signal).unwrap();
        let said = child.wait_with_output().unwrap();
        assert!(began.elapsed() < Duration::from_secs(5), "{name}: {:?}", began.elapsed());
        let err = String::from_utf8_lossy(&said.stderr);
        assert!(name != "INT" || said.status.code() == Some(1) && err.contains("stopped on request"), "{err}");
        assert_end(&processes, name);
    }
}

#[test]
fn a_program_is_waited_for_no_longer_than_the_question_has_time() {
    for question in [&["solve", "exec:./deaf@7"][..], &["find", "--from", "exec:./deaf@7"], &["test", "exec:./deaf"]] {
        let folder = with_deaf(&format!("programs-{}", question[0]));
        let began = Instant::now();
        let (status, _, err) = ask_in(&folder.0, &[question, &["--limit-time", "0.5"]].concat());
        let took = began.elapsed().as_secs_f64();
        assert_eq!(status, 1, "{err}");
        let said = seconds_of_stop(&err);
        assert!(said >= 0.5 && said < took + 0.05 && took < 5.0, "{said} s in {took} s: {err}");
        assert_end(&processes(&folder), question[0]);
    }
}

#[test]
fn a_program_that_was_changed_is_another_question() {
    let folder = with_program("programs-changed");
    let find = ["find", "--from", "exec:./one-or-two@3", "--where", "nimber = 0", "--checkpoint", "saved"];
    assert_eq!(ask_in(&folder.0, &find).0, 0);
    assert_eq!(ask_in(&folder.0, &find).0, 0);
    let text = fs::read_to_string(folder.0.join("one-or-two")).unwrap();
    folder.write("one-or-two", &text.replace("heap - 2", "heap - 1"));
    let (status, _, err) = ask_in(&folder.0, &find);
    assert!(status != 0 && err.contains("with files"), "{err}");
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_a_program_that_the_command_names_is_a_ruleset() {
    let folder = with_program("programs-named");
    let (status, out, _) = ask_in(&folder.0, &["solve", "exec:./one-or-two@7+nim@3"]);
    assert_eq!(status, 0);
    assert!(out.contains("nimber 2") && out.contains("exec:./one-or-two@"), "{out}");
    let (status, out, _) = ask_in(&folder.0, &["test", "exec:./one-or-two"]);
    assert!(status == 0 && out.contains("play ends, or comes back"), "{out}");
    let (status, out, err) = ask_in(&folder.0, &["solve", "exec:\"./one-or-two with words\"@7", "--outcome-only"]);
    assert!(status == 0 && out.contains("won for the player to move"), "{out}{err}");
    let (status, _, err) = ask_in(&folder.0, &["solve", "exec:./nothing@7"]);
    assert!(status == 1 && err.contains("./nothing cannot be started"), "{err}");
}

/// Runs the program with this input. Returns its output and errors.
fn fed(folder: &Folder, args: &[&str], input: &str) -> String {
    let mut child = command();
    child.args(args).current_dir(&folder.0).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = child.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let said = child.wait_with_output().unwrap();
    String::from_utf8_lossy(&said.stdout).into_owned() + &*String::from_utf8_lossy(&said.stderr)
}

#[test]
fn nothing_that_is_read_starts_a_program() {
    let folder = with_program("programs-read");
    let touch = "exec:touch";
    for (args, input) in [
        (&["solve", "-"][..], "exec:touch@./touched\nexec:\"touch touched\"@1\n".to_owned()),
        (&["value", "-"], "exec:\"touch touched\"@1\n".to_owned()),
        (&["compare", "-"], "exec:\"touch touched\"@1 exec:\"touch touched\"@2\n".to_owned()),
        (&["analyse", "-"], "exec:\"touch touched\"\n".to_owned()),
        // with other arguments it is another program
        (&["solve", "-", "--limit-time", "exec:\"touch other\"@1"], "exec:\"touch touched\"@1\n".to_owned()),
    ] {
        let said = fed(&folder, args, &input);
        assert!(!folder.0.join("touched").exists(), "{args:?}: {said}");
        assert!(said.contains("error") || said.contains("expected"), "{args:?}: {said}");
    }
    // programs that are named in other files
    let (_, certificate, _) = ask_in(&folder.0, &["certify", "kayles"]);
    let (_, strategy, _) = ask_in(&folder.0, &["strategy", "nim@3,4"]);
    let (_, comparison, _) = ask_in(&folder.0, &["compare", "domineering@2x2", "nim@1", "--certificate"]);
    for (text, family) in [(certificate, "kayles"), (strategy, "nim"), (comparison, "domineering")] {
        assert!(text.contains(family), "{text}");
        folder.write("forged.json", &text.replace(family, touch).replace("octal:0.77", touch));
        let (status, out, err) = ask_in(&folder.0, &["check", "forged.json"]);
        assert!(status != 0 && !folder.0.join("touched").exists(), "{out}{err}");
    }
    folder.write("exec.rhai", "let code = \"exec:touch touched\";");
    folder.write("list.txt", "exec:\"touch touched\"\n");
    for family in
        ["./exec.rhai@1", "no-repeat:./exec.rhai@1", "subtraction:./list.txt@1", "game:./list.txt@1", "digraph:./list.txt@a"]
    {
        let (status, out, err) = ask_in(&folder.0, &["solve", family]);
        assert!(status != 0 && !folder.0.join("touched").exists(), "{family}: {out}{err}");
    }
    // graphs on disk outlive the program with which they were made, so they are refused
    let (status, _, err) = ask_in(&folder.0, &["solve", "exec:./one-or-two@7", "--shards", "graph"]);
    assert!(status != 0 && err.contains("for a graph in files"), "{err}");
}

#[test]
fn agents_start_no_program() {
    let folder = with_program("programs-agents");
    let lines = [
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"solve","arguments":{"position":"exec:\"touch touched\"@1"}}}"#,
    ];
    let said = fed(&folder, &["mcp"], &(lines.join("\n") + "\n"));
    assert!(said.contains("own arguments") && !folder.0.join("touched").exists(), "{said}");
}
