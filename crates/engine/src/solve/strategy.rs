//! The winner's answer to everything: for every position that can come up, the sum after the best move.

use super::compound::CompoundPosition;
use super::searchable::{Searchable, unsteady};
use super::selection::MoveRank;
use super::values::{Rules, Values};
use super::{Component, MixedSum, NoValue, Refused, SolveError, SolveOptions, Valuation};
use sprague_core::certificate::Winner;
use sprague_core::limits::Meter;
use sprague_core::{Compound, CompoundRule, Limits, Outcome, Play, Player, Stopped};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A strategy as data, before it is written down: `T` is how positions are written.
///
/// ```
/// use sprague::solve::WrittenStrategy;
/// use sprague::Outcome;
/// use sprague::certificate::Winner;
/// let nothing = WrittenStrategy { winner: Winner::Mover, outcome: Outcome::Win, answers: Default::default() };
/// assert!(nothing.answers.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenStrategy {
    /// Whose strategy it is.
    pub winner: Winner,
    /// What the player to move at the start gets.
    pub outcome: Outcome,
    /// For every position that can come up with its player to move, the position after the move.
    pub answers: BTreeMap<String, String>,
}

/// The strategy of the player who wins a sum, or who does not lose it. `write` says how sums are written.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, strategy};
/// use sprague::{Impartial, Ruleset, any, heap_notation};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// # heap_notation!(Nim);
/// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let sum = MixedSum::of([Component::new(&nim, &2_u64), Component::new(&nim, &1_u64)]);
/// let write = |sum: &MixedSum| format!("{:?}", sum.components.iter().map(|heap| heap.typed::<u64>().unwrap()).collect::<Vec<_>>());
/// let strategy = strategy(&sum, &SolveOptions::default(), write)?;
/// assert_eq!(strategy.answers["[2, 1]"], "[1, 1]");
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// [`SolveError`]; sums whose rules say themselves who has won are refused, since a strategy is replayed to the last move.
pub fn strategy(
    sum: &MixedSum,
    options: &SolveOptions,
    write: impl Fn(&MixedSum) -> String,
) -> Result<WrittenStrategy, SolveError> {
    sum.has_meaning()?;
    if sum.has_terminal_rule() {
        let why = "a game that the last move decides, since a strategy is replayed to that: this one counts what both hold";
        return Err(Refused { component: 0, why: why.into() }.into());
    }
    let options = &options.starting_now();
    let found = found(sum, options, write);
    sum.check()?;
    Ok(found?)
}

fn found(sum: &MixedSum, options: &SolveOptions, write: impl Fn(&MixedSum) -> String) -> Result<WrittenStrategy, Stopped> {
    if sum.rule != CompoundRule::Disjunctive {
        let asked = CompoundPosition::of(sum, options)?;
        let (rules, which) = asked.rules();
        let compound = Compound::new(rules, sum.rule, sum.play);
        let start = compound.position(asked.positions(&which, &[]));
        let solution = crate::evaluate::solution(&compound, &start, &options.limits)?;
        return ranked(sum, options, solution.outcome(), write, |here, _, each| {
            let asked = CompoundPosition::of(here, options)?;
            asked.judge(&compound, &which, &solution, |rank, choice| each(rank, &|| asked.after(choice)))
        });
    }
    if sum.is_partizan()
        && sum.play == Play::Normal
        && let Some(found) = by_values(sum, options, &write)?
    {
        return Ok(found);
    }
    let searchable = Searchable::of(sum, &options.limits)?;
    let root = searchable.position(options.player(sum), None);
    let solution = crate::evaluate::solution(&searchable.rules, &root, &options.limits)?;
    ranked(sum, options, solution.outcome(), write, |here, player, each| {
        searchable.at(here).judge(&solution, player, &options.limits, |rank, index, _, position| {
            each(rank, &|| here.with_all([(index, position.clone())]));
        })
    })
}

/// The strategy that keeps the value of a sum on its player's side of 0, `None` for sums without values. The graph of the sum, which
/// may be very much larger than the strategy, is not explored.
fn by_values(
    sum: &MixedSum,
    options: &SolveOptions,
    write: impl Fn(&MixedSum) -> String,
) -> Result<Option<WrittenStrategy>, Stopped> {
    let Some(rules) = Rules::of(sum) else { return Ok(None) };
    let values = Values::new(&rules, &options.limits);
    let covered = |answered: Result<Outcome, NoValue>| match answered {
        Ok(outcome) => Ok(Some(outcome)),
        Err(NoValue::NotCovered) => Ok(None),
        Err(NoValue::Stopped(stopped)) => Err(stopped),
    };
    let total = values.of_sum(sum);
    let Some(outcome) = covered(total.and_then(|total| values.outcome(&total, options.player(sum))))? else { return Ok(None) };
    let replies = |here: &MixedSum, player, each: &mut dyn FnMut(MixedSum, usize)| {
        here.components.iter().enumerate().try_for_each(|(index, component)| {
            component.each_move::<Stopped>(player, &options.limits, |_, position| {
                each(here.with_all([(index, position)]), index);
                Ok(true)
            })
        })
    };
    // an answer where the other player has just moved leaves the rest as it was, so that fewer positions can come up
    let answer = |here: &MixedSum, player, last| match values.winning_move(here, player, last) {
        Ok(mv) => Ok(mv.map(|change| here.with_all([change]))),
        Err(NoValue::Stopped(stopped)) => Err(stopped),
        Err(NoValue::NotCovered) => Err(unsteady(here)),
    };
    written(sum, options, outcome, write, replies, answer).map(Some)
}

/// What is told of each move: its rank, and how to make the sum after it.
type Told<'a> = &'a mut dyn FnMut(MoveRank, &dyn Fn() -> MixedSum);

/// Writes down the best answer to everything; `judge` tells the moves of a player in a sum.
fn ranked(
    sum: &MixedSum,
    options: &SolveOptions,
    outcome: Outcome,
    write: impl Fn(&MixedSum) -> String,
    judge: impl Fn(&MixedSum, Player, Told<'_>) -> Result<(), Stopped>,
) -> Result<WrittenStrategy, Stopped> {
    let replies =
        |here: &MixedSum, player, each: &mut dyn FnMut(MixedSum, usize)| judge(here, player, &mut |_, after| each(after(), 0));
    let answer = |here: &MixedSum, player, _| {
        let mut best: Option<(MoveRank, MixedSum)> = None;
        judge(here, player, &mut |rank, after| {
            if best.as_ref().is_none_or(|(known, _)| rank > *known) {
                best = Some((rank, after()));
            }
        })?;
        Ok(best.map(|(_, after)| after))
    };
    written(sum, options, outcome, write, replies, answer)
}

/// Writes down an answer to everything. `replies` tells the sums after every move of a player, with the component moved in; `answer`
/// finds the sum after a good move, given where the other player has just moved.
fn written(
    sum: &MixedSum,
    options: &SolveOptions,
    outcome: Outcome,
    write: impl Fn(&MixedSum) -> String,
    replies: impl Fn(&MixedSum, Player, &mut dyn FnMut(MixedSum, usize)) -> Result<(), Stopped>,
    answer: impl Fn(&MixedSum, Player, usize) -> Result<Option<MixedSum>, Stopped>,
) -> Result<WrittenStrategy, Stopped> {
    let mover = options.player(sum);
    let (winner, player) = if outcome == Outcome::Loss { (Winner::Other, -mover) } else { (Winner::Mover, mover) };
    // positions with the winner to move
    let mut waiting: Vec<(MixedSum, usize)> = vec![];
    match winner {
        Winner::Mover => waiting.push((sum.clone(), 0)),
        Winner::Other => replies(sum, -player, &mut |after, index| waiting.push((after, index)))?,
    }
    let (mut answers, mut bytes) = (BTreeMap::new(), 0);
    let meter = Meter::new(&options.limits);
    let one = size_of::<(MixedSum, usize)>() + sum.components.len() * size_of::<Component>();
    while let Some((here, last)) = waiting.pop() {
        meter.look(answers.len() as u64, bytes + (waiting.len() + 1) * one, None)?;
        let text = write(&here);
        if answers.contains_key(&text) {
            continue;
        }
        // the game may be over, and won
        let Some(after) = answer(&here, player, last)? else { continue };
        let to = write(&after);
        bytes += text.len() + to.len() + 64;
        answers.insert(text, to);
        replies(&after, -player, &mut |after, index| waiting.push((after, index)))?;
    }
    Ok(WrittenStrategy { winner, outcome, answers })
}

/// Tells every sum that one move of `player` may leave, for whoever replays a strategy from the rules, until it hears that it is enough.
///
/// ```
/// use sprague::solve::{MixedSum, each_option};
/// use sprague::{Limits, Player};
/// each_option(&MixedSum::of([]), Player::Left, &Limits::default(), |_| unreachable!("there is no move"))?;
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// [`SolveError`]; also where a heap has more moves than are listed, since a move that is not told would go unanswered.
pub fn each_option(
    sum: &MixedSum,
    player: Player,
    limits: &Limits,
    mut each: impl FnMut(&MixedSum) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    sum.has_meaning()?;
    if let Some(component) = sum.components.iter().position(|component| !component.has_listed_moves()) {
        return Err(Refused { component, why: "a heap whose moves can be listed: this one has too many".into() }.into());
    }
    let (mut meter, mut count) = (Meter::new(limits), 0);
    // whether more may be told
    let mut tell = |after: &MixedSum| -> Result<bool, Stopped> {
        count += 1;
        meter.allow(count, || 0, || None)?;
        Ok(each(after).is_continue())
    };
    if sum.rule == CompoundRule::Disjunctive {
        let mut has_more = true;
        for (index, component) in sum.components.iter().enumerate() {
            if !has_more {
                break;
            }
            component.each_move::<Stopped>(player, limits, |_, position| {
                has_more = tell(&sum.with_all([(index, position)]))?;
                Ok(has_more)
            })?;
        }
    } else {
        let options = SolveOptions { limits: limits.clone(), ..SolveOptions::default() };
        let asked = CompoundPosition::of(sum, &options)?;
        for choice in sum.rule.choices(asked.counts()) {
            if !tell(&asked.after(&choice))? {
                break;
            }
        }
    }
    Ok(sum.check()?)
}
