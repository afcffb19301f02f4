//! Nimbers of take-and-break games by splitting values into rare and common ones.
//!
//! Gangolli & Plambeck 1989; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4. Under a mask, values with an even number of mask
//! bits are rare, so rare ⊕ rare and common ⊕ common are rare and rare ⊕ common is common. A common value is excluded only by a
//! split with exactly one rare part: as few as there are rare heaps. Every rare value below the result must be excluded too: it
//! is looked for among the other splits, small parts first. If one is not, the heap itself is rare. So the values are exact
//! whatever the mask; a good one makes them fast.

use super::hole_scan::{STAMPED, first_split};
use super::moves::Moves;
use super::stamps::Stamps;
use super::values::{Value, Values};
use sprague_core::Stopped;
use sprague_core::growth::of_list;
use sprague_core::limits::Work;

/// A division of values into rare and common ones, and the rare heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SparseSpace {
    /// The bits whose number makes a value rare or common.
    pub(crate) mask: u32,
    /// The number that n is compared with modulo 2, where parity decides, too.
    pub(crate) parity: Option<usize>,
    /// The heaps with a rare value, but for the empty one.
    pub(crate) rare: Vec<u32>,
    /// The greatest smaller part, or a bit more, that excluded a rare value.
    ///
    /// Since this was last set to 0.
    pub(crate) depth: usize,
}

/// Values at or above this are not looked at for masks.
const MAX_MASKED: u32 = 1 << 14;

impl SparseSpace {
    /// The space with the fewest rare heaps, among all masks and both parities.
    ///
    /// `None` if values are too large, or one heap in so many is rare.
    ///
    /// One Walsh–Hadamard transform of the histogram of values gives, for every mask, common heaps minus rare ones. A second
    /// one, of even minus odd heaps, gives that for masks with the parity of n.
    pub(crate) fn best<T: Value>(
        moves: &Moves,
        values: &Values<T>,
        one_in: usize,
        work: &mut Work<'_>,
    ) -> Result<Option<Self>, Stopped> {
        if values.most() >= MAX_MASKED || moves.breaking.is_empty() {
            return Ok(None);
        }
        let room = (values.most() as usize + 1).next_power_of_two();
        let mut both = vec![0_i64; room];
        let mut alternating = vec![0_i64; room];
        let place = moves.parity();
        let heaps = || (1..).zip(values.as_slice().iter().skip(1));
        for (n, value) in heaps() {
            work.done(1, n, 0)?;
            both[value.get() as usize] += 1;
            alternating[value.get() as usize] += if place.is_some_and(|place| (n + place) % 2 == 1) { -1 } else { 1 };
        }
        transform(&mut both);
        transform(&mut alternating);
        let plain = (1..room).map(|mask| (both[mask], mask, None));
        let with_parity = (0..room).filter(|_| place.is_some()).map(|mask| (alternating[mask], mask, place));
        let best = plain.chain(with_parity).min_by_key(|(excess, ..)| *excess);
        let Some((_, mask, parity)) = best else { return Ok(None) };
        let mut space = Self { mask: mask as u32, parity, rare: vec![], depth: 0 };
        for (n, value) in heaps() {
            work.done(1, n, 0)?;
            if !space.is_common(value.get(), n) {
                space.rare.push(n as u32);
            }
            if one_in * space.rare.len() >= values.as_slice().len() {
                return Ok(None);
            }
        }
        Ok(Some(space))
    }

    /// Tells whether this value would be a common one of a heap of n tokens.
    #[inline(always)]
    pub(crate) fn is_common(&self, value: u32, n: usize) -> bool {
        ((value & self.mask).count_ones() as usize + self.parity.map_or(0, |parity| n + parity)) % 2 == 1
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        of_list(&self.rare)
    }

    /// The last heap with a rare value.
    pub(crate) fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |&rare| rare as usize)
    }

    /// The value of the next heap.
    #[inline(always)]
    pub(crate) fn next_value<T: Value>(&mut self, moves: &Moves, values: &Values<T>, stamps: &mut Stamps) -> u32 {
        let g = values.as_slice();
        let n = g.len();
        let heap = n as u32;
        stamps.fit(values.most());
        stamps.unsplit(moves, g);
        for &taken in moves.breaking.iter().take_while(|taken| **taken < n) {
            let rest = n - taken;
            for &rare in self.rare.iter().take_while(|rare| (**rare as usize) < rest) {
                let other = rest - rare as usize;
                if !moves.unequal || other != rare as usize {
                    stamps.stamp((g[rare as usize] ^ g[other]).get(), heap);
                }
            }
        }
        let (mut least_common, mut missing) = (0, 0);
        while stamps.has(least_common, heap) || !self.is_common(least_common, n) {
            missing += u32::from(!stamps.has(least_common, heap));
            least_common += 1;
        }
        let value = if missing == 0 { least_common } else { self.least(moves, values, stamps, least_common, missing) };
        if !self.is_common(value, n) {
            self.rare.push(heap);
        }
        value
    }

    /// The least value that no split excludes: the common one, or a rare one below.
    ///
    /// `missing` tells how many rare ones are still to be excluded.
    #[inline(always)]
    fn least<T: Value>(
        &mut self,
        moves: &Moves,
        values: &Values<T>,
        stamps: &mut Stamps,
        least_common: u32,
        mut missing: u32,
    ) -> u32 {
        let n = values.as_slice().len();
        let heap = n as u32;
        let rests = || moves.breaking.iter().take_while(|taken| **taken < n).map(|taken| n - taken);
        for rest in rests() {
            let (small, large) = values.pairs(rest, 1, moves.half(rest).min(STAMPED));
            for (at, (&a, &b)) in small.iter().zip(large).enumerate() {
                let value = (a ^ b).get();
                if !stamps.has(value, heap) {
                    stamps.stamp(value, heap);
                    if value < least_common {
                        missing -= 1;
                        self.depth = self.depth.max(at + 1);
                    }
                    if missing == 0 {
                        return least_common;
                    }
                }
            }
        }
        for value in 0..least_common {
            if stamps.has(value, heap) {
                continue;
            }
            match first_split(moves, values, STAMPED, value) {
                Some(part) => self.depth = self.depth.max(part),
                None => return value,
            }
        }
        least_common
    }
}

/// The Walsh–Hadamard transform, in place.
///
/// Item m becomes the sum over all v of item v, negated where v and m share an odd number of bits.
fn transform(items: &mut [i64]) {
    let mut half = 1;
    while half < items.len() {
        for pair in items.chunks_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rare_heaps_count_as_memory() {
        let space = SparseSpace { mask: 1, parity: None, rare: (0..1_000).collect(), depth: 0 };
        assert_eq!(space.bytes(), 4 * space.rare.capacity());
    }
}
