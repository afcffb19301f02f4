//! The thermograph of a hot value, as text.

use crate::terminal::columns;
use sprague::values::Dyadic;
use sprague_plot::thermograph_lines;
use sprague_questions::ValueReport;
use std::io::{self, Write};

/// Prints the thermograph, if the value is hot and it fits.
pub(super) fn print(out: &mut impl Write, report: &ValueReport) -> io::Result<()> {
    if *report.thermograph.temperature() > Dyadic::from(0)
        && let Some(lines) = thermograph_lines(&report.thermograph, columns())
    {
        writeln!(out, "thermograph, by tax:")?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}
