//! The laws of rulesets that are tried.

use std::fmt;

/// A law that every ruleset keeps.
///
/// ```
/// use sprague_plugin::laws::Law;
/// assert_eq!(Law::EachMoveIsListedOnce.to_string(), "each move is listed once");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// Every call answers, and what it answers can be used.
    CallsAnswer,
    /// The text of a position is read again as the same position.
    TextIsReadAgain,
    /// Moves with labels lead to the options, in the same order.
    MovesAreTheOptions,
    /// No label leads to two positions; a move that is listed again counts once.
    EachMoveIsListedOnce,
    /// The same question has the same answer, also much later.
    EqualPositionsHaveEqualOptions,
    /// A position and the sum of its summands have the same options.
    ///
    /// Those of both players are the same, up to normal form.
    SummandsHaveTheOptions,
    /// A position and its canonical one have the same options, up to normal form.
    CanonicalPositionsHaveTheOptions,
    /// Left's options of a negative are the negatives of Right's options.
    ///
    /// Right's options of it are those of Left's, too, up to normal form.
    NegativesExchangeThePlayers,
    /// The value lies between the bounds.
    ///
    /// Whoever is said to reach a number by a move has an option that is no worse.
    BoundsHoldTheValue,
    /// The drawing of a position can be shown, and is the same each time.
    PicturesCanBeDrawn,
    /// Play ends, or goes round in circles.
    PlayEnds,
}

impl Law {
    /// Every law, in the order of a report.
    ///
    /// ```
    /// assert_eq!(sprague_plugin::laws::Law::ALL.len(), 11);
    /// ```
    pub const ALL: [Self; 11] = [
        Self::CallsAnswer,
        Self::TextIsReadAgain,
        Self::MovesAreTheOptions,
        Self::EachMoveIsListedOnce,
        Self::EqualPositionsHaveEqualOptions,
        Self::SummandsHaveTheOptions,
        Self::CanonicalPositionsHaveTheOptions,
        Self::NegativesExchangeThePlayers,
        Self::BoundsHoldTheValue,
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
            Self::PicturesCanBeDrawn => "pictures can be drawn",
            Self::PlayEnds => "play ends, or comes back",
        })
    }
}
