//! Mem: take at least as many tokens as were taken last.

use crate::{Remembered, TakeAmount};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{ClosedForm, Impartial, MoveList, Outcome, Ruleset, any, text_notation};

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
        // a move of more than half of the heap ends it, whatever was taken before; others leave a heap that is not lost
        if nimber > 0 {
            self.nimber(position)?;
        }
        let Some(quotient) = u64::try_from(nimber).ok().and_then(|nimber| nimber.checked_add(1)) else {
            return Some(vec![].into());
        };
        let first = least.max(quotient.checked_add(1).map_or(0, |next| heap / next) + 1);
        let amounts = first..=heap / quotient;
        let total = if amounts.is_empty() { 0 } else { amounts.end() - first + 1 };
        Some(MoveList { moves: amounts.take(MoveList::<()>::MOST).map(TakeAmount).collect(), total: Some(total) })
    }
    /// Assumes that misère nimbers differ only by an exchange of 0 and 1, which was observed up to heaps of 49.
    fn is_fickle(&self, position: &Remembered) -> Option<bool> {
        self.nimber(position).map(|nimber| nimber < 2)
    }
    fn moves_to_fickle(&self, position: &Remembered, nimber: u128) -> Option<MoveList<TakeAmount>> {
        self.moves_to(position, nimber)
    }
    fn source(&self) -> &'static str {
        "the nimber is the heap divided by the last amount"
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
    let mem = Entry::new("mem", |parameters| parameters.none().map(|()| any::impartial(Mem)));
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
