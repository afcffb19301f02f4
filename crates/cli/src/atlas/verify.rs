//! Entries verified: certificates by the checker, answers by asking again, the rest by their digests.

use super::answer::{difference, from_toml, kept};
use super::asked::Asked;
use super::entry::{Checked, Entry};
use super::folder::{Folder, Stored};
use super::many::verdict;
use serde_json::{Map, Value};
use sprague::Limits;

/// The processor time in seconds below which an answer or a check is cheap.
pub(super) const CHEAP: f64 = 2.0;

/// The work that may be done for a check.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Depth {
    /// Nothing that took this number of seconds or more.
    Cheap(f64),
    /// Every certificate, and answers that are cheap.
    Usual,
    /// Everything.
    Whole,
}

impl Depth {
    fn asks(self, entry: &Entry) -> bool {
        match self {
            Self::Cheap(below) => entry.cpu_seconds < below,
            Self::Usual => entry.cpu_seconds < CHEAP,
            Self::Whole => true,
        }
    }

    fn checks(self, seconds: f64) -> bool {
        match self {
            Self::Cheap(below) => seconds < below,
            Self::Usual | Self::Whole => true,
        }
    }
}

/// The ways in which one entry was found to be right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The checker accepted its certificate, and it is about this answer.
    pub(crate) certificate: bool,
    /// The same question had the same answer.
    pub(crate) again: bool,
}

/// The stored answer, with its long parts.
fn stored_answer(folder: &Folder, stored: &Stored) -> Result<Map<String, Value>, String> {
    let mut parts = from_toml(&stored.entry.answer);
    if let Some(long) = &stored.entry.long {
        let text = folder.beside(stored, long).map_err(|error| error.to_string())?;
        let more: Map<String, Value> = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", long.file))?;
        parts.extend(more);
    }
    if parts.is_empty() { Err("it has no answer".to_owned()) } else { Ok(parts) }
}

/// Verifies one entry, as far as that goes.
///
/// # Errors
/// The reason why it is not right.
pub(crate) fn verify(folder: &Folder, stored: &Stored, depth: Depth, limits: &Limits) -> Result<Finding, String> {
    let entry = &stored.entry;
    let asked = Asked::read(&entry.question)?;
    let answer = stored_answer(folder, stored)?;
    let mut finding = Finding::default();
    if let Some(certificate) = &entry.certificate {
        let text = folder.beside(stored, &certificate.beside()).map_err(|error| error.to_string())?;
        if depth.checks(certificate.cpu_seconds) {
            accepted(&asked, &answer, text, &certificate.claim, limits)?;
            finding.certificate = true;
        }
    } else if entry.checked == Checked::Certificate {
        return Err("it was checked by a certificate, and has none".to_owned());
    }
    if depth.asks(entry) {
        let now = asked.answer(limits).map_err(|error| format!("asked again: {error}"))?;
        if let Some(part) = difference(&answer, &kept(&now)) {
            return Err(format!("asked again, the answer has another `{part}`"));
        }
        finding.again = true;
    }
    Ok(finding)
}

/// Holds a certificate against the rules, and against the answer.
pub(super) fn accepted(
    asked: &Asked,
    answer: &Map<String, Value>,
    text: String,
    claim: &str,
    limits: &Limits,
) -> Result<(), String> {
    let verdict = verdict(text, limits).map_err(|error| format!("the certificate cannot be read: {error}"))?;
    if verdict["accepted"] != true {
        return Err(format!("the certificate is not accepted: {}", verdict["reason"].as_str().unwrap_or("a limit was reached")));
    }
    if verdict["whole_claim"] != claim {
        return Err("the certificate claims something else".to_owned());
    }
    asked.is_proved(&Value::Object(answer.clone()), &verdict, limits)
}
