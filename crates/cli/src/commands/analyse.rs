//! `sprague analyse`: analyses a family, or one family per line.

use super::{ask_seeking, limits_of, session, told};
use crate::batch::{self, Lines};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::latex;
use crate::out::{json_text, print_json, stdout};
use crate::print;
use crate::terminal::page;
use clap::{Args as Flags, ValueEnum};
use sprague::Stopped;
use sprague_questions::{Analyse, Analysed, Analysis, Form, LimitsAsked, NoAnswer};
use std::io::Write;
use std::ops::Range;
use std::time::{Duration, Instant};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Analyse,
    /// Format of the answer [default: text; with `-`, json or csv]
    #[arg(long, value_enum)]
    format: Option<TableFormat>,
    #[command(flatten)]
    limits: LimitsAsked,
}

const COLUMNS: [&str; 8] =
    ["family", "play", "to", "period.preperiod", "period.period", "period.saltus", "period.status", "error"];

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Json,
    /// Comma-separated columns
    Csv,
    /// OEIS b-file
    Bfile,
    /// LaTeX arrays for math mode, which need amsmath
    Latex,
    /// Markdown with a table of up to 1000 rows
    Markdown,
    /// HTML without scripts, with a table of up to 1000 rows
    Html,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (session, question) = (session(), &args.question);
    if question.family == "-" {
        let form = match args.format {
            Some(TableFormat::Csv) => Lines::Csv(&COLUMNS),
            other => batch::only_json(other.as_ref(), &TableFormat::Json)?,
        };
        let line = |line: &str| Analyse { family: line.to_owned(), ..question.clone() };
        return batch::run(question, form, |text| ask_seeking(&session, &line(text), &args.limits, question.seek));
    }
    let format = args.format.unwrap_or(TableFormat::Text);
    let failed = |error: NoAnswer| Failure::of(&question.family, error, format == TableFormat::Json);
    let begun = Instant::now();
    let answer = ask_seeking(&session, question, &args.limits, question.seek).map_err(failed)?;
    let limit = limits_of(question, &args.limits).time;
    // after Ctrl-C, do not make the user wait for everything that is known
    let is_asked = answer.stopped() == Some(&Stopped::Asked);
    let time = if is_asked { Time { begun: Instant::now(), limit: Some(AFTER_STOP) } } else { Time { begun, limit } };
    if format == TableFormat::Json {
        let answer = time.enough_for_json(answer);
        print_json(&answer)?;
        return Ok(if answer.stopped().is_some() { Exit::NoAnswer } else { Exit::Answered });
    }
    let analysis = match answer {
        Analysed::Rows(analysis) => *analysis,
        Analysed::Summary(summary) => {
            let mut out = page();
            print::summary(&mut out, &summary)?;
            if let Some(why) = &summary.explain {
                writeln!(out, "why: {why}")?;
                let period = summary.period.map(|period| period.to_string()).unwrap_or_default();
                let law = summary.law.as_ref().map(ToString::to_string).unwrap_or_default();
                print::words(&mut out, &format!("{period} {law} {why} digest kernel"))?;
            }
            return Ok(Exit::Answered);
        }
    };
    let rows = analysis.rows.len();
    let printed = match format {
        TableFormat::Csv => csv(&mut stdout(), &analysis, &time)?,
        TableFormat::Bfile => {
            if analysis.bfile_of(0..1).is_none() {
                let why = "this family is not a single sequence: use --format csv, which prints columns";
                return Err(Failure::NoAnswer(format!("{}: {why}", question.family)));
            }
            in_portions(rows, &time, |portion| {
                let text = analysis.bfile_of(portion).expect("it is a single sequence");
                Ok(stdout().write_all(text.as_bytes())?)
            })?
        }
        TableFormat::Latex => {
            if rows > latex::MAX_ROWS {
                let why = format!("a LaTeX array has at most {} rows: use --to {}", latex::MAX_ROWS, latex::MAX_ROWS - 1);
                return Err(Failure::NoAnswer(format!("{}: {why}", question.family)));
            }
            latex::analysis(&mut stdout(), &analysis)?;
            rows
        }
        TableFormat::Markdown | TableFormat::Html => {
            let form = if format == TableFormat::Html { Form::Html } else { Form::Markdown };
            told(&analysis.report(), form)?;
            rows
        }
        TableFormat::Text | TableFormat::Json => {
            let mut out = page();
            let printed = print::analysis(&mut out, &analysis, &|| time.is_over())?;
            if let Some(why) = &analysis.explain {
                writeln!(out, "why: {why}")?;
                print::words(&mut out, &format!("{} {why}", analysis.period_sentences().join(" ")))?;
            }
            printed
        }
    };
    let late = (printed < rows).then(|| Stopped::Time(time.begun.elapsed()));
    match analysis.stopped.or(late) {
        Some(stopped) => Err(failed(stopped.into())),
        None => Ok(Exit::Answered),
    }
}

/// The time for writing a partial answer after Ctrl-C.
const AFTER_STOP: Duration = Duration::from_millis(200);

/// The start and the time limit of a question, including the time for formatting and writing the answer.
struct Time {
    begun: Instant,
    limit: Option<Duration>,
}

/// The number of rows that are formatted first, to estimate the time for all rows.
const SAMPLE: usize = 1 << 16;

impl Time {
    fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.begun.elapsed()))
    }

    fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// Returns the answer with as many rows as can be written as JSON in the remaining time, which is estimated from the
    /// first rows.
    fn enough_for_json(&self, answer: Analysed) -> Analysed {
        let (Analysed::Rows(analysis), Some(_)) = (&answer, self.limit) else { return answer };
        if analysis.rows.len() <= SAMPLE {
            return answer;
        }
        let begun = Instant::now();
        json_text(&analysis.first_rows(SAMPLE));
        let portions = self.left().unwrap_or_default().as_secs_f64() / begun.elapsed().as_secs_f64();
        let enough = (portions * SAMPLE as f64) as usize;
        if enough >= analysis.rows.len() {
            return answer;
        }
        let mut first = analysis.first_rows(enough.max(SAMPLE));
        first.stopped.get_or_insert_with(|| Stopped::Time(self.begun.elapsed()));
        Analysed::Rows(Box::new(first))
    }
}

/// Writes rows in portions until the time is over. Returns the number of rows written.
fn in_portions(rows: usize, time: &Time, mut write: impl FnMut(Range<usize>) -> Result<(), Failure>) -> Result<usize, Failure> {
    let mut written = 0;
    while written < rows && !(written > 0 && time.is_over()) {
        let portion = written..rows.min(written + print::LAID_OUT);
        written = portion.end;
        write(portion)?;
    }
    Ok(written)
}

fn csv(out: &mut impl Write, analysis: &Analysis, time: &Time) -> Result<usize, Failure> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(analysis.columns_of(0..1).iter().map(|(name, _)| name))?;
    let written = in_portions(analysis.rows.len(), time, |portion| {
        let columns = analysis.columns_of(portion);
        for row in 0..columns[0].1.len() {
            writer.write_record(columns.iter().map(|(_, cells)| &cells[row]))?;
        }
        Ok(())
    })?;
    writer.flush()?;
    Ok(written)
}
