//! `sprague compare`: finds the order of two sums, or of two sums per line.

use super::{ReportFormat, ask, limits_of, session, show, theories, written};
use crate::batch;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::page;
use clap::Args as Flags;
use serde_json::{Value, json};
use sprague::CompoundRule;
use sprague::certificate::ComparisonCertificate;
use sprague::notation::two_sums;
use sprague_coq::{ExplicitGame, Instance, NoProof, order};
use sprague_questions::{Compare, Comparison, LimitsAsked, NoAnswer, Session, ValueOf};
use std::io::Write;
use std::path::PathBuf;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Compare,
    /// Second sum
    #[arg(value_name = "SUM")]
    right: Option<String>,
    /// Format of the answer [default: text; with `-`, only json]
    #[arg(long, value_enum)]
    format: Option<ReportFormat>,
    /// Write the certificate to this file [default: standard output]
    #[arg(short, long, value_name = "FILE", requires = "certificate")]
    output: Option<PathBuf>,
    /// Write a theorem for the proof assistant Coq, and the theories that it needs, to this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["certificate", "output"])]
    coq: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let session = session();
    let left = &args.question.left;
    if left == "-" {
        let form = batch::only_json(args.format.as_ref(), &ReportFormat::Json)?;
        if args.output.is_some() {
            return Err(Failure::Unfit("-: a file holds the certificate of one comparison, not those of a batch".into()));
        }
        if args.coq.is_some() {
            return Err(Failure::Unfit("-: a theorem is about one comparison, not those of a batch".into()));
        }
        if args.right.is_some() {
            return Err(Failure::Unfit("-: leave the second sum out, because each line that is read contains both sums".into()));
        }
        return batch::run(&args.question, form, |line| {
            let [(first, left), (second, right)] = two_sums(line).map_err(|error| NoAnswer::from(error).about("left", line))?;
            let question = Compare { left: left.to_owned(), right: right.to_owned(), ..args.question.clone() };
            ask(&session, &question, &args.limits).map_err(|error| match error {
                // errors count from the start of the line, not of the sum
                NoAnswer::Malformed { field, text, error } => {
                    let error = error.shifted(if field == "right" { second } else { first });
                    NoAnswer::Malformed { field, text, error }
                }
                other => other,
            })
        });
    }
    let Some(right) = args.right.clone() else {
        return Err(Failure::Unfit(format!("{left}: add a second sum to compare it with")));
    };
    let format = args.format.unwrap_or_default();
    let is_json = format == ReportFormat::Json;
    let question = Compare { right, ..args.question.clone() };
    let mut comparison = ask(&session, &question, &args.limits).map_err(|error| Failure::of(left, error, is_json))?;
    if let Some(folder) = &args.coq {
        let instance = theorem(&session, args, &comparison).map_err(|error| Failure::of(left, error, is_json))?;
        theories::write(folder, &instance)?;
        return proved(&comparison, theories::places(folder, &instance), is_json);
    }
    let text = |certificate: &ComparisonCertificate| serde_json::to_string(certificate).expect("it is plain data");
    match (&args.output, &comparison.certificate) {
        (None, Some(certificate)) if !is_json => writeln!(stdout(), "{}", text(certificate))?,
        (Some(path), Some(certificate)) => {
            let states: usize = certificate.proofs.iter().map(|proof| proof.states.len()).sum();
            let file = written(path, text(certificate))?;
            comparison.certificate = None;
            show::<Compare>(&comparison, format)?;
            if !is_json {
                writeln!(page(), "{states} states that show it, for `sprague check`, written to {file}")?;
            }
        }
        _ => return show::<Compare>(&comparison, format),
    }
    Ok(Exit::Answered)
}

/// Returns the Coq theorem about the order of two positions of `game`.
fn theorem(session: &Session, args: &Args, comparison: &Comparison) -> Result<Instance, NoAnswer> {
    let uncovered = |why: NoProof| NoAnswer::NoTheorem { because: why.to_string().into() };
    let not_covered = |of: &str| uncovered(NoProof::Theorem { of: of.to_owned() });
    if comparison.misere.is_some() || args.question.within.is_some() || args.question.rule != CompoundRule::Disjunctive {
        return Err(not_covered("orders under misère play"));
    }
    let explicit = |position: &str| {
        let question = ValueOf::of(position);
        let sum = session.position_within(position, &limits_of(&question, &args.limits))?;
        if !matches!(sum.components(), [component] if component.rules.name() == "game" && !component.is_negative) {
            return Err(not_covered("orders of sums that are no one value, such as game@{2|-1}"));
        }
        let value = ask(session, &question, &args.limits)?;
        let canonical = value.short().and_then(|report| report.canonical.as_ref());
        canonical.and_then(game).ok_or_else(|| not_covered("values that are loopy, or have more than 5,000 brackets"))
    };
    let [first, second] = [explicit(&comparison.left)?, explicit(&comparison.right)?];
    order([&comparison.left, &comparison.right], [&first, &second], comparison.relation).map_err(uncovered)
}

/// Parses a game from nested lists, `[[left options], [right options]]`.
fn game(nested: &Value) -> Option<ExplicitGame> {
    let [left, right] = nested.as_array()?.as_slice() else { return None };
    let options = |list: &Value| list.as_array()?.iter().map(game).collect::<Option<Vec<_>>>();
    Some(ExplicitGame { left: options(left)?, right: options(right)? })
}

/// Prints a comparison, and the file of its theorem.
fn proved(comparison: &Comparison, [file, check]: [String; 2], is_json: bool) -> Result<Exit, Failure> {
    if is_json {
        let mut object = serde_json::to_value(comparison).expect("it is plain data");
        object["coq"] = json!({ "file": file, "check": check });
        writeln!(stdout(), "{object}")?;
    } else {
        show::<Compare>(comparison, ReportFormat::Text)?;
        writeln!(page(), "as a theorem in {file}")?;
        writeln!(page(), "Coq checks it: {check}")?;
    }
    Ok(Exit::Answered)
}
