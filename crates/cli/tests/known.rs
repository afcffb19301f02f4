//! At a limit, and at Ctrl-C, everything that is known is printed.

use crate::program::{ask_words, command};
use serde_json::{Value, json};
#[cfg(unix)]
use std::io::{BufRead, BufReader, Write};
#[cfg(unix)]
use std::process::Stdio;

#[track_caller]
fn stopped(line: &str) -> Value {
    let answer = ask_words(&format!("{line} --format json")).stopped();
    assert!(answer["seconds"].is_number() || answer["why"].is_string(), "{line}: {answer}");
    answer
}

#[test]
fn an_outcome_that_is_decided_is_said_where_the_nimber_is_not() {
    let few = stopped("solve cram@5x6 --nimber --limit-positions 20000");
    assert_eq!((&few["outcome"], &few["visited"]), (&Value::Null, &json!(20000)), "{few}");
    assert_eq!(few["try"], json!(["--outcome-only", "--limit-positions 200000"]));
    let more = stopped("solve cram@5x6 --nimber --limit-positions 60000");
    assert_eq!((&more["outcome"], &more["nimber"]), (&json!("win"), &Value::Null), "{more}");
    let words = ask_words("solve cram@5x6 --nimber --limit-positions 60000").regret();
    assert!(words.contains("stopped after 60000 positions, and it is won for the player to move; "), "{words}");
    assert!(words.contains("--limit-positions allows more, --outcome-only asks for less"), "{words}");
}

#[test]
fn moves_that_are_decided_are_said() {
    // 5 × 5 is lost, so every move leads to a position that is won
    let some = stopped("solve cram@5x5 --moves all --limit-positions 7000");
    let moves = some["moves"].as_array().unwrap_or_else(|| panic!("{some}"));
    assert!(!moves.is_empty() && moves.iter().all(|mv| mv["outcome"] == "win" && mv["nimber"].is_number()), "{some}");
    assert_eq!(some["outcome"], "loss");
    // winning moves are listed as they are found, and all of them are in the whole answer
    let whole = ask_words("solve cram@5x6 --format json").json();
    let some = stopped("solve cram@5x6 --limit-positions 60000");
    let listed = |answer: &Value| answer["winning_moves"].as_array().cloned().unwrap_or_default();
    assert!(listed(&some).iter().all(|mv| listed(&whole).contains(mv)), "{some}");
    assert!(some["winning_moves_total"].is_null());
}

#[test]
fn who_starts_a_partizan_position_is_said() {
    let some = stopped("solve clobber@3x5 --play misere --limit-positions 1000");
    let whole = ask_words("solve clobber@3x5 --play misere --format json").json();
    for key in ["outcome", "first"] {
        assert_eq!(some[key], whole[key], "{some}");
    }
}

#[test]
fn bounds_of_a_value_and_values_of_components_are_said() {
    let some = stopped("value domineering@2x3+domineering@6x6+nim@3 --limit-positions 20000");
    assert_eq!(some["components"], json!([{ "position": "domineering@.../...", "value": "{2|-1/2}" }]), "{some}");
    let number = |key: &str| some[key].as_str().unwrap_or_else(|| panic!("{some}")).to_owned();
    let words = ask_words("value domineering@2x3+domineering@6x6+nim@3 --limit-positions 20000").regret();
    let [low, high] = ["at_least", "at_most"].map(number);
    let said =
        format!(", and the value is at least {low} and at most {high}, infinitesimals apart, domineering@.../... = {{2|-1/2}}; ");
    assert!(words.contains(&said) && words.contains("solve --outcome-only asks for less"), "{words}");
    // what is known of Clobber before a search
    let words = ask_words("value clobber@5x6 --limit-positions 20000").regret();
    assert!(words.contains(", and the value is 0, infinitesimals apart; "), "{words}");
    // bounds that decide the winner; they do not apply to a changed value
    let left = stopped("value domineering@2x2+domineering@6x6+game@100 --limit-positions 20000");
    assert_eq!(left["outcome_class"], "L", "{left}");
    let cooled = stopped("value domineering@2x2+domineering@6x6+game@100 --cool 1 --limit-positions 20000");
    assert!(cooled["at_least"].is_null() && cooled["outcome_class"].is_null() && cooled["components"].is_array(), "{cooled}");
}

#[test]
fn cells_rows_and_sets_that_were_found_are_shown() {
    let table = stopped("table cram --to 6x6 --limit-positions 3000");
    let cells: Vec<&Value> = table["nimbers"].as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap()).collect();
    assert!(cells.iter().any(|cell| cell.is_number()) && cells.iter().any(|cell| cell.is_null()), "{table}");
    assert_eq!(table["try"], json!(["--rows outcomes", "--limit-positions 30000"]));
    let said = ask_words("table cram --to 6x6 --limit-positions 3000");
    assert!(said.status == 1 && said.out.starts_with("cram: nimbers") && said.err.contains("--limit-positions allows more"));

    let rows = stopped("analyse octal:0.007 --to 10^7 --limit-positions 1000");
    assert_eq!((rows["nimbers"].as_array().unwrap().len(), &rows["try"]), (1001, &json!(["--limit-positions 10000"])));

    let sets = stopped("sweep subtraction --largest 30 --limit-sets 5");
    assert_eq!((&sets["try"], &sets["stopped"]), (&json!(["--checkpoint FILE", "--limit-sets 50"]), &json!("positions")));
    assert!(sets["why"].is_string());
    let said = ask_words("sweep subtraction --largest 40 --limit-time 0.2").regret();
    assert!(said.contains("sets done: ") && said.contains("--checkpoint FILE saves the progress"), "{said}");
}

#[test]
fn a_question_that_no_theorem_answers_says_so_in_the_form_that_is_wanted() {
    for (question, why) in [
        ("certify grundy", "no known theorem can prove a period of this family"),
        ("certify octal:0.007 --seek 20000", "these rows prove no period; `seek` allows more rows"),
        ("quotient knights", "misère quotients are computed only for take-and-break codes and grundy"),
    ] {
        let said = ask_words(&format!("{question} --format json"));
        assert_eq!((said.status, &*said.err), (1, ""), "{question}");
        assert_eq!(serde_json::from_str::<Value>(&said.out).unwrap(), json!({ "error": why, "at": 0 }), "{question}");
        ask_words(question).regret();
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_loaded_rules_are_told_what_leaves_less_to_search() {
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins/cram.rhai");
    let said = ask_words(&format!("solve {rules}@6x6 --limit-positions 100")).regret();
    assert!(said.contains("canonical and summands in the rules leave less to search"), "{said}");
}

/// Runs the program, sends Ctrl-C after a moment, and returns the exit status and standard output.
#[cfg(unix)]
fn interrupted(line: &str) -> (Option<i32>, String) {
    let child = command().args(line.split_whitespace()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let child = child.unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    press(child.id());
    let said = child.wait_with_output().unwrap();
    (said.status.code(), String::from_utf8(said.stdout).unwrap())
}

#[cfg(unix)]
fn press(process: u32) {
    let sent = std::process::Command::new("kill").args(["-INT", &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

#[cfg(unix)]
#[test]
#[ignore = "slow: seconds"]
fn slow_ctrl_c_is_a_limit() {
    let (status, out) = interrupted("solve cram@7x9 --format json");
    let answer: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{status:?}: {out}"));
    assert_eq!((status, &answer["stopped"]), (Some(1), &json!("interrupt")), "{answer}");
    assert!(answer["visited"].as_u64().unwrap() > 0 && answer["try"] == json!(["--outcome-only"]), "{answer}");
    // the rows so far
    let (status, out) = interrupted("analyse octal:0.106 --to 10^8 --format bfile");
    assert!(status == Some(1) && out.starts_with("0 0\n1 1\n"), "{status:?} {}", out.len());
    // this also holds if formatting all that is known would take long
    let (status, out) = interrupted("analyse asymmetric:1,3/2,4 --rows values --to 20000000");
    assert!(status == Some(1) && out.contains("proved (bounded look-back)"), "{status:?} {}", out.len());
    assert!(out.lines().count() < 2_000_000, "{}", out.len());
    let (status, out) = interrupted("sweep subtraction --largest 45 --format json");
    let answer: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{status:?}: {out}"));
    assert!(status == Some(1) && answer["stopped"] == "interrupt" && answer["swept"].is_number(), "{answer}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_programs_thinking_and_not_the_game() {
    let (status, out) = interrupted("play cram@7x9 --second --level perfect");
    assert_eq!(status, Some(0), "{out}");
    assert!(out.contains("could not find the best move (stopped on request), and makes any move\nthe program: "), "{out}");
    assert!(out.contains("no more input: the game ends here\n"), "{out}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_batch_at_once_while_it_waits() {
    let mut child = command().args(["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut questions, mut answers) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
    questions.write_all(b"nim@3\n").unwrap();
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    assert!(line.contains("win"), "{line}");
    press(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130), "no question runs, so nothing is to be said");
}
