//! Computes a sum's outcome from the numbers of its components, one after another, storing only the facts that matter for the
//! rest.

use super::measure::{LIVE, MISERE_WON, Measure, WON};
use sprague_core::{CompoundRule, Outcome, Play};

/// The facts about the components so far.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fold {
    /// The least number.
    Least(u32),
    /// The greatest number.
    Greatest(u32),
    /// The xor of the numbers, whether a component is over, and whether a move can end a component.
    Sum { sum: u32, is_over: bool, closes: bool },
    /// The first number, and whether all numbers are equal to it.
    Same(Option<u32>, bool),
    /// The number of components that can be moved in (2 stands for two or more), whether all of these are lost in normal and in
    /// misère play, and whether a component is over.
    Outcomes { live: u8, are_lost: bool, are_misere_lost: bool, is_over: bool },
    /// Heaps of Nim: the first one, whether all are equal to it, the number of ones (2 stands for two or more), whether no heap
    /// is larger than 1, and the number of heaps (2 stands for two or more).
    Heaps { first: Option<u32>, are_same: bool, ones: u8, is_small: bool, count: u8 },
    /// Heaps of Nim by binary places.
    ///
    /// For each place, the number of heaps with a one there, modulo K + 1; then the number of heaps of size 1, modulo K + 1,
    /// and whether no heap is larger than 1.
    Digits { places: Vec<u64>, ones: u64, is_small: bool },
}

/// The rule and the play of the sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Folding {
    pub(super) rule: CompoundRule,
    pub(super) play: Play,
}

impl Folding {
    /// Returns the facts before the first component, or `None` for disjunctive misère play.
    pub(super) fn start(self) -> Option<Fold> {
        Some(match (self.rule, self.play) {
            (CompoundRule::Disjunctive, Play::Misere) => return None,
            (CompoundRule::Disjunctive, _) | (CompoundRule::Diminished, _) => Fold::Sum { sum: 0, is_over: false, closes: false },
            (CompoundRule::Conjunctive, _) => Fold::Least(u32::MAX),
            (CompoundRule::Continued, _) => Fold::Greatest(0),
            (CompoundRule::Selective | CompoundRule::ShortenedSelective, _) => {
                Fold::Outcomes { live: 0, are_lost: true, are_misere_lost: true, is_over: false }
            }
            (CompoundRule::NotAll, Play::Normal) => Fold::Same(None, true),
            (CompoundRule::NotAll, Play::Misere) => {
                Fold::Heaps { first: None, are_same: true, ones: 0, is_small: true, count: 0 }
            }
            (CompoundRule::Moore(_), _) => Fold::Digits { places: vec![], ones: 0, is_small: true },
        })
    }

    /// Returns the facts with one component more.
    pub(super) fn add(self, fold: &Fold, value: u32) -> Fold {
        let mut fold = fold.clone();
        match &mut fold {
            Fold::Least(least) => *least = value.min(*least),
            Fold::Greatest(greatest) => *greatest = value.max(*greatest),
            Fold::Sum { sum, is_over, closes } => match (self.rule, value) {
                (CompoundRule::Diminished, Measure::OVER) => *is_over = true,
                (CompoundRule::Diminished, Measure::CLOSED) => *closes = true,
                (_, value) => *sum ^= value,
            },
            Fold::Same(first, are_same) => *are_same &= *first.get_or_insert(value) == value,
            Fold::Outcomes { live, are_lost, are_misere_lost, is_over } => {
                if value & LIVE == 0 {
                    *is_over = true;
                } else {
                    *live = (*live + 1).min(2);
                    *are_lost &= value & WON == 0;
                    *are_misere_lost &= value & MISERE_WON == 0;
                }
            }
            Fold::Heaps { first, are_same, ones, is_small, count } => {
                *are_same &= *first.get_or_insert(value) == value;
                *ones = (*ones + u8::from(value == 1)).min(2);
                *is_small &= value <= 1;
                *count = (*count + 1).min(2);
            }
            Fold::Digits { places, ones, is_small } => {
                let modulus = self.modulus();
                for place in 0..32 - value.leading_zeros() as usize {
                    if place == places.len() {
                        places.push(0);
                    }
                    places[place] = (places[place] + u64::from(value >> place & 1)) % modulus;
                }
                while places.last() == Some(&0) {
                    places.pop();
                }
                *ones = (*ones + u64::from(value == 1)) % modulus;
                *is_small &= value <= 1;
            }
        }
        fold
    }

    fn modulus(self) -> u64 {
        match self.rule {
            CompoundRule::Moore(most) => u64::from(most.get()) + 1,
            _ => 2,
        }
    }

    /// Returns the outcome of a sum of these components. There must be at least one.
    pub(super) fn outcome(self, fold: &Fold) -> Outcome {
        let is_misere = self.play == Play::Misere;
        let is_won = match fold {
            Fold::Least(number) | Fold::Greatest(number) => (number % 2 == 1) != is_misere,
            Fold::Sum { is_over: true, .. } => is_misere,
            Fold::Sum { sum, closes, .. } => *closes || *sum != 0,
            Fold::Same(_, are_same) => !are_same,
            Fold::Outcomes { live, are_lost, are_misere_lost, is_over } => match (self.rule, self.play) {
                (CompoundRule::ShortenedSelective, Play::Normal) => !is_over && !are_lost,
                (CompoundRule::ShortenedSelective, Play::Misere) => *is_over || !are_misere_lost,
                (_, Play::Normal) => !are_lost,
                (_, Play::Misere) => match live {
                    0 => true,
                    1 => !are_misere_lost,
                    _ => !are_lost,
                },
            },
            Fold::Heaps { count: 0..=1, .. } => true,
            Fold::Heaps { ones, is_small: true, .. } => *ones != 1,
            Fold::Heaps { are_same, .. } => !are_same,
            Fold::Digits { ones, is_small: true, .. } if is_misere => *ones != 1,
            Fold::Digits { places, .. } => !places.is_empty(),
        };
        if is_won { Outcome::Win } else { Outcome::Loss }
    }

    /// Returns the largest number of moved components that has to be distinguished, given the number of all components. Larger
    /// numbers count as this one.
    pub(super) fn most_counted(self, all: usize) -> usize {
        match self.rule {
            CompoundRule::Disjunctive | CompoundRule::Diminished => 2,
            CompoundRule::Selective | CompoundRule::ShortenedSelective => 1,
            CompoundRule::Conjunctive | CompoundRule::Continued => 0,
            CompoundRule::NotAll => all,
            CompoundRule::Moore(most) => all.min(most.get() as usize) + 1,
        }
    }
}
