//! Sweeps over all subtraction sets, octal codes or pairs of sets of a given size.
//!
//! [`Sweep`] is the question, and [`merge`](super::merge) adds up parts that were swept separately. The result of a part is a
//! JSON object with a checksum ([`seal`]). [`Sweep::run`] continues an earlier run, and passes every set or code to an
//! observer.

mod any_swept;
mod asymmetric;
mod code_period;
mod counts;
mod octal;
mod octal_summary;
mod parts;
mod report;
mod seal;
mod subtraction;
mod swept;

pub use any_swept::AnySwept;
pub use asymmetric::{BadAmount, PairLaws, PairSummary, PairSweep, PairSwept};
pub use code_period::CodePeriod;
pub use octal::{BadDigits, OctalSweep, OctalSwept};
pub use octal_summary::{LongestCode, OctalSummary};
pub use parts::Parts;
pub(crate) use seal::{Content, KEY, checksum_of};
pub use seal::{is_sealed, seal};
pub use subtraction::most_bytes;
pub use swept::{Kind, Swept};

use crate::question::{Fate, NoAnswer, Question, written_as};
use crate::read::Session;
use crate::read::json::Number;
use crate::report::Report;
use crate::words::words;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;
use sprague::clock::Instant;
use sprague::rows::sweep::{Job, SetPeriod, Shard, Sweep as SetSweep, Watch, all_cores};
use sprague::{Limits, Stopped};
use std::num::NonZeroUsize;
use std::time::Duration;

words! {
    /// Which rulesets are swept.
    #[cfg_attr(feature = "flags", derive(clap::ValueEnum))]
    SweptRuleset {
        /// Subtraction games: take an amount that is in a set, under normal play
        #[default]
        Subtraction = "subtraction",
        /// Octal games: take from a heap and split it as a code allows, under normal play
        Octal = "octal",
        /// Asymmetric subtraction games: Left and Right have different sets; exchanged pairs count once
        Asymmetric = "asymmetric",
    }
}

/// Finds the period of every subtraction set or octal code of a size.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, Sweep};
/// let answer = Session::new().ask(&Sweep::of_sets(10), &Limits::default())?;
/// assert_eq!(answer.to_json()["longest"]["set"], serde_json::json!([3, 7, 10]));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Sweep {
    /// Which rulesets to sweep
    #[cfg_attr(feature = "flags", arg(value_enum))]
    pub ruleset: SweptRuleset,
    /// Largest member of the sets, from 1 to 63, or to 10 for pairs of sets
    #[cfg_attr(feature = "flags", arg(long, value_name = "K", value_parser = crate::flags::largest))]
    #[cfg_attr(feature = "flags", arg(allow_negative_numbers = true, required_if_eq_any([("ruleset", "subtraction"), ("ruleset", "asymmetric")])))]
    pub largest: Option<u32>,
    /// Find periods of nimbers instead of outcomes, for subtraction sets
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub nimbers: bool,
    /// Maximum number of digits of the octal codes after the point, from 1 to 8
    ///
    /// Codes begin with 0. or 4., and each is swept once.
    #[cfg_attr(feature = "flags", arg(long, value_name = "D", value_parser = crate::flags::digits))]
    #[cfg_attr(feature = "flags", arg(allow_negative_numbers = true, required_if_eq("ruleset", "octal")))]
    pub digits: Option<u32>,
    /// Maximum number of rows to compute in search of the period of an octal code [default: 10000]
    #[cfg_attr(feature = "flags", arg(long, value_name = "R", value_parser = crate::flags::number::<u64>))]
    pub seek: Option<u64>,
    /// Run only part I of N, where I is from 1 to N; `sprague merge` combines the parts
    ///
    /// All parts take about the same work.
    #[serde(default, deserialize_with = "shard")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    #[cfg_attr(feature = "flags", arg(long, value_name = "I/N"))]
    pub shard: Option<Shard>,
    /// Also count the sets or codes that have each period
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub histogram: bool,
    /// Also print a digest of all periods, which makes sweeps of sets two to four times slower
    ///
    /// The digest covers the period and preperiod of every subtraction set. It is always there for octal codes, and with
    /// --shard, -o or --csv.
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub digest: bool,
    /// Number of threads to use [default: one for each core of the machine]
    #[serde(default, deserialize_with = "crate::flags::some_jobs")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1024)))]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::jobs, allow_negative_numbers = true))]
    pub jobs: Option<NonZeroUsize>,
    /// Maximum number of sets or codes to sweep [default: all]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", help_heading = "Limits", value_parser = crate::flags::number::<u64>))]
    pub limit_sets: Option<u64>,
}

/// Reads a part, such as `3/8`.
pub(crate) fn shard<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Shard>, D::Error> {
    let shard = Option::<String>::deserialize(deserializer)?;
    shard.map(|shard| shard.parse()).transpose().map_err(serde::de::Error::custom)
}

/// The default for the limit on time of a sweep over octal codes.
const CODES_TIME: Duration = Duration::from_secs(3600);

impl Sweep {
    /// Returns the question about all subtraction sets with this largest member.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Sweep::of_sets(20).largest, Some(20));
    /// ```
    pub fn of_sets(largest: u32) -> Self {
        Self { ruleset: SweptRuleset::Subtraction, largest: Some(largest), ..Self::default() }
    }

    /// Returns the question about all octal codes with at most this many digits after the point.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Sweep::of_codes(3).digits, Some(3));
    /// ```
    pub fn of_codes(digits: u32) -> Self {
        Self { ruleset: SweptRuleset::Octal, digits: Some(digits), ..Self::default() }
    }

    /// Returns the question about all pairs of sets with amounts up to this largest one.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Sweep::of_pairs(5).largest, Some(5));
    /// ```
    pub fn of_pairs(largest: u32) -> Self {
        Self { ruleset: SweptRuleset::Asymmetric, largest: Some(largest), ..Self::default() }
    }

    /// Returns the sweep, or its part, before the first set or code.
    ///
    /// ```
    /// use sprague_questions::Sweep;
    /// let begun = Sweep { shard: Some("3/3".parse()?), ..Sweep::of_codes(3) }.begun(&sprague::Limits::default())?;
    /// assert_eq!((begun.size(), begun.done()), (341, 0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Unfit`] if the size is missing or too large.
    pub fn begun(&self, limits: &Limits) -> Result<AnySwept, NoAnswer> {
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        match self.ruleset {
            SweptRuleset::Subtraction => {
                let largest = self.largest.ok_or_else(|| NoAnswer::unfit("largest", "is needed for `sweep subtraction`"))?;
                let sweep = if self.nimbers { SetSweep::nimbers(largest) } else { SetSweep::outcomes(largest) };
                let sweep = sweep.map_err(|error| NoAnswer::unfit("largest", format!("takes {error}")))?.part(shard);
                let sweep = if self.digest || self.shard.is_some() { sweep.with_digest() } else { sweep };
                Ok(Swept::begun(sweep).into())
            }
            SweptRuleset::Octal => {
                let digits = self.digits.ok_or_else(|| NoAnswer::unfit("digits", "is needed for `sweep octal`"))?;
                let sweep = OctalSweep::new(digits).map_err(|error| NoAnswer::unfit("digits", format!("takes {error}")))?;
                let sweep = sweep.within(limits.positions, limits.bytes).part(shard);
                let sweep = sweep.seeking(self.seek.unwrap_or_else(|| sweep.seek()));
                Ok(Swept::begun(sweep).into())
            }
            SweptRuleset::Asymmetric => {
                let largest = self.largest.ok_or_else(|| NoAnswer::unfit("largest", "is needed for `sweep asymmetric`"))?;
                let sweep = PairSweep::new(largest).map_err(|error| NoAnswer::unfit("largest", format!("takes {error}")))?;
                Ok(Swept::begun(sweep.part(shard)).into())
            }
        }
    }

    /// Returns the laws of the first pair of sets whose number is at least `from`.
    ///
    /// Returns `None` after the last pair, and for sweeps that are not over pairs.
    ///
    /// ```
    /// use sprague_questions::Sweep;
    /// let limits = sprague::Limits::default();
    /// let laws = Sweep::of_pairs(5).pair(495, &limits)?.unwrap();
    /// assert_eq!(laws.to_json()["left"], serde_json::json!([1, 2, 3, 4, 5]));
    /// assert!(Sweep::of_pairs(5).pair(496, &limits)?.is_none());
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// # Errors
    /// [`NoAnswer::Unfit`] if the size is missing or too large, and [`NoAnswer::Stopped`] at a limit.
    pub fn pair(&self, from: u64, limits: &Limits) -> Result<Option<PairLaws>, NoAnswer> {
        self.has_meaning()?;
        let AnySwept::Asymmetric(swept) = self.begun(limits)? else { return Ok(None) };
        let Some(number) = swept.sweep.next(from) else { return Ok(None) };
        Ok(Some(swept.sweep.pair(number, &limits.starting_now())?))
    }

    /// Continues a [begun](Self::begun) sweep to the end or a limit.
    ///
    /// Threads and interruptions do not change the answer. In a sweep over codes, the limits on positions and memory
    /// apply to each code.
    ///
    /// ```
    /// use sprague_questions::Sweep;
    /// let limits = sprague::Limits::default();
    /// let half = Sweep { limit_sets: Some(8), ..Sweep::of_codes(1) };
    /// let first = half.run(half.begun(&limits)?, &limits, &mut ());
    /// assert_eq!((first.done(), first.stopped().is_some()), (8, true));
    /// let rest = Sweep::of_codes(1).run(first, &limits, &mut ());
    /// assert_eq!((rest.done(), rest.stopped()), (16, None));
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    ///
    /// The observer can display every set, code or pair as a line of comma-separated values:
    ///
    /// ```
    /// use sprague_questions::Sweep;
    /// use std::fmt::Display;
    /// use std::ops::ControlFlow;
    ///
    /// struct Print;
    /// impl<I: Display> sprague::rows::sweep::Watch<I> for Print {
    ///     fn wants_items(&self) -> bool {
    ///         true
    ///     }
    ///     fn items(&mut self, items: &[I]) -> ControlFlow<()> {
    ///         items.iter().for_each(|item| println!("{item}"));
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    /// let (question, limits) = (Sweep::of_sets(4), sprague::Limits::default());
    /// assert_eq!(question.run(question.begun(&limits)?, &limits, &mut Print).done(), 8);
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn run<W>(&self, begun: AnySwept, limits: &Limits, watch: &mut W) -> AnySwept
    where
        W: Watch<SetPeriod> + Watch<CodePeriod> + Watch<PairLaws>,
    {
        let most = self.limit_sets.unwrap_or(u64::MAX);
        let positions = match self.ruleset {
            SweptRuleset::Subtraction | SweptRuleset::Asymmetric => most.min(limits.positions),
            SweptRuleset::Octal => most,
        };
        begun.run(self.jobs.unwrap_or_else(all_cores), &Limits { positions, ..limits.clone() }, watch)
    }
}

impl Question for Sweep {
    type Answer = SweepAnswer;
    const NAME: &'static str = "sweep";

    /// Removes the limit on positions for sets, and raises the limit on time to an hour for codes.
    fn usual(&self, door: Limits) -> Limits {
        match self.ruleset {
            SweptRuleset::Subtraction | SweptRuleset::Asymmetric => Limits { positions: u64::MAX, ..door },
            SweptRuleset::Octal => Limits { time: door.time.map(|time| time.max(CODES_TIME)), ..door },
        }
    }

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        let (sets, codes, pairs) = (SweptRuleset::Subtraction, SweptRuleset::Octal, SweptRuleset::Asymmetric);
        let (of_sets, of_codes, with_largest) = ([sets], [codes], [sets, pairs]);
        let options = [
            ("largest", self.largest.is_some(), with_largest.as_slice()),
            ("nimbers", self.nimbers, &of_sets),
            ("digits", self.digits.is_some(), &of_codes),
            ("seek", self.seek.is_some(), &of_codes),
        ];
        match options.into_iter().find(|(_, is_there, fitting)| *is_there && !fitting.contains(&self.ruleset)) {
            Some((field, _, fitting)) => Err(NoAnswer::unfit(field, format!("applies to `sweep {}`", fitting[0]))),
            None => Ok(()),
        }
    }

    fn report(answer: &SweepAnswer) -> Option<Report> {
        Some(answer.swept.report(answer.has_histogram))
    }

    fn answer(&self, _: &Session, limits: &Limits) -> Result<SweepAnswer, NoAnswer> {
        let started = Instant::now();
        let swept = self.run(self.begun(limits)?, limits, &mut ());
        if let Some(Stopped::Asked) = swept.stopped() {
            return Err(Stopped::Asked.into());
        }
        Ok(SweepAnswer { swept: swept.taking(started.elapsed().as_secs_f64()), has_histogram: self.histogram })
    }
}

/// The results of a sweep, or of a part that can be added to others.
///
/// Serialised, it is the JSON object of the command line.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, Sweep};
/// let answer = Session::new().ask(&Sweep { histogram: true, ..Sweep::of_sets(2) }, &Limits::default())?;
/// assert_eq!(answer.to_json()["histogram"], serde_json::json!([[3, 1], [4, 1]]));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug)]
pub struct SweepAnswer {
    /// The results of the sweep, complete or not.
    pub swept: AnySwept,
    /// Whether the JSON of a whole sweep has a histogram. A part always has one.
    pub has_histogram: bool,
}

impl SweepAnswer {
    /// Returns the JSON object of the command line.
    pub fn to_json(&self) -> Value {
        if self.swept.parts().is_whole() { self.swept.to_json(self.has_histogram) } else { self.swept.to_part() }
    }

    /// Returns the limit that was reached before the last set or code, if one was.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Session, Sweep};
    /// let few = Sweep { limit_sets: Some(0), ..Sweep::of_sets(9) };
    /// assert!(Session::new().ask(&few, &Limits::default())?.stopped().is_some());
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn stopped(&self) -> Option<&Stopped> {
        self.swept.stopped()
    }
}

impl Serialize for SweepAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

written_as!(SweepAnswer, AnySwept);

/// The flag that saves the state, so that the same command can continue later.
const KEPT: &str = "--checkpoint FILE";

/// The parts that were swept, how far and in what time, as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Extent {
    /// The seconds of all runs, rounded to the microsecond so that they can be read back exactly.
    seconds: f64,
    /// The parts, such as 3/8, unless it is the whole sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// The limit that was reached before the last set or code.
    #[serde(flatten)]
    fate: Fate,
    /// The number of sets or codes before the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    swept: Option<Number>,
}

impl Extent {
    /// Returns the extent of a sweep over these parts, of which `done` items have been swept.
    fn of(parts: &Parts, stopped: Option<&Stopped>, done: u64, seconds: f64) -> Self {
        Self {
            seconds: (seconds * 1e6).round() / 1e6,
            shard: (!parts.is_whole()).then(|| parts.to_string()),
            fate: match stopped {
                Some(stopped @ Stopped::Positions(most)) => Fate {
                    stopped: Some(stopped.name()),
                    why: Some(format!("stopped before more than {most} of them")),
                    r#try: Some(vec![KEPT.to_owned(), format!("--limit-sets {}", most.saturating_mul(10))]),
                },
                other => Fate::of(other, &[KEPT]),
            },
            swept: stopped.map(|_| Number(done)),
        }
    }
}

/// Reads the parts of a sweep from an object. An object without the key `shard` is the whole sweep.
fn parts_of(part: &Value) -> Option<Parts> {
    match part.get("shard") {
        None => Some(sprague::rows::sweep::Shard::WHOLE.into()),
        Some(shard) => shard.as_str()?.parse().ok(),
    }
}

/// Returns the JSON object of a sweep, with its histogram or without it.
fn result(written: impl Serialize, has_histogram: bool) -> Value {
    let mut answer = serde_json::to_value(written).expect("counts are plain data");
    if let (Some(keys), false) = (answer.as_object_mut(), has_histogram) {
        keys.remove("histogram");
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(question: &Sweep, limits: &Limits) -> SweepAnswer {
        Session::new().ask(question, &question.usual(limits.clone())).unwrap()
    }

    /// Asks a question in JSON without limits.
    fn asked(json: &str) -> Result<Value, NoAnswer> {
        let answer = crate::ask(&Session::new(), Sweep::NAME, json.as_bytes(), &Default::default(), Limits::default())?;
        let mut text = vec![];
        answer.write(&mut text).unwrap();
        Ok(serde_json::from_slice(&text).unwrap())
    }

    #[test]
    fn only_a_part_is_sealed_and_has_a_histogram_anyway() {
        let part = |shard: &str| Sweep { shard: Some(shard.parse().unwrap()), ..Sweep::of_sets(9) };
        let whole = answer(&part("1/1"), &Limits::default()).to_json();
        assert!(whole["digest"].is_string() && whole.get("checksum").is_none() && whole.get("histogram").is_none(), "{whole}");
        let half = answer(&part("1/2"), &Limits::default()).to_json();
        assert!(is_sealed(&half) && half["histogram"].is_array() && half["shard"] == "1/2", "{half}");
        let plain = answer(&Sweep { histogram: true, ..Sweep::of_sets(9) }, &Limits::default()).to_json();
        assert!(plain.get("digest").is_none() && plain["histogram"].is_array(), "{plain}");
    }

    #[test]
    fn limits_are_of_the_sweep_for_sets_and_of_each_code_for_codes() {
        let few = Limits { positions: 300, ..Limits::default() };
        let codes = answer(&Sweep::of_codes(2), &few);
        assert!(codes.stopped().is_none() && codes.to_json()["open"]["positions"].as_u64() > Some(0));
        let sets = Session::new().ask(&Sweep::of_sets(33), &few).unwrap();
        assert_eq!(sets.to_json()["stopped"], "positions");
        assert!(sets.to_json()["why"].as_str().unwrap().starts_with("stopped before more than "));
        for question in [Sweep::of_sets(20), Sweep::of_codes(2)] {
            let none = answer(&Sweep { limit_sets: Some(0), ..question }, &Limits::default()).to_json();
            assert_eq!((&none["stopped"], &none["swept"]), (&"positions".into(), &0.into()), "{none}");
        }
        let small = answer(&Sweep::of_sets(20), &Limits { bytes: 1 << 20, ..Limits::default() });
        assert!(matches!(small.stopped(), Some(Stopped::Memory(_))));
    }

    #[test]
    fn what_has_no_meaning_names_the_field() {
        for (json, field) in [
            (r#"{"ruleset":"subtraction"}"#, "largest"),
            (r#"{"ruleset":"octal"}"#, "digits"),
            (r#"{"ruleset":"subtraction","largest":64}"#, "largest"),
            (r#"{"ruleset":"octal","digits":9}"#, "digits"),
            (r#"{"ruleset":"octal","digits":1,"largest":3}"#, "largest"),
            (r#"{"ruleset":"octal","digits":1,"nimbers":true}"#, "nimbers"),
            (r#"{"ruleset":"subtraction","largest":3,"seek":9}"#, "seek"),
            (r#"{"ruleset":"subtraction","largest":3,"digits":1}"#, "digits"),
            (r#"{"ruleset":"subtraction","largest":3,"shard":"4/3"}"#, "shard"),
            (r#"{"ruleset":"subtraction","largest":3,"jobs":0}"#, "jobs"),
            (r#"{"ruleset":"kayles","largest":3}"#, "ruleset"),
        ] {
            let refused = asked(json).unwrap_err();
            assert_eq!(refused.to_json()["field"], field, "{json}: {refused}");
        }
        let unfit = asked(r#"{"ruleset":"octal","digits":1,"nimbers":true}"#).unwrap_err();
        assert_eq!(unfit.in_words(|field| format!("--{field}")), "--nimbers applies to `sweep subtraction`");
        assert_eq!(asked(r#"{"ruleset":"octal","digits":1,"seek":100,"jobs":1}"#).unwrap()["codes"], 16);
    }

    #[test]
    fn an_interrupted_sweep_of_either_kind_goes_on_from_its_tally() {
        for question in [Sweep::of_sets(18), Sweep { seek: Some(300), ..Sweep::of_codes(2) }] {
            let limits = question.usual(Limits::default());
            let begun = || question.begun(&limits).unwrap();
            let half = Sweep { limit_sets: Some(begun().size() / 2), ..question.clone() };
            let first = half.run(begun(), &limits, &mut ());
            assert!(first.stopped().is_some() && first.done() > 0);
            let rest = question.run(begun().with_tally(&first.tally()).unwrap(), &limits, &mut ());
            assert_eq!(rest.to_json(true), question.run(begun(), &limits, &mut ()).to_json(true));
            assert!(begun().with_tally(b"{}").is_none());
        }
    }
}
