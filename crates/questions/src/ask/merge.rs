//! Adds up parts of a sweep or of a search, read from files.

use super::find::Found;
use super::sweep::{AnySwept, Parts, is_sealed};
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::Report;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;
use sprague::Limits;
use sprague::rows::sweep::Shard;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// The maximum size of a part, in bytes.
const MOST_BYTES: u64 = 1 << 28;

/// Merges parts of a sweep or of a search.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::merge::{Merge, PartText};
/// use sprague_questions::{Session, Sweep};
///
/// let session = Session::new();
/// let part = |number| {
///     let question = Sweep { shard: Some(format!("{number}/2").parse().unwrap()), ..Sweep::of_sets(10) };
///     let text = session.ask(&question, &Limits::default()).unwrap().to_json().to_string();
///     PartText { name: format!("part {number}"), text }
/// };
/// let answer = session.ask(&Merge { parts: vec![part(2), part(1)], ..Merge::default() }, &Limits::default())?;
/// assert!(answer.sum.parts().is_whole() && answer.sum.to_json(false)["sets"] == 512);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Merge {
    /// The parts, in any order
    #[cfg_attr(feature = "flags", arg(skip))]
    pub parts: Vec<PartText>,
    /// Files with the parts, in any order
    #[serde(skip)]
    #[cfg_attr(feature = "flags", arg(value_name = "FILE", required = true))]
    pub files: Vec<PathBuf>,
    /// Also count the sets or codes that have each period
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub histogram: bool,
}

/// A part of a sweep or a search, as it was written.
///
/// ```
/// let part = sprague_questions::merge::PartText { name: "1.json".to_owned(), text: "{}".to_owned() };
/// assert_eq!(part.name, "1.json");
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PartText {
    /// A name for error messages.
    pub name: String,
    /// The JSON text.
    pub text: String,
}

impl Question for Merge {
    type Answer = Merged;
    const NAME: &'static str = "merge";

    fn report(answer: &Merged) -> Option<Report> {
        Some(match &answer.sum {
            PartSum::Swept(swept) => swept.report(answer.has_histogram),
            PartSum::Found(found) => found.report(),
        })
    }

    fn answer(&self, _: &Session, _: &Limits) -> Result<Merged, NoAnswer> {
        let texts = self.parts.iter().map(|part| (part.name.clone(), Ok(part.text.clone().into_bytes())));
        let sum = add_up(texts.chain(self.files.iter().map(|path| named(path))))?;
        Ok(Merged { sum, has_histogram: self.histogram })
    }
}

/// The sum of parts.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::merge::{Merge, PartText};
/// use sprague_questions::{Find, Session};
///
/// let (session, limits) = (Session::new(), Limits::default());
/// let find = |shard: Option<&str>| Find { squares: Some(6), shard: shard.map(|text| text.parse().unwrap()), ..Find::among("cram") };
/// let part = |shard: &str| PartText { name: shard.to_owned(), text: session.ask(&find(Some(shard)), &limits).unwrap().to_json().to_string() };
/// let merged = session.ask(&Merge { parts: vec![part("2/2"), part("1/2")], ..Merge::default() }, &limits)?;
/// assert_eq!(serde_json::to_value(&merged)?, session.ask(&find(None), &limits)?.to_json());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub enum PartSum {
    /// Parts of a sweep.
    Swept(Box<AnySwept>),
    /// Parts of a search for positions.
    Found(Box<Found>),
}

impl PartSum {
    /// Returns the question as a command line.
    pub fn question(&self) -> String {
        match self {
            Self::Swept(swept) => swept.question(),
            Self::Found(found) => found.part().map(|(question, _)| question).unwrap_or_default(),
        }
    }

    /// Returns the parts that are included.
    pub fn parts(&self) -> Parts {
        match self {
            Self::Swept(swept) => swept.parts().clone(),
            Self::Found(found) => found.part().map_or_else(|| Shard::WHOLE.into(), |(_, parts)| parts.clone()),
        }
    }

    /// Returns the sum as JSON.
    ///
    /// If parts of a search are missing, the object has a checksum, so that further parts can be added.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        match self {
            Self::Swept(swept) => swept.to_json(has_histogram),
            Self::Found(found) => found.clone().whole().to_json(),
        }
    }

    /// Adds another part of the same question.
    fn add(&mut self, other: Self) {
        match (self, other) {
            (Self::Swept(ours), Self::Swept(theirs)) => ours.add(&theirs),
            (Self::Found(ours), Self::Found(theirs)) => ours.add(*theirs),
            _ => unreachable!("the questions were compared"),
        }
    }
}

/// The sum of parts, with a list of missing parts.
///
/// Serialised, it is the JSON object of the command line.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::merge::{Merge, PartText};
/// use sprague_questions::{Session, Sweep};
///
/// let (session, limits) = (Session::new(), Limits::default());
/// let half = session.ask(&Sweep { shard: Some("2/2".parse()?), ..Sweep::of_sets(9) }, &limits)?;
/// let part = PartText { name: "half".to_owned(), text: half.to_json().to_string() };
/// let merged = session.ask(&Merge { parts: vec![part], ..Merge::default() }, &limits)?;
/// assert_eq!(serde_json::to_value(&merged)?["missing"], "1/2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Merged {
    /// The whole, or the sum of the given parts.
    pub sum: PartSum,
    /// Whether the JSON of a whole sweep has a histogram. If parts are missing, it always has one.
    pub has_histogram: bool,
}

impl Serialize for Merged {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.sum.to_json(self.has_histogram).serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Merged {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Merged".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "anyOf": [generator.subschema_for::<AnySwept>(), generator.subschema_for::<Found>()] })
    }
}

impl PartSum {
    /// Reads a finished part from a JSON object.
    fn from_part(part: &Value) -> Result<Self, Unfit> {
        let is_search = part.get("find").is_some();
        if (part.get("sweep").is_none() && !is_search) || part.get("checksum").is_none() {
            return Err(Unfit::Foreign);
        }
        if !is_sealed(part) {
            return Err(Unfit::Changed);
        }
        if let Some(stopped) = part.get("stopped") {
            return Err(Unfit::Unfinished(stopped.as_str().unwrap_or_default().to_owned()));
        }
        let known = match is_search {
            true => Found::from_part(part).map(|found| Self::Found(Box::new(found))),
            false => AnySwept::from_part(part).map(|swept| Self::Swept(Box::new(swept))),
        };
        known.ok_or(Unfit::Changed)
    }
}

/// The reason why a part cannot be added to those before it.
#[derive(Debug, Error)]
enum Unfit {
    #[error("the file cannot be read: {0}")]
    Io(#[from] io::Error),
    #[error("the file is longer than {MOST_BYTES} bytes, the maximum for a part")]
    TooLong,
    #[error("the file is not a part of a sweep or a search, as `sweep` and `find` write it with --shard or -o")]
    Foreign,
    /// It has a wrong checksum, or contradicts itself.
    #[error("the file is damaged, or was changed after it was written")]
    Changed,
    #[error("this part is not finished, because a limit on {0} was reached: run it again to its end (--checkpoint continues it)")]
    Unfinished(String),
    #[error("this part belongs to `{theirs}`, but {first} belongs to `{ours}`")]
    OtherSweep { theirs: String, first: String, ours: String },
    #[error("its sweep is divided into {theirs}, but that of {first} into {ours}, so the parts overlap")]
    OtherCut { theirs: u32, first: String, ours: u32 },
    #[error("part {shard} is already in {earlier}")]
    Twice { shard: Shard, earlier: String },
}

/// Returns the name of a file and its content, which is cut after the maximum size of a part.
fn named(path: &Path) -> (String, io::Result<Vec<u8>>) {
    let mut bytes = vec![];
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    (path.display().to_string(), read.map(|_| bytes))
}

/// Adds up parts, each with its name and its text. The order does not matter, and parts may be missing.
fn add_up(parts: impl Iterator<Item = (String, io::Result<Vec<u8>>)>) -> Result<PartSum, NoAnswer> {
    let no_sum = |because: String| NoAnswer::NoTheorem { because: because.into() };
    let mut sum: Option<PartSum> = None;
    let mut seen: Vec<(String, Parts)> = vec![];
    for (name, bytes) in parts {
        let unfit = |why: Unfit| no_sum(format!("{name}: {why}"));
        let part = bytes.map_err(Unfit::from).and_then(|bytes| read(&bytes)).map_err(unfit)?;
        let these = part.parts();
        match &mut sum {
            Some(sum) => {
                check_fit(sum, &seen, &part).map_err(unfit)?;
                sum.add(part);
            }
            None => sum = Some(part),
        }
        seen.push((name, these));
    }
    match sum.ok_or_else(|| no_sum("no part is given".to_owned()))? {
        PartSum::Found(found) => Ok(PartSum::Found(Box::new(found.in_order()))),
        swept => Ok(swept),
    }
}

fn read(bytes: &[u8]) -> Result<PartSum, Unfit> {
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Unfit::TooLong);
    }
    let cut = |_| if bytes.first() == Some(&b'{') { Unfit::Changed } else { Unfit::Foreign };
    PartSum::from_part(&serde_json::from_slice(bytes).map_err(cut)?)
}

/// Checks that a part has the same question as the parts before it, was divided in the same way, and is not one of them.
fn check_fit(sum: &PartSum, seen: &[(String, Parts)], part: &PartSum) -> Result<(), Unfit> {
    let first = || seen[0].0.clone();
    let (ours, theirs) = (sum.question(), part.question());
    if ours != theirs {
        return Err(Unfit::OtherSweep { theirs, first: first(), ours });
    }
    let these = part.parts();
    let (ours, theirs) = (sum.parts().of(), these.of());
    if ours != theirs {
        return Err(Unfit::OtherCut { theirs, first: first(), ours });
    }
    let twice = seen.iter().find_map(|(earlier, parts)| Some((earlier.clone(), parts.common(&these)?)));
    twice.map_or(Ok(()), |(earlier, shard)| Err(Unfit::Twice { shard, earlier }))
}
