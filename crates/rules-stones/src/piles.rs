//! Stones on several piles at once: the sum of Stones.
//!
//! A sum of games in which the last mover wins is decided by the last mover. Stones is decided by what the players hold, so
//! its sum needs an ending of its own: there is one hand each for all piles, the play ends when no amount fits any pile, and
//! the two totals decide. (Deciding pile by pile would need a rule for who wins with one pile each.)

use crate::Table;
use crate::table::{decided, is_odd};
use smallvec::SmallVec;
use sprague_core::{AmountSet, At, Outcome, Pack, Parity, Ruleset};

/// Several piles, each with allowed amounts of its own; a move takes an allowed amount from one of them.
///
/// The play ends when no amount fits any pile. Who then holds, from all piles together, a number of the winning parity wins
/// if the other does not; both or neither is a draw. With one pile it is [`Stones`](crate::Stones).
///
/// ```
/// use sprague_core::{Parity, Ruleset};
/// use sprague_rules_stones::{Piles, Table};
///
/// let rules = Piles { amounts: vec!["1-3".parse().unwrap(), "2".parse().unwrap()], wins: Parity::Odd };
/// let start = rules.position([Table::new(1, 0, 0), Table::new(3, 1, 0)]);
/// let moves: Vec<String> = rules.moves(&start).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["1: 1", "2: 2"]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Piles {
    /// The allowed amounts of each pile.
    pub amounts: Vec<AmountSet>,
    /// Whether an odd or an even number of stones wins.
    pub wins: Parity,
}

/// Stones in every pile, and whether the player to move and the other one hold an odd number in all.
///
/// ```
/// use sprague_rules_stones::{ManyPiles, Piles, Table};
///
/// let nothing: ManyPiles = Piles::default().position([]);
/// assert!(nothing.piles.is_empty() && !nothing.mine_odd && !nothing.theirs_odd);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManyPiles {
    /// Stones in each pile, in the order of the sum.
    pub piles: SmallVec<[u64; 2]>,
    /// Whether the player to move holds an odd number of stones.
    pub mine_odd: bool,
    /// Whether the other player does.
    pub theirs_odd: bool,
}

impl Piles {
    /// The sum of these tables, one for each pile: what a player holds from each is added.
    ///
    /// ```
    /// use sprague_rules_stones::{Piles, Table};
    ///
    /// let rules = Piles { amounts: vec![Default::default(); 2], wins: Default::default() };
    /// let sum = rules.position([Table::new(4, 1, 0), Table::new(7, 1, 1)]);
    /// assert_eq!((sum.mine_odd, sum.theirs_odd), (false, true));
    /// ```
    ///
    /// # Panics
    /// If there is not one table for each pile.
    pub fn position(&self, tables: impl IntoIterator<Item = Table>) -> ManyPiles {
        let mut sum = ManyPiles { piles: SmallVec::new(), mine_odd: false, theirs_odd: false };
        for table in tables {
            sum.piles.push(table.pile);
            sum.mine_odd ^= table.mine_odd;
            sum.theirs_odd ^= table.theirs_odd;
        }
        assert_eq!(sum.piles.len(), self.amounts.len(), "one table for each pile");
        sum
    }
}

impl ManyPiles {
    /// One table for each pile, whose sum is this position: all that is held is held at the first.
    ///
    /// ```
    /// use sprague_rules_stones::{Piles, Table};
    ///
    /// let rules = Piles { amounts: vec![Default::default(); 2], wins: Default::default() };
    /// let sum = rules.position([Table::new(4, 0, 0), Table::new(7, 1, 0)]);
    /// assert_eq!(sum.tables().collect::<Vec<_>>(), [Table::new(4, 1, 0), Table::new(7, 0, 0)]);
    /// ```
    pub fn tables(&self) -> impl Iterator<Item = Table> {
        let held_at = |index: usize, odd: bool| odd && index == 0;
        self.piles.iter().enumerate().map(move |(index, &pile)| Table {
            pile,
            mine_odd: held_at(index, self.mine_odd),
            theirs_odd: held_at(index, self.theirs_odd),
        })
    }
}

impl Ruleset for Piles {
    type Position = ManyPiles;
    type Move = At<u64>;
    fn moves(&self, at: &ManyPiles) -> impl Iterator<Item = At<u64>> {
        let piles = at.piles.iter().zip(&self.amounts).enumerate();
        piles.flat_map(|(index, (&pile, amounts))| amounts.up_to(pile).map(move |mv| At { index, mv }))
    }
    fn play(&self, at: &ManyPiles, &At { index, mv: amount }: &At<u64>) -> ManyPiles {
        let mut piles = at.piles.clone();
        piles[index] -= amount;
        ManyPiles { piles, mine_odd: at.theirs_odd, theirs_odd: at.mine_odd ^ is_odd(amount) }
    }
    fn terminal_outcome(&self, at: &ManyPiles) -> Outcome {
        decided(self.wins, at.mine_odd, at.theirs_odd)
    }
    fn bytes_outside(&self, at: &ManyPiles) -> usize {
        if at.piles.spilled() { size_of_val(at.piles.as_slice()) } else { 0 }
    }
}

/// Both parities in one word, how many piles, and each pile.
impl Pack for ManyPiles {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([2 * u64::from(self.mine_odd) + u64::from(self.theirs_odd), self.piles.len() as u64]);
        words.extend(self.piles.iter().copied());
    }
    fn unpack(words: &mut &[u64]) -> Self {
        let (parities, count) = <(u64, u64)>::unpack(words);
        let piles = (0..count).map(|_| u64::unpack(words)).collect();
        Self { piles, mine_odd: parities & 2 != 0, theirs_odd: parities & 1 != 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stones;
    use sprague_core::{Outcomes, Rows};
    use std::collections::HashMap;

    fn outcome(rules: &Piles, at: &ManyPiles, known: &mut HashMap<ManyPiles, Outcome>) -> Outcome {
        if let Some(&outcome) = known.get(at) {
            return outcome;
        }
        let best = rules.options(at).map(|option| -outcome(rules, &option, known)).max();
        let outcome = best.unwrap_or_else(|| rules.terminal_outcome(at));
        known.insert(at.clone(), outcome);
        outcome
    }

    #[test]
    fn one_pile_is_stones() {
        for wins in [Parity::Odd, Parity::Even] {
            for amounts in ["1-3", "2,3", "1,4"] {
                let amounts: AmountSet = amounts.parse().unwrap();
                let stones = Stones { amounts: amounts.clone(), wins };
                let piles = Piles { amounts: vec![amounts], wins };
                let rows = Rows::of(&Outcomes(stones.clone()), 20);
                let mut known = HashMap::new();
                for pile in 0..20 {
                    for (state, (mine, his)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
                        let at = piles.position([Table::new(pile, mine, his)]);
                        assert_eq!(outcome(&piles, &at, &mut known), rows.cell(pile as usize, state));
                    }
                }
            }
        }
    }

    #[test]
    fn a_finished_pile_changes_nothing() {
        let amounts: Vec<AmountSet> = ["1-3", "2", "5"].map(|set| set.parse().unwrap()).to_vec();
        let (three, two) =
            (Piles { amounts: amounts.clone(), wins: Parity::Odd }, Piles { amounts: amounts[..2].to_vec(), wins: Parity::Odd });
        let (mut with, mut without) = (HashMap::new(), HashMap::new());
        for (a, b, mine) in (0..8).flat_map(|a| (0..8).flat_map(move |b| (0..2).map(move |mine| (a, b, mine)))) {
            let piles = [Table::new(a, mine, 0), Table::new(b, 0, 1), Table::new(4, 0, 0)];
            let expected = outcome(&two, &two.position(piles[..2].to_vec()), &mut without);
            assert_eq!(outcome(&three, &three.position(piles), &mut with), expected);
        }
    }

    #[test]
    fn the_play_ends_only_when_no_amount_fits_any_pile() {
        let rules = Piles { amounts: vec!["5".parse().unwrap(), "2".parse().unwrap()], wins: Parity::Odd };
        let at = rules.position([Table::new(4, 0, 0), Table::new(2, 0, 1)]);
        assert_eq!(rules.moves(&at).collect::<Vec<_>>(), [At { index: 1, mv: 2 }]);
        let end = rules.play(&at, &At { index: 1, mv: 2 });
        assert_eq!(rules.moves(&end).count(), 0);
        assert_eq!(rules.terminal_outcome(&end), Outcome::Win, "who is to move holds the odd stone");
    }

    #[test]
    fn positions_are_packed_and_unpacked_and_taken_apart_and_added() {
        let rules = Piles { amounts: vec![AmountSet::default(); 3], wins: Parity::Even };
        let at = rules.position([Table::new(u64::MAX, 1, 1), Table::new(0, 0, 0), Table::new(7, 0, 1)]);
        let mut words = vec![];
        at.pack(&mut words);
        assert_eq!(ManyPiles::unpack(&mut words.as_slice()), at);
        assert_eq!(rules.position(at.tables()), at);
        assert_eq!(rules.bytes_outside(&at), 24);
    }
}
