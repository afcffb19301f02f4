//! `sprague test`: checks the laws of rulesets for a plugin.

use super::Format;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::page;
use clap::Args as Flags;
use serde_json::{Value, json};
use sprague::any::{AnyPosition, Fault};
use sprague::limits::Waiting;
use sprague::notation::{components, signs, unquoted};
use sprague::solve::FactorNimbers;
use sprague::{AnyRuleset, BadNotation, Limits, Stopped};
use sprague_plugin::laws::{self, Effort, Law, Report, try_laws};
use sprague_plugin::{NotLoaded, Plugin};
use sprague_questions::flags::number;
use std::cell::RefCell;
use std::io::Write;
use std::time::Duration;

#[derive(Flags)]
pub(crate) struct Args {
    /// Plugin to test, with its parameters after a `:`, such as ./take.rhai:3, or exec:PROGRAM
    file: String,
    /// Positions to play from, in full or from after the @ [default: the example of the plugin, and heaps up to 20]
    positions: Vec<String>,
    /// Number of random plays
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u64>)]
    plays: u64,
    /// Seed of the random plays; equal seeds give equal plays
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<u64>)]
    seed: u64,
    /// Maximum time for random plays, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = sprague_questions::flags::seconds, default_value = "20", help_heading = "Limits")]
    limit_time: Duration,
    /// Format of the result
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
    let waiting = Waiting::default();
    waiting.set(&Limits { time: Some(args.limit_time), ..Limits::default() }.starting_now());
    let load = || program.map_or_else(|| Plugin::load(path, parameters), |typed| Plugin::start_within(typed, &waiting));
    let plugin = load().map_err(|error| match error {
        NotLoaded::Parameters(error) => Failure::malformed(&args.file, error.shifted(end + 1)),
        unreadable => Failure::Unfit(unreadable.to_string()),
    })?;
    if let Some(fault) = plugin.fault() {
        return Err(failed(path, fault));
    }
    if plugin.is_data() {
        writeln!(page(), "{path}: its rules are data, not code, so there is nothing to test, and periods are proved")?;
        return Ok(Exit::Answered);
    }
    let rules = plugin.rules();
    let typed = position.into_iter().flat_map(components).map(|(_, text)| text.to_owned());
    let typed: Vec<String> = typed.chain(args.positions.iter().cloned()).collect();
    let starts = if typed.is_empty() { usual_starts(path, args, &plugin)? } else { read_first(path, typed, &**rules)? };
    let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
    let effort = Effort { plays: args.plays, seed: args.seed, time: args.limit_time, ..Effort::default() };
    let again = || load().unwrap_or_else(|_| plugin.clone());
    let mut report = try_laws(&again, &starts, effort);
    if plugin.has_equals() && report.broken.is_none() && report.stopped.is_none() {
        let plugin = again().with_rulesets(&sprague_questions::registry());
        try_equals(&plugin, &starts, &mut report);
        if let Some(fault) = plugin.fault() {
            return Err(failed(path, fault));
        }
    }
    match args.format {
        Format::Text => text(path, &plugin.about().notation, &starts, &report)?,
        Format::Json => writeln!(stdout(), "{}", to_json(&args.file, &plugin.about().notation, &starts, &report))?,
    }
    match report.stopped {
        Some(stopped) if args.format == Format::Text => Err(at_limit(path, &stopped)),
        None if report.broken.is_none() => Ok(Exit::Answered),
        _ => Ok(Exit::NoAnswer),
    }
}

/// Checks the nimbers that `equals` promises, and adds the result to the report.
fn try_equals(plugin: &Plugin, starts: &[&str], report: &mut Report) {
    let (limits, rules) = (Limits::default(), plugin.rules());
    let factors = RefCell::new(FactorNimbers::default());
    let nimber = |position: &AnyPosition| {
        let nimber = factors.borrow_mut().nimber(&**rules, position, &limits)?.ok()?;
        nimber.try_into().ok()
    };
    let (held, broken) = laws::try_promises(plugin, starts, &nimber);
    report.held.iter_mut().filter(|(law, _)| *law == Law::EqualsAreTheNimbers).for_each(|(_, count)| *count = held);
    report.broken = broken;
}

/// Converts a fault of a plugin, which may be the limit that ended it.
fn failed(path: &str, fault: Fault) -> Failure {
    match Stopped::from(fault).for_caller() {
        Stopped::Fault(fault) => Failure::NoAnswer(fault.to_string()),
        limit => at_limit(path, &limit),
    }
}

fn at_limit(path: &str, limit: &Stopped) -> Failure {
    Failure::NoAnswer(format!("{path}: {limit}; --limit-time allows more"))
}

/// Parses the positions that were typed.
fn read_first(path: &str, typed: Vec<String>, rules: &dyn AnyRuleset) -> Result<Vec<String>, Failure> {
    for text in &typed {
        let read = rules.read(text);
        if let Some(fault) = rules.recheck() {
            return Err(failed(path, fault));
        }
        read.map_err(|error| Failure::malformed(text, error))?;
    }
    Ok(typed)
}

/// Returns the positions to play from if none was typed.
fn usual_starts(path: &str, args: &Args, plugin: &Plugin) -> Result<Vec<String>, Failure> {
    let starts = laws::starts(plugin).map_err(|fault| failed(path, fault))?;
    if starts.is_empty() {
        let error = BadNotation::new(0, "positions to play from after the file, because the plugin has no `example`");
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
        // some laws apply only if a position has summands, another canonical position, a negative, bounds a picture or
        // `equals`, or if play ends; otherwise they were not checked
        let is_of_some = [
            Law::SummandsHaveTheOptions,
            Law::CanonicalPositionsHaveTheOptions,
            Law::NegativesExchangeThePlayers,
            Law::BoundsHoldTheValue,
            Law::EqualsAreTheNimbers,
            Law::PicturesCanBeDrawn,
            Law::PlayEnds,
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

fn to_json(file: &str, notation: &str, starts: &[&str], report: &Report) -> Value {
    let held: Vec<_> = report.held.iter().map(|(law, held)| json!({ "law": law.to_string(), "held": held })).collect();
    let broken = report
        .broken
        .as_ref()
        .map(|broken| json!({ "law": broken.law.to_string(), "position": broken.position, "how": broken.how }));
    let notation = Some(notation).filter(|notation| !notation.is_empty());
    let stopped = report.stopped.as_ref().map(|limit| json!({ "stopped": limit.name(), "why": limit.to_string() }));
    let mut object = json!({ "file": file, "notation": notation, "from": starts, "positions": report.positions, "laws": held, "longest_play": report.longest, "broken": broken });
    if let (Some(object), Some(Value::Object(stopped))) = (object.as_object_mut(), stopped) {
        object.extend(stopped);
    }
    object
}
