//! Checks certificates of misère quotients: true ones are accepted, and forged ones are rejected for the right reason.
//!
//! An accepted certificate decides sums as brute force does.

use itertools::Itertools;
use proptest::prelude::*;
use sprague::certificate::{QuotientCertificate, TheoremName};
use sprague::{Limits, Play};
use sprague_check::{BadQuotient, Claim, NotAccepted};
use sprague_questions::{Session, certify_quotient, check};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Codes with the orders and P-portions of their quotients, from `shared/vectors/misere_quotients.json`.
const CODES: [(&str, usize, usize); 16] = [
    ("0.0", 1, 0),
    ("0.05", 2, 1),
    ("0.123", 20, 5),
    ("0.1232", 46, 12),
    ("0.13", 2, 1),
    ("0.15", 42, 12),
    ("0.152", 34, 6),
    ("0.241", 36, 9),
    ("0.3", 2, 1),
    ("0.31", 6, 2),
    ("0.3101", 14, 4),
    ("0.333", 6, 2),
    ("0.44", 40, 9),
    ("0.72", 24, 5),
    ("0.75", 8, 2),
    ("0.77", 40, 9),
];

fn certified(code: &str) -> QuotientCertificate {
    let game = Session::new().family(&format!("octal:{code}")).expect("a family");
    certify_quotient(&game, &Limits::default()).unwrap_or_else(|why| panic!("{code}: {why}"))
}

static CERTIFICATES: LazyLock<Vec<QuotientCertificate>> =
    LazyLock::new(|| CODES.iter().map(|(code, ..)| certified(code)).collect());

fn kayles() -> QuotientCertificate {
    CERTIFICATES[CODES.len() - 1].clone()
}

/// Returns `true` if a sum is lost under misère play, by the definition of the digits. Options have at most two heaps for each
/// heap.
fn is_lost(digits: &[u8], heaps: &[u64], known: &mut HashMap<Vec<u64>, bool>) -> bool {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    if let Some(&known) = known.get(&heaps) {
        return known;
    }
    let (mut moves, mut wins) = (false, false);
    for at in 0..heaps.len() {
        for (taken, digit) in (0..).zip(digits).filter(|(taken, _)| *taken <= heaps[at]) {
            let rest = heaps[at] - taken;
            for a in 0..=rest / 2 {
                let parts: Vec<u64> = [a, rest - a].into_iter().filter(|part| *part > 0).collect();
                if digit >> parts.len() & 1 != 0 {
                    let others = heaps.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, &heap)| heap);
                    let left: Vec<u64> = others.chain(parts).collect();
                    moves = true;
                    wins |= is_lost(digits, &left, known);
                }
            }
        }
    }
    known.insert(heaps, moves && !wins);
    moves && !wins
}

/// Returns `true` if the certificate and the definition give the same outcomes for all sums of a few heaps.
///
/// The code must have no digit above 7.
fn decides(certificate: &QuotientCertificate, largest: u64, most: usize) -> bool {
    let code: sprague::heap::TakeAndBreak = certificate.family["octal:".len()..].parse().expect("a code");
    let mut known = HashMap::new();
    let image = |heap: u64| {
        let QuotientCertificate { preperiod, period, .. } = *certificate;
        let heap = if heap < preperiod { heap } else { preperiod + (heap - preperiod) % period };
        certificate.phi[heap as usize] as usize
    };
    // a word of generators for each element
    let mut words: Vec<Option<Vec<usize>>> = vec![None; certificate.products.len()];
    words[0] = Some(vec![]);
    while words.contains(&None) {
        for x in 0..words.len() {
            let Some(word) = words[x].clone() else { continue };
            for (generator, &next) in certificate.products[x].iter().enumerate() {
                words[next as usize].get_or_insert_with(|| [&word[..], &[generator]].concat());
            }
        }
    }
    let times = |x: usize, y: usize| {
        words[y].as_ref().expect("a word").iter().fold(x, |x, &generator| certificate.products[x][generator] as usize)
    };
    (0..=most).flat_map(|count| (1..=largest).combinations_with_replacement(count)).all(|heaps| {
        let x = heaps.iter().fold(0, |x, &heap| times(x, image(heap)));
        certificate.p_portion.contains(&(x as u32)) == is_lost(code.digits(), &heaps, &mut known)
    })
}

#[test]
#[ignore = "slow: seconds"]
fn slow_true_certificates_are_accepted() {
    for (certificate, (code, order, lost)) in CERTIFICATES.iter().zip(CODES) {
        let checked = Session::new().check(certificate, &Limits::default()).unwrap_or_else(|why| panic!("{code}: {why}"));
        assert_eq!((checked.order, checked.lost), (order, lost), "{code}");
        assert!(decides(certificate, 12, 3), "{code}");
        let text = serde_json::to_string(certificate).expect("plain data");
        assert_eq!(&serde_json::from_str::<QuotientCertificate>(&text).expect("what was written"), certificate);
    }
}

fn rejected(certificate: &QuotientCertificate) -> BadQuotient {
    match Session::new().check(certificate, &Limits::default()) {
        Err(check::NotAccepted::Claim(NotAccepted::Quotient(why))) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_said_about_the_claim_must_be_right() {
    let forged = |forge: fn(&mut QuotientCertificate)| {
        let mut certificate = kayles();
        forge(&mut certificate);
        rejected(&certificate)
    };
    assert_eq!(forged(|it| it.theorem = TheoremName::GuySmith), BadQuotient::OtherTheorem { cited: TheoremName::GuySmith });
    assert_eq!(forged(|it| it.play = Play::Normal), BadQuotient::NormalPlay);
    assert_eq!(forged(|it| it.saltus = 1), BadQuotient::Saltus { saltus: 1 });
    assert_eq!(forged(|it| it.period = 0), BadQuotient::Zero);
    assert_eq!(forged(|it| it.preperiod = 0), BadQuotient::Zero);
    assert!(matches!(forged(|it| it.preperiod = u64::MAX), BadQuotient::NumberOfImages { .. }));
    assert!(matches!(forged(|it| it.phi.truncate(60)), BadQuotient::NumberOfImages { found: 60, .. }));
    let mut other = kayles();
    other.family = "subtraction:1,2".into();
    assert!(matches!(Session::new().check(&other, &Limits::default()), Err(check::NotAccepted::NoCode)));
    other.family = "octal:0.7x".into();
    assert!(matches!(Session::new().check(&other, &Limits::default()), Err(check::NotAccepted::Family(_))));
}

#[test]
fn what_is_no_monoid_is_rejected() {
    let forged = |forge: fn(&mut QuotientCertificate)| {
        let mut certificate = kayles();
        forge(&mut certificate);
        rejected(&certificate)
    };
    assert_eq!(forged(|it| it.products.clear()), BadQuotient::Order { found: 0 });
    assert_eq!(forged(|it| it.products = vec![vec![0; 7]; 4097]), BadQuotient::Order { found: 4097 });
    assert!(matches!(forged(|it| it.products[5].truncate(2)), BadQuotient::RowWidth { x: 5, found: 2, generators: 7 }));
    assert!(matches!(forged(|it| it.products[5][2] = 40), BadQuotient::NoElement { of: "product", .. }));
    assert!(matches!(forged(|it| it.phi[3] = u32::MAX), BadQuotient::NoElement { of: "image", at: 3, .. }));
    assert!(matches!(forged(|it| it.p_portion[3] = 41), BadQuotient::NoElement { of: "lost element", at: 3, .. }));
    assert!(matches!(forged(|it| it.products[20][1] ^= 1), BadQuotient::OrderMatters { .. }));
    assert!(matches!(
        forged(|it| it.products.push(vec![0; 7])),
        BadQuotient::OrderMatters { .. } | BadQuotient::Unreached { .. }
    ));
    assert!(matches!(forged(|it| it.generators[0] = 2), BadQuotient::NotItsImage { at: 0, heap: 2 }));
    assert!(matches!(forged(|it| it.generators[0] = u64::MAX), BadQuotient::NotItsImage { at: 0, .. }));
    assert!(matches!(forged(|it| it.p_portion.swap(1, 2)), BadQuotient::LostOutOfOrder { .. }));
    assert!(matches!(forged(|it| it.p_portion.insert(0, 0)), BadQuotient::LostOutOfOrder { element: 0 }));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_wrong_image_and_every_wrong_outcome_is_rejected() {
    for certificate in CERTIFICATES.iter() {
        let order = certificate.products.len() as u32;
        for n in 0..certificate.phi.len() {
            for wrong in (0..order).filter(|&x| x != certificate.phi[n]) {
                let mut forged = certificate.clone();
                forged.phi[n] = wrong;
                assert!(Session::new().check(&forged, &Limits::default()).is_err(), "{} φ({n}) = {wrong}", forged.family);
            }
        }
        for x in 0..order {
            let mut forged = certificate.clone();
            match forged.p_portion.binary_search(&x) {
                Ok(at) => drop(forged.p_portion.remove(at)),
                Err(at) => forged.p_portion.insert(at, x),
            }
            assert!(
                Session::new().check(&forged, &Limits::default()).is_err(),
                "{} {x} is said to be lost, or won",
                forged.family
            );
        }
    }
}

/// Checks claims of periods that the first heaps of Kayles suggest.
///
/// The quotient of heaps up to 24 has 24 elements, and Kayles seems to repeat there.
#[test]
fn a_quotient_of_the_first_heaps_is_not_that_of_all() {
    let whole = kayles();
    for (preperiod, period) in [(1, 12), (12, 12), (20, 4), (40, 12), (59, 12), (70, 12), (71, 6), (71, 24), (72, 12), (83, 12)] {
        let heaps = preperiod + period;
        let phi = (0..heaps).map(|n| if n < 83 { whole.phi[n] } else { whole.phi[71 + (n - 71) % 12] });
        let forged =
            QuotientCertificate { phi: phi.collect(), preperiod: preperiod as u64, period: period as u64, ..whole.clone() };
        let why = rejected(&forged);
        match (preperiod, period) {
            (71, 24) => assert!(matches!(why, BadQuotient::PeriodNotMinimal { period: 24, shorter: 12 }), "{why}"),
            (72 | 83, 12) => assert!(matches!(why, BadQuotient::PreperiodNotMinimal { .. }), "{why}"),
            _ => {}
        }
    }
}

/// Checks quotients in which two elements are merged, and one in which each element is doubled.
///
/// Merging all sums with a_x = b_x gives the quotient of the monoid by a congruence. It merges lost sums with won ones, or sums
/// that behave differently.
#[test]
fn merged_or_doubled_elements_are_rejected() {
    let whole = kayles();
    for (x, y) in (0..40_u32).array_combinations().map(|[x, y]| (x, y)) {
        // replace y by x everywhere, and remove the row of y
        let named = |z: u32| if z == y { x } else { z - u32::from(z > y) };
        let named = |z: u32| if z == y && x > y { named(x) } else { named(z) };
        let mut forged = whole.clone();
        forged.products.remove(y as usize);
        forged.products.iter_mut().flatten().for_each(|z| *z = named(*z));
        forged.phi.iter_mut().for_each(|z| *z = named(*z));
        forged.p_portion = forged.p_portion.iter().map(|&z| named(z)).sorted().dedup().collect();
        rejected(&forged);
    }
    // 0.3 with a second copy of each element: all outcomes are right, but the quotient is not reduced
    let mut doubled = certified("0.3");
    doubled.products = (0..4).map(|x| vec![(x + 1) % 4]).collect();
    doubled.p_portion = vec![1, 3];
    doubled.phi = vec![0, 1, 0];
    assert_eq!(rejected(&doubled), BadQuotient::Alike { x: 0, y: 2 });
}

#[test]
fn a_check_stops_at_its_limit() {
    let code = "0.77".parse().expect("a code");
    for most in [0, 10, 1_000, 5_000] {
        assert_eq!(kayles().check_within(&code, most, &Limits::default()), Err(NotAccepted::TooLarge { most, of: "products" }));
    }
    // 2^22 heaps and more would have to be played
    let mut long = kayles();
    long.phi = vec![0; 3 << 20];
    (long.preperiod, long.period) = (1, (3 << 20) - 1);
    (long.generators, long.products, long.p_portion) = (vec![], vec![vec![]], vec![]);
    let why = long.check(&code, &Limits::default()).unwrap_err();
    assert!(matches!(why, NotAccepted::Quotient(BadQuotient::PeriodNotMinimal { .. }) | NotAccepted::TooLarge { .. }));
}

fn change(certificate: &mut QuotientCertificate, which: u8, at: usize, to: u32) {
    let set = |list: &mut Vec<u32>| {
        if !list.is_empty() {
            let at = at % list.len();
            list[at] = to;
        }
    };
    let (rows, width) = (certificate.products.len(), certificate.generators.len());
    match which {
        0 => set(&mut certificate.phi),
        1 => set(&mut certificate.p_portion),
        2 if rows > 0 => set(&mut certificate.products[at / 7 % rows]),
        3 if width > 0 => certificate.generators[at % width] = to.into(),
        4 => certificate.preperiod = to.into(),
        5 => certificate.period = u64::from(to) << (at % 40),
        6 if rows > 0 => drop(certificate.products.remove(at % rows)),
        7 if rows > 0 => certificate.products.swap(at % rows, to as usize % rows),
        8 => certificate.phi.extend(certificate.phi.clone().iter().skip(at % 90)),
        9 => {
            certificate.phi.pop();
            certificate.period = certificate.period.saturating_sub(1);
        }
        10 if width > 1 => {
            let (a, b) = (at % width, to as usize % width);
            certificate.generators.swap(a, b);
            certificate.products.iter_mut().filter(|row| row.len() == width).for_each(|row| row.swap(a, b));
        }
        _ => {
            let rows: Vec<u32> = certificate.products.iter().map(|row| row.iter().copied().max().unwrap_or(0)).collect();
            certificate.p_portion = rows.into_iter().filter(|x| x % (to % 7 + 2) == 1).sorted().dedup().collect();
        }
    }
}

proptest! {

    #[test]
    fn whatever_is_accepted_is_true(
        which in 0..CODES.len(),
        changes in prop::collection::vec((0_u8..12, any::<usize>(), prop_oneof![0_u32..45, any::<u32>()]), 1..4),
    ) {
        let mut certificate = CERTIFICATES[which].clone();
        for (which, at, to) in changes {
            change(&mut certificate, which, at, to);
        }
        if Session::new().check(&certificate, &Limits::default()).is_ok() {
            prop_assert!(decides(&certificate, 9, 3));
        }
    }

    #[test]
    fn broken_text_is_no_certificate_or_is_checked(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut text = serde_json::to_vec(&certified("0.31")).expect("plain data");
        let at = at.index(text.len());
        text[at] = byte;
        if let Ok(certificate) = serde_json::from_slice::<QuotientCertificate>(&text) {
            let verdict = Session::new().check(&certificate, &Limits::default());
            prop_assert!(verdict.is_err() || certificate == certified("0.31") || certificate.family != "octal:0.31");
        }
    }
}
