//! `sprague graph`: the position graph as DOT.

use super::{Format, ask, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use clap::Args as Flags;
use sprague_questions::{Graph, LimitsAsked};
use std::io::Write;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Graph,
    /// DOT as text, or one JSON object with the positions and moves
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let graph = ask(&session(), &args.question, &args.limits);
    let graph = graph.map_err(|error| Failure::of(&args.question.position, error, args.format == Format::Json))?;
    match args.format {
        Format::Text => stdout().write_all(graph.to_string().as_bytes())?,
        Format::Json => writeln!(stdout(), "{}", json_text(&graph))?,
    }
    Ok(Exit::Answered)
}
