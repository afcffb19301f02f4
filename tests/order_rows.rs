//! Checks the order of all rows by comparing claims with canonical forms, with large heaps, and with forged certificates.

use proptest::prelude::*;
use serde_json::Value as Json;
use sprague::Limits;
use sprague::certificate::{HeapOption, OrderCertificate};
use sprague::heap::{AmountSet, HeapRules};
use sprague::num_bigint::BigUint;
use sprague::value_rows::{RowClasses, RowLawKind, ValueRows};
use sprague::values::Value;
use sprague_check::{BadOrder, Claim, NotAccepted};
use sprague_questions::{Certified, RowPlan, Session, Solve, certify_values};
use std::cmp::Ordering;
use std::sync::LazyLock;

fn set(bits: u32) -> AmountSet {
    AmountSet::new((1..=32).filter(|amount| bits >> (amount - 1) & 1 == 1)).unwrap()
}

fn rules(left: u32, right: u32) -> HeapRules {
    HeapRules::PartizanSubtraction { left: set(left), right: set(right) }
}

/// Returns every `apart`-th pair of sets of amounts up to 5.
fn families(apart: usize) -> impl Iterator<Item = (u32, u32)> {
    (1..32_u32).flat_map(|left| (1..32).map(move |right| (left, right))).step_by(apart)
}

#[test]
fn orders_gains_and_options_are_those_of_canonical_forms() {
    let limits = Limits::default();
    let (mut compared, mut gained, mut built) = (0, 0, 0);
    for (left, right) in families(23) {
        let rules = rules(left, right);
        let name = format!("{}/{}", set(left), set(right));
        let classes = RowClasses::seek(&rules, None, &limits).unwrap().unwrap();
        let mut rows = ValueRows::of(&rules).unwrap();
        if rows.extend(61, &Limits { positions: 300_000, ..limits.clone() }).is_err() {
            continue;
        }
        let mut calculator = rows.arena().calculator(&limits);
        for m in (0..61).step_by(3) {
            for n in 0..61 {
                let by_values = calculator.compare(rows.value(m).form(), rows.value(n).form()).unwrap();
                let by_order = classes.compare(&m.into(), &n.into(), &limits).unwrap();
                assert_eq!(by_order, by_values, "{name} {m} {n}");
                compared += 1;
            }
        }
        for law in classes.laws() {
            // for rows along rays, only the order is known
            let Some(preperiod) = law.preperiod else { continue };
            let of_class = (preperiod..61).step_by(law.modulus as usize);
            for n in of_class {
                if let RowLawKind::Gain { gain, every } = &law.kind
                    && n + every < 61
                {
                    let gain = gain.form_in(&mut calculator).unwrap();
                    let later = calculator.add(rows.value(n as usize).form(), gain).unwrap();
                    assert_eq!(later, rows.value((n + every) as usize).form(), "{name} {n} {law}");
                    gained += 1;
                }
                let Some([left, right]) = law.options.clone().filter(|_| n >= first_with_options(&classes)) else { continue };
                let heap = |option: HeapOption| match option {
                    HeapOption::At(heap) => heap as usize,
                    HeapOption::Below { below } => (n - below) as usize,
                };
                let mut stated =
                    [left, right].map(|side| side.into_iter().map(|option| rows.value(heap(option)).form()).collect::<Vec<_>>());
                let mut canonical = sprague::Player::BOTH
                    .map(|player| rows.arena().options(rows.value(n as usize).form(), player).collect::<Vec<_>>());
                stated.iter_mut().chain(&mut canonical).for_each(|side| side.sort_unstable());
                assert_eq!(stated, canonical, "{name} {n} {law}");
                built += 1;
            }
        }
    }
    assert!(compared > 20_000 && gained > 100 && built > 500, "{compared} {gained} {built}");
}

fn first_with_options(classes: &RowClasses) -> u64 {
    classes.proved().structure.as_ref().map_or(u64::MAX, |structure| structure.preperiod)
}

#[test]
fn values_of_large_heaps_are_those_that_are_computed() {
    let limits = Limits::default();
    let mut told = 0;
    for (left, right) in families(11) {
        let rules = rules(left, right);
        let classes = RowClasses::seek(&rules, None, &limits).unwrap().unwrap();
        let mut rows = ValueRows::of(&rules).unwrap();
        let known = rows.extend(400, &Limits { positions: 200_000, ..limits.clone() }).map_or(rows.len(), |()| 400);
        for n in [7, 60, 131, 258, 399].into_iter().filter(|n| *n < known) {
            if let Some(value) = classes.value(&n.into(), &limits).unwrap() {
                assert!(value == rows.value(n), "{}/{} {n}", set(left), set(right));
                told += 1;
            }
        }
    }
    assert!(told > 100, "{told}");
}

#[test]
fn heaps_of_a_googol_have_values_and_are_compared() {
    let session = Session::new();
    let limits = Limits::default();
    let solved = |text: &str| session.ask(&Solve::of(text), &limits).unwrap();
    let answer = solved("asymmetric:1,3/2@10^100+-asymmetric:1,3/2@9");
    assert_eq!(answer.to_json()["outcome_class"], "L");
    let value: Value = RowClasses::seek(&rules(0b11001, 1), None, &limits)
        .unwrap()
        .unwrap()
        .value(&BigUint::from(10_u32).pow(40), &limits)
        .unwrap()
        .unwrap();
    assert_eq!(value.to_string(), "^9999999999999999999999999999999999999997");
}

#[test]
fn folding_far_away_is_the_table_there() {
    let limits = Limits::default();
    // 10^6, rounded down to a multiple of the period, must not change comparisons
    for (left, right) in families(41) {
        let classes = RowClasses::seek(&rules(left, right), None, &limits).unwrap().unwrap();
        let order = classes.order();
        let far = 1_000_000 / order.period * order.period;
        for m in 0..20_u64 {
            for n in 0..20_u64 {
                let near = order.preperiod + order.far + order.period;
                let low = order.preperiod + m;
                let by_far = classes.compare(&(low + far).into(), &(low + far + n).into(), &limits).unwrap();
                assert_eq!(by_far, classes.compare(&low.into(), &(low + n).into(), &limits).unwrap());
                let by_far = classes.compare(&m.into(), &(near + m + n + far).into(), &limits).unwrap();
                assert_eq!(by_far, classes.compare(&m.into(), &(near + m + n).into(), &limits).unwrap());
            }
        }
    }
}

fn certified(name: &str) -> OrderCertificate {
    match certify_values(&Session::new().family(name).unwrap(), &RowPlan::default()).unwrap() {
        Certified::Order(certificate) => certificate,
        other => panic!("{name}: {other:?}"),
    }
}

static TRUTHS: LazyLock<Vec<(OrderCertificate, HeapRules)>> = LazyLock::new(|| {
    let families = ["asymmetric:1,3/2", "asymmetric:1,4,5/1", "asymmetric:1,2/1,4", "asymmetric:2/2,3,7", "asymmetric:2,3/1,4"];
    let rules = |name: &str| Session::new().family(name).unwrap().heap_rules().unwrap().clone();
    families.into_iter().map(|name| (certified(name), rules(name))).collect()
});

#[test]
#[ignore = "slow: seconds"]
fn slow_what_is_proved_is_certified_and_accepted() {
    for (certificate, rules) in TRUTHS.iter() {
        let checked = certificate.check(rules, &Limits::default()).unwrap_or_else(|why| panic!("{}: {why}", certificate.family));
        assert!(checked.rows >= 100, "{checked}");
        let text = serde_json::to_string(certificate).unwrap();
        assert_eq!(serde_json::from_str::<OrderCertificate>(&text).unwrap(), *certificate);
    }
    let (mut certificates, mut refused) = (0, 0);
    for (left, right) in families(7) {
        let name = format!("asymmetric:{}/{}", set(left), set(right));
        if let Ok(Certified::Order(certificate)) = certify_values(&Session::new().family(&name).unwrap(), &RowPlan::default()) {
            let checked = certificate.check(&rules(left, right), &Limits::default());
            checked.unwrap_or_else(|why| panic!("{name}: {why}"));
            certificates += 1;
            let other = rules(right | 1 << 6, left);
            refused += u32::from(certificate.check(&other, &Limits::default()).is_err());
        }
    }
    assert!(certificates > 60 && refused == certificates, "{certificates} {refused}");
}

#[test]
fn an_order_along_five_rays_is_accepted() {
    let certificate = certified("asymmetric:3,5/2,3,5,6");
    let rules = Session::new().family("asymmetric:3,5/2,3,5,6").unwrap().heap_rules().unwrap().clone();
    assert_eq!(certificate.order.rays, [[2, 1]]);
    certificate.check(&rules, &Limits::default()).unwrap();
    let mut forged = certificate;
    forged.order.rays = vec![[3, 1]];
    assert!(forged.check(&rules, &Limits::default()).is_err());
}

#[test]
fn the_smaller_bound_is_refused() {
    let rules = rules(0b10, 0b11);
    let text = |far: u64, window: u64| {
        format!(
            r#"{{"family": "asymmetric:2/1,2", "play": "normal", "rows": "order", "theorem": "order look-back",
            "order": {{"period": 2, "preperiod": 0, "far": {far}, "window": {window}}}}}"#
        )
    };
    let check = |text: String| serde_json::from_str::<OrderCertificate>(&text).unwrap().check(&rules, &Limits::default());
    assert_eq!(check(text(4, 8)), Err(NotAccepted::Order(BadOrder::WindowTooSmall { window: 8, needed: 12 })));
    assert!(matches!(check(text(4, 12)), Err(NotAccepted::Order(BadOrder::DoesNotRepeat { .. }))));
}

fn numbers<'a>(json: &'a mut Json, found: &mut Vec<&'a mut Json>) {
    match json {
        Json::Number(_) => found.push(json),
        Json::Array(items) => items.iter_mut().for_each(|item| numbers(item, found)),
        Json::Object(fields) => fields.values_mut().for_each(|item| numbers(item, found)),
        _ => {}
    }
}

/// Checks an accepted claim with a table twice as large, computed from the rules alone.
fn is_true(certificate: &OrderCertificate, rules: &HeapRules) -> bool {
    let HeapRules::PartizanSubtraction { left, right } = rules else { return false };
    let (left, right) = (left.as_slice(), right.as_slice());
    let side = 2 * certificate.order.window.max(150) as usize;
    let mut le = vec![vec![false; side]; side];
    for sum in 0..2 * side - 1 {
        for m in (sum + 1).saturating_sub(side)..=sum.min(side - 1) {
            let n = sum - m;
            let fits = |amount: &u64, heap: usize| *amount as usize <= heap;
            le[m][n] = left.iter().all(|a| !fits(a, m) || !le[n][m - *a as usize])
                && right.iter().all(|b| !fits(b, n) || !le[n - *b as usize][m]);
        }
    }
    let order = |m: usize, n: usize| match (le[m][n], le[n][m]) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    };
    let repeats = (0..side).all(|m| {
        (0..side).all(|n| {
            let [a, b] = certificate.order.fold(m.into(), n.into()).unwrap();
            order(m, n) == order(a, b)
        })
    });
    let gains = certificate.gains.as_ref().is_none_or(|gains| {
        gains.classes.iter().filter(|gain| gain.layer == 0).all(|gain| {
            let of_class = (gain.residue..side as u64 - gain.every).step_by(gain.modulus as usize);
            of_class
                .filter(|n| *n >= gain.preperiod)
                .all(|n| order((n + gain.every) as usize, n as usize) == Some(Ordering::Equal))
        })
    });
    repeats && gains
}

/// Returns `true` if the stated options of the last rows are equal to the true options.
fn has_equal_options(forged: &OrderCertificate, certificate: &OrderCertificate, rules: &HeapRules) -> bool {
    let options = |certificate: &OrderCertificate| {
        let structure = certificate.structure.as_ref().unwrap();
        let period = structure.rows.len() as u64;
        let heap = |n: u64, option: &HeapOption| match option {
            HeapOption::At(heap) => *heap,
            HeapOption::Below { below } => n - below,
        };
        // the rows of a class represent all rows of it, here those from 4,000 on
        (4_000..4_000 + period)
            .map(|n| {
                let row = (n + period - (structure.window - period) % period) % period;
                let sides = &structure.rows[row as usize];
                sides.each_ref().map(|side| side.iter().map(|option| heap(n, option)).collect::<Vec<_>>())
            })
            .collect::<Vec<_>>()
    };
    let classes = RowClasses::seek(rules, None, &Limits::default()).unwrap().unwrap();
    let is_equal = |a: &u64, b: &u64| {
        let order = classes.compare(&(*a).into(), &(*b).into(), &Limits::default()).unwrap();
        order == Some(Ordering::Equal)
    };
    options(forged)
        .iter()
        .flatten()
        .zip(options(certificate).iter().flatten())
        .all(|(stated, known)| stated.len() == known.len() && stated.iter().all(|a| known.iter().any(|b| is_equal(a, b))))
}

/// Changes one or two numbers of a certificate. Returns the checker's reaction.
fn judge(truth: usize, place: usize, by: i64, also: Option<(usize, i64)>) -> &'static str {
    let (certificate, rules) = &TRUTHS[truth % TRUTHS.len()];
    let mut json = serde_json::to_value(certificate).unwrap();
    for (place, by) in [(place, by)].into_iter().chain(also) {
        let mut found = vec![];
        numbers(&mut json, &mut found);
        let count = found.len();
        let number = &mut found[place % count];
        let changed = number.as_i64().unwrap().saturating_add(by).max(0);
        **number = changed.into();
    }
    let Ok(forged) = serde_json::from_value::<OrderCertificate>(json) else { return "no certificate" };
    let limits = Limits { positions: 3_000, ..Limits::default() };
    match forged.check(rules, &limits) {
        Err(why) if why.is_open() => "open",
        Err(_) => "refused",
        Ok(_) if forged == *certificate => "the same",
        Ok(_) => {
            assert!(is_true(&forged, rules), "{}", serde_json::to_string(&forged).unwrap());
            assert!(has_equal_options(&forged, certificate, rules), "{}", serde_json::to_string(&forged).unwrap());
            let layers = |certificate: &OrderCertificate| certificate.gains.as_ref().map(|gains| gains.layers.clone());
            if layers(&forged) == layers(certificate) {
                for gain in &forged.gains.as_ref().unwrap().classes {
                    let known = &certificate.gains.as_ref().unwrap().classes;
                    let same =
                        |other: &&sprague::certificate::RowGain| other.layer == gain.layer && gain.every % other.every == 0;
                    assert!(known.iter().any(|other| same(&other)) || gain.layer == 0, "{gain:?}");
                }
            }
            "true"
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "release: half a minute and more without optimisation"]
    fn release_forged_certificates_are_refused_unless_they_are_true(
        truth in 0..5_usize,
        place in any::<usize>(),
        by in prop_oneof![Just(1_i64), Just(-1), Just(2), -40_i64..40, Just(1 << 40), Just(i64::MAX)],
        also in proptest::option::of((any::<usize>(), -3_i64..4)),
    ) {
        judge(truth, place, by, also);
    }
}

#[test]
#[ignore = "release: 10,000 forged certificates: run in release"]
fn release_ten_thousand_forged_certificates() {
    let mut counts = std::collections::BTreeMap::new();
    let mut state = 31_u64;
    let mut random = move |below: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..10_000 {
        let [truth, place, other] = [5, 1 << 20, 1 << 20].map(|below| random(below) as usize);
        let by = [1, -1, 2, -2, 7, -7, random(80) as i64 - 40, 1 << 40][random(8) as usize];
        let also = (random(2) == 0).then(|| (other, random(7) as i64 - 3));
        *counts.entry(judge(truth, place, by, also)).or_insert(0) += 1;
    }
    println!("{counts:?}");
    assert!(counts["refused"] > 6_000, "{counts:?}");
}

#[test]
fn a_layer_that_is_left_out_is_refused() {
    for (certificate, rules) in TRUTHS.iter() {
        let mut forged = certificate.clone();
        let Some(gains) = &mut forged.gains else { continue };
        gains.layers.pop();
        assert!(!forged.check(rules, &Limits::default()).unwrap_err().is_open());
        let mut forged = certificate.clone();
        let gains = forged.gains.as_mut().unwrap();
        gains.order.window = gains.order.preperiod + gains.order.far + 2 * (gains.order.period + 5) - 5;
        assert!(!forged.check(rules, &Limits::default()).unwrap_err().is_open());
    }
}
