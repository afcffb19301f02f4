//! `sprague value`: what a sum is worth, or one a line.

use crate::args::{Format, Value, Valued};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::{json_text, stdout};
use crate::terminal::{columns, page};
use serde_json::json;
use sprague::values::Dyadic;
use sprague::{Limits, OutcomeClass};
use sprague_games::{QuestionError, Transform, ValueOptions, ValueReport, value};
use sprague_plot::thermograph_lines;
use std::io::{self, Write};
use std::num::NonZeroUsize;

pub(crate) fn run(args: &Value) -> Result<Exit, Failure> {
    let begun = limits(args.valued.limits.bounds);
    let session = crate::session_within(&begun);
    let transform = transform(args, &begun)?;
    let jobs = args.jobs.unwrap_or(NonZeroUsize::MIN);
    let options =
        |limits: Limits| ValueOptions { transform: transform.clone(), dag: args.dag, jobs, ..args.valued.options(limits) };
    let valued = |question: &str, options: &ValueOptions| -> Result<ValueReport, QuestionError> {
        let sum = session.position(question)?;
        let _progress = Progress::of(&options.limits);
        value(&sum, options)
    };
    let known = |question: &str| json!({ "position": session.position(question).map_or_else(|_| question.to_owned(), |sum| sum.to_string()) });
    if args.sum == "-" {
        batch::only_json(args.valued.format.as_ref(), &Format::Json)?;
        let answered = |question: &str| valued(question, &options(limits(args.valued.limits.bounds)));
        return batch::run(answered, known).map(|()| Exit::Answered);
    }
    let is_json = args.valued.format == Some(Format::Json);
    let report = valued(&args.sum, &options(begun))
        .map_err(|unanswered| Failure::told(is_json, &args.sum, unanswered, || known(&args.sum)))?;
    if is_json {
        writeln!(stdout(), "{}", json_text(&report))?;
    } else {
        print(&mut page(), &report)?;
    }
    Ok(Exit::Answered)
}

impl Valued {
    /// What the flags say, within these limits.
    pub(crate) fn options(&self, limits: Limits) -> ValueOptions {
        let (play, rule, longest_play) = (self.convention.play.into(), self.rule, self.limits.longest_play);
        ValueOptions { play, rule, longest_play, limits, ..ValueOptions::default() }
    }
}

fn transform(args: &Value, limits: &Limits) -> Result<Option<Transform>, Failure> {
    let flags = [
        (&args.cool, Transform::cool as fn(&str, &Limits) -> _),
        (&args.heat, Transform::heat),
        (&args.overheat, Transform::overheat),
    ];
    let asked = flags.into_iter().find_map(|(text, read)| Some((text.as_ref()?, read)));
    asked.map(|(text, read)| read(text, limits).map_err(|error| Failure::of(text, error))).transpose()
}

/// Who wins, in words.
pub(crate) fn in_words(class: OutcomeClass) -> &'static str {
    match class {
        OutcomeClass::Left => "Left wins, whoever starts",
        OutcomeClass::Right => "Right wins, whoever starts",
        OutcomeClass::Next => "whoever starts wins",
        OutcomeClass::Previous => "whoever starts loses",
    }
}

/// A report for people.
fn print(out: &mut impl Write, report: &ValueReport) -> io::Result<()> {
    let whole = if report.text.is_none() { " (the rest is too long to print: --format json --dag has it)" } else { "" };
    let transformed = report.transform.as_ref().map_or_else(String::new, |transform| format!(", {transform}"));
    let called = report.name.as_ref().map_or_else(String::new, |name| format!(", which is {name}"));
    writeln!(out, "{}{transformed}: {}{called}{whole}", report.position, report.value)?;
    writeln!(out, "{} (outcome class {})", in_words(report.outcome_class), report.outcome_class.letter())?;
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
    if report.temperature > Dyadic::from(0)
        && let Some(lines) = thermograph_lines(&report.thermograph, columns())
    {
        writeln!(out, "thermograph, by tax:")?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}
