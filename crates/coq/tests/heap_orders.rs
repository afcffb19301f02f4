//! The order of all heaps as a theorem, and forged certificates that do not compile.

use crate::compiler::{compile, said, theories};
use sprague_coq::{NoProof, heap_order, heap_values};
use sprague_core::certificate::{HeapOption, OrderCertificate, SharedValue, ValueCertificate};
use sprague_core::heap::HeapRules;
use sprague_core::{Limits, Play};
use sprague_questions::{Certified, Certify, Session};

/// Returns the certificate of the values of heaps of two sets, and the rules.
fn certified(sets: &str) -> (Certified, HeapRules) {
    let session = Session::new();
    let family = format!("asymmetric:{sets}");
    let question: Certify = serde_json::from_value(serde_json::json!({ "family": family, "rows": "values" })).unwrap();
    let rules = session.family(&family).unwrap().heap_rules().cloned();
    (session.ask(&question, &Limits::default()).unwrap(), rules.unwrap())
}

/// Returns the order of the heaps of two sets, and the rules.
pub(crate) fn ordered(sets: &str) -> (OrderCertificate, HeapRules) {
    let (certified, rules) = certified(sets);
    let Certified::Order(certificate) = certified else { panic!("{sets} has no order") };
    (certificate, rules)
}

fn valued(sets: &str) -> (ValueCertificate, HeapRules) {
    let (certified, rules) = certified(sets);
    let Certified::Values(certificate) = certified else { panic!("{sets} has no period of values") };
    (certificate, rules)
}

/// Compiles the theorems of some pairs of sets, and checks that they use no axioms.
fn compiled(sets: &[&str]) {
    let Some(folder) = theories() else { return };
    for sets in sets {
        let (certificate, rules) = ordered(sets);
        let instance = heap_order(&certificate, &rules).unwrap();
        let started = std::time::Instant::now();
        let compiled = compile(folder, &instance.file, &instance.text);
        assert!(compiled.status.success(), "{sets}: {}", said(&compiled));
        let closed = String::from_utf8_lossy(&compiled.stdout).matches("Closed under the global context").count();
        assert_eq!(closed, instance.text.matches("Print Assumptions").count(), "{sets}: {}", said(&compiled));
        println!("{sets}: {:?}", started.elapsed());
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_two_orders_of_heaps_are_theorems() {
    compiled(&["1,4,5/1", "1,3/2"]);
    let (certificate, rules) = ordered("1,3/2");
    let text = heap_order(&certificate, &rules).unwrap().text;
    let stated = [
        "order : order_repeats (heap left right) 5 8 2.",
        "classes_gain :\n  rises (heap left right) 8 0 2 2 game_2.",
        "has_options (heap left right) 9 1 2 [At 1] [Below 2].",
    ];
    assert!(stated.iter().all(|claim| text.contains(claim)), "{text}");
}

#[test]
#[ignore = "release: takes two minutes"]
fn release_the_values_of_heaps_with_a_long_preperiod_are_a_theorem() {
    let Some(folder) = theories() else { return };
    for sets in ["13,29,31/7,19", "2,3,4/2,3,4", "1,5/3", "4,6/4,6"] {
        let (certificate, rules) = valued(sets);
        let instance = heap_values(&certificate, &rules).unwrap();
        let compiled = compile(folder, &instance.file, &instance.text);
        assert!(compiled.status.success(), "{sets}: {}", said(&compiled));
    }
}

#[test]
#[ignore = "release: takes two minutes"]
fn release_twenty_orders_of_heaps_more_are_theorems() {
    compiled(&[
        "1/1,2",
        "1,2/1,4",
        "2,3/1,4",
        "1,5/2,4",
        "2,5/3,4",
        "1,2,5/3,4",
        "3,4/1,5",
        "2,4/1,3,5",
        "1,3,4/2,5",
        "2,3,5/1,4",
        "1,6/2,5",
        "3,6/2,4,5",
        "4,7/1,6",
        "2,7,8/3,5",
        "5,9/2,11",
        "3,17,24/5,11",
        "2,9,30/4,23,32",
        "11,20,31/3,17,29",
        "7,15,23/2,19,28",
        "6,13/4,9,10",
    ]);
}

/// A change of one number of a certificate.
pub(crate) type Forgery = fn(&mut OrderCertificate);

pub(crate) const FORGED: [(&str, Forgery); 4] = [
    ("1,3/2", |certificate| certificate.order.preperiod -= 1),
    ("1,3/2", |certificate| certificate.gains.as_mut().unwrap().classes[0].residue += 1),
    ("1,3/2", |certificate| certificate.structure.as_mut().unwrap().rows[1][1] = vec![HeapOption::Below { below: 4 }]),
    // this repeats on a square of side 8, but not later: the theorem needs a larger square
    ("2/1,2", |certificate| {
        (certificate.gains, certificate.structure) = (None, None);
        (certificate.order.period, certificate.order.preperiod, certificate.order.far) = (2, 0, 4);
    }),
];

#[test]
#[ignore = "slow: seconds"]
fn slow_forged_orders_of_heaps_do_not_compile() {
    let Some(folder) = theories() else { return };
    for (number, (sets, forge)) in FORGED.into_iter().enumerate() {
        let (mut certificate, rules) = ordered(sets);
        forge(&mut certificate);
        let instance = heap_order(&certificate, &rules).unwrap();
        let compiled = compile(folder, &format!("forged_order_{number}.v"), &instance.text);
        assert!(
            !compiled.status.success() && said(&compiled).contains("\"true = true\" while it is expected"),
            "{sets}: {}",
            said(&compiled)
        );
    }
}

#[test]
fn orders_that_the_theories_do_not_prove_are_refused_by_name() {
    let (claim, rules) = ordered("1,3/2");
    let refused = |claim: &OrderCertificate, rules: &HeapRules| heap_order(claim, rules).unwrap_err();
    let covers = |claim: &OrderCertificate, rules: &HeapRules| match refused(claim, rules) {
        NoProof::Theorem { of } => of,
        other => panic!("{other}"),
    };
    assert_eq!(covers(&claim, &HeapRules::Grundy), "the order of such heaps");
    assert_eq!(covers(&OrderCertificate { play: Play::Misere, ..claim.clone() }, &rules), "the order of heaps under misère play");
    let mut along = claim.clone();
    along.order.rays = vec![[2, 1]];
    assert_eq!(covers(&along, &rules), "an order that changes along more than three rays");
    let mut far = claim.clone();
    far.order.far = u64::MAX;
    assert!(matches!(refused(&far, &rules), NoProof::TooLarge { of: "the cells of its order", .. }));
    let mut later = claim.clone();
    later.gains.as_mut().unwrap().layers[1][0] = vec![1];
    assert!(matches!(refused(&later, &rules), NoProof::Malformed { .. }));
    let mut empty = claim.clone();
    empty.structure.as_mut().unwrap().repeats.clear();
    assert!(matches!(refused(&empty, &rules), NoProof::Malformed { .. }));
    let mut below = claim.clone();
    below.structure.as_mut().unwrap().rows[0][0] = vec![HeapOption::Below { below: 10 }];
    assert!(matches!(refused(&below, &rules), NoProof::Malformed { .. }));
    let mut missing = claim;
    missing.gains.as_mut().unwrap().classes[0].layer = 9;
    assert!(matches!(refused(&missing, &rules), NoProof::Malformed { .. }));
}

type OtherValues = fn(&mut ValueCertificate);

#[test]
#[ignore = "slow: seconds"]
fn slow_values_of_heaps_are_a_theorem_and_forged_ones_are_not() {
    let Some(folder) = theories() else { return };
    let (certificate, rules) = valued("2/5");
    let instance = heap_values(&certificate, &rules).unwrap();
    let compiled = compile(folder, &instance.file, &instance.text);
    assert!(compiled.status.success(), "{}", said(&compiled));
    assert_eq!(String::from_utf8_lossy(&compiled.stdout).matches("Closed under the global context").count(), 2);
    let forgeries: [OtherValues; 3] = [
        |claim| claim.values.values[3] = SharedValue::Text("1/2".into()),
        // a preperiod and a period that are not minimal
        |claim| {
            claim.values.values.push(claim.values.values[0].clone());
            claim.preperiod += 1;
        },
        |claim| {
            let again = claim.values.values[claim.preperiod as usize..].to_vec();
            claim.values.values.extend(again);
            claim.period *= 2;
        },
    ];
    for (number, forge) in forgeries.into_iter().enumerate() {
        let mut claim = certificate.clone();
        forge(&mut claim);
        assert_ne!(claim, certificate);
        let forged = compile(folder, &format!("forged_values_{number}.v"), &heap_values(&claim, &rules).unwrap().text);
        assert!(!forged.status.success() && said(&forged).contains("\"true = true\" while it is expected"), "{}", said(&forged));
    }
}

#[test]
fn values_that_the_theories_do_not_prove_are_refused_by_name() {
    let (claim, rules) = valued("2/5");
    let refused = |change: OtherValues| {
        let mut claim = claim.clone();
        change(&mut claim);
        heap_values(&claim, &rules).unwrap_err()
    };
    let uncovered = NoProof::Theorem { of: "values that gain a number".into() };
    assert_eq!(refused(|claim| claim.saltus = "1".into()), uncovered);
    assert_eq!(heap_values(&claim, &HeapRules::Grundy), Err(NoProof::Theorem { of: "the values of such heaps".into() }));
    assert!(matches!(refused(|claim| claim.play = Play::Misere), NoProof::Theorem { .. }));
    assert!(matches!(refused(|claim| claim.period = u64::MAX), NoProof::TooLarge { .. }));
    assert!(matches!(refused(|claim| claim.period += 1), NoProof::Malformed { .. }));
    assert!(matches!(refused(|claim| claim.values.values[0] = SharedValue::Node(99)), NoProof::Malformed { .. }));
    assert!(matches!(refused(|claim| claim.values.values[0] = SharedValue::Text("^^".into())), NoProof::Malformed { .. }));
    assert!(matches!(refused(|claim| claim.values.values[0] = SharedValue::Text("999".into())), NoProof::TooLarge { .. }));
}
