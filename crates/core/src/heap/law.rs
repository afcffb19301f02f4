//! Laws that give the nimber of a heap from nimbers of much smaller heaps.
//!
//! Rows that follow such a law need not repeat. Such sequences are called *regular* (Allouche & Shallit 1992).

use core::fmt;
use core::ops::RangeInclusive;
use num_bigint::{BigInt, BigUint, Sign};

/// A law that is proved for all heaps of a ruleset.
///
/// ```
/// use sprague_core::heap::HeapLaw;
/// let law = HeapLaw::Share { part: 1, whole: 3 };
/// assert_eq!(law.to_string(), "G(3n) = n, G(3n + 1) = G(2n), G(3n + 2) = G(2n + 1)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeapLaw {
    /// A law for each residue of the heap.
    Sections(SectionLaw),
    /// At most this share of the heap may be taken, a fraction in lowest terms of at most 1.
    ///
    /// Let m(n) = ⌊n · part/whole⌋ be the most that may be taken from n tokens. The nimber of n is m(n) if m(n) > m(n − 1),
    /// else that of n − m(n) − 1.
    Share {
        /// The numerator.
        part: u64,
        /// The denominator.
        whole: u64,
    },
    /// The nimber follows from the least prime divisor of the heap.
    ///
    /// It is 0 for even heaps, i for odd heaps whose least prime divisor is the i-th prime, and 1 for a heap of 1.
    LeastPrime,
}

/// The law of a share is written residue by residue if the denominator is at most this.
const WRITTEN: u64 = 6;
/// Least prime divisors are searched up to this number.
const LARGEST_DIVISOR: u64 = 1 << 26;

impl HeapLaw {
    /// Returns the nimber of a heap; `None` if the law does not cover it.
    ///
    /// `step` is called before each smaller heap and each divisor that is tried. If it fails, the search stops.
    ///
    /// ```
    /// use sprague_core::heap::HeapLaw;
    /// let half = HeapLaw::Share { part: 1, whole: 2 };
    /// let heap = num_bigint::BigUint::from(10_u32).pow(30) + 1_u32;
    /// let nimber = half.nimber(&heap, &mut || Ok::<(), ()>(()));
    /// assert_eq!(nimber, Ok(Some(num_bigint::BigUint::from(10_u32).pow(30) / 4_u32)));
    /// ```
    ///
    /// # Errors
    /// The error that `step` returned.
    pub fn nimber<E>(&self, heap: &BigUint, step: &mut impl FnMut() -> Result<(), E>) -> Result<Option<BigUint>, E> {
        match self {
            Self::Sections(law) => law.nimber(heap, step),
            Self::Share { part, whole } => {
                let most = |heap: &BigUint| heap * part / whole;
                let mut heap = heap.clone();
                loop {
                    let now = most(&heap);
                    // a heap without a move, or a heap that allows one token more than the heap before
                    if now == BigUint::ZERO || most(&(&heap - 1_u32)) < now {
                        return Ok(Some(now));
                    }
                    step()?;
                    heap -= now + 1_u32;
                }
            }
            Self::LeastPrime => {
                let Ok(heap) = u64::try_from(heap) else { return Ok(even_or_open(heap)) };
                match heap {
                    0 => Ok(Some(BigUint::ZERO)),
                    1 => Ok(Some(1_u32.into())),
                    _ => Ok(least_divisor(heap, step)?.map(|(_, number)| (if number == 1 { 0 } else { number }).into())),
                }
            }
        }
    }

    /// Returns all heaps below a bound that have this nimber, in rising order.
    ///
    /// Returns `None` if there may be too many heaps: if all heaps of a residue have the nimber, and for the law of prime
    /// divisors.
    ///
    /// ```
    /// use sprague_core::heap::HeapLaw;
    /// let half = HeapLaw::Share { part: 1, whole: 2 };
    /// let found = half.heaps_of(&2_u32.into(), &50_u32.into(), &mut || Ok::<(), ()>(())).unwrap().unwrap();
    /// assert_eq!(found, [4_u32, 9, 19, 39].map(Into::into));
    /// ```
    ///
    /// # Errors
    /// The error that `step` returned. It is called before each heap.
    pub fn heaps_of<E>(
        &self,
        nimber: &BigUint,
        below: &BigUint,
        step: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Vec<BigUint>>, E> {
        let &Self::Share { part, whole } = self else { return Ok(None) };
        // the first heap from which `nimber` tokens can be taken
        let mut heap = (nimber * whole + (part - 1)) / part;
        let mut found = vec![];
        while heap < *below {
            step()?;
            found.push(heap.clone());
            if part == whole {
                break;
            }
            // the next heap n that allows m tokens, the same number as n - 1, and has n - m - 1 equal to this heap
            let most = &heap * part / (whole - part);
            heap += most + 1_u32;
        }
        Ok(Some(found))
    }

    /// Returns the law residue by residue; `None` if that would be too long.
    ///
    /// ```
    /// use sprague_core::heap::HeapLaw;
    /// assert_eq!(HeapLaw::Share { part: 1, whole: 2 }.sections().unwrap().sections.len(), 2);
    /// assert_eq!(HeapLaw::LeastPrime.sections(), None);
    /// ```
    pub fn sections(&self) -> Option<SectionLaw> {
        match *self {
            Self::Sections(ref law) => Some(law.clone()),
            Self::Share { part, whole } if whole <= WRITTEN => {
                let most = |rest: u64| rest * part / whole;
                let section = |rest: u64| match rest {
                    0 => Section::Linear { rise: part, constant: 0 },
                    _ if most(rest) > most(rest - 1) => Section::Linear { rise: part, constant: most(rest) as i64 },
                    _ => Section::Smaller { step: whole - part, shift: (rest - most(rest) - 1) as i64, gain: 0 },
                };
                Some(SectionLaw { first: vec![], sections: (0..whole).map(section).collect() })
            }
            Self::Share { .. } | Self::LeastPrime => None,
        }
    }
}

impl fmt::Display for HeapLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.sections(), self) {
            (Some(law), _) => law.fmt(f),
            (None, Self::Share { part, whole }) => {
                let times = if *part == 1 { String::new() } else { format!("{part}") };
                write!(
                    f,
                    "with m(n) = floor({times}n/{whole}): G(n) = m(n) where that is more than m(n - 1), else G(n - m(n) - 1)"
                )
            }
            _ => f.write_str("G(n) = 0 for even n, and i where the i-th prime is the least that divides n"),
        }
    }
}

/// Returns the nimber 0 for an even heap, and `None` for an odd one.
fn even_or_open(heap: &BigUint) -> Option<BigUint> {
    (heap.trailing_zeros()? > 0).then_some(BigUint::ZERO)
}

/// Returns the least prime that divides a number above 1, and its index among the primes, from 1.
///
/// Returns `None` if the prime is above `LARGEST_DIVISOR`.
fn least_divisor<E>(number: u64, step: &mut impl FnMut() -> Result<(), E>) -> Result<Option<(u64, u64)>, E> {
    if number.is_multiple_of(2) {
        return Ok(Some((2, 1)));
    }
    let mut divisor = 3;
    while divisor <= number.isqrt() && !number.is_multiple_of(divisor) {
        step()?;
        divisor += 2;
        if divisor > LARGEST_DIVISOR {
            return Ok(None);
        }
    }
    let prime = if divisor <= number.isqrt() { divisor } else { number };
    if prime > LARGEST_DIVISOR {
        return Ok(None);
    }
    // the odd primes 3, 5, ... up to the prime are counted with a sieve
    let mut is_composite = vec![false; (prime as usize - 1) / 2];
    let odd = |at: usize| 2 * at + 3;
    for at in 0..is_composite.len() {
        step()?;
        if !is_composite[at] && odd(at) <= prime.isqrt() as usize {
            let first = (odd(at).pow(2) - 3) / 2;
            (first..is_composite.len()).step_by(odd(at)).for_each(|multiple| is_composite[multiple] = true);
        }
    }
    let odd_primes = is_composite.iter().filter(|is_composite| !**is_composite).count() as u64;
    Ok(Some((prime, 1 + odd_primes)))
}

/// A law for each residue of the heap modulo the number of sections.
///
/// The law holds from the heap `first.len()` on; smaller heaps have the nimbers in `first`.
///
/// ```
/// use sprague_core::heap::{Section, SectionLaw};
/// let ruler = SectionLaw {
///     first: vec![0],
///     sections: vec![Section::Smaller { step: 1, shift: 0, gain: 1 }, Section::Linear { rise: 0, constant: 1 }],
/// };
/// assert_eq!(ruler.to_string(), "G(2n) = G(n) + 1, G(2n + 1) = 1, from heap 1 on");
/// assert_eq!(ruler.nimber(&96_u32.into(), &mut || Ok::<(), ()>(())), Ok(Some(6_u32.into())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SectionLaw {
    /// The nimbers of the first heaps, to which the sections do not apply.
    pub first: Vec<u64>,
    /// For each residue r, the law of the heaps bn + r, where b is the number of sections.
    pub sections: Vec<Section>,
}

/// The law of the heaps bn + r, for one r.
///
/// ```
/// use sprague_core::heap::Section;
/// assert_ne!(Section::Open, Section::Linear { rise: 0, constant: 0 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// The nimber is `rise` · n + `constant`.
    Linear {
        /// The increase of the nimber when n grows by one.
        rise: u64,
        /// The nimber for n = 0.
        constant: i64,
    },
    /// The nimber is that of a smaller heap plus `gain`. The smaller heap has `step` · n + `shift` tokens.
    Smaller {
        /// The factor of n; less than the number of sections.
        step: u64,
        /// The size of the smaller heap for n = 0.
        shift: i64,
        /// The difference between the two nimbers.
        gain: i64,
    },
    /// Nothing is known about these heaps.
    Open,
}

/// Laws with at most this many residues are searched for.
const MOST_SECTIONS: usize = 16;
/// A law that is searched for may skip at most this many heaps at the start.
const MOST_FIRST: usize = 16;
/// Laws that skip more heaps than this are searched for last.
const FEW_FIRST: usize = 4;
/// In a list of this length, every residue has enough heaps without the ones that are skipped.
const LONG: usize = 400;
/// A law of a residue must be seen in at least this many heaps, and their nimbers must have at least `BITS` bits in all.
const FEWEST: usize = 6;
const BITS: f64 = 16.0;
/// The largest absolute values of a shift and of a gain that are tried.
const MOST_SHIFT: i64 = 16;
const MOST_GAIN: i64 = 4;

impl SectionLaw {
    /// Searches for a law that these nimbers of the heaps 0, 1, … follow.
    ///
    /// It returns the first law with the fewest residues, at most 16, if possible one that skips at most four heaps. At least one section must lead back to smaller heaps.
    /// That the given nimbers follow the law proves nothing. It takes at most a few thousand comparisons for each nimber.
    ///
    /// ```
    /// use sprague_core::heap::SectionLaw;
    /// let law = SectionLaw::observed(&[0, 0, 1, 0, 2, 1, 3, 0, 4, 2, 5, 1, 6, 3, 7, 0, 8, 4, 9, 2]).unwrap();
    /// assert_eq!(law.to_string(), "G(2n) = n, G(2n + 1) = G(n)");
    /// assert_eq!(SectionLaw::observed(&[0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2]), None);
    /// ```
    pub fn observed(nimbers: &[u64]) -> Option<Self> {
        // in a long list, a law that skips fewer heaps also holds from the last of them on
        let is_possible = |base: &usize| {
            nimbers.len() < LONG || (0..*base).all(|rest| Section::observed(nimbers, *base, rest, MOST_FIRST).is_some())
        };
        let bases: Vec<usize> = (2..=MOST_SECTIONS).filter(is_possible).collect();
        let seek = |firsts: RangeInclusive<usize>| {
            bases.iter().find_map(|base| firsts.clone().find_map(|first| Self::observed_with(nimbers, *base, first)))
        };
        seek(0..=FEW_FIRST).or_else(|| seek(FEW_FIRST + 1..=MOST_FIRST))
    }

    /// Searches for constants that the nimbers of some residues have from some heap on. The other residues are open.
    ///
    /// Every constant is seen in at least 50 heaps. At most eight residues are tried.
    ///
    /// ```
    /// use sprague_core::heap::SectionLaw;
    /// let nimbers: Vec<u64> = (0..200_u64).map(|heap| if heap % 2 == 1 && heap > 5 { 0 } else { heap * heap % 61 }).collect();
    /// assert_eq!(SectionLaw::observed_in_part(&nimbers).unwrap().to_string(), "G(2n + 1) = 0, from heap 8 on");
    /// ```
    pub fn observed_in_part(nimbers: &[u64]) -> Option<Self> {
        let lengths = (2..=8_usize).flat_map(|base| [8, 32, 100].map(|first| (base, first)));
        lengths.filter(|(base, first)| nimbers.len() >= first + 50 * base).find_map(|(base, first)| {
            let section = |rest: usize| {
                let mut seen = nimbers[first..].iter().skip((rest + base - first % base) % base).step_by(base);
                let one = *seen.next().expect("there are at least 50");
                let constant = Section::Linear { rise: 0, constant: one as i64 };
                if seen.all(|other| *other == one) { constant } else { Section::Open }
            };
            let sections: Vec<Section> = (0..base).map(section).collect();
            let is_law = sections.iter().any(|section| *section != Section::Open);
            is_law.then(|| Self { first: nimbers[..first].to_vec(), sections })
        })
    }

    fn observed_with(nimbers: &[u64], base: usize, first: usize) -> Option<Self> {
        if nimbers.len() < base * FEWEST {
            return None;
        }
        let section = |rest| Section::observed(nimbers, base, rest, first);
        let sections: Vec<Section> = (0..base).map(section).collect::<Option<_>>()?;
        let leads_back = sections.iter().any(|section| matches!(section, Section::Smaller { .. }));
        leads_back.then(|| Self { first: nimbers[..first].to_vec(), sections })
    }

    /// Returns the nimber of a heap; `None` if the law does not cover it.
    ///
    /// # Errors
    /// The error that `step` returned. It is called before each smaller heap.
    pub fn nimber<E>(&self, heap: &BigUint, step: &mut impl FnMut() -> Result<(), E>) -> Result<Option<BigUint>, E> {
        let (mut heap, mut gained) = (heap.clone(), BigInt::ZERO);
        loop {
            let small = usize::try_from(&heap).ok();
            if let Some(first) = small.and_then(|heap| self.first.get(heap)) {
                gained += *first;
                break;
            }
            let base = self.sections.len();
            let (n, rest) = (&heap / base, usize::try_from(&heap % base).expect("a remainder is below the base"));
            match self.sections[rest] {
                Section::Linear { rise, constant } => {
                    gained += BigInt::from(n * rise) + constant;
                    break;
                }
                Section::Smaller { step: by, shift, gain } => {
                    step()?;
                    gained += gain;
                    let smaller = BigInt::from(n * by) + shift;
                    // a heap that is negative or not smaller cannot be followed
                    let Some(smaller) = smaller.to_biguint().filter(|smaller| *smaller < heap) else { return Ok(None) };
                    heap = smaller;
                }
                Section::Open => return Ok(None),
            }
        }
        Ok((gained.sign() != Sign::Minus).then(|| gained.magnitude().clone()))
    }
}

impl Section {
    /// Searches for the law of one residue, for heaps from `first` on. Simple laws are tried first.
    fn observed(nimbers: &[u64], base: usize, rest: usize, first: usize) -> Option<Self> {
        let start = first.saturating_sub(rest).div_ceil(base);
        let at = |n: usize| nimbers[base * n + rest] as i64;
        let count = (nimbers.len() - rest).div_ceil(base);
        let heaps = || start..count;
        if heaps().len() < FEWEST {
            return None;
        }
        let rise = at(start + 1) - at(start);
        let constant = at(start) - rise * start as i64;
        if rise >= 0 && heaps().all(|n| at(n) == rise * n as i64 + constant) {
            return Some(Self::Linear { rise: rise as u64, constant });
        }
        let different: std::collections::BTreeSet<i64> = heaps().map(at).collect();
        if (heaps().len() as f64) * (different.len() as f64).log2() < BITS {
            return None;
        }
        let smaller = |step: usize, shift: i64| {
            let heap = move |n: usize| usize::try_from((step * n) as i64 + shift).ok().filter(|heap| *heap < base * n + rest);
            let gain = at(start) - nimbers[heap(start)?] as i64;
            let is_law =
                gain.abs() <= MOST_GAIN && heaps().all(|n| heap(n).is_some_and(|heap| at(n) == nimbers[heap] as i64 + gain));
            is_law.then_some(Self::Smaller { step: step as u64, shift, gain })
        };
        // tries small shifts first
        let shifts = || (0..=MOST_SHIFT).flat_map(|shift| [shift, -shift]);
        (1..base).find_map(|step| shifts().find_map(|shift| smaller(step, shift)))
    }
}

impl fmt::Display for SectionLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = self.sections.len() as u64;
        let claimed = self.sections.iter().zip(0..).filter(|(section, _)| **section != Section::Open);
        for (place, (section, rest)) in claimed.enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            write!(f, "{comma}G({}) = ", Linear(base, rest))?;
            match *section {
                Section::Linear { rise, constant } => write!(f, "{}", Linear(rise, constant))?,
                Section::Smaller { step, shift, gain } => {
                    write!(f, "G({})", Linear(step, shift))?;
                    match gain {
                        0 => Ok(()),
                        1.. => write!(f, " + {gain}"),
                        _ => write!(f, " - {}", -gain),
                    }?;
                }
                Section::Open => {}
            }
        }
        match self.first.len() {
            0 => Ok(()),
            first => write!(f, ", from heap {first} on"),
        }
    }
}

/// The text of a linear function: a factor times n plus a number.
struct Linear(u64, i64);

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0, self.1) {
            (0, constant) => write!(f, "{constant}"),
            (factor, constant) => {
                if factor > 1 {
                    write!(f, "{factor}")?;
                }
                match constant {
                    0 => write!(f, "n"),
                    1.. => write!(f, "n + {constant}"),
                    _ => write!(f, "n - {}", constant.unsigned_abs()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nimbers(law: &HeapLaw, heaps: u64) -> Vec<u64> {
        let nimber = |heap: u64| law.nimber(&heap.into(), &mut || Ok::<(), ()>(())).unwrap().unwrap();
        (0..heaps).map(|heap| u64::try_from(nimber(heap)).unwrap()).collect()
    }

    #[test]
    fn laws_of_shares_are_seen_in_their_nimbers() {
        for whole in 2..=6 {
            for part in (1..whole).filter(|part| (2..=*part).all(|other| part % other > 0 || whole % other > 0)) {
                let law = HeapLaw::Share { part, whole };
                let nimbers = nimbers(&law, 400);
                let sections = law.sections().unwrap();
                assert_eq!(nimbers, self::nimbers(&HeapLaw::Sections(sections.clone()), 400), "{law}");
                // a law with as many residues or fewer gives the same nimbers
                let seen = SectionLaw::observed(&nimbers[..200]).unwrap();
                assert!(seen.sections.len() <= whole as usize, "{law}: {seen}");
                assert_eq!(self::nimbers(&HeapLaw::Sections(seen), 400), nimbers, "{law}");
            }
        }
        let rulers: Vec<u64> =
            (0..100_u64).map(|heap| if heap == 0 { 0 } else { 1 + u64::from(heap.trailing_zeros()) }).collect();
        assert_eq!(SectionLaw::observed(&rulers).unwrap().to_string(), "G(2n) = G(n) + 1, G(2n + 1) = 1, from heap 1 on");
    }

    #[test]
    fn no_law_is_seen_where_there_is_none() {
        // few lists of random numbers seem to follow a law
        let mut state = 1_u64;
        let mut random = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        for most in [2, 3, 5, 10] {
            for length in [20, 40, 100, 300] {
                let seen = (0..100).filter(|_| {
                    let list: Vec<u64> = (0..length).map(|_| random(most)).collect();
                    SectionLaw::observed(&list).is_some()
                });
                assert_eq!(seen.count(), 0, "{most} {length}");
            }
        }
    }

    #[test]
    fn the_place_of_a_prime_is_counted() {
        let divisor = |number| least_divisor(number, &mut || Ok::<(), ()>(())).unwrap();
        assert_eq!(
            [2, 3, 4, 25, 49, 35, 541].map(divisor),
            [(2, 1), (3, 2), (2, 1), (5, 3), (7, 4), (5, 3), (541, 100)].map(Some)
        );
        assert_eq!(divisor(1_000_003), Some((1_000_003, 78_499)));
        assert_eq!(divisor(18_446_744_073_709_551_557), None);
        assert_eq!(least_divisor(1_000_003, &mut || Err(())), Err(()));
    }

    #[test]
    fn what_leads_nowhere_is_no_law() {
        let law = SectionLaw { first: vec![], sections: vec![Section::Smaller { step: 1, shift: 0, gain: 0 }, Section::Open] };
        let nimber = |heap: u32| law.nimber(&heap.into(), &mut || Ok::<(), ()>(())).unwrap();
        assert_eq!((nimber(0), nimber(8), nimber(3)), (None, None, None));
    }
}
