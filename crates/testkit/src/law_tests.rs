//! The macro that defines a module with a test for each law.

/// Defines a module that checks a ruleset with a test for each law.
///
/// ```
/// use sprague::{Impartial, Ruleset};
///
/// /// Take any number from a heap.
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {}
///
/// sprague_testkit::laws! { impartial nim, rules: Nim, positions: 0..=8 }
/// ```
///
/// This defines `nim::moves_are_listed_once`, `nim::lost_means_nimber_0` and so on, in test builds only. The first word is
/// the kind of rules:
///
/// - `impartial`: the rules are [`Impartial`](sprague::Impartial), and play from every position ends;
/// - `ruleset`: the rules are a [`Ruleset`](sprague::Ruleset) and no more, for example misère play, terminal rules or loops;
/// - `partizan`: the rules are [`Partizan`](sprague::Partizan); each position is checked with Left and with Right to move.
///
/// `rules` is an expression for the ruleset, and `positions` is an expression for anything that iterates over positions. Each
/// test evaluates both again, and they may use names from the surrounding module. Positions that can be reached are checked,
/// too, under [`limits`](crate::laws::limits), so a few small positions are enough.
///
/// After `also:` you can ask for more laws. `notation` checks that a [`Notation`](sprague::Notation) reads what it writes, and
/// `words` that positions can be [packed](sprague::any::Pack) and unpacked. `erasure` is for rulesets with both: it checks that
/// [type erasure](sprague::AnyRuleset) changes nothing. For rulesets on heaps use `one_heap`, or `heaps` if a move may leave
/// several heaps: sizes and columns, rows, and heaps beyond 64 bits must follow the [rules](sprague::heap::ByHeap).
///
/// ```
/// # use sprague::{BadNotation, Notation, Outcome, Ruleset, notation::Reader};
/// /// Who takes the last one loses: a terminal rule.
/// # #[derive(Clone)]
/// struct LastLoses;
/// impl Ruleset for LastLoses {
///     // …
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// #     fn terminal_outcome(&self, _: &u64) -> Outcome { Outcome::Win }
/// }
/// impl Notation<u64> for LastLoses {
///     // …
/// #     fn read(&self, text: &str) -> Result<u64, BadNotation> { Reader::new(text).whole(Reader::small) }
/// #     fn show(&self, heap: &u64) -> String { heap.to_string() }
/// }
///
/// sprague_testkit::laws! {
///     ruleset last_loses,
///     rules: LastLoses,
///     positions: [0, 1, 20],
///     also: notation, words, erasure
/// }
/// ```
#[macro_export]
macro_rules! laws {
    ($kind:ident $name:ident, rules: $rules:expr, positions: $positions:expr $(, also: $($clause:ident),+)? $(,)?) => {
        #[cfg(test)]
        mod $name {
            #[allow(unused_imports)]
            use super::*;

            $crate::__law_tests! { $kind, $rules, $positions }
            $($($crate::__law_tests! { $kind $clause, $rules, $positions })+)?
        }
    };
}

/// Defines the tests for one kind of rules, or for one word after `also:`.
#[doc(hidden)]
#[macro_export]
macro_rules! __law_tests {
    (ruleset, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { each, &$rules, $positions;
            moves_are_listed_once moves_have_a_fixed_order options_are_the_moves_played equal_positions_have_equal_options
            the_ending_is_fixed normal_forms_have_the_options_of_the_position both_searches_agree winning_moves_leave_lost_positions the_best_move_keeps_the_outcome
        }
    };
    (impartial, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { ruleset, $rules, $positions }
        $crate::__law_tests! { each, &$rules, $positions;
            who_cannot_move_has_lost lost_means_nimber_0 summands_have_the_options_of_the_position
            sums_add_nimbers_without_carry a_position_plus_itself_is_lost both_searches_agree_under_misere_play
        }
    };
    (partizan, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { ruleset, $crate::sprague::ToMove($rules), $crate::laws::both_players($positions) }
        $crate::__law_tests! { each, &$rules, $positions;
            negatives_exchange_left_and_right forms_of_either_have_the_options_of_both a_position_minus_itself_is_not_won
            bounds_hold tied_pieces_bound_the_position
        }
        $crate::__law_tests! {
            one, partizan_summands_have_the_options_of_the_position as summands_have_the_options_of_the_position, &$rules, $positions
        }
    };

    (partizan notation, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { one, partizan_notation_reads_what_it_shows as notation_reads_what_it_shows, &$rules, $positions }
    };
    (partizan words, $rules:expr, $positions:expr) => {
        $crate::__law_tests! {
            each, &$crate::sprague::ToMove($rules), $crate::laws::both_players($positions); words_become_the_position_again
        }
    };
    (partizan erasure, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { one, partizan_erasure_changes_nothing as type_erasure_changes_nothing, &$rules, $positions }
    };
    (impartial erasure, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { one, impartial_erasure_changes_nothing as type_erasure_changes_nothing, &$rules, $positions }
    };
    (ruleset erasure, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { one, ruleset_erasure_changes_nothing as type_erasure_changes_nothing, &$rules, $positions }
    };
    (impartial heaps, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { each, &$rules, $positions; heaps_are_those_of_the_rules }
    };
    (impartial one_heap, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { each, &$rules, $positions; one_heap_is_that_of_the_rules }
    };
    (partizan one_heap, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { one, partizan_heap_is_that_of_the_rules as one_heap_is_that_of_the_rules, &$rules, $positions }
    };
    (ruleset one_heap, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { one, terminal_heap_is_that_of_the_rules as one_heap_is_that_of_the_rules, &$rules, $positions }
    };
    ($kind:ident notation, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { each, &$rules, $positions; notation_reads_what_it_shows }
    };
    ($kind:ident words, $rules:expr, $positions:expr) => {
        $crate::__law_tests! { each, &$rules, $positions; words_become_the_position_again }
    };

    (each, $rules:expr, $positions:expr; $($law:ident)+) => {
        $($crate::__law_tests! { one, $law as $law, $rules, $positions })+
    };
    (one, $law:ident as $test:ident, $rules:expr, $positions:expr) => {
        #[test]
        fn $test() {
            if let Err(failure) = $crate::laws::$law($rules, $positions) {
                panic!("{failure}");
            }
        }
    };
    ($kind:ident $($rest:tt)*) => {
        compile_error!("expected `impartial`, `ruleset` or `partizan`; after `also:` `notation`, `words`, `erasure`, `heaps` or `one_heap`");
    };
}
