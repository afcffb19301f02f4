//! The results of a sweep of any kind, and the functions that run it.

use super::asymmetric::{PairLaws, WatchPairs};
use super::code_period::CodePeriod;
use super::{OctalSummary, OctalSwept, PairSummary, PairSwept, Parts, Swept, WatchCodes, most_bytes, seal};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;
use sprague::rows::sweep::{SetPeriod, SweepSummary, Watch};
use sprague::{Limits, Stopped};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

/// The results of a sweep of any kind, or of some of its parts. They may be incomplete.
///
/// ```
/// use sprague::rows::sweep::{Sweep, SweepSummary};
/// use sprague_questions::sweep::{AnySwept, Swept};
///
/// let part = Swept::of(Sweep::outcomes(10)?.part("1/2".parse()?), SweepSummary::default(), None, 0.0);
/// assert_eq!(AnySwept::from(part).parts().to_string(), "1/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum AnySwept {
    /// Subtraction sets.
    Subtraction(Swept),
    /// Octal codes.
    Octal(OctalSwept),
    /// Pairs of sets of amounts.
    Asymmetric(PairSwept),
}

impl From<PairSwept> for AnySwept {
    fn from(swept: PairSwept) -> Self {
        Self::Asymmetric(swept)
    }
}

impl From<Swept> for AnySwept {
    fn from(swept: Swept) -> Self {
        Self::Subtraction(swept)
    }
}

impl From<OctalSwept> for AnySwept {
    fn from(swept: OctalSwept) -> Self {
        Self::Octal(swept)
    }
}

/// An observer of a sweep of any kind, which can record every set, code or pair.
///
/// All three methods are called by one thread at a time, and in order.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::Sweep;
/// use sprague_questions::sweep::WatchSweep;
/// use std::ops::ControlFlow;
///
/// struct Print;
/// impl WatchSweep for Print {
///     fn wants_lines(&self) -> bool {
///         true
///     }
///     fn lines(&mut self, lines: &str) -> ControlFlow<()> {
///         print!("{lines}");
///         ControlFlow::Continue(())
///     }
/// }
/// let (question, limits) = (Sweep::of_sets(4), Limits::default());
/// let swept = question.run(question.begun(&limits)?, &limits, &mut Print);
/// assert_eq!(swept.done(), 8);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
pub trait WatchSweep: Send {
    /// Returns `true` if [`lines`](Self::lines) should be called. In a sweep over sets, the preperiod of each set is
    /// then computed, which costs time.
    fn wants_lines(&self) -> bool {
        false
    }

    /// Called with the next sets or codes, as one line of comma-separated values for each.
    ///
    /// `Break` ends the sweep before these are counted.
    fn lines(&mut self, _: &str) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with the number of sets or codes so far, and a function that returns their tally as bytes.
    ///
    /// `Break` ends the sweep here.
    fn so_far(&mut self, _done: u64, _tally: &dyn Fn() -> Vec<u8>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl WatchSweep for () {}

/// Adapts an observer of sweeps of any kind to a sweep of one kind.
struct Told<'w, W>(&'w mut W);

impl<W: WatchSweep> Watch for Told<'_, W> {
    fn wants_sets(&self) -> bool {
        self.0.wants_lines()
    }
    fn sets(&mut self, sets: &[SetPeriod]) -> ControlFlow<()> {
        self.0.lines(&sets.iter().map(super::subtraction::line).collect::<String>())
    }
    fn so_far(&mut self, tally: &SweepSummary) -> ControlFlow<()> {
        self.0.so_far(tally.sets, &|| tally.to_bytes())
    }
}

impl<W: WatchSweep> WatchCodes for Told<'_, W> {
    fn code(&mut self, code: &CodePeriod) -> ControlFlow<()> {
        if self.0.wants_lines() { self.0.lines(&format!("{code}\n")) } else { ControlFlow::Continue(()) }
    }
    fn so_far(&mut self, tally: &OctalSummary) -> ControlFlow<()> {
        self.0.so_far(tally.codes, &|| tally.to_bytes())
    }
}

impl<W: WatchSweep> WatchPairs for Told<'_, W> {
    fn pair(&mut self, pair: &PairLaws) -> ControlFlow<()> {
        if self.0.wants_lines() { self.0.lines(&format!("{pair}\n")) } else { ControlFlow::Continue(()) }
    }
    fn so_far(&mut self, tally: &PairSummary) -> ControlFlow<()> {
        self.0.so_far(tally.pairs, &|| tally.to_bytes())
    }
}

impl AnySwept {
    /// Returns the parts of the sweep that are included.
    pub fn parts(&self) -> &Parts {
        match self {
            Self::Subtraction(swept) => &swept.parts,
            Self::Octal(swept) => &swept.parts,
            Self::Asymmetric(swept) => &swept.parts,
        }
    }

    /// Returns the sweep as you would type it, without a part.
    pub fn question(&self) -> String {
        match self {
            Self::Subtraction(swept) => swept.question(),
            Self::Octal(swept) => swept.sweep.question(),
            Self::Asymmetric(swept) => swept.sweep.question(),
        }
    }

    /// Returns the sweep as you would type it, with its part.
    ///
    /// ```
    /// use sprague_questions::Sweep;
    /// let half = Sweep { shard: Some("1/2".parse()?), ..Sweep::of_sets(9) }.begun(&sprague::Limits::default())?;
    /// assert_eq!(half.question_of_part(), "sweep subtraction --largest 9 --shard 1/2");
    /// assert_eq!((half.question(), half.thing(), half.header()), ("sweep subtraction --largest 9".into(), "set", "set,period,preperiod"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn question_of_part(&self) -> String {
        match self.parts().is_whole() {
            true => self.question(),
            false => format!("{} --shard {}", self.question(), self.parts()),
        }
    }

    /// Returns `true` if the sweep has a digest because the question asks for one. Parts and sweeps over codes always
    /// have a digest.
    ///
    /// ```
    /// use sprague_questions::Sweep;
    /// let question = Sweep { digest: true, ..Sweep::of_sets(9) };
    /// assert!(question.begun(&sprague::Limits::default())?.says_digest());
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn says_digest(&self) -> bool {
        matches!(self, Self::Subtraction(swept) if swept.parts.is_whole() && swept.sweep.has_digest())
    }

    /// Returns the name of the items of the sweep: `set`, `code` or `pair`.
    pub fn thing(&self) -> &'static str {
        match self {
            Self::Subtraction(_) => "set",
            Self::Octal(_) => "code",
            Self::Asymmetric(_) => "pair",
        }
    }

    /// Returns the names of the columns of [lines](WatchSweep::lines).
    pub fn header(&self) -> &'static str {
        match self {
            Self::Subtraction(_) => super::subtraction::HEADER,
            Self::Octal(_) => CodePeriod::HEADER,
            Self::Asymmetric(_) => PairLaws::HEADER,
        }
    }

    /// Returns the number of items in these parts.
    pub fn size(&self) -> u64 {
        match self {
            Self::Subtraction(swept) => swept.sets(),
            Self::Octal(swept) => swept.codes(),
            Self::Asymmetric(swept) => swept.pairs(),
        }
    }

    /// Returns the number of items that have been counted so far.
    pub fn done(&self) -> u64 {
        match self {
            Self::Subtraction(swept) => swept.tally.sets,
            Self::Octal(swept) => swept.tally.codes,
            Self::Asymmetric(swept) => swept.tally.pairs,
        }
    }

    /// Returns the limit that was reached before the last item, if one was.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Subtraction(swept) => swept.stopped.as_ref(),
            Self::Octal(swept) => swept.stopped.as_ref(),
            Self::Asymmetric(swept) => swept.stopped.as_ref(),
        }
    }

    /// Returns the counts so far as bytes, for a checkpoint.
    pub fn tally(&self) -> Vec<u8> {
        match self {
            Self::Subtraction(swept) => swept.tally.to_bytes(),
            Self::Octal(swept) => swept.tally.to_bytes(),
            Self::Asymmetric(swept) => swept.tally.to_bytes(),
        }
    }

    /// Returns the sweep with these counts, or `None` if the counts belong to another sweep.
    ///
    /// ```
    /// use sprague_questions::Sweep;
    /// let begun = Sweep::of_sets(9).begun(&sprague::Limits::default())?;
    /// let tally = begun.tally();
    /// assert!(begun.clone().with_tally(&tally).is_some() && begun.with_tally(b"{}").is_none());
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn with_tally(self, bytes: &[u8]) -> Option<Self> {
        match self {
            Self::Subtraction(swept) => {
                let tally = SweepSummary::from_bytes(bytes).filter(|tally| swept.sweep.can_go_on_from(tally))?;
                Some(Swept { tally, ..swept }.into())
            }
            Self::Octal(swept) => {
                let tally = OctalSummary::from_bytes(bytes).filter(|tally| swept.sweep.can_go_on_from(tally))?;
                Some(OctalSwept { tally, ..swept }.into())
            }
            Self::Asymmetric(swept) => {
                let tally = PairSummary::from_bytes(bytes).filter(|tally| swept.can_go_on_from(tally))?;
                Some(PairSwept { tally, ..swept }.into())
            }
        }
    }

    /// Returns the sweep with this time, in seconds.
    ///
    /// ```
    /// let begun = sprague_questions::Sweep::of_sets(9).begun(&sprague::Limits::default())?;
    /// assert_eq!(begun.taking(1.5).to_json(false)["seconds"], 1.5);
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    #[must_use]
    pub fn taking(self, seconds: f64) -> Self {
        match self {
            Self::Subtraction(swept) => Swept { seconds, ..swept }.into(),
            Self::Octal(swept) => OctalSwept { seconds, ..swept }.into(),
            Self::Asymmetric(swept) => PairSwept { seconds, ..swept }.into(),
        }
    }

    /// Continues to the end, or to a limit, on `jobs` threads. [`Limits::positions`] counts items.
    pub(super) fn run<W: WatchSweep>(self, jobs: NonZeroUsize, limits: &Limits, watch: &mut W) -> Self {
        match self {
            Self::Subtraction(swept) if most_bytes(swept.sweep.threads(jobs)) > limits.bytes => {
                Swept { stopped: Some(Stopped::Memory(limits.bytes)), ..swept }.into()
            }
            Self::Subtraction(swept) => {
                let (tally, stopped) = swept.sweep.run(swept.tally, jobs, limits, &mut Told(watch));
                Swept { tally, stopped, ..swept }.into()
            }
            Self::Octal(swept) => {
                let (tally, stopped) = swept.sweep.run(swept.tally, jobs, limits, &mut Told(watch));
                OctalSwept { tally, stopped, ..swept }.into()
            }
            Self::Asymmetric(swept) => swept.run(limits, &mut Told(watch)).into(),
        }
    }

    /// Returns the JSON object of the command line.
    ///
    /// If parts are missing, the object lists them and can be merged with other parts.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        if self.parts().is_whole() {
            return self.result(has_histogram);
        }
        let mut answer = self.result(true);
        answer["missing"] = self.parts().missing().to_string().into();
        seal(answer)
    }

    /// Returns the JSON object of a part, which has a checksum and can be added to others.
    pub fn to_part(&self) -> Value {
        seal(self.result(true))
    }

    fn result(&self, has_histogram: bool) -> Value {
        match self {
            Self::Subtraction(swept) => swept.to_json(has_histogram),
            Self::Octal(swept) => swept.to_json(has_histogram),
            Self::Asymmetric(swept) => swept.to_json(has_histogram),
        }
    }

    /// Returns a sentence about the longest period, or `None` if no period is known.
    pub fn longest_in_words(&self) -> Option<String> {
        match self {
            Self::Subtraction(swept) => swept.longest_in_words(),
            Self::Octal(swept) => swept.longest_in_words(),
            Self::Asymmetric(_) => None,
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for AnySwept {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "AnySwept".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let kinds = [
            generator.subschema_for::<super::subtraction::Written>(),
            generator.subschema_for::<super::octal::Written>(),
            generator.subschema_for::<super::asymmetric::Written>(),
        ];
        json_schema!({
            "anyOf": kinds,
            "properties": {
                "missing": { "type": "string", "description": "The missing parts, such as 1,3-5/8." },
                "checksum": { "type": "string", "description": "A checksum of the part." },
            },
        })
    }
}

impl AnySwept {
    /// Reads a part of a sweep from a JSON object.
    pub(in crate::ask) fn from_part(part: &Value) -> Option<Self> {
        match part["sweep"].as_str() {
            Some("subtraction") => Swept::from_part(part).map(Self::from),
            Some("octal") => OctalSwept::from_part(part).map(Self::from),
            Some("asymmetric") => PairSwept::from_part(part).map(Self::from),
            _ => None,
        }
    }

    /// Adds another part of the same sweep.
    pub(in crate::ask) fn add(&mut self, other: &Self) {
        match (self, other) {
            (Self::Subtraction(ours), Self::Subtraction(theirs)) => {
                ours.parts.extend(&theirs.parts);
                ours.tally.add(&theirs.tally);
                ours.seconds += theirs.seconds;
            }
            (Self::Octal(ours), Self::Octal(theirs)) => {
                ours.parts.extend(&theirs.parts);
                ours.tally.add(&theirs.tally);
                ours.seconds += theirs.seconds;
            }
            (Self::Asymmetric(ours), Self::Asymmetric(theirs)) => {
                ours.parts.extend(&theirs.parts);
                ours.tally.add(&theirs.tally);
                ours.seconds += theirs.seconds;
            }
            _ => unreachable!("the questions were compared"),
        }
    }
}
