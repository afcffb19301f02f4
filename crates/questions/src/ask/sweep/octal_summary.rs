//! The summary of a sweep over octal codes: numbers of proved periods by theorem and of open codes by reason, and the
//! longest period.

use super::code_period::CodePeriod;
use super::counts::{add_counts, by_name, by_period, digest, sum};
use crate::json_number;
#[cfg(feature = "schema")]
use crate::read::json::Number;
use crate::read::json::{number_of, whole};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprague::heap::Period;
use sprague::rows::sweep::RecordDigest;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The longest proved period.
///
/// ```
/// use sprague_questions::sweep::LongestCode;
/// let kayles = LongestCode { period: 12, preperiod: 71, saltus: 0, number: 0o77, code: "0.77".to_owned(), codes: 1 };
/// assert_eq!(kayles.code, "0.77");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LongestCode {
    /// The period, in heaps.
    #[serde(with = "whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub period: u64,
    /// The preperiod of `code`.
    #[serde(with = "whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub preperiod: u64,
    /// The amount by which its values rise in every period.
    #[serde(with = "whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub saltus: u64,
    /// The first code with this period.
    pub code: String,
    /// The number of the code in the sweep.
    #[serde(with = "whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub number: u64,
    /// The number of codes with this period.
    #[serde(with = "whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub codes: u64,
}

/// Counts of the codes of a sweep, for the first codes of a part or for whole parts.
///
/// ```
/// use sprague_questions::sweep::{CodePeriod, OctalSummary};
///
/// let mut tally = OctalSummary::default();
/// tally.count(&CodePeriod { number: 7, code: "0.007".to_owned(), period: None, why: Some("seek") });
/// assert_eq!(tally.open["seek"], 1);
/// assert_eq!(OctalSummary::from_bytes(&tally.to_bytes()), Some(tally));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OctalSummary {
    /// The number of codes counted.
    #[serde(skip)]
    pub codes: u64,
    /// The first number that was not examined yet, or 0 if parts were added up.
    #[serde(skip)]
    pub next: u64,
    /// The numbers of proved periods, by theorem.
    #[serde(with = "by_name")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Number>"))]
    pub proved: BTreeMap<String, u64>,
    /// The numbers of codes without a proved period, by reason.
    #[serde(with = "by_name")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Number>"))]
    pub open: BTreeMap<String, u64>,
    /// The number of open codes for which a period was observed.
    #[serde(with = "whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub observed: u64,
    /// The longest proved period.
    pub longest: Option<LongestCode>,
    /// The digest of the lines of all codes.
    #[serde(with = "digest")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub digest: RecordDigest,
    /// The proved periods, each with the number of codes.
    #[serde(with = "by_period")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<[Number; 2]>>"))]
    pub histogram: BTreeMap<u64, u64>,
}

impl OctalSummary {
    /// Counts one more code.
    pub fn count(&mut self, found: &CodePeriod) {
        self.codes += 1;
        self.next = found.number + 1;
        self.digest += RecordDigest::of(found.to_string().as_bytes());
        if let Some(why) = found.why {
            *self.open.entry(why.to_owned()).or_default() += 1;
            self.observed += u64::from(found.period.is_some());
        }
        let Some(Period { preperiod, period, saltus, theorem: Some(theorem) }) = found.period else { return };
        *self.proved.entry(theorem.name().to_owned()).or_default() += 1;
        *self.histogram.entry(period).or_default() += 1;
        let (number, code) = (found.number, found.code.clone());
        self.lengthen(LongestCode { period, preperiod, saltus, number, code, codes: 1 });
    }

    fn lengthen(&mut self, theirs: LongestCode) {
        let Some(ours) = &mut self.longest else {
            self.longest = Some(theirs);
            return;
        };
        match ours.period.cmp(&theirs.period) {
            Ordering::Less => *ours = theirs,
            Ordering::Equal => {
                let codes = ours.codes + theirs.codes;
                let first = if ours.number <= theirs.number { ours.clone() } else { theirs };
                *ours = LongestCode { codes, ..first };
            }
            Ordering::Greater => {}
        }
    }

    /// Adds the counts of other codes of the same sweep.
    ///
    /// ```
    /// # use sprague_questions::sweep::OctalSummary;
    /// let mut tally = OctalSummary::default();
    /// tally.add(&OctalSummary { codes: 3, ..OctalSummary::default() });
    /// assert_eq!(tally.codes, 3);
    /// ```
    pub fn add(&mut self, other: &Self) {
        self.codes += other.codes;
        self.next = 0;
        self.observed += other.observed;
        self.digest += other.digest;
        add_counts(&mut self.proved, &other.proved);
        add_counts(&mut self.open, &other.open);
        add_counts(&mut self.histogram, &other.histogram);
        if let Some(longest) = &other.longest {
            self.lengthen(longest.clone());
        }
    }

    /// Reads a tally of `codes` codes from JSON, or returns `None` if its counts are inconsistent.
    pub(super) fn read_from(answer: &Value, codes: u64) -> Option<Self> {
        let tally = Self { codes, ..Self::deserialize(answer).ok()? };
        tally.agrees().then_some(tally)
    }

    fn agrees(&self) -> bool {
        let (Some(proved), Some(open)) = (sum(&self.proved), sum(&self.open)) else { return false };
        let longest = self.longest.as_ref().map(|longest| (longest.period, longest.codes));
        proved.checked_add(open) == Some(self.codes)
            && sum(&self.histogram) == Some(proved)
            && self.observed <= open
            && longest == self.histogram.last_key_value().map(|(&period, &codes)| (period, codes))
    }

    /// Encodes the tally as bytes, for a checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut answer = json!(self);
        answer["codes"] = json_number(self.codes);
        answer["next"] = json_number(self.next);
        answer.to_string().into_bytes()
    }

    /// Decodes the bytes of [`to_bytes`](Self::to_bytes), or returns `None` for other bytes.
    ///
    /// ```
    /// assert_eq!(sprague_questions::sweep::OctalSummary::from_bytes(b"{}"), None);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let answer: Value = serde_json::from_slice(bytes).ok()?;
        let next = number_of(&answer["next"])?;
        Some(Self { next, ..Self::read_from(&answer, number_of(&answer["codes"])?)? })
    }
}
