//! The bounds that a player can guarantee in a sum, from the walls of thermographs.
//!
//! At each temperature t the walls of a sum are bounded by those of its summands: R_t(G + H) ≥ R_t(G) + R_t(H) and
//! L_t(G + H) ≥ L_t(G) + R_t(H). Source: Berlekamp, *The economist's view of combinatorial games*, 1996.

use sprague_core::Bounds;

/// The temperatures at which walls are stored, in quarters. Sums are bounded at each of them, and the best bound is used.
pub(super) const TEMPERATURES: [i64; 8] = [0, 1, 2, 3, 4, 5, 6, 8];
const STEPS: usize = TEMPERATURES.len();

/// A wall at −`FAR` means that nothing is known. No known wall is so low, and adding anything to −`FAR` leaves it unchanged.
pub(super) const FAR: i32 = 1 << 26;

/// Lower bounds of R_t(G) and of L_t(G) that Left can guarantee. For Right they are bounds of −G.
///
/// They are rounded down to multiples of 16. At temperature 0, one is subtracted from an open bound. A bound is open if the
/// value is greater than every number below the bound but not at least the bound itself. So a sum with a bound of exactly 0 is
/// decided if all its bounds are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Side {
    pub(super) base: [i32; STEPS],
    pub(super) first: [i32; STEPS],
}

/// The temperatures in units of the bounds.
const UNITS: [i32; STEPS] = {
    let (mut units, mut step) = ([0; STEPS], 0);
    while step < STEPS {
        units[step] = (TEMPERATURES[step] << 14) as i32;
        step += 1;
    }
    units
};

/// Rounds a number down to a multiple of 16, so that a bound of 0 stays 0.
///
/// A number that is too far below counts as unknown.
#[inline(always)]
pub(super) fn rounded(number: i64) -> i32 {
    if number <= -i64::from(FAR) { -FAR } else { number.min(FAR.into()) as i32 & !15 }
}

/// Adds two walls. The result is unknown if one of them is.
#[inline(always)]
fn plus(a: i32, b: i32) -> i32 {
    if a <= -FAR || b <= -FAR { -FAR } else { (a + b).clamp(-FAR, FAR) }
}

impl Side {
    /// The empty sum, in which nobody has a first move.
    pub(super) const ZERO: Self = Self { base: [0; STEPS], first: [-FAR; STEPS] };
    /// A game about which nothing is known.
    pub(super) const UNKNOWN: Self = Self { base: [-FAR; STEPS], first: [-FAR; STEPS] };

    #[inline(always)]
    pub(super) fn plus(&self, other: &Self) -> Self {
        let mut sum = Self::ZERO;
        for t in 0..STEPS {
            sum.base[t] = plus(self.base[t], other.base[t]);
            sum.first[t] = plus(self.first[t], other.base[t]).max(plus(self.base[t], other.first[t]));
        }
        sum
    }

    /// Returns the better of this side and the bounds G ≥ `low` and "the player has an option of at least `first`".
    #[inline(always)]
    pub(super) fn meet(mut self, low: i64, first: i64) -> Self {
        let (low, first) = (rounded(low), rounded(first));
        for ((base, own), tax) in self.base.iter_mut().zip(&mut self.first).zip(UNITS) {
            *base = (*base).max(low);
            // L_t(G) is at least R_t of the option minus the tax t
            *own = (*own).max(if first <= -FAR { -FAR } else { first - tax });
        }
        self
    }

    /// Returns the better of this side and the bounds of the game from the point of view of the player.
    #[inline(always)]
    pub(super) fn meet_bounds(self, bounds: &Bounds, side: usize) -> Self {
        match side {
            0 => self.meet(bounds.low, bounds.left_first),
            _ => self.meet(-bounds.high, -bounds.right_first),
        }
    }

    /// Returns `true` if these bounds prove that the player wins when the other starts.
    #[inline(always)]
    pub(super) fn wins_second(&self) -> bool {
        self.base.iter().zip(UNITS).fold(self.base[0] >= 0, |wins, (base, tax)| wins | (*base > tax))
    }

    /// Returns `true` if these bounds prove that the player wins when starting.
    #[inline(always)]
    pub(super) fn wins_first(&self) -> bool {
        let walls = self.base.iter().zip(&self.first).zip(UNITS);
        walls.fold(self.first[0] >= 0, |wins, ((base, first), tax)| wins | (*first > 0) | (*base > tax))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_stays_so_whatever_is_added() {
        let large = Side::ZERO.meet(1 << 35, 1 << 35);
        assert_eq!(large.base, [FAR; STEPS]);
        let sum = Side::UNKNOWN.plus(&large).plus(&large);
        assert!(!sum.wins_second() && !sum.wins_first(), "{sum:?}");
        // a bound too far below asserts nothing, and one that is a little below does
        assert_eq!(Side::UNKNOWN.meet(-1 << 35, -Bounds::FAR), Side::UNKNOWN);
        let below = Side::UNKNOWN.meet(-5 * Bounds::ONE, -4 * Bounds::ONE);
        assert!(!below.wins_first() && below.plus(&large).wins_second());
    }

    #[test]
    fn a_tax_is_paid_for_the_first_move() {
        // a switch of ±2 has walls that meet at temperature 2
        let side = Side::UNKNOWN.meet(-2 * Bounds::ONE, 2 * Bounds::ONE);
        assert_eq!((side.first[0], side.first[4]), (2 << 16, 1 << 16));
        assert!(side.wins_first() && !side.wins_second());
    }
}
