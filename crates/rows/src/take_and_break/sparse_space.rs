//! Nimbers of take-and-break games by dividing values into rare and common ones.
//!
//! Given a mask, a value is rare if it has an even number of bits of the mask, and common otherwise. So rare ⊕ rare and common
//! ⊕ common are rare, and rare ⊕ common is common. A common value is excluded only by splits with exactly one rare part, and
//! there are as few of these as there are rare heaps. Every rare value below the result must be excluded too; it is searched
//! for among the other splits, small parts first. If it is not found, the heap itself is rare. So the values are exact for
//! every mask; a good mask makes them fast. Source: Gangolli & Plambeck 1989; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

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
    /// The mask whose bits are counted.
    pub(crate) mask: u32,
    /// If the parity of n counts too, the number that is added to n.
    pub(crate) parity: Option<usize>,
    /// The heaps with a rare value, except the empty heap.
    pub(crate) rare: Vec<u32>,
    /// The largest smaller part (or slightly more) that was needed to exclude a rare value, since this was last set to 0.
    pub(crate) depth: usize,
}

/// If a value is this large or larger, no mask is searched for.
const MAX_MASKED: u32 = 1 << 14;

impl SparseSpace {
    /// Returns the space with the fewest rare heaps among all masks and both parities, or `None` if values are too large or at
    /// least one in `one_in` heaps is rare.
    ///
    /// One Walsh–Hadamard transform of the histogram of values gives for every mask the number of rare heaps minus the number
    /// of common ones. Another one, of even minus odd heaps, gives it for masks with the parity of n.
    pub(crate) fn best<T: Value>(
        moves: &Moves,
        values: &Values<T>,
        one_in: usize,
        work: &mut Work<'_>,
    ) -> Result<Option<Self>, Stopped> {
        if values.most() >= MAX_MASKED || moves.breaking.is_empty() {
            return Ok(None);
        }
        // 1. histograms of the values: of all heaps, and of even minus odd heaps
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
        // 2. their transforms give the excess of rare heaps for each mask
        transform(&mut both);
        transform(&mut alternating);
        let plain = (1..room).map(|mask| (both[mask], mask, None));
        let with_parity = (0..room).filter(|_| place.is_some()).map(|mask| (alternating[mask], mask, place));
        let best = plain.chain(with_parity).min_by_key(|(excess, ..)| *excess);
        let Some((_, mask, parity)) = best else { return Ok(None) };
        // 3. list the rare heaps of the best mask
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

    /// Returns `true` if this value is common for a heap of n tokens.
    #[inline(always)]
    pub(crate) fn is_common(&self, value: u32, n: usize) -> bool {
        ((value & self.mask).count_ones() as usize + self.parity.map_or(0, |parity| n + parity)) % 2 == 1
    }

    pub(crate) fn bytes(&self) -> usize {
        of_list(&self.rare)
    }

    /// Returns the last heap with a rare value, or 0 if there is none.
    pub(crate) fn last_rare(&self) -> usize {
        self.rare.last().map_or(0, |&rare| rare as usize)
    }

    #[inline(always)]
    pub(crate) fn next_value<T: Value>(&mut self, moves: &Moves, values: &Values<T>, stamps: &mut Stamps) -> u32 {
        let g = values.as_slice();
        let n = g.len();
        let heap = n as u32;
        // 1. stamp the options without a split, and the splits with a rare part
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
        // 2. the least common value without a stamp is an upper bound
        let (mut least_common, mut missing) = (0, 0);
        while stamps.has(least_common, heap) || !self.is_common(least_common, n) {
            missing += u32::from(!stamps.has(least_common, heap));
            least_common += 1;
        }
        // 3. a rare value below it is the result if no other split excludes it
        let value = if missing == 0 { least_common } else { self.least(moves, values, stamps, least_common, missing) };
        if !self.is_common(value, n) {
            self.rare.push(heap);
        }
        value
    }

    /// Returns the least value that no split excludes: `least_common`, or a rare value below it.
    ///
    /// `missing` is the number of rare values below it that are not yet excluded.
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
        // 1. stamp the first splits until no rare value is missing
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
        // 2. search for each missing value in all other splits
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

/// The Walsh–Hadamard transform, in place: item m becomes the sum of all items v, each negated if v and m have an odd number of
/// bits in common.
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
