//! `sprague merge`: parts of a sweep added up.

use super::sweep::{longest, print, write};
use super::{Format, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use clap::Args as Flags;
use sprague::Limits;
use sprague_questions::Merge;
use sprague_questions::sweep::seal;
use std::io::Write;
use std::path::PathBuf;

#[derive(Flags)]
pub(crate) struct Args {
    /// Add up what is there, though parts are missing
    #[arg(long)]
    partial: bool,
    /// Write the sum to this file, in JSON, as `sprague merge` reads it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    question: Merge,
    /// Form of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let found = session().ask(&args.question, &Limits::default());
    let found = found.map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let sum = &found.sum;
    let (parts, is_enough) = (sum.parts(), sum.parts().is_whole() || args.partial);
    if let (Some(path), true) = (&args.output, is_enough) {
        write(path, &seal(sum.to_json(true)))?;
    }
    match args.format {
        Format::Json => writeln!(stdout(), "{}", json_text(&found))?,
        Format::Text if is_enough => print(sum, args.question.histogram)?,
        Format::Text => {
            let (question, missing, longest) = (sum.question(), parts.missing(), longest(sum));
            let why = format!("{question}: part {missing} is missing; so far: {longest}; --partial adds up what is there");
            return Err(Failure::NoAnswer(why));
        }
    }
    Ok(if is_enough { Exit::Answered } else { Exit::NoAnswer })
}
