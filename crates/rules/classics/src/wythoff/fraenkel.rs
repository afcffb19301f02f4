//! The pairs of nimbers 0 and 1, for heaps of any size and each T.
//!
//! Wythoff 1907 for T = 1; Fraenkel 1982, *How to beat your Wythoff games' opponent on three fronts*; Fraenkel 1984, *Wythoff
//! games, continued fractions, cedar trees and Fibonacci searches*, for nimber 1, which is right from T = 2 on.

use super::FICKLE;
use super::rising::{self, Rising};
use crate::pair;
use num_bigint::{BigInt, BigUint};
use sprague_core::any::{Numbers, NumbersMove, up_to};
use sprague_core::{BadNotation, ClosedForm, Impartial, MoveList, Notation, Outcome, Ruleset};
use std::collections::BTreeSet;

/// Wythoff's game with heaps of any size, in which amounts taken from both heaps differ by less than this number.
pub(super) struct LargeWythoff(pub(super) u64);

pub(super) fn sorted([a, b]: [&BigUint; 2]) -> [&BigUint; 2] {
    [a.min(b), a.max(b)]
}

impl LargeWythoff {
    /// Returns pair number n of nimber 0 or 1, sorted.
    ///
    /// Its heaps differ by Tn, and by 1 more for nimber 1. The smaller one is ⌊(n(2 − T) + √(n²(T² + 4))) / 2⌋ or
    /// ⌊(Tn(2 − T) + T − 2 + √((Tn + 1)²(T² + 4))) / 2T⌋.
    pub(super) fn pair(&self, nimber: u8, n: &BigUint) -> [BigUint; 2] {
        let (t, wide) = (BigInt::from(self.0), BigInt::from(n.clone()));
        let square: BigInt = &t * &t + 4;
        let (over, under) = match nimber {
            0 => {
                let root: BigInt = &wide * &wide * square;
                (wide * (2 - t) + root.sqrt(), BigInt::from(2))
            }
            _ => {
                let multiple: BigInt = &t * wide;
                let root: BigInt = (&multiple + 1) * (&multiple + 1) * square;
                (multiple * (2 - &t) + &t - 2 + root.sqrt(), t * 2)
            }
        };
        // both are at least 0, so division rounds down
        let small = BigUint::try_from(over / under).expect("a heap is not negative");
        let large = &small + n * self.0 + nimber;
        [small, large]
    }

    pub(super) fn has_nimber(&self, pair: [&BigUint; 2], nimber: u8) -> bool {
        let [a, b] = sorted(pair);
        let Some(multiple) = pair::less(&(b - a), &nimber.into()) else { return false };
        (&multiple % self.0).bits() == 0 && self.pair(nimber, &(multiple / self.0)).each_ref() == [a, b]
    }

    /// Returns the nimber of a pair if it is 0, or 1 from T = 2 on.
    pub(super) fn small_nimber(&self, pair: [&BigUint; 2]) -> Option<u128> {
        let most = if self.0 == 1 { 0 } else { 1 };
        (0..=most).find(|nimber| self.has_nimber(pair, *nimber)).map(u128::from)
    }

    /// Returns the heap that forms a pair of nimber 0 or 1 with this one.
    fn partner(&self, nimber: u8, heap: &BigUint) -> Option<BigUint> {
        // heap number n is near nα or n(α + T), and 1/α and 1/(α + T) are (√(T² + 4) ± (T − 2)) / 2T and (T + 2 − √(T² + 4)) / 2T
        let (t, wide) = (BigInt::from(self.0), BigInt::from(heap.clone()));
        let square: BigInt = &wide * &wide * (&t * &t + 4);
        let root = square.sqrt();
        let near = |over: BigInt, side: usize| {
            let first = over / (&t * 2) - 3;
            let pairs = (0..7).filter_map(move |more| BigUint::try_from(&first + more).ok());
            pairs.map(|n| self.pair(nimber, &n)).find(|pair| pair[side] == *heap)
        };
        let larger = near(&wide * (&t - 2) + &root, 0).map(|[_, larger]| larger);
        larger.or_else(|| near(&wide * (&t + 2) - &root, 1).map(|[smaller, _]| smaller))
    }

    /// Returns the amounts that leave pairs of nimber 0 or 1.
    pub(super) fn moves_to_small(&self, [a, b]: [&BigUint; 2], nimber: u8) -> Vec<[BigUint; 2]> {
        let below = |kept: &BigUint, other: &BigUint| pair::less(other, &self.partner(nimber, kept)?).filter(is_some);
        let from_one = [below(b, a).map(|amount| [amount, BigUint::ZERO]), below(a, b).map(|amount| [BigUint::ZERO, amount])];
        // the difference changes by less than T, and may change its sign
        let difference = BigInt::from(a.clone()) - BigInt::from(b.clone());
        let near = |sign: i8| {
            let first = (&difference * sign - nimber).max(BigInt::ZERO) / self.0 - 1;
            let pairs = (0..3).filter_map(move |more| BigUint::try_from(&first + more).ok());
            pairs
                .map(move |n| self.pair(nimber, &n))
                .map(move |[small, large]| if sign > 0 { [large, small] } else { [small, large] })
        };
        let taken = |[to_a, to_b]: [BigUint; 2]| Some([pair::less(a, &to_a)?, pair::less(b, &to_b)?]);
        let from_both = near(1).chain(near(-1)).filter_map(taken).filter(|amounts| self.is_legal(amounts));
        let moves: BTreeSet<[BigUint; 2]> = from_one.into_iter().flatten().chain(from_both).collect();
        moves.into_iter().collect()
    }

    /// Returns the nimber of a pair with a small heap, if amounts from both heaps are equal.
    fn row_nimber(&self, [a, b]: [&BigUint; 2]) -> Option<u128> {
        let [small, large] = sorted([a, b]);
        let small = u64::try_from(small).ok().filter(|small| self.0 == 1 && *small <= rising::MOST)?;
        Rising::get()?.nimber(small, u128::try_from(large).ok()?)
    }

    /// Returns the amounts that leave this nimber, if one heap is small.
    fn moves_in_row(&self, [a, b]: [&BigUint; 2], nimber: u128) -> Option<Vec<[BigUint; 2]>> {
        let [small, large] = sorted([a, b]);
        let heap = u64::try_from(small).ok().filter(|heap| self.0 == 1 && *heap <= rising::MOST)?;
        // a larger nimber could be one of a pair whose nimber does not fit
        nimber.checked_add(2 * u128::from(rising::MOST))?;
        let none = || BigUint::ZERO;
        let from_small = (1..=heap).map(|amount| [amount.into(), none()]);
        let from_both = (1..=heap).map(|amount| [amount.into(), amount.into()]);
        let from_large = Rising::near(heap, nimber).filter_map(|left| pair::less(large, &left.into()));
        let amounts = from_small.chain(from_both).chain(from_large.filter(is_some).map(|amount| [none(), amount]));
        let leaves = |[first, second]: &[BigUint; 2]| self.row_nimber([&(small - first), &(large - second)]) == Some(nimber);
        let ordered = |[first, second]: [BigUint; 2]| if a <= b { [first, second] } else { [second, first] };
        Some(amounts.filter(leaves).map(ordered).collect())
    }

    /// Returns `true` if these amounts may be taken from both heaps.
    fn is_legal(&self, [first, second]: &[BigUint; 2]) -> bool {
        let apart = if first > second { first - second } else { second - first };
        is_some(first) && is_some(second) && apart < self.0.into()
    }

    fn labelled(&self, numbers: &Numbers, [first, second]: [BigUint; 2]) -> NumbersMove {
        let label = match (is_some(&first), is_some(&second)) {
            (_, false) => format!("take {first} from 1st"),
            (false, _) => format!("take {second} from 2nd"),
            _ if self.0 == 1 => format!("take {first} from both"),
            _ => format!("take {first} from 1st, {second} from 2nd"),
        };
        NumbersMove { label, to: vec![&numbers[0] - first, &numbers[1] - second] }
    }
}

fn is_some(amount: &BigUint) -> bool {
    amount.bits() > 0
}

impl Ruleset for LargeWythoff {
    type Position = Numbers;
    type Move = NumbersMove;
    fn moves(&self, numbers: &Numbers) -> impl Iterator<Item = NumbersMove> {
        let [a, b] = pair::of(numbers);
        let first = up_to(a.clone()).map(|first| [first, BigUint::ZERO]);
        let second = up_to(b.clone()).map(|second| [BigUint::ZERO, second]);
        let both = up_to(a.clone()).flat_map(move |first| {
            let below = pair::less(&first, &self.0.into()).unwrap_or_default();
            let amounts = up_to(b.min(&(&first + (self.0 - 1))) - b.min(&below)).map(move |more| &below + more);
            amounts.map(move |second| [first.clone(), second])
        });
        let numbers = numbers.clone();
        first.chain(second).chain(both).map(move |amounts| self.labelled(&numbers, amounts))
    }
    fn play(&self, _: &Numbers, mv: &NumbersMove) -> Numbers {
        mv.to.clone()
    }
    fn normal_form(&self, mut numbers: Numbers) -> Numbers {
        numbers.sort_unstable();
        numbers
    }
}

impl Impartial for LargeWythoff {
    fn closed_form(&self) -> Option<&dyn ClosedForm<Numbers, NumbersMove>> {
        Some(self)
    }
}

impl ClosedForm<Numbers, NumbersMove> for LargeWythoff {
    fn nimber(&self, numbers: &Numbers) -> Option<u128> {
        self.small_nimber(pair::of(numbers)).or_else(|| self.row_nimber(pair::of(numbers)))
    }
    fn outcome(&self, numbers: &Numbers) -> Option<Outcome> {
        Some(if self.has_nimber(pair::of(numbers), 0) { Outcome::Loss } else { Outcome::Win })
    }
    fn moves_to(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        let amounts = match u8::try_from(nimber).ok().filter(|nimber| *nimber == 0 || *nimber == 1 && self.0 > 1) {
            Some(nimber) => self.moves_to_small(pair::of(numbers), nimber),
            None => self.moves_in_row(pair::of(numbers), nimber)?,
        };
        Some(amounts.into_iter().map(|amounts| self.labelled(numbers, amounts)).collect::<Vec<_>>().into())
    }
    fn is_fickle(&self, numbers: &Numbers) -> Option<bool> {
        let pair = sorted(pair::of(numbers));
        match self.0 {
            1 => Some(FICKLE.into_iter().flatten().any(|fickle| fickle.large().each_ref() == pair)),
            _ => Some(self.small_nimber(pair::of(numbers)).is_some()),
        }
    }
    fn moves_to_fickle(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        if self.0 > 1 {
            return self.moves_to(numbers, nimber);
        }
        let pairs = FICKLE[nimber as usize].into_iter().flat_map(|pair| [[pair.0, pair.1], [pair.1, pair.0]]);
        let taken = |[a, b]: [u64; 2]| Some([pair::less(&numbers[0], &a.into())?, pair::less(&numbers[1], &b.into())?]);
        let is_move = |[a, b]: &[BigUint; 2]| is_some(a.max(b)) && (a == b || !is_some(a) || !is_some(b));
        let moves: BTreeSet<[BigUint; 2]> = pairs.filter_map(taken).filter(is_move).collect();
        Some(moves.into_iter().map(|amounts| self.labelled(numbers, amounts)).collect::<Vec<_>>().into())
    }
    fn source(&self) -> &'static str {
        if self.0 == 1 { "Wythoff 1907" } else { "Fraenkel 1982 and 1984" }
    }
}

impl Notation<Numbers> for LargeWythoff {
    fn read(&self, text: &str) -> Result<Numbers, BadNotation> {
        pair::read(text)
    }
    fn show(&self, numbers: &Numbers) -> String {
        pair::show(numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::pairs;
    use sprague_testkit::judge::closed_form_is_right;

    #[test]
    fn the_theorem_says_what_brute_force_finds() {
        let pairs: Vec<Numbers> = pairs(11).map(|pair| pair.large().to_vec()).collect();
        (1..=4).for_each(|t| closed_form_is_right(&LargeWythoff(t), &pairs));
    }
}
