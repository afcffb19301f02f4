//! Limits on time and memory apply to every question, and reaching one is an answer.

#[cfg(unix)]
use crate::program::tell_slowly;
use crate::program::{Said, Scratch, ask, ask_words, seconds_of_stop, tell};
use serde_json::Value;

/// The seconds that a question may compute after its limit.
///
/// Rows and moves are computed in portions, and the clock is only read between portions.
const SLACK: f64 = 4.0;

/// Asserts that a question stops at one of these limits, in time.
#[track_caller]
fn stops(line: &str, limits: &[&str]) -> Value {
    let said = ask_words(&format!("{line} --format json"));
    within(&said, 1.0);
    let answer = said.stopped();
    let stopped = answer["stopped"].as_str().unwrap_or_else(|| panic!("{line}: {answer}"));
    assert!(limits.contains(&stopped), "{line}: {answer}");
    answer
}

#[track_caller]
fn within(said: &Said, limit: f64) {
    assert!(said.work_beyond(limit) < SLACK, "{}: {}", said.question, said.work_beyond(limit));
    assert!(said.mebibytes < 1_000, "{}: {} MiB", said.question, said.mebibytes);
}

#[test]
fn a_limit_on_positions_holds_where_equal_states_are_sought() {
    for question in ["certify octal:0.104 --seek 10^12", "certify octal:0.104 --seek 10^12 --stream"] {
        let answer = stops(&format!("{question} --limit-positions 20000 --limit-time 60"), &["positions"]);
        assert!(answer["why"].as_str().unwrap().contains("20000"), "{answer}");
    }
}

#[test]
fn a_period_that_was_asked_for_is_not_given_up_in_silence() {
    for question in [
        "analyse grundy --seek 10^9 --limit-positions 5000",
        "analyse octal:8. --seek 10^9 --limit-positions 500",
        "analyse asymmetric:3,5/2,3,5,6 --rows values --to 1000 --seek 10^6 --limit-positions 1000",
        "certify asymmetric:3,5/2,3,5,6 --rows values --seek 10^6 --limit-positions 300",
        "certify octal:0.16 --seek 10^9 --limit-positions 100000",
    ] {
        stops(&format!("{question} --limit-time 60"), &["positions"]);
    }
    // a period that is found within the limit is the answer
    assert!(ask_words("certify octal:0.16 --seek 10^9 --limit-positions 1000000").text().contains("149459"));
}

#[test]
fn a_limit_on_positions_is_an_answer() {
    for question in [
        "solve nim@10,10 --search",
        "solve kayles@9,9 --play misere",
        "solve asymmetric:1,2/3@20,20",
        "solve stones:1-3@20,20",
        "solve grundy@20 --search",
        "solve knights@7.7,7.7 --search",
        "solve no-repeat:1-5@20 --search",
        "analyse grundy",
        "analyse treblecross --to 1000",
        "analyse knights",
    ] {
        let answer = stops(&format!("{question} --limit-positions 10"), &["positions"]);
        assert_eq!(answer["play"], if question.contains("misere") { "misere" } else { "normal" });
        let asked = question.split([' ', '@']).nth(1).unwrap();
        let known = answer.get("position").or(answer.get("family")).unwrap().as_str().unwrap();
        assert!(known.starts_with(asked), "{answer}");
        let said = ask_words(&format!("{question} --limit-positions 10"));
        assert_eq!((said.status, said.out.is_empty()), (1, answer["outcomes"].is_null()), "rows that are known are printed");
        let regret = said.err.trim_end();
        assert_eq!(regret.lines().count(), 1, "{regret}");
        assert!(regret.contains("10 positions") && regret.contains("--limit-positions"), "{regret}");
    }
    for command in ["graph nim@10,10", "certify kayles", "analyse kayles --summary"] {
        ask_words(&format!("{command} --limit-positions 10")).regret();
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_limit_on_memory_is_an_answer() {
    for question in [
        "solve nim@300,300 --search",
        "solve kayles@40,39 --play misere --search",
        "analyse grundy --to 100000",
        "analyse kayles --to 100000",
        "analyse kayles --to 18446744073709551615",
    ] {
        stops(&format!("{question} --limit-memory 100K"), &["memory"]);
    }
    let said = ask_words("solve nim@5000,5000 --search --limit-memory 60M --limit-time 5 --format json");
    assert!(said.mebibytes < 200, "{} MiB", said.mebibytes);
    said.stopped();
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_limit_on_time_is_kept() {
    let graph: String = (0..3_000_u64).map(|n| format!("v{n} v{}\nv{n} v{}\n", n * n % 2_999, (n * 7 + 1) % 3_000)).collect();
    let graph = Scratch::file("graph", graph);
    let token = format!("digraph:{}", graph.as_str());
    let loopy = format!("solve --search {token}@v1,v2,v3");
    for question in [
        "solve --search nim@100000,100000",
        "solve kayles@30,29,28 --play misere --search",
        "solve octal:4.@1.2.3.4.5.6.7.8.9.10.11.12.13.14.15.16 --play misere --search",
        &loopy,
        "solve stones:1-1000@10000,10000",
        "solve asymmetric:1-100/1-100@10000,10000",
        "solve all-but:1-10000000@10^12",
        "solve stones:1-10000000@10^12",
        "solve asymmetric:1-1000000/1-1000000@10^12",
        "solve no-repeat:1-20:memory=5@100",
        "solve no-repeat:1-1000:memory=2@10^6",
        "solve no-repeat:1-10000000@1000000",
        "solve octal:0.8@5000",
        "solve octal:c.cc@5000",
        "solve octal:4.4444444@990000",
        "solve grundy@10^12",
        "solve treblecross@10^100",
        "analyse grundy --to 1000000",
        "analyse treblecross --to 1000000 --no-fill",
        "analyse octal:8. --to 100000 --no-fill",
        "analyse octal:0.16 --play misere --to 1000",
        "analyse subtraction:1-1000000 --to 60000000",
        "analyse stones:1-1000000 --to 1000000",
        "analyse asymmetric:1-1000000/1-1000000 --to 200000000",
        "analyse no-repeat:1-1000:memory=2 --to 10000000",
        "analyse kayles --to 20000000000 --summary --no-fill",
    ] {
        stops(&format!("{question} --limit-time 0.3"), &["time", "memory"]);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_wide_rows_keep_to_the_limit_on_time() {
    let said = ask_words("analyse no-repeat:1-1000000 --to 100 --limit-time 1 --format json");
    within(&said, 1.0);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_rows_are_laid_out_and_written_within_the_time_of_their_question() {
    for (question, formats) in [
        ("analyse kayles --to 100000000", &["text", "csv", "bfile"][..]),
        ("analyse asymmetric:1,3/2,4 --rows values --to 20000000", &["text", "csv", "json"]),
        ("analyse stones:1-3 --to 30000000", &["text"]),
        ("analyse no-repeat:1-5 --to 1500000", &["text"]),
        ("analyse kayles --rows values --to 8000000", &["text"]),
        ("analyse grundy --to 3000000", &["text", "json"]),
    ] {
        for format in formats {
            let said = ask_words(&format!("{question} --limit-time 1 --format {format}"));
            assert!(said.work_beyond(1.0) < 1.5, "{}: {}", said.question, said.work_beyond(1.0));
            assert_eq!(said.status, 1, "{}: {}", said.question, said.err);
            assert!(said.out.len() > 1_000, "{}: no more than 1,000 bytes", said.question);
            if *format == "json" {
                let answer: Value = serde_json::from_str(&said.out).unwrap();
                let rows = answer["to"].as_u64().unwrap() as usize + 1;
                assert_eq!((answer["outcomes"].as_str().unwrap().len(), &answer["stopped"]), (rows, &"time".into()));
            } else {
                assert!(seconds_of_stop(&said.err) > 0.5 && said.err.contains(" s; --limit-time allows more"), "{}", said.err);
            }
        }
    }
}

#[test]
fn graphs_and_certificates_keep_to_the_limit_on_time() {
    for question in ["graph nim@100000,100000", "graph nim@10^100", "certify treblecross --seek 10000000"] {
        let said = ask_words(&format!("{question} --limit-time 1"));
        within(&said, 1.0);
        said.regret();
    }
}

#[test]
fn what_only_adorns_an_answer_does_not_cost_it() {
    for question in [
        "solve nim@1000,1000 --line",
        "solve nim@1000,1000,1000 --explain",
        "solve kayles@10^100 --explain --line",
        "analyse treblecross",
    ] {
        let said = ask_words(&format!("{question} --limit-time 1"));
        within(&said, 1.0);
        assert!(!said.text().is_empty());
    }
}

#[test]
fn absurd_limits_do_no_harm() {
    for limits in [
        "--limit-positions 0",
        "--limit-memory 0",
        "--limit-time 0",
        "--limit-positions 0 --limit-memory 0 --limit-time 0",
        "--limit-positions 18446744073709551615 --limit-memory 18446744073709551615 --limit-time 1000000000000",
        "--limit-memory 17179869183G",
        "--limit-time 0.000000001",
    ] {
        for question in
            ["solve nim@3,4", "solve nim@3,4 --search", "solve kayles@5 --play misere", "analyse kayles --to 5", "graph nim@2"]
        {
            let said = ask_words(&format!("{question} {limits}"));
            within(&said, 1.0);
            assert!(said.status < 2, "{said:?}");
        }
    }
}

#[test]
fn absurd_numbers_of_rows_stop_at_once() {
    for family in ["nim", "kayles", "grundy", "subtraction:1,3,4", "stones:1-3", "no-repeat:1-5", "asymmetric:1/2", "treblecross"]
    {
        for flags in ["", "--summary", "--no-fill --summary", "--seek 18446744073709551615"] {
            let line = format!("analyse {family} --to 18446744073709551615 {flags} --limit-time 1");
            stops(&line, &["positions", "memory", "time"]);
        }
    }
    // a board has a fixed size, whatever `--to` is
    assert!(ask_words("analyse knights:9 --to 18446744073709551615").status == 0);
}

#[test]
fn many_moves_are_listed_only_as_far_as_asked() {
    let said = ask_words("solve nim@100000000 --format json");
    within(&said, 1.0);
    assert_eq!(said.json()["winning_moves_total"], 1);
    let said = ask_words("solve asymmetric:1-1000000/none@1000000 --limit-time 1 --max-moves 18446744073709551615 --format json");
    within(&said, 1.0);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_questions_of_very_many_components_keep_to_their_limits() {
    let ones = format!("nim@{}1", "1,".repeat(99_998));
    let families: Vec<String> =
        (2..if cfg!(debug_assertions) { 10_000 } else { 20_000 }).map(|k| format!("subtraction:1,{k}@3")).collect();
    for question in [ones, families.join("+")] {
        for flags in ["", "--search", "--play misere"] {
            let args = format!("solve - --limit-time 1 --limit-memory 50M {flags}");
            let said = tell(args.split_whitespace(), question.as_bytes());
            within(&said, 1.0);
            assert!(said.mebibytes < 400, "{} {flags}: {} MiB", &question[..30], said.mebibytes);
            assert_eq!((said.status, said.out.lines().count()), (0, 1));
        }
    }
}

#[test]
fn many_short_questions_take_a_short_time() {
    let questions: String = (1_000..1_200).map(|n| format!("nim@{n}\n")).collect();
    let said = tell(["solve", "-"], questions.as_bytes());
    assert!(said.work() < 10.0, "{} s for 200 heaps of Nim", said.work());
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_game_keeps_to_its_limits_too() {
    for position in ["kayles@30,29,28", "nim@10^100", "octal:4.@200,201", "grundy@10^12"] {
        let args = ["play", position, "--play", "misere", "--limit-time", "0.5"];
        let said = tell(args, b"hint\n1\nmoves\n1\nhint\n");
        // these lines are at most seven questions
        within(&said, 7.0 * 0.5);
        assert_eq!(said.status, 0);
    }
}

#[test]
fn a_strategy_is_written_down_within_the_time_of_its_question() {
    // the search is faster than this, but writing all answers is slower
    let said = ask_words("strategy nim@12,13,14,15 --form positions --limit-time 0.3");
    assert!(said.work() < 5.0, "{} s", said.work());
    let regret = said.regret();
    assert!(seconds_of_stop(&regret) >= 0.3 && regret.contains(" s; --limit-time allows more"), "{regret}");
}

#[test]
fn identify_keeps_to_limits() {
    let values = vec!["0"; 1000].join(",");
    for limit in ["positions=100", "time=0"] {
        let name = limit.split('=').next().unwrap();
        let question = format!("identify {values} --limit-{limit}");
        assert!(ask_words(&question).regret().contains(&format!("--limit-{name} allows more")));
        assert_eq!(ask_words(&format!("{question} --format json")).stopped()["stopped"], name);
    }
    assert!(ask_words(&format!("identify {values} --limit-positions 10^7")).text().contains("octal:"));
}

#[test]
fn certify_takes_the_whole_time_of_its_question_and_no_more() {
    let stopped = ask_words("certify octal:0.888 --limit-time 1");
    assert!(stopped.work() < 15.0, "{} s", stopped.work());
    let regret = stopped.regret();
    assert!(seconds_of_stop(&regret) >= 0.9 && regret.contains(" s; --limit-time allows more"), "{regret}");
    let stopped = ask_words("certify dawson-kayles --play misere --limit-time 0.3");
    assert!(stopped.work() < 15.0 && stopped.status == 1, "{stopped:?}");
}

#[test]
fn graphs_are_read_within_the_memory_and_the_time_of_their_question() {
    let lines: String = (0..300_000).map(|n| format!("vertex{n} vertex{}\n", n + 1)).collect();
    let graph = Scratch::file("long.txt", lines);
    let question = format!("solve digraph:{}@vertex0", graph.as_str());
    assert!(ask_words(&question).text().contains("digraph"));
    let refused = ask_words(&format!("{question} --limit-memory 10M"));
    assert!(refused.mebibytes < 60, "{} MiB", refused.mebibytes);
    assert!(refused.regret().contains("--limit-memory allows more"));
    let late = ask_words(&format!("{question} --limit-time 0"));
    seconds_of_stop(&late.regret());
    for (limit, name) in [("memory 10M", "memory"), ("time 0", "time")] {
        for command in ["solve", "graph"] {
            let asked = format!("digraph:{}@vertex0", graph.as_str());
            let known = ask(format!("{command} {asked} --limit-{limit} --format json").split(' ')).stopped();
            assert_eq!(known["stopped"], name, "{known}");
        }
        let known = ask_words(&format!("analyse digraph:{} --limit-{limit} --format json", graph.as_str())).stopped();
        assert_eq!(known["stopped"], name, "{known}");
    }
    assert!(ask_words(&format!("{question} --limit-positions 3")).regret().contains("--limit-positions allows more"));
}

#[test]
fn a_limit_is_an_answer_in_json_for_every_command() {
    let file = Scratch::path("never.json");
    for command in ["strategy nim@30,30", "certify kayles", "graph nim@30,30"] {
        let known = ask_words(&format!("{command} --limit-positions 10 --format json")).stopped();
        let asked = command.split(' ').nth(1).unwrap();
        assert_eq!(known["stopped"], "positions", "{known}");
        assert!(known["position"] == asked || known["family"] == asked, "{known}");
    }
    let known = ask(["quotient", "octal:0.16", "-o", file.as_str(), "--limit-positions=10", "--format=json"]).stopped();
    assert_eq!((&known["stopped"], &known["family"]), (&"positions".into(), &"octal:0.16".into()));
}

/// Returns questions whose answers include extra searches: 24 for each of eight kinds.
fn asked_beside() -> String {
    let knights = ["2.2,2.3,3.3,6.3", "4.4,3.5,7.2", "5.5,2.6,3.4"].map(|at| format!("knights@{at}"));
    let others = [
        "nim@5,6,7",
        "nim@9,8,7,6",
        "kayles@9.8+nim@3",
        "kayles@7,6,5",
        "dawson-kayles@9,11",
        "grundy@9,8,4",
        "octal:0.07@12,5",
        "subtraction:1,3,4@9,8+kayles@5",
        "wythoff@9,7",
        "euclid@13,8",
        "chomp@3x4",
        "cram@3x4",
        "node-kayles@3x3",
        "treblecross@9",
        "subtraction:2,3@30,31,32",
        "all-but:2@9,8,7",
        "euclid@20,13+nim@4",
        "cram@2x4+kayles@5",
        "chomp@2x5+nim@6",
        "nim@12+kayles@9+cram@2x3",
        "wythoff@6,4+nim@2",
    ];
    knights.into_iter().chain(others.map(str::to_owned)).map(|line| line + "\n").collect()
}

/// Families for which a period is sought in later rows. For the last three a bound on work ends the search.
const FAMILIES: &str = "kayles
grundy
octal:0.16
subtraction:1,3,1003
stones:1-50
asymmetric:1,3,7/2,4
octal:0.8
no-repeat:1-30
SCRIPT
";

#[cfg(unix)]
#[test]
#[ignore = "release: minutes without optimisation"]
fn release_answers_are_the_same_bytes_on_a_busy_machine() {
    let questions = asked_beside();
    // each compound rule and each play, which are computed in different ways, but not every pair
    let ways: Vec<Vec<&str>> = [
        ("disjunctive", "normal"),
        ("disjunctive", "misere"),
        ("selective", "misere"),
        ("shortened-selective", "normal"),
        ("moore=2", "misere"),
    ]
    .map(|(rule, play)| vec!["solve", "-", "--rule", rule, "--play", play, "--explain"])
    .to_vec();
    let script = Scratch::file(
        "unequal.rhai",
        "fn heap_options(n) { let all = []; for a in 1..n { if 2 * a < n { all.push([a, n - a]) } } all }",
    );
    let families = FAMILIES.replace("SCRIPT", script.as_str());
    let answers = |tell: fn(&[&str], &[u8]) -> Said| {
        let mut answers: Vec<_> = ways.iter().map(|way| tell(way, questions.as_bytes()).out).collect();
        answers.push(tell(&["analyse", "-"], families.as_bytes()).out);
        answers
    };
    let (alone, busy) = std::thread::scope(|scope| {
        let alone = scope.spawn(|| answers(|way, lines| tell(way, lines)));
        let busy = answers(|way, lines| tell_slowly(way, lines));
        (alone.join().unwrap(), busy)
    });
    assert_eq!(alone.last(), busy.last(), "periods that nobody asked for");
    let sought = busy.last().unwrap();
    assert_eq!((sought.lines().count(), sought.contains("error")), (families.lines().count(), false), "{sought}");
    for (way, (alone, busy)) in ways.iter().zip(alone.iter().zip(&busy)) {
        for (question, (alone, busy)) in questions.lines().zip(alone.lines().zip(busy.lines())) {
            assert_eq!(alone, busy, "{question} {way:?}");
        }
        assert_eq!(alone.lines().count(), 24, "{way:?}");
    }
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_a_long_heap_of_rules_in_a_script_is_answered_from_its_smaller_heaps() {
    let functions = [("left", "2, 3, 7"), ("right", "1, 4, 5")]
        .map(|(side, amounts)| format!("fn {side}_options(n) {{ [{amounts}].filter(|a| a <= n).map(|a| n - a) }}\n"));
    let script = Scratch::file("two-sets.rhai", functions.concat());
    let rows = ask(["analyse", script.as_str(), "--to", "4000", "--format", "json"]).json();
    let class = rows["outcomes"].as_str().unwrap().chars().last().unwrap().to_string();
    let position = format!("{}@4000", script.as_str());
    for more in [&[][..], &["--outcome-only"], &["--first", "right"]] {
        let said =
            ask(["solve", &position, "--format", "json", "--limit-positions", "10000"].into_iter().chain(more.iter().copied()));
        let answer = said.json();
        assert_eq!(answer["outcome_class"], class, "{answer}");
    }
    let strategy = ask(["strategy", &position, "--limit-positions", "100000"]).json();
    assert_eq!(strategy["winner"], if ["L", "N"].contains(&class.as_str()) { "mover" } else { "other" });
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "release: a program without optimisation takes more addresses itself"]
fn release_scripts_are_loaded_where_addresses_are_few() {
    let script = Scratch::file("halves.rhai", "fn heap_options(n) { let all = []; for a in 0..n { all.push([a]) } all }");
    for kib in [400_000, 800_000, 1_200_000, 1_400_000, 1_700_000] {
        for question in [format!("solve {}@5 --nimber", script.as_str()), format!("test {}", script.as_str())] {
            let line = format!("ulimit -v {kib}; '{}' {question}", env!("CARGO_BIN_EXE_sprague"));
            let said = std::process::Command::new("bash").args(["-c", &line]).output().unwrap();
            let [out, err] = [said.stdout, said.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
            assert!(said.status.success(), "{kib} KiB, {question}: {out}{err}");
        }
    }
    let nested = Scratch::file("nested.rhai", "fn heap_options(n) { let f = |x| x; for k in 0..100000 { f = f.curry(f); } [] }");
    let line = format!("ulimit -v 600000; '{}' solve {}@5", env!("CARGO_BIN_EXE_sprague"), nested.as_str());
    let said = std::process::Command::new("bash").args(["-c", &line]).output().unwrap();
    assert!(String::from_utf8(said.stderr).unwrap().contains("a small stack has room for"), "it does not end by an overflow");
}
