//! Claims by equal states, true and false.

use crate::equal_states::{Stated, equal_states, guy_smith};
use crate::families::{check, code, examined, rejected};
use proptest::prelude::*;
use sprague_check::{BadPeriod, Claim, MAX_HELD, MAX_STATE_STEPS, NotAccepted, check_on};
use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates, TheoremName};
use sprague_core::heap::{HeapRules, RowKind};
use sprague_core::{Limits, Play, Stopped};
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// Codes with known preperiod and period, from shared/vectors/octal_periods.json.
///
/// That file has none with parity; those are by Guy and Smith's theorem.
static TRUTHS: LazyLock<Vec<Stated>> = LazyLock::new(|| {
    let known = [
        ("0.044", 214, 36, false),
        ("0.045", 189, 32, false),
        ("0.051", 48, 48, true),
        ("0.055", 259, 148, false),
        ("0.117", 47, 48, true),
        ("0.44", 143, 24, false),
        ("0.45", 498, 20, false),
        ("0.77", 71, 12, false),
        ("4.304", 25, 21, false),
    ];
    known.map(|(name, n0, p, parity)| equal_states(name, n0, p, parity).expect("rare heaps end")).into()
});

fn is_accepted(stated: &Stated) {
    let Stated { claim, rules, .. } = stated;
    let checked = check(claim, rules).unwrap_or_else(|why| panic!("{claim:?}: {why}"));
    let Certificate { preperiod, period, saltus, .. } = *claim;
    assert_eq!((checked.preperiod, checked.period, checked.saltus), (preperiod, period, saltus));
    assert!(checked.theorem == TheoremName::EqualStates && checked.rows <= stated.states().start + period);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_known_periods_are_accepted() {
    TRUTHS.iter().for_each(is_accepted);
    for (name, preperiod, period) in [("0.356", 7315, 142), ("0.644", 3256, 442)] {
        is_accepted(&equal_states(name, preperiod, period, false).unwrap());
    }
}

/// Checks that a certificate in `data`, found by plain search among rare heaps, is accepted. Its period must be the one in
/// shared/vectors/octal_periods.json.
fn is_accepted_as_written(name: &str, text: &str) {
    let claim: Certificate = serde_json::from_str(text).expect("the file is a certificate");
    assert_eq!(claim.family, format!("octal:{name}"));
    is_accepted(&Stated { rules: HeapRules::TakeAndBreak(name.parse().expect("the name is a code")), claim, deepest: 0 });
}

#[test]
fn every_row_is_a_step_and_what_watches_is_told_that_more_rows_come() {
    let claim: Certificate = serde_json::from_str(include_str!("data/0.16.json")).unwrap();
    let rules = HeapRules::TakeAndBreak("0.16".parse().unwrap());
    let few = claim.check_within(&rules, 250_000, &Limits::default());
    assert_eq!(few, Err(NotAccepted::TooLarge { most: 250_000, of: "steps" }));
    let mut told = vec![];
    let limits = Limits { positions: 100_000, ..Limits::default() };
    let stopped = check_on(&claim, &rules, u64::MAX, &limits, None, &mut |halfway| {
        told.push((halfway.rows(), halfway.is_last()));
        ControlFlow::Continue(())
    });
    assert_eq!(stopped, Err(NotAccepted::Stopped(Stopped::Positions(100_000))));
    let (last, before) = told.split_last().expect("it was watched");
    assert!(last.1 && !before.is_empty() && before.iter().all(|(rows, is_last)| *rows <= last.0 && !is_last), "{last:?}");
}

#[test]
fn a_period_of_149459() {
    is_accepted_as_written("0.16", include_str!("data/0.16.json"));
}

#[test]
#[ignore = "release: some seconds each: 209541575 and 221574099 heaps"]
fn release_periods_of_millions() {
    is_accepted_as_written("0.104", include_str!("data/0.104.json"));
    is_accepted_as_written("0.454", include_str!("data/0.454.json"));
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_code_of_three_digits_whose_period_and_last_rare_heap_come_early() {
    let mut accepted = [0, 0];
    let names = ["0", "4"].into_iter().flat_map(|first| (0..512).map(move |digits| format!("{first}.{digits:03o}")));
    for name in names {
        let Some((preperiod, period)) = guy_smith(&name, 400) else { continue };
        for parity in [false, true] {
            let Some(stated) = equal_states(&name, preperiod, period, parity) else { continue };
            is_accepted(&stated);
            accepted[usize::from(parity)] += 1;
        }
    }
    assert_eq!(accepted, [349, 175], "without parity and with it");
}

#[test]
fn a_later_start_and_a_greater_depth_are_as_good() {
    for truth in TRUTHS.iter() {
        for later in [1, 2, 50, 10_000] {
            assert!(check(&truth.with(|states| states.start += later), &truth.rules).is_ok());
            let deeper = truth.with(|states| {
                states.depth += later;
                states.start += 3 * later;
            });
            assert!(check(&deeper, &truth.rules).is_ok());
        }
    }
}

#[test]
fn it_survives_being_written_and_read() {
    for truth in TRUTHS.iter() {
        let text = serde_json::to_string(&truth.claim).unwrap();
        let again: Certificate = serde_json::from_str(&text).unwrap();
        assert_eq!(again, truth.claim);
    }
}

#[test]
fn a_wrong_period() {
    for truth in TRUTHS.iter() {
        let right = truth.claim.period;
        for times in [2, 3, 4] {
            let (period, least) = (times * right, right);
            let claim = Certificate { period, ..truth.claim.clone() };
            assert_eq!(rejected(&claim, &truth.rules), BadPeriod::PeriodNotMinimal { period, least });
        }
        for period in (1..2 * right).filter(|&period| period != right) {
            let claim = Certificate { period, ..truth.claim.clone() };
            match rejected(&claim, &truth.rules) {
                BadPeriod::OddPeriod { .. } => assert!(truth.states().parity && period % 2 == 1),
                // with a shorter period, fewer heaps need the depth; with a longer one, no more do
                BadPeriod::DoesNotRepeat { .. } | BadPeriod::PreperiodTooSmall { .. } => {}
                // the state is repeated earlier
                BadPeriod::PeriodNotMinimal { least, .. } => {
                    assert!(least == right && period > right, "{} {period}", claim.family)
                }
                why => panic!("{} {period}: {why}", claim.family),
            }
        }
    }
}

#[test]
fn a_wrong_preperiod() {
    for truth in TRUTHS.iter() {
        let (right, period) = (truth.claim.preperiod, truth.claim.period);
        let claimed = |preperiod| rejected(&Certificate { preperiod, ..truth.claim.clone() }, &truth.rules);
        assert_eq!(claimed(right - 1), BadPeriod::PreperiodTooSmall { preperiod: right - 1, period });
        for preperiod in [0, right / 2, right - 2] {
            let is_false = match claimed(preperiod) {
                BadPeriod::DoesNotRepeat { n, .. } => (preperiod..right).contains(&n),
                // a state that is claimed to begin early may need deeper parts there
                BadPeriod::DepthTooSmall { n, .. } => n < truth.states().start,
                _ => false,
            };
            assert!(is_false || preperiod == right - 2, "{} {preperiod}", truth.claim.family);
        }
        for preperiod in [right + 1, right + period, truth.states().start, truth.states().start + 2 * period, u64::MAX] {
            assert_eq!(claimed(preperiod), BadPeriod::PreperiodNotMinimal { preperiod });
        }
    }
}

#[test]
fn a_heap_that_is_not_listed_and_one_that_should_not_be() {
    for truth in TRUTHS.iter() {
        let rare = &truth.states().rare;
        for (at, &heap) in rare.iter().enumerate() {
            let claim = truth.with(|states| _ = states.rare.remove(at));
            assert!(matches!(rejected(&claim, &truth.rules), BadPeriod::RareMissing { n, .. } if n == heap));
        }
        for heap in (1..rare[rare.len() - 1]).filter(|heap| !rare.contains(heap)) {
            let at = rare.partition_point(|&listed| listed < heap);
            let claim = truth.with(|states| states.rare.insert(at, heap));
            assert!(matches!(rejected(&claim, &truth.rules), BadPeriod::NotRare { n, .. } if n == heap));
        }
        let claim = truth.with(|states| {
            states.rare.push(rare[rare.len() - 1] + 5);
            states.start += 100;
        });
        assert!(matches!(rejected(&claim, &truth.rules), BadPeriod::NotRare { .. }));
    }
}

#[test]
fn a_list_out_of_order() {
    for truth in TRUTHS.iter() {
        let rare = &truth.states().rare;
        let lists = [[rare[1], rare[0]].to_vec(), [rare[0], rare[0]].to_vec(), [0].to_vec()];
        for list in lists {
            let claim = truth.with(|states| states.rare.splice(..2, list.clone()).for_each(drop));
            assert_eq!(rejected(&claim, &truth.rules), BadPeriod::RareOutOfOrder { heap: list[list.len() - 1] });
        }
    }
}

#[test]
fn a_wrong_mask_or_parity() {
    for truth in TRUTHS.iter() {
        let bits = (truth.states().mask + 1).next_power_of_two();
        for mask in (0..64).filter(|mask| mask % bits != truth.states().mask) {
            match examined(&truth.with(|states| states.mask = mask), &truth.rules) {
                Err(BadPeriod::RareMissing { .. } | BadPeriod::NotRare { .. }) => {}
                other => panic!("{} with mask {mask}: {other:?}", truth.claim.family),
            }
        }
        match rejected(&truth.with(|states| states.parity = !states.parity), &truth.rules) {
            BadPeriod::OddPeriod { period: 21 } => assert_eq!(truth.claim.family, "octal:4.304"),
            BadPeriod::MixedParity => assert!(!truth.states().parity, "{}", truth.claim.family),
            BadPeriod::RareMissing { .. } | BadPeriod::NotRare { .. } => {}
            why => panic!("{}: {why}", truth.claim.family),
        }
    }
}

#[test]
fn a_depth_that_is_one_too_small() {
    let mut tight = 0;
    for truth in TRUTHS.iter().filter(|truth| truth.states().depth == truth.deepest) {
        let depth = truth.deepest - 1;
        let claim = truth.with(|states| states.depth = depth);
        assert!(matches!(rejected(&claim, &truth.rules), BadPeriod::DepthTooSmall { depth: claimed, .. } if claimed == depth));
        tight += 1;
    }
    assert!(tight >= 5, "{tight} depths are tight");
}

#[test]
fn a_start_that_is_one_too_small() {
    for truth in TRUTHS.iter() {
        let EqualStates { start, rare, .. } = truth.states();
        let HeapRules::TakeAndBreak(code) = &truth.rules else { panic!("it is a code") };
        let window = truth.states().window(code.most_taken());
        let why = rejected(&truth.with(|states| states.start -= 1), &truth.rules);
        let before = start - window - 1;
        match rare[rare.len() - 1] + window + 1 == *start {
            true => assert_eq!(why, BadPeriod::StartTooSmall { start: start - 1, least: *start }),
            false => assert_eq!(why, BadPeriod::DoesNotRepeat { n: before, period: truth.claim.period }),
        }
    }
}

#[test]
fn values_and_a_saltus_and_other_rows() {
    for Stated { claim, rules, .. } in TRUTHS.iter() {
        let values = ClaimedRows::Nimbers(vec![vec![0]]);
        let why = rejected(&Certificate { values, ..claim.clone() }, rules);
        assert_eq!(why, BadPeriod::ValuesGiven { found: 1 });
        let why = rejected(&Certificate { values: ClaimedRows::Outcomes(vec![]), ..claim.clone() }, rules);
        assert_eq!(why, BadPeriod::WrongKind { claimed: RowKind::Nimbers });
        let why = rejected(&Certificate { saltus: 1, ..claim.clone() }, rules);
        assert_eq!(why, BadPeriod::WrongSaltus { saltus: 1, right: 0 });
        assert_eq!(rejected(&Certificate { period: 0, ..claim.clone() }, rules), BadPeriod::PeriodZero);
        assert_eq!(rejected(&Certificate { play: Play::Misere, ..claim.clone() }, rules), BadPeriod::MisereNimbers);
        assert_eq!(rejected(&Certificate { rows: RowKind::Outcomes, ..claim.clone() }, rules), BadPeriod::NoTheorem);
        assert_eq!(rejected(&Certificate { equal_states: None, ..claim.clone() }, rules), BadPeriod::NoStates);
    }
}

#[test]
fn states_that_are_not_cited() {
    let kayles = code("0.77", 400).unwrap();
    let states = TRUTHS[0].claim.equal_states.clone();
    let claim = Certificate { equal_states: states, ..kayles.claim };
    assert_eq!(rejected(&claim, &kayles.rules), BadPeriod::NeedlessStates);
}

#[test]
fn other_codes() {
    for truth in TRUTHS.iter() {
        for other in TRUTHS.iter().filter(|other| other.rules != truth.rules) {
            assert!(check(&truth.claim, &other.rules).is_err());
        }
        for (name, right) in [
            ("0.33", TheoremName::BoundedLookBack),
            ("0.", TheoremName::BoundedLookBack),
            ("0.8", TheoremName::GuySmith),
            ("8.77", TheoremName::GuySmith),
        ] {
            let rules = HeapRules::TakeAndBreak(name.parse().unwrap());
            assert_eq!(rejected(&truth.claim, &rules), BadPeriod::WrongTheorem { cited: TheoremName::EqualStates, right });
        }
        assert_eq!(rejected(&truth.claim, &HeapRules::Grundy), BadPeriod::NoTheorem);
    }
    let parity = TRUTHS.iter().find(|truth| truth.states().parity).unwrap();
    let mixed = HeapRules::TakeAndBreak("0.44".parse().unwrap());
    assert_eq!(rejected(&parity.claim, &mixed), BadPeriod::MixedParity);
}

#[test]
fn absurd_numbers_are_refused_at_once() {
    let too_large = |most, of| Err(NotAccepted::TooLarge { most, of });
    for truth in TRUTHS.iter() {
        for huge in [1 << 60, 1_000_000_000_000_000_000, u64::MAX] {
            let claim = truth.with(|states| states.depth = huge);
            assert!(matches!(rejected(&claim, &truth.rules), BadPeriod::StartTooSmall { .. }));
            let claim = truth.with(|states| states.rare.push(huge));
            assert!(matches!(rejected(&claim, &truth.rules), BadPeriod::StartTooSmall { .. }));
            let claim = Certificate { preperiod: huge, ..truth.with(|states| states.start = huge) };
            assert_eq!(check(&claim, &truth.rules), too_large(MAX_STATE_STEPS, "steps"));
            // the state is repeated long before
            let claim = Certificate { period: huge / 2 * 2, ..truth.claim.clone() };
            assert_eq!(check(&claim, &truth.rules), too_large(MAX_STATE_STEPS, "steps"));
            let least = truth.claim.period;
            let why = claim.check_within(&truth.rules, u64::MAX, &Limits::default()).unwrap_err();
            assert_eq!(why, BadPeriod::PeriodNotMinimal { period: claim.period, least }.into());
        }
        let deep = truth.with(|states| (states.depth, states.start) = (MAX_HELD, 1 << 40));
        assert_eq!(check(&deep, &truth.rules), too_large(MAX_HELD, "rows in a state"));
        let deep = truth.with(|states| (states.depth, states.start) = (MAX_HELD / 2, 1 << 40));
        let limits = Limits { bytes: 1 << 20, ..Limits::default() };
        let why = deep.check_within(&truth.rules, u64::MAX, &limits).unwrap_err();
        assert_eq!(why, NotAccepted::Stopped(Stopped::Memory(1 << 20)));
        let long = truth.with(|states| (states.rare, states.start) = ((1..1_000_000).collect(), 1 << 40));
        let why = check(&long, &truth.rules).unwrap_err();
        assert!(matches!(why, NotAccepted::Period(BadPeriod::NotRare { .. }) | NotAccepted::TooLarge { .. }));
        let all = truth.with(|states| (states.rare, states.start) = ((1..1_000).collect(), 3_000));
        assert!(matches!(rejected(&all, &truth.rules), BadPeriod::NotRare { .. }));
        assert_eq!(truth.claim.check_within(&truth.rules, 100, &Limits::default()), too_large(100, "steps"));
    }
}

#[test]
fn long_codes_cost_no_more_steps_than_allowed() {
    let long = HeapRules::TakeAndBreak(format!("0.{}", "4".repeat(99_999)).parse().unwrap());
    let taken = 99_999;
    for rare in [vec![], (1..=taken).collect::<Vec<_>>()] {
        for mask in [0, 1, 3] {
            let claim = TRUTHS[0].with(|states| {
                *states = EqualStates { mask, parity: false, rare: rare.clone(), depth: 1_000_000, start: 20_000_000 };
            });
            assert!(claim.check_within(&long, 1 << 24, &Limits::default()).is_err());
            assert!(check(&claim, &long).is_err());
        }
    }
}

#[derive(Clone, Debug)]
enum Change {
    Preperiod(u64),
    Period(u64),
    Saltus(u64),
    Play(Play),
    Kind(RowKind),
    Mask(u32),
    Parity,
    Without(usize),
    With(u64),
    Depth(u64),
    Start(u64),
    ClaimedRows(ClaimedRows),
    NoStates,
}

fn change() -> impl Strategy<Value = Change> {
    let number = || prop_oneof![0..20_u64, 0..1000_u64, any::<u64>(), Just(u64::MAX)];
    prop_oneof![
        number().prop_map(Change::Preperiod),
        number().prop_map(Change::Period),
        (0..3_u64).prop_map(Change::Saltus),
        Just(Change::Play(Play::Misere)),
        Just(Change::Kind(RowKind::Outcomes)),
        prop_oneof![0..64_u32, any::<u32>()].prop_map(Change::Mask),
        Just(Change::Parity),
        any::<usize>().prop_map(Change::Without),
        number().prop_map(Change::With),
        number().prop_map(Change::Depth),
        number().prop_map(Change::Start),
        Just(Change::ClaimedRows(ClaimedRows::Nimbers(vec![vec![0]]))),
        Just(Change::NoStates),
    ]
}

fn apply(claim: &mut Certificate, change: &Change) {
    match change {
        Change::Preperiod(to) => claim.preperiod = *to,
        Change::Period(to) => claim.period = *to,
        Change::Saltus(to) => claim.saltus = *to,
        Change::Play(to) => claim.play = *to,
        Change::Kind(to) => claim.rows = *to,
        Change::ClaimedRows(to) => claim.values.clone_from(to),
        Change::NoStates => claim.equal_states = None,
        _ => {}
    }
    let Some(states) = &mut claim.equal_states else { return };
    match change {
        Change::Mask(to) => states.mask = *to,
        Change::Parity => states.parity = !states.parity,
        Change::Without(at) if !states.rare.is_empty() => _ = states.rare.remove(at % states.rare.len()),
        Change::With(heap) => states.rare.insert(states.rare.partition_point(|listed| listed < heap), *heap),
        Change::Depth(to) => states.depth = *to,
        Change::Start(to) => states.start = *to,
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_accepted_is_true(which in any::<usize>(), changes in prop::collection::vec(change(), 1..5)) {
        let truth = &TRUTHS[which % TRUTHS.len()];
        let mut claim = truth.claim.clone();
        changes.iter().for_each(|change| apply(&mut claim, change));
        if claim.check_within(&truth.rules, 1 << 20, &Limits::default()).is_ok() {
            // other states may prove the same period
            prop_assert_eq!(Certificate { equal_states: truth.claim.equal_states.clone(), ..claim.clone() }, truth.claim.clone());
            let (ours, theirs) = (truth.states(), claim.equal_states.as_ref().expect("it was accepted"));
            prop_assert_eq!((ours.parity, &ours.rare), (theirs.parity, &theirs.rare), "{:?}", claim);
        }
    }
}
