//! Compares rows of values with golden values and with the values of positions.
//!
//! Also checks certificates of value rows, true and forged ones.

use proptest::prelude::*;
use sprague::any::{self, AnyPartizan};
use sprague::certificate::{SharedValue, SharedValues, TheoremName, ValueCertificate};
use sprague::heap::AmountSet;
use sprague::solve::RulesetCache;
use sprague::value_rows::ValueRows;
use sprague::values::{Value, value};
use sprague::{Limits, Partizan, Play, Player};
use sprague_check::{BadValues, Claim, NotAccepted};
use sprague_questions::{Analysis, Certified, NoAnswer, RowPlan, Session, ValueOf, analyse, certify_values, check};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_testkit::golden;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The number of rows that are computed to find a period, because these families have short periods.
const SEEK: u64 = 150;

fn values(family: &str, to: u64) -> Analysis {
    let game = Session::new().family(family).expect("a family");
    analyse(&game, &RowPlan { values: true, dag: true, to, seek: Some(SEEK), ..RowPlan::default() }).expect("a few rows")
}

/// Returns a certificate of the period of the values.
///
/// Certificates of the order of rows are checked in another test.
fn certified(family: &str) -> Result<ValueCertificate, NoAnswer> {
    let options = RowPlan { seek: Some(SEEK), ..RowPlan::default() };
    match certify_values(&Session::new().family(family).expect("a family"), &options)? {
        Certified::Values(certificate) => Ok(certificate),
        _ => Err(NoAnswer::NoTheorem { because: "its values have no period".into() }),
    }
}

/// Returns the set whose members are the bits of a number, where the lowest bit is 1.
fn set(bits: u32) -> AmountSet {
    AmountSet::new((1..=32).filter(|amount| bits >> (amount - 1) & 1 == 1)).unwrap()
}

fn family(left: u32, right: u32) -> String {
    let text = |bits| if bits == 0 { "none".to_owned() } else { set(bits).to_string() };
    format!("asymmetric:{}/{}", text(left), text(right))
}

#[test]
fn golden_values_of_heaps_are_found_in_rows_and_by_position() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/value_rows.txt");
    let lines = golden::read(path).unwrap();
    for golden::Line { position, values: [expected], .. } in &lines {
        let (family, heap) = position.split_once('@').unwrap();
        let heap: u64 = heap.parse().unwrap();
        let rows = values(family, heap).values.unwrap();
        assert_eq!(rows.texts[heap as usize].as_ref(), Some(expected), "{position}");
        let rules = family.strip_prefix("asymmetric:").unwrap();
        let [left, right] = [0, 1].map(|i| rules.split('/').nth(i).unwrap().parse::<AmountSet>().unwrap_or_default());
        assert_eq!(value(&PartizanSubtraction { left, right }, &heap).unwrap().to_string(), *expected, "{position}");
    }
    assert!(lines.len() >= 20);
}

#[test]
fn nodes_say_the_same_as_text() {
    for family in ["asymmetric:2,5,9/3,5,9", "asymmetric:1,3/2,3", "asymmetric:2,3/1", "kayles", "nim"] {
        let rows = values(family, 16).values.unwrap();
        let by_nodes = read(&rows.shared.unwrap()).unwrap();
        for (text, value) in rows.texts.iter().zip(by_nodes) {
            assert_eq!(text.as_ref().unwrap().parse::<Value>().unwrap(), value, "{family}");
        }
    }
}

#[test]
fn rows_after_a_proved_period_are_those_that_would_be_computed() {
    for name in ["asymmetric:1/2", "asymmetric:1,5,6/6,7", "asymmetric:2,4/1,3", "asymmetric:3,5/none", "asymmetric:none/2"] {
        let game = Session::new().family(name).unwrap();
        let rows = |fill| analyse(&game, &RowPlan { values: true, to: 300, fill, ..RowPlan::default() }).unwrap();
        let (filled, computed) = (rows(true).values.unwrap(), rows(false).values.unwrap());
        assert!(filled.period.as_ref().is_some_and(|period| period.is_proved()), "{name}");
        assert_eq!((filled.texts, filled.period), (computed.texts, computed.period), "{name}");
    }
}

/// The same rules as code, for which there is no theorem.
#[derive(Clone)]
struct Code(PartizanSubtraction);

impl Partizan for Code {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
        self.0.moves(heap, player)
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        heap - amount
    }
}
sprague::heap_notation!(Code);

#[test]
fn rules_that_are_code_have_the_same_values_and_nothing_is_proved() {
    let rules = PartizanSubtraction { left: "1,3".parse().unwrap(), right: "2,4".parse().unwrap() };
    let code = RulesetCache::new("code", any::partizan(Code(rules)));
    let options = RowPlan { values: true, to: 150, ..RowPlan::default() };
    let by_code = analyse(&code, &options).unwrap();
    let by_rules = analyse(&Session::new().family("asymmetric:1,3/2,4").unwrap(), &options).unwrap();
    assert_eq!(by_code.rows, by_rules.rows);
    let (by_code, by_rules) = (by_code.values.unwrap(), by_rules.values.unwrap());
    assert_eq!(by_code.texts, by_rules.texts);
    assert_eq!(by_code.period.unwrap().to_string(), "period 5 from n = 0 on, observed, not proved");
    assert_eq!(by_rules.period.unwrap().to_string(), "period 5 from n = 0 on, proved (bounded look-back)");
    assert!(certify_values(&code, &options).is_err());
}

/// Returns pairs of codes for Left and Right: all codes of one digit, and some others.
fn pairs_of_codes() -> Vec<(String, String)> {
    let one = ["0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7"];
    let others = ["4.", "0.07", "0.12", "0.15", "0.34", "0.77", "4.3", "8.", "0.8", "0.9", "0.0b", "c.1"];
    let all: Vec<&str> = one.into_iter().chain(others).collect();
    let pairs = all.iter().flat_map(|left| all.iter().map(move |right| (*left, *right)));
    pairs.map(|(left, right)| (format!("octal:{left}"), format!("octal:{right}"))).collect()
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_values_of_two_codes_are_those_of_their_positions_and_hold_beyond_their_window() {
    let (limits, mut proved, mut rising, mut broken) = (Limits::default(), 0, 0, 0);
    for (left, right) in pairs_of_codes() {
        let name = format!("partizan:{left}/{right}");
        let game = Session::new().family(&name).unwrap();
        let rules = game.heap_rules().expect("two codes are data");
        let mut rows = ValueRows::of(rules).unwrap_or_else(|| panic!("{name}"));
        rows.extend(9, &limits).unwrap();
        let positions = AnyPartizan::try_from(game.rules().clone()).unwrap();
        for n in 0..9 {
            let by_position = value(&positions, &game.rules().read(&n.to_string()).unwrap()).unwrap();
            assert_eq!(rows.value(n), by_position, "{name}@{n}");
        }
        rows.extend_until_proved(60, &Limits { positions: 30_000, ..Limits::default() });
        let Some(period) = rows.period().filter(|period| period.is_proved()).cloned() else { continue };
        let needed = period.theorem.unwrap().rows_needed(period.preperiod, period.period).unwrap() as usize;
        // rows computed without the help of the proved period
        let mut further = ValueRows::of(rules).unwrap();
        let stopped = further.extend(4 * needed, &Limits { positions: 100_000, ..Limits::default() });
        let gain = |n: usize| further.value(n) + period.saltus.clone();
        let later = |n: usize| further.value(n + period.period as usize);
        let known = period.preperiod as usize..further.len().saturating_sub(period.period as usize);
        assert!(stopped.is_err() || known.len() > needed);
        assert!(known.into_iter().all(|n| gain(n) == later(n)), "{name}: {period}");
        let certificate = certified(&name).unwrap();
        let checked = Session::new().check(&certificate, &limits).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!((checked.period, checked.saltus), (period.period, period.saltus.to_string()));
        proved += 1;
        rising += u32::from(period.saltus != Value::from(0));
        broken += u32::from(certificate.theorem == TheoremName::GuySmith);
    }
    println!("{proved} proved, {rising} of them rising, {broken} by Guy and Smith");
    assert!(proved > 60 && rising > 20 && broken > 40, "{proved}, {rising}, {broken}");
}

#[test]
fn huge_heaps_of_two_codes_have_the_values_of_their_period() {
    let session = Session::new();
    let value = |position: &str| {
        let answer = session.ask(&ValueOf::of(position), &Limits::default()).unwrap();
        answer.short().unwrap().value.clone()
    };
    let gained = |periods: u64| Value::from(-(periods as i64));
    for n in [200_u64, 201, 399, 1_000_001] {
        // rows of this family change by -1 every 3 heaps
        let expected = value(&format!("partizan:octal:0.6/octal:0.7@{}", n % 3 + 3)) + gained((n - 3) / 3);
        assert_eq!(value(&format!("partizan:octal:0.6/octal:0.7@{n}")), expected, "{n}");
        assert_eq!(value(&format!("partizan:octal:0.6/octal:0.7@{n}.7")), expected + value("partizan:octal:0.6/octal:0.7@7"));
    }
    // this value is searched, because no period is proved, and compared with rows computed one by one
    let mut rows = ValueRows::of(session.family("partizan:octal:0.15/octal:0.33").unwrap().heap_rules().unwrap()).unwrap();
    rows.extend(211, &Limits::default()).unwrap();
    assert_eq!(value("partizan:octal:0.15/octal:0.33@210"), rows.value(210));
}

#[test]
fn outcomes_of_two_codes_follow_from_values_that_repeat() {
    let analysis = values("partizan:octal:0.3/octal:0.6", 20);
    assert_eq!(analysis.outcome_period.unwrap().to_string(), "period 1 from n = 1 on, proved (Guy-Smith)");
    let rising = values("partizan:octal:0.6/octal:0.7", 20);
    assert!(rising.outcome_period.is_none() && rising.values.unwrap().period.unwrap().is_proved());
}

#[test]
fn a_million_characters_are_left_out_and_nodes_tell_them() {
    let json = values("asymmetric:2,3,6/1,3,4,6", 60).to_json();
    let texts = json["values"].as_array().unwrap();
    assert!(texts[60].is_null() && texts[10].is_string() && json["value_skipped"] == true);
    assert_eq!(json["dag_values"].as_array().unwrap().len(), 61);
    assert!(json["dag"].as_array().unwrap().len() < 200);
}

#[test]
fn what_has_no_values_is_refused_with_the_reason() {
    for (family, play, reason) in [
        ("stones:1-3", Play::Normal, "its own ending"),
        ("no-repeat:1-3", Play::Normal, "moves that are remembered"),
        ("asymmetric:1/2", Play::Misere, "normal play"),
        ("kayles", Play::Misere, "normal play"),
        ("knights", Play::Normal, "no rows of values"),
    ] {
        let game = Session::new().family(family).unwrap();
        let options = RowPlan { values: true, play, ..RowPlan::default() };
        let why = analyse(&game, &options).unwrap_err().to_string();
        assert!(why.contains(reason), "{family}: {why}");
        assert!(certify_values(&game, &options).is_err());
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_is_proved_is_certified_and_accepted_and_nothing_else_is() {
    let mut accepted = 0;
    for (left, right) in (0..16).flat_map(|left| (0..16).map(move |right| (left, right))) {
        let name = family(left, right);
        let by_values = |period: &sprague::value_rows::ValuePeriod| {
            period.theorem.is_some_and(|theorem| theorem.cited() == TheoremName::BoundedLookBack)
        };
        let period = values(&name, 10).values.unwrap().period.filter(by_values);
        match (certified(&name), period) {
            (Ok(certificate), Some(period)) => {
                assert_eq!((certificate.preperiod, certificate.period), (period.preperiod, period.period), "{name}");
                let checked = Session::new().check(&certificate, &Limits::default());
                let checked = checked.unwrap_or_else(|why| panic!("{name}: {why}"));
                assert_eq!(checked.saltus, period.saltus.to_string(), "{name}");
                accepted += 1;
            }
            (Err(NoAnswer::NoTheorem { .. }), None) => {}
            (certificate, period) => panic!("{name}: {certificate:?} and {period:?}"),
        }
    }
    assert!(accepted > 60, "{accepted}");
}

/// Returns the values of a claim, or `None` if the claim is malformed.
fn read(shared: &SharedValues) -> Option<Vec<Value>> {
    let mut nodes: Vec<Value> = vec![];
    let read = |nodes: &[Value], shared: &SharedValue| match shared {
        SharedValue::Node(node) => nodes.get(usize::try_from(*node).ok()?).cloned(),
        SharedValue::Text(text) => text.parse().ok(),
    };
    for sides in &shared.nodes {
        let [left, right] =
            sides.each_ref().map(|side| side.iter().map(|option| read(&nodes, option)).collect::<Option<Vec<_>>>());
        nodes.push(Value::of(left?, right?));
    }
    shared.values.iter().map(|value| read(&nodes, value)).collect()
}

/// True claims: plain periods of several kinds, and rising ones.
static TRUTHS: LazyLock<Vec<ValueCertificate>> = LazyLock::new(|| {
    let families = [
        "asymmetric:1/2",
        "asymmetric:1,5,6/6,7",
        "asymmetric:1,3/2,4",
        "asymmetric:2,4/1,3",
        "asymmetric:1,3,4/1,3,4",
        "asymmetric:3,5/none",
        "asymmetric:none/2",
        "asymmetric:none/none",
        "partizan:octal:0.3/octal:0.6",
        "partizan:octal:0.6/octal:0.7",
        "partizan:octal:0.4/octal:0.07",
        "partizan:octal:0.12/octal:0.3",
        "partizan:octal:0.5/octal:0.17",
        "partizan:octal:4./subtraction:1",
    ];
    families.into_iter().filter_map(|family| certified(family).ok()).collect()
});

#[derive(Clone, Debug)]
enum Change {
    Preperiod(u64),
    Period(u64),
    Saltus(String),
    Value(usize, SharedValue),
    Swap(usize, usize),
    Again(usize),
    Cut(usize),
    Option(usize, bool, usize, SharedValue),
    Without(usize, bool, usize),
    More(usize, bool, SharedValue),
    Other(&'static str),
}

fn shared() -> impl Strategy<Value = SharedValue> {
    let text = prop_oneof!["0|1|-1|1/2|\\^|\\*|v|\\^2\\*|-3/4|2|\\*2|-2v\\*3", "[-0-9^v*/{|}]{0,4}"];
    prop_oneof![text.prop_map(|text| SharedValue::Text(text.into())), (0..12_u64).prop_map(SharedValue::Node)]
}

fn change() -> impl Strategy<Value = Change> {
    let n = || any::<usize>();
    prop_oneof![
        (0..30_u64).prop_map(Change::Preperiod),
        (0..30_u64).prop_map(Change::Period),
        "0|1|-1|2|1/2|\\^|\\*|-1/2|x".prop_map(Change::Saltus),
        (n(), shared()).prop_map(|(row, to)| Change::Value(row, to)),
        (n(), n()).prop_map(|(a, b)| Change::Swap(a, b)),
        n().prop_map(Change::Again),
        n().prop_map(Change::Cut),
        (n(), any::<bool>(), n(), shared()).prop_map(|(node, side, i, to)| Change::Option(node, side, i, to)),
        (n(), any::<bool>(), n()).prop_map(|(node, side, i)| Change::Without(node, side, i)),
        (n(), any::<bool>(), shared()).prop_map(|(node, side, to)| Change::More(node, side, to)),
        prop_oneof![Just("rows"), Just("theorem"), Just("play")].prop_map(Change::Other),
    ]
}

fn options(claim: &mut ValueCertificate, node: usize, is_right: bool) -> Option<&mut Vec<SharedValue>> {
    let count = claim.values.nodes.len().max(1);
    claim.values.nodes.get_mut(node % count).map(|sides| &mut sides[usize::from(is_right)])
}

fn apply(claim: &mut ValueCertificate, change: &Change) {
    let count = claim.values.values.len().max(1);
    let values = &mut claim.values.values;
    match change {
        Change::Preperiod(to) => claim.preperiod = *to,
        Change::Period(to) => claim.period = *to,
        Change::Saltus(to) => claim.saltus.clone_from(to),
        Change::Value(row, to) => values.iter_mut().skip(row % count).take(1).for_each(|value| value.clone_from(to)),
        Change::Swap(a, b) if !values.is_empty() => values.swap(a % count, b % count),
        Change::Swap(..) => {}
        Change::Again(row) => values.extend(values.get(row % count).cloned()),
        Change::Cut(row) => values.truncate(row % count),
        Change::Option(node, is_right, i, to) => {
            let side = options(claim, *node, *is_right);
            let count = side.as_ref().map_or(1, |side| side.len().max(1));
            side.into_iter().flatten().skip(i % count).take(1).for_each(|option| option.clone_from(to));
        }
        Change::Without(node, is_right, i) => {
            if let Some(side) = options(claim, *node, *is_right).filter(|side| !side.is_empty()) {
                side.remove(i % side.len());
            }
        }
        Change::More(node, is_right, to) => options(claim, *node, *is_right).into_iter().for_each(|side| side.push(to.clone())),
        Change::Other("rows") => claim.rows = "nimbers".to_owned(),
        Change::Other("theorem") => claim.theorem = TheoremName::GuySmith,
        Change::Other(_) => claim.play = Play::Misere,
    }
}

/// Returns `true` if a claim is equal to the true one, except that equal values may have different forms.
fn says_the_same(claim: &ValueCertificate, truth: &ValueCertificate) -> bool {
    let but_values = |claim: &ValueCertificate| ValueCertificate { values: SharedValues::default(), ..claim.clone() };
    but_values(claim) == but_values(truth) && read(&claim.values).is_some_and(|values| Some(values) == read(&truth.values))
}

/// Returns `true` if all texts are in the form in which the program writes values.
///
/// The checker must always be able to parse such texts.
fn is_plainly_written(claim: &ValueCertificate) -> bool {
    let options = claim.values.nodes.iter().flatten().flatten();
    options.chain(&claim.values.values).all(|value| match value {
        SharedValue::Text(text) => {
            text.parse::<Value>().is_ok_and(|value| value.nus().is_some_and(|nus| nus.to_string() == **text))
        }
        SharedValue::Node(_) => true,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn only_what_is_true_is_accepted(which in any::<usize>(), changes in prop::collection::vec(change(), 1..4)) {
        let truth = &TRUTHS[which % TRUTHS.len()];
        let mut claim = truth.clone();
        changes.iter().for_each(|change| apply(&mut claim, change));
        let rules = Session::new().family(&truth.family).unwrap().heap_rules().unwrap().clone();
        let answer = claim.check_within(&rules, 1 << 22, &Limits::default());
        let is_true = says_the_same(&claim, truth);
        prop_assert!(answer.is_err() || is_true, "accepted: {:?}", claim);
        prop_assert!(answer.is_ok() || !is_true || !is_plainly_written(&claim), "{:?}: {:?}", answer, claim);
    }
}

#[test]
fn there_are_true_claims_of_every_kind() {
    let rising = TRUTHS.iter().filter(|claim| claim.saltus != "0").count();
    let with_nodes = TRUTHS.iter().filter(|claim| !claim.values.nodes.is_empty()).count();
    assert!(rising >= 2 && with_nodes >= 3 && TRUTHS.len() >= 7, "{rising}, {with_nodes} of {}", TRUTHS.len());
    assert!(TRUTHS.iter().all(|claim| Session::new().check(claim, &Limits::default()).is_ok()));
}

/// Returns a claim with the same true values but another preperiod and period.
fn restated(truth: &ValueCertificate, preperiod: u64, period: u64) -> ValueCertificate {
    let row = |n: u64| n - n.saturating_sub(truth.preperiod) / truth.period * truth.period;
    let values = (0..preperiod + period).map(|n| truth.values.values[row(n) as usize].clone()).collect();
    ValueCertificate { preperiod, period, values: SharedValues { values, ..truth.values.clone() }, ..truth.clone() }
}

#[test]
fn a_period_that_is_not_minimal_is_rejected_as_that() {
    let rejected = |claim: &ValueCertificate| match Session::new().check(claim, &Limits::default()) {
        Err(check::NotAccepted::Claim(NotAccepted::Values(why))) => why,
        other => panic!("{other:?}"),
    };
    for truth in TRUTHS.iter().filter(|truth| truth.saltus == "0") {
        let ValueCertificate { preperiod, period, .. } = *truth;
        assert_eq!(
            rejected(&restated(truth, preperiod, 2 * period)),
            BadValues::PeriodNotMinimal { period: 2 * period, least: period }
        );
        assert_eq!(
            rejected(&restated(truth, preperiod + 1, period)),
            BadValues::PreperiodNotMinimal { preperiod: preperiod + 1 }
        );
        if preperiod > 0 {
            assert_eq!(rejected(&restated(truth, preperiod - 1, period)), BadValues::DoesNotRepeat { n: preperiod - 1, period });
        }
    }
}
