//! Misère Nim, the last stone game: Bouton's theorem for any number of heaps of any size.

use super::legal::{first_move, step};
use super::tally::Listed;
use super::{Answer, Moves, SolveOptions};
use crate::{Family, SumText, Unanswered};
use num_bigint::BigUint;
use sprague::{Outcome, Player};
use sprague_rules_misere::{is_lost, winning_moves};

/// The answer if every component is a heap of Nim.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Unanswered> {
    if !sum.places().iter().all(|place| matches!(place.game.family(), Family::Nim)) {
        return Ok(None);
    }
    let heaps: Vec<BigUint> = sum.places().iter().map(|place| place.game.tokens(&place.component)).collect();
    let outcome = if is_lost(&heaps) { Outcome::Loss } else { Outcome::Win };
    let moves = winning_moves(&heaps);
    let total = moves.len() as u64;
    let mut listed = Listed::new(options.max_moves.max(1));
    for (index, size) in moves {
        listed.push(|| {
            let component = sum.places()[index].game.component(&size.to_string()).expect("a number is a heap");
            step(sum, index, &(&heaps[index] - size).to_string(), component, Player::Left)
        });
    }
    let mut winning = listed.steps();
    let best = match winning.first() {
        Some(step) => Some(step.clone()),
        None => first_move(sum, Player::Left, &options.limits)?,
    };
    winning.truncate(options.max_moves);
    let moves = Moves { winning, total: Some(total), best };
    let why = "misère Nim (Bouton 1901): with a heap of two or more, lost exactly if the nim-sum is 0; else lost exactly if the number of ones is odd";
    Ok(Some(Answer::new(sum, options, outcome, moves, why.to_owned())))
}
