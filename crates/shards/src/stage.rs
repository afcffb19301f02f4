//! Stages, done one after the other, and the facts when one is done.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A question about positions that is settled from the ends of play back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Phase {
    /// The winner, and the number of moves.
    Outcomes,
    /// The nimber of each position.
    Nimbers,
}

/// Part of the work, all of whose steps may be done at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Stage {
    /// The position asked about is there.
    Root,
    /// The options of the last round's positions are listed, and sent to their shards.
    Expand,
    /// The new ones among them are numbered.
    Merge,
    /// Rounds in memory, while they find little.
    Small,
    /// The links to each position are brought together.
    Gather,
    /// Positions at which play ends are settled.
    Start(Phase),
    /// Positions hear the last notices, and some are settled by it.
    Turn(Phase),
    /// Turns in memory, while they settle little.
    SmallTurns(Phase),
    /// The answers are brought together.
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

/// A stage that is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Done {
    pub(crate) stage: Stage,
    /// Tells whether each shard has a file of its own.
    pub(crate) is_split: bool,
    /// For each shard the positions that a round found and closed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) closed: Vec<u64>,
    /// For each shard the positions that it left open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) open: Vec<u64>,
    /// The number of notices on their way.
    #[serde(default)]
    pub(crate) notices: u64,
    /// The number of turns.
    #[serde(default)]
    pub(crate) turns: u32,
    /// The number of bytes of its files.
    pub(crate) bytes: u64,
}

/// A step: the part of a stage that makes one file.
///
/// As text it is the two numbers with a stroke between them.
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

/// The text is not two numbers with a stroke between them.
///
/// ```
/// assert_eq!("x".parse::<sprague_shards::Step>().unwrap_err().to_string(), "expected two numbers with a stroke between them, as in 3/17");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected two numbers with a stroke between them, as in 3/17")]
pub struct BadStep;

impl std::str::FromStr for Step {
    type Err = BadStep;
    fn from_str(text: &str) -> Result<Self, BadStep> {
        let (stage, file) = text.split_once('/').ok_or(BadStep)?;
        let number = |text: &str| text.parse().map_err(|_| BadStep);
        Ok(Self { stage: number(stage)?, file: number(file)? })
    }
}
