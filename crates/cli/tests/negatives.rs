//! Negatives: `-` before a position exchanges Left and Right in it.

use crate::program::{ask, tell};
use serde_json::Value;

fn solved(flags: &[&str], sum: &str) -> Value {
    ask(["solve", "--format=json"].iter().chain(flags).chain(&["--", sum])).json()
}

#[test]
fn a_sum_and_its_negative_exchange_the_players() {
    for position in ["asymmetric:1,3/2@9,4", "asymmetric:1/none@3+kayles@5", "asymmetric:2/1,3@7,6,5"] {
        let negative = position.split('+').map(|one| format!("-{one}")).collect::<Vec<_>>().join("+");
        for play in ["--play=normal", "--play=misere"] {
            for (first, other) in [("--first=left", "--first=right"), ("--first=right", "--first=left")] {
                let (own, exchanged) = (solved(&[play, first], position), solved(&[play, other], &negative));
                assert_eq!(own["outcome"], exchanged["outcome"], "{position} {play} {first}");
                assert_eq!(own["winning_moves_total"], exchanged["winning_moves_total"], "{position} {play} {first}");
                assert_eq!(exchanged["position"], negative);
            }
        }
        let both = solved(&["--explain"], &format!("{position}+{negative}"));
        assert_eq!((&both["outcome_class"], &both["value"]), (&"P".into(), &"0".into()), "{position}");
    }
}

#[test]
fn what_is_printed_keeps_the_sign_and_can_be_asked_again() {
    let answer = solved(&["--moves=all"], "-asymmetric:1,3/2@9,4+nim@2");
    for mv in answer["moves"].as_array().unwrap() {
        let to = mv["to"].as_str().unwrap();
        assert!(to.starts_with("-asymmetric:1,3/2@"), "{to}");
        assert_eq!(solved(&["--first=right"], to)["outcome"], mv["outcome"], "{to}");
    }
    let strategy = ask(["strategy", "--first=right", "--", "-asymmetric:1,3/2@9+-nim@1"]);
    assert_eq!(tell(["check", "-"], strategy.text().as_bytes()).status, 0);
}

#[test]
fn as_the_first_character_of_an_argument_it_needs_two_before_it() {
    let said = ask(["solve", "-nim@3"]);
    assert_eq!(said.status, 2);
    assert!(said.err.contains("-- -n"), "{}", said.err);
    assert_eq!(tell(["solve", "-"], b"-nim@3\n").json()["nimber"], 3);
}
