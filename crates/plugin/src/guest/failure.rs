//! Failures of calls of a guest: the function, the reason, and the broken law.

use crate::latch::Latch;
use crate::law::Law;
use sprague_core::Stopped;
use sprague_core::any::Fault;
use sprague_core::printable::Printable;
use std::fmt;

/// A guest's function did not do what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The function that was called, or `loading`.
    pub(crate) export: String,
    /// The reason, on one line.
    pub(crate) reason: String,
    /// The law in a report.
    law: Law,
    /// The limit of the question that ended the guest.
    limit: Option<Stopped>,
}

impl Failure {
    pub(crate) fn new(export: impl Into<String>, reason: impl fmt::Display) -> Self {
        let reason = one_line(reason.to_string().trim_end_matches(" (none)"));
        Self { export: export.into(), reason, law: Law::CallsAnswer, limit: None }
    }

    /// The guest was ended at a limit.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn at_limit(export: impl Into<String>, limit: Stopped) -> Self {
        Self { limit: Some(limit.clone()), ..Self::new(export, limit) }
    }

    /// A law was watched, and the guest broke it.
    pub(crate) fn law(export: impl Into<String>, law: Law, how: impl fmt::Display) -> Self {
        Self { law, ..Self::new(export, format!("{how}, which breaks the law `{law}`")) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.export, self.reason)
    }
}

impl Latch {
    /// Keeps a failure of the plugin of this name, unless there was one before.
    pub(crate) fn close(&self, plugin: &str, failure: &Failure) {
        let fault = || Fault::new(format!("{plugin}: {failure}")).at_limit(failure.limit.clone());
        self.0.get_or_init(|| (fault(), failure.law));
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.get().is_some()
    }
}

/// The most characters of a guest's text that a message repeats.
const SHOWN: usize = 200;

/// The text on one line, and not too long: guests write what they like.
pub(crate) fn one_line(text: &str) -> String {
    let line: String = text.chars().take(SHOWN).map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    let mut line = Printable(&line).to_string();
    if text.chars().nth(SHOWN).is_some() {
        line.push('…');
    }
    line
}

/// Tells whether a character acts on the text around it, on a terminal.
///
/// Control characters, line breaks and directions do.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
