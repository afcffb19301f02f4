//! The values that options have, stamped with the number of the heap, so that nothing needs to be cleared between heaps.

use super::moves::Moves;
use super::values::Value;

/// For each value, the last heap with an option that has it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stamps(Vec<u32>);

impl Stamps {
    /// Makes room for all values that options of the next heap may have (the nim sum of two values up to `most`), and one more.
    #[inline(always)]
    pub(crate) fn fit(&mut self, most: u32) {
        let needed = 2 * (most as usize + 1).next_power_of_two();
        if self.0.len() < needed {
            self.0.resize(needed, 0);
        }
    }

    #[inline(always)]
    pub(crate) fn stamp(&mut self, value: u32, heap: u32) {
        self.0[value as usize] = heap;
    }

    #[inline(always)]
    pub(crate) fn stamp_all<T: Value>(&mut self, small: &[T], large: &[T], heap: u32) {
        let stamps = &mut self.0[..];
        for (&a, &b) in small.iter().zip(large) {
            stamps[(a ^ b).get() as usize] = heap;
        }
    }

    /// Returns the stamps, indexed by value.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.0
    }

    #[inline(always)]
    pub(crate) fn has(&self, value: u32, heap: u32) -> bool {
        self.0.get(value as usize).is_some_and(|&last| last == heap)
    }

    /// Stamps the values of options from moves that split nothing.
    #[inline(always)]
    pub(crate) fn unsplit<T: Value>(&mut self, moves: &Moves, g: &[T]) {
        let n = g.len();
        if moves.whole.contains(&n) {
            self.stamp(0, n as u32);
        }
        for &taken in moves.single.iter().take_while(|taken| **taken < n) {
            self.stamp(g[n - taken].get(), n as u32);
        }
    }
}
