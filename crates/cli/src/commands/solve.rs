//! `sprague solve`: a position, or one a line.

#[cfg(feature = "shards")]
use super::shards;
use super::{Format, ask, session};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use crate::print;
use crate::terminal::page;
use clap::Args as Flags;
use sprague_questions::{LimitsAsked, Solve};
use std::io::Write;

#[derive(Flags)]
#[cfg_attr(feature = "shards", command(mut_args(shards::with_limits)))]
pub(crate) struct Args {
    #[command(flatten)]
    question: Solve,
    #[cfg(feature = "shards")]
    #[command(flatten)]
    files: shards::Files,
    /// Form of the answer [default: text; with `-` json, and nothing else]
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let is_batch = args.question.position == "-";
    #[cfg(feature = "shards")]
    if args.files.are_named() {
        return shards::run(&args.question, &args.files, &args.limits, args.format == Some(Format::Json));
    }
    let session = session();
    if is_batch {
        batch::only_json(args.format.as_ref(), &Format::Json)?;
        // options are for those lines that they are about
        let line = |line: &str| Solve { position: line.to_owned(), is_one_of_many: true, ..args.question.clone() };
        return batch::run(&args.question, |text| ask(&session, &line(text), &args.limits));
    }
    let is_json = args.format == Some(Format::Json);
    let answer = ask(&session, &args.question, &args.limits);
    let answer = answer.map_err(|error| Failure::of(&args.question.position, error, is_json))?;
    if is_json {
        writeln!(stdout(), "{}", json_text(&answer))?;
    } else {
        print::answer(&mut page(), &answer, &args.question)?;
    }
    Ok(Exit::Answered)
}
