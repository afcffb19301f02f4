//! A checkpoint that a long computation writes every few seconds, and once more at its end.

use crate::checkpoint::{BadCheckpoint, Checkpoint};
use std::path::Path;
use std::time::{Duration, Instant};

/// How much work a killed run may lose.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The checkpoint, if there is one, and why it could not be written, if it could not.
pub(crate) struct Saves {
    checkpoint: Option<Checkpoint>,
    saved_at: Instant,
    failed: Option<BadCheckpoint>,
}

impl Saves {
    /// The checkpoint of this question in this file, and what was saved last.
    pub(crate) fn open(path: Option<&Path>, question: &str) -> Result<(Self, Option<Vec<u8>>), BadCheckpoint> {
        let checkpoint = path.map(|path| Checkpoint::open(path, question)).transpose()?;
        let saved = checkpoint.as_ref().map(Checkpoint::load).transpose()?.flatten();
        Ok((Self { checkpoint, saved_at: Instant::now(), failed: None }, saved))
    }

    /// Saves this state if that is due, or if it is the last; whether the computation may go on.
    pub(crate) fn save(&mut self, is_last: bool, state: impl FnOnce() -> Vec<u8>) -> bool {
        let is_due = self.failed.is_none() && (is_last || self.saved_at.elapsed() > SAVE_EVERY);
        if let Some(checkpoint) = self.checkpoint.as_ref().filter(|_| is_due) {
            self.failed = checkpoint.save(&state()).err();
            self.saved_at = Instant::now();
        }
        self.failed.is_none()
    }

    /// Why it could not be written.
    pub(crate) fn ended(self) -> Result<(), BadCheckpoint> {
        self.failed.map_or(Ok(()), Err)
    }
}
