//! The lock of a directory, which one process at a time has.

use crate::ShardsError;
use std::fs::{File, TryLockError};
use std::path::Path;

/// The file that is locked.
pub(crate) const LOCK: &str = "lock";

/// The lock of a directory, held until it is dropped.
///
/// The system lets go of it when a process is killed.
///
/// See [`Directory::lock`](crate::Directory::lock).
#[derive(Debug)]
pub struct Lock(File);

/// Lets go of the lock itself.
///
/// A process that was just forked still has the file, too, and would hold on to the lock.
impl Drop for Lock {
    fn drop(&mut self) {
        // closing it is enough for everybody else
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Locks this directory, whatever is in it.
    pub(crate) fn take(directory: &Path) -> Result<Self, ShardsError> {
        let path = directory.join(LOCK);
        let failed = |error| ShardsError::io(&path, error);
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(failed)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => Err(ShardsError::InUse { path: directory.to_owned() }),
            Err(TryLockError::Error(error)) => Err(failed(error)),
        }
    }
}
