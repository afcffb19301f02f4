//! `sprague glossary`: prints the terms that answers use, or one of them.

use super::{ReportFormat, answered};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use sprague_questions::{Glossary, LimitsAsked};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Glossary,
    /// Format of the list
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let word = args.question.word.as_deref().unwrap_or_default();
    answered(&args.question, &LimitsAsked::default(), word, args.format)
}
