//! Prints sweeps over pairs of sets as text.

use super::print_histogram;
use sprague_questions::sweep::PairSwept;
use std::io::{self, Write};

pub(super) fn print(out: &mut impl Write, swept: &PairSwept, has_histogram: bool) -> io::Result<()> {
    let (tally, question) = (&swept.tally, swept.sweep.question());
    match swept.parts.is_whole() {
        true => writeln!(out, "{question}: all {} pairs", tally.pairs)?,
        false => writeln!(out, "{question}, part {}: {} pairs", swept.parts, tally.pairs)?,
    }
    for sentence in swept.in_words() {
        writeln!(out, "{sentence}")?;
    }
    if has_histogram {
        print_histogram(out, "pairs", &tally.histogram)?;
    }
    writeln!(out, "digest {}", tally.digest)?;
    writeln!(out, "{:.3} s", swept.seconds)
}
