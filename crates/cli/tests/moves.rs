//! `--moves all`: every legal move, with the position after it.

use crate::program::{ask, tell};
use serde_json::Value;

/// Returns the program's answers for these positions.
fn solved(positions: &[String], flags: &[&str]) -> Vec<Value> {
    let flags = ["solve", "-"].into_iter().chain(flags.iter().copied());
    let answers = tell(flags, positions.join("\n").as_bytes()).text();
    answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_move_leads_to_what_the_position_after_it_is() {
    let cases: [(&str, &[&str], usize); 14] = [
        ("nim@3,4,5", &[], 12),
        ("nim@3,4,4", &[], 11),
        ("kayles@9+nim@2+octal:0.137@4.4", &[], 13),
        ("nim@2,2+kayles@5", &["--search"], 9),
        ("kayles@5,4", &["--play=misere"], 9),
        ("nim@1,2,1", &["--play=misere"], 4),
        ("cram@2x3+chomp@2x2", &["--play=misere"], 10),
        ("asymmetric:1,3/2@8,7", &[], 4),
        ("asymmetric:1,3/2@9", &["--first=right"], 1),
        ("stones:1-3@9,8", &[], 6),
        ("no-repeat:1-5@9", &[], 5),
        ("knights@3.4,5.5", &["--rule=conjunctive"], 16),
        ("nim@2,3", &["--rule=selective"], 11),
        ("nim@2,3,1", &["--rule=moore=2", "--play=misere"], 17),
    ];
    for (question, flags, count) in cases {
        let asked = ["solve", question, "--moves=all", "--format=json"];
        let answer = ask(asked.iter().chain(flags)).json();
        let moves = answer["moves"].as_array().unwrap();
        assert_eq!(moves.len(), count, "{question}: {answer}");
        let after: Vec<String> = moves.iter().map(|mv| mv["to"].as_str().unwrap().to_owned()).collect();
        // in the position after the move, the other player starts
        let mut flags: Vec<&str> = flags.iter().copied().filter(|flag| !flag.starts_with("--first")).collect();
        match answer["first"].as_str() {
            Some("left") => flags.push("--first=right"),
            Some(_) => flags.push("--first=left"),
            None => {}
        }
        for (mv, next) in moves.iter().zip(solved(&after, &flags)) {
            assert_eq!((&mv["outcome"], &mv["nimber"]), (&next["outcome"], &next["nimber"]), "{question}: {mv}");
        }
        let good = |mv: &&Value| mv["outcome"] == "loss";
        let winning: Vec<&Value> = answer["winning_moves"].as_array().unwrap().iter().map(|mv| &mv["to"]).collect();
        assert_eq!(moves.iter().filter(good).map(|mv| &mv["to"]).collect::<Vec<_>>(), winning, "{question}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_text_names_every_move_and_heaps_with_too_many_say_so() {
    let text = ask(["solve", "nim@1,2", "--moves=all"]).text();
    assert!(text.contains("all 3 moves, with the outcome for the player who moves next:\n"), "{text}");
    assert!(text.contains("  2: take 1  ->  nim@1,1: lost, nimber 0\n"), "{text}");
    assert!(text.contains("  1: take 1  ->  nim@0,2: won, nimber 2\n"), "{text}");
    for heap in ["nim@10^30", "nim@10^12", "kayles@10^15"] {
        let answer = ask(["solve", heap, "--moves=all", "--format=json"]).json();
        assert_eq!((&answer["moves"], &answer["outcome"]), (&Value::Null, &Value::from("win")), "{heap}");
        assert!(ask(["solve", heap, "--moves=all"]).text().contains("there are too many moves to list"));
    }
    assert!(ask(["solve", "nim@3", "--format=json"]).json().get("moves").is_none());
}
