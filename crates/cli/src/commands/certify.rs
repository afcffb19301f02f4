//! `sprague certify`: periods as files that others can verify.

use super::{Output, ask_seeking, session};
use crate::exit::Exit;
use crate::failure::Failure;
use clap::Args as Flags;
use serde_json::json;
use sprague_questions::{Certified, Certify, LimitsAsked};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Certify,
    #[command(flatten)]
    output: Output,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let found = ask_seeking(&session(), &args.question, &args.limits, args.question.seek);
    let found = found.map_err(|error| Failure::of(&args.question.family, error, args.output.is_json()))?;
    write(&found, &args.output)
}

/// Writes a certificate, and says where it is.
pub(super) fn write(certificate: &Certified, output: &Output) -> Result<Exit, Failure> {
    output.write(certificate, || {
        let (family, theorem, preperiod, period) = match certificate {
            Certified::Period(found) => (&found.family, &found.theorem, found.preperiod, found.period),
            Certified::Values(found) => (&found.family, &found.theorem, found.preperiod, found.period),
            Certified::Order(found) => (&found.family, &found.theorem, found.order.preperiod, found.order.period),
            Certified::Quotient(found) => (&found.family, &found.theorem, found.preperiod, found.period),
        };
        let object = json!({ "family": family, "period": period, "preperiod": preperiod, "theorem": theorem });
        let along = match certificate {
            Certified::Order(found) if !found.order.rays.is_empty() => format!("along {} rays", found.order.fan().len()),
            _ => format!("from n = {preperiod} on"),
        };
        (object, format!("{family}: period {period} {along} by {theorem},"))
    })
}
