//! Saves the state of a long computation to a checkpoint every few seconds and at its end.

use crate::keep::checkpoint::{BadCheckpoint, Checkpoint};
use sprague::clock::Instant;
use std::path::Path;
use std::time::Duration;

/// The time between two saves, which is the most work that a killed run loses.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The checkpoint, if there is one, and the error of the last save if it failed.
pub(crate) struct Saves {
    checkpoint: Option<Checkpoint>,
    saved_at: Instant,
    failed: Option<BadCheckpoint>,
}

impl Saves {
    /// Opens the checkpoint of this question in this file, and returns the saved state.
    pub(crate) fn open(path: Option<&Path>, question: &str) -> Result<(Self, Option<Vec<u8>>), BadCheckpoint> {
        let checkpoint = path.map(|path| Checkpoint::open(path, question)).transpose()?;
        let saved = checkpoint.as_ref().map(Checkpoint::load).transpose()?.flatten();
        Ok((Self { checkpoint, saved_at: Instant::now(), failed: None }, saved))
    }

    /// Saves the state if a save is due or this is the last one.
    ///
    /// Returns `false` if a save has failed; then the computation must end.
    pub(crate) fn save(&mut self, is_last: bool, state: impl FnOnce() -> Vec<u8>) -> bool {
        let is_due = self.failed.is_none() && (is_last || self.saved_at.elapsed() > SAVE_EVERY);
        if let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| is_due) {
            self.failed = checkpoint.save(&state()).err();
            self.saved_at = Instant::now();
        }
        self.failed.is_none()
    }

    /// Returns the error of a save that failed.
    pub(crate) fn ended(self) -> Result<(), BadCheckpoint> {
        self.failed.map_or(Ok(()), Err)
    }
}
