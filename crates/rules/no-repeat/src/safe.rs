//! The safe heaps of the paper: the player to move loses after every list of last moves.
//!
//! Fisher 2003, *Simulating the Pick-up Stones game*, section 3.2 and appendix A.1.

use sprague_core::Outcome;
use sprague_core::heap::Rows;

/// Returns whether this row of [`PickUpStones`](crate::PickUpStones) is lost after every list of at least one move.
///
/// Cell 0, the empty list, does not count. So a heap that is won at the start can be safe.
///
/// ```
/// use sprague_core::Outcome::{Loss, Win};
/// use sprague_rules_no_repeat::is_safe;
///
/// assert!(is_safe(&[Win, Loss, Loss]));
/// assert!(!is_safe(&[Loss, Loss, Win]));
/// ```
pub fn is_safe(row: &[Outcome]) -> bool {
    row.iter().skip(1).all(|&outcome| outcome == Outcome::Loss)
}

/// Returns the safe heaps of these rows of [`PickUpStones`](crate::PickUpStones), in ascending order.
///
/// ```
/// use sprague_core::heap::{Outcomes, Rows};
/// use sprague_rules_no_repeat::{PickUpStones, safe};
///
/// let rules = PickUpStones::new("1,2".parse().unwrap(), 1).unwrap();
/// assert_eq!(safe(&Rows::of(&Outcomes(rules), 10)).collect::<Vec<_>>(), [0, 3, 6, 9]);
/// ```
pub fn safe(rows: &Rows<Outcome>) -> impl Iterator<Item = u64> {
    (0..rows.len()).filter(|&n| is_safe(rows.row(n))).map(|n| n as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PickUpStones;
    use sprague_core::Misere;
    use sprague_core::heap::Outcomes;

    fn rows(amounts: &str, memory: usize, count: usize) -> Rows<Outcome> {
        Rows::of(&Outcomes(PickUpStones::new(amounts.parse().unwrap(), memory).unwrap()), count)
    }

    /// Returns the row of a matrix in appendix A.1 that belongs to the previous move, for these n.
    ///
    /// It has `2` if the player to move has lost, else `1`.
    fn matrix_row(rows: &Rows<Outcome>, previous: usize, n: impl Iterator<Item = usize>) -> String {
        n.map(|n| if rows.cell(n, previous) == Outcome::Loss { '2' } else { '1' }).collect()
    }

    #[test]
    fn with_1_to_5_the_safe_heaps_are_0_and_7_mod_13() {
        let expected: Vec<u64> = (0..80).filter(|n| [0, 7].contains(&(n % 13))).collect();
        assert_eq!(safe(&rows("1-5", 1, 80)).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn the_first_matrix_of_appendix_a_1_is_right() {
        let rows = rows("1-5", 1, 8);
        let matrix = ["22111112", "21111112", "21121122", "21112112", "21111212"];
        for (previous, expected) in (1..).zip(matrix) {
            assert_eq!(matrix_row(&rows, previous, 0..8), expected, "after {previous}");
        }
    }

    #[test]
    fn the_second_matrix_of_appendix_a_1_is_right() {
        let rows = rows("1-5", 1, 28);
        let matrix = [
            ("22", "21111122", "22111122"),
            ("21", "21111121", "21111121"),
            ("21", "21111121", "21111121"),
            ("21", "21112121", "21112121"),
            ("21", "21111221", "21111221"),
        ];
        for (previous, (start, first, second)) in (1..).zip(matrix) {
            assert_eq!(matrix_row(&rows, previous, 0..2), start, "after {previous}");
            assert_eq!(matrix_row(&rows, previous, 7..15), first, "after {previous}");
            assert_eq!(matrix_row(&rows, previous, 20..28), second, "after {previous}");
        }
    }

    #[test]
    fn the_matrix_has_preperiod_9_and_period_13() {
        let rows = rows("1-5", 1, 60);
        let same = |n: usize, period: usize| rows.row(n)[1..] == rows.row(n + period)[1..];
        assert!((9..9 + 5).all(|n| same(n, 13)), "a window of the look-back, so for every n");
        assert!(!same(8, 13));
        assert!((1..13).all(|period| !(9..9 + 5).all(|n| same(n, period))));
    }

    #[test]
    fn the_optimal_move_is_not_always_to_a_safe_heap() {
        let rows = rows("1-5", 1, 40);
        let safe: Vec<u64> = safe(&rows).collect();
        let reaches_none = |n: u64| (1..=5.min(n)).all(|amount| !safe.contains(&(n - amount)));
        let exceptions = (0..40).filter(|&n| rows.cell(n as usize, 0) == Outcome::Win && reaches_none(n));
        assert_eq!(exceptions.collect::<Vec<_>>(), [6, 19, 32]);
    }

    #[test]
    fn safe_means_lost_with_nothing_forbidden_only_for_two_amounts_one_move_and_normal_play() {
        let differs = |rows: &Rows<Outcome>| (0..rows.len()).any(|n| is_safe(rows.row(n)) != (rows.cell(n, 0) == Outcome::Loss));
        for members in 1..256_u64 {
            let amounts: Vec<String> = (1..=8).filter(|s| members >> (s - 1) & 1 == 1).map(|s| s.to_string()).collect();
            assert_eq!(differs(&rows(&amounts.join(","), 1, 60)), amounts.len() < 2, "{amounts:?}");
        }
        assert!(differs(&rows("1-5", 2, 60)));
        let misere = Misere(PickUpStones::new("1-5".parse().unwrap(), 1).unwrap());
        assert!(differs(&Rows::of(&Outcomes(misere), 60)));
    }

    #[test]
    fn a_projected_row_shows_a_period_that_is_none() {
        let rows = rows("2,4,6,7", 1, 120);
        let start_repeats = |from: usize, to: usize| (from..to).all(|n| rows.cell(n, 0) == rows.cell(n + 9, 0));
        let shown = (0..60).find(|&n| start_repeats(n, n + 7)).unwrap();
        assert!(!start_repeats(shown, 100), "a window of 7 outcomes repeats after 9, and then no longer");
        let whole_rows = |period: usize| (20..27).all(|n| rows.row(n) == rows.row(n + period));
        assert_eq!((1..60).find(|&period| whole_rows(period)), Some(19));
    }
}
