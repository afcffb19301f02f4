//! `sprague quotient`: computes the monoid that determines every sum of heaps under misère play.

use super::certify::write;
use super::{Format, Output, ask, session};
use crate::exit::Exit;
use crate::failure::{Failure, limit_flag};
use crate::latex;
use crate::out::{json_text, stdout};
use crate::terminal::page;
use clap::{Args as Flags, ValueEnum};
use sprague::quotient::{Element, Incomplete, MisereQuotient};
use sprague::solve::RulesetCache;
use sprague::{Limits, Play};
use sprague_questions::quotient::presentation;
use sprague_questions::{Certify, LimitsAsked, Question, Quotient};
use std::io::{self, Write};
use std::path::PathBuf;

#[derive(Flags)]
#[command(mut_arg("limit_time", |arg| arg.help("Maximum time to take, in seconds [default: 20]")))]
pub(crate) struct Args {
    #[command(flatten)]
    question: Quotient,
    /// Write a certificate of the quotient of all heaps to this file, for `sprague check`
    #[arg(short, long, value_name = "FILE", conflicts_with = "to")]
    output: Option<PathBuf>,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = QuotientFormat::Text)]
    format: QuotientFormat,
    #[command(flatten)]
    limits: LimitsAsked,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum QuotientFormat {
    Text,
    Json,
    /// LaTeX equations of generators, relations and heaps, which need amsmath
    Latex,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let (session, family) = (session(), &args.question.family);
    let is_json = args.format == QuotientFormat::Json;
    let failed = |error| Failure::of(family, error, is_json);
    if args.output.is_some() {
        let question = Certify { quotient: true, play: Play::Misere, ..Certify::of(family) };
        let time = args.question.usual(Limits::default()).time;
        let limits = LimitsAsked { limit_time: args.limits.limit_time.or(time), ..args.limits.clone() };
        let format = if is_json { Format::Json } else { Format::Text };
        return write(&ask(&session, &question, &limits).map_err(failed)?, &Output { output: args.output.clone(), format });
    }
    let found = ask(&session, &args.question, &args.limits).map_err(failed)?;
    match args.format {
        QuotientFormat::Json => writeln!(stdout(), "{}", json_text(&found))?,
        QuotientFormat::Text => print(&found.game, &found.quotient)?,
        QuotientFormat::Latex => latex::quotient(&mut stdout(), found.game.name(), &found.quotient)?,
    }
    Ok(if found.stopped().is_some() { Exit::NoAnswer } else { Exit::Answered })
}

fn print(game: &RulesetCache, found: &MisereQuotient) -> io::Result<()> {
    let mut out = page();
    let (order, lost, covered) = (found.order(), found.p_portion().count(), found.heaps_covered());
    let elements = if order == 1 { "1 element".to_owned() } else { format!("{order} elements") };
    writeln!(out, "{}: misère quotient of {elements}, {lost} of them lost for the player to move", game.name())?;
    let last = match (found.period(), found.incomplete()) {
        (Some(period), _) => {
            let (preperiod, period) = (period.preperiod, period.period);
            writeln!(out, "proved for all heaps: heap n + {period} is what heap n is, from n = {preperiod} on")?;
            preperiod + period - 1
        }
        (None, why) => {
            let more = match why {
                Some(Incomplete::Stopped(stopped)) => limit_flag(stopped).map(|flag| format!("; {flag} allows more")),
                _ => None,
            };
            let why = why.map(Incomplete::to_string).unwrap_or_default();
            writeln!(out, "partial: proved for sums of heaps up to {covered} only: {why}{}", more.unwrap_or_default())?;
            covered
        }
    };
    writeln!(out, "elements: {}", words(found, found.elements()))?;
    writeln!(out, "lost: {}", words(found, found.p_portion()))?;
    let heaps = || (0..=last).filter_map(|heap| found.phi(heap));
    writeln!(out, "heaps 0 to {last}: {}", words(found, heaps()))?;
    let Some(presented) = presentation(found) else { return Ok(()) };
    let generators = presented.generators().map(|(letter, heap)| format!("{letter} = heap {heap}"));
    let relations = presented.relations().iter().map(|[long, short]| format!("{long} = {short}"));
    writeln!(out, "generators: {}", listed(generators))?;
    writeln!(out, "relations: {}", listed(relations))?;
    let word = |element| presented.word(element).to_string();
    writeln!(out, "lost in them: {}", listed(found.p_portion().map(word)))?;
    writeln!(out, "heaps 0 to {last} in them: {}", listed(heaps().map(word)))
}

/// Writes elements as shortest sums of heaps, such as 2+5. The identity is 0.
fn words(found: &MisereQuotient, elements: impl Iterator<Item = Element>) -> String {
    let word = |element| match found.word(element) {
        [] => "0".to_owned(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+"),
    };
    listed(elements.map(word))
}

fn listed(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
