//! A claimed order of two sums, with the positions that prove it.

use crate::Player;
use core::fmt;
use serde::{Deserialize, Serialize};

/// The claim that one sum is less than, greater than, equal to or confused with another one, under normal play.
///
/// G ≤ H if Left survives as second player in H − G, both if endless play counts for Left and if it counts for Right. For two
/// stoppers, endless play always counts as survived. Siegel, *Combinatorial Game Theory*, ch. VI.
///
/// ```
/// use sprague_core::certificate::ComparisonCertificate;
/// // 0 < 1: Right cannot move in 1 - 0, and in 0 - 1 Left has lost once Right has moved
/// let text = r#"{"left":"game@0","right":"game@1","relation":"<","left_positions":["game@0"],"right_positions":["game@1","game@0"],
///     "proofs":[{"order":"at most","endless":null,"holds":true,"states":[[0,0,"right",0]]},
///               {"order":"at least","endless":null,"holds":false,"states":[[0,0,"right",1],[0,1,"left",0]]}]}"#;
/// let claim: ComparisonCertificate = serde_json::from_str(text).unwrap();
/// assert_eq!((claim.relation.as_str(), claim.proofs.len()), ("<", 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonCertificate {
    /// The first sum.
    pub left: String,
    /// The second sum.
    pub right: String,
    /// `<`, `>`, `=`, or `||` (confused).
    pub relation: String,
    /// Positions of the first sum, which is the first of them.
    pub left_positions: Vec<String>,
    /// Positions of the second sum, which is the first of them.
    pub right_positions: Vec<String>,
    /// The proofs of the relation.
    pub proofs: Vec<OrderProof>,
}

/// A proof that one sum is at most (or at least) another, or that it is not.
///
/// Let g and h be the sums. For "at most", the game is h − g, and for "at least" it is g − h. The order holds if Left survives
/// as second player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderProof {
    /// The order that is proved or refuted.
    pub order: ProvedOrder,
    /// The player for whom endless play counts, or null if both sums are stoppers.
    pub endless: Option<Player>,
    /// True if Left survives as second player, and false if Right wins.
    pub holds: bool,
    /// Indices of positions of the two sums, the player to move, and a progress measure.
    ///
    /// The claimed winner has a move from each of their states to another state, and all moves of the other player lead to
    /// states. Moves that must not be repeated for ever lower the measure; if Right wins, no move raises it.
    pub states: Vec<(u32, u32, Player, u32)>,
}

/// The order that is proved.
///
/// ```
/// use sprague_core::certificate::ProvedOrder;
/// assert_ne!(ProvedOrder::AtMost, ProvedOrder::AtLeast);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProvedOrder {
    /// The first sum is at most the second.
    #[serde(rename = "at most")]
    AtMost,
    /// The first sum is at least the second.
    #[serde(rename = "at least")]
    AtLeast,
}

impl fmt::Display for ProvedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
        })
    }
}
