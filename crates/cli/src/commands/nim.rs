//! `sprague nim`: computes with nimbers, for one expression or one per line.

use super::{Format, ask, session};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use clap::Args as Flags;
use sprague_questions::{LimitsAsked, Nim};
use std::io::Write;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Nim,
    /// Format of the answer [default: text; with `-`, only json]
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (session, expression) = (session(), &args.question.expression);
    if expression == "-" {
        let form = batch::only_json(args.format.as_ref(), &Format::Json)?;
        return batch::run(&args.question, form, |line| ask(&session, &Nim::of(line), &args.limits));
    }
    let is_json = args.format == Some(Format::Json);
    let found = ask(&session, &args.question, &args.limits).map_err(|error| Failure::of(expression, error, is_json))?;
    if is_json {
        writeln!(stdout(), "{}", json_text(&found))?;
    } else {
        writeln!(stdout(), "{}", found.nimber)?;
    }
    Ok(Exit::Answered)
}
