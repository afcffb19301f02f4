//! `sprague sweep`: analyses every subtraction set, octal code or pair of sets of a given size.
//!
//! The size is the largest member of a set, or the number of digits of a code.

mod record;

use super::{Format, limits_of, told};
use crate::exit::Exit;
use crate::failure::{Failure, limit_flag};
use crate::interrupt::Running;
use crate::out::{json_text, stdout};
use clap::{Arg, Args as Flags};
use record::Recorder;
use serde::Serialize;
use sprague::Stopped;
use sprague_questions::sweep::{AnySwept, SweepAnswer};
use sprague_questions::{Form, LimitsAsked, Question, Sweep, whole_file};
use std::io::Write;
use std::path::{Path, PathBuf, absolute};

#[derive(Flags)]
#[command(mut_args(in_order))]
#[command(mut_arg("limit_positions", |arg| arg
    .help("Maximum number of rows of one octal code [default: 100000000, or --seek if that is greater]")
    .long_help("Maximum number of rows of one octal code [default: 100000000, or --seek if that is greater]\n\nFor subtraction sets this is the same as --limit-sets.")))]
#[command(mut_arg("limit_memory", |arg| arg
    .help("Maximum memory of the sweep, in bytes, or such as 512M or 2G [default: 4G]")
    .long_help("Maximum memory of the sweep, in bytes, or such as 512M or 2G\n\nFor octal codes this is the maximum for each code.\n\n[default: 4G]")))]
#[command(mut_arg("limit_time", |arg| arg.help("Maximum time of the sweep, in seconds [default: 60 for sets, 3600 for codes]")))]
#[command(mut_arg("longest_play", |arg| arg.hide(true)))]
pub(crate) struct Args {
    #[command(flatten)]
    question: Sweep,
    /// Write the answer to this file as JSON, which `sprague merge` reads
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write every set or code with its period and preperiod to this file, which grows every two seconds
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Save the progress of the sweep in this file, and continue from it in the next run
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// The order of the flags in the help, which mixes flags of the program and options of the question.
const ORDER: [&str; 12] =
    ["largest", "nimbers", "digits", "seek", "shard", "output", "histogram", "digest", "csv", "checkpoint", "jobs", "format"];

/// Sets the place of a flag in the help.
fn in_order(arg: Arg) -> Arg {
    match ORDER.iter().position(|id| arg.get_id() == *id) {
        Some(place) => arg.display_order(place),
        None => arg,
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let failed = |error| Failure::of("sweep", error, args.format == Format::Json);
    // files that will be merged or compared need a digest
    let digest = args.question.digest || args.output.is_some() || args.csv.is_some();
    let question = Sweep { digest, ..args.question.clone() };
    question.has_meaning().map_err(failed)?;
    let files = [("--csv", &args.csv), ("--checkpoint", &args.checkpoint), ("--output", &args.output)];
    let mut named: Vec<(&str, PathBuf)> = vec![];
    for (flag, path) in files.into_iter().filter_map(|(flag, path)| Some((flag, path.as_ref()?))) {
        let path = absolute(path)?;
        if let Some((other, _)) = named.iter().find(|(_, other)| *other == path) {
            return Err(Failure::NoAnswer(format!("{}: {other} and {flag} must be different files", path.display())));
        }
        named.push((flag, path));
    }
    let mut limits = limits_of(&question, &args.limits);
    let _running = Running::begin(&mut limits);
    let (mut recorder, begun) = Recorder::open(args, question.begun(&limits).map_err(failed)?)?;
    let swept = question.run(begun, &limits, &mut recorder);
    let seconds = recorder.finish(swept.tally())?;
    answered(args, SweepAnswer { swept: swept.taking(seconds), has_histogram: question.histogram })
}

/// Prints the result of a sweep, and writes it to a file if requested.
fn answered(args: &Args, answer: SweepAnswer) -> Result<Exit, Failure> {
    let swept = &answer.swept;
    if let (Some(path), None) = (&args.output, swept.stopped()) {
        write(path, &swept.to_part())?;
    }
    match (args.format, swept.stopped()) {
        (Format::Json, _) => writeln!(stdout(), "{}", json_text(&answer))?,
        (Format::Text, None) => told(&swept.report(answer.has_histogram), Form::Text)?,
        (Format::Text, Some(stopped)) => {
            let again = match args.checkpoint {
                Some(_) => ", and the same command continues",
                None => ", --checkpoint FILE saves the progress",
            };
            return Err(Failure::NoAnswer(format!("{}: {}{again}", swept.question_of_part(), why(swept, stopped))));
        }
    }
    Ok(if swept.stopped().is_some() { Exit::NoAnswer } else { Exit::Answered })
}

pub(super) fn write(path: &Path, part: &impl Serialize) -> Result<(), Failure> {
    let written = whole_file::write_json(path, part);
    written.map_err(|error| Failure::NoAnswer(format!("{}: {error}", path.display())))
}

/// Describes the longest period of a sweep.
pub(super) fn longest(swept: &AnySwept) -> String {
    swept.longest_in_words().unwrap_or_else(|| match swept {
        AnySwept::Subtraction(_) => "no set is known".to_owned(),
        AnySwept::Octal(_) => "no period is proved".to_owned(),
        AnySwept::Asymmetric(swept) => swept.in_words()[0].clone(),
    })
}

/// Describes the reason why a sweep ended early, and the results so far.
fn why(swept: &AnySwept, stopped: &Stopped) -> String {
    let (things, done, all) = (format!("{}s", swept.thing()), swept.done(), swept.size());
    let flag = match stopped {
        Stopped::Positions(_) => Some("--limit-sets"),
        other => limit_flag(other),
    };
    let more = flag.map_or_else(String::new, |flag| format!("; {flag} allows more"));
    let stopped = match stopped {
        Stopped::Positions(most) => format!("stopped before more than {most} {things}"),
        other => other.to_string(),
    };
    format!("{stopped}, {done} of {all} {things} done: {}{more}", longest(swept))
}
