//! A position of Stones: the pile, and whether each player holds an odd number.
//!
//! McDougall 1997: only the parity of what a player holds matters, at the end and so at any time.

use sprague_core::{Outcome, Pack, Parity};

/// Stones in the pile, and whether the player to move and the other one hold an odd number.
///
/// ```
/// use sprague_rules_stones::Table;
/// assert_eq!(Table::new(5, 3, 8), Table { pile: 5, mine_odd: true, theirs_odd: false });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Table {
    /// Stones in the pile.
    pub pile: u64,
    /// Whether the player to move holds an odd number of stones.
    pub mine_odd: bool,
    /// Whether the other player does.
    pub theirs_odd: bool,
}

impl Table {
    /// A pile, and how many stones the player to move and the other one hold.
    ///
    /// ```
    /// use sprague_rules_stones::Table;
    /// assert_eq!(Table::new(5, 0, 0), Table::new(5, 2, 4));
    /// ```
    pub fn new(pile: u64, mine: u64, his: u64) -> Self {
        Self { pile, mine_odd: is_odd(mine), theirs_odd: is_odd(his) }
    }

    /// Whether there is an odd number of stones in all: in the pile and in both hands.
    ///
    /// ```
    /// use sprague_rules_stones::Table;
    /// assert!(Table::new(5, 1, 1).total_is_odd());
    /// ```
    pub fn total_is_odd(&self) -> bool {
        is_odd(self.pile) ^ self.mine_odd ^ self.theirs_odd
    }

    /// The table after the player to move took `amount`, seen by the other player.
    ///
    /// ```
    /// use sprague_rules_stones::Table;
    /// assert_eq!(Table::new(5, 1, 0).after(3), Table::new(2, 0, 4));
    /// ```
    ///
    /// # Panics
    /// If `amount` is more than the pile, in a build that checks for overflow.
    pub fn after(&self, amount: u64) -> Self {
        Self { pile: self.pile - amount, mine_odd: self.theirs_odd, theirs_odd: self.mine_odd ^ is_odd(amount) }
    }
}

/// Whether a number of stones is odd.
pub(crate) fn is_odd(number: u64) -> bool {
    Parity::of(number) == Parity::Odd
}

/// Who has won when the play is over: who holds a number of the winning parity, if the other does not.
pub(crate) fn decided(wins: Parity, mine_odd: bool, theirs_odd: bool) -> Outcome {
    let qualifies = |odd: bool| odd == (wins == Parity::Odd);
    match (qualifies(mine_odd), qualifies(theirs_odd)) {
        (true, false) => Outcome::Win,
        (false, true) => Outcome::Loss,
        _ => Outcome::Draw,
    }
}

/// Two words: the pile, and both parities.
impl Pack for Table {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([self.pile, 2 * u64::from(self.mine_odd) + u64::from(self.theirs_odd)]);
    }
    fn unpack(words: &mut &[u64]) -> Self {
        let (pile, parities) = <(u64, u64)>::unpack(words);
        Self { pile, mine_odd: parities & 2 != 0, theirs_odd: parities & 1 != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_packed_in_two_words_and_unpacked_again() {
        for pile in [0, 7, u64::MAX] {
            for (mine, his) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let table = Table::new(pile, mine, his);
                let mut words = vec![];
                table.pack(&mut words);
                assert_eq!(words.len(), 2);
                assert_eq!(Table::unpack(&mut words.as_slice()), table);
            }
        }
    }

    #[test]
    fn the_total_stays_what_it_is() {
        let table = Table::new(9, 4, 7);
        assert!((0..=9).all(|amount| table.after(amount).total_is_odd() == table.total_is_odd()));
    }
}
