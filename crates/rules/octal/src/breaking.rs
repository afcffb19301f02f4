//! Moves that break heaps. All games in which a move can split a heap share this code.

use core::fmt;
use sprague_core::heap::{EachHeaps, HeapRules, Heaps};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, ClosedForm};

/// A move: the heap, the number of tokens taken, and the heaps that are left of it.
///
/// Equal heaps have equal labels and are listed once, so the label is unique in its position.
///
/// ```
/// use sprague_core::heap::Heaps;
/// use sprague_rules_octal::Break;
///
/// let label = |taken, left: &[u64]| Break { heap: 12, taken, left: Heaps::from_iter(left.iter().copied()) }.to_string();
/// assert_eq!(label(2, &[4, 6]), "12: take 2, leave 4.6");
/// assert_eq!(label(2, &[10]), "12: take 2");
/// assert_eq!(label(0, &[4, 8]), "12: split into 4.8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Break {
    /// The size of the heap before the move.
    pub heap: u64,
    /// The number of tokens taken.
    pub taken: u64,
    /// The heaps that are left of this heap.
    pub left: Heaps,
}

impl fmt::Display for Break {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { heap, taken, left } = self;
        match (taken, left.as_slice().len()) {
            (0, _) => write!(f, "{heap}: split into {left}"),
            (_, 0 | 1) => write!(f, "{heap}: take {taken}"),
            _ => write!(f, "{heap}: take {taken}, leave {left}"),
        }
    }
}

pub(crate) trait Breaking {
    /// The parts of a heap after a move in ascending order, perhaps with zeros after them.
    type Parts: AsRef<[u64]> + IntoIterator<Item = u64>;

    /// Returns all pairs of tokens taken and parts left, each pair once.
    ///
    /// They are ordered by the number of tokens, then by the number of parts, then by the smallest part.
    fn breaks(&self, heap: u64) -> impl Iterator<Item = (u64, Self::Parts)>;

    fn is_breakable(&self, heap: u64) -> bool;

    /// Returns the rules as data, if theorems are known for them.
    fn rules(&self) -> Option<HeapRules>;

    /// Returns formulas for positions of any size, if some are known.
    fn theorem(&self) -> Option<&dyn ClosedForm<Heaps, Break>> {
        None
    }

    /// Returns the largest heap that a position may have, or `None` if there is no limit.
    fn largest(&self) -> Option<u64> {
        None
    }
}

/// Returns the first of each group of equal heaps, with its index.
pub(crate) fn different(heaps: &Heaps) -> impl Iterator<Item = (usize, u64)> {
    let heaps = heaps.as_slice();
    let indexed = heaps.iter().copied().enumerate();
    indexed.filter(|&(index, heap)| index == 0 || heaps[index - 1] != heap)
}

/// Returns all moves, those of smaller heaps first.
pub(crate) fn moves(rules: &impl Breaking, heaps: &Heaps) -> impl Iterator<Item = Break> {
    different(heaps).flat_map(|(_, heap)| {
        let label = move |(taken, parts)| Break { heap, taken, left: Heaps::from_iter(parts) };
        rules.breaks(heap).map(label)
    })
}

/// Returns the position after a move that was listed for it.
pub(crate) fn play(heaps: &Heaps, mv: &Break) -> Heaps {
    let index = heaps.as_slice().binary_search(&mv.heap).expect("the move was listed for this position");
    heaps.replace(index, mv.left.as_slice().iter().copied())
}

/// Returns all options, in the order of the moves.
pub(crate) fn options(rules: &impl Breaking, heaps: &Heaps) -> impl Iterator<Item = Heaps> {
    different(heaps).flat_map(move |(index, heap)| rules.breaks(heap).map(move |(_, parts)| heaps.replace(index, parts)))
}

/// Calls `each` with the heaps of each option, always in the same list, until `each` returns `false`.
///
/// Heaps without a move are left out. Always returns `true`; see
/// [`ByHeap::tell_options`](sprague_core::heap::ByHeap::tell_options).
pub(crate) fn tell_options(rules: &impl Breaking, heaps: &Heaps, each: &mut EachHeaps<'_>) -> bool {
    let breakable =
        |heaps: &[u64]| heaps.iter().filter(|&&heap| rules.is_breakable(heap)).map(|&heap| (heap, 0)).collect::<Vec<_>>();
    let sizes = heaps.as_slice();
    different(heaps).all(|(index, heap)| {
        let mut left = [breakable(&sizes[..index]), breakable(&sizes[index + 1..])].concat();
        let others = left.len();
        rules.breaks(heap).all(|(_, parts)| {
            left.truncate(others);
            left.extend(parts.as_ref().iter().filter(|&&part| rules.is_breakable(part)).map(|&part| (part, 0)));
            each(&left)
        })
    });
    true
}

/// Returns the heaps that have a move, each as its own position.
///
/// The other heaps add nothing to a sum.
pub(crate) fn summands(rules: &impl Breaking, heaps: &Heaps) -> impl Iterator<Item = Heaps> {
    let breakable = heaps.as_slice().iter().filter(|&&heap| rules.is_breakable(heap));
    breakable.map(|&heap| Heaps::one(heap))
}

/// Returns the size of a position that has at most one heap.
///
/// # Panics
/// If it has several heaps.
pub(crate) fn size(heaps: &Heaps) -> u64 {
    match heaps.as_slice() {
        [] => 0,
        [heap] => *heap,
        several => panic!("{} heaps have no one place in a row", several.len()),
    }
}

/// Parses heaps as `number{.number}`. A `0` is no heap.
pub(crate) fn read(text: &str, largest: Option<u64>) -> Result<Heaps, BadNotation> {
    let heap = |reader: &mut Reader<'_>| {
        let (at, heap) = (reader.at(), reader.small()?);
        match largest.filter(|largest| heap > *largest) {
            Some(largest) => Err(BadNotation::new(at, format!("a heap of at most {largest}, which may be cut into as many"))),
            None => Ok(heap),
        }
    };
    Reader::new(text).whole(|reader| reader.list('.', heap).map(Heaps::from_iter))
}

/// Implements [`Ruleset`](sprague_core::Ruleset) and the traits that build on it, for a type that is [`Breaking`].
macro_rules! heaps_that_break {
    ($rules:ty) => {
        impl sprague_core::Ruleset for $rules {
            type Position = sprague_core::heap::Heaps;
            type Move = crate::Break;
            fn moves(&self, heaps: &sprague_core::heap::Heaps) -> impl Iterator<Item = crate::Break> {
                crate::breaking::moves(self, heaps)
            }
            fn play(&self, heaps: &sprague_core::heap::Heaps, mv: &crate::Break) -> sprague_core::heap::Heaps {
                crate::breaking::play(heaps, mv)
            }
            fn options(&self, heaps: &sprague_core::heap::Heaps) -> impl Iterator<Item = sprague_core::heap::Heaps> {
                crate::breaking::options(self, heaps)
            }
            fn allocated_bytes(&self, heaps: &sprague_core::heap::Heaps) -> usize {
                heaps.allocated_bytes()
            }
        }

        impl sprague_core::Impartial for $rules {
            fn summands(&self, heaps: &sprague_core::heap::Heaps) -> impl Iterator<Item = sprague_core::heap::Heaps> {
                crate::breaking::summands(self, heaps)
            }
            fn is_loopfree(&self, _: &Self::Position) -> bool {
                true
            }
            fn closed_form(&self) -> Option<&dyn sprague_core::ClosedForm<sprague_core::heap::Heaps, crate::Break>> {
                crate::breaking::Breaking::theorem(self)
            }
        }

        impl sprague_core::heap::ByHeap for $rules {
            fn position(&self, heap: u64, _: usize) -> sprague_core::heap::Heaps {
                sprague_core::heap::Heaps::one(heap)
            }
            fn heap_index(&self, heaps: &sprague_core::heap::Heaps) -> (u64, usize) {
                (crate::breaking::size(heaps), 0)
            }
            fn tell_options(&self, heaps: &sprague_core::heap::Heaps, each: &mut sprague_core::heap::EachHeaps<'_>) -> bool {
                crate::breaking::tell_options(self, heaps, each)
            }
            fn heap_rules(&self) -> Option<sprague_core::heap::HeapRules> {
                crate::breaking::Breaking::rules(self)
            }
        }

        impl sprague_core::Notation<sprague_core::heap::Heaps> for $rules {
            /// Heaps with points between them, in any order; `0` is the position without heaps.
            fn read(&self, text: &str) -> Result<sprague_core::heap::Heaps, sprague_core::BadNotation> {
                crate::breaking::read(text, crate::breaking::Breaking::largest(self))
            }
            fn show(&self, heaps: &sprague_core::heap::Heaps) -> String {
                heaps.to_string()
            }
        }
    };
}
pub(crate) use heaps_that_break;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Conditional, Grundy, Octal};
    use sprague_core::{Impartial, Notation, Ruleset};
    use std::collections::HashSet;

    const CODES: [&str; 12] = ["0.77", "0.07", "0.137", "0.007", "4.", "8.", "c.7", "0.8", "0.f", "4.0002", "8.4c1", "0.001"];
    const POSITIONS: [&[u64]; 9] = [&[], &[1], &[2], &[7], &[9], &[1, 1], &[3, 3, 5], &[2, 2, 2, 6], &[1, 4, 4, 9]];

    fn obeys_the_laws(rules: &(impl Breaking + Impartial<Position = Heaps, Move = Break>)) {
        for heaps in POSITIONS.map(|heaps| Heaps::from_iter(heaps.iter().copied())) {
            let moves: Vec<Break> = rules.moves(&heaps).collect();
            let labels: HashSet<String> = moves.iter().map(Break::to_string).collect();
            assert_eq!(labels.len(), moves.len(), "each move of {heaps} is listed once");
            let played: Vec<Heaps> = moves.iter().map(|mv| rules.play(&heaps, mv)).collect();
            assert_eq!(rules.options(&heaps).collect::<Vec<_>>(), played);
            for mv in &moves {
                let left: u64 = mv.left.as_slice().iter().sum();
                assert_eq!(left + mv.taken, mv.heap);
            }
            let mut told = vec![];
            tell_options(rules, &heaps, &mut |left| {
                told.push(left.iter().map(|&(heap, _)| heap).collect::<Heaps>());
                true
            });
            let left = rules.options(&heaps).map(|option| rules.summands(&option).map(|heap| size(&heap)).collect::<Heaps>());
            assert_eq!(told, left.collect::<Vec<_>>(), "the options of {heaps} are told");
            let mut first = 0;
            tell_options(rules, &heaps, &mut |_| {
                first += 1;
                first < 2
            });
            assert_eq!(first, moves.len().min(2), "and no more than are wanted");
            let unfinished: Vec<Heaps> = rules.summands(&heaps).collect();
            assert!(unfinished.iter().all(|heap| rules.moves(heap).next().is_some()));
            assert_eq!(unfinished.is_empty(), moves.is_empty());
            // the sum has exactly the options of the position, except for heaps without moves
            let touched = |position: &Heaps| -> Vec<u64> {
                position.as_slice().iter().copied().filter(|&heap| rules.is_breakable(heap)).collect()
            };
            let sum: Heaps = unfinished.iter().map(size).collect();
            let of_sum: HashSet<_> = rules.options(&sum).map(|option| touched(&option)).collect();
            assert_eq!(of_sum, rules.options(&heaps).map(|option| touched(&option)).collect::<HashSet<_>>());
        }
    }

    #[test]
    fn moves_are_listed_once_and_options_follow_their_order() {
        for code in CODES {
            obeys_the_laws(&code.parse::<Octal>().unwrap());
        }
        obeys_the_laws(&Grundy);
        for code in ["4=.", "8!.", "{2+}=.", "0.[37]", "0.7!f?c="] {
            obeys_the_laws(&code.parse::<Conditional>().unwrap());
        }
    }

    #[test]
    fn moves_of_equal_heaps_are_one_move() {
        let kayles: Octal = "0.77".parse().unwrap();
        let labels: Vec<String> = kayles.moves(&Heaps::from_iter([2, 2])).map(|mv| mv.to_string()).collect();
        assert_eq!(labels, ["2: take 1", "2: take 2"]);
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for (text, shown) in [("0", "0"), ("7", "7"), ("1.1", "1.1"), ("9.4.9", "4.9.9"), ("5.0", "5"), ("0.0", "0")] {
            let heaps = Grundy.read(text).unwrap();
            assert_eq!(Grundy.show(&heaps), shown);
            assert_eq!(Grundy.read(shown), Ok(heaps));
        }
    }

    #[test]
    fn malformed_heaps_say_which_character() {
        for (text, at) in [("", 0), (".", 0), ("3.", 2), ("3..4", 2), ("3.x", 2), ("3x", 1), ("1.2^64", 2), ("-1", 0)] {
            assert_eq!(Grundy.read(text).unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn the_largest_heap_has_its_first_moves() {
        let huge = Heaps::one(u64::MAX);
        for code in CODES {
            let first = code.parse::<Octal>().unwrap().options(&huge).next();
            assert_eq!(first.is_some(), code != "0.001", "{code}");
        }
        assert_eq!(Grundy.options(&huge).next().unwrap().as_slice(), [1, u64::MAX - 1]);
    }
}
