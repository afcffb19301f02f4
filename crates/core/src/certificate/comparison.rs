//! A claimed order of two sums, with the positions that prove it.

use crate::Player;
use core::fmt;
use serde::{Deserialize, Serialize};

/// The claim that one sum is less than another, greater, equal, or confused with it.
///
/// It is about the positions as they are written, under normal play. G ≤ H if Left, moving second in H − G, survives: with
/// endless play counted for Left, and with it counted for Right. Of two stoppers all endless play is survived. Siegel,
/// *Combinatorial Game Theory*, ch. VI.
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
    /// `<`, `>`, `=`, or `||` where they are confused.
    pub relation: String,
    /// Positions of the first sum, itself in front.
    pub left_positions: Vec<String>,
    /// Positions of the second sum, itself in front.
    pub right_positions: Vec<String>,
    /// The proofs of the orders that make the relation.
    pub proofs: Vec<OrderProof>,
}

/// A proof that one sum is at most or at least another, or is not.
///
/// With g at most h, the game that is played is h − g, and Left survives it moving second; with at least, g and h change places.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderProof {
    /// The order that is spoken about.
    pub order: ProvedOrder,
    /// The player for whom endless play counts; `None` where both sums are stoppers.
    pub endless: Option<Player>,
    /// True if Left survives, moving second; false if Right wins.
    pub holds: bool,
    /// Positions of the two sums, the player to move, and the progress measure.
    ///
    /// Whoever is said to win has a move to one of them from each where they move, and all of the other player's moves lead to
    /// them. A move that endless play must not repeat for ever lowers the measure; where Right wins, no move raises it.
    pub states: Vec<(u32, u32, Player, u32)>,
}

/// At most, or at least.
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
