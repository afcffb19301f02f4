//! Sweeps over octal codes.

use super::record::Recorder;
use super::{answered, limits, print_histogram, with_shard};
use crate::args::Sweep as Args;
use crate::exit::Exit;
use crate::failure::Failure;
use sprague::Limits;
use sprague::rows::sweep::{Shard, all_cores};
use sprague_games::sweep::{CodePeriod, OctalSummary, OctalSweep, OctalSwept, WatchCodes};
use std::io::{self, Write};
use std::ops::ControlFlow;

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let digits = args.digits.ok_or_else(|| Failure::Unfit("sweep octal needs --digits D".to_owned()))?;
    let sweep = OctalSweep::new(digits).map_err(|error| Failure::NoAnswer(error.to_string()))?;
    let positions = args.limit_positions.unwrap_or(Limits::default().positions);
    let sweep = sweep.within(positions, args.limit_memory).part(args.shard.unwrap_or(Shard::WHOLE));
    let sweep = sweep.seeking(args.seek.unwrap_or_else(|| sweep.seek()));
    let read = |bytes: &[u8]| OctalSummary::from_bytes(bytes).filter(|tally| sweep.can_go_on_from(tally));
    let question = with_shard(sweep.question(), sweep.shard());
    let (mut recorder, tally) = Recorder::open(args, &question, CodePeriod::HEADER, read)?;
    recorder.show(sweep.part_codes(), tally.codes);
    let mut watched = Watched(recorder);
    let (tally, stopped) = sweep.run(tally, args.jobs.unwrap_or_else(all_cores), &limits(args), &mut watched);
    let seconds = watched.0.finish(tally.to_bytes())?;
    answered(args, OctalSwept::of(sweep, tally, stopped, seconds).into())
}

struct Watched(Recorder);

impl WatchCodes for Watched {
    fn code(&mut self, code: &CodePeriod) -> ControlFlow<()> {
        if self.0.wants_lines() { self.0.lines(&format!("{code}\n")) } else { ControlFlow::Continue(()) }
    }
    fn so_far(&mut self, tally: &OctalSummary) -> ControlFlow<()> {
        self.0.so_far(tally.codes, || tally.to_bytes())
    }
}

/// The sweep for people.
pub(super) fn print(out: &mut impl Write, swept: &OctalSwept, has_histogram: bool) -> io::Result<()> {
    let (tally, sweep) = (&swept.tally, &swept.sweep);
    let count = match swept.parts.is_whole() {
        true => format!("all {}", tally.codes),
        false => format!("part {}: {} of {}", swept.parts, tally.codes, sweep.codes()),
    };
    let digits = if sweep.digits() == 1 { "1 digit".to_owned() } else { format!("at most {} digits", sweep.digits()) };
    writeln!(out, "{count} octal codes with {digits} behind the point, sought for {} rows each", sweep.seek())?;
    for (theorem, count) in &tally.proved {
        writeln!(out, "{count:>9} proved by {theorem}")?;
    }
    for (why, count) in &tally.open {
        let why = match why.as_str() {
            "seek" => "so many rows prove no period",
            "positions" => "--limit-positions was reached",
            "memory" => "--limit-memory was reached",
            other => other,
        };
        writeln!(out, "{count:>9} open: {why}")?;
    }
    if tally.observed > 0 {
        writeln!(out, "{:>9} of those that are open have a period that was observed", tally.observed)?;
    }
    if let Some(sentence) = swept.longest_in_words() {
        writeln!(out, "{sentence}")?;
    }
    if has_histogram {
        print_histogram(out, "codes", &tally.histogram)?;
    }
    writeln!(out, "digest {}", tally.digest)?;
    writeln!(out, "{:.3} s", swept.seconds)
}
