//! Parts of a sweep added up, from files that others wrote.

use super::{OctalSwept, Parts, Swept, is_sealed};
use serde_json::Value;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// No part of a sweep is longer.
const MOST_BYTES: u64 = 16 << 20;

/// A sweep of any kind, or some parts of it.
///
/// ```
/// use sprague::rows::sweep::{Sweep, SweepSummary};
/// use sprague_games::sweep::{AnySwept, Swept};
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

impl AnySwept {
    /// Which parts they are.
    ///
    /// See [`AnySwept`] for an example.
    pub fn parts(&self) -> &Parts {
        match self {
            Self::Subtraction(swept) => &swept.parts,
            Self::Octal(swept) => &swept.parts,
        }
    }

    /// The sweep as it is typed, without a part.
    pub fn question(&self) -> String {
        match self {
            Self::Subtraction(swept) => swept.question(),
            Self::Octal(swept) => swept.sweep.question(),
        }
    }

    /// The JSON object that the command line promises. Where parts are missing, it says which, and can be merged further.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let has_all = self.parts().is_whole();
        let mut answer = match self {
            Self::Subtraction(swept) if has_all => return swept.to_json(has_histogram),
            Self::Octal(swept) if has_all => return swept.to_json(has_histogram),
            Self::Subtraction(swept) => swept.to_json(true),
            Self::Octal(swept) => swept.to_json(true),
        };
        answer["missing"] = self.parts().missing().to_string().into();
        super::seal(answer)
    }

    /// The finished part of a sweep that this object is.
    fn from_part(part: &Value) -> Result<Self, Unfit> {
        if part.get("sweep").is_none() || part.get("checksum").is_none() {
            return Err(Unfit::Foreign);
        }
        if !is_sealed(part) {
            return Err(Unfit::Changed);
        }
        if let Some(stopped) = part.get("stopped") {
            return Err(Unfit::Unfinished(stopped.as_str().unwrap_or_default().to_owned()));
        }
        let known = match part["sweep"].as_str() {
            Some("subtraction") => Swept::from_part(part).map(Self::from),
            Some("octal") => OctalSwept::from_part(part).map(Self::from),
            _ => None,
        };
        known.ok_or(Unfit::Changed)
    }

    /// Adds other parts of the same sweep.
    fn add(&mut self, other: &Self) {
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
            _ => unreachable!("the questions were compared"),
        }
    }
}

/// What is wrong with one part alone.
enum Unfit {
    Foreign,
    Changed,
    Unfinished(String),
}

/// Why parts do not add up.
///
/// ```
/// use sprague_games::sweep::merge_files;
/// let error = merge_files([std::env::temp_dir()]).unwrap_err();
/// assert!(error.to_string().contains("cannot be read"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BadPart {
    /// There is none.
    #[error("no part was given")]
    Nothing,
    /// The file cannot be read.
    #[error("{name}: it cannot be read: {error}")]
    Io {
        /// The part.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is longer than any part.
    #[error("{name}: it is longer than {MOST_BYTES} bytes, and no part of a sweep is")]
    TooLong {
        /// The part.
        name: String,
    },
    /// It is something else.
    #[error("{name}: it is not a part of a sweep, as `sweep` writes it with --shard or -o")]
    Foreign {
        /// The part.
        name: String,
    },
    /// It does not fit its checksum, or does not agree with itself.
    #[error("{name}: it is not as `sweep` wrote it: damaged, or changed by hand")]
    Changed {
        /// The part.
        name: String,
    },
    /// A limit was reached before its end.
    #[error("{name}: it is not finished, a limit on {limit} came first: run the same part to its end (--checkpoint goes on)")]
    Unfinished {
        /// The part.
        name: String,
        /// Which limit.
        limit: String,
    },
    /// It is of another sweep than the first one.
    #[error("{name}: it is of `{theirs}`, and {first} of `{ours}`")]
    OtherSweep {
        /// The part.
        name: String,
        /// Its sweep.
        theirs: String,
        /// The first part.
        first: String,
        /// The sweep of that one.
        ours: String,
    },
    /// The sweep was cut into another number of parts.
    #[error("{name}: its sweep was cut into {theirs}, that of {first} into {ours}: such parts overlap")]
    OtherCut {
        /// The part.
        name: String,
        /// How many parts there.
        theirs: u32,
        /// The first part.
        first: String,
        /// How many parts here.
        ours: u32,
    },
    /// The same part twice.
    #[error("{name}: part {shard} was in {earlier} already")]
    Twice {
        /// The part.
        name: String,
        /// Which one.
        shard: String,
        /// Where it was first.
        earlier: String,
    },
}

/// Adds up parts of a sweep: pairs of a name, for errors, and the JSON text that `sweep` wrote.
///
/// Any order gives the same. Some may be missing: [`AnySwept::parts`] says which are there.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Shard, Sweep, SweepSummary, all_cores};
/// use sprague_games::sweep::{Swept, merge};
///
/// let part = |shard: Shard| {
///     let sweep = Sweep::outcomes(10).unwrap().part(shard);
///     let (tally, stopped) = sweep.run(SweepSummary::default(), all_cores(), &Limits::default(), &mut ());
///     Swept::of(sweep, tally, stopped, 0.0)
/// };
/// let text = |number| part(Shard::new(number, 3).unwrap()).to_part().to_string();
/// let sum = merge([("a", text(3)), ("b", text(1)), ("c", text(2))])?;
/// assert_eq!(sum.to_json(true), part(Shard::WHOLE).to_json(true));
/// # Ok::<(), sprague_games::sweep::BadPart>(())
/// ```
///
/// # Errors
/// [`BadPart`] for the first part that does not fit to those before it.
pub fn merge<N: Into<String>, T: AsRef<str>>(parts: impl IntoIterator<Item = (N, T)>) -> Result<AnySwept, BadPart> {
    let parts = parts.into_iter().map(|(name, text)| (name.into(), Ok(text.as_ref().as_bytes().to_vec())));
    add_up(parts)
}

/// The same of files.
///
/// # Errors
/// [`BadPart`] for the first file that cannot be read or does not fit to those before it.
pub fn merge_files<P: AsRef<Path>>(files: impl IntoIterator<Item = P>) -> Result<AnySwept, BadPart> {
    add_up(files.into_iter().map(|path| (path.as_ref().display().to_string(), contents(path.as_ref()))))
}

fn contents(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    File::open(PathBuf::from(path))?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn add_up(parts: impl Iterator<Item = (String, io::Result<Vec<u8>>)>) -> Result<AnySwept, BadPart> {
    let mut sum: Option<AnySwept> = None;
    let mut seen: Vec<(String, Parts)> = vec![];
    for (name, bytes) in parts {
        let part = read(&name, bytes)?;
        if let (Some(sum), [(first, _), ..]) = (&mut sum, &seen[..]) {
            fits(sum, first, &part, &name)?;
            let twice = seen.iter().find_map(|(earlier, parts)| Some((earlier, parts.common(part.parts())?)));
            if let Some((earlier, shard)) = twice {
                return Err(BadPart::Twice { name, shard: shard.to_string(), earlier: earlier.clone() });
            }
            sum.add(&part);
        }
        seen.push((name, part.parts().clone()));
        sum.get_or_insert(part);
    }
    sum.ok_or(BadPart::Nothing)
}

fn read(name: &str, bytes: io::Result<Vec<u8>>) -> Result<AnySwept, BadPart> {
    let name = || name.to_owned();
    let bytes = bytes.map_err(|error| BadPart::Io { name: name(), error })?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(BadPart::TooLong { name: name() });
    }
    let cut =
        |_| if bytes.first() == Some(&b'{') { BadPart::Changed { name: name() } } else { BadPart::Foreign { name: name() } };
    let part: Value = serde_json::from_slice(&bytes).map_err(cut)?;
    AnySwept::from_part(&part).map_err(|unfit| match unfit {
        Unfit::Foreign => BadPart::Foreign { name: name() },
        Unfit::Changed => BadPart::Changed { name: name() },
        Unfit::Unfinished(limit) => BadPart::Unfinished { name: name(), limit },
    })
}

/// Whether a part is of the same sweep as the first ones, cut in the same way.
fn fits(sum: &AnySwept, first: &str, part: &AnySwept, name: &str) -> Result<(), BadPart> {
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
