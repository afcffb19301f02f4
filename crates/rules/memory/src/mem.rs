//! Mem: take at least as many tokens as were taken last.

use crate::{Remembered, TakeAmount, heap};
use num_bigint::BigUint;
use sprague_core::any::{Numbers, NumbersMove, up_to};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, ClosedForm, Impartial, MoveList, Notation, Outcome, Ruleset, any, text_notation};

/// Mem: take at least the amount that was last taken from the heap.
///
/// The first move takes any amount. A player who cannot move loses.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_memory::{Mem, Remembered};
/// assert_eq!(Mem.options(&Remembered { heap: 5, last: 4 }).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Mem;

impl Ruleset for Mem {
    type Position = Remembered;
    type Move = TakeAmount;
    fn moves(&self, position: &Remembered) -> impl Iterator<Item = TakeAmount> {
        (position.last.max(1)..=position.heap).map(TakeAmount)
    }
    fn play(&self, position: &Remembered, mv: &TakeAmount) -> Remembered {
        position.after(mv.0)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, position: Remembered) -> Remembered {
        // a heap from which 1 was taken allows any amount, like a fresh heap; if more was taken than is left, there is no move
        match position {
            Remembered { heap, last } if last > heap => Remembered { heap: 0, last: 0 },
            Remembered { heap, last: 1 } => Remembered { heap, last: 0 },
            other => other,
        }
    }
}
impl Impartial for Mem {
    fn is_loopfree(&self, _: &Remembered) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Remembered, TakeAmount>> {
        Some(self)
    }
}

/// If a heap of n was left by a move of k and k(k + 1) is at least n, its nimber is ⌊n/k⌋: ⌊n/a⌋ falls by at most 1 from one
/// amount a to the next, and taking a leaves ⌊n/a⌋ − 1. For smaller k no formula is known, except that whoever can move wins by
/// taking all.
impl ClosedForm<Remembered, TakeAmount> for Mem {
    fn nimber(&self, position: &Remembered) -> Option<u128> {
        let Remembered { heap, last } = *position;
        let is_known = last.checked_mul(last.saturating_add(1)).is_none_or(|least| least >= heap);
        (heap == 0 || is_known && last > 0).then(|| u128::from(heap / last.max(1)))
    }
    fn outcome(&self, position: &Remembered) -> Option<Outcome> {
        Some(if position.last.max(1) <= position.heap { Outcome::Win } else { Outcome::Loss })
    }
    fn moves_to(&self, position: &Remembered, nimber: u128) -> Option<MoveList<TakeAmount>> {
        let (heap, least) = (position.heap, position.last.max(1));
        // a move of more than half of the heap ends it, whatever was taken before; one of more than a third leaves nimber 1, and
        // nothing else does but taking 1 from 4
        if nimber > 1 {
            self.nimber(position)?;
        }
        let Some(quotient) = u64::try_from(nimber).ok().and_then(|nimber| nimber.checked_add(1)) else {
            return Some(vec![].into());
        };
        let first = match (heap, nimber) {
            (4, 1) => least,
            _ => least.max(quotient.checked_add(1).map_or(0, |next| heap / next) + 1),
        };
        let amounts = first..=heap / quotient;
        let total = if amounts.is_empty() { 0 } else { amounts.end() - first + 1 };
        Some(MoveList { moves: amounts.take(MoveList::<()>::MOST).map(TakeAmount).collect(), total: Some(total) })
    }
    /// Misère nimbers differ only by an exchange of 0 and 1. The nimber is 0 only where no move is left, because otherwise the whole
    /// heap may be taken. So from nimber 1 all moves lead to such ends and to nimbers of 2 or more, and the misère nimber is 0;
    /// and from a larger nimber moves lead to both 0 and 1, which change places.
    ///
    /// The nimber is 2 or more exactly if half of the heap may be taken, because moves to nimbers 0 and 1 are then left; only 3 has
    /// no move to 1.
    fn is_fickle(&self, position: &Remembered) -> Option<bool> {
        let least = position.last.max(1);
        Some(position.heap / least < 2 || (position.heap, least) == (3, 1))
    }
    fn moves_to_fickle(&self, position: &Remembered, nimber: u128) -> Option<MoveList<TakeAmount>> {
        self.moves_to(position, nimber)
    }
    fn source(&self) -> &'static str {
        "the nimber is the heap divided by the last amount"
    }
}

/// Mem with heaps of any size.
struct LargeMem;

impl Ruleset for LargeMem {
    type Position = Numbers;
    type Move = NumbersMove;
    fn moves(&self, numbers: &Numbers) -> impl Iterator<Item = NumbersMove> {
        let (numbers, below) = (numbers.clone(), least(numbers) - 1_u8);
        let count = if numbers[0] > below { &numbers[0] - &below } else { BigUint::ZERO };
        up_to(count).map(move |more| heap::take(&numbers, &below + more))
    }
    fn play(&self, _: &Numbers, mv: &NumbersMove) -> Numbers {
        mv.to.clone()
    }
    fn normal_form(&self, numbers: Numbers) -> Numbers {
        match least(&numbers) {
            least if least > numbers[0] => vec![BigUint::ZERO; 2],
            least if least == BigUint::from(1_u8) => vec![numbers[0].clone(), BigUint::ZERO],
            _ => numbers,
        }
    }
}

/// Returns the least amount that may be taken.
fn least(numbers: &Numbers) -> BigUint {
    numbers[1].clone().max(1_u8.into())
}

impl Impartial for LargeMem {
    fn closed_form(&self) -> Option<&dyn ClosedForm<Numbers, NumbersMove>> {
        Some(self)
    }
}

impl ClosedForm<Numbers, NumbersMove> for LargeMem {
    fn nimber(&self, numbers: &Numbers) -> Option<u128> {
        let [heap, last] = [&numbers[0], &numbers[1]];
        if last * (last + 1_u8) >= *heap { (heap / least(numbers)).try_into().ok() } else { None }
    }
    fn outcome(&self, numbers: &Numbers) -> Option<Outcome> {
        Some(if least(numbers) <= numbers[0] { Outcome::Win } else { Outcome::Loss })
    }
    fn moves_to(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        if nimber > 1 {
            self.nimber(numbers)?;
        }
        let (heap, quotient) = (&numbers[0], BigUint::from(nimber) + 1_u8);
        let third = if *heap == 4_u8.into() && nimber == 1 { BigUint::ZERO } else { heap / (&quotient + 1_u8) };
        let below = third.max(least(numbers) - 1_u8);
        let end = heap / quotient;
        let total = if end > below { end - &below } else { BigUint::ZERO };
        let moves = up_to(total.clone()).take(MoveList::<()>::MOST).map(|more| heap::take(numbers, &below + more)).collect();
        Some(MoveList { moves, total: total.try_into().ok() })
    }
    fn is_fickle(&self, numbers: &Numbers) -> Option<bool> {
        let least = least(numbers);
        Some(&numbers[0] / &least < 2_u8.into() || numbers[0] == 3_u8.into() && least == 1_u8.into())
    }
    fn moves_to_fickle(&self, numbers: &Numbers, nimber: u128) -> Option<MoveList<NumbersMove>> {
        self.moves_to(numbers, nimber)
    }
    fn source(&self) -> &'static str {
        Mem.source()
    }
}

impl Notation<Numbers> for LargeMem {
    fn read(&self, text: &str) -> Result<Numbers, BadNotation> {
        heap::read(text)
    }
    fn show(&self, numbers: &Numbers) -> String {
        heap::show(numbers)
    }
}

text_notation!(Mem, Remembered, |position| Some(position.picture()));

const KNOWN: &[Fact] = &[
    Fact::of(
        "If k was taken last and k(k + 1) is at least n, the nimber of n is n/k, rounded down.",
        "this project, by induction",
    )
    .shown_by("solve mem@100000/400", "nimber 250"),
    Fact::of("Whoever takes more than half of a heap ends it: what is left is less than what was taken.", "From the rules")
        .shown_by("solve mem@10", "take 6  ->  mem@4/6"),
];

pub(crate) fn entry() -> Entry {
    let mem = Entry::new("mem", |parameters| parameters.none().map(|()| any::impartial_of_any_size(Mem, LargeMem)));
    let mem = mem.component("heap or heap/last").play("take at least the amount that was taken from the heap last").known(KNOWN);
    let mem = mem.rules("A move takes at least as many tokens from a heap as the last move took from it; the first one takes any number. Whoever cannot move loses.");
    mem.example("mem@9/2")
        .title("Mem")
        .aim("Take at least as much as was taken last.")
        .brief("Take at least as many tokens from a heap as were taken from it last. Whoever cannot move loses.")
        .sizes(&["mem@5", "mem@9/2", "mem@12", "mem@9,14"])
        .source("CGSuite; Fibonacci Nim turned round")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::judge::{NaiveNimbers, closed_form_is_right, is_itself_again, normal_form_keeps_the_options};

    fn positions() -> impl Iterator<Item = Remembered> {
        (0..14).flat_map(|heap| (0..17).map(move |last| Remembered { heap, last }))
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for position in positions() {
            let amounts: Vec<u64> = (1..=position.heap).filter(|amount| *amount >= position.last).collect();
            let options: Vec<u64> = Mem.options(&position).map(|option| position.heap - option.heap).collect();
            assert_eq!(options, amounts, "{position}");
            assert!(Mem.options(&position).all(|option| option.last == position.heap - option.heap));
        }
    }

    #[test]
    fn the_theorem_says_what_brute_force_finds() {
        let positions: Vec<_> = (0..36).flat_map(|heap| (0..38).map(move |last| Remembered { heap, last })).collect();
        closed_form_is_right(&Mem, &positions);
        let few = positions.iter().filter(|position| position.heap.max(position.last) < 16);
        let numbers: Vec<Numbers> = few.map(|position| heap::read(&position.to_string()).unwrap()).collect();
        closed_form_is_right(&LargeMem, &numbers);
        assert!(numbers.iter().all(|numbers| normal_form_keeps_the_options(&LargeMem, numbers)));
        let large = Remembered { heap: 100_000, last: 400 };
        assert_eq!((Mem.nimber(&large), Mem.nimber(&Remembered { last: 315, ..large })), (Some(250), None));
        let all = Mem.moves_to(&Remembered { heap: u64::MAX, last: 0 }, 0).unwrap();
        assert_eq!((all.moves.len(), all.total), (1000, Some(1 << 63)));
    }

    #[test]
    fn normal_forms_keep_the_nimber() {
        let mut naive = NaiveNimbers::new(Mem);
        for position in positions() {
            assert_eq!(naive.nimber(&Mem.normal_form(position)), naive.nimber(&position), "{position}");
            assert!(is_itself_again(&Mem, &position) && normal_form_keeps_the_options(&Mem, &position), "{position}");
        }
    }
}
