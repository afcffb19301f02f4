//! The verdict on a certificate or a strategy, from the text of its file: what exactly it claims, and whether that is so.
//!
//! The checker looks at the rules alone; the engine takes no part. What a file is, it says itself: a period of nimbers or of outcomes,
//! a period of values, a misère quotient, or a strategy.

mod claim;

pub use claim::promise;

use crate::checkpoint::BadCheckpoint;
use crate::{BadCertificate, BadStrategy, Session};
use serde::Deserialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::{Value, json};
use sprague::certificate::ValueCertificate;
use sprague::{BadNotation, Limits, Stopped};
use std::path::Path;
use thiserror::Error;

/// How many bytes of memory a byte of a file may take once it is read: `[0],` is a list of its own.
const BYTES_A_BYTE: u64 = 16;

/// The most bytes of a file that are read.
const MAX_BYTES: u64 = 1 << 30;

/// How long a text may be that is checked under these limits, in bytes: what is read from it takes more.
///
/// ```
/// use sprague::Limits;
/// let limits = Limits { bytes: 160, ..Limits::default() };
/// assert_eq!(sprague_games::check::longest_text(&limits), 10);
/// ```
pub fn longest_text(limits: &Limits) -> u64 {
    (limits.bytes / BYTES_A_BYTE).min(MAX_BYTES)
}

/// Checks the text of a certificate or a strategy under these limits: its rows and positions count as positions.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{AnalyseOptions, Session, certify, check::check_text};
///
/// let session = Session::new();
/// let certificate = certify(&session.family("kayles").unwrap(), &AnalyseOptions::default()).unwrap();
/// let text = serde_json::to_string(&certificate).unwrap();
/// let verdict = check_text(&session, &text, &Limits::default()).unwrap();
/// assert!(verdict.is_accepted());
/// assert!(verdict.claim().ends_with("their nimbers have period 12 from n = 71 on, for every n, by Guy-Smith"));
///
/// let forged = text.replace("\"period\":12", "\"period\":13");
/// let verdict = check_text(&session, &forged, &Limits::default()).unwrap();
/// assert!(verdict.examined().is_err_and(|why| !why.is_open()));
/// ```
///
/// # Errors
/// [`NotChecked`] for a text that is no such file, or whose family cannot be read. A file that is wrong, or that takes more than
/// the limits allow, has a [`Verdict`].
pub fn check_text(session: &Session, text: &str, limits: &Limits) -> Result<Verdict, NotChecked> {
    check_text_on(session, text, limits, None)
}

/// The same, with a file where it saves every few seconds how far it is, and goes on from there: for periods that equal states prove
/// and whose heaps are many. What else is checked makes no such file.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{AnalyseOptions, Session, certify, check::check_text_on};
///
/// let session = Session::new();
/// let options = AnalyseOptions { seek: Some(1_000_000), stream: true, ..AnalyseOptions::default() };
/// let text = serde_json::to_string(&certify(&session.family("octal:0.16").unwrap(), &options).unwrap()).unwrap();
/// let path = std::env::temp_dir().join(format!("sprague-check-text-{}", std::process::id()));
/// assert!(check_text_on(&session, &text, &Limits::default(), Some(&path)).unwrap().is_accepted());
///
/// let other = text.replace("\"period\":149459", "\"period\":298918");
/// let verdict = check_text_on(&session, &other, &Limits::default(), Some(&path)).unwrap();
/// assert!(verdict.examined().unwrap_err().to_string().contains("it is the checkpoint of `check octal:0.16: period 149459"));
/// # std::fs::remove_file(&path).unwrap();
/// ```
///
/// # Errors
/// As [`check_text`].
pub fn check_text_on(session: &Session, text: &str, limits: &Limits, checkpoint: Option<&Path>) -> Result<Verdict, NotChecked> {
    if text.len() as u64 > longest_text(limits) {
        return Ok(Verdict::too_long(limits));
    }
    let probe = serde_json::from_str(text).unwrap_or(Probe { winner: None, moves: None, products: None, rows: None });
    if probe.moves.is_some() || probe.winner.is_some() {
        Ok(claim::of_strategy(session, &read(text, "a strategy")?, limits))
    } else if probe.products.is_some() {
        claim::of_quotient(session, &read(text, "a certificate")?, limits)
    } else if probe.rows.as_deref() == Some(ValueCertificate::ROWS) {
        claim::of_values(session, &read(text, "a certificate")?, limits)
    } else {
        claim::of_period(session, &read(text, "a certificate")?, limits, checkpoint)
    }
}

/// How many heaps have to be computed at most to check what this text claims, if it is by equal states.
///
/// ```
/// let text = r#"{"family":"octal:0.106","period":328226140474,"equal_states":{"start":465384279141}}"#;
/// assert_eq!(sprague_games::check::heaps(text), Some(793_610_419_615));
/// assert_eq!(sprague_games::check::heaps("{}"), None);
/// ```
pub fn heaps(text: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Long {
        period: u64,
        equal_states: States,
    }
    #[derive(Deserialize)]
    struct States {
        start: u64,
    }
    let long: Long = serde_json::from_str(text).ok()?;
    long.equal_states.start.checked_add(long.period)
}

/// What tells a strategy, and the certificates of a quotient and of values, from other certificates.
#[derive(Deserialize)]
struct Probe {
    winner: Option<IgnoredAny>,
    moves: Option<IgnoredAny>,
    products: Option<IgnoredAny>,
    rows: Option<String>,
}

/// What is in the text, or the character where that ended which was expected.
fn read<T: DeserializeOwned>(text: &str, expected: &'static str) -> Result<T, NotChecked> {
    serde_json::from_str(text).map_err(|error| {
        let (line, bytes) = (error.line().max(1), error.column());
        let before = text.lines().nth(line - 1).map_or(0, |line| line.char_indices().filter(|(at, _)| *at < bytes).count());
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why).to_owned();
        NotChecked::Malformed { line, character: before.max(1), expected, why }
    })
}

/// A text about which there is nothing to say.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{Session, check::{NotChecked, check_text}};
/// let refused = check_text(&Session::new(), "{\n  \"family\": }", &Limits::default()).unwrap_err();
/// assert!(matches!(refused, NotChecked::Malformed { line: 2, character: 13, .. }));
/// assert_eq!(refused.to_string(), "line 2, character 13: expected a certificate in JSON (expected value)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotChecked {
    /// It is no file of this kind.
    #[error("line {line}, character {character}: expected {expected} in JSON ({why})")]
    Malformed {
        /// The line, counted from 1.
        line: usize,
        /// The character of that line, counted from 1.
        character: usize,
        /// What the file seems to be.
        expected: &'static str,
        /// What is wrong there.
        why: String,
    },
    /// The family that it names cannot be read.
    #[error("the family `{family}` is malformed: {error}")]
    Family {
        /// The family.
        family: String,
        /// Where, and what was expected.
        error: BadNotation,
    },
}

/// What a file claims, all of it, and whether that is so.
///
/// See [`check_text`] for an example.
#[derive(Debug)]
pub struct Verdict {
    /// Its parts, by name.
    parts: Value,
    /// In words.
    claim: String,
    /// What was looked at to accept it.
    examined: Result<String, NotAccepted>,
}

impl Verdict {
    /// The verdict on a text that is [too long](longest_text) to be read: nobody can tell, not even what it claims.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_games::check::Verdict;
    /// let verdict = Verdict::too_long(&Limits { bytes: 160, ..Limits::default() });
    /// assert_eq!((verdict.claim(), &verdict.to_json()["stopped"]), ("", &"memory".into()));
    /// ```
    pub fn too_long(limits: &Limits) -> Self {
        Self { parts: json!({}), claim: String::new(), examined: Err(Stopped::Memory(limits.bytes).into()) }
    }

    /// Whether the claim was found to be true.
    ///
    /// See [`check_text`] for an example.
    pub fn is_accepted(&self) -> bool {
        self.examined.is_ok()
    }

    /// The whole claim in words, accepted or not: nothing beyond it is said.
    ///
    /// See [`check_text`] for an example.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// What was looked at to accept it, in words, or why it is not accepted.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_games::{Session, SolveOptions, check::check_text, strategy};
    ///
    /// let session = Session::new();
    /// let sum = session.position("nim@2,2").unwrap();
    /// let text = serde_json::to_string(&strategy(&sum, &SolveOptions::default(), None).unwrap()).unwrap();
    /// assert_eq!(check_text(&session, &text, &Limits::default()).unwrap().examined().unwrap(), "9 positions replayed");
    ///
    /// let verdict = check_text(&session, &text, &Limits { positions: 1, ..Limits::default() }).unwrap();
    /// let why = verdict.examined().unwrap_err();
    /// assert!(why.is_open());
    /// assert_eq!(why.to_string(), "stopped after 1 positions");
    /// ```
    ///
    /// # Errors
    /// [`NotAccepted`].
    pub fn examined(&self) -> Result<&str, &NotAccepted> {
        self.examined.as_deref()
    }

    /// The verdict as the JSON object that the command line promises.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_games::{AnalyseOptions, Session, certify, check::check_text};
    ///
    /// let session = Session::new();
    /// let certificate = certify(&session.family("subtraction:1,2").unwrap(), &AnalyseOptions::default()).unwrap();
    /// let text = serde_json::to_string(&certificate).unwrap();
    /// let object = check_text(&session, &text, &Limits::default()).unwrap().to_json();
    /// assert_eq!((&object["accepted"], &object["claim"], &object["period"]), (&true.into(), &"period".into(), &3.into()));
    /// ```
    pub fn to_json(&self) -> Value {
        let mut object = self.parts.clone();
        match &self.examined {
            Err(NotAccepted::Stopped(stopped)) => object["stopped"] = json!(stopped.name()),
            Err(NotAccepted::TooLarge(_)) => object["stopped"] = json!("work"),
            Err(NotAccepted::Checkpoint(_)) => object["stopped"] = json!("checkpoint"),
            examined => object["accepted"] = json!(examined.is_ok()),
        }
        object["reason"] = json!(self.examined.as_ref().err().map(ToString::to_string));
        object["whole_claim"] = json!(self.claim);
        object
    }
}

/// Why a file is not accepted.
///
/// See [`Verdict::examined`] for an example.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotAccepted {
    /// It is wrong.
    #[error(transparent)]
    Rejected(Mistake),
    /// It takes more steps, or more room, than the checker has for anybody.
    #[error(transparent)]
    TooLarge(BadCertificate),
    /// A limit was reached before anybody could tell.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(BadCheckpoint),
}

impl NotAccepted {
    /// Whether it may be true: the checker gave up before it could tell.
    ///
    /// ```
    /// use sprague_games::check::NotAccepted;
    /// assert!(NotAccepted::Stopped(sprague::Stopped::Asked).is_open());
    /// ```
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::Rejected(_))
    }
}

impl From<BadCertificate> for NotAccepted {
    fn from(error: BadCertificate) -> Self {
        match error {
            BadCertificate::Stopped(stopped) => Self::Stopped(stopped),
            BadCertificate::Checkpoint(error) => Self::Checkpoint(error),
            error if error.is_open() => Self::TooLarge(error),
            error => Self::Rejected(Mistake::Certificate(error)),
        }
    }
}

impl From<BadStrategy> for NotAccepted {
    fn from(error: BadStrategy) -> Self {
        match error {
            BadStrategy::Stopped(stopped) => Self::Stopped(stopped),
            error => Self::Rejected(Mistake::Strategy(error)),
        }
    }
}

/// What is wrong with a file.
///
/// ```
/// use sprague_games::{BadCertificate, check::Mistake};
/// let mistake = Mistake::Certificate(BadCertificate::NoCode);
/// assert_eq!(mistake.to_string(), "the certificate's family is not a take-and-break code");
/// ```
#[derive(Debug, Error)]
pub enum Mistake {
    /// With a certificate.
    #[error(transparent)]
    Certificate(BadCertificate),
    /// With a strategy.
    #[error(transparent)]
    Strategy(BadStrategy),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnalyseOptions, SolveOptions, certify, certify_quotient, certify_values, strategy};
    use serde::Serialize;
    use sprague::Play;

    fn written(file: &impl Serialize) -> String {
        serde_json::to_string(file).unwrap()
    }

    /// A file of each kind.
    fn files(session: &Session) -> Vec<(&'static str, String)> {
        let options = AnalyseOptions::default();
        let misere = AnalyseOptions { play: Play::Misere, ..AnalyseOptions::default() };
        let family = |name| session.family(name).unwrap();
        let sum = session.position("nim@1,2").unwrap();
        vec![
            ("period", written(&certify(&family("subtraction:1,3,4"), &options).unwrap())),
            ("period", written(&certify(&family("subtraction:1,3,4"), &misere).unwrap())),
            ("period", written(&certify_values(&family("asymmetric:1/2"), &options).unwrap())),
            ("misère quotient", written(&certify_quotient(&family("octal:0.123"), &Limits::default()).unwrap())),
            ("strategy", written(&strategy(&sum, &SolveOptions::default(), None).unwrap())),
        ]
    }

    #[test]
    fn every_kind_of_file_says_itself_what_it_is() {
        let session = Session::new();
        for (claim, text) in files(&session) {
            let verdict = check_text(&session, &text, &Limits::default()).unwrap();
            let object = verdict.to_json();
            assert!(verdict.is_accepted() && object["accepted"] == true && object["reason"].is_null(), "{object}");
            assert_eq!((&object["claim"], &object["whole_claim"]), (&json!(claim), &json!(verdict.claim())));
            assert!(!verdict.examined().unwrap().is_empty());
        }
    }

    #[test]
    fn limits_leave_every_kind_of_file_open() {
        let session = Session::new();
        for (claim, text) in files(&session) {
            let stop = Limits { stop: Some(std::sync::Arc::new(true.into())), ..Limits::default() };
            let verdict = check_text(&session, &text, &stop).unwrap();
            let object = verdict.to_json();
            assert!(verdict.examined().unwrap_err().is_open() && object["claim"] == claim, "{object}");
            assert!(object["stopped"].is_string() && object["accepted"].is_null(), "{object}");
        }
    }

    #[test]
    fn a_text_that_would_not_fit_into_memory_is_not_read() {
        let session = Session::new();
        for (_, text) in files(&session) {
            let limits = |length: usize| Limits { bytes: length as u64 * BYTES_A_BYTE, ..Limits::default() };
            let verdict = check_text(&session, &text, &limits(text.len() - 1)).unwrap();
            assert_eq!((verdict.claim(), &verdict.to_json()["stopped"]), ("", &json!("memory")));
            assert_ne!(check_text(&session, &text, &limits(text.len())).unwrap().claim(), "");
        }
    }

    #[test]
    fn what_is_wrong_is_rejected_with_its_reason() {
        let session = Session::new();
        for (_, text) in files(&session) {
            let forged = text.replacen(r#""period":"#, r#""period":1"#, 1).replacen(r#""nim@1,1""#, r#""nim@2""#, 1);
            assert_ne!(forged, text);
            let verdict = check_text(&session, &forged, &Limits::default()).unwrap();
            let reason = verdict.examined().unwrap_err();
            assert!(matches!(reason, NotAccepted::Rejected(_)) && !verdict.is_accepted(), "{forged}: {reason}");
            let object = verdict.to_json();
            assert_eq!((&object["accepted"], &object["reason"]), (&json!(false), &json!(reason.to_string())));
        }
    }

    #[test]
    fn the_place_of_a_mistake_is_counted_in_characters() {
        let malformed = |text: &str| check_text(&Session::new(), text, &Limits::default()).unwrap_err().to_string();
        assert!(malformed("").starts_with("line 1, character 1: expected a certificate in JSON"));
        assert!(malformed(r#"{"family": "é", ?}"#).starts_with("line 1, character 17: "));
        assert!(malformed("{\"winner\": \"mover\",\n \"who\": 1}").starts_with("line 2, character 6: expected a strategy"));
        let text = written(&certify(&Session::new().family("nim").unwrap(), &AnalyseOptions::default()).unwrap());
        let family = check_text(&Session::new(), &text.replacen("nim", "nmi", 1), &Limits::default());
        assert!(matches!(family, Err(NotChecked::Family { family, .. }) if family == "nmi"));
    }
}
