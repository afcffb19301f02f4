//! Nimbers of take-and-break codes and of Grundy's game, option by option.
//!
//! A heap of n takes O(n) with splits into two heaps, and O(n²) with splits into three. An option takes about 0.5 ns.

mod bounded_window;
mod hole_scan;
#[cfg(target_arch = "x86_64")]
mod hole_scan_512;
mod moves;
mod run;
mod sparse_space;
mod stamps;
mod states;
mod stream;
mod values;

pub use run::{Method, TakeAndBreakRun};
pub use stream::{Stream, StreamError, Streamed};

use sprague_core::heap::{HeapRules, HeapSequence, RowKind, Rows, TakeAndBreak, Theorem};
use sprague_core::{Nimber, Outcome, Play};

/// The set of nimbers that the options of a heap have.
struct Excluded(Vec<u64>);

impl Excluded {
    #[inline]
    fn insert(&mut self, value: u32) {
        let word = value as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    /// Inserts `other` ⊕ the nimbers of both parts, for all splits of `n` tokens into two heaps of at least `least`.
    fn pairs(&mut self, g: &[Nimber], n: usize, least: usize, other: u32) {
        let half = n / 2;
        if least > half {
            return;
        }
        let (small, large) = (&g[least..=half], &g[n - half..=n - least]);
        for (a, b) in small.iter().zip(large.iter().rev()) {
            self.insert(a.0 ^ b.0 ^ other);
        }
    }

    fn mex(&self) -> Nimber {
        let full = self.0.iter().take_while(|word| **word == u64::MAX).count();
        Nimber(64 * full as u32 + self.0.get(full).map_or(0, |word| word.trailing_ones()))
    }
}

/// The nimbers of a take-and-break code, by plain evaluation.
///
/// ```
/// use sprague_rows::TakeAndBreakNimbers;
/// use sprague_core::heap::Rows;
///
/// let kayles = "0.77".parse().unwrap();
/// let values: Vec<u32> = Rows::of(&TakeAndBreakNimbers(&kayles), 8).column(0).map(|g| g.0).collect();
/// assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TakeAndBreakNimbers<'a>(pub &'a TakeAndBreak);

impl HeapSequence for TakeAndBreakNimbers<'_> {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let (n, g) = (earlier.len(), earlier.cells());
        let mut excluded = Excluded(vec![0; 4]);
        for (taken, &digit) in self.0.digits().iter().enumerate().take(n + 1) {
            let left = n - taken;
            if digit & 1 != 0 && left == 0 && taken > 0 {
                excluded.insert(0);
            }
            if digit & 2 != 0 && left > 0 && taken > 0 {
                excluded.insert(g[left].0);
            }
            if digit & 4 != 0 {
                excluded.pairs(g, left, 1, 0);
            }
            if digit & 8 != 0 {
                (1..=left / 3).for_each(|least| excluded.pairs(g, left - least, least, g[least].0));
            }
        }
        excluded.mex()
    }
    fn theorem(&self) -> Option<Theorem> {
        HeapRules::TakeAndBreak(self.0.clone()).theorem(Play::Normal, RowKind::Nimbers)
    }
    fn heap_rules(&self) -> Option<(HeapRules, Play, RowKind)> {
        Some((HeapRules::TakeAndBreak(self.0.clone()), Play::Normal, RowKind::Nimbers))
    }
}

/// The outcomes of a take-and-break code whose moves never leave two heaps, so that outcomes follow from outcomes.
///
/// ```
/// use sprague_core::Play;
/// use sprague_core::heap::Rows;
/// use sprague_rows::TakeAndBreakOutcomes;
///
/// let take_one_or_two = "0.33".parse().unwrap();
/// let rows = Rows::of(&TakeAndBreakOutcomes::new(&take_one_or_two, Play::Misere).unwrap(), 6);
/// assert_eq!(rows.column(0).map(|outcome| outcome.letter()).collect::<String>(), "NPNNPN");
/// assert!(TakeAndBreakOutcomes::new(&"0.77".parse().unwrap(), Play::Normal).is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct TakeAndBreakOutcomes<'a> {
    code: &'a TakeAndBreak,
    play: Play,
}

impl<'a> TakeAndBreakOutcomes<'a> {
    /// Returns the rows of this code, or `None` if a move may leave several heaps.
    pub fn new(code: &'a TakeAndBreak, play: Play) -> Option<Self> {
        (code.most_heaps() == 1).then_some(Self { code, play })
    }
}

impl HeapSequence for TakeAndBreakOutcomes<'_> {
    type Cell = Outcome;
    fn cell(&self, earlier: &Rows<Outcome>, _: usize) -> Outcome {
        let n = earlier.len();
        let takes = (0..=n).zip(self.code.digits());
        let left = takes.filter(|(taken, digit)| **digit & if *taken == n { 1 } else { 2 } != 0).map(|(taken, _)| n - taken);
        let best = left.map(|left| -earlier.cell(left, 0)).max();
        best.unwrap_or(if self.play == Play::Normal { Outcome::Loss } else { Outcome::Win })
    }
    fn theorem(&self) -> Option<Theorem> {
        HeapRules::TakeAndBreak(self.code.clone()).theorem(self.play, RowKind::Outcomes)
    }
    fn heap_rules(&self) -> Option<(HeapRules, Play, RowKind)> {
        Some((HeapRules::TakeAndBreak(self.code.clone()), self.play, RowKind::Outcomes))
    }
}

/// The nimbers of Grundy's game, in which a move splits a heap into two unequal heaps (Grundy 1939). No theorem about their
/// period is known.
///
/// ```
/// use sprague_core::heap::Rows;
/// use sprague_rows::GrundyNimbers;
///
/// let values: Vec<u32> = Rows::of(&GrundyNimbers, 10).column(0).map(|g| g.0).collect();
/// assert_eq!(values, [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct GrundyNimbers;

impl HeapSequence for GrundyNimbers {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let (n, g) = (earlier.len(), earlier.cells());
        let mut excluded = Excluded(vec![0; 4]);
        for small in 1..n.div_ceil(2) {
            excluded.insert(g[small].0 ^ g[n - small].0);
        }
        excluded.mex()
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
    fn heap_rules(&self) -> Option<(HeapRules, Play, RowKind)> {
        Some((HeapRules::Grundy, Play::Normal, RowKind::Nimbers))
    }
}
