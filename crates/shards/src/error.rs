//! Errors of steps, in a line with the file and the remedy.

use sprague_core::Stopped;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why a directory of shards, or a step in it, cannot go on.
///
/// ```
/// use sprague_shards::ShardsError;
/// let error = ShardsError::Damaged { path: "graph/stages/000003/007".into() };
/// assert!(error.to_string().starts_with("graph/stages/000003/007: the file is cut or altered"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardsError {
    /// A limit was reached, or somebody asked to stop.
    ///
    /// Finished work stays, and the same command goes on.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// There is no room left for files.
    #[error("{path}: the disk is full; with more room, the same command goes on")]
    Full {
        /// The file that was being written.
        path: PathBuf,
    },
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// The file that was read or written.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// A file is not what was once written there.
    #[error(
        "{path}: the file is cut or altered, and nothing in it is believed; put it back as it was, or start in an empty directory"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// The directory belongs to something else.
    #[error("{path}: {why}")]
    Foreign {
        /// The directory.
        path: PathBuf,
        /// The things that it holds instead.
        why: String,
    },
    /// Another process works there.
    #[error("{path}: another process is at work in this directory")]
    InUse {
        /// The directory.
        path: PathBuf,
    },
    /// The graph has more of something than there is room for in a record.
    #[error("more than {most} {of}")]
    TooMany {
        /// The most that there may be.
        most: u64,
        /// Of what.
        of: &'static str,
    },
}

impl ShardsError {
    /// The error of the system about a file.
    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        let path = path.to_owned();
        match error.kind() {
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full { path },
            ErrorKind::UnexpectedEof | ErrorKind::InvalidData => Self::Damaged { path },
            _ => Self::Io { path, error },
        }
    }

    pub(crate) fn damaged(path: &Path) -> Self {
        Self::Damaged { path: path.to_owned() }
    }
}
