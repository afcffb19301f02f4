//! Names of sums: 128 bits that differ wherever sums do.
//!
//! Every summand that is met gets a number, which stands for it and its negative. A sum is named by the numbers of its summands in order.
//! Of more than four, two in turn are taken together and get a number of their own. So names are compared whole, and no answer rests on
//! a hash.

use crate::growth;
use hashbrown::HashMap;
use smallvec::SmallVec;

/// The number of a summand, and whether its negative is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term(u32);

const NEGATIVE: u32 = 1;
const OWN_NEGATIVE: u32 = 2;

impl Term {
    /// The number of the negative.
    #[inline]
    pub(super) fn negative(self) -> Self {
        if self.0 & OWN_NEGATIVE == 0 { Self(self.0 ^ NEGATIVE) } else { self }
    }

    /// The number of the negative if `is_negative`, else this one.
    #[inline]
    pub(super) fn signed(self, is_negative: bool) -> Self {
        if is_negative { self.negative() } else { self }
    }
}

/// The summands of a sum.
pub(super) type Terms = SmallVec<[Term; 8]>;

/// The name of one summand alone, and whether it is that of its negative.
///
/// Of a game and its negative the lesser name stands for both.
#[inline(always)]
pub(super) fn name_of_one(term: Term) -> (u128, bool) {
    let least = term.min(term.negative());
    (u128::from(least.0), least != term)
}

/// All names that were given.
#[derive(Debug, Default)]
pub(super) struct Names {
    given: u32,
    /// The number of times that all were forgotten.
    round: u32,
    pairs: HashMap<(Term, Term), Term>,
}

impl Names {
    /// None given, in the next round.
    pub(super) fn next_round(&self) -> Self {
        Self { round: self.round.wrapping_add(1), ..Self::default() }
    }

    /// The number of times that all were forgotten.
    pub(super) fn round(&self) -> u32 {
        self.round
    }

    /// A new number for a game and its negative; `None` if none is left.
    pub(super) fn term(&mut self, is_own_negative: bool) -> Option<Term> {
        let number = self.given + 1;
        let shifted = number.checked_mul(4)?;
        self.given = number;
        Some(Term(shifted | if is_own_negative { OWN_NEGATIVE } else { 0 }))
    }

    /// The name of a sum; `None` if no number is left.
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
            // numbers of pairs are not in order with the rest, and need not be
            terms[0] = both;
        }
        Some(terms.iter().fold(0, |name, term| name << 32 | u128::from(term.0)))
    }

    /// About how many bytes it takes.
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
        // every multiset of seven summands, each not there, there, twice, or negative
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
