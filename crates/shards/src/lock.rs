//! The lock of a directory, which only one process can have at a time.

use crate::ShardsError;
use std::fs::{File, TryLockError};
use std::path::Path;

pub(crate) const LOCK: &str = "lock";

/// The lock of a directory, which [`Directory::lock`](crate::Directory::lock) returns. It is held until it is dropped.
///
/// If the process is killed, the operating system releases the lock.
#[derive(Debug)]
pub struct Lock(File);

/// Unlocks the file explicitly.
///
/// A process that was just forked shares the open file, and would otherwise keep the lock.
impl Drop for Lock {
    fn drop(&mut self) {
        // if this fails, closing the file releases the lock unless it is shared
        let _ = self.0.unlock();
    }
}

impl Lock {
    /// Locks a directory. Its content does not matter.
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
