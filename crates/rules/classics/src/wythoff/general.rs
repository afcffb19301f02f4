//! Generalised Wythoff: take from one of two heaps, or from both amounts that differ by less than T.

use super::fraenkel::LargeWythoff;
use crate::Pair;
use core::fmt;
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

/// Gives the pairs of nimbers 0 and 1, which change places under misère play.
impl ClosedForm<Pair, TakeTwo> for GeneralWythoff {
    fn nimber(&self, pair: &Pair) -> Option<u128> {
        LargeWythoff(self.0).small_nimber(pair.large().each_ref())
    }
    fn outcome(&self, pair: &Pair) -> Option<Outcome> {
        let is_lost = LargeWythoff(self.0).has_nimber(pair.large().each_ref(), 0);
        Some(if is_lost { Outcome::Loss } else { Outcome::Win })
    }
    fn moves_to(&self, pair: &Pair, nimber: u128) -> Option<MoveList<TakeTwo>> {
        let nimber = u8::try_from(nimber).ok().filter(|nimber| *nimber < 2)?;
        let amounts = LargeWythoff(self.0).moves_to_small(pair.large().each_ref(), nimber).into_iter();
        let small = |amount| u64::try_from(amount).expect("an amount is at most its heap");
        Some(amounts.map(|amounts| TakeTwo(amounts.map(small))).collect::<Vec<_>>().into())
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
            let [a, b] = LargeWythoff(t).pair(0, &4_000_000_000_u64.into()).map(|heap| heap.try_into().unwrap());
            let lost = Pair(a, b);
            assert_eq!((rules.outcome(&lost), rules.moves_to(&lost, 0).unwrap().total), (Some(Outcome::Loss), Some(0)));
            let won = Pair(10_u64.pow(18), 10_u64.pow(18) + 7);
            let moves = rules.moves_to(&won, 0).unwrap().moves;
            assert!(!moves.is_empty() && moves.iter().all(|mv| rules.nimber(&rules.play(&won, mv)) == Some(0)), "{t}: {moves:?}");
        }
        assert_eq!(GeneralWythoff(2).outcome(&Pair(u64::MAX, u64::MAX)), Some(Outcome::Win));
    }
}
