//! `sprague identify`: finds known families with given nimbers.

use super::{Format, ask, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use crate::terminal::page;
use clap::Args as Flags;
use sprague_questions::identify::values;
use sprague_questions::{Identify, LimitsAsked};
use std::io::Write;

#[derive(Flags)]
pub(crate) struct Args {
    /// Nimbers from heap 0, 1, 2 or 3 on, at most 1000, or the number of an OEIS sequence
    #[arg(value_name = "V0,V1,V2,…", allow_hyphen_values = true)]
    list: String,
    #[command(flatten)]
    question: Identify,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let values = values(&args.list).map_err(|error| Failure::malformed(&args.list, error))?;
    let found = ask(&session(), &Identify { values, ..args.question.clone() }, &args.limits);
    let found = found.map_err(|error| Failure::of(&args.list, error, args.format == Format::Json))?;
    if args.format == Format::Json {
        writeln!(stdout(), "{}", json_text(&found))?;
        return Ok(Exit::Answered);
    }
    let mut out = page();
    if found.matches.is_empty() && found.total == 0 {
        writeln!(
            out,
            "no known sequence begins with these numbers: no named game, no octal code of up to three digits, no subtraction set up to 12, and no stored sequence of the OEIS"
        )?;
    }
    if let Some(law) = &found.law {
        writeln!(out, "{law}")?;
    }
    for found in &found.matches {
        writeln!(out, "{found}")?;
    }
    if found.total > found.matches.len() {
        writeln!(out, "… {} matches in all; more values may rule some of them out", found.total)?;
    }
    Ok(Exit::Answered)
}
