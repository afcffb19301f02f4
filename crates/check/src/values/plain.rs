//! Sums of number, ups and star, as text and as games with the options of the definition.
//!
//! ↑ = {0 | \*}, and both players' options of \*k are \*0, …, \*(k−1). For n ≥ 1, n·↑ + \*k = {0 | (n−1)·↑ + \*(k⊕1)}, except
//! ↑\* = {0, \* | 0}. If the rest is not 0, the number is added to every option. Source: Siegel, *Combinatorial Game Theory*,
//! 2013, ch. II.

use crate::not_accepted::BadValues;
use core::cmp::Ordering;
use num_bigint::{BigInt, BigUint, Sign};

/// The longest text that is parsed, in bytes.
const MAX_TEXT: usize = 1_000;

/// A number m/2ᵉ in lowest terms: m is odd, or e = 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Number {
    mantissa: BigInt,
    places: u64,
}

impl Number {
    fn new(mantissa: BigInt, places: u64) -> Self {
        let even = mantissa.trailing_zeros().unwrap_or(u64::MAX).min(places);
        Self { mantissa: mantissa >> even, places: places - even }
    }

    pub(crate) fn sign(&self) -> Sign {
        self.mantissa.sign()
    }

    /// Returns e, where 2ᵉ is the denominator.
    pub(crate) fn places(&self) -> u64 {
        self.places
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let places = self.places.max(other.places);
        let with_places = |number: &Self| &number.mantissa << (places - number.places);
        Self::new(with_places(self) + with_places(other), places)
    }

    fn negative(&self) -> Self {
        Self { mantissa: -&self.mantissa, places: self.places }
    }

    pub(crate) fn times(&self, factor: u64) -> Self {
        Self::new(&self.mantissa * factor, self.places)
    }

    /// Returns the number divided by `parts`, or `None` if the result is not of the form m/2ᵉ.
    pub(crate) fn divided(&self, parts: u64) -> Option<Self> {
        let (twos, odd) = (u64::from(parts.trailing_zeros()), BigInt::from(parts >> parts.trailing_zeros()));
        (&self.mantissa % &odd == BigInt::ZERO).then(|| Self::new(&self.mantissa / odd, self.places + twos))
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.mantissa << other.places).cmp(&(&other.mantissa << self.places))
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A game x + n·↑ + \*k.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Plain {
    pub(crate) number: Number,
    pub(crate) ups: i64,
    pub(crate) star: u64,
}

impl Plain {
    /// Parses a sum of number, ups and star, such as `-3/2`, `^`, `v2*3` or `1*`.
    ///
    /// # Errors
    /// Returns [`BadValues::Unreadable`] if the text is not one.
    pub(crate) fn read(text: &str) -> Result<Self, BadValues> {
        let unreadable = || BadValues::Unreadable { text: text.chars().take(40).collect() };
        if text.is_empty() || text.len() > MAX_TEXT {
            return Err(unreadable());
        }
        Self::parse(text).ok_or_else(unreadable)
    }

    fn parse(text: &str) -> Option<Self> {
        let (before, star) = match text.split_once('*') {
            Some((before, "")) => (before, 1),
            Some((before, star)) => (before, digits(star)?.try_into().ok()?),
            None => (text, 0),
        };
        let (number, ups) = match before.split_once(['^', 'v']) {
            Some((number, ups)) => {
                let ups: i64 = if ups.is_empty() { 1 } else { digits(ups)?.try_into().ok()? };
                (number, if before.contains('v') { -ups } else { ups })
            }
            None => (before, 0),
        };
        Some(Self { number: number_of(number)?, ups, star })
    }

    pub(crate) fn is_number(&self) -> bool {
        (self.ups, self.star) == (0, 0)
    }

    pub(crate) fn zero() -> Self {
        Self { number: Number::new(BigInt::ZERO, 0), ups: 0, star: 0 }
    }

    pub(crate) fn plus(&self, number: &Number) -> Self {
        Self { number: self.number.plus(number), ..*self }
    }

    /// Returns the sum, or `None` if there are too many ups.
    pub(crate) fn sum(&self, other: &Self) -> Option<Self> {
        let ups = self.ups.checked_add(other.ups)?;
        Some(Self { number: self.number.plus(&other.number), ups, star: self.star ^ other.star })
    }

    pub(crate) fn is_at_most(&self, other: &Self) -> bool {
        let negative = Self { number: self.number.negative(), ups: self.ups.saturating_neg(), star: self.star };
        other.sum(&negative).is_some_and(|difference| match difference.number.sign() {
            Sign::NoSign => difference.is_at_least_its_number(),
            sign => sign == Sign::Plus,
        })
    }

    /// Returns `true` if it is ≥ its number. For n ≥ 1, n·↑ + \*k > 0, except ↑\*, which is confused with 0.
    pub(crate) fn is_at_least_its_number(&self) -> bool {
        self.is_number() || self.ups > 1 || (self.ups == 1 && self.star != 1)
    }

    /// Returns `true` if it is ≤ its number.
    pub(crate) fn is_at_most_its_number(&self) -> bool {
        self.is_number() || self.ups < -1 || (self.ups == -1 && self.star != 1)
    }

    /// Returns the options of Left and of Right. They are not listed, because a large star has very many.
    pub(crate) fn options(&self) -> [Options<'_>; 2] {
        let all = |kind| Options { of: self, kind };
        let none = all(Kind::None);
        if self.is_number() {
            return match (self.number.places, self.number.sign()) {
                (0, Sign::NoSign) => [none, none],
                (0, Sign::Plus) => [all(Kind::Nearer(-1)), none],
                (0, Sign::Minus) => [none, all(Kind::Nearer(1))],
                _ => [all(Kind::Nearer(-1)), all(Kind::Nearer(1))],
            };
        }
        let stars = |count| all(Kind::Stars(count));
        let mirrored = |own, other| if self.ups > 0 { [own, other] } else { [other, own] };
        match (self.ups.unsigned_abs(), self.star) {
            (0, star) => [stars(star), stars(star)],
            (1, 1) => mirrored(stars(2), stars(1)),
            _ => mirrored(stars(1), all(Kind::LessUps)),
        }
    }
}

/// The options of one player, which are computed by index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a> {
    of: &'a Plain,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    None,
    /// The number moved by one unit of its last binary place: towards 0 if it is an integer.
    Nearer(i8),
    /// The number plus \*0, \*1, … up to this count.
    Stars(u64),
    /// One ↑ or ↓ less, and the star with its last bit flipped.
    LessUps,
}

impl Options<'_> {
    pub(crate) fn count(self) -> u64 {
        match self.kind {
            Kind::None => 0,
            Kind::Stars(count) => count,
            Kind::Nearer(_) | Kind::LessUps => 1,
        }
    }

    pub(crate) fn get(self, i: u64) -> Plain {
        let Plain { number, ups, star } = self.of;
        match self.kind {
            Kind::Nearer(step) => Plain { number: Number::new(&number.mantissa + step, number.places), ups: 0, star: 0 },
            Kind::LessUps => Plain { number: number.clone(), ups: ups - ups.signum(), star: star ^ 1 },
            Kind::None | Kind::Stars(_) => Plain { number: number.clone(), ups: 0, star: i },
        }
    }
}

fn number_of(text: &str) -> Option<Number> {
    if text.is_empty() {
        return Some(Number::new(BigInt::ZERO, 0));
    }
    let (sign, size) = text.strip_prefix('-').map_or((Sign::Plus, text), |size| (Sign::Minus, size));
    let (mantissa, denominator) = match size.split_once('/') {
        Some((mantissa, denominator)) => (mantissa, digits(denominator)?),
        None => (size, BigUint::from(1_u32)),
    };
    let places = denominator.trailing_zeros()?;
    let is_power = denominator.bits() == places + 1;
    is_power.then_some(Number::new(BigInt::from_biguint(sign, digits(mantissa)?), places))
}

fn digits(text: &str) -> Option<BigUint> {
    let are_digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| are_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Plain {
        Plain::read(text).unwrap()
    }

    #[test]
    fn what_is_no_atom_is_unreadable() {
        for text in [
            "", "x", "1/3", "1/0", "--1", "+1", "1 ", "^*^", "**", "*-1", "^v", "^-1", "{0|1}", "1/2/2", "^1^", "*1*", "½", "1/",
            "/2",
        ] {
            assert!(Plain::read(text).is_err(), "{text}");
        }
        assert!(Plain::read(&"1".repeat(2_000)).is_err());
        assert!(Plain::read("*18446744073709551616").is_err());
        assert_eq!(read("2/4"), read("1/2"));
        assert_eq!((read("-3/2v2*5").ups, read("-3/2v2*5").star), (-2, 5));
    }

    #[test]
    fn atoms_are_added_and_ordered() {
        let sum = |a: &str, b: &str| read(a).sum(&read(b)).unwrap();
        assert_eq!(sum("1^*", "-3/2v2*3"), read("-1/2v*2"));
        assert_eq!(sum("^", "v"), Plain::zero());
        assert_eq!(read("^9223372036854775807").sum(&read("^")), None);
        for (less, more) in
            [("0", "0"), ("0", "^"), ("*2", "^"), ("0", "^2*"), ("v*3", "0"), ("-1", "*"), ("1v", "1"), ("^", "1/8")]
        {
            assert!(read(less).is_at_most(&read(more)), "{less} {more}");
            assert_eq!(read(more).is_at_most(&read(less)), less == more, "{more} {less}");
        }
        for (a, b) in [("0", "*"), ("^", "*"), ("^*", "0"), ("1*", "1*2"), ("^", "^*")] {
            assert!(!read(a).is_at_most(&read(b)) && !read(b).is_at_most(&read(a)), "{a} {b}");
        }
    }

    #[test]
    fn numbers_are_ordered_added_and_divided() {
        let number = |text: &str| read(text).number;
        assert!(number("-3/2") < number("-1") && number("1/2") > number("3/8"));
        assert_eq!(number("1/2").plus(&number("-3/4")), number("-1/4"));
        assert_eq!(number("3/4").times(6), number("9/2"));
        assert_eq!((number("9/2").divided(6), number("1").divided(3)), (Some(number("3/4")), None));
        assert_eq!(number("0").divided(7), Some(number("0")));
    }
}
