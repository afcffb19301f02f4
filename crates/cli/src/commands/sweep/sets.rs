//! Prints sweeps over subtraction sets as text.

use super::print_histogram;
use sprague::heap::RowKind;
use sprague_questions::sweep::Swept;
use std::io::{self, Write};

pub(super) fn print(out: &mut impl Write, swept: &Swept, has_histogram: bool) -> io::Result<()> {
    let (tally, largest) = (&swept.tally, swept.sweep.largest());
    let rows = if swept.sweep.rows() == RowKind::Nimbers { "nimbers" } else { "outcomes" };
    let sets = if swept.sweep.sets() == 1 { "the subtraction set" } else { "subtraction sets" };
    let count = match swept.parts.is_whole() {
        true if swept.sweep.sets() == 1 => String::new(),
        true => format!("all {} ", tally.sets),
        false => format!("part {}: {} of {} ", swept.parts, tally.sets, swept.sweep.sets()),
    };
    writeln!(out, "{count}{sets} with largest member {largest}, by {rows}")?;
    if let Some(sentence) = swept.longest_in_words() {
        writeln!(out, "{sentence}")?;
    }
    if has_histogram {
        print_histogram(out, "sets", &tally.histogram)?;
    }
    if let Some(digest) = tally.digest {
        writeln!(out, "digest {digest}")?;
    }
    writeln!(out, "{:.3} s", swept.seconds)
}
