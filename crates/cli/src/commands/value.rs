//! `sprague value`: computes the canonical form of a sum, or of one sum per line.

#[cfg(feature = "plot")]
mod thermograph;

use super::{ask, session};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::latex;
use crate::out::{json_text, stdout};
use crate::print::LONGEST_FORM;
use crate::terminal::page;
use clap::{Args as Flags, ValueEnum};
use sprague::Outcome;
use sprague::printable::Printable;
use sprague_questions::{Facts, LimitsAsked, LoopyReport, MisereReport, ValueAnswer, ValueOf, ValueReport, class_in_words};
use std::io::{self, Write};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: ValueOf,
    /// Format of the answer [default: text; with `-`, only json]
    #[arg(long, value_enum)]
    format: Option<ValueFormat>,
    #[command(flatten)]
    limits: LimitsAsked,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ValueFormat {
    Text,
    Json,
    /// LaTeX equations for math mode, which need amsmath
    Latex,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let session = session();
    if args.question.sum == "-" {
        let form = batch::only_json(args.format.as_ref(), &ValueFormat::Json)?;
        let line = |line: &str| ValueOf { sum: line.to_owned(), ..args.question.clone() };
        return batch::run(&args.question, form, |text| ask(&session, &line(text), &args.limits));
    }
    let is_json = args.format == Some(ValueFormat::Json);
    let report = ask(&session, &args.question, &args.limits);
    let report = report.map_err(|error| Failure::of(&args.question.sum, error, is_json))?;
    match (args.format, &report) {
        (Some(ValueFormat::Json), _) => writeln!(stdout(), "{}", json_text(&report))?,
        (Some(ValueFormat::Latex), ValueAnswer::Short(report)) => latex::value(&mut stdout(), report)?,
        (Some(ValueFormat::Text) | None, ValueAnswer::Short(report)) => print(&mut page(), report)?,
        (Some(ValueFormat::Latex), ValueAnswer::Misere(report)) => latex::misere_value(&mut stdout(), report)?,
        (Some(ValueFormat::Text) | None, ValueAnswer::Misere(report)) => print_misere(&mut page(), report)?,
        (Some(ValueFormat::Latex), ValueAnswer::Loopy(report)) => latex::loopy_value(&mut stdout(), report)?,
        (Some(ValueFormat::Text) | None, ValueAnswer::Loopy(report)) => print_loopy(&mut page(), report)?,
        (Some(_) | None, _) => unreachable!("every value is short, loopy, or a misère form"),
    }
    Ok(Exit::Answered)
}

fn print_loopy(out: &mut impl Write, report: &LoopyReport) -> io::Result<()> {
    let value = &report.value;
    let text = value.text.as_deref().unwrap_or("a loopy value");
    let then = report.then.as_ref().map_or_else(String::new, |methods| format!(", then {}", Printable(methods)));
    writeln!(out, "{}{then}: {text}{}", report.position, if value.is_stopper { ", a stopper" } else { "" })?;
    writeln!(out, "{} (outcome class {})", class_in_words(value.outcome_class), value.outcome_class)?;
    report.sides_in_words().iter().try_for_each(|side| writeln!(out, "{side}"))?;
    if let Some([left, right]) = &value.stops {
        writeln!(out, "left stop {left}, right stop {right}")?;
    }
    let more = [("degree", &value.degree), ("variety", &value.variety)];
    let more: Vec<String> = more.iter().filter_map(|(name, text)| Some(format!("{name} {}", text.as_deref()?))).collect();
    if !more.is_empty() {
        writeln!(out, "{}", more.join(", "))?;
    }
    if let Some(text) = &report.cgsuite {
        writeln!(out, "in CGSuite {}", text.as_deref().unwrap_or("too long to print"))?;
    }
    let Some(facts) = &report.facts else { return Ok(()) };
    if !facts.is.is_empty() {
        writeln!(out, "kinds: {}", facts.is.join(", "))?;
    }
    if !facts.not_known.is_empty() {
        writeln!(out, "not known: {}", facts.not_known.join(", "))?;
    }
    if let (Some(left), Some(right)) = (&facts.left_strong_stop, &facts.right_strong_stop) {
        writeln!(out, "left strong stop {left}, right strong stop {right}")?;
    }
    let varieties = [("upsum variety", &facts.upsum_variety), ("downsum variety", &facts.downsum_variety)];
    let known = |(name, text): (&str, &Option<String>)| Some(format!("{name} {}", text.as_deref()?));
    let varieties: Vec<String> = varieties.into_iter().filter_map(known).collect();
    if !varieties.is_empty() {
        writeln!(out, "{}", varieties.join(", "))?;
    }
    facts.followers.map_or(Ok(()), |count| writeln!(out, "followers {count}"))
}

/// Prints a misère form as text.
fn print_misere(out: &mut impl Write, report: &MisereReport) -> io::Result<()> {
    let value = &report.value;
    let is = if value.outcome == Outcome::Loss { "lost" } else { "won" };
    let text = match report.text.len() {
        ..=LONGEST_FORM => report.text.clone(),
        _ => format!("a form that leads to {} others, too long to print: --format json has it", value.form.nodes().len() - 1),
    };
    writeln!(out, "{}, misère play: {text}", report.position)?;
    writeln!(out, "{is} for the player to move, and lost with a Nim heap of {} added", value.misere_nimber)?;
    writeln!(out, "genus {}, birthday {}", value.genus, value.birthday)?;
    match value.heap {
        Some(heap) => writeln!(out, "it is a Nim heap of {heap}")?,
        None => writeln!(out, "{}", report.kind_in_words())?,
    }
    if let (Some(is), Some(facts)) = (report.is(), &value.facts) {
        if !is.is_empty() {
            writeln!(out, "kinds: {}", is.join(", "))?;
        }
        let mate = facts.mate.to_string();
        writeln!(out, "mate {}", if mate.len() <= LONGEST_FORM { &mate } else { "too long to print" })?;
    }
    let Some(partitions) = &value.partitions else { return Ok(()) };
    let is_whole = partitions.iter().all(|parts| parts.len() < 2);
    if is_whole {
        writeln!(out, "no sum of simpler games")?;
    }
    for parts in partitions.iter().filter(|_| !is_whole) {
        let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
        writeln!(out, "  = {}", parts.join(" + "))?;
    }
    Ok(())
}

/// Prints more facts as text, one per line.
fn print_facts(out: &mut impl Write, facts: &Facts) -> io::Result<()> {
    let long = "too long to print";
    let listed = |gains: &[Option<String>]| match gains {
        [] => "none".to_owned(),
        gains => gains.iter().map(|gain| gain.as_deref().unwrap_or(long)).collect::<Vec<_>>().join(", "),
    };
    if !facts.is.is_empty() {
        writeln!(out, "kinds: {}", facts.is.join(", "))?;
    }
    writeln!(out, "incentives of Left: {}", listed(&facts.left_incentives))?;
    writeln!(out, "incentives of Right: {}", listed(&facts.right_incentives))?;
    writeln!(out, "companion {}", facts.companion.as_deref().unwrap_or(long))?;
    writeln!(out, "frozen {}", facts.frozen.as_deref().unwrap_or(long))?;
    let count = facts.stop_count.as_str().map_or_else(|| facts.stop_count.to_string(), str::to_owned);
    writeln!(out, "stop count {count}")?;
    let Some(sensible) = &facts.sensible else { return Ok(()) };
    for (player, moves) in [("Left", &sensible.left), ("Right", &sensible.right)] {
        for mv in moves {
            writeln!(out, "sensible for {player}: {}, by {}", mv.step.label, mv.line.join(" then "))?;
        }
    }
    Ok(())
}

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
    if let Some(text) = &report.cgsuite {
        writeln!(out, "in CGSuite {}", text.as_deref().unwrap_or("too long to print"))?;
    }
    if let Some(facts) = &report.facts {
        print_facts(out, facts)?;
    }
    #[cfg(feature = "plot")]
    thermograph::print(out, report)?;
    Ok(())
}
