//! `sprague check`: certificates and strategies verified from the rules alone, and what exactly was accepted.

use crate::args::{Check, Format};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::page;
use sprague::registry::{Files, LocalFiles, Unreadable};
use sprague::{BadNotation, Limits};
use sprague_games::QuestionError;
use sprague_games::check::{NotAccepted, NotChecked, Verdict, check_text, longest_text};
use std::io::{Read, Write, stdin};

pub(crate) fn run(args: &Check) -> Result<Exit, Failure> {
    if args.file.is_dir() {
        return crate::shards::check(args);
    }
    let limits = limits(args.limits);
    let name = args.file.display().to_string();
    let verdict = {
        let _progress = Progress::of(&limits);
        verdict(&name, &limits)?
    };
    print(&verdict, &name, args.format)
}

fn verdict(name: &str, limits: &Limits) -> Result<Verdict, Failure> {
    let Some(text) = text(name, longest_text(limits))? else { return Ok(Verdict::too_long(limits)) };
    check_text(&crate::session_within(limits), &text, limits).map_err(|error| match error {
        NotChecked::Family { family, error } => Failure::malformed(&family, error),
        error => Failure::Unfit(format!("{name}: {error}")),
    })
}

/// The text of the file, or of standard input; `None` if it has more than so many bytes.
fn text(name: &str, most: u64) -> Result<Option<String>, Failure> {
    let refused = |expected: String| Failure::malformed(name, BadNotation::new(0, expected));
    let read = if name == "-" {
        let mut bytes = vec![];
        let read = stdin().lock().take(most + 1).read_to_end(&mut bytes).map_err(Unreadable::from);
        read.and_then(|count| if count as u64 > most { Err(Unreadable::TooLong(most)) } else { Ok(bytes) })
    } else {
        LocalFiles.read(name, most)
    };
    let bytes = match read {
        Err(Unreadable::TooLong(_)) => return Ok(None),
        read => read.map_err(|error| refused(format!("a readable certificate ({error})")))?,
    };
    let text = String::from_utf8(bytes);
    text.map(Some).map_err(|_| refused("a readable certificate (stream did not contain valid UTF-8)".to_owned()))
}

fn print(verdict: &Verdict, name: &str, format: Format) -> Result<Exit, Failure> {
    if format == Format::Json {
        writeln!(stdout(), "{}", verdict.to_json())?;
    } else {
        match verdict.examined() {
            Ok(looked_at) => {
                writeln!(page(), "accepted: {}. That is the whole claim ({looked_at}).", verdict.claim())?;
            }
            Err(NotAccepted::Stopped(stopped)) => return Err(Failure::of(name, QuestionError::Stopped(stopped.clone()))),
            Err(why) if why.is_open() => return Err(Failure::NoAnswer(format!("{name}: {why}"))),
            Err(reason) => writeln!(page(), "rejected: {reason}")?,
        }
    }
    Ok(if verdict.is_accepted() { Exit::Answered } else { Exit::NoAnswer })
}
