//! Adorned stops: where play ends, and on which side of that number the game is.
//!
//! A *bound* is a stop and a bit. The left bound of G is its left stop with "G is not at most it", the right bound its right stop with
//! "G is at least it"; those of a number x are (x, 0) and (x, 1). In lexicographic order the bits follow the rule of the stops: the
//! left bound of {L|R} is the greatest right bound of L, the right bound the least left bound of R, and the game is a number iff the
//! first is below the second or one of them is missing. Siegel, *Combinatorial Game Theory*, ch. II.

use crate::arena::{Arena, Spilled};
use crate::dyadic::{Dyadic, ONE};
use crate::form::{Form, Kind};

/// Both bounds of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stops<B> {
    pub(crate) left: B,
    pub(crate) right: B,
}

/// A bound of any size.
pub(crate) type Exact = (Dyadic, bool);

/// A bound in half units, 2·x and the bit: small enough to be added to the number of any handle.
pub(crate) type Small = i64;

/// The first stop, in units, that is not small.
const TOO_LARGE: i64 = 1 << 60;

impl<B: Ord> Stops<B> {
    /// What stops say about G ≤ H. Against a number they say everything.
    #[inline(always)]
    pub(crate) fn is_at_most(&self, other: &Self) -> Option<bool> {
        if self.left < other.right {
            return Some(true);
        }
        // were G ≤ H, then G would be at most the left stop that H is at most; and dually
        (self.left > other.left || self.right > other.right).then_some(false)
    }
}

impl<B: Bound> Stops<B> {
    #[inline(always)]
    pub(crate) fn small(&self) -> Option<Stops<Small>> {
        Some(Stops { left: self.left.small()?, right: self.right.small()? })
    }
}

/// A kind of bounds, for the algorithms that are the same for both.
pub(crate) trait Bound: Ord + Clone {
    /// The bounds of a form that is not under construction, if they are of this kind.
    fn of(arena: &Arena, form: Form) -> Option<Stops<Self>>;

    fn exact(&self) -> Exact;

    /// The bound in half units, if it is small.
    fn small(&self) -> Option<Small>;

    /// The simplest number x with low ≤ (x, 0) and (x, 1) ≤ high; there is one.
    fn simplest(arena: &Arena, low: Option<&Self>, high: Option<&Self>) -> Form;
}

impl Bound for Small {
    #[inline(always)]
    fn of(arena: &Arena, form: Form) -> Option<Stops<Self>> {
        if let Kind::Translate(base, x) = form.kind() {
            let stops = arena.small_stops(base)?;
            return Some(Stops { left: stops.left + 2 * x, right: stops.right + 2 * x });
        }
        let Kind::Nus(inline) = form.kind() else { return None };
        Some(Stops {
            left: 2 * inline.x + i64::from(!inline.is_at_most_its_number()),
            right: 2 * inline.x + i64::from(inline.is_at_least_its_number()),
        })
    }

    fn exact(&self) -> Exact {
        (Dyadic::from_units(self >> 1), self & 1 == 1)
    }

    fn small(&self) -> Option<Small> {
        Some(*self)
    }

    fn simplest(arena: &Arena, low: Option<&Self>, high: Option<&Self>) -> Form {
        // in units, both ends included
        let low_units = low.map_or(i64::MIN / 2, |low| (low + 1) >> 1);
        let high_units = high.map_or(i64::MAX / 2, |high| (high - 1) >> 1);
        let simplest = if low_units > 0 { simplest_positive(low_units, high_units) } else { None };
        let mirrored = if high_units < 0 { simplest_positive(-high_units, -low_units).map(|x| -x) } else { None };
        let zero = (low_units <= 0 && 0 <= high_units).then_some(0);
        match simplest.or(mirrored).or(zero) {
            Some(x) => arena.number(&Dyadic::from_units(x)),
            None => Exact::simplest(arena, low.map(Bound::exact).as_ref(), high.map(Bound::exact).as_ref()),
        }
    }
}

/// The simplest of the units from `low` > 0 to `high`: the least integer, or the one with the fewest binary places.
fn simplest_positive(low: i64, high: i64) -> Option<i64> {
    let integer = low.checked_add(ONE - 1)? & -ONE;
    if integer <= high {
        return Some(integer);
    }
    (low <= high).then(|| {
        let differing = ((low - 1) ^ high).ilog2();
        high >> differing << differing
    })
}

impl Bound for Exact {
    fn of(arena: &Arena, form: Form) -> Option<Stops<Self>> {
        Some(exact_stops(arena, form))
    }

    fn exact(&self) -> Exact {
        self.clone()
    }

    fn small(&self) -> Option<Small> {
        let units = self.0.units().filter(|units| units.abs() < TOO_LARGE)?;
        Some(2 * units + i64::from(self.1))
    }

    fn simplest(arena: &Arena, low: Option<&Self>, high: Option<&Self>) -> Form {
        let (low, high) = (low.map(|(x, bit)| (x.clone(), !bit)), high.cloned());
        arena.number(&Dyadic::simplest(low.as_ref(), high.as_ref()).expect("there is a number between the bounds"))
    }
}

/// The bounds of any form that is not under construction.
pub(crate) fn exact_stops(arena: &Arena, form: Form) -> Stops<Exact> {
    match arena.spilled_kind(form) {
        Spilled::Nus(nus) => Stops {
            left: (nus.number.clone(), !nus.is_at_most_its_number()),
            right: (nus.number.clone(), nus.is_at_least_its_number()),
        },
        Spilled::Translate(base, x) => {
            let Stops { left, right } = arena.base_stops(base);
            Stops { left: (&left.0 + &x, left.1), right: (x, right.1) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_bounds_give_the_same_simplest_numbers_as_exact_ones() {
        let arena = Arena::new();
        let ends: Vec<Small> = [0, 1, 2, 3, ONE / 4, ONE / 2, ONE * 5 / 8, ONE - 1, ONE, ONE * 3 / 2, ONE * 7, ONE * 7 + 3]
            .into_iter()
            .flat_map(|x| [2 * x, 2 * x + 1, -2 * x, -2 * x + 1])
            .collect();
        let all = || ends.iter().map(Some).chain([None]);
        for low in all() {
            for high in all() {
                if low.zip(high).is_none_or(|(low, high)| low < high) {
                    let (exact_low, exact_high) = (low.map(Bound::exact), high.map(Bound::exact));
                    let expected = Exact::simplest(&arena, exact_low.as_ref(), exact_high.as_ref());
                    assert_eq!(Small::simplest(&arena, low, high), expected, "{low:?} {high:?}");
                }
            }
        }
    }

    #[test]
    fn bounds_stand_to_each_other_as_the_bits_they_were_made_of() {
        // the stops and bits of G and H one by one, as the books have them
        let bits = [false, true];
        let all = || {
            (0..3).flat_map(|right| (right..3).map(move |left| (left, right))).flat_map(move |(left, right)| {
                bits.into_iter().flat_map(move |at_most| bits.into_iter().map(move |at_least| (left, right, at_most, at_least)))
            })
        };
        for (left, right, at_most, at_least) in all() {
            for (other_left, other_right, other_at_most, other_at_least) in all() {
                let expected = if left > other_left || right > other_right {
                    Some(false)
                } else if left < other_right || (left == other_right && at_most && other_at_least) {
                    Some(true)
                } else if (left == other_left && other_at_most && !at_most)
                    || (right == other_right && at_least && !other_at_least)
                {
                    Some(false)
                } else {
                    None
                };
                let stops = |left, right, at_most: bool, at_least| Stops { left: (left, !at_most), right: (right, at_least) };
                let (g, h) =
                    (stops(left, right, at_most, at_least), stops(other_left, other_right, other_at_most, other_at_least));
                assert_eq!(g.is_at_most(&h), expected, "{g:?} {h:?}");
            }
        }
    }
}
