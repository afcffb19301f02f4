//! Strategies: what the winner answers to everything, found by search; and replayed by the checker from the rules alone.

use crate::solve::strategy_of;
use crate::{Session, SolveOptions, SumText, Unanswered};
use sprague::{Limits, Player, Rule, Strategy};
use sprague_check::{BadStrategy, Replayed};

/// What the winner does in every position that can come up; in a drawn position, what the player to move does so as never to lose.
///
/// In a partizan game [`SolveOptions::first`] starts, and every position is written with the strategy's own player to move.
///
/// Every move of a winning strategy is one that wins fastest, so that it really ends. The positions that can be reached are
/// explored; a sum that is too large for that ends at a limit.
///
/// ```
/// use sprague_games::{Session, SolveOptions, check_strategy, strategy};
/// let session = Session::new();
/// let strategy = strategy(&session.position("nim@3,4,5").unwrap(), &SolveOptions::default()).unwrap();
/// assert_eq!(strategy.moves["nim@3,4,5"], "nim@1,4,5");
/// assert!(check_strategy(&session, &strategy).is_ok());
/// ```
///
/// # Errors
/// [`Unanswered::Malformed`] for games with an ending of their own, and for partizan ones by another rule than the disjunctive;
/// [`Unanswered::Stopped`] at a limit.
pub fn strategy(sum: &SumText, options: &SolveOptions) -> Result<Strategy, Unanswered> {
    sum.allows(options.play)?;
    sum.check_first(options.longest_play)?;
    let found = strategy_of(sum, &SolveOptions { limits: options.limits.starting_now(), ..options.clone() });
    sum.check()?;
    found
}

/// Replays a strategy: every move is legal, every answer is met, and its player wins, or does not lose where it promises only that.
///
/// # Errors
/// [`BadStrategy`].
///
/// ```
/// # use sprague_games::{Session, SolveOptions, check_strategy, strategy};
/// let session = Session::new();
/// let mut forged = strategy(&session.position("nim@2,2").unwrap(), &SolveOptions::default()).unwrap();
/// forged.moves.insert("nim@1,2".into(), "nim@0,2".into());
/// assert!(check_strategy(&session, &forged).is_err());
/// ```
pub fn check_strategy(session: &Session, strategy: &Strategy) -> Result<Replayed, BadStrategy> {
    let limits = Limits::default();
    sprague_check::check_strategy(strategy, |position, player| -> Result<Vec<String>, String> {
        let rule: Rule = strategy.rule.parse().map_err(|error: sprague::BadRule| error.to_string())?;
        let sum = session.position(position).map_err(|error| error.to_string())?;
        if sum.has_own_ending() {
            return Err("this game says itself who has won, and not the last move".to_owned());
        }
        let player = match player {
            None if sum.is_partizan() => {
                return Err("Left and Right have moves of their own, and nobody says who is first".to_owned());
            }
            player => player.unwrap_or(Player::Left),
        };
        crate::solve::options_of(&sum, rule, player, &limits).map_err(|error| error.to_string())
    })
}
