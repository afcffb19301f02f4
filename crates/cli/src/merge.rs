//! `sprague merge`: parts of a sweep added up.

use crate::args::{Format, Merge as Args};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{json_text, stdout};
use crate::sweep::{longest, print};
use sprague_games::sweep::{merge_files, seal};
use sprague_games::whole_file;
use std::io::Write;

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let sum = merge_files(&args.files).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let (parts, is_enough) = (sum.parts(), sum.parts().is_whole() || args.partial);
    if let (Some(path), true) = (&args.output, is_enough) {
        let text = json_text(&seal(sum.to_json(true)));
        let written = whole_file::write(path, format!("{text}\n").as_bytes());
        written.map_err(|error| Failure::NoAnswer(format!("{}: {error}", path.display())))?;
    }
    match args.format {
        Format::Json => writeln!(stdout(), "{}", sum.to_json(args.histogram))?,
        Format::Text if is_enough => print(&sum, args.histogram)?,
        Format::Text => {
            let (question, missing, longest) = (sum.question(), parts.missing(), longest(&sum));
            let why = format!("{question}: part {missing} is missing; so far: {longest}; --partial adds up what is there");
            return Err(Failure::NoAnswer(why));
        }
    }
    Ok(if is_enough { Exit::Answered } else { Exit::NoAnswer })
}
