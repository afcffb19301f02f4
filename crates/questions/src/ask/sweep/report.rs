//! Sweeps in words.

use super::any_swept::of_any;
use super::swept::Kind;
use super::{AnySwept, OctalSwept, PairSwept, Swept};
use crate::report::{Report, Table, formula, heads};
use sprague::heap::RowKind;
use sprague::rows::sweep::Sweep;
use std::collections::BTreeMap;

impl AnySwept {
    /// Describes a sweep, or some of its parts, in words.
    pub fn report(&self, has_histogram: bool) -> Report {
        let (mut report, things) = match self {
            Self::Subtraction(swept) => (of_sets(swept), "sets"),
            Self::Octal(swept) => (of_codes(swept), "codes"),
            Self::Asymmetric(swept) => (of_pairs(swept), "pairs"),
        };
        if has_histogram {
            report.table(counted(things, of_any!(self, swept => &swept.tally.histogram)));
        }
        let digest = match self {
            Self::Subtraction(swept) => swept.tally.digest,
            Self::Octal(swept) => Some(swept.tally.digest),
            Self::Asymmetric(swept) => Some(swept.tally.digest),
        };
        digest.into_iter().for_each(|digest| report.say(format!("digest {digest}")));
        report.say(format!("{:.3} s", of_any!(self, swept => swept.seconds)));
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

fn of_sets(swept: &Swept<Sweep>) -> Report {
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
