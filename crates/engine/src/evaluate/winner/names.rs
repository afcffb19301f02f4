//! Names of sums: 128 bits that differ for different sums.
//!
//! Every summand has a term, which represents it and, with a sign, its negative. The term of a position that fits into few bits
//! consists of these bits, so nothing is stored for it; other summands are numbered. A term alone is a name, and so are the
//! bits of a position next to a number. Otherwise the name consists of the numbers of the summands in order, and positions
//! receive numbers for it. If there are more than four, two are combined repeatedly into a pair that receives a new number.
//! Names are therefore compared in full, and no answer relies on a hash.
//!
//! Searches that share their names copy each number from one place before they use it.

use crate::growth;
use core::hash::Hash;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use smallvec::SmallVec;
use sprague_values::Form;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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

#[derive(Debug)]
pub(super) struct Names<P> {
    given: u32,
    /// The number of times that all numbers were dropped.
    round: u32,
    /// The numbers of pairs of numbers, and of terms that consist of bits.
    pairs: Numbered<u128>,
    /// The terms of forms without their numbers, one for a form and its negative. The lesser of the two comes first in the key.
    forms: Numbered<(Form, Form)>,
    /// The terms of positions without bits, and roughly the bytes that these positions allocate.
    positions: Numbered<P>,
    outside: usize,
    /// The names of several searches, of which these are copies.
    shared: Option<SharedNames<P>>,
}

type Numbered<K> = HashMap<K, Term, FixedState>;

pub(super) type SharedNames<P> = Arc<Mutex<Names<P>>>;

fn locked<P>(names: &Mutex<Names<P>>) -> MutexGuard<'_, Names<P>> {
    names.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<P> Default for Names<P> {
    fn default() -> Self {
        Self {
            given: 0,
            round: 0,
            pairs: HashMap::default(),
            forms: HashMap::default(),
            positions: HashMap::default(),
            outside: 0,
            shared: None,
        }
    }
}

impl<P: Clone + Eq + Hash> Names<P> {
    /// Returns names of the next round, without any number.
    pub(super) fn next_round(&self) -> Self {
        Self { round: self.round.wrapping_add(1), ..Self::default() }
    }

    pub(super) fn round(&self) -> u32 {
        self.round
    }

    /// Makes these names copies, and returns what they are copies of.
    pub(super) fn share(&mut self) -> SharedNames<P> {
        let round = self.round;
        let shared = Arc::new(Mutex::new(core::mem::take(self)));
        *self = Self { round, ..Self::copying(shared.clone()) };
        shared
    }

    /// Returns copies of shared names.
    pub(super) fn copying(shared: SharedNames<P>) -> Self {
        Self { shared: Some(shared), ..Self::default() }
    }

    /// Ends [`share`](Self::share). Other searches must not use the shared names after that.
    pub(super) fn unshare(&mut self) {
        if let Some(shared) = self.shared.take() {
            *self = core::mem::take(&mut *locked(&shared));
        }
    }

    /// Returns the term that a key has in one of the maps. A new key receives a new number, or `None` if none is left.
    #[inline]
    fn term<K: Clone + Eq + Hash>(
        &mut self,
        map: fn(&mut Self) -> &mut Numbered<K>,
        key: &K,
        is_own_negative: bool,
        outside: usize,
    ) -> Option<Term> {
        if let Some(term) = map(self).get(key) {
            return Some(*term);
        }
        let term = match &self.shared {
            Some(shared) => locked(shared).term(map, key, is_own_negative, outside)?,
            None => {
                self.given = Some(self.given + 1).filter(|number| *number < 1 << 29)?;
                Term(u128::from(self.given) << 2 | if is_own_negative { OWN_NEGATIVE } else { 0 })
            }
        };
        self.outside += outside;
        map(self).insert(key.clone(), term);
        Some(term)
    }

    /// Returns the term of a form without its number, given with its negative, in order.
    pub(super) fn of_form(&mut self, both: (Form, Form)) -> Option<Term> {
        self.term(|names| &mut names.forms, &both, both.0 == both.1, 0)
    }

    /// Returns the term of a position that allocates `outside` bytes.
    pub(super) fn of_position(&mut self, position: &P, is_own_negative: bool, outside: usize) -> Option<Term> {
        self.term(|names| &mut names.positions, position, is_own_negative, outside)
    }

    /// Returns the term of a position, if it has a number.
    pub(super) fn known(&self, position: &P) -> Option<Term> {
        self.positions.get(position).copied()
    }

    /// Returns the number that stands for a pair, or for a term that consists of bits.
    #[inline]
    fn number_of(&mut self, pair: u128) -> Option<Term> {
        self.term(|names| &mut names.pairs, &pair, false, 0)
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
        let shared = self.shared.as_ref().map_or(0, |shared| locked(shared).bytes());
        let maps = growth::of_map(&self.pairs) + growth::of_map(&self.forms) + growth::of_map(&self.positions);
        maps + self.outside + shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_differ_have_names_that_differ() {
        let mut names = Names::<u32>::default();
        // numbers, and positions with few bits and with many
        let term = |at: u32| match at {
            0 | 5 => Term::of_bits(u128::from(at) << 60 | 1, false),
            1 => Term::of_bits(1 << 123, false),
            6 => Term::of_bits(1, true),
            _ => names.of_position(&at, at == 3, 0).unwrap(),
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
