//! Writes the files of a running sweep: lines of CSV, and a checkpoint, which also contains the number of valid bytes of the
//! CSV file.

use super::Args;
use crate::failure::Failure;
use crate::progress::Progress;
use sprague::rows::sweep::Watch;
use sprague_questions::Saves;
use sprague_questions::checkpoint::BadCheckpoint;
use sprague_questions::sweep::AnySwept;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// The state that earlier runs have saved.
struct Saved {
    seconds: f64,
    csv_bytes: u64,
    tally: Vec<u8>,
}

impl Saved {
    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (seconds, rest) = bytes.split_first_chunk()?;
        let (csv_bytes, tally) = rest.split_first_chunk()?;
        let seconds = f64::from_le_bytes(*seconds);
        Some(Self { seconds, csv_bytes: u64::from_le_bytes(*csv_bytes), tally: tally.to_vec() })
    }

    fn to_bytes(&self) -> Vec<u8> {
        [&self.seconds.to_le_bytes()[..], &self.csv_bytes.to_le_bytes(), &self.tally].concat()
    }
}

/// A CSV file with a line for each item that was swept.
struct Csv {
    out: BufWriter<File>,
    bytes: u64,
    name: String,
}

impl Csv {
    /// Opens a new file, or an old one, which is truncated to the size in the checkpoint.
    fn open(path: &Path, header: &str, bytes: u64) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let cannot = |error: io::Error| Failure::NoAnswer(format!("{name}: {error}"));
        if bytes == 0 {
            let mut csv = Self { out: BufWriter::new(File::create(path).map_err(cannot)?), bytes: 0, name: name.clone() };
            csv.write(&format!("{header}\n")).map_err(cannot)?;
            return Ok(csv);
        }
        let mut file = File::options().write(true).open(path).map_err(cannot)?;
        if file.metadata().map_err(cannot)?.len() < bytes {
            return Err(Failure::NoAnswer(format!("{name}: the file is shorter than its checkpoint says")));
        }
        file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        Ok(Self { out: BufWriter::new(file), bytes, name })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len() as u64;
        self.out.write_all(text.as_bytes())
    }

    /// Writes everything to the disk.
    fn sync(&mut self) -> Result<(), Failure> {
        let synced = self.out.flush().and_then(|()| match self.out.get_ref().metadata()?.is_file() {
            true => self.out.get_ref().sync_data(),
            false => Ok(()),
        });
        synced.map_err(|error| Failure::NoAnswer(format!("{}: {error}", self.name)))
    }
}

/// Writes the files of a sweep.
pub(super) struct Recorder {
    csv: Option<Csv>,
    saves: Saves,
    progress: Progress,
    before: f64,
    started: Instant,
    failure: Option<Failure>,
}

impl Recorder {
    /// Opens the files of a sweep. Returns the sweep with the results of earlier runs.
    pub(super) fn open(args: &Args, begun: AnySwept) -> Result<(Self, AnySwept), Failure> {
        // a sweep with a CSV file always has a digest, so the question need not name it
        let more = match &args.csv {
            Some(_) => " --csv",
            None if begun.says_digest() => " --digest",
            None => "",
        };
        let question = begun.question_of_part() + more;
        let read = |bytes: &[u8]| {
            let Saved { seconds, csv_bytes, tally } = Saved::from_bytes(bytes)?;
            Some((seconds, csv_bytes, begun.clone().with_tally(&tally)?))
        };
        let (saves, saved) = Saves::open(args.checkpoint.as_deref(), &question, read)?;
        let (before, bytes, begun) = saved.unwrap_or((0.0, 0, begun));
        let csv = args.csv.as_ref().map(|path| Csv::open(path, begun.header(), bytes)).transpose()?;
        let progress = Progress::to(begun.size(), begun.done());
        Ok((Self { csv, saves, progress, before, started: Instant::now(), failure: None }, begun))
    }

    fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    /// Saves the final tally. Returns the time of all runs, in seconds.
    pub(super) fn finish(mut self, tally: Vec<u8>) -> Result<f64, Failure> {
        if self.failure.is_none() {
            let _ = self.save(true, || tally);
        }
        let seconds = self.seconds();
        self.saves.ended()?;
        self.failure.map_or(Ok(seconds), Err)
    }

    /// Writes the files if that is due, or if this is the last time.
    fn save(&mut self, is_last: bool, tally: impl FnOnce() -> Vec<u8>) -> ControlFlow<()> {
        if !is_last && !self.saves.is_due() {
            return ControlFlow::Continue(());
        }
        let synced = self.csv.as_mut().map_or(Ok(()), Csv::sync);
        self.noted(synced)?;
        let (seconds, csv_bytes) = (self.seconds(), self.csv.as_ref().map_or(0, |csv| csv.bytes));
        match self.saves.save(true, || Saved { seconds, csv_bytes, tally: tally() }.to_bytes()) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }

    fn noted(&mut self, result: Result<(), Failure>) -> ControlFlow<()> {
        let Err(failure) = result else { return ControlFlow::Continue(()) };
        self.failure.get_or_insert(failure);
        ControlFlow::Break(())
    }
}

impl<I: Display> Watch<I> for Recorder {
    fn wants_items(&self) -> bool {
        self.csv.is_some()
    }

    fn items(&mut self, items: &[I]) -> ControlFlow<()> {
        let Some(csv) = &mut self.csv else { return ControlFlow::Continue(()) };
        let written = items.iter().try_for_each(|item| csv.write(&format!("{item}\n")));
        let written = written.map_err(|error| Failure::NoAnswer(format!("{}: {error}", csv.name)));
        self.noted(written)
    }

    fn so_far(&mut self, done: u64, tally: &dyn Fn() -> Vec<u8>) -> ControlFlow<()> {
        self.progress.set(done);
        self.save(false, tally)
    }
}

impl From<BadCheckpoint> for Failure {
    fn from(error: BadCheckpoint) -> Self {
        Self::NoAnswer(error.to_string())
    }
}
