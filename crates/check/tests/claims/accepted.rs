//! True claims are accepted.

use crate::families::{True, all_but, asymmetric, check, code, no_repeat, some_of_every_kind, stones, subtraction, taking};
use sprague_check::{Claim, NotAccepted, most_steps};
use sprague_core::certificate::Certificate;
use sprague_core::heap::RowKind;
use sprague_core::{Limits, Play};

fn all_are_accepted(claims: impl IntoIterator<Item = True>) -> usize {
    let mut accepted = 0;
    for True { rules, claim, .. } in claims {
        let checked = check(&claim, &rules).unwrap_or_else(|why| panic!("{claim:?}: {why}"));
        assert_eq!((checked.preperiod, checked.period, checked.saltus), (claim.preperiod, claim.period, claim.saltus));
        assert_eq!(checked.theorem, claim.theorem);
        accepted += 1;
    }
    accepted
}

fn subsets(of: &[u64]) -> Vec<Vec<u64>> {
    let chosen = |mask: u32| (0..).zip(of).filter(move |(bit, _)| mask >> bit & 1 == 1).map(|(_, &member)| member);
    (0..1 << of.len()).map(|mask| chosen(mask).collect()).collect()
}

#[test]
fn every_subtraction_set_up_to_five() {
    let sets = subsets(&[1, 2, 3, 4, 5]);
    assert_eq!(all_are_accepted(sets.iter().flat_map(|amounts| subtraction(amounts))), 96);
}

#[test]
fn every_set_of_forbidden_amounts_up_to_six() {
    let sets = subsets(&[1, 2, 3, 4, 5, 6]);
    assert_eq!(all_are_accepted(sets.iter().flat_map(|forbidden| all_but(forbidden))), 192);
}

#[test]
fn no_repeat_with_one_two_and_three_moves_remembered() {
    let sets = subsets(&[1, 2, 3, 4, 6]);
    let claims = sets.iter().flat_map(|amounts| (1..=3).flat_map(|memory| no_repeat(amounts, memory)));
    assert_eq!(all_are_accepted(claims), 286); // of 288, two begin to repeat late
}

#[test]
fn asymmetric_under_both_conventions() {
    let sets = subsets(&[1, 2, 3, 5]);
    let pairs = sets.iter().flat_map(|left| sets.iter().map(move |right| (left, right)));
    assert_eq!(all_are_accepted(pairs.flat_map(|(left, right)| asymmetric(left, right))), 512);
}

#[test]
fn parity_stones_with_odd_totals_and_any() {
    let sets = subsets(&[1, 2, 3, 4, 5]);
    assert_eq!(all_are_accepted(sets.iter().flat_map(|amounts| stones(amounts))), 128);
}

#[test]
fn the_law_of_game_stones() {
    for most in 1..=12 {
        let amounts: Vec<u64> = (1..=most).collect();
        let odd = stones(&amounts).swap_remove(0);
        let period = if most % 2 == 0 { most + 2 } else { 2 * most + 2 };
        assert_eq!((odd.claim.preperiod, odd.claim.period), (0, period), "at most {most}");
        all_are_accepted([odd]);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_codes_of_one_and_two_digits() {
    let codes = (0..8).flat_map(|a| (0..8).map(move |b| format!("0.{a}{b}")));
    assert_eq!(all_are_accepted(codes.filter_map(|name| code(&name, 400))), 43); // of 64, the others begin to repeat late or never
}

#[test]
#[ignore = "slow: seconds"]
fn slow_codes_that_leave_three_heaps() {
    let names = ["8.", "0.8", "0.9", "0.a", "0.b", "0.f", "c.", "0.08", "0.0f", "4.8", "0.18"];
    let periodic = all_are_accepted(names.iter().filter_map(|name| code(name, 150)));
    assert!(periodic >= 2, "{periodic} of them repeat");
}

#[test]
fn codes_that_split_nothing_under_both_conventions() {
    for digits in 0..64 {
        let name = format!("0.{}{}{}", digits / 16, digits / 4 % 4, digits % 4);
        all_are_accepted([Play::Normal, Play::Misere].map(|play| taking(&name, play)));
        all_are_accepted(code(&name, 200));
    }
}

#[test]
fn known_periods_are_the_claimed_ones() {
    for (name, preperiod, period) in [("0.77", 71, 12), ("0.07", 53, 34), ("0.137", 52, 34), ("0.15", 1, 10)] {
        let claim = code(name, 500).unwrap().claim;
        assert_eq!((claim.preperiod, claim.period), (preperiod, period), "{name}");
    }
    let matrices = no_repeat(&[1, 2, 3, 4, 5], 1).swap_remove(1).claim;
    assert_eq!((matrices.preperiod, matrices.period), (9, 13)); // Fisher 2003, appendix A.1
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_certificate_survives_being_written_and_read() {
    for True { rules, claim, .. } in some_of_every_kind() {
        let text = serde_json::to_string(&claim).unwrap();
        let again: Certificate = serde_json::from_str(&text).unwrap();
        assert_eq!(again, *claim);
        assert!(check(&again, rules).is_ok(), "{text}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_steps_of_a_check_are_known_before_it_begins() {
    for True { rules, claim, .. } in some_of_every_kind() {
        let steps = most_steps(claim, rules).unwrap().unwrap();
        assert!(claim.check_within(rules, steps, &Limits::default()).is_ok(), "{rules:?}");
        if claim.rows == RowKind::Nimbers {
            let short = claim.check_within(rules, steps - 1, &Limits::default());
            assert!(matches!(short, Err(NotAccepted::TooLarge { of: "steps", .. })), "{rules:?}: {short:?}");
        }
    }
}
