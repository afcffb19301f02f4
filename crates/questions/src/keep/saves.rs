//! A checkpoint that a long computation writes every few seconds, and at its end.

use crate::keep::checkpoint::{BadCheckpoint, Checkpoint};
use sprague::clock::Instant;
use std::path::Path;
use std::time::Duration;

/// The time between saves, which is the most work that a killed run loses.
const SAVE_EVERY: Duration = Duration::from_secs(5);

/// The checkpoint, if there is one, and the error of its last save.
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

    /// Saves this state if that is due, or if it is the last.
    ///
    /// Returns false if a save has failed and the computation must end.
    pub(crate) fn save(&mut self, is_last: bool, state: impl FnOnce() -> Vec<u8>) -> bool {
        let is_due = self.failed.is_none() && (is_last || self.saved_at.elapsed() > SAVE_EVERY);
        if let Some(checkpoint) = self.checkpoint.as_mut().filter(|_| is_due) {
            self.failed = checkpoint.save(&state()).err();
            self.saved_at = Instant::now();
        }
        self.failed.is_none()
    }

    /// Ends the saves, with their error if one failed.
    pub(crate) fn ended(self) -> Result<(), BadCheckpoint> {
        self.failed.map_or(Ok(()), Err)
    }
}
