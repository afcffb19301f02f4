//! Multiplication of nimbers. For every k, the nimbers below 2^(2^k) are a field.
//!
//! Conway, *On Numbers and Games*, ch. 6. Each field is the field below it, extended by the element F = 2^(2^k), for which F ⊗
//! F = F ⊕ F/2.

use super::Nimber;
use core::fmt;
use core::iter;
use core::ops::Add;

/// A nimber below 2^128, with the arithmetic of the field of these nimbers.
///
/// Addition is the nim-sum. A product takes some hundred steps, an inverse or a root a few hundred.
///
/// ```
/// use sprague_core::WideNimber;
///
/// let (a, b) = (WideNimber(4), WideNimber(1 << 100));
/// assert_eq!(a.product(a), WideNimber(6));
/// assert_eq!(a.product(b).quotient(a), Some(b));
/// assert_eq!((a + b).to_string(), "1267650600228229401496703205380");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideNimber(pub u128);

impl WideNimber {
    /// Returns the nim-product: the mex of a'b ⊕ ab' ⊕ a'b' for all a' < a and b' < b.
    ///
    /// ```
    /// use sprague_core::WideNimber;
    /// assert_eq!(WideNimber(7).product(WideNimber(9)), WideNimber(8));
    /// ```
    #[must_use]
    pub fn product(self, other: Self) -> Self {
        Self(match (u64::try_from(self.0), u64::try_from(other.0)) {
            (Ok(a), Ok(b)) => a.product(b).into(),
            _ => Field::product(self.0, other.0),
        })
    }

    /// Returns the nimber whose product with this one is 1; `None` for 0.
    ///
    /// ```
    /// use sprague_core::WideNimber;
    /// assert_eq!(WideNimber(5).inverse(), Some(WideNimber(12)));
    /// assert_eq!(WideNimber(0).inverse(), None);
    /// ```
    pub fn inverse(self) -> Option<Self> {
        (self.0 != 0).then(|| Self(Field::inverse(self.0)))
    }

    /// Returns the nimber whose product with `divisor` is this one; `None` if `divisor` is 0.
    ///
    /// ```
    /// use sprague_core::WideNimber;
    /// assert_eq!(WideNimber(6).quotient(WideNimber(4)), Some(WideNimber(4)));
    /// ```
    pub fn quotient(self, divisor: Self) -> Option<Self> {
        Some(self.product(divisor.inverse()?))
    }

    /// Returns the nim-product of `exponent` factors that all equal this one; 1 for the exponent 0. O(log exponent) products.
    ///
    /// ```
    /// use sprague_core::WideNimber;
    /// assert_eq!(WideNimber(2).power(3), WideNimber(1));
    /// ```
    #[must_use]
    pub fn power(self, mut exponent: u128) -> Self {
        let (mut power, mut square) = (Self(1), self);
        while exponent > 0 {
            if exponent & 1 != 0 {
                power = power.product(square);
            }
            square = square.product(square);
            exponent >>= 1;
        }
        power
    }

    /// Returns the square root: the only nimber whose product with itself is this one.
    ///
    /// ```
    /// use sprague_core::WideNimber;
    /// assert_eq!(WideNimber(6).root(), WideNimber(4));
    /// ```
    #[must_use]
    pub fn root(self) -> Self {
        Self(Field::root(self.0))
    }
}

impl Nimber {
    /// Returns the nim-product. If both factors are below one of 2, 4, 16, 256, …, so is the product.
    ///
    /// ```
    /// use sprague_core::Nimber;
    /// assert_eq!(Nimber(4).product(Nimber(8)), Nimber(11));
    /// ```
    #[must_use]
    pub fn product(self, other: Self) -> Self {
        Self(Field::product(self.0, other.0))
    }

    /// Returns the nimber whose product with this one is 1; `None` for 0.
    ///
    /// ```
    /// use sprague_core::Nimber;
    /// assert_eq!(Nimber(2).inverse(), Some(Nimber(3)));
    /// ```
    pub fn inverse(self) -> Option<Self> {
        (self.0 != 0).then(|| Self(Field::inverse(self.0)))
    }

    /// Returns the nimber whose product with `divisor` is this one; `None` if `divisor` is 0.
    ///
    /// ```
    /// use sprague_core::Nimber;
    /// assert_eq!(Nimber(1).quotient(Nimber(2)), Some(Nimber(3)));
    /// ```
    pub fn quotient(self, divisor: Self) -> Option<Self> {
        Some(self.product(divisor.inverse()?))
    }

    /// Returns the nim-product of `exponent` factors that all equal this one; 1 for the exponent 0.
    ///
    /// ```
    /// use sprague_core::Nimber;
    /// assert_eq!(Nimber(4).power(2), Nimber(6));
    /// ```
    #[must_use]
    pub fn power(self, exponent: u128) -> Self {
        Self(WideNimber::from(self).power(exponent).0 as u32)
    }

    /// Returns the square root: the only nimber whose product with itself is this one.
    ///
    /// ```
    /// use sprague_core::Nimber;
    /// assert_eq!(Nimber(2).root(), Nimber(3));
    /// ```
    #[must_use]
    pub fn root(self) -> Self {
        Self(Field::root(self.0))
    }
}

impl From<Nimber> for WideNimber {
    fn from(nimber: Nimber) -> Self {
        Self(nimber.0.into())
    }
}

impl Add for WideNimber {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the sum of nimbers is addition without carry")]
    fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl iter::Sum for WideNimber {
    fn sum<I: Iterator<Item = Self>>(nimbers: I) -> Self {
        nimbers.fold(Self(0), Self::add)
    }
}

impl fmt::Display for WideNimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Returns the product in the field of 256 elements; used to build the tables.
const fn small_product(a: u8, b: u8, level: u32) -> u8 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let bits = 1 << (level - 1);
    let low = (1_u8 << bits) - 1;
    let (a1, a0, b1, b0) = (a >> bits, a & low, b >> bits, b & low);
    let (zero, two) = (small_product(a0, b0, level - 1), small_product(a1, b1, level - 1));
    let one = small_product(a0 ^ a1, b0 ^ b1, level - 1) ^ zero;
    one << bits ^ zero ^ small_product(two, 1 << (bits - 1), level - 1)
}

/// The least nimber whose powers are all nimbers from 1 to 255.
const GENERATOR: u8 = generator();

const fn generator() -> u8 {
    let mut candidate = 2;
    while order(candidate) != 255 {
        candidate += 1;
    }
    candidate
}

const fn order(nimber: u8) -> u32 {
    let (mut power, mut order) = (nimber, 1);
    while power != 1 {
        power = small_product(power, nimber, 3);
        order += 1;
    }
    order
}

/// The powers of the generator, repeated twice, so that the sum of two logarithms is a valid index.
static POWERS: [u8; 510] = powers();

const fn powers() -> [u8; 510] {
    let (mut powers, mut at, mut power) = ([0; 510], 0, 1);
    while at < 510 {
        powers[at] = power;
        power = small_product(power, GENERATOR, 3);
        at += 1;
    }
    powers
}

/// The logarithm of each nimber from 1 to 255.
static LOGARITHMS: [u8; 256] = logarithms();

const fn logarithms() -> [u8; 256] {
    let (powers, mut logarithms, mut at) = (powers(), [0; 256], 0);
    while at < 255 {
        logarithms[powers[at] as usize] = at as u8;
        at += 1;
    }
    logarithms
}

/// The product of each nimber below 256 with 128.
static HALVES: [u8; 256] = halves();

const fn halves() -> [u8; 256] {
    let (mut halves, mut at) = ([0; 256], 0);
    while at < 256 {
        halves[at] = small_product(at as u8, 128, 3);
        at += 1;
    }
    halves
}

/// The numbers of a fixed number of bits, as a field.
trait Field: Copy {
    fn product(self, other: Self) -> Self;

    /// Returns the product with the power of two that is the highest bit of the type.
    fn half(self) -> Self;

    /// Returns the inverse of a number that is not 0.
    fn inverse(self) -> Self;

    fn root(self) -> Self;
}

impl Field for u8 {
    fn product(self, other: Self) -> Self {
        if self == 0 || other == 0 {
            return 0;
        }
        POWERS[usize::from(LOGARITHMS[usize::from(self)]) + usize::from(LOGARITHMS[usize::from(other)])]
    }

    fn half(self) -> Self {
        HALVES[usize::from(self)]
    }

    fn inverse(self) -> Self {
        POWERS[255 - usize::from(LOGARITHMS[usize::from(self)])]
    }

    /// Uses that squaring 8 times gives the number back: the root is the power of 2^7 = 128.
    fn root(self) -> Self {
        if self == 0 {
            return 0;
        }
        POWERS[usize::from(LOGARITHMS[usize::from(self)]) * 128 % 255]
    }
}

/// Defines the field of twice as many bits, whose elements are a₁F ⊕ a₀.
macro_rules! doubled {
    ($wide:ty, $narrow:ty) => {
        impl Field for $wide {
            /// Karatsuba with three products: (a₁b₁ ⊕ a₁b₀ ⊕ a₀b₁)F ⊕ a₀b₀ ⊕ a₁b₁(F/2).
            fn product(self, other: Self) -> Self {
                let ([a1, a0], [b1, b0]) = (<[$narrow; 2]>::of(self), <[$narrow; 2]>::of(other));
                let zero = a0.product(b0);
                if a1 == 0 && b1 == 0 {
                    return zero.into();
                }
                let [one, two] = [(a0 ^ a1).product(b0 ^ b1), a1.product(b1)];
                [one ^ zero, zero ^ two.half()].whole()
            }

            /// The other factor is (F/2)F, which gives (a₁ ⊕ a₀)(F/2)F ⊕ a₁(F/2)(F/2).
            fn half(self) -> Self {
                let [a1, a0] = <[$narrow; 2]>::of(self);
                [(a1 ^ a0).half(), a1.half().half()].whole()
            }

            /// Multiplies with the conjugate a₁F ⊕ a₁ ⊕ a₀: the product of a number and its conjugate is in the field below.
            fn inverse(self) -> Self {
                let [a1, a0] = <[$narrow; 2]>::of(self);
                if a1 == 0 {
                    return a0.inverse().into();
                }
                let norm = (a0.product(a0 ^ a1) ^ a1.product(a1).half()).inverse();
                [a1.product(norm), (a0 ^ a1).product(norm)].whole()
            }

            /// Inverts the square: (xF ⊕ y)² = x²F ⊕ x²(F/2) ⊕ y².
            fn root(self) -> Self {
                let [a1, a0] = <[$narrow; 2]>::of(self);
                [a1.root(), (a0 ^ a1.half()).root()].whole()
            }
        }

        impl Halved<$wide> for [$narrow; 2] {
            fn of(whole: $wide) -> Self {
                [(whole >> <$narrow>::BITS) as $narrow, whole as $narrow]
            }

            fn whole(self) -> $wide {
                <$wide>::from(self[0]) << <$narrow>::BITS | <$wide>::from(self[1])
            }
        }
    };
}

/// Splits a number into the upper and the lower half of its bits.
trait Halved<Wide> {
    fn of(whole: Wide) -> Self;

    fn whole(self) -> Wide;
}

doubled!(u16, u8);
doubled!(u32, u16);
doubled!(u64, u32);
doubled!(u128, u64);

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns all products of nimbers below 64, by definition.
    fn products_by_mex() -> Vec<Vec<u128>> {
        let mut products: Vec<Vec<u128>> = vec![vec![0; 64]; 64];
        for a in 0..64 {
            for b in 0..64 {
                let options = (0..a).flat_map(|x| (0..b).map(move |y| (x, y)));
                let options: Vec<u128> = options.map(|(x, y)| products[x][b] ^ products[a][y] ^ products[x][y]).collect();
                products[a][b] = (0..).find(|value| !options.contains(value)).unwrap();
            }
        }
        products
    }

    /// Returns numbers of every width, small and large.
    fn sample() -> Vec<WideNimber> {
        let mut state: u128 = 1;
        let mut draw = move || {
            state = state.wrapping_mul(0x2d99_787f_cf74_4c25_0985_9d07_69fa_c2d5).wrapping_add(1);
            state
        };
        (0..128).map(|bits| WideNimber(draw() >> bits)).chain((0..128).map(|bit| WideNimber(1 << bit))).collect()
    }

    #[test]
    fn products_are_those_of_the_definition() {
        for (a, row) in products_by_mex().into_iter().enumerate() {
            for (b, product) in row.into_iter().enumerate() {
                assert_eq!(WideNimber(a as u128).product(WideNimber(b as u128)), WideNimber(product), "{a} {b}");
                assert_eq!(Nimber(a as u32).product(Nimber(b as u32)), Nimber(product as u32), "{a} {b}");
            }
        }
    }

    #[test]
    fn they_are_a_field_of_every_width() {
        let all = sample();
        for (&a, (&b, &c)) in all.iter().zip(all.iter().rev().zip(all.iter().cycle().skip(57))) {
            assert_eq!(a.product(b), b.product(a));
            assert_eq!(a.product(b).product(c), a.product(b.product(c)));
            assert_eq!(a.product(b + c), a.product(b) + a.product(c));
            assert_eq!(a.root().product(a.root()), a);
            assert_eq!(a.power(3), a.product(a).product(a));
            if let Some(inverse) = a.inverse() {
                assert_eq!(a.product(inverse), WideNimber(1));
            }
            let bits = 128 - a.0.max(b.0).leading_zeros();
            assert!(bits.next_power_of_two() == 128 || a.product(b).0 >> bits.next_power_of_two() == 0, "{a} {b}");
        }
    }

    #[test]
    fn a_fermat_power_times_a_smaller_nimber_is_their_usual_product() {
        for level in 0..7 {
            let fermat = WideNimber(1 << (1 << level));
            assert_eq!(fermat.product(fermat), WideNimber(fermat.0 / 2 * 3));
            for below in sample().into_iter().filter(|nimber| nimber.0 < fermat.0) {
                assert_eq!(fermat.product(below), WideNimber(fermat.0 * below.0));
            }
        }
    }

    #[test]
    fn narrow_nimbers_are_wide_ones_that_stay_small() {
        for WideNimber(a) in sample() {
            let (a, b) = (Nimber(a as u32), Nimber((a >> 40) as u32));
            let wide = [a, b].map(WideNimber::from);
            assert_eq!(WideNimber::from(a.product(b)), wide[0].product(wide[1]));
            assert_eq!(a.quotient(b).map(WideNimber::from), wide[0].quotient(wide[1]));
            assert_eq!(WideNimber::from(a.power(77)), wide[0].power(77));
            assert_eq!(WideNimber::from(a.root()), wide[0].root());
        }
    }
}
