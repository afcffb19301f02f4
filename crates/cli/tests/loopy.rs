//! Loopy games: values as positions, sums by value, rows and tables, comparisons with certificates.

use crate::program::{Scratch, ask, ask_words, tell};
use serde_json::{Value, json};

/// Rules under which Left takes one. Right may only pass at every third heap, and elsewhere takes two.
const MIXED: &str = "let example = \"1\";\nfn left_moves(n) { if n > 0 { [n - 1] } else { [] } }\n\
                     fn right_moves(n) { if n % 3 == 1 { [n] } else if n > 1 { [n - 2] } else { [] } }\n";

#[test]
fn loopy_values_are_positions() {
    let value = |sum: &str| ask(["value", "--format=json", "--", sum]).json()["value"].clone();
    for (sum, expected) in [
        ("game@over", "over"),
        ("game@'on & off'", "dud"),
        ("game@a{0|a}", "over"),
        ("game@upon+domineering@2x3", "{2^[on]|-1/2^[on]}"),
        ("game@over+-game@over", "over&under"),
        ("game@over & under", "over&under"),
        ("-game@tis", "0&-1"),
        // parentheses keep a sign
        ("game@Tiny(over+1)", "Tiny(1over)"),
    ] {
        let found = value(&sum.replace('\'', ""));
        assert_eq!(found, expected, "{sum}");
        assert_eq!(value(&format!("game@{expected}")), expected);
    }
    for (sum, reason) in [
        ("game@{0|b}", "character 9, `b`: expected a value such as 1/2"),
        ("game@overr", "character 6, `o`: expected a value such as 1/2"),
        ("game@v & over", "expected an offside that is at most the onside"),
        ("game@over|1", "expected"),
    ] {
        let refusal = ask(["value", "--", sum]).refusal();
        assert!(refusal.contains(reason), "{sum}: {refusal}");
    }
    assert!(ask_words("value game@over --dag").refusal().contains("a position can repeat"));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_sums_are_solved_by_value_as_by_search() {
    let answer =
        |sum: &str, more: &[&str]| ask(["solve", "--format=json", "--moves=all"].iter().chain(more).chain(&["--", sum])).json();
    for sum in [
        "game@over+domineering@2x3",
        "game@dud,1",
        "game@1&0",
        "game@over,over,under",
        "game@upon,{2|-1}+nim@2",
        "-game@hot,on&0",
        "fox-and-geese@3x4+game@-1/2",
        "backsliding-toads-frogs@TT.FF,T.F+game@under",
        "game@a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}+nim@1",
    ] {
        for first in ["--first=left", "--first=right"] {
            let [by_value, by_search] = [answer(sum, &[first]), answer(sum, &[first, "--search"])];
            for key in ["outcome", "outcome_class", "winning_moves_total"] {
                assert_eq!(by_value[key], by_search[key], "{sum} {first} {key}");
            }
            let outcomes = |answer: &Value| -> Vec<Value> {
                answer["moves"].as_array().unwrap().iter().map(|mv| json!([mv["move"], mv["outcome"]])).collect()
            };
            assert_eq!(outcomes(&by_value), outcomes(&by_search), "{sum}");
            assert_eq!(by_value["value"], ask(["value", "--format=json", "--", sum]).json()["value"], "{sum}");
        }
    }
    let said = ask_words("solve game@dud,1 --explain").out;
    assert!(said.contains("game@dud,1: a draw\nvalue dud\noutcome class D\n"), "{said}");
    assert!(said.contains("2 drawing moves:\n") && said.contains("loopy values: the value is dud + 1 = dud;"), "{said}");
    // a game without a stopper on one side has no value, so play is searched
    let said = ask_words("solve game@a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}+nim@1 --explain").out;
    assert!(said.contains("search: all "), "{said}");
}

#[test]
fn tables_rows_and_batches_hold_loopy_values() {
    let table = ask_words("table fox-and-geese --to 5x4 --rows values --format json").json();
    assert_eq!(table["values"][3], json!([null, "0", "off", "over"]));
    let file = Scratch::folder("mixed");
    std::fs::write(format!("{}/mixed.rhai", file.as_str()), MIXED).unwrap();
    let family = format!("{}/mixed.rhai", file.as_str());
    let rows = ask(["analyse", &family, "--rows=values", "--to=199", "--format=json"]).json();
    assert_eq!(rows["values"].as_array().unwrap()[..4], ["0", "over", "{over|0}", "0"].map(Value::from));
    assert_eq!((&rows["period"]["period"], &rows["period"]["status"]), (&json!(3), &json!("observed")));
    let classes = ask(["analyse", &family, "--to=5", "--format=json"]).json();
    assert_eq!(classes["outcomes"], "PLNPLN");
    let said = tell(["value", "-"], b"game@over\ngame@dud,over\n").text();
    let values: Vec<Value> = said.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["value"].clone()).collect();
    assert_eq!(values, ["over", "dud"]);
}

#[test]
fn comparisons_are_shown_by_certificates() {
    let folder = Scratch::folder("compared");
    let file = format!("{}/shown.json", folder.as_str());
    for (left, relation, right) in [
        ("game@dud", "||", "game@1"),
        ("game@dud", "||", "0"),
        ("game@dud", "||", "over"),
        ("game@dud", "<", "on"),
        ("off", "<", "game@dud"),
        ("over", "<", "1/1024"),
        ("a{0|a}", "=", "over"),
        ("tis", ">", "tisn"),
        ("{2|-1}", "||", "nim@1"),
        ("fox-and-geese@4x4", "=", "over"),
        ("game@a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}+game@1", "<", "2"),
    ] {
        let said = ask(["compare", "--certificate", "-o", &file, "--", left, right]).out;
        assert!(said.contains(&format!("  {relation}  ")) && said.contains("states that show it"), "{said}");
        let verdict = ask(["check", "--format=json", &file]).json();
        assert_eq!((&verdict["accepted"], &verdict["relation"]), (&json!(true), &json!(relation)), "{verdict}");
        let text = std::fs::read_to_string(&file).unwrap();
        for other in ["<", ">", "=", "||"].into_iter().filter(|other| *other != relation) {
            let quoted = |relation: &str| format!("\"relation\":\"{relation}\"");
            std::fs::write(&file, text.replace(&quoted(relation), &quoted(other))).unwrap();
            let verdict = ask(["check", "--format=json", &file]);
            let object: Value = serde_json::from_str(&verdict.out).unwrap();
            assert_eq!((verdict.status, &object["accepted"]), (1, &json!(false)), "{left} {other} {right}");
        }
    }
    let loopy = ask(["compare", "--format=json", "over", "0"]).json();
    assert_eq!(loopy, json!({ "left": "game@over", "right": "game@0", "relation": ">", "loopy": true }));
    assert!(ask_words("compare - --certificate -o x").refusal().contains("not those of a batch"));
    let inside = ask_words("compare over 0 --certificate --format json").json();
    let alone: Value = serde_json::from_str(&ask_words("compare over 0 --certificate").out).unwrap();
    assert_eq!(inside["certificate"], alone);
    let refusal = ask_words("compare nim@1 nim@2 --play misere --certificate").refusal();
    assert!(refusal.contains("--certificate applies to disjunctive sums under normal play"), "{refusal}");
    let stopped = ask_words("compare backsliding-toads-frogs@TTT..FFF game@1/4 --certificate --limit-positions 3000");
    assert_eq!(stopped.status, 1, "{}", stopped.err);
}
