//! `sprague quotient`: computes the monoid that determines every sum of heaps under misère play.

use super::certify::write;
use super::{Format, Output, ReportFormat, ask, session, show};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use sprague::{Limits, Play};
use sprague_questions::{Certify, LimitsAsked, Question, Quotient};
use std::path::PathBuf;

#[derive(Flags)]
#[command(mut_arg("limit_time", |arg| arg.help("Maximum time to take, in seconds [default: 20]")))]
pub(crate) struct Args {
    #[command(flatten)]
    question: Quotient,
    /// Write a certificate of the quotient of all heaps to this file, for `sprague check`
    #[arg(short, long, value_name = "FILE", conflicts_with = "to")]
    output: Option<PathBuf>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: ReportFormat,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (session, family) = (session(), &args.question.family);
    let is_json = args.format == ReportFormat::Json;
    let failed = |error| Failure::of(family, error, is_json);
    if args.output.is_some() {
        let question = Certify { quotient: true, play: Play::Misere, ..Certify::of(family) };
        let time = args.question.usual(Limits::default()).time;
        let limits = LimitsAsked { limit_time: args.limits.limit_time.or(time), ..args.limits.clone() };
        let format = if is_json { Format::Json } else { Format::Text };
        return write(&ask(&session, &question, &limits).map_err(failed)?, &Output { output: args.output.clone(), format });
    }
    let found = ask(&session, &args.question, &args.limits).map_err(failed)?;
    let exit = show::<Quotient>(&found, args.format)?;
    Ok(if found.stopped().is_some() { Exit::NoAnswer } else { exit })
}
