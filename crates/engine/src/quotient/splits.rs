//! What the moves in a heap leave, heap by heap.

use sprague_core::TakeAndBreak;

/// The heaps that a move leaves in place of one, filled up with 0.
pub(super) type Parts = [usize; 3];

/// Rules that replace a heap by at most three smaller ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Splits {
    /// A take-and-break code.
    Code(TakeAndBreak),
    /// Split a heap into two unequal ones.
    Grundy,
}

impl Splits {
    /// What every move in a heap leaves, each once.
    pub(super) fn of_heap(&self, heap: usize) -> Vec<Parts> {
        let mut parts = vec![];
        self.visit(heap, |left| parts.push(left));
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    /// Shows what every move in a heap leaves, some perhaps more than once.
    pub(super) fn visit(&self, heap: usize, mut visit: impl FnMut(Parts)) {
        match self {
            Self::Grundy => (1..heap.div_ceil(2)).for_each(|small| visit([small, heap - small, 0])),
            Self::Code(code) => by_code(code.digits(), heap, visit),
        }
    }

    /// How many last heaps decide the next one, as Guy and Smith count: most heaps left and most tokens taken.
    pub(super) fn heaps_and_taken(&self) -> Option<(u64, u64)> {
        match self {
            Self::Code(code) => Some((code.most_heaps(), code.most_taken())),
            Self::Grundy => None,
        }
    }
}

fn by_code(digits: &[u8], heap: usize, mut visit: impl FnMut(Parts)) {
    for (taken, digit) in digits.iter().enumerate().take(heap + 1).filter(|(_, digit)| **digit != 0) {
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 {
            visit([0; 3]);
        }
        if digit & 2 != 0 && rest > 0 {
            visit([rest, 0, 0]);
        }
        if digit & 4 != 0 {
            (1..=rest / 2).for_each(|small| visit([small, rest - small, 0]));
        }
        if digit & 8 != 0 {
            for small in 1..=rest / 3 {
                (small..=(rest - small) / 2).for_each(|middle| visit([small, middle, rest - small - middle]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_leave_what_the_digits_say() {
        let left = |code: &str, heap| Splits::Code(code.parse().unwrap()).of_heap(heap);
        assert_eq!(left("0.77", 3), [[1, 0, 0], [1, 1, 0], [2, 0, 0]]);
        assert_eq!(left("0.77", 1), [[0; 3]]);
        assert_eq!(left("0.08", 6), [[1, 1, 2]]);
        assert_eq!(left("4.", 4), [[1, 3, 0], [2, 2, 0]]);
        assert_eq!(Splits::Grundy.of_heap(6), [[1, 5, 0], [2, 4, 0]]);
        assert!(Splits::Grundy.of_heap(2).is_empty() && left("0.3", 0).is_empty());
    }
}
