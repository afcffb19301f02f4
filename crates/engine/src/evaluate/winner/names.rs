//! Names of sums: 128 bits that differ for different sums.
//!
//! Every summand has a term, which represents it and, with a sign, its negative. The term of a position that fits into few bits
//! consists of these bits, so nothing is stored for it; other summands are numbered. A term alone is a name, and so are the
//! bits of a position next to a number. Otherwise the name consists of the numbers of the summands in order, and positions
//! receive numbers for it. If there are more than four, two are combined repeatedly into a pair that receives a new number.
//! Names are therefore compared in full, and no answer relies on a hash.

use crate::growth;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// A summand, with a sign for its negative: its number, or [`BITS`] and the bits of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term(u128);

const NEGATIVE: u128 = 1;
const OWN_NEGATIVE: u128 = 2;
const BITS: u128 = 1 << 127;
/// A marker for the names of two summands, of which one is given by its bits.
const TWO: u128 = 3 << 126;

impl Term {
    /// Returns the term of a position that has these bits.
    #[inline]
    pub(super) fn of_bits(bits: u128, is_own_negative: bool) -> Self {
        debug_assert!(bits >> 124 == 0, "{bits:x}");
        Self(BITS | bits << 2 | if is_own_negative { OWN_NEGATIVE } else { 0 })
    }

    #[inline]
    fn is_bits(self) -> bool {
        self.0 >= BITS
    }

    #[inline]
    pub(super) fn negative(self) -> Self {
        if self.0 & OWN_NEGATIVE == 0 { Self(self.0 ^ NEGATIVE) } else { self }
    }

    #[inline]
    pub(super) fn signed(self, is_negative: bool) -> Self {
        if is_negative { self.negative() } else { self }
    }
}

pub(super) type Terms = SmallVec<[Term; 6]>;

/// Returns the name of a single summand, and whether it is the name of its negative.
///
/// A game and its negative share the lesser of their two names.
#[inline(always)]
pub(super) fn name_of_one(term: Term) -> (u128, bool) {
    let least = term.min(term.negative());
    (least.0, least != term)
}

#[derive(Debug, Default)]
pub(super) struct Names {
    given: u32,
    /// The number of times that all numbers were dropped.
    round: u32,
    /// The numbers of pairs of numbers, and of terms that consist of bits.
    pairs: HashMap<u128, u32>,
}

impl Names {
    /// Returns names of the next round, without any number.
    pub(super) fn next_round(&self) -> Self {
        Self { round: self.round.wrapping_add(1), ..Self::default() }
    }

    pub(super) fn round(&self) -> u32 {
        self.round
    }

    /// Returns a new term for a game and its negative, or `None` if none is left.
    pub(super) fn term(&mut self, is_own_negative: bool) -> Option<Term> {
        let number = Some(self.given + 1).filter(|number| *number < 1 << 29)?;
        self.given = number;
        Some(Term(u128::from(number) << 2 | if is_own_negative { OWN_NEGATIVE } else { 0 }))
    }

    /// Returns the number that stands for a pair, or for a term that consists of bits.
    fn number_of(&mut self, pair: u128) -> Option<Term> {
        if let Some(number) = self.pairs.get(&pair) {
            return Some(Term((*number).into()));
        }
        let term = self.term(false)?;
        self.pairs.insert(pair, term.0 as u32);
        Some(term)
    }

    /// Returns the name of a sum, given its sorted terms, or `None` if no number is left.
    #[inline]
    pub(super) fn name(&mut self, terms: &mut Terms) -> Option<u128> {
        match terms[..] {
            [] => return Some(0),
            [one] => return Some(one.0),
            [number, bits] if bits.is_bits() && !number.is_bits() && (bits.0 ^ BITS) >> 94 == 0 => {
                return Some(TWO | (bits.0 ^ BITS) << 32 | number.0);
            }
            _ => {}
        }
        for term in terms.iter_mut().filter(|term| term.is_bits()) {
            *term = self.number_of(term.0)?;
        }
        terms.sort_unstable();
        while terms.len() > 4 {
            // the number of a pair does not fit into the order, and need not
            terms[1] = self.number_of(terms[0].0 << 32 | terms[1].0)?;
            terms.remove(0);
        }
        Some(terms.iter().fold(0, |name, term| name << 32 | term.0))
    }

    pub(super) fn bytes(&self) -> usize {
        growth::of_map(&self.pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_differ_have_names_that_differ() {
        let mut names = Names::default();
        // numbers, and positions with few bits and with many
        let term = |at: u32| match at {
            0 | 5 => Term::of_bits(u128::from(at) << 60 | 1, false),
            1 => Term::of_bits(1 << 123, false),
            6 => Term::of_bits(1, true),
            _ => names.term(at == 3).unwrap(),
        };
        let terms: Vec<Term> = (0..7).map(term).collect();
        assert_eq!(terms[3].negative(), terms[3]);
        assert_eq!(terms[2].negative().negative(), terms[2]);
        let mut known = std::collections::HashMap::new();
        // every multiset of seven summands, each of them absent, present, present twice, or negative
        for code in 0..4_u32.pow(7) {
            let mut sum = Terms::new();
            for (at, term) in terms.iter().enumerate() {
                match code >> (2 * at) & 3 {
                    0 => {}
                    1 => sum.push(*term),
                    2 => sum.extend([*term; 2]),
                    _ => sum.push(term.negative()),
                }
            }
            sum.sort_unstable();
            let name = names.name(&mut sum.clone()).unwrap();
            assert_eq!(names.name(&mut sum.clone()), Some(name));
            assert_eq!(*known.entry(name).or_insert_with(|| sum.clone()), sum);
        }
    }
}
