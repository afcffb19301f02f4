//! The moves of a take-and-break code, sorted by the number of heaps that they leave.

use sprague_core::heap::TakeAndBreak;

/// The moves of a code that leaves at most two heaps, or of Grundy's game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    /// The numbers of tokens that may be taken if they are the whole heap.
    pub(crate) whole: Vec<usize>,
    /// The numbers of tokens that may be taken leaving one heap.
    pub(crate) single: Vec<usize>,
    /// The numbers of tokens that may be taken leaving two heaps.
    pub(crate) breaking: Vec<usize>,
    /// `true` if the two heaps must differ.
    pub(crate) unequal: bool,
}

impl Moves {
    /// Returns the moves of a code, or `None` if a move leaves three heaps.
    pub(crate) fn of(code: &TakeAndBreak) -> Option<Self> {
        let with = |bit: u8, least: usize| -> Vec<usize> {
            let places = code.digits().iter().enumerate().skip(least);
            places.filter(|(_, digit)| *digit & bit != 0).map(|(taken, _)| taken).collect()
        };
        (code.most_heaps() <= 2).then(|| Self { whole: with(1, 1), single: with(2, 1), breaking: with(4, 0), unequal: false })
    }

    /// Returns the moves of Grundy's game: split a heap into two unequal ones.
    pub(crate) fn grundy() -> Self {
        Self { whole: vec![], single: vec![], breaking: vec![0], unequal: true }
    }

    pub(crate) fn most_taken(&self) -> usize {
        [&self.whole, &self.single, &self.breaking].into_iter().filter_map(|places| places.last()).copied().max().unwrap_or(0)
    }

    /// Returns the largest smaller part if `rest` tokens are split.
    pub(crate) fn half(&self, rest: usize) -> usize {
        if self.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 }
    }

    /// Returns the parity of the numbers of tokens that splitting moves take, if all have the same parity.
    pub(crate) fn parity(&self) -> Option<usize> {
        let first = self.breaking.first()? % 2;
        self.breaking.iter().all(|taken| taken % 2 == first).then_some(first)
    }
}
