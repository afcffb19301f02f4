//! Laws of partizan rules: the laws of rulesets for both players, and a position minus itself.

use super::erasure::{Erasure, reads_what_it_shows, summands_are, words_are_told_apart};
use super::nimbers::small_pairs;
use super::reach::{explored, reachable_by_both};
use super::{Failure, Law};
use sprague::any;
use sprague::any::{AnyPosition, Pack};
use sprague::evaluate::labels::outcomes;
use sprague::{AnyRuleset, Hints, Negative, Notation, Outcome, Partizan, Player, Sum, ToMove};

/// Returns each position with Left to move and with Right to move.
///
/// ```
/// use sprague::Player;
/// use sprague_testkit::laws::both_players;
/// assert_eq!(both_players([5]).collect::<Vec<_>>(), [(Player::Left, 5), (Player::Right, 5)]);
/// ```
pub fn both_players<P: Clone>(positions: impl IntoIterator<Item = P>) -> impl Iterator<Item = (Player, P)> {
    positions.into_iter().flat_map(|position| Player::BOTH.map(|player| (player, position.clone())))
}

/// Checks that the player who starts in a position minus itself does not win.
///
/// The other player can answer each move by its mirror image in the other half. So the starting player loses, or play need not
/// end.
///
/// ```
/// use sprague::{Partizan, Player};
/// use sprague_testkit::laws::a_position_minus_itself_is_not_won;
///
/// /// Left takes one token, Right takes two.
/// struct OneOrTwo;
/// impl Partizan for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         let amount = if player == Player::Left { 1 } else { 2 };
///         Some(amount).into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// }
/// assert_eq!(a_position_minus_itself_is_not_won(&OneOrTwo, 0..=12), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the starting player wins.
pub fn a_position_minus_itself_is_not_won<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Partizan,
{
    let law = Law::APositionMinusItselfIsNotWon;
    let difference = ToMove(Sum(rules, Negative(rules)));
    let started: Vec<R::Position> = positions.into_iter().collect();
    let sized = started.iter().map(|position| (Player::Left, position.clone()));
    for ((_, position), _) in small_pairs(law, &ToMove(rules), sized, |a, b| a == b)? {
        for player in Player::BOTH {
            let graph = explored(law, &difference, &(player, (position.clone(), position.clone())))?;
            if outcomes(&graph).outcome(0) == Outcome::Win {
                return Err(law.broken(&position, format!("{player} starts in it minus itself and wins")));
            }
        }
    }
    Ok(())
}

/// Checks like [`notation_reads_what_it_shows`](super::notation_reads_what_it_shows), but for partizan rules.
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn partizan_notation_reads_what_it_shows<R>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure>
where
    R: Partizan + Notation<R::Position>,
{
    reachable_by_both(rules, positions).iter().try_for_each(|position| reads_what_it_shows(rules, position))
}

/// Checks like [`impartial_erasure_changes_nothing`](super::impartial_erasure_changes_nothing), but for partizan rules.
///
/// The rules with Left and Right exchanged are checked, too.
///
/// # Errors
/// [`Failure`] at the first position where something differs.
pub fn partizan_erasure_changes_nothing<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Partizan<Position: Pack> + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    let erased = any::partizan(rules.clone());
    let reached = reachable_by_both(rules, positions);
    both_change_nothing(rules, &*erased, &reached)?;
    reached.iter().try_for_each(|position| reads_what_it_shows(rules, position))?;
    reached.iter().try_for_each(|position| words_are_told_apart(&*erased, position))?;
    both_change_nothing(&Negative(rules), &*any::negative(erased.clone()), &reached)
}

fn both_change_nothing<R>(rules: &R, erased: &dyn AnyRuleset, reached: &[R::Position]) -> Result<(), Failure>
where
    R: Partizan<Position: Pack>,
{
    let typed = ToMove(rules);
    let to = |(_, option): &(Player, R::Position)| option.clone();
    for (player, position) in both_players(reached) {
        let at = (player, position.clone());
        Erasure { rules: &typed, erased, player }.changes_nothing(&at, position, to)?;
        summands_are(erased, position, rules.summands(position))?;
        let negative = erased.negative(&AnyPosition::pack(position));
        if negative.map(|negative| negative.unpack()) != rules.negative(position) {
            return Err(Law::TypeErasureChangesNothing.broken(position, "the negatives differ"));
        }
        hooks_are(rules, erased, position, player)?;
    }
    Ok(())
}

/// Checks that everything that the search for the winner uses is equal after type erasure: bounds, estimates, sizes, pieces,
/// and forms of either player.
fn hooks_are<R>(rules: &R, erased: &dyn AnyRuleset, position: &R::Position, player: Player) -> Result<(), Failure>
where
    R: Partizan<Position: Pack>,
{
    let packed = AnyPosition::pack(position);
    let (typed, erased_hints) = (rules.hints(), erased.hints());
    let (mut pieces, mut told) = (vec![], vec![]);
    let cuts = [typed.tied(position, player, &mut pieces), erased_hints.tied(&packed, player, &mut told)];
    let told: Vec<R::Position> = told.iter().map(AnyPosition::unpack).collect();
    let (mut forms, mut forms_told): (Vec<AnyPosition>, Vec<AnyPosition>) = (vec![], vec![]);
    let knows_options = typed.each_option_of_either(position, &mut |parts| {
        forms.extend(parts.iter().map(AnyPosition::pack));
        true
    });
    let options_known = erased_hints.each_option_of_either(&packed, &mut |parts| {
        forms_told.append(parts);
        true
    });
    let differs = if erased_hints.bounds(&packed) != typed.bounds(position) {
        "the bounds differ"
    } else if erased_hints.estimate(&packed) != typed.estimate(position) {
        "the estimates differ"
    } else if erased_hints.size(&packed) != typed.size(position) {
        "the sizes differ"
    } else if erased_hints.value_text(&packed) != typed.value_text(position) {
        "the texts of the values differ"
    } else if erased.mobility(&packed, player) != rules.mobility(position, player) {
        "the moves are counted differently"
    } else if erased_hints.mobility_of_either(&packed) != typed.mobility_of_either(position)
        || (knows_options, forms) != (options_known, forms_told)
    {
        "the options of both differ"
    } else if erased_hints.form_of_either(&packed) != typed.form_of_either(position).as_ref().map(AnyPosition::pack) {
        "the forms of either differ"
    } else if cuts[0] != cuts[1] || pieces != told {
        "the pieces of a tied hand differ"
    } else {
        return Ok(());
    };
    Err(Law::TypeErasureChangesNothing.broken(position, differs))
}
