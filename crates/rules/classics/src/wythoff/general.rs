//! Generalised Wythoff: take from one of two heaps, or from both amounts that differ by less than T.
//!
//! Fraenkel 1982, *How to beat your Wythoff games' opponent on three fronts*; Fraenkel 1984, *Wythoff games, continued fractions,
//! cedar trees and Fibonacci searches*, for misère play.

use crate::Pair;
use core::fmt;
use num_bigint::{BigInt, BigUint};
use sprague_core::any::ListedBy;
use sprague_core::{ClosedForm, Impartial, MoveList, Outcome, Ruleset, text_notation};

/// Wythoff's game in which the amounts taken from both heaps may differ by less than a number, which is at least 2.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_classics::{GeneralWythoff, Pair};
///
/// let options: Vec<Pair> = GeneralWythoff(2).options(&Pair(1, 2)).collect();
/// assert_eq!(options, [Pair(0, 2), Pair(1, 1), Pair(1, 0), Pair(0, 1), Pair(0, 0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GeneralWythoff(pub u64);

/// A move: the amounts that are taken from the two heaps.
///
/// ```
/// let moves = [[2, 0], [0, 3], [2, 3]].map(|taken| sprague_rules_classics::TakeTwo(taken).to_string());
/// assert_eq!(moves, ["take 2 from 1st", "take 3 from 2nd", "take 2 from 1st, 3 from 2nd"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TakeTwo(pub [u64; 2]);

impl fmt::Display for TakeTwo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [first, 0] => write!(f, "take {first} from 1st"),
            [0, second] => write!(f, "take {second} from 2nd"),
            [first, second] => write!(f, "take {first} from 1st, {second} from 2nd"),
        }
    }
}

impl Ruleset for GeneralWythoff {
    type Position = Pair;
    type Move = TakeTwo;
    fn moves(&self, &Pair(a, b): &Pair) -> impl Iterator<Item = TakeTwo> {
        let apart = self.0 - 1;
        let from_one = (1..=a).map(|first| TakeTwo([first, 0])).chain((1..=b).map(|second| TakeTwo([0, second])));
        from_one.chain((1..=a).flat_map(move |first| {
            let amounts = first.saturating_sub(apart).max(1)..=first.saturating_add(apart).min(b);
            amounts.map(move |second| TakeTwo([first, second]))
        }))
    }
    fn play(&self, &Pair(a, b): &Pair, TakeTwo([first, second]): &TakeTwo) -> Pair {
        Pair(a - first, b - second)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, pair: Pair) -> Pair {
        pair.sorted()
    }
}
impl Impartial for GeneralWythoff {
    fn is_loopfree(&self, _: &Pair) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Pair, TakeTwo>> {
        Some(self)
    }
}

impl GeneralWythoff {
    /// Returns pair number n of nimber 0 or 1, sorted, or `None` if a heap exceeds 64 bits.
    ///
    /// Its heaps differ by Tn, and by 1 more for nimber 1. The smaller one is ⌊(n(2 − T) + √(n²(T² + 4))) / 2⌋ or
    /// ⌊(Tn(2 − T) + T − 2 + √((Tn + 1)²(T² + 4))) / 2T⌋.
    fn pair(&self, nimber: u64, n: u64) -> Option<Pair> {
        let (t, wide) = (BigInt::from(self.0), BigInt::from(n));
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
        let small = u64::try_from(BigUint::try_from(over / under).ok()?).ok()?;
        Some(Pair(small, small.checked_add(n.checked_mul(self.0)?.checked_add(nimber)?)?))
    }

    /// Returns the pair with this nimber whose heaps differ by `difference`.
    fn apart(&self, nimber: u64, difference: u64) -> Option<Pair> {
        let multiple = difference.checked_sub(nimber)?;
        if multiple.is_multiple_of(self.0) { self.pair(nimber, multiple / self.0) } else { None }
    }

    fn has_nimber(&self, pair: &Pair, nimber: u64) -> bool {
        let pair = pair.sorted();
        self.apart(nimber, pair.1 - pair.0) == Some(pair)
    }

    /// Returns the heap that forms a pair of nimber 0 or 1 with this one.
    fn partner(&self, nimber: u64, heap: u64) -> Option<u64> {
        let find = |side: fn(Pair) -> u64| {
            // the first n whose heap is not smaller; the heaps of pair n are at least n
            let (mut low, mut high) = (0, heap);
            while low < high {
                let middle = low + (high - low) / 2;
                let is_smaller = self.pair(nimber, middle).is_some_and(|pair| side(pair) < heap);
                (low, high) = if is_smaller { (middle + 1, high) } else { (low, middle) };
            }
            self.pair(nimber, low).filter(|pair| side(*pair) == heap)
        };
        find(|pair| pair.0).map(|pair| pair.1).or_else(|| find(|pair| pair.1).map(|pair| pair.0))
    }

    /// Returns the moves to pairs of nimber 0 or 1.
    fn moves_to_small(&self, &Pair(a, b): &Pair, nimber: u64) -> Vec<TakeTwo> {
        let below = |kept: u64, other: u64| Some(other - self.partner(nimber, kept).filter(|partner| *partner < other)?);
        let from_one = [below(b, a).map(|amount| TakeTwo([amount, 0])), below(a, b).map(|amount| TakeTwo([0, amount]))];
        // the difference changes by less than T, and may change its sign
        let difference = i128::from(a) - i128::from(b);
        let near = |sign: i128| {
            let n = ((difference * sign - i128::from(nimber)).max(0) / i128::from(self.0)) as u64;
            (n.saturating_sub(1)..=n.saturating_add(1)).filter_map(move |n| {
                let Pair(small, large) = self.pair(nimber, n)?;
                Some(if sign > 0 { (large, small) } else { (small, large) })
            })
        };
        let taken = |(to_a, to_b): (u64, u64)| Some([a.checked_sub(to_a)?, b.checked_sub(to_b)?]);
        let is_legal = |[first, second]: &[u64; 2]| *first.min(second) > 0 && first.abs_diff(*second) < self.0;
        let from_both = near(1).chain(near(-1)).filter_map(taken).filter(is_legal).map(TakeTwo);
        let mut moves: Vec<TakeTwo> = from_one.into_iter().flatten().chain(from_both).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }
}

/// Gives the pairs of nimbers 0 and 1, which change places under misère play.
impl ClosedForm<Pair, TakeTwo> for GeneralWythoff {
    fn nimber(&self, pair: &Pair) -> Option<u128> {
        (0..2).find(|nimber| self.has_nimber(pair, *nimber)).map(u128::from)
    }
    fn outcome(&self, pair: &Pair) -> Option<Outcome> {
        Some(if self.has_nimber(pair, 0) { Outcome::Loss } else { Outcome::Win })
    }
    fn moves_to(&self, pair: &Pair, nimber: u128) -> Option<MoveList<TakeTwo>> {
        (nimber < 2).then(|| self.moves_to_small(pair, nimber as u64).into())
    }
    fn is_fickle(&self, pair: &Pair) -> Option<bool> {
        Some(self.nimber(pair).is_some())
    }
    fn moves_to_fickle(&self, pair: &Pair, nimber: u128) -> Option<MoveList<TakeTwo>> {
        self.moves_to(pair, nimber)
    }
    fn source(&self) -> &'static str {
        "Fraenkel 1982 and 1984"
    }
}

text_notation!(GeneralWythoff, Pair, |pair| Some(pair.picture()); ListedBy::Pair);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::pairs;
    use sprague_testkit::judge::{closed_form_is_right, is_itself_again, normal_form_keeps_the_options};

    #[test]
    fn options_are_those_of_the_definition() {
        for (t, pair @ Pair(a, b)) in (2..5).flat_map(|t| pairs(7).map(move |pair| (t, pair))) {
            let is_option =
                |&Pair(x, y): &Pair| (x < a && y == b) || (x == a && y < b) || (x < a && y < b && (a - x).abs_diff(b - y) < t);
            let expected: Vec<Pair> = pairs(7).filter(is_option).collect();
            let mut options: Vec<Pair> = GeneralWythoff(t).options(&pair).collect();
            options.sort_unstable();
            assert_eq!(options, expected, "{t} {pair}");
            assert!(normal_form_keeps_the_options(&GeneralWythoff(t), &pair) && is_itself_again(&GeneralWythoff(t), &pair));
        }
    }

    fn try_theorems(most: u64) {
        let pairs: Vec<Pair> = pairs(most).collect();
        (2..=5).for_each(|t| closed_form_is_right(&GeneralWythoff(t), &pairs));
    }

    #[test]
    fn the_theorems_say_what_brute_force_finds() {
        try_theorems(14);
    }

    #[test]
    #[ignore = "slow: pairs to 36"]
    fn slow_the_theorems_say_what_brute_force_finds() {
        try_theorems(36);
    }

    #[test]
    fn large_pairs_are_answered_and_their_moves_lead_to_lost_ones() {
        for t in [2, 3, 1000, 1_000_000_000] {
            let rules = GeneralWythoff(t);
            let lost = rules.pair(0, 4_000_000_000).unwrap();
            assert_eq!((rules.outcome(&lost), rules.moves_to(&lost, 0).unwrap().total), (Some(Outcome::Loss), Some(0)));
            let won = Pair(10_u64.pow(18), 10_u64.pow(18) + 7);
            let moves = rules.moves_to(&won, 0).unwrap().moves;
            assert!(!moves.is_empty() && moves.iter().all(|mv| rules.has_nimber(&rules.play(&won, mv), 0)), "{t}: {moves:?}");
        }
        assert_eq!(GeneralWythoff(2).outcome(&Pair(u64::MAX, u64::MAX)), Some(Outcome::Win));
    }
}
