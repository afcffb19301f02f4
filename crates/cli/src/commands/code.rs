//! `sprague code`: a heap game as code to paste.

use super::{Format, ask, session, written};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use crate::terminal::page;
use clap::Args as Flags;
use sprague_questions::{Code, LimitsAsked, NamedGame, named_games};
use std::io::Write;
use std::path::PathBuf;

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Code,
    /// Print the card of named games instead: the rule of the nimbers of each game, and what proves it
    #[arg(long, exclusive = true)]
    card: bool,
    /// Write the code to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    if args.card {
        let mut out = page();
        for NamedGame { game, family, rules, nimber, proof } in named_games() {
            writeln!(out, "{game} [{family}] {rules}: {nimber} ({proof})")?;
        }
        return Ok(Exit::Answered);
    }
    let is_json = args.format == Format::Json;
    let found = ask(&session(), &args.question, &args.limits);
    let found = found.map_err(|error| Failure::of(&args.question.family, error, is_json))?;
    let file = args.output.as_ref().map(|path| written(path, found.code.trim_end().to_owned())).transpose()?;
    let mut out = stdout();
    match file {
        _ if is_json => writeln!(out, "{}", json_text(&found))?,
        Some(file) => writeln!(out, "{} in {} written to {file}", found.family, found.language)?,
        None => found.code.lines().try_for_each(|line| writeln!(out, "{line}"))?,
    }
    Ok(Exit::Answered)
}
