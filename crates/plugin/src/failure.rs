//! Why a call of a guest failed: which of its functions, what happened, and which law that breaks.

use crate::laws::Law;
use sprague_core::any::Fault;
use sprague_core::printable::Printable;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A guest's function did not do what it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The function that was called, or `loading`.
    pub(crate) export: String,
    /// What happened, on one line.
    pub(crate) reason: String,
    /// What a report calls it.
    law: Law,
}

impl Failure {
    pub(crate) fn new(export: impl Into<String>, reason: impl fmt::Display) -> Self {
        let reason = one_line(reason.to_string().trim_end_matches(" (none)"));
        Self { export: export.into(), reason, law: Law::CallsAnswer }
    }

    /// A law was watched, and the guest broke it.
    pub(crate) fn law(export: impl Into<String>, watched: WatchedLaw, how: impl fmt::Display) -> Self {
        Self { law: watched.law(), ..Self::new(export, format!("{how}, which breaks the law `{watched}`")) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.export, self.reason)
    }
}

/// A law that is watched while a guest is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WatchedLaw {
    EachMoveIsListedOnce,
    EqualPositionsHaveEqualOptions,
    HeapsOnlyShrink,
    SummandsHaveTheOptions,
    CanonicalHasTheOptions,
    NegativesExchangeThePlayers,
}

impl WatchedLaw {
    /// What a report calls it: answers that no ruleset can give are as bad as none.
    pub(crate) fn law(self) -> Law {
        match self {
            Self::EachMoveIsListedOnce => Law::EachMoveIsListedOnce,
            Self::EqualPositionsHaveEqualOptions => Law::EqualPositionsHaveEqualOptions,
            Self::SummandsHaveTheOptions => Law::SummandsHaveTheOptions,
            Self::CanonicalHasTheOptions => Law::CanonicalPositionsHaveTheOptions,
            Self::NegativesExchangeThePlayers => Law::NegativesExchangeThePlayers,
            Self::HeapsOnlyShrink => Law::CallsAnswer,
        }
    }
}

impl fmt::Display for WatchedLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HeapsOnlyShrink => f.write_str("heaps only shrink"),
            _ => self.law().fmt(f),
        }
    }
}

/// What went wrong first, if something did. It stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latch(Arc<OnceLock<(Fault, Law)>>);

impl Latch {
    /// Keeps a failure of the plugin of this name, unless there was one before.
    pub(crate) fn close(&self, plugin: &str, failure: &Failure) {
        self.0.get_or_init(|| (Fault::new(format!("{plugin}: {failure}")), failure.law));
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.0.get().is_some()
    }

    pub(crate) fn fault(&self) -> Option<Fault> {
        self.0.get().map(|(fault, _)| fault.clone())
    }

    /// The law that the fault breaks.
    pub(crate) fn law(&self) -> Option<Law> {
        self.0.get().map(|(_, law)| *law)
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

/// Whether a character does something to the text around it, on a terminal: control characters, line breaks, directions.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
