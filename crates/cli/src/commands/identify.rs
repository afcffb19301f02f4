//! `sprague identify`: finds known families with given nimbers.

use super::{ReportFormat, answered};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use sprague_questions::identify::values;
use sprague_questions::{Identify, LimitsAsked};

#[derive(Flags)]
pub(crate) struct Args {
    /// Nimbers from heap 0, 1, 2 or 3 on, at most 1000, or the number of an OEIS sequence
    #[arg(value_name = "V0,V1,V2,…", allow_hyphen_values = true)]
    list: String,
    #[command(flatten)]
    question: Identify,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let values = values(&args.list).map_err(|error| Failure::malformed(&args.list, error))?;
    answered(&Identify { values, ..args.question.clone() }, &args.limits, &args.list, args.format)
}
