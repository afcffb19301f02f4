//! Why a call of a guest failed: which of its functions, and what happened.

use sprague_core::Fault;
use std::fmt;

/// A guest's function did not do what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The function that was called, or `loading`.
    pub(crate) export: String,
    /// What happened, on one line.
    pub(crate) reason: String,
}

impl Failure {
    pub(crate) fn new(export: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self { export: export.into(), reason: one_line(reason.to_string().trim_end_matches(" (none)")) }
    }

    /// A law that the guest broke, by name.
    pub(crate) fn law(export: impl Into<String>, law: &str, how: impl fmt::Display) -> Self {
        Self::new(export, format!("{how}, which breaks the law `{law}`"))
    }

    /// The failure as a fault of the plugin of this name.
    pub(crate) fn of(&self, plugin: &str) -> Fault {
        Fault::new(format!("{plugin}: {self}"))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.export, self.reason)
    }
}

/// The most characters of a guest's text that a message repeats.
const SHOWN: usize = 200;

/// The text on one line, and not too long: guests write what they like.
pub(crate) fn one_line(text: &str) -> String {
    let mut line: String = text.chars().take(SHOWN).map(|c| if is_control(c) { ' ' } else { c }).collect();
    if text.chars().nth(SHOWN).is_some() {
        line.push('…');
    }
    line
}

/// Whether a character does something to the text around it, on a terminal: control characters, line breaks, directions.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
