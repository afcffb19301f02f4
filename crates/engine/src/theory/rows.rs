//! Sums of heaps as one position, for testing theorems about sums: Grundy's game, Kayles, and other games that split heaps.

use sprague_core::{Impartial, Ruleset};

/// Heaps in ascending order. The function returns the heaps that each move in a heap leaves.
pub(super) struct Heaps<F = fn(u64) -> Vec<Vec<u64>>>(pub(super) F);

/// Grundy's game: split a heap into two that differ.
pub(super) const GRUNDY: Heaps = Heaps(|heap| (1..heap.div_ceil(2)).map(|less| vec![less, heap - less]).collect());

/// Kayles: take one token or two adjacent ones from a row.
pub(super) const KAYLES: Heaps = Heaps(|heap| octal(&[7, 7], heap));

/// Returns the heaps that each move leaves in the octal game with this code.
pub(super) fn octal(code: &[u8], heap: u64) -> Vec<Vec<u64>> {
    let left = (1..).zip(code).filter_map(|(taken, digit)| Some((heap.checked_sub(taken)?, digit)));
    let splits = left.flat_map(|(left, digit)| (0..=left / 2).map(move |less| ([less, left - less], digit)));
    let heaps = splits.map(|(split, digit)| (split.into_iter().filter(|&heap| heap > 0).collect::<Vec<_>>(), digit));
    heaps.filter(|(heaps, digit)| *digit >> heaps.len() & 1 != 0).map(|(heaps, _)| heaps).collect()
}

impl<F: Fn(u64) -> Vec<Vec<u64>>> Ruleset for Heaps<F> {
    type Position = Vec<u64>;
    type Move = String;
    fn moves(&self, _: &Vec<u64>) -> impl Iterator<Item = String> {
        std::iter::empty()
    }
    fn play(&self, heaps: &Vec<u64>, _: &String) -> Vec<u64> {
        heaps.clone()
    }
    fn options(&self, heaps: &Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
        let mut options = vec![];
        for (index, &heap) in heaps.iter().enumerate() {
            for left in (self.0)(heap) {
                let mut option = heaps.clone();
                option.remove(index);
                option.extend(left);
                option.sort_unstable();
                options.push(option);
            }
        }
        options.into_iter()
    }
}
impl<F: Fn(u64) -> Vec<Vec<u64>>> Impartial for Heaps<F> {
    fn summands(&self, heaps: &Vec<u64>) -> impl Iterator<Item = Vec<u64>> {
        heaps.clone().into_iter().map(|heap| vec![heap])
    }
}
