//! `sprague analyse`: a family, or one a line.

use crate::args::{Analyse, Rows, TableFormat};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::print;
use crate::terminal::page;
use serde_json::{Value, json};
use sprague::Limits;
use sprague_games::analyse::explanation;
use sprague_games::{AnalyseOptions, Analysis, QuestionError, analyse};
use std::io::Write;

pub(crate) fn run(args: &Analyse) -> Result<Exit, Failure> {
    let begun = limits(args.limits.bounds);
    let options = |limits: Limits| AnalyseOptions {
        to: args.to,
        play: args.convention.play.into(),
        values: args.rows == Some(Rows::Values),
        dag: args.dag,
        seek: args.seek,
        fill: !args.no_fill,
        kernel: args.kernel.clone(),
        stream: args.long.stream,
        checkpoint: args.long.checkpoint.clone(),
        limits: allowing(limits, args.to.max(args.seek.unwrap_or(0))),
    };
    let session = crate::session_within(&begun);
    let known = |question: &str| -> Value {
        let family = session.family(question).map_or_else(|_| question.to_owned(), |game| game.name().to_owned());
        json!({ "family": family, "play": sprague::Play::from(args.convention.play), "to": args.to })
    };
    let as_json = |question: &str, options: &AnalyseOptions| -> Result<Value, QuestionError> {
        let game = session.family(question)?;
        let _progress = Progress::seeking(&options.limits, args.seek);
        let (mut answer, why) = if args.summary {
            let summary = sprague_games::analyse::summary(&game, options)?;
            (summary.to_json(), summary.explain)
        } else {
            (analyse(&game, options)?.to_json(), explanation(&game, options)?)
        };
        if args.explain {
            answer["explain"] = json!(why);
        }
        Ok(answer)
    };
    if args.family == "-" {
        batch::only_json(args.format.as_ref(), &TableFormat::Json)?;
        return batch::run(|question| as_json(question, &options(limits(args.limits.bounds))), known).map(|()| Exit::Answered);
    }
    let options = options(begun);
    let format = args.format.unwrap_or(TableFormat::Text);
    if format == TableFormat::Json {
        return match as_json(&args.family, &options) {
            Ok(answer) => {
                writeln!(stdout(), "{answer}")?;
                Ok(if answer["stopped"].is_null() { Exit::Answered } else { Exit::NoAnswer })
            }
            Err(unanswered) => Err(Failure::told(true, &args.family, unanswered, || known(&args.family))),
        };
    }
    let failed = |unanswered| Failure::of(&args.family, unanswered);
    let game = session.family(&args.family).map_err(|error| failed(error.into()))?;
    if args.summary {
        let mut out = page();
        let summary = sprague_games::analyse::summary(&game, &options).map_err(failed)?;
        print::summary(&mut out, &summary)?;
        if args.explain {
            writeln!(out, "why: {}", summary.explain)?;
        }
        return Ok(Exit::Answered);
    }
    let analysis = {
        let _progress = Progress::seeking(&options.limits, args.seek);
        analyse(&game, &options).map_err(failed)?
    };
    match format {
        TableFormat::Csv => csv(&mut stdout(), &analysis)?,
        TableFormat::Bfile => {
            let Some(text) = analysis.to_bfile() else {
                return Err(Failure::NoAnswer(format!(
                    "{}: this family is no single sequence; --format csv prints its columns",
                    args.family
                )));
            };
            stdout().write_all(text.as_bytes())?;
        }
        TableFormat::Text | TableFormat::Json => {
            let mut out = page();
            print::analysis(&mut out, &analysis)?;
            if args.explain {
                writeln!(out, "why: {}", explanation(&game, &options).map_err(failed)?)?;
            }
        }
    }
    match analysis.stopped {
        Some(stopped) => Err(failed(stopped.into())),
        None => Ok(Exit::Answered),
    }
}

/// Rows that were asked for by number are allowed, unless a limit was typed too.
fn allowing(limits: Limits, last: u64) -> Limits {
    let is_default = limits.positions == Limits::default().positions;
    let asked = if is_default { last.saturating_add(1) } else { 0 };
    Limits { positions: limits.positions.max(asked), ..limits }
}

fn csv(out: &mut impl Write, analysis: &Analysis) -> Result<(), Failure> {
    let columns = analysis.columns();
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|(name, _)| name))?;
    for row in 0..columns[0].1.len() {
        writer.write_record(columns.iter().map(|(_, cells)| &cells[row]))?;
    }
    writer.flush()?;
    Ok(())
}
