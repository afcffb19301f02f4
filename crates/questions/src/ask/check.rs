//! Checks the text of a certificate or strategy file, and states exactly what it claims.
//!
//! The checker uses the rules only, not the engine. The kind of a file follows from its content: a period of nimbers or of
//! outcomes, a period of values, an order of rows, a misère quotient, a comparison, or a strategy.

mod claim;
mod named;
mod rules;
pub(super) mod textbook;

pub use claim::{contents, in_words, promise};
pub use named::NamedClaim;

use crate::keep::checkpoint::BadCheckpoint;
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::{Report, words};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use sprague::certificate::{OrderCertificate, ValueCertificate};
use sprague::{BadNotation, Limits, Stopped};
use std::path::PathBuf;
use std::time::Duration;
use thiserror::Error;

/// Verifies a certificate or a strategy from the rules alone, without the engine.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Certify, Check, Session};
/// let session = Session::new();
/// let certificate = session.ask(&Certify::of("kayles"), &Limits::default())?;
/// let text = serde_json::to_string(&certificate).unwrap();
/// assert!(session.ask(&Check::of(text), &Limits::default())?.is_accepted());
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// The text of the file.
    pub text: String,
    /// The file in which the proof of a long period is saved and resumed.
    #[serde(skip)]
    pub checkpoint: Option<PathBuf>,
}

/// The default limits of a check: the number of positions, and the time.
const POSITIONS: u64 = 1_000_000_000_000;
const TIME: Duration = Duration::from_secs(120);

impl Check {
    /// Returns the question about a file with this text.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Check::of("{}").checkpoint, None);
    /// ```
    pub fn of(text: impl Into<String>) -> Self {
        Self { text: text.into(), checkpoint: None }
    }
}

impl Question for Check {
    type Answer = Verdict;
    const NAME: &'static str = "check";

    fn report(verdict: &Verdict) -> Option<Report> {
        Some(Report::of("", words(verdict.in_words())))
    }

    fn usual(&self, door: Limits) -> Limits {
        Limits { positions: door.positions.max(POSITIONS), time: door.time.map(|time| time.max(TIME)), ..door }
    }

    fn less(&self) -> Vec<&'static str> {
        if self.checkpoint.is_none() { vec!["--checkpoint FILE"] } else { vec![] }
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Verdict, NoAnswer> {
        let text = &*self.text;
        if text.len() as u64 > longest_text(limits) {
            return Ok(Verdict::too_long(limits));
        }
        let probe: Probe = serde_json::from_str(text).unwrap_or_default();
        if probe.moves.is_some() || probe.winner.is_some() {
            Ok(claim::of_strategy(session, &read(text, "a strategy")?, limits))
        } else if probe.relation.is_some() {
            Ok(claim::of_comparison(session, &read(text, "a comparison")?, limits))
        } else if probe.products.is_some() {
            claim::of_quotient(session, &read(text, "a certificate")?, limits)
        } else if probe.rows.as_deref() == Some(ValueCertificate::ROWS) {
            claim::of_values(session, &read(text, "a certificate")?, limits)
        } else if probe.rows.as_deref() == Some(OrderCertificate::ROWS) {
            claim::of_order(session, &read(text, "a certificate")?, limits)
        } else {
            claim::of_period(session, &read(text, "a certificate")?, limits, self.checkpoint.as_deref())
        }
    }
}

/// The maximum memory for each byte of the file, in bytes. The worst case is text like `[0],`, which becomes a list.
const BYTES_A_BYTE: u64 = 16;

const MAX_BYTES: u64 = 1 << 30;

/// Returns the maximum length of a text that is checked under these limits, in bytes.
///
/// It is less than the limit on memory, because the parsed data are larger than the text.
///
/// ```
/// use sprague::Limits;
/// let limits = Limits { bytes: 160, ..Limits::default() };
/// assert_eq!(sprague_questions::check::longest_text(&limits), 10);
/// ```
pub fn longest_text(limits: &Limits) -> u64 {
    (limits.bytes / BYTES_A_BYTE).min(MAX_BYTES)
}

/// Returns the number of heaps that must be computed to check a claim by equal states, or `None` for other claims.
///
/// ```
/// let text = r#"{"family":"octal:0.106","period":328226140474,"equal_states":{"start":465384279141}}"#;
/// assert_eq!(sprague_questions::check::heaps(text), Some(793_610_419_615));
/// assert_eq!(sprague_questions::check::heaps("{}"), None);
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

/// The fields that distinguish strategies and the kinds of certificates.
#[derive(Default, Deserialize)]
struct Probe {
    winner: Option<IgnoredAny>,
    moves: Option<IgnoredAny>,
    products: Option<IgnoredAny>,
    relation: Option<IgnoredAny>,
    rows: Option<String>,
}

/// Parses the file. The error contains the byte offset of the first fault.
fn read<T: DeserializeOwned>(text: &str, expected: &'static str) -> Result<T, NoAnswer> {
    if !text.trim_start().starts_with('{') {
        let at = text.len() - text.trim_start().len();
        let expected = "a certificate or a strategy in JSON, as `certify`, `quotient`, `strategy` or `compare` writes it";
        return Err(NoAnswer::from(BadNotation::new(at, expected)).about("text", text));
    }
    serde_json::from_str(text).map_err(|error| {
        // serde counts lines and columns from 1
        let before = text.split_inclusive('\n').take(error.line().max(1) - 1).map(str::len).sum::<usize>();
        let at = text.floor_char_boundary(before + error.column().saturating_sub(1));
        let why = error.to_string();
        let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
        NoAnswer::from(BadNotation::new(at, format!("{expected} in JSON ({why})"))).about("text", text)
    })
}

/// The claim of a file, and the result of the check.
#[derive(Debug)]
pub struct Verdict {
    /// The parts of the claim by name, for JSON.
    parts: Value,
    claim: String,
    /// The work done to accept the claim, in words, or the reason why it is not accepted.
    examined: Result<String, NotAccepted>,
}

impl Verdict {
    /// Returns the verdict on a text that is [too long](longest_text), so that its claim is unknown.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::check::Verdict;
    /// let verdict = Verdict::too_long(&Limits { bytes: 160, ..Limits::default() });
    /// assert_eq!((verdict.claim(), &verdict.to_json()["stopped"]), ("", &"memory".into()));
    /// ```
    pub fn too_long(limits: &Limits) -> Self {
        Self { parts: json!({}), claim: String::new(), examined: Err(Stopped::Memory(limits.bytes).into()) }
    }

    /// Returns `true` if the claim is true.
    pub fn is_accepted(&self) -> bool {
        self.examined.is_ok()
    }

    /// Returns the claim in words, whether it is accepted or not. The check covers exactly this claim.
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Returns the work done to accept the claim, in words.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Check, Session, StrategyOf, strategy};
    ///
    /// let session = Session::new();
    /// let sum = session.position("nim@2,2").unwrap();
    /// let text = serde_json::to_string(&strategy(&sum, &StrategyOf::default(), &Limits::default()).unwrap()).unwrap();
    /// let check = Check::of(text);
    /// assert_eq!(session.ask(&check, &Limits::default()).unwrap().examined().unwrap(), "9 positions replayed");
    ///
    /// let verdict = session.ask(&check, &Limits { positions: 1, ..Limits::default() }).unwrap();
    /// let why = verdict.examined().unwrap_err();
    /// assert!(why.is_open());
    /// assert_eq!(why.to_string(), "stopped after 1 positions");
    /// ```
    ///
    /// # Errors
    /// [`NotAccepted`] with the reason.
    pub fn examined(&self) -> Result<&str, &NotAccepted> {
        self.examined.as_deref()
    }

    /// Returns the verdict in words.
    pub fn in_words(&self) -> String {
        match &self.examined {
            Ok(looked_at) => format!("accepted: {}. That is the whole claim ({looked_at}).", self.claim),
            Err(why) if why.is_open() || matches!(why, NotAccepted::Checkpoint(_)) => format!("not decided: {why}"),
            Err(reason) => format!("rejected: {reason}"),
        }
    }

    /// Returns the verdict as the JSON object of the command line.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Check, RowPlan, Session, certify};
    ///
    /// let session = Session::new();
    /// let certificate = certify(&session.family("subtraction:1,2").unwrap(), &RowPlan::default()).unwrap();
    /// let text = serde_json::to_string(&certificate).unwrap();
    /// let object = session.ask(&Check::of(text), &Limits::default()).unwrap().to_json();
    /// assert_eq!((&object["accepted"], &object["claim"], &object["period"]), (&true.into(), &"period".into(), &3.into()));
    /// ```
    pub fn to_json(&self) -> Value {
        let mut object = self.parts.clone();
        match &self.examined {
            Err(NotAccepted::Stopped(stopped)) => object["stopped"] = json!(stopped.name()),
            Err(NotAccepted::Checkpoint(_)) => object["stopped"] = json!("checkpoint"),
            Err(why) if why.is_open() => object["stopped"] = json!("work"),
            examined => object["accepted"] = json!(examined.is_ok()),
        }
        object["reason"] = json!(self.examined.as_ref().err().map(ToString::to_string));
        object["whole_claim"] = json!(self.claim);
        object
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Verdict {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Verdict".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The parts of the claim, the claim in words, and the result: `accepted`, or `stopped`.",
            "type": "object",
            "properties": {
                "claim": { "enum": ["period", "order", "mis\u{e8}re quotient", "strategy", "comparison"] },
                "accepted": { "type": "boolean" },
                "stopped": { "type": "string" },
                "reason": { "type": ["string", "null"] },
                "whole_claim": { "type": "string" },
            },
            "required": ["reason", "whole_claim"],
            "oneOf": [{ "required": ["accepted"] }, { "required": ["stopped"] }],
        })
    }
}

/// Reasons why a claim is not accepted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NotAccepted {
    /// The family of the claim cannot be read.
    #[error("the certificate's family is malformed: {0}")]
    Family(BadNotation),
    /// The family of the claim is not a family of heaps.
    #[error("the certificate's family has no rows that repeat")]
    NoRows,
    /// The family has no take-and-break code, which the check of a quotient needs.
    #[error("the certificate's family is not a take-and-break code")]
    NoCode,
    /// The claim is wrong, or exceeds the checker's fixed bounds on steps and memory.
    #[error(transparent)]
    Claim(sprague_check::NotAccepted),
    /// A limit was reached before the check was complete.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] BadCheckpoint),
}

impl NotAccepted {
    /// Returns `true` if the claim may still be true, because the check was not completed.
    ///
    /// ```
    /// use sprague_questions::check::NotAccepted;
    /// assert!(NotAccepted::Stopped(sprague::Stopped::Asked).is_open());
    /// assert!(!NotAccepted::NoRows.is_open());
    /// ```
    pub fn is_open(&self) -> bool {
        match self {
            Self::Family(_) | Self::NoRows | Self::NoCode => false,
            Self::Claim(why) => why.is_open(),
            Self::Stopped(_) | Self::Checkpoint(_) => true,
        }
    }
}

impl From<sprague_check::NotAccepted> for NotAccepted {
    fn from(why: sprague_check::NotAccepted) -> Self {
        match why {
            sprague_check::NotAccepted::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Claim(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RowPlan, StrategyOf, certify, certify_quotient, certify_values, strategy};
    use serde::Serialize;
    use sprague::Play;

    fn written(file: &impl Serialize) -> String {
        serde_json::to_string(file).unwrap()
    }

    fn check(session: &Session, text: &str, limits: &Limits) -> Result<Verdict, NoAnswer> {
        session.ask(&Check::of(text), limits)
    }

    /// Returns a file of each kind.
    fn files(session: &Session) -> Vec<(&'static str, String)> {
        let options = RowPlan::default();
        let misere = RowPlan { play: Play::Misere, ..RowPlan::default() };
        let family = |name| session.family(name).unwrap();
        let sum = session.position("nim@1,2").unwrap();
        vec![
            ("period", written(&certify(&family("subtraction:1,3,4"), &options).unwrap())),
            ("period", written(&certify(&family("subtraction:1,3,4"), &misere).unwrap())),
            ("period", written(&certify_values(&family("asymmetric:1/2"), &options).unwrap())),
            ("misère quotient", written(&certify_quotient(&family("octal:0.123"), &Limits::default()).unwrap())),
            ("strategy", written(&strategy(&sum, &StrategyOf::default(), &Limits::default()).unwrap())),
        ]
    }

    #[test]
    fn every_kind_of_file_says_itself_what_it_is() {
        let session = Session::new();
        for (claim, text) in files(&session) {
            let verdict = check(&session, &text, &Limits::default()).unwrap();
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
            let verdict = check(&session, &text, &stop).unwrap();
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
            let verdict = check(&session, &text, &limits(text.len() - 1)).unwrap();
            assert_eq!((verdict.claim(), &verdict.to_json()["stopped"]), ("", &json!("memory")));
            assert_ne!(check(&session, &text, &limits(text.len())).unwrap().claim(), "");
        }
    }

    #[test]
    fn what_is_wrong_is_rejected_with_its_reason() {
        let session = Session::new();
        for (_, text) in files(&session) {
            let forged = text.replacen(r#""period":"#, r#""period":1"#, 1).replacen(r#""nim@1,1""#, r#""nim@2""#, 1);
            assert_ne!(forged, text);
            let verdict = check(&session, &forged, &Limits::default()).unwrap();
            let reason = verdict.examined().unwrap_err();
            assert!(!reason.is_open() && !verdict.is_accepted(), "{forged}: {reason}");
            let object = verdict.to_json();
            assert_eq!((&object["accepted"], &object["reason"]), (&json!(false), &json!(reason.to_string())));
        }
    }

    #[test]
    fn the_place_of_a_mistake_is_its_byte() {
        let refused = |text: &str| match check(&Session::new(), text, &Limits::default()).unwrap_err() {
            NoAnswer::Malformed { field, error, .. } => (field.into_owned(), error.at, error.expected.into_owned()),
            other => panic!("{other}"),
        };
        let malformed = |text: &str, at: usize, expected: &str| {
            let (field, byte, said) = refused(text);
            assert!(field == "text" && byte == at && said.starts_with(expected), "{field}, {byte}: {said}");
        };
        malformed("", 0, "a certificate or a strategy in JSON");
        malformed("\n# Sprague", 1, "a certificate or a strategy in JSON");
        malformed(r#"{"family": "é", ?}"#, 17, "a certificate in JSON (");
        malformed("{\"winner\": \"mover\",\n \"who\": 1}", 25, "a strategy in JSON (");
        let text = written(&certify(&Session::new().family("nim").unwrap(), &RowPlan::default()).unwrap());
        assert_eq!(refused(&text.replacen("nim", "nmi", 1)).0, "family");
    }
}
