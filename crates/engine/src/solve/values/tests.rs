//! Checks that the winner does not depend on the limits of valuing and searching.

use super::*;
use crate::evaluate::winner;
use crate::heap_notation;
use crate::solve::RulesetCache;
use proptest::prelude::*;
use sprague_core::any;
use sprague_core::examples::Nim;
use sprague_core::limits::Watch;
use sprague_core::{Partizan, Stopped};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// A heap from which each player takes amounts of a list: Left of the first, Right of the second.
#[derive(Clone, Copy)]
struct Own([u64; 2], [u64; 2]);
impl Partizan for Own {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
        let amounts = if player == Player::Left { self.0 } else { self.1 };
        amounts.into_iter().filter(move |amount| amount <= heap)
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        heap - amount
    }
}
heap_notation!(Own);

/// A stalk of edges of which Left cuts ones and Right zeros.
///
/// The edges are the bits of a number below its leading one. The negative has the colours exchanged.
struct Stalk;
impl Partizan for Stalk {
    type Position = u64;
    type Move = u32;
    fn moves(&self, stalk: &u64, player: Player) -> impl Iterator<Item = u32> {
        let edges = if player == Player::Left { *stalk } else { !*stalk };
        (0..stalk.ilog2()).filter(move |edge| edges >> edge & 1 == 1)
    }
    fn play(&self, stalk: &u64, _: Player, edge: &u32) -> u64 {
        1 << edge | stalk & ((1 << edge) - 1)
    }
    fn negative(&self, stalk: &u64) -> Option<u64> {
        Some(stalk ^ ((1 << stalk.ilog2()) - 1))
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}
heap_notation!(Stalk);

/// Clobber on a row of stones, which splits at gaps.
///
/// Each square has two bits, from the left: 1 is Left's stone, 2 is Right's.
struct Row;
impl Row {
    fn stone(row: u64, at: u32) -> u64 {
        row >> (2 * at) & 3
    }
}
impl Partizan for Row {
    type Position = u64;
    /// 64 times the square of the stone plus the square it moves to.
    type Move = u32;
    fn moves(&self, row: &u64, player: Player) -> impl Iterator<Item = u32> {
        let (row, own) = (*row, if player == Player::Left { 1 } else { 2 });
        let pairs = (0..31_u32).flat_map(|at| [(at, at + 1), (at + 1, at)]);
        pairs
            .filter(move |(from, to)| Self::stone(row, *from) == own && Self::stone(row, *to) == 3 - own)
            .map(|(from, to)| 64 * from + to)
    }
    fn play(&self, row: &u64, _: Player, mv: &u32) -> u64 {
        let (from, to) = (mv / 64, mv % 64);
        let own = Self::stone(*row, from);
        row & !(3 << (2 * from)) & !(3 << (2 * to)) | own << (2 * to)
    }
    fn summands(&self, row: &u64) -> impl Iterator<Item = u64> {
        let (mut parts, mut part, mut length) = (vec![], 0, 0_u32);
        for at in 0..32 {
            match Self::stone(*row, at) {
                0 => {
                    parts.push(part);
                    (part, length) = (0, 0);
                }
                stone => (part, length) = (part | stone << (2 * length), length + 1),
            }
        }
        parts.push(part);
        parts.into_iter().filter(|part| *part != 0)
    }
    fn negative(&self, row: &u64) -> Option<u64> {
        Some((row & 0x5555_5555_5555_5555) << 1 | row >> 1 & 0x5555_5555_5555_5555)
    }
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}
heap_notation!(Row);

/// Returns a row of stones with these ternary digits.
fn row(mut digits: u64, length: u32) -> u64 {
    (0..length).fold(0, |row, at| {
        let stone = digits % 3;
        digits /= 3;
        row | stone << (2 * at)
    })
}

fn sum(heaps: [u64; 2], stalk: u64, rows: [u64; 2], nim: u64, is_negative: bool) -> MixedSum {
    let ruleset = |rules| Arc::new(RulesetCache::new("a ruleset", rules));
    let own = ruleset(any::partizan(Own([1, 3], [2, 3])));
    let (stalks, clobber, nims) = (ruleset(any::partizan(Stalk)), ruleset(any::partizan(Row)), ruleset(any::impartial(Nim)));
    let mut sum = MixedSum::of([
        Component::new(&own, &heaps[0]),
        Component::new(&own, &heaps[1]),
        Component::new(&stalks, &stalk),
        Component::new(&clobber, &row(rows[0], 6)),
        Component::new(&clobber, &row(rows[1], 4)),
        Component::new(&nims, &nim),
    ]);
    sum.components[1].is_negative = is_negative;
    sum.components[4].is_negative = is_negative;
    sum
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(ProptestConfig::default().cases / 4) })]

    #[test]
    #[ignore = "release: half a minute and more without optimisation"]
    fn release_who_wins_is_what_the_canonical_form_of_the_whole_says_however_much_is_searched(
        heaps in [0_u64..9, 0_u64..9],
        stalk in 1_u64..32,
        rows in [0_u64..729, 0_u64..81],
        nim in 0_u64..4,
        is_negative: bool,
    ) {
        let (sum, limits) = (sum(heaps, stalk, rows, nim, is_negative), Limits::default());
        let class = super::value(&sum, &limits).unwrap().outcome_class();
        let rules = Rules::of(&sum).unwrap();
        // the most moves and the work of a value, then for the search: sizes of small and of added values, options ahead, and
        // the share of values
        for (most_moves, trial, small, merged, ahead, valued) in [
            (44, 400_000, 10, 24, 8, 250),
            (44, 400_000, 0, 0, 1, 0),
            (6, 400_000, 4, 3, 100, 250),
            (3, 20, 0, 0, 2, 0),
            (0, 0, 0, 24, 8, 0),
            (0, 0, 3, 0, 3, 10_000),
        ] {
            let searched = winner::Effort { small, merged, ahead, valued, cached: 3, table: 1 << 20, ..winner::Effort::default() };
            let values = Values::with_effort(&rules, Effort { most_moves, trial, whole: 0, searched, is_of_winner: false }, None, &limits);
            let total = values.of_sum(&sum).unwrap();
            // without values and with a table of 8 KiB, a rare draw takes a quarter of an hour
            let [left, right] = Player::BOTH.map(|player| values.outcome_within(&total, player, 1_000_000).unwrap());
            let Some((left, right)) = left.zip(right) else { continue };
            prop_assert_eq!(sprague_core::OutcomeClass::of(left, right), class, "{} {} {:?}", most_moves, trial, searched);
        }
    }

    #[test]
    fn what_search_of_the_whole_graph_finds_is_found_by_values(
        heaps in [0_u64..5, 0_u64..4],
        stalk in 1_u64..8,
        rows in [0_u64..729, 0_u64..9],
        nim in 0_u64..2,
        is_negative: bool,
        first in prop::sample::select(Player::BOTH.to_vec()),
    ) {
        use crate::solve::{SolveOptions, solve};
        let sum = sum(heaps, stalk, rows, nim, is_negative);
        let options = SolveOptions { first, all_moves: true, ..SolveOptions::default() };
        let answer = solve(&sum, &options).unwrap();
        let searched = solve(&sum, &SolveOptions { search: true, ..options }).unwrap();
        prop_assert_eq!((answer.outcome, answer.outcome_class), (searched.outcome, searched.outcome_class));
        prop_assert_eq!(&answer.winning_moves, &searched.winning_moves);
        let moves = |answer: crate::solve::Answer| -> Vec<_> {
            answer.moves.unwrap().into_iter().map(|judged| (judged.mv, judged.outcome)).collect()
        };
        prop_assert_eq!(moves(answer), moves(searched));
    }
}

#[test]
fn a_game_and_its_negative_are_nothing_even_where_both_are_too_large_to_be_valued() {
    let clobber = Arc::new(RulesetCache::new("clobber", any::partizan(Row)));
    let [one, other] = ["xoxoxxoxooxoxoxoxo", "oxoxooxoxxoxoxoxox"].map(|stones| {
        stones.bytes().enumerate().fold(0, |row, (at, stone)| row | if stone == b'x' { 1_u64 } else { 2 } << (2 * at))
    });
    let sum = MixedSum::of([Component::new(&clobber, &one), Component::new(&clobber, &other)]);
    let (rules, limits) = (Rules::of(&sum).unwrap(), Limits { positions: 100, ..Limits::default() });
    let values = Values::with_effort(&rules, Effort { most_moves: 8, ..Effort::default() }, None, &limits);
    let total = values.of_sum(&sum).unwrap();
    assert_eq!(values.outcome(&total, Player::Left), Ok(Outcome::Loss));
    assert_eq!(total, FormalSum::default());
}

#[test]
fn what_has_no_value_is_refused_with_the_reason() {
    let nim = Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    let heap = MixedSum::of([Component::new(&nim, &3_u64)]);
    let misere = MixedSum { play: Play::Misere, ..heap.clone() };
    let error = super::value(&misere, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("under misère play positions have no values"), "{error}");
    let other = MixedSum { rule: CompoundRule::Conjunctive, ..heap };
    let error = super::value(&other, &Limits::default()).unwrap_err();
    assert!(error.to_string().contains("values do not add"), "{error}");
}

#[test]
fn many_ups_are_won_by_who_is_ahead_without_a_search() {
    let clobber = Arc::new(RulesetCache::new("clobber", any::partizan(Row)));
    // xoxxo has an atomic weight of about 1, few moves, and a value that is not a sum of ups and a star
    let row = [1, 2, 1, 1, 2].into_iter().enumerate().fold(0, |row, (at, stone)| row | (stone as u64) << (2 * at));
    let sum = MixedSum::of(vec![Component::new(&clobber, &row); 300]);
    let limits = Limits { positions: 20_000, ..Limits::default() };
    let class = super::outcome_class(&sum, &limits).unwrap();
    let value = super::value(&MixedSum::of([Component::new(&clobber, &row)]), &limits).unwrap();
    let weight = value.atomic_weight(&limits).unwrap();
    assert!(weight.number().is_some_and(|weight| weight != Dyadic::ZERO), "{value} of weight {weight}");
    let expected = if weight > Value::from(0) { OutcomeClass::Left } else { OutcomeClass::Right };
    assert_eq!(class, expected);
}

/// Tokens, each of which is its own negative and too large to be valued.
///
/// A move takes one token away, or none, in one of many ways.
struct Undecided;

impl Partizan for Undecided {
    type Position = u64;
    type Move = u32;
    fn moves(&self, tokens: &u64, _: Player) -> impl Iterator<Item = u32> {
        0..if *tokens == 0 { 0 } else { 50 }
    }
    fn play(&self, tokens: &u64, _: Player, mv: &u32) -> u64 {
        tokens - u64::from(*mv > 0)
    }
    fn summands(&self, tokens: &u64) -> impl Iterator<Item = u64> {
        (0..*tokens).map(|_| 1)
    }
    fn negative(&self, tokens: &u64) -> Option<u64> {
        Some(*tokens)
    }
}
heap_notation!(Undecided);

#[test]
fn a_position_and_its_negative_do_not_cancel_where_they_may_come_again() {
    use crate::solve::{SolveOptions, solve};
    let rules = Arc::new(RulesetCache::new("undecided", any::partizan(Undecided)));
    for (tokens, expected) in [(1_u64, Outcome::Win), (2, Outcome::Draw), (3, Outcome::Draw), (4, Outcome::Draw)] {
        let apart = MixedSum::of((0..tokens).map(|_| Component::new(&rules, &1_u64)));
        for sum in [apart, MixedSum::of([Component::new(&rules, &tokens)])] {
            for search in [false, true] {
                let answer = solve(&sum, &SolveOptions { search, ..SolveOptions::default() }).unwrap();
                assert_eq!(answer.outcome, expected, "{tokens} tokens, search: {search}");
            }
        }
    }
}

#[test]
fn a_search_that_a_limit_ended_can_be_asked_again() {
    let clobber = Arc::new(RulesetCache::new("clobber", any::partizan(Row)));
    let stones = "xoxoxxoxooxox".bytes().enumerate();
    let row = stones.fold(0, |row, (at, stone)| row | if stone == b'x' { 1_u64 } else { 2 } << (2 * at));
    let sum = MixedSum::of([Component::new(&clobber, &row)]);
    let (rules, plain) = (Rules::of(&sum).unwrap(), Limits::default());
    let ask = |values: &Values<'_>| values.of_sum(&sum).and_then(|total| values.outcome(&total, Player::Left));
    let effort = Effort { most_moves: 2, trial: 3, ..Effort::default() };
    let expected = ask(&Values::with_effort(&rules, effort, None, &plain)).unwrap();
    let mut stopped = 0;
    for looks in 1..200 {
        let (stop, seen) = (Arc::new(AtomicBool::new(false)), AtomicU32::new(0));
        let flag = stop.clone();
        let watch = Watch::new(move || flag.store(seen.fetch_add(1, Relaxed) == looks, Relaxed));
        let limits = Limits { stop: Some(stop.clone()), watch: Some(watch), ..Limits::default() };
        let values = Values::with_effort(&rules, effort, None, &limits);
        match ask(&values) {
            Err(NoValue::Stopped(Stopped::Asked)) => {
                stopped += 1;
                stop.store(false, Relaxed);
                assert_eq!(ask(&values), Ok(expected), "stopped at look {looks}");
            }
            found => assert_eq!(found, Ok(expected)),
        }
    }
    assert!(stopped > 20, "{stopped}");
}
