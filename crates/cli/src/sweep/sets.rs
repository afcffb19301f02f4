//! Sweeps over subtraction sets.

use super::record::Recorder;
use super::{answered, limits, print_histogram, with_shard};
use crate::args::Sweep as Args;
use crate::exit::Exit;
use crate::failure::Failure;
use sprague::Stopped;
use sprague::heap::RowKind;
use sprague::rows::sweep::{SetPeriod, Shard, Sweep, SweepSummary, Watch, all_cores};
use sprague_games::sweep::{Swept, most_bytes};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::ControlFlow;

const HEADER: &str = "set,period,preperiod";

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    let largest = args.largest.ok_or_else(|| Failure::Unfit("sweep subtraction needs --largest K".to_owned()))?;
    let sweep = if args.nimbers { Sweep::nimbers(largest) } else { Sweep::outcomes(largest) };
    let sweep = sweep.map_err(|error| Failure::NoAnswer(error.to_string()))?.part(args.shard.unwrap_or(Shard::WHOLE));
    let question = Swept::of(sweep, SweepSummary::default(), None, 0.0).question();
    let read = |bytes: &[u8]| SweepSummary::from_bytes(bytes).filter(|tally| sweep.can_go_on_from(tally));
    let (mut recorder, tally) = Recorder::open(args, &with_shard(question, sweep.shard()), HEADER, read)?;
    let mut limits = limits(args);
    limits.positions = limits.positions.min(args.limit_positions.unwrap_or(u64::MAX));
    let jobs = args.jobs.unwrap_or_else(all_cores);
    if most_bytes(sweep.threads(jobs)) > limits.bytes {
        let stopped = Some(Stopped::Memory(limits.bytes));
        return answered(args, Swept::of(sweep, tally, stopped, recorder.seconds()).into());
    }
    recorder.show(sweep.part_sets(), tally.sets);
    let mut watched = Watched(recorder);
    let (tally, stopped) = sweep.run(tally, jobs, &limits, &mut watched);
    let seconds = watched.0.finish(tally.to_bytes())?;
    answered(args, Swept::of(sweep, tally, stopped, seconds).into())
}

struct Watched(Recorder);

impl Watch for Watched {
    fn wants_sets(&self) -> bool {
        self.0.wants_lines()
    }
    fn sets(&mut self, sets: &[SetPeriod]) -> ControlFlow<()> {
        let mut lines = String::new();
        for set in sets {
            let members: Vec<String> = set.set().iter().map(u32::to_string).collect();
            let _ = writeln!(lines, "\"{}\",{},{}", members.join(","), set.period, set.preperiod);
        }
        self.0.lines(&lines)
    }
    fn so_far(&mut self, tally: &SweepSummary) -> ControlFlow<()> {
        self.0.so_far(tally.sets, || tally.to_bytes())
    }
}

/// The sweep for people.
pub(super) fn print(out: &mut impl Write, swept: &Swept, has_histogram: bool) -> io::Result<()> {
    let (tally, largest) = (&swept.tally, swept.sweep.largest());
    let rows = if swept.sweep.rows() == RowKind::Nimbers { "nimbers" } else { "outcomes" };
    let sets = if swept.sweep.sets() == 1 { "the subtraction set" } else { "subtraction sets" };
    let count = match swept.parts.is_whole() {
        true if swept.sweep.sets() == 1 => String::new(),
        true => format!("all {} ", tally.sets),
        false => format!("part {}: {} of {} ", swept.parts, tally.sets, swept.sweep.sets()),
    };
    writeln!(out, "{count}{sets} with largest member {largest}, by {rows}")?;
    if let Some(sentence) = swept.longest_in_words() {
        writeln!(out, "{sentence}")?;
    }
    if has_histogram {
        print_histogram(out, "sets", &tally.histogram)?;
    }
    writeln!(out, "digest {}", tally.digest)?;
    writeln!(out, "{:.3} s", swept.seconds)
}
