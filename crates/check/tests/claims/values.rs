//! Claims about values, true and false. Each false claim is rejected for the right reason, and the true ones are written in
//! forms that are far from canonical.
//!
//! Values are written as the definition gives them, with a node for each heap. Equal heaps are found by playing differences.

use crate::families::set;
use sprague_check::{BadPeriod, BadValues, CheckedValues, Claim, NotAccepted};
use sprague_core::certificate::{SharedValue, SharedValues, TheoremName, ValueCertificate};
use sprague_core::heap::{Amounts, HeapRules};
use sprague_core::{Limits, Play, Stopped};

fn rules(left: &[u64], right: &[u64]) -> HeapRules {
    HeapRules::PartizanSubtraction { left: set(left), right: set(right) }
}

/// For heaps a and b below `side`, whether the player who moves first loses G(a) − G(b), whoever that is.
fn equal_by_play(left: &[u64], right: &[u64], side: usize) -> Vec<Vec<bool>> {
    // wins[a][b] for Left moving first, and for Right moving first
    let mut wins = vec![vec![[false; 2]; side]; side];
    for a in 0..side {
        for b in 0..side {
            for (mover, [own, others]) in [[left, right], [right, left]].into_iter().enumerate() {
                let mine = own.iter().any(|&s| s as usize <= a && !wins[a - s as usize][b][1 - mover]);
                wins[a][b][mover] = mine || others.iter().any(|&s| s as usize <= b && !wins[a][b - s as usize][1 - mover]);
            }
        }
    }
    wins.iter().map(|row| row.iter().map(|wins| *wins == [false, false]).collect()).collect()
}

/// The value of a heap of n by definition, as node n.
fn by_definition(left: &[u64], right: &[u64], count: u64) -> SharedValues {
    let side = |n, amounts: &[u64]| amounts.iter().filter(|&&s| s <= n).map(|s| SharedValue::Node(n - s)).collect();
    SharedValues {
        nodes: (0..count).map(|n| [side(n, left), side(n, right)]).collect(),
        values: (0..count).map(SharedValue::Node).collect(),
    }
}

fn claim(preperiod: u64, period: u64, saltus: &str, values: SharedValues) -> ValueCertificate {
    ValueCertificate {
        family: String::new(),
        play: Play::Normal,
        rows: ValueCertificate::ROWS.to_owned(),
        theorem: TheoremName::BoundedLookBack,
        preperiod,
        period,
        saltus: saltus.to_owned(),
        values,
    }
}

fn texts(values: &[&str]) -> SharedValues {
    SharedValues { nodes: vec![], values: values.iter().map(|text| SharedValue::Text((*text).into())).collect() }
}

fn subsets(greatest: u64) -> Vec<Vec<u64>> {
    (0..1_u64 << greatest).map(|bits| (1..=greatest).filter(|s| bits >> (s - 1) & 1 == 1).collect()).collect()
}

/// The verdict. Panics if the checker gives up.
fn examined(claim: &ValueCertificate, rules: &HeapRules) -> Result<CheckedValues, BadValues> {
    match claim.check(rules, &Limits::default()) {
        Err(NotAccepted::Values(why)) => Err(why),
        other => Ok(other.expect("nothing is too large")),
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_exactly_the_periods_that_play_shows_are_accepted() {
    const ROWS: usize = 70;
    let mut accepted = 0;
    for left in subsets(4) {
        for right in subsets(4) {
            let reach = left.iter().chain(&right).max().map_or(0, |&s| s as usize);
            let equal = equal_by_play(&left, &right, ROWS);
            let repeats = |n0: usize, p: usize| (n0..ROWS - p).all(|n| equal[n][n + p]);
            let least = (0..8).flat_map(|p| (0..12).map(move |n0| (n0, p + 1))).find(|&(n0, p)| repeats(n0, p));
            for (n0, p) in (0..12_usize).flat_map(|n0| (1..9).map(move |p| (n0, p))) {
                let stated = by_definition(&left, &right, (n0 + p) as u64);
                let verdict = examined(&claim(n0 as u64, p as u64, "0", stated), &rules(&left, &right));
                assert_eq!(verdict.is_ok(), least == Some((n0, p)), "{left:?}/{right:?} {n0} {p}: {verdict:?}, {least:?}");
                accepted += u64::from(verdict.is_ok());
                if let Ok(checked) = verdict {
                    assert_eq!(checked.rows, (n0 + p + reach) as u64);
                }
            }
        }
    }
    assert!(accepted > 40, "{accepted}");
}

#[test]
fn who_is_alone_gains_a_move_every_time() {
    assert!(examined(&claim(0, 3, "1", texts(&["0"; 3])), &rules(&[3, 5], &[])).is_ok());
    assert!(examined(&claim(0, 2, "-1", texts(&["0"; 2])), &rules(&[], &[2])).is_ok());
    // an integer may be written in any form if values do not rise
    let verdict = |preperiod, period, saltus, values: &[&str]| {
        examined(&claim(preperiod, period, saltus, texts(values)), &rules(&[2], &[]))
    };
    assert!(verdict(0, 2, "1", &["0", "0"]).is_ok());
    assert!(verdict(0, 2, "2/2", &["0/4", "0"]).is_ok());
    assert_eq!(verdict(0, 2, "2", &["0", "0"]), Err(BadValues::DoesNotRepeat { n: 0, period: 2 }));
    assert_eq!(verdict(0, 2, "0", &["0", "0"]), Err(BadValues::DoesNotRepeat { n: 0, period: 2 }));
    assert_eq!(verdict(0, 4, "2", &["0", "0", "1", "1"]), Err(BadValues::PeriodNotMinimal { period: 4, least: 2 }));
    assert_eq!(verdict(1, 2, "1", &["0", "0", "1"]), Err(BadValues::PreperiodNotMinimal { preperiod: 1 }));
    assert_eq!(verdict(0, 2, "1", &["0", "1"]), Err(BadValues::WrongValue { n: 1 }));
    assert_eq!(verdict(0, 1, "1/2", &["0"]), Err(BadValues::DoesNotRepeat { n: 0, period: 1 }));
    let up = || "^".to_owned();
    assert_eq!(verdict(0, 2, "^", &["0", "0"]), Err(BadValues::SaltusNoNumber { saltus: up() }));
}

#[test]
fn numbers_hidden_in_nodes_do_not_rise() {
    // {|} = {-1|} = {*|*} = {{5|1}|{-1|-5}} … are 0, whatever their form; {1|-1}, {0|*} and {0,*|0} are not numbers
    let text = |text: &str| SharedValue::Text(text.into());
    let node = |left: &[SharedValue], right: &[SharedValue]| [left.to_vec(), right.to_vec()];
    let zeros = [
        node(&[], &[]),
        node(&[text("-1")], &[]),
        node(&[text("*")], &[text("*")]),
        node(&[text("v")], &[text("^")]),
        node(&[text("^*")], &[text("*")]),
    ];
    let hot = [node(&[text("1")], &[text("-1")]), node(&[text("0")], &[text("*")]), node(&[text("0")], &[text("0")])];
    let verdict = |nodes: &[[Vec<SharedValue>; 2]], value: SharedValue| {
        let values = SharedValues { nodes: nodes.to_vec(), values: vec![value, text("0")] };
        examined(&claim(0, 2, "1", values), &rules(&[2], &[]))
    };
    for zero in zeros.iter().take(4) {
        let hidden = verdict(std::slice::from_ref(zero), SharedValue::Node(0));
        assert_eq!(hidden, Err(BadValues::NumberAsNode { node: 0 }), "{zero:?}");
        // other nodes need not be values
        let deeper = node(&[text("5")], &[SharedValue::Node(0)]);
        assert_eq!(verdict(&[zero.clone(), deeper], text("0")), Err(BadValues::NumberAsNode { node: 0 }));
    }
    for game in &hot {
        assert!(verdict(std::slice::from_ref(game), text("0")).is_ok(), "{game:?}");
        assert_eq!(verdict(std::slice::from_ref(game), SharedValue::Node(0)), Err(BadValues::WrongValue { n: 0 }));
    }
}

#[test]
fn what_is_malformed_is_rejected_for_its_reason() {
    let good = || claim(0, 3, "0", SharedValues { values: vec![SharedValue::Node(0); 3], ..by_definition(&[1], &[2], 3) });
    let verdict = |change: &dyn Fn(&mut ValueCertificate)| {
        let mut claim = good();
        claim.values.values = (0..3).map(SharedValue::Node).collect();
        change(&mut claim);
        examined(&claim, &rules(&[1], &[2]))
    };
    assert!(verdict(&|_| {}).is_ok());
    assert_eq!(verdict(&|claim| claim.play = Play::Misere), Err(BadValues::Misere));
    assert_eq!(verdict(&|claim| claim.rows = "nimbers".into()), Err(BadValues::OtherRows { found: "nimbers".into() }));
    assert_eq!(verdict(&|claim| claim.period = 0), Err(BadValues::PeriodZero));
    let wrong = BadPeriod::WrongTheorem { cited: TheoremName::GuySmith, right: TheoremName::BoundedLookBack };
    assert_eq!(verdict(&|claim| claim.theorem = TheoremName::GuySmith), Err(BadValues::Theorem(wrong)));
    let number = BadValues::NumberOfValues { found: 3, preperiod: u64::MAX, period: 3 };
    assert_eq!(verdict(&|claim| claim.preperiod = u64::MAX), Err(number));
    let missing = Err(BadValues::NoSuchNode { n: 1, node: 3 });
    assert_eq!(verdict(&|claim| claim.values.values[1] = SharedValue::Node(3)), missing);
    for option in [1, 2, u64::MAX] {
        let later = Err(BadValues::LaterNode { node: 1, option });
        assert_eq!(verdict(&|claim| claim.values.nodes[1][0][0] = SharedValue::Node(option)), later);
    }
    let unreadable = Err(BadValues::Unreadable { text: "{|}".into() });
    assert_eq!(verdict(&|claim| claim.values.values[0] = SharedValue::Text("{|}".into())), unreadable);
    assert!(matches!(verdict(&|claim| claim.saltus = "x".into()), Err(BadValues::Unreadable { .. })));
    assert_eq!(verdict(&|claim| claim.values.values.swap(0, 1)), Err(BadValues::WrongValue { n: 0 }));
    assert_eq!(verdict(&|claim| claim.values.nodes[2][1].clear()), Err(BadValues::WrongValue { n: 2 }));
    let nim = HeapRules::Subtraction(Amounts::Only(set(&[1, 2])));
    assert_eq!(examined(&good(), &nim), Err(BadValues::NotPartizan));
}

#[test]
fn forgers_cannot_make_it_run_for_ever() {
    let limits = Limits { bytes: 50_000_000, ..Limits::default() };
    let verdict = |claim: &ValueCertificate, rules: &HeapRules| claim.check_within(rules, 1 << 22, &limits);
    let digits = "9".repeat(900);
    let dyadic = format!("1/{}", 1_u128 << 100);
    let fraction = dyadic.as_str();
    for text in [digits.as_str(), "^9223372036854775807", "*18446744073709551615", "v9223372036854775807*3"] {
        let stated = SharedValues { nodes: vec![], values: vec![SharedValue::Text(text.into())] };
        let answer = verdict(&claim(0, 1, "0", stated), &rules(&[1], &[]));
        assert!(matches!(answer, Err(NotAccepted::TooLarge { .. } | NotAccepted::Stopped(_))), "{text}: {answer:?}");
    }
    for saltus in [digits.as_str(), fraction] {
        let answer = verdict(&claim(0, 1, saltus, texts(&["0"])), &rules(&[u64::MAX], &[]));
        assert!(matches!(answer, Err(NotAccepted::TooLarge { .. } | NotAccepted::Stopped(_))), "{saltus}: {answer:?}");
    }
    // nothing can be taken from any heap of reasonable size
    let far = verdict(&claim(0, 1, "0", texts(&["0"])), &rules(&[u64::MAX], &[u64::MAX - 1]));
    assert!(matches!(far, Err(NotAccepted::TooLarge { .. } | NotAccepted::Stopped(_))), "{far:?}");
    let few = Limits { positions: 3, ..Limits::default() };
    let stated = by_definition(&[1], &[2], 3);
    let stopped = claim(0, 3, "0", stated).check_within(&rules(&[1], &[2]), 1 << 22, &few);
    assert_eq!(stopped, Err(NotAccepted::Stopped(Stopped::Positions(3))));
    // nodes as deep as the list is long
    let chain = |n: u64| [vec![SharedValue::Node(n)], vec![SharedValue::Node(n)]];
    let nodes: Vec<_> = [[vec![], vec![]]].into_iter().chain((0..200_000).map(chain)).collect();
    let stated = SharedValues { nodes, values: vec![SharedValue::Node(200_000)] };
    assert!(verdict(&claim(0, 1, "0", stated), &rules(&[], &[])).is_ok(), "an even number of moves is 0");
}
