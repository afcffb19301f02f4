//! Laws about positions that represent others: normal forms, and negatives.

use super::listing::few;
use super::reach::{options, options_of, spread};
use super::{Failure, Law, MAX_MOVES};
use core::fmt::Debug;
use core::hash::Hash;
use sprague::{Hints, MOST_COUNTED, Partizan, Player, Position, Ruleset};
use std::collections::HashSet;

/// Checks that a position and its [normal form](Ruleset::normal_form) have the same options, up to normal form.
///
/// If the game is finished, they must have the same outcome. The normal form must be its own normal form.
///
/// ```
/// use sprague::Ruleset;
/// use sprague_testkit::laws::normal_forms_have_the_options_of_the_position;
///
/// /// Two heaps, side by side; take any number from one of them.
/// struct TwoHeaps;
/// impl Ruleset for TwoHeaps {
///     type Position = (u64, u64);
///     type Move = String;
///     fn moves(&self, &(a, b): &(u64, u64)) -> impl Iterator<Item = String> {
///         let from_a = (1..=a).map(|amount| format!("a {amount}"));
///         from_a.chain((1..=b).map(|amount| format!("b {amount}")))
///     }
///     fn play(&self, &(a, b): &(u64, u64), mv: &String) -> (u64, u64) {
///         let amount: u64 = mv[2..].parse().unwrap();
///         if mv.starts_with('a') { (a - amount, b) } else { (a, b - amount) }
///     }
///     fn has_normal_forms(&self) -> bool { true }
///     fn normal_form(&self, (a, b): (u64, u64)) -> (u64, u64) { (a.min(b), a.max(b)) }
/// }
/// assert_eq!(normal_forms_have_the_options_of_the_position(&TwoHeaps, [(3, 2)]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn normal_forms_have_the_options_of_the_position<R: Ruleset>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure> {
    let law = Law::NormalFormsHaveTheOptionsOfThePosition;
    let form_of = |position: R::Position| rules.normal_form(position);
    // play continues from normal forms, too
    let reached = spread(positions, |here, reach| {
        rules.options(here).take(MAX_MOVES).for_each(&mut *reach);
        reach(form_of(here.clone()));
    });
    for position in reached {
        let form = form_of(position.clone());
        let again = form_of(form.clone());
        if again != form {
            return Err(law.broken(&position, format!("{form:?} stands for it, and {again:?} for that one")));
        }
        if form == position {
            continue;
        }
        if !rules.has_normal_forms() {
            return Err(law.broken(&position, format!("{form:?} stands for it, and `has_normal_forms` says that none does")));
        }
        let forms = |of| options(law, rules, of).map(|options| options.into_iter().map(form_of).collect::<Vec<_>>());
        let (of_position, of_form) = (forms(&position)?, forms(&form)?);
        same(law, &position, ("the position", &of_position), (&format!("its normal form {form:?}"), &of_form))?;
        let (end, end_of_form) = (rules.terminal_outcome(&position), rules.terminal_outcome(&form));
        if of_position.is_empty() && end != end_of_form {
            return Err(law.broken(&position, format!("it ends as a {end}, its normal form {form:?} as a {end_of_form}")));
        }
    }
    Ok(())
}

/// Checks that Left's options of the [negative](Partizan::negative) are the negatives of Right's options, up to normal form,
/// and vice versa.
///
/// ```
/// use sprague::{Partizan, Player};
/// use sprague_testkit::laws::negatives_exchange_left_and_right;
///
/// /// Left takes from the first heap, Right from the second.
/// struct OneEach;
/// impl Partizan for OneEach {
///     type Position = [u64; 2];
///     type Move = u64;
///     fn moves(&self, heaps: &[u64; 2], player: Player) -> impl Iterator<Item = u64> { 1..=heaps[player as usize] }
///     fn play(&self, heaps: &[u64; 2], player: Player, amount: &u64) -> [u64; 2] {
///         let mut left = *heaps;
///         left[player as usize] -= amount;
///         left
///     }
///     fn negative(&self, &[left, right]: &[u64; 2]) -> Option<[u64; 2]> { Some([right, left]) }
/// }
/// assert_eq!(negatives_exchange_left_and_right(&OneEach, [[3, 2]]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn negatives_exchange_left_and_right<R: Partizan>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure> {
    let law = Law::NegativesExchangeLeftAndRight;
    let form_of = |position: R::Position| rules.normal_form(position);
    let reached = spread(positions, |here, reach| {
        Player::BOTH.into_iter().for_each(|player| rules.options(here, player).take(MAX_MOVES).for_each(&mut *reach));
        rules.negative(here).into_iter().for_each(reach);
    });
    for position in reached {
        let Some(negative) = rules.negative(&position) else { continue };
        for player in Player::BOTH {
            let of_negative = options_of(law, rules, &negative, player)?.into_iter().map(form_of).collect::<Vec<_>>();
            let mut negatives = vec![];
            for option in options_of(law, rules, &position, -player)? {
                match rules.negative(&option) {
                    Some(negative) => negatives.push(form_of(negative)),
                    None => return Err(law.broken(&position, format!("its option {option:?} has no negative"))),
                }
            }
            let (one, other) = (format!("the negative {negative:?} for {player}"), format!("the negatives for {}", -player));
            same(law, &position, (&one, &of_negative), (&other, &negatives))?;
        }
    }
    Ok(())
}

/// Checks that a position and its [form of either](Hints::form_of_either) have the same options of both players together, up
/// to such forms.
///
/// The form must be its own form, and the form of the negative. `each_option_of_either` must list all options, and
/// `mobility_of_either` must return their number if it is implemented.
///
/// ```
/// use sprague::{Hints, Partizan, Player};
/// use sprague_testkit::laws::forms_of_either_have_the_options_of_both;
///
/// /// Left takes from the first heap, Right from the second.
/// struct OneEach;
/// impl Partizan for OneEach {
///     type Position = [u64; 2];
///     type Move = u64;
///     fn moves(&self, heaps: &[u64; 2], player: Player) -> impl Iterator<Item = u64> { 1..=heaps[player as usize] }
///     fn play(&self, heaps: &[u64; 2], player: Player, amount: &u64) -> [u64; 2] {
///         let mut left = *heaps;
///         left[player as usize] -= amount;
///         left
///     }
///     fn hints(&self) -> &(impl Hints<[u64; 2]> + ?Sized) { self }
/// }
/// impl Hints<[u64; 2]> for OneEach {
///     fn form_of_either(&self, [left, right]: &[u64; 2]) -> Option<[u64; 2]> { Some([*left.min(right), *left.max(right)]) }
/// }
/// assert_eq!(forms_of_either_have_the_options_of_both(&OneEach, [[3, 2]]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn forms_of_either_have_the_options_of_both<R: Partizan>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure> {
    let law = Law::FormsOfEitherHaveTheOptionsOfBoth;
    let hints = rules.hints();
    let form_of = |position: R::Position| hints.form_of_either(&position).unwrap_or_else(|| rules.normal_form(position));
    let reached = spread(positions, |here, reach| {
        Player::BOTH.into_iter().for_each(|player| rules.options(here, player).take(MAX_MOVES).for_each(&mut *reach));
        reach(form_of(here.clone()));
    });
    for position in reached {
        let form = form_of(position.clone());
        let others = [Some(form.clone()), rules.negative(&position).filter(|_| hints.form_of_either(&position).is_some())];
        for other in others.into_iter().flatten() {
            let again = form_of(other.clone());
            if again != form {
                return Err(law.broken(&position, format!("{form:?} stands for it, and {again:?} for {other:?}")));
            }
        }
        let of_both = |of: &R::Position| {
            let [mut of_left, of_right] = [options_of(law, rules, of, Player::Left)?, options_of(law, rules, of, Player::Right)?];
            let known: HashSet<R::Position> = of_left.iter().cloned().collect();
            of_left.extend(of_right.into_iter().filter(|option| !known.contains(option)));
            Ok(of_left)
        };
        let (of_position, of_form) = (of_both(&position)?, of_both(&form)?);
        let forms = |options: &[R::Position]| options.iter().cloned().map(form_of).collect::<Vec<_>>();
        let named = format!("its form {form:?}");
        same(law, &position, ("the position", &forms(&of_position)), (&named, &forms(&of_form)))?;
        let sorted = |parts: &mut Vec<R::Position>| {
            let mut parts: Vec<String> = parts.drain(..).map(|part| format!("{part:?}")).collect();
            parts.sort_unstable();
            parts
        };
        let apart = |option| sorted(&mut rules.summands(option).map(form_of).collect());
        let mut told = vec![];
        let is_told = hints.each_option_of_either(&position, &mut |parts| {
            told.push(sorted(parts));
            true
        });
        if is_told {
            let all: Vec<Vec<String>> = of_position.iter().map(apart).collect();
            same(law, &position, ("the position", &all), ("what is told", &told))?;
        }
        let count = of_position.len().min(MOST_COUNTED as usize) as u32;
        if let Some(counted) = hints.mobility_of_either(&position).filter(|counted| *counted != count) {
            return Err(law.broken(&position, format!("there are {count} options of both, and {counted} are counted")));
        }
    }
    Ok(())
}

/// Checks that both lists have the same members.
fn same<P: Position>(
    law: Law,
    position: &impl Debug,
    (one, of_one): (&str, &[P]),
    (other, of_other): (&str, &[P]),
) -> Result<(), Failure> {
    let (one_only, other_only) = (without(of_one, of_other), without(of_other, of_one));
    if one_only.is_empty() && other_only.is_empty() {
        return Ok(());
    }
    let evidence = format!("only {one} has the options {}, only {other} {}", few(&one_only), few(&other_only));
    Err(law.broken(position, evidence))
}

/// Returns the members of one list that the other does not have.
fn without<'a, P: Eq + Hash>(one: &'a [P], other: &[P]) -> Vec<&'a P> {
    let other: HashSet<&P> = other.iter().collect();
    one.iter().filter(|member| !other.contains(member)).collect()
}
