//! `sprague count`: counts lines of play.

use super::{ReportFormat, answered};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use sprague_questions::{Count, LimitsAsked};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Count,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    answered(&args.question, &args.limits, &args.question.position, args.format)
}
