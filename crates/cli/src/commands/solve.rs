//! `sprague solve`: solves a position, or one per line.

#[cfg(feature = "shards")]
use super::shards;
use super::{ReportFormat, ask, no_csv, session, show};
use crate::batch::{self, Lines};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::print;
use crate::terminal::page;
use clap::Args as Flags;
use sprague_questions::{LimitsAsked, Solve};

#[derive(Flags)]
#[cfg_attr(feature = "shards", command(mut_args(shards::with_limits)))]
pub(crate) struct Args {
    #[command(flatten)]
    question: Solve,
    #[cfg(feature = "shards")]
    #[command(flatten)]
    files: shards::Files,
    /// Format of the answer [default: text; with `-`, json or csv]
    #[arg(long, value_enum)]
    format: Option<ReportFormat>,
    #[command(flatten)]
    limits: LimitsAsked,
}

const COLUMNS: [&str; 9] = ["position", "outcome", "score", "first", "outcome_class", "nimber", "value", "best.move", "error"];

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let is_batch = args.question.position == "-";
    #[cfg(feature = "shards")]
    if args.files.are_named() {
        return shards::run(&args.question, &args.files, &args.limits, args.format == Some(ReportFormat::Json));
    }
    let session = session();
    if is_batch {
        let form = match args.format {
            Some(ReportFormat::Csv) => Lines::Csv(&COLUMNS),
            other => batch::only_json(other.as_ref(), &ReportFormat::Json)?,
        };
        // in a batch, options apply to the lines for which they have a meaning
        let line = |line: &str| Solve { position: line.to_owned(), is_one_of_many: true, ..args.question.clone() };
        return batch::run(&args.question, form, |text| ask(&session, &line(text), &args.limits));
    }
    let format = args.format.unwrap_or_default();
    if format == ReportFormat::Csv {
        return Err(no_csv());
    }
    let answer = ask(&session, &args.question, &args.limits);
    let answer = answer.map_err(|error| Failure::of(&args.question.position, error, format == ReportFormat::Json))?;
    if format == ReportFormat::Text {
        print::answer(&mut page(), &answer)?;
        return Ok(Exit::Answered);
    }
    show::<Solve>(&answer, format)
}
