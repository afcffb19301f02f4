//! Bounds on scripts: positions, memory, time and text.

use crate::plugins::{Folder, ask_in};
use crate::program::ask;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

#[cfg(unix)]
#[test]
#[ignore = "slow: seconds"]
fn slow_a_program_that_was_stopped_answers_as_if_it_had_not_been() {
    let folder = Folder::new("stopped");
    let busy = "let i = 0; while i < 60000 { i += 1; } if n > 0 { [n - 1] } else { [] }";
    for (name, function, question) in [
        ("heaps", "heap_options", &["analyse", "./heaps.rhai", "--to", "20", "--seek", "20"][..]),
        ("moves", "moves", &["solve", "./moves.rhai@8"][..]),
    ] {
        folder.write(&format!("{name}.rhai"), &format!("fn {function}(n) {{ {busy} }}"));
        let start = || {
            let mut program = Command::new(env!("CARGO_BIN_EXE_sprague"));
            program.args(question).current_dir(&folder.0).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
        };
        let expected = start().wait_with_output().unwrap();
        assert!(expected.status.success(), "{}", String::from_utf8_lossy(&expected.stderr));
        let program = start();
        let signal =
            |name: &str| assert!(Command::new("kill").args([name, &program.id().to_string()]).status().unwrap().success());
        thread::sleep(Duration::from_millis(300));
        signal("-STOP");
        thread::sleep(Duration::from_millis(2_000));
        signal("-CONT");
        let said = program.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&said.stderr), String::from_utf8_lossy(&expected.stderr), "{name}");
        assert_eq!(said.stdout, expected.stdout, "{name}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_laws_of_scripts_are_seen_where_nothing_repeats() {
    let folder = Folder::new("laws");
    folder.write("half.rhai", "fn moves(n) { let r = []; for t in 1..=(n / 2) { r.push(n - t); } r }");
    folder.write("heap.rhai", "fn heap_options(n) { let r = []; for t in 1..=(n / 2) { r.push([n - t]); } r }");
    let law = |file: &str, to: &str| ask_in(&folder.0, &["analyse", file, "--to", to]).1;
    for file in ["./half.rhai", "./heap.rhai"] {
        let out = law(file, "99");
        assert!(out.contains("\nlaw: G(2n) = n, G(2n + 1) = G(n); observed in "), "{out}");
        assert!(out.contains(" rows, not proved\nno period seen\n"), "{out}");
    }
    assert!(!law("./half.rhai", "10").contains("law"), "ten rows are too few");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_stands_for_a_position_is_for_memory_only_and_tried() {
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins");
    let (_, out, _) = ask_in(Path::new(examples), &["solve", "./wythoff.rhai@8.3", "--line"]);
    assert!(out.starts_with("./wythoff.rhai@8.3: won") && out.contains("->  ./wythoff.rhai@5.3\n"), "{out}");
    let (_, out, _) = ask_in(Path::new(examples), &["solve", "./fives.rhai@12+kayles@5"]);
    assert!(out.contains("1: take 2  ->  ./fives.rhai@10!+kayles@5\n"), "{out}");
    let (_, out, _) = ask_in(Path::new(examples), &["test", "wythoff.rhai"]);
    assert!(out.contains("canonical positions have the options held on 6 positions"), "{out}");

    let folder = Folder::new("canonical");
    folder.write(
        "pair.rhai",
        "let example = [3, 0]; fn moves(p) { let r = []; for t in 1..=p[0] { r.push([p[0] - t, p[1]]); } \
         for t in 1..=min(2, p[1]) { r.push([p[0], p[1] - t]); } r } fn canonical(p) { [min(p[0], p[1]), max(p[0], p[1])] }",
    );
    let (status, out, _) = ask_in(&folder.0, &["test", "pair.rhai", "5.4"]);
    assert!(status == 1 && out.contains("broken: canonical positions have the options at 3.0: "), "{out}");
    // the position may also be typed as in questions
    assert_eq!(ask_in(&folder.0, &["test", "pair.rhai@5.4"]).1, out);
    for question in ["./pair.rhai@3.0", "./pair.rhai@3.0+nim@4", "./pair.rhai@5.4"] {
        for play in ["normal", "misere"] {
            let (status, out, err) = ask_in(&folder.0, &["solve", question, "--play", play]);
            assert_eq!((status, out.as_str()), (1, ""), "{question}");
            assert!(err.contains("`canonical`") && err.contains("`canonical positions have the options`"), "{err}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_falls_apart_and_what_has_a_negative_is_tried() {
    let examples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins"));
    let (_, out, _) = ask_in(examples, &["test", "domineering.rhai", ".../#..", "--plays", "20"]);
    for law in ["summands have the options", "canonical positions have the options", "negatives exchange the players"] {
        assert!(out.lines().any(|line| line.starts_with(&format!("  {law:<36} held on "))), "{law}: {out}");
    }
    let (_, out, _) = ask_in(examples, &["test", "wythoff.rhai"]);
    assert!(!out.contains("summands") && !out.contains("negatives"), "nothing is said of what it does not have: {out}");

    // Left takes an `a`, Right takes a `b`
    let take = "fn taken(p, k) { if p[k] > 0 { p[k] -= 1; [p] } else { [] } } fn left_moves(p) { taken(p, 0) } fn right_moves(p) { taken(p, 1) }";
    let folder = Folder::new("images");
    for (function, law, how) in [
        ("summands(p) { [[p[0], 0]] }", "summands have the options", "`0.0` can be reached by right, but nothing like it from"),
        ("canonical(p) { [p[0], 0] }", "canonical positions have the options", "nothing like it from `0.0`, which stands for it"),
        (
            "negative(p) { p }",
            "negatives exchange the players",
            "from its negative `0.1` right can reach `0.0`, but left nothing",
        ),
    ] {
        folder.write("pair.rhai", &format!("let example = `2.3`; {take} fn {function}"));
        let (status, out, _) = ask_in(&folder.0, &["test", "pair.rhai"]);
        assert!(status == 1 && out.contains(&format!("broken: {law} at 0.1: ")) && out.contains(how), "{function}: {out}");
        let (status, out, err) = ask_in(&folder.0, &["solve", "./pair.rhai@2.3"]);
        let name = &function[..8];
        assert!(name == "negative" || (status == 1 && out.is_empty() && err.contains(name)), "{function}: {out}{err}");
    }
    folder.write(
        "pair.rhai",
        &format!("let example = `2.3`; {take} fn summands(p) {{ [[p[0], 0], [0, p[1]]] }} fn negative(p) {{ [p[1], p[0]] }}"),
    );
    let (status, out, _) = ask_in(&folder.0, &["test", "pair.rhai"]);
    assert!(status == 0 && out.contains("negatives exchange the players"), "{out}");
    assert!(ask_in(&folder.0, &["solve", "./pair.rhai@2.3,3.2"]).1.contains("outcome class P"));
}

#[test]
fn heaps_of_two_players_have_rows_of_classes() {
    let examples = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins"));
    let outcomes = |family: &str| {
        let (status, out, err) = ask_in(examples, &["analyse", family, "--to", "12", "--format", "json"]);
        assert_eq!(status, 0, "{err}");
        let answer: serde_json::Value = serde_json::from_str(&out).unwrap();
        (answer["outcomes"].as_str().unwrap().to_owned(), answer["period"]["status"].as_str().map(str::to_owned))
    };
    assert_eq!(outcomes("./partizan-kayles.rhai"), ("PLNLLLLLLLLLL".to_owned(), None));
    assert_eq!(outcomes("./left-right.rhai"), outcomes("asymmetric:2,5,9/3,4,8"));
    let shown = |question: &str| ask_in(examples, &["solve", question]).1.lines().next().map(str::to_owned).unwrap();
    assert!(shown("./partizan-kayles.rhai@007").starts_with("./partizan-kayles.rhai@7:"));
    assert!(shown("nim@007").starts_with("nim@7:"));
}

#[test]
fn positions_of_another_kind_than_the_example_are_refused_with_what_was_expected() {
    let folder = Folder::new("kinds");
    let moves = "fn moves(n) { let f = []; for k in [1, 3] { if k <= n { f.push(n - k); } } f }";
    folder.write("one-or-three.rhai", &format!("let position = \"a heap\"; let example = \"7\"; {moves}"));
    for (text, at) in [("x", 21), ("7x", 22), ("-7", 21), ("007", 21), ("7.5", 22)] {
        let (status, out, err) = ask_in(&folder.0, &["solve", &format!("./one-or-three.rhai@{text}")]);
        assert_eq!((status, out.as_str()), (2, ""), "{text}");
        assert!(err.contains(&format!("character {at}, ")), "{text}: {err}");
        assert!(err.contains("expected a heap (a whole number from 0)"), "{text}: {err}");
    }
    assert!(ask_in(&folder.0, &["solve", "./one-or-three.rhai@7"]).1.contains("won"));
    let (_, out, _) = ask_in(&folder.0, &["test", "one-or-three.rhai"]);
    assert!(out.contains("\n  a position is typed as a whole number from 0\n"), "{out}");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_lists_that_hold_themselves_are_freed() {
    let folder = Folder::new("leak");
    let down = "if n > 0 { [n - 1] } else { [] } }";
    for captured in [
        "for k in 0..3 { let a = [0]; let f = || a; let s = []; s.pad(30000, n); a[0] = s; a += [f]; }",
        "for x in [[n], [n + 1]] { let f = || x; x += [f]; x.pad(30000, 2); } let p = [n]; let g = |x| { let d = || p; d }; g.call(1);",
        "try { throw [n] } catch (e) { let f = || e; e += [f]; e.pad(30000, 2); } let m = #{}; let h = || m; m.h = h; m.s = [n]; m.s.pad(30000, n);",
        "let o = [1, 2]; o.for_each(|i| { let t = [1]; let f = || t; t += [f]; t.pad(30000, 0); });",
    ] {
        let path = folder.write("leak.rhai", &format!("fn heap_options(n) {{ {captured} {down}"));
        let said = ask(["analyse", &path, "--to", "300", "--seek", "300", "--limit-memory", "200M"]);
        assert_eq!(said.status, 0, "{}", said.err);
        assert!(said.mebibytes < 150, "{captured}: {} MiB", said.mebibytes);
    }
    let right = "fn moves(n) { let left = n - 1; let f = || left; let found = [left, f.call() - 1]; let g = || found; \
         let all = [g.call()]; all[0].filter(|n| n >= 0) }";
    let path = folder.write("right.rhai", right);
    let values = ask(["analyse", &path, "--to", "8", "--seek", "8"]);
    assert!(values.out.contains("nimber   0 1 2 0 1 2 0 1 2"), "{}", values.out);
}

#[test]
fn what_a_script_prints_reaches_standard_error_with_what_it_was_asked() {
    let folder = Folder::new("prints");
    let take = "if n > 0 { [n - 1] } else { [] }";
    folder.write("mine.rhai", &format!("print(`begun`); fn moves(n) {{ print(`\u{1b}[31m${{n}}\u{202e}\n!`); {take} }}"));
    let (status, out, err) = ask_in(&folder.0, &["solve", "./mine.rhai@3"]);
    assert_eq!((status, out.lines().next()), (0, Some("./mine.rhai@3: won for the player to move")));
    let mut lines: Vec<&str> = err.lines().collect();
    lines.sort_unstable();
    let line = |n: u32| format!(r"./mine.rhai: moves({n}): \u001b[31m{n}\u202e !");
    assert_eq!(lines, ["./mine.rhai: loading: begun".to_owned(), line(0), line(1), line(2), line(3)], "each once, and harmless");

    let long = "let line = ``; line.pad(5000, 'x');";
    folder.write(
        "much.rhai",
        &format!("fn moves(n) {{ {long} print(line + n); for k in 0..9 {{ debug(`${{n}} ${{k}}`) }} {take} }}"),
    );
    let (status, _, err) = ask_in(&folder.0, &["solve", "./much.rhai@300"]);
    assert_eq!((status, err.lines().count()), (0, 201), "{err}");
    assert!(
        err.lines().all(|line| line.chars().count() < 300) && err.ends_with("further output of plugins is not shown\n"),
        "{err}"
    );
}
