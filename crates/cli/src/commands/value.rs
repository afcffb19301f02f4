//! `sprague value`: computes the canonical form of a sum, or of one sum per line.

#[cfg(feature = "plot")]
mod thermograph;

use super::{ReportFormat, ask, session, show};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use sprague_questions::{LimitsAsked, ValueOf};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: ValueOf,
    /// Format of the answer [default: text; with `-`, only json]
    #[arg(long, value_enum)]
    format: Option<ReportFormat>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let session = session();
    if args.question.sum == "-" {
        let form = batch::only_json(args.format.as_ref(), &ReportFormat::Json)?;
        let line = |line: &str| ValueOf { sum: line.to_owned(), ..args.question.clone() };
        return batch::run(&args.question, form, |text| ask(&session, &line(text), &args.limits));
    }
    let format = args.format.unwrap_or_default();
    let found = ask(&session, &args.question, &args.limits);
    let found = found.map_err(|error| Failure::of(&args.question.sum, error, format == ReportFormat::Json))?;
    let exit = show::<ValueOf>(&found, format)?;
    #[cfg(feature = "plot")]
    if let (ReportFormat::Text, Some(report)) = (format, found.short()) {
        thermograph::print(&mut crate::terminal::page(), report)?;
    }
    Ok(exit)
}
