//! Stones with an odd number of stones in all.
//!
//! A position does not store the parity of the other player's stones, because it follows from the pile and from the parity of
//! the player to move.
//!
//! McDougall 1997.

use crate::{Stones, Table};
use sprague_core::heap::{ByHeap, HeapRules, OneHeap, Totals};
use sprague_core::{Outcome, Ruleset};

/// [`Stones`], restricted to positions with an odd number of stones in all.
///
/// Rows have two cells: the player to move holds an even number (0) or an odd number (1).
///
/// If the set contains 1, there are no draws, because at the end one player holds an odd number and the other an even number.
///
/// ```
/// use sprague_core::Outcome;
/// use sprague_core::heap::{Outcomes, Rows};
/// use sprague_rules_stones::{OddTotal, Stones};
///
/// let rules = OddTotal(Stones { amounts: "1-4".parse().unwrap(), wins: Default::default() });
/// let rows = Rows::of(&Outcomes(rules), 12);
/// let row = |state| rows.column(state).map(Outcome::letter).collect::<String>();
/// assert_eq!(row(0), "PNNNNPPNNNNP");
/// assert_eq!(row(1), "NPNNNNNPNNNN");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct OddTotal(pub Stones);

impl Ruleset for OddTotal {
    type Position = Table;
    type Move = u64;
    fn moves(&self, table: &Table) -> impl Iterator<Item = u64> {
        self.0.moves(table)
    }
    fn play(&self, table: &Table, amount: &u64) -> Table {
        self.0.play(table, amount)
    }
    fn terminal_outcome(&self, table: &Table) -> Outcome {
        self.0.terminal_outcome(table)
    }
}

/// The two states: the player to move holds an even number, or an odd number.
impl ByHeap for OddTotal {
    fn states(&self) -> usize {
        2
    }
    fn position(&self, pile: u64, state: usize) -> Table {
        let mine_odd = state == 1;
        Table { pile, mine_odd, theirs_odd: mine_odd != pile.is_multiple_of(2) }
    }
    fn heap_index(&self, table: &Table) -> (u64, usize) {
        debug_assert!(table.total_is_odd(), "moves keep the total");
        (table.pile, usize::from(table.mine_odd))
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::Stones { amounts: self.0.amounts.clone(), wins: self.0.wins, totals: Totals::Odd })
    }
}

impl OneHeap for OddTotal {}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::{HeapSequence, Outcomes, Parity, Rows, Theorem};

    fn game(amounts: &str, wins: Parity) -> Stones {
        Stones { amounts: amounts.parse().unwrap(), wins }
    }

    #[test]
    fn every_total_is_odd() {
        let rules = OddTotal(game("1-3", Parity::Odd));
        for pile in [0, 1, 2, u64::MAX - 1, u64::MAX] {
            for state in 0..2 {
                let table = rules.position(pile, state);
                assert!(table.total_is_odd());
                assert_eq!(rules.heap_index(&table), (pile, state));
            }
        }
    }

    #[test]
    fn its_rows_are_columns_of_the_rows_for_any_total() {
        for amounts in ["1", "1-3", "2,3", "3,5,8", "2", "1,4"] {
            for wins in [Parity::Odd, Parity::Even] {
                let any = game(amounts, wins);
                let odd = OddTotal(any.clone());
                let (all_rows, rows) = (Rows::of(&Outcomes(any.clone()), 40), Rows::of(&Outcomes(odd.clone()), 40));
                for pile in 0..40 {
                    for state in 0..2 {
                        let (_, of_four) = any.heap_index(&odd.position(pile, state));
                        assert_eq!(rows.cell(pile as usize, state), all_rows.cell(pile as usize, of_four));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_held_follows_from_the_parity_of_the_pile_so_the_modulus_is_2() {
        let theorem = Outcomes(OddTotal(game("1-3", Parity::Odd))).theorem();
        assert_eq!(theorem, Some(Theorem::BoundedLookBack { reach: 3, modulus: 2 }));
    }

    #[test]
    fn leftover_stones_can_draw_an_odd_total() {
        let rules = OddTotal(game("3", Parity::Odd));
        assert_eq!(Rows::of(&Outcomes(rules.clone()), 2).row(1), [Outcome::Draw, Outcome::Draw]);
    }
}
