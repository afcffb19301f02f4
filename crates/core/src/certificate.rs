//! A claimed period as plain data, for a checker that trusts nobody.

use crate::Play;
use serde::{Deserialize, Serialize};

/// What the rows of a claim hold.
///
/// ```
/// assert_ne!(sprague_core::RowKind::Nimbers, sprague_core::RowKind::Outcomes);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RowKind {
    /// Nimbers (normal play).
    Nimbers,
    /// Outcomes for the player to move.
    Outcomes,
}

/// The claim that the rows of a family repeat for ever, with the rows that say how. Serialises to JSON.
///
/// It carries no proof steps: a checker recomputes every row from the rules and applies the theorem itself.
///
/// ```
/// use sprague_core::{Certificate, Play, RowKind, Values};
///
/// let claim = Certificate {
///     family: "subtraction:1,2".into(),
///     play: Play::Normal,
///     rows: RowKind::Nimbers,
///     theorem: "bounded look-back".into(),
///     preperiod: 0,
///     period: 3,
///     saltus: 0,
///     values: Values::Nimbers(vec![vec![0], vec![1], vec![2]]),
/// };
/// assert_eq!(claim.values.len(), 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The family in the notation of the command line.
    pub family: String,
    /// Normal or misère play.
    pub play: Play,
    /// What the rows hold.
    pub rows: RowKind,
    /// The name of the theorem that is claimed to apply.
    pub theorem: String,
    /// The first n of the repeating part, claimed minimal.
    pub preperiod: u64,
    /// The period, claimed minimal.
    pub period: u64,
    /// What each value gains in every period.
    pub saltus: u64,
    /// Rows 0 … preperiod + period − 1.
    pub values: Values,
}

/// The rows of a claim.
///
/// ```
/// let rows = sprague_core::Values::Outcomes(vec!["L".into(), "W".into()]);
/// assert_eq!(rows.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Values {
    /// One list of nimbers a row.
    Nimbers(Vec<Vec<u32>>),
    /// One word of `L`, `D`, `W` a row.
    Outcomes(Vec<String>),
}

impl Values {
    /// How many rows there are.
    ///
    /// ```
    /// assert_eq!(sprague_core::Values::Nimbers(vec![]).len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        match self {
            Self::Nimbers(rows) => rows.len(),
            Self::Outcomes(rows) => rows.len(),
        }
    }

    /// Whether there are none.
    ///
    /// ```
    /// assert!(sprague_core::Values::Nimbers(vec![]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
