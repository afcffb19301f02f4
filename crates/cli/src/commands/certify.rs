//! `sprague certify`: writes periods as files that others can verify.

use super::{Output, ask_seeking, limits_of, session};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use serde_json::{Value, json};
use sprague_coq::{Instance, NoProof, heap_order, heap_values, theorem};
use sprague_questions::{Certified, Certify, LimitsAsked, NoAnswer, Session};
use std::path::PathBuf;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Certify,
    /// Write a theorem for the proof assistant Coq, and the theories that it needs, to this folder
    #[arg(long, value_name = "DIR")]
    coq: Option<PathBuf>,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let failure = |error| Failure::of(&args.question.family, error, args.output.is_json());
    let session = session();
    let found = ask_seeking(&session, &args.question, &args.limits, args.question.seek).map_err(failure)?;
    let Some(folder) = &args.coq else { return write(&found, &args.output) };
    let instance = instance(args, &session, &found).map_err(failure)?;
    args.output.write_theorem(&found, folder, &instance, || summary(&found))
}

/// Returns the claim of the certificate as a Coq theorem.
fn instance(args: &Args, session: &Session, found: &Certified) -> Result<Instance, NoAnswer> {
    let uncovered = |of: &str| Err(NoProof::Theorem { of: of.to_owned() });
    let limits = limits_of(&args.question, &args.limits);
    let rules_of = |family: &str| session.family_within(family, &limits);
    let unknown = "rules that are not known as data";
    let found = match found {
        Certified::Period(certificate) => match rules_of(&certificate.family)?.heap_rules() {
            Some(rules) => theorem(certificate, rules),
            None => uncovered(unknown),
        },
        Certified::Order(certificate) => match rules_of(&certificate.family)?.heap_rules() {
            Some(rules) => heap_order(certificate, rules),
            None => uncovered(unknown),
        },
        Certified::Values(certificate) => match rules_of(&certificate.family)?.heap_rules() {
            Some(rules) => heap_values(certificate, rules),
            None => uncovered(unknown),
        },
        Certified::Quotient(_) => uncovered("misère quotients"),
    };
    found.map_err(|why| NoAnswer::NoTheorem { because: why.to_string().into() })
}

/// Writes a certificate, and prints a report with the name of the file.
pub(super) fn write(certificate: &Certified, output: &Output) -> Result<Exit, Failure> {
    output.write(certificate, || summary(certificate))
}

/// Describes the period in an object and in words.
fn summary(certificate: &Certified) -> (Value, String) {
    let (family, theorem, preperiod, period) = certificate.claim();
    let object = json!({ "family": family, "period": period, "preperiod": preperiod, "theorem": theorem });
    (object, certificate.in_words() + ",")
}
