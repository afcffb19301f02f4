//! `sprague sweep`: every subtraction set with a given largest member, or every octal code of a few digits, each with its period.

mod codes;
mod record;
mod sets;

use crate::args::{Format, Sweep as Args, Swept as Kind};
use crate::exit::Exit;
use crate::failure::{Failure, limit_flag};
use crate::out::{json_text, stdout};
use crate::terminal::page;
use sprague::rows::sweep::Shard;
use sprague::{Limits, Stopped};
use sprague_games::sweep::AnySwept;
use sprague_games::whole_file;
use std::io::{self, Write};
use std::path::{PathBuf, absolute};
use std::time::Duration;

/// How long a sweep may take unless something is said: what one question of each kind is worth.
const SETS_TIME: Duration = Duration::from_secs(60);
const CODES_TIME: Duration = Duration::from_secs(3600);

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (is_sets, is_codes) = (args.ruleset == Kind::Subtraction, args.ruleset == Kind::Octal);
    for (flag, is_there, fits) in [
        ("--largest", args.largest.is_some(), is_sets),
        ("--nimbers", args.nimbers, is_sets),
        ("--digits", args.digits.is_some(), is_codes),
        ("--seek", args.seek.is_some(), is_codes),
    ] {
        if is_there && !fits {
            let fitting = if is_sets { "octal" } else { "subtraction" };
            return Err(Failure::Unfit(format!("{flag} is for `sweep {fitting}`")));
        }
    }
    let files = [("--csv", &args.csv), ("--checkpoint", &args.checkpoint), ("--output", &args.output)];
    let mut named: Vec<(&str, PathBuf)> = vec![];
    for (flag, path) in files.into_iter().filter_map(|(flag, path)| Some((flag, path.as_ref()?))) {
        let path = absolute(path)?;
        if let Some((other, _)) = named.iter().find(|(_, other)| *other == path) {
            return Err(Failure::NoAnswer(format!("{}: {other} and {flag} are two files", path.display())));
        }
        named.push((flag, path));
    }
    if is_sets { sets::run(args) } else { codes::run(args) }
}

/// What the whole sweep may take; positions count sets or codes.
fn limits(args: &Args) -> Limits {
    let usual = if args.ruleset == Kind::Octal { CODES_TIME } else { SETS_TIME };
    Limits {
        positions: args.limit_sets.unwrap_or(u64::MAX),
        bytes: args.limit_memory,
        time: Some(args.limit_time.unwrap_or(usual)),
        ..Limits::default()
    }
}

/// The sweep as it is typed, with its part.
fn with_shard(question: String, shard: Shard) -> String {
    if shard.is_whole() { question } else { format!("{question} --shard {shard}") }
}

/// Prints what a sweep came to, and writes it to a file if that is wanted.
fn answered(args: &Args, swept: AnySwept) -> Result<Exit, Failure> {
    let (part, stopped, question) = match &swept {
        AnySwept::Subtraction(swept) => (swept.to_part(), swept.stopped.clone(), swept.question()),
        AnySwept::Octal(swept) => (swept.to_part(), swept.stopped.clone(), swept.sweep.question()),
    };
    let shard = args.shard.unwrap_or(Shard::WHOLE);
    if let (Some(path), None) = (&args.output, &stopped) {
        let written = whole_file::write(path, format!("{}\n", json_text(&part)).as_bytes());
        written.map_err(|error| Failure::NoAnswer(format!("{}: {error}", path.display())))?;
    }
    match (args.format, &stopped) {
        (Format::Json, _) if shard.is_whole() => writeln!(stdout(), "{}", swept.to_json(args.histogram))?,
        (Format::Json, _) => writeln!(stdout(), "{part}")?,
        (Format::Text, None) => print(&swept, args.histogram)?,
        (Format::Text, Some(stopped)) => {
            let again = if args.checkpoint.is_some() { ", and the same command goes on" } else { "" };
            return Err(Failure::NoAnswer(format!("{}: {}{again}", with_shard(question, shard), why(&swept, stopped))));
        }
    }
    Ok(if stopped.is_some() { Exit::NoAnswer } else { Exit::Answered })
}

/// A sweep, or some parts of it, for people.
pub(crate) fn print(swept: &AnySwept, has_histogram: bool) -> io::Result<()> {
    match swept {
        AnySwept::Subtraction(swept) => sets::print(&mut page(), swept, has_histogram),
        AnySwept::Octal(swept) => codes::print(&mut page(), swept, has_histogram),
    }
}

/// The longest period of a sweep in words.
pub(crate) fn longest(swept: &AnySwept) -> String {
    match swept {
        AnySwept::Subtraction(swept) => swept.longest_in_words().unwrap_or_else(|| "no set is known".to_owned()),
        AnySwept::Octal(swept) => swept.longest_in_words().unwrap_or_else(|| "no period is proved".to_owned()),
    }
}

/// Why a sweep ended early, and what is known.
fn why(swept: &AnySwept, stopped: &Stopped) -> String {
    let (things, done, all) = match swept {
        AnySwept::Subtraction(swept) => ("sets", swept.tally.sets, swept.sets()),
        AnySwept::Octal(swept) => ("codes", swept.tally.codes, swept.codes()),
    };
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

/// The columns of a histogram.
fn print_histogram(out: &mut impl Write, things: &str, histogram: &std::collections::BTreeMap<u64, u64>) -> io::Result<()> {
    writeln!(out, "{:>12} {things:>20}", "period")?;
    histogram.iter().try_for_each(|(period, count)| writeln!(out, "{period:>12} {count:>20}"))
}
