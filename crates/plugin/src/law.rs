//! The laws in a check of a ruleset.

use std::fmt;

/// A law of rulesets, which a check tries.
///
/// ```
/// use sprague_plugin::laws::Law;
/// assert_eq!(Law::EachMoveIsListedOnce.to_string(), "each move is listed once");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// Every call returns a valid result.
    CallsAnswer,
    /// The text of a position is parsed as the same position.
    TextIsReadAgain,
    /// The labelled moves lead to the options, in the same order.
    MovesAreTheOptions,
    /// No label leads to two different positions. A move that is listed twice counts once.
    EachMoveIsListedOnce,
    /// The same question always has the same answer, even much later.
    EqualPositionsHaveEqualOptions,
    /// A position and the sum of its summands have the same options for each player, up to normal form.
    SummandsHaveTheOptions,
    /// A position and its canonical position have the same options, up to normal form.
    CanonicalPositionsHaveTheOptions,
    /// Left's options of the negative are the negatives of Right's options, up to normal form, and vice versa.
    NegativesExchangeThePlayers,
    /// The value, or the score, lies between the bounds. If the bounds promise a number after a player's first move, the player has an
    /// option at least that good.
    BoundsHoldTheValue,
    /// The nimbers that `equals` promises are those of the options: each smaller number, and not the promised one.
    EqualsAreTheNimbers,
    /// The picture of a position can be shown, and is always the same.
    PicturesCanBeDrawn,
    /// Every play ends or returns to an earlier position.
    PlayEnds,
}

impl Law {
    /// All laws, in the order of a report.
    ///
    /// ```
    /// assert_eq!(sprague_plugin::laws::Law::ALL.len(), 12);
    /// ```
    pub const ALL: [Self; 12] = [
        Self::CallsAnswer,
        Self::TextIsReadAgain,
        Self::MovesAreTheOptions,
        Self::EachMoveIsListedOnce,
        Self::EqualPositionsHaveEqualOptions,
        Self::SummandsHaveTheOptions,
        Self::CanonicalPositionsHaveTheOptions,
        Self::NegativesExchangeThePlayers,
        Self::BoundsHoldTheValue,
        Self::EqualsAreTheNimbers,
        Self::PicturesCanBeDrawn,
        Self::PlayEnds,
    ];
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::CallsAnswer => "every call answers",
            Self::TextIsReadAgain => "what is shown is read again",
            Self::MovesAreTheOptions => "moves lead to the options",
            Self::EachMoveIsListedOnce => "each move is listed once",
            Self::EqualPositionsHaveEqualOptions => "equal positions have equal options",
            Self::SummandsHaveTheOptions => "summands have the options",
            Self::CanonicalPositionsHaveTheOptions => "canonical positions have the options",
            Self::NegativesExchangeThePlayers => "negatives exchange the players",
            Self::BoundsHoldTheValue => "values lie between their bounds",
            Self::EqualsAreTheNimbers => "equals promises the nimbers",
            Self::PicturesCanBeDrawn => "pictures can be drawn",
            Self::PlayEnds => "play ends, or comes back",
        })
    }
}
