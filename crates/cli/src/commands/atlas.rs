//! `sprague atlas`: lists, shows, checks and adds results in files.

mod additions;
mod checks;

use super::Format;
use crate::atlas::{Entry, Folder, FolderResult, Stored, Unread};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::{print_json, stdout};
use crate::terminal::page;
use clap::{Args as Flags, Subcommand};
use serde_json::{Value, json};
use std::io::Write;
use std::path::PathBuf;

#[derive(Flags)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    does: Option<Does>,
    #[command(flatten)]
    look_up: LookUp,
    #[command(flatten)]
    place: Place,
}

/// The words to search for, or the name of an entry.
#[derive(Flags)]
struct LookUp {
    /// Words to search for in questions, answers, rulesets and notes, or the name of an entry
    #[arg(value_name = "LOOK-UP")]
    words: Vec<String>,
}

/// The folder, and the format of the output.
#[derive(Flags)]
struct Place {
    /// Folder of the atlas
    #[arg(long, value_name = "DIR", default_value = "atlas")]
    atlas: PathBuf,
    /// Format of the answer
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Subcommand)]
enum Does {
    /// Verify entries: check certificates, repeat quick questions, and compare digests of the rest
    #[command(after_help = "Example: sprague atlas check --cheap\nExit status: 0 if every entry is right, 1 if one is not.")]
    Check(checks::Args),
    /// Add a result: ask the question, certify the answer, check it, and write the entry
    #[command(
        after_help = "Example: sprague atlas add 'analyse octal:0.77'\n         sprague atlas add --from questions.txt\nA line of the file is a question, followed by fields that are separated by tabs: note=…, problem=…, oeis=A000001, before=…, source=…, further=…. Empty lines and lines that begin with # are skipped. The questions may be those of analyse, solve, value, compare, table, quotient, sweep, find and nim, about built-in rulesets.\nExit status: 0 if all questions were added, 1 if one was not."
    )]
    Add(additions::Args),
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    match &args.does {
        Some(Does::Check(args)) => checks::run(args),
        Some(Does::Add(args)) => additions::run(args),
        None => list(&args.look_up, &args.place),
    }
}

impl Place {
    fn folder(&self) -> Folder {
        Folder::new(&self.atlas)
    }

    fn is_json(&self) -> bool {
        self.format == Format::Json
    }
}

fn read<T>(result: FolderResult<T>) -> Result<T, Failure> {
    result.map_err(|error| Failure::NoAnswer(format!("atlas: {error}")))
}

impl LookUp {
    /// Returns the entry with this name, or all entries that contain these words.
    fn among(&self, mut all: Vec<Stored>, unread: &[Unread]) -> Result<Vec<Stored>, Failure> {
        if let [name] = &self.words[..]
            && let Some(at) = all.iter().position(|stored| stored.name == *name)
        {
            return Ok(vec![all.swap_remove(at)]);
        }
        let words: Vec<String> = self.words.iter().map(|word| word.to_lowercase()).collect();
        all.retain(|stored| stored.has(&words));
        if all.is_empty() && !unread.iter().any(|(name, _)| self.may_mean(name)) {
            let what = if words.is_empty() { "it is empty".to_owned() } else { format!("no entry has {}", self.words.join(" ")) };
            return Err(Failure::NoAnswer(format!("atlas: {what}")));
        }
        Ok(all)
    }
}

impl LookUp {
    /// Returns `true` if an unreadable entry could be selected: by its name, or because all entries are.
    fn may_mean(&self, name: &str) -> bool {
        self.words.is_empty() || self.words == [name]
    }
}

/// Prints the selected entries. A single entry is printed in full.
fn list(look_up: &LookUp, place: &Place) -> Result<Exit, Failure> {
    let (all, unread) = read(place.folder().entries())?;
    let found = look_up.among(all, &unread)?;
    if let ([], Some((_, why))) = (&found[..], unread.iter().find(|(name, _)| look_up.may_mean(name))) {
        return Err(Failure::NoAnswer(format!("atlas: {why}")));
    }
    if place.is_json() {
        let all: Vec<Value> = found.iter().map(as_json).collect();
        print_json(&all)?;
        return Ok(Exit::Answered);
    }
    let mut out = page();
    match &found[..] {
        [one] if !look_up.words.is_empty() => show(&mut out, one)?,
        _ => {
            for Stored { name, entry } in &found {
                writeln!(out, "{name}: {}: {}", entry.question, entry.says())?;
            }
            unread.iter().filter(|(name, _)| look_up.may_mean(name)).try_for_each(|(_, why)| writeln!(out, "{why}"))?;
            writeln!(stdout(), "{} entries; `sprague atlas NAME` shows one", found.len())?;
        }
    }
    Ok(Exit::Answered)
}

/// Returns an entry as JSON, with its name and a short description of its answer.
fn as_json(stored: &Stored) -> Value {
    let mut object = serde_json::to_value(&stored.entry).expect("it is plain data");
    object["name"] = json!(stored.name);
    object["says"] = json!(stored.entry.says());
    object
}

/// Prints an entry in full, without the files next to it.
fn show(out: &mut impl Write, stored: &Stored) -> std::io::Result<()> {
    let Stored { name, entry } = stored;
    let Entry { question, checked, cpu_seconds, machine, date, version, answer, .. } = entry;
    writeln!(out, "{name}")?;
    writeln!(out, "question: sprague {question}")?;
    writeln!(out, "answer: {}", entry.says())?;
    for (key, value) in answer {
        writeln!(out, "  {key}: {value}")?;
    }
    entry.long.iter().try_for_each(|long| writeln!(out, "  and more in {} ({} bytes)", long.file, long.bytes))?;
    writeln!(out, "checked: {}", checked.words())?;
    if let Some(proof) = &entry.certificate {
        writeln!(out, "certificate: {} ({} bytes, {} s to check): {}", proof.file, proof.bytes, proof.cpu_seconds, proof.claim)?;
    }
    entry.no_certificate.iter().try_for_each(|why| writeln!(out, "no certificate: {why}"))?;
    if let Some(record) = &entry.record {
        writeln!(out, "record before: {} ({})", record.before, record.source)?;
        writeln!(out, "further: {}", record.further)?;
    }
    let lines = [("open problem", &entry.problem), ("note", &entry.note)];
    for (title, text) in lines {
        text.iter().try_for_each(|text| writeln!(out, "{title}: {text}"))?;
    }
    if !entry.oeis.is_empty() {
        writeln!(out, "OEIS: {}", entry.oeis.join(", "))?;
    }
    writeln!(out, "computed: {date}, {cpu_seconds} s of a {machine}, version {version}")
}
