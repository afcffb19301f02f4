//! Optional functions of a guest that make searches faster.

use crate::law::Law;

/// A function from positions to positions that makes searches faster.
///
/// The engine uses it to find sums, equivalent positions, and positions that cancel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Image {
    /// Splits a position into independent parts, which are returned as one position of many summands.
    Summands,
    /// Returns the position that represents a class of equivalent positions in tables.
    Canonical,
    /// Returns the position with Left and Right exchanged.
    Negative,
}

impl Image {
    pub(crate) const ALL: [Self; 3] = [Self::Summands, Self::Canonical, Self::Negative];

    /// Returns the law that the function must satisfy.
    pub(crate) fn law(self) -> Law {
        match self {
            Self::Summands => Law::SummandsHaveTheOptions,
            Self::Canonical => Law::CanonicalPositionsHaveTheOptions,
            Self::Negative => Law::NegativesExchangeThePlayers,
        }
    }
}
