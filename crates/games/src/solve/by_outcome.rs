//! A single heap that stays one heap: its outcome stands in the family's rows, or follows from their proved period.

use super::legal::{each_move, step};
use super::tally::{Tally, Worth};
use super::{Answer, SolveOptions};
use crate::{Component, Family, Game, SumText, Unanswered};
use num_bigint::BigUint;
use sprague::{Limits, Outcome, Play, Player, Stopped};

/// The answer by rows of outcomes, `None` where nimbers are better or the position is not such a heap.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Unanswered> {
    let [place] = sum.places() else { return Ok(None) };
    let game = &place.game;
    let is_partizan = sum.is_partizan();
    let has_nimbers = !is_partizan && !sum.has_own_ending() && options.play == Play::Normal;
    // misère Nim has a theorem of its own
    if has_nimbers
        || matches!(game.family(), Family::Nim)
        || outcome_of(game, &place.component, options.play, Player::Left, &options.limits).is_none()
    {
        return Ok(None);
    }
    let player = if is_partizan { options.first } else { Player::Left };
    let outcome = |component: &Component, player| {
        outcome_of(game, component, options.play, player, &options.limits).expect("the family has rows of outcomes")
    };
    let here = outcome(&place.component, player)?;
    let tally = Tally::new(here, options);
    let mut tally = if sum.has_own_ending() { tally.preferring_last() } else { tally };
    each_move::<Stopped>(sum, 0, player, &options.limits, |mv, component| {
        let worth = Worth::of(-outcome(&component, -player)?, None);
        tally.judge(worth, || step(sum, 0, mv, component.clone(), player));
        Ok(true)
    })?;
    let why = "rows of outcomes: a heap stays one heap, so its outcome stands in the rows of the family".to_owned();
    let mut answer = Answer::new(sum, options, here, tally.moves(), why);
    if is_partizan {
        let other = outcome(&place.component, -player)?;
        answer.set_first(player, other);
    }
    Ok(Some(answer))
}

/// The outcome of a heap for `player` to move; `None` if it is no single heap with rows of outcomes.
fn outcome_of(
    game: &Game,
    component: &Component,
    play: Play,
    player: Player,
    limits: &Limits,
) -> Option<Result<Outcome, Stopped>> {
    let (heap, state) = match component {
        Component::Near(position) => {
            let (heap, state) = game.place(position)?;
            (BigUint::from(heap), state)
        }
        Component::Far { heaps, state, .. } => match heaps.as_slice() {
            [heap] => (heap.clone(), *state),
            _ => return None,
        },
    };
    let state = if matches!(game.family(), Family::Asymmetric(_)) { usize::from(player == Player::Right) } else { state };
    game.heap_outcome(play, &heap, state, limits)
}
