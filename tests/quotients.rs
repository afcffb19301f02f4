//! Compares misère quotients with brute force and with known quotients.
//!
//! The orders and periods are from `shared/vectors/misere_quotients.json`, which an independent program computed. Plambeck &
//! Siegel 2008 contains those of Kayles, 0.123, 0.75 and others.

use sprague::heap::TakeAndBreak;
use sprague::quotient::{Incomplete, MisereQuotient};
use sprague::{Limits, Outcome, Stopped};
use std::collections::HashMap;
use std::time::Duration;

fn code(text: &str) -> TakeAndBreak {
    text.parse().expect("a code")
}

fn quotient(text: &str, to: Option<u64>) -> MisereQuotient {
    MisereQuotient::of(&code(text), to, &Limits { time: Some(Duration::from_secs(20)), ..Limits::default() })
}

/// Returns the options of one heap, each as the list of remaining heaps.
///
/// They are computed from the meaning of the digits.
fn options(digits: &[u8], heap: u64) -> Vec<Vec<u64>> {
    let mut all = vec![];
    for (taken, digit) in digits.iter().enumerate() {
        let Some(rest) = heap.checked_sub(taken as u64) else { break };
        let parts = (0..=rest).flat_map(|a| (a..=rest).flat_map(move |b| (b..=rest).map(move |c| [a, b, c])));
        for parts in parts.filter(|parts| parts.iter().sum::<u64>() == rest) {
            let left: Vec<u64> = parts.into_iter().filter(|part| *part > 0).collect();
            if digit >> left.len() & 1 != 0 {
                all.push(left);
            }
        }
    }
    all
}

/// Misère outcomes by definition.
struct Brute {
    options: Vec<Vec<Vec<u64>>>,
    is_lost: HashMap<Vec<u64>, bool>,
}

impl Brute {
    fn of(code: &TakeAndBreak, heaps: u64) -> Self {
        Self { options: (0..=heaps).map(|heap| options(code.digits(), heap)).collect(), is_lost: HashMap::new() }
    }

    fn is_lost(&mut self, heaps: &[u64]) -> bool {
        let mut heaps: Vec<u64> = heaps.iter().copied().filter(|&heap| !self.options[heap as usize].is_empty()).collect();
        heaps.sort_unstable();
        if let Some(&known) = self.is_lost.get(&heaps) {
            return known;
        }
        let mut is_lost = !heaps.is_empty();
        for at in 0..heaps.len() {
            for option in self.options[heaps[at] as usize].clone() {
                let others = heaps.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, &heap)| heap);
                let left: Vec<u64> = others.chain(option).collect();
                is_lost = is_lost && !self.is_lost(&left);
            }
        }
        self.is_lost.insert(heaps, is_lost);
        is_lost
    }
}

/// Returns all sums of at most `most` heaps of 1 to `largest` tokens.
fn sums(most: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut all = vec![vec![]];
    let mut first = 0;
    for _ in 0..most {
        let last = all.len();
        for at in first..last {
            let from = all[at].last().copied().unwrap_or(1);
            let longer: Vec<Vec<u64>> = (from..=largest).map(|heap| [&all[at][..], &[heap]].concat()).collect();
            all.extend(longer);
        }
        first = last;
    }
    all
}

fn agrees_with_brute_force(text: &str, quotient: &MisereQuotient, most: usize, largest: u64) {
    let mut brute = Brute::of(&code(text), largest);
    for heaps in sums(most, largest) {
        let expected = if brute.is_lost(&heaps) { Outcome::Loss } else { Outcome::Win };
        assert_eq!(quotient.outcome(&heaps), Some(expected), "{text} {heaps:?}");
    }
}

/// Checks the laws of a quotient.
///
/// All elements are different, products are commutative and associative, and the image of a word is the product of the images
/// of its letters.
fn is_a_quotient(text: &str, quotient: &MisereQuotient) {
    let elements: Vec<_> = quotient.elements().collect();
    for &x in &elements {
        let image = quotient.word(x).iter().map(|&heap| quotient.phi(heap).expect("words are of covered heaps"));
        assert_eq!(image.reduce(|x, y| quotient.product(x, y)).unwrap_or_default(), x, "{text}");
        for &y in &elements {
            assert_eq!(quotient.product(x, y), quotient.product(y, x), "{text}");
            let tells = |&z| quotient.is_lost(quotient.product(x, z)) != quotient.is_lost(quotient.product(y, z));
            assert_eq!(elements.iter().any(tells), x != y, "{text}");
        }
    }
    for x in elements.iter().step_by(3) {
        for y in elements.iter().step_by(2) {
            for &z in &elements {
                let left = quotient.product(quotient.product(*x, *y), z);
                assert_eq!(left, quotient.product(*x, quotient.product(*y, z)), "{text}");
            }
        }
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_every_code_of_two_digits_is_decided_as_by_brute_force() {
    for number in 0..128_u8 {
        let code = TakeAndBreak::from_digits([4 * (number >> 6), number >> 3 & 7, number & 7]).expect("digits");
        let text = code.to_string();
        // 4.76 and 4.77 already have very many elements for small heaps
        let limits = Limits { positions: 300_000, ..Limits::default() };
        let quotient = MisereQuotient::of(&code, Some(7), &limits);
        let largest = quotient.heaps_covered().min(7);
        assert!(largest == 7 || quotient.is_proved() || largest == 5 && text.starts_with("4.7"), "{text}: {largest}");
        agrees_with_brute_force(&text, &quotient, 4, if quotient.is_proved() { 7 } else { largest });
        if quotient.order() <= 100 {
            is_a_quotient(&text, &quotient);
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_games_with_more_digits_and_three_heaps_left_are_decided_as_by_brute_force() {
    for text in
        ["0.8", "0.08", "0.0f", "8.", "0.88", "0.c3", "4.7", "c.1", "0.333", "0.1232", "0.3101", "0.007", "0.137", "0.0107"]
    {
        let quotient = quotient(text, Some(9));
        let largest = quotient.heaps_covered().min(9);
        assert!(largest >= 6, "{text}: {largest}");
        agrees_with_brute_force(text, &quotient, 4, largest);
        is_a_quotient(text, &quotient);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_larger_heaps_of_proved_games_are_decided_as_by_brute_force() {
    for text in ["0.77", "0.72", "0.123", "0.15", "0.44", "0.75", "0.241"] {
        let quotient = quotient(text, None);
        assert!(quotient.is_proved(), "{text}");
        agrees_with_brute_force(text, &quotient, 2, 17);
        agrees_with_brute_force(text, &quotient, 5, 9);
        is_a_quotient(text, &quotient);
    }
}

/// Codes with the order, the number of lost elements, the preperiod and the period of their quotients.
const WHOLE_GAMES: &[(&str, usize, usize, u64, u64)] = &[
    ("0.0123", 20, 5, 8, 7),
    ("0.05", 2, 1, 1, 2),
    ("0.1023", 20, 5, 6, 7),
    ("0.1032", 20, 5, 8, 7),
    ("0.1231", 20, 5, 5, 5),
    ("0.1232", 46, 12, 6, 6),
    ("0.1233", 46, 12, 6, 6),
    ("0.13", 2, 1, 1, 4),
    ("0.1321", 20, 5, 6, 5),
    ("0.1323", 46, 12, 7, 6),
    ("0.133", 6, 2, 1, 5),
    ("0.1331", 20, 5, 5, 5),
    ("0.152", 34, 6, 25, 48),
    ("0.241", 36, 9, 4, 10),
    ("0.3", 2, 1, 1, 2),
    ("0.31", 6, 2, 3, 2),
    ("0.3101", 14, 4, 5, 2),
    ("0.32", 6, 2, 1, 3),
    ("0.331", 6, 2, 4, 3),
    ("0.333", 6, 2, 1, 4),
    ("0.52", 6, 2, 6, 4),
    ("0.7", 2, 1, 1, 2),
    ("0.72", 24, 5, 16, 4),
    ("0.75", 8, 2, 8, 2),
    ("0.77", 40, 9, 71, 12),
];

#[test]
fn whole_games_have_the_known_quotients() {
    for &(text, order, lost, preperiod, period) in WHOLE_GAMES {
        let quotient = quotient(text, None);
        assert_eq!((quotient.order(), quotient.p_portion().count()), (order, lost), "{text}");
        let proved = quotient.period().unwrap_or_else(|| panic!("{text}: {:?}", quotient.incomplete()));
        assert_eq!((proved.preperiod, proved.period), (preperiod, period), "{text}");
    }
}

/// The heaps at which a quotient grows, with its order and its number of lost elements from each of them on.
type Growth = &'static [(u64, usize, usize)];

/// Codes, with the heaps at which their quotients grow.
const GROWTH: &[(&str, Growth)] = &[
    ("0.07", &[(2, 2, 1), (4, 6, 2), (10, 12, 3), (14, 24, 5)]),
    ("0.143", &[(1, 2, 1), (4, 6, 2), (10, 10, 2), (13, 18, 4), (16, 44, 7), (17, 52, 9)]),
    (
        "0.26",
        &[
            (2, 2, 1),
            (3, 6, 2),
            (9, 8, 2),
            (11, 12, 3),
            (13, 18, 4),
            (15, 24, 6),
            (17, 32, 7),
            (19, 40, 10),
            (21, 50, 11),
            (23, 60, 15),
            (25, 72, 16),
            (27, 84, 21),
        ],
    ),
    ("0.3122", &[(1, 2, 1), (2, 6, 2), (4, 12, 3), (5, 44, 9), (6, 52, 10)]),
    ("0.35", &[(1, 2, 1), (2, 6, 2), (4, 14, 4), (6, 38, 9), (7, 70, 17), (8, 106, 26)]),
    ("0.44", &[(3, 2, 1), (5, 6, 2), (11, 12, 3), (19, 18, 6), (25, 24, 8), (51, 32, 9), (55, 40, 9)]),
    ("0.54", &[(1, 2, 1), (4, 6, 2), (7, 10, 2), (10, 12, 2), (14, 30, 5), (17, 42, 8), (21, 48, 9), (24, 64, 13), (28, 70, 14)]),
    ("0.77", &[(1, 2, 1), (2, 6, 2), (5, 12, 3), (9, 18, 6), (12, 24, 8), (25, 32, 9), (27, 40, 9)]),
];

#[test]
fn quotients_grow_where_they_are_known_to() {
    for (text, growth) in GROWTH {
        let mut before = (1, 0);
        for &(heap, order, lost) in *growth {
            for (to, expected) in [(heap - 1, before), (heap, (order, lost))] {
                let quotient = quotient(text, Some(to));
                assert_eq!((quotient.order(), quotient.p_portion().count()), expected, "{text} up to {to}");
            }
            before = (order, lost);
        }
    }
}

#[test]
fn a_period_decides_heaps_that_nobody_looked_at() {
    let kayles = quotient("0.77", None);
    assert!(kayles.heaps_covered() < 200);
    let rest = (u64::MAX - 71) % 12 + 71;
    assert_eq!(kayles.phi(u64::MAX), kayles.phi(rest));
    let short = quotient("0.77", Some(20));
    assert_eq!((short.phi(21), short.outcome(&[3, 21]), short.incomplete()), (None, None, Some(&Incomplete::AsAsked)));
    for heap in 0..=20 {
        assert_eq!(short.outcome(&[heap, 7, 11]), kayles.outcome(&[heap, 7, 11]), "{heap}");
    }
}

#[test]
fn limits_end_it_with_what_is_known() {
    let limits = Limits { positions: 1000, ..Limits::default() };
    let quotient = MisereQuotient::of(&code("0.07"), None, &limits);
    assert_eq!(quotient.incomplete(), Some(&Incomplete::Stopped(Stopped::Positions(1000))));
    assert!((2..40).contains(&quotient.order()) && quotient.heaps_covered() < 30);
    agrees_with_brute_force("0.07", &quotient, 4, quotient.heaps_covered().min(8));
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    assert_eq!(MisereQuotient::of_grundy(None, &limits).heaps_covered(), 0);
    assert_eq!(MisereQuotient::of_grundy(Some(0), &Limits::default()).order(), 1);
}

#[test]
fn grundys_game_is_decided_as_by_brute_force() {
    let quotient = MisereQuotient::of_grundy(Some(16), &Limits::default());
    let splits = |heap: u64| (1..=heap / 2).map(move |part| vec![part, heap - part]).filter(|parts| parts[0] != parts[1]);
    let mut brute = Brute { options: (0..=16).map(|heap| splits(heap).collect()).collect(), is_lost: HashMap::new() };
    for heaps in sums(3, 16) {
        let expected = if brute.is_lost(&heaps) { Outcome::Loss } else { Outcome::Win };
        assert_eq!(quotient.outcome(&heaps), Some(expected), "{heaps:?}");
    }
    is_a_quotient("grundy", &quotient);
}
