//! Euclid: take a multiple of the smaller number from the larger one, down to 0.
//!
//! Cole & Davie 1969, *A game based on the Euclidean algorithm and a winning strategy for it*. A pair of different numbers is
//! lost exactly if the larger is less than φ times the smaller, where φ is the golden ratio. Nivasch's formula ⌊|a/b − b/a|⌋
//! (2006) is for the version that ends when both numbers are equal. In the version here, nimbers differ from it by 1 if the
//! continued fraction of a/b repeats one quotient (Cairns, Ho & Lengyel 2011 compare the two versions).

use crate::{Pair, pair};
use core::fmt;
use num_bigint::BigUint;
use sprague_core::any::{ListedBy, Numbers, NumbersMove, up_to};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, ClosedForm, Impartial, MoveList, Notation, Outcome, Ruleset, any, text_notation};

/// Euclid: take a positive multiple of the smaller number from the larger one, but not below 0.
///
/// A player who cannot move, because one number is 0, loses. Equal numbers have one move, which takes all of the first.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_classics::{Euclid, Pair};
///
/// let options: Vec<Pair> = Euclid.options(&Pair(25, 7)).collect();
/// assert_eq!(options, [Pair(18, 7), Pair(11, 7), Pair(4, 7)]);
/// assert_eq!(Euclid.options(&Pair(4, 0)).count(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Euclid;

/// A move: the amount that is taken from the larger number.
///
/// ```
/// assert_eq!(sprague_rules_classics::EuclidMove(14).to_string(), "take 14");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EuclidMove(pub u64);

impl fmt::Display for EuclidMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.0)
    }
}

impl Ruleset for Euclid {
    type Position = Pair;
    type Move = EuclidMove;
    fn moves(&self, pair: &Pair) -> impl Iterator<Item = EuclidMove> {
        let Pair(small, large) = pair.sorted();
        let times = large.checked_div(small).unwrap_or(0);
        (1..=times).map(move |times| EuclidMove(times * small))
    }
    fn play(&self, &Pair(a, b): &Pair, &EuclidMove(amount): &EuclidMove) -> Pair {
        if a >= b { Pair(a - amount, b) } else { Pair(a, b - amount) }
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, pair: Pair) -> Pair {
        pair.sorted()
    }
}
impl Impartial for Euclid {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Pair, EuclidMove>> {
        Some(self)
    }
}

/// Cairns, Ho & Lengyel 2011: ⌊b/a − a/b⌋, and 1 more or less if all quotients of the continued fraction are equal.
impl ClosedForm<Pair, EuclidMove> for Euclid {
    fn nimber(&self, pair: &Pair) -> Option<u128> {
        nimber(pair.large().each_ref()).try_into().ok()
    }
    fn moves_to(&self, pair: &Pair, nimber: u128) -> Option<MoveList<EuclidMove>> {
        let amounts = amounts_to(pair.large().each_ref(), nimber).into_iter();
        let small = |amount| EuclidMove(u64::try_from(amount).expect("an amount is at most the larger number"));
        Some(amounts.map(small).collect::<Vec<_>>().into())
    }
    fn is_fickle(&self, Pair(a, b): &Pair) -> Option<bool> {
        Some(*a == 0 || *b == 0 || a == b)
    }
    fn moves_to_fickle(&self, pair: &Pair, nimber: u128) -> Option<MoveList<EuclidMove>> {
        let mut list = self.moves_to(pair, nimber)?;
        list.moves.retain(|mv| self.is_fickle(&self.play(pair, mv)) == Some(true));
        Some(list.moves.into())
    }
    fn source(&self) -> &'static str {
        "Cairns, Ho & Lengyel 2011"
    }
}

fn nimber([a, b]: [&BigUint; 2]) -> BigUint {
    let (a, b) = (a.min(b), a.max(b));
    if a.bits() == 0 {
        return BigUint::ZERO;
    }
    let nimber = (b * b - a * a) / (a * b);
    match equal_quotients(b.clone(), a.clone()) {
        None => nimber,
        Some(count) if count % 2 == 1 => nimber + 1_u8,
        Some(_) => nimber - 1_u8,
    }
}

/// Returns the amounts that leave this nimber.
fn amounts_to([a, b]: [&BigUint; 2], target: u128) -> Vec<BigUint> {
    let (a, b) = (a.min(b), a.max(b));
    if a.bits() == 0 {
        return vec![];
    }
    // the larger number becomes j·a + r: only these j can have the nimber
    let (times, rest) = (b / a, b % a);
    let least = target.saturating_sub(1).max(1);
    let left = [BigUint::ZERO].into_iter().chain((0..5).map(|more| BigUint::from(least) + more as u8));
    let target = BigUint::from(target);
    let left = left.filter(|left| *left < times && nimber([a, &(left * a + &rest)]) == target);
    left.map(|left| (&times - left) * a).collect()
}

/// Returns the number of quotients of the continued fraction of b/a, if all of them are equal.
fn equal_quotients(mut b: BigUint, mut a: BigUint) -> Option<u64> {
    let (quotient, mut count) = (&b / &a, 0);
    while a.bits() > 0 {
        if &b / &a != quotient {
            return None;
        }
        let rest = b % &a;
        (b, a, count) = (a, rest, count + 1);
    }
    Some(count)
}

/// Euclid with numbers of any size.
struct LargeEuclid;

fn take(numbers: &Numbers, amount: BigUint) -> NumbersMove {
    let (label, [a, b]) = (format!("take {amount}"), pair::of(numbers));
    NumbersMove { label, to: if a >= b { vec![a - amount, b.clone()] } else { vec![a.clone(), b - amount] } }
}

impl Ruleset for LargeEuclid {
    type Position = Numbers;
    type Move = NumbersMove;
    fn moves(&self, numbers: &Numbers) -> impl Iterator<Item = NumbersMove> {
        let [a, b] = pair::of(numbers);
        let (numbers, a, b) = (numbers.clone(), a.min(b).clone(), a.max(b));
        let times = if a.bits() == 0 { BigUint::ZERO } else { b / &a };
        up_to(times).map(move |times| take(&numbers, times * &a))
    }
    fn play(&self, _: &Numbers, mv: &NumbersMove) -> Numbers {
        mv.to.clone()
    }
    fn normal_form(&self, mut numbers: Numbers) -> Numbers {
        numbers.sort_unstable();
        numbers
    }
}

impl Impartial for LargeEuclid {
    fn closed_form(&self) -> Option<&dyn ClosedForm<Numbers, NumbersMove>> {
        Some(self)
    }
}

impl ClosedForm<Numbers, NumbersMove> for LargeEuclid {
    fn nimber(&self, numbers: &Numbers) -> Option<u128> {
        nimber(pair::of(numbers)).try_into().ok()
    }
    fn outcome(&self, numbers: &Numbers) -> Option<Outcome> {
        Some(if nimber(pair::of(numbers)).bits() == 0 { Outcome::Loss } else { Outcome::Win })
    }
    fn moves_to(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        let amounts = amounts_to(pair::of(numbers), nimber).into_iter();
        Some(amounts.map(|amount| take(numbers, amount)).collect::<Vec<_>>().into())
    }
    fn is_fickle(&self, numbers: &Numbers) -> Option<bool> {
        let [a, b] = pair::of(numbers);
        Some(a.bits() == 0 || b.bits() == 0 || a == b)
    }
    fn moves_to_fickle(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        let mut list = self.moves_to(numbers, nimber)?;
        list.moves.retain(|mv| self.is_fickle(&mv.to) == Some(true));
        Some(list.moves.into())
    }
    fn source(&self) -> &'static str {
        Euclid.source()
    }
}

impl Notation<Numbers> for LargeEuclid {
    fn read(&self, text: &str) -> Result<Numbers, BadNotation> {
        pair::read(text)
    }
    fn show(&self, numbers: &Numbers) -> String {
        pair::show(numbers)
    }
}

text_notation!(Euclid, Pair, |pair| Some(pair.picture()); ListedBy::Pair);

const KNOWN: &[Fact] = &[
    Fact::of("Two different numbers are won exactly if the larger one is more than φ times the smaller one, where φ = 1.618… is the golden ratio.", "Cole & Davie 1969")
        .shown_by("solve euclid@8.5", "lost for the player to move"),
    Fact::of("So of neighbouring Fibonacci numbers every other pair is won.", "Cole & Davie 1969")
        .shown_by("solve euclid@13.8", "won for the player to move"),
];

pub(crate) fn entry() -> Entry {
    let euclid = Entry::new("euclid", |parameters| parameters.none().map(|()| any::impartial_of_any_size(Euclid, LargeEuclid)));
    let euclid = euclid.component("pair a.b").play("take a multiple of the smaller number from the larger, down to 0");
    let euclid = euclid.rules("There are two numbers. A move takes a multiple of the smaller one from the larger one, and leaves at least 0. Who cannot move, because one number is 0, loses.");
    euclid
        .example("euclid@25.7")
        .title("Euclid")
        .aim("Take the smaller number from the larger.")
        .brief("Take a multiple of the smaller number from the larger one, without going below zero. Whoever cannot move loses.")
        .sizes(&["euclid@7.3", "euclid@13.8", "euclid@25.7", "euclid@55.34"])
        .source("Cole & Davie 1969")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::pairs;
    use sprague_testkit::judge::closed_form_is_right;

    #[test]
    fn the_theorem_says_what_brute_force_finds() {
        let pairs: Vec<Pair> = pairs(120).collect();
        closed_form_is_right(&Euclid, &pairs);
        closed_form_is_right(&LargeEuclid, &crate::pair::pairs(30).map(|pair| pair.large().to_vec()).collect::<Vec<_>>());
    }

    #[test]
    fn large_pairs_are_answered() {
        assert_eq!(Euclid.nimber(&Pair(100_000_000, 3)), Some(33_333_333));
        assert_eq!(Euclid.nimber(&Pair(7_540_113_804_746_346_429, 12_200_160_415_121_876_738)), Some(1));
        assert_eq!(Euclid.moves_to(&Pair(u64::MAX, 1), u128::from(u64::MAX)), Some(vec![].into()));
        assert_eq!(Euclid.moves_to(&Pair(10_u64.pow(18), 3), 0).map(|list| list.moves.len()), Some(1));
    }
    use sprague_testkit::judge::{NaiveNimbers, is_itself_again, normal_form_keeps_the_options};
    use std::collections::BTreeSet;

    #[test]
    fn options_are_those_of_the_definition() {
        for pair in pairs(14) {
            let Pair(small, large) = pair.sorted();
            let left = (0..large).filter(|left| small > 0 && (large - left) % small == 0);
            let expected: BTreeSet<Pair> = left.map(|left| Pair(left, small).sorted()).collect();
            let options: Vec<Pair> = Euclid.options(&pair).map(Pair::sorted).collect();
            assert_eq!(options.len(), expected.len(), "{pair}");
            assert_eq!(BTreeSet::from_iter(options), expected, "{pair}");
            assert!(Euclid.options(&pair).all(|Pair(a, b)| a == pair.0 || b == pair.1), "{pair}");
        }
    }

    #[test]
    fn different_numbers_are_lost_below_the_golden_ratio() {
        let mut naive = NaiveNimbers::new(Euclid);
        for pair in pairs(70) {
            let Pair(b, a) = pair.sorted();
            let is_lost = b == 0 || (a != b && a * a < a * b + b * b);
            assert_eq!(naive.nimber(&pair) == 0, is_lost, "{pair}");
        }
    }

    fn continued_fraction(mut a: u64, mut b: u64) -> Vec<u64> {
        let mut quotients = vec![];
        while b > 0 {
            quotients.push(a / b);
            (a, b) = (b, a % b);
        }
        quotients
    }

    #[test]
    fn nimbers_are_nivaschs_but_for_fractions_of_one_quotient() {
        let mut naive = NaiveNimbers::new(Euclid);
        for pair in pairs(70).filter(|pair| pair.0 > 0 && pair.1 > 0) {
            let Pair(b, a) = pair.sorted();
            let nivasch = ((a * a - b * b) / (a * b)) as u32;
            let quotients = continued_fraction(a, b);
            let expected = match quotients.iter().all(|quotient| *quotient == quotients[0]) {
                true if quotients.len() % 2 == 1 => nivasch + 1,
                true => nivasch - 1,
                false => nivasch,
            };
            assert_eq!(naive.nimber(&pair), expected, "{pair}");
        }
    }

    #[test]
    fn numbers_may_be_exchanged() {
        assert!(pairs(20).all(|pair| normal_form_keeps_the_options(&Euclid, &pair)));
    }

    #[test]
    fn pairs_are_themselves_again() {
        assert!(pairs(12).all(|pair| is_itself_again(&Euclid, &pair)));
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        assert_eq!(Euclid.options(&Pair(3, u64::MAX)).next(), Some(Pair(3, u64::MAX - 3)));
        assert_eq!(Euclid.options(&Pair(u64::MAX - 1, u64::MAX)).collect::<Vec<_>>(), [Pair(u64::MAX - 1, 1)]);
        assert_eq!(Euclid.options(&Pair(u64::MAX, u64::MAX)).collect::<Vec<_>>(), [Pair(0, u64::MAX)]);
    }
}
