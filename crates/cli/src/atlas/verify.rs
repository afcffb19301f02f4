//! Verifies entries: certificates by the checker, answers by asking again, and everything else by digests.

use super::answer::{difference, from_toml, kept};
use super::asked::Asked;
use super::entry::Checked;
use super::folder::{Folder, Stored};
use super::many::verdict;
use serde_json::{Map, Value};
use sprague::Limits;
use sprague_questions::NoAnswer;
use std::time::Duration;

/// The maximum time of a cheap answer, even if its entry states a longer time.
pub(super) const CHEAP: Duration = Duration::from_secs(2);

/// The amount of work for a check.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Depth {
    /// Only answers and certificates that take at most this time each.
    Cheap(Duration),
    /// Every certificate, and cheap answers.
    Usual,
    /// Every certificate and every answer.
    Whole,
}

impl Depth {
    /// Returns the limits of an answer, and those of a check.
    fn limits(self, limits: &Limits) -> [Limits; 2] {
        let within = |most: Option<Duration>| Limits { time: limits.time.into_iter().chain(most).min(), ..limits.clone() };
        match self {
            Self::Cheap(most) => [within(Some(most)), within(Some(most))],
            Self::Usual => [within(Some(CHEAP)), limits.clone()],
            Self::Whole => [limits.clone(), limits.clone()],
        }
    }
}

/// The ways in which an entry was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Finding {
    /// The checker accepted its certificate, and the certificate agrees with the answer.
    pub(crate) certificate: bool,
    /// Asking the question again gave the same answer.
    pub(crate) again: bool,
}

fn stored_answer(folder: &Folder, stored: &Stored) -> Result<Map<String, Value>, String> {
    let mut parts = from_toml(&stored.entry.answer);
    if let Some(long) = &stored.entry.long {
        let text = folder.beside(stored, long).map_err(|error| error.to_string())?;
        let more: Map<String, Value> = serde_json::from_str(&text).map_err(|error| format!("{}: {error}", long.file))?;
        parts.extend(more);
    }
    if parts.is_empty() { Err("it has no answer".to_owned()) } else { Ok(parts) }
}

/// Verifies one entry, with the amount of work that `depth` allows.
///
/// # Errors
/// The reason why the entry is wrong.
pub(crate) fn verify(folder: &Folder, stored: &Stored, depth: Depth, limits: &Limits) -> Result<Finding, String> {
    let entry = &stored.entry;
    let asked = Asked::read(&entry.question)?;
    let answer = stored_answer(folder, stored)?;
    let (mut finding, [asking, checking]) = (Finding::default(), depth.limits(limits));
    if let Some(certificate) = &entry.certificate {
        let text = folder.beside(stored, &certificate.beside()).map_err(|error| error.to_string())?;
        finding.certificate = accepted(&asked, &answer, text, &certificate.claim, &checking)?;
        if !finding.certificate && !matches!(depth, Depth::Cheap(_)) {
            return Err("the check of its certificate reached a limit".to_owned());
        }
    } else if entry.checked == Checked::Certificate {
        return Err("it was checked by a certificate, but has none".to_owned());
    }
    let differs = |now: &Result<Value, NoAnswer>| {
        let now = now.as_ref().ok().filter(|now| now["stopped"].is_null())?;
        difference(&answer, &kept(now)).map(str::to_owned)
    };
    let mut now = asked.answer(&asking);
    // a search that the question does not ask for may have found less in the shorter time, so ask with the full limits
    if differs(&now).is_some() && depth != Depth::Whole {
        now = asked.answer(limits);
    }
    if let Some(part) = differs(&now) {
        return Err(format!("asked again, the answer has another `{part}`"));
    }
    match now {
        Ok(now) if now["stopped"].is_null() => finding.again = true,
        Ok(_) if depth != Depth::Whole => {}
        Err(error) if error.stopped().is_some() && depth != Depth::Whole => {}
        Ok(now) => return Err(format!("asked again: {}", now["why"].as_str().unwrap_or("a limit was reached"))),
        Err(error) => return Err(format!("asked again: {error}")),
    }
    Ok(finding)
}

/// Checks a certificate against the rules and the answer. Returns `false` if a limit was reached.
pub(super) fn accepted(
    asked: &Asked,
    answer: &Map<String, Value>,
    text: String,
    claim: &str,
    limits: &Limits,
) -> Result<bool, String> {
    let verdict = match verdict(text, limits) {
        Err(error) if error.stopped().is_some() => return Ok(false),
        verdict => verdict.map_err(|error| format!("the certificate cannot be read: {error}"))?,
    };
    if verdict["accepted"] != true {
        return verdict["reason"].as_str().map_or(Ok(false), |why| Err(format!("the certificate is not accepted: {why}")));
    }
    if verdict["whole_claim"] != claim {
        return Err("the certificate claims something else".to_owned());
    }
    asked.is_proved(&Value::Object(answer.clone()), &verdict, limits).map(|()| true)
}
