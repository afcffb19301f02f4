//! The files that questions may name: those of the command line, within the limits of the question.

use sprague::Limits;
use sprague::registry::{Files, LocalFiles, NamedFiles, SmallFiles, Unreadable};
use std::cell::RefCell;

thread_local! {
    /// The limits of the question that this thread answers.
    static LIMITS: RefCell<Option<Limits>> = const { RefCell::new(None) };
}

/// Answers something within these limits, and makes sense of the files that it names within them, too.
pub(crate) fn within<T>(limits: &Limits, question: impl FnOnce() -> T) -> T {
    LIMITS.set(Some(limits.clone()));
    let answer = question();
    LIMITS.set(None);
    answer
}

/// The files that were named when the server was started. One policy for all questions, since a session has one: each thread knows the
/// limits of its own.
pub(crate) struct ServedFiles(NamedFiles<OfQuestion>);

impl ServedFiles {
    pub(crate) fn new(names: Vec<String>) -> Self {
        Self(NamedFiles::over(OfQuestion, names))
    }
}

impl Files for ServedFiles {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        self.0.read(path, most)
    }

    fn limits(&self) -> Limits {
        OfQuestion.limits()
    }
}

/// Files that are small enough for the question that this thread answers.
struct OfQuestion;

impl Files for OfQuestion {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        SmallFiles::new(LocalFiles, self.limits()).read(path, most)
    }

    fn limits(&self) -> Limits {
        LIMITS.with_borrow(Option::clone).unwrap_or_default()
    }
}
