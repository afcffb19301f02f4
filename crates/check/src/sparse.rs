//! Values of a code that leaves at most two heaps, computed one by one with the help of rare heaps.
//!
//! Common values arise only from moves that split nothing and from splits with one rare part. These options are few, and the
//! least common value c that they do not have is an upper bound of the nimber. Each rare value below c is then searched for
//! among all other splits, the most uneven first. Source: Gangolli & Plambeck 1989; Berlekamp, Conway & Guy, *Winning Ways*,
//! ch. 4.

use crate::effort::{Effort, Exhausted};
use crate::past::Past;
use sprague_core::heap::TakeAndBreak;

/// The moves of a code by the number of tokens they take, and the mask and parity that determine the rare values.
#[derive(Default)]
pub(crate) struct Moves {
    /// Moves that may take the whole heap.
    whole: Vec<usize>,
    /// Moves that may leave one heap.
    pub(crate) leaving: Vec<usize>,
    /// Moves that may leave two heaps.
    pub(crate) breaking: Vec<usize>,
    mask: u32,
    /// `true` if the parity of the heap also determines whether a value is rare.
    parity: bool,
}

impl Moves {
    pub(crate) fn new(code: &TakeAndBreak, mask: u32, parity: bool) -> Self {
        let with = |bit: u8| (0..).zip(code.digits()).filter(|(_, digit)| **digit & bit != 0).map(|(taken, _)| taken).collect();
        Self { whole: with(1), leaving: with(2), breaking: with(4), mask, parity }
    }

    /// Returns `true` if the numbers of tokens of all splitting moves have the same parity.
    pub(crate) fn break_alike(&self) -> bool {
        self.breaking.iter().all(|taken| taken % 2 == self.breaking[0] % 2)
    }

    pub(crate) fn taken(&self) -> usize {
        [&self.whole, &self.leaving, &self.breaking].into_iter().filter_map(|places| places.last()).max().copied().unwrap_or(0)
    }

    /// Returns `true` if a heap of n is rare if it has this value.
    pub(crate) fn is_rare(&self, value: usize, n: usize) -> bool {
        let bits = (value as u64 & u64::from(self.mask)).count_ones() as usize;
        let place = if self.parity { n + self.breaking[0] } else { 0 };
        (bits + place).is_multiple_of(2)
    }

    pub(crate) fn rare_values<const WORDS: usize>(&self) -> [Marks<WORDS>; 2] {
        [0, 1].map(|n| {
            let mut rare = Marks::none();
            (0..Marks::<WORDS>::END).filter(|&value| self.is_rare(value, n)).for_each(|value| rare.add(value as u16));
            rare
        })
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Marks<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Marks<WORDS> {
    /// All values in the set are below this.
    pub(crate) const END: usize = 64 * WORDS;

    fn none() -> Self {
        Self([0; WORDS])
    }

    #[inline(always)]
    fn add(&mut self, value: u16) {
        self.0[usize::from(value) / 64 % WORDS] |= 1 << (value % 64);
    }

    fn least_outside(&self, other: &Self) -> Option<usize> {
        let outside =
            |(word, (a, b)): (usize, (&u64, &u64))| (a | b != u64::MAX).then(|| 64 * word + (a | b).trailing_ones() as usize);
        self.0.iter().zip(&other.0).enumerate().find_map(outside)
    }

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

    /// Returns the least value of this set that is not in the other one.
    #[inline(always)]
    fn least_without(&self, other: &Self) -> Option<usize> {
        let left = |(word, (a, b)): (usize, (&u64, &u64))| (a & !b != 0).then(|| 64 * word + (a & !b).trailing_zeros() as usize);
        self.0.iter().zip(&other.0).enumerate().find_map(left)
    }
}

/// The part of a heap's nimber that the examined moves determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// The nimber is this common value.
    Common(u16),
    /// The nimber is this rare value. All splits were examined.
    Rare(u16),
    /// The nimber may be this rare value, because not all splits were examined.
    Unexcluded(u16),
    /// The nimber does not fit the sets of values.
    Above,
}

/// The number of parts that are tried between two checks of the limits.
const PARTS: usize = 1 << 12;

/// The nimbers of the heaps 0, 1, 2, …, one by one.
pub(crate) struct Sparse {
    pub(crate) moves: Moves,
    /// The rare heaps so far with their values, least first, without heap 0.
    rare: Vec<(u64, u16)>,
    pub(crate) past: Past,
}

impl Sparse {
    /// Continues after the values in `past`, of which `rare` are the rare heaps without heap 0.
    pub(crate) fn new(moves: Moves, rare: Vec<(u64, u16)>, past: Past) -> Self {
        Self { moves, rare, past }
    }

    pub(crate) fn rare(&self) -> &[(u64, u16)] {
        &self.rare
    }

    fn bytes(&self) -> u64 {
        (16 * self.rare.len() + 2 * (self.past.first().len() + self.past.latest().len())) as u64
    }

    pub(crate) fn push(&mut self, value: u16, is_rare: bool) {
        if is_rare {
            self.rare.push((self.past.count(), value));
        }
        self.past.push(value);
    }

    /// Returns the greatest smaller part that can be tried for heap n: at most n/2, and at most the largest heap whose value is
    /// kept.
    pub(crate) fn deepest(&self, n: u64) -> usize {
        usize::try_from(n / 2).unwrap_or(usize::MAX).min(self.past.first().len() - 1)
    }

    /// Returns the nimber of the next heap, as far as it is determined by splits with a rare part or with a part of at most
    /// `depth` tokens.
    ///
    /// `rare_values` are the sets from `Moves::rare_values`. All values so far must fit the sets.
    #[inline(always)]
    pub(crate) fn next<const WORDS: usize>(
        &self,
        rare_values: &[Marks<WORDS>; 2],
        depth: usize,
        effort: &mut Effort<'_>,
    ) -> Result<Found, Exhausted> {
        let n = self.past.count();
        let rare_values = &rare_values[(n % 2) as usize];
        // 1. the least common value that options without common parts leave over is an upper bound
        let mut seen = self.without_common_parts(n, effort)?;
        let common = seen.least_outside(rare_values);
        // 2. look for each smaller rare value among the other splits
        let wanted = rare_values.below(common.unwrap_or(Marks::<WORDS>::END));
        if wanted.least_without(&seen).is_some() {
            self.look_for(&wanted, &mut seen, depth.min(self.deepest(n)), effort)?;
        }
        Ok(match (wanted.least_without(&seen), common) {
            (Some(rare), _) if n / 2 <= depth.min(self.deepest(n)) as u64 => Found::Rare(rare as u16),
            (Some(rare), _) => Found::Unexcluded(rare as u16),
            (None, Some(common)) => Found::Common(common as u16),
            (None, None) => Found::Above,
        })
    }

    /// Returns the values of all options that split nothing or leave a rare heap. Every common value of an option is among
    /// them.
    #[inline(always)]
    fn without_common_parts<const WORDS: usize>(&self, n: u64, effort: &mut Effort<'_>) -> Result<Marks<WORDS>, Exhausted> {
        let mut seen = Marks::none();
        let mut steps = WORDS as u64;
        if usize::try_from(n).is_ok_and(|n| self.moves.whole.binary_search(&n).is_ok()) {
            seen.add(0);
        }
        for taken in self.moves.leaving.iter().take_while(|taken| (**taken as u64) < n) {
            seen.add(self.past.back(*taken));
            steps += 1;
        }
        for taken in self.moves.breaking.iter().take_while(|taken| (**taken as u64) < n) {
            let left = n - *taken as u64;
            let fitting = match self.rare.last() {
                Some(&(last, _)) if last >= left => self.rare.partition_point(|&(part, _)| part < left),
                _ => self.rare.len(),
            };
            for &(part, value) in &self.rare[..fitting] {
                seen.add(value ^ self.past.back(taken + part as usize));
            }
            steps += fitting as u64 + 1;
        }
        effort.take(steps, n, || self.bytes())?;
        Ok(seen)
    }

    /// Adds the values of splits, the most uneven first, until all wanted values are found or the smaller part has `depth`
    /// tokens.
    #[inline(always)]
    fn look_for<const WORDS: usize>(
        &self,
        wanted: &Marks<WORDS>,
        seen: &mut Marks<WORDS>,
        depth: usize,
        effort: &mut Effort<'_>,
    ) -> Result<(), Exhausted> {
        let n = self.past.count();
        let (mut parts, mut found) = (0, 0);
        for (part, small) in (1..).zip(&self.past.first()[1..=depth]) {
            parts += 1;
            if parts == PARTS {
                effort.take((parts * self.moves.breaking.len()) as u64, n, || self.bytes())?;
                parts = 0;
            }
            for taken in self.moves.breaking.iter().take_while(|taken| ((part + **taken) as u64) < n) {
                seen.add(small ^ self.past.back(taken + part));
            }
            while found < WORDS && wanted.0[found] & !seen.0[found] == 0 {
                found += 1;
            }
            if found == WORDS {
                break;
            }
        }
        effort.take((parts * self.moves.breaking.len()) as u64, n, || self.bytes())
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

    /// Returns the first values, or `None` if one does not fit.
    fn by_rare_heaps<const WORDS: usize>(code: &TakeAndBreak, mask: u32, parity: bool, count: usize) -> Option<Vec<u16>> {
        let mut sparse = Sparse::new(Moves::new(code, mask, parity), vec![], Past::new(count, count));
        let rare_values = sparse.moves.rare_values::<WORDS>();
        let limits = Limits::default();
        let mut effort = Effort::new(u64::MAX, &limits);
        while sparse.past.count() < count as u64 {
            match sparse.next(&rare_values, usize::MAX, &mut effort).unwrap() {
                Found::Common(value) => sparse.push(value, false),
                Found::Rare(value) => sparse.push(value, true),
                Found::Unexcluded(value) => panic!("all splits were looked at, and {value} is left over"),
                Found::Above => return None,
            }
        }
        Some(sparse.past.range(0, count as u64).to_vec())
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
