//! Text for people fits the terminal. Every command is tested at several widths, and no word may be cut.

use crate::plugins::Folder;
use crate::program::command;
use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Output, Stdio};

/// Arguments for each command, and its input.
const QUESTIONS: &[(&str, &str)] = &[
    ("atlas octal/analyse-octal-0.77", ""),
    ("find domineering --squares 6 --sort temperature --histogram outcome_class", ""),
    ("find --from asymmetric:1/2@6 --where not(number)", ""),
    ("analyse kayles --explain", ""),
    ("analyse no-repeat:1-5 --to 60", ""),
    ("analyse stones:1-3:wins=even", ""),
    ("analyse nim --to 3000", ""),
    ("analyse knights:12", ""),
    ("analyse digraph:maze.graph", ""),
    ("analyse kayles --summary --explain", ""),
    ("solve nim@3,4,5 --explain --line", ""),
    ("solve knights@3.4,5.5 --rule conjunctive --explain", ""),
    ("solve kayles@12,7,9 --outcome-only --explain", ""),
    ("solve kayles@12,7,9 --best fastest --nimber", ""),
    ("solve knights@2.2,2.3,3.3,6.3,2.6,7.7 --rule selective", ""),
    ("solve game@{1|-1}+asymmetric:1,2/none@2+game@^* --moves all --explain", ""),
    ("value game@{4||1|-3}+game@{1|0||*} --dag", ""),
    ("value asymmetric:1,3/2@7+kayles@5+game@^ --cool 1/2", ""),
    ("compare asymmetric:1,3/2@7+kayles@5+game@^ game@{4||1|-3}+game@{1|0||*}", ""),
    ("count clobber@3x4 --depth 9", ""),
    ("table wythoff --to 9x13", ""),
    ("table domineering --to 3x3 --rows values", ""),
    ("play knights@3.4,5.5 --rule conjunctive --level perfect", "?\nhint\nx\n1 5\n"),
    ("play nim@3,4,5 --play misere --level perfect", "?\nmoves\nhint\n1\n1\nundo\nquit\n"),
    ("play cram@3x4 --level perfect", "hint\n1\n1\n1\n1\n1\n"),
    ("certify kayles -o kayles.json", ""),
    ("check kayles.json", ""),
    ("strategy nim@3,4,5 -o nim.json", ""),
    ("check nim.json", ""),
    ("sweep subtraction --largest 5 --digest --histogram", ""),
    ("sweep octal --digits 1 --histogram", ""),
    ("quotient kayles", ""),
    ("quotient kayles --to 7", ""),
    ("identify 0,1,2,3", ""),
    ("identify 5,5,5", ""),
    ("nim mex{0,1}*7/sqrt(9)", ""),
    ("plot kayles -o kayles.svg", ""),
    ("rulesets", ""),
    ("rulesets kayles", ""),
    ("glossary", ""),
    ("glossary nimber", ""),
    ("new a-game-of-my-own --as wasm", ""),
    ("test a-game-of-my-own/a-game-of-my-own.wat", ""),
];

/// Commands whose output is for programs, such as pictures, scripts, and the source of the manual page.
const FOR_PROGRAMS: [&str; 8] = ["code", "graph", "schema", "mcp", "merge", "serve", "completions", "man"];

/// Returns standard output with `COLUMNS` set to this number, or unset.
fn said(folder: &Folder, question: &str, typed: &str, columns: Option<usize>) -> String {
    let mut program = command();
    program.args(question.split_whitespace()).current_dir(&folder.0);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if let Some(columns) = columns {
        program.env("COLUMNS", columns.to_string());
    }
    let mut child = program.spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    let Output { status, stdout, stderr } = child.wait_with_output().unwrap();
    assert!(status.success(), "{question}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).unwrap()
}

/// Returns the words of a text, without numbers of seconds.
fn words(text: &str) -> BTreeSet<String> {
    text.split_whitespace().filter(|word| word.parse::<f64>().is_err() || !word.contains('.')).map(str::to_owned).collect()
}

/// Asserts that a text fits into the columns, and has the same words as `free`.
#[track_caller]
fn fits(question: &str, free: &str, text: &str, columns: usize) {
    for line in text.lines() {
        let is_one_word = line.split_whitespace().count() < 2;
        assert!(line.chars().count() <= columns || is_one_word, "{question} in {columns} columns: {line}");
    }
    assert_eq!(words(text), words(free), "{question} in {columns} columns");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_commands_text_fits_its_terminal() {
    for &(question, typed) in QUESTIONS {
        let folder = Folder::new(&format!("widths-{}", question.len()));
        folder.write("questions", "analyse octal:0.77\n");
        folder.write("maze.graph", "a_vertex_with_a_name b\nb a_vertex_with_a_name\nb garden\n");
        // create again what the command reads, and remove what it would create
        let again = |columns| {
            let _ = std::fs::remove_dir_all(folder.0.join("a-game-of-my-own"));
            for needed in match question.split(' ').next().unwrap() {
                "atlas" => ["atlas add --from questions"].as_slice(),
                "check" => &["certify kayles -o kayles.json", "strategy nim@3,4,5 -o nim.json"],
                "test" => &["new a-game-of-my-own --as wasm"],
                _ => &[],
            } {
                said(&folder, needed, "", None);
            }
            said(&folder, question, typed, columns)
        };
        let free = again(None);
        for columns in [60, 80, 120] {
            fits(question, &free, &again(Some(columns)), columns);
        }
    }
}

#[test]
fn every_commands_help_fits_its_terminal() {
    let folder = Folder::new("widths-of-help");
    let commands = said(&folder, "--help", "", None);
    let commands = crate::book::commands(&commands);
    assert!(commands.len() > 12, "{commands:?}");
    for name in &commands {
        let is_asked = QUESTIONS.iter().any(|(question, _)| question.split(' ').next() == Some(name));
        assert!(is_asked || FOR_PROGRAMS.contains(name), "{name} is not among the questions");
    }
    for help in commands.iter().map(|name| format!("help {name}")).chain(["--help".to_owned()]) {
        let free = said(&folder, &help, "", None);
        for columns in [60, 80, 120] {
            fits(&help, &free, &said(&folder, &help, "", Some(columns)), columns);
        }
    }
}

#[test]
fn a_board_that_is_too_wide_comes_in_stripes() {
    let folder = Folder::new("widths-of-boards");
    for columns in [60, 80, 120] {
        let text = said(&folder, "analyse knights:45", "", Some(columns));
        assert!(text.lines().all(|line| line.len() <= columns), "{text}");
        let cells = text.lines().skip(1).filter(|line| !line.starts_with('x')).map(|line| line.split_whitespace().count());
        assert_eq!(cells.sum::<usize>(), 45 * 45);
    }
}

#[test]
fn a_pipe_gets_each_sentence_on_one_line() {
    let folder = Folder::new("widths-of-pipes");
    let why = said(&folder, "solve knights@3.4,5.5 --rule conjunctive --explain", "", None);
    assert!(
        why.lines().any(|line| line == "why: conjunctive: lost exactly if the least remoteness is even (Smith 1966)"),
        "{why}"
    );
}

#[test]
fn what_is_for_programs_is_never_broken() {
    for question in [
        "solve nim@3,4,5 --format json",
        "analyse kayles --format csv",
        "graph nim@3",
        "certify kayles",
        "rulesets --format json",
    ] {
        let folder = Folder::new("widths-of-programs");
        assert_eq!(said(&folder, question, "", Some(20)), said(&folder, question, "", None), "{question}");
    }
}

#[test]
fn an_error_stays_one_line_in_a_pipe() {
    let output = command().args(["solve", "subtraction:./no-such-file@3"]).env("COLUMNS", "30").output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.lines().count() == 1 && error.contains("character 13"), "{error}");
}
