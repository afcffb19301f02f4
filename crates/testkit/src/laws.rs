//! The laws of rulesets. Each is a function that finds the first position at which the law is broken.
//!
//! The laws are documented at [`Ruleset`], [`Impartial`] and [`Partizan`]. Some others follow from them by theorems; a
//! ruleset that breaks one of these has broken an original law, too.
//!
//! A law is checked at every position that can be reached from the given ones, under [`limits`]. Laws about one position are
//! checked at the first hundred thousand positions. If a law needs all positions that can be reached from a position, and
//! there are more of these, the result is a [`Failure`].
//!
//! [`laws!`](crate::laws!) makes a test of each law. [`ruleset`], [`impartial`] and [`partizan`] check all laws of a kind in
//! one call.

mod bounds;
mod erasure;
mod failure;
mod heaps;
mod listing;
mod nimbers;
mod normal_forms;
mod outcomes;
mod partizan;
mod reach;
mod scores;
mod summands;

pub use bounds::{bounds_hold, tied_pieces_bound_the_position};
use erasure::text_and_words_are_the_position;
pub use erasure::{
    impartial_erasure_changes_nothing, notation_reads_what_it_shows, ruleset_erasure_changes_nothing,
    words_become_the_position_again,
};
pub use failure::{Cause, Failure, Law};
pub use heaps::{
    big_heaps_follow_the_rules, heaps_are_the_position, heaps_are_those_of_the_rules, one_heap_is_that_of_the_rules,
    partizan_heap_is_that_of_the_rules, rows_hold_the_values_of_heaps, terminal_heap_is_that_of_the_rules,
};
pub use listing::{
    equal_positions_have_equal_options, moves_are_listed_once, moves_have_a_fixed_order, options_are_the_moves_played,
    the_ending_is_fixed,
};
pub use nimbers::{
    a_position_plus_itself_is_lost, lost_means_nimber_0, sums_add_nimbers_without_carry, who_cannot_move_has_lost,
};
pub use normal_forms::{
    forms_of_either_have_the_options_of_both, negatives_exchange_left_and_right, normal_forms_have_the_options_of_the_position,
};
pub use outcomes::{
    both_searches_agree, both_searches_agree_under_misere_play, the_best_move_keeps_the_outcome,
    winning_moves_leave_lost_positions,
};
pub use partizan::{
    a_position_minus_itself_is_not_won, both_players, partizan_erasure_changes_nothing, partizan_notation_reads_what_it_shows,
};
pub use reach::limits;
pub use scores::scored;
pub use summands::{partizan_summands_have_the_options_of_the_position, summands_have_the_options_of_the_position};

use sprague::any::{AnyEnding, AnyImpartial, AnyPartizan, AnyPosition, AnyTerminalRule, Kind};
use sprague::{AnyRuleset, Impartial, Partizan, Ruleset, ToMove};
use std::sync::Arc;

/// The maximum number of moves of one position. If there are more, the check is a failure.
///
/// ```
/// assert_eq!(sprague_testkit::laws::MAX_MOVES, 100_000);
/// ```
pub const MAX_MOVES: usize = 100_000;

/// A law, as a function of the rules and of positions.
type Check<R> = fn(&R, Vec<<R as Ruleset>::Position>) -> Result<(), Failure>;

/// Checks every law of a [`Ruleset`].
///
/// ```
/// use sprague_testkit::laws;
/// # use sprague::examples::Nim;
/// assert_eq!(laws::ruleset(&Nim, 0..=8), Ok(()));
/// ```
///
/// # Errors
/// The first [`Failure`].
pub fn ruleset<R: Ruleset>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let positions: Vec<R::Position> = positions.into_iter().collect();
    let laws: [Check<R>; 9] = [
        moves_are_listed_once,
        moves_have_a_fixed_order,
        options_are_the_moves_played,
        equal_positions_have_equal_options,
        the_ending_is_fixed,
        normal_forms_have_the_options_of_the_position,
        both_searches_agree,
        winning_moves_leave_lost_positions,
        the_best_move_keeps_the_outcome,
    ];
    laws.into_iter().try_for_each(|law| law(rules, positions.clone()))
}

/// Checks every law of an [`Impartial`] ruleset.
///
/// # Errors
/// The first [`Failure`].
pub fn impartial<R: Impartial>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let positions: Vec<R::Position> = positions.into_iter().collect();
    ruleset(rules, positions.clone())?;
    let laws: [Check<R>; 6] = [
        who_cannot_move_has_lost,
        lost_means_nimber_0,
        summands_have_the_options_of_the_position,
        sums_add_nimbers_without_carry,
        a_position_plus_itself_is_lost,
        both_searches_agree_under_misere_play,
    ];
    laws.into_iter().try_for_each(|law| law(rules, positions.clone()))
}

/// Checks every law of a [`Partizan`] ruleset, for both players.
///
/// # Errors
/// The first [`Failure`].
pub fn partizan<R: Partizan>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let positions: Vec<R::Position> = positions.into_iter().collect();
    ruleset(&ToMove(rules), both_players(positions.clone()))?;
    partizan_summands_have_the_options_of_the_position(rules, positions.clone())?;
    negatives_exchange_left_and_right(rules, positions.clone())?;
    forms_of_either_have_the_options_of_both(rules, positions.clone())?;
    a_position_minus_itself_is_not_won(rules, positions.clone())?;
    bounds_hold(rules, positions.clone())?;
    tied_pieces_bound_the_position(rules, positions)
}

/// Checks every law that applies to this kind of erased ruleset, including the laws of its text, its words and its heaps.
///
/// ```
/// use sprague::any::{self, AnyPosition};
/// use sprague_testkit::laws;
/// # use sprague::examples::Nim;
/// let nim = any::impartial(Nim);
/// assert_eq!(laws::erased(&nim, vec![AnyPosition::pack(&8_u64)]), Ok(()));
/// ```
///
/// # Errors
/// The first [`Failure`].
pub fn erased(rules: &Arc<dyn AnyRuleset>, positions: Vec<AnyPosition>) -> Result<(), Failure> {
    const FITS: &str = "the kind says so";
    match rules.kind() {
        Kind::Impartial => impartial(&AnyImpartial::try_from(rules.clone()).expect(FITS), positions.clone())?,
        Kind::Partizan => partizan(&AnyPartizan::try_from(rules.clone()).expect(FITS), positions.clone())?,
        Kind::TerminalRule | Kind::Entailing => {
            ruleset(&AnyTerminalRule::try_from(rules.clone()).expect(FITS), positions.clone())?;
        }
        kind @ (Kind::Sides | Kind::Scored | Kind::ScoredSides) => {
            let rules_are_scored = kind.is_scored();
            let rules = AnyEnding::try_from(rules.clone()).expect(FITS);
            let start = |(player, position)| rules.start(player, position);
            let starts: Vec<_> = both_players(positions.clone()).map(start).collect();
            ruleset(&rules, starts.clone())?;
            if rules_are_scored {
                scored(&rules, starts)?;
            }
        }
    }
    text_and_words_are_the_position(&**rules, positions.clone())?;
    if rules.heaps().is_some() {
        for law in [heaps_are_the_position, rows_hold_the_values_of_heaps, big_heaps_follow_the_rules] {
            law(rules, positions.clone())?;
        }
    }
    Ok(())
}
