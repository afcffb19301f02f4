//! The law of Stones with an odd total: a closed formula for the winner and for the amount to take.
//!
//! A move takes 1 to N stones.
//!
//! The law was found in the tables of McDougall 1997, `Game::Stones`. The proof follows.
//!
//! **Law.** Write (n, even) and (n, odd) for a pile of n stones, if the player to move holds an even or an odd number of
//! stones. Exactly these positions are lost:
//!
//! - if N is even: (n, even) for n ≡ 0, N + 1 and (n, odd) for n ≡ 1, mod N + 2;
//! - if N is odd: (n, even) for n ≡ 0, N + 2 and (n, odd) for n ≡ 1, N + 1, mod 2N + 2.
//!
//! **Proof.** Call the number of stones that a player holds his hand. The total is odd, so the parity of the other player's
//! hand follows from n and from my hand, and my moves do not change it. It is the parity of my hand if n is odd, and the
//! opposite parity if n is even. After each of my moves, the other player faces a smaller pile with this parity in his hand. So
//! for n ≥ 1, a position is lost exactly if none of the N piles n − 1, …, n − N is lost with this parity. The modulus p is even
//! in both cases, so residues have parities. By induction, none of these N piles is lost exactly if the lost residues of the
//! law are among the other p − N residues. If n ≡ r, these are r, r + 1, …. If N is even, there are two of them:
//!
//! - n even, my hand even: 1 ∈ {r, r + 1} and r is even, so r = 0;
//! - n odd, my hand even: {0, N + 1} = {r, r + 1}, so r = N + 1;
//! - n even, my hand odd: again r = N + 1, but this is odd, so the position is never lost;
//! - n odd, my hand odd: 1 ∈ {r, r + 1} and r is odd, so r = 1.
//!
//! If N is odd, there are N + 2 of them. They contain both 1 and N + 1 exactly if r is 0 or 1, and both 0 and N + 2 exactly if
//! r is N + 1 or N + 2. The parity of n selects r = 0, N + 2, N + 1 and 1 in the four cases. If n < N, there are fewer than N
//! smaller piles. But if n ≥ 2, both 0 and 1 are among them, and one of them is lost: 0 with an even hand, or 1 with an odd
//! hand. So these positions are won. The cases n = 0 and n = 1 are easily checked. ∎

use sprague_core::Outcome;

/// Stones with an odd number of stones in all, in which the player with an odd number wins.
///
/// A move takes 1 to `max_take` stones.
///
/// Each answer takes a few operations, for any pile and any `max_take` up to 2⁶⁴ − 1.
///
/// ```
/// use sprague_core::Outcome;
/// use sprague_rules_stones::Law;
///
/// let law = Law::new(4).unwrap();
/// assert_eq!(law.period(), 6);
/// assert_eq!(law.outcome(6_000_000_005, false), Outcome::Loss);
/// // outcomes repeat from the start, amounts do not: 3 and 9 are one period apart
/// assert_eq!((law.best_amount(3, false), law.best_amount(9, false)), (Some(3), Some(4)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Law {
    max_take: u64,
}

impl Law {
    /// Builds the law of the game in which a move takes 1 to `max_take` stones.
    ///
    /// Returns `None` if `max_take` is 0.
    ///
    /// ```
    /// assert_eq!(sprague_rules_stones::Law::new(0), None);
    /// ```
    pub fn new(max_take: u64) -> Option<Self> {
        (max_take > 0).then_some(Self { max_take })
    }

    /// Returns the period of the outcomes, which begins at the empty pile.
    ///
    /// It is N + 2 if N is even, and 2N + 2 if N is odd.
    ///
    /// ```
    /// use sprague_rules_stones::Law;
    /// assert_eq!(Law::new(59).unwrap().period(), 120);
    /// assert_eq!(Law::new(u64::MAX).unwrap().period(), 1 << 65);
    /// ```
    pub fn period(self) -> u128 {
        let n = u128::from(self.max_take);
        if n.is_multiple_of(2) { n + 2 } else { 2 * n + 2 }
    }

    fn lost(self, mine_odd: bool) -> [u128; 2] {
        let n = u128::from(self.max_take);
        match (n.is_multiple_of(2), mine_odd) {
            (true, false) => [0, n + 1],
            (true, true) => [1, 1],
            (false, false) => [0, n + 2],
            (false, true) => [1, n + 1],
        }
    }

    /// Returns the outcome for the player to move. `mine_odd` is `true` if that player holds an odd number of stones.
    ///
    /// There are no draws.
    ///
    /// ```
    /// use sprague_core::Outcome;
    /// use sprague_rules_stones::Law;
    /// assert_eq!(Law::new(3).unwrap().outcome(0, true), Outcome::Win);
    /// ```
    pub fn outcome(self, pile: u64, mine_odd: bool) -> Outcome {
        let residue = u128::from(pile) % self.period();
        if self.lost(mine_odd).contains(&residue) { Outcome::Loss } else { Outcome::Win }
    }

    /// Returns the largest winning amount, or 1 if no amount wins, or `None` if the pile is empty.
    ///
    /// ```
    /// use sprague_rules_stones::Law;
    /// let law = Law::new(3).unwrap();
    /// assert_eq!((law.best_amount(0, true), law.best_amount(4, true), law.best_amount(6, true)), (None, Some(1), Some(1)));
    /// ```
    pub fn best_amount(self, pile: u64, mine_odd: bool) -> Option<u64> {
        if pile == 0 {
            return None;
        }
        let least_left = u128::from(pile.saturating_sub(self.max_take));
        let his_odd = mine_odd == (pile % 2 == 1);
        let left = self.lost(his_odd).map(|residue| first_at_or_above(least_left, residue, self.period()));
        let left = left.into_iter().min().expect("two residues");
        let winning = u128::from(pile).checked_sub(left).filter(|&amount| amount > 0);
        Some(winning.map_or(1, |amount| u64::try_from(amount).expect("at most the pile")))
    }
}

/// Returns the least number ≥ `least` that is ≡ `residue` mod `period`.
///
/// It does not overflow, because all numbers are below 2⁶⁶.
fn first_at_or_above(least: u128, residue: u128, period: u128) -> u128 {
    least + (residue + period - least % period) % period
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{OddTotal, Stones};
    use sprague_core::heap::{AmountSet, HeapSequence, Outcomes, Parity, Rows};

    fn contest(max_take: u64) -> OddTotal {
        OddTotal(Stones { amounts: AmountSet::new(1..=max_take).unwrap(), wins: Parity::Odd })
    }

    #[test]
    fn the_law_agrees_with_the_rules() {
        for max_take in 1..=60_u64 {
            let law = Law::new(max_take).unwrap();
            let piles = 4 * max_take + 9;
            let rows = Rows::of(&Outcomes(contest(max_take)), piles as usize);
            for pile in 0..piles {
                for mine_odd in [false, true] {
                    let expected = rows.cell(pile as usize, usize::from(mine_odd));
                    assert_eq!(law.outcome(pile, mine_odd), expected, "{max_take} {pile} {mine_odd}");
                }
            }
        }
    }

    #[test]
    fn the_best_amount_is_that_of_the_rules() {
        use sprague_core::heap::ByHeap;
        for max_take in 1..=60_u64 {
            let (law, rules) = (Law::new(max_take).unwrap(), contest(max_take));
            for pile in 0..=4 * max_take + 8 {
                for state in 0..2 {
                    let expected = rules.0.best_amount(&rules.position(pile, state), |option| {
                        let (pile, state) = rules.heap_index(option);
                        law.outcome(pile, state == 1)
                    });
                    assert_eq!(law.best_amount(pile, state == 1), expected, "{max_take} {pile} {state}");
                }
            }
        }
    }

    #[test]
    fn the_period_is_minimal_and_proved_by_the_look_back() {
        for max_take in 1..=60_u64 {
            let family = Outcomes(contest(max_take));
            let n = max_take as usize;
            let period = if n.is_multiple_of(2) { n + 2 } else { 2 * n + 2 };
            assert_eq!(Law::new(max_take).unwrap().period(), period as u128);
            let needed = family.theorem().unwrap().rows_needed(0, period as u64).unwrap() as usize;
            let rows = Rows::of(&family, needed);
            let repeats = |period: usize| (0..needed - period).all(|pile| rows.row(pile) == rows.row(pile + period));
            assert_eq!((1..=period).find(|&period| repeats(period)), Some(period), "{max_take}");
        }
    }

    #[test]
    fn the_greatest_numbers_are_no_trouble() {
        for max_take in [1, 2, 3, 59, 5000, 10_001, u64::MAX / 2, u64::MAX - 1, u64::MAX] {
            let law = Law::new(max_take).unwrap();
            for pile in [1, 2, max_take, max_take / 2 + 1, u64::MAX - 2, u64::MAX - 1, u64::MAX] {
                for mine_odd in [false, true] {
                    let amount = law.best_amount(pile, mine_odd).unwrap();
                    assert!((1..=max_take.min(pile)).contains(&amount));
                    let his_odd = mine_odd == (pile % 2 == 1);
                    let wins = law.outcome(pile - amount, his_odd) == Outcome::Loss;
                    assert_eq!(wins, law.outcome(pile, mine_odd) == Outcome::Win, "{max_take} {pile} {mine_odd}");
                }
            }
        }
    }

    #[test]
    fn outcomes_repeat_from_the_start_but_amounts_only_from_n_on() {
        let law = Law::new(4).unwrap();
        assert_eq!(law.outcome(3, false), law.outcome(9, false));
        assert_ne!(law.best_amount(3, false), law.best_amount(9, false));
        for max_take in 1..=60_u64 {
            let law = Law::new(max_take).unwrap();
            let period = u64::try_from(law.period()).unwrap();
            for pile in max_take..3 * max_take {
                assert_eq!(law.best_amount(pile, true), law.best_amount(pile + period, true));
                assert_eq!(law.best_amount(pile, false), law.best_amount(pile + period, false));
            }
        }
    }
}
