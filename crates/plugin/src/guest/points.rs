//! Checks the points that a guest gives. How they are encoded is up to the kind of guest.

use super::failure::Failure;
use sprague_core::{Outcome, Player, ScoreBounds};

/// The name of the function that returns the points at the end of play. It makes rules scored.
pub(crate) const TERMINAL_SCORE: &str = "terminal_score";

/// The name of the function that bounds what is still to come.
pub(crate) const SCORE_BOUNDS: &str = "score_bounds";

/// The most points of a move, of an ending and of a bound.
const MOST: i64 = 1 << 31;

/// What a move gains, and whether the player moves again.
pub(crate) type Gain = (i64, bool);

/// Returns the result for `player`, who cannot move, from the word of a guest.
pub(crate) fn outcome(word: &str, has_sides: bool, player: Player) -> Result<Outcome, Failure> {
    match word {
        "win" | "1" => Ok(Outcome::Win),
        "draw" | "0" => Ok(Outcome::Draw),
        "loss" | "-1" => Ok(Outcome::Loss),
        "left" if has_sides => Ok(player.signed(Outcome::Win)),
        "right" if has_sides => Ok(player.signed(Outcome::Loss)),
        other => {
            let sides = if has_sides { "\"left\", \"right\", " } else { "" };
            let how = format!("{sides}\"win\", \"draw\" or \"loss\" was expected, not {other}");
            Err(Failure::new("terminal_outcome", how))
        }
    }
}

/// Checks a number of points.
pub(crate) fn points(export: &str, name: &str, points: i64) -> Result<i64, Failure> {
    if points.unsigned_abs() > MOST.unsigned_abs() {
        return Err(Failure::new(export, format!("{name} of {points} points is beyond 2^31")));
    }
    Ok(points)
}

/// Checks the bounds of a score.
pub(crate) fn score_bounds(low: i64, high: i64) -> Result<ScoreBounds, Failure> {
    if low > high {
        return Err(Failure::new(SCORE_BOUNDS, format!("the lower bound {low} is above the upper bound {high}")));
    }
    Ok(ScoreBounds { low: points(SCORE_BOUNDS, "a bound", low)?, high: points(SCORE_BOUNDS, "a bound", high)? })
}
