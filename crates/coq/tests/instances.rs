//! Theorems from certificates compile without axioms, and forged ones do not compile.

use crate::compiler::{compile, said, theories};
use sprague_coq::{ExplicitGame, FamilyHeaps, KnownRows, NoProof, heap_winner, order, theorem, winner};
use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates, TheoremName, Winner};
use sprague_core::heap::{BigHeaps, HeapRules};
use sprague_core::{Limits, Play};
use sprague_questions::{Certified, Certify, Session};

pub(crate) fn certified(family: &str, play: Play, seek: Option<u64>) -> Option<(Certificate, HeapRules)> {
    let session = Session::new();
    let question = Certify { play, seek, ..Certify::of(family) };
    let Ok(Certified::Period(certificate)) = session.ask(&question, &Limits::default()) else { return None };
    let rules = session.family(&certificate.family).unwrap().heap_rules().cloned();
    Some((certificate, rules?))
}

/// A family for each kind of statement.
pub(crate) const TWELVE: [(&str, Play); 12] = [
    ("kayles", Play::Normal),
    ("octal:0.3", Play::Normal),  // a preperiod of 0, where the theorem of Guy and Smith needs 1
    ("octal:4.b1", Play::Normal), // splits without taking, and into three heaps
    ("subtraction:1,3,4", Play::Normal),
    ("subtraction:2,4,7", Play::Misere),
    ("all-but:2,3,7", Play::Normal),
    ("all-but:1,4", Play::Misere),
    ("asymmetric:2,5,9/3,4,8", Play::Normal),
    ("asymmetric:1,4/2,3", Play::Misere),
    ("no-repeat:1-4:memory=2", Play::Normal),
    ("no-repeat:2,4,6,7", Play::Misere),
    ("stones:1-3", Play::Normal),
];

#[test]
#[ignore = "slow: half a minute"]
fn slow_twelve_theorems_compile_without_axioms() {
    let Some(folder) = theories() else { return };
    for (family, play) in TWELVE {
        let (certificate, rules) = certified(family, play, None).unwrap();
        let instance = theorem(&certificate, &rules).unwrap();
        assert!(instance.text.contains("Theorem rows_ok"), "{family}");
        let compiled = compile(folder, &instance.file, &instance.text);
        assert!(compiled.status.success(), "{family}: {}", said(&compiled));
        let closed = String::from_utf8_lossy(&compiled.stdout).matches("Closed under the global context").count();
        assert_eq!(closed, 2, "{family}: {}", said(&compiled));
    }
}

/// A change of one number of a certificate.
pub(crate) type Forgery = fn(&mut Certificate);

fn cell(certificate: &mut Certificate, row: usize) {
    match &mut certificate.values {
        ClaimedRows::Nimbers(rows) => rows[row][0] += 1,
        ClaimedRows::Outcomes(rows) => {
            rows[row] = rows[row].chars().map(|letter| if letter == 'P' { 'N' } else { 'P' }).collect()
        }
    }
}

/// Repeats or cuts rows, so that there are as many as the numbers require.
fn rows(certificate: &mut Certificate, count: u64) {
    let (preperiod, from) = (certificate.preperiod as usize, certificate.values.len());
    let index = |n: usize| if n < from { n } else { preperiod + (n - preperiod) % (from - preperiod) };
    match &mut certificate.values {
        ClaimedRows::Nimbers(rows) => *rows = (0..count as usize).map(|n| rows[index(n)].clone()).collect(),
        ClaimedRows::Outcomes(rows) => *rows = (0..count as usize).map(|n| rows[index(n)].clone()).collect(),
    }
}

fn starts_later(certificate: &mut Certificate) {
    certificate.preperiod += 1;
    rows(certificate, certificate.preperiod + certificate.period);
}

fn starts_sooner(certificate: &mut Certificate) {
    certificate.preperiod -= 1;
    rows(certificate, certificate.preperiod + certificate.period);
}

fn twice(certificate: &mut Certificate) {
    rows(certificate, certificate.preperiod + 2 * certificate.period);
    certificate.period *= 2;
}

fn half(certificate: &mut Certificate) {
    certificate.period /= 2;
    rows(certificate, certificate.preperiod + certificate.period);
}

pub(crate) const FORGED: [(&str, Play, Forgery); 12] = [
    ("kayles", Play::Normal, starts_later),
    ("kayles", Play::Normal, starts_sooner),
    ("kayles", Play::Normal, twice),
    ("kayles", Play::Normal, half),
    ("kayles", Play::Normal, |certificate| cell(certificate, 40)),
    ("octal:4.b1", Play::Normal, twice),
    ("subtraction:1,3,4", Play::Normal, |certificate| cell(certificate, 6)),
    ("all-but:2,3,7", Play::Normal, |certificate| certificate.saltus += 1),
    ("all-but:1,4", Play::Misere, starts_sooner),
    ("asymmetric:1,4/2,3", Play::Misere, twice),
    ("no-repeat:2,4,6,7", Play::Misere, |certificate| cell(certificate, 3)),
    ("stones:1-3", Play::Normal, half),
];

#[test]
#[ignore = "slow: seconds"]
fn slow_twelve_forged_theorems_do_not_compile() {
    let Some(folder) = theories() else { return };
    for (number, (family, play, forge)) in FORGED.into_iter().enumerate() {
        let (mut certificate, rules) = certified(family, play, None).unwrap();
        let valid = certificate.clone();
        forge(&mut certificate);
        assert_ne!(certificate, valid);
        let instance = theorem(&certificate, &rules).unwrap();
        let compiled = compile(folder, &format!("forged_{number}.v"), &instance.text);
        // the kernel finds that the computation is false; it is not a syntax error
        assert!(
            !compiled.status.success() && said(&compiled).contains("\"true = true\" while it is expected"),
            "{family}: {}",
            said(&compiled)
        );
    }
}

/// Returns the certificate of Kayles by equal states. Heaps from 71 on are common, and parts up to 30 exclude the rare
/// values.
pub(crate) fn kayles_by_states(depth: u64, start: u64) -> (Certificate, HeapRules) {
    let (mut certificate, rules) = certified("kayles", Play::Normal, None).unwrap();
    certificate.theorem = TheoremName::EqualStates;
    certificate.values = ClaimedRows::Nimbers(vec![]);
    let rare = vec![3, 6, 11, 18, 22, 28, 34, 39, 70];
    certificate.equal_states = Some(EqualStates { mask: 15, parity: false, rare, depth, start });
    (certificate, rules)
}

#[test]
#[ignore = "slow: seconds"]
fn slow_equal_states_are_a_theorem_and_forged_ones_are_not() {
    let Some(folder) = theories() else { return };
    let (certificate, rules) = kayles_by_states(30, 143);
    let instance = theorem(&certificate, &rules).unwrap();
    assert!(instance.text.contains("apply (states_period family bits 30 143 71 12)."), "{}", instance.text);
    let compiled = compile(folder, "kayles_by_states.v", &instance.text);
    assert!(compiled.status.success() && said(&compiled).contains("Closed under the global context"), "{}", said(&compiled));
    // parts up to 5 do not exclude all rare values, and before 143 a heap may need a value that is not yet repeated
    for (number, (depth, start)) in [(5, 143), (30, 142)].into_iter().enumerate() {
        let (certificate, rules) = kayles_by_states(depth, start);
        let forged = compile(folder, &format!("forged_states_{number}.v"), &theorem(&certificate, &rules).unwrap().text);
        assert!(!forged.status.success() && said(&forged).contains("\"true = true\" while it is expected"), "{}", said(&forged));
    }
    let (deep, rules) = kayles_by_states(u64::MAX, 143);
    assert!(matches!(theorem(&deep, &rules), Err(NoProof::Malformed { .. })));
    let (far, rules) = kayles_by_states(30, u64::MAX);
    assert!(matches!(theorem(&far, &rules), Err(NoProof::TooLarge { of: "its rows", .. })));
}

#[test]
#[ignore = "slow: Coq compiles"]
fn slow_a_winner_on_a_graph_with_a_cycle_is_a_theorem() {
    let Some(folder) = theories() else { return };
    let (_, instance) = winner("digraph:maze@library", &["library", "cellar", "end"], &[(0, 1), (1, 0), (0, 2)]).unwrap();
    let compiled = compile(folder, &instance.file, &instance.text);
    assert!(compiled.status.success() && said(&compiled).contains("Closed under the global context"), "{}", said(&compiled));
    // the end is no longer lost if it has an edge back
    let forged = instance.text.replace("  [] (* 2", "  [0] (* 2");
    assert_ne!(forged, instance.text);
    let compiled = compile(folder, "forged_winner.v", &forged);
    assert!(
        !compiled.status.success() && said(&compiled).contains("\"true = true\" while it is expected"),
        "{}",
        said(&compiled)
    );
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_order_of_two_games_is_a_theorem() {
    let Some(folder) = theories() else { return };
    let game = |left: &[&ExplicitGame], right: &[&ExplicitGame]| {
        let [left, right] = [left, right].map(|options| options.iter().map(|option| (*option).clone()).collect());
        ExplicitGame { left, right }
    };
    let zero = ExplicitGame::default();
    let star = game(&[&zero], &[&zero]);
    let (up, one) = (game(&[&zero], &[&star]), game(&[&zero], &[]));
    let more = game(&[&zero, &star], &[&star]);
    let all = [(&up, "||", &star), (&up, ">", &zero), (&up, "<", &one), (&game(&[&one], &[&one]), "=", &game(&[&one], &[&one]))];
    let mut texts = vec![];
    for (number, (first, relation, second)) in all.into_iter().enumerate() {
        let instance = order(["first", "second"], [first, second], relation).unwrap();
        let body = instance.text.split_once("Import ListNotations.\n").unwrap().1.to_owned();
        texts.push(format!("Module order_{number}.\n{body}End order_{number}.\n"));
    }
    let head = "From Coq Require Import List.\nFrom Sprague Require Import Definitions Partizan.\nImport ListNotations.\n";
    let compiled = compile(folder, "orders.v", &[head, &texts.concat()].concat());
    assert!(compiled.status.success(), "{}", said(&compiled));
    assert_eq!(String::from_utf8_lossy(&compiled.stdout).matches("Closed under the global context").count(), 4);
    // one more option of Left does not make a game less
    let forged = order(["first", "second"], [&more, &up], "<").unwrap();
    let compiled = compile(folder, "forged_order.v", &forged.text);
    assert!(
        !compiled.status.success() && said(&compiled).contains("\"true = true\" while it is expected"),
        "{}",
        said(&compiled)
    );
}

#[test]
fn what_the_theories_do_not_prove_is_refused_by_name() {
    let (kayles, rules) = certified("kayles", Play::Normal, None).unwrap();
    let covers = |certificate: &Certificate, rules: &HeapRules| match theorem(certificate, rules) {
        Err(NoProof::Theorem { of }) => of,
        other => panic!("{other:?}"),
    };
    assert_eq!(covers(&kayles, &HeapRules::Grundy), "such rows of games that split heaps");
    assert_eq!(covers(&Certificate { play: Play::Misere, ..kayles.clone() }, &rules), "misère play of a take-and-break code");
    assert_eq!(covers(&Certificate { saltus: 1, ..kayles }, &rules), "rows that gain a number, but for all-but");
    let (infinite, rules) = certified("subtraction:odd", Play::Normal, None).unwrap();
    assert_eq!(covers(&infinite, &rules), "infinite sets of amounts");
}

#[test]
fn what_would_take_too_long_is_refused_with_numbers() {
    let (kayles, rules) = certified("kayles", Play::Normal, None).unwrap();
    let huge = Certificate { period: u64::MAX, ..kayles.clone() };
    assert!(matches!(theorem(&huge, &rules), Err(NoProof::TooLarge { of: "its rows", .. })));
    let far = certified("subtraction:1,5001", Play::Normal, None).unwrap();
    assert!(matches!(theorem(&far.0, &far.1), Err(NoProof::TooLarge { of: "an amount", found: 5001, most: 5000 })));
    let short = Certificate { values: ClaimedRows::Nimbers(vec![]), ..kayles };
    assert!(matches!(theorem(&short, &rules), Err(NoProof::Malformed { .. })));
}

#[test]
fn a_name_of_a_family_stays_in_its_comment() {
    let (mut certificate, rules) = certified("subtraction:1,2", Play::Normal, None).unwrap();
    certificate.family = "./a *) \"b(*\n.rhai:é".into();
    let instance = theorem(&certificate, &rules).unwrap();
    assert!(instance.text.starts_with("(** ./a * ) ''b( *\\n.rhai:é, normal play"), "{}", instance.text);
    assert_eq!(instance.file, "family___a_____b____rhai__.v");
    certificate.family = "Games".into();
    assert_eq!(theorem(&certificate, &rules).unwrap().file, "family_games.v");
}

#[test]
#[ignore = "release: takes five minutes"]
fn release_the_periods_of_016_and_056_compile() {
    let Some(folder) = theories() else { return };
    for (family, seek) in [("octal:0.16", 1_000_000), ("octal:0.56", 1_000_000)] {
        let (certificate, rules) = certified(family, Play::Normal, Some(seek)).unwrap();
        let instance = theorem(&certificate, &rules).unwrap();
        let started = std::time::Instant::now();
        let compiled = compile(folder, &instance.file, &instance.text);
        assert!(compiled.status.success(), "{family}: {}", said(&compiled));
        println!("{family}: period {} from {} on in {:?}", certificate.period, certificate.preperiod, started.elapsed());
    }
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_winners_of_sums_of_heaps_are_theorems_and_forged_ones_are_not() {
    let Some(folder) = theories() else { return };
    let is_proved = |file: &str, text: &str| {
        let compiled = compile(folder, file, text);
        let is_closed = said(&compiled).contains("Closed under the global context");
        assert_eq!(compiled.status.success(), is_closed, "{file}: {}", said(&compiled));
        is_closed
    };
    let (far, farther) = ("1000000000000000000000", "1000000000000000000001");
    for (number, (families, expected)) in [
        (vec![("kayles", "1000000000009.1000000000021")], Winner::Other),
        (vec![("octal:4.b1", "12.30")], Winner::Other),
        (vec![("subtraction:1,3,4", "1000000000001.9"), ("kayles", far), ("nim", "3")], Winner::Mover),
        (vec![("nim", &*format!("{far}.1.{farther}")), ("all-but:2,3", "40000000001.40000000001")], Winner::Other),
    ]
    .into_iter()
    .enumerate()
    {
        let known: Vec<_> = families.iter().map(|(family, _)| certified(family, Play::Normal, None).unwrap()).collect();
        let heaps: Vec<FamilyHeaps> = families
            .iter()
            .zip(&known)
            .map(|((_, heaps), (certificate, rules))| FamilyHeaps {
                rules,
                heaps: BigHeaps::read(heaps).unwrap(),
                known: KnownRows::Period(certificate),
            })
            .collect();
        let (winner, instance) = heap_winner("the sum", &heaps).unwrap();
        assert_eq!(winner, expected, "{families:?}");
        assert!(is_proved(&format!("sum_{number}.v"), &instance.text), "{families:?}");
        if number % 2 == 1 {
            continue;
        }
        // the theorem that the other player wins does not compile
        let verbs = if winner == Winner::Mover { ["wins", "loses"] } else { ["loses", "wins"] };
        let other = ["winner : ", "worth_"]
            .iter()
            .fold(instance.text, |text, before| text.replace(&format!("{before}{}", verbs[0]), &format!("{before}{}", verbs[1])));
        assert!(!is_proved(&format!("other_{number}.v"), &other), "{families:?}");
    }
    let (certificate, rules) = certified("kayles", Play::Normal, None).unwrap();
    let ClaimedRows::Nimbers(rows) = &certificate.values else { panic!("they are nimbers") };
    let rows: Vec<u32> = rows[..12].concat();
    let text = |heaps: &str, known| {
        heap_winner("kayles", &[FamilyHeaps { rules: &rules, heaps: BigHeaps::read(heaps).unwrap(), known }]).unwrap().1.text
    };
    assert!(is_proved("near.v", &text("9.8", KnownRows::First(&rows))));
    // a wrong row is rejected even if it changes no winner, and so is a wrong period
    let (wrong, mut forged) = ([&rows[..11], &[9]].concat(), certificate.clone());
    starts_sooner(&mut forged);
    assert!(!is_proved("wrong_row.v", &text("9.8", KnownRows::First(&wrong))));
    assert!(!is_proved("no_period.v", &text("90.8", KnownRows::Period(&forged))));
}
