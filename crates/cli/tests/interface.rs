//! Tests the interface for scripts: every command with its keys and values.

use crate::plugins::{Folder, ask_in};
use crate::program::{Scratch, ask, ask_words, command, tell};
use serde_json::{Value, json};
use std::io::Read;
use std::process::Stdio;

/// Asserts that every key of `shown` has the same value in `answer`. Other keys are ignored.
#[track_caller]
fn holds(answer: &Value, shown: &Value) {
    for (key, value) in shown.as_object().unwrap() {
        assert_eq!(answer.get(key), Some(value), "{key} in {answer}");
    }
}

fn answer(line: &str) -> Value {
    ask_words(&format!("{line} --format json")).json()
}

fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no word"))
}

fn numbers(value: &Value) -> Vec<u64> {
    value.as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

#[test]
fn analyse_answers_the_object_of_the_interface() {
    let shown = r#"
        {"family":"subtraction:1,3,4","play":"normal","to":11,
         "outcomes":"PNPNNNNPNPNN", "nimbers":[0,1,0,1,2,3,2,0,1,0,1,2],
         "period":{"preperiod":0,"period":7,"saltus":0,"status":"proved","theorem":"bounded look-back"},
         "outcome_period":{"preperiod":0,"period":7,"saltus":0,"status":"proved","theorem":"bounded look-back"}}"#;
    holds(&answer("analyse subtraction:1,3,4 --to 11"), &serde_json::from_str(shown).unwrap());
}

#[test]
fn solve_answers_the_object_of_the_interface() {
    let shown = r#"
        {"position":"nim@3,4,5","play":"normal","rule":"disjunctive","outcome":"win","nimber":2,
         "winning_moves":[{"move":"…","to":"nim@1,4,5"}],"winning_moves_total":1,"best":{"move":"…","to":"nim@1,4,5"}}"#;
    let mut answer = answer("solve nim@3,4,5");
    for mv in ["/winning_moves/0/move", "/best/move"] {
        let label = answer.pointer_mut(mv).unwrap();
        assert!(!word(label).is_empty());
        *label = json!("…");
    }
    holds(&answer, &serde_json::from_str(shown).unwrap());
}

#[test]
fn analyze_is_analyse() {
    for rest in ["kayles", "kayles --to 3 --format json", "nim --format csv", "subtraction:1,2 --format bfile"] {
        assert_eq!(ask_words(&format!("analyze {rest}")).text(), ask_words(&format!("analyse {rest}")).text());
    }
}

#[test]
fn rows_go_from_0_to_40_unless_said_otherwise() {
    assert_eq!(numbers(&answer("analyse kayles")["nimbers"]).len(), 41);
    let one = answer("analyse kayles --to 0");
    holds(&one, &json!({ "to": 0, "outcomes": "P", "nimbers": [0] }));
}

#[test]
fn csv_has_a_column_for_every_sequence() {
    assert_eq!(ask_words("analyse kayles --to 3 --format csv").text(), "n,outcome,nimber\n0,P,0\n1,N,1\n2,N,2\n3,N,3\n");
    assert_eq!(
        ask_words("analyse nim --play misere --to 2 --format csv").text().lines().collect::<Vec<_>>(),
        ["n,outcome", "0,N", "1,P", "2,N"]
    );
    let table = ask_words("analyse knights:3 --format csv").text();
    assert_eq!(table, "y,x0,x1,x2\n0,0,0,1\n1,0,0,2\n2,1,2,1\n");
    let stones = ask_words("analyse stones:1-3 --to 1 --format csv").text();
    assert_eq!(stones, "n,even,odd,take_even,take_odd\n0,P,N,,\n1,N,P,1,1\n");
    for family in ["no-repeat:1-5", "asymmetric:1,2/3"] {
        let text = ask_words(&format!("analyse {family} --to 9 --format csv")).text();
        let cells: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
        assert_eq!(cells.len(), 11, "{family}");
        assert!(cells.iter().all(|count| *count == cells[0] && *count > 2), "{family}: {text}");
    }
}

#[test]
fn a_b_file_has_n_and_the_value_on_a_line() {
    assert_eq!(ask_words("analyse kayles --to 4 --format bfile").text(), "0 0\n1 1\n2 2\n3 3\n4 1\n");
    assert_eq!(ask_words("analyse subtraction:1,2 --play misere --to 2 --format bfile").text(), "0 1\n1 0\n2 1\n");
    assert!(ask_words("analyse stones:1-3 --format bfile").regret().contains("stones:1-3"));
}

#[test]
fn misere_rows_have_no_nimbers() {
    let rows = answer("analyse subtraction:1,3,4 --to 11 --play misere");
    holds(&rows, &json!({ "play": "misere", "outcomes": "NPNPNNNNPNPN" }));
    assert!(rows.get("nimbers").is_none());
}

#[test]
fn asymmetric_rows_are_classes_and_outcomes_for_who_starts() {
    let rows = answer("analyse asymmetric:2,5,9/3,4,8 --to 30");
    let [classes, left, right] = ["outcomes", "left_first", "right_first"].map(|key| word(&rows[key]));
    assert_eq!([classes.len(), left.len(), right.len()], [31; 3]);
    for ((class, left), right) in classes.chars().zip(left.chars()).zip(right.chars()) {
        let expected = match (left, right) {
            ('L', 'R') => 'N',
            ('R', 'L') => 'P',
            ('L', 'L') => 'L',
            ('R', 'R') => 'R',
            other => panic!("{other:?}"),
        };
        assert_eq!(class, expected);
    }
    assert!(rows.get("nimbers").is_none());
}

#[test]
fn stones_rows_are_by_the_parity_of_what_the_mover_holds() {
    let rows = answer("analyse stones:1-3 --to 30");
    for parity in ["even", "odd"] {
        assert_eq!(word(&rows["outcomes"][parity]).len(), 31);
        let take = rows["take"][parity].as_array().unwrap();
        assert_eq!(take.len(), 31);
        assert!(take[0].is_null(), "no stone, no amount");
        assert!(take[1..].iter().all(|amount| (1..=3).contains(&amount.as_u64().unwrap())));
    }
    // with no tokens left, whoever holds the odd number has won
    assert!(word(&rows["outcomes"]["even"]).starts_with('P'));
    assert!(word(&rows["outcomes"]["odd"]).starts_with('N'));
    // each best amount leads to a position that is as bad as possible for the opponent, where totals stay odd
    for (parity, mine) in [("even", 0), ("odd", 1)] {
        for pile in 1..=30_usize {
            let outcome = |pile: usize, mine: usize| word(&rows["outcomes"][["even", "odd"][mine]]).as_bytes()[pile];
            let best = rows["take"][parity][pile].as_u64().unwrap() as usize;
            // the opponent's parity follows because pile + mine + his is odd
            let his = (pile + mine + 1) % 2;
            let wins = |amount: usize| outcome(pile - amount, his) == b'P';
            let amounts = 1..=pile.min(3);
            let largest = amounts.clone().rev().find(|&amount| wins(amount));
            assert_eq!(best, largest.unwrap_or(1), "{parity} {pile}");
            assert_eq!(outcome(pile, mine) == b'N', largest.is_some());
        }
    }
}

#[test]
fn no_repeat_rows_say_what_is_lost_after_every_move() {
    let rows = answer("analyse no-repeat:1-5 --to 60");
    let after = rows["after"].as_object().unwrap();
    assert_eq!(after.keys().collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);
    let lost_after_all = |n: usize| after.values().all(|outcomes| word(outcomes).as_bytes()[n] == b'P');
    let safe: Vec<u64> = (0..=60).filter(|&n| lost_after_all(n)).map(|n| n as u64).collect();
    assert_eq!(numbers(&rows["safe"]), safe);
    assert_eq!(word(&rows["outcomes"]).len(), 61);
}

#[test]
fn knights_have_a_table_and_no_period() {
    let board = answer("analyse knights");
    let table = board["table"].as_array().unwrap();
    assert_eq!(table.len(), 8);
    assert!(table.iter().all(|row| numbers(row).len() == 8));
    let mirrored = (0..64).all(|at| board["table"][at / 8][at % 8] == board["table"][at % 8][at / 8]);
    assert!(mirrored, "the moves are symmetric in x and y");
    holds(&board, &json!({ "period": null, "outcome_period": null }));
}

#[test]
fn both_periods_are_always_there() {
    let families = ["nim", "grundy", "treblecross", "knights:3", "stones:1-3", "no-repeat:1,2", "asymmetric:1/2", "octal:0.3"];
    for family in families {
        let rows = answer(&format!("analyse {family} --to 20"));
        for key in ["period", "outcome_period"] {
            let Some(period) = rows.get(key).unwrap_or_else(|| panic!("{family}: {key}")).as_object() else { continue };
            for number in ["preperiod", "period", "saltus"] {
                assert!(period[number].is_u64(), "{family}: {key}");
            }
            let (status, theorem) = (word(&period["status"]), &period["theorem"]);
            assert!(matches!(status, "proved" | "observed"), "{family}");
            assert_eq!(status == "proved", theorem.is_string(), "{family}: a proof has a theorem");
            let theorems = [json!("bounded look-back"), json!("Guy-Smith"), json!("equal states"), json!("all-but"), json!(null)];
            assert!(theorems.contains(theorem), "{family}");
        }
    }
    assert!(answer("analyse grundy --to 20")["period"].is_null());
}

#[test]
fn the_period_of_nim_rises_and_that_of_its_outcomes_starts_at_1() {
    let rows = answer("analyse nim");
    let theorem =
        |preperiod, saltus| json!({"preperiod":preperiod,"period":1,"saltus":saltus,"status":"proved","theorem":"all-but"});
    holds(&rows, &json!({ "period": theorem(0, 1), "outcome_period": theorem(1, 0) }));
}

#[test]
fn kayles_has_period_12_from_71_on() {
    let period = json!({"preperiod":71,"period":12,"saltus":0,"status":"proved","theorem":"Guy-Smith"});
    holds(&answer("analyse kayles"), &json!({ "period": period }));
    let text = ask_words("analyse kayles").text();
    assert!(text.contains("12") && text.contains("71") && text.contains("Guy-Smith"), "{text}");
}

#[test]
fn without_enough_rows_nothing_is_proved() {
    assert!(answer("analyse kayles --to 5 --seek 50")["period"].is_null());
    // seek alone bounds the rows that may be computed to find a period, not the greater of to and seek
    assert_eq!(answer("analyse kayles --to 5 --seek 1000")["period"]["period"], 12);
}

#[test]
fn filled_rows_are_the_computed_ones() {
    for family in ["kayles", "subtraction:2,7,9", "all-but:2,5", "stones:1-3", "no-repeat:1-4"] {
        let line = format!("analyse {family} --to 400 --format csv");
        assert_eq!(ask_words(&line).text(), ask_words(&format!("{line} --no-fill")).text(), "{family}");
    }
}

#[test]
fn a_summary_counts_and_digests() {
    let summary = answer("analyse subtraction:1,2 --to 999999 --summary");
    holds(&summary, &json!({ "rows": 1_000_000, "lost": 333_334 }));
    assert!(!word(&summary["digest"]).is_empty() && !word(&summary["kernel"]).is_empty());
    assert!(summary["seconds"].as_f64().unwrap() >= 0.0);
    for rows in ["outcomes", "nimbers"] {
        assert!(summary.get(rows).is_none());
    }
    let computed = answer("analyse subtraction:1,2 --to 999999 --summary --no-fill");
    assert_eq!(computed["digest"], summary["digest"], "filled rows have the digest of computed ones");
    assert_ne!(answer("analyse subtraction:1,3 --to 999999 --summary")["digest"], summary["digest"]);
    assert!(ask_words("analyse kayles --summary").text().contains("41 rows"));
}

#[test]
fn numbers_above_2_to_the_53_are_strings() {
    let far = answer("solve nim@9007199254740993,1");
    assert_eq!(far["nimber"], json!(9007199254740992_u64), "2^53 itself is a number");
    let farther = answer("solve nim@10^20,5");
    holds(&farther, &json!({ "nimber": "100000000000000000005", "position": "nim@100000000000000000000,5", "outcome": "win" }));
    assert_eq!(answer("solve nim@9007199254740993")["nimber"], json!("9007199254740993"));
}

#[test]
fn a_position_without_moves_has_no_best() {
    holds(
        &answer("solve nim@0,0"),
        &json!({ "best": null, "outcome": "loss", "nimber": 0, "winning_moves": [], "winning_moves_total": 0 }),
    );
    holds(&answer("solve nim@0 --play misere"), &json!({ "best": null, "outcome": "win", "play": "misere", "nimber": null }));
}

#[test]
fn a_lost_position_has_a_best_move_and_no_winning_one() {
    let lost = answer("solve nim@1,4,5");
    holds(&lost, &json!({ "outcome": "loss", "nimber": 0, "winning_moves": [], "winning_moves_total": 0 }));
    assert!(word(&lost["best"]["to"]).starts_with("nim@"));
}

#[test]
fn partizan_answers_say_who_starts_and_who_is_next() {
    let left = answer("solve asymmetric:2,5,9/3,4,8@27");
    holds(&left, &json!({ "first": "left", "nimber": null }));
    let class = word(&left["outcome_class"]).to_owned();
    assert!(["L", "R", "N", "P"].contains(&class.as_str()));
    assert_eq!(left["best"]["next"], "right");
    assert!(left["winning_moves"].as_array().unwrap().iter().all(|step| step["next"] == "right"));
    let right = answer("solve asymmetric:2,5,9/3,4,8@27 --first right");
    holds(&right, &json!({ "first": "right", "outcome_class": class }));
    assert_eq!(right["best"]["next"], "left");
}

#[test]
fn drawn_positions_list_the_moves_that_draw() {
    let graph = Scratch::file("cycle", "a b\nb a\nb end\nc d\nd c\nd e\ne d\n");
    let at = |vertex: &str| answer(&format!("solve digraph:{}@{vertex}", graph.as_str()));
    // from a the only move is to b, where the next player ends the game at once; moving back to a would win, too
    holds(&at("a"), &json!({ "outcome": "loss", "nimber": null }));
    holds(&at("b"), &json!({ "outcome": "win", "winning_moves_total": 2 }));
    assert!(word(&at("b")["best"]["to"]).ends_with("@end"), "the fastest win");
    holds(&at("d"), &json!({ "outcome": "draw", "nimber": null, "winning_moves_total": 2 }));
    assert!(at("d")["best"]["to"].is_string());
    let explained = answer(&format!("solve digraph:{}@d --explain", graph.as_str()));
    assert_eq!(explained.get("remoteness"), Some(&json!(null)), "a draw has no remoteness");
}

#[test]
fn winning_moves_are_cut_at_max_moves_and_counted() {
    let cut = answer("solve nim@1,2,4,8,16 --max-moves 0");
    holds(&cut, &json!({ "winning_moves": [], "winning_moves_total": 1 }));
    assert!(cut["best"]["to"].is_string());
    let many = format!("solve nim@{}1", "1,".repeat(1200));
    let many = answer(&many);
    assert_eq!(many["winning_moves"].as_array().unwrap().len(), 1000);
    assert_eq!(many["winning_moves_total"], 1201);
}

#[test]
fn explain_says_why_and_how_long() {
    let why = answer("solve nim@3,4,5 --explain");
    assert_eq!(why["remoteness"].as_u64().unwrap() % 2, 1, "a win takes an odd number of moves");
    assert!(answer("solve nim@3,4,5").get("remoteness").is_none());
    assert!(ask_words("solve nim@3,4,5 --explain").text().contains("Grundy"));
    assert!(ask_words("solve nim@3,4,5 --explain --search").text().contains("search"));
}

#[test]
fn search_and_theorem_agree() {
    for position in
        ["nim@3,4,5", "kayles@7,3", "subtraction:1,3,4@11", "grundy@9", "all-but:2@8,3", "no-repeat:1-3@9/2", "knights@3.4,5.5"]
    {
        for play in ["normal", "misere"] {
            let theorem = answer(&format!("solve {position} --play {play}"));
            let search = answer(&format!("solve {position} --play {play} --search"));
            for key in ["position", "outcome", "nimber", "winning_moves", "winning_moves_total"] {
                assert_eq!(theorem[key], search[key], "{position} {play} {key}");
            }
        }
    }
}

#[test]
fn a_line_of_play_ends_where_no_move_is_left() {
    let solved = answer("solve grundy@9 --line");
    let line = solved["line"].as_array().unwrap();
    let last = word(&line.last().unwrap()["to"]);
    assert!(answer(&format!("solve {last}"))["best"].is_null());
    let mut position = "grundy@9".to_owned();
    for step in line {
        let before = answer(&format!("solve {position}"));
        if before["outcome"] == "win" {
            assert!(before["winning_moves"].as_array().unwrap().iter().any(|mv| mv["to"] == step["to"]), "{position}");
        }
        position = word(&step["to"]).to_owned();
    }
    assert!(ask_words("solve grundy@9 --line").text().contains(last));
}

const POSITIONS: [&str; 16] = [
    "nim@0,4",
    "nim@3+octal:0.77@12+knights:8@3.4",
    "subtraction:1,3,4@11",
    "subtraction:1-3,7@8",
    "all-but:2,5@20,1",
    "stones:1-3@7.1.0",
    "stones:1-3@7.1.0,4.0.1",
    "stones:2,3:wins=even@9.0.0",
    "no-repeat:1-5@20/3",
    "no-repeat:1-5:memory=2@20/3.1,9",
    "asymmetric:2,5/3@17,4",
    "asymmetric:none/3@17",
    "octal:.77@1.1",
    "octal:4.@7",
    "grundy@1.20",
    "treblecross@0,9",
];

/// Returns the flag with the player who moves after this move, in partizan games.
fn starting(step: &Value) -> String {
    step.get("next").map_or_else(String::new, |next| format!(" --first {}", word(next)))
}

#[test]
fn what_is_printed_can_be_asked_again_and_means_the_same() {
    for position in POSITIONS {
        let first = answer(&format!("solve {position}"));
        assert_eq!(word(&first["position"]), position);
        let outcome = word(&first["outcome"]).to_owned();
        if first["best"].is_null() {
            assert_eq!(position, "asymmetric:none/3@17", "only here the one to start has no move");
            continue;
        }
        let after = word(&first["best"]["to"]).to_owned();
        let next = answer(&format!("solve {after}{}", starting(&first["best"])));
        assert_eq!(word(&next["position"]), after);
        let opposite = if outcome == "win" {
            "loss"
        } else if outcome == "loss" {
            "win"
        } else {
            "draw"
        };
        assert_eq!(next["outcome"], opposite, "{position}: after the best move the other one has the opposite");
    }
}

#[test]
fn best_play_to_the_end_is_shown_for_every_kind_of_game() {
    for position in POSITIONS {
        let solved = answer(&format!("solve {position} --line"));
        let line = solved["line"].as_array().unwrap_or_else(|| panic!("{position}: no line"));
        let Some(last) = line.last() else {
            assert!(solved["best"].is_null(), "{position}");
            continue;
        };
        assert!(answer(&format!("solve {}{}", word(&last["to"]), starting(last)))["best"].is_null(), "{position}: {last}");
        assert_eq!(line[0]["to"], solved["best"]["to"], "{position}: best play starts with the best move");
    }
}

#[test]
fn blanks_are_free() {
    let shown = ask(["solve", "nim@3,4,5", "--format", "json"]).json();
    assert_eq!(ask(["solve", " nim @ 3, 4 ,5 ", "--format", "json"]).json(), shown);
    let sum = ask(["solve", "nim@3 + octal: 0.77 @ 12", "--format", "json"]).json();
    assert_eq!(sum["position"], "nim@3+octal:0.77@12");
}

#[test]
fn heap_sizes_may_exceed_64_bits_where_a_period_answers() {
    for (position, outcome) in [
        ("nim@10^100", "win"),
        ("nim@10^100,10^100", "loss"),
        ("subtraction:1,3,4@7000000000000000000000", "loss"),
        ("kayles@10^100", "win"),
        ("no-repeat:1-5@10^30/3", "win"),
    ] {
        if position.starts_with("no-repeat") {
            assert!(answer(&format!("solve {position}"))["outcome"].is_string());
        } else {
            assert_eq!(answer(&format!("solve {position}"))["outcome"], outcome, "{position}");
        }
    }
}

#[test]
fn sets_and_graphs_are_read_from_files() {
    let set = Scratch::file("amounts", "1 3\n4,\n");
    let family = format!("subtraction:{}", set.as_str());
    assert_eq!(answer(&format!("analyse {family} --to 11"))["outcomes"], "PNPNNNNPNPNN");
    let graph = Scratch::file("graph", "# a comment\na b\na b\nb c\nalone\n");
    holds(&answer(&format!("solve digraph:{}@a", graph.as_str())), &json!({ "outcome": "loss", "nimber": 0 }));
    holds(&answer(&format!("solve digraph:{}@alone,b", graph.as_str())), &json!({ "outcome": "win", "nimber": 1 }));
}

#[test]
fn a_graph_is_dot_with_every_position() {
    let dot = ask_words("graph nim@1,2").text();
    assert!(dot.starts_with("digraph {") && dot.trim_end().ends_with('}'), "{dot}");
    let edges = dot.matches("->").count();
    assert_eq!((dot.matches("label=").count(), edges), (5, 7), "positions as multisets: 1+2, 2, 1+1, 1, over\n{dot}");
    let shallow = ask_words("graph nim@1,2 --depth 1").text();
    assert_eq!((shallow.matches("label=").count(), shallow.matches("->").count()), (4, 3), "{shallow}");
    let object = answer("graph nim@1,2");
    holds(&object, &json!({ "position": "nim@1,2", "positions": 5, "dot": dot, "is_whole": true }));
    let second = json!({ "label": "2", "ask": "nim@2", "outcome": "win", "nimber": 2, "smith": null, "is_cut": false });
    assert_eq!((&object["nodes"][1], object["edges"].as_array().unwrap().len()), (&second, edges));
    let near = answer("graph nim@10^9 --most 3");
    assert_eq!((near["nodes"].as_array().unwrap().len(), &near["nodes"][0]["is_cut"]), (3, &json!(true)));
    assert_eq!(near["nodes"][2]["nimber"], json!(999_999_998));
    assert!(ask_words("graph stones:1-3@4").text().starts_with("digraph {"));
    assert!(ask_words("graph asymmetric:1/2@4 --first right").text().contains("right"));
}

#[test]
fn a_certificate_is_written_and_accepted() {
    for (family, play) in [
        ("kayles", "normal"),
        ("subtraction:1,3,4", "normal"),
        ("subtraction:1,3,4", "misere"),
        ("all-but:2,5", "normal"),
        ("stones:1-3", "normal"),
        ("no-repeat:1-5", "normal"),
        ("asymmetric:2,5,9/3,4,8", "normal"),
    ] {
        let file = Scratch::path("certificate.json");
        let path = file.as_str();
        let written = ask(["certify", family, "--play", play, "-o", path]).text();
        assert!(written.contains(family) && written.contains("period"), "{written}");
        let certificate: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        holds(&certificate, &json!({ "family": family, "play": play }));
        for key in ["theorem", "preperiod", "period", "saltus"] {
            assert!(certificate.get(key).is_some(), "{family}: {key}");
        }
        assert!(ask(["check", path]).text().starts_with("accepted"), "{family}");
        holds(&ask(["check", path, "--format", "json"]).json(), &json!({ "accepted": true, "family": family }));
        let from_pipe = tell(["check", "-"], certificate.to_string().as_bytes()).text();
        assert!(from_pipe.starts_with("accepted"), "{family}");
        // a wrong period
        let mut lie = certificate.clone();
        lie["period"] = json!(certificate["period"].as_u64().unwrap() + 1);
        let refused = tell(["check", "-", "--format", "json"], lie.to_string().as_bytes());
        assert_eq!(refused.status, 1, "{family}: {}", refused.out);
        let verdict: Value = serde_json::from_str(&refused.out).unwrap();
        assert_eq!(verdict["accepted"], false);
        assert!(!word(&verdict["reason"]).is_empty());
    }
}

#[test]
fn a_certificate_goes_to_standard_output_if_no_file_is_named() {
    let text = ask_words("certify kayles").text();
    assert!(tell(["check", "-"], text.as_bytes()).text().starts_with("accepted"));
    assert!(ask_words("certify grundy").regret().contains("theorem"));
    assert!(ask_words("certify kayles --seek 20").regret().contains("kayles"));
}

#[test]
fn every_ruleset_is_listed_with_an_example_that_can_be_asked() {
    let listed = answer("rulesets");
    let entries = listed.as_array().unwrap();
    let text = ask_words("rulesets").text();
    for name in [
        "nim",
        "subtraction",
        "all-but",
        "stones",
        "no-repeat",
        "asymmetric",
        "knights",
        "octal",
        "grundy",
        "digraph",
        "kayles",
        "dawson-kayles",
        "dawson-chess",
        "treblecross",
    ] {
        let entry = entries.iter().find(|entry| word(&entry["notation"]).split([':', '[']).next() == Some(name));
        let entry = entry.unwrap_or_else(|| panic!("{name} is not listed"));
        assert!(text.contains(name), "{name}");
        let example = word(&entry["example"]);
        if name != "digraph" {
            assert_eq!(ask(["solve", example]).status, 0, "{example}");
        }
    }
}

#[test]
fn modifiers_are_listed_apart_and_asked_like_other_rulesets() {
    let text = ask_words("rulesets").text();
    let (rulesets, modifiers) = text.split_once("\nmodifiers, each around a ruleset").unwrap();
    assert!(modifiers.contains("\nimpartial:RULESET ") && !rulesets.contains("impartial:RULESET"));
    assert!(rulesets.contains("\nkonane ") && rulesets.contains("\ndigraph:FILE "));
    assert!(ask_words("rulesets impartial").text().contains("source: Gardner 1974"));
    let listed = answer("rulesets");
    let kinds: Vec<(&str, &str)> =
        listed.as_array().unwrap().iter().map(|entry| (word(&entry["notation"]), word(&entry["kind"]))).collect();
    assert!(kinds.contains(&("impartial:RULESET", "modifier")) && kinds.contains(&("konane", "ruleset")));

    assert_eq!(answer("solve impartial:domineering@3x6")["nimber"], 4);
    assert_eq!(answer("table impartial:domineering --to 2x3")["nimbers"], json!([[0, 1, 1], [1, 0, 1]]));
    let rows = answer("analyse impartial:asymmetric:1,3/4 --to 11");
    assert_eq!((word(&rows["outcomes"]), word(&rows["period"]["status"])), ("PNPNNNNPNPNN", "proved"));
    assert_eq!(ask_words("solve impartial:stones:1-3@7").status, 2);
    assert!(ask_words("solve impartial:nimm@7").refusal().contains("did you mean `nim`?"));
}

/// The commands and their required arguments.
const COMMANDS: [&str; 10] =
    ["analyse", "solve", "play", "graph", "certify", "check", "quotient", "rulesets", "completions", "man"];

#[test]
fn help_has_an_example_of_every_command() {
    for name in COMMANDS {
        let help = ask([name, "--help"]).text();
        assert!(help.contains(&format!("Example: sprague {name}")), "{help}");
        assert_eq!(ask(["help", name]).text(), help);
    }
    let help = ask(["--help"]).text();
    assert!(COMMANDS.iter().all(|name| help.contains(name)), "{help}");
    assert!(help.contains("Exit status"));
    assert!(ask(["--version"]).text().starts_with("sprague "));
}

#[test]
fn completions_and_the_manual_name_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = ask(["completions", shell]).text();
        assert!(COMMANDS.iter().all(|name| script.contains(name)), "{shell}");
    }
    let page = ask(["man"]).text();
    assert!(page.contains(".TH sprague"), "{page}");
    assert!(COMMANDS.iter().all(|name| page.contains(&format!("sprague {name}")) || page.contains(&name.to_uppercase())));
    assert!(page.contains("limit\\-positions"));
}

#[test]
fn through_a_pipe_there_is_no_colour_and_no_progress() {
    for line in ["solve nim@3,4,5", "analyse kayles", "rulesets", "--help", "solve kayles@30,9,8 --play misere", "graph nim@2,2"]
    {
        let said = ask_words(line);
        assert!(!said.out.contains('\u{1b}'), "{line}");
        assert_eq!(said.err, "", "{line}");
    }
    assert!(!ask_words("solve nim@").err.contains('\u{1b}'));
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let rows = |format| format!("analyse nim --to 300000 --format {format}");
    let lines = [
        rows("text"),
        rows("json"),
        rows("csv"),
        rows("bfile"),
        "graph nim@30,30".into(),
        "graph nim@30,30 --format json".into(),
    ];
    for line in lines {
        let mut child = command().args(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = child.stdout.take().unwrap();
        stdout.read_exact(&mut [0; 100]).unwrap();
        drop(stdout);
        let ended = child.wait_with_output().unwrap();
        let err = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), err.as_str()), (Some(0), ""), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said_in_one_line() {
    for line in ["analyse nim --to 3000", "solve nim@3,4", "rulesets", "man", "completions bash", "certify kayles", "graph nim@3"]
    {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ended = command().args(line.split(' ')).stdout(full).output().unwrap();
        let err = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), err.lines().count()), (Some(1), 1), "{line}: {err}");
    }
}

/// Examples in the help that cannot be tested, because they run until they are ended, take hours, or name missing files.
const NOT_RUN: [&str; 12] = [
    "serve",
    "mcp",
    "check 0.106.json",
    "sweep subtraction --largest 32",
    "sweep octal --digits 3",
    "merge",
    "atlas add --from",
    "test ./my-game.wasm",
    "completions bash >",
    "man |",
    "graph nim@1,2 |",
    "strategy kayles@40,39,38",
];

#[cfg(unix)]
#[test]
#[ignore = "slow: seconds"]
fn slow_every_example_of_the_help_is_answered() {
    let folder = Folder::new("help-examples");
    let task = "const L = 1; const R = 4; fn heap_options(n) { let f = []; for s in L..=R { if s <= n { f.push(n - s) } } f }";
    folder.write("task.rhai", task);
    let page = include_str!("../../../docs/reference/commands.md");
    let examples = page
        .lines()
        .filter_map(|line| line.strip_prefix("Example: ").or(line.strip_prefix("         "))?.strip_prefix("sprague "));
    let examples: Vec<&str> = examples.filter(|example| !NOT_RUN.iter().any(|not_run| example.starts_with(not_run))).collect();
    assert!(examples.len() > 40, "{examples:?}");
    assert_eq!(ask_in(&folder.0, &["atlas", "add", "solve kayles@5"]).0, 0, "an atlas to look into");
    for example in examples {
        let script = format!("\"$0\" {example}");
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_sprague")]).current_dir(&folder.0).stdin(Stdio::null());
        let said = shell.output().unwrap();
        assert_eq!(said.status.code(), Some(0), "{example}: {}", String::from_utf8_lossy(&said.stderr));
    }
}
