//! Strategies for positions of any size, which theorems prove, and 5,000 false ones.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use sprague::certificate::{Answers, Strategy, Winner};
use sprague::{CompoundRule, Limits, Outcome};
use sprague_questions::{Session, Solve, StrategyOf};

/// A linear congruential generator.
struct Draw(u64);

impl Draw {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 20) % most
    }
}

/// Positions with numbers drawn below a bound; some are lost.
fn positions(draw: &mut Draw, most: u64) -> Vec<String> {
    let mut number = || draw.below(most);
    let (a, b) = (number(), number());
    let lost = |k: u64| (u128::from(k) + (5 * u128::from(k) * u128::from(k)).isqrt()) / 2;
    let (low, fib) = (lost(a / 4), [610_u64, 1597, 12_586_269_025, 6_557_470_319_842][(b % 4) as usize]);
    let far = 1_000_000 + a;
    vec![
        format!("wythoff@{a}.{b}"),
        format!("wythoff@{low}.{}", low + u128::from(a / 4)),
        format!("fibonacci-nim@{fib}"),
        format!("fibonacci-nim@{a}/{}", 1 + b % 100),
        format!("take-away:3/2@{a}"),
        format!("euclid@{}.{}", 1 + a, 1 + b),
        format!("euclid@{}.{}+nim@{b}", 1 + a, 1 + b),
        format!("mem@{far}/{}", 2000 + b % 1000),
        format!("mem@{far}"),
        format!("coins:mock-turtles@{}.{far}", 1 + b % 1000),
        format!("coins:ruler@{}", 101 + a % 50),
        format!("subtraction:{}-{}@{a}", 1 + b % 7, 1000 + b % 100_000),
        format!("subtraction:{},{far}@{a}", 1 + b % 1000),
        format!("subtraction:1-{},{}@{a}", 1 + b % 9, (2 + b % 9) * (1 + a / 20)),
        format!("subtraction:1-3,1000001@{a}+kayles@7+nim@{}", b % 5000),
        format!("chomp@{}.{}", 110 + a % 880, 109 + a % 880 - b % 3),
        format!("cram@{}x{}", 8 + 2 * (a % 4), 7 + b % 6),
        format!("node-kayles@grid:{0}x{0}", 7 + a % 8),
    ]
}

/// Returns forged copies of a strategy, each of which claims something else.
fn forged(strategy: &Strategy, draw: &mut Draw) -> Vec<Strategy> {
    let other = if strategy.winner == Winner::Mover { Winner::Other } else { Winner::Mover };
    let mut all = vec![Strategy { winner: other, ..strategy.clone() }];
    match &strategy.answers {
        Answers::Components(values) => {
            for (component, value) in values {
                let mut values = values.clone();
                values.insert(component.clone(), value ^ (1 << draw.below(4)));
                all.push(Strategy { answers: Answers::Components(values), ..strategy.clone() });
            }
        }
        Answers::Positions(moves) => {
            for (from, to) in moves {
                // another number, so that the move is illegal or does not win
                let to = match to.rfind(|digit: char| digit.is_ascii_digit()) {
                    Some(digit) => {
                        let new = (to.as_bytes()[digit] - b'0' + 1 + draw.below(9) as u8) % 10;
                        format!("{}{new}{}", &to[..digit], &to[digit + 1..])
                    }
                    // a square more is covered
                    None => to.replacen('.', "#", 1),
                };
                all.push(Strategy { answers: Answers::Positions([(from.clone(), to)].into()), ..strategy.clone() });
            }
        }
        _ => {}
    }
    all
}

fn compared(rounds: u64, most: u64) -> (usize, usize) {
    let (session, limits, mut draw) = (Session::new(), Limits::default(), Draw(58));
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..rounds {
        for position in positions(&mut draw, most) {
            let strategy = session.ask(&StrategyOf::of(&position), &limits).unwrap_or_else(|error| panic!("{position}: {error}"));
            let solved = session.ask(&Solve { outcome_only: true, ..Solve::of(&position) }, &limits).unwrap();
            assert_eq!(strategy.winner == Winner::Mover, solved.outcome == Outcome::Win, "{position}");
            let checked = session.check(&strategy, &limits);
            assert!(checked.is_ok(), "{position}: {checked:?}");
            accepted += 1;
            for forged in forged(&strategy, &mut draw) {
                assert!(session.check(&forged, &limits).is_err(), "{position}: {forged:?}");
                rejected += 1;
            }
        }
    }
    (accepted, rejected)
}

#[test]
fn what_theorems_decide_is_accepted_and_what_is_forged_is_not() {
    let (accepted, rejected) = compared(4, 10_000_000_000);
    assert!(accepted == 72 && rejected > 100, "{accepted} {rejected}");
}

#[test]
fn a_lost_heap_without_a_theorem_has_answers_to_all_moves() {
    let session = Session::new();
    let strategy = session.ask(&StrategyOf::of("subtraction:1,2,5,102@103"), &Limits::default()).unwrap();
    assert_eq!((strategy.winner, strategy.answers.is_empty()), (Winner::Other, false));
    assert!(session.check(&strategy, &Limits::default()).is_ok());
}

#[test]
#[ignore = "slow: 5,000 forged strategies"]
fn slow_no_forged_strategy_of_5000_is_accepted() {
    assert!(compared(150, 1_000_000_000_000_000).1 > 5_000);
}

#[test]
fn large_selective_sums_are_won_by_the_moves_that_a_search_finds() {
    let (session, limits) = (Session::new(), Limits::default());
    for position in ["wythoff@13.16+kayles@8", "wythoff@16.26+nim@1", "wythoff@16.26", "subtraction:1-30@62+kayles@4"] {
        let ask = |search| Solve { rule: CompoundRule::Selective, search, ..Solve::of(position) };
        let [told, searched] = [false, true].map(|search| session.ask(&ask(search), &limits).unwrap());
        assert_eq!(told.outcome, searched.outcome, "{position}");
        assert_eq!(told.winning_moves_total, searched.winning_moves_total, "{position}");
    }
}
