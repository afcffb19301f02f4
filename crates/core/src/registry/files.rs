//! The one place where notation opens files, and only plain ones.

use crate::Limits;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use thiserror::Error;

/// Where notation reads files: a policy may refuse some, or all.
///
/// ```
/// use sprague_core::registry::{Files, Unreadable};
///
/// /// Opens nothing.
/// struct Closed;
/// impl Files for Closed {
///     fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
///         Err(Unreadable::Refused("files are not opened here".into()))
///     }
/// }
/// assert_eq!(Closed.read("./graph", 10).unwrap_err().to_string(), "files are not opened here");
/// ```
pub trait Files: Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    /// [`Unreadable`], also where it has more than `most` bytes.
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable>;

    /// How far to go when making sense of what was read: the limits of the question that names the file.
    fn limits(&self) -> Limits {
        Limits::default()
    }
}

/// Why a file was not read.
///
/// ```
/// use sprague_core::registry::Unreadable;
/// assert_eq!(Unreadable::TooLong(5).to_string(), "it has more than 5 bytes");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unreadable {
    /// A folder, a pipe, a device: opening it might wait for ever.
    #[error("it is not a plain file")]
    NotPlain,
    /// More than this many bytes.
    #[error("it has more than {0} bytes")]
    TooLong(u64),
    /// What the system says.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What a policy says.
    #[error("{0}")]
    Refused(Box<str>),
}

/// The files of this machine.
///
/// ```
/// use sprague_core::registry::{Files, LocalFiles};
/// assert_eq!(LocalFiles.read(".", 10).unwrap_err().to_string(), "it is not a plain file");
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct LocalFiles;

impl Files for LocalFiles {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        let path = Path::new(path);
        // opening a pipe would wait for its writer
        if !std::fs::metadata(path)?.is_file() {
            return Err(Unreadable::NotPlain);
        }
        let file = File::open(path)?;
        let about = file.metadata()?;
        if !about.is_file() {
            return Err(Unreadable::NotPlain);
        }
        if about.len() > most {
            return Err(Unreadable::TooLong(most));
        }
        // no more than the file says it has: some of the system's never end
        let mut bytes = vec![];
        file.take(about.len()).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}
