//! Prints sweeps over octal codes as text.

use super::print_histogram;
use sprague_questions::sweep::OctalSwept;
use std::io::{self, Write};

pub(super) fn print(out: &mut impl Write, swept: &OctalSwept, has_histogram: bool) -> io::Result<()> {
    let (tally, sweep) = (&swept.tally, &swept.sweep);
    let count = match swept.parts.is_whole() {
        true => format!("all {}", tally.codes),
        false => format!("part {}: {} of {}", swept.parts, tally.codes, sweep.codes()),
    };
    let digits = if sweep.digits() == 1 { "1 digit".to_owned() } else { format!("at most {} digits", sweep.digits()) };
    writeln!(out, "{count} octal codes with {digits} behind the point, sought for {} rows each", sweep.seek())?;
    for (theorem, count) in &tally.proved {
        writeln!(out, "{count:>9} proved by {theorem}")?;
    }
    for (why, count) in &tally.open {
        let why = match why.as_str() {
            "seek" => "these rows prove no period",
            "positions" => "--limit-positions was reached",
            "memory" => "--limit-memory was reached",
            other => other,
        };
        writeln!(out, "{count:>9} open: {why}")?;
    }
    if tally.observed > 0 {
        writeln!(out, "{:>9} of those that are open have a period that was observed", tally.observed)?;
    }
    if let Some(sentence) = swept.longest_in_words() {
        writeln!(out, "{sentence}")?;
    }
    if has_histogram {
        print_histogram(out, "codes", &tally.histogram)?;
    }
    writeln!(out, "digest {}", tally.digest)?;
    writeln!(out, "{:.3} s", swept.seconds)
}
