//! Mem: take at least as many tokens as were taken last.

use crate::{Remembered, TakeAmount};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{Impartial, Ruleset, any, text_notation};

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
}
text_notation!(Mem, Remembered, |position| Some(position.picture()));

const KNOWN: &[Fact] =
    &[Fact::of("Whoever takes more than half of a heap ends it: what is left is less than what was taken.", "From the rules")
        .shown_by("solve mem@10", "take 6  ->  mem@4/6")];

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
    use sprague_testkit::judge::{NaiveNimbers, is_itself_again, normal_form_keeps_the_options};

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
    fn normal_forms_keep_the_nimber() {
        let mut naive = NaiveNimbers::new(Mem);
        for position in positions() {
            assert_eq!(naive.nimber(&Mem.normal_form(position)), naive.nimber(&position), "{position}");
            assert!(is_itself_again(&Mem, &position) && normal_form_keeps_the_options(&Mem, &position), "{position}");
        }
    }
}
