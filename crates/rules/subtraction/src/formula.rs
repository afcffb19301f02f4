//! Amounts that a formula allows: squares, primes, divisors of the heap, a share of it.
//!
//! Winning Ways, ch. 4 and 15; Iannucci & Larsson 2021, *Game values of arithmetic functions*, for divisors and totatives.

use core::fmt;
use core::str::FromStr;
use sprague_core::heap::{Amounts, ByHeap, HeapRules, InfiniteSet, OneHeap};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Impartial, Notation, Ruleset};

/// The greatest heap whose divisors are listed, which takes a million steps.
const MOST_DIVIDED: u64 = 1_000_000_000_000;

/// A rule that says of each amount whether a heap allows it.
///
/// ```
/// use sprague_rules_subtraction::Formula;
/// let allowed = |formula: &str, heap| formula.parse::<Formula>().unwrap().amounts(heap).collect::<Vec<u64>>();
/// assert_eq!(allowed("squares", 20), [1, 4, 9, 16]);
/// assert_eq!(allowed("powers:3", 30), [1, 3, 9, 27]);
/// assert_eq!(allowed("fibonacci", 10), [1, 2, 3, 5, 8]);
/// assert_eq!(allowed("primes", 12), [2, 3, 5, 7, 11]);
/// assert_eq!(allowed("odd", 6), [1, 3, 5]);
/// assert_eq!(allowed("divisors", 12), [1, 2, 3, 4, 6, 12]);
/// assert_eq!(allowed("non-divisors", 6), [4, 5]);
/// assert_eq!(allowed("totatives", 9), [1, 2, 4, 5, 7, 8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The members of an infinite set, whatever the heap.
    Set(InfiniteSet),
    /// The divisors of the heap, itself too.
    Divisors,
    /// The numbers up to the heap that do not divide it.
    NonDivisors,
    /// The numbers up to the heap without a common divisor but 1.
    Totatives,
    /// At most this share of the heap, as numerator and denominator.
    AtMost(u64, u64),
}

/// From one heap take an amount that a formula allows.
///
/// Who cannot move loses. Small amounts come first.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_subtraction::{ByFormula, Formula};
/// assert_eq!(ByFormula(Formula::AtMost(1, 2)).options(&7).collect::<Vec<_>>(), [6, 5, 4]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByFormula(pub Formula);

/// A move: the amount that is taken.
///
/// ```
/// assert_eq!(sprague_rules_subtraction::TakeAmount(4).to_string(), "take 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeAmount(pub u64);

impl fmt::Display for TakeAmount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

/// The sets that can be written, for error messages.
const NAMED: &str = "a number or a range, such as 1-3,7, or a file of them, ./FILE, or powers:B, squares, primes, fibonacci, odd, divisors, non-divisors, totatives";

impl FromStr for Formula {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        Ok(match text {
            "divisors" => Self::Divisors,
            "non-divisors" => Self::NonDivisors,
            "totatives" => Self::Totatives,
            _ => {
                return text.parse().map(Self::Set).map_err(|error: BadNotation| match error.at {
                    0 => BadNotation::new(0, NAMED),
                    _ => error,
                });
            }
        })
    }
}

impl Formula {
    /// The share that `text` names, such as 1/2.
    ///
    /// ```
    /// use sprague_rules_subtraction::Formula;
    /// assert_eq!(Formula::share("2/4"), Ok(Formula::AtMost(2, 4)));
    /// assert_eq!(Formula::share("3/2").unwrap_err().to_string(), "byte 2: expected a number of at least 3");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] unless it is a fraction above 0, and at most 1.
    pub fn share(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| {
            let part = reader.within(1..=u64::MAX, "a number above 0,")?;
            if !reader.skip('/') {
                return Err(reader.expected("`/` and a number, as in 1/2"));
            }
            let at = reader.at();
            let whole = reader.small()?;
            if whole < part {
                Err(BadNotation::new(at, format!("a number of at least {part}")))
            } else {
                Ok(Self::AtMost(part, whole))
            }
        })
    }

    /// The amounts that a heap allows, rising.
    ///
    /// Each takes a few steps, but for divisors: these take the square root of the heap in all.
    pub fn amounts(self, heap: u64) -> impl Iterator<Item = u64> {
        let all: Box<dyn Iterator<Item = u64>> = match self {
            Self::Set(set) => set.up_to(heap),
            Self::Divisors => {
                let small: Vec<u64> = (1..=heap.isqrt()).filter(|number| heap.is_multiple_of(*number)).collect();
                let large: Vec<u64> = small.iter().rev().map(|number| heap / number).collect();
                let is_square = small.last() == large.first();
                Box::new(small.into_iter().chain(large.into_iter().skip(usize::from(is_square))))
            }
            Self::NonDivisors => Box::new((1..=heap).filter(move |number| !heap.is_multiple_of(*number))),
            Self::Totatives => Box::new((1..=heap).filter(move |number| have_no_divisor(*number, heap))),
            Self::AtMost(part, whole) => {
                Box::new(1..=(u128::from(heap) * u128::from(part) / u128::from(whole.max(1))).min(u128::from(heap)) as u64)
            }
        };
        all.take_while(move |amount| *amount <= heap)
    }
}

/// Tells whether two numbers have no divisor in common but 1.
fn have_no_divisor(one: u64, other: u64) -> bool {
    let (mut one, mut other) = (one, other);
    while other > 0 {
        (one, other) = (other, one % other);
    }
    one == 1
}

impl Ruleset for ByFormula {
    type Position = u64;
    type Move = TakeAmount;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = TakeAmount> {
        self.0.amounts(*heap).map(TakeAmount)
    }
    fn play(&self, heap: &u64, TakeAmount(amount): &TakeAmount) -> u64 {
        heap - amount
    }
}

impl Impartial for ByFormula {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
}

impl ByHeap for ByFormula {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        match self.0 {
            Formula::Set(set) => Some(HeapRules::Subtraction(Amounts::Infinite(set))),
            _ => None,
        }
    }
}

impl OneHeap for ByFormula {}

impl Notation<u64> for ByFormula {
    fn read(&self, text: &str) -> Result<u64, BadNotation> {
        let heap = Reader::new(text).whole(Reader::small)?;
        if self.0 == Formula::Divisors && heap > MOST_DIVIDED {
            return Err(BadNotation::new(0, "a heap of at most 10^12, whose divisors are listed"));
        }
        Ok(heap)
    }
    fn show(&self, heap: &u64) -> String {
        heap.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Nimber;
    use sprague_core::heap::{Nimbers, Rows};

    const ALL: [Formula; 5] =
        [Formula::Divisors, Formula::NonDivisors, Formula::Totatives, Formula::AtMost(1, 2), Formula::AtMost(2, 3)];

    /// Tells whether an amount is allowed, in the words of the rules.
    fn is_allowed(formula: Formula, amount: u64, heap: u64) -> bool {
        let divides = |one: u64, other: u64| other.is_multiple_of(one);
        match formula {
            Formula::Set(set) => set.contains(amount),
            Formula::Divisors => divides(amount, heap),
            Formula::NonDivisors => !divides(amount, heap),
            Formula::Totatives => (2..=amount).all(|other| !divides(other, amount) || !divides(other, heap)),
            Formula::AtMost(part, whole) => amount * whole <= heap * part,
        }
    }

    #[test]
    fn amounts_are_those_of_the_definition() {
        for formula in ALL {
            for heap in 0..200 {
                let expected: Vec<u64> = (1..=heap).filter(|amount| is_allowed(formula, *amount, heap)).collect();
                assert_eq!(formula.amounts(heap).collect::<Vec<_>>(), expected, "{formula:?} {heap}");
            }
        }
    }

    #[test]
    fn the_greatest_heap_does_not_overflow() {
        for formula in ALL.into_iter().filter(|formula| *formula != Formula::Divisors) {
            assert!(formula.amounts(u64::MAX).take(100).all(|amount| amount > 0), "{formula:?}");
        }
        assert_eq!(Formula::AtMost(1, 1).amounts(u64::MAX).next(), Some(1));
        let error = ByFormula(Formula::Divisors).read("10^13").unwrap_err();
        assert_eq!((error.at, error.expected.starts_with("a heap of at most 10^12")), (0, true));
    }

    fn nimbers(formula: Formula, heaps: usize) -> Vec<u32> {
        Rows::of(&Nimbers(ByFormula(formula)), heaps).column(0).map(|Nimber(nimber)| nimber).collect()
    }

    #[test]
    fn theorems_hold() {
        let to = 1000;
        // Winning Ways, ch. 4: a set with 1 and 2 and no multiple of 3
        assert!(nimbers(Formula::Set(InfiniteSet::Powers(2)), to).iter().zip(0..).all(|(nimber, heap)| *nimber == heap % 3));
        assert!(nimbers(Formula::Set(InfiniteSet::Odd), to).iter().zip(0..).all(|(nimber, heap)| *nimber == heap % 2));
        // Levine 2006, Fractal sequences and restricted Nim
        let half = nimbers(Formula::AtMost(1, 2), to);
        assert!((1..to / 2).all(|n| half[2 * n] == n as u32 && half[2 * n + 1] == half[n]));
        // Iannucci & Larsson 2021: the ruler, and the number of the least prime divisor
        let divisors = nimbers(Formula::Divisors, to);
        assert!((1..to).all(|heap| divisors[heap] == heap.trailing_zeros() + 1));
        let totatives = nimbers(Formula::Totatives, to);
        let primes: Vec<usize> = (2..to).filter(|number| InfiniteSet::Primes.contains(*number as u64)).collect();
        let least = |heap: usize| primes.iter().position(|prime| heap.is_multiple_of(*prime)).unwrap() as u32;
        assert!((2..to).all(|heap| totatives[heap] == if heap % 2 == 0 { 0 } else { least(heap) + 1 }));
        assert_eq!(totatives[1], 1);
    }

    #[test]
    fn sequences_of_the_oeis_come_out() {
        // A014586, A014588
        let squares = nimbers(Formula::Set(InfiniteSet::Squares), 40);
        assert_eq!(squares[..21], [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 0]);
        let fibonacci = nimbers(Formula::Set(InfiniteSet::Fibonacci), 40);
        assert_eq!(fibonacci[..12], [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 0, 1]);
    }
}
