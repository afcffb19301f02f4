//! The stages of the work, and the record of a finished stage.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A problem that retrograde analysis solves for all positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// Finds the winner and the number of moves to the end.
    Outcomes,
    Nimbers,
}

/// A part of the work whose steps may all run at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// Writes the position to solve.
    Root,
    /// Lists the options of the positions that the last round found, and sends them to their shards.
    Expand,
    /// Numbers the new positions among these options.
    Merge,
    /// Makes rounds in memory, while they find few positions.
    Small,
    /// Merges the links to each position.
    Gather,
    /// Settles the positions at which play ends.
    Start(Phase),
    /// Receives the notices of the last turn, and settles positions.
    Turn(Phase),
    /// Makes turns in memory, while there are few notices.
    SmallTurns(Phase),
    /// Writes the answers.
    Answers,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Root => "begin",
            Self::Expand => "list options",
            Self::Merge => "find new positions",
            Self::Small => "explore",
            Self::Gather => "turn the graph round",
            Self::Start(Phase::Outcomes) | Self::Turn(Phase::Outcomes) | Self::SmallTurns(Phase::Outcomes) => "settle outcomes",
            Self::Start(Phase::Nimbers) | Self::Turn(Phase::Nimbers) | Self::SmallTurns(Phase::Nimbers) => "settle nimbers",
            Self::Answers => "write answers",
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) stage: Stage,
    pub(crate) is_split: bool,
    /// For each shard, the number of positions that a round has found and closed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) closed: Vec<u64>,
    /// For each shard, the number of positions that it has left open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) open: Vec<u64>,
    /// The number of notices to be received.
    #[serde(default)]
    pub(crate) notices: u64,
    #[serde(default)]
    pub(crate) turns: u32,
    /// The size of the files of the stage, in bytes.
    pub(crate) bytes: u64,
}

/// A step, which is the part of a stage that writes one file.
///
/// `Display` writes its two numbers with a slash between them.
///
/// ```
/// use sprague_shards::Step;
/// let step: Step = "3/17".parse().unwrap();
/// assert_eq!((step.stage, step.file, step.to_string().as_str()), (3, 17, "3/17"));
/// assert!("3".parse::<Step>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The number of the stage.
    pub stage: u32,
    /// The number of the file.
    pub file: u32,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.stage, self.file)
    }
}

/// The error for a text that is not two numbers with a slash between them.
///
/// ```
/// assert_eq!("x".parse::<sprague_shards::Step>().unwrap_err().to_string(), "expected two numbers with a slash between them, as in 3/17");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two numbers with a slash between them, as in 3/17")]
pub struct BadStep;

impl std::str::FromStr for Step {
    type Err = BadStep;
    fn from_str(text: &str) -> Result<Self, BadStep> {
        let (stage, file) = text.split_once('/').ok_or(BadStep)?;
        let number = |text: &str| text.parse().map_err(|_| BadStep);
        Ok(Self { stage: number(stage)?, file: number(file)? })
    }
}
