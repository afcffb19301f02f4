//! Batches with one question and one answer per line: `solve -` and `analyse -`.

use crate::program::{Said, Scratch, command, tell};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// Returns the objects with the answers to these lines.
#[track_caller]
fn answers(args: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
    objects(tell(args, input.as_ref()))
}

/// Returns the objects of a batch, and checks the number of questions without an answer on standard error.
#[track_caller]
fn objects(mut said: Said) -> Vec<Value> {
    let counted = std::mem::take(&mut said.err);
    let text = said.text();
    assert!(text.is_empty() || text.ends_with('\n'));
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))).collect();
    // an analysis that a limit ended counts as an answer
    let is_stopped = |object: &&Value| object.get("stopped").is_some() && object.get("family").is_none();
    let stopped = objects.iter().filter(is_stopped).count();
    let unanswered = stopped + objects.iter().filter(|object| object.get("error").is_some()).count();
    let (all, why) = (objects.len(), if stopped > 0 { format!(", {stopped} of them for a limit") } else { String::new() });
    assert_eq!(
        counted,
        match unanswered {
            0 => String::new(),
            1 => format!("sprague: 1 of {all} questions has no answer{why}\n"),
            more => format!("sprague: {more} of {all} questions have no answer{why}\n"),
        }
    );
    objects
}

#[test]
fn answers_come_in_order_one_object_a_line() {
    let answered = answers(&["solve", "-"], "nim@1\nnim@2\nkayles@3+nim@1\nsubtraction:1@4\n");
    let positions: Vec<&Value> = answered.iter().map(|answer| &answer["position"]).collect();
    assert_eq!(positions, ["nim@1", "nim@2", "kayles@3+nim@1", "subtraction:1@4"]);
    // more than fits into the write buffer
    let many: String = (0..3_000).map(|n| format!("nim@{n}\n")).collect();
    let nimbers: Vec<Value> = answers(&["solve", "-"], many).iter().map(|answer| answer["nimber"].clone()).collect();
    assert_eq!(nimbers, (0..3_000).map(|n| json!(n)).collect::<Vec<_>>());
}

#[test]
fn an_answer_is_the_one_that_a_single_question_gets() {
    let positions = ["nim@3,4,5", "kayles@12", "stones:1-3@7", "asymmetric:1,2/3@9", "no-repeat:1-5@20/3", "grundy@9"];
    let batch = answers(&["solve", "-"], positions.join("\n"));
    for (position, answer) in positions.iter().zip(batch) {
        assert_eq!(tell(["solve", position, "--format", "json"], b"").json(), answer);
    }
    let families = ["kayles", "subtraction:1,3,4", "knights:3", "stones:1-3", "no-repeat:1,2"];
    let batch = answers(&["analyse", "-"], families.join("\n"));
    for (family, answer) in families.iter().zip(batch) {
        assert_eq!(tell(["analyse", family, "--format", "json"], b"").json(), answer);
    }
}

#[test]
fn flags_hold_for_all_lines() {
    let misere = answers(&["solve", "-", "--play", "misere"], "nim@1\nnim@2\n");
    assert_eq!(misere.iter().map(|answer| &answer["outcome"]).collect::<Vec<_>>(), ["loss", "win"]);
    assert!(misere.iter().all(|answer| answer["play"] == "misere"));
    let right = answers(&["solve", "-", "--first", "right"], "asymmetric:1/2@3\nnim@3\n");
    assert_eq!(right[0]["first"], "right");
    assert_eq!(
        (&right[1]["outcome"], right[1].get("first")),
        (&json!("win"), None),
        "where the players are alike it says nothing"
    );
    let short = answers(&["analyse", "-", "--to", "3"], "nim\nkayles\n");
    assert_eq!(short.iter().map(|rows| &rows["nimbers"]).collect::<Vec<_>>(), [&json!([0, 1, 2, 3]); 2]);
    let summed = answers(&["analyze", "-", "--summary", "--to", "9"], "nim\nkayles\n");
    assert!(summed.iter().all(|summary| summary["rows"] == 10 && summary.get("nimbers").is_none()));
}

#[test]
fn empty_lines_are_skipped() {
    assert_eq!(answers(&["solve", "-"], "\n\n  \n\t\nnim@1\n\n\r\nnim@2").len(), 2);
    assert!(answers(&["solve", "-"], "").is_empty());
    assert!(answers(&["analyse", "-"], "\n").is_empty());
}

#[test]
fn lines_may_end_in_crlf_and_the_last_one_need_not_end() {
    let answered = answers(&["solve", "-"], "nim@1\r\nnim@2\r\nnim@3");
    assert_eq!(answered.iter().map(|answer| &answer["position"]).collect::<Vec<_>>(), ["nim@1", "nim@2", "nim@3"]);
    assert_eq!(answers(&["solve", "-"], "nim@\r\n")[0]["at"], 4);
    assert_eq!(answers(&["analyse", "-"], "kayles\r\n")[0]["family"], "kayles");
}

/// Malformed lines, each with the byte offset of the error.
const WRONG: &[(&str, usize)] = &[
    ("nim", 3),
    ("nim@", 4),
    ("nim@x", 4),
    (" nim@x", 5),
    ("nim @ x", 6),
    ("nim@ 3 , x", 9),
    ("\tnim@3,\tx", 8),
    ("nim@3, ", 6),
    ("frob@3", 0),
    ("  frob@3", 2),
    ("nim@3 + frob@3", 8),
    ("nim@3+kayles@2.x", 15),
    ("é@3", 0),
    ("nim@3,é", 6),
    ("nim@ é", 5),
    ("digraph:./é@a", 8),
    ("subtraction:1, 0@3", 15),
    ("octal:0.7g@3", 9),
    ("knights:8@3.8", 12),
    ("no-repeat:1-5@20/3.3", 19),
    ("stones:1-3@7+nim@3", 17),
    ("stones:1-3@7 + nim@ 3", 20),
    ("nim@10^1000000000", 4),
    ("{\"position\":\"nim@3\"}", 0),
    ("- frob@3", 2),
    ("--nim@3", 1),
    ("- -nim@3", 2),
    ("--help", 1),
];

#[test]
fn a_wrong_line_gets_its_byte_and_the_next_is_answered() {
    for &(line, at) in WRONG {
        let answered = answers(&["solve", "-"], format!("{line}\nnim@3\n"));
        assert_eq!(answered.len(), 2, "{line}");
        assert_eq!(answered[0]["at"], at, "{line}: {}", answered[0]);
        assert!(!answered[0]["error"].as_str().unwrap().is_empty(), "{line}");
        assert_eq!(answered[1]["nimber"], 3, "{line}");
    }
    for (line, at) in [("nim@3", 3), ("kayles + nim", 0), (" subtraction: 0", 14), ("frob", 0), ("nim:", 3)] {
        let answered = answers(&["analyse", "-", "--to", "2"], format!("{line}\nnim\n"));
        assert_eq!((answered.len(), &answered[0]["at"]), (2, &json!(at)), "{line}: {}", answered[0]);
        assert!(answered[0]["error"].is_string() && answered[1]["nimbers"] == json!([0, 1, 2]));
    }
    let misere = answers(&["solve", "-", "--play", "misere"], "stones:1-3@7\nnim@1\n");
    assert_eq!((&misere[0]["at"], &misere[1]["outcome"]), (&json!(11), &json!("loss")));
}

#[test]
fn a_limit_stops_one_line_and_not_the_next() {
    let args = ["solve", "-", "--search", "--limit-positions", "10"];
    let answered = answers(&args, "nim@9,9\nnim@2\nnim@10^30\nnim@1\n");
    assert_eq!(answered.len(), 4);
    for (answer, position) in [(&answered[0], "nim@9,9"), (&answered[2], "nim@1000000000000000000000000000000")] {
        assert_eq!((&answer["stopped"], &answer["position"]), (&json!("positions"), &json!(position)));
    }
    assert_eq!((&answered[1]["outcome"], &answered[3]["outcome"]), (&json!("win"), &json!("win")));
    let rows = answers(&["analyse", "-", "--to", "1000", "--limit-positions", "100"], "grundy\nknights:3\n");
    assert_eq!((&rows[0]["stopped"], &rows[0]["family"]), (&json!("positions"), &json!("grundy")));
    assert!(rows[1]["table"].is_array());
}

#[test]
fn bytes_that_are_no_text_get_their_place() {
    let answered = answers(&["solve", "-"], b"nim@1\n\xff\nnim@3\xff,4\nnim@2\n\xc3\n");
    assert_eq!(answered.len(), 5);
    assert_eq!([1, 2, 4].map(|line| answered[line]["at"].as_u64().unwrap()), [0, 5, 0]);
    assert!([1, 2, 4].iter().all(|&line| answered[line]["error"].is_string()));
    assert_eq!(answered[3]["nimber"], 2);
    let zero = answers(&["solve", "-"], b"nim@1\0\nnim@\0\nnim@2\n");
    assert_eq!((&zero[0]["at"], &zero[1]["at"], &zero[2]["nimber"]), (&json!(5), &json!(4), &json!(2)));
}

#[test]
fn a_very_long_line_is_an_error_or_an_answer_and_the_next_is_answered() {
    for line in ["1".repeat(20 << 20), format!("nim@{}", "1".repeat(20 << 20)), " ".repeat(20 << 20)] {
        let said = tell(["solve", "-"], format!("nim@1\n{line}\nnim@2\n").as_bytes());
        assert!(said.mebibytes < 400, "{} MiB", said.mebibytes);
        let answered = objects(said);
        assert_eq!((&answered[0]["nimber"], &answered.last().unwrap()["nimber"]), (&json!(1), &json!(2)));
        assert!(answered.len() == 2 || answered[1]["error"].is_string(), "{}", answered[1]);
    }
    let digits = answers(&["solve", "-"], format!("nim@{}\nnim@2\n", "9".repeat(1 << 20)));
    assert_eq!((&digits[0]["at"], &digits[1]["nimber"]), (&json!(4), &json!(2)));
    let zeros = answers(&["solve", "-", "--play", "misere"], format!("nim@{}3\nnim@2\n", "0,".repeat(20_000)));
    assert_eq!((&zeros[0]["outcome"], &zeros[1]["outcome"]), (&json!("win"), &json!("win")));
}

#[test]
fn every_answer_is_there_before_the_next_question_is_asked() {
    for (args, questions) in [
        (vec!["solve", "-"], ["nim@3,4,5", "frob", "kayles@9", "nim@1"]),
        (vec!["analyse", "-", "--to", "5"], ["nim", "frob", "kayles", "subtraction:1,3,4"]),
        (vec!["value", "-"], ["game@1", "frob", "domineering@2x2", "nim@3"]),
        (vec!["compare", "-"], ["game@1 nim@1", "frob", "nim@1 nim@2", "game@^ game@1"]),
    ] {
        let mut child = command().args(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (answered, answers) = mpsc::channel();
        let reader = thread::spawn(move || stdout.lines().try_for_each(|line| answered.send(line.unwrap())));
        for question in questions {
            // send the beginning of the next line, too: a blank
            stdin.write_all(format!("{question}\n ").as_bytes()).unwrap();
            stdin.flush().unwrap();
            let line = answers.recv_timeout(Duration::from_secs(60)).unwrap_or_else(|_| panic!("{question}: no answer yet"));
            let answer: Value = serde_json::from_str(&line).unwrap();
            assert_eq!(answer.get("error").is_some(), question == "frob", "{answer}");
        }
        drop(stdin);
        assert_eq!(child.wait().unwrap().code(), Some(0));
        reader.join().unwrap().unwrap();
        assert!(answers.recv().is_err(), "nothing more is said");
    }
}

#[test]
fn a_reader_who_leaves_ends_the_batch_quietly() {
    let mut child =
        command().args(["solve", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    // the pipe to the program may break as well, once the program has ended
    for _ in 0..10_000 {
        if stdin.write_all(b"nim@3,4,5\n").is_err() {
            break;
        }
    }
    drop(stdin);
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap().as_str()), (Some(0), ""));
}

#[test]
fn files_are_read_again_by_name_and_errors_point_at_them() {
    let graph = Scratch::file("graph", "a b\n");
    let path = graph.as_str();
    let answered = answers(&["solve", "-"], format!("digraph:{path}@a\ndigraph:{path}@b,a\ndigraph:{path}@c\n"));
    assert_eq!((&answered[0]["nimber"], &answered[1]["nimber"]), (&json!(1), &json!(1)));
    assert_eq!(answered[2]["at"], "digraph:".len() + path.len() + 1);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_same_family_asked_often_is_computed_once() {
    let lines: String = (0..2_000).map(|n| format!("kayles@{n},{n}+treblecross@300\n")).collect();
    let said = tell(["solve", "-", "--max-moves", "1"], lines.as_bytes());
    assert!(said.work() < 60.0, "{} s", said.work());
    assert_eq!(objects(said).len(), 2_000);
}

#[test]
fn a_batch_answers_in_json_and_refuses_to_print_anything_else() {
    for format in [&[][..], &["--format", "json"]] {
        assert!(answers(&[&["solve", "-", "--explain", "--line"], format].concat(), "nim@2\n")[0]["why"].is_array());
        assert!(answers(&[&["analyse", "-"], format].concat(), "nim\n")[0]["nimbers"].is_array());
    }
    for call in ["solve - --format text", "analyse - --format text", "analyse - --format bfile"] {
        let line = tell(call.split(' '), b"nim@3\n").refusal();
        assert!(line.contains("--format") && line.contains("one JSON object per line"), "{line}");
    }
}

#[test]
fn an_error_says_which_line_and_which_question() {
    let answered = answers(&["solve", "-"], "nim@1\n\n  \nfrob @ 3\r\nnim@2\n");
    let shown: Vec<(&Value, &Value)> = answered.iter().map(|answer| (&answer["line"], &answer["question"])).collect();
    let none = &Value::Null;
    assert_eq!(shown[..3], [(none, none), (&json!(4), &json!("frob @ 3")), (none, none)]);
    let bytes = answers(&["analyse", "-"], b"nim\nk\xff\ngrundy@3");
    assert_eq!((&bytes[1]["line"], &bytes[1]["question"]), (&json!(2), &json!("k\u{fffd}")));
    assert_eq!((&bytes[2]["line"], &bytes[2]["question"], &bytes[2]["at"]), (&json!(3), &json!("grundy@3"), &json!(6)));
    // a long question is cut; in an answer `line` is best play
    let long = answers(&["solve", "-", "--line"], format!("nim@{}\nnim@2\n", "x".repeat(1 << 20)));
    assert!(long[0]["question"].as_str().unwrap().chars().count() < 1100 && long[0]["line"] == 1, "{}", long[0]["line"]);
    assert!(long[1]["line"].is_array());
    assert!(answers(&["solve", "-", "--play", "misere"], "stones:1-3@7\n")[0]["question"] == "stones:1-3@7");
}

/// Positions of a few rulesets, the hardest first. Later ones use the results of earlier ones.
const BOARDS: &str = "clobber@4x5
clobber@xoxox/oxoxo/xoxox/ox.xo
clobber@xoxox/oxoxo/xoxox/.xoxo
domineering@6x6
domineering@6x5
domineering@....../....../....../....../....../.....#
domineering@5x5+domineering@4x4
domineering@4x3+-domineering@5x5
domineering@3x3+clobber@xoxo
nogo@3x4
nogo@x.../..../...o
konane@4x4
toads-frogs@TTT...FFF+toads-frogs@TT..F
asymmetric:1,3/2,5@40
";

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_boards_of_a_batch_are_answered_as_single_questions_are_by_any_number_of_threads() {
    let one = |position: &str| tell(["solve", position, "--outcome-only", "--format", "json"], b"").json();
    let single: Vec<Value> = BOARDS.lines().map(one).collect();
    assert!(single.iter().all(|answer| answer["outcome_class"].is_string()));
    for jobs in ["1", "2", "3"] {
        assert_eq!(answers(&["solve", "-", "--outcome-only", "--jobs", jobs], BOARDS), single, "{jobs} threads");
        for first in ["left", "right"] {
            let args = ["--outcome-only", "--first", first, "--jobs", jobs, "--format", "json"];
            for position in ["clobber@4x5", "domineering@6x5"] {
                let said = tell(["solve", position].into_iter().chain(args), b"").json();
                let class = &single.iter().zip(BOARDS.lines()).find(|(_, line)| *line == position).unwrap().0["outcome_class"];
                let wins = [json!("N"), json!(if first == "left" { "L" } else { "R" })].contains(class);
                assert_eq!(said["outcome"], if wins { "win" } else { "loss" }, "{position} {first}");
            }
        }
    }
}
