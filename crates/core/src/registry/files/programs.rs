//! Decides which programs notation may start: programs that were named, or any.

use super::{Files, Unreadable};
use crate::Limits;
use crate::limits::Waiting;
use crate::notation::quoted_length;
use std::collections::BTreeSet;
use std::fmt;

/// The sign in front of a program in notation.
const SIGN: &str = "exec:";

/// A policy for files, extended by programs that notation may start.
///
/// A program is compared by the text after `exec:`, character by character and with its quotes.
///
/// ```
/// use sprague_core::registry::{Files, LocalFiles, WithPrograms};
///
/// let files = WithPrograms::named_in(LocalFiles, ["solve", "exec:./nim@5+nim@3", "join:{exec:\"python3 a.py\"}/nim@7"]);
/// assert!(files.may_start("./nim") && files.may_start("\"python3 a.py\""));
/// let quoted = WithPrograms::named_in(LocalFiles, ["exec:\"./a \"\"b\"\"\"@5"]);
/// assert!(quoted.may_start("\"./a \"\"b\"\"\"") && !quoted.may_start("\"./a \""));
/// assert!(!files.may_start("./ni") && !files.may_start("python3") && !LocalFiles.may_start("./nim"));
/// ```
#[derive(Clone)]
pub struct WithPrograms<F> {
    files: F,
    /// `None` allows any program.
    named: Option<BTreeSet<String>>,
    waiting: Waiting,
}

impl<F: Files> WithPrograms<F> {
    /// Allows the programs that are named in these words, for example in the arguments of a command.
    pub fn named_in<W: AsRef<str>>(files: F, words: impl IntoIterator<Item = W>) -> Self {
        let mut named = BTreeSet::new();
        for word in words {
            named.extend(word.as_ref().match_indices(SIGN).filter_map(|(at, _)| {
                let text = &word.as_ref()[at + SIGN.len()..];
                let end = match text.starts_with('"') {
                    true => quoted_length(text)?,
                    false => text.find(|c: char| c.is_whitespace() || "@+,}".contains(c)).unwrap_or(text.len()),
                };
                Some(text[..end].to_owned()).filter(|text| !text.is_empty())
            }));
        }
        Self { files, named: Some(named), waiting: Waiting::default() }
    }

    /// Allows any program. Use it only if you trust everybody who asks questions.
    ///
    /// ```
    /// use sprague_core::registry::{Files, LocalFiles, WithPrograms};
    /// assert!(WithPrograms::any(LocalFiles).may_start("./nim"));
    /// ```
    pub fn any(files: F) -> Self {
        Self { files, named: None, waiting: Waiting::default() }
    }
}

impl<F: Files> Files for WithPrograms<F> {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        self.files.read(path, most)
    }
    fn limits(&self) -> Limits {
        self.files.limits()
    }
    fn may_start(&self, program: &str) -> bool {
        self.named.as_ref().is_none_or(|named| named.contains(program))
    }
    fn waiting(&self) -> Option<Waiting> {
        Some(self.waiting.clone())
    }
}

impl<F> fmt::Debug for WithPrograms<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WithPrograms").field(&self.named).finish()
    }
}
