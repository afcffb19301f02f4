//! The results of a sweep of any kind, and the functions that run it.

use super::swept::{Kind, Swept};
use super::{CodePeriod, OctalSweep, PairLaws, PairSweep, Parts, most_bytes, seal};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::Value;
use sprague::rows::sweep::{SetPeriod, Sweep, Watch};
use sprague::{Limits, Stopped};
use std::num::NonZeroUsize;

/// The results of a sweep of any kind, or of some of its parts. They may be incomplete.
///
/// ```
/// use sprague::rows::sweep::Sweep;
/// use sprague_questions::sweep::{AnySwept, Swept};
///
/// let part = Swept::begun(Sweep::outcomes(10)?.part("1/2".parse()?));
/// assert_eq!(AnySwept::from(part).parts().to_string(), "1/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum AnySwept {
    /// Subtraction sets.
    Subtraction(Swept<Sweep>),
    /// Octal codes.
    Octal(Swept<OctalSweep>),
    /// Pairs of sets of amounts.
    Asymmetric(Swept<PairSweep>),
}

macro_rules! from {
    ($($kind:ident: $sweep:ty),*) => {
        $(impl From<Swept<$sweep>> for AnySwept {
            fn from(swept: Swept<$sweep>) -> Self {
                Self::$kind(swept)
            }
        })*
    };
}

from!(Subtraction: Sweep, Octal: OctalSweep, Asymmetric: PairSweep);

/// Evaluates an expression with the results of a sweep, whatever its kind is.
macro_rules! of_any {
    ($any:expr, $swept:ident => $result:expr) => {
        match $any {
            AnySwept::Subtraction($swept) => $result,
            AnySwept::Octal($swept) => $result,
            AnySwept::Asymmetric($swept) => $result,
        }
    };
}

pub(super) use of_any;

impl AnySwept {
    /// Returns the parts of the sweep that are included.
    pub fn parts(&self) -> &Parts {
        of_any!(self, swept => &swept.parts)
    }

    /// Returns the sweep as you would type it, without a part.
    pub fn question(&self) -> String {
        of_any!(self, swept => swept.sweep.question())
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

    /// Returns the names of the columns of lines of items.
    pub fn header(&self) -> &'static str {
        of_any!(self, swept => swept.header())
    }

    /// Returns the number of items in these parts.
    pub fn size(&self) -> u64 {
        of_any!(self, swept => swept.size())
    }

    /// Returns the number of items that have been counted so far.
    pub fn done(&self) -> u64 {
        of_any!(self, swept => swept.done())
    }

    /// Returns the limit that was reached before the last item, if one was.
    pub fn stopped(&self) -> Option<&Stopped> {
        of_any!(self, swept => swept.stopped.as_ref())
    }

    /// Returns the counts so far as bytes, for a checkpoint.
    pub fn tally(&self) -> Vec<u8> {
        of_any!(self, swept => swept.tally.to_bytes())
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
        Some(of_any!(self, swept => Swept { tally: swept.sweep.tally(bytes)?, ..swept }.into()))
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
        of_any!(self, swept => Swept { seconds, ..swept }.into())
    }

    /// Continues to the end, or to a limit, on `jobs` threads. [`Limits::positions`] counts items.
    pub(super) fn run<W>(self, jobs: NonZeroUsize, limits: &Limits, watch: &mut W) -> Self
    where
        W: Watch<SetPeriod> + Watch<CodePeriod> + Watch<PairLaws>,
    {
        match self {
            Self::Subtraction(swept) if most_bytes(swept.sweep.threads(jobs)) > limits.bytes => {
                Swept { stopped: Some(Stopped::Memory(limits.bytes)), ..swept }.into()
            }
            Self::Subtraction(swept) => swept.run(jobs, limits, watch).into(),
            Self::Octal(swept) => swept.run(jobs, limits, watch).into(),
            Self::Asymmetric(swept) => {
                // each thread has a share of the memory, but the limit is the whole
                let mut swept = swept.run(jobs, limits, watch);
                if let Some(Stopped::Memory(bytes)) = &mut swept.stopped {
                    *bytes = limits.bytes;
                }
                swept.into()
            }
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
        of_any!(self, swept => swept.to_json(has_histogram))
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
            Some("subtraction") => Swept::<Sweep>::from_part(part).map(Self::from),
            Some("octal") => Swept::<OctalSweep>::from_part(part).map(Self::from),
            Some("asymmetric") => Swept::<PairSweep>::from_part(part).map(Self::from),
            _ => None,
        }
    }

    /// Adds another part of the same sweep.
    pub(in crate::ask) fn add(&mut self, other: &Self) {
        macro_rules! added {
            ($($kind:ident),*) => {
                match (self, other) {
                    $((Self::$kind(ours), Self::$kind(theirs)) => {
                        ours.parts.extend(&theirs.parts);
                        ours.tally.add(&theirs.tally);
                        ours.seconds += theirs.seconds;
                    })*
                    _ => unreachable!("the questions were compared"),
                }
            };
        }
        added!(Subtraction, Octal, Asymmetric)
    }
}
