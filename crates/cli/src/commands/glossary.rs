//! `sprague glossary`: prints the terms that answers use, or one of them.

use super::{Format, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use crate::terminal::page;
use clap::Args as Flags;
use sprague::Limits;
use sprague_questions::{Glossary, GlossaryEntry};
use std::io::Write;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Glossary,
    /// Format of the list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let is_json = args.format == Format::Json;
    let word = args.question.word.as_deref();
    let found = session().ask(&args.question, &Limits::default());
    let found = found.map_err(|error| Failure::of(word.unwrap_or_default(), error, is_json))?;
    if is_json {
        writeln!(stdout(), "{}", json_text(&found))?;
        return Ok(Exit::Answered);
    }
    let mut out = page();
    for GlossaryEntry { word: listed, also, fact } in &found {
        let also = if also.is_empty() { String::new() } else { format!(" (also {})", also.join(", ")) };
        writeln!(out, "{listed}{also}: {}", fact.says)?;
        if word.is_some() {
            fact.command.iter().try_for_each(|command| writeln!(out, "    example: {command}"))?;
            writeln!(out, "    source: {}", fact.source)?;
        }
    }
    Ok(Exit::Answered)
}
