//! The results of a sweep over subtraction sets, in JSON and in words. [`Sweep::run`] runs the sweep.

use super::counts::by_period;
use super::swept::{Kind, Swept};
use super::{Extent, result};
use crate::read::json::{Number, number_of};
use serde::Serialize;
use serde_json::Value;
use sprague::heap::{AmountSet, RowKind};
use sprague::rows::sweep::{Longest, SetPeriod, Shard, Sweep, SweepSummary};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;

/// The maximum memory of a thread, in bytes: for its lanes, and for all finished chunks that wait for a slow one.
const THREAD_BYTES: u64 = 6 << 20;
const WAITING_BYTES: u64 = 32 << 20;

/// Returns the maximum memory of a sweep on `jobs` threads, in bytes.
///
/// [`Job::run`](sprague::rows::sweep::Job::run) checks no limit on memory, so its caller must check this number first.
///
/// ```
/// use std::num::NonZeroUsize;
/// assert_eq!(sprague_questions::sweep::most_bytes(NonZeroUsize::MIN), 38 << 20);
/// ```
pub fn most_bytes(jobs: NonZeroUsize) -> u64 {
    THREAD_BYTES * jobs.get() as u64 + WAITING_BYTES
}

impl Kind for Sweep {
    const HEADER: &'static str = SetPeriod::HEADER;

    fn question(&self) -> String {
        let rows = if self.rows() == RowKind::Nimbers { " --nimbers" } else { "" };
        format!("sweep subtraction --largest {}{rows}", self.largest())
    }

    fn shard(&self) -> Shard {
        Sweep::shard(self)
    }

    fn share(&self, shard: Shard) -> u64 {
        self.part(shard).part_sets()
    }

    fn tally(&self, bytes: &[u8]) -> Option<SweepSummary> {
        SweepSummary::from_bytes(bytes).filter(|tally| self.can_go_on_from(tally))
    }
}

impl Swept<Sweep> {
    /// Returns the JSON object of the command line.
    ///
    /// With `has_histogram` it has the number of sets for each period. It has a key `digest` if the tally has a digest.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let Self { sweep, tally, .. } = self;
        let written = Written {
            sweep: "subtraction",
            largest: sweep.largest(),
            sets: Number(self.size()),
            rows: sweep.rows(),
            longest: tally.longest.as_ref().map(LongestSet::from),
            extent: self.extent(),
            digest: tally.digest.map(|digest| digest.to_string()),
            histogram: tally.histogram.clone(),
        };
        result(written, has_histogram)
    }

    /// Reads a part of a finished sweep from a JSON object.
    pub(super) fn from_part(part: &Value) -> Option<Self> {
        let largest = u32::try_from(part["largest"].as_u64()?).ok()?;
        let sweep = match part["rows"].as_str()? {
            "outcomes" => Sweep::outcomes(largest),
            "nimbers" => Sweep::nimbers(largest),
            _ => return None,
        };
        let (sweep, parts) = (sweep.ok()?, super::parts_of(part)?);
        let longest = match &part["longest"] {
            Value::Null => None,
            longest => Some(longest_of(longest)?),
        };
        let sets = number_of(&part["sets"])?;
        let digest = match part.get("digest") {
            // only parts need a digest
            None if parts.is_whole() => None,
            digest => Some(digest?.as_str()?.parse().ok()?),
        };
        let tally = SweepSummary { sets, longest, histogram: by_period::deserialize(&part["histogram"]).ok()?, digest };
        let swept = Self { sweep, parts, tally, stopped: None, seconds: part["seconds"].as_f64()? };
        let has_all = swept.size() == sets && SweepSummary::from_bytes(&swept.tally.to_bytes()).as_ref() == Some(&swept.tally);
        let fits = swept.tally.longest.is_none_or(|longest| longest.mask >> (largest - 1) == 1);
        (has_all && fits).then_some(swept)
    }

    /// Returns a sentence about the longest period, or `None` before the first set.
    pub fn longest_in_words(&self) -> Option<String> {
        let longest = self.tally.longest.as_ref()?;
        let set = AmountSet::new(longest.set().into_iter().map(u64::from)).expect("members are 1 to 63");
        let others = match longest.count {
            1 => "no other set has it".to_owned(),
            count => format!("one of {count} sets"),
        };
        Some(format!("longest period {} from n = {} on, subtraction:{set} ({others})", longest.period, longest.preperiod))
    }
}

fn longest_of(longest: &Value) -> Option<Longest> {
    let members = longest["set"].as_array()?.iter().map(Value::as_u64);
    let mut mask = members.map(|member| member.filter(|member| (1..=63).contains(member)).map(|member| 1 << (member - 1)));
    let mask = mask.try_fold(0, |mask: u64, bit| Some(mask | bit?))?;
    let [period, preperiod, count] = ["period", "preperiod", "sets"].map(|key| number_of(&longest[key]));
    Some(Longest { period: period?, preperiod: preperiod?, mask, count: count? })
}

/// A sweep of subtraction sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SweptSets"))]
pub(super) struct Written {
    sweep: &'static str,
    largest: u32,
    sets: Number,
    rows: RowKind,
    longest: Option<LongestSet>,
    #[serde(flatten)]
    extent: Extent,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<String>,
    /// The periods, each with the number of sets.
    #[serde(serialize_with = "by_period::serialize")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<[Number; 2]>>"))]
    histogram: BTreeMap<u64, u64>,
}

/// The longest period of the sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct LongestSet {
    period: Number,
    preperiod: Number,
    /// The first set with this period.
    set: Vec<u32>,
    /// The number of sets with this period.
    sets: Number,
}

impl From<&Longest> for LongestSet {
    fn from(longest: &Longest) -> Self {
        let [period, preperiod, sets] = [longest.period, longest.preperiod, longest.count].map(Number);
        Self { period, preperiod, set: longest.set(), sets }
    }
}
