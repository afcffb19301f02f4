//! Sums of a number, ups and a star, x + n·↑ + \*k, in closed form and of any size.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II: n·↑ + \*k = {0 | (n−1)·↑ + \*(k⊕1)} for n ≥ 1, except ↑\* = {0,\* | 0}.

use crate::dyadic::{self, Dyadic};
use crate::form::is_infinitesimal_at_least_zero;
use core::cmp::Ordering;
use core::fmt;
use num_bigint::{BigInt, BigUint};
use sprague_core::Player;

/// A number, a multiple of ↑, and a nimber, added.
///
/// ```
/// use sprague_values::{Dyadic, Nus};
///
/// let nus = Nus { number: Dyadic::new(1, 1), ups: (-3).into(), star: 5 };
/// assert_eq!(nus.to_string(), "1/2v3*5");
/// assert_eq!(nus.birthday(), 9_u32.into());
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Nus {
    /// The number.
    pub number: Dyadic,
    /// How many ↑; negative for ↓.
    pub ups: BigInt,
    /// The k of \*k.
    pub star: u64,
}

/// What becomes of the ups of a sum of ups and star when somebody moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UpsAfter {
    None,
    OneNearer,
}

/// The option with index `i` of a sum of ups and a star that is not 0; the ups by their sign and whether they are one.
pub(crate) fn infinitesimal_option(player: Player, sign: Ordering, is_unit: bool, star: u64, i: u64) -> Option<(UpsAfter, u64)> {
    let own = match player {
        Player::Left => sign,
        Player::Right => sign.reverse(),
    };
    let is_lonely = is_unit && star == 1;
    match own {
        Ordering::Equal => (i < star).then_some((UpsAfter::None, i)),
        Ordering::Greater => (i < if is_lonely { 2 } else { 1 }).then_some((UpsAfter::None, i)),
        Ordering::Less => (i < 1).then_some((UpsAfter::OneNearer, if is_lonely { 0 } else { star ^ 1 })),
    }
}

impl Nus {
    /// A number alone.
    ///
    /// ```
    /// use sprague_values::{Dyadic, Nus};
    /// assert!(Nus::from_number(Dyadic::from(3)).is_number());
    /// ```
    pub fn from_number(number: Dyadic) -> Self {
        Self { number, ups: BigInt::ZERO, star: 0 }
    }

    /// Whether there are no ups and no star.
    ///
    /// ```
    /// use sprague_values::{Dyadic, Nus};
    /// assert!(!Nus { number: Dyadic::ZERO, ups: 1.into(), star: 0 }.is_number());
    /// ```
    pub fn is_number(&self) -> bool {
        self.ups == BigInt::ZERO && self.star == 0
    }

    /// The day on which it is born.
    ///
    /// ```
    /// use sprague_values::{Dyadic, Nus};
    /// assert_eq!(Nus { number: Dyadic::new(3, 2), ups: 0.into(), star: 0 }.birthday(), 3_u32.into());
    /// ```
    pub fn birthday(&self) -> BigUint {
        let number = self.number.birthday();
        let ups = self.ups.magnitude();
        if *ups == BigUint::ZERO {
            return number + self.star;
        }
        // every move of the player who moves ↑ turns one star over
        let star = self.star ^ u64::from(!ups.bit(0));
        number + (ups - 1_u32) + if star == 1 { 2 } else { 1 + (star ^ 1) }
    }

    pub(crate) fn is_at_least_its_number(&self) -> bool {
        let (sign, is_unit) = self.sign();
        is_infinitesimal_at_least_zero(sign, is_unit, self.star)
    }

    pub(crate) fn is_at_most_its_number(&self) -> bool {
        let (sign, is_unit) = self.sign();
        is_infinitesimal_at_least_zero(sign.reverse(), is_unit, self.star)
    }

    pub(crate) fn is_at_most(&self, other: &Self) -> bool {
        match self.number.cmp(&other.number) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => other.plus(&self.negative()).is_at_least_its_number(),
        }
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        Self { number: &self.number + &other.number, ups: &self.ups + &other.ups, star: self.star ^ other.star }
    }

    pub(crate) fn negative(&self) -> Self {
        Self { number: -&self.number, ups: -&self.ups, star: self.star }
    }

    pub(crate) fn option(&self, player: Player, i: u64) -> Option<Self> {
        if self.is_number() {
            let is_pulled = match player {
                Player::Left => self.number > Dyadic::ZERO,
                Player::Right => self.number < Dyadic::ZERO,
            };
            let has_option = i == 0 && (is_pulled || !self.number.is_integer());
            return has_option.then(|| {
                let step = self.number.step();
                Self::from_number(if player == Player::Left { &self.number - &step } else { &self.number + &step })
            });
        }
        let (sign, is_unit) = self.sign();
        infinitesimal_option(player, sign, is_unit, self.star, i).map(|(ups, star)| {
            let ups = match ups {
                UpsAfter::None => BigInt::ZERO,
                UpsAfter::OneNearer if sign == Ordering::Greater => &self.ups - 1,
                UpsAfter::OneNearer => &self.ups + 1,
            };
            Self { number: self.number.clone(), ups, star }
        })
    }

    fn sign(&self) -> (Ordering, bool) {
        (dyadic::sign(&self.ups), *self.ups.magnitude() == BigUint::from(1_u32))
    }
}

impl fmt::Display for Nus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number != Dyadic::ZERO || self.is_number() {
            write!(f, "{}", self.number)?;
        }
        let (sign, is_unit) = self.sign();
        match sign {
            Ordering::Equal => {}
            _ if is_unit => f.write_str(if sign == Ordering::Greater { "^" } else { "v" })?,
            _ => write!(f, "{}{}", if sign == Ordering::Greater { '^' } else { 'v' }, self.ups.magnitude())?,
        }
        match self.star {
            0 => Ok(()),
            1 => f.write_str("*"),
            star => write!(f, "*{star}"),
        }
    }
}
