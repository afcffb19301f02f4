//! `sprague atlas check`: verifies entries, and prints a line for each wrong one.

use super::{LookUp, Place, read};
use crate::atlas::{Depth, Finding, verify};
use crate::commands::door;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::interrupt::{Running, was_pressed};
use crate::out::stdout;
use crate::terminal::page;
use clap::Args as Flags;
use serde_json::json;
use sprague::rows::sweep::Shard;
use sprague_questions::{LimitsAsked, flags};
use std::io::Write;
use std::time::Duration;

/// The default limit on the time of a question or a check.
const TIME: Duration = Duration::from_secs(3600);

/// The default time limit with `--cheap`, even if an entry states a longer time.
const CHEAP_TIME: Duration = Duration::from_secs(60);

#[derive(Flags)]
#[command(mut_arg("limit_positions", |arg| arg.hide(true)), mut_arg("longest_play", |arg| arg.hide(true)))]
#[command(mut_arg("limit_time", |arg| arg.help("Maximum time of a question or a check, in seconds [default: 3600, or 60 with --cheap]")))]
pub(super) struct Args {
    #[command(flatten)]
    look_up: LookUp,
    /// Check only answers and certificates that take at most this many seconds, or 2 without a number
    #[arg(
        long,
        value_name = "SECONDS",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "2",
        value_parser = flags::seconds,
        conflicts_with = "whole"
    )]
    cheap: Option<Duration>,
    /// Ask every question again, even those that took long
    #[arg(long)]
    whole: bool,
    /// Check only part I of N, where I is from 1 to N: every N-th entry
    #[arg(long, value_name = "I/N")]
    part: Option<Shard>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let folder = args.place.folder();
    let (all, unread) = read(folder.entries())?;
    let all = args.look_up.among(all, &unread)?;
    let depth = match (args.cheap, args.whole) {
        (Some(below), _) => Depth::Cheap(below),
        (_, true) => Depth::Whole,
        _ => Depth::Usual,
    };
    let mut limits = door();
    limits.time = args.limits.limit_time.or(Some(if args.cheap.is_some() { CHEAP_TIME } else { TIME }));
    limits.bytes = args.limits.limit_memory.unwrap_or(limits.bytes);
    let _running = Running::begin(&mut limits);
    let (mut counts, mut failures) = (Counts::default(), vec![]);
    // an entry that cannot be read cannot be found by its words
    for (name, why) in unread.into_iter().filter(|(name, _)| args.look_up.may_mean(name)) {
        if !args.place.is_json() {
            writeln!(page(), "{why}")?;
        }
        failures.push((name, why.to_string()));
    }
    let part = args.part.unwrap_or(Shard::WHOLE);
    let chosen = (0..).zip(all).filter(|(at, _)| part.has(*at));
    for (_, stored) in chosen {
        match verify(&folder, &stored, depth, &limits) {
            Ok(finding) => counts.add(finding),
            Err(why) => {
                if !args.place.is_json() {
                    writeln!(page(), "{}: {why}", stored.name)?;
                }
                failures.push((stored.name, why));
            }
        }
        if was_pressed() {
            return Err(Failure::NoAnswer(format!("atlas: interrupted after {} entries", counts.entries + failures.len())));
        }
    }
    let Counts { entries, certificates, again, digests } = counts;
    let left = entries - again;
    if args.place.is_json() {
        let failures: Vec<_> = failures.iter().map(|(name, why)| json!({ "name": name, "why": why })).collect();
        let object = json!({
            "entries": entries + failures.len(), "certificates": certificates, "asked_again": again, "not_asked_again": left, "digests": digests,
            "failures": failures,
        });
        writeln!(stdout(), "{object}")?;
    } else {
        writeln!(
            page(),
            "{} entries: {certificates} certificates accepted, {again} answers asked again and {left} not, {digests} by digest alone, {} failed",
            entries + failures.len(),
            failures.len()
        )?;
    }
    Ok(if failures.is_empty() { Exit::Answered } else { Exit::NoAnswer })
}

/// The numbers of correct entries, by the way in which they were verified.
#[derive(Default)]
struct Counts {
    entries: usize,
    certificates: usize,
    again: usize,
    /// The number of entries for which only the digests of files were compared.
    digests: usize,
}

impl Counts {
    fn add(&mut self, finding: Finding) {
        self.entries += 1;
        self.certificates += usize::from(finding.certificate);
        self.again += usize::from(finding.again);
        self.digests += usize::from(finding == Finding::default());
    }
}
