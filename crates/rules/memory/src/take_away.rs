//! Take-away games such as Fibonacci Nim: take at most a multiple of what was taken last.
//!
//! Whinihan 1963, *Fibonacci Nim*; Schwenk 1970, *Take-away games*; Larsson & Rubinstein-Salzedo 2016, *Grundy values of
//! Fibonacci Nim*.

use crate::{Remembered, TakeAmount};
use sprague_core::notation::Reader;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Impartial, Ruleset, any, text_notation};

/// A take-away game: take at most a fixed multiple of the amount that was last taken from the heap.
///
/// The first move takes any amount except the whole heap. A player who cannot move loses.
///
/// ```
/// use sprague_core::Ruleset;
/// use sprague_rules_memory::{Remembered, TakeAway};
/// let fibonacci_nim = TakeAway::at_most(2, 1);
/// assert_eq!(fibonacci_nim.options(&Remembered { heap: 8, last: 0 }).count(), 7);
/// assert_eq!(fibonacci_nim.options(&Remembered { heap: 8, last: 1 }).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TakeAway {
    over: u64,
    under: u64,
}

impl TakeAway {
    /// Returns the game with the multiple `over`/`under`; amounts are rounded down.
    ///
    /// # Panics
    /// If the multiple is less than 1, or `under` is 0.
    pub fn at_most(over: u64, under: u64) -> Self {
        assert!(under > 0 && over >= under, "the multiple is at least 1");
        Self { over, under }
    }

    /// Parses the multiple, such as 2 or 3/2.
    ///
    /// ```
    /// use sprague_rules_memory::TakeAway;
    /// assert_eq!(TakeAway::named("3/2"), Ok(TakeAway::at_most(3, 2)));
    /// assert_eq!(TakeAway::named("1/2").unwrap_err().to_string(), "byte 0: expected a multiple of at least 1");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] unless it is a number or a fraction of at least 1.
    pub fn named(text: &str) -> Result<Self, BadNotation> {
        Reader::new(text).whole(|reader| {
            let over = reader.within(1..=u64::MAX, "a number above 0,")?;
            let under = if reader.skip('/') { reader.within(1..=u64::MAX, "a number above 0,")? } else { 1 };
            if over < under { Err(BadNotation::new(0, "a multiple of at least 1")) } else { Ok(Self::at_most(over, under)) }
        })
    }

    /// Returns the largest amount that may be taken.
    fn most(self, Remembered { heap, last }: Remembered) -> u64 {
        match last {
            0 => heap.saturating_sub(1),
            _ => u64::try_from(u128::from(last) * u128::from(self.over) / u128::from(self.under)).unwrap_or(heap).min(heap),
        }
    }
}

impl Ruleset for TakeAway {
    type Position = Remembered;
    type Move = TakeAmount;
    fn moves(&self, position: &Remembered) -> impl Iterator<Item = TakeAmount> {
        (1..=self.most(*position)).map(TakeAmount)
    }
    fn play(&self, position: &Remembered, mv: &TakeAmount) -> Remembered {
        position.after(mv.0)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, position: Remembered) -> Remembered {
        if position.heap == 0 {
            return Remembered { heap: 0, last: 0 };
        }
        if self.most(position) < position.heap {
            return position;
        }
        // the least amount after which the whole heap may be taken
        let least = (u128::from(position.heap) * u128::from(self.under)).div_ceil(u128::from(self.over));
        Remembered { last: least as u64, ..position }
    }
}
impl Impartial for TakeAway {
    fn is_loopfree(&self, _: &Remembered) -> bool {
        true
    }
}
text_notation!(TakeAway, Remembered, |position| Some(position.picture()));

const OF_FIBONACCI: &[Fact] = &[
    Fact::of("A fresh heap is lost exactly if its size is a Fibonacci number.", "Whinihan 1963")
        .shown_by("solve fibonacci-nim@21", "lost for the player to move"),
    Fact::of("Otherwise the least term of its sum of Fibonacci numbers wins (20 = 13 + 5 + 2).", "Whinihan 1963")
        .shown_by("solve fibonacci-nim@20", "take 2  ->  fibonacci-nim@18/2"),
];

const OF_OTHERS: &[Fact] = &[
    Fact::of("With a multiple of 1 the powers of 2 are lost.", "Schwenk 1970")
        .shown_by("solve take-away:1@32", "lost for the player to move"),
    Fact::of("With three times the lost heaps are 1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, …", "Schwenk 1970")
        .shown_by("solve take-away:3@29", "lost for the player to move"),
];

pub(crate) fn entries() -> [Entry; 2] {
    let fibonacci = Entry::new("fibonacci-nim", |parameters| parameters.none().map(|()| any::impartial(TakeAway::at_most(2, 1))));
    let fibonacci = fibonacci.component("heap or heap/last").play("take at most twice what was taken from the heap last");
    let fibonacci = fibonacci.rules("A move takes at most twice as many tokens from a heap as the last move took from it; the first one takes any number but not all. Each heap has a memory of its own. Who cannot move loses.");
    let others = Entry::new("take-away:MULTIPLE", |parameters| {
        parameters.needed("the multiple, as in take-away:3/2", TakeAway::named).map(any::impartial)
    });
    let others = others.component("heap or heap/last").play("take at most MULTIPLE times what was taken from the heap last");
    let others = others.rules("A move takes at most MULTIPLE times as many tokens from a heap as the last move took from it, rounded down; the first one takes any number but not all. Who cannot move loses.");
    let others = others.options("MULTIPLE: a number or a fraction of at least 1, such as 3 or 3/2.");
    [
        fibonacci.example("fibonacci-nim@20").source("Whinihan 1963").known(OF_FIBONACCI),
        others.example("take-away:3@30").source("Schwenk 1970").known(OF_OTHERS),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::judge::{NaiveNimbers, is_itself_again, normal_form_keeps_the_options};

    fn fresh(heap: u64) -> Remembered {
        Remembered { heap, last: 0 }
    }

    fn lost_to(rules: TakeAway, most: u64) -> Vec<u64> {
        let mut naive = NaiveNimbers::new(rules);
        (1..=most).filter(|heap| naive.nimber(&fresh(*heap)) == 0).collect()
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for (over, under) in [(1, 1), (2, 1), (3, 1), (3, 2), (7, 5)] {
            let rules = TakeAway::at_most(over, under);
            for position in (0..12).flat_map(|heap| (0..16).map(move |last| Remembered { heap, last })) {
                let may = |amount: u64| match position.last {
                    0 => amount < position.heap,
                    last => amount * under <= last * over,
                };
                let amounts: Vec<u64> = (1..=position.heap).filter(|amount| may(*amount)).collect();
                let options: Vec<Remembered> = rules.options(&position).collect();
                assert_eq!(options, amounts.iter().map(|amount| position.after(*amount)).collect::<Vec<_>>(), "{position}");
                assert!(is_itself_again(&rules, &position) && normal_form_keeps_the_options(&rules, &position), "{position}");
                assert_eq!(rules.normal_form(rules.normal_form(position)), rules.normal_form(position), "{position}");
            }
        }
    }

    #[test]
    fn lost_heaps_are_those_of_the_theorems() {
        let fibonacci = lost_to(TakeAway::at_most(2, 1), 60);
        assert_eq!(fibonacci, [1, 2, 3, 5, 8, 13, 21, 34, 55]);
        assert_eq!(lost_to(TakeAway::at_most(3, 1), 80), [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40, 55, 76]);
        for (over, under) in [(1, 1), (3, 2), (199, 100)] {
            assert_eq!(lost_to(TakeAway::at_most(over, under), 64), [1, 2, 4, 8, 16, 32, 64], "{over}/{under}");
        }
    }

    /// Larsson & Rubinstein-Salzedo: the positions with the nimbers 0 and 1, compared with the definition.
    #[test]
    fn a_heap_is_lost_exactly_if_its_least_fibonacci_number_may_not_be_taken() {
        let mut naive = NaiveNimbers::new(TakeAway::at_most(2, 1));
        let least_term = |mut heap: u64| {
            let mut numbers = vec![1, 2];
            while numbers[numbers.len() - 1] < heap {
                numbers.push(numbers[numbers.len() - 1] + numbers[numbers.len() - 2]);
            }
            let mut last = 0;
            for number in numbers.into_iter().rev() {
                if number <= heap {
                    (heap, last) = (heap - number, number);
                }
            }
            last
        };
        for position in (1..40).flat_map(|heap| (1..40).map(move |last| Remembered { heap, last })) {
            assert_eq!(naive.nimber(&position) == 0, 2 * position.last < least_term(position.heap), "{position}");
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let rules = TakeAway::at_most(u64::MAX, 1);
        let position = Remembered { heap: u64::MAX, last: u64::MAX };
        assert_eq!(rules.most(position), u64::MAX);
        assert_eq!(rules.normal_form(position).last, 1);
        assert_eq!(rules.moves(&fresh(0)).count(), 0);
    }
}
