//! Compares views with the answers to the single questions.

use super::*;
use crate::{Session, solve};
use sprague::solve::SumValue;
use sprague::{CompoundRule, Outcome, Play};

const SUMS: [&str; 28] = [
    "nim@3,4,5",
    "nim@0",
    "kayles@7+nim@2",
    "kayles@5.1",
    "grundy@9,4",
    "cram@3x3",
    "chomp@2x3+euclid@3.5",
    "wythoff@4.7",
    "subtraction:1,3,4@10,7",
    "domineering@2x3",
    "domineering@2x2+nim@1",
    "game@{1|-1}+-game@^",
    "asymmetric:1,2/1@5,3",
    "clobber@xoxo",
    "stones:1-3@7.1.0",
    "stones:1-3@5,4",
    "no-repeat:1-5@20/3",
    "knights:5@3.4",
    "hackenbush@",
    "toads-frogs@TTFF",
    "snort@......",
    "kayles@3,3,3",
    "fox-and-geese@.x.x/..../..o.",
    "hare-and-hounds@#x#/x.o/#x#",
    "backsliding-toads-frogs@T..F",
    "konane@xo.xo.ox",
    "impartial:snort@.L..+nim@2",
    "impartial:domineering@2x3,2x2",
];

fn ways() -> Vec<(Play, CompoundRule)> {
    let rules = ["disjunctive", "selective", "conjunctive"].map(|rule| rule.parse().unwrap());
    [Play::Normal, Play::Misere].into_iter().flat_map(|play| rules.map(|rule| (play, rule))).collect()
}

#[test]
fn every_move_leads_where_the_position_after_it_says() {
    let session = Session::new();
    let (mut asked, mut timed) = (0, 0);
    for (text, (play, rule)) in SUMS.iter().flat_map(|text| ways().into_iter().map(move |way| (text, way))) {
        let sum = session.position(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        if sum.has_meaning(rule, play).is_err() {
            continue;
        }
        let options = Solve { play, rule, ..Solve::default() };
        let view = view(&sum, &options, &sprague::Limits::default()).unwrap();
        assert!(!view.moves_cut && !view.components_cut, "{text}");
        for mv in &view.moves {
            let step = &mv.judged.step;
            let after = session.position(&step.to).unwrap();
            let first = step.next.unwrap_or(sprague::Player::Left);
            let alone = solve(
                &after,
                &Solve { first: Some(first), is_one_of_many: true, explain: true, ..options.clone() },
                &sprague::Limits::default(),
            )
            .unwrap();
            assert_eq!(mv.judged.outcome, alone.outcome, "{text} {play:?} {rule}: {}", step.label);
            if let (Some(remoteness), Some(judged)) = (alone.remoteness, mv.remoteness) {
                assert_eq!(judged, remoteness, "{text} {play:?} {rule}: {}", step.label);
                timed += 1;
            }
            if let (Some(SumValue::Nimber(nimber)), Some(known)) = (&mv.judged.value, alone.nimber()) {
                assert_eq!(nimber, known, "{text} {play:?} {rule}: {}", step.label);
            }
            asked += 1;
        }
    }
    assert!(asked > 500 && timed > 100, "{asked}, {timed}");
}

#[test]
fn components_alone_are_what_they_are_when_asked_alone() {
    let session = Session::new();
    for (text, play) in SUMS.iter().flat_map(|text| [Play::Normal, Play::Misere].map(|play| (text, play))) {
        let sum = session.position(text).unwrap();
        if sum.has_meaning(CompoundRule::Disjunctive, play).is_err() {
            continue;
        }
        let options = Solve { play, ..Solve::default() };
        let view = view(&sum, &options, &sprague::Limits::default()).unwrap();
        for component in &view.components {
            let alone = session.position(&component.text).unwrap();
            assert_eq!(alone.to_string(), component.text);
            let sign = if component.is_negative { "-" } else { "" };
            assert_eq!(format!("{sign}{}@{}", component.family, component.component), component.text);
            let answer = solve(&alone, &options, &sprague::Limits::default()).unwrap();
            assert_eq!(component.outcome, Some(answer.outcome), "{text} {play:?}");
            assert_eq!(component.nimber.as_ref(), answer.nimber(), "{text} {play:?}");
            let value = answer.value.as_ref().and_then(|value| value.game()).and_then(|value| value.text());
            assert!(value.is_none() || component.value == value, "{text}: {value:?}");
        }
        let letters = view.components.iter().filter(|component| component.outcome.is_none());
        assert_eq!(letters.count(), 0);
    }
}

#[test]
fn more_moves_than_are_listed_are_cut_and_winning_ones_come_first() {
    let session = Session::new();
    for (text, total) in
        [("nim@10^9", 400), ("nim@1000,999,3", 400), ("nim@10^6,7", 400), ("kayles@900", 400), ("nim@500,500", 400)]
    {
        let view = view(&session.position(text).unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
        assert!(view.moves_cut && view.moves.len() == total, "{text}: {}", view.moves.len());
        let winning = view.answer.winning_moves.len().min(400);
        let outcomes: Vec<Outcome> = view.moves.iter().map(|mv| mv.judged.outcome).collect();
        assert!(outcomes[..winning].iter().all(|outcome| *outcome == Outcome::Loss), "{text}");
        assert!(outcomes[winning..].iter().all(|outcome| *outcome == Outcome::Win), "{text}");
        for mv in view.moves.iter().step_by(37) {
            let after =
                solve(&session.position(&mv.judged.step.to).unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
            assert_eq!((after.outcome, after.value), (mv.judged.outcome, mv.judged.value.clone()), "{text}");
        }
    }
}

#[test]
fn huge_heaps_have_their_winning_moves_or_some_move() {
    let session = Session::new();
    let of = |text: &str| view(&session.position(text).unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    let won = of("nim@10^100,5");
    assert!(won.moves_cut && won.moves.len() == 1 && won.moves[0].judged.step.to == "nim@5,5");
    assert_eq!((won.components[0].outcome, won.components[0].picture.as_ref()), (Some(Outcome::Win), None));
    let lost = of("nim@10^100,10^100");
    assert_eq!((lost.moves.len(), lost.moves[0].judged.outcome), (1, Outcome::Win));
}

#[test]
fn a_sum_of_very_many_components_is_listed_as_far_as_is_shown() {
    let text = format!("nim@{}", vec!["3"; 5000].join(","));
    let view = view(&Session::new().position(&text).unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    assert!(view.components_cut && view.components.len() == 400 && view.moves_cut);
    assert_eq!(view.components[399].nimber, Some(3_u8.into()));
}

#[test]
fn options_of_a_position_are_those_of_its_view() {
    let ask = |options: Solve| Session::new().ask(&View(options), &sprague::Limits::default());
    let plain = ask(Solve::of("kayles@9")).unwrap();
    let searched = ask(Solve { search: true, line: true, max_moves: Some(1), ..Solve::of("kayles@9") }).unwrap();
    assert_ne!(plain.answer.why, searched.answer.why);
    assert!(plain.answer.line.is_none() && searched.answer.line.is_some());
    assert_eq!((searched.answer.winning_moves.len(), searched.moves.len()), (1, plain.moves.len()));
    let refused = ask(Solve { outcome_only: true, ..Solve::of("kayles@9") }).unwrap_err();
    assert!(refused.to_string().contains("outcome_only"), "{refused}");
}

#[test]
fn animals_are_figures_and_points_are_joined_by_lines() {
    let look = |text: &str| {
        let sum = Session::new().position(text).unwrap();
        let view = view(&sum, &Solve::default(), &sprague::Limits::default()).unwrap();
        serde_json::to_value(&view.components[0].look).unwrap()
    };
    let hare = look("-hare-and-hounds@#x#/x.o/#x#");
    assert_eq!((&hare["figures"]["o"]["name"], &hare["pieces"]["o"]), (&json!("hare"), &json!("left")));
    assert!(hare["figures"]["x"]["outline"].as_str().unwrap().starts_with("M50 8"), "{hare}");
    assert_eq!(hare["lines"], json!([[1, 3], [1, 4], [1, 5], [3, 4], [3, 7], [4, 5], [4, 7], [5, 7]]));
    let fox = look("fox-and-geese@.x.x/..../..o.");
    assert_eq!((&fox["figures"]["x"]["name"], fox.get("lines")), (&json!("goose"), None));
    assert_eq!(look("clobber@xo").get("figures"), None);
}

#[test]
#[ignore = "slow: a thousand answers"]
fn slow_what_a_limit_leaves_is_never_contradicted_by_the_whole_answer() {
    let asked = |position: &str, positions| {
        let limits = Limits { positions, ..Limits::default() };
        match Session::new().ask(&View(Solve::of(position)), &limits) {
            Ok(view) => (view.to_json(), true),
            Err(error) => (error.to_json(), false),
        }
    };
    let session = Session::new();
    let (mut answers, mut stopped) = (0, 0);
    for position in session.registry().entries().flat_map(|entry| entry.sizes.iter()) {
        let (whole, is_whole) = asked(position, 20_000);
        for positions in if is_whole { [1, 3, 10, 30, 100, 1000].as_slice() } else { &[] } {
            let (known, is_whole) = asked(position, *positions);
            answers += 1;
            stopped += u32::from(!is_whole);
            for key in ["outcome", "outcome_class"] {
                assert!(known[key].is_null() || known[key] == whole[key], "{position} within {positions}: {key} of {known}");
            }
            for mv in known["moves"].as_array().into_iter().flatten() {
                let same = whole["moves"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .find(|other| other["move"] == mv["move"] && other["to"] == mv["to"]);
                assert!(same.is_none_or(|same| same["outcome"] == mv["outcome"]), "{position} within {positions}: {mv}");
            }
        }
    }
    assert!(answers >= 1000 && stopped >= 100, "{answers} answers, {stopped} of them stopped");
}
