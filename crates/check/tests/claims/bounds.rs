//! Strategies by bounds of sums, true and forged, with rules defined here.

use sprague_check::{BadStrategy, Claim, NoOptions, NotAccepted, StrategyRules};
use sprague_core::certificate::{Answers, Strategy, SumBounds, Winner};
use sprague_core::{Limits, Play, Player, Stopped};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Sums of integers and switches, such as `3`, `-1`, `2|0`, with commas between summands.
///
/// In the switch `2|0` Left moves to 2 and Right to 0. In an integer only the player it favours can move, by 1 towards 0.
struct Switches;

fn after(summand: &str, player: Player) -> Option<String> {
    if let Some((left, right)) = summand.split_once('|') {
        return Some(if player == Player::Left { left } else { right }.to_owned());
    }
    let number: i64 = summand.parse().ok()?;
    let step = if player == Player::Left { 1 } else { -1 };
    (number * step > 0).then(|| (number - step).to_string())
}

impl StrategyRules for Switches {
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        let player = player.ok_or_else(|| NoOptions::Unreadable("nobody is first".into()))?;
        let summands: Vec<&str> = position.split(',').collect();
        for (at, summand) in summands.iter().enumerate() {
            if let Some(after) = after(summand, player) {
                let mut summands = summands.clone();
                summands[at] = &after;
                if tell(self.sorted(&summands.join(","))?).is_break() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn sorted(&self, position: &str) -> Result<String, NoOptions> {
        let mut summands: Vec<&str> = position.split(',').filter(|summand| *summand != "0").collect();
        summands.sort_unstable();
        Ok(if summands.is_empty() { "0".to_owned() } else { summands.join(",") })
    }

    fn components(&self, position: &str) -> Result<Vec<String>, NoOptions> {
        Ok(position.split(',').map(str::to_owned).collect())
    }
}

/// Parses bounds as they are written in these tests: `2|0: second 0; first 1, apart 1/2`.
fn table(lines: &[&str]) -> BTreeMap<String, SumBounds> {
    let read = |line: &&str| {
        let (sum, rest) = line.split_once(": ").expect("a sum and its bounds");
        let mut bounds = SumBounds::default();
        for part in rest.split("; ") {
            let (kind, texts) = part.split_once(' ').expect("a kind and its bounds");
            let texts = texts.split(", ").map(str::to_owned);
            match kind {
                "second" => bounds.second.extend(texts),
                "first" => bounds.first.extend(texts),
                _ => bounds.apart = texts.last(),
            }
        }
        (sum.to_owned(), bounds)
    };
    lines.iter().map(read).collect()
}

fn strategy(position: &str, first: Player, winner: Winner, lines: &[&str]) -> Strategy {
    let (position, play, rule, first) = (position.to_owned(), Play::Normal, "disjunctive".to_owned(), Some(first));
    Strategy { position, play, rule, first, winner, draw: false, answers: Answers::Bounds(table(lines)) }
}

fn check(strategy: &Strategy) -> Result<usize, BadStrategy> {
    match strategy.check(&Switches, &Limits::default()) {
        Err(NotAccepted::Strategy(why)) => Err(why),
        other => Ok(other.expect("nothing is too large").positions),
    }
}

/// {2 | 0} − 1, which Left wins if she moves first.
const ADDED: [&str; 5] = ["0: second 0", "1: second 0", "2: second 1; first 0", "-1: second -1", "2|0: first 1"];

#[test]
fn bounds_of_summands_add_up() {
    let left = |lines: &[&str]| check(&strategy("2|0,-1", Player::Left, Winner::Mover, lines));
    assert_eq!(left(&ADDED), Ok(5));
    // for Right everything is mirrored
    let mirrored = ["0: second 0", "-1: second 0", "-2: second -1; first 0", "1: second 1", "0|-2: first -1"];
    assert_eq!(check(&strategy("0|-2,1", Player::Right, Winner::Mover, &mirrored)), Ok(5));
    assert!(check(&strategy("0|-2,1", Player::Left, Winner::Mover, &mirrored)).is_err());
    // further true bounds do no harm
    let more = [&ADDED[..], &["3: second 0"], &["2: second 1, 0; first 0"]].concat();
    assert!(left(&more).is_ok());
}

#[test]
fn a_sum_has_bounds_of_its_own_and_beside_what_is_set_apart() {
    // {1 | −1} twice is 0, which does not follow from the bounds −1 and −1 of the summands
    let pair = ["1|-1,1|-1: second 0", "-1,1|-1: first 0", "-1,1: second 0", "0: second 0"];
    let other = |position: &str, lines: &[&str]| check(&strategy(position, Player::Right, Winner::Other, lines));
    let broken = other("1|-1,1|-1", &pair).unwrap_err();
    // from 1 − 1 Right moves to 1, which has no bound
    assert_eq!(broken, BadStrategy::Broken { sum: "-1,1".into(), bound: "0".into(), after: "1".into() });
    let pair = [&pair[..], &["1: first 0"]].concat();
    assert_eq!(other("1|-1,1|-1", &pair), Ok(5));
    let with_three =
        [&pair[..3], &["0: second 0", "1: second 0; first 0", "2: second 0", "3: apart 3; second 3; first 2"]].concat();
    // 3 ≥ 3 rests on 3 ⧐ 2, which rests on 2 ≥ 2
    assert!(matches!(other("1|-1,1|-1,3", &with_three), Err(BadStrategy::NotKept { sum, bound }) if sum == "3" && bound == "2"));
    let with_three =
        [&pair[..3], &["0: second 0", "1: second 1; first 0", "2: second 2; first 1", "3: apart 3; second 3; first 2"]].concat();
    assert_eq!(other("1|-1,1|-1,3", &with_three), Ok(7));
}

#[test]
fn a_bound_that_is_not_proved_is_refused_with_the_reason() {
    let with = |line: &str| {
        let sum = line.split(": ").next().expect("a sum");
        let mut lines: Vec<&str> = ADDED.into_iter().filter(|line| !line.starts_with(&format!("{sum}: "))).collect();
        lines.push(line);
        check(&strategy("2|0,-1", Player::Left, Winner::Mover, &lines)).unwrap_err()
    };
    let text = str::to_owned;
    // bounds that are too strong
    assert_eq!(with("2|0: first 2"), BadStrategy::NotKept { sum: text("2|0"), bound: text("2") });
    assert_eq!(with("-1: second 0"), BadStrategy::Broken { sum: text("-1"), bound: text("0"), after: text("0") });
    assert_eq!(with("1: second 0, 1"), BadStrategy::Broken { sum: text("1"), bound: text("1"), after: text("1") });
    // a bound does not prove the simpler one on which it rests
    assert_eq!(with("2: second 1; first -1"), BadStrategy::Broken { sum: text("2"), bound: text("1"), after: text("2") });
    // bounds that are too weak
    assert_eq!(with("2|0: second 0"), BadStrategy::NotWonByBounds);
    assert_eq!(with("-1: second -2"), BadStrategy::NotWonByBounds);
    assert_eq!(with("2: second 0"), BadStrategy::NotKept { sum: text("2|0"), bound: text("1") });
    // a summand that is split off must be one component with that bound
    assert_eq!(with("2: apart 2; second 1; first 0"), BadStrategy::NotApart(text("2")));
    assert_eq!(with("1,1: apart 0; second 0"), BadStrategy::NotApart(text("1,1")));
    assert!(matches!(with("3: second 1/3"), BadStrategy::BadBound { sum, .. } if sum == "3"));
    let many = (0..100).map(|bound| bound.to_string()).collect::<Vec<_>>().join(", ");
    assert_eq!(with(&format!("3: first {many}")), BadStrategy::ManyBounds { sum: text("3"), most: 64 });
    // a sum without an entry has no bounds
    assert!(matches!(check(&strategy("2|0,-1", Player::Left, Winner::Mover, &ADDED[..4])), Err(BadStrategy::NotWonByBounds)));
}

#[test]
fn bounds_are_for_sums_under_normal_play() {
    let fair = strategy("2|0,-1", Player::Left, Winner::Mover, &ADDED);
    for unfair in [
        Strategy { play: Play::Misere, ..fair.clone() },
        Strategy { rule: "selective".into(), ..fair.clone() },
        Strategy { draw: true, ..fair.clone() },
    ] {
        assert_eq!(check(&unfair), Err(BadStrategy::NotByBounds));
    }
    assert!(check(&Strategy { winner: Winner::Other, ..fair.clone() }).is_err());
    assert!(matches!(check(&Strategy { first: None, ..fair }), Err(BadStrategy::Unreadable { .. })));
}

#[test]
fn bounds_of_play_without_end_prove_nothing() {
    // each bound rests on the other one
    let ring = |position: &str, _: Option<Player>, tell: &mut dyn FnMut(String) -> ControlFlow<()>| {
        let _ = tell(if position == "a" { "b" } else { "a" }.to_owned());
        Ok(())
    };
    let ring_of = strategy("a", Player::Left, Winner::Mover, &["a: first 0; second 0", "b: first 0; second 0"]);
    let error = ring_of.check(&ring, &Limits::default()).unwrap_err();
    assert!(matches!(error, NotAccepted::Strategy(BadStrategy::Endless(_))), "{error}");
}

#[test]
fn a_long_chain_of_bounds_takes_no_stack_and_keeps_the_limits() {
    let lines: Vec<String> = (0..=20_000).map(|number| format!("{number}: second 0; first -1, 0")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let long = strategy("20000", Player::Left, Winner::Mover, &lines);
    let check = |limits: Limits| long.check(&Switches, &limits);
    // Left has no move in 0
    assert!(matches!(check(Limits::default()), Err(NotAccepted::Strategy(BadStrategy::NotKept { sum, .. })) if sum == "0"));
    let mut answers = table(&lines);
    answers.insert("0".to_owned(), table(&["0: second 0; first -1"])["0"].clone());
    let long = Strategy { answers: Answers::Bounds(answers), ..long.clone() };
    let check = |limits: Limits| long.check(&Switches, &limits);
    assert_eq!(check(Limits::default()).unwrap().positions, 20_001);
    assert_eq!(check(Limits { positions: 1_000, ..Limits::default() }), Err(Stopped::Positions(1_000).into()));
    assert_eq!(check(Limits { bytes: 1_000, ..Limits::default() }), Err(Stopped::Memory(1_000).into()));
    let stopped = long.check_within(&Switches, 1_000, &Limits::default());
    assert_eq!(stopped, Err(NotAccepted::TooLarge { most: 1_000, of: "options" }));
}

/// A tower: Right moves to any lower step except the ground, and Left moves down by one.
///
/// The entries that wait to be checked number half the square of its height. Steps are named from the top, where the check
/// begins.
#[test]
fn sums_that_wait_to_be_looked_at_take_memory_that_is_counted() {
    let tower = |position: &str, player: Option<Player>, tell: &mut dyn FnMut(String) -> ControlFlow<()>| {
        let down: u32 = position.parse().map_err(|_| NoOptions::Unreadable("expected a step".into()))?;
        let step = 500 - down;
        let lowest = if player == Some(Player::Left) { step.saturating_sub(1) } else { 1 };
        let _ = (lowest..step).try_for_each(|below| tell(format!("{:03}", 500 - below)));
        Ok(())
    };
    let line = |down| format!("{down:03}: second 0{}", if down < 500 { "; first 0" } else { "" });
    let lines: Vec<String> = (0..=500).map(line).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let high = strategy("000", Player::Right, Winner::Other, &lines);
    let within = |bytes| high.check(&tower, &Limits { bytes, ..Limits::default() });
    assert_eq!(within(4_000_000).unwrap().positions, 501);
    assert_eq!(within(700_000), Err(Stopped::Memory(700_000).into()));
}

/// The same sums. A player may give up all moves in a switch, which is then worth an integer.
struct Cut;

impl StrategyRules for Cut {
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        Switches.options(position, player, tell)
    }

    fn sorted(&self, position: &str) -> Result<String, NoOptions> {
        Switches.sorted(position)
    }

    fn components(&self, position: &str) -> Result<Vec<String>, NoOptions> {
        Switches.components(position)
    }

    fn tied(&self, component: &str, player: Player) -> Result<String, NoOptions> {
        let piece = |text: &str| match (player, text.parse::<i64>().ok()?) {
            (Player::Left, right) => Some(0.min(right - 1)),
            (Player::Right, left) => Some(0.max(left + 1)),
        };
        let of_other = component.split_once('|').map(|(left, right)| if player == Player::Left { right } else { left });
        // {|b} for Left, and {a|} for Right
        Ok(of_other.and_then(piece).map_or_else(|| component.to_owned(), |piece| piece.to_string()))
    }
}

#[test]
fn bounds_of_pieces_hold_for_what_falls_into_them() {
    let cut = |position: &str, first, winner, lines: &[&str]| {
        let checked = strategy(position, first, winner, lines).check(&Cut, &Limits::default());
        checked.map(|replayed| replayed.positions).map_err(|why| why.to_string())
    };
    let pieces = ["-1: second -1", "0: second 0", "1: second 0, 1; first 0"];
    // {2 | 0} + 1 is at least −1 + 1 if Left gives up her moves in the switch, which is not listed
    assert_eq!(cut("1,2|0", Player::Right, Winner::Other, &pieces), Ok(3));
    let uncut = strategy("1,2|0", Player::Right, Winner::Other, &pieces);
    assert_eq!(check(&uncut), Err(BadStrategy::NotWonByBounds));
    // she must not give them up to win {2 | 0} − 1, and Right gains nothing from hers
    let not_won = || Err(BadStrategy::NotWonByBounds.to_string());
    assert_eq!(cut("-1,2|0", Player::Left, Winner::Mover, &pieces), not_won());
    assert_eq!(cut("1,2|0", Player::Left, Winner::Other, &pieces), not_won());
    // a piece without bounds, and one with a bound that is too strong
    assert_eq!(cut("1,2|0", Player::Right, Winner::Other, &pieces[1..]), not_won());
    let forged = ["-1: second 0", "0: second 0", "1: second 0"];
    let broken = BadStrategy::Broken { sum: "-1".into(), bound: "0".into(), after: "0".into() };
    assert_eq!(cut("1,2|0", Player::Right, Winner::Other, &forged), Err(broken.to_string()));
    // pieces prove the bound of a listed sum: from {5 | {2 | 0}} + 2 Right moves to {2 | 0} + 2, which is not listed
    let listed = [&pieces[..], &["2: second 2; first 1", "2,5|2|0: second 0"]].concat();
    assert_eq!(cut("2,5|2|0", Player::Right, Winner::Other, &listed), Ok(5));
    let broken = BadStrategy::Broken { sum: "2,5|2|0".into(), bound: "0".into(), after: "2,2|0".into() };
    assert_eq!(cut("2,5|2|0", Player::Right, Winner::Other, &listed[1..]), Err(broken.to_string()));
}
