//! Amounts that a formula allows: squares, primes, divisors of the heap, or a share of the heap.
//!
//! Winning Ways, ch. 4 and 15; Iannucci & Larsson 2021, *Game values of arithmetic functions*, for divisors and totatives.

use core::fmt;
use core::str::FromStr;
use sprague_core::heap::{Amounts, ByHeap, HeapFormula, HeapRules, InfiniteSet, OneHeap};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Impartial, Notation, Ruleset};

/// The largest heap whose divisors are listed, which takes a million steps.
const MOST_DIVIDED: u64 = 1_000_000_000_000;

/// A rule for the amounts that may be taken from a heap.
///
/// ```
/// use sprague_rules_subtraction::Formula;
/// let allowed = |formula: &str, heap| formula.parse::<Formula>().unwrap().amounts(heap).collect::<Vec<u64>>();
/// assert_eq!(allowed("squares", 20), [1, 4, 9, 16]);
/// assert_eq!(allowed("divisors", 12), [1, 2, 3, 4, 6, 12]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Formula {
    /// The members of an infinite set, for all heaps.
    Set(InfiniteSet),
    /// Amounts that depend on the heap.
    OfHeap(HeapFormula),
}

/// One heap, from which a move takes an amount that a formula allows.
///
/// A player who cannot move loses. Small amounts come first.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_subtraction::{ByFormula, Formula};
/// assert_eq!(ByFormula(Formula::share("1/2")?).options(&7).collect::<Vec<_>>(), [6, 5, 4]);
/// # Ok::<(), sprague_core::BadNotation>(())
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
            "divisors" => Self::OfHeap(HeapFormula::Divisors),
            "non-divisors" => Self::OfHeap(HeapFormula::NonDivisors),
            "totatives" => Self::OfHeap(HeapFormula::Totatives),
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
    /// Parses a share of the heap, such as 1/2.
    ///
    /// ```
    /// use sprague_core::heap::HeapFormula;
    /// use sprague_rules_subtraction::Formula;
    /// assert_eq!(Formula::share("2/4"), Ok(Formula::OfHeap(HeapFormula::AtMost { part: 2, whole: 4 })));
    /// assert_eq!(Formula::share("3/2").unwrap_err().to_string(), "byte 2: expected a number of at least 3");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] if `text` is not a fraction above 0 and at most 1.
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
                Ok(Self::OfHeap(HeapFormula::AtMost { part, whole }))
            }
        })
    }

    /// Returns the amounts that may be taken from a heap, in ascending order.
    ///
    /// Primes, non-divisors and totatives are found by testing all numbers up to the heap, and divisors by testing all numbers
    /// up to its square root. Other amounts take a few steps each.
    pub fn amounts(self, heap: u64) -> impl Iterator<Item = u64> {
        match self {
            Self::Set(set) => set.up_to(heap),
            Self::OfHeap(formula) => formula.amounts(heap),
        }
    }
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
        Some(match self.0 {
            Formula::Set(set) => HeapRules::Subtraction(Amounts::Infinite(set)),
            Formula::OfHeap(formula) => HeapRules::OfHeap(formula),
        })
    }
}

impl OneHeap for ByFormula {}

impl Notation<u64> for ByFormula {
    fn read(&self, text: &str) -> Result<u64, BadNotation> {
        let heap = Reader::new(text).whole(Reader::small)?;
        if self.0 == Formula::OfHeap(HeapFormula::Divisors) && heap > MOST_DIVIDED {
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

    fn nimbers(formula: Formula, heaps: usize) -> Vec<u32> {
        Rows::of(&Nimbers(ByFormula(formula)), heaps).column(0).map(|Nimber(nimber)| nimber).collect()
    }

    #[test]
    fn theorems_hold() {
        let to = 1000;
        // Winning Ways, ch. 4: a set that contains 1 and 2 and no multiple of 3
        assert!(nimbers(Formula::Set(InfiniteSet::Powers(2)), to).iter().zip(0..).all(|(nimber, heap)| *nimber == heap % 3));
        assert!(nimbers(Formula::Set(InfiniteSet::Odd), to).iter().zip(0..).all(|(nimber, heap)| *nimber == heap % 2));
    }

    #[test]
    fn divisors_are_listed_of_no_heap_that_takes_too_long() {
        let divisors = ByFormula(Formula::OfHeap(HeapFormula::Divisors));
        let error = divisors.read("10^13").unwrap_err();
        assert_eq!((error.at, error.expected.starts_with("a heap of at most 10^12")), (0, true));
        assert_eq!(divisors.read("10^12"), Ok(1_000_000_000_000));
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
