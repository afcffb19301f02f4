//! `sprague analyse`: a family, or one a line.

use super::{ask_seeking, session};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{print_json, stdout};
use crate::print;
use crate::terminal::page;
use clap::{Args as Flags, ValueEnum};
use sprague_questions::{Analyse, Analysed, Analysis, LimitsAsked, NoAnswer};
use std::io::Write;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Analyse,
    /// Form of the answer [default: text; with `-` json, and nothing else]
    #[arg(long, value_enum)]
    format: Option<TableFormat>,
    #[command(flatten)]
    limits: LimitsAsked,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Json,
    /// Comma-separated columns
    Csv,
    /// OEIS b-file
    Bfile,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (session, question) = (session(), &args.question);
    if question.family == "-" {
        batch::only_json(args.format.as_ref(), &TableFormat::Json)?;
        let line = |line: &str| Analyse { family: line.to_owned(), ..question.clone() };
        return batch::run(question, |text| ask_seeking(&session, &line(text), &args.limits, question.seek));
    }
    let format = args.format.unwrap_or(TableFormat::Text);
    let failed = |error: NoAnswer| Failure::of(&question.family, error, format == TableFormat::Json);
    let answer = ask_seeking(&session, question, &args.limits, question.seek).map_err(failed)?;
    if format == TableFormat::Json {
        print_json(&answer)?;
        return Ok(if answer.stopped().is_some() { Exit::NoAnswer } else { Exit::Answered });
    }
    let analysis = match answer {
        Analysed::Rows(analysis) => *analysis,
        Analysed::Summary(summary) => {
            let mut out = page();
            print::summary(&mut out, &summary)?;
            if question.explain {
                writeln!(out, "why: {}", summary.explain)?;
            }
            return Ok(Exit::Answered);
        }
    };
    match format {
        TableFormat::Csv => csv(&mut stdout(), &analysis)?,
        TableFormat::Bfile => {
            let Some(text) = analysis.to_bfile() else {
                let why = "this family is no single sequence; --format csv prints its columns";
                return Err(Failure::NoAnswer(format!("{}: {why}", question.family)));
            };
            stdout().write_all(text.as_bytes())?;
        }
        TableFormat::Text | TableFormat::Json => {
            let mut out = page();
            print::analysis(&mut out, &analysis)?;
            if let Some(why) = &analysis.explain {
                writeln!(out, "why: {why}")?;
            }
        }
    }
    match analysis.stopped {
        Some(stopped) => Err(failed(stopped.into())),
        None => Ok(Exit::Answered),
    }
}

/// The number of rows that are written together.
const WRITTEN: usize = 4096;

fn csv(out: &mut impl Write, analysis: &Analysis) -> Result<(), Failure> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(analysis.columns_of(0..0).iter().map(|(name, _)| name))?;
    for start in (0..analysis.len()).step_by(WRITTEN) {
        let columns = analysis.columns_of(start..analysis.len().min(start + WRITTEN));
        for row in 0..columns[0].1.len() {
            writer.write_record(columns.iter().map(|(_, cells)| &cells[row]))?;
        }
    }
    writer.flush()?;
    Ok(())
}
