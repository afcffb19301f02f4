//! `sprague quotient`: the monoid that decides every sum of heaps when the last mover loses.

use crate::args::{Format, Quotient as Args};
use crate::certify::write_quotient;
use crate::exit::Exit;
use crate::failure::{Failure, limit_flag};
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::page;
use serde_json::json;
use sprague::Play;
use sprague::quotient::{Element, Incomplete, MisereQuotient};
use sprague::solve::RulesetCache;
use sprague_games::certify_quotient;
use sprague_games::quotient::{quotient, to_json};
use std::io::{self, Write};

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let limits = limits(args.limits.bounds);
    let known = || json!({ "family": args.family, "play": Play::Misere });
    let failed = |unanswered| Failure::told(args.format == Format::Json, &args.family, unanswered, known);
    let game = crate::session_within(&limits).family(&args.family).map_err(|error| failed(error.into()))?;
    if let Some(path) = &args.output {
        let certificate = {
            let _progress = Progress::of(&limits);
            certify_quotient(&game, &limits).map_err(failed)?
        };
        return write_quotient(&certificate, Some(path), args.format);
    }
    let found = {
        let _progress = Progress::of(&limits);
        quotient(&game, args.to, &limits).map_err(failed)?
    };
    let stopped = found.incomplete().and_then(limit_name);
    match args.format {
        Format::Json => {
            let mut answer = to_json(&game, &found);
            if let Some(name) = stopped {
                answer["stopped"] = json!(name);
            }
            writeln!(stdout(), "{answer}")?;
        }
        Format::Text => print(&game, &found)?,
    }
    Ok(if stopped.is_some() { Exit::NoAnswer } else { Exit::Answered })
}

/// The limit that ended it, if it ended before what was asked for.
fn limit_name(why: &Incomplete) -> Option<&'static str> {
    match why {
        Incomplete::AsAsked => None,
        Incomplete::Stopped(stopped) => Some(stopped.name()),
        Incomplete::Order(_) | Incomplete::Generators(_) => Some("order"),
        _ => Some("fault"),
    }
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
    writeln!(out, "heaps 0 to {last}: {}", words(found, (0..=last).filter_map(|heap| found.phi(heap))))
}

/// Elements as shortest sums of heaps, such as 2+5; the identity is 0.
fn words(found: &MisereQuotient, elements: impl Iterator<Item = Element>) -> String {
    let word = |element| match found.word(element) {
        [] => "0".to_owned(),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+"),
    };
    let words: Vec<String> = elements.map(word).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}
