//! Checks that all methods of `solve` give the same outcome and winning moves.
//!
//! The methods are a theorem, the outcome first, the whole graph, or depth-first search if the graph is too large. The
//! questions are disjunctive sums, compound rules, and rulesets with a terminal rule.

use proptest::prelude::*;
use sprague::solve::{Answer, Component, MixedSum, RulesetCache, SolveOptions, solve};
use sprague::{Limits, Outcome, Play, Player, Ruleset, any, heap_notation};
use sprague_questions::{Best, Moves, Session, Solve};
use sprague_testkit::strategies;
use std::sync::Arc;

/// Positions of every kind from which play ends after a few moves.
const POOL: [&str; 17] = [
    "nim@2,1",
    "nim@3",
    "subtraction:1,3,4@7",
    "kayles@5",
    "octal:4.3@4",
    "grundy@6",
    "no-repeat:1-3@5",
    "knights@3.1",
    "cram@2x3",
    "chomp@2x3",
    "impartial:domineering@2x3",
    "impartial:snort@.L..",
    "asymmetric:1,3/2@5",
    "-asymmetric:1,3/2@6",
    "clobber@xoxoo",
    "domineering@2x3",
    "konane@xo.o.xo",
];

/// The number of positions at the start of the list in which both players have the same moves.
const IMPARTIAL: usize = 12;

/// Returns the part of an answer that must not depend on the method.
///
/// It consists of the outcome, the outcome class, the number of winning moves, and the winning moves with the positions after
/// them.
fn decided(answer: &sprague_questions::Answer) -> (Outcome, Option<sprague::OutcomeClass>, Option<u64>, Vec<String>) {
    let mut moves: Vec<String> = answer.winning_moves.iter().map(|step| format!("{} {}", step.label, step.to)).collect();
    moves.sort_unstable();
    (answer.outcome, answer.outcome_class, answer.winning_moves_total, moves)
}

/// Returns questions and limits that lead to different methods of solving.
fn ways(base: &Solve) -> Vec<(Solve, Limits)> {
    let few = Limits { positions: 40, ..Limits::default() };
    let all = Limits::default;
    vec![
        (Solve { search: true, ..base.clone() }, all()),
        (Solve { explain: true, ..base.clone() }, all()),
        (Solve { line: true, ..base.clone() }, all()),
        (Solve { best: Best::Fastest, ..base.clone() }, all()),
        (Solve { moves: Moves::All, ..base.clone() }, all()),
        (Solve { jobs: 2.try_into().ok(), ..base.clone() }, all()),
        // too few for the graph, but sometimes enough for the winner
        (Solve { search: true, ..base.clone() }, few.clone()),
        (base.clone(), few),
        (base.clone(), Limits { bytes: 64 << 10, ..all() }),
    ]
}

/// Compares the answers of all methods. Answers that were stopped are ignored.
fn answered_alike(text: &str, base: &Solve) {
    let session = Session::new();
    let sum = session.position(text).unwrap();
    let solve =
        |question: &Solve, limits: &Limits| sprague_questions::solve(&sum, question, limits).ok().map(|answer| decided(&answer));
    let Some(expected) = solve(base, &Limits::default()) else { return };
    for (question, limits) in ways(base) {
        if let Some(found) = solve(&question, &limits) {
            assert_eq!(found, expected, "{text} {question:?}");
        } else {
            assert!(limits.positions == 40 || limits.bytes == 64 << 10, "{text} {question:?}");
        }
    }
    let only = |first| {
        let question = Solve { outcome_only: true, first, ..base.clone() };
        sprague_questions::solve(&sum, &question, &Limits::default()).unwrap()
    };
    // if a first player is given, only that player is asked about, and otherwise both
    let named = only(base.first);
    assert_eq!(named.outcome, expected.0, "{text} {base:?}");
    assert_eq!(named.outcome_class, expected.1.filter(|_| base.first.is_none()), "{text} {base:?}");
    assert_eq!(only(None).outcome_class, expected.1, "{text} {base:?}");
}

fn chosen(kinds: usize, most: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(0..kinds, 1..=most)
        .prop_map(|chosen| chosen.into_iter().map(|index| POOL[index]).collect::<Vec<_>>().join("+"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_sums_are_answered_alike(text in chosen(POOL.len(), 3), is_misere in any::<bool>(), starts_left in any::<bool>()) {
        let play = if is_misere { Play::Misere } else { Play::Normal };
        let first = if starts_left { Player::Left } else { Player::Right };
        answered_alike(&text, &Solve { play, first: Some(first), is_one_of_many: true, ..Solve::default() });
    }

    #[test]
    fn sums_by_other_rules_are_answered_alike(
        text in chosen(IMPARTIAL, 2),
        is_misere in any::<bool>(),
        rule in prop::sample::select(vec!["diminished", "conjunctive", "continued", "selective", "shortened-selective", "not-all"]),
    ) {
        let play = if is_misere { Play::Misere } else { Play::Normal };
        let rule = rule.parse().unwrap();
        answered_alike(&text, &Solve { play, rule, ..Solve::default() });
    }

    #[test]
    fn stones_are_answered_alike(a in 0_u64..12, b in 0_u64..9, wins_even in any::<bool>()) {
        let wins = if wins_even { ":wins=even" } else { "" };
        answered_alike(&format!("stones:1-3{wins}@{a},{b}"), &Solve::default());
        answered_alike(&format!("stones:2,3{wins}@{a}+stones:1,4{wins}@{b}"), &Solve::default());
    }
}

/// The targets of each vertex, and the terminal outcomes of the vertices without targets.
#[derive(Clone, Debug)]
struct Endings {
    targets: Vec<Vec<usize>>,
    endings: Vec<Outcome>,
}

impl Ruleset for Endings {
    type Position = u64;
    type Move = u64;
    fn moves(&self, vertex: &u64) -> impl Iterator<Item = u64> {
        self.targets[*vertex as usize].iter().map(|target| *target as u64)
    }
    fn play(&self, _: &u64, target: &u64) -> u64 {
        *target
    }
    fn terminal_outcome(&self, vertex: &u64) -> Outcome {
        self.endings[*vertex as usize]
    }
}
heap_notation!(Endings);

fn endings() -> impl Strategy<Value = Endings> {
    strategies::digraph(8, 3).prop_flat_map(|targets| {
        let ending = prop::sample::select(vec![Outcome::Loss, Outcome::Draw, Outcome::Win]);
        prop::collection::vec(ending, targets.len()).prop_map(move |endings| Endings { targets: targets.clone(), endings })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn rules_that_say_who_has_won_are_answered_alike(rules in endings()) {
        let cache = Arc::new(RulesetCache::new("endings", any::terminal(rules.clone())));
        for vertex in 0..rules.targets.len() as u64 {
            let sum = MixedSum::of([Component::new(&cache, &vertex)]);
            let judge = sprague::evaluate::solution(&rules, &vertex, &Limits::default()).unwrap();
            let expected: Vec<String> = judge.winning_moves().map(|judged| judged.mv.to_string()).collect();
            let moves = |answer: &Answer| -> Vec<String> {
                answer.winning_moves.iter().map(|mv| mv.changed[0].1.clone()).collect()
            };
            for (explain, jobs) in [(false, 1), (true, 1), (false, 2)] {
                let jobs = jobs.try_into().unwrap();
                let answer = solve(&sum, &SolveOptions { explain, jobs, all_moves: true, ..SolveOptions::default() }).unwrap();
                prop_assert_eq!(answer.outcome, judge.outcome(), "{} {:?}", vertex, rules);
                prop_assert_eq!(moves(&answer), expected.clone(), "{} {:?}", vertex, rules);
                let all: Vec<Outcome> = answer.moves.as_ref().unwrap().iter().map(|judged| -judged.outcome).collect();
                prop_assert_eq!(all, judge.moves().map(|judged| judged.outcome).collect::<Vec<_>>());
                let best = answer.best.map(|mv| mv.changed[0].1.parse::<u64>().unwrap());
                prop_assert_eq!(best.is_none(), rules.targets[vertex as usize].is_empty());
                prop_assert!(best.is_none_or(|best| -judge.of(&best).unwrap().0 == judge.outcome()));
            }
            let only = solve(&sum, &SolveOptions { outcome_only: true, ..SolveOptions::default() }).unwrap();
            prop_assert_eq!(only.outcome, judge.outcome());
        }
    }
}
