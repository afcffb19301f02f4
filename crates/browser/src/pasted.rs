//! Files that were pasted or dropped, by their names; there are no others.

use sprague::registry::{Files, Unreadable};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most bytes that all files may have together.
const MOST_BYTES: usize = 16 << 20;

/// The answer to a question that names any other file.
const REFUSED: &str = "there is no such file here: paste or drop it on the page first";

type Texts = BTreeMap<String, Arc<[u8]>>;

/// A handle of the files: clones share them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pasted(Arc<Mutex<Texts>>);

impl Pasted {
    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> Vec<String> {
        self.texts().keys().cloned().collect()
    }

    /// Puts a file there, or takes it away; `false` if there is no room.
    pub(crate) fn put(&self, name: &str, bytes: Option<Vec<u8>>) -> bool {
        let mut texts = self.texts();
        let Some(bytes) = bytes else {
            texts.remove(name);
            return true;
        };
        let others: usize = texts.iter().filter(|(other, _)| *other != name).map(|(_, bytes)| bytes.len()).sum();
        let fits = others + bytes.len() <= MOST_BYTES;
        if fits {
            texts.insert(name.to_owned(), bytes.into());
        }
        fits
    }
}

impl Files for Pasted {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        let bytes = self.texts().get(path).cloned().ok_or_else(|| Unreadable::Refused(REFUSED.into()))?;
        if bytes.len() as u64 > most { Err(Unreadable::TooLong(most)) } else { Ok(bytes.to_vec()) }
    }
}
