//! What a sweep over octal codes knows: how many periods are proved and by what, how many are not and why, the longest.

use super::octal::CodePeriod;
use super::{histogram_of, histogram_to_json, number_of};
use crate::json_number;
use serde_json::{Value, json};
use sprague::heap::Period;
use sprague::rows::sweep::RecordDigest;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The longest proved period of the codes that were seen.
///
/// ```
/// use sprague_games::sweep::LongestCode;
/// let kayles = LongestCode { period: 12, preperiod: 71, saltus: 0, number: 0o77, code: "0.77".to_owned(), codes: 1 };
/// assert_eq!(kayles.code, "0.77");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LongestCode {
    /// The period.
    pub period: u64,
    /// The preperiod of the code below.
    pub preperiod: u64,
    /// What its values gain in every period.
    pub saltus: u64,
    /// The first of all codes with this period, by its number in the sweep.
    pub number: u64,
    /// The same as it is written.
    pub code: String,
    /// How many codes have this period.
    pub codes: u64,
}

/// What is known about some codes of a sweep: the first of a part, or all of some parts.
///
/// ```
/// use sprague_games::sweep::{CodePeriod, OctalSummary};
///
/// let mut tally = OctalSummary::default();
/// tally.count(&CodePeriod { number: 7, code: "0.007".to_owned(), period: None, why: Some("seek") });
/// assert_eq!(tally.open["seek"], 1);
/// assert_eq!(OctalSummary::from_bytes(&tally.to_bytes()), Some(tally));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OctalSummary {
    /// How many codes.
    pub codes: u64,
    /// The number from which on codes were not looked at yet; 0 where parts were added up.
    pub next: u64,
    /// How many periods are proved, by theorem.
    pub proved: BTreeMap<String, u64>,
    /// How many are not, by why.
    pub open: BTreeMap<String, u64>,
    /// Of those that are open, how many were observed.
    pub observed: u64,
    /// The longest proved period.
    pub longest: Option<LongestCode>,
    /// How many codes have which proved period.
    pub histogram: BTreeMap<u64, u64>,
    /// Of the record of every code.
    pub digest: RecordDigest,
}

impl OctalSummary {
    /// Counts one more code.
    ///
    /// See [`OctalSummary`] for an example.
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

    /// Adds what is known about other codes of the same sweep.
    ///
    /// ```
    /// # use sprague_games::sweep::OctalSummary;
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

    /// Its keys and values in an answer.
    pub(super) fn write_into(&self, answer: &mut Value, has_histogram: bool) {
        let counts = |counts: &BTreeMap<String, u64>| -> Value {
            counts.iter().map(|(name, &count)| (name.clone(), json_number(count))).collect()
        };
        answer["proved"] = counts(&self.proved);
        answer["open"] = counts(&self.open);
        answer["observed"] = json_number(self.observed);
        answer["longest"] = self.longest.as_ref().map_or(Value::Null, LongestCode::to_json);
        answer["digest"] = json!(self.digest.to_string());
        if has_histogram {
            answer["histogram"] = histogram_to_json(&self.histogram);
        }
    }

    /// What [`write_into`](Self::write_into) wrote about so many codes, if it agrees with itself.
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

    /// Whether its counts add up.
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

    /// The tally as bytes, for a checkpoint.
    ///
    /// See [`OctalSummary`] for an example.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut answer = json!({ "codes": json_number(self.codes), "next": json_number(self.next) });
        self.write_into(&mut answer, true);
        answer.to_string().into_bytes()
    }

    /// The tally that these bytes are; `None` if they are none.
    ///
    /// ```
    /// assert_eq!(sprague_games::sweep::OctalSummary::from_bytes(b"{}"), None);
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
    fn to_json(&self) -> Value {
        let [period, preperiod, saltus] = [self.period, self.preperiod, self.saltus].map(json_number);
        let [number, codes] = [self.number, self.codes].map(json_number);
        json!({ "period": period, "preperiod": preperiod, "saltus": saltus, "code": self.code, "number": number, "codes": codes })
    }

    fn from_json(longest: &Value) -> Option<Self> {
        let keys = ["period", "preperiod", "saltus", "number", "codes"];
        let [period, preperiod, saltus, number, codes] = keys.map(|key| number_of(&longest[key]));
        let code = longest["code"].as_str()?.to_owned();
        Some(Self { period: period?, preperiod: preperiod?, saltus: saltus?, number: number?, code, codes: codes? })
    }
}
