//! Amounts that depend on the heap: its divisors, a share of it.
//!
//! Each formula comes with a [`law`](HeapFormula::law) that is proved for all heaps.

use super::infinite::gcd;
use super::law::{HeapLaw, Section, SectionLaw};
use core::fmt;
use num_bigint::BigUint;

/// A rule that determines which amounts may be taken from a heap of a given size.
///
/// ```
/// use sprague_core::heap::HeapFormula;
/// let allowed = |formula: HeapFormula, heap| formula.amounts(heap).collect::<Vec<u64>>();
/// assert_eq!(allowed(HeapFormula::Divisors, 12), [1, 2, 3, 4, 6, 12]);
/// assert_eq!(allowed(HeapFormula::NonDivisors, 6), [4, 5]);
/// assert_eq!(allowed(HeapFormula::Totatives, 9), [1, 2, 4, 5, 7, 8]);
/// assert_eq!(allowed(HeapFormula::AtMost { part: 1, whole: 2 }, 7), [1, 2, 3]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeapFormula {
    /// The divisors of the heap, including the heap itself.
    Divisors,
    /// The numbers up to the heap that do not divide it.
    NonDivisors,
    /// The numbers up to the heap that are coprime to it.
    Totatives,
    /// At most this share of the heap: `part` tokens of every `whole`.
    AtMost {
        /// The numerator.
        part: u64,
        /// The denominator, which is at least the numerator.
        whole: u64,
    },
}

impl fmt::Display for HeapFormula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Divisors => f.write_str("divisors"),
            Self::NonDivisors => f.write_str("non-divisors"),
            Self::Totatives => f.write_str("totatives"),
            Self::AtMost { part, whole } => write!(f, "{part}/{whole}"),
        }
    }
}

impl HeapFormula {
    /// Returns the amounts that may be taken from a heap, in rising order.
    ///
    /// Each amount takes a few steps, except for divisors, which are found together in √heap steps.
    pub fn amounts(self, heap: u64) -> Box<dyn Iterator<Item = u64>> {
        match self {
            Self::Divisors => {
                let small: Vec<u64> = (1..=heap.isqrt()).filter(|number| heap.is_multiple_of(*number)).collect();
                let large: Vec<u64> = small.iter().rev().map(|number| heap / number).collect();
                let is_square = small.last() == large.first();
                Box::new(small.into_iter().chain(large.into_iter().skip(usize::from(is_square))))
            }
            Self::NonDivisors => Box::new((1..=heap).filter(move |number| !heap.is_multiple_of(*number))),
            Self::Totatives => Box::new((1..=heap).filter(move |number| gcd(*number, heap) == 1)),
            Self::AtMost { part, whole } => {
                Box::new(1..=(u128::from(heap) * u128::from(part) / u128::from(whole.max(1))).min(u128::from(heap)) as u64)
            }
        }
    }

    /// Returns whether this amount may be taken from a heap of any size.
    ///
    /// ```
    /// use sprague_core::heap::HeapFormula;
    /// let half = HeapFormula::AtMost { part: 1, whole: 2 };
    /// assert!(half.allows(&3_u32.into(), &7_u32.into()) && !half.allows(&4_u32.into(), &7_u32.into()));
    /// ```
    pub fn allows(self, amount: &BigUint, heap: &BigUint) -> bool {
        let none = BigUint::ZERO;
        *amount > none
            && amount <= heap
            && match self {
                Self::Divisors => heap % amount == none,
                Self::NonDivisors => heap % amount != none,
                Self::Totatives => {
                    let (mut one, mut other) = (amount.clone(), heap.clone());
                    while other > none {
                        (one, other) = (other.clone(), one % other);
                    }
                    one == BigUint::from(1_u32)
                }
                Self::AtMost { part, whole } => amount * whole <= heap * part,
            }
    }

    /// Returns the law of the nimbers, which holds for all heaps.
    ///
    /// *Share.* Let m(n) be the most that may be taken from n tokens. The heaps n − m(n) … n have the nimbers 0 … m(n), each
    /// once. If m(n + 1) = m(n), the heap n − m(n) is no longer reached, and the next heap gets its nimber. If m(n + 1) is
    /// greater by one, the next heap gets the new nimber m(n + 1).
    ///
    /// *Divisors.* Let 2 divide n exactly a times. If 2 divides d fewer than a times, it divides n − d exactly as often as d.
    /// If 2 divides d exactly a times, it divides n − d more often, or nothing is left. So the nimber is a + 1.
    ///
    /// *Non-divisors.* A heap of n ≥ 1 has at most the nimber ⌊(n − 1)/2⌋, because no move takes 1. An odd heap has this
    /// nimber, because all smaller odd heaps can be left.
    ///
    /// *Totatives.* A move leaves a heap that is coprime to n. So the nimber follows from the least prime divisor: 0 for an
    /// even heap, i for the i-th prime, and 1 for a heap of 1.
    ///
    /// Iannucci & Larsson 2021, *Game values of arithmetic functions*; Levine 2006, *Fractal sequences and restricted Nim*, for
    /// shares.
    ///
    /// ```
    /// use sprague_core::heap::HeapFormula;
    /// let law = HeapFormula::AtMost { part: 1, whole: 2 }.law();
    /// assert_eq!(law.to_string(), "G(2n) = n, G(2n + 1) = G(n)");
    /// ```
    pub fn law(self) -> HeapLaw {
        let smaller = |step, gain| Section::Smaller { step, shift: 0, gain };
        match self {
            Self::Divisors => HeapLaw::Sections(SectionLaw {
                first: vec![0],
                sections: vec![smaller(1, 1), Section::Linear { rise: 0, constant: 1 }],
            }),
            Self::NonDivisors => HeapLaw::Sections(SectionLaw {
                first: vec![],
                sections: vec![Section::Open, Section::Linear { rise: 1, constant: 0 }],
            }),
            Self::Totatives => HeapLaw::LeastPrime,
            Self::AtMost { part, whole } => {
                let divisor = gcd(part, whole).max(1);
                HeapLaw::Share { part: part / divisor, whole: whole / divisor }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [HeapFormula; 7] = [
        HeapFormula::Divisors,
        HeapFormula::NonDivisors,
        HeapFormula::Totatives,
        HeapFormula::AtMost { part: 1, whole: 2 },
        HeapFormula::AtMost { part: 4, whole: 6 },
        HeapFormula::AtMost { part: 2, whole: 7 },
        HeapFormula::AtMost { part: 3, whole: 3 },
    ];

    /// Returns whether an amount is allowed, by the definition of the rules.
    fn is_allowed(formula: HeapFormula, amount: u64, heap: u64) -> bool {
        let divides = |one: u64, other: u64| other.is_multiple_of(one);
        match formula {
            HeapFormula::Divisors => divides(amount, heap),
            HeapFormula::NonDivisors => !divides(amount, heap),
            HeapFormula::Totatives => (2..=amount).all(|other| !divides(other, amount) || !divides(other, heap)),
            HeapFormula::AtMost { part, whole } => amount * whole <= heap * part,
        }
    }

    #[test]
    fn amounts_are_those_of_the_definition() {
        for formula in ALL {
            for heap in 0..200 {
                let expected: Vec<u64> = (1..=heap).filter(|amount| is_allowed(formula, *amount, heap)).collect();
                assert_eq!(formula.amounts(heap).collect::<Vec<_>>(), expected, "{formula:?} {heap}");
                let allows = |amount: u64| formula.allows(&amount.into(), &heap.into());
                assert!((0..=heap + 3).all(|amount| allows(amount) == expected.contains(&amount)), "{formula:?} {heap}");
            }
        }
    }

    #[test]
    fn the_greatest_heap_does_not_overflow() {
        for formula in ALL.into_iter().filter(|formula| *formula != HeapFormula::Divisors) {
            assert!(formula.amounts(u64::MAX).take(100).all(|amount| amount > 0), "{formula:?}");
        }
    }

    #[test]
    fn laws_are_true_of_nimbers_by_definition() {
        for formula in ALL {
            let (law, mut nimbers) = (formula.law(), vec![]);
            for heap in 0..2_000_u64 {
                let options: std::collections::HashSet<u64> =
                    formula.amounts(heap).map(|amount| nimbers[(heap - amount) as usize]).collect();
                let nimber = (0..).find(|nimber| !options.contains(nimber)).unwrap();
                nimbers.push(nimber);
                let told = law.nimber(&heap.into(), &mut || Ok::<(), ()>(())).unwrap();
                let is_open = formula == HeapFormula::NonDivisors && heap % 2 == 0;
                assert_eq!(told, (!is_open).then(|| nimber.into()), "{formula:?} {heap}");
            }
            // all heaps of a nimber, if they can be listed
            for nimber in 0..60_u64 {
                let Some(found) = law.heaps_of(&nimber.into(), &1_000_u32.into(), &mut || Ok::<(), ()>(())).unwrap() else {
                    continue;
                };
                let expected: Vec<BigUint> =
                    (0..1_000_u32).filter(|heap| nimbers[*heap as usize] == nimber).map(Into::into).collect();
                assert_eq!(found, expected, "{formula:?} {nimber}");
                assert!(matches!(formula, HeapFormula::AtMost { .. }));
            }
        }
    }
}
