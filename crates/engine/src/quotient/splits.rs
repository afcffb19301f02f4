//! The moves in heaps, given by the parts that they leave.

use sprague_core::heap::TakeAndBreak;
use std::sync::Arc;

/// The heaps that a move leaves in place of one heap. Heaps of size 0 may be included or omitted.
pub(super) type Parts = Box<[usize]>;

/// Rules that replace a heap by smaller ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Splits {
    Code(TakeAndBreak),
    /// Grundy's game: split a heap into two unequal ones.
    Grundy,
    /// A list of moves for each heap; heap 0 has none.
    Listed(Arc<[Vec<Parts>]>),
}

impl Splits {
    /// Returns the parts that each move in a heap leaves, without duplicates.
    pub(super) fn of_heap(&self, heap: usize) -> Vec<Parts> {
        let mut parts = vec![];
        self.visit(heap, |left| parts.push(left.into()));
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// Calls `visit` with the parts that each move in a heap leaves, possibly with duplicates.
    pub(super) fn visit(&self, heap: usize, mut visit: impl FnMut(&[usize])) {
        match self {
            Self::Listed(all) => all[heap].iter().for_each(|left| visit(left)),
            Self::Grundy => (1..heap.div_ceil(2)).for_each(|small| visit(&[small, heap - small])),
            Self::Code(code) => by_code(code.digits(), heap, visit),
        }
    }

    /// Returns the most heaps that a move leaves and the most tokens that it takes, if the theorem of Guy and Smith applies.
    pub(super) fn heaps_and_taken(&self) -> Option<(u64, u64)> {
        match self {
            Self::Code(code) => Some((code.most_heaps(), code.most_taken())),
            Self::Grundy | Self::Listed(_) => None,
        }
    }
}

fn by_code(digits: &[u8], heap: usize, mut visit: impl FnMut(&[usize])) {
    for (taken, digit) in digits.iter().enumerate().take(heap + 1).filter(|(_, digit)| **digit != 0) {
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 {
            visit(&[]);
        }
        if digit & 2 != 0 && rest > 0 {
            visit(&[rest]);
        }
        if digit & 4 != 0 {
            (1..=rest / 2).for_each(|small| visit(&[small, rest - small]));
        }
        if digit & 8 != 0 {
            for small in 1..=rest / 3 {
                (small..=(rest - small) / 2).for_each(|middle| visit(&[small, middle, rest - small - middle]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_leave_what_the_digits_say() {
        let shown = |parts: Vec<Parts>| parts.iter().map(|parts| parts.to_vec()).collect::<Vec<_>>();
        let left = |code: &str, heap| shown(Splits::Code(code.parse().unwrap()).of_heap(heap));
        assert_eq!(left("0.77", 3), [vec![1], vec![1, 1], vec![2]]);
        assert_eq!(left("0.77", 1), [[0; 0]]);
        assert_eq!(left("0.08", 6), [[1, 1, 2]]);
        assert_eq!(left("4.", 4), [[1, 3], [2, 2]]);
        assert_eq!(shown(Splits::Grundy.of_heap(6)), [[1, 5], [2, 4]]);
        assert!(Splits::Grundy.of_heap(2).is_empty() && left("0.3", 0).is_empty());
        let listed = Splits::Listed([vec![], vec![[].into(), [1, 1].into()]].into());
        assert_eq!(shown(listed.of_heap(1)), [vec![], vec![1, 1]]);
    }
}
