//! `sprague mcp`: serves the questions as tools of the Model Context Protocol.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::say;
use clap::Args as Flags;
use sprague_mcp::{NotStarted, Options, serve};
use sprague_questions::LimitsAsked;
use std::sync::Arc;

#[derive(Flags)]
#[command(mut_arg("limit_positions", |arg| arg.help("Maximum number of positions (or rows) to visit in a call [default: 100000000]")))]
#[command(mut_arg("limit_time", |arg| arg.help("Maximum time to take for a call, in seconds [default: 20]")))]
#[command(mut_arg("limit_memory", |arg| arg.help("Maximum memory to use for a call, in bytes, or such as 512M or 2G [default: 1G]")))]
pub(crate) struct Args {
    /// Files that questions may open, such as plugins, graphs and lists of numbers
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let usual = Options::default();
    let options = Options {
        files: args.files.clone(),
        limits: args.limits.over(usual.limits.clone()),
        session: Arc::new(super::session),
        ..usual
    };
    // a failing question only loses its own answer; the message may contain text from the question, so `say` escapes it
    std::panic::set_hook(Box::new(|panic| say(&format!("sprague: mcp: a bug, please report it: {panic}"))));
    serve(&options).map_err(|error| match error {
        NotStarted::File { .. } => Failure::Unfit(error.to_string()),
        other => Failure::NoAnswer(format!("mcp: {other}")),
    })?;
    Ok(Exit::Answered)
}
