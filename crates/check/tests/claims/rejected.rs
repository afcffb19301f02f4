//! False claims, and the reason why each is rejected.

use crate::families::{
    True, all_but, asymmetric, check, code, examined, first, nimbers_by_code, no_repeat, rejected, set, some_of_every_kind,
    stones, subtraction,
};
use sprague_check::{BadPeriod, Claim, NotAccepted};
use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague_core::heap::{Amounts, HeapRules, RowKind};
use sprague_core::{Limits, Play};

/// The claim with this preperiod, period and saltus, and with the rows that must then be stated.
fn with(truth: &True, preperiod: u64, period: u64, saltus: u64) -> Certificate {
    let values = first(&truth.rows, (preperiod + period) as usize);
    Certificate { preperiod, period, saltus, values, ..truth.claim.clone() }
}

#[test]
fn multiples_of_the_period() {
    for truth in some_of_every_kind() {
        let Certificate { preperiod, period, saltus, .. } = truth.claim;
        for times in [2, 3, 4] {
            let claim = with(truth, preperiod, times * period, times * saltus);
            let expected = BadPeriod::PeriodNotMinimal { period: times * period, least: period };
            assert_eq!(rejected(&claim, &truth.rules), expected, "{}", claim.family);
        }
    }
}

#[test]
fn periods_that_are_none() {
    for truth in some_of_every_kind() {
        let Certificate { preperiod, period, saltus, .. } = truth.claim;
        for other in (1..2 * period).filter(|other| other % period != 0) {
            let why = rejected(&with(truth, preperiod, other, saltus), &truth.rules);
            assert!(matches!(why, BadPeriod::DoesNotRepeat { period, .. } if period == other), "{}: {why}", truth.claim.family);
        }
    }
}

#[test]
fn a_preperiod_that_is_one_too_small() {
    let mut seen = 0;
    for truth in some_of_every_kind().iter().filter(|truth| truth.claim.preperiod > 0) {
        let Certificate { preperiod, period, saltus, .. } = truth.claim;
        let claim = with(truth, preperiod - 1, period, saltus);
        let expected = BadPeriod::PreperiodTooSmall { preperiod: preperiod - 1, period };
        assert_eq!(rejected(&claim, &truth.rules), expected, "{}", claim.family);
        seen += 1;
    }
    assert!(seen > 10);
}

#[test]
fn a_preperiod_that_is_too_large() {
    for truth in some_of_every_kind() {
        let Certificate { preperiod, period, saltus, .. } = truth.claim;
        for more in 1..=3 {
            let claim = with(truth, preperiod + more, period, saltus);
            let expected = BadPeriod::PreperiodNotMinimal { preperiod: preperiod + more };
            assert_eq!(rejected(&claim, &truth.rules), expected, "{}", claim.family);
        }
    }
}

#[test]
fn a_wrong_value_anywhere() {
    for truth in some_of_every_kind() {
        for row in 0..truth.claim.values.len() {
            let mut claim = truth.claim.clone();
            let cell = match &mut claim.values {
                ClaimedRows::Nimbers(rows) => {
                    let last = rows[row].len() - 1;
                    rows[row][last] += 1;
                    last
                }
                ClaimedRows::Outcomes(rows) => {
                    let letter = rows[row].pop().unwrap();
                    rows[row].push(if letter == 'N' { 'P' } else { 'N' });
                    rows[row].len() - 1
                }
            };
            let why = rejected(&claim, &truth.rules);
            let at = (row as u64, cell as u64);
            assert!(matches!(&why, BadPeriod::WrongValue { n, cell, .. } if (*n, *cell) == at), "{}: {why}", claim.family);
        }
    }
}

#[test]
fn rows_of_a_wrong_width() {
    for truth in some_of_every_kind() {
        for longer in [true, false] {
            let mut claim = truth.claim.clone();
            match &mut claim.values {
                ClaimedRows::Nimbers(rows) if longer => rows[0].push(0),
                ClaimedRows::Outcomes(rows) if longer => rows[0].push('P'),
                ClaimedRows::Nimbers(rows) => drop(rows[0].pop()),
                ClaimedRows::Outcomes(rows) => drop(rows[0].pop()),
            }
            let why = rejected(&claim, &truth.rules);
            assert!(matches!(why, BadPeriod::RowWidth { n: 0, found, width } if found.abs_diff(width) == 1), "{why}");
        }
    }
}

#[test]
fn a_wrong_saltus() {
    for truth in some_of_every_kind() {
        let right = truth.claim.saltus;
        for saltus in [right + 1, right.wrapping_sub(1), u64::MAX, 1 << 40] {
            let claim = Certificate { saltus, ..truth.claim.clone() };
            assert_eq!(rejected(&claim, &truth.rules), BadPeriod::WrongSaltus { saltus, right }, "{}", claim.family);
        }
    }
}

#[test]
fn a_wrong_theorem() {
    for truth in some_of_every_kind() {
        // for a code that splits, equal states are not a wrong theorem, but they need states
        for cited in TheoremName::ALL.into_iter().filter(|name| *name != TheoremName::EqualStates) {
            let claim = Certificate { theorem: cited, ..truth.claim.clone() };
            let right = truth.claim.theorem;
            match right == cited {
                true => assert!(check(&claim, &truth.rules).is_ok()),
                false => assert_eq!(rejected(&claim, &truth.rules), BadPeriod::WrongTheorem { cited, right }),
            }
        }
        let text = serde_json::to_string(&truth.claim).unwrap();
        let cited = format!("\"theorem\":\"{}\"", truth.claim.theorem);
        for name in ["", "Equal states", "Bounded look-back", "guy-smith"] {
            let forged = text.replace(&cited, &format!("\"theorem\":\"{name}\""));
            let why = serde_json::from_str::<Certificate>(&forged).unwrap_err().to_string();
            assert!(why.starts_with(&format!("there is no theorem {name:?}: expected bounded look-back, ")), "{why}");
        }
    }
}

#[test]
fn numbers_that_the_values_do_not_bear_out() {
    for truth in some_of_every_kind() {
        let found = truth.claim.values.len() as u64;
        for (preperiod, period) in [(u64::MAX, 1), (1, u64::MAX), (0, u64::MAX), (1 << 40, 1 << 40), (found, 1), (0, found + 1)] {
            let claim = Certificate { preperiod, period, ..truth.claim.clone() };
            assert_eq!(rejected(&claim, &truth.rules), BadPeriod::NumberOfValues { found, preperiod, period });
        }
        let claim = Certificate { preperiod: found, period: 0, ..truth.claim.clone() };
        assert_eq!(rejected(&claim, &truth.rules), BadPeriod::PeriodZero);
    }
}

#[test]
fn values_of_the_other_kind() {
    let truths = subtraction(&[1, 3, 4]);
    let (nimbers, outcomes) = (&truths[0], &truths[1]);
    let values = outcomes.claim.values.clone();
    let claim = Certificate { values, ..nimbers.claim.clone() };
    assert_eq!(rejected(&claim, &nimbers.rules), BadPeriod::WrongKind { claimed: RowKind::Nimbers });
    let claim = Certificate { rows: RowKind::Outcomes, ..nimbers.claim.clone() };
    assert_eq!(rejected(&claim, &nimbers.rules), BadPeriod::WrongKind { claimed: RowKind::Outcomes });
    let values = ClaimedRows::Outcomes(vec!["é".into(); 7]);
    let why = rejected(&Certificate { values, ..outcomes.claim.clone() }, &outcomes.rules);
    assert_eq!(why.to_string(), "row 0, cell 0: P was computed, but é is stated");
}

#[test]
fn rows_that_do_not_exist() {
    let truth = subtraction(&[1, 3, 4]).swap_remove(0);
    let misere = Certificate { play: Play::Misere, ..truth.claim.clone() };
    assert_eq!(rejected(&misere, &truth.rules), BadPeriod::MisereNimbers);

    let odd = stones(&[1, 2]).swap_remove(0);
    let misere = Certificate { play: Play::Misere, ..odd.claim.clone() };
    assert_eq!(rejected(&misere, &odd.rules), BadPeriod::TerminalRule);
    let nimbers = Certificate { rows: RowKind::Nimbers, ..odd.claim.clone() };
    assert_eq!(rejected(&nimbers, &odd.rules), BadPeriod::NoNimbers);

    let partizan = HeapRules::PartizanSubtraction { left: set(&[1]), right: set(&[2]) };
    assert_eq!(rejected(&truth.claim, &partizan), BadPeriod::NoNimbers);
}

#[test]
fn rules_about_which_nothing_is_known() {
    let kayles = code("0.77", 400).unwrap();
    assert_eq!(rejected(&kayles.claim, &HeapRules::Grundy), BadPeriod::NoTheorem);
    for play in [Play::Normal, Play::Misere] {
        let claim = Certificate { play, rows: RowKind::Outcomes, ..kayles.claim.clone() };
        assert_eq!(rejected(&claim, &kayles.rules), BadPeriod::NoTheorem);
    }
}

#[test]
fn play_that_is_turned_round() {
    for truth in some_of_every_kind().iter().filter(|truth| truth.claim.rows == RowKind::Outcomes) {
        let claim = Certificate { play: -truth.claim.play, ..truth.claim.clone() };
        let why = rejected(&claim, &truth.rules);
        assert!(matches!(why, BadPeriod::WrongValue { n: 0, .. } | BadPeriod::TerminalRule), "{why}");
    }
}

/// The test of a naive checker that allows n0 = 0, so that a move may empty the heap that is compared.
fn seems_to_repeat_from_nought(g: &[u32], period: usize, heaps: usize, taken: usize) -> bool {
    (0..(heaps - 1) * period + taken).all(|n| g[n] == g[n + period])
}

#[test]
fn sixteen_codes_that_seem_to_repeat_from_row_nought() {
    let names =
        [".001", ".002", ".004", ".01", ".02", ".04", ".1", ".101", ".112", ".12", ".131", ".2", ".31", ".331", ".4", "4."];
    for name in names {
        let (g, digits) = (nimbers_by_code(name, 300), name.parse::<sprague_core::heap::TakeAndBreak>().unwrap());
        let (heaps, taken) = (digits.most_heaps() as usize, digits.most_taken() as usize);
        let rules = HeapRules::TakeAndBreak(digits);
        let mut misled = 0;
        for period in (1..40).filter(|&period| seems_to_repeat_from_nought(&g, period, heaps, taken)) {
            let claim = Certificate {
                family: format!("octal:{name}"),
                play: Play::Normal,
                rows: RowKind::Nimbers,
                theorem: if heaps == 1 { TheoremName::BoundedLookBack } else { TheoremName::GuySmith },
                preperiod: 0,
                period: period as u64,
                saltus: 0,
                values: ClaimedRows::Nimbers(g[..period].iter().map(|&value| vec![value]).collect()),
                equal_states: None,
            };
            let repeats = (0..g.len() - period).all(|n| g[n] == g[n + period]);
            match examined(&claim, &rules) {
                Err(BadPeriod::DoesNotRepeat { .. } | BadPeriod::PreperiodTooSmall { .. }) if !repeats => misled += 1,
                Ok(_) | Err(BadPeriod::PeriodNotMinimal { .. }) if repeats => {}
                other => panic!("{name}, period {period}: {other:?}"),
            }
        }
        assert!(misled > 0, "{name} misleads a checker that lets n0 be 0");
        assert!(code(name, 300).is_none_or(|truth| check(&truth.claim, &truth.rules).is_ok()));
    }
}

#[test]
fn projected_rows_show_nine_where_the_truth_is_nineteen() {
    let truth = no_repeat(&[2, 4, 6, 7], 1).swap_remove(1);
    let ClaimedRows::Outcomes(rows) = &truth.rows else { panic!("these are outcomes") };
    // the column without history has look-back 7 like the whole row, and two equal windows that are 9 apart
    let column: Vec<&str> = rows.iter().map(|row| &row[..1]).collect();
    let seems = |n0: usize| column[n0..n0 + 7] == column[n0 + 9..n0 + 16];
    let n0 = (0..100).find(|&n0| seems(n0)).unwrap();
    assert_eq!(truth.claim.period, 19);

    let full = with(&truth, n0 as u64, 9, 0);
    assert!(matches!(rejected(&full, &truth.rules), BadPeriod::DoesNotRepeat { period: 9, .. }));
    let projected = ClaimedRows::Outcomes(column[..n0 + 9].iter().map(|&cell| cell.to_owned()).collect());
    let why = rejected(&Certificate { values: projected, ..full }, &truth.rules);
    assert_eq!(why, BadPeriod::RowWidth { n: 0, found: 1, width: 5 });
}

#[test]
fn rules_that_take_too_long_are_refused_and_not_followed() {
    let base = subtraction(&[1, 2]).swap_remove(0).claim;
    let huge = 1 << 60;
    let members: Vec<u64> = (1..=3000).collect();
    for rules in [
        HeapRules::Subtraction(Amounts::Only(set(&[1, 2, huge]))),
        HeapRules::Subtraction(Amounts::Only(set(&[1, 2, u64::MAX]))),
        HeapRules::Subtraction(Amounts::Only(set(&[1, 2, 1 << 27]))),
        HeapRules::NoRepeat { amounts: set(&members), memory: 9 },
        HeapRules::NoRepeat { amounts: set(&[1, 2, 3]), memory: usize::MAX },
    ] {
        assert!(check(&base, &rules).is_err());
    }
    let far = HeapRules::Subtraction(Amounts::Only(set(&[1, 2, huge])));
    assert!(matches!(check(&base, &far), Err(NotAccepted::TooLarge { of: "cells", .. })));

    let nim = all_but(&[]).swap_remove(0).claim;
    for forbidden in [huge, u64::MAX, u64::MAX / 2] {
        let rules = HeapRules::Subtraction(Amounts::AllBut(set(&[forbidden])));
        assert!(matches!(check(&nim, &rules), Err(NotAccepted::TooLarge { of: "cells", .. })));
        let won = Certificate {
            rows: RowKind::Outcomes,
            saltus: 0,
            preperiod: 1,
            values: ClaimedRows::Outcomes(vec!["P".into(), "N".into()]),
            equal_states: None,
            ..nim.clone()
        };
        assert!(matches!(check(&won, &rules), Err(NotAccepted::TooLarge { of: "cells", .. })));
    }
    let rules = HeapRules::Subtraction(Amounts::AllBut(set(&[1 << 20])));
    let why = nim.check_within(&rules, 1_000_000, &Limits::default()).unwrap_err();
    assert_eq!(why, NotAccepted::TooLarge { most: 1_000_000, of: "steps" });
}

#[test]
fn outcomes_of_all_but_are_compared_up_to_where_all_are_won() {
    for forbidden in [vec![1], vec![1, 2], vec![2], vec![1, 2, 3, 5], vec![4]] {
        for truth in &all_but(&forbidden)[1..] {
            for preperiod in 0..truth.claim.preperiod {
                for period in 1..20 {
                    let why = rejected(&with(truth, preperiod, period, 0), &truth.rules);
                    let is_false = matches!(why, BadPeriod::DoesNotRepeat { .. } | BadPeriod::PreperiodTooSmall { .. });
                    assert!(is_false, "{forbidden:?} {preperiod} {period}: {why}");
                }
            }
        }
    }
}

#[test]
fn no_other_preperiod_and_period_is_accepted() {
    let mut truths = vec![];
    for amounts in [vec![], vec![1], vec![2], vec![1, 2], vec![2, 4], vec![1, 2, 3, 4]] {
        truths.extend(stones(&amounts));
    }
    for (left, right) in [(vec![1], vec![1, 4]), (vec![3], vec![]), (vec![], vec![2, 5]), (vec![2], vec![2, 3, 7])] {
        truths.extend(asymmetric(&left, &right));
    }
    for truth in some_of_every_kind().iter().chain(&truths) {
        for (preperiod, period) in (0..12).flat_map(|n0| (1..30).map(move |p| (n0, p))) {
            let saltus = match &truth.rows {
                ClaimedRows::Nimbers(rows) if truth.claim.saltus > 0 => {
                    let rises = rows[(preperiod + period) as usize][0].checked_sub(rows[preperiod as usize][0]);
                    rises.unwrap_or(0).into()
                }
                _ => 0,
            };
            let claim = with(truth, preperiod, period, saltus);
            let answer = check(&claim, &truth.rules);
            assert_eq!(answer.is_ok(), claim == truth.claim, "{} {preperiod} {period}: {answer:?}", claim.family);
        }
    }
}

#[test]
fn a_window_of_all_but_that_is_one_too_short() {
    // two equal windows of 2f − 1 rows do not suffice for every set, so the checker requires 2f
    let mut misled = 0;
    for mask in 1..32_u32 {
        let forbidden: Vec<u64> = (1..=5).filter(|amount| mask >> (amount - 1) & 1 == 1).collect();
        let window = 2 * forbidden[forbidden.len() - 1] as usize - 1;
        let truth = all_but(&forbidden).swap_remove(0);
        let ClaimedRows::Nimbers(rows) = &truth.rows else { panic!("these are nimbers") };
        let g: Vec<u64> = rows.iter().map(|row| row[0].into()).collect();
        for (n0, p) in (0..30).flat_map(|n0| (1..30).map(move |p| (n0, p))) {
            let saltus = g[n0 + p].wrapping_sub(g[n0]);
            let rises = |n: usize| g[n + p] == g[n].wrapping_add(saltus);
            if (n0..n0 + window).all(rises) && !(n0..300).all(rises) {
                let why = rejected(&with(&truth, n0 as u64, p as u64, saltus), &truth.rules);
                assert!(matches!(why, BadPeriod::DoesNotRepeat { .. } | BadPeriod::PreperiodTooSmall { .. }), "{why}");
                misled += 1;
            }
        }
    }
    assert!(misled > 0);
}
