//! Checks the last stone game and the last move game of `last_stone_game.txt`: every pattern, the illustrated game, the theory
//! and the limited variant.
//!
//! The document is by Ling Kah Jai. For the proofs, see Bouton 1901, *Nim, a game with a complete mathematical theory*. A
//! "winning move" of the document is the position after the move, which is lost for the player to move.

use sprague::evaluate::{OutcomeSearch, nimber};
use sprague::heap::{Nimbers, Outcomes};
use sprague::rows::Sequence;
use sprague::sum::IndexedMove;
use sprague::{Impartial, Limits, Misere, Nimber, Outcome, Play, Ruleset, SumOf};
use sprague_questions::{RowPlan, Session, Solve, analyse, certify, solve};
use sprague_rules_misere::{LAST_STONE, LastStone};
use sprague_rules_nim::{Nim, nim_sum};
use sprague_rules_subtraction::Subtraction;
use std::sync::LazyLock;

/// The same heaps in normal play.
const LAST_MOVE: SumOf<Nim> = SumOf(Nim);

static LIMITS: LazyLock<Limits> = LazyLock::new(Limits::default);

/// Both games, searched without the theorems.
struct BruteForce {
    last_stone: OutcomeSearch<'static, LastStone>,
    last_move: OutcomeSearch<'static, SumOf<Nim>>,
}

impl BruteForce {
    fn new() -> Self {
        Self { last_stone: OutcomeSearch::new(&LAST_STONE, &LIMITS), last_move: OutcomeSearch::new(&LAST_MOVE, &LIMITS) }
    }

    fn is_lost(&mut self, play: Play, heaps: &[u64]) -> bool {
        // equal positions in any order and with any empty heaps are searched once
        let heaps = sorted(heaps);
        let outcome = match play {
            Play::Misere => self.last_stone.outcome(&heaps),
            Play::Normal => self.last_move.outcome(&heaps),
        };
        outcome.expect("heaps shrink") == Outcome::Loss
    }

    /// Returns every move that leaves a lost position, as the index of a heap and its new size.
    fn winning_moves(&mut self, play: Play, heaps: &[u64]) -> Vec<(usize, u64)> {
        let moves: Vec<IndexedMove<u64>> = LAST_MOVE.moves(&heaps.to_vec()).collect();
        let after = |IndexedMove { index, mv }: IndexedMove<u64>| (index, heaps[index] - mv);
        let wins = |&(index, size): &(usize, u64)| {
            let mut next = heaps.to_vec();
            next[index] = size;
            self.is_lost(play, &next)
        };
        moves.into_iter().map(after).filter(wins).collect()
    }
}

/// Returns `true` if a position is lost, by the theorems of the rules crates.
fn is_lost(play: Play, heaps: &[u64]) -> bool {
    match play {
        Play::Misere => sprague_rules_misere::is_lost(heaps),
        Play::Normal => nim_sum(heaps) == 0,
    }
}

fn winning_moves(play: Play, heaps: &[u64]) -> Vec<(usize, u64)> {
    match play {
        Play::Misere => sprague_rules_misere::winning_moves(heaps),
        Play::Normal => sprague_rules_nim::winning_moves(heaps),
    }
}

/// Returns all lists of `count` heaps of at most `most` stones.
fn positions(count: u32, most: u64) -> impl Iterator<Item = Vec<u64>> {
    let sizes = most + 1;
    (0..sizes.pow(count)).map(move |number| (0..count).map(|place| number / sizes.pow(place) % sizes).collect())
}

fn text(heaps: &[u64]) -> String {
    format!("nim@{}", heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(","))
}

const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

#[test]
fn every_winning_move_pattern_of_the_document_is_one() {
    let mut brute_force = BruteForce::new();
    let mut patterns = vec![vec![1], vec![1, 1, 1]];
    patterns.extend((2..=12).map(|n| vec![n, n]));
    patterns.extend((1..=6).map(|n| vec![1, 2 * n, 2 * n + 1]));
    patterns.extend((0..=4).flat_map(|n| [vec![2, 4 * n, 4 * n + 2], vec![2, 4 * n + 1, 4 * n + 3]]));
    for pattern in patterns {
        assert!(brute_force.is_lost(Play::Misere, &pattern), "{pattern:?}");
        assert!(is_lost(Play::Misere, &pattern), "{pattern:?}");
        let options = Solve { play: Play::Misere, ..Solve::default() };
        let answer = solve(&Session::new().position(&text(&pattern)).unwrap(), &options, &sprague::Limits::default()).unwrap();
        assert_eq!(answer.outcome, Outcome::Loss, "{pattern:?}");
        assert!(answer.winning_moves.is_empty());
    }
}

#[test]
fn the_patterns_go_on_for_ever() {
    for n in (13..200).chain([u64::MAX / 8, 1 << 60]) {
        for pattern in [[0, n, n], [1, 2 * n, 2 * n + 1], [2, 4 * n, 4 * n + 2], [2, 4 * n + 1, 4 * n + 3]] {
            assert!(BOTH.into_iter().all(|play| is_lost(play, &pattern)), "{pattern:?}");
        }
    }
}

/// Returns the nonempty heaps in ascending order.
///
/// The document writes positions in this way, except for the order.
fn sorted(heaps: &[u64]) -> Vec<u64> {
    let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| heap > 0).collect();
    heaps.sort_unstable();
    heaps
}

/// Returns every position after one move, sorted and without repetitions.
fn left_by_one_move(heaps: &[u64]) -> Vec<Vec<u64>> {
    let mut options: Vec<Vec<u64>> = LAST_STONE.options(&heaps.to_vec()).map(|option| sorted(&option)).collect();
    options.sort_unstable();
    options.dedup();
    options
}

/// Returns `true` if the document's answer is a move to a lost position.
fn is_a_right_answer(after_b: &[u64], after_a: &[u64]) -> bool {
    left_by_one_move(after_b).contains(&sorted(after_a)) && is_lost(Play::Misere, after_a)
}

#[test]
fn every_move_from_1_2_3_is_answered_as_the_table_says() {
    let table = [
        (&[1, 2, 2][..], &[2, 2][..]),
        (&[1, 2, 1], &[1, 1, 1]),
        (&[1, 2], &[1]),
        (&[1, 1, 3], &[1, 1, 1]),
        (&[1, 3], &[1]),
        (&[2, 3], &[2, 2]),
    ];
    assert!(table.iter().all(|(after_b, after_a)| is_a_right_answer(after_b, after_a)));
    let mut listed: Vec<Vec<u64>> = table.iter().map(|(after_b, _)| sorted(after_b)).collect();
    listed.sort_unstable();
    assert_eq!(left_by_one_move(&[1, 2, 3]), listed, "all possible moves of player B, as it says");
}

#[test]
fn the_table_of_all_possible_moves_from_3_3_leaves_out_two_of_three_and_its_answers_are_right() {
    let table = [(&[2, 3][..], &[2, 2][..]), (&[2, 1], &[1]), (&[2], &[1])];
    assert!(table.iter().all(|(after_b, after_a)| is_a_right_answer(after_b, after_a)));
    // B can leave (2, 1) and (2) only later, from (2, 2); from (3, 3), B can leave (1, 3) and (3)
    assert_eq!(left_by_one_move(&[3, 3]), [vec![1, 3], vec![2, 3], vec![3]]);
    assert_eq!(left_by_one_move(&[2, 2]), [vec![1, 2], vec![2]]);
    assert!(is_a_right_answer(&[1, 3], &[1]) && is_a_right_answer(&[3], &[1]));
}

/// The illustrated game, as the opening and the positions after the moves of A, B, A, ….
const ILLUSTRATED: [[u64; 3]; 12] = [
    [12, 4, 8],
    [2, 4, 8],
    [2, 4, 6],
    [2, 4, 5],
    [1, 4, 5],
    [1, 3, 5],
    [1, 3, 2],
    [1, 2, 2],
    [0, 2, 2],
    [0, 1, 2],
    [0, 1, 0],
    [0, 0, 0],
];

#[test]
fn the_illustrated_game_was_lost_for_a_from_the_opening_and_b_never_went_wrong() {
    let session = Session::new();
    let options = Solve { play: Play::Misere, ..Solve::default() };
    for (number, pair) in ILLUSTRATED.windows(2).enumerate() {
        let (from, to) = (pair[0].to_vec(), pair[1].to_vec());
        assert!(LAST_STONE.options(&from).any(|option| option == to), "{from:?} to {to:?} is a move");
        let answer = solve(&session.position(&text(&from)).unwrap(), &options, &sprague::Limits::default()).unwrap();
        let is_right = answer.winning_moves.iter().any(|step| step.to == text(&to));
        let b_moves = number % 2 == 1;
        assert_eq!(is_right, b_moves, "{from:?} to {to:?}: A has no right move to make, B always makes one");
        assert_eq!(answer.outcome == Outcome::Win, b_moves);
    }
    assert_eq!(ILLUSTRATED.len() % 2, 0, "eleven moves: A makes the last one");
    assert_eq!(LAST_STONE.terminal_outcome(&vec![0, 0, 0]), Outcome::Win, "and so B has won");
    assert_eq!(nim_sum(&ILLUSTRATED[0]), 0, "the opening is the trick");
}

#[test]
fn four_eleven_fifteen_is_a_winning_move_and_three_five_seven_is_not() {
    let mut brute_force = BruteForce::new();
    for play in BOTH {
        assert!(is_lost(play, &[4, 11, 15]));
        assert!(!is_lost(play, &[3, 5, 7]));
        assert!(brute_force.is_lost(play, &[4, 11, 15]) && !brute_force.is_lost(play, &[3, 5, 7]));
        assert_eq!(winning_moves(play, &[3, 5, 7]), [(0, 2), (1, 4), (2, 6)]);
    }
    assert_eq!((0b100 ^ 0b1011, 0b11 ^ 0b101), (0b1111, 0b110));
}

#[test]
fn theory_1_and_theory_2_hold_for_one_to_five_heaps() {
    for (count, most) in [(1, 40), (2, 20), (3, 12), (4, 6), (5, 4)] {
        for heaps in positions(count, most) {
            let reduced: Vec<Vec<u64>> = LAST_MOVE.options(&heaps).collect();
            if nim_sum(&heaps) == 0 {
                assert!(reduced.iter().all(|option| nim_sum(option) > 0), "{heaps:?}");
            } else {
                assert!(reduced.iter().any(|option| nim_sum(option) == 0), "{heaps:?}");
            }
        }
    }
}

#[test]
fn all_winning_moves_under_both_conventions_are_those_of_brute_force() {
    let mut brute_force = BruteForce::new();
    for (count, most) in [(0, 0), (1, 30), (2, 12), (3, 8), (4, 5), (5, 3)] {
        for heaps in positions(count, most) {
            for play in BOTH {
                assert_eq!(is_lost(play, &heaps), brute_force.is_lost(play, &heaps), "{play} {heaps:?}");
                let expected = brute_force.winning_moves(play, &heaps);
                assert_eq!(winning_moves(play, &heaps), expected, "{play} {heaps:?}");
            }
        }
    }
}

#[test]
fn solve_lists_every_winning_move_under_both_conventions() {
    let mut brute_force = BruteForce::new();
    let session = Session::new();
    for heaps in (1..=3).flat_map(|count| positions(count, 5)) {
        for play in BOTH {
            let options = Solve { play, ..Solve::default() };
            let answer = solve(&session.position(&text(&heaps)).unwrap(), &options, &sprague::Limits::default()).unwrap();
            assert_eq!(answer.outcome == Outcome::Loss, brute_force.is_lost(play, &heaps), "{play} {heaps:?}");
            let after = |(index, size): (usize, u64)| {
                let mut next = heaps.clone();
                next[index] = size;
                text(&next)
            };
            let mut expected: Vec<String> = brute_force.winning_moves(play, &heaps).into_iter().map(after).collect();
            let mut found: Vec<String> = answer.winning_moves.into_iter().map(|step| step.to).collect();
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "{play} {heaps:?}");
            assert_eq!(answer.best.is_none(), heaps.iter().all(|&heap| heap == 0), "{play} {heaps:?}");
        }
    }
}

#[test]
fn one_and_only_one_heap_can_be_reduced_is_false_but_in_normal_play_the_number_is_always_odd() {
    // theory 2c: "there exists one and only one a' such that a' > b' xor c'"
    let reducible = |[a, b, c]: [u64; 3]| [a > b ^ c, b > a ^ c, c > a ^ b].into_iter().filter(|&is_larger| is_larger).count();
    for heaps in [[1, 1, 1], [1, 3, 3], [2, 2, 3]] {
        assert_eq!(reducible(heaps), 3, "{heaps:?}");
        assert_eq!(winning_moves(Play::Normal, &heaps).len(), 3, "{heaps:?}");
    }
    let mut brute_force = BruteForce::new();
    for heaps in (1..=4).flat_map(|count| positions(count, 5)) {
        let count = brute_force.winning_moves(Play::Normal, &heaps).len();
        assert_eq!(count % 2 == 1, nim_sum(&heaps) > 0, "{heaps:?}");
    }
    // in misère play the number can be even: either of two ones
    assert_eq!(brute_force.winning_moves(Play::Misere, &[1, 1]).len(), 2);
}

#[test]
fn one_one_replaces_one_one_one_is_not_the_only_difference_all_positions_without_a_heap_above_1_swap() {
    let mut brute_force = BruteForce::new();
    for heaps in
        [(0, 0), (1, 9), (2, 6), (3, 5), (4, 4), (5, 3), (8, 1)].into_iter().flat_map(|(count, most)| positions(count, most))
    {
        let (normal, misere) = (brute_force.is_lost(Play::Normal, &heaps), brute_force.is_lost(Play::Misere, &heaps));
        let is_small = heaps.iter().all(|&heap| heap <= 1);
        assert_eq!(normal != misere, is_small, "{heaps:?}");
    }
    // besides (1, 1) and (1, 1, 1), also these are lost in one game and won in the other
    for (heaps, lost_in) in [(&[][..], Play::Normal), (&[1], Play::Misere), (&[1, 1, 1, 1], Play::Normal)] {
        assert!(brute_force.is_lost(lost_in, heaps) && !brute_force.is_lost(-lost_in, heaps), "{heaps:?}");
        assert!(is_lost(lost_in, heaps) && !is_lost(-lost_in, heaps), "{heaps:?}");
    }
}

#[test]
fn with_at_most_k_stones_a_move_it_is_simple_arithmetic_mod_k_plus_1_and_that_is_proved() {
    for k in 1..=40_u64 {
        let rules = Subtraction::of(1..=k).unwrap();
        let (normal, _) = Sequence::seek(&Outcomes(rules.clone()), 10_000, &LIMITS);
        let (misere, _) = Sequence::seek(&Outcomes(Misere(rules)), 10_000, &LIMITS);
        for (sequence, lost) in [(normal, 0), (misere, 1)] {
            let period = sequence.period().unwrap();
            assert!(period.is_proved());
            assert_eq!((period.preperiod, period.period), (0, k + 1), "{k}");
            // one period determines all rows
            assert!((0..=k).all(|n| (sequence.cell(n, 0) == Some(Outcome::Loss)) == (n == lost)), "{k}");
        }
    }
}

#[test]
fn the_limited_variant_is_certified_and_answered_for_any_heap() {
    let session = Session::new();
    for (k, play, heap, expected) in [
        (3, Play::Normal, "4000000000000000000000000000000", Outcome::Loss),
        (3, Play::Misere, "4000000000000000000000000000001", Outcome::Loss),
        (3, Play::Misere, "4000000000000000000000000000000", Outcome::Win),
        (6, Play::Normal, "7^77", Outcome::Loss),
        (6, Play::Misere, "7^77", Outcome::Win),
    ] {
        let family = format!("subtraction:1-{k}");
        let game = session.family(&family).unwrap();
        let certificate = certify(&game, &RowPlan { play, ..RowPlan::default() }).unwrap();
        assert_eq!((certificate.preperiod, certificate.period), (0, k + 1));
        assert!(Session::new().check(&certificate, &Limits::default()).is_ok());
        let options = Solve { play, ..Solve::default() };
        let answer =
            solve(&session.position(&format!("{family}@{heap}")).unwrap(), &options, &sprague::Limits::default()).unwrap();
        assert_eq!(answer.outcome, expected, "{family}@{heap} {play}");
        let rows = analyse(&game, &RowPlan { play, to: 20, ..RowPlan::default() }).unwrap();
        let lost = rows.to_json()["outcomes"].as_str().unwrap().match_indices('P').map(|(n, _)| n as u64).collect::<Vec<_>>();
        let remainder = u64::from(play == Play::Misere);
        assert_eq!(lost, (0..=20).filter(|n| n % (k + 1) == remainder).collect::<Vec<_>>(), "{family} {play}");
    }
}

#[test]
fn the_limited_last_move_game_with_several_heaps_is_nim_with_the_remainders() {
    for k in 1..=4_u64 {
        let rules = Subtraction::of(1..=k).unwrap();
        let (sequence, _) = Sequence::seek(&Nimbers(&rules), 1_000, &LIMITS);
        assert!((0..100).all(|n| sequence.cell(n, 0) == Some(Nimber((n % (k + 1)) as u32))));
        for heaps in positions(3, 6) {
            let remainders: Vec<u64> = heaps.iter().map(|heap| heap % (k + 1)).collect();
            let expected = Nimber(nim_sum(&remainders) as u32);
            assert_eq!(nimber(&SumOf(&rules), &heaps), Ok(expected), "{k} {heaps:?}");
            let summands: Vec<Nimber> = SumOf(&rules).summands(&heaps).map(|one| nimber(&rules, &one[0]).unwrap()).collect();
            assert_eq!(summands.into_iter().sum::<Nimber>(), expected);
        }
    }
}

#[test]
fn one_huge_heap_names_a_move_that_wins() {
    let session = Session::new();
    for position in ["all-but:3@10^40", "subtraction:odd@10^40", "subtraction:powers:2@2^131"] {
        let question = Solve { position: position.to_owned(), play: Play::Misere, ..Solve::default() };
        let json = session.ask(&question, &Limits::default()).unwrap().to_json();
        assert_eq!(json["outcome"], "win", "{position}");
        assert!(!json["best"].is_null(), "{position}");
    }
}
