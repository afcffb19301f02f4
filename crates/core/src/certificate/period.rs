//! A claimed period as plain data, for a checker that trusts nobody.

use crate::Play;
use crate::heap::RowKind;
use serde::{Deserialize, Serialize};

/// The claim that the rows of a family repeat for ever, with the rows that say how. Serialises to JSON.
///
/// It carries no proof steps: a checker recomputes every row from the rules and applies the theorem itself.
///
/// ```
/// use sprague_core::Play;
/// use sprague_core::certificate::{Certificate, ClaimedRows};
/// use sprague_core::heap::RowKind;
///
/// let claim = Certificate {
///     family: "subtraction:1,2".into(),
///     play: Play::Normal,
///     rows: RowKind::Nimbers,
///     theorem: "bounded look-back".into(),
///     preperiod: 0,
///     period: 3,
///     saltus: 0,
///     values: ClaimedRows::Nimbers(vec![vec![0], vec![1], vec![2]]),
///     equal_states: None,
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
    /// Rows 0 … preperiod + period − 1; none for equal states, whose periods may be longer than what can be written down.
    pub values: ClaimedRows,
    /// What a proof by equal states needs beside the period.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal_states: Option<EqualStates>,
}

/// What makes two equal states of a take-and-break code a proof (sparse space: Gangolli & Plambeck 1989; *Winning Ways*, ch. 4).
///
/// A value v of a heap of n tokens is *rare* iff popcount(v & `mask`), plus n − t where `parity` is set, is even; t is any place
/// whose digit has a 4, and with `parity` all such places are alike even or odd. Rare ⊕ rare and common ⊕ common options are
/// rare, rare ⊕ common options are common. If no heap above max `rare` has a rare value, and every rare value below each g(n)
/// is excluded by a split with a part of at most `depth` tokens, g(n) is a function of n's parity (with `parity`) and of the last
/// W = max(max `rare`, `depth`) + k rows, k the most tokens taken. Then the windows \[`start` − W, `start`) and
/// \[`start` + p − W, `start` + p), if equal, repeat for ever.
///
/// ```
/// use sprague_core::certificate::EqualStates;
///
/// let states = EqualStates { mask: 23, parity: true, rare: vec![1, 2, 5], depth: 700, start: 5_000 };
/// assert_eq!(states.window(3), 700 + 3);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EqualStates {
    /// The bits of a value whose number decides between rare and common.
    pub mask: u32,
    /// Whether the parity of n decides too.
    pub parity: bool,
    /// Every heap of 1 to `start` + period − 1 tokens that has a rare value, least first.
    pub rare: Vec<u64>,
    /// For every n from `start` to `start` + period − 1, each rare value below g(n) is excluded by a split with a part of at most
    /// this many tokens, or by a move that splits nothing.
    pub depth: u64,
    /// Where the first of the two equal windows ends; above the last rare heap + W.
    pub start: u64,
}

impl EqualStates {
    /// W: how many rows make a state, when a move takes at most `taken` tokens.
    pub fn window(&self, taken: u64) -> u64 {
        self.rare.last().copied().unwrap_or(0).max(self.depth).saturating_add(taken)
    }
}

/// The rows of a claim.
///
/// ```
/// let rows = sprague_core::certificate::ClaimedRows::Outcomes(vec!["L".into(), "W".into()]);
/// assert_eq!(rows.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ClaimedRows {
    /// One list of nimbers a row.
    Nimbers(Vec<Vec<u32>>),
    /// One word of `L`, `D`, `W` a row.
    Outcomes(Vec<String>),
}

impl ClaimedRows {
    /// How many rows there are.
    ///
    /// ```
    /// assert_eq!(sprague_core::certificate::ClaimedRows::Nimbers(vec![]).len(), 0);
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
    /// assert!(sprague_core::certificate::ClaimedRows::Nimbers(vec![]).is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
