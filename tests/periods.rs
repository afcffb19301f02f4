//! Checks proofs of periods. They must be found as early as the theorem allows but not earlier, and must never be false.
//!
//! Without a theorem, periods are only observed.
//!
//! Periods are compared by brute force with rows far beyond the proof.

use proptest::prelude::*;
use sprague::heap::{
    AmountSet, ByHeap, Cell, HeapSequence, InfiniteSet, Nimbers, OneHeap, Outcomes, Parity, Period, Rows, TakeAndBreak, Theorem,
};
use sprague::rows::{GrundyNimbers, Sequence, TakeAndBreakNimbers, observed, proved};
use sprague::{Impartial, Limits, Misere, Nimber, Outcome, ToMove};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_nim::Nim;
use sprague_rules_no_repeat::PickUpStones;
use sprague_rules_octal::{Grundy, Octal, Taking};
use sprague_rules_stones::{Law, OddTotal, Stones};
use sprague_rules_subtraction::{AllBut, ByFormula, Formula, Subtraction};
use sprague_testkit::strategies;

fn set(text: &str) -> AmountSet {
    text.parse().expect("a set")
}

fn code(text: &str) -> TakeAndBreak {
    text.parse().expect("a code")
}

/// Returns a configuration that runs one case for every `part` cases of PROPTEST_CASES (256 if it is not set).
fn one_in(part: u32) -> ProptestConfig {
    let cases = ProptestConfig::default().cases / part;
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// Returns the length of the first prefix of these rows that proves a period, and the period.
fn first_proof<C: Cell>(rows: &Rows<C>, theorem: Theorem) -> Option<(usize, Period)> {
    let mut prefix = Rows::new(rows.width());
    (0..rows.len()).find_map(|n| {
        prefix.push(rows.row(n));
        proved(&prefix, theorem).map(|period| (prefix.len(), period))
    })
}

/// Returns `true` if these rows have this period from its preperiod on.
///
/// This means that row n + period is row n plus the saltus, for every n ≥ preperiod within these rows.
fn holds<C: Cell>(rows: &Rows<C>, Period { preperiod, period, saltus, .. }: Period) -> bool {
    let repeats = |n: usize| {
        let (now, later) = (rows.row(n), rows.row(n + period as usize));
        now.iter().zip(later).all(|(now, later)| now.rise(*later) == saltus as i64)
    };
    (preperiod as usize..rows.len() - period as usize).all(repeats)
}

/// Returns `true` if no smaller period and no smaller preperiod is possible, with any saltus.
fn is_minimal<C: Cell>(rows: &Rows<C>, found: Period) -> bool {
    let rise = |period: u64| {
        let (now, later) = (rows.cell(found.preperiod as usize, 0), rows.cell((found.preperiod + period) as usize, 0));
        u64::try_from(now.rise(later)).unwrap_or(u64::MAX)
    };
    let smaller = |period: u64| Period { period, saltus: if found.saltus == 0 { 0 } else { rise(period) }, ..found };
    let earlier = found.preperiod.checked_sub(1).map(|preperiod| Period { preperiod, ..found });
    !(1..found.period).any(|period| holds(rows, smaller(period))) && !earlier.is_some_and(|earlier| holds(rows, earlier))
}

/// Checks the period that the family's theorem proves, and returns it.
///
/// The first prefix that the theorem allows must prove it. It must be minimal and true far beyond that prefix.
fn is_proved_in_time<F: HeapSequence>(family: &F, rows: usize) -> Period {
    let rows = Rows::of(family, rows);
    let theorem = family.theorem().expect("there is a theorem");
    let (needed, period) = first_proof(&rows, theorem).expect("enough rows");
    assert_eq!(theorem.rows_needed(period.preperiod, period.period), Some(needed as u64), "{period:?}");
    assert!(needed * 2 <= rows.len(), "the judge looks far beyond the proof of {period:?}");
    assert!(holds(&rows, period) && is_minimal(&rows, period), "{period:?}");
    period
}

fn numbers(period: Period) -> (u64, u64, u64) {
    (period.preperiod, period.period, period.saltus)
}

#[test]
fn take_and_break_periods_are_proved_no_earlier_than_guy_and_smith_allow() {
    let known = [
        ("0.77", 71, 12),
        ("0.07", 53, 34),
        ("0.137", 52, 34),
        ("0.17", 33, 34),
        ("0.044", 214, 36),
        ("0.055", 259, 148),
        ("0.75", 1, 2),
        ("0.373", 2, 28),
        ("4.3", 2, 2),
        ("4.12", 6, 7),
        ("4.005", 31, 79),
        ("0.12", 1, 4),
        ("0.123", 5, 5),
        ("0.3", 0, 2),
        ("0.", 0, 1),
    ];
    for (text, preperiod, period) in known {
        let code = code(text);
        let found = is_proved_in_time(&TakeAndBreakNimbers(&code), 4 * (preperiod + period) + 100);
        assert_eq!(numbers(found), (preperiod as u64, period as u64, 0), "{text}");
    }
}

#[test]
fn every_octal_code_of_two_places_is_proved_in_time_or_not_at_all() {
    let mut proofs = 0;
    for number in 0..128_u8 {
        let digits = [if number < 64 { 0 } else { 4 }, number >> 3 & 7, number & 7];
        let code = TakeAndBreak::from_digits(digits).unwrap();
        let family = TakeAndBreakNimbers(&code);
        let theorem = family.theorem().unwrap();
        let rows = Rows::of(&family, 1_500);
        let Some((needed, period)) = first_proof(&rows, theorem).filter(|(needed, _)| *needed <= 750) else { continue };
        assert_eq!(theorem.rows_needed(period.preperiod, period.period), Some(needed as u64), "{code}");
        assert!(holds(&rows, period) && is_minimal(&rows, period), "{code}: {period:?}");
        proofs += 1;
    }
    assert!(proofs >= 90, "{proofs}");
}

#[test]
fn sets_up_to_seven_are_proved_in_time() {
    for members in 1..128_u64 {
        let amounts = AmountSet::new((1..=7).filter(|amount| members >> (amount - 1) & 1 == 1)).unwrap();
        let rules = Subtraction(amounts.clone());
        is_proved_in_time(&Nimbers(&rules), 400);
        is_proved_in_time(&Outcomes(&rules), 400);
        is_proved_in_time(&Outcomes(Misere(&rules)), 400);
        is_proved_in_time(&Outcomes(Stones { amounts: amounts.clone(), wins: Parity::Odd }), 400);
        is_proved_in_time(&Outcomes(OddTotal(Stones { amounts, wins: Parity::Even })), 400);
    }
}

#[test]
fn taking_without_breaking_is_proved_in_time_under_both_endings() {
    for number in 0..64_u8 {
        let octal = Octal(TakeAndBreak::from_digits([0, number >> 4 & 3, number >> 2 & 3, number & 3]).unwrap());
        let rules = Taking::new(octal).unwrap();
        is_proved_in_time(&Nimbers(&rules), 200);
        is_proved_in_time(&Outcomes(&rules), 200);
        is_proved_in_time(&Outcomes(Misere(&rules)), 200);
    }
}

#[test]
fn moves_that_are_remembered_and_players_with_their_own_moves_are_proved_in_time() {
    for (amounts, memory) in [("1-5", 1), ("2,4,6,7", 1), ("1-3", 2), ("1,3,4", 3), ("2,5", 2), ("3", 1)] {
        let rules = PickUpStones::new(set(amounts), memory).unwrap();
        is_proved_in_time(&Outcomes(&rules), 400);
        is_proved_in_time(&Outcomes(Misere(&rules)), 400);
    }
    for (left, right, preperiod, period) in [("2,5,9", "3,4,8", 10, 1), ("2,5,9", "3,5,9", 10, 7), ("2,3,5,7,9", "2,3", 5, 1)] {
        let rules = PartizanSubtraction { left: set(left), right: set(right) };
        assert_eq!(numbers(is_proved_in_time(&Outcomes(ToMove(rules)), 200)), (preperiod, period, 0));
    }
}

// the criterion of Guy and Smith with n0 = 0

/// Returns the codes of up to three digits after the point, with 0 or 4 before it.
fn three_places() -> impl Iterator<Item = TakeAndBreak> {
    (0..1024_u32).map(|number| {
        let digit = |place: u32| (number >> (3 * place) & 7) as u8;
        let before = if number < 512 { 0 } else { 4 };
        TakeAndBreak::from_digits([before, digit(2), digit(1), digit(0)]).expect("digits below 8")
    })
}

/// Codes for which a false period would be proved if a preperiod of 0 were allowed.
const FALSE_FROM_NOUGHT: [&str; 16] = [
    "0.001", "0.002", "0.004", "0.01", "0.02", "0.04", "0.1", "0.101", "0.112", "0.12", "0.131", "0.2", "0.31", "0.331", "0.4",
    "4.",
];

#[test]
fn with_a_preperiod_of_nought_sixteen_codes_would_be_proved_falsely() {
    let misleads = |code: &TakeAndBreak| {
        let rows = Rows::of(&TakeAndBreakNimbers(code), 200);
        let (g, heaps, taken) = (rows.cells(), code.most_heaps() as usize, code.most_taken() as usize);
        (1..60).any(|p| {
            let window = (heaps - 1) * p + taken;
            let same = |n: usize| g[n] == g[n + p];
            (0..window).all(same) && !(window..200 - p).all(same)
        })
    };
    let found: Vec<String> = three_places().filter(misleads).map(|code| code.to_string()).collect();
    assert_eq!(found, FALSE_FROM_NOUGHT);
}

#[test]
fn the_sixteen_codes_are_never_proved_falsely() {
    for text in FALSE_FROM_NOUGHT {
        let code = code(text);
        let family = TakeAndBreakNimbers(&code);
        let guy_smith = Theorem::GuySmith { heaps: code.most_heaps(), taken: code.most_taken() };
        let rows = Rows::of(&family, 400);
        for theorem in [guy_smith, family.theorem().unwrap()] {
            let mut prefix = Rows::new(1);
            for n in 0..400 {
                prefix.push(rows.row(n));
                let claim = proved(&prefix, theorem);
                assert!(claim.is_none_or(|claim| holds(&rows, claim)), "{text} after {n} by {theorem}: {claim:?}");
            }
        }
    }
}

#[test]
fn no_code_of_three_places_is_proved_falsely() {
    for code in three_places() {
        let family = TakeAndBreakNimbers(&code);
        let theorem = family.theorem().unwrap();
        let rows = Rows::of(&family, 150);
        let Some((_, claim)) = first_proof(&rows, theorem) else { continue };
        let far = Rows::of(&family, 300);
        assert!(holds(&far, claim) && is_minimal(&far, claim), "{code}: {claim:?}");
    }
}

// projections

#[test]
fn projected_rows_show_9_where_the_truth_is_19() {
    let rules = PickUpStones::new(set("2,4,6,7"), 1).unwrap();
    let sequence = Sequence::seek(&Outcomes(&rules), 1_000, &Limits::default()).0;
    assert_eq!(numbers(sequence.period().unwrap()), (4, 19, 0));
    let truth = sequence.projected(|row| row[0], |row| row[0]).unwrap();
    assert_eq!(numbers(truth), (0, 19, 0));

    // the outcomes without history, treated as if they were complete rows
    let all = Rows::of(&Outcomes(&rules), 400);
    let mut projected = Rows::new(1);
    all.column(0).for_each(|outcome| projected.push(&[outcome]));
    assert!(holds(&projected, truth) && is_minimal(&projected, truth));
    let (rows, shown) = first_proof(&projected, Theorem::BoundedLookBack { reach: 7, modulus: 1 }).unwrap();
    assert_eq!((rows, shown.period), (16, 9));
    assert!(!holds(&projected, shown));
}

#[test]
fn a_projection_is_the_least_period_of_what_it_shows() {
    for members in 1..128_u64 {
        let rules = Subtraction::of((1..=7).filter(|amount| members >> (amount - 1) & 1 == 1)).unwrap();
        let sequence = Sequence::seek(&Nimbers(&rules), 1_000, &Limits::default()).0;
        let outcomes = sequence.projected(|row| row[0].is_lost(), |row| row[0].is_lost()).unwrap();
        let rows = Rows::of(&Outcomes(&rules), 400);
        assert!(holds(&rows, outcomes) && is_minimal(&rows, outcomes), "{rules:?}: {outcomes:?}");
    }
    // if values rise, all heaps from the second period on are won
    for forbidden in [vec![], vec![1], vec![2, 3], vec![1, 2, 5]] {
        let rules = AllBut::of(forbidden).unwrap();
        let sequence = Sequence::seek(&Nimbers(&rules), 1_000, &Limits::default()).0;
        let outcomes = sequence.projected(|row| row[0].is_lost(), |_| false).unwrap();
        let rows = Rows::of(&Outcomes(&rules), 400);
        assert!(holds(&rows, outcomes) && is_minimal(&rows, outcomes), "{rules:?}: {outcomes:?}");
    }
}

// taking anything except F

/// Returns the least (period, preperiod) that a window of rows suggests and later rows refute.
///
/// The rise is constant over the window, which has `window` rows.
fn false_claim(g: &[i64], window: usize) -> Option<(usize, usize)> {
    let rise = |n: usize, p: usize| g[n + p] - g[n];
    let claims = (1..40).flat_map(|p| (0..60).map(move |n0| (p, n0)));
    let is_false = |&(p, n0): &(usize, usize)| {
        let saltus = rise(n0, p);
        saltus >= 0 && (n0..n0 + window).all(|n| rise(n, p) == saltus) && (n0 + window..g.len() - p).any(|n| rise(n, p) != saltus)
    };
    claims.into_iter().find(is_false)
}

fn values(rules: &AllBut, rows: usize) -> Vec<i64> {
    Rows::of(&Nimbers(rules), rows).column(0).map(|Nimber(value)| i64::from(value)).collect()
}

#[test]
fn a_window_of_2f_minus_1_proves_falsehoods_when_a_single_amount_is_forbidden() {
    let mut misled = vec![];
    for members in 1..256_u64 {
        let forbidden: Vec<u64> = (1..=8).filter(|amount| members >> (amount - 1) & 1 == 1).collect();
        let f = *forbidden.last().unwrap() as usize;
        let g = values(&AllBut::of(forbidden.clone()).unwrap(), 300);
        assert_eq!(false_claim(&g, 2 * f), None, "{forbidden:?}");
        if false_claim(&g, 2 * f - 1).is_some() {
            misled.push(forbidden);
        }
    }
    assert_eq!(misled, (1..=8).map(|f| vec![f]).collect::<Vec<_>>());
    // all but 3: from heap 3 on, five rows rise by one, but the sixth does not
    let g = values(&AllBut::of([3]).unwrap(), 20);
    assert_eq!((&g[..12], false_claim(&g, 5)), (&[0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5][..], Some((1, 3))));
}

proptest! {
    #![proptest_config(one_in(1))]

    #[test]
    #[ignore = "release: half a minute and more without optimisation"]
    fn release_a_window_of_2f_never_fails(forbidden in strategies::amounts(16, 6)) {
        let rules = AllBut(forbidden);
        let f = rules.0.greatest().unwrap() as usize;
        prop_assert_eq!(false_claim(&values(&rules, 600), 2 * f), None);
        let family = Nimbers(&rules);
        let rows = Rows::of(&family, 1_200);
        if let Some((needed, claim)) = first_proof(&rows, family.theorem().unwrap()) {
            prop_assert_eq!(family.theorem().unwrap().rows_needed(claim.preperiod, claim.period), Some(needed as u64));
            prop_assert!(holds(&rows, claim) && (2 * needed > rows.len() || is_minimal(&rows, claim)), "{claim:?}");
        }
    }

    #[test]
    fn outcomes_of_all_but_settle_under_both_endings(forbidden in strategies::amounts(16, 6)) {
        let rules = AllBut(forbidden);
        is_proved_in_time(&Outcomes(&rules), 120);
        is_proved_in_time(&Outcomes(Misere(&rules)), 120);
    }
}

#[test]
fn nim_rises_by_one_and_its_outcomes_settle() {
    assert_eq!(numbers(is_proved_in_time(&Nimbers(Nim), 50)), (0, 1, 1));
    assert_eq!(numbers(is_proved_in_time(&Outcomes(Nim), 50)), (1, 1, 0));
    assert_eq!(numbers(is_proved_in_time(&Outcomes(Misere(Nim)), 50)), (2, 1, 0));
}

// without a theorem, nothing is proved

#[test]
fn hexadecimal_sequences_that_rise_are_only_observed() {
    for (text, preperiod, period, saltus) in [("0.8", 1, 3, 1), ("0.3f", 0, 6, 3), ("0.8b", 7, 7, 4), ("0.28", 1, 53, 16)] {
        let code = code(text);
        let family = TakeAndBreakNimbers(&code);
        let (sequence, stopped) = Sequence::seek(&family, 400, &Limits::default());
        assert_eq!(stopped, None);
        let seen = sequence.period().unwrap();
        assert_eq!((numbers(seen), seen.is_proved()), ((preperiod, period, saltus), false), "{text}");
        assert_eq!(proved(sequence.rows(), family.theorem().unwrap()), None, "{text}");
        assert_eq!(sequence.cell(400, 0), None, "{text}: what was only seen answers for no other heap");
    }
}

#[test]
fn grundys_game_has_no_theorem_and_shows_no_period() {
    assert_eq!(GrundyNimbers.theorem(), None);
    assert_eq!(Nimbers(Grundy).theorem(), None);
    assert_eq!(observed(&Rows::of(&GrundyNimbers, 1_000)), None);
}

#[test]
fn a_family_without_data_is_only_observed() {
    /// Heaps from which one or two tokens may be taken, but only one from 500 on.
    ///
    /// A look-back of 2 suggests a period of 3, which is false from 500 on.
    struct Changes;
    impl HeapSequence for Changes {
        type Cell = Nimber;
        fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
            let n = earlier.len();
            Nimber(if n < 500 { n % 3 } else { n % 2 } as u32)
        }
        fn theorem(&self) -> Option<Theorem> {
            None
        }
    }
    let (mut sequence, _) = Sequence::seek(&Changes, 300, &Limits::default());
    let seen = sequence.period().unwrap();
    assert_eq!((numbers(seen), seen.is_proved()), ((0, 3, 0), false));
    assert_eq!(sequence.extend_until_proved(&Changes, 1_500, &Limits::default()), None);
    assert_eq!(sequence.period().map(|period| period.period), Some(2), "seen again with other eyes");
}

// the law of Stones

#[test]
fn the_law_of_stones_is_proved_for_1_to_60() {
    for most in 1..=60_u64 {
        let rules = OddTotal(Stones { amounts: AmountSet::new(1..=most).unwrap(), wins: Parity::Odd });
        let period = is_proved_in_time(&Outcomes(&rules), 8 * most as usize + 40);
        let expected = if most % 2 == 0 { most + 2 } else { 2 * most + 2 };
        assert_eq!(numbers(period), (0, expected, 0), "at most {most}");
        assert_eq!(Law::new(most).unwrap().period(), u128::from(expected));
        let sequence = Sequence::seek(&Outcomes(&rules), 1_000, &Limits::default()).0;
        for far in [10_u64.pow(18), 10_u64.pow(18) + 1, u64::MAX] {
            for mine_odd in [false, true] {
                let expected = Law::new(most).unwrap().outcome(far, mine_odd);
                assert_eq!(sequence.cell(far, usize::from(mine_odd)), Some(expected), "at most {most}");
            }
        }
    }
}

// random families, far beyond the proof

/// Compares the answers of a sequence by its period with plain rows.
fn answers_far_beyond<F: HeapSequence>(family: &F, sought: usize, rows: usize) {
    let sequence = Sequence::seek(family, sought, &Limits::default()).0;
    let Some(period) = sequence.period().filter(Period::is_proved) else { return };
    let plain = Rows::of(family, rows);
    for n in 0..rows {
        for state in 0..plain.width() {
            assert_eq!(sequence.cell(n as u64, state), Some(plain.cell(n, state)), "row {n} by {period:?}");
        }
    }
    let settled = rows > 3 * (period.preperiod + period.period) as usize;
    assert!(!settled || is_minimal(&plain, period), "{period:?}");
}

fn one_heap_answers_far_beyond<R: OneHeap + Impartial>(rules: &R, rows: usize) {
    answers_far_beyond(&Nimbers(rules), rows, rows);
    answers_far_beyond(&Outcomes(rules), rows, rows);
    answers_far_beyond(&Outcomes(Misere(rules)), rows, rows);
}

proptest! {
    #![proptest_config(one_in(3))]

    #[test]
    fn subtraction_answers_far_beyond_its_proof(amounts in strategies::amounts(14, 6)) {
        one_heap_answers_far_beyond(&Subtraction(amounts.clone()), 3_000);
        for wins in [Parity::Odd, Parity::Even] {
            let stones = Stones { amounts: amounts.clone(), wins };
            answers_far_beyond(&Outcomes(&stones), 2_000, 2_000);
            answers_far_beyond(&Outcomes(OddTotal(stones)), 2_000, 2_000);
        }
    }

    #[test]
    #[ignore = "release: half a minute and more without optimisation"]
    fn release_all_but_answers_far_beyond_its_proof(forbidden in strategies::amounts(12, 5)) {
        one_heap_answers_far_beyond(&AllBut(forbidden), 1_000);
    }

    #[test]
    fn asymmetric_sets_answer_far_beyond_their_proof(left in strategies::amounts(10, 4), right in strategies::amounts(10, 4)) {
        let rules = PartizanSubtraction { left, right };
        answers_far_beyond(&Outcomes(ToMove(rules.clone())), 3_000, 3_000);
        answers_far_beyond(&Outcomes(Misere(ToMove(rules))), 3_000, 3_000);
    }

    #[test]
    fn remembered_moves_answer_far_beyond_their_proof(amounts in strategies::amounts(7, 3), memory in 1_usize..=2) {
        let rules = PickUpStones::new(amounts, memory).unwrap();
        prop_assume!(rules.states() <= 16);
        one_heap_answers_far_beyond(&rules, 1_000);
    }

    #[test]
    fn codes_answer_far_beyond_their_proof(octal in strategies::octal_code(3), hex in strategies::hex_code(1)) {
        answers_far_beyond(&TakeAndBreakNimbers(&octal), 600, 1_500);
        answers_far_beyond(&TakeAndBreakNimbers(&hex), 150, 300);
    }

    #[test]
    fn a_sequence_does_not_depend_on_how_often_it_was_looked_at(
        amounts in strategies::amounts(12, 5),
        first in 0_usize..60,
        then in 0_usize..90,
    ) {
        let rules = Subtraction(amounts);
        let family = Nimbers(&rules);
        let at_once = Sequence::seek(&family, 2_000, &Limits::default()).0;
        let mut by_steps = Sequence::seek(&family, first, &Limits::default()).0;
        by_steps.extend_until_proved(&family, then, &Limits::default());
        by_steps.extend(&family, first + then, &Limits::default()).unwrap();
        by_steps.extend_until_proved(&family, 2_000, &Limits::default());
        prop_assert_eq!(by_steps.period(), at_once.period());
        prop_assert_eq!(by_steps.cell(1_000_000_007, 0), at_once.cell(1_000_000_007, 0));
    }
}

#[test]
fn infinite_sets_have_the_nimbers_of_residues_where_no_amount_joins_equal_ones() {
    let named = |name: &str| name.parse::<InfiniteSet>().unwrap();
    let rows = |set, count| Rows::of(&Nimbers(ByFormula(Formula::Set(set))), count);
    for base in 2..=40_u64 {
        let set = named(&format!("powers:{base}"));
        let expected = if base % 2 == 0 { base + 1 } else { 2 };
        let (len, period) = first_proof(&rows(set, 200), Theorem::Residues { set }).unwrap();
        assert_eq!((period.preperiod, period.period, len as u64), (0, expected, 2 * expected), "{set}");
        let far = rows(set, 4_000);
        assert!((expected as usize..4_000).all(|n| far.row(n) == far.row(n - expected as usize)), "{set}");
    }
    assert_eq!(first_proof(&rows(named("odd"), 20), Theorem::Residues { set: named("odd") }).unwrap().1.period, 2);
    for set in ["squares", "primes", "fibonacci"].map(named) {
        assert_eq!(first_proof(&rows(set, 600), Theorem::Residues { set }), None, "{set}");
    }
    // if equal rows are joined by an amount, however large, a long repetition is no proof
    let set = named("powers:2");
    for period in [4, 5, 6, 12] {
        let mut made_up = Rows::new(1);
        (0..100).for_each(|n| made_up.push(&[Nimber(n % period)]));
        let joined = set.residues(period.into())[0];
        assert_eq!(proved(&made_up, Theorem::Residues { set }).is_none(), joined, "{period}");
    }
}

#[test]
fn outcomes_are_lost_where_the_nimber_is_0_far_beyond_the_proof() {
    for text in ["1,3,4", "2,5,9", "1,5,8,10", "3,6,7,10,11"] {
        let rules = Subtraction(set(text));
        let nimbers = Sequence::seek(&Nimbers(&rules), 1_000, &Limits::default()).0;
        let outcomes = Sequence::seek(&Outcomes(&rules), 1_000, &Limits::default()).0;
        for n in (0..200).chain(10_u64.pow(15)..10_u64.pow(15) + 200) {
            let is_lost = nimbers.cell(n, 0).unwrap().is_lost();
            assert_eq!(outcomes.cell(n, 0), Some(if is_lost { Outcome::Loss } else { Outcome::Win }), "{text} {n}");
        }
    }
}
