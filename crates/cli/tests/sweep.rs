//! `sprague sweep` and `sprague identify`: answers, files, interruptions, refusals.

use crate::program::{Scratch, ask_words, command, tell};
use serde_json::{Value, json};
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Returns the answer to this question, without its time.
fn swept(question: &str) -> Value {
    timeless(ask_words(&format!("sweep subtraction {question} --format json")).json())
}

fn timeless(mut answer: Value) -> Value {
    assert!(answer["seconds"].as_f64().unwrap() >= 0.0);
    answer.as_object_mut().unwrap().remove("seconds");
    answer
}

#[test]
fn the_longest_periods_are_the_known_ones() {
    let known = [2, 4, 6, 8, 10, 12, 22, 25, 28, 45, 54, 61, 76, 94, 168, 168, 204, 314, 309, 266];
    for (largest, period) in (1..).zip(known) {
        let answer = swept(&format!("--largest {largest}"));
        assert_eq!(answer["longest"]["period"], period, "{largest}");
        assert_eq!((&answer["largest"], &answer["sets"]), (&json!(largest), &json!(1_u64 << (largest - 1))));
        assert_eq!(answer["longest"]["set"].as_array().unwrap().last(), Some(&json!(largest)));
    }
}

#[test]
fn a_histogram_counts_every_set() {
    let answer = swept("--largest 5 --histogram");
    let counted: u64 = answer["histogram"].as_array().unwrap().iter().map(|pair| pair[1].as_u64().unwrap()).sum();
    assert_eq!(counted, 16);
    assert_eq!(answer["longest"], json!({ "period": 10, "preperiod": 0, "set": [5], "sets": 1 }));
    let text = ask_words("sweep subtraction --largest 5 --histogram").text();
    assert!(
        text.starts_with("all 16 subtraction sets with largest member 5, by outcomes\nlongest period 10 from n = 0 on"),
        "{text}"
    );
}

#[test]
fn every_set_that_is_written_has_the_period_that_analyse_proves() {
    for (flag, key) in [("", "outcome_period"), ("--nimbers", "period")] {
        let file = Scratch::path("sets.csv");
        swept(&format!("--largest 10 {flag} --csv {}", file.as_str()));
        let text = std::fs::read_to_string(file.as_str()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((lines.len(), lines[0]), (513, "set,period,preperiod"));
        let sets: Vec<(&str, &str)> = lines[1..].iter().map(|line| line[1..].split_once("\",").unwrap()).collect();
        let questions: String = sets.iter().map(|(set, _)| format!("subtraction:{set}\n")).collect();
        let answers = tell(["analyse", "-"], questions.as_bytes()).text();
        for ((set, expected), answer) in sets.iter().zip(answers.lines()) {
            let period = &serde_json::from_str::<Value>(answer).unwrap()[key];
            assert_eq!(period["status"], "proved");
            assert_eq!(format!("{},{}", period["period"], period["preperiod"]), *expected, "{set} {flag}");
        }
    }
}

#[test]
fn jobs_do_not_matter() {
    let expected = swept("--largest 18 --histogram");
    for jobs in [1, 2, 7, 1024] {
        assert_eq!(swept(&format!("--largest 18 --histogram --jobs {jobs}")), expected);
    }
}

#[test]
fn large_members_are_swept_as_far_as_the_limits_allow() {
    for question in ["--largest 33 --limit-time 0.3", "--largest 63 --limit-time 0.3", "--largest 63 --nimbers --limit-time 0.3"]
    {
        let said = ask_words(&format!("sweep subtraction {question} --format json"));
        assert!(said.work() < 20.0, "{}", said.work());
        let answer = said.stopped();
        assert_eq!(answer["stopped"], "time");
        assert!(answer["swept"].is_u64(), "{answer}");
    }
    let answer = ask_words("sweep subtraction --largest 33 --limit-sets 100000 --format json").stopped();
    assert_eq!(
        (&answer["stopped"], &answer["swept"], &answer["sets"]),
        (&json!("positions"), &json!(98_304), &json!(1_u64 << 32))
    );
    let text = ask_words("sweep subtraction --largest 33 --limit-sets 100000").regret();
    assert!(text.contains("98304 of 4294967296 sets done") && text.contains("--limit-sets allows more"), "{text}");
    let answer = ask_words("sweep subtraction --largest 33 --limit-memory 1M --format json").stopped();
    assert_eq!(answer["stopped"], "memory");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_an_interrupted_sweep_goes_on_and_ends_the_same() {
    let (file, csv, whole) = (Scratch::path("sweep.checkpoint"), Scratch::path("sets.csv"), Scratch::path("sets.csv"));
    let expected = swept(&format!("--largest 18 --histogram --csv {}", whole.as_str()));
    let question = format!("--largest 18 --histogram --csv {} --checkpoint {}", csv.as_str(), file.as_str());
    for sets in [20_000, 60_000, 100_000] {
        let answer = ask_words(&format!("sweep subtraction {question} --limit-sets {sets} --format json")).stopped();
        assert!(answer["swept"].as_u64().unwrap() <= sets);
        // what a killed run wrote after its last save is discarded
        let mut text = std::fs::read(csv.as_str()).unwrap();
        text.extend(b"\"1,2\",3");
        std::fs::write(csv.as_str(), text).unwrap();
    }
    assert_eq!(swept(&question), expected);
    assert_eq!(swept(&question), expected, "and once more, when all is done");
    assert!(std::fs::read(csv.as_str()).unwrap() == std::fs::read(whole.as_str()).unwrap());
}

#[test]
#[ignore = "release: it kills a sweep after some time, by when only an optimised program has saved something"]
fn release_a_killed_sweep_goes_on_from_its_last_save() {
    let file = Scratch::path("killed.checkpoint");
    let question = format!("sweep subtraction --largest 40 --nimbers --histogram --format json --checkpoint {}", file.as_str());
    let mut child = command().args(question.split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    sleep(Duration::from_millis(3500));
    child.kill().unwrap();
    child.wait().unwrap();
    let answer = ask_words(&format!("{question} --limit-time 0")).stopped();
    let sets = answer["swept"].as_u64().unwrap();
    assert!(sets > 0);
    let further = format!("--limit-sets {}", sets + 40_000);
    let resumed = timeless(ask_words(&format!("{question} {further}")).stopped());
    let alone = format!("sweep subtraction --largest 40 --nimbers --histogram --format json {further}");
    assert_eq!(resumed, timeless(ask_words(&alone).stopped()));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_lines_are_in_the_file_while_the_sweep_is_running() {
    let file = Scratch::path("codes.csv");
    let mut program = command();
    let program = program.args(["sweep", "octal", "--digits", "6", "--csv", file.as_str()]);
    let mut child = program.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let started = Instant::now();
    let lines = || std::fs::read_to_string(file.as_str()).map_or(0, |text| text.lines().count());
    while lines() < 10 && started.elapsed() < Duration::from_secs(30) {
        sleep(Duration::from_millis(100));
    }
    child.kill().and_then(|()| child.wait()).unwrap();
    assert!(lines() >= 10, "{} lines after {:?}", lines(), started.elapsed());
}

#[test]
fn checkpoints_of_something_else_are_refused_and_left() {
    let file = Scratch::path("sweep.checkpoint");
    swept(&format!("--largest 12 --checkpoint {}", file.as_str()));
    let before = std::fs::read(file.as_str()).unwrap();
    for question in ["--largest 13", "--largest 12 --nimbers", "--largest 12 --csv /dev/null"] {
        let why = ask_words(&format!("sweep subtraction {question} --checkpoint {}", file.as_str())).regret();
        assert!(why.contains("this checkpoint belongs to `sweep subtraction --largest 12`"), "{why}");
    }
    assert!(std::fs::read(file.as_str()).unwrap() == before);
    std::fs::write(file.as_str(), &before[..before.len() / 2]).unwrap();
    let why = ask_words(&format!("sweep subtraction --largest 12 --checkpoint {}", file.as_str())).regret();
    assert!(why.contains("damaged"), "{why}");
    assert!(std::fs::read(file.as_str()).unwrap() == before[..before.len() / 2]);
    let notes = Scratch::file("notes.txt", "my notes\n");
    let why = ask_words(&format!("sweep subtraction --largest 12 --checkpoint {}", notes.as_str())).regret();
    assert!(why.contains("this file is not a checkpoint"), "{why}");
    assert_eq!(std::fs::read_to_string(notes.as_str()).unwrap(), "my notes\n");
    let old = Scratch::path("old.redb");
    std::fs::write(old.as_str(), b"redb\x1a\n\xa9\r\n\x02").unwrap();
    let why = ask_words(&format!("sweep subtraction --largest 12 --checkpoint {}", old.as_str())).regret();
    assert!(why.contains("checkpoint of an earlier build (a redb database)"), "{why}");
    let why = ask_words("sweep subtraction --largest 12 --checkpoint /").regret();
    assert!(why.contains("not a plain file"), "{why}");
    let both = Scratch::path("both");
    let why = ask_words(&format!("sweep subtraction --largest 12 --csv {0} --checkpoint {0}", both.as_str())).regret();
    assert!(why.contains("must be different files"), "{why}");
}

#[test]
fn files_that_cannot_be_written_are_named() {
    for (question, named) in [
        ("--csv /no/such/directory/sets.csv", "/no/such/directory/sets.csv"),
        ("--checkpoint /no/such/directory/sweep.checkpoint", "/no/such/directory/sweep.checkpoint"),
        #[cfg(target_os = "linux")]
        ("--csv /dev/full", "/dev/full"),
    ] {
        let why = ask_words(&format!("sweep subtraction --largest 12 {question}")).regret();
        assert!(why.contains(named), "{why}");
    }
}

#[test]
fn sweeps_that_make_no_sense_are_refused() {
    for (question, expected) in [
        ("sweep subtraction --largest 0", "from 1 to 63"),
        ("sweep subtraction --largest 64", "from 1 to 63"),
        ("sweep subtraction --largest -1", "from 1 to 63"),
        ("sweep subtraction --largest x", "from 1 to 63"),
        ("sweep subtraction --largest 99999999999999999999", "from 1 to 63"),
        ("sweep subtraction", "--largest"),
        ("sweep kayles --largest 3", "subtraction"),
        ("sweep subtraction --largest 3 --jobs 0", "threads"),
        ("sweep subtraction --largest 3 --jobs 99999", "threads"),
    ] {
        let line = ask_words(question).refusal();
        assert!(line.contains(expected), "{question}: {line}");
    }
}

#[test]
fn kayles_is_identified_by_eight_values() {
    let said = ask_words("identify 0,1,2,3,1,4,3,2");
    assert!(said.work() < 1.0);
    let text = said.text();
    assert!(text.starts_with("kayles (OEIS A002186)\noctal:0.77\n"), "{text}");
    assert!(ask_words("identify 1,2,3,1,4,3,2").text().starts_with("kayles, from heap 1 on (OEIS A002186)\n"));
    let text = ask_words("identify A025480").text();
    assert_eq!(text, "law: G(2n) = n, G(2n + 1) = G(n); observed in 40 rows, not proved\nat-most:1/2 (OEIS A025480)\n");
    assert!(ask_words("identify A000001").refusal().contains("one of these OEIS sequences: A001511, A002186, "));
    let answer = ask_words("identify 0,1,0,1,2,3,2,0,1 --format json --max-matches 2").json();
    assert_eq!(answer["values"], json!([0, 1, 0, 1, 2, 3, 2, 0, 1]));
    assert!(answer["matches_total"].as_u64().unwrap() >= 2);
    let all = ask_words("identify 0,1,0,1,2,3,2,0,1 --format json --max-matches 100000").json();
    assert!(all["matches"].as_array().unwrap().contains(&json!({ "family": "subtraction:1,3,4", "shift": 0 })));
    let none = ask_words("identify 9,9,9").text();
    assert!(none.contains("no named game"), "{none}");
}

#[test]
fn lists_that_cannot_be_read_name_the_character() {
    let many = "0,".repeat(1000) + "0";
    for (list, character, expected) in [
        ("", 1, "nimber"),
        ("x", 1, "nimber"),
        ("0,1,", 5, "nimber"),
        ("0,,1", 3, "nimber"),
        ("-1", 1, "nimber"),
        ("0;1", 2, "comma"),
        ("0 1", 3, "comma"),
        ("0,1.5", 4, "comma"),
        (many.as_str(), 2001, "at most 1000"),
    ] {
        let line = crate::program::ask(["identify", list]).refusal();
        assert!(line.contains(&format!("character {character}")) && line.contains(expected), "{list}: {line}");
    }
}
