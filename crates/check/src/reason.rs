//! The theorems by which rows that have repeated long enough repeat for ever, derived from the rules.
//!
//! *Bounded look-back.* For n ≥ `reach`, row n is a fixed function of n mod `modulus` and the `reach` rows before it. If rows
//! agree with the rows p earlier from n0 on, for lcm(p, `modulus`) + `reach` rows, two equal windows lie a multiple of
//! `modulus` apart, and so the rows repeat for ever. For amounts from a finite set S the reach is max S. For codes that take at
//! most k and split nothing it is k + 1, because bit 1 takes a whole heap of k. Stones with odd totals have modulus 2, because
//! what the other player holds follows from the parity of the pile.
//!
//! *Guy–Smith* (1956), for at most c heaps left and at most k tokens taken. It suffices that g(n + p) = g(n) for n0 ≤ n <
//! c·n0 + (c − 1)·p + k with n0 ≥ 1. For a larger n, the greatest heap that a move in n + p leaves has at least n0 + p tokens,
//! and the greatest heap that a move in n leaves has at least n0. So a period can be cut out of the one and inserted into the
//! other. As n0 ≥ 1, this neither empties a heap nor makes an empty heap grow. So n and n + p have options of the same values.
//!
//! *Equal states*, for at most two heaps left: from some row on, row n is a fixed function of the last W rows and the parity of
//! n. The conditions on the rows before that, and the proof, are in `states.rs`.
//!
//! *Residues*, for the nimbers of infinite sets: the theorem and its proof are in `residues.rs`.
//!
//! *All but F*, with f = max F. Nimbers: equal ones lie at most f apart, and after f rows without a new value the least unused
//! value appears. So row n follows from the last max(2f, 1) rows, and in the same way if all of them are raised. Outcomes: a
//! heap above f can be taken whole. In misère play a heap above min S + f can be reduced to min S, where the other player must
//! take the rest.

use crate::not_accepted::BadPeriod;
use sprague_core::Play;
use sprague_core::certificate::TheoremName;
use sprague_core::heap::{AmountSet, Amounts, HeapRules, InfiniteSet, RowKind, TakeAndBreak, Totals};

/// A theorem, with the numbers that it needs from the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Row n follows from the `reach` rows before it and n mod `modulus`.
    LookBack { reach: u64, modulus: u64 },
    /// A move leaves at most `heaps` heaps and takes at most `taken` tokens.
    Splits { heaps: u64, taken: u64 },
    /// Nimbers, if every amount above `greatest` may be taken.
    AllBut { greatest: u64 },
    /// Nimbers, if no amount of this set leads between heaps with equal nimbers.
    Residues { set: InfiniteSet },
    /// Outcomes, if every heap from `won_from` on is won.
    AllWon { won_from: u64 },
}

impl Reason {
    /// Returns the theorem that applies to these rows.
    pub(crate) fn of(rules: &HeapRules, play: Play, rows: RowKind) -> Result<Self, BadPeriod> {
        has_such_rows(rules, play, rows)?;
        let greatest = |set: &AmountSet| set.as_slice().last().copied().unwrap_or(0);
        let look_back = |reach| Self::LookBack { reach, modulus: 1 };
        match rules {
            HeapRules::Subtraction(Amounts::Only(set)) | HeapRules::Cumulative(set) => Ok(look_back(greatest(set))),
            HeapRules::Subtraction(Amounts::AllBut(set)) if rows == RowKind::Nimbers => {
                Ok(Self::AllBut { greatest: greatest(set) })
            }
            HeapRules::Subtraction(Amounts::AllBut(set)) => {
                let lost = if play == Play::Misere { least_allowed(set) } else { 0 };
                let won_from = greatest(set).saturating_add(lost).saturating_add(1);
                Ok(Self::AllWon { won_from })
            }
            HeapRules::Subtraction(Amounts::Infinite(set)) if rows == RowKind::Nimbers => Ok(Self::Residues { set: *set }),
            HeapRules::Subtraction(Amounts::Infinite(_)) => Err(BadPeriod::NoTheorem),
            HeapRules::Stones { amounts, totals: Totals::Any, .. } => Ok(look_back(greatest(amounts))),
            HeapRules::Stones { amounts, totals: Totals::Odd, .. } => Ok(Self::LookBack { reach: greatest(amounts), modulus: 2 }),
            HeapRules::NoRepeat { amounts, .. } => Ok(look_back(greatest(amounts))),
            HeapRules::PartizanSubtraction { left, right } => Ok(look_back(greatest(left).max(greatest(right)))),
            HeapRules::TakeAndBreak(code) => {
                let taken = most_taken(code);
                match (most_heaps(code), rows) {
                    (0 | 1, _) => Ok(look_back(taken + 1)),
                    (heaps, RowKind::Nimbers) => Ok(Self::Splits { heaps, taken }),
                    _ => Err(BadPeriod::NoTheorem),
                }
            }
            HeapRules::OfHeap(_) | HeapRules::PartizanTakeAndBreak { .. } | HeapRules::Grundy => Err(BadPeriod::NoTheorem),
        }
    }

    /// Returns the theorem that applies to the values of partizan heaps, or `None` for other rules.
    ///
    /// It is the theorem about nimbers, applied to values. The proofs only use that a row is a function of the sums that moves
    /// leave.
    pub(crate) fn of_values(rules: &HeapRules) -> Option<Self> {
        match rules {
            HeapRules::PartizanSubtraction { .. } => Self::of(rules, Play::Normal, RowKind::Outcomes).ok(),
            HeapRules::PartizanTakeAndBreak { left, right } => {
                let taken = most_taken(left).max(most_taken(right));
                Some(match most_heaps(left).max(most_heaps(right)) {
                    0 | 1 => Self::LookBack { reach: taken + 1, modulus: 1 },
                    heaps => Self::Splits { heaps, taken },
                })
            }
            _ => None,
        }
    }

    pub(crate) fn name(self) -> TheoremName {
        match self {
            Self::LookBack { .. } => TheoremName::BoundedLookBack,
            Self::Splits { .. } => TheoremName::GuySmith,
            Self::AllBut { .. } | Self::AllWon { .. } => TheoremName::AllBut,
            Self::Residues { .. } => TheoremName::Residues,
        }
    }

    /// Checks that this is the theorem that is cited.
    ///
    /// Equal states may be cited too if at most two heaps are left, because that proof needs no claimed values.
    pub(crate) fn is_cited(self, cited: TheoremName) -> Result<(), BadPeriod> {
        match cited {
            TheoremName::EqualStates if matches!(self, Self::Splits { heaps: 2, .. }) => Ok(()),
            _ if cited == self.name() => Ok(()),
            _ => Err(BadPeriod::WrongTheorem { cited, right: self.name() }),
        }
    }

    /// Returns `true` if values may rise from period to period.
    pub(crate) fn may_rise(self) -> bool {
        matches!(self, Self::AllBut { .. })
    }

    /// Returns the number of rows, from row 0 on, whose repetition is a proof, or `None` if it exceeds 64 bits.
    pub(crate) fn rows(self, preperiod: u64, period: u64) -> Option<u64> {
        match self {
            Self::LookBack { reach, modulus } => {
                let apart = if period.is_multiple_of(modulus) { period } else { period.checked_mul(modulus)? };
                preperiod.checked_add(apart)?.checked_add(reach)
            }
            Self::Splits { heaps, taken } => {
                let repeated = preperiod.max(1).checked_add(period)?;
                heaps.checked_mul(repeated)?.checked_add(taken)
            }
            Self::AllBut { greatest } => {
                let window = greatest.checked_mul(2)?.max(1);
                preperiod.checked_add(period)?.checked_add(window)
            }
            Self::AllWon { won_from } => preperiod.max(won_from).checked_add(period),
            // one period suffices, because the residues of the amounts are checked too
            Self::Residues { .. } => preperiod.checked_add(period),
        }
    }
}

fn has_such_rows(rules: &HeapRules, play: Play, rows: RowKind) -> Result<(), BadPeriod> {
    use HeapRules::{Cumulative, PartizanSubtraction, PartizanTakeAndBreak, Stones};
    match (rules, play, rows) {
        (Stones { .. } | PartizanSubtraction { .. } | PartizanTakeAndBreak { .. } | Cumulative(_), _, RowKind::Nimbers) => {
            Err(BadPeriod::NoNimbers)
        }
        (Stones { .. }, Play::Misere, _) => Err(BadPeriod::TerminalRule),
        (Cumulative(_), Play::Normal, RowKind::Scores) => Ok(()),
        (Cumulative(_), ..) | (_, _, RowKind::Scores) => Err(BadPeriod::NoTheorem),
        (_, Play::Misere, RowKind::Nimbers) => Err(BadPeriod::MisereNimbers),
        _ => Ok(()),
    }
}

fn least_allowed(forbidden: &AmountSet) -> u64 {
    let from_one = (1..).zip(forbidden.as_slice()).take_while(|(expected, amount)| expected == *amount);
    from_one.count() as u64 + 1
}

/// Returns the index of the last digit that is not 0.
fn most_taken(code: &TakeAndBreak) -> u64 {
    code.digits().iter().rposition(|&digit| digit != 0).unwrap_or(0) as u64
}

/// Returns the index of the highest bit of any digit: 3 for an 8, 2 for a 4, 1 for a 2, else 0.
fn most_heaps(code: &TakeAndBreak) -> u64 {
    let bits = code.digits().iter().fold(0, |bits, digit| bits | digit);
    u64::from(bits.checked_ilog2().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_of_look_back_lie_a_multiple_of_the_modulus_apart() {
        let reason = Reason::LookBack { reach: 3, modulus: 2 };
        assert_eq!(reason.rows(1, 5), Some(1 + 10 + 3));
        assert_eq!(reason.rows(1, 6), Some(1 + 6 + 3));
    }

    #[test]
    fn splitting_games_are_never_tested_from_row_nought() {
        let reason = Reason::Splits { heaps: 2, taken: 1 };
        assert_eq!(reason.rows(0, 4), reason.rows(1, 4));
        assert_eq!(reason.rows(1, 4), Some(11));
        assert_eq!(Reason::Splits { heaps: 3, taken: 1 }.rows(2, 5), Some(22));
    }

    #[test]
    fn rows_beyond_all_numbers_are_none() {
        let most = u64::MAX;
        for reason in [
            Reason::LookBack { reach: most, modulus: 2 },
            Reason::Splits { heaps: 3, taken: most },
            Reason::AllBut { greatest: most },
            Reason::AllWon { won_from: most },
        ] {
            for (preperiod, period) in [(0, most), (most, 1), (most, most), (1, most - 1)] {
                assert_eq!(reason.rows(preperiod, period), None, "{reason:?}");
            }
        }
    }

    #[test]
    fn codes_are_read_by_their_bits() {
        for (code, heaps, taken) in
            [("0.", 0, 0), ("0.1", 0, 1), ("0.3", 1, 1), ("4.", 2, 0), ("0.077", 2, 3), ("0.08", 3, 2), ("c.001", 3, 3)]
        {
            let code: TakeAndBreak = code.parse().unwrap();
            assert_eq!((most_heaps(&code), most_taken(&code)), (heaps, taken), "{code}");
        }
    }

    #[test]
    fn the_least_allowed_amount_is_the_first_gap() {
        for (set, least) in [(vec![], 1), (vec![2], 1), (vec![1, 2, 4], 3), (vec![1, 2, 3], 4)] {
            assert_eq!(least_allowed(&AmountSet::new(set).unwrap()), least);
        }
    }
}
