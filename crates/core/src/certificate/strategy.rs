//! A strategy as data: what its player answers in every position that can come up.

use crate::{Play, Player};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one player does in every position that can come up when it is followed, whatever the other player does.
///
/// Positions are written in the notation. A claim: `sprague-check` replays it from the rules alone.
///
/// ```
/// use sprague_core::Play;
/// use sprague_core::certificate::{Strategy, StrategyForm, Winner};
/// let take_all = Strategy {
///     position: "nim@2".into(),
///     form: StrategyForm::Positions,
///     play: Play::Normal,
///     rule: "disjunctive".into(),
///     first: None,
///     winner: Winner::Mover,
///     draw: false,
///     moves: [("nim@2".to_owned(), "nim@0".to_owned())].into(),
/// };
/// assert_eq!(take_all.moves["nim@2"], "nim@0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// Where the game begins.
    pub position: String,
    /// How the answers are written down.
    #[serde(default)]
    pub form: StrategyForm,
    /// Normal or misère play.
    pub play: Play,
    /// In which components a player moves at a time.
    pub rule: String,
    /// Who moves first, where Left and Right have moves of their own. Each position in [`moves`](Self::moves) is then written with the
    /// same player to move, the one whose strategy it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Player>,
    /// Whose strategy it is: of the player who moves first, or of the other.
    pub winner: Winner,
    /// Whether it only promises never to lose.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub draw: bool,
    /// For every position with its player to move, the position after the move.
    pub moves: BTreeMap<String, String>,
}

/// How the answers of a strategy are written down.
///
/// ```
/// use sprague_core::certificate::StrategyForm;
/// assert_eq!(StrategyForm::default(), StrategyForm::Positions);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum StrategyForm {
    /// Every position that can come up, with the position after the move.
    #[default]
    Positions,
}

/// Whose strategy it is.
///
/// ```
/// assert_ne!(sprague_core::certificate::Winner::Mover, sprague_core::certificate::Winner::Other);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// The player who moves first.
    Mover,
    /// The other player.
    Other,
}
