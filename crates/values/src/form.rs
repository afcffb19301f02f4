//! The handle of a canonical form: 63 bits, and one handle for each form of an arena.
//!
//! Two low bits say what it is. A number + ups + star that fits is in the handle itself; any other game is a *base*, a form whose right
//! stop is 0, plus a number, so that adding a number touches no memory. What fits neither way is spilled into a table of the arena.

use crate::dyadic::{Dyadic, PLACES};
use core::cmp::Ordering;

const TRANSLATE: u64 = 0;
const NUS: u64 = 1;
const SPILLED: u64 = 2;
const PENDING: u64 = 3;

/// Binary places of the number in an inline sum of number, ups and star.
const NUS_SHIFT: u32 = PLACES - 20;
const NUS_MAX: i64 = (1 << 38) - 1;
/// Units lost by the number of an inline translate, which has 16 binary places.
const TRANSLATE_SHIFT: u32 = PLACES - 16;
const TRANSLATE_MAX: i64 = (1 << 32) - 1;
/// Bases that an arena can hold.
pub(crate) const BASES: u64 = 1 << 28;

/// A canonical form, as a handle into the [`Arena`](crate::Arena) that made it. Equal games have equal handles.
///
/// A handle means nothing without its arena; a [`Value`](crate::Value) holds both.
///
/// ```
/// use sprague_values::{Arena, Form};
/// use sprague_core::Limits;
///
/// let (arena, limits) = (Arena::new(), Limits::default());
/// let mut calculator = arena.calculator(&limits);
/// let hot = calculator.make(&[Form::integer(1)], &[Form::integer(-1)])?;
/// assert_eq!(calculator.add(hot, hot)?, Form::ZERO);
/// # Ok::<(), sprague_core::Stopped>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Form(pub(crate) u64);

/// What a handle is, unpacked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Nus(Inline),
    /// A base, and what is added to it, in units.
    Translate(u32, i64),
    Spilled(u64),
    Pending,
}

/// A sum of number, ups and star that fits a handle; the number in units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Inline {
    pub(crate) x: i64,
    pub(crate) ups: i64,
    pub(crate) star: u64,
}

impl Form {
    /// The game without options.
    ///
    /// ```
    /// assert_eq!(sprague_values::Form::ZERO, sprague_values::Form::integer(0));
    /// ```
    pub const ZERO: Self = Self(NUS);
    /// The game `{0|0}`.
    ///
    /// ```
    /// assert_ne!(sprague_values::Form::STAR, sprague_values::Form::ZERO);
    /// ```
    pub const STAR: Self = Self(NUS | 1 << 2);
    /// The game `{0|*}`.
    ///
    /// ```
    /// assert_ne!(sprague_values::Form::UP, sprague_values::Form::STAR);
    /// ```
    pub const UP: Self = Self(NUS | 1 << 13);

    /// A small integer; any number is [`Calculator::number`](crate::Calculator::number).
    ///
    /// ```
    /// assert_ne!(sprague_values::Form::integer(2), sprague_values::Form::integer(-2));
    /// ```
    pub const fn integer(n: i16) -> Self {
        Self(((n as i64) << 20 << 24) as u64 & (u64::MAX >> 1) | NUS)
    }

    pub(crate) fn inline(x: i64, ups: i64, star: u64) -> Option<Self> {
        let fits =
            x & ((1 << NUS_SHIFT) - 1) == 0 && (x >> NUS_SHIFT).abs() <= NUS_MAX && (-1023..=1023).contains(&ups) && star < 2048;
        fits.then(|| {
            let number = ((x >> NUS_SHIFT) as u64) << 24 & (u64::MAX >> 1);
            Self(number | ((ups as u64) & 2047) << 13 | star << 2 | NUS)
        })
    }

    pub(crate) fn translate(base: u32, x: i64) -> Option<Self> {
        let fits = x & ((1 << TRANSLATE_SHIFT) - 1) == 0 && (x >> TRANSLATE_SHIFT).abs() <= TRANSLATE_MAX;
        fits.then(|| Self(((x >> TRANSLATE_SHIFT) as u64) << 30 & (u64::MAX >> 1) | u64::from(base) << 2 | TRANSLATE))
    }

    pub(crate) fn spilled(index: u64) -> Self {
        Self(index << 2 | SPILLED)
    }

    pub(crate) fn pending(generation: u64) -> Self {
        Self(generation << 3 >> 1 | PENDING)
    }

    #[inline]
    pub(crate) fn kind(self) -> Kind {
        match self.0 & 3 {
            TRANSLATE => {
                let x = ((self.0 << 1) as i64 >> 31) << TRANSLATE_SHIFT;
                Kind::Translate((self.0 >> 2) as u32 & (BASES as u32 - 1), x)
            }
            NUS => Kind::Nus(Inline {
                x: ((self.0 << 1) as i64 >> 25) << NUS_SHIFT,
                ups: (self.0 << 40) as i64 >> 53,
                star: self.0 >> 2 & 2047,
            }),
            SPILLED => Kind::Spilled(self.0 >> 2),
            _ => Kind::Pending,
        }
    }

    #[inline]
    pub(crate) fn is_inline_number(self) -> bool {
        self.0 & 0xff_ffff == NUS
    }

    /// The same game plus `units`, if the result fits a handle: the number stands in the highest bits but one.
    #[inline(always)]
    pub(crate) fn shifted(self, units: i64) -> Option<Self> {
        if units == 0 {
            return Some(self);
        }
        let lost = match self.0 & 3 {
            TRANSLATE => TRANSLATE_SHIFT,
            NUS => NUS_SHIFT,
            _ => return None,
        };
        // one unit of the handle stands at bit 31 or 25
        let place = if lost == TRANSLATE_SHIFT { 31 } else { 25 };
        let added = (units >> lost) << place;
        if added >> place << lost != units {
            return None;
        }
        let sum = ((self.0 << 1) as i64).checked_add(added)?;
        (sum >> place != i64::MIN >> place).then_some(Self(sum as u64 >> 1))
    }
}

impl Form {
    /// The form without its number (for a base: its right stop), and that number in units; `None` for what is spilled.
    #[inline]
    pub(crate) fn without_units(self) -> Option<(Self, i64)> {
        match self.kind() {
            Kind::Nus(inline) => Some((Self(self.0 & 0xff_ffff), inline.x)),
            Kind::Translate(_, x) => Some((Self(self.0 & 0x3fff_ffff), x)),
            _ => None,
        }
    }
}

/// Whether n·↑ + \*k ≥ 0, with n as its sign and whether |n| is 1: ↑ + \*k > 0 iff k ≠ 1, and 2·↑ + \*k > 0 always.
pub(crate) fn is_infinitesimal_at_least_zero(sign: Ordering, is_unit: bool, star: u64) -> bool {
    match sign {
        Ordering::Greater => !is_unit || star != 1,
        Ordering::Equal => star == 0,
        Ordering::Less => false,
    }
}

impl Inline {
    /// Whether it is at least its own number.
    #[inline(always)]
    pub(crate) fn is_at_least_its_number(self) -> bool {
        // without branches, for it is asked very often
        ((self.ups > 0) & !((self.ups == 1) & (self.star == 1))) | ((self.ups == 0) & (self.star == 0))
    }

    /// Whether it is at most its own number.
    #[inline(always)]
    pub(crate) fn is_at_most_its_number(self) -> bool {
        Self { ups: -self.ups, ..self }.is_at_least_its_number()
    }

    pub(crate) fn is_at_most(self, other: Self) -> bool {
        match self.x.cmp(&other.x) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => Self { x: 0, ups: other.ups - self.ups, star: self.star ^ other.star }.is_at_least_its_number(),
        }
    }

    pub(crate) fn number(self) -> Dyadic {
        Dyadic::from_units(self.x)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handles_hold_what_was_put_in() {
        let step = 1 << NUS_SHIFT;
        for x in [0, step, -step, NUS_MAX * step, -NUS_MAX * step] {
            for ups in [0, 1, -1, 1023, -1023] {
                for star in [0, 1, 2047] {
                    let form = Form::inline(x, ups, star).unwrap();
                    assert!(matches!(form.kind(), Kind::Nus(inline) if inline == Inline { x, ups, star }), "{x} {ups} {star}");
                    assert_eq!(form.is_inline_number(), ups == 0 && star == 0);
                    assert_eq!(form.0 >> 63, 0);
                }
            }
        }
        for x in [0, 1 << TRANSLATE_SHIFT, -TRANSLATE_MAX << TRANSLATE_SHIFT] {
            for base in [0, 1, BASES as u32 - 1] {
                let form = Form::translate(base, x).unwrap();
                assert!(matches!(form.kind(), Kind::Translate(b, y) if (b, y) == (base, x)));
                assert_eq!(form.0 >> 63, 0);
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_not_cut_off() {
        let step = 1 << NUS_SHIFT;
        assert_eq!(Form::inline((NUS_MAX + 1) * step, 0, 0), None);
        assert_eq!(Form::inline(step / 2, 0, 0), None);
        assert_eq!(Form::inline(0, 1024, 0), None);
        assert_eq!(Form::inline(0, 0, 2048), None);
        assert_eq!(Form::inline(0, 1023, 0).unwrap().shifted(step / 2), None);
        assert_eq!(Form::translate(0, (TRANSLATE_MAX + 1) << TRANSLATE_SHIFT), None);
    }
}
