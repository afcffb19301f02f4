//! `sprague check`: verifies certificates and strategies from the rules alone, and prints the exact claim.

use super::{Format, limits_of, session};
use crate::exit::Exit;
use crate::failure::{Failure, limit_flag};
use crate::interrupt::Running;
use crate::out::stdout;
use crate::progress::Progress;
use crate::terminal::page;
use clap::Args as Flags;
use sprague::registry::{Files, LocalFiles, Unreadable};
use sprague::{BadNotation, Limits};
use sprague_questions::check::{Check, NotAccepted, Verdict, heaps, longest_text};
use sprague_questions::{LimitsAsked, NoAnswer};
use std::io::{Read, Write, stdin};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

#[derive(Flags)]
#[command(mut_arg("limit_positions", |arg| arg.help("Maximum number of positions (or rows) to visit [default: 1000000000000]")))]
#[command(mut_arg("limit_time", |arg| arg.help("Maximum time to take, in seconds [default: 120]")))]
pub(crate) struct Args {
    #[cfg_attr(
        feature = "shards",
        doc = "File with a certificate or a strategy, or a directory of `solve --shards`; `-` is standard input"
    )]
    #[cfg_attr(not(feature = "shards"), doc = "File with a certificate or a strategy; `-` is standard input")]
    file: PathBuf,
    /// Format of the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Save the progress of a long check in this file, and continue from it in the next run
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    #[cfg(feature = "shards")]
    if args.file.join("about.json").is_file() {
        return super::shards::check(&args.file, &args.limits, args.format);
    }
    let mut limits = limits_of(&Check::default(), &args.limits);
    let _running = Running::begin(&mut limits);
    let name = args.file.display().to_string();
    let verdict = verdict(&name, args, &limits)?;
    let done = limits.progress.as_ref().map_or(0, |done| done.load(Ordering::Relaxed));
    print(&verdict, &name, args, done)
}

fn verdict(name: &str, args: &Args, limits: &Limits) -> Result<Verdict, Failure> {
    let Some(text) = text(name, longest_text(limits))? else { return Ok(Verdict::too_long(limits)) };
    let _progress = Progress::seeking(limits, heaps(&text));
    let question = Check { text, checkpoint: args.checkpoint.clone() };
    session().ask(&question, limits).map_err(|error| match error {
        NoAnswer::Malformed { field, error, .. } if field == "text" => {
            let before = question.text.get(..error.at).unwrap_or(&question.text);
            let line = before.matches('\n').count() + 1;
            let character = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            Failure::Unfit(format!("{name}: line {line}, character {character}: expected {}", error.expected))
        }
        other => Failure::of(name, other, args.format == Format::Json),
    })
}

/// Reads the file or standard input. Returns `None` if it has more than `most` bytes.
fn text(name: &str, most: u64) -> Result<Option<String>, Failure> {
    let refused = |expected: String| Failure::malformed(name, BadNotation::new(0, expected));
    let read = if name == "-" {
        let mut bytes = vec![];
        let read = stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(Unreadable::from);
        read.and_then(|count| if count as u64 > most { Err(Unreadable::TooLong(most)) } else { Ok(bytes) })
    } else {
        LocalFiles.read(name, most)
    };
    let bytes = match read {
        Err(Unreadable::TooLong(_)) => return Ok(None),
        read => read.map_err(|error| refused(format!("a readable certificate ({error})")))?,
    };
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| refused("a readable certificate (stream did not contain valid UTF-8)".to_owned()))
}

fn print(verdict: &Verdict, name: &str, args: &Args, done: u64) -> Result<Exit, Failure> {
    if let Err(NotAccepted::Checkpoint(error)) = verdict.examined() {
        return Err(Failure::NoAnswer(error.to_string()));
    }
    if args.format == Format::Json {
        writeln!(stdout(), "{}", verdict.to_json())?;
    } else {
        match verdict.examined() {
            Err(NotAccepted::Stopped(stopped)) if args.checkpoint.is_some() => {
                let flag = limit_flag(stopped).map_or_else(String::new, |flag| format!("; {flag} allows more"));
                let again = format!("{done} heaps are done, and the same command continues");
                return Err(Failure::NoAnswer(format!("{name}: {stopped}{flag}; {again}")));
            }
            Err(NotAccepted::Stopped(stopped)) => return Err(Failure::of(name, stopped.clone().into(), false)),
            Err(why) if why.is_open() => return Err(Failure::NoAnswer(format!("{name}: {why}"))),
            Ok(_) | Err(_) => writeln!(page(), "{}", verdict.in_words())?,
        }
    }
    Ok(if verdict.is_accepted() { Exit::Answered } else { Exit::NoAnswer })
}
