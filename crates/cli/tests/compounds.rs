//! Sums under every compound rule: theorem and search agree, moves are complete, and nonsense is refused.

use crate::program::{ask_words, tell};
use serde_json::Value;
use std::collections::HashSet;

const RULES: [&str; 9] = [
    "disjunctive",
    "diminished",
    "conjunctive",
    "continued",
    "selective",
    "shortened-selective",
    "not-all",
    "moore=1",
    "moore=2",
];

const SUMS: &str = "nim@2\nnim@0,1\nnim@3,1,2\nknights@3.4\nknights@5.5,2.6\nkayles@4+nim@2\nsubtraction:1,3,4@7,5+knights:6@4.4\ngrundy@6,5\noctal:0.07@5.2,4\n";

fn answers(flags: &[&str]) -> Vec<Value> {
    let args = ["solve", "-"].into_iter().chain(flags.iter().copied());
    let said = tell(args, SUMS.as_bytes()).text();
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn theorem_and_search_give_the_same_answers() {
    for rule in RULES {
        for play in ["normal", "misere"] {
            let flags = ["--rule", rule, "--play", play];
            let searched = answers(&[&flags[..], &["--search"]].concat());
            let answered = answers(&flags);
            assert_eq!(answered.len(), 9);
            for (theorem, search) in answered.iter().zip(&searched) {
                for key in ["position", "rule", "play", "outcome", "winning_moves_total"] {
                    assert_eq!(theorem[key], search[key], "{key} of {theorem} and {search}");
                }
                let moves = |answer: &Value| {
                    let mut moves: Vec<String> =
                        answer["winning_moves"].as_array().unwrap().iter().map(Value::to_string).collect();
                    moves.sort();
                    moves
                };
                assert_eq!(moves(theorem), moves(search), "{rule} {play}");
            }
        }
    }
}

#[test]
fn a_selective_move_is_a_whole_move() {
    let answer = ask_words("solve nim@1,2 --rule selective --format json").json();
    assert_eq!(answer["winning_moves_total"], 1);
    assert_eq!(answer["best"]["to"], "nim@0,0");
    assert_eq!(answer["best"]["move"], "1: take 1, 2: take 2");
    assert_eq!(answer["rule"], "selective");
}

#[test]
fn the_explanation_names_the_theorem_and_the_numbers() {
    let text = ask_words("solve knights@3.4,5.5 --rule conjunctive --explain").text();
    assert!(text.contains("least remoteness is even") && text.contains("remoteness of each component"), "{text}");
    let text = ask_words("solve kayles@5,6 --rule not-all --play misere --explain").text();
    assert!(text.contains("search: all"), "{text}");
}

#[test]
fn best_play_ends() {
    let answer = ask_words("solve nim@3,4 --rule continued --line --format json").json();
    let line = answer["line"].as_array().unwrap();
    assert_eq!(line.last().unwrap()["to"], "nim@0,0");
    assert_eq!(line.len() % 2 == 1, answer["outcome"] == "win");
}

#[test]
fn rules_without_meaning_are_refused_with_the_reason() {
    let refused = |line: &str| ask_words(line).refusal();
    assert!(refused("solve nim@1 --rule both").contains("moore=K"));
    assert!(refused("solve nim@1 --rule moore=0").contains("K at least 1"));
    assert!(refused("solve asymmetric:1/2@3 --rule not-all").contains("Left and Right"));
    assert!(refused("solve stones:1-3@9 --rule selective").contains("these rules say themselves who has won"));
}

#[test]
fn heaps_too_large_to_look_at_end_at_a_limit() {
    let moore = ask_words("solve nim@10^20,4 --rule moore=2 --format json").json();
    assert_eq!(moore["best"]["to"], "nim@0,0");
    for rule in ["moore=2 --play misere", "not-all", "diminished --play misere"] {
        let said = ask_words(&format!("solve nim@10^20,4 --rule {rule} --format json")).stopped();
        assert_eq!(said["stopped"], "positions");
    }
}

#[test]
fn heaps_of_any_size_follow_closed_forms() {
    // heaps above 20000 are treated by kind; the results must follow from those of smaller heaps
    let answer = |heap: &str, rule: &str, play: &str| {
        let said = ask_words(&format!("solve nim@{heap},5 --rule {rule} --play {play} --max-moves 5000 --format json"));
        assert!(said.work() < 2.0, "{} s", said.work());
        said.json()
    };
    for rule in ["conjunctive", "continued", "selective", "shortened-selective", "diminished"] {
        for play in ["normal", "misere"].into_iter().filter(|play| rule != "diminished" || *play == "normal") {
            let small = answer("30", rule, play);
            let total = |answer: &Value| answer["winning_moves_total"].as_u64();
            let large = answer("1000000", rule, play);
            assert_eq!(large["outcome"], small["outcome"], "{rule} {play}");
            // the number of winning moves is linear in the heap
            let step = total(&answer("31", rule, play)).unwrap() - total(&small).unwrap();
            assert_eq!(total(&large), Some(total(&small).unwrap() + step * (1_000_000 - 30)), "{rule} {play}");
            let huge = answer("10^100", rule, play);
            assert_eq!(huge["outcome"], small["outcome"], "{rule} {play}");
            assert_eq!(total(&huge), (step == 0).then(|| total(&small)).flatten(), "{rule} {play}");
            // the listed moves are different, and each of them wins
            let moves: Vec<&str> =
                large["winning_moves"].as_array().unwrap().iter().map(|step| step["to"].as_str().unwrap()).collect();
            assert_eq!(moves.len() as u64, total(&large).unwrap().min(5000));
            assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len());
            for to in moves.iter().step_by(499) {
                let after = ask_words(&format!("solve {to} --rule {rule} --play {play} --format json")).json();
                assert_eq!(after["outcome"], "loss", "{to} {rule} {play}");
            }
        }
    }
}

#[test]
fn moves_of_a_kind_in_large_heaps_are_listed_one_by_one() {
    let said = ask_words("solve nim@5000000+nim@6000000 --rule conjunctive --max-moves 6").text();
    let moves = "take 6000000, take 5999999, take 1, take 2, take 3, take 4".split(", ");
    let listed: Vec<String> = moves.map(|second| format!("  1: take 5000000, 2: {second}  ->")).collect();
    let lines = said.lines().filter(|line| line.starts_with("  1: "));
    let lines: Vec<&str> = lines.collect();
    assert!(lines.len() == 6 && lines.iter().zip(&listed).all(|(line, listed)| line.starts_with(listed)), "{said}");
}

#[test]
fn many_winning_moves_are_printed_as_a_product() {
    let question = "solve knights@2.2,2.3,3.3,6.3,2.6,7.7 --rule selective";
    let answer = ask_words(&format!("{question} --format json")).json();
    let product = answer["product"].as_array().unwrap();
    let totals = product.iter().map(|factor| factor["total"].as_u64().unwrap() + u64::from(factor["may_stay"] == true));
    assert_eq!(totals.product::<u64>(), answer["winning_moves_total"].as_u64().unwrap());
    let text = ask_words(question).text();
    assert!(text.contains("winning moves: in each component any of\n  1: "), "{text}");
    assert!(text.lines().count() < 15, "{text}");
    // if the winning moves are not a product, the first are listed with the number of the others
    let text = ask_words("solve nim@7,9,5 --rule conjunctive").text();
    assert!(text.contains("123 winning moves, among them:") && text.contains("… and 103 more"), "{text}");
}

#[test]
fn a_move_in_a_thousand_components_is_written_at_once() {
    let heaps = vec!["2"; 1_000].join(",");
    let said = ask_words(&format!("solve nim@{heaps} --rule conjunctive --max-moves 20 --format json"));
    assert!(said.work() < 10.0, "{} s", said.work());
    let answer = said.json();
    assert_eq!(answer["outcome"], "win");
    assert_eq!(answer["winning_moves"].as_array().unwrap().len(), 20);
    assert_eq!(answer["winning_moves_total"], Value::Null); // too many for 64 bits
}
