//! Wythoff's game: take from one of two heaps, or the same number from both.
//!
//! Wythoff 1907, *A modification of the game of Nim*: the lost pairs are (⌊kφ⌋, ⌊kφ²⌋), where φ is the golden ratio. Nimbers:
//! OEIS A004481.

mod fraenkel;
mod general;
mod rising;

pub use general::{GeneralWythoff, TakeTwo};

use crate::Pair;
use core::fmt;
use fraenkel::LargeWythoff;
use rising::Rising;
use sprague_core::any::ListedBy;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, ClosedForm, Impartial, MoveList, Outcome, Ruleset, any, text_notation};
use std::collections::BTreeSet;

/// Wythoff's game: take any number from one heap, or the same number from both. A player who cannot move loses.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_classics::{Pair, Wythoff};
///
/// let options: Vec<Pair> = Wythoff.options(&Pair(1, 2)).collect();
/// assert_eq!(options, [Pair(0, 2), Pair(1, 1), Pair(1, 0), Pair(0, 1)]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Wythoff;

/// A move: the amount, and the heap or heaps from which it is taken.
///
/// ```
/// use sprague_rules_classics::WythoffMove;
/// assert_eq!(WythoffMove::First(2).to_string(), "take 2 from 1st");
/// assert_eq!(WythoffMove::Both(1).to_string(), "take 1 from both");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WythoffMove {
    /// Takes this amount from the first heap.
    First(u64),
    /// Takes this amount from the second heap.
    Second(u64),
    /// Takes this amount from each heap.
    Both(u64),
}

impl fmt::Display for WythoffMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(amount) => write!(f, "take {amount} from 1st"),
            Self::Second(amount) => write!(f, "take {amount} from 2nd"),
            Self::Both(amount) => write!(f, "take {amount} from both"),
        }
    }
}

impl Ruleset for Wythoff {
    type Position = Pair;
    type Move = WythoffMove;
    fn moves(&self, &Pair(a, b): &Pair) -> impl Iterator<Item = WythoffMove> {
        let from_one = (1..=a).map(WythoffMove::First).chain((1..=b).map(WythoffMove::Second));
        from_one.chain((1..=a.min(b)).map(WythoffMove::Both))
    }
    fn play(&self, &Pair(a, b): &Pair, mv: &WythoffMove) -> Pair {
        match mv {
            WythoffMove::First(amount) => Pair(a - amount, b),
            WythoffMove::Second(amount) => Pair(a, b - amount),
            WythoffMove::Both(amount) => Pair(a - amount, b - amount),
        }
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, pair: Pair) -> Pair {
        pair.sorted()
    }
}
impl Impartial for Wythoff {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Pair, WythoffMove>> {
        Some(self)
    }
}

/// Gives the winner by ⌊kφ⌋, where k is the difference of the heaps. Nimbers are known if one heap is small; no formula is known
/// for all.
impl ClosedForm<Pair, WythoffMove> for Wythoff {
    fn nimber(&self, pair: &Pair) -> Option<u128> {
        let lost = (self.outcome(pair) == Some(Outcome::Loss)).then_some(0);
        lost.or_else(|| row_nimber(*pair))
    }
    fn outcome(&self, pair: &Pair) -> Option<Outcome> {
        let Pair(a, b) = pair.sorted();
        Some(if golden(b - a) == Some(a) { Outcome::Loss } else { Outcome::Win })
    }
    fn moves_to(&self, &Pair(first, second): &Pair, nimber: u128) -> Option<MoveList<WythoffMove>> {
        if nimber != 0 {
            return moves_in_rows(Pair(first, second), nimber).map(MoveList::from);
        }
        // one heap stays, and the other becomes its partner in a lost pair
        let below = |kept: u64, other: u64| partner(kept).filter(|partner| *partner < other).map(|partner| other - partner);
        let from_one = [below(second, first).map(WythoffMove::First), below(first, second).map(WythoffMove::Second)];
        // the difference stays
        let smaller = first.min(second);
        let kept = golden(first.abs_diff(second)).filter(|golden| *golden < smaller);
        let from_both = kept.map(|golden| WythoffMove::Both(smaller - golden));
        Some(from_one.into_iter().flatten().chain(from_both).collect::<Vec<_>>().into())
    }
    fn is_fickle(&self, pair: &Pair) -> Option<bool> {
        Some(FICKLE.into_iter().flatten().any(|fickle| fickle == pair.sorted()))
    }
    fn moves_to_fickle(&self, pair: &Pair, nimber: u128) -> Option<MoveList<WythoffMove>> {
        let pairs = FICKLE[nimber as usize].into_iter().flat_map(|Pair(a, b)| [Pair(a, b), Pair(b, a)]);
        let moves: BTreeSet<WythoffMove> = pairs.filter_map(|to| between(*pair, to)).collect();
        Some(moves.into_iter().collect::<Vec<_>>().into())
    }
    fn source(&self) -> &'static str {
        "Wythoff 1907"
    }
}

/// Returns the nimber of a pair with a small heap.
fn row_nimber(pair: Pair) -> Option<u128> {
    let Pair(small, large) = pair.sorted();
    if small > rising::MOST { None } else { Rising::get()?.nimber(small, large.into()) }
}

/// Returns the moves of a pair with a small heap to this nimber.
fn moves_in_rows(Pair(first, second): Pair, nimber: u128) -> Option<Vec<WythoffMove>> {
    let small = first.min(second);
    row_nimber(Pair(first, second))?;
    let near = |heap: u64, kept: u64| {
        let sizes = Rising::near(kept, nimber).take_while(move |size| *size < heap.into());
        sizes.map(|size| size as u64)
    };
    let to = |pair: Pair| row_nimber(pair) == Some(nimber);
    let from_first = near(first, second).filter(|left| to(Pair(*left, second))).map(|left| WythoffMove::First(first - left));
    let from_second = near(second, first).filter(|left| to(Pair(first, *left))).map(|left| WythoffMove::Second(second - left));
    let from_both = (1..=small).filter(|both| to(Pair(first - both, second - both))).map(WythoffMove::Both);
    Some(from_first.chain(from_second).chain(from_both).collect())
}

/// The pairs in which nimbers 0 and 1 change places under misère play: those of nimber 0, and those of nimber 1.
const FICKLE: [[Pair; 2]; 2] = [[Pair(0, 0), Pair(1, 2)], [Pair(0, 1), Pair(2, 2)]];

fn between(from: Pair, to: Pair) -> Option<WythoffMove> {
    match (from.0.checked_sub(to.0)?, from.1.checked_sub(to.1)?) {
        (0, 0) => None,
        (amount, 0) => Some(WythoffMove::First(amount)),
        (0, amount) => Some(WythoffMove::Second(amount)),
        (first, second) => (first == second).then_some(WythoffMove::Both(first)),
    }
}

/// The largest k with ⌊kφ⌋ + k < 2^64.
const LARGEST: u64 = 7_046_029_254_386_353_130;

/// Returns ⌊kφ⌋ where φ is the golden ratio, for k up to [`LARGEST`].
fn golden(k: u64) -> Option<u64> {
    let wide = u128::from(k);
    (k <= LARGEST).then(|| ((wide + (5 * wide * wide).isqrt()) / 2) as u64)
}

/// Returns the one number with which this number is a lost pair, if it is below 2^64.
fn partner(number: u64) -> Option<u64> {
    // 2^64 / φ and 2^64 / φ²: the index of the pair is one more or less than this estimate
    let near = |ratio: u64| {
        let estimate = ((u128::from(number) * u128::from(ratio)) >> 64) as u64;
        estimate.saturating_sub(1)..=(estimate + 2).min(LARGEST)
    };
    let larger = near(LARGEST).find_map(|k| golden(k).filter(|smaller| u128::from(*smaller) + u128::from(k) == number.into()));
    let smaller = || near(11_400_714_819_323_198_485).find(|k| golden(*k) == Some(number)).map(|k| number + k);
    larger.or_else(smaller)
}

text_notation!(Wythoff, Pair, |pair| Some(pair.picture()); ListedBy::Pair);

const KNOWN: &[Fact] = &[
    Fact::of("The lost pairs are (⌊kφ⌋, ⌊kφ²⌋) for k = 0, 1, 2, …, where φ is the golden ratio.", "Wythoff 1907")
        .shown_by("solve wythoff@8.13", "lost for the player to move"),
    Fact::of("The table of all nimbers is A004481 in the OEIS; no formula for it is known.", "OEIS A004481")
        .shown_by("table wythoff --to 10x10", "nimbers"),
    Fact::of("With T, the lost pairs are (⌊nα⌋, ⌊nα⌋ + Tn), where 2α = 2 − T + √(T² + 4).", "Fraenkel 1982")
        .shown_by("solve wythoff:2@1.3", "lost for the player to move"),
];

pub(crate) fn entry() -> Entry {
    let wythoff = Entry::new("wythoff[:T]", |parameters| {
        let expected = || BadNotation::new(0, "a number from 1 to 10^9");
        let number = |text: &str| text.parse().ok().filter(|t| (1..=1_000_000_000).contains(t)).ok_or_else(expected);
        let apart: Option<u64> = parameters.optional(number)?;
        Ok(match apart {
            None | Some(1) => any::impartial_of_any_size(Wythoff, LargeWythoff(1)),
            Some(apart) => any::impartial_of_any_size(GeneralWythoff(apart), LargeWythoff(apart)),
        })
    });
    let wythoff = wythoff.component("pair a.b").play("take from one heap of the pair, or the same from both");
    let wythoff = wythoff.rules("There are two heaps. A move takes any number from one of them, or the same number from both. Whoever cannot move loses. It is also the queen of chess on her way to a corner.");
    let wythoff = wythoff.options("T: from both heaps, amounts may be taken that differ by less than T; 1 unless said.");
    wythoff.example("wythoff@3.5").title("Wythoff").aim("Walk the queen into the corner.").brief("Take from one of two heaps, or the same number from both: a queen that walks to the corner. Whoever takes the last token wins.").sizes(&["wythoff@2.3", "wythoff@3.5", "wythoff@5.7", "wythoff@8.10"]).source("Wythoff 1907").known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::pairs;
    use sprague_testkit::judge::{NaiveNimbers, closed_form_is_right, is_itself_again, normal_form_keeps_the_options};

    /// The corner of the table A004481.
    const TABLE: [[u32; 11]; 11] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
        [1, 2, 0, 4, 5, 3, 7, 8, 6, 10, 11],
        [2, 0, 1, 5, 3, 4, 8, 6, 7, 11, 9],
        [3, 4, 5, 6, 2, 0, 1, 9, 10, 12, 8],
        [4, 5, 3, 2, 7, 6, 9, 0, 1, 8, 13],
        [5, 3, 4, 0, 6, 8, 10, 1, 2, 7, 12],
        [6, 7, 8, 1, 9, 10, 3, 4, 5, 13, 0],
        [7, 8, 6, 9, 0, 1, 4, 5, 3, 14, 15],
        [8, 6, 7, 10, 1, 2, 5, 3, 4, 15, 16],
        [9, 10, 11, 12, 8, 7, 13, 14, 15, 16, 17],
        [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14],
    ];

    #[test]
    fn options_are_those_of_the_definition() {
        for pair @ Pair(a, b) in pairs(9) {
            let is_option = |&Pair(x, y): &Pair| (x < a && y == b) || (x == a && y < b) || (x < a && y < b && a - x == b - y);
            let expected: Vec<Pair> = pairs(9).filter(is_option).collect();
            let mut options: Vec<Pair> = Wythoff.options(&pair).collect();
            options.sort_unstable();
            assert_eq!(options, expected, "{pair}");
        }
    }

    #[test]
    fn nimbers_are_those_of_the_oeis() {
        let mut naive = NaiveNimbers::new(Wythoff);
        for pair @ Pair(a, b) in pairs(10) {
            assert_eq!(naive.nimber(&pair), TABLE[a as usize][b as usize], "{pair}");
        }
    }

    #[test]
    fn lost_pairs_follow_the_golden_ratio() {
        let mut naive = NaiveNimbers::new(Wythoff);
        for pair in pairs(40) {
            let Pair(a, b) = pair.sorted();
            let k = b - a;
            // ⌊kφ⌋
            let golden = (k + (5 * k * k).isqrt()) / 2;
            assert_eq!(naive.nimber(&pair) == 0, a == golden, "{pair}");
        }
    }

    #[test]
    fn the_theorem_says_what_brute_force_finds() {
        let pairs: Vec<Pair> = pairs(60).collect();
        closed_form_is_right(&Wythoff, &pairs);
        let (row, far) = ([Pair(3, 10_u64.pow(18)), Pair(5, 10_u64.pow(18))], [10_u128.pow(18) - 2, 10_u128.pow(18) + 2]);
        assert_eq!(row.map(|pair| Wythoff.nimber(&pair)), far.map(Some));
        let to = Wythoff.moves_to(&row[0], 10_u128.pow(18) - 5).unwrap();
        assert!(to.moves.iter().all(|mv| Wythoff.nimber(&Wythoff.play(&row[0], mv)) == Some(10_u128.pow(18) - 5)));
        assert_eq!(to.total, Some(1));
    }

    #[test]
    fn pairs_near_2_to_the_64_are_answered() {
        let lost = Pair(11_400_714_819_323_198_485, u64::MAX);
        assert_eq!(Wythoff.outcome(&lost), Some(Outcome::Loss));
        let won = Pair(1_000_000_000_000_000_000, 1_100_000_000_000_000_000);
        let moves = [
            WythoffMove::First(320_162_612_375_115_667),
            WythoffMove::Second(481_966_011_250_105_152),
            WythoffMove::Both(838_196_601_125_010_516),
        ];
        assert_eq!(Wythoff.moves_to(&won, 0), Some(moves.to_vec().into()));
        assert_eq!(Wythoff.moves_to(&Pair(u64::MAX, u64::MAX), 0).unwrap().moves.len(), 3);
        assert_eq!(Wythoff.moves_to(&Pair(u64::MAX, 3), 0), Some(vec![WythoffMove::First(u64::MAX - 5)].into()));
    }

    #[test]
    fn heaps_may_be_exchanged() {
        assert!(pairs(12).all(|pair| normal_form_keeps_the_options(&Wythoff, &pair)));
        assert_eq!(Wythoff.normal_form(Pair(5, 3)), Pair(3, 5));
    }

    #[test]
    fn pairs_are_themselves_again() {
        assert!(pairs(12).all(|pair| is_itself_again(&Wythoff, &pair)));
    }

    #[test]
    fn the_largest_pair_lists_its_moves_lazily() {
        let options: Vec<Pair> = Wythoff.options(&Pair(u64::MAX, u64::MAX)).take(2).collect();
        assert_eq!(options, [Pair(u64::MAX - 1, u64::MAX), Pair(u64::MAX - 2, u64::MAX)]);
    }
}
