//! The results of a sweep over subtraction sets, in JSON and in words. [`Sweep::run`] runs the sweep.

use super::{Extent, Parts, seal};
use crate::read::json::{Number, number_of};
use serde::Serialize;
use serde_json::Value;
use sprague::Stopped;
use sprague::heap::{AmountSet, RowKind};
use sprague::rows::sweep::{Longest, SetPeriod, Sweep, SweepSummary};
use std::num::NonZeroUsize;

/// The maximum memory of a thread, in bytes: for its lanes, and for all finished chunks that wait for a slow one.
const THREAD_BYTES: u64 = 6 << 20;
const WAITING_BYTES: u64 = 32 << 20;

/// Returns the maximum memory of a sweep on `jobs` threads, in bytes.
///
/// [`Sweep::run`] checks no limit on memory, so its caller must check this number first.
///
/// ```
/// use std::num::NonZeroUsize;
/// assert_eq!(sprague_questions::sweep::most_bytes(NonZeroUsize::MIN), 38 << 20);
/// ```
pub fn most_bytes(jobs: NonZeroUsize) -> u64 {
    THREAD_BYTES * jobs.get() as u64 + WAITING_BYTES
}

/// A sweep over subtraction sets, or some parts of it, with results and time.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Sweep, SweepSummary, all_cores};
/// use sprague_questions::sweep::Swept;
///
/// let sweep = Sweep::outcomes(10)?;
/// let (tally, stopped) = sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ());
/// let swept = Swept::of(sweep, tally, stopped, 0.0);
/// let answer = swept.to_json(false);
/// assert_eq!((&answer["sets"], &answer["longest"]["period"]), (&512.into(), &45.into()));
/// assert_eq!(swept.longest_in_words().unwrap(), "longest period 45 from n = 0 on, subtraction:3,7,10 (no other set has it)");
/// # Ok::<(), sprague::rows::sweep::BadLargest>(())
/// ```
#[derive(Clone, Debug)]
pub struct Swept {
    /// The sets of all parts, and the kind of rows.
    pub sweep: Sweep,
    /// The parts that were swept.
    pub parts: Parts,
    /// The counts for the first sets of a part, or for some whole parts.
    pub tally: SweepSummary,
    /// The limit that was reached before the last set, if one was.
    pub stopped: Option<Stopped>,
    /// The time of all runs, in seconds.
    pub seconds: f64,
}

impl Swept {
    /// Builds the results of a sweep, or of a part.
    pub fn of(sweep: Sweep, tally: SweepSummary, stopped: Option<Stopped>, seconds: f64) -> Self {
        Self { sweep, parts: sweep.shard().into(), tally, stopped, seconds }
    }

    /// Returns the number of sets in these parts.
    ///
    /// ```
    /// # use sprague::rows::sweep::{Sweep, SweepSummary};
    /// # use sprague_questions::sweep::Swept;
    /// let sweep = Sweep::outcomes(10)?.part("1/2".parse()?);
    /// assert_eq!(Swept::of(sweep, SweepSummary::default(), None, 0.0).sets(), 256);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sets(&self) -> u64 {
        match self.parts.is_whole() {
            true => self.sweep.sets(),
            false => self.parts.shards().map(|shard| self.sweep.part(shard).part_sets()).sum(),
        }
    }

    /// Returns the sweep as you would type it, without a part.
    pub fn question(&self) -> String {
        let rows = if self.sweep.rows() == RowKind::Nimbers { " --nimbers" } else { "" };
        format!("sweep subtraction --largest {}{rows}", self.sweep.largest())
    }

    /// Returns the JSON object of the command line.
    ///
    /// With `has_histogram` it has the number of sets for each period. It has a key `digest` if the tally has a digest.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let Self { sweep, tally, stopped, .. } = self;
        let written = Written {
            sweep: "subtraction",
            largest: sweep.largest(),
            sets: Number(self.sets()),
            rows: sweep.rows(),
            longest: tally.longest.as_ref().map(LongestSet::from),
            extent: Extent::of(&self.parts, stopped.as_ref(), tally.sets, self.seconds),
            digest: tally.digest.map(|digest| digest.to_string()),
            histogram: has_histogram.then(|| super::pairs(&tally.histogram)),
        };
        serde_json::to_value(written).expect("counts are plain data")
    }

    /// Returns the JSON object of a part, which has a checksum and can be added to others.
    ///
    /// ```
    /// # use sprague::rows::sweep::{Sweep, SweepSummary};
    /// # use sprague_questions::sweep::Swept;
    /// let part = Swept::of(Sweep::outcomes(10)?.part("1/2".parse()?), SweepSummary::default(), None, 0.0).to_part();
    /// assert_eq!(part["shard"], "1/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_part(&self) -> Value {
        seal(self.to_json(true))
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
        let tally = SweepSummary { sets, longest, histogram: super::histogram_of(&part["histogram"])?, digest };
        let swept = Self { sweep, parts, tally, stopped: None, seconds: part["seconds"].as_f64()? };
        let has_all = swept.sets() == sets && SweepSummary::from_bytes(&swept.tally.to_bytes()).as_ref() == Some(&swept.tally);
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

/// The names of the columns of lines of sets.
pub(super) const HEADER: &str = "set,period,preperiod";

/// Formats a set with its period as a line of comma-separated values.
pub(super) fn line(set: &SetPeriod) -> String {
    let members: Vec<String> = set.set().iter().map(u32::to_string).collect();
    format!("\"{}\",{},{}\n", members.join(","), set.period, set.preperiod)
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
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<[Number; 2]>>,
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
