//! `sprague test`: the laws of rulesets, tried on a plugin.

use super::Format;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::page;
use clap::Args as Flags;
use serde_json::json;
use sprague::notation::{components, signs, unquoted};
use sprague::{AnyRuleset, BadNotation};
use sprague_plugin::laws::{self, Effort, Law, Report, try_laws};
use sprague_plugin::{NotLoaded, Plugin};
use sprague_questions::flags::number;
use std::io::Write;

#[derive(Flags)]
pub(crate) struct Args {
    /// The plugin, with parameters behind a `:`, such as ./take.rhai:3, or exec:PROGRAM
    file: String,
    /// Positions to play from, or behind @ [default: its example, heaps up to 20]
    positions: Vec<String>,
    /// The number of random plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u64>)]
    plays: u64,
    /// Seed of the random plays: the same number gives the same ones
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>)]
    seed: u64,
    /// Form of the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (file, position) = match signs(&args.file, '@').next() {
        Some(at) => (&args.file[..at], Some(&args.file[at + 1..])),
        None => (&*args.file, None),
    };
    let program = file.strip_prefix("exec:");
    let end = if program.is_some() { "exec".len() } else { signs(file, ':').next().unwrap_or(file.len()) };
    let unquoted = unquoted(&file[..end]).map_err(|error| Failure::malformed(&args.file, error))?;
    let path = if program.is_some() { file } else { &*unquoted };
    let parameters = file.get(end + 1..);
    let load = || program.map_or_else(|| Plugin::load(path, parameters), Plugin::start);
    let plugin = load().map_err(|error| match error {
        NotLoaded::Parameters(error) => Failure::malformed(&args.file, error.shifted(end + 1)),
        unreadable => Failure::Unfit(unreadable.to_string()),
    })?;
    if let Some(fault) = plugin.fault() {
        return Err(Failure::NoAnswer(fault.to_string()));
    }
    if plugin.is_data() {
        writeln!(page(), "{path}: its rules are data, not code: there is nothing to try, and periods are proved")?;
        return Ok(Exit::Answered);
    }
    let rules = plugin.rules();
    let typed = position.into_iter().flat_map(components).map(|(_, text)| text.to_owned());
    let typed: Vec<String> = typed.chain(args.positions.iter().cloned()).collect();
    let starts = if typed.is_empty() { usual_starts(args, &plugin)? } else { read_first(typed, &**rules)? };
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    let effort = Effort { plays: args.plays, seed: args.seed, ..Effort::default() };
    let again = || load().unwrap_or_else(|_| plugin.clone());
    let report = try_laws(&again, &starts, effort);
    match args.format {
        Format::Text => text(path, &plugin.about().notation, &starts, &report)?,
        Format::Json => writeln!(stdout(), "{}", to_json(&args.file, &plugin.about().notation, &starts, &report))?,
    }
    Ok(if report.broken.is_none() { Exit::Answered } else { Exit::NoAnswer })
}

/// Positions that were typed, if the rules read them.
fn read_first(typed: Vec<String>, rules: &dyn AnyRuleset) -> Result<Vec<String>, Failure> {
    for text in &typed {
        let read = rules.read(text);
        if let Some(fault) = rules.recheck() {
            return Err(Failure::NoAnswer(fault.to_string()));
        }
        read.map_err(|error| Failure::malformed(text, error))?;
    }
    Ok(typed)
}

/// Positions to play from where none was typed.
fn usual_starts(args: &Args, plugin: &Plugin) -> Result<Vec<String>, Failure> {
    let starts = laws::starts(plugin).map_err(|fault| Failure::NoAnswer(fault.to_string()))?;
    if starts.is_empty() {
        let error = BadNotation::new(0, "positions to play from behind the file, since the plugin gives no `example`");
        return Err(Failure::malformed(&args.file, error));
    }
    Ok(starts)
}

fn text(path: &str, notation: &str, starts: &[&str], report: &Report) -> Result<(), Failure> {
    let mut out = page();
    let from = if starts.len() > 3 {
        format!("{}, … ({} positions)", starts[..3].join(", "), starts.len())
    } else {
        starts.join(", ")
    };
    writeln!(out, "{path}: {} positions seen from {from}", report.positions)?;
    if !notation.is_empty() {
        writeln!(out, "  a position is typed as {notation}")?;
    }
    for (law, held) in &report.held {
        let is_broken = report.broken.as_ref().is_some_and(|broken| broken.law == *law);
        // laws about summands, canonical positions, negatives, bounds and pictures: not tried where no position has any
        let is_of_some = [
            Law::SummandsHaveTheOptions,
            Law::CanonicalPositionsHaveTheOptions,
            Law::NegativesExchangeThePlayers,
            Law::BoundsHoldTheValue,
            Law::PicturesCanBeDrawn,
        ]
        .contains(law);
        if is_of_some && *held == 0 && !is_broken {
            continue;
        }
        let what = match law {
            Law::PlayEnds => format!("in {held} plays, the longest of {} moves", report.longest),
            _ => format!("on {held} positions"),
        };
        writeln!(out, "  {law:<36} {} {what}", if is_broken { "BROKEN; held" } else { "held" })?;
    }
    if let Some(broken) = &report.broken {
        writeln!(out, "broken: {} at {}: {}", broken.law, broken.position, broken.how)?;
    }
    Ok(())
}

fn to_json(file: &str, notation: &str, starts: &[&str], report: &Report) -> serde_json::Value {
    let held: Vec<_> = report.held.iter().map(|(law, held)| json!({ "law": law.to_string(), "held": held })).collect();
    let broken = report
        .broken
        .as_ref()
        .map(|broken| json!({ "law": broken.law.to_string(), "position": broken.position, "how": broken.how }));
    let notation = Some(notation).filter(|notation| !notation.is_empty());
    json!({ "file": file, "notation": notation, "from": starts, "positions": report.positions, "laws": held, "longest_play": report.longest, "broken": broken })
}
