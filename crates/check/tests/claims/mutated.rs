//! Certificates that were changed at random: none causes a panic, and only the true one is accepted.

use crate::families::{True, some_of_every_kind};
use proptest::prelude::*;
use sprague_check::Claim;
use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague_core::heap::RowKind;
use sprague_core::{Limits, Play};
use std::sync::LazyLock;

static TRUTHS: LazyLock<&[True]> = LazyLock::new(some_of_every_kind);

#[derive(Clone, Debug)]
enum Change {
    Preperiod(u64),
    Period(u64),
    Saltus(u64),
    Theorem(TheoremName),
    Play(Play),
    Kind(RowKind),
    Cell(usize, usize, u32),
    Cut(usize),
    Again(usize),
    Swap(usize, usize),
    Row(usize, String),
}

fn number() -> impl Strategy<Value = u64> {
    prop_oneof![0..20_u64, 0..200_u64, any::<u64>(), Just(u64::MAX)]
}

fn change() -> impl Strategy<Value = Change> {
    let play = prop_oneof![Just(Play::Normal), Just(Play::Misere)];
    let kind = prop_oneof![Just(RowKind::Nimbers), Just(RowKind::Outcomes)];
    let theorem = prop::sample::select(&TheoremName::ALL[..]);
    prop_oneof![
        number().prop_map(Change::Preperiod),
        number().prop_map(Change::Period),
        number().prop_map(Change::Saltus),
        theorem.prop_map(Change::Theorem),
        play.prop_map(Change::Play),
        kind.prop_map(Change::Kind),
        (any::<usize>(), any::<usize>(), prop_oneof![0..9_u32, any::<u32>()])
            .prop_map(|(row, cell, to)| Change::Cell(row, cell, to)),
        any::<usize>().prop_map(Change::Cut),
        any::<usize>().prop_map(Change::Again),
        (any::<usize>(), any::<usize>()).prop_map(|(a, b)| Change::Swap(a, b)),
        (any::<usize>(), "[LDWé]{0,6}").prop_map(|(row, to)| Change::Row(row, to)),
    ]
}

fn change_rows<R: Clone>(rows: &mut Vec<R>, change: &Change) {
    let count = rows.len().max(1);
    match change {
        Change::Cut(at) => rows.truncate(at % count),
        Change::Again(at) => rows.extend(rows.get(at % count).cloned()),
        Change::Swap(a, b) if !rows.is_empty() => rows.swap(a % count, b % count),
        _ => {}
    }
}

fn apply(claim: &mut Certificate, change: &Change) {
    match change {
        Change::Preperiod(to) => claim.preperiod = *to,
        Change::Period(to) => claim.period = *to,
        Change::Saltus(to) => claim.saltus = *to,
        Change::Theorem(to) => claim.theorem = *to,
        Change::Play(to) => claim.play = *to,
        Change::Kind(to) => claim.rows = *to,
        _ => {}
    }
    match &mut claim.values {
        ClaimedRows::Nimbers(rows) => {
            if let Change::Cell(row, cell, to) = change
                && let Some(row) = rows.get_mut(row % 100)
                && let Some(old) = row.get_mut(cell % 4)
            {
                *old = *to;
            }
            change_rows(rows, change);
        }
        ClaimedRows::Outcomes(rows) => {
            if let Change::Row(row, to) = change
                && let Some(old) = rows.get_mut(row % 100)
            {
                old.clone_from(to);
            }
            change_rows(rows, change);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_the_true_claim_is_accepted(which in any::<usize>(), changes in prop::collection::vec(change(), 1..5)) {
        let truth = &TRUTHS[which % TRUTHS.len()];
        let mut claim = truth.claim.clone();
        changes.iter().for_each(|change| apply(&mut claim, change));
        let answer = claim.check_within(&truth.rules, 1 << 24, &Limits::default());
        prop_assert_eq!(answer.is_ok(), claim == truth.claim, "{:?}", claim);
    }

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_a_claim_about_other_rules_is_not_accepted(which in any::<usize>(), other in any::<usize>()) {
        let (truth, other) = (&TRUTHS[which % TRUTHS.len()], &TRUTHS[other % TRUTHS.len()]);
        let answer = truth.claim.check_within(&other.rules, 1 << 24, &Limits::default());
        // some rules have equal rows
        let same = Certificate { family: other.claim.family.clone(), ..truth.claim.clone() };
        prop_assert!(answer.is_err() || truth.rules == other.rules || TRUTHS.iter().any(|known| known.claim == same));
    }
}
