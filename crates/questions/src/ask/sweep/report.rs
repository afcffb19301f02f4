//! Sweeps in words.

use super::{AnySwept, OctalSwept, PairSwept, Swept};
use crate::report::{Report, Table, formula, heads};
use sprague::heap::RowKind;
use std::collections::BTreeMap;

impl AnySwept {
    /// Describes a sweep, or some of its parts, in words.
    pub fn report(&self, has_histogram: bool) -> Report {
        let (mut report, things, histogram) = match self {
            Self::Subtraction(swept) => (of_sets(swept), "sets", &swept.tally.histogram),
            Self::Octal(swept) => (of_codes(swept), "codes", &swept.tally.histogram),
            Self::Asymmetric(swept) => (of_pairs(swept), "pairs", &swept.tally.histogram),
        };
        if has_histogram {
            report.table(counted(things, histogram));
        }
        let (digest, seconds) = match self {
            Self::Subtraction(swept) => (swept.tally.digest.as_ref().map(ToString::to_string), swept.seconds),
            Self::Octal(swept) => (Some(swept.tally.digest.to_string()), swept.seconds),
            Self::Asymmetric(swept) => (Some(swept.tally.digest.to_string()), swept.seconds),
        };
        digest.into_iter().for_each(|digest| report.say(format!("digest {digest}")));
        report.say(format!("{seconds:.3} s"));
        report
    }
}

/// Returns how many of these things have each period.
fn counted(things: &'static str, histogram: &BTreeMap<u64, u64>) -> Table {
    let rows = histogram.iter().map(|(period, count)| vec![formula(period), formula(count)]).collect();
    Table {
        title: format!("period, and the number of {things} that have it"),
        columns: heads(&["period", things]),
        rows,
        more: 0,
    }
}

fn of_sets(swept: &Swept) -> Report {
    let (tally, all) = (&swept.tally, swept.sweep.sets());
    let rows = if swept.sweep.rows() == RowKind::Nimbers { "nimbers" } else { "outcomes" };
    let sets = if all == 1 { "the subtraction set" } else { "subtraction sets" };
    let count = match swept.parts.is_whole() {
        true if all == 1 => String::new(),
        true => format!("all {} ", tally.sets),
        false => format!("part {}: {} of {all} ", swept.parts, tally.sets),
    };
    let mut report = Report::default();
    report.say(format!("{count}{sets} with largest member {}, by {rows}", swept.sweep.largest()));
    swept.longest_in_words().into_iter().for_each(|sentence| report.say(sentence));
    report
}

fn of_codes(swept: &OctalSwept) -> Report {
    let (tally, sweep) = (&swept.tally, &swept.sweep);
    let count = match swept.parts.is_whole() {
        true => format!("all {}", tally.codes),
        false => format!("part {}: {} of {}", swept.parts, tally.codes, sweep.codes()),
    };
    let digits = if sweep.digits() == 1 { "1 digit".to_owned() } else { format!("at most {} digits", sweep.digits()) };
    let mut report = Report::default();
    report.say(format!("{count} octal codes with {digits} behind the point, sought for {} rows each", sweep.seek()));
    tally.proved.iter().for_each(|(theorem, count)| report.say(format!("{count:>9} proved by {theorem}")));
    for (why, count) in &tally.open {
        let why = match why.as_str() {
            "seek" => "these rows prove no period",
            "positions" => "--limit-positions was reached",
            "memory" => "--limit-memory was reached",
            other => other,
        };
        report.say(format!("{count:>9} open: {why}"));
    }
    if tally.observed > 0 {
        report.say(format!("{:>9} of those that are open have a period that was observed", tally.observed));
    }
    swept.longest_in_words().into_iter().for_each(|sentence| report.say(sentence));
    report
}

fn of_pairs(swept: &PairSwept) -> Report {
    let (pairs, question) = (swept.tally.pairs, swept.sweep.question());
    let mut report = Report::default();
    report.say(match swept.parts.is_whole() {
        true => format!("{question}: all {pairs} pairs"),
        false => format!("{question}, part {}: {pairs} pairs", swept.parts),
    });
    swept.in_words().into_iter().for_each(|sentence| report.say(sentence));
    report
}
