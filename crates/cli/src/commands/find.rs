//! `sprague find`: positions that have a property.

use super::{limits_of, session, told};
use crate::exit::Exit;
use crate::failure::{Failure, limit_flag};
use crate::interrupt::Running;
use crate::out::{print_json, stdout};
use crate::progress::Progress;
use crate::terminal::page;
use clap::{Args as Flags, ValueEnum};
use serde_json::Value;
use sprague_questions::{Find, Form, Found, LimitsAsked, Saves};
use std::io::{self, Write};
use std::path::PathBuf;

/// The maximum number of sizes with counts in the text.
const MOST_SIZES: usize = 30;

/// The maximum number of positions in the text.
const MOST_PRINTED: usize = 1_000;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Find,
    /// Write the answer to this file as JSON, which `sprague merge` reads
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Save the progress of the search in this file, and continue from it in the next run
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = FindFormat::Text)]
    format: FindFormat,
    #[command(flatten)]
    limits: LimitsAsked,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FindFormat {
    Text,
    Json,
    /// Comma-separated columns, one line for each position
    Csv,
    /// LaTeX, which needs amsmath
    Latex,
    /// Markdown with tables
    Markdown,
    /// HTML without scripts
    Html,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let question = &args.question;
    let name = question.family.as_deref().or(question.from.as_deref()).unwrap_or("find");
    let failed = |error| Failure::of(name, error, args.format == FindFormat::Json);
    let mut limits = limits_of(question, &args.limits).starting_now();
    let _running = Running::begin(&mut limits);
    let _progress = Progress::of(&limits);
    let session = session();
    let shard = question.shard.map(|shard| format!(" --shard {shard}")).unwrap_or_default();
    let files = if args.checkpoint.is_some() { question.files(&session, &limits).map_err(failed)? } else { None };
    let files = files.map_or_else(String::new, |files| format!(" with files {files}"));
    let asked = format!("{}{shard}{files}", question.in_words());
    let (mut saves, begun) = Saves::open(args.checkpoint.as_deref(), &asked, Found::from_bytes)?;
    let found = question.run(&session, begun.unwrap_or_default(), &limits, &mut saves).map_err(failed)?;
    saves.save(true, || found.to_bytes());
    saves.ended()?;
    if let (Some(path), None) = (&args.output, found.stopped()) {
        super::sweep::write(path, &found.as_part())?;
    }
    match args.format {
        FindFormat::Json => print_json(&found)?,
        FindFormat::Csv => csv(&found)?,
        FindFormat::Text => print(&mut page(), &found)?,
        FindFormat::Latex => told(&found.report(), Form::Latex)?,
        FindFormat::Markdown => told(&found.report(), Form::Markdown)?,
        FindFormat::Html => told(&found.report(), Form::Html)?,
    }
    match (found.stopped(), args.format) {
        (None, _) => Ok(Exit::Answered),
        (Some(_), FindFormat::Json) => Ok(Exit::NoAnswer),
        (Some(stopped), _) => {
            let again = match args.checkpoint {
                Some(_) => "the same command continues".to_owned(),
                None => "--checkpoint FILE saves the progress".to_owned(),
            };
            let more = limit_flag(stopped).map(|flag| format!("{flag} allows more, and ")).unwrap_or_default();
            Err(Failure::NoAnswer(format!("{name}: {stopped}: {more}{again}")))
        }
    }
}

fn shown(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => "-".to_owned(),
        Some(other) => other.to_string(),
    }
}

pub(super) fn print(out: &mut impl Write, found: &Found) -> io::Result<()> {
    writeln!(out, "{}", found.in_words())?;
    if found.positions.is_empty() && found.sizes.len() > 1 {
        let with: Vec<_> = found.sizes.iter().filter(|(_, [_, found])| *found > 0).collect();
        for (size, [looked_at, found]) in with.iter().take(MOST_SIZES) {
            writeln!(out, "size {size}: {found} of {looked_at}")?;
        }
        if with.len() > MOST_SIZES {
            writeln!(out, "… and {} more sizes: --format json has all", with.len() - MOST_SIZES)?;
        }
    }
    for position in found.positions.iter().take(MOST_PRINTED) {
        let keys: Vec<String> = position.keys.iter().map(|(name, value)| format!("{name} {}", shown(Some(&value)))).collect();
        let keys = if keys.is_empty() { String::new() } else { format!("  {}", keys.join(", ")) };
        writeln!(out, "{}{keys}", position.position)?;
        if !position.line.is_empty() {
            writeln!(out, "  by {}", position.line_in_words())?;
        }
    }
    let more = found.positions.len().saturating_sub(MOST_PRINTED);
    if more > 0 {
        writeln!(out, "… and {more} more: --format csv or json has all, --top K the first")?;
    }
    if let (Some(key), Some(histogram)) = (found.counted(), &found.histogram) {
        let mut all: Vec<_> = histogram.iter().collect();
        all.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (text, count) in all {
            writeln!(out, "{key} {text}: {count}")?;
        }
    }
    Ok(())
}

fn csv(found: &Found) -> Result<(), Failure> {
    let names = found.keys();
    let has_lines = found.positions.iter().any(|position| !position.line.is_empty());
    let mut out = csv::Writer::from_writer(stdout());
    out.write_record(["position", "size"].into_iter().chain(names.iter().copied()).chain(has_lines.then_some("line")))?;
    for position in &found.positions {
        let keys = names.iter().map(|name| shown(position.keys.get(name).as_ref()));
        let cells = [position.position.clone(), position.size.to_string()].into_iter().chain(keys);
        out.write_record(cells.chain(has_lines.then(|| position.line_in_words())))?;
    }
    Ok(out.flush()?)
}
