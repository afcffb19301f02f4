//! Values of a code that leaves at most two heaps, heap by heap, when a few heaps are known to be rare.
//!
//! Gangolli & Plambeck 1989; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4. A common value is had only by moves that split
//! nothing and by splits with one rare part: these are few, and the least common value c that they leave over bounds the
//! nimber. Each rare value below c is then looked for among all other splits, the most uneven first.

use crate::effort::{Effort, Exhausted};
use sprague_core::heap::TakeAndBreak;

/// The moves of a code, by the number of tokens that they take, and which values it makes rare.
pub(crate) struct Moves {
    /// These may take the whole heap.
    whole: Vec<usize>,
    /// These may leave one heap.
    leaving: Vec<usize>,
    /// These may leave two.
    pub(crate) breaking: Vec<usize>,
    mask: u32,
    /// With it, a value is rare among heaps of one parity where it is common among the others.
    parity: bool,
}

impl Moves {
    pub(crate) fn new(code: &TakeAndBreak, mask: u32, parity: bool) -> Self {
        let with = |bit: u8| (0..).zip(code.digits()).filter(|(_, digit)| **digit & bit != 0).map(|(taken, _)| taken).collect();
        Self { whole: with(1), leaving: with(2), breaking: with(4), mask, parity }
    }

    /// Whether all places that break are alike even or odd.
    pub(crate) fn break_alike(&self) -> bool {
        self.breaking.iter().all(|taken| taken % 2 == self.breaking[0] % 2)
    }

    /// Whether a heap of n is rare if it has this value.
    fn is_rare(&self, value: usize, n: usize) -> bool {
        let bits = (value as u64 & u64::from(self.mask)).count_ones() as usize;
        let place = if self.parity { n + self.breaking[0] } else { 0 };
        (bits + place).is_multiple_of(2)
    }

    /// The rare values of even and of odd heaps.
    pub(crate) fn rare_values<const WORDS: usize>(&self) -> [Marks<WORDS>; 2] {
        [0, 1].map(|n| {
            let mut rare = Marks::none();
            (0..Marks::<WORDS>::END).filter(|&value| self.is_rare(value, n)).for_each(|value| rare.add(value as u16));
            rare
        })
    }
}

/// A set of values below 64 · `WORDS`.
#[derive(Clone, Copy)]
pub(crate) struct Marks<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Marks<WORDS> {
    /// Above all values that fit.
    pub(crate) const END: usize = 64 * WORDS;

    fn none() -> Self {
        Self([0; WORDS])
    }

    #[inline(always)]
    fn add(&mut self, value: u16) {
        self.0[usize::from(value) / 64 % WORDS] |= 1 << (value % 64);
    }

    /// The least value in neither set.
    fn least_outside(&self, other: &Self) -> Option<usize> {
        let outside =
            |(word, (a, b)): (usize, (&u64, &u64))| (a | b != u64::MAX).then(|| 64 * word + (a | b).trailing_ones() as usize);
        self.0.iter().zip(&other.0).enumerate().find_map(outside)
    }

    /// The values of this set that are below a bound.
    fn below(&self, bound: usize) -> Self {
        let mut marks = *self;
        for (word, bits) in marks.0.iter_mut().enumerate() {
            match bound.saturating_sub(64 * word) {
                64.. => {}
                kept => *bits &= (1 << kept) - 1,
            }
        }
        marks
    }

    /// The least value of this set that is not in the other one.
    #[inline(always)]
    fn least_without(&self, other: &Self) -> Option<usize> {
        let left = |(word, (a, b)): (usize, (&u64, &u64))| (a & !b != 0).then(|| 64 * word + (a & !b).trailing_zeros() as usize);
        self.0.iter().zip(&other.0).enumerate().find_map(left)
    }
}

/// What the moves that were looked at say about the nimber of a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// It is this one, which is common.
    Common(u16),
    /// It is this one, which is rare: all splits were looked at.
    Rare(u16),
    /// It may be this rare one: not all splits were looked at.
    Unexcluded(u16),
    /// It is above all values that fit the marks.
    Above,
}

/// How many parts are tried in a row before anybody looks at the clock.
const PARTS: usize = 1 << 12;

/// The nimbers of heaps 0, 1, 2, …, the first and the latest of them at hand.
pub(crate) struct Sparse {
    pub(crate) moves: Moves,
    /// The rare heaps so far with their values, least first; heap 0 is not one of them.
    rare: Vec<(u32, u16)>,
    /// The first values, for the smaller parts of splits.
    first: Vec<u16>,
    /// The latest values: that of heap n at n modulo the length, a power of two.
    latest: Vec<u16>,
    /// How many values there are.
    count: usize,
}

impl Sparse {
    /// Heap 0 alone. It will hold at least so many of the first and of the latest values.
    pub(crate) fn new(moves: Moves, first: usize, latest: usize) -> Self {
        let held = |count: usize| vec![0; count];
        Self { moves, rare: vec![], first: held(first), latest: held(latest.next_power_of_two()), count: 1 }
    }

    /// How many heaps have values.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The greatest part for which splits can be looked up, in every heap.
    pub(crate) fn deepest(&self) -> usize {
        self.first.len() - 1
    }

    /// The value of one of the latest heaps.
    #[inline(always)]
    pub(crate) fn value(&self, n: usize) -> u16 {
        self.latest[n & (self.latest.len() - 1)]
    }

    /// How many bytes are held.
    fn bytes(&self) -> u64 {
        (8 * self.rare.len() + 2 * (self.first.len() + self.latest.len())) as u64
    }

    /// Takes down the value of the next heap.
    pub(crate) fn push(&mut self, value: u16, is_rare: bool) {
        let n = self.count;
        if is_rare {
            self.rare.push((n as u32, value));
        }
        if let Some(place) = self.first.get_mut(n) {
            *place = value;
        }
        let place = n & (self.latest.len() - 1);
        self.latest[place] = value;
        self.count += 1;
    }

    /// The nimber of the next heap, as far as splits with a part of at most `depth` tokens, or a rare one, tell.
    ///
    /// `rare_values` are those of `Moves::rare_values`; all values so far fit the marks.
    #[inline(always)]
    pub(crate) fn next<const WORDS: usize>(
        &self,
        rare_values: &[Marks<WORDS>; 2],
        depth: usize,
        effort: &mut Effort<'_>,
    ) -> Result<Found, Exhausted> {
        let n = self.count;
        let rare_values = &rare_values[n % 2];
        let mut seen = self.without_common_parts(n, effort)?;
        let common = seen.least_outside(rare_values);
        let wanted = rare_values.below(common.unwrap_or(Marks::<WORDS>::END));
        if wanted.least_without(&seen).is_some() {
            self.look_for(&wanted, &mut seen, depth.min(n / 2).min(self.deepest()), effort)?;
        }
        Ok(match (wanted.least_without(&seen), common) {
            (Some(rare), _) if n / 2 <= depth.min(self.deepest()) => Found::Rare(rare as u16),
            (Some(rare), _) => Found::Unexcluded(rare as u16),
            (None, Some(common)) => Found::Common(common as u16),
            (None, None) => Found::Above,
        })
    }

    /// The values of all options of a heap that split nothing or leave a rare heap: every common one is among them.
    #[inline(always)]
    fn without_common_parts<const WORDS: usize>(&self, n: usize, effort: &mut Effort<'_>) -> Result<Marks<WORDS>, Exhausted> {
        let mut seen = Marks::none();
        let mut steps = WORDS as u64;
        if self.moves.whole.binary_search(&n).is_ok() {
            seen.add(0);
        }
        for taken in self.moves.leaving.iter().take_while(|taken| **taken < n) {
            seen.add(self.value(n - taken));
            steps += 1;
        }
        for taken in self.moves.breaking.iter().take_while(|taken| **taken < n) {
            let left = n - taken;
            let fitting = match self.rare.last() {
                Some(&(last, _)) if last as usize >= left => self.rare.partition_point(|&(part, _)| (part as usize) < left),
                _ => self.rare.len(),
            };
            for &(part, value) in &self.rare[..fitting] {
                seen.add(value ^ self.value(left - part as usize));
            }
            steps += fitting as u64 + 1;
        }
        effort.take(steps, n as u64, || self.bytes())?;
        Ok(seen)
    }

    /// Marks splits of a heap, the most uneven first, until all that is wanted is marked, or a part has `depth` tokens.
    #[inline(always)]
    fn look_for<const WORDS: usize>(
        &self,
        wanted: &Marks<WORDS>,
        seen: &mut Marks<WORDS>,
        depth: usize,
        effort: &mut Effort<'_>,
    ) -> Result<(), Exhausted> {
        let n = self.count;
        let (mut parts, mut found) = (0, 0);
        for (part, small) in (1..).zip(&self.first[1..=depth]) {
            parts += 1;
            if parts == PARTS {
                effort.take((parts * self.moves.breaking.len()) as u64, n as u64, || self.bytes())?;
                parts = 0;
            }
            for taken in self.moves.breaking.iter().take_while(|taken| part + **taken < n) {
                seen.add(small ^ self.value(n - taken - part));
            }
            while found < WORDS && wanted.0[found] & !seen.0[found] == 0 {
                found += 1;
            }
            if found == WORDS {
                break;
            }
        }
        effort.take((parts * self.moves.breaking.len()) as u64, n as u64, || self.bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;
    use std::collections::HashSet;

    fn by_definition(code: &TakeAndBreak, count: usize) -> Vec<u16> {
        let mut g: Vec<u16> = vec![];
        for n in 0..count {
            let mut seen = HashSet::new();
            for (taken, digit) in code.digits().iter().enumerate().take(n + 1) {
                let left = n - taken;
                if digit & 1 != 0 && left == 0 {
                    seen.insert(0);
                }
                if digit & 2 != 0 && left > 0 {
                    seen.insert(g[left]);
                }
                if digit & 4 != 0 {
                    seen.extend((1..left).map(|part| g[part] ^ g[left - part]));
                }
            }
            g.push((0..).find(|value| !seen.contains(value)).unwrap());
        }
        g
    }

    /// The first values, unless one does not fit.
    fn by_rare_heaps<const WORDS: usize>(code: &TakeAndBreak, mask: u32, parity: bool, count: usize) -> Option<Vec<u16>> {
        let mut sparse = Sparse::new(Moves::new(code, mask, parity), count, 2 * count);
        let rare_values = sparse.moves.rare_values::<WORDS>();
        let limits = Limits::default();
        let mut effort = Effort::new(u64::MAX, &limits);
        while sparse.count() < count {
            match sparse.next(&rare_values, usize::MAX, &mut effort).unwrap() {
                Found::Common(value) => sparse.push(value, false),
                Found::Rare(value) => sparse.push(value, true),
                Found::Unexcluded(value) => panic!("all splits were looked at, and {value} is left over"),
                Found::Above => return None,
            }
        }
        Some((0..count).map(|n| sparse.value(n)).collect())
    }

    #[test]
    fn whatever_the_mask_values_are_those_of_the_definition() {
        for name in ["0.77", "0.07", "0.16", "0.644", "0.104", "4.304", "0.106", "4.", "0.4"] {
            let code: TakeAndBreak = name.parse().unwrap();
            let expected = Some(by_definition(&code, 150));
            for mask in 1..32 {
                for parity in [false, true].into_iter().filter(|parity| !parity || Moves::new(&code, mask, true).break_alike()) {
                    assert_eq!(by_rare_heaps::<1>(&code, mask, parity, 150), expected, "{name} {mask} {parity}");
                    assert_eq!(by_rare_heaps::<4>(&code, mask, parity, 150), expected, "{name} {mask} {parity}");
                }
            }
            assert_eq!(by_rare_heaps::<1024>(&code, 0, false, 150), expected, "{name}: all heaps are rare");
            assert_eq!(by_rare_heaps::<1024>(&code, 21, false, 150), expected, "{name}");
        }
    }

    #[test]
    fn values_that_do_not_fit_are_reported() {
        let code: TakeAndBreak = "0.644".parse().unwrap();
        let expected = by_definition(&code, 500);
        assert!(expected.iter().max() >= Some(&64));
        assert_eq!(by_rare_heaps::<1>(&code, 126, false, 500), None);
        assert_eq!(by_rare_heaps::<4>(&code, 126, false, 500), Some(expected));
    }

    #[test]
    fn marks_are_cut_off_at_any_bound() {
        let mut all = Marks::<2>::none();
        (0..128).for_each(|value| all.add(value));
        for bound in 0..=128 {
            let below = all.below(bound);
            assert_eq!(below.least_outside(&Marks::none()), (bound < 128).then_some(bound));
            assert_eq!(all.least_without(&below), (bound < 128).then_some(bound));
        }
    }
}
