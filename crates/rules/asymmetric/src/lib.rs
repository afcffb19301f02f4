//! Partizan subtraction: both players take from one heap, Left amounts of one set and Right amounts of another. A player who
//! cannot move has lost.
//!
//! Fraenkel & Kotzig 1987, *Partizan octal games: partizan subtraction games*, International Journal of Game Theory 16, pp.
//! 145–154. Fisher 2003, *Simulating the Pick-up Stones game*, section 4, where Left is Lillian and Right is Rekha.
//!
//! ```
//! use sprague_core::{Outcome, OutcomeClass, ToMove};
//! use sprague_core::heap::{Outcomes, Rows};
//! use sprague_rules_asymmetric::PartizanSubtraction;
//!
//! let rules = PartizanSubtraction { left: "2,5,9".parse()?, right: "3,4,8".parse()? };
//! let rows = Rows::of(&Outcomes(ToMove(rules)), 100);
//! assert_eq!(OutcomeClass::of(rows.cell(99, 0), rows.cell(99, 1)), OutcomeClass::Left);
//! # Ok::<(), sprague_core::BadNotation>(())
//! ```

mod entries;

pub use entries::entries;

use sprague_core::heap::{AmountSet, HeapRules, PartizanHeap};
use sprague_core::{Partizan, Player};

/// One heap, from which each player takes amounts of their own set. A player who cannot move has lost.
///
/// A move is the amount; small amounts are listed first. The sets may be equal, overlap, or be empty: a player without amounts
/// loses as soon as it is their turn.
///
/// ```
/// use sprague_core::{Partizan, Player};
/// use sprague_rules_asymmetric::PartizanSubtraction;
///
/// let rules = PartizanSubtraction { left: "2,5,9".parse()?, right: "3,4,8".parse()? };
/// assert_eq!(rules.moves(&4, Player::Left).collect::<Vec<_>>(), [2]);
/// assert_eq!(rules.moves(&4, Player::Right).collect::<Vec<_>>(), [3, 4]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartizanSubtraction {
    /// Left's amounts.
    pub left: AmountSet,
    /// Right's amounts.
    pub right: AmountSet,
}

impl PartizanSubtraction {
    /// Returns the amounts of one player.
    ///
    /// ```
    /// use sprague_core::Player;
    /// use sprague_core::heap::AmountSet;
    /// use sprague_rules_asymmetric::PartizanSubtraction;
    ///
    /// let only_left = PartizanSubtraction { left: AmountSet::new([1]).unwrap(), right: AmountSet::default() };
    /// assert_eq!(only_left.amounts(Player::Right).greatest(), None);
    /// ```
    pub fn amounts(&self, player: Player) -> &AmountSet {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl Partizan for PartizanSubtraction {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
        self.amounts(player).up_to(*heap)
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        heap - amount
    }
}

impl PartizanHeap for PartizanSubtraction {
    fn heap_rules(&self) -> Option<HeapRules> {
        Some(HeapRules::PartizanSubtraction { left: self.left.clone(), right: self.right.clone() })
    }
}

sprague_core::heap_notation!(PartizanSubtraction);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::{HeapSequence, Outcomes, Rows, Theorem};
    use sprague_core::{BadNotation, Notation};
    use sprague_core::{Outcome, OutcomeClass, Ruleset, ToMove};

    fn game(left: &str, right: &str) -> PartizanSubtraction {
        PartizanSubtraction { left: left.parse().unwrap(), right: right.parse().unwrap() }
    }

    fn rows(left: &str, right: &str, count: usize) -> Rows<Outcome> {
        Rows::of(&Outcomes(ToMove(game(left, right))), count)
    }

    /// Returns the outcome classes of heaps 0, 1, 2, … as letters: `L`, `R`, `N` or `P`.
    fn classes(rows: &Rows<Outcome>) -> String {
        (0..rows.len()).map(|n| OutcomeClass::of(rows.cell(n, 0), rows.cell(n, 1)).symbol()).collect()
    }

    /// Returns whether rows n and n + `period` agree for `reach` rows from `preperiod` on, which proves the period for all n.
    fn repeats(rows: &Rows<Outcome>, preperiod: usize, period: usize, reach: usize) -> bool {
        (preperiod..preperiod + reach).all(|n| rows.row(n) == rows.row(n + period))
    }

    #[test]
    fn each_player_loses_where_only_the_other_can_move() {
        let rules = ToMove(game("1", "2"));
        assert_eq!(rules.options(&(Player::Right, 1)).count(), 0);
        assert_eq!(rules.options(&(Player::Left, 1)).collect::<Vec<_>>(), [(Player::Right, 0)]);
        let nothing_for_right = PartizanSubtraction { left: AmountSet::new([1]).unwrap(), right: AmountSet::default() };
        let rows = Rows::of(&Outcomes(ToMove(nothing_for_right)), 4);
        assert_eq!(classes(&rows), "PLLL");
    }

    #[test]
    fn left_wins_every_heap_of_ten_or_more_under_2_5_9_against_3_4_8() {
        let rows = rows("2,5,9", "3,4,8", 40);
        assert_eq!(classes(&rows), format!("PPLNNNLLNN{}", "L".repeat(30)));
        assert!(repeats(&rows, 10, 1, 9), "a window of the look-back, so for every n");
    }

    #[test]
    fn left_wins_every_heap_of_five_or_more_under_2_3_5_7_9_against_2_3() {
        let rows = rows("2,3,5,7,9", "2,3", 40);
        assert!(classes(&rows)[5..].bytes().all(|class| class == b'L'));
        assert_ne!(&classes(&rows)[4..5], "L");
        assert!(repeats(&rows, 5, 1, 9));
    }

    #[test]
    fn left_wins_every_heap_of_ten_or_more_under_2_4_5_6_7_9_against_3_8() {
        let rows = rows("2,4,5,6,7,9", "3,8", 40);
        assert!(classes(&rows)[10..].bytes().all(|class| class == b'L'));
        assert_ne!(&classes(&rows)[9..10], "L");
        assert!(repeats(&rows, 10, 1, 9));
    }

    #[test]
    fn under_2_5_9_against_3_5_9_the_classes_have_preperiod_10_and_period_7() {
        let rows = rows("2,5,9", "3,5,9", 60);
        assert!(repeats(&rows, 10, 7, 9));
        assert!((1..7).all(|period| !repeats(&rows, 10, period, 9)), "the period is minimal");
        assert_ne!(rows.row(9), rows.row(16), "the preperiod is minimal");
        let safe = |state| rows.column(state).take(28).filter(|&outcome| outcome == Outcome::Loss).count();
        assert_eq!((safe(0), safe(1)), (5, 14), "Lillian first, Rekha first, n up to 27");
    }

    #[test]
    fn the_matrices_of_appendix_a_2_are_one_row_each_since_the_previous_move_does_not_matter() {
        let rows = rows("2,5,9", "3,4,8", 16);
        let who_wins =
            |state| -> String { rows.column(state).map(|outcome| if outcome == Outcome::Loss { '2' } else { '1' }).collect() };
        assert_eq!(who_wins(1), "2221112211222222", "Rekha to move");
        assert_eq!(who_wins(0), "2211111111111111", "Lillian to move");
    }

    #[test]
    fn the_look_back_is_the_greatest_amount_of_either() {
        let reach = |left, right| Outcomes(ToMove(game(left, right))).theorem();
        assert_eq!(reach("2,5", "3,9"), Some(Theorem::BoundedLookBack { reach: 9, modulus: 1 }));
        assert_eq!(reach("18446744073709551615", "1"), Some(Theorem::BoundedLookBack { reach: u64::MAX, modulus: 1 }));
    }

    #[test]
    fn equal_sets_make_one_game_for_both() {
        let rows = rows("1,3,4", "1,3,4", 30);
        assert!((0..30).all(|n| rows.cell(n, 0) == rows.cell(n, 1)));
        assert!(classes(&rows).starts_with("PNPNNNN"));
    }

    #[test]
    fn heaps_are_read_and_shown() {
        let rules = game("1", "2");
        assert_eq!(rules.read("10^3").map(|heap| rules.show(&heap)), Ok("1000".to_owned()));
        assert_eq!(rules.read("").unwrap_err(), BadNotation::new(0, "a number"));
        assert_eq!(rules.moves(&u64::MAX, Player::Left).count(), 1);
    }
}
