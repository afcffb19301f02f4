//! What a sweep over subtraction sets came to, as JSON and in words.
//!
//! [`Sweep::run`] sweeps; this says what is known then.

use super::{Parts, number_of, seal};
use crate::json_number;
use serde_json::{Value, json};
use sprague::Stopped;
use sprague::heap::{AmountSet, RowKind};
use sprague::rows::sweep::{Longest, Sweep, SweepSummary};
use std::num::NonZeroUsize;

/// What threads hold at most, in bytes: their lanes, and chunks that wait for a slow one.
const THREAD_BYTES: u64 = 6 << 20;
const WAITING_BYTES: u64 = 32 << 20;

/// What a sweep on so many threads holds at most, in bytes. [`Sweep::run`] does not look at a limit on memory: its caller does, before
/// it.
///
/// ```
/// use std::num::NonZeroUsize;
/// assert_eq!(sprague_games::sweep::most_bytes(NonZeroUsize::MIN), 38 << 20);
/// ```
pub fn most_bytes(jobs: NonZeroUsize) -> u64 {
    THREAD_BYTES * jobs.get() as u64 + WAITING_BYTES
}

/// A sweep or some parts of it, how far it came, and in what time.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Sweep, SweepSummary, all_cores};
/// use sprague_games::sweep::Swept;
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
    /// Which sets, and which rows, of all parts.
    pub sweep: Sweep,
    /// The parts that were swept.
    pub parts: Parts,
    /// What is known about the first sets of a part, or about all of some.
    pub tally: SweepSummary,
    /// The limit that was reached before the last set.
    pub stopped: Option<Stopped>,
    /// How long it took, in earlier runs and in this one.
    pub seconds: f64,
}

impl Swept {
    /// What a sweep, or the part of it that it is, came to.
    ///
    /// See [`Swept`] for an example.
    pub fn of(sweep: Sweep, tally: SweepSummary, stopped: Option<Stopped>, seconds: f64) -> Self {
        Self { sweep, parts: sweep.shard().into(), tally, stopped, seconds }
    }

    /// How many sets there are in these parts.
    ///
    /// ```
    /// # use sprague::rows::sweep::{Sweep, SweepSummary};
    /// # use sprague_games::sweep::Swept;
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

    /// The sweep as it is typed, without a part.
    pub fn question(&self) -> String {
        let rows = if self.sweep.rows() == RowKind::Nimbers { " --nimbers" } else { "" };
        format!("sweep subtraction --largest {}{rows}", self.sweep.largest())
    }

    /// The JSON object that the command line promises, if wanted with the number of sets for each period.
    ///
    /// See [`Swept`] for an example.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let Self { sweep, tally, stopped, .. } = self;
        let mut answer = json!({
            "sweep": "subtraction", "largest": sweep.largest(), "sets": json_number(self.sets()), "rows": sweep.rows(),
            "longest": tally.longest.as_ref().map(longest_to_json), "digest": tally.digest.to_string(),
            "seconds": super::rounded(self.seconds),
        });
        if !self.parts.is_whole() {
            answer["shard"] = json!(self.parts.to_string());
        }
        if let Some(stopped) = stopped {
            answer["stopped"] = json!(stopped.name());
            answer["swept"] = json_number(tally.sets);
        }
        if has_histogram {
            answer["histogram"] = super::histogram_to_json(&tally.histogram);
        }
        answer
    }

    /// The same with all that it takes to be added to other parts, and a checksum.
    ///
    /// ```
    /// # use sprague::rows::sweep::{Sweep, SweepSummary};
    /// # use sprague_games::sweep::Swept;
    /// let part = Swept::of(Sweep::outcomes(10)?.part("1/2".parse()?), SweepSummary::default(), None, 0.0).to_part();
    /// assert_eq!(part["shard"], "1/2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_part(&self) -> Value {
        seal(self.to_json(true))
    }

    /// The part of a finished sweep that this object is; `None` if it is none.
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
        let tally = SweepSummary {
            sets,
            longest,
            histogram: super::histogram_of(&part["histogram"])?,
            digest: part["digest"].as_str()?.parse().ok()?,
        };
        let swept = Self { sweep, parts, tally, stopped: None, seconds: part["seconds"].as_f64()? };
        let has_all = swept.sets() == sets && SweepSummary::from_bytes(&swept.tally.to_bytes()).as_ref() == Some(&swept.tally);
        let fits = swept.tally.longest.is_none_or(|longest| longest.mask >> (largest - 1) == 1);
        (has_all && fits).then_some(swept)
    }

    /// The longest period in a sentence; `None` before the first set.
    ///
    /// See [`Swept`] for an example.
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

fn longest_to_json(longest: &Longest) -> Value {
    let (period, preperiod) = (json_number(longest.period), json_number(longest.preperiod));
    json!({ "period": period, "preperiod": preperiod, "set": longest.set(), "sets": json_number(longest.count) })
}
