//! Functions that spare others work: those that guests may have beside their rules.

use crate::law::Law;

/// A function from positions to positions that spares others work.
///
/// It tells sums, positions that are alike, and those that cancel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Image {
    /// The independent parts, as one position of many summands.
    Summands,
    /// The position that stands for another one in tables.
    Canonical,
    /// The position with Left and Right exchanged.
    Negative,
}

impl Image {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Summands, Self::Canonical, Self::Negative];

    /// The law that it keeps.
    pub(crate) fn law(self) -> Law {
        match self {
            Self::Summands => Law::SummandsHaveTheOptions,
            Self::Canonical => Law::CanonicalPositionsHaveTheOptions,
            Self::Negative => Law::NegativesExchangeThePlayers,
        }
    }
}
