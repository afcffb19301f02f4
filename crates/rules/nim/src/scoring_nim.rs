//! Scoring Nim: Nim in which every token is a point, and the last one is worth more.
//!
//! *Scoring Nim*, arXiv 2502.10971.

use core::fmt;
use sprague_core::any::Picture;
use sprague_core::heap::Heaps;
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Notation, Ruleset, ScoreBounds, Scored};

/// Heaps, from one of which a player takes any number of tokens, and gains a point for each; whoever takes the last token of
/// all gains the bonus, too.
///
/// ```
/// use sprague_core::{Notation, Scored};
/// use sprague_rules_nim::ScoringNim;
///
/// let rules = ScoringNim { bonus: 3 };
/// let gains: Vec<i64> = rules.scored_options(&rules.read("2")?).map(|option| option.gain).collect();
/// assert_eq!(gains, [1, 5]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ScoringNim {
    /// The points for the last token of all, beside its own.
    pub bonus: i32,
}

/// A move: an amount from a heap of this size.
///
/// ```
/// assert_eq!(sprague_rules_nim::TakeFrom { heap: 5, amount: 2 }.to_string(), "take 2 from 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeFrom {
    /// The size of the heap.
    pub heap: u64,
    /// The number of tokens taken.
    pub amount: u64,
}

impl fmt::Display for TakeFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {} from {}", self.amount, self.heap)
    }
}

fn total(heaps: &Heaps) -> i64 {
    heaps.as_slice().iter().sum::<u64>() as i64
}

impl Ruleset for ScoringNim {
    type Position = Heaps;
    type Move = TakeFrom;
    fn moves(&self, heaps: &Heaps) -> impl Iterator<Item = TakeFrom> {
        let different = heaps.as_slice().chunk_by(|one, other| one == other).map(|equal| equal[0]);
        different.flat_map(|heap| (1..=heap).map(move |amount| TakeFrom { heap, amount }))
    }
    fn play(&self, heaps: &Heaps, mv: &TakeFrom) -> Heaps {
        let place = heaps.as_slice().iter().position(|heap| *heap == mv.heap).expect("the heap is there");
        heaps.replace(place, [mv.heap - mv.amount])
    }
    fn allocated_bytes(&self, heaps: &Heaps) -> usize {
        heaps.allocated_bytes()
    }
}

impl Scored for ScoringNim {
    fn gain(&self, heaps: &Heaps, mv: &TakeFrom) -> i64 {
        let amount = mv.amount as i64;
        if amount == total(heaps) { amount + i64::from(self.bonus) } else { amount }
    }
    /// Bounds the score by all points that can be gained or lost.
    fn score_bounds(&self, heaps: &Heaps) -> ScoreBounds {
        let total = total(heaps);
        let most = if total == 0 { 0 } else { total + i64::from(self.bonus).abs() };
        ScoreBounds { low: -most, high: most }
    }
}

impl Notation<Heaps> for ScoringNim {
    fn read(&self, text: &str) -> Result<Heaps, BadNotation> {
        Reader::new(text).whole(|reader| {
            let mut sizes = vec![];
            loop {
                sizes.push(reader.within(0..=1 << 31, "the size of a heap,")?);
                if !reader.skip('.') {
                    return Ok(sizes.into_iter().collect());
                }
            }
        })
    }
    fn show(&self, heaps: &Heaps) -> String {
        heaps.to_string()
    }
    fn picture(&self, heaps: &Heaps) -> Option<Picture> {
        Some(Picture::Heaps(heaps.as_slice().to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;
    use sprague_testkit::laws::scored;
    use sprague_testkit::sprague::evaluate::ScoreSearch;

    fn score(bonus: i32, text: &str) -> i64 {
        let (rules, limits) = (ScoringNim { bonus }, Limits::default());
        let mut search = ScoreSearch::new(&rules, &limits);
        search.score(&rules.read(text).unwrap(), &mut ScoreBounds::UNKNOWN.clone()).unwrap()
    }

    /// Returns the score by plain minimax.
    fn plain(heaps: &[i64], bonus: i64) -> i64 {
        let moves = (0..heaps.len()).flat_map(|place| (1..=heaps[place]).map(move |amount| (place, amount)));
        let worth = |(place, amount): (usize, i64)| {
            let mut left = heaps.to_vec();
            left[place] -= amount;
            let last = if left.iter().all(|heap| *heap == 0) { bonus } else { 0 };
            amount + last - plain(&left, bonus)
        };
        moves.map(worth).max().unwrap_or(0)
    }

    #[test]
    fn scores_are_those_of_plain_minimax_and_of_the_paper() {
        for (text, heaps) in
            [("1.2", vec![1, 2]), ("3.3", vec![3, 3]), ("1.2.3", vec![1, 2, 3]), ("0", vec![]), ("2.2.2", vec![2; 3])]
        {
            for bonus in [-4, 0, 1, 3] {
                assert_eq!(score(bonus, text), plain(&heaps, bonus.into()), "{text} {bonus}");
            }
        }
        assert_eq!(score(3, "3.5.7"), 2);
    }

    #[test]
    fn laws_hold() {
        scored(&ScoringNim { bonus: 3 }, [Heaps::from_iter([2, 3, 3])]).unwrap();
    }

    #[test]
    fn heaps_are_read_and_shown() {
        let rules = ScoringNim::default();
        assert_eq!(rules.show(&rules.read("5.0.3").unwrap()), "3.5");
        assert_eq!((rules.read("3.").unwrap_err().at, rules.read("2^32").unwrap_err().at), (2, 0));
    }
}
