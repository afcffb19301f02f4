//! `sprague merge`: adds up parts of a sweep or of a search.

use super::sweep::{longest, write};
use super::{Format, find, session, told};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use crate::terminal::page;
use clap::Args as Flags;
use sprague::Limits;
use sprague_questions::merge::PartSum;
use sprague_questions::sweep::seal;
use sprague_questions::{Form, Merge};
use std::io::Write;
use std::path::PathBuf;

#[derive(Flags)]
pub(crate) struct Args {
    /// Combine the given parts even if others are missing
    #[arg(long)]
    partial: bool,
    /// Write the result to this file as JSON, which `sprague merge` reads
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    question: Merge,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let found = session().ask(&args.question, &Limits::default());
    let found = found.map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let sum = &found.sum;
    let (parts, is_enough) = (sum.parts(), sum.parts().is_whole() || args.partial);
    if let (Some(path), true) = (&args.output, is_enough) {
        let json = sum.to_json(true);
        write(path, &if matches!(sum, PartSum::Swept(_)) { seal(json) } else { json })?;
    }
    match (args.format, sum) {
        (Format::Json, _) => writeln!(stdout(), "{}", json_text(&found))?,
        (Format::Text, PartSum::Swept(swept)) if is_enough => told(&swept.report(args.question.histogram), Form::Text)?,
        (Format::Text, PartSum::Found(found)) if is_enough => find::print(&mut page(), found)?,
        (Format::Text, _) => {
            let so_far = match sum {
                PartSum::Swept(swept) => longest(swept),
                PartSum::Found(found) => format!("{} positions found", found.found),
            };
            let (question, missing) = (sum.question(), parts.missing());
            let why =
                format!("{question}: part {missing} is missing; so far: {so_far}; --partial merges the parts that are there");
            return Err(Failure::NoAnswer(why));
        }
    }
    Ok(if is_enough { Exit::Answered } else { Exit::NoAnswer })
}
