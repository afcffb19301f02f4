//! `sprague table`: outcomes, nimbers or values of every pair of numbers, or of every board.

use crate::program::{ask_words, letter, tell};
use serde_json::{Value, json};

fn table(words: &str) -> Value {
    ask_words(&format!("table {words} --format json")).json()
}

#[test]
fn pairs_start_at_0_and_boards_at_1() {
    let wythoff =
        json!({ "ruleset": "wythoff", "from": [0, 0], "to": [2, 3], "nimbers": [[0, 1, 2, 3], [1, 2, 0, 4], [2, 0, 1, 5]] });
    assert_eq!(table("wythoff --to 2x3"), wythoff);
    let cram = json!({ "ruleset": "cram", "from": [1, 1], "to": [2, 3], "nimbers": [[0, 1, 1], [1, 0, 1]] });
    assert_eq!(table("cram --to 2x3"), cram);
    assert_eq!(table("knights:8 --to 1x1")["nimbers"], json!([[0, 0], [0, 0]]));
}

#[test]
fn every_cell_is_what_a_question_about_it_says() {
    for (ruleset, to, sign, from) in
        [("wythoff", [7, 9], '.', 0), ("euclid", [9, 6], '.', 0), ("cram", [3, 4], 'x', 1), ("chomp", [3, 3], 'x', 1)]
    {
        let [a, b] = to;
        let [nimbers, outcomes, values] =
            ["nimbers", "outcomes", "values"].map(|rows| table(&format!("{ruleset} --to {a}x{b} --rows {rows}"))[rows].clone());
        let questions: Vec<String> =
            (from..=a).flat_map(|a| (from..=b).map(move |b| format!("{ruleset}@{a}{sign}{b}"))).collect();
        let answers = tell(["solve", "-"], questions.join("\n").as_bytes()).text();
        let cells = |table: &Value| -> Vec<Value> {
            table.as_array().unwrap().iter().flat_map(|row| row.as_array().unwrap().clone()).collect()
        };
        assert_eq!(questions.len(), cells(&nimbers).len());
        for (((answer, nimber), outcome), value) in answers.lines().zip(cells(&nimbers)).zip(cells(&outcomes)).zip(cells(&values))
        {
            let answer: Value = serde_json::from_str(answer).unwrap();
            assert_eq!((&answer["nimber"], letter(&answer["outcome"])), (&nimber, outcome.as_str().unwrap()), "{answer}");
            let star = match nimber.as_u64().unwrap() {
                0 => "0".to_owned(),
                1 => "*".to_owned(),
                star => format!("*{star}"),
            };
            assert_eq!(value, star, "{answer}");
        }
    }
}

#[test]
fn what_is_loony_stands_in_tables() {
    let paths = table("nimstring@path:{x}+nim@{y} --x 2-5 --y 0-1");
    assert_eq!(paths["cells"], json!([[0, 0, "loony", "loony"], [1, 1, "loony", "loony"]]));
    let refusal = ask_words("table nimstring --to 2x2 --rows values").refusal();
    assert!(refusal.contains("without entailing moves"), "{refusal}");
    assert_eq!(table("nimstring --to 2x2")["nimbers"], json!([[1, 1], [1, 0]]));
}

#[test]
fn partizan_tables_have_values_and_classes() {
    for ruleset in ["domineering", "cutcake", "clobber"] {
        let values = table(&format!("{ruleset} --to 3x4"))["values"].clone();
        let outcomes = table(&format!("{ruleset} --to 3x4 --rows outcomes"))["outcomes"].clone();
        for (a, b) in (0..3).flat_map(|a| (0..4).map(move |b| (a, b))) {
            let answer = ask_words(&format!("value {ruleset}@{}x{} --format json", a + 1, b + 1)).json();
            assert_eq!((&answer["value"], &answer["outcome_class"]), (&values[a][b], &outcomes[a][b]), "{ruleset} {a} {b}");
        }
    }
    let refusal = ask_words("table domineering --to 2x2 --rows nimbers").refusal();
    assert!(refusal.contains("expected an impartial ruleset for nimbers"), "{refusal}");
}

#[test]
fn tables_are_text_and_csv_too() {
    assert_eq!(ask_words("table wythoff --to 1x2 --format csv").text(), "a,b0,b1,b2\n0,0,1,2\n1,1,2,0\n");
    let text = ask_words("table wythoff --to 2x11").text();
    assert_eq!(text.lines().nth(1).unwrap().split_whitespace().count(), 12, "{text}");
    assert_eq!(text.lines().nth(2).unwrap().split_whitespace().collect::<Vec<_>>().join(" "), "0 0 1 2 3 4 5 6 7 8 9 10 11");
}

#[test]
fn what_is_no_table_is_refused() {
    for (words, reason) in [
        ("nim --to 3x3", "expected a ruleset whose positions have two numbers"),
        ("nimm --to 3x3", "character 1, `n`: expected a ruleset"),
        ("wythoff@3.5 --to 3x3", "character 8, `@`"),
        ("wythoff --to 3", "expected two numbers with an x between them"),
        ("wythoff", "--to <AxB>"),
        ("wythoff --to 3x3 --x 0-3", "cannot be used with"),
        ("wythoff@{x}.{y} --to 3x3", "--x and --y are for a pattern"),
        ("wythoff@{x}.{y} --x 3-0", "the smaller one first"),
        ("wythoff --x 0-3", "at the end, character 8: expected a sum with `{x}` or `{y}` in it"),
        ("wythof@{x}.{y} --x 0-3 --y 0-3", "character 1, `w`: expected a ruleset"),
        ("nim@{x}+kayles@{y}z --x 0-3 --y 10-12", "character 19, `z`"),
        ("nim@{x}.{y} --x 0-3 --y 10-12", "character 8, `.`"),
        ("nim@{x} --x 0-40000", "at most 40000 cells"),
        ("cram@{x}x{y} --x 1-3 --y 1-3 --play misere --rows nimbers", "ask for outcomes"),
        ("wythoff --to 10^4x10^4", "at most a million pairs"),
        ("knights:4 --to 5x5", "a ruleset with the position knights:4@5.5"),
    ] {
        let refusal = ask_words(&format!("table {words}")).refusal();
        assert!(refusal.contains(reason), "{words}: {refusal}");
    }
    let stopped = ask_words("table wythoff --to 50x50 --limit-positions 100 --format json").stopped();
    assert_eq!((&stopped["to"], &stopped["why"]), (&json!([50, 50]), &json!("stopped after 100 positions")));
    assert_eq!((&stopped["nimbers"][1][2], &stopped["nimbers"][50][50]), (&json!(0), &Value::Null));
    assert!(ask_words("table wythoff --to 50x50 --limit-positions 100").err.contains("--limit-positions"));
}

#[test]
fn a_pattern_has_its_numbers_anywhere_in_a_sum() {
    let found = table("kayles@{x}+-nim@{y},2 --x 0-3 --y 5-6");
    assert_eq!((&found["pattern"], &found["x"], &found["y"]), (&json!("kayles@{x}+-nim@{y},2"), &json!([0, 3]), &json!([5, 6])));
    assert_eq!((&found["cells"], &found["stopped"]), (&json!([[7, 6, 5, 4], [4, 5, 6, 7]]), &Value::Null));
    let misere = table("nim@{x},{y} --x 0-2 --y 0-2 --play misere");
    assert_eq!(
        (&misere["rows"], &misere["cells"]),
        (&json!("outcomes"), &json!([["N", "P", "N"], ["P", "N", "N"], ["N", "N", "P"]]))
    );
    assert_eq!(table("cram --to 2x2 --play misere")["outcomes"], json!([["N", "P"], ["P", "N"]]));
    let text = ask_words("table nim@{x},1 --x 2-3").text();
    assert_eq!(text, "nim@{x},1: nimbers, a column for every x and a row for every y\n   2  3\n0  3  2\n");
    assert_eq!(ask_words("table nim@{x},{y} --x 2-3 --y 7 --format csv").text(), "y,x2,x3\n7,5,4\n");
}

#[test]
fn a_limit_leaves_the_cells_beyond_it_empty() {
    let stopped = ask_words("table wythoff@{x}.{y} --x 0-40 --y 0-40 --limit-positions 200 --format json").stopped();
    let cells = stopped["cells"].as_array().unwrap();
    assert_eq!((&cells[0][1], &cells[40][40], &stopped["stopped"]), (&json!(1), &Value::Null, &json!("positions")));
    let said = ask_words("table wythoff@{x}.{y} --x 0-40 --y 0-40 --limit-positions 200");
    assert!(said.status == 1 && said.err.contains("--limit-positions") && said.out.contains(" 0   0   1   2   3"), "{said:?}");
}

#[test]
fn heaps_of_take_and_break_games_are_pairs_too() {
    let kayles = table("kayles --to 2x2");
    assert_eq!(kayles["nimbers"], json!([[0, 1, 2], [1, 0, 3], [2, 3, 0]]));
}
