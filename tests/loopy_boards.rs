//! Checks loopy games on boards and strips: known outcomes, and sums compared with plain retrograde analysis.
//!
//! The known outcomes are from values in the tests of CGSuite 2.0.

use sprague::{Limits, Notation, Outcome, Partizan, Player};
use sprague_questions::{Session, Solve, solve};
use sprague_rules_boards::{FoxAndGeese, HareAndHounds};
use sprague_rules_strips::BackslidingToadsAndFrogs;
use std::collections::HashMap;

/// The options of a player in one component, as text.
type Options = Box<dyn Fn(&str, Player) -> Vec<String>>;

struct Component {
    family: &'static str,
    position: &'static str,
    options: Options,
}

fn component<R>(rules: R, family: &'static str, position: &'static str) -> Component
where
    R: Partizan + Notation<R::Position> + 'static,
{
    let options = move |text: &str, player| {
        let position = rules.read(text).expect("a position");
        rules.options(&position, player).map(|option| rules.show(&option)).collect()
    };
    Component { family, position, options: Box::new(options) }
}

/// Returns the outcome of a sum by retrograde analysis: all positions that can be reached are labelled repeatedly until no
/// label changes.
fn outcome(sum: &[Component], first: Player) -> Outcome {
    let start = (sum.iter().map(|part| part.position.to_owned()).collect::<Vec<_>>(), first);
    let (mut all, mut numbers, mut moves) = (vec![start.clone()], HashMap::from([(start, 0)]), vec![]);
    while moves.len() < all.len() {
        let (parts, player) = all[moves.len()].clone();
        let mut to = vec![];
        for (at, part) in sum.iter().enumerate() {
            for option in (part.options)(&parts[at], player) {
                let mut next = (parts.clone(), -player);
                next.0[at] = option;
                to.push(*numbers.entry(next.clone()).or_insert_with(|| {
                    all.push(next);
                    all.len() - 1
                }));
            }
        }
        moves.push(to);
    }
    let mut known = vec![Outcome::Draw; all.len()];
    loop {
        let before = known.clone();
        for (at, to) in moves.iter().enumerate() {
            if to.iter().any(|&to| known[to] == Outcome::Loss) {
                known[at] = Outcome::Win;
            } else if to.iter().all(|&to| known[to] == Outcome::Win) {
                known[at] = Outcome::Loss;
            }
        }
        if known == before {
            return known[0];
        }
    }
}

/// Returns the program's answer.
fn answered(text: &str, first: Player) -> Outcome {
    let sum = Session::new().position(text).expect("a sum");
    solve(&sum, &Solve { first: Some(first), ..Solve::default() }, &Limits::default()).expect("an answer").outcome
}

#[test]
fn known_outcomes_are_answered() {
    use Outcome::{Draw, Loss, Win};
    for (text, left, right) in [
        // {on||0|-1/2} & {1/2|0||off}
        ("backsliding-toads-frogs@TTT..FFF", Draw, Draw),
        // {4*|7/2}; {9||4v[on]*|5/2*|||3|5/2*,5/2v||5/2}
        ("fox-and-geese@.x.x.x.x/......../......../o.......", Win, Loss),
        ("fox-and-geese:range=2@.x.x.x.x/......../......../o.......", Win, Loss),
        // {6over|5*}
        ("fox-and-geese@x.x.x.x.x./........../........o.", Win, Loss),
        // 2over, 2, 3*, 4over
        ("fox-and-geese@x.x.x.x./.o....../........", Win, Loss),
        ("fox-and-geese@x.x.x.x./...o..../........", Win, Loss),
        ("fox-and-geese@x.x.x.x./.....o../........", Win, Loss),
        ("fox-and-geese@x.x.x.x./.......o/........", Win, Loss),
        // {6|2over}, {2over|2}, {4|3||2}, {4over|3*}
        ("fox-and-geese@x.x.x.x./......../o.......", Win, Loss),
        ("fox-and-geese@x.x.x.x./......../..o.....", Win, Loss),
        ("fox-and-geese@x.x.x.x./......../....o...", Win, Loss),
        ("fox-and-geese@x.x.x.x./......../......o.", Win, Loss),
        // four of these values plus integers
        ("fox-and-geese@x.x.x.x./...o..../........+game@-2", Loss, Loss),
        ("fox-and-geese@x.x.x.x./.o....../........+game@-2", Win, Loss),
        ("fox-and-geese@x.x.x.x./.....o../........+game@-3", Win, Win),
        ("fox-and-geese@.x.x.x.x/......../......../o.......+game@-4", Loss, Win),
    ] {
        assert_eq!([answered(text, Player::Left), answered(text, Player::Right)], [left, right], "{text}");
    }
}

#[test]
fn sums_are_answered_as_plain_retrograde_play_does() {
    let toads = |strip| component(BackslidingToadsAndFrogs, "backsliding-toads-frogs", strip);
    let fox = |board| component(FoxAndGeese::default(), "fox-and-geese", board);
    let far_fox = |board| component(FoxAndGeese::new(2).expect("a range"), "fox-and-geese:range=2", board);
    let hare = |board| component(HareAndHounds, "hare-and-hounds", board);
    let mut seen = vec![];
    for sum in [
        vec![toads("TTT..FFF")],
        vec![toads("TT..FF"), toads("T..F")],
        vec![toads("TF.TF"), fox(".x.x/..../o...")],
        vec![fox(".x.x/..../..../..o."), fox("x.../.o../....")],
        vec![far_fox(".x.x/..../..../..o."), toads("T.FF")],
        vec![hare("#x#/x.o/#x#"), toads("T.F")],
        vec![hare("#..#/xx.o/#..#"), far_fox(".x./.../o..")],
        vec![hare("#.x..#/x....o/#.x..#")],
        vec![hare("#x.#/.o.x/#..#"), hare("#x#/..o/#.#")],
    ] {
        let text = sum.iter().map(|part| format!("{}@{}", part.family, part.position)).collect::<Vec<_>>().join("+");
        for first in Player::BOTH {
            let expected = outcome(&sum, first);
            assert_eq!(answered(&text, first), expected, "{text}, {first}");
            seen.push(expected);
        }
    }
    for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
        assert!(seen.contains(&outcome), "{outcome:?} was never seen: {seen:?}");
    }
}
