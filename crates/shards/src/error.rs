//! Errors of steps. The text of each is a line that names the file and the remedy.

use sprague_core::Stopped;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The reason why the work in a directory cannot continue.
///
/// ```
/// use sprague_shards::ShardsError;
/// let error = ShardsError::Damaged { path: "graph/stages/000003/007".into() };
/// assert!(error.to_string().starts_with("graph/stages/000003/007: the file is cut off or changed"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ShardsError {
    /// A limit was reached, or the caller stopped the work.
    ///
    /// Finished steps are kept, and the same command continues the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The disk is full.
    #[error("{path}: the disk is full: make room, and the same command continues")]
    Full {
        /// The file that was being written.
        path: PathBuf,
    },
    /// The operating system reported an error.
    #[error("{path}: {error}")]
    Io {
        /// The file that was read or written.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A file was altered or cut after it was written.
    #[error("{path}: the file is cut off or changed, so it is not used: restore it, or start in an empty directory")]
    Damaged {
        /// The damaged file.
        path: PathBuf,
    },
    /// The directory belongs to something else.
    #[error("{path}: {why}")]
    Foreign {
        /// The path of the directory.
        path: PathBuf,
        /// The content of the directory.
        why: String,
    },
    /// Another process works in the directory.
    #[error("{path}: another process is using this directory")]
    InUse {
        /// The path of the directory.
        path: PathBuf,
    },
    /// The graph has more parts of some kind than the format allows.
    #[error("more than {most} {of}")]
    TooMany {
        /// The maximum number of such parts.
        most: u64,
        /// The kind of the parts.
        of: &'static str,
    },
}

impl ShardsError {
    /// Converts an error of the operating system on a file.
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
