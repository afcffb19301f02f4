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
        let sum = add_up(texts.chain(self.files.iter().map(|path| named(path))));
        let sum = sum.map_err(|error| NoAnswer::NoTheorem { because: error.to_string().into() })?;
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

    /// Returns the sweep, or an error if it is a search.
    fn into_swept(self) -> Result<AnySwept, BadPart> {
        match self {
            Self::Swept(swept) => Ok(*swept),
            Self::Found(_) => Err(BadPart::Foreign { name: "the parts".to_owned() }),
        }
    }
}

enum Unfit {
    Foreign,
    Changed,
    Unfinished(String),
}

/// Reasons why parts cannot be added up.
///
/// ```
/// use sprague_questions::merge::merge_files;
/// let error = merge_files([std::env::temp_dir()]).unwrap_err();
/// assert!(error.to_string().contains("cannot be read"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BadPart {
    /// No parts were given.
    #[error("no part is given")]
    Nothing,
    /// The file cannot be read.
    #[error("{name}: the file cannot be read: {error}")]
    Io {
        /// The name of the part.
        name: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The file is longer than a part can be.
    #[error("{name}: the file is longer than {MOST_BYTES} bytes, the maximum for a part")]
    TooLong {
        /// The name of the part.
        name: String,
    },
    /// The file is not a part.
    #[error("{name}: the file is not a part of a sweep or a search, as `sweep` and `find` write it with --shard or -o")]
    Foreign {
        /// The name of the part.
        name: String,
    },
    /// The part has a wrong checksum, or contradicts itself.
    #[error("{name}: the file is damaged, or was changed after it was written")]
    Changed {
        /// The name of the part.
        name: String,
    },
    /// The part was ended by a limit.
    #[error(
        "{name}: this part is not finished, because a limit on {limit} was reached: run it again to its end (--checkpoint continues it)"
    )]
    Unfinished {
        /// The name of the part.
        name: String,
        /// The name of the limit.
        limit: String,
    },
    /// The part belongs to another sweep than the first part.
    #[error("{name}: this part belongs to `{theirs}`, but {first} belongs to `{ours}`")]
    OtherSweep {
        /// The name of the part.
        name: String,
        /// The sweep of the part.
        theirs: String,
        /// The name of the first part.
        first: String,
        /// The sweep of the first part.
        ours: String,
    },
    /// The sweep of the part was divided into a different number of parts.
    #[error("{name}: its sweep is divided into {theirs}, but that of {first} into {ours}, so the parts overlap")]
    OtherCut {
        /// The name of the part.
        name: String,
        /// The number of parts of its sweep.
        theirs: u32,
        /// The name of the first part.
        first: String,
        /// The number of parts of the first part's sweep.
        ours: u32,
    },
    /// The part was given twice.
    #[error("{name}: part {shard} is already in {earlier}")]
    Twice {
        /// The name of the second file.
        name: String,
        /// The part that is in both files.
        shard: String,
        /// The name of the first file.
        earlier: String,
    },
}

/// Adds up parts of a sweep. Each part is a pair of a name, which errors contain, and the JSON text that `sweep` wrote.
///
/// The order does not matter. Parts may be missing; [`AnySwept::parts`] returns those that are included.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Shard, Sweep, SweepSummary, all_cores};
/// use sprague_questions::merge::merge;
/// use sprague_questions::sweep::Swept;
///
/// let part = |shard: Shard| {
///     let sweep = Sweep::outcomes(10).unwrap().with_digest().part(shard);
///     let (tally, stopped) = sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ());
///     Swept::of(sweep, tally, stopped, 0.0)
/// };
/// let text = |number| part(Shard::new(number, 3).unwrap()).to_part().to_string();
/// let sum = merge([("a", text(3)), ("b", text(1)), ("c", text(2))])?;
/// assert_eq!(sum.to_json(true), part(Shard::WHOLE).to_json(true));
/// # Ok::<(), sprague_questions::merge::BadPart>(())
/// ```
///
/// # Errors
/// [`BadPart`] for the first part that does not fit the parts before it.
pub fn merge<N: Into<String>, T: AsRef<str>>(parts: impl IntoIterator<Item = (N, T)>) -> Result<AnySwept, BadPart> {
    let parts = parts.into_iter().map(|(name, text)| (name.into(), Ok(text.as_ref().as_bytes().to_vec())));
    add_up(parts)?.into_swept()
}

/// Adds up parts of a sweep from files.
///
/// # Errors
/// [`BadPart`] for the first file that cannot be read or does not fit the files before it.
pub fn merge_files<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Result<AnySwept, BadPart> {
    add_up(files.into_iter().map(|path| named(path.as_ref())))?.into_swept()
}

/// Returns the name of a file and its content, which is cut after the maximum size of a part.
fn named(path: &Path) -> (String, io::Result<Vec<u8>>) {
    let mut bytes = vec![];
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    (path.display().to_string(), read.map(|_| bytes))
}

fn add_up(parts: impl Iterator<Item = (String, io::Result<Vec<u8>>)>) -> Result<PartSum, BadPart> {
    let mut sum: Option<PartSum> = None;
    let mut seen: Vec<(String, Parts)> = vec![];
    for (name, bytes) in parts {
        let part = read(&name, bytes)?;
        let these = part.parts();
        match (&mut sum, &seen[..]) {
            (Some(sum), [(first, _), ..]) => {
                fits(sum, first, &part, &name)?;
                let twice = seen.iter().find_map(|(earlier, parts)| Some((earlier, parts.common(&these)?)));
                if let Some((earlier, shard)) = twice {
                    return Err(BadPart::Twice { name, shard: shard.to_string(), earlier: earlier.clone() });
                }
                sum.add(part);
            }
            _ => sum = Some(part),
        }
        seen.push((name, these));
    }
    match sum.ok_or(BadPart::Nothing)? {
        PartSum::Found(found) => Ok(PartSum::Found(Box::new(found.in_order()))),
        swept => Ok(swept),
    }
}

fn read(name: &str, bytes: io::Result<Vec<u8>>) -> Result<PartSum, BadPart> {
    let name = || name.to_owned();
    let bytes = bytes.map_err(|error| BadPart::Io { name: name(), error })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(BadPart::TooLong { name: name() });
    }
    let cut =
        |_| if bytes.first() == Some(&b'{') { BadPart::Changed { name: name() } } else { BadPart::Foreign { name: name() } };
    let part: Value = serde_json::from_slice(&bytes).map_err(cut)?;
    PartSum::from_part(&part).map_err(|unfit| match unfit {
        Unfit::Foreign => BadPart::Foreign { name: name() },
        Unfit::Changed => BadPart::Changed { name: name() },
        Unfit::Unfinished(limit) => BadPart::Unfinished { name: name(), limit },
    })
}

/// Checks that a part has the same question as the first part, and was divided in the same way.
fn fits(sum: &PartSum, first: &str, part: &PartSum, name: &str) -> Result<(), BadPart> {
    let (name, first) = (name.to_owned(), first.to_owned());
    let (ours, theirs) = (sum.question(), part.question());
    if ours != theirs {
        return Err(BadPart::OtherSweep { name, theirs, first, ours });
    }
    let (ours, theirs) = (sum.parts().of(), part.parts().of());
    if ours != theirs {
        return Err(BadPart::OtherCut { name, theirs, first, ours });
    }
    Ok(())
}
