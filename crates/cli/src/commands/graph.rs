//! `sprague graph`: prints the position graph in DOT.

use super::{Format, ask, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{print_json, print_lines};
use clap::Args as Flags;
use sprague_questions::{Graph, LimitsAsked};

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Graph,
    /// Format: DOT (text), or a JSON object with the positions and moves
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let graph = ask(&session(), &args.question, &args.limits);
    let graph = graph.map_err(|error| Failure::of(&args.question.position, error, args.format == Format::Json))?;
    match args.format {
        Format::Text => print_lines(&graph.dot)?,
        Format::Json => print_json(&graph)?,
    }
    Ok(Exit::Answered)
}
