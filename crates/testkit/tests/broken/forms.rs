//! Tests that wrong normal forms, negatives and summands are found, also after type erasure.

use super::breaks;
use sprague::notation::Reader;
use sprague::{BadNotation, Hints, Notation, Outcome, Partizan, Player, Ruleset};
use sprague_testkit::laws::{self, Failure, Law};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A game in which a move takes one token from a heap of less than ten. The normal form and the ending can be replaced by
/// wrong functions.
struct TakeOne {
    form: fn(u64) -> u64,
    ending: fn(u64) -> Outcome,
}

impl Ruleset for TakeOne {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (1..=*heap.min(&1)).filter(|_| *heap < 10)
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
    fn terminal_outcome(&self, heap: &u64) -> Outcome {
        (self.ending)(*heap)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, heap: u64) -> u64 {
        (self.form)(heap)
    }
}

#[test]
fn normal_forms_that_are_other_games_are_found() {
    let check = |form, ending, heap| laws::normal_forms_have_the_options_of_the_position(&TakeOne { form, ending }, [heap]);
    let (lost, law) = (|_| Outcome::Loss, Law::NormalFormsHaveTheOptionsOfThePosition);
    assert_eq!(check(|heap| if heap == 10 { 0 } else { heap }, lost, 10), Ok(()));
    breaks(check(|heap| heap.min(3), lost, 4), law, "4", "only the position has the options [3], only its normal form 3 [2]");
    breaks(check(|heap| heap - heap.min(1), lost, 4), law, "4", "3 stands for it, and 2 for that one");
    let grows = |heap| if heap < 10 { Outcome::Loss } else { Outcome::Win };
    breaks(
        check(|heap| if heap == 10 { 0 } else { heap }, grows, 10),
        law,
        "10",
        "it ends as a win, its normal form 0 as a loss",
    );
    assert_eq!(laws::ruleset(&TakeOne { form: |heap| heap.min(3), ending: lost }, [4]).unwrap_err().law, law);
}

#[test]
fn what_follows_a_normal_form_is_looked_at_too() {
    // 12 is the normal form of 11, and the error lies only in what follows from 12
    let form = |heap| match heap {
        11 => 12,
        0 => 4,
        heap => heap,
    };
    struct Far(TakeOne);
    impl Ruleset for Far {
        type Position = u64;
        type Move = u64;
        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            let to = match heap {
                11 | 12 => Some(1),
                _ => self.0.moves(heap).next(),
            };
            to.into_iter()
        }
        fn play(&self, heap: &u64, amount: &u64) -> u64 {
            if *heap > 10 { 1 } else { heap - amount }
        }
        fn has_normal_forms(&self) -> bool {
            true
        }
        fn normal_form(&self, heap: u64) -> u64 {
            self.0.normal_form(heap)
        }
    }
    let far = Far(TakeOne { form, ending: |_| Outcome::Loss });
    let checked = laws::normal_forms_have_the_options_of_the_position(&far, [11]);
    breaks(checked, Law::NormalFormsHaveTheOptionsOfThePosition, "0", "only its normal form 4 [3]");
}

/// Two heaps, one for each player, who takes one or more tokens from it.
///
/// Parts can be replaced by wrong functions. A `u32` argument is the number of earlier calls.
#[derive(Clone)]
struct OneEach {
    negative: fn(u32, Pair) -> Option<Pair>,
    summands: fn(u32, Pair) -> Vec<Pair>,
    form: fn(u32, Pair) -> Pair,
    form_of_either: fn(Pair) -> Pair,
    mobility_of_either: fn(Pair) -> Option<u32>,
    told: usize,
    asked: Arc<AtomicU32>,
}
type Pair = (u64, u64);

fn right() -> OneEach {
    OneEach {
        negative: |_, (left, right)| Some((right, left)),
        summands: |_, (left, right)| vec![(left, 0), (0, right)],
        form: |_, heaps| heaps,
        form_of_either: |(left, right)| (left.min(right), left.max(right)),
        mobility_of_either: |(left, right)| Some((left + right) as u32),
        told: usize::MAX,
        asked: Arc::default(),
    }
}

impl OneEach {
    fn asked(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }
}

impl Partizan for OneEach {
    type Position = Pair;
    type Move = u64;
    fn moves(&self, &(left, right): &Pair, player: Player) -> impl Iterator<Item = u64> {
        1..=if player == Player::Left { left } else { right }
    }
    fn play(&self, &(left, right): &Pair, player: Player, amount: &u64) -> Pair {
        if player == Player::Left { (left - amount, right) } else { (left, right - amount) }
    }
    fn summands(&self, heaps: &Pair) -> impl Iterator<Item = Pair> {
        (self.summands)(self.asked(), *heaps).into_iter()
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, heaps: Pair) -> Pair {
        (self.form)(self.asked(), heaps)
    }
    fn negative(&self, heaps: &Pair) -> Option<Pair> {
        (self.negative)(self.asked(), *heaps)
    }
    fn hints(&self) -> &(impl Hints<Pair> + ?Sized) {
        self
    }
}

impl Hints<Pair> for OneEach {
    fn form_of_either(&self, heaps: &Pair) -> Option<Pair> {
        Some((self.form_of_either)(*heaps))
    }
    fn each_option_of_either(&self, heaps: &Pair, each: &mut dyn FnMut(&mut Vec<Pair>) -> bool) -> bool {
        let options = Player::BOTH.into_iter().flat_map(|player| self.options(heaps, player));
        for (left, right) in options.take(self.told) {
            each(&mut [(left, 0), (0, right)].map(self.form_of_either).to_vec());
        }
        true
    }
    fn mobility_of_either(&self, heaps: &Pair) -> Option<u32> {
        (self.mobility_of_either)(*heaps)
    }
}

impl Notation<Pair> for OneEach {
    fn read(&self, text: &str) -> Result<Pair, BadNotation> {
        Reader::new(text).whole(|reader| {
            let left = reader.small()?;
            if reader.skip('.') { Ok((left, reader.small()?)) } else { Err(reader.expected("`.`")) }
        })
    }
    fn show(&self, (left, right): &Pair) -> String {
        format!("{left}.{right}")
    }
}

#[test]
fn the_right_partizan_rules_break_no_law() {
    assert_eq!(laws::partizan(&right(), [(3, 2), (0, 0)]), Ok(()));
    assert_eq!(laws::partizan_erasure_changes_nothing(&right(), [(3, 2)]), Ok(()));
}

/// Checks that the law fails, both alone and together with all others.
fn breaks_partizan(rules: &OneEach, check: Check, law: Law, position: &str, evidence: &str) {
    breaks(check(rules, vec![(2, 1)]), law, position, evidence);
    assert_eq!(laws::partizan(rules, [(2, 1)]).expect_err("the ruleset is broken").law, law);
}
type Check = fn(&OneEach, Vec<Pair>) -> Result<(), Failure>;

#[test]
fn wrong_negatives_are_found() {
    let law = Law::NegativesExchangeLeftAndRight;
    let same = OneEach { negative: |_, heaps| Some(heaps), ..right() };
    let evidence = "only the negative (2, 1) for left has the options [(1, 1), (0, 1)], only the negatives for right [(2, 0)]";
    breaks_partizan(&same, laws::negatives_exchange_left_and_right, law, "(2, 1)", evidence);
    let some = OneEach { negative: |_, (left, right)| (right > 0).then_some((right, left)), ..right() };
    breaks_partizan(&some, laws::negatives_exchange_left_and_right, law, "(2, 1)", "its option (2, 0) has no negative");
    let none = OneEach { negative: |_, _| None, ..right() };
    assert_eq!(laws::negatives_exchange_left_and_right(&none, [(2, 1)]), Ok(()), "nobody needs to have one");
}

#[test]
fn wrong_forms_of_either_are_found() {
    let (check, law): (Check, _) = (laws::forms_of_either_have_the_options_of_both, Law::FormsOfEitherHaveTheOptionsOfBoth);
    let two_forms = OneEach { form_of_either: |heaps| heaps, ..right() };
    breaks_partizan(&two_forms, check, law, "(2, 1)", "(2, 1) stands for it, and (1, 2) for (1, 2)");
    let added = OneEach { form_of_either: |(left, right)| (0, left + right), ..right() };
    breaks_partizan(&added, check, law, "(2, 1)", "only its form (0, 3)");
    let few = OneEach { told: 1, ..right() };
    breaks_partizan(&few, check, law, "(2, 1)", "only what is told []");
    let many = OneEach { mobility_of_either: |_| Some(4), ..right() };
    breaks_partizan(&many, check, law, "(2, 1)", "there are 3 options of both, and 4 are counted");
    let uncounted = OneEach { mobility_of_either: |_| None, ..right() };
    assert_eq!(check(&uncounted, vec![(2, 1)]), Ok(()));
}

#[test]
fn negatives_are_the_same_up_to_normal_form() {
    // there are two positions with both heaps empty
    let mirrored = OneEach {
        negative: |_, (left, right)| Some(if left + right == 0 { (7, 7) } else { (right, left) }),
        form: |_, heaps| if heaps == (7, 7) { (0, 0) } else { heaps },
        ..right()
    };
    let failure = laws::negatives_exchange_left_and_right(&mirrored, [(2, 1)]).unwrap_err();
    assert_eq!(failure.position, "(0, 0)", "(7, 7) has moves: {failure}");
}

#[test]
fn summands_of_partizan_positions_that_are_not_the_position_are_found() {
    let (check, law): (Check, _) =
        (laws::partizan_summands_have_the_options_of_the_position, Law::SummandsHaveTheOptionsOfThePosition);
    let one = OneEach { summands: |_, (left, right)| if left > 0 { vec![(left, 0)] } else { vec![(0, right)] }, ..right() };
    let evidence = "only the position has the options [\"(0, 1)\"], only its summands [\"finished\"]";
    breaks_partizan(&one, check, law, "(2, 1)", evidence);
}

#[test]
fn what_differs_behind_type_erasure_is_found() {
    for (rules, evidence) in [
        (OneEach { negative: |asked, _| Some((u64::from(asked), 0)), ..right() }, "the negatives differ"),
        (OneEach { summands: |asked, _| vec![(u64::from(asked), 0)], ..right() }, "the summands differ"),
        (OneEach { form: |asked, _| (u64::from(asked), 0), ..right() }, "the normal forms differ"),
    ] {
        let failure = laws::partizan_erasure_changes_nothing(&rules, [(2, 1)]).unwrap_err();
        assert_eq!(failure.law, Law::TypeErasureChangesNothing);
        assert!(failure.to_string().contains(evidence), "{failure}");
    }
}

#[test]
fn normal_forms_that_are_kept_secret_are_found() {
    struct Secret;
    impl Ruleset for Secret {
        type Position = u64;
        type Move = u64;
        fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
            1..=*heap.min(&1)
        }
        fn play(&self, heap: &u64, amount: &u64) -> u64 {
            heap - amount
        }
        fn normal_form(&self, heap: u64) -> u64 {
            heap % 2
        }
    }
    let found = laws::normal_forms_have_the_options_of_the_position(&Secret, [2]).unwrap_err();
    assert!(found.to_string().contains("`has_normal_forms`"), "{found}");
}
