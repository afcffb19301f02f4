//! `sprague atlas add`: adds one question, or a file of questions.

use super::Place;
use crate::atlas::{Added, Addition, Record, add};
use crate::commands::door;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::{Running, was_pressed};
use crate::out::stdout;
use crate::terminal::page;
use clap::Args as Flags;
use serde_json::json;
use sprague::registry::{Files, LocalFiles};
use sprague_questions::{LimitsAsked, flags};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// The maximum size of a file of questions, in bytes.
const MAX_FILE: u64 = 1 << 24;

#[derive(Flags)]
pub(super) struct Args {
    /// Question as it is typed after `sprague`, in quotes
    #[arg(value_name = "QUESTION", required_unless_present = "from")]
    question: Option<String>,
    /// Add every question in this file, which has one per line
    #[arg(long, value_name = "FILE", conflicts_with = "question")]
    from: Option<PathBuf>,
    /// Note about the result
    #[arg(long)]
    note: Option<String>,
    /// Open problem to which the result belongs
    #[arg(long)]
    problem: Option<String>,
    /// Number of an OEIS sequence that the answer recomputes
    #[arg(long, value_name = "A000000")]
    oeis: Vec<String>,
    /// Best result known before
    #[arg(long, requires_all = ["source", "further"])]
    before: Option<String>,
    /// Source of the best result known before, with the page
    #[arg(long, requires = "before")]
    source: Option<String>,
    /// How far the new result goes beyond the best one known before
    #[arg(long, requires = "before")]
    further: Option<String>,
    /// Machine, described so that many machines fit
    #[arg(long, default_value_t = machine())]
    machine: String,
    /// Maximum size of a certificate, in bytes; larger ones are left out
    #[arg(long, value_name = "BYTES", default_value = "20000", value_parser = flags::bytes)]
    longest_certificate: u64,
    /// Maximum time to make a certificate, in seconds; after that it is left out
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = flags::seconds)]
    certificate_time: Duration,
    /// Also add results that cannot be checked (slow answers without a certificate), and mark them as unchecked
    #[arg(long)]
    unchecked: bool,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    limits: LimitsAsked,
}

/// Returns a name for this machine with its number of processors.
fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cores}-core {} machine", std::env::consts::ARCH)
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let folder = args.place.folder();
    let mut limits = args.limits.over(door());
    let _running = Running::begin(&mut limits);
    let mut refused = 0;
    for addition in args.additions()? {
        let question = &addition.question;
        match add(&folder, &addition, &limits) {
            Ok(Added { name, checked, cpu_seconds }) if args.place.is_json() => {
                let object = json!({ "name": name, "checked": checked.words(), "cpu_seconds": cpu_seconds });
                writeln!(stdout(), "{object}")?;
            }
            Ok(Added { name, checked, cpu_seconds }) => {
                writeln!(page(), "{name}: {}, {cpu_seconds} s", checked.words())?;
            }
            Err(why) if args.from.is_none() => return Err(Failure::NoAnswer(format!("{question}: {why}"))),
            Err(why) => {
                refused += 1;
                writeln!(page(), "not added: {question}: {why}")?;
            }
        }
        if was_pressed() {
            return Err(Failure::NoAnswer("atlas: interrupted".to_owned()));
        }
    }
    Ok(if refused == 0 { Exit::Answered } else { Exit::NoAnswer })
}

impl Args {
    fn additions(&self) -> Result<Vec<Addition>, Failure> {
        let record = self.before.clone().map(|before| Record {
            before,
            source: self.source.clone().unwrap_or_default(),
            further: self.further.clone().unwrap_or_default(),
        });
        let usual = Addition {
            question: self.question.clone().unwrap_or_default(),
            note: self.note.clone(),
            problem: self.problem.clone(),
            oeis: self.oeis.clone(),
            record,
            machine: self.machine.clone(),
            longest: self.longest_certificate,
            certifying: self.certificate_time,
            unchecked: self.unchecked,
        };
        let Some(path) = &self.from else { return Ok(vec![usual]) };
        let name = path.display().to_string();
        let unreadable = |why: String| Failure::NoAnswer(format!("{name}: {why}"));
        let bytes = LocalFiles.read(&name, MAX_FILE).map_err(|error| unreadable(error.to_string()))?;
        let text = String::from_utf8(bytes).map_err(|error| unreadable(error.to_string()))?;
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let read = |(at, line): (usize, &str)| {
            of_line(line, &usual).map_err(|why| Failure::Unfit(format!("{name}: line {}: {why}", at + 1)))
        };
        lines.map(read).collect()
    }
}

/// Parses a line, which has a question followed by fields after tabs.
fn of_line(line: &str, usual: &Addition) -> Result<Addition, String> {
    let mut parts = line.split('\t');
    let mut addition = Addition { question: parts.next().unwrap_or_default().to_owned(), ..usual.clone() };
    let mut record = Record { before: String::new(), source: String::new(), further: String::new() };
    for part in parts.filter(|part| !part.is_empty()) {
        let (key, text) = part.split_once('=').ok_or_else(|| format!("expected a field such as note=…, not {part}"))?;
        let text = text.to_owned();
        match key {
            "note" => addition.note = Some(text),
            "problem" => addition.problem = Some(text),
            "oeis" => addition.oeis.push(text),
            "before" => record.before = text,
            "source" => record.source = text,
            "further" => record.further = text,
            _ => return Err(format!("there is no field {key}: expected note, problem, oeis, before, source or further")),
        }
    }
    let given = [&record.before, &record.source, &record.further].map(|text| !text.is_empty());
    match given {
        [false, false, false] => {}
        [true, true, true] => addition.record = Some(record),
        _ => return Err("a record has three fields: before, source and further".to_owned()),
    }
    Ok(addition)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_question_and_fields() {
        let usual = Addition {
            question: String::new(),
            note: None,
            problem: None,
            oeis: vec![],
            record: None,
            machine: String::new(),
            longest: 0,
            certifying: Duration::ZERO,
            unchecked: false,
        };
        let read = |line| of_line(line, &usual);
        let one = read("solve nim@3\toeis=A000001\toeis=A000002\tnote=a = b").unwrap();
        assert_eq!((one.question.as_str(), one.oeis.len(), one.note.as_deref()), ("solve nim@3", 2, Some("a = b")));
        assert!(one.record.is_none());
        let record = read("x\tbefore=1\tsource=2\tfurther=3").unwrap().record.unwrap();
        assert_eq!([record.before, record.source, record.further], ["1", "2", "3"]);
        for line in ["x\tnote", "x\tcolour=red", "x\tbefore=1"] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
