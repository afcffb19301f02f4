//! Which amounts may be taken: a finite set, or all but a finite set.

use crate::BadNotation;
use crate::notation::Reader;
use core::fmt;
use std::sync::Arc;
use thiserror::Error;

/// How many amounts a set may name.
const MAX: usize = 10_000_000;

/// A finite set of amounts, each at least 1, in order. Cheap to clone.
///
/// ```
/// use sprague_core::heap::AmountSet;
///
/// let set: AmountSet = "1-3,7".parse().unwrap();
/// assert_eq!(set.as_slice(), [1, 2, 3, 7]);
/// assert_eq!(set.to_string(), "1-3,7");
/// assert_eq!(AmountSet::new([4, 1, 4]).unwrap().as_slice(), [1, 4]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AmountSet(Arc<[u64]>);

/// What is no set of amounts.
///
/// ```
/// use sprague_core::heap::{AmountSet, BadAmounts};
/// assert_eq!(AmountSet::new([0]), Err(BadAmounts::Zero));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadAmounts {
    /// Taking nothing would be a pass, and the game need not end.
    #[error("an amount is at least 1: taking nothing would be a pass")]
    Zero,
    /// More members than are stored.
    #[error("a set has at most 10000000 members")]
    TooMany,
}

impl AmountSet {
    /// The set of these amounts, in any order; an amount given twice counts once.
    ///
    /// ```
    /// use sprague_core::heap::AmountSet;
    /// assert_eq!(AmountSet::new(1..=3).unwrap().greatest(), Some(3));
    /// ```
    ///
    /// # Errors
    /// [`BadAmounts::Zero`] if one is 0, [`BadAmounts::TooMany`] for more than 10 million.
    pub fn new(amounts: impl IntoIterator<Item = u64>) -> Result<Self, BadAmounts> {
        let mut members: Vec<u64> = amounts.into_iter().take(MAX + 1).collect();
        if members.len() > MAX {
            return Err(BadAmounts::TooMany);
        }
        members.sort_unstable();
        members.dedup();
        if members.first() == Some(&0) {
            return Err(BadAmounts::Zero);
        }
        Ok(Self(members.into()))
    }

    /// The amounts, least first.
    ///
    /// ```
    /// assert!(sprague_core::heap::AmountSet::default().as_slice().is_empty());
    /// ```
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }

    /// The greatest amount, `None` in the empty set.
    ///
    /// ```
    /// assert_eq!(sprague_core::heap::AmountSet::default().greatest(), None);
    /// ```
    pub fn greatest(&self) -> Option<u64> {
        self.0.last().copied()
    }

    /// Whether the set has this amount. O(log of its size).
    ///
    /// ```
    /// let set = sprague_core::heap::AmountSet::new([1, 3]).unwrap();
    /// assert!(set.contains(3) && !set.contains(2));
    /// ```
    pub fn contains(&self, amount: u64) -> bool {
        self.0.binary_search(&amount).is_ok()
    }

    /// The amounts that a heap of this size allows, least first.
    ///
    /// ```
    /// let set = sprague_core::heap::AmountSet::new([1, 3, 4]).unwrap();
    /// assert_eq!(set.up_to(3).collect::<Vec<_>>(), [1, 3]);
    /// ```
    pub fn up_to(&self, heap: u64) -> impl Iterator<Item = u64> {
        self.0.iter().copied().take_while(move |&amount| amount <= heap)
    }

    /// A set from where the reader stands: numbers and ranges apart by commas.
    ///
    /// ```
    /// use sprague_core::heap::AmountSet;
    /// use sprague_core::notation::Reader;
    ///
    /// let mut reader = Reader::new("2,5-7/3");
    /// assert_eq!(AmountSet::read(&mut reader).unwrap().as_slice(), [2, 5, 6, 7]);
    /// assert_eq!(reader.rest(), "/3");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] at the member that is 0, no number, 2⁶⁴ or more, a range that goes down, or one too many.
    pub fn read(reader: &mut Reader<'_>) -> Result<Self, BadNotation> {
        let mut members = vec![];
        loop {
            let start = reader.at();
            let least = amount(reader)?;
            let mut most = least;
            if reader.skip('-') {
                let end = reader.at();
                most = amount(reader)?;
                if most < least {
                    return Err(BadNotation::new(end, format!("the end of a range, {least} or more")));
                }
            }
            if most - least >= (MAX - members.len()) as u64 {
                return Err(BadNotation::new(start, "a set of at most 10000000 members"));
            }
            members.extend(least..=most);
            if !reader.skip(',') {
                return Ok(Self::new(members).expect("members were counted and are not 0"));
            }
        }
    }
}

/// One amount, at least 1.
fn amount(reader: &mut Reader<'_>) -> Result<u64, BadNotation> {
    let start = reader.at();
    match reader.small()? {
        0 => Err(BadNotation::new(start, "an amount of at least 1 (taking 0 would be a pass)")),
        amount => Ok(amount),
    }
}

impl std::str::FromStr for AmountSet {
    type Err = BadNotation;
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(Self::read)
    }
}

impl fmt::Display for AmountSet {
    /// Runs of three or more are written as ranges.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut comma = "";
        for run in self.0.chunk_by(|a, b| a + 1 == *b) {
            let (first, last) = (run[0], run[run.len() - 1]);
            match run.len() {
                1 => write!(f, "{comma}{first}")?,
                2 => write!(f, "{comma}{first},{last}")?,
                _ => write!(f, "{comma}{first}-{last}")?,
            }
            comma = ",";
        }
        Ok(())
    }
}

/// The amounts a move may take.
///
/// ```
/// use sprague_core::heap::{AmountSet, Amounts};
///
/// let nim = Amounts::AllBut(AmountSet::default());
/// assert_eq!(nim.up_to(3).collect::<Vec<_>>(), [1, 2, 3]);
/// let all_but_two = Amounts::AllBut(AmountSet::new([2]).unwrap());
/// assert_eq!(all_but_two.up_to(4).collect::<Vec<_>>(), [1, 3, 4]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Amounts {
    /// The members of a finite set.
    Only(AmountSet),
    /// Every amount of at least 1 except the members of a finite set; Nim, if that is empty.
    AllBut(AmountSet),
}

impl Amounts {
    /// Whether this amount may be taken.
    ///
    /// ```
    /// use sprague_core::heap::{AmountSet, Amounts};
    /// assert!(!Amounts::AllBut(AmountSet::default()).contains(0));
    /// ```
    pub fn contains(&self, amount: u64) -> bool {
        match self {
            Self::Only(set) => set.contains(amount),
            Self::AllBut(set) => amount >= 1 && !set.contains(amount),
        }
    }

    /// The amounts that a heap of this size allows, least first.
    ///
    /// ```
    /// use sprague_core::heap::{AmountSet, Amounts};
    /// let set = Amounts::Only(AmountSet::new([1, 9]).unwrap());
    /// assert_eq!(set.up_to(8).collect::<Vec<_>>(), [1]);
    /// ```
    pub fn up_to(&self, heap: u64) -> impl Iterator<Item = u64> {
        let (only, forbidden) = match self {
            Self::Only(set) => (set.as_slice(), None),
            Self::AllBut(set) => (&[][..], Some(set.as_slice())),
        };
        let listed = only.iter().copied().take_while(move |&amount| amount <= heap);
        listed.chain(forbidden.into_iter().flat_map(move |forbidden| {
            let mut forbidden = forbidden.iter().copied().peekable();
            (1..=heap).filter(move |amount| forbidden.next_if_eq(amount).is_none())
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn malformed_sets_say_which_character() {
        for (text, at) in [
            ("", 0),
            ("0", 0),
            ("1,", 2),
            ("3,0", 2),
            ("5-3", 2),
            ("1-3-5", 3),
            ("1-10000001", 0),
            ("1,2-10000001", 2),
            ("18446744073709551616", 0),
            ("1 ,2", 1),
            ("-3", 0),
        ] {
            assert_eq!(text.parse::<AmountSet>().unwrap_err().at, at, "{text}");
        }
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for text in ["1", "1,2", "1-3", "2,4-6,9,10", "1-10000000", "18446744073709551615"] {
            assert_eq!(text.parse::<AmountSet>().unwrap().to_string(), text);
        }
        assert_eq!("3,1,2,2".parse::<AmountSet>().unwrap().to_string(), "1-3");
    }

    #[test]
    fn a_union_counts_its_members_once() {
        let twice = AmountSet::new((1..=5).chain(3..=8)).unwrap();
        assert_eq!(twice.as_slice().len(), 8);
    }
}
