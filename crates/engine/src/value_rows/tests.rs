//! Compares rows of values with books, test vectors and each other. Claims are also checked in later rows and by other methods.

use super::{ValuePeriod, ValueRows, shared};
use proptest::prelude::*;
use sprague_core::heap::{AmountSet, HeapRules};
use sprague_core::{Limits, Player, Stopped};
use sprague_values::{Arena, Dyadic, Form, Value};

/// Returns the set of amounts whose bits are set, bit 0 standing for the amount 1.
fn set(bits: u32) -> AmountSet {
    AmountSet::new((1..=32).filter(|amount| bits >> (amount - 1) & 1 == 1)).unwrap()
}

fn game(left: impl IntoIterator<Item = u64>, right: impl IntoIterator<Item = u64>) -> ValueRows {
    let [left, right] = [AmountSet::new(left).unwrap(), AmountSet::new(right).unwrap()];
    ValueRows::of(&HeapRules::PartizanSubtraction { left, right }).unwrap()
}

/// Computes rows until a period is proved, or up to `most` rows.
fn sought(mut rows: ValueRows, most: usize) -> (ValueRows, Option<ValuePeriod>) {
    assert_eq!(rows.extend_until_proved(most, &Limits::default()), None);
    let period = rows.period().cloned();
    (rows, period)
}

fn texts(rows: &ValueRows) -> Vec<String> {
    (0..rows.len()).map(|n| rows.value(n).to_string()).collect()
}

#[test]
fn a_player_who_is_alone_counts_the_moves_that_are_left() {
    for (left, right, sign) in [(vec![3, 5], vec![], 1), (vec![], vec![2, 7], -1)] {
        let least = *left.iter().chain(&right).min().unwrap();
        let (rows, period) = sought(game(left, right), 1000);
        let period = period.unwrap();
        assert_eq!((period.preperiod, period.period, period.is_proved()), (0, least, true));
        assert_eq!(period.saltus, Value::from(sign));
        let moves: Vec<String> = (0..rows.len() as i64).map(|n| (sign * (n / least as i64)).to_string()).collect();
        assert_eq!(texts(&rows), moves);
    }
}

#[test]
fn nobody_can_move_and_nothing_changes() {
    let (_, period) = sought(game([], []), 100);
    assert_eq!(period.unwrap().to_string(), "period 1 from n = 0 on, proved (bounded look-back)");
}

#[test]
fn equal_sets_give_nimbers() {
    let (rows, period) = sought(game([1, 3, 4], [1, 3, 4]), 400);
    assert_eq!(texts(&rows)[..12], ["0", "*", "0", "*", "*2", "*3", "*2", "0", "*", "0", "*", "*2"]);
    assert_eq!(period.unwrap().to_string(), "period 7 from n = 0 on, proved (bounded look-back)");
}

#[test]
fn what_rises_by_ups_is_seen_and_not_proved() {
    for (left, right, saltus) in
        [(vec![1, 4, 5], vec![1], "^*"), (vec![2], vec![2, 3, 7], "v*"), (vec![1, 3, 4, 5], vec![1, 4], "^*")]
    {
        let seen = sought(game(left, right), 400).1.unwrap();
        assert_eq!((seen.saltus.to_string().as_str(), seen.is_proved()), (saltus, false));
    }
}

#[test]
fn amounts_beyond_all_rows_are_no_proof() {
    let (_, period) = sought(game([1], [u64::MAX]), 200);
    assert_eq!(period.unwrap().to_string(), "period 1 from n = 0 on, values rising by 1, observed, not proved");
}

#[test]
fn text_of_a_million_characters_costs_nothing() {
    // the work is counted: it takes milliseconds
    let mut rows = game([2, 3, 6], [1, 3, 4, 6]);
    let limits = Limits { positions: 200_000, bytes: 10_000_000, ..Limits::default() };
    assert_eq!(rows.extend(300, &limits), Ok(()));
    assert!(rows.value(299).text().is_none());
    let nodes = shared(rows.arena(), (0..300).map(|n| rows.value(n).form()), &limits).unwrap();
    assert!(nodes.nodes.len() < 1_000, "{}", nodes.nodes.len());
}

#[test]
fn limits_hold_and_known_rows_stay() {
    let mut rows = game([2, 4, 5, 7], [1, 2, 3, 4]);
    let few = |positions| Limits { positions, ..Limits::default() };
    assert_eq!(rows.extend(400, &few(5_000)), Err(Stopped::Positions(5_000)));
    let known = rows.len();
    assert!((50..400).contains(&known));
    assert_eq!(rows.extend_until_proved(400, &few(100)), Some(Stopped::Positions(100)));
    assert_eq!(rows.extend(400, &Limits::default()), Ok(()));
    let mut again = game([2, 4, 5, 7], [1, 2, 3, 4]);
    again.extend(400, &Limits::default()).unwrap();
    assert!((0..400).all(|n| rows.value(n) == again.value(n)));
    let small = Limits { bytes: 10_000, ..Limits::default() };
    assert_eq!(game([1], [1]).extend(1 << 40, &small), Err(Stopped::Memory(10_000)));
    let all = (0..400).map(|n| rows.value(n).form());
    assert_eq!(shared(rows.arena(), all, &small), Err(Stopped::Memory(10_000)));
}

#[test]
fn rows_after_the_last_follow_from_the_period() {
    let limits = Limits::default();
    let (rows, _) = sought(game([1], [2]), 100);
    let mut calculator = rows.arena().calculator(&limits);
    let form = rows.form(3_000_000_000_002, &mut calculator).unwrap().unwrap();
    assert_eq!(rows.arena().value(form).to_string(), "{1|0}");
    let (rows, period) = sought(game([1, 4, 5], [1]), 200);
    assert!(!period.unwrap().is_proved());
    assert_eq!(rows.form(200, &mut rows.arena().calculator(&limits)), Ok(None));
}

#[test]
fn raising_the_options_of_a_number_need_not_raise_it() {
    let limits = Limits::default();
    let arena = Arena::new();
    let mut calculator = arena.calculator(&limits);
    let mut below = |n| calculator.make(&[Form::integer(n)], &[]).unwrap();
    assert_eq!([below(-2), below(-1), below(0)], [Form::ZERO, Form::ZERO, Form::integer(1)]);
}

/// Winners of the differences of heaps, G(a) − G(b), found by playing them to the end.
struct BruteForce {
    left: AmountSet,
    right: AmountSet,
    /// For each a and b, whether Left wins when moving first, and whether Right does.
    wins: Vec<[bool; 2]>,
    side: usize,
}

impl BruteForce {
    fn new(left: AmountSet, right: AmountSet, side: usize) -> Self {
        let mut all = Self { left, right, wins: vec![[false; 2]; side * side], side };
        for a in 0..side {
            for b in 0..side {
                for (mover, player) in Player::BOTH.into_iter().enumerate() {
                    let (own, others) = match player {
                        Player::Left => (&all.left, &all.right),
                        Player::Right => (&all.right, &all.left),
                    };
                    // in the negative of a heap, a player takes the other player's amounts
                    let wins = own.up_to(a as u64).any(|amount| !all.wins(a - amount as usize, b)[1 - mover])
                        || others.up_to(b as u64).any(|amount| !all.wins(a, b - amount as usize)[1 - mover]);
                    all.wins[a * side + b][mover] = wins;
                }
            }
        }
        all
    }

    fn wins(&self, a: usize, b: usize) -> [bool; 2] {
        self.wins[a * self.side + b]
    }

    fn is_equal(&self, a: usize, b: usize) -> bool {
        self.wins(a, b) == [false, false]
    }
}

/// Checks the claims about these sets. Returns `true` if one of them is a period without a saltus.
///
/// A period that is visible within 400 rows must have been claimed.
fn judged(left: &AmountSet, right: &AmountSet) -> bool {
    const ROWS: usize = 400;
    let (rows, period) = sought(game(left.as_slice().to_vec(), right.as_slice().to_vec()), ROWS);
    let proved = period.filter(ValuePeriod::is_proved);
    let reach = left.greatest().max(right.greatest()).unwrap_or(0) as usize;
    // by play alone: a distance at which the last window of the 400 rows equals the window before it
    let judge = BruteForce::new(left.clone(), right.clone(), ROWS);
    let window = ROWS - reach..ROWS;
    let seen = (1..=ROWS - reach).find(|&d| window.clone().all(|n| judge.is_equal(n, n - d)));
    let is_rising = proved.as_ref().is_some_and(|period| period.saltus != Value::from(0));
    let name = format!("{left}/{right}: {proved:?}, {seen:?}");
    let Some(period) = proved.filter(|_| !is_rising) else {
        assert_eq!(seen, None, "not claimed: {name}");
        return false;
    };
    let (n0, p) = (period.preperiod as usize, period.period as usize);
    assert_eq!(seen, Some(p), "{name}");
    assert!((n0..ROWS - p).all(|n| judge.is_equal(n, n + p)), "{name}");
    assert!(n0 == 0 || !judge.is_equal(n0 - 1, n0 - 1 + p), "the preperiod is minimal: {name}");
    // later rows, in a new arena, compared as canonical forms
    let mut further = game(left.as_slice().to_vec(), right.as_slice().to_vec());
    further.extend(2 * ROWS, &Limits::default()).unwrap();
    assert!((n0..2 * ROWS - p).all(|n| further.value(n) == further.value(n + p)), "{name}");
    assert!((0..rows.len()).all(|n| rows.value(n).to_string() == further.value(n).to_string()), "{name}");
    true
}

/// Returns different random pairs of nonempty sets with amounts up to 7.
fn random_sets(mut seed: u64) -> impl Iterator<Item = (AmountSet, AmountSet)> {
    let mut seen = hashbrown::HashSet::new();
    // SplitMix64
    let mut random = move || {
        seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (seed ^ seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 40) as u32 % 127 + 1
    };
    core::iter::repeat_with(move || (random(), random()))
        .filter(move |sets| seen.insert(*sets))
        .map(|(left, right)| (set(left), set(right)))
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_plain_period_is_claimed_and_none_falsely() {
    let plain = random_sets(1).take(60).filter(|(left, right)| judged(left, right)).count();
    assert!((3..=15).contains(&plain), "about one in ten: {plain}");
}

/// Run with `cargo test --release -p sprague two_thousand -- --ignored`.
#[test]
#[ignore = "release: a minute of brute force, with --release"]
fn release_every_plain_period_of_two_thousand_pairs_of_sets_is_claimed_and_none_falsely() {
    let plain = random_sets(2).take(2_000).filter(|(left, right)| judged(left, right)).count();
    assert!((150..=260).contains(&plain), "about one in ten: {plain}");
}

/// Checks all pairs of small sets by the definition: winners, and equal heaps.
#[test]
fn values_of_small_heaps_are_those_of_play() {
    for left in 0..16 {
        for right in 0..16 {
            let (left, right) = (set(left), set(right));
            let judge = BruteForce::new(left.clone(), right.clone(), 13);
            let mut rows = game(left.as_slice().to_vec(), right.as_slice().to_vec());
            rows.extend(13, &Limits::default()).unwrap();
            for a in 0..13 {
                for b in 0..13 {
                    let relation = rows.value(a).partial_cmp(&rows.value(b));
                    let [left_wins, right_wins] = judge.wins(a, b);
                    use core::cmp::Ordering::{Equal, Greater, Less};
                    let expected = match (left_wins, right_wins) {
                        (false, false) => Some(Equal),
                        (true, false) => Some(Greater),
                        (false, true) => Some(Less),
                        (true, true) => None,
                    };
                    assert_eq!(relation, expected, "{left}/{right}: {a} and {b}");
                }
            }
        }
    }
}

/// Returns made-up rows whose rests are different nimbers.
fn made_up(cells: &[(u64, i64)]) -> Vec<super::Row> {
    let row = |&(rest, half): &(u64, i64)| {
        let number = Dyadic::new(half, 1);
        super::Row { form: Form::ZERO, rest: Value::star(rest).form(), number }
    };
    cells.iter().map(row).collect()
}

proptest! {
    #[test]
    fn what_is_proved_is_minimal_by_brute_force(
        head in prop::collection::vec((0..3_u64, -2..3_i64), 0..5),
        body in prop::collection::vec((1..3_u64, -2..3_i64), 1..6),
        rise in -2..3_i64,
    ) {
        let repeated = (0..20_i64).flat_map(|time| body.iter().map(move |&(rest, half)| (rest, half + time * rise)));
        let cells: Vec<_> = head.iter().copied().chain(repeated).collect();
        let gain = |n: usize, later: usize| (cells[n].0 == cells[later].0).then(|| cells[later].1 - cells[n].1);
        let start = |p: usize| {
            let saltus = gain(cells.len() - 1 - p, cells.len() - 1)?;
            let first = (0..cells.len() - p).rev().take_while(|&n| gain(n, n + p) == Some(saltus)).last()?;
            (first <= 5 + body.len()).then_some((first, saltus))
        };
        let (period, (preperiod, saltus)) = (1..).find_map(|p| Some((p, start(p)?))).unwrap();
        let theorem = sprague_core::heap::Theorem::BoundedLookBack { reach: 8, modulus: 1 };
        let found = super::period::proved(&made_up(&cells), theorem).unwrap();
        prop_assert_eq!((found.preperiod as usize, found.period as usize), (preperiod, period));
        prop_assert_eq!(found.saltus, Value::from(Dyadic::new(saltus, 1)));
    }
}

#[test]
fn numbers_that_need_not_rise_prove_nothing() {
    let theorem = sprague_core::heap::Theorem::BoundedLookBack { reach: 3, modulus: 1 };
    // numbers in halves, which rise by 1 from below 0, through 0, above 0, and as fractions
    let rising = |start: i64| (0..8).map(|n| (0, start + 2 * n)).collect::<Vec<_>>();
    assert_eq!(super::period::proved(&made_up(&rising(-40)), theorem), None);
    assert_eq!(super::period::proved(&made_up(&rising(-14)), theorem), None, "the last is 0");
    assert!(super::period::proved(&made_up(&rising(2)), theorem).is_some());
    assert!(super::period::proved(&made_up(&rising(-41)), theorem).is_some());
    // rising by 1/2 is rising by 1 in twice as many rows
    let halves: Vec<_> = (1..10).map(|n| (0, n)).collect();
    let found = super::period::proved(&made_up(&halves), theorem).unwrap();
    assert_eq!((found.preperiod, found.period, found.saltus), (0, 1, Value::from(Dyadic::new(1, 1))));
}
