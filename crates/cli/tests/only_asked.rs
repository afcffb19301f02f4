//! Flags that restrict the answer: `solve --outcome-only`, `--nimber`, `--best fastest`.

use crate::program::{ask_words, tell};
use serde_json::{Value, json};

fn solved(question: &str) -> Value {
    ask_words(&format!("solve {question} --format json")).json()
}

/// Sums for every way of solving, with their flags.
const QUESTIONS: [&str; 22] = [
    "nim@3,4,5",
    "nim@3,3",
    "nim@10^30,7",
    "kayles@12+grundy@9,5",
    "nim@1,2 --search",
    "cram@2x3,2x2",
    "wythoff@3.5",
    "nim@1,1,1 --play misere",
    "kayles@12,7 --play misere",
    "cram@2x3+chomp@2x2 --play misere",
    "nim@2,3 --rule selective",
    "nim@2,3 --rule selective --search",
    "nim@3,4 --rule conjunctive --play misere",
    "knights@3.4,5.5 --rule moore=2",
    "asymmetric:1,3/2@9",
    "asymmetric:1,3/2@9 --first right --play misere",
    "domineering@2x2,3x2",
    "domineering@2x2,3x2 --search",
    "game@{1|-1}+nim@2",
    "stones:1-3@10",
    "stones:1-3@7,5",
    "no-repeat:1-5@20/3",
];

#[test]
fn the_outcome_alone_is_the_outcome_of_the_whole_answer() {
    for question in QUESTIONS {
        let (whole, alone) = (solved(question), solved(&format!("{question} --outcome-only")));
        // the outcome of a partizan sum is its class, or the outcome for the player who is named
        let left_out: &[&str] = match whole.get("first") {
            Some(_) if question.contains("--first") => &["outcome_class", "value"],
            Some(_) => &["outcome", "first", "value"],
            None => &[],
        };
        for key in ["position", "play", "rule", "outcome", "outcome_class", "first"] {
            let expected = if left_out.contains(&key) { None } else { whole.get(key) };
            assert_eq!(alone.get(key), expected, "{question}: {key}");
        }
        left_out.iter().for_each(|key| assert_eq!(alone.get(key), None, "{question}: {key}"));
        for key in ["nimber", "nimber_skipped", "winning_moves", "winning_moves_total", "best", "product", "moves", "line"] {
            assert_eq!(alone.get(key), None, "{question}: {key}");
        }
        assert!(whole.get("nimber").is_some() && whole.get("best").is_some_and(Value::is_object), "{question}");
    }
}

#[test]
fn the_outcome_alone_is_one_line() {
    for question in QUESTIONS {
        let text = ask_words(&format!("solve {question} --outcome-only")).text();
        let outcome = solved(question)["outcome"].as_str().unwrap().to_owned();
        let said = match outcome.as_str() {
            "win" => "won for",
            "loss" => "lost for",
            _ => "a draw",
        };
        let class = solved(question)["outcome_class"].as_str().map(|class| format!("outcome class {class}, "));
        let said = class.as_deref().filter(|_| !question.contains("--first")).unwrap_or(said);
        assert!(text.lines().count() == 1 && text.contains(said), "{question}: {text}");
    }
    let explained = ask_words("solve nim@3,4 --outcome-only --explain").text();
    assert!(explained.starts_with("nim@3,4: won for the player to move\nwhy: "), "{explained}");
    let explained = solved("nim@2,3 --rule selective --outcome-only --explain");
    assert_eq!(explained["why"].as_array().unwrap().len(), 2, "{explained}");
    assert_eq!((explained.get("genus"), explained.get("remoteness")), (None, None));
}

#[test]
fn a_batch_stops_at_the_outcome_too() {
    let said = tell(["solve", "-", "--outcome-only"], b"nim@1,1\nfrob\ndomineering@2x2\n").text();
    let answers: Vec<Value> = said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0], json!({ "position": "nim@1,1", "play": "normal", "rule": "disjunctive", "outcome": "loss" }));
    assert!(answers[1]["at"] == 0 && answers[2]["outcome_class"] == "N" && answers[2].get("outcome").is_none());
}

#[test]
fn what_contradicts_the_outcome_alone_is_named() {
    for flag in ["--line", "--nimber", "--best fastest", "--moves all", "--max-moves 5"] {
        let line = ask_words(&format!("solve nim@3 --outcome-only {flag}")).refusal();
        let name = flag.split(' ').next().unwrap();
        assert!(line.contains("--outcome-only") && line.contains(name), "{line}");
        let before = ask_words(&format!("solve nim@3 {flag} --outcome-only")).refusal();
        assert!(before.contains("--outcome-only") && before.contains(name), "{before}");
        assert!(tell(format!("solve - --outcome-only {flag}").split(' '), b"nim@3\n").refusal().contains(name));
    }
}

#[test]
fn nimbers_are_there_where_one_insists_on_them() {
    for (question, nimber) in [("nim@3,4,5", 2), ("cram@2x3", 1), ("cram@3x3,2x3", 1), ("wythoff@3.5", 0)] {
        let answer = solved(&format!("{question} --nimber"));
        assert_eq!((&answer["nimber"], answer.get("nimber_skipped")), (&json!(nimber), None), "{question}");
    }
    let batch = tell(["solve", "-", "--nimber"], b"nim@2\ndomineering@2x2\nnim@3\n").text();
    let nimbers: Vec<Value> = batch.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["nimber"].clone()).collect();
    assert_eq!(nimbers, [json!(2), Value::Null, json!(3)]);
}

#[test]
fn who_insists_on_a_nimber_where_there_is_none_is_told_why() {
    for (question, why) in [
        ("nim@3 --nimber --play misere", "--play misere"),
        ("nim@3 --nimber --rule selective", "--rule selective"),
        ("nim@3 --nimber --rule moore=2", "--rule moore=2"),
        ("- --nimber --play misere", "--play misere"),
        ("domineering@2x2 --nimber", "partizan"),
        ("nim@3+game@1 --nimber", "partizan"),
        ("nim@x --nimber", "character 5"),
    ] {
        let line = ask_words(&format!("solve {question}")).refusal();
        assert!(line.contains(why), "{question}: {line}");
    }
}

#[test]
fn the_best_move_is_any_or_the_fastest() {
    // three moves win, and the last of them wins first
    let answer = solved("grundy@9,8,7 --best fastest");
    let fastest = answer["best"]["to"].as_str().unwrap();
    let lengths: Vec<(u64, String)> = answer["winning_moves"].as_array().unwrap().iter().map(length).collect();
    let least = lengths.iter().min().unwrap().0;
    assert!(lengths.iter().any(|(length, to)| *length == least && to == fastest), "{fastest} of {lengths:?}");
    let any = solved("grundy@9,8,7 --best any");
    assert_eq!(any, solved("grundy@9,8,7"));
    assert_ne!(any["best"], answer["best"], "nobody asked for a search");
    assert_eq!(any["winning_moves"], answer["winning_moves"]);
    assert!(any["winning_moves"].as_array().unwrap().contains(&any["best"]));
    let line = ask_words("solve nim@3 --best slowest").refusal();
    assert!(line.contains("any") && line.contains("fastest"), "{line}");
}

/// Returns the number of moves of best play after this move, and the position after it.
fn length(mv: &Value) -> (u64, String) {
    let to = mv["to"].as_str().unwrap();
    (solved(&format!("{to} --explain"))["remoteness"].as_u64().unwrap(), to.to_owned())
}
