//! `sprague identify`: from nim values back to rules.

use crate::args::{Format, Identify};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::limits;
use crate::out::stdout;
use crate::terminal::page;
use serde_json::json;
use sprague_games::QuestionError;
use sprague_games::identify::{identify_within, to_json, values};
use std::io::Write;

pub(crate) fn run(args: &Identify) -> Result<Exit, Failure> {
    let values = values(&args.values).map_err(|error| Failure::malformed(&args.values, error))?;
    let found = identify_within(&values, &limits(args.limits)).map_err(|stopped| {
        Failure::told(args.format == Format::Json, &args.values, QuestionError::Stopped(stopped), || json!({ "values": values }))
    })?;
    if args.format == Format::Json {
        writeln!(stdout(), "{}", to_json(&values, &found, args.max_matches))?;
        return Ok(Exit::Answered);
    }
    let mut out = page();
    if found.is_empty() {
        writeln!(out, "no named game, no octal code of up to three digits and no subtraction set up to 12 starts so")?;
    }
    for found in found.iter().take(args.max_matches) {
        writeln!(out, "{found}")?;
    }
    if found.len() > args.max_matches {
        writeln!(out, "… {} matches in all; more values tell them apart", found.len())?;
    }
    Ok(Exit::Answered)
}
