//! Claims about the nimbers of infinite sets, true and false.

use crate::families::{examined, rejected};
use sprague_check::BadPeriod;
use sprague_core::Play;
use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague_core::heap::{Amounts, HeapRules, InfiniteSet, RowKind};

const MANY: usize = 400;

fn set(name: &str) -> InfiniteSet {
    name.parse().expect("a set")
}

fn rules(name: &str) -> HeapRules {
    HeapRules::Subtraction(Amounts::Infinite(set(name)))
}

/// The nimbers of the first heaps, by definition.
fn nimbers(name: &str) -> Vec<u32> {
    let mut nimbers: Vec<u32> = vec![];
    for n in 0..MANY as u64 {
        let options: Vec<u32> = set(name).up_to(n).map(|amount| nimbers[(n - amount) as usize]).collect();
        nimbers.push((0..).find(|nimber| !options.contains(nimber)).expect("some nimber is free"));
    }
    nimbers
}

fn claim(name: &str, preperiod: u64, period: u64) -> Certificate {
    let stated = nimbers(name).into_iter().take((preperiod + period) as usize);
    Certificate {
        family: format!("subtraction:{name}"),
        play: Play::Normal,
        rows: RowKind::Nimbers,
        theorem: TheoremName::Residues,
        preperiod,
        period,
        saltus: 0,
        values: ClaimedRows::Nimbers(stated.map(|nimber| vec![nimber]).collect()),
        equal_states: None,
    }
}

#[test]
fn exactly_the_periods_of_all_heaps_are_accepted() {
    let mut accepted = 0;
    for name in ["powers:2", "powers:3", "powers:4", "powers:7", "powers:10", "odd", "squares", "fibonacci", "primes"] {
        let nimbers = nimbers(name);
        let repeats = |from: usize, period: usize| (from..MANY - period).all(|n| nimbers[n] == nimbers[n + period]);
        let least = (1..100).find(|period| repeats(0, *period));
        for period in 1..40 {
            let verdict = examined(&claim(name, 0, period), &rules(name));
            assert_eq!(verdict.is_ok(), least == Some(period as usize), "{name} {period}: {verdict:?}");
            accepted += u32::from(verdict.is_ok());
            assert!(examined(&claim(name, 1, period), &rules(name)).is_err());
        }
    }
    assert_eq!(accepted, 6);
}

#[test]
fn what_is_false_is_rejected_for_its_reason() {
    let (name, rules) = ("powers:2", rules("powers:2"));
    // 1 and 2 alone would not show that heaps 0 and 4 differ although they agree modulo 4
    assert_eq!(rejected(&claim(name, 0, 4), &rules), BadPeriod::JoinsEqual { n: 0, member: 0, period: 4 });
    assert_eq!(rejected(&claim(name, 0, 6), &rules), BadPeriod::PeriodNotMinimal { period: 6, least: 3 });
    assert_eq!(rejected(&claim(name, 1, 3), &rules), BadPeriod::NotFromZero { preperiod: 1 });
    let mut wrong = claim(name, 0, 3);
    wrong.values = ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![1]]);
    assert!(matches!(rejected(&wrong, &rules), BadPeriod::WrongValue { n: 2, .. }));
    for saltus in [1, 3] {
        assert_eq!(rejected(&Certificate { saltus, ..claim(name, 0, 3) }, &rules), BadPeriod::WrongSaltus { saltus, right: 0 });
    }
    let theorem = TheoremName::BoundedLookBack;
    let other = BadPeriod::WrongTheorem { cited: theorem, right: TheoremName::Residues };
    assert_eq!(rejected(&Certificate { theorem, ..claim(name, 0, 3) }, &rules), other);
    let of_outcomes = Certificate { rows: RowKind::Outcomes, ..claim(name, 0, 3) };
    assert_eq!(rejected(&of_outcomes, &rules), BadPeriod::NoTheorem);
    assert_eq!(rejected(&Certificate { play: Play::Misere, ..claim(name, 0, 3) }, &rules), BadPeriod::MisereNimbers);
}
