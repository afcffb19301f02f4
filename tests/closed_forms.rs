//! Compares answers by closed forms with a search, in sums and under misère play, and asks about positions that are too large
//! to search.

use itertools::Itertools;
use sprague::evaluate::nimber;
use sprague::{Limits, Nimber, Outcome, Play, Sum, SumOf};
use sprague_questions::{Answer, Session, Solve, solve};
use sprague_rules_classics::{Euclid, Pair};
use sprague_rules_nim::Nim;

thread_local! {
    static SESSION: Session = Session::new();
}

fn asked(sum: &str, play: Play, search: bool) -> Answer {
    let options = Solve { play, search, explain: true, ..Solve::default() };
    SESSION.with(|session| solve(&session.position(sum).expect("a sum"), &options, &Limits::default()).expect("it is decided"))
}

fn is_answered_as_by_search(sum: &str, play: Play) -> Answer {
    let [found, searched] = [false, true].map(|search| asked(sum, play, search));
    assert_eq!((found.outcome, found.winning_moves_total), (searched.outcome, searched.winning_moves_total), "{sum} {play:?}");
    let moves = |answer: &Answer| answer.winning_moves.iter().map(|step| step.to.clone()).sorted().collect_vec();
    assert_eq!(moves(&found), moves(&searched), "{sum} {play:?}");
    found
}

const GAMES: [(&str, &[&str]); 6] = [
    ("wythoff", &["0.1", "1.2", "2.2", "2.3"]),
    ("euclid", &["0.3", "3.3", "2.3", "2.4"]),
    ("fibonacci-nim", &["1", "4", "5", "6/1"]),
    ("take-away:3", &["2", "5", "7/1"]),
    ("subtraction:1,2,20000", &["1", "2", "5"]),
    ("nim", &["1", "2"]),
];

#[test]
fn sums_of_games_with_closed_forms_are_answered_as_by_search() {
    for [(one, ours), (other, theirs)] in GAMES.iter().array_combinations() {
        for (a, b) in ours.iter().cartesian_product(theirs.iter()) {
            for play in [Play::Normal, Play::Misere] {
                is_answered_as_by_search(&format!("{one}@{a}+{other}@{b}"), play);
            }
        }
    }
    for (name, positions) in GAMES {
        for position in positions {
            is_answered_as_by_search(&format!("{name}@{position}"), Play::Misere);
        }
    }
    let three = is_answered_as_by_search("wythoff@2.2+euclid@3.3+fibonacci-nim@3", Play::Misere);
    assert!(three.why[0].starts_with("tame games (Conway 1976"), "{}", three.why[0]);
    assert!(three.why[0].contains("observed up to heaps of 44, not proved"), "{}", three.why[0]);
}

#[test]
fn positions_too_large_for_a_search_are_answered() {
    let (won, lost) = (Outcome::Win, Outcome::Loss);
    for (sum, play, outcome, total) in [
        ("wythoff@1000.618", Play::Misere, lost, Some(0)),
        ("wythoff@18446744073709551615.3", Play::Misere, won, Some(1)),
        ("euclid@1000000000000000000.3", Play::Misere, won, Some(1)),
        ("fibonacci-nim@832041/1", Play::Misere, lost, Some(0)),
        ("fibonacci-nim@1000000000", Play::Misere, won, None),
        ("subtraction:1-1000000000@10^18", Play::Normal, won, Some(1)),
        ("subtraction:1-1000000000@10^18", Play::Misere, lost, Some(0)),
        ("subtraction:1-1000000000@1000000000000000002", Play::Misere, won, Some(1)),
        ("subtraction:1-3@10+subtraction:1-7@20+subtraction:1-1000000@10^9", Play::Normal, won, None),
        ("subtraction:123-1000000000@999999999,5000", Play::Normal, won, None),
        ("subtraction:5-1000000000,3000000000@10^18", Play::Normal, won, None),
        ("wythoff@10^30.7+wythoff@3.5", Play::Normal, won, Some(1)),
        ("wythoff@10^30.7+wythoff@10^30.7", Play::Normal, lost, Some(0)),
        ("wythoff@10^50.7+wythoff@3.9", Play::Normal, won, None),
        ("fibonacci-nim@1000+kayles@5", Play::Normal, won, Some(6)),
        ("coins:mock-turtles@10^12", Play::Normal, won, None),
        ("cram@8x8", Play::Normal, lost, Some(0)),
        ("cram@2x99", Play::Normal, won, None),
    ] {
        let options = Solve { play, max_moves: Some(3), ..Solve::default() };
        let answer = SESSION.with(|session| solve(&session.position(sum).unwrap(), &options, &Limits::default()).unwrap());
        assert_eq!(answer.outcome, outcome, "{sum}");
        assert!(total.is_none() || answer.winning_moves_total == total, "{sum}: {:?}", answer.winning_moves_total);
        assert_eq!(answer.winning_moves.is_empty(), outcome == lost, "{sum}");
    }
}

#[test]
fn equal_components_cancel() {
    let (won, lost) = (Outcome::Win, Outcome::Loss);
    for (sum, outcome, moves) in [
        ("wythoff@10^30.10^29+wythoff@10^29.10^30", lost, 0),
        ("fibonacci-nim@10^9,10^9+nim@0", lost, 0),
        ("cram@9x9+cram@9x9", lost, 0),
        ("fibonacci-nim@10^9+nim@5+fibonacci-nim@10^9", won, 1),
        // a move leaves the nimber of the other component
        ("euclid@10^50.7+kayles@10^9", won, 1),
    ] {
        let found = asked(sum, Play::Normal, false);
        assert_eq!((found.outcome, found.winning_moves.len()), (outcome, moves), "{sum}");
        assert_eq!(found.winning_moves_total.is_none(), outcome == won, "{sum}");
    }
    let best = asked("fibonacci-nim@10^9+nim@5+fibonacci-nim@10^9", Play::Normal, false).best.expect("there is a move");
    assert_eq!(best.to, "fibonacci-nim@1000000000+nim@0+fibonacci-nim@1000000000");
    for sum in ["cram@2x3+cram@3x2", "cram@2x3+cram@2x3+nim@1", "cram@3x3+cram@2x3+cram@2x3", "cram@2x3+cram@2x3+nim@0"] {
        is_answered_as_by_search(sum, Play::Normal);
    }
}

#[test]
fn misere_sums_too_large_for_a_search_are_refused() {
    for sum in ["wythoff@3.10^18+kayles@10^9", "euclid@10^18.7+kayles@5", "subtraction:1-3@10^9+kayles@5"] {
        let question = Solve { play: Play::Misere, ..Solve::default() };
        let refused = SESSION.with(|session| solve(&session.position(sum).expect("a sum"), &question, &Limits::default()));
        let why = refused.expect_err("no theorem is known").to_string();
        assert!(why.contains("no theorem is known"), "{sum}: {why}");
    }
}

#[test]
fn sides_of_typed_sums_are_valued_one_by_one() {
    assert_eq!(nimber(&Sum(Nim, Nim), &(1_000_000, 1_000_001)), Ok(Nimber(1)));
    let three = Sum(Sum(Nim, Euclid), SumOf(Nim));
    assert_eq!(nimber(&three, &((7, Pair(100_000_000, 3)), vec![33_333_333, 5])), Ok(Nimber(2)));
}
