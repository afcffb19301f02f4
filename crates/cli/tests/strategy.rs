//! Strategies through the binary: replayed here from other rules than theirs, accepted by `check`, and refused when forged.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod program;

use program::{Scratch, ask_words};
use serde_json::Value;
use std::collections::HashSet;

/// Follows a strategy for heaps of Nim, moved in one at a time, against every answer; how many positions came up.
fn replay(strategy: &Value, is_misere: bool) -> usize {
    let heaps = |text: &str| -> Vec<u64> {
        let heaps = text.strip_prefix("nim@").unwrap().split(',');
        heaps.map(|heap| heap.parse().unwrap()).collect()
    };
    let text = |heaps: &[u64]| format!("nim@{}", heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
    let options = |heaps: &[u64]| -> Vec<Vec<u64>> {
        let mut all = vec![];
        for (index, heap) in heaps.iter().enumerate() {
            for left in 0..*heap {
                let mut after = heaps.to_vec();
                after[index] = left;
                all.push(after);
            }
        }
        all
    };
    let start = heaps(strategy["position"].as_str().unwrap());
    let mut waiting = if strategy["winner"] == "mover" { vec![start] } else { options(&start) };
    let mut seen = HashSet::new();
    while let Some(here) = waiting.pop() {
        if !seen.insert(here.clone()) {
            continue;
        }
        if options(&here).is_empty() {
            assert!(is_misere, "who cannot move has lost");
            continue;
        }
        let after = heaps(strategy["moves"][text(&here)].as_str().unwrap());
        assert!(options(&here).contains(&after));
        let answers = options(&after);
        assert!(!answers.is_empty() || !is_misere, "who made the last move has lost");
        waiting.extend(answers);
    }
    seen.len()
}

#[test]
fn a_strategy_wins_against_every_answer() {
    for question in ["nim@3,4,5", "nim@1,2,3", "nim@2,5", "nim@4,4"] {
        for play in ["normal", "misere"] {
            let said = ask_words(&format!("strategy {question} --play {play}")).text();
            let strategy: Value = serde_json::from_str(&said).unwrap();
            assert!(replay(&strategy, play == "misere") > 1, "{question} {play}");
        }
    }
}

#[test]
fn check_accepts_strategies_of_every_rule() {
    let rules =
        ["disjunctive", "diminished", "conjunctive", "continued", "selective", "shortened-selective", "not-all", "moore=2"];
    for rule in rules {
        for play in ["normal", "misere"] {
            for question in ["nim@1,2,3", "kayles@4+knights:6@3.3", "grundy@6,5"] {
                let file = Scratch::path("strategy.json");
                let path = file.as_str().to_owned();
                let written = ask_words(&format!("strategy {question} --rule {rule} --play {play} -o {path}")).text();
                assert!(written.contains("moves written to"), "{written}");
                let verdict = ask_words(&format!("check {path} --format json")).json();
                assert_eq!(verdict["accepted"], true, "{question} {rule} {play}: {verdict}");
            }
        }
    }
}

#[test]
fn a_drawn_position_gets_a_strategy_that_never_loses() {
    let graph = Scratch::file("ring.txt", "a b\nb a\nb c\nc d\n");
    let question = format!("digraph:{}@a", graph.as_str());
    let said = ask_words(&format!("strategy {question}")).text();
    let strategy: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(strategy["draw"], true);
    let file = Scratch::file("drawn.json", said);
    assert!(ask_words(&format!("check {}", file.as_str())).text().contains("never loses"));
}

#[test]
fn forged_strategies_are_rejected_with_the_reason() {
    let said = ask_words("strategy nim@3,4,5").text();
    let file = Scratch::file("forged.json", said.replace(r#""nim@3,4,5":"nim@1,4,5""#, r#""nim@3,4,5":"nim@9,4,5""#));
    let verdict = ask_words(&format!("check {} --format json", file.as_str()));
    assert_eq!(verdict.status, 1);
    assert!(verdict.out.contains("no legal move"), "{}", verdict.out);
    let file = Scratch::file("short.json", said.replace(r#","nim@3,4,5":"nim@1,4,5""#, ""));
    let verdict = ask_words(&format!("check {} --format json", file.as_str()));
    assert_eq!(verdict.status, 1);
    assert!(verdict.out.contains("has no move"), "{}", verdict.out);
}

#[test]
fn partizan_games_are_refused() {
    assert!(ask_words("strategy asymmetric:1/2@3").refusal().contains("Left and Right"));
}
