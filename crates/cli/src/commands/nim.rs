//! `sprague nim`: computes with nimbers, for one expression or one per line.

use super::{ReportFormat, answered, ask, session};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use sprague_questions::{LimitsAsked, Nim};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Nim,
    /// Format of the answer [default: text; with `-`, only json]
    #[arg(long, value_enum)]
    format: Option<ReportFormat>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (session, expression) = (session(), &args.question.expression);
    if expression == "-" {
        let form = batch::only_json(args.format.as_ref(), &ReportFormat::Json)?;
        return batch::run(&args.question, form, |line| ask(&session, &Nim::of(line), &args.limits));
    }
    answered(&args.question, &args.limits, expression, args.format.unwrap_or_default())
}
