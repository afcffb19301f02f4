//! How a sweep is written down while it goes on: lines of a CSV file, and a checkpoint that knows how many of them count.

use crate::args::Sweep as Args;
use crate::failure::Failure;
use crate::limits::Progress;
use sprague_games::checkpoint::{BadCheckpoint, Checkpoint};
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a sweep computes between two saves.
const BETWEEN_SAVES: Duration = Duration::from_secs(2);

/// How far earlier runs came.
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

/// A line for each that was swept, as far as the sweep is.
struct Csv {
    out: BufWriter<File>,
    bytes: u64,
    name: String,
}

impl Csv {
    /// A new file, or an old one cut after the bytes that a checkpoint knows of.
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
            return Err(Failure::NoAnswer(format!("{name}: it holds less than the checkpoint says was written")));
        }
        file.set_len(bytes).and_then(|()| file.seek(SeekFrom::End(0))).map_err(cannot)?;
        Ok(Self { out: BufWriter::new(file), bytes, name })
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len() as u64;
        self.out.write_all(text.as_bytes())
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
pub(super) struct Recorder {
    csv: Option<Csv>,
    checkpoint: Option<Checkpoint>,
    progress: Option<Progress>,
    /// Seconds of earlier runs.
    before: f64,
    started: Instant,
    saved_at: Instant,
    failure: Option<Failure>,
}

impl Recorder {
    /// The files of a sweep, and the tally from which it goes on, which `read` knows.
    pub(super) fn open<T: Default>(
        args: &Args,
        question: &str,
        header: &str,
        read: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<(Self, T), Failure> {
        let csv = if args.csv.is_some() { " --csv" } else { "" };
        let question = format!("{question}{csv}");
        let checkpoint = args.checkpoint.as_ref().map(|path| Checkpoint::open(path, &question)).transpose()?;
        let saved = checkpoint.as_ref().map(Checkpoint::load).transpose()?.flatten();
        let (before, bytes, tally) = match saved {
            None => (0.0, 0, T::default()),
            Some(saved) => {
                let known =
                    Saved::from_bytes(&saved).and_then(|saved| Some((saved.seconds, saved.csv_bytes, read(&saved.tally)?)));
                let file = args.checkpoint.as_deref().unwrap_or(Path::new("")).display();
                let other = || Failure::NoAnswer(format!("{file}: the checkpoint is of another version, and is left as it is"));
                known.ok_or_else(other)?
            }
        };
        let csv = args.csv.as_ref().map(|path| Csv::open(path, header, bytes)).transpose()?;
        let (started, saved_at) = (Instant::now(), Instant::now());
        Ok((Self { csv, checkpoint, progress: None, before, started, saved_at, failure: None }, tally))
    }

    /// Shows how far it is of so many, on a terminal.
    pub(super) fn show(&mut self, all: u64, done: u64) {
        self.progress = Some(Progress::to(all, done));
    }

    /// Whether there is a CSV file.
    pub(super) fn wants_lines(&self) -> bool {
        self.csv.is_some()
    }

    /// How long it took, in earlier runs and in this one.
    pub(super) fn seconds(&self) -> f64 {
        self.before + self.started.elapsed().as_secs_f64()
    }

    /// The next lines.
    pub(super) fn lines(&mut self, lines: &str) -> ControlFlow<()> {
        let Some(csv) = &mut self.csv else { return ControlFlow::Continue(()) };
        let written = csv.write(lines).map_err(|error| Failure::NoAnswer(format!("{}: {error}", csv.name)));
        self.noted(written)
    }

    /// So many are done, and this is what is known of them.
    pub(super) fn so_far(&mut self, done: u64, tally: impl FnOnce() -> Vec<u8>) -> ControlFlow<()> {
        if let Some(progress) = &self.progress {
            progress.set(done);
        }
        if self.checkpoint.is_none() || self.saved_at.elapsed() < BETWEEN_SAVES {
            return ControlFlow::Continue(());
        }
        let saved = self.save(tally());
        self.noted(saved)
    }

    /// Saves what is known in the end, and says how long it took.
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
        let Some(checkpoint) = &self.checkpoint else { return Ok(()) };
        checkpoint.save(&Saved { seconds, csv_bytes, tally }.to_bytes())?;
        self.saved_at = Instant::now();
        Ok(())
    }

    fn noted(&mut self, result: Result<(), Failure>) -> ControlFlow<()> {
        let Err(failure) = result else { return ControlFlow::Continue(()) };
        self.failure.get_or_insert(failure);
        ControlFlow::Break(())
    }
}

impl From<BadCheckpoint> for Failure {
    fn from(error: BadCheckpoint) -> Self {
        Self::NoAnswer(error.to_string())
    }
}
