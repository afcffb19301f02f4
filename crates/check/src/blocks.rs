//! Values of a code with few rare heaps, computed one stretch of heaps at a time.
//!
//! First the least common value of each heap of the stretch is computed, then it is proved that every smaller rare value is
//! excluded. `sparse` does this heap by heap; this module needs heaps above the last rare one and values below 64, and takes a
//! few nanoseconds per heap.

use crate::chain::{Chain, VALUES};
use crate::effort::Effort;
use crate::exclusions::{Exclusions, FARTHEST, bits};
use crate::past::{Past, STRETCH};
use crate::sparse::Moves;
use crate::vectors::with_vectors;

const MOST_LOOKS: usize = 4096;
/// The largest number of parts tried for all left-over heaps of a stretch.
const MOST_TRIED: u64 = 1 << 26;
/// With more left-over heaps than this in one stretch, the lists of splits are chosen anew, but only if the run has become
/// twice as long since the last choice.
const MANY: usize = STRETCH / 32;

/// The loops for one code and its rare heaps.
pub(crate) struct Blocks {
    chain: Chain,
    exclusions: Exclusions,
    breaking: Vec<usize>,
    /// The first heap that can be computed.
    first: u64,
    /// The heap at which the lists of splits were chosen, or 0.
    chosen: u64,
    /// The heap after the last stretch. A stretch that begins there needs no preparation.
    end: u64,
    left: Vec<(usize, usize, u64)>,
}

impl Blocks {
    /// Returns the loops for these moves and rare heaps. `rare` gives each rare heap with its value, and `first` the values of
    /// the first heaps.
    ///
    /// Parts of at most `depth` tokens are used, as far as the distances reach. Returns `None` if there are too many distances
    /// or moves take too many tokens.
    pub(crate) fn new(moves: &Moves, rare: &[(u64, u16)], first: &[u16], depth: usize) -> Option<Self> {
        let leaving = moves.leaving.iter().map(|&taken| (taken, 0));
        let breaking = &moves.breaking;
        let beside = breaking.iter().flat_map(|&taken| rare.iter().map(move |&(heap, value)| (taken + heap as usize, value)));
        let farthest = moves.taken() + rare.last().map_or(0, |&(heap, _)| heap as usize);
        if moves.leaving.len() + breaking.len().saturating_mul(rare.len()) > MOST_LOOKS || moves.taken() > FARTHEST {
            return None;
        }
        let rare_values = [0, 1].map(|n| (0..VALUES).filter(|&value| moves.is_rare(value, n)).map(|value| 1 << value).sum());
        let part =
            |taken: usize| (1..=depth.min(FARTHEST - taken)).zip(&first[1..]).map(move |(part, &value)| (taken + part, value));
        let splits = leaving.clone().chain(breaking.iter().flat_map(|&taken| part(taken)));
        Some(Self {
            exclusions: Exclusions::new(rare_values, splits.collect()),
            chain: Chain::new(leaving.chain(beside).collect(), rare_values),
            breaking: breaking.clone(),
            first: farthest.max(FARTHEST).next_multiple_of(64) as u64,
            chosen: 0,
            end: 0,
            left: vec![],
        })
    }

    /// Returns the number of steps that a stretch takes, without the steps for left-over heaps.
    pub(crate) fn steps(&self) -> u64 {
        (STRETCH * (self.chain.len() + 1)) as u64
    }

    /// Returns `true` if the next stretch can be computed.
    pub(crate) fn is_ready(&self, past: &Past) -> bool {
        let n = past.count();
        n == self.end
            || n >= self.first
                && n.is_multiple_of(64)
                && past.latest()[past.latest().len() - self.first as usize..].iter().all(|&value| usize::from(value) < VALUES)
    }

    /// Computes the next stretch up to the first heap that needs another method, and returns the number of computed heaps.
    ///
    /// For heap n, parts of at most `deepest(n)` tokens are tried.
    pub(crate) fn extend(&mut self, past: &mut Past, deepest: impl Fn(u64) -> usize, effort: &mut Effort<'_>) -> usize {
        let n = past.count();
        if n != self.end {
            self.exclusions.resume(past.latest());
        }
        // 1. the least common value of each heap
        let (first, g, start) = past.stretch();
        let mut right = self.chain.fill(g, start);
        // 2. exclude the smaller rare values with the lists of splits
        self.exclusions.take(&g[start..]);
        self.chosen = if self.chosen == 0 { n } else { self.chosen };
        self.exclusions.left_over(&mut self.left);
        // 3. for each heap that remains, try all splits
        let (mut many, mut tried) = (0, 0);
        for &(value, word, heaps) in &self.left {
            many += heaps.count_ones() as usize;
            bits(heaps, |bit| {
                let at = 64 * word + bit;
                let deepest = if tried < MOST_TRIED { deepest(n + at as u64) } else { 0 };
                if at < right && !is_excluded(first, &g[..start + at], &self.breaking, value as u16, deepest, &mut tried) {
                    right = at;
                }
            });
        }
        // lists chosen at another time leave over other heaps, which are all tried: the choice affects speed only
        if many > MANY && n >= 2 * self.chosen {
            self.exclusions.reconsider();
            self.chosen = 0;
        }
        effort.spend(tried);
        past.settle(start, right);
        self.end = if right == STRETCH { n + STRETCH as u64 } else { 0 };
        right
    }

    /// Calls `visit` with each index into the last stretch at which the last values are `tail`, for the first `heaps` heaps.
    pub(crate) fn ends(&self, tail: &[u16], heaps: usize, mut visit: impl FnMut(usize)) {
        self.exclusions.ends(tail, |at| {
            if at < heaps {
                visit(at)
            }
        });
    }

    /// Moves on to the next stretch, if all of the last one was computed.
    pub(crate) fn shift(&mut self, right: usize) {
        if right == STRETCH {
            self.exclusions.shift();
        }
    }
}

with_vectors! {
    /// Returns `true` if some split of the heap after `g` excludes `value`. One part of the split has at most `deepest` tokens.
    ///
    /// Adds the number of parts tried to `tried`.
    fn is_excluded(first: &[u16], g: &[u16], breaking: &[usize], value: u16, deepest: usize, tried: &mut u64) -> bool
        = is_excluded_body;
}

#[inline(always)]
fn is_excluded_body(first: &[u16], g: &[u16], breaking: &[usize], value: u16, deepest: usize, tried: &mut u64) -> bool {
    const PARTS: usize = 64;
    let deepest = deepest.min(first.len() - 1);
    for part in (1..=deepest).step_by(PARTS) {
        let small = &first[part..=deepest.min(part + PARTS - 1)];
        for taken in breaking {
            let Some(end) = (g.len() + 1).checked_sub(taken + part) else { continue };
            let large = &g[end.saturating_sub(small.len())..end];
            *tried += PARTS as u64;
            if small.iter().zip(large.iter().rev()).fold(false, |found, (a, b)| found | (a ^ b == value)) {
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::{Found, Sparse};
    use sprague_core::Limits;

    /// Codes, with a mask for which the rare heaps end, and whether parity counts.
    const CODES: [(&str, u32, bool); 3] = [("0.77", 15, false), ("0.104", 23, true), ("0.454", 61, false)];

    /// The first heaps, computed one by one.
    fn one_by_one(name: &str, mask: u32, parity: bool, count: u64) -> Sparse {
        let mut sparse = Sparse::new(Moves::new(&name.parse().unwrap(), mask, parity), vec![], Past::new(1 << 16, 1 << 17));
        let (rare_values, limits) = (sparse.moves.rare_values::<1>(), Limits::default());
        let mut effort = Effort::new(u64::MAX, &limits);
        while sparse.past.count() < count {
            match sparse.next(&rare_values, usize::MAX, &mut effort).unwrap() {
                Found::Common(value) => sparse.push(value, false),
                Found::Rare(value) => sparse.push(value, true),
                other => panic!("{name} {}: {other:?}", sparse.past.count()),
            }
        }
        sparse
    }

    #[test]
    fn stretches_are_what_heaps_are_one_by_one() {
        let limits = Limits::default();
        let start = 1 << 14;
        for (name, mask, parity) in CODES {
            let truth = one_by_one(name, mask, parity, 50_000);
            let Sparse { mut past, moves, .. } = one_by_one(name, mask, parity, start);
            let mut blocks = Blocks::new(&moves, truth.rare(), past.first(), 500).unwrap();
            let mut effort = Effort::new(u64::MAX, &limits);
            while past.count() < 40_000 {
                assert!(blocks.is_ready(&past));
                assert_eq!(blocks.extend(&mut past, |n| n as usize / 2, &mut effort), STRETCH, "{name}");
                blocks.shift(STRETCH);
            }
            let end = past.count().min(50_000);
            assert!(past.range(start, end) == truth.past.range(start, end), "{name}");
            assert_eq!(past.first().len() as u64, past.count().min(1 << 16));
        }
    }

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_the_first_heap_with_a_rare_value_that_small_parts_do_not_exclude_is_found() {
        let limits = Limits::default();
        let start = 1 << 14;
        for (name, mask, parity) in CODES {
            let truth = one_by_one(name, mask, parity, start);
            for depth in [0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] {
                let moves = Moves::new(&name.parse().unwrap(), mask, parity);
                let mut sparse = Sparse::new(moves, truth.rare().to_vec(), truth.past.clone());
                let (rare_values, mut effort) = (sparse.moves.rare_values::<1>(), Effort::new(u64::MAX, &limits));
                let mut blocks = Blocks::new(&sparse.moves, truth.rare(), truth.past.first(), depth).unwrap();
                let mut past = truth.past.clone();
                let right = blocks.extend(&mut past, |_| depth, &mut effort);
                let found = (0..STRETCH).position(|_| match sparse.next(&rare_values, depth, &mut effort).unwrap() {
                    Found::Common(value) => {
                        sparse.push(value, false);
                        false
                    }
                    _ => true,
                });
                assert_eq!(right, found.unwrap_or(STRETCH), "{name} {depth}");
                assert!(past.range(0, past.count()) == sparse.past.range(0, past.count()), "{name} {depth}");
            }
        }
    }

    #[test]
    fn ends_of_equal_values_are_all_found() {
        let limits = Limits::default();
        let start = 1 << 14;
        for (name, mask, parity) in CODES {
            let truth = one_by_one(name, mask, parity, start);
            let mut past = truth.past.clone();
            let mut blocks = Blocks::new(&truth.moves, truth.rare(), past.first(), 500).unwrap();
            blocks.extend(&mut past, |n| n as usize / 2, &mut Effort::new(u64::MAX, &limits));
            for (length, from) in [(1, 5), (2, 100), (3, 0), (64, 4000), (64, 8128), (70, 1)] {
                let g = past.latest();
                let tail = &g[start as usize + from..][..length];
                let expected: Vec<usize> = (0..STRETCH).filter(|at| g[..=start as usize + at].ends_with(tail)).collect();
                let mut found = vec![];
                blocks.ends(tail, STRETCH, |at| found.push(at));
                assert_eq!(found, expected, "{name} {length} {from}");
            }
        }
    }
}
