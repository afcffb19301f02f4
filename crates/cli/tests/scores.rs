//! Rules that count points, and rules for two players with their own ending, as users ask about them.

use crate::plugins::{Folder, ask_in};
use serde_json::{Value, json};
use std::path::Path;

fn examples() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plugins"))
}

fn json_of(folder: &Path, args: &[&str]) -> Value {
    let (status, out, err) = ask_in(folder, &[&["solve"], args, &["--format", "json"]].concat());
    assert_eq!(status, 0, "{args:?}: {out}{err}");
    serde_json::from_str(&out).unwrap()
}

fn score(position: &str) -> i64 {
    json_of(examples(), &[position])["score"].as_i64().unwrap()
}

fn first_line(args: &[&str]) -> String {
    let (status, out, err) = ask_in(examples(), args);
    assert_eq!(status, 0, "{args:?}: {out}{err}");
    out.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn examples_have_their_known_scores() {
    for (position, expected) in [
        ("dots-and-boxes@2x2", 2),
        ("./dots-and-boxes.rhai@1x3", -1),
        ("./rows.rhai@1.5.2", -2),
        ("./rows.rhai@1.5.233.7", 222),
        ("./kalah.rhai@4/4", -2),
        ("./kalah.rhai@2.2/2.2", -2),
        ("./kalah.rhai@1.1.1/1.1.1", 0),
    ] {
        assert_eq!(score(position), expected, "{position}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_larger_examples_have_their_known_scores() {
    for (position, expected) in [
        ("./dots-and-boxes.rhai@2x2", 2),
        ("./kalah.rhai@4.4/4.4", -10),
        ("./kalah.rhai@2.2.2/2.2.2", 4),
        ("./reversi.rhai@..../.ox./.xo./....", -8),
    ] {
        assert_eq!(score(position), expected, "{position}");
    }
    let reversi = json_of(examples(), &["./reversi.rhai@..../.ox./.xo./....", "--first", "right"]);
    assert_eq!((&reversi["score"], &reversi["left_stop"], &reversi["right_stop"]), (&json!(-8), &json!(-8), &json!(8)));
    assert_eq!(reversi["outcome_class"], "P");
    assert!(first_line(&["solve", "./reversi.rhai@..../.ox./.xo./...."]).ends_with(": whoever starts loses by 8"));
}

#[test]
fn a_triangle_is_made_in_five_vertices_and_not_in_four() {
    let class = |edges: usize, more: &[&str]| {
        let position = format!("./triangle.rhai@{}", ".".repeat(edges));
        json_of(examples(), &[&[position.as_str()], more].concat())
    };
    assert_eq!(class(6, &[])["outcome_class"], "R");
    let five = class(10, &["--outcome-only"]);
    assert_eq!((&five["outcome_class"], &five["outcome"]), (&json!("L"), &Value::Null));
    let left = class(10, &["--first", "left", "--outcome-only"]);
    assert_eq!((&left["outcome"], &left["outcome_class"]), (&json!("win"), &Value::Null));
    assert!(left.get("value").is_none() && left.get("score").is_none(), "{left}");
}

#[test]
fn stones_that_the_players_value_differently_are_taken_by_turns() {
    let folder = Folder::new("valued");
    let script = |left: &str, right: &str| {
        format!(
            "const LEFT = {left}; const RIGHT = {right}; let example = 7; \
             fn taken(set, values) {{ let found = []; for stone in 0..values.len() {{ \
             if (set & (1 << stone)) != 0 {{ found.push(#{{ label: `${{stone}}`, to: set - (1 << stone), gain: values[stone] }}); }} }} found }} \
             fn left_moves(set) {{ taken(set, LEFT) }} fn right_moves(set) {{ taken(set, RIGHT) }} fn terminal_score(set) {{ 0 }}"
        )
    };
    folder.write("three.rhai", &script("[2, 4, 3]", "[1, 6, 7]"));
    folder.write("two.rhai", &script("[1, 3]", "[2, 1]"));
    assert_eq!(json_of(&folder.0, &["./three.rhai@7"])["score"], -1);
    let two = json_of(&folder.0, &["./two.rhai@3", "--moves", "all", "--line"]);
    assert_eq!((&two["play"], &two["score"], &two["outcome"]), (&json!("score"), &json!(1), &json!("win")));
    assert_eq!(
        two["winning_moves"],
        json!([{ "move": "1", "to": "./two.rhai@1", "next": "right", "gain": 3, "again": false, "score": 1 }])
    );
    assert_eq!(two["moves"].as_array().unwrap().len(), 2);
    let points: Vec<&Value> = two["line"].as_array().unwrap().iter().map(|step| &step["points"]).collect();
    assert_eq!(points, [&json!([3, 0]), &json!([3, 2])]);
    let right = json_of(&folder.0, &["./two.rhai@3", "--first", "right"]);
    assert_eq!([&right["score"], &right["left_stop"], &right["right_stop"]], [&json!(0), &json!(1), &json!(0)]);
    assert_eq!(right["outcome_class"], "N^");
}

#[test]
fn merging_stones_from_the_left_has_the_scores_of_leetcode() {
    let folder = Folder::new("merging");
    folder.write(
        "merge.rhai",
        "let example = \"-1.2\"; fn moves(row) { let found = []; let sum = 0; for n in 0..row.len() { sum += row[n]; \
         if n > 0 { found.push(#{ label: `${n + 1}`, to: [sum] + row.extract(n + 1), gain: sum }); } } found } \
         fn terminal_score(row) { 0 } fn parse(text) { text.split(\".\").map(|n| parse_int(n)) } \
         fn show(row) { let text = \"\"; for n in row { text += if text == \"\" { `${n}` } else { `.${n}` }; } text }",
    );
    for (row, expected) in [("-1.2.-3.4.-5", 5), ("7.-6.5.10.5.-2.-6", 13), ("-10.-12", -22)] {
        assert_eq!(json_of(&folder.0, &[&format!("./merge.rhai@{row}")])["score"], expected, "{row}");
    }
}

#[test]
fn answers_are_written_for_people() {
    let (_, out, _) = ask_in(examples(), &["solve", "dots-and-boxes@1x1:gone=0-1", "--moves", "all", "--line", "--explain"]);
    assert!(out.starts_with("dots-and-boxes@1x1:gone=0-1: the player to move draws\n") || out.contains("wins by 1"), "{out}");
    assert!(out.contains("(+1, moves again)") && out.contains("why: search: bounds of the score"), "{out}");
    let (_, out, _) = ask_in(examples(), &["solve", "./rows.rhai@1.5.2"]);
    assert_eq!(
        out,
        "./rows.rhai@1.5.2: the player to move loses by 2\n2 moves keep that:\n  first, 1  ->  ./rows.rhai@5.2  (+1)  -2 in all\n  last, 2  ->  ./rows.rhai@1.5  (+2)  -2 in all\n"
    );
    assert!(first_line(&["solve", "./rows.rhai@-"]).ends_with("draws"));
    let graph = ask_in(examples(), &["graph", "./rows.rhai@1.5", "--format", "json"]).1;
    if let Ok(graph) = serde_json::from_str::<Value>(&graph) {
        assert_eq!((&graph["nodes"][0]["score"], &graph["nodes"][0]["outcome"]), (&json!(4), &json!("win")));
    }
}

#[test]
fn strategies_are_written_and_replayed_from_the_rules() {
    let folder = Folder::new("strategies");
    for (position, claim) in [
        (
            "./triangle.rhai@......",
            "left starts and right wins, whatever is answered. That is the whole claim (76 positions replayed)",
        ),
        ("./triangle.rhai@..........", "left starts and wins"),
        ("stones:1-3@5.0.0", "the player who does not start wins"),
        ("stones:1-3@7.0.0,4.0.1", "the player who starts never loses"),
        ("dots-and-boxes@2x2", "the player who starts gets at least 2 points more than the other player"),
        ("./rows.rhai@1.5.2", "the player who does not start gets at least 2 points more than the other player"),
        ("./kalah.rhai@2.2/2.2", "the player who does not start gets at least 2 points"),
    ] {
        let file = folder.0.join("strategy.json");
        let file = file.to_str().unwrap();
        let said = first_line(&["strategy", position, "-o", file]);
        assert!(said.contains(claim.split(", whatever").next().unwrap()), "{said}");
        let said = first_line(&["check", file]);
        assert!(said.starts_with("accepted: ") && said.contains(claim), "{said}");
    }
}

#[test]
#[ignore = "release: minutes without optimisation"]
fn release_strategies_of_boxes_are_written_and_replayed() {
    let folder = Folder::new("boxes");
    let file = folder.0.join("boxes.json");
    let file = file.to_str().unwrap();
    for (boxes, points) in [("2x3", 2), ("3x3", 3)] {
        let claim = format!("the player who does not start gets at least {points} points more than the other player");
        let position = format!("dots-and-boxes@{boxes}");
        assert!(first_line(&["strategy", &position, "-o", file, "--limit-time", "600"]).contains(&claim));
        let said = first_line(&["check", file, "--limit-time", "600"]);
        assert!(said.starts_with("accepted: ") && said.contains(&claim), "{said}");
    }
}

#[test]
fn scores_are_tabulated_and_found() {
    let ask = |args: &[&str]| -> Value {
        let (status, out, err) = ask_in(examples(), &[args, &["--format", "json"]].concat());
        assert_eq!(status, 0, "{args:?}: {err}");
        serde_json::from_str(&out).unwrap()
    };
    assert_eq!(ask(&["table", "dots-and-boxes", "--to", "2x2"])["scores"], json!([[-1, 0], [0, 2]]));
    let kalah = ask(&["table", "./kalah.rhai@{x}.1/1.{y}", "--x", "0-1", "--y", "0-1"]);
    assert_eq!(kalah["rows"], "scores");
    for (y, row) in kalah["cells"].as_array().unwrap().iter().enumerate() {
        for (x, cell) in row.as_array().unwrap().iter().enumerate() {
            assert_eq!(*cell, score(&format!("./kalah.rhai@{x}.1/1.{y}")));
        }
    }
    let found = ask(&["find", "--from", "./rows.rhai@1.5.2", "--where", "score < 3 and outcome != draw", "--sort", "score"]);
    let scores: Vec<&Value> = found["positions"].as_array().unwrap().iter().map(|found| &found["keys"]["score"]).collect();
    assert_eq!(scores, [&json!(2), &json!(1), &json!(-2)]);
    let triangle = ask(&["find", "--from", "./triangle.rhai@...", "--where", "outcome_class = R", "--count"]);
    assert_eq!(triangle["found"], 19);
}

#[test]
fn huge_heaps_have_the_scores_of_their_period() {
    // the period of the scores is 10
    for (heap, huge) in [(10, "10^18"), (13, "1000000000000000003"), (15, "1000000000000000005"), (18, "1000000000000000008")] {
        let [small, large] =
            [heap.to_string().as_str(), huge].map(|heap| json_of(examples(), &[&format!("cumulative:2,5@{heap}"), "--explain"]));
        assert_eq!((&small["score"], &small["outcome"]), (&large["score"], &large["outcome"]), "{huge}");
        assert!(large["why"].to_string().contains("rows of scores"), "{large}");
        let searched = json_of(examples(), &[&format!("cumulative:2,5@{heap}"), "--search", "--moves", "all"]);
        assert_eq!((&searched["score"], &searched["winning_moves"]), (&small["score"], &small["winning_moves"]));
    }
    let line = json_of(examples(), &["cumulative:2,5@10^18", "--line", "--moves", "all"]);
    let points = |moves: &str| line[moves].as_array().unwrap().iter().map(|mv| mv["score"].clone()).collect::<Vec<_>>();
    assert_eq!(points("moves"), [json!(-1), json!(0)]);
    assert!(line["line"].as_array().unwrap().len() > 100);
}

#[test]
fn whether_the_score_is_at_least_n_is_one_question() {
    for (position, score) in [("dots-and-boxes@2x2", 2), ("./rows.rhai@1.5.2", -2), ("reversi@4x4", -8), ("./rows.rhai@-", 0)] {
        for least in score - 1..=score + 1 {
            let answer = json_of(examples(), &[position, "--at-least", &least.to_string()]);
            assert_eq!((&answer["at_least"], &answer["is_at_least"]), (&json!(least), &json!(score >= least)), "{position}");
            assert!(answer.get("outcome").is_none() && answer.get("winning_moves").is_none() && answer["play"] == "score");
        }
    }
    let said = first_line(&["solve", "reversi@4x4", "--first", "right", "--at-least", "-7", "--jobs", "2"]);
    assert_eq!(
        said,
        "reversi@..../.ox./.xo./....: right, who starts, does not get at least -7 more points than the other player"
    );
    let args = ["solve", "dots-and-boxes@3x3", "--at-least", "-3", "--limit-positions", "100", "--format", "json"];
    let (status, out, _) = ask_in(examples(), &args);
    let stopped: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &stopped["at_least"], &stopped["is_at_least"]), (1, &json!(-3), &Value::Null));
}

#[test]
fn a_move_on_the_way_to_the_points_is_best_where_play_need_not_end() {
    let folder = Folder::new("cycle");
    folder.write(
        "cycle.rhai",
        "fn moves(n) { if n == 1 { [#{ to: 2, label: \"go\" }, #{ to: 0, gain: 5, label: \"take\" }] } \
         else if n == 2 { [#{ to: 1, label: \"back\" }, #{ to: 0, gain: -5, label: \"pay\" }] } else { [] } } fn terminal_score(n) { 0 }",
    );
    let answer = json_of(&folder.0, &["./cycle.rhai@1"]);
    assert_eq!((&answer["winning_moves_total"], &answer["best"]["move"]), (&json!(2), &json!("take")));
    let (_, out, _) = ask_in(&folder.0, &["strategy", "./cycle.rhai@2", "-o", "cycle.json"]);
    assert!(out.contains("at least 5 points"), "{out}");
    assert!(ask_in(&folder.0, &["check", "cycle.json"]).1.starts_with("accepted: "));
}

#[test]
fn a_limit_leaves_the_bounds_that_were_proved() {
    let args = ["solve", "dots-and-boxes@3x3", "--limit-positions", "3000"];
    let (status, out, err) = ask_in(examples(), &args);
    assert!(status == 1 && out.is_empty() && err.contains("the score is "), "{err}");
    let (status, out, _) = ask_in(examples(), &[&args[..], &["--format", "json"]].concat());
    let stopped: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((status, &stopped["stopped"], &stopped["score"]), (1, &json!("positions"), &Value::Null));
    let [low, high] = [0, 1].map(|at| stopped["score_bounds"][at].as_i64().unwrap());
    assert!((-9..=-3).contains(&low) && (-3..=9).contains(&high), "{stopped}");
}

#[test]
fn what_has_no_meaning_for_points_is_refused() {
    let folder = Folder::new("refused");
    folder.write("loop.rhai", "fn moves(n) { [#{ to: 1 - n, gain: n }] } fn terminal_score(n) { 0 }");
    folder.write("back.rhai", "fn moves(n) { if n == 0 { [1] } else { [0, 2] } } fn terminal_outcome(n) { \"win\" }");
    for (args, how) in [
        (&["solve", "dots-and-boxes@1x1+nim@2"][..], "these rules count points, and scores of components do not add up"),
        (&["solve", "dots-and-boxes@1x1", "--play", "misere"], "they have no normal or misère play"),
        (&["solve", "dots-and-boxes@1x1", "--rule", "conjunctive"], "these rules count points"),
        (&["solve", "dots-and-boxes@1x1", "--first", "right"], "both players have the same moves"),
        (&["value", "dots-and-boxes@1x1"], "these rules count points: `sprague solve` says how many"),
        (&["compare", "dots-and-boxes@1x1", "nim@1"], "count points"),
        (&["solve", "impartial:dots-and-boxes@1x1"], ""),
        (&["solve", "dots-and-boxes@1x1", "--at-least", "x"], "expected a whole number, such as -3"),
        (&["solve", "dots-and-boxes@1x1", "--at-least", "1", "--line"], "--line does not go with --at-least"),
        (&["solve", "nim@1", "--at-least", "1"], "--at-least is for rules that count points"),
        (&["analyse", "dots-and-boxes"], ""),
        (&["strategy", "dots-and-boxes@1x1", "--form", "positions"], "these rules count points"),
        (&["strategy", "nim@1", "--form", "scores"], "expected rules that count points"),
        (&["find", "--from", "dots-and-boxes@1x1", "--where", "temperature > 1"], "size, outcome, outcome_class and score"),
        (&["find", "--from", "./back.rhai@1", "--where", "nimber = 1"], "size, outcome and outcome_class: "),
        (&["find", "--from", "nim@1", "--where", "score > 1"], "rules that count points for the key `score`"),
        (&["find", "--from", "dots-and-boxes@1x1", "--sort", "left_stop"], "both players have the same moves"),
        (
            &["table", "dots-and-boxes", "--to", "1x1", "--rows", "values"],
            "these rules count points, so ask for scores or outcomes",
        ),
        (&["table", "wythoff", "--to", "2x2", "--rows", "scores"], "rules that count points, because others have no scores"),
        (&["solve", "./loop.rhai@1"], "points can be gained for ever: a position comes again after a move that gains"),
    ] {
        let folder = if args.iter().any(|arg| arg.starts_with("./")) { &folder.0 } else { examples() };
        let (status, out, err) = ask_in(folder, args);
        assert!(status != 0 && out.is_empty() && err.contains(how) && !err.contains("panicked"), "{args:?}: {out}{err}");
    }
    for args in [&["value", "./triangle.rhai@......"][..], &["solve", "./triangle.rhai@......", "--play", "misere"]] {
        let (status, _, err) = ask_in(examples(), args);
        assert!(status != 0 && err.contains("these rules say themselves who has won"), "{args:?}: {err}");
    }
}

#[test]
#[ignore = "slow: plays of scripts"]
fn slow_laws_of_the_examples_hold() {
    for file in ["rows.rhai", "triangle.rhai", "dots-and-boxes.rhai", "kalah.rhai", "reversi.rhai"] {
        let (status, out, err) = ask_in(examples(), &["test", file, "--plays", "3"]);
        assert_eq!(status, 0, "{file}: {out}{err}");
    }
}
