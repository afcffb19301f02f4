//! `sprague compare`: how one sum stands to another, or two a line.

use crate::args::{Compare, Format};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::{json_text, stdout};
use crate::terminal::page;
use crate::value::in_words;
use serde_json::{Value, json};
use sprague::OutcomeClass;
use sprague::notation::two_sums;
use sprague_games::{Comparison, NotCompared, QuestionError, ValueOptions, compare};
use std::io::{self, Write};

pub(crate) fn run(args: &Compare) -> Result<Exit, Failure> {
    let begun = limits(args.valued.limits.bounds);
    let session = crate::session_within(&begun);
    let compared = |texts: [&str; 2], options: &ValueOptions| -> Result<Comparison, NotCompared> {
        let read = |is_second: bool| {
            let sum = session.position(texts[usize::from(is_second)]);
            sum.map_err(|error| NotCompared { is_second, error: error.into() })
        };
        let (left, right) = (read(false)?, read(true)?);
        let _progress = Progress::of(&options.limits);
        compare(&left, &right, options)
    };
    let known = |texts: [&str; 2]| -> Value {
        let [left, right] = texts.map(|text| session.position(text).map_or_else(|_| text.to_owned(), |sum| sum.to_string()));
        json!({ "left": left, "right": right })
    };
    if args.left == "-" {
        batch::only_json(args.valued.format.as_ref(), &Format::Json)?;
        if args.right.is_some() {
            return Err(Failure::Unfit("-: a second sum is not taken here: both stand on every line that is read".into()));
        }
        let answered = |line: &str| -> Result<Comparison, QuestionError> {
            let sums = two_sums(line)?;
            let options = args.valued.options(limits(args.valued.limits.bounds));
            compared(sums.map(|(_, sum)| sum), &options).map_err(|NotCompared { is_second, error }| match error {
                QuestionError::Malformed(error) => error.shifted(sums[usize::from(is_second)].0).into(),
                other => other,
            })
        };
        let known = |line: &str| two_sums(line).map_or_else(|_| json!({}), |sums| known(sums.map(|(_, sum)| sum)));
        return batch::run(answered, known).map(|()| Exit::Answered);
    }
    let Some(right) = &args.right else {
        return Err(Failure::Unfit(format!("{}: a second sum is needed to compare it with", args.left)));
    };
    let (texts, is_json) = ([args.left.as_str(), right.as_str()], args.valued.format == Some(Format::Json));
    let comparison = compared(texts, &args.valued.options(begun)).map_err(|NotCompared { is_second, error }| {
        Failure::told(is_json, texts[usize::from(is_second)], error, || known(texts))
    })?;
    if is_json {
        writeln!(stdout(), "{}", json_text(&comparison))?;
    } else {
        print(&mut page(), &comparison)?;
    }
    Ok(Exit::Answered)
}

/// A comparison for people.
fn print(out: &mut impl Write, comparison: &Comparison) -> io::Result<()> {
    let Comparison { left, right, relation, difference, .. } = comparison;
    let is = match difference {
        OutcomeClass::Left => "is greater than",
        OutcomeClass::Right => "is less than",
        OutcomeClass::Previous => "is equal to",
        OutcomeClass::Next => "is confused with",
    };
    writeln!(out, "{left}  {relation}  {right}")?;
    writeln!(out, "the first sum {is} the second: in the first minus the second {}", in_words(*difference))
}
