//! Plugins as users see them: they are created, tested and solved, and hostile ones do no harm.

use crate::program::{Scratch, ask, command, tell};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The template of a ruleset in Rust, compiled as it is, with its placeholders.
#[path = "../templates/rust/src/lib.rs"]
#[allow(unreachable_pub, reason = "it is written for a crate of its own")]
mod begun;

pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sprague-plugins-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a plugin and returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs the program in a folder, and returns exit status, output and errors.
pub(crate) fn ask_in(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let said = command().args(args).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (said.status.code().unwrap(), text(said.stdout), text(said.stderr))
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_script_is_begun_tried_and_solved() {
    let folder = Folder::new("script");
    let (status, out, _) = ask_in(&folder.0, &["new", "my-game", "--as", "rhai"]);
    assert_eq!((status, out.contains("wrote my-game.rhai")), (0, true));
    let (status, out, err) = ask_in(&folder.0, &["test", "my-game.rhai"]);
    assert_eq!(status, 0, "{out}{err}");
    let (_, out, _) = ask_in(&folder.0, &["solve", "./my-game.rhai@23+nim@4", "--format", "json"]);
    assert!(out.contains("\"nimber\":5"), "{out}");
    let (_, out, _) = ask_in(&folder.0, &["analyse", "./my-game.rhai", "--to", "8"]);
    assert!(out.contains("nimber   0 0 1 0 2 1 3 0 4"), "{out}");
    // existing files are never overwritten
    let (status, _, err) = ask_in(&folder.0, &["new", "my-game", "--as", "rhai"]);
    assert_eq!((status, err.contains("nothing was written")), (2, true));
}

#[test]
fn a_module_is_begun_tried_and_solved() {
    let folder = Folder::new("module");
    assert_eq!(ask_in(&folder.0, &["new", "mine", "--as", "wasm"]).0, 0);
    let (status, out, err) = ask_in(&folder.0, &["test", "mine/mine.wat"]);
    assert_eq!(status, 0, "{out}{err}");
    let (_, out, _) = ask_in(&folder.0, &["solve", "mine/mine.wat@23", "--format", "json"]);
    assert!(out.contains("\"nimber\":1,"), "{out}");
}

#[test]
fn a_crate_is_begun_whole() {
    let folder = Folder::new("crate");
    assert_eq!(ask_in(&folder.0, &["new", "half-nim", "--as", "rust"]).0, 0);
    let main = fs::read_to_string(folder.0.join("half-nim/src/main.rs")).unwrap();
    assert!(main.contains("use half_nim::Game;") && main.contains("half-nim@{heap}"), "{main}");
    for file in ["Cargo.toml", "README.md", "src/lib.rs", "tests/laws.rs", "examples/who_wins.rs"] {
        let text = fs::read_to_string(folder.0.join("half-nim").join(file)).unwrap();
        assert!(["NAME", "IDENT", "CRATE("].iter().all(|word| !text.contains(word)), "{file}: {text}");
    }
    let manifest = fs::read_to_string(folder.0.join("half-nim/Cargo.toml")).unwrap();
    let needs: Vec<&str> = manifest.lines().filter(|line| line.starts_with("sprague")).collect();
    assert!(needs.len() == 2 && needs[0].starts_with("sprague = ") && needs[1].starts_with("sprague-testkit = "), "{manifest}");
    for path in needs.iter().map(|line| line.split("path = \"").nth(1).unwrap().strip_suffix("\" }").unwrap()) {
        assert!(Path::new(path).join("Cargo.toml").exists(), "{path}");
    }
    let (status, _, err) = ask_in(&folder.0, &["new", "other", "--as", "rust", "--sprague", "no-folder"]);
    assert_eq!((status, err.contains("no-folder: expected the folder with the source of sprague")), (2, true), "{err}");
}

#[test]
#[ignore = "release: it builds the whole project once more"]
fn release_a_crate_that_was_begun_answers() {
    let folder = Folder::new("built-crate");
    assert_eq!(ask_in(&folder.0, &["new", "half-nim", "--as", "rust"]).0, 0);
    let cargo = |args: &[&str]| {
        let said = Command::new("cargo").args(args).current_dir(folder.0.join("half-nim")).output().unwrap();
        assert!(said.status.success(), "{args:?}: {}", String::from_utf8_lossy(&said.stderr));
        String::from_utf8(said.stdout).unwrap()
    };
    assert!(cargo(&["run", "--", "23"]).starts_with("half-nim@23: won for the player to move, who takes 8\n"));
    assert!(cargo(&["test"]).contains("test result: ok"));
    assert!(cargo(&["run", "--example", "who_wins"]).contains("7 is lost"));
    let readme = fs::read_to_string(folder.0.join("half-nim/README.md")).unwrap();
    let manifest = fs::read_to_string(folder.0.join("half-nim/Cargo.toml")).unwrap();
    folder.write("half-nim/Cargo.toml", &manifest.replace("[dependencies]\n", blocks(&readme, "toml")[0]));
    folder.write("half-nim/src/main.rs", blocks(&readme, "rust")[0]);
    assert!(cargo(&["run", "--", "solve", "half-nim@23+nim@4", "--format", "json"]).contains("\"nimber\":5"));
    assert!(cargo(&["run", "--", "rulesets"]).contains("half-nim"));
}

#[test]
fn the_crate_that_is_begun_is_a_ruleset() {
    use sprague::{any, registry::Entry};
    use sprague_questions::{RowPlan, Session, Solve, analyse, registry, solve};
    let entry = Entry::new("begun", |_| Ok(any::one_heap(begun::Game))).example("begun@23");
    let session = Session::with(registry().with([entry]));
    let answer = solve(&session.position("begun@23+nim@4").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    assert_eq!(answer.nimber().unwrap().to_string(), "5");
    let rows = analyse(&session.family("begun").unwrap(), &RowPlan { to: 8, ..RowPlan::default() }).unwrap();
    assert_eq!(rows.to_json()["nimbers"], serde_json::json!([0, 0, 1, 0, 2, 1, 3, 0, 4]));
}

sprague_testkit::laws! { impartial begun_laws, rules: begun::Game, positions: 0..=20, also: notation, words, erasure }

const TWICE: &str = "fn moves(n) { if n > 3 { [#{ label: `a`, to: n - 1 }, #{ label: `a`, to: n - 2 }] } else { [] } }";

#[test]
#[ignore = "slow: seconds"]
fn slow_a_broken_law_is_shown_at_the_smallest_position() {
    let folder = Folder::new("broken");
    let twice = folder.write("twice.rhai", TWICE);
    let said = ask(["test", &twice, "17"]);
    assert_eq!(said.status, 1, "{said:?}");
    assert!(said.out.contains("broken: each move is listed once at 4:"), "{}", said.out);
    let said = ask(["play", &format!("{twice}@5")]);
    assert!(said.status == 1 && said.err.contains("the move `a` is listed twice"), "{said:?}");
    assert!(!said.out.contains("You have no move"), "{said:?}");
    let grows = folder.write("grows.rhai", "fn moves(n) { [0, n + 1] }");
    let said = ask(["test", &grows, "3"]);
    assert!(said.status == 1 && said.out.contains("broken: play ends"), "{said:?}");
    let unreadable = folder.write(
        "unreadable.rhai",
        "fn moves(n) { if n.len == 3 { [] } else { [n + [1]] } } fn parse(t) { [] } fn show(n) { `x` }",
    );
    let said = ask(["test", &unreadable, "x"]);
    assert!(said.status == 1 && said.out.contains("broken: what is shown is read again"), "{said:?}");
}

/// Asserts that a hostile plugin ends with exit status 1, within limits on time and memory, and with one line of error that
/// names the plugin and its fault.
fn is_refused(question: &str, path: &str, why: &str) {
    let said = ask(["solve", question]);
    assert_eq!(said.status, 1, "{said:?}");
    assert_eq!((said.out.as_str(), said.err.lines().count()), ("", 1), "{said:?}");
    assert!(said.err.contains(path) && said.err.contains(why), "{why}: {said:?}");
    assert!(said.work() < 2.0 && said.mebibytes < 256, "{said:?}");
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_hostile_scripts_are_refused_in_one_line() {
    let folder = Folder::new("hostile");
    let cases = [
        ("loop", "fn moves(n) { loop { } }", "`moves`: more than 5000000 operations"),
        ("top", "loop { } fn moves(n) { [] }", "`loading`: more than 5000000 operations"),
        ("recursion", "fn f(n) { f(n) } fn moves(n) { f(n) }", "`moves`: functions called each other"),
        ("grow", "fn moves(n) { [n + 2, n + 1] }", "`moves`: a play of"),
        ("below", "fn moves(n) { if n == 0 { [] } else { [n - 1, n - 3] } }", "it leads to `-"),
        ("branch", "fn moves(n) { [0, n + 1].filter(|m| m != n) }", "`moves`: a play of"),
        ("longer", "fn moves(n) { [`${n}x`] }", "`moves`: a play of"),
        ("double", "fn moves(n) { [`${n}${n}x`] }", "`moves`: a position of more than"),
        ("twice", TWICE, "the law `each move is listed once`"),
        ("eval", "fn moves(n) { eval(\"[]\") }", "`loading`"),
        ("import", "import \"x\" as x; fn moves(n) { [] }", "`loading`"),
        ("bits", "fn moves(n) { if n & 1 == 1 { [n - 1] } else { [] } }", "brackets are needed, as in (x & 1) == 1"),
        ("truths", "fn moves(n) { if n > 0 && n & 1 == 1 { [n - 1] } else { [] } }", "brackets around `&`, as in (x & 1) == 1"),
        ("unshown", "fn moves(n) { [] } fn parse(t) { 7 } fn show(n) { throw \"no\" }", "`show`: it threw: no"),
        ("clock", "fn moves(n) { timestamp(); [] }", "`moves`: Function not found: timestamp"),
        ("float", "fn moves(n) { [0.5] }", "`moves`"),
        ("string", "fn moves(n) { let s = \"x\"; loop { s += s; } }", "`moves`"),
        ("array", "fn moves(n) { let a = [0]; loop { a += a; } }", "`moves`"),
        ("pad", "fn moves(n) { let a = []; a.pad(1000000000, 7); a }", "`moves`"),
    ];
    for (name, text, why) in cases {
        let path = folder.write(&format!("{name}.rhai"), text);
        is_refused(&format!("{path}@7"), &path, why);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn files_that_never_end_are_not_waited_for() {
    let folder = Folder::new("special");
    let pipe = folder.0.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for (name, target) in
        [("pipe.rhai", pipe.as_path()), ("zero.wasm", Path::new("/dev/zero")), ("log.wat", Path::new("/proc/kmsg"))]
    {
        let path = folder.0.join(name);
        std::os::unix::fs::symlink(target, &path).unwrap();
        let said = ask(["solve", &format!("{}@7", path.display())]);
        assert!(said.status != 0 && said.err.lines().count() == 1 && said.work() < 5.0, "{said:?}");
        let said = ask(["solve", &format!("digraph:{}@a", target.display())]);
        assert!(said.status == 2 && said.err.lines().count() == 1 && said.work() < 5.0, "{said:?}");
    }
}

#[test]
fn other_plugins_go_on_when_one_fails() {
    let folder = Folder::new("beside");
    let bad = folder.write("bad.rhai", "fn moves(n) { loop { } }");
    let good = folder.write("good.rhai", "fn moves(n) { if n > 0 { [n - 1] } else { [] } }");
    let said = tell(["solve", "-"], format!("{bad}@3\n{good}@3\n{bad}@4\n{good}@4+nim@2\n").as_bytes());
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!((said.status, lines.len()), (0, 4), "{said:?}");
    assert!(lines[0].contains("`moves`: more than") && lines[2].contains("\"stopped\":\"fault\""), "{}", said.out);
    assert!(lines[1].contains("\"nimber\":1") && lines[3].contains("\"nimber\":2"), "{}", said.out);
}

#[test]
fn an_ending_of_its_own_is_played_alone_and_modified() {
    let folder = Folder::new("ending");
    let text = "fn moves(n) { if n > 0 { [n - 1] } else { [] } } fn terminal_outcome(n) { \"win\" }";
    let path = folder.write("last.rhai", text);
    assert!(ask(["solve", &format!("{path}@2")]).out.contains("won for the player to move"));
    assert!(ask(["solve", &format!("{path}@3")]).out.contains("lost for the player to move"));
    let said = ask(["solve", &format!("{path}@3+nim@1")]);
    assert!(said.status == 2 && said.err.contains("no meaning"), "{said:?}");
    let said = ask(["solve", &format!("{path}@3"), "--play", "misere"]);
    assert!(said.status == 2 && said.err.contains("these rules say themselves who has won"), "{said:?}");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_no_repeat_stacks_on_a_plugin() {
    let folder = Folder::new("stacked");
    let text = "fn moves(n) { [1, 2, 3].filter(|s| s <= n).map(|s| #{ label: `take ${s}`, to: n - s }) }";
    let path = folder.write("take.rhai", text);
    for heap in 0..12 {
        for last in ["", "/take_1", "/take_3"] {
            let built_in = last.replace("take_", "");
            let json = |question: String| ask(["solve", &question, "--format", "json"]).out;
            let nimber =
                |answer: &str| answer.split("\"nimber\":").nth(1).map(|rest| rest.split([',', '}']).next().unwrap().to_owned());
            let ours = json(format!("no-repeat:{path}@{heap}{last}"));
            let theirs = json(format!("no-repeat:1-3@{heap}{built_in}"));
            assert!(nimber(&ours).is_some() && nimber(&ours) == nimber(&theirs), "{heap}{last}: {ours} {theirs}");
        }
    }
}

#[test]
fn no_repeat_remembers_the_amount_taken_where_moves_have_no_labels() {
    let folder = Folder::new("unlabelled");
    let nimbers = |family: &str| -> Vec<serde_json::Value> {
        let lines: String = (0..25).map(|heap| format!("{family}@{heap}\n{family}@{heap}/1\n")).collect();
        let said = tell(["solve", "-", "--format", "json"], lines.as_bytes());
        said.out.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["nimber"].clone()).collect()
    };
    for (script, amounts) in [
        ("fn moves(heap) { [1, 3].filter(|a| a <= heap).map(|a| heap - a) }", "1,3"),
        ("fn heap_options(n) { [1, 2, 4, 19].filter(|a| a <= n).map(|a| [n - a]) }", "1,2,4,19"),
    ] {
        let path = folder.write("rules.rhai", script);
        for memory in 1..=3 {
            let [ours, theirs] = [&path, amounts].map(|rules| nimbers(&format!("no-repeat:{rules}:memory={memory}")));
            assert!(ours.len() == 50 && ours == theirs, "{script} {memory}: {ours:?}");
        }
        for no_amount in ["take_1", "0", "01"] {
            let said = ask(["solve", &format!("no-repeat:{path}@3/{no_amount}")]);
            assert!(said.status == 2 && said.err.contains("the amount that was taken"), "{said:?}");
        }
    }
    // without labels, moves of texts cannot be identified, nor moves that take nothing
    for (script, at) in [
        ("let example = `aa`; fn moves(s) { if s.len > 1 { [s.sub_string(1)] } else { [] } }", "aa"),
        ("let example = 4; fn moves(n) { if n == 4 { [5] } else { [] } }", "4"),
    ] {
        let path = folder.write("unnamed.rhai", script);
        let said = ask(["solve", &format!("no-repeat:{path}@{at}")]);
        assert!(said.status != 0 && said.err.contains("needs a label for each move"), "{said:?}");
    }
    // in a sum, taking the same amount is the same move, whichever heap it is taken from
    let labelled = "fn moves(n) { [1, 3].filter(|a| a <= n).map(|a| #{ label: `take ${a}`, to: n - a }) }";
    let path = folder.write("labelled.rhai", labelled);
    for position in ["1~1/take_1", "1~0/take_1"] {
        let said = ask(["solve", &format!("no-repeat:{path}@{position}")]);
        assert!(said.out.contains("lost"), "{said:?}");
    }
    // this also holds if a part without moves is left out
    let summed = format!("{labelled} fn summands(n) {{ if n == 0 {{ [] }} else {{ [n] }} }}");
    let path = folder.write("summed.rhai", &summed);
    let said = ask(["solve", &format!("no-repeat:{path}@1~0/take_1")]);
    assert!(said.out.contains("lost"), "{said:?}");
    // with neighbours, a number is a set of cells, so that no amount is taken from it
    let cells = "let example = 15; fn moves(n) { [1, 2].filter(|a| (n & a) != 0).map(|a| n - a) } fn neighbours(c) { if c > 3 { return (); } 0 }";
    let path = folder.write("cells.rhai", cells);
    let said = ask(["solve", &format!("no-repeat:{path}@15")]);
    assert!(said.status != 0 && said.err.contains("needs a label for each move"), "{said:?}");
}

#[test]
fn a_trial_asks_for_heap_0_and_is_none_without_a_position() {
    let folder = Folder::new("trial");
    for (script, why) in [
        ("fn heap_options(n) { if n == 0 { [99] } else { [[n - 1, n - 1, n - 1, n - 1]] } }", "heaps only shrink"),
        ("fn heap_options(n) { [[n - 1]] }", "is not a heap (a number from 0 on)"),
    ] {
        let path = folder.write("heaps.rhai", script);
        let said = ask(["test", &path, "--plays", "2"]);
        assert!(said.status == 1 && said.out.contains("broken: every call answers at 0: ") && said.out.contains(why), "{said:?}");
    }
    let path = folder.write("good.rhai", "fn heap_options(n) { if n == 0 { [] } else { [[n / 2, n / 2]] } }");
    let said = ask(["test", &path, "--plays", "2"]);
    assert!(said.status == 0 && !said.out.contains("answers                   held on 0 positions"), "{said:?}");
}

#[test]
fn positions_of_plugins_are_any_text_in_quotes() {
    let folder = Folder::new("texts");
    let solved = |script: &str, position: &str| {
        let path = folder.write("text.rhai", script);
        let said = ask(["solve", &format!("{path}@{position}"), "--format", "json"]);
        assert_eq!(said.status, 0, "{said:?}");
        let answer = said.json();
        let to = answer["winning_moves"][0]["to"].as_str().map(|to| to.rsplit_once('@').unwrap().1.to_owned());
        // the position as it is shown is the same question
        let shown = answer["position"].as_str().unwrap().to_owned();
        assert_eq!(ask(["solve", &shown, "--format", "json"]).json()["nimber"], answer["nimber"], "{shown}");
        (answer["nimber"].as_u64().unwrap(), shown.rsplit_once("rhai@").unwrap().1.to_owned(), to)
    };
    for text in ["a~b", "a,b", "a+b", "a@b", "a b", " a ", "[1,2", "a)b", "\""] {
        let [typed, escaped] = [text.replace('"', "\"\""), text.replace('"', "\\\"")];
        let script = format!("let example = \"{escaped}\"; fn moves(s) {{ if s == \"{escaped}\" {{ [\"c\"] }} else {{ [] }} }}");
        let is_divided = ["a~b", "a,b"].contains(&text);
        let to = if is_divided { "\"c\"" } else { "c" };
        assert_eq!(solved(&script, &format!("\"{typed}\"")), (1, format!("\"{typed}\""), Some(to.to_owned())));
        // without quotes it would be two positions
        let path = folder.write("text.rhai", &script);
        let unquoted = ask(["solve", &format!("{path}@{text}")]);
        assert!(!is_divided || unquoted.status == 2 && unquoted.err.contains("double quotes"), "{unquoted:?}");
        // the sum of two equal positions is lost
        assert_eq!(solved(&script, &format!("\"{typed}\"~\"{typed}\"")).0, 0, "{text}");
    }
    // flip two adjacent pluses
    let flips = "let example = `++`; fn moves(s) { let all = []; for i in 1..s.len() { if s[i] == '+' && s[i - 1] == '+' { let t = s; t[i] = '-'; t[i - 1] = '-'; all.push(t); } } all }";
    let nimbers: Vec<u64> = (1..12).map(|n| solved(flips, &format!("\"{}\"", "+".repeat(n))).0).collect();
    assert_eq!(nimbers, [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3]);
    // delete two equal adjacent letters, possibly down to the empty text
    let deletes = "let example = `abba`; fn moves(s) { let all = []; for i in 1..s.len() { if s[i] == s[i - 1] { all.push(s.sub_string(0, i - 1) + s.sub_string(i + 1)); } } all }";
    assert_eq!(solved(deletes, "abba"), (0, "abba".to_owned(), None));
    assert_eq!(solved(deletes, "aa"), (1, "aa".to_owned(), Some("\"\"".to_owned())));
    assert_eq!(solved(deletes, "\"\"").0, 0);
    let path = folder.write("deletes.rhai", deletes);
    for typed in ["", "aa,", "aa~"] {
        assert_eq!(ask(["solve", &format!("{path}@{typed}")]).status, 2, "{typed}");
    }
    let path = folder.write("deletes.rhai", &deletes.replace("`abba`", "`abba,`"));
    let said = ask(["test", &format!("{path}@\"a,b\",\"aa\"")]);
    assert!(said.status == 0 && said.out.contains("seen from \"a,b\", \"aa\""), "{said:?}");
    // a position that contains a slash, followed by the previous move
    let path = folder.write(
        "rows.rhai",
        "let example = `x/o`; fn moves(s) { if s == `x/o` { [#{ label: `a`, to: `o` }, #{ label: `b`, to: `x` }] } else { [] } }",
    );
    assert!(ask(["solve", &format!("no-repeat:{path}@{{x/o}}/a")]).out.contains("b  ->"));
    assert!(ask(["solve", &format!("no-repeat:{path}@x/o")]).err.contains("braces around the position"));
}

#[test]
fn boards_of_a_script_are_typed_by_size_and_listed_by_it() {
    let folder = Folder::new("boards");
    let dominoes = "fn dominoes(board, step) { let all = []; for at in 0..board.len() - step { if board[at] == '.' && board[at + step] == '.' \
                    { let after = board; after[at] = '#'; after[at + step] = '#'; all.push(after); } } all }";
    let path = folder.write(
        "cram.rhai",
        &format!(
            "let example = `..../....`; {dominoes} fn moves(board) {{ let all = dominoes(board, 1); if board.contains('/') {{ all += \
             dominoes(board, board.index_of('/') + 1); }} all }} fn positions(size) {{ let row = ``; row.pad(size[1], '.'); let all = row; \
             for i in 1..size[0] {{ all += `/` + row; }} [all] }}"
        ),
    );
    let nimber = |question: &str| ask(["solve", question, "--format", "json"]).json()["nimber"].clone();
    for size in ["1x4", "2x3", "3x3"] {
        assert_eq!(nimber(&format!("{path}@{size}")), nimber(&format!("cram@{size}")), "{size}");
    }
    for (text, why) in
        [("hello", "expected the characters `#`, `.`, `/`"), ("../.", "rows of one length"), ("2x3x4", "the characters")]
    {
        let said = ask(["solve", &format!("{path}@{text}")]);
        assert!(said.status == 2 && said.err.contains(why), "{said:?}");
    }
    let table = |name: &str| ask(["table", &format!("{name}@{{x}}x{{y}}"), "--x", "1-3", "--y", "1-3", "--format", "csv"]).text();
    assert_eq!(table(&path), table("cram"));
    let found = ask(["find", &path, "--to", "2x3", "--where", "nimber > 0", "--format", "json"]).json();
    let found: Vec<&str> = found["positions"].as_array().unwrap().iter().map(|at| at["position"].as_str().unwrap()).collect();
    assert_eq!(found.iter().map(|at| at.rsplit_once('@').unwrap().1).collect::<Vec<_>>(), ["..", "./.", "...", ".../..."]);
    let failing = folder.write("failing.rhai", "fn moves(n) { [] } fn positions(size) { [-1] }");
    let said = ask(["find", &failing, "--to", "3"]);
    assert!(said.status != 0 && said.err.contains("positions"), "{said:?}");
}

pub(crate) fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_page_about_the_first_ruleset_is_true() {
    let page = include_str!("../../../docs/your-first-ruleset.md");
    let folder = Folder::new("page");
    let (scripts, modules) = (blocks(page, "rhai"), blocks(page, "wat"));
    assert_eq!((scripts.len(), modules.len()), (2, 1));
    folder.write("half.rhai", scripts[0]);
    folder.write("kayles.rhai", scripts[1]);
    folder.write("half.wat", modules[0]);
    let shown = |command: &str| {
        let from = page.find(&format!("$ {command}\n")).unwrap() + command.len() + 3;
        page[from..].split("```").next().unwrap()
    };
    let solve = "sprague solve ./half.rhai@23";
    assert_eq!(ask_in(&folder.0, &["solve", "./half.rhai@23"]).1, shown(solve));
    assert_eq!(ask_in(&folder.0, &["test", "half.rhai"]).1, shown("sprague test half.rhai"));
    assert!(ask_in(&folder.0, &["solve", "./half.wat@23"]).1.contains("./half.wat@15"));
    assert!(ask_in(&folder.0, &["analyse", "./kayles.rhai", "--to", "100"]).1.contains("period 12 from n = 71 on, observed"));
    for line in
        blocks(page, "console").last().unwrap().lines().filter(|line| !line.contains(" play ./") && !line.contains("| dot"))
    {
        let words: Vec<&str> = line.split('#').next().unwrap().split_whitespace().skip(2).collect();
        let (status, _, err) = ask_in(&folder.0, &words);
        assert_eq!(status, 0, "{line}: {err}");
    }
}

#[test]
fn an_empty_summand_is_a_position_and_one_that_cannot_be_written_is_a_fault() {
    let text = r#"let example = "LR";
        fn left_moves(row) { take(row, 'L', 'R') }
        fn right_moves(row) { take(row, 'R', 'L') }
        fn take(row, mine, theirs) {
            let found = [];
            for at in 0..row.len() {
                if row[at] == mine && row.contains(theirs) { let after = row; after[at] = '.'; found.push(after); }
            }
            found
        }
        fn summands(row) { row.split('.') }
        fn negative(row) { let a = ""; for c in row { a += if c == 'L' { 'R' } else if c == 'R' { 'L' } else { c }; } a }"#;
    let script = Scratch::file("empty-summands.rhai", text);
    assert_eq!(ask(["value", &format!("{}@LR", script.as_str()), "--format", "json"]).json()["value"], "*");
    let unwritten = text.replace("row.split('.')", r#"row.split('.').map(|part| if part == "" { "\x07" } else { part })"#);
    let script = Scratch::file("unwritten-summands.rhai", &unwritten);
    let why = "has a control character";
    let known = ask(["value", &format!("{}@LR", script.as_str()), "--format", "json"]).stopped();
    assert_eq!((&known["stopped"], known["reason"].as_str().unwrap().contains(why)), (&"fault".into(), true), "{known}");
    for claim in ["at_least", "at_most", "outcome_class", "components"] {
        assert!(known.get(claim).is_none(), "{claim}: {known}");
    }
    let tried = ask(["test", script.as_str()]);
    let said = format!("{}{}", tried.out, tried.err);
    assert!(tried.status == 1 && said.contains(why), "{said}");
}

#[test]
fn positions_that_are_any_text_are_no_table_of_pairs() {
    let script = Scratch::file("texts.rhai", "let example = \"LR\"; fn left_moves(row) { [] } fn right_moves(row) { [] }");
    assert!(ask(["table", script.as_str(), "--to", "4x4"]).refusal().contains("a ruleset whose positions have two numbers"));
}
