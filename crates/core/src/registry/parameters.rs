//! What stands behind the name of a ruleset, and how it is read.

use super::{Files, Registry};
use crate::BadNotation;
use crate::heap::AmountSet;
use crate::notation::{outside_quotes, quoted, unquoted};
use core::fmt;

/// How large a file of parameters may be: a graph, or a set of amounts.
const MAX_BYTES: u64 = 1 << 28;

/// The parameters of a ruleset, and what is needed to read them.
///
/// See [`Registry`] for an example.
#[derive(Clone, Copy)]
pub struct Parameters<'a> {
    /// The name itself; a plugin's path, without quotes.
    pub name: &'a str,
    /// What stands behind the `:`; `None` without a `:`.
    pub text: Option<&'a str>,
    /// The byte of the family where that starts, or would start.
    pub at: usize,
    /// Where files are read.
    pub files: &'a dyn Files,
    /// For rulesets around rulesets, such as `no-repeat:FILE.rhai`.
    pub registry: &'a Registry,
}

impl Parameters<'_> {
    /// Says that there are none.
    ///
    /// # Errors
    /// [`BadNotation`] at the `:`.
    pub fn none(&self) -> Result<(), BadNotation> {
        match self.text {
            None => Ok(()),
            Some(_) => Err(BadNotation::new(self.at - 1, format!("`@`, since `{}` takes no parameter", self.name))),
        }
    }

    /// What `read` makes of them.
    ///
    /// # Errors
    /// [`BadNotation`] at the end if there are none, saying that `what` was expected; else that of `read`, which counts bytes of the
    /// parameters.
    pub fn needed<T>(&self, what: &str, read: impl FnOnce(&str) -> Result<T, BadNotation>) -> Result<T, BadNotation> {
        match self.optional(read)? {
            Some(value) => Ok(value),
            None => Err(BadNotation::new(self.at - 1, format!("`:` and {what}"))),
        }
    }

    /// What `read` makes of them, if there are some.
    ///
    /// # Errors
    /// That of `read`, which counts bytes of the parameters.
    pub fn optional<T>(&self, read: impl FnOnce(&str) -> Result<T, BadNotation>) -> Result<Option<T>, BadNotation> {
        self.text.map(read).transpose().map_err(|error| error.shifted(self.at))
    }

    /// A set of amounts: written out, or a path to a file with numbers apart by blanks, commas or lines.
    ///
    /// # Errors
    /// [`BadNotation`] with the byte of `text`; 0 for what is wrong with a file.
    pub fn amounts(&self, text: &str) -> Result<AmountSet, BadNotation> {
        if !is_path(text) {
            return text.parse();
        }
        let content = self.file(text, "numbers")?;
        let mut members = vec![];
        for word in content.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            let part: AmountSet = word.parse().map_err(|error: BadNotation| {
                let expected = error.expected;
                BadNotation::new(
                    0,
                    format!("a file of numbers apart by blanks, commas or lines, but `{word}` is not: {expected}"),
                )
            })?;
            members.extend_from_slice(part.as_slice());
        }
        if members.is_empty() {
            return Err(BadNotation::new(0, "a file with at least one number"));
        }
        AmountSet::new(members).map_err(|error| BadNotation::new(0, error.to_string()))
    }

    /// A set of amounts as far as the next `:`, where behind it an option starts, and that option.
    ///
    /// # Errors
    /// As [`amounts`](Self::amounts).
    pub fn amounts_and_option<'t>(&self, text: &'t str) -> Result<(AmountSet, usize, Option<&'t str>), BadNotation> {
        let end = outside_quotes(text, ':').next().unwrap_or(text.len());
        Ok((self.amounts(&text[..end])?, end + 1, text.get(end + 1..)))
    }

    /// The text of a file, at most 256 MiB, in which `of` is expected; its path is as it was typed, in quotes or not.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 if it cannot be read, or at the character that no path has without quotes.
    pub fn file(&self, path: &str, of: &str) -> Result<String, BadNotation> {
        if let Some(at) = outside_quotes(path, '@').chain(outside_quotes(path, '+')).chain(outside_quotes(path, ',')).min() {
            return Err(BadNotation::new(at, format!("a path with such a sign in double quotes: {}", quoted(path))));
        }
        let path = &*unquoted(path)?;
        let failed = |reason: &dyn fmt::Display| BadNotation::new(0, format!("a readable file of {of} ({path}: {reason})"));
        let bytes = self.files.read(path, MAX_BYTES).map_err(|error| failed(&error))?;
        String::from_utf8(bytes).map_err(|_| failed(&"stream did not contain valid UTF-8"))
    }
}

impl fmt::Debug for Parameters<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Parameters").field("name", &self.name).field("text", &self.text).finish_non_exhaustive()
    }
}

/// Whether a parameter is a path and not the thing itself.
///
/// ```
/// use sprague_core::registry::is_path;
/// assert!(is_path("./set") && is_path("\"./my set\"") && !is_path("1,3"));
/// ```
pub fn is_path(text: &str) -> bool {
    ["./", "../", "/", "\""].iter().any(|start| text.starts_with(start))
}
