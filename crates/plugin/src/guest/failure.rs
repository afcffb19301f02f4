//! Failures of calls to a guest: the function, the reason, and the broken law.

use crate::latch::Latch;
use crate::law::Law;
use sprague_core::Stopped;
use sprague_core::any::Fault;
use sprague_core::printable::Printable;
use std::fmt;

/// A failed call to a guest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The function that was called, or `loading`.
    pub(crate) export: String,
    pub(crate) reason: String,
    /// The law that was broken, for a report.
    law: Law,
    /// The limit that ended the guest, if one did.
    limit: Option<Stopped>,
}

impl Failure {
    pub(crate) fn new(export: impl Into<String>, reason: impl fmt::Display) -> Self {
        let reason = one_line(reason.to_string().trim_end_matches(" (none)"));
        Self { export: export.into(), reason, law: Law::CallsAnswer, limit: None }
    }

    /// Returns the failure of a guest that a limit has ended.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn at_limit(export: impl Into<String>, limit: Stopped) -> Self {
        Self { limit: Some(limit.clone()), ..Self::new(export, limit) }
    }

    /// Returns the failure of a guest that broke a law.
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
    /// Stores a failure of the plugin with this name, if it is the first.
    pub(crate) fn close(&self, plugin: &str, failure: &Failure) {
        let fault = || Fault::new(format!("{plugin}: {failure}")).at_limit(failure.limit.clone());
        self.0.get_or_init(|| (fault(), failure.law));
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.get().is_some()
    }
}

/// The maximum number of characters of a guest's text in a message.
const SHOWN: usize = 200;

/// Returns the text on one line, shortened and without control characters, because a guest may return any text.
pub(crate) fn one_line(text: &str) -> String {
    let line: String = text.chars().take(SHOWN).map(|c| if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c }).collect();
    let mut line = Printable(&line).to_string();
    if text.chars().nth(SHOWN).is_some() {
        line.push('…');
    }
    line
}

/// Returns `true` for characters that affect other text on a terminal: control characters, line breaks, and changes of the
/// writing direction.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
