//! The summary of a sweep over octal codes: numbers of proved periods by theorem and of open codes by reason, and the
//! longest period.

use super::code_period::CodePeriod;
use super::{histogram_of, pairs};
use crate::json_number;
use crate::read::json::{Number, number_of};
use serde::Serialize;
use serde_json::{Value, json};
use sprague::heap::Period;
use sprague::rows::sweep::RecordDigest;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The longest proved period so far.
///
/// ```
/// use sprague_questions::sweep::LongestCode;
/// let kayles = LongestCode { period: 12, preperiod: 71, saltus: 0, number: 0o77, code: "0.77".to_owned(), codes: 1 };
/// assert_eq!(kayles.code, "0.77");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestCode {
    /// The period, in heaps.
    pub period: u64,
    /// The preperiod of the code `code`.
    pub preperiod: u64,
    /// The amount by which its values rise in every period.
    pub saltus: u64,
    /// The number of the first code with this period.
    pub number: u64,
    /// That code as it is written.
    pub code: String,
    /// The number of codes with this period.
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OctalSummary {
    /// The number of codes counted.
    pub codes: u64,
    /// The first number that was not examined yet, or 0 if parts were added up.
    pub next: u64,
    /// The numbers of proved periods, by theorem.
    pub proved: BTreeMap<String, u64>,
    /// The number of codes without a proved period, by reason.
    pub open: BTreeMap<String, u64>,
    /// The number of open codes with an observed period.
    pub observed: u64,
    /// The longest proved period.
    pub longest: Option<LongestCode>,
    /// The number of codes for each proved period.
    pub histogram: BTreeMap<u64, u64>,
    /// The digest of the lines of all codes.
    pub digest: RecordDigest,
}

impl OctalSummary {
    /// Counts one more code.
    pub fn count(&mut self, found: &CodePeriod) {
        self.codes += 1;
        self.next = found.number + 1;
        self.digest += found.digest();
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

    /// Returns the tally as it is written in an answer.
    pub(super) fn written(&self, has_histogram: bool) -> WrittenTally {
        let counts = |counts: &BTreeMap<String, u64>| counts.iter().map(|(name, &count)| (name.clone(), Number(count))).collect();
        WrittenTally {
            proved: counts(&self.proved),
            open: counts(&self.open),
            observed: Number(self.observed),
            longest: self.longest.as_ref().map(WrittenLongest::from),
            digest: self.digest.to_string(),
            histogram: has_histogram.then(|| pairs(&self.histogram)),
        }
    }

    /// Reads a [written](Self::written) tally of `codes` codes, or returns `None` if its counts are inconsistent.
    pub(super) fn read_from(answer: &Value, codes: u64) -> Option<Self> {
        let counts = |counts: &Value| -> Option<BTreeMap<String, u64>> {
            let is_word = |name: &str| name.len() <= 40 && !name.contains(char::is_control);
            let mut counts = counts.as_object()?.iter();
            counts.try_fold(BTreeMap::new(), |mut all, (name, count)| {
                all.insert(Some(name.clone()).filter(|name| is_word(name))?, number_of(count)?);
                Some(all)
            })
        };
        let longest = match &answer["longest"] {
            Value::Null => None,
            longest => Some(LongestCode::from_json(longest)?),
        };
        let tally = Self {
            codes,
            next: 0,
            proved: counts(&answer["proved"])?,
            open: counts(&answer["open"])?,
            observed: number_of(&answer["observed"])?,
            longest,
            histogram: histogram_of(&answer["histogram"])?,
            digest: answer["digest"].as_str()?.parse().ok()?,
        };
        tally.agrees().then_some(tally)
    }

    fn agrees(&self) -> bool {
        fn sum<K>(counts: &BTreeMap<K, u64>) -> Option<u64> {
            counts.values().try_fold(0_u64, |sum, &count| sum.checked_add(count))
        }
        let (Some(proved), Some(open)) = (sum(&self.proved), sum(&self.open)) else { return false };
        let longest = self.longest.as_ref().map(|longest| (longest.period, longest.codes));
        proved.checked_add(open) == Some(self.codes)
            && sum(&self.histogram) == Some(proved)
            && self.observed <= open
            && longest == self.histogram.last_key_value().map(|(&period, &codes)| (period, codes))
    }

    /// Encodes the tally as bytes, for a checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut answer = json!(self.written(true));
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

fn add_counts<K: Ord + Clone>(ours: &mut BTreeMap<K, u64>, theirs: &BTreeMap<K, u64>) {
    theirs.iter().for_each(|(key, count)| *ours.entry(key.clone()).or_default() += count);
}

impl LongestCode {
    fn from_json(longest: &Value) -> Option<Self> {
        let keys = ["period", "preperiod", "saltus", "number", "codes"];
        let [period, preperiod, saltus, number, codes] = keys.map(|key| number_of(&longest[key]));
        let code = longest["code"].as_str()?.to_owned();
        Some(Self { period: period?, preperiod: preperiod?, saltus: saltus?, number: number?, code, codes: codes? })
    }
}

/// A tally as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WrittenTally {
    /// The numbers of proved periods, by theorem.
    proved: BTreeMap<String, Number>,
    /// The numbers of codes without a proved period, by reason.
    open: BTreeMap<String, Number>,
    /// The number of open codes for which a period was observed.
    observed: Number,
    longest: Option<WrittenLongest>,
    digest: String,
    /// The proved periods, each with the number of codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<[Number; 2]>>,
}

/// The longest proved period.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LongestCode"))]
struct WrittenLongest {
    period: Number,
    preperiod: Number,
    saltus: Number,
    code: String,
    /// The number of the code in the sweep.
    number: Number,
    /// The number of codes with this period.
    codes: Number,
}

impl From<&LongestCode> for WrittenLongest {
    fn from(longest: &LongestCode) -> Self {
        let [period, preperiod, saltus] = [longest.period, longest.preperiod, longest.saltus].map(Number);
        let (number, codes) = (Number(longest.number), Number(longest.codes));
        Self { period, preperiod, saltus, code: longest.code.clone(), number, codes }
    }
}
