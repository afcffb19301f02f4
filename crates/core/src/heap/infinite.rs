//! Infinite sets of amounts that have a name.

use crate::BadNotation;
use crate::notation::Reader;
use core::fmt;
use core::str::FromStr;

/// An infinite set of amounts that a move may take.
///
/// ```
/// use sprague_core::heap::InfiniteSet;
/// let up_to = |set: &str, heap| set.parse::<InfiniteSet>().unwrap().up_to(heap).collect::<Vec<u64>>();
/// assert_eq!(up_to("squares", 20), [1, 4, 9, 16]);
/// assert_eq!(up_to("powers:3", 30), [1, 3, 9, 27]);
/// assert_eq!(up_to("fibonacci", 10), [1, 2, 3, 5, 8]);
/// assert_eq!(up_to("primes", 12), [2, 3, 5, 7, 11]);
/// assert_eq!(up_to("odd", 6), [1, 3, 5]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InfiniteSet {
    /// 1, b, b², … for a base b of at least 2.
    Powers(u64),
    /// 1, 4, 9, …
    Squares,
    /// 2, 3, 5, 7, …
    Primes,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, 3, 5, …
    Odd,
}

impl FromStr for InfiniteSet {
    type Err = BadNotation;

    fn from_str(text: &str) -> Result<Self, BadNotation> {
        if let Some(base) = text.strip_prefix("powers:") {
            let base = Reader::new(base).whole(|reader| reader.within(2..=u64::MAX, "a base,"));
            return base.map(Self::Powers).map_err(|error| error.shifted("powers:".len()));
        }
        Ok(match text {
            "squares" => Self::Squares,
            "primes" => Self::Primes,
            "fibonacci" => Self::Fibonacci,
            "odd" => Self::Odd,
            _ => return Err(BadNotation::new(0, "powers:B, squares, primes, fibonacci or odd")),
        })
    }
}

impl fmt::Display for InfiniteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Powers(base) => write!(f, "powers:{base}"),
            Self::Squares => f.write_str("squares"),
            Self::Primes => f.write_str("primes"),
            Self::Fibonacci => f.write_str("fibonacci"),
            Self::Odd => f.write_str("odd"),
        }
    }
}

impl InfiniteSet {
    /// Returns the members up to this heap in rising order. Primes are found by testing every number; other members take a few
    /// steps each.
    pub fn up_to(self, heap: u64) -> Box<dyn Iterator<Item = u64>> {
        let all: Box<dyn Iterator<Item = u64>> = match self {
            Self::Powers(base) => Box::new(core::iter::successors(Some(1), move |power: &u64| power.checked_mul(base))),
            Self::Squares => Box::new((1_u64..).map_while(|root| root.checked_mul(root))),
            Self::Primes => Box::new((2..=heap).filter(|number| is_prime(*number))),
            Self::Fibonacci => {
                let next = |&(one, other): &(u64, Option<u64>)| other.map(|other| (other, other.checked_add(one)));
                Box::new(core::iter::successors(Some((1, Some(2))), next).map(|(one, _)| one))
            }
            Self::Odd => Box::new((1..=heap).step_by(2)),
        };
        Box::new(all.take_while(move |amount| *amount <= heap))
    }

    /// Returns whether this amount is a member.
    ///
    /// ```
    /// use sprague_core::heap::InfiniteSet;
    /// assert!(InfiniteSet::Squares.contains(1 << 62) && !InfiniteSet::Powers(3).contains(6));
    /// ```
    pub fn contains(self, amount: u64) -> bool {
        match self {
            Self::Squares => amount > 0 && amount.isqrt().pow(2) == amount,
            Self::Primes => is_prime(amount),
            Self::Odd => amount % 2 == 1,
            Self::Powers(_) | Self::Fibonacci => self.up_to(amount).last() == Some(amount),
        }
    }

    /// Returns, for each residue modulo this number, whether a member may have it.
    ///
    /// For primes, every residue coprime to the modulus counts as possible. It takes a few steps for each residue, and for
    /// Fibonacci numbers one period of their residues, which is at most six times the modulus.
    ///
    /// ```
    /// use sprague_core::heap::InfiniteSet;
    /// assert_eq!(InfiniteSet::Powers(2).residues(3), [false, true, true]);
    /// assert_eq!(InfiniteSet::Squares.residues(4), [true, true, false, false]);
    /// ```
    ///
    /// # Panics
    /// If the modulus is 0.
    pub fn residues(self, modulus: u64) -> Vec<bool> {
        assert!(modulus > 0, "numbers have no residues modulo 0");
        let mut found = vec![false; usize::try_from(modulus).expect("there is memory for all residues")];
        let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64;
        match self {
            Self::Powers(base) => {
                let mut power = 1 % modulus;
                while !core::mem::replace(&mut found[power as usize], true) {
                    power = times(power, base % modulus);
                }
            }
            Self::Squares => (0..modulus).for_each(|root| found[times(root, root) as usize] = true),
            Self::Primes => (0..modulus).for_each(|residue| {
                // a prime that has a common divisor with the modulus is that divisor
                found[residue as usize] = gcd(residue, modulus) == 1 || (is_prime(residue) && modulus.is_multiple_of(residue));
            }),
            Self::Fibonacci => {
                let start = (1 % modulus, 2 % modulus);
                let mut pair = start;
                loop {
                    found[pair.0 as usize] = true;
                    pair = (pair.1, ((u128::from(pair.0) + u128::from(pair.1)) % u128::from(modulus)) as u64);
                    if pair == start {
                        break;
                    }
                }
            }
            Self::Odd => (0..modulus).for_each(|residue| found[residue as usize] = modulus % 2 == 1 || residue % 2 == 1),
        }
        if self == Self::Primes && is_prime(modulus) {
            found[0] = true;
        }
        found
    }
}

pub(super) fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Returns whether a number is prime.
///
/// This is the test of Miller and Rabin, with bases that are sufficient below 2^64 (Sorenson & Webster 2015).
fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(divisor) = BASES.iter().find(|base| number.is_multiple_of(**base)) {
        return number == *divisor;
    }
    if number < 2 {
        return false;
    }
    let times = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(number)) as u64;
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    let passes = |base: u64| {
        let (mut power, mut square, mut exponent) = (1, base, odd);
        while exponent > 0 {
            if exponent & 1 == 1 {
                power = times(power, square);
            }
            square = times(square, square);
            exponent >>= 1;
        }
        let mut all = core::iter::successors(Some(power), |power| Some(times(*power, *power))).take(twos as usize);
        power == 1 || all.any(|power| power == number - 1)
    };
    BASES.into_iter().all(passes)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [InfiniteSet; 7] = [
        InfiniteSet::Powers(2),
        InfiniteSet::Powers(3),
        InfiniteSet::Powers(10),
        InfiniteSet::Squares,
        InfiniteSet::Primes,
        InfiniteSet::Fibonacci,
        InfiniteSet::Odd,
    ];

    /// Returns whether an amount is a member, by the definition of the set.
    fn is_member(set: InfiniteSet, amount: u64) -> bool {
        match set {
            InfiniteSet::Powers(base) => (0..64).any(|exponent| base.checked_pow(exponent) == Some(amount)),
            InfiniteSet::Squares => (1..=amount).any(|root| root * root == amount),
            InfiniteSet::Primes => (1..=amount).filter(|other| amount.is_multiple_of(*other)).count() == 2,
            InfiniteSet::Fibonacci => {
                let mut pair = (1, 1);
                while pair.1 < amount {
                    pair = (pair.1, pair.0 + pair.1);
                }
                amount > 0 && pair.1 == amount
            }
            InfiniteSet::Odd => amount % 2 == 1,
        }
    }

    #[test]
    fn members_are_those_of_the_definition() {
        for set in ALL {
            let expected: Vec<u64> = (1..=200).filter(|amount| is_member(set, *amount)).collect();
            assert_eq!(set.up_to(200).collect::<Vec<_>>(), expected, "{set}");
            assert!((0..=200).all(|amount| set.contains(amount) == is_member(set, amount)), "{set}");
            assert_eq!(set.to_string().parse(), Ok(set));
        }
    }

    #[test]
    fn residues_are_those_of_members() {
        for set in ALL {
            for modulus in 1..40 {
                let mut seen = vec![false; modulus as usize];
                set.up_to(if set == InfiniteSet::Squares { 10_000 } else { 100_000 })
                    .for_each(|member| seen[(member % modulus) as usize] = true);
                // members of sets that grow fast reach all their residues late
                if matches!(set, InfiniteSet::Powers(_) | InfiniteSet::Fibonacci) {
                    set.up_to(u64::MAX).for_each(|member| seen[(member % modulus) as usize] = true);
                    let found = set.residues(modulus);
                    assert!(seen.iter().zip(&found).all(|(seen, found)| !seen || *found), "{set} modulo {modulus}");
                } else {
                    assert_eq!(set.residues(modulus), seen, "{set} modulo {modulus}");
                }
            }
        }
        assert_eq!(InfiniteSet::Powers(2).residues(7), [false, true, true, false, true, false, false]);
        assert_eq!(InfiniteSet::Fibonacci.residues(8), [true, true, true, true, false, true, false, true]);
    }

    #[test]
    fn the_greatest_heap_does_not_overflow() {
        assert!(ALL.into_iter().all(|set| set.up_to(u64::MAX).take(100).all(|amount| amount > 0)));
        assert_eq!(InfiniteSet::Powers(2).up_to(u64::MAX).count(), 64);
        // 1, 2, 3, 5, … and the last one that fits into 64 bits
        assert_eq!(InfiniteSet::Fibonacci.up_to(u64::MAX).last(), Some(12_200_160_415_121_876_738));
        assert_eq!(InfiniteSet::Squares.up_to(10_000).last(), Some(10_000));
        assert!(ALL.into_iter().all(|set| set.residues(1) == [true]));
        // the last prime below 2^64, and squares of primes, which a test with one base takes for primes
        assert!(is_prime(18_446_744_073_709_551_557) && !is_prime(18_446_744_073_709_551_556));
        assert!(!is_prime(3_215_031_751) && !is_prime(1093 * 1093) && !is_prime(4_295_098_369) && is_prime(4_294_967_291));
    }
}
