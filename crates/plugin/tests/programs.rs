//! Programs as plugins: a valid one, and many invalid ones.
#![cfg(unix)]

use sprague_core::Player;
use sprague_core::any::AnyImpartial;
use sprague_plugin::Plugin;
use sprague_plugin::laws::{Effort, Law, try_laws};
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A shell script in a file, which is deleted when this is dropped.
struct Script(PathBuf);

impl Script {
    fn of(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sprague-program-{}-{name}.sh", std::process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    /// Starts the script as a plugin that has three seconds for an answer.
    fn plugin(&self) -> Plugin {
        Plugin::start_with(&format!("\"sh {}\"", self.0.display()), Duration::from_secs(3)).unwrap()
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

/// Returns a script for the game "take one or three tokens", with `more` cases before its own.
fn one_or_three(more: &str) -> String {
    format!(
        r#"while read -r line; do
n=$(printf %s "$line" | tr -dc 0-9)
case $line in
{more}
*about*) echo '{{"name":"One or three","rules":"take one or three","notation":"a heap","example":"9"}}' ;;
*options*)
  if [ -z "$n" ]; then echo '{{"error":"a heap in digits"}}'
  elif [ "$n" -ge 3 ]; then echo "{{\"options\":[[\"take 1\",\"$((n-1))\"],[\"take 3\",\"$((n-3))\"]]}}"
  elif [ "$n" -ge 1 ]; then echo "{{\"options\":[[\"take 1\",\"$((n-1))\"]]}}"
  else echo '{{"options":[]}}'; fi ;;
esac
done"#
    )
}

/// Returns the failure after a request for the options of a heap.
fn fault_of(name: &str, text: &str) -> String {
    let script = Script::of(name, text);
    let began = Instant::now();
    let plugin = script.plugin();
    if plugin.rules().fault().is_none()
        && let Ok(position) = plugin.rules().read("5")
    {
        let mut moves = vec![];
        plugin.rules().moves(&position, Player::Left, 0, &mut moves);
        for mv in &moves {
            plugin.rules().moves(&mv.to, Player::Left, 0, &mut vec![]);
        }
        plugin.rules().summands(&position, &mut vec![]);
    }
    assert!(began.elapsed() < Duration::from_secs(30), "{name} took {:?}", began.elapsed());
    plugin.fault().map(|fault| fault.to_string()).unwrap_or_default()
}

#[test]
fn a_program_is_a_ruleset_like_others() {
    let script = Script::of("good", &one_or_three(""));
    let plugin = script.plugin();
    assert_eq!((plugin.about().name.as_str(), plugin.fault()), ("One or three", None));
    let rules = plugin.rules();
    let typed = AnyImpartial::try_from(rules.clone()).unwrap();
    let built_in = sprague_rules_subtraction::Subtraction::of([1, 3]).unwrap();
    for heap in 0..12 {
        let position = rules.read(&heap.to_string()).unwrap();
        assert_eq!(rules.show(&position), heap.to_string());
        assert_eq!(sprague::evaluate::nimber(&typed, &position), sprague::evaluate::nimber(&built_in, &heap), "{heap}");
    }
    let refused = rules.read("x").unwrap_err();
    assert_eq!((refused.at, &*refused.expected, rules.recheck()), (0, "a heap in digits", None));
}

#[test]
fn partizan_programs_have_values_and_sums() {
    // Left takes one, Right takes two; heaps are joined by dots
    let text = r#"while read -r line; do
n=$(printf %s "$line" | tr -dc 0-9)
case $line in
*about*) echo '{"partizan":true,"answers":["negative","bounds"]}' ;;
*negative*) echo '{"negative":null}' ;;
*bounds*) echo "{\"bounds\":[null,$n]}" ;;
*options*)
  left='[]'; right='[]'
  [ "$n" -ge 1 ] && left="[\"$((n-1))\"]"
  [ "$n" -ge 2 ] && right="[\"$((n-2))\"]"
  echo "{\"left\":$left,\"right\":$right}" ;;
esac
done"#;
    let script = Script::of("partizan", text);
    let plugin = script.plugin();
    let rules = plugin.rules();
    let counted = |heap: &str, player| {
        let mut options = vec![];
        rules.options(&rules.read(heap).unwrap(), player, 0, &mut options);
        options.len()
    };
    assert_eq!(Player::BOTH.map(|player| counted("1", player)), [1, 0]);
    assert_eq!(Player::BOTH.map(|player| counted("2", player)), [1, 1]);
    assert_eq!(plugin.fault(), None);
}

#[test]
fn hostile_programs_end_with_their_reason() {
    let about = r#"read -r line; echo '{"name":"Bad"}'"#;
    let good = |options: &str| format!("{about}\nwhile read -r line; do {options}; done");
    for (name, text, reason) in [
        ("silent", "exec >&-".to_owned(), "`about`: it ended (exit status: 0)"),
        (
            "dies",
            format!("{about}\nread -r line\necho 'out of luck' >&2\nexit 3"),
            "`options`: it ended (exit status: 3): out of luck",
        ),
        ("killed", format!("{about}\nread -r line\nkill -9 $$"), "`options`: it ended (signal: 9"),
        ("leaves", format!("{about}\nread -r line\nsleep 60 &\nexit 4"), "`options`: it ended (exit status: 4)"),
        ("hangs", format!("{about}\nread -r line\nexec sleep 60"), "`options`: no answer within 3 s, by the clock"),
        ("floods", format!("{about}\nread -r line\nexec yes"), "`options`: it answered `y `, which is not a JSON object"),
        (
            "one-line",
            format!("{about}\nread -r line\nexec tr '\\0' a </dev/zero"),
            "`options`: a line of more than 4194304 bytes",
        ),
        // the extra line may arrive before the next question or as its answer
        ("chatters", good(r#"echo '{"options":["4"]}'; echo more"#), "more"),
        ("garbage", good("echo '[1'"), "`options`: it answered `[1 `, which is not a JSON object"),
        ("no-object", good("echo '[]'"), "`options`: a JSON object was expected, not []"),
        ("not-utf8", good(r"printf '\377\n'"), "`options`: it answered what is not UTF-8"),
        ("no-key", good("echo '{}'"), "`options`: there is no `options` in its answer"),
        ("number", good(r#"echo '{"options":[4]}'"#), "`options`: a position is text, not 4"),
        ("escape", good(r#"echo '{"options":["\u001b[2J"]}'"#), "has a control character"),
        ("half", good(r#"echo '{"options":[["a","4"],"3"]}'"#), "`options`: some moves have labels and some have none"),
        ("twice", good(r#"echo '{"options":[["a","4"],["a","3"]]}'"#), "each move is listed once"),
        ("label", good(r#"echo '{"options":[[1,"4"],[2,"3"]]}'"#), "`options`: a label is text, not 1"),
        (
            "unknown",
            r#"read -r line; echo '{"bound":7}'; read -r line"#.to_owned(),
            "`about`: `bound` is not known; there are name, title, aim, brief, rules",
        ),
        ("answers", r#"read -r line; echo '{"answers":["dreams"]}'; read -r line"#.to_owned(), "`answers` may have summands"),
        (
            "sum",
            one_or_three(
                r#"*about*) echo '{"answers":["summands"]}' ;; *summands*'"5"'*) echo '{"summands":["2"]}' ;; *summands*) echo "{\"summands\":[\"$n\"]}" ;;"#,
            ),
            "`summands`: at `5`: ",
        ),
    ] {
        let fault = fault_of(name, &text);
        assert!(fault.starts_with("the ruleset failed: exec:\"sh ") && fault.contains(reason), "{name}: {fault}");
        assert!(!fault.contains('\u{1b}'), "{name}: {fault}");
    }
}

#[test]
fn a_program_that_reads_nothing_makes_nobody_wait() {
    // prints answers at about the rate of the questions, until the pipe is full of unread questions
    let text = r#"echo '{"name":"Deaf"}'; while sleep 0.002; do echo '{"options":["4"]}'; done"#;
    let script = Script::of("deaf", text);
    let began = Instant::now();
    let plugin = script.plugin();
    let position = "7".repeat(3000);
    while plugin.rules().fault().is_none() {
        plugin.rules().read(&position).ok();
        assert!(began.elapsed() < Duration::from_secs(60));
    }
    let fault = plugin.fault().unwrap().to_string();
    assert!(fault.contains("reads no questions") || fault.contains("without a question"), "{fault}");
}

#[test]
fn a_program_that_changes_its_mind_is_found_out() {
    let text = one_or_three(
        r#"*options*'"5"'*) i=$((i+1)); if [ $((i%2)) -eq 0 ]; then echo '{"options":["4"]}'; else echo '{"options":["3"]}'; fi ;;"#,
    );
    let script = Script::of("mind", &text);
    let plugin = script.plugin();
    let position = plugin.rules().read("5").unwrap();
    for _ in 0..40 {
        plugin.rules().options(&position, Player::Left, 0, &mut vec![]);
        plugin.rules().moves(&position, Player::Left, 0, &mut vec![]);
    }
    let fault = plugin.fault().map(|fault| fault.to_string()).unwrap_or_default();
    assert!(fault.contains("`options`"), "{fault}");
    assert_eq!(plugin.broken_law(), Some(Law::EqualPositionsHaveEqualOptions), "{fault}");
}

#[test]
fn laws_of_a_program_that_takes_its_time_are_tried_within_theirs() {
    let script = Script::of("slow", &one_or_three("*options*) sleep 0.1; echo '{\"options\":[]}' ;;"));
    let began = Instant::now();
    let effort = Effort { time: Duration::from_millis(500), plays: 1_000, ..Effort::default() };
    let report = try_laws(&|| script.plugin(), &["9", "8", "7"], effort);
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    assert_eq!((report.broken, report.stopped), (None, None));
    assert!(report.positions > 0);
}

#[test]
fn what_cannot_be_started_says_why() {
    for typed in ["./no-such-program", "\"./no-such-program with words\""] {
        let fault = Plugin::start(typed).unwrap().fault().unwrap().to_string();
        assert!(fault.contains("`loading`: ./no-such-program cannot be started: "), "{fault}");
    }
    assert!(Plugin::start("\"\"").unwrap().fault().unwrap().to_string().contains("expected a program"));
    assert!(Plugin::start("\"./open").is_err());
}

#[test]
fn a_program_ends_with_its_rules() {
    let mark = Script::of("mark", "");
    let text = format!("{}\nrm {}", one_or_three(""), mark.0.display());
    let script = Script::of("ends", &text);
    let plugin = script.plugin();
    assert!(plugin.rules().read("5").is_ok());
    drop(plugin);
    // the script is killed or sees the end of its input; in both cases it ends
    assert!(plugin_is_gone(&script));
}

/// Returns `true` if no process with this script is left, after waiting for a while.
fn plugin_is_gone(script: &Script) -> bool {
    let name = script.0.display().to_string();
    let is_left = || {
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok()).any(|line| line.contains(&name))
    };
    (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        !is_left()
    })
}

#[test]
fn a_typed_position_that_swallows_its_neighbours_is_the_fault_of_who_typed_it() {
    let script = Script::of("typed", &one_or_three(""));
    let plugin = script.plugin();
    for typed in ["\"3", "\"3\"4", "3~\"4", "a\u{7}"] {
        assert!(plugin.rules().read(typed).is_err(), "{typed}");
    }
    assert!(plugin.rules().read("3").is_ok());
    assert_eq!(plugin.fault(), None);
}

#[test]
fn positions_with_a_control_character_are_refused() {
    let fault = fault_of("open", &one_or_three("*options*5*) echo '{\"options\":[[\"take 1\",\"4\\u0007\"]]}' ;;"));
    assert!(fault.contains("has a control character"), "{fault}");
}
