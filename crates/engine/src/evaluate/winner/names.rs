//! Names of sums: 128 bits that differ for different sums.
//!
//! Every summand receives a number, its term, which represents it and, with a sign, its negative. The name of a sum consists of
//! the terms of its summands in order. If there are more than four, two are combined repeatedly into a pair that receives a new
//! term. Names are therefore compared in full, and no answer relies on a hash.

use crate::growth;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// The number of a summand, with a sign for its negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term(u32);

const NEGATIVE: u32 = 1;
const OWN_NEGATIVE: u32 = 2;

impl Term {
    #[inline]
    pub(super) fn negative(self) -> Self {
        if self.0 & OWN_NEGATIVE == 0 { Self(self.0 ^ NEGATIVE) } else { self }
    }

    #[inline]
    pub(super) fn signed(self, is_negative: bool) -> Self {
        if is_negative { self.negative() } else { self }
    }
}

pub(super) type Terms = SmallVec<[Term; 8]>;

/// Returns the name of a single summand, and whether it is the name of its negative.
///
/// A game and its negative share the lesser of their two names.
#[inline(always)]
pub(super) fn name_of_one(term: Term) -> (u128, bool) {
    let least = term.min(term.negative());
    (u128::from(least.0), least != term)
}

#[derive(Debug, Default)]
pub(super) struct Names {
    given: u32,
    /// The number of times that all terms were dropped.
    round: u32,
    pairs: HashMap<(Term, Term), Term>,
}

impl Names {
    /// Returns names of the next round, without any term.
    pub(super) fn next_round(&self) -> Self {
        Self { round: self.round.wrapping_add(1), ..Self::default() }
    }

    pub(super) fn round(&self) -> u32 {
        self.round
    }

    /// Returns a new term for a game and its negative, or `None` if none is left.
    pub(super) fn term(&mut self, is_own_negative: bool) -> Option<Term> {
        let number = self.given + 1;
        let shifted = number.checked_mul(4)?;
        self.given = number;
        Some(Term(shifted | if is_own_negative { OWN_NEGATIVE } else { 0 }))
    }

    /// Returns the name of a sum, given its sorted terms, or `None` if no term is left.
    #[inline]
    pub(super) fn name(&mut self, terms: &mut Terms) -> Option<u128> {
        while terms.len() > 4 {
            let pair = (terms[0], terms[1]);
            let both = match self.pairs.get(&pair) {
                Some(both) => *both,
                None => {
                    let both = self.term(false)?;
                    self.pairs.insert(pair, both);
                    both
                }
            };
            terms.remove(0);
            // the terms of pairs do not fit into the order, and need not
            terms[0] = both;
        }
        Some(terms.iter().fold(0, |name, term| name << 32 | u128::from(term.0)))
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
        let terms: Vec<Term> = (0..7).map(|at| names.term(at == 3).unwrap()).collect();
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
