//! Checks certificates of every kind of family: true ones are accepted, and forged ones are rejected for the right reason.
//!
//! The checker (`sprague-check`) recomputes all rows from the rules and shares no code with the engine that found the period.

use sprague::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague::heap::{AmountSet, Amounts, HeapRules, RowKind};
use sprague::{Limits, Play};
use sprague_check::{BadPeriod, Claim, NotAccepted};
use sprague_questions::{Check, NoAnswer, RowPlan, Session, certify, check};
use std::sync::LazyLock;

/// Families of every kind, each with the plays that have certificates.
///
/// There are several families of a kind if their rows or theorems differ.
const FAMILIES: [(&str, &[Play]); 35] = [
    ("nim", BOTH),
    ("subtraction:1,3,4", BOTH),
    ("subtraction:2,5", BOTH),
    ("subtraction:2,4,7", BOTH),
    ("subtraction:1,5,8,10", BOTH),
    ("subtraction:3", BOTH),
    ("all-but:1", BOTH),
    ("all-but:2", BOTH),
    ("all-but:2,5", BOTH),
    ("all-but:1,3,4", BOTH),
    ("stones:1-3", NORMAL),
    ("stones:1-4", NORMAL),
    ("stones:2,3", NORMAL),
    ("stones:1,4:wins=even", NORMAL),
    ("no-repeat:1-5", BOTH),
    ("no-repeat:2,4,6,7", BOTH),
    ("no-repeat:1-4:memory=2", BOTH),
    ("no-repeat:3", BOTH),
    ("asymmetric:2,5,9/3,4,8", BOTH),
    ("asymmetric:2,5,9/3,5,9", BOTH),
    ("asymmetric:1/none", BOTH),
    ("asymmetric:none/none", BOTH),
    ("octal:0.123", BOTH),
    ("octal:0.3", BOTH),
    ("octal:0.1", BOTH),
    ("octal:0.77", NORMAL),
    ("octal:0.15", NORMAL),
    ("octal:0.12", BOTH),
    ("octal:4.", NORMAL),
    ("octal:0.b3", NORMAL),
    ("octal:0.f1", NORMAL),
    ("octal:0.07", NORMAL),
    ("kayles", NORMAL),
    ("dawson-kayles", NORMAL),
    ("dawson-chess", NORMAL),
];
const BOTH: &[Play] = &[Play::Normal, Play::Misere];
const NORMAL: &[Play] = &[Play::Normal];

fn certified(family: &str, play: Play) -> Result<Certificate, NoAnswer> {
    let game = Session::new().family(family).expect("a family");
    certify(&game, &RowPlan { play, ..RowPlan::default() })
}

/// A true certificate for each family and play.
static CERTIFICATES: LazyLock<Vec<Certificate>> = LazyLock::new(|| {
    let of = |&(family, plays): &(&'static str, &'static [Play])| plays.iter().map(move |&play| (family, play));
    let questions = FAMILIES.iter().flat_map(of);
    questions.map(|(family, play)| certified(family, play).unwrap_or_else(|why| panic!("{family} {play}: {why}"))).collect()
});

/// Asserts that the checker rejects a certificate, and returns the reason.
fn rejected(certificate: &Certificate) -> BadPeriod {
    match Session::new().check(certificate, &Limits::default()) {
        Err(check::NotAccepted::Claim(NotAccepted::Period(why))) => why,
        other => panic!("{} {}: {other:?}", certificate.family, certificate.play),
    }
}

fn name(certificate: &Certificate) -> String {
    format!("{} {}", certificate.family, certificate.play)
}

/// Returns a certificate with the same true rows that claims another preperiod and period.
fn restated(certificate: &Certificate, preperiod: u64, period: u64, saltus: u64) -> Certificate {
    let truth = sprague::heap::Period {
        preperiod: certificate.preperiod,
        period: certificate.period,
        saltus: certificate.saltus,
        theorem: None,
    };
    let rows = (0..preperiod + period).map(|n| truth.fold(n));
    let values = match &certificate.values {
        ClaimedRows::Outcomes(stated) => ClaimedRows::Outcomes(rows.map(|(row, _)| stated[row as usize].clone()).collect()),
        ClaimedRows::Nimbers(stated) => {
            let raised = |(row, periods): (u64, u64)| {
                let raise = (periods * truth.saltus) as u32;
                stated[row as usize].iter().map(|value| value + raise).collect()
            };
            ClaimedRows::Nimbers(rows.map(raised).collect())
        }
    };
    Certificate { preperiod, period, saltus, values, ..certificate.clone() }
}

#[test]
fn a_true_certificate_of_every_kind_of_family_is_accepted() {
    for certificate in CERTIFICATES.iter() {
        let Certificate { preperiod, period, saltus, .. } = *certificate;
        let checked =
            Session::new().check(certificate, &Limits::default()).unwrap_or_else(|why| panic!("{}: {why}", name(certificate)));
        assert_eq!((checked.preperiod, checked.period, checked.saltus), (preperiod, period, saltus));
        assert_eq!(checked.theorem, certificate.theorem);
        assert_eq!(certificate.values.len() as u64, preperiod + period);
    }
}

#[test]
fn what_is_certified_is_what_the_books_say() {
    for (family, play, preperiod, period, saltus, theorem) in [
        ("nim", Play::Normal, 0, 1, 1, "all-but"),
        ("nim", Play::Misere, 2, 1, 0, "all-but"),
        ("subtraction:1,3,4", Play::Normal, 0, 7, 0, "bounded look-back"),
        ("subtraction:1,3,4", Play::Misere, 0, 7, 0, "bounded look-back"),
        ("stones:1-3", Play::Normal, 0, 8, 0, "bounded look-back"),
        ("no-repeat:1-5", Play::Normal, 9, 13, 0, "bounded look-back"),
        ("no-repeat:2,4,6,7", Play::Normal, 4, 19, 0, "bounded look-back"),
        ("asymmetric:2,5,9/3,5,9", Play::Normal, 10, 7, 0, "bounded look-back"),
        ("octal:0.77", Play::Normal, 71, 12, 0, "Guy-Smith"),
        ("dawson-kayles", Play::Normal, 53, 34, 0, "Guy-Smith"),
        ("dawson-chess", Play::Normal, 52, 34, 0, "Guy-Smith"),
    ] {
        let certificate = certified(family, play).unwrap();
        let found = (certificate.preperiod, certificate.period, certificate.saltus, certificate.theorem.as_str());
        assert_eq!(found, (preperiod, period, saltus, theorem), "{family} {play}");
    }
}

#[test]
fn where_no_theorem_is_known_nothing_is_certified() {
    for (family, play) in [
        ("grundy", Play::Normal),
        ("grundy", Play::Misere),
        ("kayles", Play::Misere),
        ("octal:0.15", Play::Misere),
        ("knights", Play::Normal),
        ("knights", Play::Misere),
    ] {
        assert!(matches!(certified(family, play), Err(NoAnswer::NoTheorem { .. })), "{family} {play}");
    }
    assert!(matches!(certified("stones:1-3", Play::Misere), Err(NoAnswer::Malformed { .. })));
    // no period of treblecross is known
    let game = Session::new().family("treblecross").unwrap();
    let options = RowPlan { seek: Some(500), ..RowPlan::default() };
    assert!(matches!(certify(&game, &options), Err(NoAnswer::NoTheorem { .. })));
}

#[test]
fn twice_the_period_is_rejected_since_half_of_it_is_one() {
    for certificate in CERTIFICATES.iter() {
        let Certificate { preperiod, period, saltus, .. } = *certificate;
        for times in [2, 3] {
            let forged = restated(certificate, preperiod, times * period, times * saltus);
            let expected = BadPeriod::PeriodNotMinimal { period: times * period, least: period };
            assert_eq!(rejected(&forged), expected, "{}", name(certificate));
        }
        // if only the number is doubled, there are too few values
        let forged = Certificate { period: 2 * period, ..certificate.clone() };
        assert!(matches!(rejected(&forged), BadPeriod::NumberOfValues { .. }), "{}", name(certificate));
    }
}

#[test]
fn a_false_period_is_rejected_since_a_row_does_not_repeat() {
    let mut forgeries = 0;
    for certificate in CERTIFICATES.iter() {
        let Certificate { preperiod, period, saltus, .. } = *certificate;
        for other in [period - 1, period + 1, period / 2, 2 * period - 1] {
            if other == 0 || other.is_multiple_of(period) {
                continue;
            }
            let forged = restated(certificate, preperiod, other, saltus);
            let why = rejected(&forged);
            assert!(matches!(why, BadPeriod::DoesNotRepeat { period, .. } if period == other), "{}: {why}", name(certificate));
            forgeries += 1;
        }
        let none = Certificate { period: 0, ..certificate.clone() };
        assert_eq!(rejected(&none), BadPeriod::PeriodZero);
    }
    assert!(forgeries > 80);
}

#[test]
fn a_preperiod_one_too_small_or_too_large_is_rejected_as_just_that() {
    for certificate in CERTIFICATES.iter() {
        let Certificate { preperiod, period, saltus, .. } = *certificate;
        if let Some(smaller) = preperiod.checked_sub(1) {
            let why = rejected(&restated(certificate, smaller, period, saltus));
            assert_eq!(why, BadPeriod::PreperiodTooSmall { preperiod: smaller, period }, "{}", name(certificate));
        }
        let why = rejected(&restated(certificate, preperiod + 1, period, saltus));
        assert_eq!(why, BadPeriod::PreperiodNotMinimal { preperiod: preperiod + 1 }, "{}", name(certificate));
    }
}

#[test]
fn one_wrong_value_in_any_row_is_found_where_it_is() {
    for certificate in CERTIFICATES.iter() {
        for row in 0..certificate.values.len() {
            let mut forged = certificate.clone();
            match &mut forged.values {
                ClaimedRows::Nimbers(rows) => rows[row][0] += 1,
                ClaimedRows::Outcomes(rows) => {
                    let turned = if rows[row].starts_with('N') { "P" } else { "N" };
                    rows[row].replace_range(..1, turned);
                }
            }
            let why = rejected(&forged);
            let n = row as u64;
            assert!(matches!(&why, BadPeriod::WrongValue { n: at, cell: 0, .. } if *at == n), "{}: {why}", name(certificate));
        }
    }
}

#[test]
fn a_wrong_theorem_is_rejected_with_the_right_one() {
    for certificate in CERTIFICATES.iter() {
        for cited in [TheoremName::BoundedLookBack, TheoremName::GuySmith, TheoremName::AllBut, TheoremName::MisereQuotient] {
            let right = certificate.theorem;
            if cited != right {
                let forged = Certificate { theorem: cited, ..certificate.clone() };
                assert_eq!(rejected(&forged), BadPeriod::WrongTheorem { cited, right }, "{}", name(&forged));
            }
        }
        for invented in ["", "Equal states", "the pumping lemma"] {
            let mut forged = serde_json::to_value(certificate).unwrap();
            forged["theorem"] = invented.into();
            let verdict = Session::new().ask(&Check::of(forged.to_string()), &Limits::default()).unwrap_err();
            assert!(verdict.to_string().contains(&format!("there is no theorem {invented:?}: expected ")), "{verdict}");
        }
    }
}

#[test]
fn a_wrong_saltus_is_rejected_with_the_right_one() {
    for certificate in CERTIFICATES.iter() {
        let right = certificate.saltus;
        for saltus in [right + 1, right + 7, u64::MAX] {
            let forged = Certificate { saltus, ..certificate.clone() };
            assert_eq!(rejected(&forged), BadPeriod::WrongSaltus { saltus, right }, "{}", name(certificate));
        }
        if right > 0 {
            let forged = Certificate { saltus: 0, ..certificate.clone() };
            assert_eq!(rejected(&forged), BadPeriod::WrongSaltus { saltus: 0, right }, "{}", name(certificate));
        }
    }
}

#[test]
fn under_another_familys_name_a_certificate_is_rejected_unless_it_is_true_of_that_family_too() {
    let mut accepted = vec![];
    for certificate in CERTIFICATES.iter() {
        for other in CERTIFICATES.iter() {
            let forged = Certificate { family: other.family.clone(), ..certificate.clone() };
            let is_true = CERTIFICATES.contains(&forged);
            let answer = Session::new().check(&forged, &Limits::default());
            assert_eq!(answer.is_ok(), is_true, "{} as {}: {answer:?}", name(certificate), other.family);
            if is_true && certificate.family != other.family && !accepted.contains(&[&certificate.family, &other.family]) {
                accepted.push([&certificate.family, &other.family]);
            }
        }
    }
    // the accepted ones are equal rules under two names, such as these two pairs
    let expected = ["octal:0.77 kayles", "octal:0.07 dawson-kayles"].map(|pair| pair.split(' ').collect::<Vec<_>>());
    for pair in &expected {
        assert!(accepted.iter().any(|found| found.iter().eq(pair)), "{pair:?}");
    }
    assert!(accepted.len() <= 8, "{accepted:?}");
}

#[test]
fn the_reason_for_another_familys_name_is_the_first_thing_that_differs() {
    let as_family =
        |certificate: &Certificate, family: &str| rejected(&Certificate { family: family.into(), ..certificate.clone() });
    let look_back = TheoremName::BoundedLookBack;
    let coins = certified("subtraction:1,3,4", Play::Normal).unwrap();
    assert!(matches!(as_family(&coins, "subtraction:1,3,5"), BadPeriod::WrongValue { n: 4, cell: 0, .. }));
    assert_eq!(as_family(&coins, "subtraction:1,3,4,7"), BadPeriod::DoesNotRepeat { n: 0, period: 7 });
    assert_eq!(as_family(&coins, "kayles"), BadPeriod::WrongTheorem { cited: look_back, right: TheoremName::GuySmith });
    assert_eq!(as_family(&coins, "nim"), BadPeriod::WrongTheorem { cited: look_back, right: TheoremName::AllBut });
    assert_eq!(as_family(&coins, "stones:1-3"), BadPeriod::NoNimbers);
    assert_eq!(as_family(&coins, "asymmetric:1/2"), BadPeriod::NoNimbers);
    assert_eq!(as_family(&coins, "grundy"), BadPeriod::NoTheorem);
    assert_eq!(as_family(&coins, "no-repeat:1,3,4"), BadPeriod::RowWidth { n: 0, found: 1, width: 4 });
    // taking 11 is like taking 4 one period earlier, so the certificate is true for this family, too
    let other = Certificate { family: "subtraction:1,3,4,11".into(), ..coins };
    assert!(Session::new().check(&other, &Limits::default()).is_ok());
    let misere = certified("subtraction:1,3,4", Play::Misere).unwrap();
    assert_eq!(as_family(&misere, "stones:1-3"), BadPeriod::TerminalRule);
    assert_eq!(as_family(&misere, "kayles"), BadPeriod::NoTheorem);
    assert_eq!(as_family(&misere, "asymmetric:1/2"), BadPeriod::RowWidth { n: 0, found: 1, width: 2 });
}

#[test]
fn an_unknown_family_or_one_without_rows_is_no_family_to_check() {
    let certificate = certified("subtraction:1,3,4", Play::Normal).unwrap();
    let check =
        |family: &str| Session::new().check(&Certificate { family: family.into(), ..certificate.clone() }, &Limits::default());
    for (family, at) in [("chess", 0), ("", 0), ("subtraction", 11), ("subtraction:1,3,0", 16), ("nim:3", 3), ("octal:0.7x", 9)] {
        let Err(check::NotAccepted::Family(error)) = check(family) else { panic!("{family}") };
        assert_eq!(error.at, at, "{family}");
    }
    for position in ["subtraction:1,3,4@11", "nim@3"] {
        assert!(matches!(check(position), Err(check::NotAccepted::Family(_))), "{position} is a position");
    }
    for family in ["knights", "knights:5"] {
        assert!(matches!(check(family), Err(check::NotAccepted::NoRows)), "{family}");
    }
    assert!(matches!(check("digraph:./no/such/file"), Err(check::NotAccepted::Family(_))));
}

#[test]
fn with_play_turned_round_it_is_rejected() {
    for certificate in CERTIFICATES.iter() {
        let forged = Certificate { play: -certificate.play, ..certificate.clone() };
        let why = rejected(&forged);
        let is_stones = certificate.family.starts_with("stones");
        let is_right = match (certificate.rows, is_stones) {
            (RowKind::Nimbers, _) => why == BadPeriod::MisereNimbers,
            (RowKind::Scores, _) => why == BadPeriod::NoTheorem,
            (RowKind::Outcomes, true) => why == BadPeriod::TerminalRule,
            (RowKind::Outcomes, false) => matches!(why, BadPeriod::WrongValue { n: 0, .. }),
        };
        assert!(is_right, "{}: {why}", name(certificate));
    }
}

#[test]
fn numbers_beyond_all_rows_are_rejected_at_once() {
    for certificate in CERTIFICATES.iter() {
        let found = certificate.values.len() as u64;
        for (preperiod, period) in [(u64::MAX, 1), (u64::MAX, u64::MAX), (0, 1 << 63)] {
            let forged = Certificate { preperiod, period, ..certificate.clone() };
            assert_eq!(rejected(&forged), BadPeriod::NumberOfValues { found, preperiod, period });
        }
    }
}

#[test]
fn a_certificate_goes_through_json_and_back() {
    for certificate in CERTIFICATES.iter() {
        let text = serde_json::to_string(&certificate).unwrap();
        let again: Certificate = serde_json::from_str(&text).unwrap();
        assert_eq!(again, *certificate);
        assert!(Session::new().check(&again, &Limits::default()).is_ok());
        let pretty = serde_json::to_string_pretty(&certificate).unwrap();
        assert_eq!(serde_json::from_str::<Certificate>(&pretty).unwrap(), *certificate);
        let object: serde_json::Value = serde_json::from_str(&text).unwrap();
        for key in ["family", "play", "theorem", "preperiod", "period", "saltus"] {
            assert!(!object[key].is_null(), "{key} is promised");
        }
    }
}

#[test]
fn json_with_a_key_too_many_or_too_few_is_no_certificate() {
    let certificate = certified("asymmetric:1/none", Play::Normal).unwrap();
    let object = serde_json::to_value(&certificate).unwrap();
    let keys: Vec<String> = object.as_object().unwrap().keys().cloned().collect();
    for key in keys {
        let mut fewer = object.clone();
        fewer.as_object_mut().unwrap().remove(&key);
        assert!(serde_json::from_value::<Certificate>(fewer).is_err(), "without {key}");
        let mut wrong = object.clone();
        wrong[&key] = serde_json::json!({});
        assert!(serde_json::from_value::<Certificate>(wrong).is_err(), "{key} is no object");
    }
    let mut more = object;
    more["trust_me"] = true.into();
    assert!(serde_json::from_value::<Certificate>(more).is_err());
}

/// Certificates typed by hand.
///
/// They are Table 1 of Fisher 2003 for {1, 5, 8, 10} and the misère row of the tutorial for {1, 3, 4}.
const BY_HAND: [&str; 2] = [
    r#"{"family":"subtraction:1,5,8,10","play":"normal","rows":"outcomes","theorem":"bounded look-back",
        "preperiod":0,"period":13,"saltus":0,"values":["P","N","P","N","P","N","P","N","N","N","N","N","N"]}"#,
    r#"{"family":"subtraction:1,3,4","play":"misere","rows":"outcomes","theorem":"bounded look-back",
        "preperiod":0,"period":7,"saltus":0,"values":["N","P","N","P","N","N","N"]}"#,
];

#[test]
fn a_certificate_is_independent_of_the_engine() {
    // written by hand and checked against rules given by hand, without any engine
    for (text, amounts) in BY_HAND.into_iter().zip([&[1, 5, 8, 10][..], &[1, 3, 4]]) {
        let certificate: Certificate = serde_json::from_str(text).unwrap();
        let rules = HeapRules::Subtraction(Amounts::Only(AmountSet::new(amounts.iter().copied()).unwrap()));
        assert!(certificate.check(&rules, &Limits::default()).is_ok());
        assert!(Session::new().check(&certificate, &Limits::default()).is_ok());
        // the certificate does not hold for other rules
        let others = HeapRules::Subtraction(Amounts::Only(AmountSet::new([1, 2]).unwrap()));
        assert!(certificate.check(&others, &Limits::default()).is_err());
    }
}
