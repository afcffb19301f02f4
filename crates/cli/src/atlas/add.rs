//! Adds entries: answers a question, certifies and checks the answer, and writes the entry.

use super::answer::{difference, kept, split, to_toml};
use super::asked::Asked;
use super::cpu::timed;
use super::entry::{Certificate, Checked, Entry, Record};
use super::folder::{Folder, MAX_BESIDE, Stored};
use super::many::{verdict, written};
use super::verify::{CHEAP, accepted};
use serde_json::{Map, Value};
use sprague::Limits;
use sprague_questions::NoAnswer;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(Clone, Debug)]
pub(crate) struct Addition {
    pub(crate) question: String,
    pub(crate) note: Option<String>,
    pub(crate) problem: Option<String>,
    pub(crate) oeis: Vec<String>,
    pub(crate) record: Option<Record>,
    pub(crate) machine: String,
    /// The maximum size of a certificate, in bytes.
    pub(crate) longest: u64,
    /// The maximum time for computing a certificate.
    pub(crate) certifying: Duration,
    pub(crate) unchecked: bool,
}

#[derive(Debug)]
pub(crate) struct Added {
    pub(crate) name: String,
    pub(crate) checked: Checked,
    /// The CPU time for the answer, in seconds.
    pub(crate) cpu_seconds: f64,
}

/// Answers, certifies, checks, and writes the entry.
///
/// # Errors
/// The reason why nothing was written.
pub(crate) fn add(folder: &Folder, addition: &Addition, limits: &Limits) -> Result<Added, String> {
    let question = addition.question.trim().to_owned();
    let asked = Asked::read(&question)?;
    // 1. answer the question
    let (found, cpu_seconds) = timed(|| asked.answer(limits));
    let found = found.map_err(words)?;
    if let Some(limit) = found["stopped"].as_str() {
        return Err(format!("it stopped at a limit ({limit}): what is known by then is no result"));
    }
    let answer = kept(&found);
    if answer.is_empty() {
        return Err("its answer has no part that an entry keeps".to_owned());
    }
    // 2. certify the answer, and ask again if that is cheap
    let certified = certified(&asked, &found, &answer, addition, limits);
    let is_cheap = cpu_seconds < CHEAP.as_secs_f64();
    if is_cheap {
        let now = asked.answer(limits).map_err(words)?;
        if let Some(part) = difference(&answer, &kept(&now)) {
            return Err(format!("asked again, its answer has another `{part}`: it cannot be re-checked"));
        }
    }
    let checked = match &certified {
        Ok(_) => Checked::Certificate,
        Err(_) if is_cheap => Checked::Again,
        Err(_) if addition.unchecked => Checked::Unchecked,
        Err(why) => return Err(format!("it took {cpu_seconds} s and has no certificate ({why}): --unchecked adds it as such")),
    };
    // 3. write the long parts, the certificate and the entry
    let name = folder.name_for(asked.family(), &question).map_err(|error| error.to_string())?;
    let (inside, long) = split(answer);
    let put = |ending: &str, text: &str| folder.put_beside(&name, ending, text).map_err(|error| error.to_string());
    let long = if long.is_empty() { None } else { Some(put("long.json", &Value::Object(long).to_string())?) };
    let (certificate, no_certificate) = match certified {
        Ok(Proof { text, claim, cpu_seconds }) => {
            let file = put("certificate.json", &text)?;
            (Some(Certificate { claim, cpu_seconds, file: file.file, bytes: file.bytes, xxh3: file.xxh3 }), None)
        }
        Err(why) => (None, Some(why)),
    };
    let entry = Entry {
        question,
        checked,
        cpu_seconds,
        machine: addition.machine.clone(),
        date: today(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        note: addition.note.clone(),
        problem: addition.problem.clone(),
        oeis: addition.oeis.clone(),
        no_certificate,
        answer: to_toml(&inside)?,
        long,
        certificate,
        record: addition.record.clone(),
    };
    folder.put_entry(&Stored { name: name.clone(), entry }).map_err(|error| error.to_string())?;
    Ok(Added { name, checked, cpu_seconds })
}

struct Proof {
    text: String,
    claim: String,
    cpu_seconds: f64,
}

/// Returns the accepted certificate of an answer, or the reason why there is none.
fn certified(
    asked: &Asked,
    found: &Value,
    answer: &Map<String, Value>,
    addition: &Addition,
    limits: &Limits,
) -> Result<Proof, String> {
    let time = limits.time.unwrap_or(addition.certifying).min(addition.certifying);
    let certificate = asked.certificate(found, &Limits { time: Some(time), ..limits.clone() }).map_err(words)?;
    let text = written(&certificate);
    let most = addition.longest.saturating_mul(certificate.as_array().map_or(1, Vec::len) as u64).min(MAX_BESIDE);
    if text.len() as u64 > most {
        return Err(format!("it would have {} bytes", text.len()));
    }
    let (said, cpu_seconds) = timed(|| verdict(text.clone(), limits));
    let claim = said.map_err(words)?["whole_claim"].as_str().unwrap_or_default().to_owned();
    if !accepted(asked, answer, text.clone(), &claim, limits)? {
        return Err("the check reached a limit".to_owned());
    }
    Ok(Proof { text, claim, cpu_seconds })
}

/// Describes the reason why there is no answer, with the names of flags.
fn words(error: NoAnswer) -> String {
    error.in_words(|field| format!("--{}", field.replace('_', "-")))
}

/// Returns the date by the system clock, such as 2026-11-28.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let [year, month, day] = date(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Converts a number of days since 1970 to year, month and day.
fn date(mut days: u64) -> [u64; 3] {
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let months = [31, 28 + u64::from(is_leap(year)), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while days >= months[month] {
        days -= months[month];
        month += 1;
    }
    [year, month as u64 + 1, days + 1]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        let days = [(0, [1970, 1, 1]), (58, [1970, 2, 28]), (59, [1970, 3, 1]), (789, [1972, 2, 29]), (11_016, [2000, 2, 29])];
        for (number, day) in days.into_iter().chain([(20_785, [2026, 11, 28]), (47_540, [2100, 2, 28]), (47_541, [2100, 3, 1])]) {
            assert_eq!(date(number), day);
        }
    }
}
