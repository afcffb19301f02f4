//! Sums by every rule through the binary: theorem and search say the same, moves are whole moves, and what has no meaning is refused.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod program;

use program::{ask_words, tell};
use serde_json::Value;

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
    assert_eq!(line.len() % 2 == 1, answer["outcome"] == "W");
}

#[test]
fn rules_without_meaning_are_refused_with_the_reason() {
    let refused = |line: &str| ask_words(line).refusal();
    assert!(refused("solve nim@1 --rule both").contains("moore=K"));
    assert!(refused("solve nim@1 --rule moore=0").contains("K at least 1"));
    assert!(refused("solve asymmetric:1/2@3 --rule not-all").contains("Left and Right"));
    assert!(refused("solve stones:1-3@9 --rule selective").contains("says itself who has won"));
}

#[test]
fn heaps_too_large_to_look_at_end_at_a_limit() {
    for rule in ["selective", "moore=2", "not-all"] {
        let said = ask_words(&format!("solve nim@10^20,4 --rule {rule} --format json")).stopped();
        assert_eq!(said["stopped"], "positions");
    }
}

#[test]
fn a_move_in_a_thousand_components_is_written_at_once() {
    let heaps = vec!["2"; 1_000].join(",");
    let said = ask_words(&format!("solve nim@{heaps} --rule conjunctive --max-moves 20 --format json"));
    assert!(said.busy < 10.0, "{} s", said.busy);
    let answer = said.json();
    assert_eq!(answer["outcome"], "W");
    assert_eq!(answer["winning_moves"].as_array().unwrap().len(), 20);
    assert_eq!(answer["winning_moves_total"], Value::Null); // too many for 64 bits
}
