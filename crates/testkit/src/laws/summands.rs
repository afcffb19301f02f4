//! The law of summands: their sum is the same game as the position.

use super::listing::few;
use super::reach::{options_of, reachable, reachable_by_both};
use super::{Failure, Law};
use sprague::{AsPartizan, Impartial, Partizan, Player};
use std::collections::BTreeSet;

/// Checks that the sum of the summands has the same options as the position, not only the same value.
///
/// Both sides are split as far as the rules split them, and finished summands are left out. Options are compared as sets,
/// because two equal summands give equal options that the position may have once. Because this is checked at every position
/// that can be reached, position and sum are the same game.
///
/// ```
/// use sprague::{Impartial, Ruleset};
/// use sprague_testkit::laws::summands_have_the_options_of_the_position;
///
/// /// Two heaps; take any number from one of them. Equal heaps are left out: right for nimbers, wrong for the options.
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
/// }
/// impl Impartial for TwoHeaps {
///     fn summands(&self, &(a, b): &(u64, u64)) -> impl Iterator<Item = (u64, u64)> {
///         let apart = if a == b { vec![] } else { vec![(a, 0), (0, b)] };
///         apart.into_iter()
///     }
/// }
/// let failure = summands_have_the_options_of_the_position(&TwoHeaps, [(3, 3)]).unwrap_err();
/// assert_eq!(failure.position, "(3, 3)");
/// ```
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn summands_have_the_options_of_the_position<R>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure>
where
    R: Impartial,
{
    reachable(rules, positions)
        .iter()
        .try_for_each(|position| summands_have_the_options(&AsPartizan(rules), position, Player::Left))
}

/// Checks like [`summands_have_the_options_of_the_position`], but for the options of both players.
///
/// # Errors
/// [`Failure`] at the first position where the law is broken.
pub fn partizan_summands_have_the_options_of_the_position<R>(
    rules: &R,
    positions: impl IntoIterator<Item = R::Position>,
) -> Result<(), Failure>
where
    R: Partizan,
{
    reachable_by_both(rules, positions).iter().try_for_each(|position| {
        Player::BOTH.into_iter().try_for_each(|player| summands_have_the_options(rules, position, player))
    })
}

fn summands_have_the_options<R: Partizan>(rules: &R, position: &R::Position, player: Player) -> Result<(), Failure> {
    let law = Law::SummandsHaveTheOptionsOfThePosition;
    let whole = options_of(law, rules, position, player)?;
    let of_position: BTreeSet<Vec<String>> = whole.iter().map(|option| apart(law, rules, option)).collect::<Result<_, _>>()?;
    let parts = parts(law, rules, position)?;
    let mut of_sum = BTreeSet::new();
    for (index, part) in parts.iter().enumerate() {
        let others = parts[..index].iter().chain(&parts[index + 1..]).map(|other| format!("{other:?}"));
        let others: Vec<String> = others.collect();
        for option in options_of(law, rules, part, player)? {
            let mut summands = apart(law, rules, &option)?;
            summands.extend_from_slice(&others);
            summands.sort_unstable();
            of_sum.insert(summands);
        }
    }
    if of_sum == of_position {
        return Ok(());
    }
    let only = |one: &BTreeSet<Vec<String>>, other: &BTreeSet<Vec<String>>| {
        few(&one.difference(other).map(|summands| sum(summands)).collect::<Vec<_>>())
    };
    let (position_only, sum_only) = (only(&of_position, &of_sum), only(&of_sum, &of_position));
    Err(law.broken(position, format!("only the position has the options {position_only}, only its summands {sum_only}")))
}

/// The maximum number of steps in which a position is split. More count as endless.
const MAX_STEPS: usize = 10_000;

/// Returns the unfinished summands of a position, which cannot be split further.
fn parts<R: Partizan>(law: Law, rules: &R, position: &R::Position) -> Result<Vec<R::Position>, Failure> {
    let (mut parts, mut pending) = (vec![], vec![position.clone()]);
    let mut steps = 0;
    while let Some(whole) = pending.pop() {
        steps += 1;
        if steps > MAX_STEPS {
            return Err(law.broken(position, "its summands fall apart again and again"));
        }
        let is_unfinished =
            |part: &R::Position| Player::BOTH.into_iter().any(|player| rules.moves(part, player).next().is_some());
        let unfinished = rules.summands(&whole).filter(is_unfinished);
        let summands: Vec<R::Position> = unfinished.collect();
        if summands == [whole.clone()] {
            parts.push(whole);
        } else {
            pending.extend(summands);
        }
    }
    Ok(parts)
}

/// Returns the unfinished summands as sorted texts, so that sums can be compared.
fn apart<R: Partizan>(law: Law, rules: &R, position: &R::Position) -> Result<Vec<String>, Failure> {
    let mut summands: Vec<String> = parts(law, rules, position)?.iter().map(|part| format!("{part:?}")).collect();
    summands.sort_unstable();
    Ok(summands)
}

/// Formats a sum for a message.
fn sum(summands: &[String]) -> String {
    if summands.is_empty() { "finished".to_owned() } else { summands.join(" + ") }
}
