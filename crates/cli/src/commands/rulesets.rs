//! `sprague rulesets`: lists all rulesets, or prints one in full.
//!
//! The list has the notation, the rules and an example of each. For a single ruleset the output also has its source, its full
//! rules, and facts.

use super::{Format, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use crate::terminal::page;
use clap::Args as Flags;
use sprague::Limits;
use sprague_questions::{RulesetEntry, Rulesets};
use std::io::Write;

/// The column in which examples start, unless the notation is longer.
const EXAMPLES: usize = 26;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Rulesets,
    /// Format of the list
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let is_json = args.format == Format::Json;
    let found = session().ask(&args.question, &Limits::default());
    let name = args.question.name.as_deref();
    let found = found.map_err(|error| Failure::of(name.unwrap_or_default(), error, is_json))?;
    if is_json {
        writeln!(stdout(), "{}", json_text(&found))?;
        return Ok(Exit::Answered);
    }
    let mut out = page();
    writeln!(out, "{:<EXAMPLES$}  example", "family")?;
    writeln!(out, "    component: rules")?;
    let (modifiers, rulesets): (Vec<&RulesetEntry>, Vec<_>) = found.iter().partition(|entry| entry.kind == "modifier");
    let first = modifiers.first().copied();
    for entry in rulesets.into_iter().chain(modifiers) {
        let RulesetEntry { notation, component, play, example, theorem, source, rules, options, known, .. } = entry;
        if first == Some(entry) {
            writeln!(out, "\nmodifiers, each around a ruleset, built in or loaded")?;
        }
        writeln!(out, "\n{notation:<EXAMPLES$}  {example}")?;
        if !play.is_empty() {
            writeln!(out, "    {component}: {play}")?;
        }
        if theorem != "-" {
            writeln!(out, "    proof of periods: {theorem}")?;
        }
        if name.is_none() {
            continue;
        }
        if !source.is_empty() {
            writeln!(out, "    source: {source}")?;
        }
        for (title, text) in [("rules", rules), ("parameters", options)].iter().filter(|(_, text)| !text.is_empty()) {
            writeln!(out, "    {title}: {text}")?;
        }
        for fact in known {
            writeln!(out, "    known: {} ({})", fact.says, fact.source)?;
            if let Some(command) = &fact.command {
                writeln!(out, "      try: {command}")?;
            }
        }
    }
    Ok(Exit::Answered)
}
