//! Subtraction games with large amounts, whose rows are too long to be computed one by one.

use crate::pieces::Pieces;
use crate::sweep;
use sprague_core::heap::{AmountSet, Amounts, ByHeap, HeapRules, OneHeap};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, ClosedForm, Impartial, MoveList, Ruleset, heap_notation};
use std::sync::{Arc, OnceLock};

/// Sets with a greater amount than this are solved by a closed form.
pub(crate) const LARGE: u64 = 10_000;

/// One heap, from which a move takes an amount in some ranges.
///
/// The rules are those of [`Subtraction`](crate::Subtraction). Nimbers of heaps of any size are known if the amounts are few
/// ranges, or small amounts and few large ones.
///
/// ```
/// use sprague_core::{Impartial, Ruleset};
/// use sprague_rules_subtraction::LargeSubtraction;
///
/// let rules = LargeSubtraction::read("1-1000000000")?;
/// assert_eq!(rules.moves(&2).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(rules.closed_form().unwrap().nimber(&10_u64.pow(18)), Some(1));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug)]
pub struct LargeSubtraction {
    ranges: Arc<[(u64, u64)]>,
    /// The amounts one by one, unless they are too many.
    listed: Option<AmountSet>,
    rows: OnceLock<Option<Arc<Pieces>>>,
}

impl LargeSubtraction {
    /// Returns the game in which these amounts are allowed.
    ///
    /// ```
    /// use sprague_core::Ruleset;
    /// let rules = sprague_rules_subtraction::LargeSubtraction::of("1,100000".parse()?);
    /// assert_eq!(rules.options(&100_000).collect::<Vec<_>>(), [99_999, 0]);
    /// # Ok::<(), sprague_core::BadNotation>(())
    /// ```
    pub fn of(amounts: AmountSet) -> Self {
        let runs = amounts.as_slice().chunk_by(|one, next| one + 1 == *next);
        let ranges = runs.map(|run| (run[0], run[run.len() - 1])).collect();
        Self { ranges, listed: Some(amounts), rows: OnceLock::new() }
    }

    /// Parses ranges of any size, if a closed form is known for them.
    ///
    /// # Errors
    /// [`BadNotation`] unless they are ranges with a closed form.
    pub fn read(text: &str) -> Result<Self, BadNotation> {
        let mut ranges: Vec<(u64, u64)> = Reader::new(text).whole(|reader| {
            reader.list(',', |reader| {
                let first = reader.within(1..=u64::MAX, "an amount of at least 1,")?;
                let last = if reader.skip('-') { reader.within(first..=u64::MAX, "the end of a range,")? } else { first };
                Ok((first, last))
            })
        })?;
        ranges.sort_unstable();
        let mut apart: Vec<(u64, u64)> = vec![];
        for (first, last) in ranges {
            match apart.last_mut().filter(|(_, end)| first <= end.saturating_add(1)) {
                Some((_, end)) => *end = last.max(*end),
                None => apart.push((first, last)),
            }
        }
        let rules = Self { ranges: apart.into(), listed: None, rows: OnceLock::new() };
        match rules.rows() {
            Some(_) => Ok(rules),
            None => Err(BadNotation::new(0, "a set of at most 10000000 members, or ranges for which a formula is known")),
        }
    }

    fn rows(&self) -> Option<&Pieces> {
        self.rows.get_or_init(|| sweep::rows(&self.ranges).map(Arc::new)).as_deref()
    }
}

impl Ruleset for LargeSubtraction {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        let heap = *heap;
        self.ranges.iter().take_while(move |(first, _)| *first <= heap).flat_map(move |(first, last)| *first..=heap.min(*last))
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}

impl Impartial for LargeSubtraction {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<u64, u64>> {
        self.rows().map(|_| self as _)
    }
}

/// A heap is fickle if its nimber is 0 or 1 (Ferguson 1974).
impl ClosedForm<u64, u64> for LargeSubtraction {
    fn nimber(&self, heap: &u64) -> Option<u128> {
        Some(self.rows()?.nimber(u128::from(*heap)))
    }
    fn moves_to(&self, heap: &u64, nimber: u128) -> Option<MoveList<u64>> {
        let rows = self.rows()?;
        let (mut moves, mut total) = (vec![], 0);
        for (first, last) in self.ranges.iter().take_while(|(first, _)| first <= heap) {
            let (low, mut end) = (u128::from(heap.saturating_sub(*last)), u128::from(heap - first) + 1);
            total += (rows.count(nimber, end) - rows.count(nimber, low)) as u64;
            while moves.len() < MoveList::<u64>::MOST
                && let Some(left) = rows.last(nimber, end).filter(|left| *left >= low)
            {
                moves.push(heap - left as u64);
                end = left;
            }
        }
        Some(MoveList { moves, total: Some(total) })
    }
    fn is_fickle(&self, heap: &u64) -> Option<bool> {
        self.nimber(heap).map(|nimber| nimber <= 1)
    }
    fn moves_to_fickle(&self, heap: &u64, nimber: u128) -> Option<MoveList<u64>> {
        self.moves_to(heap, nimber)
    }
    fn repeats(&self) -> Option<[u64; 2]> {
        let [preperiod, period] = self.rows()?.repeats()?;
        let from = preperiod + u128::from(self.ranges.last()?.1);
        Some([u64::try_from(from).ok()?, u64::try_from(period).ok()?])
    }
    fn source(&self) -> &'static str {
        match self.rows() {
            Some(rows) if rows.is_observed => "observed: compared with brute force for amounts up to 12 and one larger",
            _ => "Winning Ways, ch. 4; Ferguson 1974",
        }
    }
}

impl ByHeap for LargeSubtraction {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        self.listed.clone().map(|amounts| HeapRules::Subtraction(Amounts::Only(amounts)))
    }
    fn is_tabulated(&self) -> bool {
        self.listed.is_some()
    }
}

impl OneHeap for LargeSubtraction {}

heap_notation!(LargeSubtraction);

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::judge::closed_form_is_right;

    fn ranges(text: &str) -> LargeSubtraction {
        LargeSubtraction::of(text.parse().unwrap())
    }

    fn naive(rules: &LargeSubtraction, count: usize) -> Vec<u128> {
        let mut nimbers: Vec<u128> = vec![];
        for heap in 0..count as u64 {
            let options: Vec<u128> = rules.options(&heap).map(|left| nimbers[left as usize]).collect();
            nimbers.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
        }
        nimbers
    }

    /// Calls `check` with random sets of one to three ranges below 30, half of them with a larger amount.
    fn random_sets(count: usize, mut check: impl FnMut(&LargeSubtraction)) {
        let mut state = 7_u64;
        let mut random = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        for _ in 0..count {
            let mut members = std::collections::BTreeSet::new();
            for _ in 0..1 + random(3) {
                let first = 1 + random(20);
                members.extend(first..=first + random(8));
            }
            if random(2) == 0 {
                members.insert(30 + random(40));
            }
            check(&LargeSubtraction::of(AmountSet::new(members).unwrap()));
        }
    }

    #[test]
    fn every_set_up_to_11_has_the_nimbers_of_the_definition() {
        let mut stairs = 0;
        for members in 1_u64..1 << 11 {
            let rules = LargeSubtraction::of(AmountSet::new((1..=11).filter(|amount| members >> (amount - 1) & 1 == 1)).unwrap());
            let expected = naive(&rules, 120);
            let Some(rows) = rules.rows() else { panic!("no rows for {:?}", rules.ranges) };
            stairs += usize::from(sweep::staircase(&rules.ranges).is_some());
            let found: Vec<u128> = (0..120).map(|heap| rows.nimber(heap)).collect();
            assert_eq!(found, expected, "{:?}", rules.ranges);
        }
        assert_eq!(stairs, 888);
    }

    #[test]
    fn ways_to_compute_rows_agree_with_the_definition() {
        let mut seen = [0; 4];
        random_sets(300, |rules| {
            let expected = naive(rules, 700);
            let words = sweep::words(&rules.ranges, 29);
            let ways = [sweep::runs, sweep::one_apart, sweep::two_amounts].map(|way| way(&rules.ranges));
            for (way, rows) in ways.into_iter().chain([words]).enumerate() {
                let Some(rows) = rows else { continue };
                seen[way] += 1;
                let found: Vec<u128> = (0..700).map(|heap| rows.nimber(heap)).collect();
                assert_eq!(found, expected, "{way}: {:?}", rules.ranges);
            }
        });
        assert!(seen[0] > 250 && seen[3] > 50, "{seen:?}");
    }

    #[test]
    fn two_amounts_follow_the_formula() {
        for (small, large) in (1..=25_u64).flat_map(|small| (small + 2..=26).map(move |large| (small, large))) {
            let rules = LargeSubtraction::of(AmountSet::new([small, large]).unwrap());
            let rows = sweep::two_amounts(&rules.ranges).expect("there are two");
            let found: Vec<u128> = (0..200).map(|heap| rows.nimber(heap)).collect();
            assert_eq!(found, naive(&rules, 200), "{small},{large}");
        }
        assert_eq!(ranges("3,1000000000").nimber(&10_u64.pow(18)), Some(1));
        assert_eq!(ranges("77777,7560099786").nimber(&(7_560_099_786 + 77_776)), Some(1));
    }

    #[test]
    fn one_amount_apart_follows_the_formula() {
        let mut count = 0;
        for (first, last) in (1..=6_u64).flat_map(|first| (first..=12).map(move |last| (first, last))) {
            for large in last + 1..=last + 1 + 2 * (first + last) {
                let rules = LargeSubtraction::of(AmountSet::new((first..=last).chain([large])).unwrap());
                let Some(rows) = sweep::one_apart(&rules.ranges) else { continue };
                count += 1;
                let expected = naive(&rules, 2 * (large + last) as usize + 5);
                for (heap, nimber) in expected.iter().enumerate() {
                    assert_eq!(rows.nimber(heap as u128), *nimber, "{first}-{last},{large}@{heap}");
                }
            }
        }
        assert!(count > 300, "{count}");
    }

    #[test]
    fn nimbers_moves_and_misere_play_are_those_of_brute_force() {
        let heaps: Vec<u64> = (0..90).collect();
        for text in ["1-9", "3-8,20", "2,5", "2,5,7,30", "1-4,10", "1,2,9", "4-6,11-13", "1,4,40,47"] {
            closed_form_is_right(&ranges(text), &heaps);
        }
        // more moves than are listed
        let many = ranges("2-5000").moves_to(&9_000, 0).unwrap();
        assert_eq!((many.total, many.moves.len()), (Some(2), 2));
        let many = ranges("5000-9999").moves_to(&9_999, 0).unwrap();
        assert_eq!((many.total, many.moves.len(), many.moves[0]), (Some(5000), 1000, 5000));
    }

    #[test]
    fn large_heaps_are_answered() {
        for (text, heap, nimber) in [
            ("1-1000000", 1_000_000_000, 999_001),
            ("1-1000000000", 10_u64.pow(18), 1),
            ("123-1000000000", 999_999_999, 8_130_081),
            ("123-1000000000", 5000, 40),
            ("1000-1000000000000", 10_u64.pow(18), 999_000_001),
            ("3,1000000000", 10_u64.pow(18), 1),
            ("100-1000000,1000000000000", 10_u64.pow(18), 1),
            ("1-4,1000000000", 1_000_000_000_000_000_005, 1),
            ("1,2,999999999", 1_000_000_000, 0),
            ("1,2,999999998", 1_000_000_000, 1),
            ("2,5,7,1000000000000", 10_000_000_000_003, 2),
            ("2,5,7,1000000000000", 10_u64.pow(18), 3),
            ("1-1000000,5000000", 1_000_000_000, 999_001),
            ("10-100,110000000000", 110_000_000_005, 11),
            ("1-18446744073709551615", u64::MAX, u128::from(u64::MAX)),
        ] {
            assert_eq!(LargeSubtraction::read(text).unwrap().nimber(&heap), Some(nimber), "{text}@{heap}");
        }
        assert!(LargeSubtraction::read("5-1000000000,3000000000-4000000007").is_err());
    }
}
