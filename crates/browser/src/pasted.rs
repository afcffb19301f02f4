//! Files that were pasted or dropped on the page, by name. No other files can be read.

use sprague::registry::{Files, Unreadable};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum size of all files together, in bytes.
const MOST_BYTES: usize = 16 << 20;

/// The message about any other file in a question.
const REFUSED: &str = "there is no such file here: paste or drop it on the page first";

type Texts = BTreeMap<String, Arc<[u8]>>;

/// A handle to the files. Clones share the files.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pasted(Arc<Mutex<Texts>>);

impl Pasted {
    fn texts(&self) -> MutexGuard<'_, Texts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.texts().keys().cloned().collect()
    }

    /// Adds a file, or removes it if `bytes` is `None`. Returns `false` if there is no room.
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
