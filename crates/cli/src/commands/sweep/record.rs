//! Writes the files of a running sweep: lines of CSV, and a checkpoint, which also contains the number of valid bytes of the
//! CSV file.

use super::Args;
use crate::failure::Failure;
use crate::progress::Progress;
use sprague_questions::checkpoint::{BadCheckpoint, Checkpoint};
use sprague_questions::sweep::{AnySwept, WatchSweep};
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

const BETWEEN_SAVES: Duration = Duration::from_secs(2);

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

    /// Writes everything to the disk. Returns the size of the file in bytes.
    fn sync(&mut self) -> Result<u64, Failure> {
        let synced = self.out.flush().and_then(|()| match self.out.get_ref().metadata()?.is_file() {
            true => self.out.get_ref().sync_data(),
            false => Ok(()),
        });
        synced.map_err(|error| Failure::NoAnswer(format!("{}: {error}", self.name)))?;
        Ok(self.bytes)
    }
}

/// Writes the files of a sweep.
pub(super) struct Recorder {
    csv: Option<Csv>,
    checkpoint: Option<Checkpoint>,
    progress: Progress,
    before: f64,
    started: Instant,
    saved_at: Instant,
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
        let checkpoint = args.checkpoint.as_ref().map(|path| Checkpoint::open(path, &question)).transpose()?;
        let saved = checkpoint.as_ref().map(Checkpoint::load).transpose()?.flatten();
        let header = begun.header();
        let (before, bytes, begun) = match saved {
            None => (0.0, 0, begun),
            Some(saved) => {
                let known = Saved::from_bytes(&saved)
                    .and_then(|saved| Some((saved.seconds, saved.csv_bytes, begun.with_tally(&saved.tally)?)));
                let file = args.checkpoint.as_deref().unwrap_or(Path::new("")).display();
                let other =
                    || Failure::NoAnswer(format!("{file}: the checkpoint belongs to another version, and is left as it is"));
                known.ok_or_else(other)?
            }
        };
        let csv = args.csv.as_ref().map(|path| Csv::open(path, header, bytes)).transpose()?;
        let (started, saved_at) = (Instant::now(), Instant::now());
        let progress = Progress::to(begun.size(), begun.done());
        Ok((Self { csv, checkpoint, progress, before, started, saved_at, failure: None }, begun))
    }

    fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    /// Saves the final tally. Returns the time of all runs, in seconds.
    pub(super) fn finish(mut self, tally: Vec<u8>) -> Result<f64, Failure> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        self.save(tally)?;
        Ok(self.seconds())
    }

    fn save(&mut self, tally: Vec<u8>) -> Result<(), Failure> {
        let csv_bytes = self.csv.as_mut().map(Csv::sync).transpose()?.unwrap_or(0);
        let seconds = self.seconds();
        if let Some(checkpoint) = &mut self.checkpoint {
            checkpoint.save(&Saved { seconds, csv_bytes, tally }.to_bytes())?;
        }
        self.saved_at = Instant::now();
        Ok(())
    }

    fn noted(&mut self, result: Result<(), Failure>) -> ControlFlow<()> {
        let Err(failure) = result else { return ControlFlow::Continue(()) };
        self.failure.get_or_insert(failure);
        ControlFlow::Break(())
    }
}

impl WatchSweep for Recorder {
    fn wants_lines(&self) -> bool {
        self.csv.is_some()
    }

    fn lines(&mut self, lines: &str) -> ControlFlow<()> {
        let Some(csv) = &mut self.csv else { return ControlFlow::Continue(()) };
        let written = csv.write(lines).map_err(|error| Failure::NoAnswer(format!("{}: {error}", csv.name)));
        self.noted(written)
    }

    /// Shows the number of items, and writes the files if that is due.
    fn so_far(&mut self, done: u64, tally: &dyn Fn() -> Vec<u8>) -> ControlFlow<()> {
        self.progress.set(done);
        if (self.checkpoint.is_none() && self.csv.is_none()) || self.saved_at.elapsed() < BETWEEN_SAVES {
            return ControlFlow::Continue(());
        }
        let saved = self.save(tally());
        self.noted(saved)
    }
}

impl From<BadCheckpoint> for Failure {
    fn from(error: BadCheckpoint) -> Self {
        Self::NoAnswer(error.to_string())
    }
}
