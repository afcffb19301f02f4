//! `check` answers in one line and within the limits, even for hostile files.

use crate::program::{Said, Scratch, ask};
use serde_json::{Value, json};

fn check(file: &Scratch, flags: &str) -> Said {
    ask(["check", file.as_str()].into_iter().chain(flags.split_whitespace()))
}

fn period(family: &str, rows: &str, preperiod: u64, period: u64, values: &Value) -> Scratch {
    let theorem = if family.starts_with("all-but") || family == "nim" { "all-but" } else { "bounded look-back" };
    let claim = json!({ "family": family, "play": "normal", "rows": rows, "theorem": theorem, "preperiod": preperiod, "period": period, "saltus": 0, "values": values });
    Scratch::file("period.json", claim.to_string())
}

fn strategy(position: &str, rule: &str, winner: &str, moves: &Value) -> Scratch {
    let claim = json!({ "position": position, "play": "normal", "rule": rule, "winner": winner, "moves": moves });
    Scratch::file("strategy.json", claim.to_string())
}

/// Asserts that the output has one line, about a limit or about an error that was found before the limit.
#[track_caller]
fn ends(said: &Said, seconds: f64, mebibytes: u64) {
    assert_eq!(said.status, 1, "{}: {}{}", said.question, said.out, said.err);
    assert_eq!(said.out.lines().count() + said.err.lines().count(), 1, "{}: {}{}", said.question, said.out, said.err);
    assert!(said.work() < seconds && said.mebibytes < mebibytes, "{}: {} s, {} MiB", said.question, said.work(), said.mebibytes);
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_the_memory_for_a_file_is_bounded_before_it_is_read() {
    let rows = "[0],".repeat(4_000_000);
    let claim = format!(
        r#"{{"family":"nim","play":"normal","rows":"nimbers","theorem":"all-but","preperiod":4000000,"period":1,"saltus":1,"values":[{rows}[0]]}}"#
    );
    let file = Scratch::file("long.json", claim);
    let said = check(&file, "");
    ends(&said, 60.0, 16 * 16 + 100);
    assert!(said.out.contains("row 1, cell 0: 1 was computed, but 0 is stated"), "{}", said.out);
    let said = check(&file, "--limit-memory 100M");
    ends(&said, 10.0, 100);
    assert!(said.regret().contains("stopped at 104857600 bytes of memory; --limit-memory allows more"));
    assert_eq!(check(&file, "--limit-memory 100M --format json").stopped()["stopped"], "memory");
}

#[test]
fn millions_of_forbidden_amounts_are_checked_within_the_limits() {
    for (rows, values) in [("nimbers", json!([[0]])), ("outcomes", json!(["P"]))] {
        let file = period("all-but:1-10000000", rows, 0, 1, &values);
        let said = check(&file, "--limit-time 1");
        ends(&said, 20.0, 400);
        let line = said.regret();
        assert!(line.contains("--limit-time allows more") || line.contains("too large to check"), "{line}");
        let said = check(&file, "--limit-positions 100");
        assert!(said.regret().contains("stopped after 100 positions; --limit-positions allows more"));
        let object = check(&file, "--limit-positions 100 --format json").stopped();
        assert_eq!((&object["stopped"], &object["family"]), (&json!("positions"), &json!("all-but:1-10000000")));
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_strategies_that_answer_nothing_are_found_out_before_all_moves_are_listed() {
    let heaps = vec!["100"; 200].join(",");
    for winner in ["mover", "other"] {
        for (position, rule) in [
            (format!("nim@{heaps}"), "conjunctive"),
            (format!("nim@{heaps}"), "selective"),
            ("octal:0.fff@5000".to_owned(), "disjunctive"),
            ("octal:0.fff@500,500".to_owned(), "conjunctive"),
        ] {
            let said = check(&strategy(&position, rule, winner, &json!({})), "");
            ends(&said, 20.0, 200);
            assert!(said.out.contains("the strategy has no move for it"), "{}", said.out);
        }
    }
}

#[test]
fn moves_that_are_not_legal_are_sought_within_the_limits() {
    for (position, rule, to) in [
        (format!("nim@{}", vec!["100"; 200].join(",")), "conjunctive", "nim@7"),
        ("octal:0.fff@5000".to_owned(), "disjunctive", "octal:0.fff@7.7"),
    ] {
        let file = strategy(&position, rule, "mover", &json!({ &position: to }));
        let said = check(&file, "--limit-time 1");
        ends(&said, 20.0, 200);
        assert!(said.regret().contains("--limit-time allows more"));
        ends(&check(&file, "--limit-positions 1000"), 20.0, 200);
        assert_eq!(check(&file, "--limit-time 0.2 --format json").stopped()["stopped"], "time");
    }
}

#[test]
fn a_long_replay_stops_at_every_limit() {
    let file = Scratch::path("long.json");
    ask(["strategy", "nim@9,10,11", "--play", "misere", "-o", file.as_str()]).text();
    assert!(check(&file, "").text().starts_with("accepted"));
    for (flags, name) in [("--limit-positions 10", "positions"), ("--limit-memory 64K", "memory"), ("--limit-time 0", "time")] {
        let said = check(&file, flags);
        ends(&said, 20.0, 200);
        assert!(said.regret().contains(&format!("--limit-{name} allows more")), "{flags}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_long_table_stops_at_every_limit() {
    let file = Scratch::path("table.json");
    ask(["strategy", "all-but:2@1000,1000", "--form", "components", "-o", file.as_str()]).text();
    assert!(check(&file, "").text().starts_with("accepted"));
    for (flags, name) in [("--limit-positions 10", "positions"), ("--limit-memory 64K", "memory"), ("--limit-time 0", "time")] {
        let said = check(&file, flags);
        ends(&said, 20.0, 200);
        assert!(said.regret().contains(&format!("--limit-{name} allows more")), "{flags}");
    }
    // no value is computed twice, whatever the file contains
    let values: serde_json::Map<String, Value> =
        (0..100_000).map(|heap| (format!("all-but:200000@{heap}"), json!(heap))).collect();
    let claim = json!({ "position": "all-but:200000@99999", "form": "components", "play": "normal", "rule": "disjunctive", "winner": "mover", "values": values });
    ends(&check(&Scratch::file("longer.json", claim.to_string()), "--limit-time 1"), 20.0, 400);
    let heaps = vec!["1"; 100_000].join(",");
    let claim = json!({ "position": format!("nim@{heaps}"), "form": "components", "play": "normal", "rule": "disjunctive", "winner": "other", "values": { "nim@0": 0, "nim@1": 1 } });
    let said = check(&Scratch::file("many.json", claim.to_string()), "");
    assert!(said.work() < 20.0 && said.text().contains("2 values computed again"));
}

#[test]
fn equal_states_and_quotients_are_checked_within_the_limits() {
    let quotient = Scratch::path("quotient.json");
    ask(["quotient", "kayles", "-o", quotient.as_str()]).text();
    for flags in ["--limit-time 0", "--limit-memory 8K"] {
        ends(&check(&quotient, flags), 20.0, 200);
    }
    let states = json!({ "mask": 1, "parity": false, "rare": [1], "depth": 60_000_000, "start": 900_000_000 });
    let claim = json!({ "family": "octal:0.77", "play": "normal", "rows": "nimbers", "theorem": "equal states", "preperiod": 1, "period": 60_000_000, "saltus": 0, "values": [], "equal_states": states });
    let file = Scratch::file("states.json", claim.to_string());
    for flags in ["--limit-time 1", "--limit-memory 100M", "--limit-positions 1000"] {
        ends(&check(&file, flags), 20.0, 700);
    }
}

#[test]
#[ignore = "release: a minute without optimisation"]
fn release_a_period_is_written_so_that_it_can_be_checked_or_not_at_all() {
    let path = Scratch::path("certificate.json");
    let certify = |line: &str| ask(["certify"].into_iter().chain(line.split_whitespace()).chain(["-o", path.as_str()]));
    // 254,810 values take 6·10^10 steps from the rules, but few from equal states
    assert!(certify("octal:0.16 --seek 1000000").text().contains("by equal states"));
    assert!(check(&path, "").text().starts_with("accepted: octal:0.16"));
    std::fs::remove_file(path.as_str()).unwrap();
    let said = certify("subtraction:1-60000");
    let because = "period 60001 from n = 0 on, proved (bounded look-back); its certificate would be too large to check: more than 4294967296 steps";
    let why = said.regret();
    assert!(why.contains(because), "{why}");
    assert!(!std::path::Path::new(path.as_str()).exists());
    // the text of 400,000 rows takes more memory than the rows
    let said = certify("subtraction:1-200000 --limit-memory 10M");
    let why = said.regret();
    assert!(why.contains("--limit-memory allows more"), "{why}");
}
