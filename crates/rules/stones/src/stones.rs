//! The ruleset: players take allowed amounts until none fits, and then the parities of their stones decide.
//!
//! McDougall 1997, `Game::Stones`, is the case of the amounts 1 to N with an odd number of stones in all.

use crate::Table;
use sprague_core::heap::{AmountSet, ByHeap, HeapRules, OneHeap, Parity, Totals};
use sprague_core::notation::Reader;
use sprague_core::stones::decided;
use sprague_core::{BadNotation, Notation, Outcome, Ruleset};

/// Players take allowed amounts from the pile until none fits. Then the numbers of stones that they hold decide.
///
/// A player whose number has the winning parity wins if the other player's number does not. If both numbers have it, or
/// neither, the game is a draw.
///
/// Stones that remain because they are too few for any amount belong to nobody. A move is the amount, small amounts first. A
/// position is written as `pile`, or as `pile.mine.his` with the numbers of stones that the player to move and the other player
/// hold. Only the parities are stored, and they are shown as 0 and 1.
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_core::heap::Parity;
/// use sprague_rules_stones::Stones;
///
/// let rules = Stones { amounts: "1-3".parse()?, wins: Parity::Odd };
/// let options: Vec<String> = rules.options(&rules.read("5.2.1")?).map(|table| rules.show(&table)).collect();
/// assert_eq!(options, ["4.1.1", "3.1.0", "2.1.1"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// The stones that players hold decide, not the last move, so there are no nimbers:
///
/// ```compile_fail
/// fn needs_impartial<R: sprague_core::Impartial>(_: R) {}
/// needs_impartial(sprague_rules_stones::Stones { amounts: Default::default(), wins: Default::default() });
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stones {
    /// The allowed amounts.
    pub amounts: AmountSet,
    /// The parity with which a number of stones wins.
    pub wins: Parity,
}

impl Stones {
    /// Returns the amount to take, or `None` if no amount is legal.
    ///
    /// It is the largest amount that wins. If none wins, it is the largest amount that draws. If none draws, it is the smallest
    /// legal amount, which leaves the other player the most chances to make a mistake.
    ///
    /// `outcome` returns the outcome of each option for the player to move there.
    ///
    /// ```
    /// use sprague_core::heap::{ByHeap, Outcomes, Rows};
    /// use sprague_rules_stones::{Stones, Table};
    ///
    /// let rules = Stones { amounts: "1-4".parse().unwrap(), wins: Default::default() };
    /// let rows = Rows::of(&Outcomes(rules.clone()), 10);
    /// let best = |pile| rules.best_amount(&Table::new(pile, pile + 1, 0), |option| {
    ///     let (pile, state) = rules.heap_index(option);
    ///     rows.cell(pile as usize, state)
    /// });
    /// assert_eq!([best(0), best(3), best(5), best(9)], [None, Some(3), Some(1), Some(4)]);
    /// ```
    pub fn best_amount(&self, table: &Table, outcome: impl Fn(&Table) -> Outcome) -> Option<u64> {
        let all = self.amounts.as_slice();
        let legal = &all[..all.partition_point(|&amount| amount <= table.pile)];
        let mut drawing = None;
        for &amount in legal.iter().rev() {
            match outcome(&table.after(amount)) {
                Outcome::Loss => return Some(amount),
                Outcome::Draw => drawing = drawing.or(Some(amount)),
                Outcome::Win => {}
            }
        }
        drawing.or(legal.first().copied())
    }
}

impl Ruleset for Stones {
    type Position = Table;
    type Move = u64;
    fn moves(&self, table: &Table) -> impl Iterator<Item = u64> {
        self.amounts.up_to(table.pile)
    }
    fn play(&self, table: &Table, amount: &u64) -> Table {
        table.after(*amount)
    }
    fn terminal_outcome(&self, table: &Table) -> Outcome {
        decided(self.wins, table.mine_odd, table.theirs_odd)
    }
}

/// The four states: the player to move and the other player hold (even, even), (even, odd), (odd, even), (odd, odd).
impl ByHeap for Stones {
    fn states(&self) -> usize {
        4
    }
    fn position(&self, pile: u64, state: usize) -> Table {
        Table { pile, mine_odd: state & 2 != 0, theirs_odd: state & 1 != 0 }
    }
    fn heap_index(&self, table: &Table) -> (u64, usize) {
        (table.pile, 2 * usize::from(table.mine_odd) + usize::from(table.theirs_odd))
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Stones { amounts: self.amounts.clone(), wins: self.wins, totals: Totals::Any })
    }
}

impl OneHeap for Stones {}

impl Notation<Table> for Stones {
    fn read(&self, text: &str) -> Result<Table, BadNotation> {
        Reader::new(text).whole(|reader| {
            let pile = reader.small()?;
            if !reader.skip('.') {
                return Ok(Table::new(pile, 0, 0));
            }
            // only parities are stored, so a player may hold more than 2^64 stones
            let mine_odd = reader.number()?.bit(0);
            if !reader.skip('.') {
                return Err(reader.expected("`.` and what the other player holds"));
            }
            Ok(Table { pile, mine_odd, theirs_odd: reader.number()?.bit(0) })
        })
    }
    fn show(&self, table: &Table) -> String {
        format!("{}.{}.{}", table.pile, u8::from(table.mine_odd), u8::from(table.theirs_odd))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::{HeapSequence, Outcomes, Rows, Theorem};

    fn game(amounts: &str, wins: Parity) -> Stones {
        Stones { amounts: amounts.parse().unwrap(), wins }
    }

    /// The definition: outcomes with whole numbers of stones, without parities and rows.
    fn outcome(rules: &Stones, pile: u64, mine: u64, his: u64) -> Outcome {
        let legal = rules.amounts.as_slice().iter().filter(|&&amount| amount <= pile);
        let best = legal.map(|amount| -outcome(rules, pile - amount, his, mine + amount)).max();
        let wins = |held: u64| Parity::of(held) == rules.wins;
        best.unwrap_or(match (wins(mine), wins(his)) {
            (true, false) => Outcome::Win,
            (false, true) => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }

    #[test]
    fn rows_agree_with_the_definition_on_whole_numbers() {
        for amounts in ["1", "2", "1,2", "1-3", "2,3", "3,5", "4", "1,4", "2-4"] {
            for wins in [Parity::Odd, Parity::Even] {
                let rules = game(amounts, wins);
                let rows = Rows::of(&Outcomes(rules.clone()), 14);
                for pile in 0..14 {
                    for (state, (mine, his)) in [(0, 0), (2, 3), (1, 4), (3, 1)].into_iter().enumerate() {
                        let expected = outcome(&rules, pile, mine, his);
                        assert_eq!(rows.cell(pile as usize, state), expected, "{amounts} {wins:?} {pile} {mine} {his}");
                    }
                }
            }
        }
    }

    #[test]
    fn leftover_stones_belong_to_nobody() {
        let rules = game("3", Parity::Odd);
        assert_eq!(rules.moves(&Table::new(2, 1, 0)).count(), 0);
        assert_eq!(rules.terminal_outcome(&Table::new(2, 1, 0)), Outcome::Win);
        assert_eq!(rules.terminal_outcome(&Table::new(2, 1, 1)), Outcome::Draw);
        let nothing = Stones::default();
        assert_eq!(nothing.moves(&Table::new(u64::MAX, 0, 1)).count(), 0);
        assert_eq!(nothing.terminal_outcome(&Table::new(u64::MAX, 0, 1)), Outcome::Loss);
    }

    #[test]
    fn where_even_wins_both_parities_are_swapped() {
        let rules = game("1-3", Parity::Even);
        assert_eq!(rules.terminal_outcome(&Table::new(0, 0, 1)), Outcome::Win);
        assert_eq!(rules.terminal_outcome(&Table::new(0, 1, 0)), Outcome::Loss);
        assert_eq!(rules.terminal_outcome(&Table::new(0, 0, 0)), Outcome::Draw);
    }

    #[test]
    fn states_and_positions_correspond() {
        let rules = game("1-3", Parity::Odd);
        for pile in [0, 1, u64::MAX] {
            for state in 0..4 {
                assert_eq!(rules.heap_index(&rules.position(pile, state)), (pile, state));
            }
        }
    }

    #[test]
    fn the_best_amount_wins_else_draws_else_is_small() {
        let rules = game("2-5", Parity::Odd);
        let table = Table::new(4, 0, 0);
        let best = |outcomes: [Outcome; 3]| rules.best_amount(&table, |option| outcomes[2 - option.pile as usize]);
        use Outcome::{Draw, Loss, Win};
        assert_eq!(best([Loss, Loss, Win]), Some(3), "outcomes are those of the other player");
        assert_eq!(best([Loss, Draw, Draw]), Some(2));
        assert_eq!(best([Draw, Draw, Win]), Some(3));
        assert_eq!(best([Win, Win, Win]), Some(2));
        assert_eq!(rules.best_amount(&Table::new(1, 0, 0), |_| Loss), None);
    }

    #[test]
    fn the_look_back_is_the_greatest_amount() {
        let theorem = Outcomes(game("1-3", Parity::Odd)).theorem();
        assert_eq!(theorem, Some(Theorem::BoundedLookBack { reach: 3, modulus: 1 }));
    }

    #[test]
    fn only_parities_are_kept() {
        let rules = game("1-3", Parity::Odd);
        for (text, shown) in [("5", "5.0.0"), ("5.3.8", "5.1.0"), ("5.0.1", "5.0.1"), ("10^3.10^100.3^50", "1000.0.1")] {
            assert_eq!(rules.show(&rules.read(text).unwrap()), shown);
            assert_eq!(rules.read(shown), rules.read(text));
        }
    }

    #[test]
    fn half_a_table_is_refused_where_it_ends() {
        let rules = game("1-3", Parity::Odd);
        for (text, at) in [("", 0), ("5.", 2), ("5.1", 3), ("5.1.", 4), ("5.1.0.1", 5), ("5/1", 1), ("2^64", 0)] {
            assert_eq!(rules.read(text).unwrap_err().at, at, "{text}");
        }
    }
}
