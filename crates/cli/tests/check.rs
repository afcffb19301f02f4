//! `check` states the exact claim that it accepts: play, rule, first player and rows.

use crate::program::{Scratch, ask, ask_words, tell};
use serde_json::{Value, json};

/// Returns the file that a command writes.
fn written(command: &str) -> String {
    ask_words(command).text()
}

/// Returns the verdict of `check` on a file, in words and as JSON.
fn verdict(file: &str) -> (String, Value) {
    (tell(["check", "-"], file.as_bytes()).text(), tell(["check", "-", "--format", "json"], file.as_bytes()).json())
}

#[test]
fn what_is_accepted_is_named_in_full() {
    for (command, words, parts) in [
        (
            "certify kayles",
            "kayles, normal play, disjunctive rule, single heaps: their nimbers have period 12 from n = 71 on, for every n, by Guy-Smith",
            json!({ "claim": "period", "play": "normal", "rule": "disjunctive", "rows": "nimbers", "first": null, "period": 12 }),
        ),
        (
            "certify nim",
            "nim, normal play, disjunctive rule, single heaps: their nimbers have period 1 from n = 0 on, rising by 1 each time, for every n, by all-but",
            json!({ "rows": "nimbers", "saltus": 1 }),
        ),
        (
            "certify subtraction:1,3,4 --play misere",
            "subtraction:1,3,4, misère play, disjunctive rule, single heaps: their outcomes, whoever starts, have period 7 from n = 0 on, for every n",
            json!({ "claim": "period", "play": "misere", "rows": "outcomes" }),
        ),
        (
            "certify stones:1-3",
            "stones:1-3, normal play, disjunctive rule, single heaps with an odd total: their outcomes, whoever starts, have period 8",
            json!({ "rows": "outcomes" }),
        ),
        (
            "certify kayles --play misere",
            "kayles, misère play, disjunctive rule, sums of any heaps: misère quotient of 40 elements, 9 of them lost for whoever starts",
            json!({ "claim": "misère quotient", "play": "misere", "rule": "disjunctive", "rows": "outcomes" }),
        ),
        (
            "strategy nim@1,1,1",
            "nim@1,1,1, normal play, disjunctive rule: the player who starts wins, whatever is answered",
            json!({ "claim": "strategy", "play": "normal", "rule": "disjunctive", "first": null, "winner": "mover" }),
        ),
        (
            "strategy nim@1,1,1 --play misere",
            "nim@1,1,1, misère play, disjunctive rule: the player who does not start wins, whatever is answered",
            json!({ "claim": "strategy", "play": "misere", "first": null, "winner": "other", "draw": false }),
        ),
        (
            "strategy nim@1,1,1 --form components",
            "nim@1,1,1, normal play, disjunctive rule: the player who starts wins, whatever is answered",
            json!({ "claim": "strategy", "play": "normal", "rule": "disjunctive", "first": null, "winner": "mover" }),
        ),
        (
            "strategy nim@1,2 --rule moore=2",
            "nim@1,2, normal play, moore=2 rule: the player who starts wins",
            json!({ "rule": "moore=2" }),
        ),
        (
            "strategy asymmetric:1,3/2@9 --first right",
            "asymmetric:1,3/2@9, normal play, disjunctive rule: right starts and left wins, whatever is answered",
            json!({ "first": "right", "winner": "other" }),
        ),
    ] {
        let (text, object) = verdict(&written(command));
        assert!(text.starts_with(&format!("accepted: {words}")), "{command}: {text}");
        assert!(text.contains("That is the whole claim") && text.lines().count() == 1, "{command}: {text}");
        assert!(object["whole_claim"].as_str().unwrap().starts_with(words), "{command}: {object}");
        for (key, value) in parts.as_object().unwrap() {
            assert_eq!(object[key], *value, "{command}: {key}");
        }
    }
}

#[test]
fn no_two_different_claims_are_accepted_in_the_same_words() {
    let commands = [
        "strategy nim@2,3",
        "strategy nim@2,3 --play misere",
        "strategy nim@2,3 --rule selective",
        "strategy asymmetric:1,3/1,3@4 --first left",
        "strategy asymmetric:1,3/1,3@4 --first right",
        "certify subtraction:1,2",
        "certify subtraction:1,2 --play misere",
    ];
    let mut claims = commands.map(|command| verdict(&written(command)).1["whole_claim"].to_string());
    claims.sort();
    assert!(claims.windows(2).all(|pair| pair[0] != pair[1]), "{claims:#?}");
}

#[test]
fn files_with_unknown_fields_are_refused() {
    for command in ["strategy nim@1,2", "certify kayles", "certify kayles --play misere"] {
        let file = written(command).replacen('{', r#"{"who_wins":"nobody","#, 1);
        let line = tell(["check", "-"], file.as_bytes()).refusal();
        assert!(line.contains("unknown field `who_wins`"), "{command}: {line}");
        assert!(ask(["check", Scratch::file("unknown.json", file).as_str()]).refusal().contains("unknown field"), "{command}");
    }
}
