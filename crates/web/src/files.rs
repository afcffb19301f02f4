//! The files that questions may name: those of the command line, word for word, and no others.

use sprague::Limits;
use sprague::registry::{Files, LocalFiles, Unreadable};
use std::cell::RefCell;

thread_local! {
    /// The limits of the question that this thread answers.
    static LIMITS: RefCell<Option<Limits>> = const { RefCell::new(None) };
}

/// Answers something within these limits, those of the files that it names included.
pub(crate) fn within<T>(limits: &Limits, question: impl FnOnce() -> T) -> T {
    LIMITS.set(Some(limits.clone()));
    let answer = question();
    LIMITS.set(None);
    answer
}

/// The files that were named when the server was started.
pub(crate) struct ServedFiles(pub(crate) Vec<String>);

impl Files for ServedFiles {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        if !self.0.iter().any(|named| named == path) {
            return Err(Unreadable::Refused("a file that was named when the program was started".into()));
        }
        LocalFiles.read(path, most)
    }

    fn limits(&self) -> Limits {
        LIMITS.with_borrow(Option::clone).unwrap_or_default()
    }
}
