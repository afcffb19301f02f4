//! What a sweep over subtraction sets came to, as JSON and in words.
//!
//! [`Sweep::run`] sweeps; this says what is known then.

use crate::json_number;
use serde_json::{Value, json};
use sprague::Stopped;
use sprague::heap::AmountSet;
use sprague::rows::sweep::{Longest, Sweep, SweepSummary};
use std::num::NonZeroUsize;

/// What threads hold at most, in bytes: their lanes, and chunks that wait for a slow one.
const THREAD_BYTES: u64 = 2 << 20;
const WAITING_BYTES: u64 = 32 << 20;

/// What a sweep on so many threads holds at most, in bytes. [`Sweep::run`] does not look at a limit on memory: its caller does, before
/// it.
///
/// ```
/// use std::num::NonZeroUsize;
/// assert_eq!(sprague_games::sweep::most_bytes(NonZeroUsize::MIN), 34 << 20);
/// ```
pub fn most_bytes(jobs: NonZeroUsize) -> u64 {
    THREAD_BYTES * jobs.get() as u64 + WAITING_BYTES
}

/// A sweep, how far it came, and in what time.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Sweep, SweepSummary, all_cores};
/// use sprague_games::sweep::Swept;
///
/// let sweep = Sweep::outcomes(10)?;
/// let (tally, stopped) = sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ());
/// let swept = Swept { sweep, tally, stopped, seconds: 0.0 };
/// let answer = swept.to_json(false);
/// assert_eq!((&answer["sets"], &answer["longest"]["period"]), (&512.into(), &45.into()));
/// assert_eq!(swept.longest_in_words().unwrap(), "longest period 45 from n = 0 on, subtraction:3,7,10 (no other set has it)");
/// # Ok::<(), sprague::rows::sweep::BadLargest>(())
/// ```
#[derive(Clone, Debug)]
pub struct Swept {
    /// Which sets, and which rows.
    pub sweep: Sweep,
    /// What is known about the first sets, or about all.
    pub tally: SweepSummary,
    /// The limit that was reached before the last set.
    pub stopped: Option<Stopped>,
    /// How long it took, in earlier runs and in this one.
    pub seconds: f64,
}

impl Swept {
    /// The JSON object that the command line promises, if wanted with the number of sets for each period.
    ///
    /// See [`Swept`] for an example.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let Self { sweep, tally, stopped, seconds } = self;
        let mut answer = json!({
            "largest": sweep.largest(), "sets": json_number(sweep.sets()), "rows": sweep.rows(),
            "longest": tally.longest.as_ref().map(longest_to_json), "seconds": seconds,
        });
        if let Some(stopped) = stopped {
            answer["stopped"] = json!(stopped.name());
            answer["swept"] = json_number(tally.sets);
        }
        if has_histogram {
            let pair = |(&period, &sets)| json!([json_number(period), json_number(sets)]);
            answer["histogram"] = tally.histogram.iter().map(pair).collect();
        }
        answer
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

fn longest_to_json(longest: &Longest) -> Value {
    let (period, preperiod) = (json_number(longest.period), json_number(longest.preperiod));
    json!({ "period": period, "preperiod": preperiod, "set": longest.set(), "sets": json_number(longest.count) })
}
