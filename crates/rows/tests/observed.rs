//! Observed periods of all codes of up to three octal digits, compared with longer runs.

use sprague_core::heap::{Period, Rows, TakeAndBreak};
use sprague_core::{Limits, Nimber};
use sprague_rows::{Sequence, TakeAndBreakNimbers};

/// Every code 0.d and 4.d of one to three digits without trailing zeros, each once.
fn codes() -> impl Iterator<Item = TakeAndBreak> {
    let code = |first: u32, digits: u32| format!("{first}.{digits:03o}").trim_end_matches('0').parse().expect("a code");
    [0, 4].into_iter().flat_map(move |first| (0..512).map(move |digits| code(first, digits)))
}

fn rows_to(code: &TakeAndBreak, count: usize) -> Sequence<Nimber> {
    Sequence::seek(&TakeAndBreakNimbers(code), count, &Limits { positions: u64::MAX, ..Limits::default() }).0
}

fn holds(rows: &Rows<Nimber>, Period { preperiod, period, saltus, .. }: Period) -> bool {
    let cell = |n: usize| u64::from(rows.cell(n, 0).0);
    (preperiod as usize..rows.len() - period as usize).all(|n| cell(n) + saltus == cell(n + period as usize))
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_last_rows_before_the_truth_are_not_believed() {
    // the last 6,000 rows and more repeat, but later rows do not
    for code in ["4.364", "4.366", "4.374", "4.376"] {
        let code = code.parse().unwrap();
        assert_eq!(rows_to(&code, 5_000).period(), None, "{code}");
        assert_eq!(rows_to(&code, 10_000).period(), None, "{code}");
    }
}

#[test]
fn outcomes_are_not_believed_where_a_late_heap_may_be_lost() {
    let outcomes = |code: &str, count| {
        let rows = rows_to(&code.parse().unwrap(), count);
        assert_eq!(rows.period(), None, "{code}");
        rows.projected(|row| row[0] == Nimber(0), |_| false).map(|seen| (seen.preperiod, seen.period, seen.is_proved()))
    };
    // all computed heaps from 253, 609 and 149 on are won, but some later heaps are lost
    for (code, count) in [("0.604", 1_000), ("0.206", 2_000), ("0.026", 1_000)] {
        assert_eq!(outcomes(code, count), None, "{code}");
    }
    // every larger heap can be split into two equal heaps
    assert_eq!(outcomes("0.661", 1_000), Some((2, 1, false)));
}

/// `cargo test --release -p sprague-rows --test observed -- --ignored --nocapture`
#[test]
#[ignore = "release: it measures for a minute"]
fn release_what_is_observed_in_codes_of_three_digits_is_true() {
    for seen in [500, 1_000, 2_000, 5_000, 10_000, 20_000] {
        let (mut observed, mut wrong, mut all) = (0, vec![], 0);
        for code in codes() {
            all += 1;
            let Some(period) = rows_to(&code, seen).period().filter(|period| !period.is_proved()) else { continue };
            observed += 1;
            let longer = rows_to(&code, 40 * seen);
            let is_true = match longer.period().filter(Period::is_proved) {
                Some(truth) => (truth.preperiod, truth.period) == (period.preperiod, period.period),
                None => holds(longer.rows(), period),
            };
            if !is_true {
                wrong.push(code.to_string());
            }
        }
        println!("{seen} rows: {all} codes, {observed} observed, of them false: {wrong:?}");
        assert!(wrong.is_empty() && all == 1024, "{seen} rows: {wrong:?}");
    }
}
