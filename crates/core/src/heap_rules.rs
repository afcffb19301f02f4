//! The rules of heap games as plain data: what a theorem may speak about, and what a checker can recompute by itself.

use crate::{AmountSet, Amounts, Play, RowKind, TakeAndBreak, Theorem};

/// Whether an odd or an even number wins.
///
/// ```
/// use sprague_core::Parity;
/// assert_eq!(Parity::of(7), Parity::Odd);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Parity {
    /// 1, 3, 5, …
    #[default]
    Odd,
    /// 0, 2, 4, …
    Even,
}

impl Parity {
    /// The parity of a number.
    ///
    /// ```
    /// assert_eq!(sprague_core::Parity::of(0), sprague_core::Parity::Even);
    /// ```
    pub fn of(number: u64) -> Self {
        if number.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }
}

/// Which positions of parity Stones a row holds.
///
/// ```
/// use sprague_core::Totals;
/// assert_eq!(Totals::default(), Totals::Odd);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Totals {
    /// An odd number of stones in all, so what the other player holds follows: two cells, mine even and mine odd.
    #[default]
    Odd,
    /// Any number in all: four cells, (mine, his) = (even, even), (even, odd), (odd, even), (odd, odd).
    Any,
}

/// The rules of a heap game, as data.
///
/// What one row holds, in this order: `Subtraction`, `TakeAndBreak` and `Grundy` one cell; `Asymmetric` Left to move, Right to
/// move; `Stones` as [`Totals`] says; `NoRepeat` one cell for every ordered list of at most `memory` different amounts, numbered
/// as in [`arrangement`](crate::arrangement), latest move first.
///
/// ```
/// use sprague_core::{AmountSet, Amounts, HeapRules, Play, RowKind, Theorem};
///
/// let rules = HeapRules::Subtraction(Amounts::Only(AmountSet::new([1, 3, 4]).unwrap()));
/// let theorem = rules.theorem(Play::Misere, RowKind::Outcomes);
/// assert_eq!(theorem, Some(Theorem::BoundedLookBack { reach: 4, modulus: 1 }));
/// assert_eq!(HeapRules::Grundy.theorem(Play::Normal, RowKind::Nimbers), None); // nobody knows one
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HeapRules {
    /// Take an allowed amount. Nim, if all are allowed.
    Subtraction(Amounts),
    /// Take an allowed amount until none fits; who then holds a number of the winning parity wins if the other does not.
    Stones {
        /// The allowed amounts.
        amounts: AmountSet,
        /// What wins.
        wins: Parity,
        /// Which positions a row holds.
        totals: Totals,
    },
    /// Take an allowed amount that is none of the last `memory` ones.
    NoRepeat {
        /// The allowed amounts.
        amounts: AmountSet,
        /// How many moves are remembered, at least 1.
        memory: usize,
    },
    /// Left takes from one set, Right from another.
    Asymmetric {
        /// Left's amounts.
        left: AmountSet,
        /// Right's amounts.
        right: AmountSet,
    },
    /// Take and break by a code.
    TakeAndBreak(TakeAndBreak),
    /// Split a heap into two unequal ones.
    Grundy,
}

impl HeapRules {
    /// The theorem that can prove a period of these rows; `None` where none is known, and where there are no such rows (nimbers
    /// exist for impartial rules under normal play, and Stones has its own ending).
    ///
    /// ```
    /// use sprague_core::{HeapRules, Play, RowKind, Theorem};
    /// let kayles = HeapRules::TakeAndBreak("0.77".parse().unwrap());
    /// assert_eq!(kayles.theorem(Play::Normal, RowKind::Nimbers), Some(Theorem::GuySmith { heaps: 2, taken: 2 }));
    /// assert_eq!(kayles.theorem(Play::Misere, RowKind::Outcomes), None);
    /// ```
    pub fn theorem(&self, play: Play, rows: RowKind) -> Option<Theorem> {
        let look_back = |reach, modulus| Some(Theorem::BoundedLookBack { reach, modulus });
        let has_nimbers = !matches!(self, Self::Stones { .. } | Self::Asymmetric { .. }) && play == Play::Normal;
        let has_misere = !matches!(self, Self::Stones { .. });
        if (rows == RowKind::Nimbers && !has_nimbers) || (play == Play::Misere && !has_misere) {
            return None;
        }
        match self {
            Self::Subtraction(Amounts::Only(set)) => look_back(set.greatest().unwrap_or(0), 1),
            Self::Subtraction(Amounts::AllBut(forbidden)) => {
                let greatest = forbidden.greatest().unwrap_or(0);
                match (rows, play) {
                    (RowKind::Nimbers, _) => Some(Theorem::AllBut { greatest }),
                    (RowKind::Outcomes, Play::Normal) => Some(Theorem::AllButOutcomes { won_from: greatest.checked_add(1)? }),
                    (RowKind::Outcomes, Play::Misere) => {
                        let least_allowed = Amounts::AllBut(forbidden.clone()).up_to(u64::MAX).next()?;
                        Some(Theorem::AllButOutcomes { won_from: least_allowed.checked_add(greatest)?.checked_add(1)? })
                    }
                }
            }
            Self::Stones { amounts, totals: Totals::Odd, .. } => look_back(amounts.greatest().unwrap_or(0), 2),
            Self::Stones { amounts, totals: Totals::Any, .. } => look_back(amounts.greatest().unwrap_or(0), 1),
            Self::NoRepeat { amounts, .. } => look_back(amounts.greatest().unwrap_or(0), 1),
            Self::Asymmetric { left, right } => look_back(left.greatest().max(right.greatest()).unwrap_or(0), 1),
            // digits up to 3 leave at most one heap; bit 0 acts at n = k, hence k + 1
            Self::TakeAndBreak(code) if code.most_heaps() == 1 => look_back(code.most_taken() + 1, 1),
            Self::TakeAndBreak(code) if rows == RowKind::Nimbers => {
                Some(Theorem::GuySmith { heaps: code.most_heaps(), taken: code.most_taken() })
            }
            Self::TakeAndBreak(_) | Self::Grundy => None,
        }
    }
}
