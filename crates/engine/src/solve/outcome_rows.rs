//! Solves a single heap by the rows of outcomes of its family and their period.

use super::selection::{MoveRank, MoveSelection};
use super::{Answer, Component, MixedSum, SolveOptions};
use sprague_core::any::Kind;
use sprague_core::heap::{Amounts, HeapRules};
use sprague_core::{Limits, Outcome, Play, Player, Stopped};

/// Solves a single heap.
///
/// Returns `None` for all other sums, and also if nimbers or, for infinitely many amounts, Ferguson's theorem give more than an
/// outcome.
pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, Stopped> {
    let [component] = sum.components.as_slice() else { return Ok(None) };
    let has_nimbers = component.kind() == Kind::Impartial && sum.play == Play::Normal;
    // if there are too many moves to list, Ferguson's theorem finds the outcome as well and also finds moves
    let is_endless = matches!(component.data(), Some(HeapRules::Subtraction(Amounts::AllBut(_) | Amounts::Infinite(_))));
    if has_nimbers
        || (is_endless && sum.play == Play::Misere)
        || super::last_stone::theorem(component).is_some()
        || outcome_of(component, sum.play, Player::Left, &options.limits).is_none()
    {
        return Ok(None);
    }
    let player = options.player(sum);
    let outcome = |component: &Component, player| {
        outcome_of(component, sum.play, player, &options.limits).expect("the ruleset has rows of outcomes")
    };
    let here = outcome(component, player)?;
    let selection = MoveSelection::new(here, options);
    let mut selection = if sum.has_terminal_rule() { selection.preferring_last() } else { selection };
    if !options.outcome_only {
        component.each_move::<Stopped>(player, &options.limits, &mut |label, position| {
            let rank = MoveRank::of(-outcome(&component.with(position.clone()), -player)?, None);
            selection.judge(rank, || sum.one_move(0, label, position.clone(), player));
            Ok(true)
        })?;
    }
    let why = "rows of outcomes: a heap stays one heap, so its outcome stands in the rows of the family".to_owned();
    let mut answer = Answer::new(here, selection.found(), why);
    if sum.is_partizan() {
        answer.first = Some(player);
        if !options.first_only {
            answer.set_first(player, outcome(component, -player)?);
        }
        if sum.play == Play::Normal {
            super::values::note_values(component, &mut answer, &options.limits);
        }
    }
    Ok(Some(answer))
}

/// Returns the outcome of a single heap for a player to move, or `None` if there are no rows of outcomes.
fn outcome_of(component: &Component, play: Play, player: Player, limits: &Limits) -> Option<Result<Outcome, Stopped>> {
    let (heap, column) = component.one_heap()?;
    let column = match component.kind() {
        Kind::Partizan => usize::from(component.player(player) == Player::Right),
        _ => column,
    };
    let rows = component.rules.outcomes_to(play, &heap, limits)?;
    Some(rows.map(|rows| super::look_up::look_up(&rows, &heap, column).cell))
}
