//! Saves the state of a long job to a checkpoint every few seconds and at its end.

use crate::keep::checkpoint::{BadCheckpoint, Checkpoint};
use sprague::clock::Instant;
use sprague::rows::sweep::Watch;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// The minimum time between two saves, unless [`Saves::every`] has changed it. A killed run loses the work since the last save.
const BETWEEN_SAVES: Duration = Duration::from_secs(2);

/// The checkpoint of a long job, if it has one. It can observe the job.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Find, Found, Saves, Session};
/// # let path = std::env::temp_dir().join(format!("sprague-saves-{}", std::process::id()));
/// let half = Limits { positions: 5, ..Limits::default() };
/// for (limits, looked_at) in [(half, 5), (Limits::default(), 10)] {
///     let question = Find { to: Some("9".into()), jobs: std::num::NonZeroUsize::new(1), ..Find::among("kayles") };
///     let (mut saves, begun) = Saves::open(Some(&path), &question.in_words(), Found::from_bytes)?;
///     let found = question.run(&Session::new(), begun.unwrap_or_default(), &limits, &mut saves)?;
///     saves.save(true, || found.to_bytes());
///     saves.ended()?;
///     assert_eq!(found.looked_at, 10.min(looked_at));
/// }
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Saves {
    checkpoint: Option<Checkpoint>,
    between: Duration,
    /// The time of the next save.
    due: Instant,
    failed: Option<BadCheckpoint>,
}

impl Saves {
    /// Opens the checkpoint of this question in this file, and returns the saved state, which `read` decodes.
    ///
    /// # Errors
    /// [`BadCheckpoint`] with the reason. It is [`BadCheckpoint::OtherState`] if `read` returns `None`.
    pub fn open<T>(
        path: Option<&Path>,
        question: &str,
        read: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<(Self, Option<T>), BadCheckpoint> {
        let mut saves = Self { checkpoint: None, between: BETWEEN_SAVES, due: Instant::now() + BETWEEN_SAVES, failed: None };
        let Some(path) = path else { return Ok((saves, None)) };
        let checkpoint = Checkpoint::open(path, question)?;
        let other = || BadCheckpoint::OtherState(path.to_owned());
        let state = checkpoint.load()?.map(|bytes| read(&bytes).ok_or_else(other)).transpose()?;
        saves.checkpoint = Some(checkpoint);
        Ok((saves, state))
    }

    /// Changes the minimum time between two saves.
    pub(crate) fn every(self, between: Duration) -> Self {
        Self { between, due: Instant::now() + between, ..self }
    }

    /// Returns `true` if the last save was some seconds ago.
    pub fn is_due(&self) -> bool {
        Instant::now() > self.due
    }

    /// Saves the state if a save is due or this is the last one.
    ///
    /// Returns `false` if a save has failed; then the job must end.
    pub fn save(&mut self, is_last: bool, state: impl FnOnce() -> Vec<u8>) -> bool {
        if self.failed.is_none() && (is_last || self.is_due()) {
            let begun = Instant::now();
            self.failed = self.checkpoint.as_mut().and_then(|checkpoint| checkpoint.save(&state()).err());
            // saving much takes long, so that most of the time is left for the job
            self.due = Instant::now() + self.between.max(8 * begun.elapsed());
        }
        self.failed.is_none()
    }

    /// Returns the error of a save that failed.
    ///
    /// # Errors
    /// [`BadCheckpoint`] with the reason.
    pub fn ended(self) -> Result<(), BadCheckpoint> {
        self.failed.map_or(Ok(()), Err)
    }
}

impl<I> Watch<I> for Saves {
    fn so_far(&mut self, _: u64, state: &dyn Fn() -> Vec<u8>) -> ControlFlow<()> {
        if self.save(false, state) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
