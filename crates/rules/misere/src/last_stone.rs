//! The theorem of misère Nim: it differs from Nim exactly in the positions without a heap above 1.
//!
//! Bouton 1901, Annals of Mathematics 3, p. 39.

use sprague_core::{Misere, SumOf};
use sprague_rules_nim::{HeapSize, Nim, nim_sum};

/// The last stone game with any number of heaps, as a ruleset. A search with these rules confirms the closed forms of the
/// functions here.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_misere::LAST_STONE;
///
/// assert_eq!(LAST_STONE.moves(&vec![1, 2]).map(|mv| mv.to_string()).collect::<Vec<_>>(), ["1: 1", "2: 1", "2: 2"]);
/// ```
pub type LastStone = Misere<SumOf<Nim>>;

/// The only value of this ruleset.
///
/// ```
/// use sprague_core::{Outcome, Ruleset};
/// // the other player has just taken the last stone
/// assert_eq!(sprague_rules_misere::LAST_STONE.terminal_outcome(&vec![0, 0]), Outcome::Win);
/// ```
pub const LAST_STONE: LastStone = Misere(SumOf(Nim));

struct Shape {
    /// The index of a heap above 1, if there is one.
    large: Option<usize>,
    /// The number of heaps above 1.
    larges: usize,
    /// The number of heaps of exactly 1.
    ones: usize,
}

impl Shape {
    fn of<H: HeapSize>(heaps: &[H]) -> Self {
        let one = H::from(1);
        Self {
            large: heaps.iter().position(|heap| *heap > one),
            larges: heaps.iter().filter(|heap| **heap > one).count(),
            ones: heaps.iter().filter(|heap| **heap == one).count(),
        }
    }
}

/// Returns whether the player to move loses.
///
/// A position with a heap above 1 is lost if the nim-sum is 0. A position without such a heap is lost if the number of heaps of
/// 1 is odd. A position without stones is won, because the other player has taken the last stone.
///
/// ```
/// use sprague_rules_misere::is_lost;
///
/// assert!(is_lost(&[1_u64, 1, 1]) && is_lost(&[2_u64, 2]));
/// assert!(!is_lost::<u64>(&[]) && !is_lost(&[0_u64, 0]) && !is_lost(&[1_u64, 1]));
/// ```
pub fn is_lost<H: HeapSize>(heaps: &[H]) -> bool {
    let Shape { larges, ones, .. } = Shape::of(heaps);
    if larges == 0 { ones % 2 == 1 } else { nim_sum(heaps) == H::from(0) }
}

/// Returns every winning move, as the index of the heap and its new size.
///
/// There is none in a lost position, nor in the won position without stones, where nothing is left to do.
///
/// ```
/// use num_bigint::BigUint;
/// use sprague_rules_misere::winning_moves;
///
/// assert_eq!(winning_moves(&[1_u64, 1]), [(0, 0), (1, 0)]);
/// assert_eq!(winning_moves(&[7_u64]), [(0, 1)]);
/// assert_eq!(winning_moves(&[1_u64, 7]), [(1, 0)]);
/// let huge = BigUint::from(10_u8).pow(100);
/// assert_eq!(winning_moves(&[huge.clone(), huge.clone(), huge]).len(), 3);
/// ```
pub fn winning_moves<H: HeapSize>(heaps: &[H]) -> Vec<(usize, H)> {
    match Shape::of(heaps) {
        Shape { large: None, ones, .. } if ones % 2 == 1 => vec![],
        Shape { large: None, .. } => ones_of(heaps).map(|index| (index, H::from(0))).collect(),
        // the only heap above 1 is reduced to 0 or 1, so that the number of ones becomes odd
        Shape { large: Some(index), larges: 1, ones } => vec![(index, H::from(u8::from(ones % 2 == 0)))],
        _ => sprague_rules_nim::winning_moves(heaps),
    }
}

fn ones_of<H: HeapSize>(heaps: &[H]) -> impl Iterator<Item = usize> {
    let one = H::from(1);
    heaps.iter().enumerate().filter(move |(_, heap)| **heap == one).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::{Outcome, Ruleset};
    use sprague_testkit::judge;
    use std::collections::HashMap;

    /// Computes the outcome by definition, from the outcomes of the options.
    fn outcome(heaps: &Vec<u64>, known: &mut HashMap<Vec<u64>, Outcome>) -> Outcome {
        if let Some(&outcome) = known.get(heaps) {
            return outcome;
        }
        let best = LAST_STONE.options(heaps).map(|option| -outcome(&option, known)).max();
        let outcome = best.unwrap_or_else(|| LAST_STONE.terminal_outcome(heaps));
        known.insert(heaps.clone(), outcome);
        outcome
    }

    #[test]
    fn the_theorem_agrees_with_the_definition() {
        let mut known = HashMap::new();
        for count in 0..=4 {
            for heaps in judge::heaps(count, 6) {
                assert_eq!(is_lost(&heaps), outcome(&heaps, &mut known) == Outcome::Loss, "{heaps:?}");
                let winning = judge::winning_moves(&heaps, |option| outcome(option, &mut known) == Outcome::Loss);
                assert_eq!(winning_moves(&heaps), winning, "{heaps:?}");
            }
        }
    }

    #[test]
    fn winning_moves_leave_lost_positions_however_many_heaps_there_are() {
        let many: Vec<u64> = (1..=100).chain([u64::MAX, 1, 1, 0]).collect();
        for heaps in [many, vec![1; 101], vec![1; 100], vec![u64::MAX], vec![1, 1, 0, u64::MAX], vec![u64::MAX; 3]] {
            let winning = winning_moves(&heaps);
            assert_eq!(winning.is_empty(), is_lost(&heaps), "{heaps:?}");
            for (index, size) in winning {
                let mut option = heaps.clone();
                assert!(size < option[index]);
                option[index] = size;
                assert!(is_lost(&option), "{option:?}");
            }
        }
    }

    #[test]
    fn the_patterns_of_the_last_stone_game_are_lost_for_who_must_move() {
        for n in 2..100_u64 {
            assert!(is_lost(&[n, n]));
        }
        assert!(is_lost(&[1_u64]) && is_lost(&[1_u64, 1, 1]));
        for n in 1..100_u64 {
            assert!(is_lost(&[1, 2 * n, 2 * n + 1]));
        }
        for n in 0..100_u64 {
            assert!(is_lost(&[2, 4 * n, 4 * n + 2]) && is_lost(&[2, 4 * n + 1, 4 * n + 3]));
        }
    }

    #[test]
    fn every_answer_to_three_three_and_to_one_two_three_is_answered_as_shown() {
        let wins = |from: &[u64], to: &[u64]| {
            let moves = winning_moves(from);
            let after = moves.iter().map(|&(index, size)| {
                let mut heaps = from.to_vec();
                heaps[index] = size;
                heaps.retain(|&heap| heap > 0);
                heaps.sort_unstable();
                heaps
            });
            after.into_iter().any(|heaps| heaps == to)
        };
        for (from, to) in [(&[2, 3][..], &[2, 2][..]), (&[2, 1], &[1]), (&[2], &[1])] {
            assert!(wins(from, to), "{from:?}");
        }
        for (from, to) in [
            (&[1, 2, 2][..], &[2, 2][..]),
            (&[1, 2, 1], &[1, 1, 1]),
            (&[1, 2], &[1]),
            (&[1, 1, 3], &[1, 1, 1]),
            (&[1, 3], &[1]),
            (&[2, 3], &[2, 2]),
        ] {
            assert!(wins(from, to), "{from:?}");
        }
    }

    #[test]
    fn the_illustrated_game_is_legal_and_lost_by_who_takes_the_last_stone() {
        let game = [
            [12, 4, 8],
            [2, 4, 8],
            [2, 4, 6],
            [2, 4, 5],
            [1, 4, 5],
            [1, 3, 5],
            [1, 3, 2],
            [1, 2, 2],
            [0, 2, 2],
            [0, 1, 2],
            [0, 1, 0],
            [0, 0, 0],
        ];
        for (before, after) in game.iter().zip(&game[1..]) {
            assert!(LAST_STONE.options(&before.to_vec()).any(|option| option == after));
        }
        assert!(is_lost(&game[0]), "A was lost from the start");
        // B answers so that A is lost again every time
        assert!(game.iter().step_by(2).all(|heaps| is_lost(heaps)));
        assert_eq!(LAST_STONE.terminal_outcome(&game[11].to_vec()), Outcome::Win, "B, who would be next, has won");
    }

    #[test]
    fn one_one_replaces_one_one_one_is_not_the_only_difference_all_positions_without_a_heap_above_one_swap() {
        for heaps in (0..=4).flat_map(|count| judge::heaps(count, 5)) {
            let differs = is_lost(&heaps) != (nim_sum(&heaps) == 0);
            assert_eq!(differs, heaps.iter().all(|&heap| heap <= 1), "{heaps:?}");
        }
        for swapped in [&[][..], &[1], &[1, 1, 1, 1]] {
            assert_ne!(is_lost::<u64>(swapped), nim_sum(swapped) == 0, "{swapped:?}");
        }
    }
}
