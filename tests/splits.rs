//! Checks that kernels of games that split heaps agree with plain evaluation, by every method and with all vector instructions.

use proptest::prelude::*;
use sprague::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague::heap::{HeapRules, HeapSequence, RowKind, Rows, TakeAndBreak};
use sprague::rows::{GrundyNimbers, Method, SimdLevel, Stream, StreamError, TakeAndBreakNimbers, TakeAndBreakRun};
use sprague::{Limits, Nimber, Play};
use sprague_check::Claim;

/// The number of heaps, which is lower in builds without optimisation.
const HEAPS: usize = if cfg!(debug_assertions) { 700 } else { 3000 };

fn plain(family: &impl HeapSequence<Cell = Nimber>, heaps: usize) -> Vec<u32> {
    Rows::of(family, heaps).column(0).map(|nimber| nimber.0).collect()
}

fn values(mut run: TakeAndBreakRun, heaps: usize) -> Vec<u32> {
    run.extend_to(heaps);
    (0..heaps).map(|n| run.value(n)).collect()
}

fn code(text: &str) -> TakeAndBreak {
    text.parse().expect("a code")
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_every_code_of_up_to_three_digits_is_evaluated_as_by_definition() {
    for number in 0..1024_u16 {
        let digits = [4 * (number >> 9), number >> 6 & 7, number >> 3 & 7, number & 7];
        let code = TakeAndBreak::from_digits(digits.map(|digit| digit as u8)).unwrap();
        let run = TakeAndBreakRun::new(&code).unwrap();
        let expected = plain(&TakeAndBreakNimbers(&code), HEAPS);
        for method in Method::ALL {
            assert_eq!(values(run.clone().with(method, SimdLevel::best()), HEAPS), expected, "{code} {method:?}");
        }
    }
}

#[test]
fn grundys_game_is_evaluated_as_by_definition() {
    let expected = plain(&GrundyNimbers, 3 * HEAPS);
    for lanes in SimdLevel::all() {
        for method in Method::ALL {
            assert_eq!(values(TakeAndBreakRun::grundy().with(method, lanes), 3 * HEAPS), expected, "{lanes:?} {method:?}");
        }
    }
}

#[test]
fn values_above_255_and_above_65535_change_lanes_in_mid_run() {
    // taking any of 1 … 300 tokens is like Nim at first; splitting changes it later
    let text = format!("0.{}7", "3".repeat(300));
    let expected = plain(&TakeAndBreakNimbers(&code(&text)), 700);
    assert!(expected.iter().any(|value| *value > 255));
    assert_eq!(values(TakeAndBreakRun::new(&code(&text)).unwrap(), 700), expected);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_windows_agree_with_sparse_space_on_all_lanes() {
    for text in ["0.104", "0.106", "0.454", "0.16", "0.054"].into_iter().step_by(if cfg!(debug_assertions) { 5 } else { 1 }) {
        let heaps = 200_000;
        let expected = values(TakeAndBreakRun::new(&code(text)).unwrap().with(Method::SparseSpace, SimdLevel::Portable), heaps);
        for lanes in SimdLevel::all() {
            let mut run = TakeAndBreakRun::new(&code(text)).unwrap().with(Method::BoundedWindow, lanes);
            run.extend_to(heaps);
            assert_eq!(run.method(), Method::BoundedWindow, "{text}");
            assert!((0..heaps).all(|n| run.value(n) == expected[n]), "{text} {lanes:?}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_equal_states_prove_known_periods_and_the_checker_agrees() {
    for (text, preperiod, period) in [("0.127", 46_578, 4), ("0.16", 105_351, 149_459)] {
        let mut run = TakeAndBreakRun::new(&code(text)).unwrap();
        let (found, states) = run.seek(1_000_000, &Limits::default()).unwrap().unwrap();
        assert_eq!((found.preperiod, found.period), (preperiod, period), "{text}");
        let claim = Certificate {
            family: format!("octal:{text}"),
            play: Play::Normal,
            rows: RowKind::Nimbers,
            theorem: TheoremName::EqualStates,
            preperiod,
            period,
            saltus: 0,
            values: ClaimedRows::Nimbers(vec![]),
            equal_states: Some(states),
        };
        let rules = HeapRules::TakeAndBreak(code(text));
        claim.check(&rules, &Limits::default()).unwrap_or_else(|reason| panic!("{text}: {reason}"));
        let forged = Certificate { period: 2 * period, ..claim.clone() };
        assert!(forged.check(&rules, &Limits::default()).is_err(), "{text}");
        let forged = Certificate { preperiod: preperiod - 1, ..claim };
        assert!(forged.check(&rules, &Limits::default()).is_err(), "{text}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_a_stream_that_was_saved_and_resumed_ends_with_the_same_answer() {
    let code = code("0.16");
    let go = |stream: &mut Stream, most| stream.seek(most, &Limits::default(), |_| Ok(())).unwrap();
    let whole = go(&mut Stream::new(&code, &Limits::default()).unwrap(), 1_000_000).unwrap();
    assert_eq!((whole.period.preperiod, whole.period.period), (105_351, 149_459));
    for stop in [140_000, 200_000, 270_000] {
        let mut first = Stream::new(&code, &Limits::default()).unwrap();
        assert_eq!(go(&mut first, stop), None);
        let saved = first.save();
        let mut second = Stream::resume(&code, &saved, &Limits::default()).unwrap();
        assert_eq!((second.len(), second.save()), (first.len(), saved));
        assert_eq!(go(&mut second, 1_000_000).as_ref(), Some(&whole), "stopped at {stop}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_what_is_no_saved_run_is_refused() {
    let code = code("0.16");
    let saved = Stream::new(&code, &Limits::default()).unwrap().save();
    let damaged = |bytes: &[u8]| matches!(Stream::resume(&code, bytes, &Limits::default()), Err(StreamError::Damaged));
    assert!(damaged(b"") && damaged(b"sprague") && damaged(&saved[..saved.len() - 1]));
    assert!(matches!(Stream::resume(&"0.104".parse().unwrap(), &saved, &Limits::default()), Err(StreamError::Damaged)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 11))]

    #[test]
    fn random_codes_with_more_digits_agree(digits in prop::collection::vec(0_u8..8, 4..9), first in 0_u8..2) {
        let code = TakeAndBreak::from_digits(std::iter::once(4 * first).chain(digits)).unwrap();
        let run = TakeAndBreakRun::new(&code).unwrap();
        prop_assert_eq!(values(run, HEAPS), plain(&TakeAndBreakNimbers(&code), HEAPS));
    }
}
