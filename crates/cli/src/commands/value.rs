//! `sprague value`: the canonical form of a sum, or of one a line.

#[cfg(feature = "plot")]
mod thermograph;

use super::{ask, session};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::latex;
use crate::out::{json_text, stdout};
use crate::terminal::page;
use clap::{Args as Flags, ValueEnum};
use sprague_questions::{LimitsAsked, ValueOf, ValueReport, class_in_words};
use std::io::{self, Write};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: ValueOf,
    /// Form of the answer [default: text; with `-` json, and nothing else]
    #[arg(long, value_enum)]
    format: Option<ValueFormat>,
    #[command(flatten)]
    limits: LimitsAsked,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValueFormat {
    Text,
    Json,
    /// Equations for math mode, with amsmath
    Latex,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let session = session();
    if args.question.sum == "-" {
        batch::only_json(args.format.as_ref(), &ValueFormat::Json)?;
        let line = |line: &str| ValueOf { sum: line.to_owned(), ..args.question.clone() };
        return batch::run(&args.question, |text| ask(&session, &line(text), &args.limits));
    }
    let is_json = args.format == Some(ValueFormat::Json);
    let report = ask(&session, &args.question, &args.limits);
    let report = report.map_err(|error| Failure::of(&args.question.sum, error, is_json))?;
    match args.format {
        Some(ValueFormat::Json) => writeln!(stdout(), "{}", json_text(&report))?,
        Some(ValueFormat::Latex) => latex::value(&mut stdout(), &report)?,
        Some(ValueFormat::Text) | None => print(&mut page(), &report)?,
    }
    Ok(Exit::Answered)
}

/// A report for people.
fn print(out: &mut impl Write, report: &ValueReport) -> io::Result<()> {
    let whole = if report.text.is_none() { " (the rest is too long to print: --format json --dag has it)" } else { "" };
    let transformed = report.transform.as_ref().map_or_else(String::new, |transform| format!(", {transform}"));
    let called = report.name.as_ref().map_or_else(String::new, |name| format!(", which is {name}"));
    writeln!(out, "{}{transformed}: {}{called}{whole}", report.position, report.value)?;
    writeln!(out, "{} (outcome class {})", class_in_words(report.outcome_class), report.outcome_class)?;
    match report.value.number() {
        Some(_) => writeln!(out, "a number: mean {}, temperature {}", report.mean, report.temperature)?,
        None => {
            writeln!(out, "mean {} ± temperature {}", report.mean, report.temperature)?;
            writeln!(out, "left stop {}, right stop {}", report.stops[0], report.stops[1])?;
        }
    }
    writeln!(out, "birthday {}", report.birthday)?;
    if let Some(weight) = report.atomic_weight.as_ref().filter(|_| report.value.number().is_none()) {
        writeln!(out, "all-small, of atomic weight {weight}")?;
    }
    if report.reduced != report.value {
        writeln!(out, "up to infinitesimals {}", report.reduced)?;
    }
    #[cfg(feature = "plot")]
    thermograph::print(out, report)?;
    Ok(())
}
