//! Heaps with one memory: each amount is taken once, from whichever heap.

use crate::PickUpStones;
use core::fmt;
use sprague_core::any::Picture;
use sprague_core::heap::Heaps;
use sprague_core::modifier::WithHistory;
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Impartial, Notation, Ruleset};

/// Subtraction from several heaps, in which all moves are remembered, whichever heap they were made in.
///
/// A position is written as `4.4/2`: the heaps, and the amounts that were taken, latest first.
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_rules_no_repeat::{OneMemory, PickUpStones};
///
/// let rules = OneMemory(PickUpStones::new("1-4".parse().unwrap(), 4).unwrap());
/// let options: Vec<String> = rules.options(&rules.read("2.4/2.3")?).map(|option| rules.show(&option)).collect();
/// assert_eq!(options, ["1.4/1.2.3", "2.3/1.2.3", "2/4.2.3"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OneMemory(pub PickUpStones);

/// A move from a heap of this size.
///
/// ```
/// assert_eq!(sprague_rules_no_repeat::TakeFrom { amount: 2, heap: 5 }.to_string(), "take 2 from 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeFrom {
    /// The amount that is taken.
    pub amount: u64,
    /// The size of the heap before the move.
    pub heap: u64,
}

impl fmt::Display for TakeFrom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {} from {}", self.amount, self.heap)
    }
}

impl Ruleset for OneMemory {
    type Position = WithHistory<Heaps, u64>;
    type Move = TakeFrom;
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = TakeFrom> {
        let different = at.position.as_slice().chunk_by(|a, b| a == b).map(|equal| equal[0]);
        different.flat_map(move |heap| {
            let amounts = self.0.amounts().up_to(heap).filter(|amount| !at.last.contains(amount));
            amounts.map(move |amount| TakeFrom { amount, heap })
        })
    }
    fn play(&self, at: &Self::Position, mv: &TakeFrom) -> Self::Position {
        let index = at.position.as_slice().partition_point(|heap| *heap < mv.heap);
        let heaps = at.position.replace(index, [mv.heap - mv.amount]);
        WithHistory::after(heaps, core::iter::once(mv.amount).chain(at.last.iter().copied()))
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, mut at: Self::Position) -> Self::Position {
        let largest = at.position.as_slice().last().copied().unwrap_or(0);
        at.last.retain(|amount| *amount <= largest);
        at.last.sort_unstable();
        at
    }
    fn allocated_bytes(&self, at: &Self::Position) -> usize {
        at.position.allocated_bytes() + if at.last.spilled() { size_of_val(at.last.as_slice()) } else { 0 }
    }
}

impl Impartial for OneMemory {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl Notation<WithHistory<Heaps, u64>> for OneMemory {
    fn read(&self, text: &str) -> Result<WithHistory<Heaps, u64>, BadNotation> {
        Reader::new(text).whole(|reader| {
            let heaps = reader.list('.', Reader::small)?;
            self.0.memory_of(reader, heaps.into_iter().collect())
        })
    }
    fn show(&self, at: &WithHistory<Heaps, u64>) -> String {
        crate::pick_up_stones::shown(at)
    }
    fn picture(&self, at: &WithHistory<Heaps, u64>) -> Option<Picture> {
        Some(Picture::Heaps(at.position.as_slice().to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::judge::{NaiveNimbers, is_itself_again, normal_form_keeps_the_options};
    use std::collections::HashMap;

    fn game(amounts: &str) -> OneMemory {
        OneMemory(PickUpStones::new(amounts.parse().unwrap(), usize::MAX).unwrap())
    }

    /// Returns whether the player to move wins, by the definition: each amount of the set at most once in all.
    fn is_won(set: &[u64], heaps: &[u64], used: u32, stuck_wins: bool, known: &mut HashMap<(Vec<u64>, u32), bool>) -> bool {
        let key = (heaps.to_vec(), used);
        if let Some(won) = known.get(&key) {
            return *won;
        }
        let (mut is_stuck, mut won) = (true, false);
        for (place, heap) in heaps.iter().enumerate() {
            for (bit, amount) in set.iter().enumerate().filter(|(bit, amount)| used & 1 << bit == 0 && *amount <= heap) {
                let mut left = heaps.to_vec();
                left[place] = heap - amount;
                is_stuck = false;
                won |= !is_won(set, &left, used | 1 << bit, stuck_wins, known);
            }
        }
        let won = if is_stuck { stuck_wins } else { won };
        known.insert(key, won);
        won
    }

    #[test]
    fn winners_are_those_of_the_definition() {
        for (amounts, set) in [("1-4", &[1, 2, 3, 4][..]), ("2,3,7", &[2, 3, 7]), ("1,5", &[1, 5])] {
            let rules = game(amounts);
            let (mut normal, mut misere) = (NaiveNimbers::new(rules.clone()), NaiveNimbers::misere(rules.clone()));
            for heaps in (0..7).flat_map(|a| (a..9).flat_map(move |b| (b..9).step_by(4).map(move |c| vec![a, b, c]))) {
                let at = WithHistory::nothing(heaps.iter().copied().collect());
                let won = is_won(set, &heaps, 0, false, &mut HashMap::new());
                assert_eq!(normal.nimber(&at) > 0, won, "{amounts} {heaps:?}");
                let won = is_won(set, &heaps, 0, true, &mut HashMap::new());
                assert_eq!(misere.nimber(&at) > 0, won, "{amounts} {heaps:?} under misère play");
                assert!(is_itself_again(&rules, &at) && normal_form_keeps_the_options(&rules, &at), "{heaps:?}");
                for option in rules.options(&at).flat_map(|option| rules.options(&option).collect::<Vec<_>>()) {
                    assert!(is_itself_again(&rules, &option) && normal_form_keeps_the_options(&rules, &option), "{option:?}");
                }
            }
        }
    }

    #[test]
    fn with_one_memory_two_equal_heaps_may_be_won() {
        let rules = game("1-4");
        let mut naive = NaiveNimbers::new(rules.clone());
        // the other player can never answer a move with the same amount, and each of the four moves wins
        assert_eq!(rules.options(&rules.read("4.4").unwrap()).map(|at| naive.nimber(&at)).collect::<Vec<_>>(), [0; 4]);
    }

    #[test]
    fn what_is_no_position_is_refused_where_it_goes_wrong() {
        for (text, at) in [("", 0), ("4.", 2), ("4/5", 2), ("4/1.1", 4), ("4,4", 1)] {
            assert_eq!(game("1-4").read(text).unwrap_err().at, at, "{text}");
        }
    }
}
