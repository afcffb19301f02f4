//! The winner's answers, found move by move from the start.

use super::selection::MoveRank;
use super::{Component, MixedSum, SolveOptions};
use sprague_core::certificate::{Answers, Winner};
use sprague_core::limits::Meter;
use sprague_core::{Outcome, Player, Stopped};
use std::collections::BTreeMap;

/// A strategy as data, before it is formatted as text.
///
/// ```
/// use sprague::solve::WrittenStrategy;
/// use sprague::Outcome;
/// use sprague::certificate::{Answers, Winner};
/// let answers = Answers::Positions(Default::default());
/// let nothing = WrittenStrategy { winner: Winner::Mover, outcome: Outcome::Win, answers };
/// assert!(nothing.answers.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenStrategy {
    /// The player who has the strategy.
    pub winner: Winner,
    /// The outcome for the player to move at the start.
    pub outcome: Outcome,
    /// The answers of the player who has the strategy.
    pub answers: Answers,
}

/// The way in which the positions of a strategy are written.
pub(super) struct Noting<'a> {
    pub(super) write: &'a dyn Fn(&MixedSum) -> String,
    /// Returns the sum that represents a sum.
    pub(super) form_of: &'a dyn Fn(&MixedSum) -> MixedSum,
    /// The largest number of moves allowed.
    pub(super) most: usize,
}

/// The moves of a strategy, and the player who has it.
pub(super) struct FoundStrategy {
    winner: Winner,
    outcome: Outcome,
    moves: BTreeMap<String, String>,
}

impl FoundStrategy {
    pub(super) fn written(self, answers: fn(BTreeMap<String, String>) -> Answers) -> WrittenStrategy {
        WrittenStrategy { winner: self.winner, outcome: self.outcome, answers: answers(self.moves) }
    }
}

/// A callback that receives each move: its rank, and a function that returns the sum after it.
pub(super) type Told<'a> = &'a mut dyn FnMut(MoveRank, &dyn Fn() -> MixedSum);

/// Writes the best answer to every move of the other player.
///
/// `judge` passes the moves of a player in a sum to its callback.
pub(super) fn ranked(
    sum: &MixedSum,
    options: &SolveOptions,
    outcome: Outcome,
    noting: &Noting<'_>,
    judge: impl Fn(&MixedSum, Player, Told<'_>) -> Result<(), Stopped>,
) -> Result<FoundStrategy, Stopped> {
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
    written(sum, options, outcome, noting, replies, answer)
}

/// Writes an answer to every move of the other player.
///
/// `replies` calls its argument with the sum after every move of a player and the index of the component moved in. `answer`
/// returns the sum after a good move, given the component in which the other player has just moved.
pub(super) fn written(
    sum: &MixedSum,
    options: &SolveOptions,
    outcome: Outcome,
    noting: &Noting<'_>,
    replies: impl Fn(&MixedSum, Player, &mut dyn FnMut(MixedSum, usize)) -> Result<(), Stopped>,
    answer: impl Fn(&MixedSum, Player, usize) -> Result<Option<MixedSum>, Stopped>,
) -> Result<FoundStrategy, Stopped> {
    let mover = options.player(sum);
    let (winner, player) = if outcome == Outcome::Loss { (Winner::Other, -mover) } else { (Winner::Mover, mover) };
    let Noting { write, form_of, most } = noting;
    // the positions in which the winner is to move
    let mut waiting: Vec<(MixedSum, usize)> = vec![];
    match winner {
        Winner::Mover => waiting.push((sum.clone(), 0)),
        Winner::Other => replies(&form_of(sum), -player, &mut |after, index| waiting.push((after, index)))?,
    }
    let (mut moves, mut bytes) = (BTreeMap::new(), 0);
    let meter = Meter::new(&options.limits);
    let one = size_of::<(MixedSum, usize)>() + sum.components.len() * size_of::<Component>();
    while let Some((here, last)) = waiting.pop() {
        meter.look(moves.len() as u64, bytes + (waiting.len() + 1) * one, None)?;
        let here = form_of(&here);
        let text = write(&here);
        if moves.contains_key(&text) {
            continue;
        }
        // if there is no move, the game is over and won
        let Some(after) = answer(&here, player, last.min(here.components.len().saturating_sub(1)))? else { continue };
        let after = form_of(&after);
        let to = write(&after);
        if moves.len() == *most {
            return Err(Stopped::Positions(*most as u64));
        }
        bytes += text.len() + to.len() + 64;
        moves.insert(text, to);
        replies(&after, -player, &mut |after, index| waiting.push((after, index)))?;
    }
    Ok(FoundStrategy { winner, outcome, moves })
}
