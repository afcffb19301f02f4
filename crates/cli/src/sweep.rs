//! `sprague sweep`: every subtraction set with a given largest member, and the longest period among them.

use crate::args::{Format, Sweep as Args};
use crate::exit::Exit;
use crate::failure::{Failure, limit_flag};
use crate::limits::Progress;
use crate::out::stdout;
use crate::terminal::page;
use sprague::rows::sweep::{SetPeriod, Sweep, SweepSummary, Watch, all_cores};
use sprague::{Limits, Stopped};
use sprague_games::checkpoint::{BadCheckpoint, Checkpoint};
use sprague_games::sweep::{Swept, most_bytes};
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, absolute};
use std::time::{Duration, Instant};

/// How long a sweep computes between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(2);

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let bad = |error: sprague::rows::sweep::BadLargest| Failure::NoAnswer(error.to_string());
    let sweep = if args.nimbers { Sweep::nimbers(args.largest) } else { Sweep::outcomes(args.largest) }.map_err(bad)?;
    let question = question(args);
    if let (Some(csv), Some(checkpoint)) = (&args.csv, &args.checkpoint)
        && absolute(csv)? == absolute(checkpoint)?
    {
        return Err(Failure::NoAnswer(format!("{}: --csv and --checkpoint are two files", csv.display())));
    }
    let checkpoint = args.checkpoint.as_ref().map(|path| Checkpoint::open(path, &question)).transpose()?;
    let saved = checkpoint.as_ref().map(|checkpoint| Saved::load(checkpoint, &sweep, args)).transpose()?.unwrap_or_default();
    let csv = args.csv.as_ref().map(|path| Csv::open(path, saved.csv_bytes)).transpose()?;
    let limits = Limits {
        positions: args.limit_sets.unwrap_or(u64::MAX),
        bytes: args.limit_memory,
        time: Some(args.limit_time),
        ..Limits::default()
    };
    let jobs = args.jobs.unwrap_or_else(all_cores);
    if most_bytes(jobs) > limits.bytes {
        let stopped = Some(Stopped::Memory(limits.bytes));
        return answered(args, &Swept { sweep, tally: saved.tally, stopped, seconds: saved.seconds });
    }
    let progress = Progress::to(sweep.sets(), saved.tally.sets);
    let mut recorder = Recorder {
        csv,
        checkpoint,
        progress,
        before: saved.seconds,
        started: Instant::now(),
        saved_at: Instant::now(),
        failure: None,
    };
    let (tally, stopped) = sweep.run(saved.tally, jobs, &limits, &mut recorder);
    if recorder.failure.is_none() {
        recorder.failure = recorder.save(&tally).err();
    }
    let seconds = recorder.seconds();
    if let Some(failure) = recorder.failure.take() {
        return Err(failure);
    }
    drop(recorder);
    answered(args, &Swept { sweep, tally, stopped, seconds })
}

/// What a checkpoint of this sweep is the checkpoint of.
fn question(args: &Args) -> String {
    let rows = if args.nimbers { " --nimbers" } else { "" };
    let csv = if args.csv.is_some() { " --csv" } else { "" };
    format!("sweep subtraction --largest {}{rows}{csv}", args.largest)
}

/// How far earlier runs came.
#[derive(Default)]
struct Saved {
    seconds: f64,
    csv_bytes: u64,
    tally: SweepSummary,
}

impl Saved {
    fn load(checkpoint: &Checkpoint, sweep: &Sweep, args: &Args) -> Result<Self, Failure> {
        let Some(bytes) = checkpoint.load()? else { return Ok(Self::default()) };
        let saved = Self::from_bytes(&bytes).filter(|saved| sweep.can_go_on_from(&saved.tally));
        let file = args.checkpoint.as_deref().unwrap_or(Path::new("")).display();
        saved.ok_or_else(|| Failure::NoAnswer(format!("{file}: the checkpoint is of another version, and is left as it is")))
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (seconds, rest) = bytes.split_first_chunk()?;
        let (csv_bytes, tally) = rest.split_first_chunk()?;
        let seconds = f64::from_le_bytes(*seconds);
        Some(Self { seconds, csv_bytes: u64::from_le_bytes(*csv_bytes), tally: SweepSummary::from_bytes(tally)? })
    }

    fn to_bytes(&self) -> Vec<u8> {
        [&self.seconds.to_le_bytes()[..], &self.csv_bytes.to_le_bytes(), &self.tally.to_bytes()].concat()
    }
}

/// Every set on a line of its own, as far as the sweep is.
struct Csv {
    out: BufWriter<File>,
    bytes: u64,
    name: String,
}

const CSV_HEADER: &str = "set,period,preperiod\n";

impl Csv {
    /// A new file, or an old one cut after the bytes that a checkpoint knows of.
    fn open(path: &Path, bytes: u64) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let cannot = |error: io::Error| Failure::NoAnswer(format!("{name}: {error}"));
        if bytes == 0 {
            let mut csv = Self { out: BufWriter::new(File::create(path).map_err(cannot)?), bytes: 0, name: name.clone() };
            csv.write(CSV_HEADER).map_err(cannot)?;
            return Ok(csv);
        }
        let mut file = File::options().write(true).open(path).map_err(cannot)?;
        if file.metadata().map_err(cannot)?.len() < bytes {
            return Err(Failure::NoAnswer(format!("{name}: it holds less than the checkpoint says was written")));
        }
        file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        Ok(Self { out: BufWriter::new(file), bytes, name })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len() as u64;
        self.out.write_all(text.as_bytes())
    }

    fn write_sets(&mut self, sets: &[SetPeriod]) -> io::Result<()> {
        sets.iter().try_for_each(|set| {
            let members: Vec<String> = set.set().iter().map(u32::to_string).collect();
            self.write(&format!("\"{}\",{},{}\n", members.join(","), set.period, set.preperiod))
        })
    }

    /// Everything is on the disk.
    fn sync(&mut self) -> Result<u64, Failure> {
        let synced = self.out.flush().and_then(|()| match self.out.get_ref().metadata()?.is_file() {
            true => self.out.get_ref().sync_data(),
            false => Ok(()),
        });
        synced.map_err(|error| Failure::NoAnswer(format!("{}: {error}", self.name)))?;
        Ok(self.bytes)
    }
}

/// Writes down how a sweep goes on.
struct Recorder {
    csv: Option<Csv>,
    checkpoint: Option<Checkpoint>,
    progress: Progress,
    /// Seconds of earlier runs.
    before: f64,
    started: Instant,
    saved_at: Instant,
    failure: Option<Failure>,
}

impl Recorder {
    fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    fn save(&mut self, tally: &SweepSummary) -> Result<(), Failure> {
        let csv_bytes = self.csv.as_mut().map(Csv::sync).transpose()?.unwrap_or(0);
        let seconds = self.seconds();
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        checkpoint.save(&Saved { seconds, csv_bytes, tally: tally.clone() }.to_bytes())?;
        self.saved_at = Instant::now();
        Ok(())
    }

    fn noted(&mut self, result: Result<(), Failure>) -> ControlFlow<()> {
        let Err(failure) = result else { return ControlFlow::Continue(()) };
        self.failure.get_or_insert(failure);
        ControlFlow::Break(())
    }
}

impl Watch for Recorder {
    fn wants_sets(&self) -> bool {
        self.csv.is_some()
    }
    fn sets(&mut self, sets: &[SetPeriod]) -> ControlFlow<()> {
        let Some(csv) = &mut self.csv else { return ControlFlow::Continue(()) };
        let written = csv.write_sets(sets).map_err(|error| Failure::NoAnswer(format!("{}: {error}", csv.name)));
        self.noted(written)
    }
    fn so_far(&mut self, tally: &SweepSummary) -> ControlFlow<()> {
        self.progress.set(tally.sets);
        if self.checkpoint.is_none() || self.saved_at.elapsed() < BETWEEN_SAVES {
            return ControlFlow::Continue(());
        }
        let saved = self.save(tally);
        self.noted(saved)
    }
}

impl From<BadCheckpoint> for Failure {
    fn from(error: BadCheckpoint) -> Self {
        Self::NoAnswer(error.to_string())
    }
}

fn answered(args: &Args, swept: &Swept) -> Result<Exit, Failure> {
    match (args.format, &swept.stopped) {
        (Format::Json, _) => writeln!(stdout(), "{}", swept.to_json(args.histogram))?,
        (Format::Text, None) => print(args, swept)?,
        (Format::Text, Some(stopped)) => return Err(Failure::NoAnswer(why(args, swept, stopped))),
    }
    Ok(if swept.stopped.is_some() { Exit::NoAnswer } else { Exit::Answered })
}

fn print(args: &Args, swept: &Swept) -> io::Result<()> {
    let (mut out, tally) = (page(), &swept.tally);
    let rows = if args.nimbers { "nimbers" } else { "outcomes" };
    let sets = if tally.sets == 1 { "the subtraction set" } else { "subtraction sets" };
    let count = if tally.sets == 1 { String::new() } else { format!("all {} ", tally.sets) };
    writeln!(out, "{count}{sets} with largest member {}, by {rows}", args.largest)?;
    if let Some(sentence) = swept.longest_in_words() {
        writeln!(out, "{sentence}")?;
    }
    if args.histogram {
        writeln!(out, "{:>12} {:>20}", "period", "sets")?;
        tally.histogram.iter().try_for_each(|(period, sets)| writeln!(out, "{period:>12} {sets:>20}"))?;
    }
    writeln!(out, "{:.3} s", swept.seconds)
}

/// Why a sweep ended early, and what is known.
fn why(args: &Args, swept: &Swept, stopped: &Stopped) -> String {
    let known = swept.longest_in_words().unwrap_or_else(|| "no set is known".to_owned());
    let flag = match stopped {
        Stopped::Positions(_) => Some("--limit-sets"),
        other => limit_flag(other),
    };
    let more = flag.map_or_else(String::new, |flag| format!("; {flag} allows more"));
    let again = if args.checkpoint.is_some() { ", and the same command goes on" } else { "" };
    let stopped = match stopped {
        Stopped::Positions(sets) => format!("stopped before more than {sets} sets"),
        other => other.to_string(),
    };
    let (done, all) = (swept.tally.sets, swept.sweep.sets());
    format!("{}: {stopped}, {done} of {all} sets done: {known}{more}{again}", question(args))
}
