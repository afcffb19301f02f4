//! Strategies: what the winner answers to everything, found by search; and replayed by the checker from the rules alone.

use crate::{ParsedSum, QuestionError, Session, SolveOptions};
use sprague::certificate::{Strategy, StrategyForm};
use sprague::notation::BadRule;
use sprague::solve::{self, SolveError};
use sprague::{CompoundRule, Limits, Outcome, Player};
use sprague_check::{BadStrategy, NoOptions, Replayed};
use std::fmt::Display;

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
/// [`QuestionError::Malformed`] for games with an ending of their own, and for partizan ones by another rule than the disjunctive;
/// [`QuestionError::Stopped`] at a limit.
pub fn strategy(sum: &ParsedSum, options: &SolveOptions) -> Result<Strategy, QuestionError> {
    let options = &SolveOptions { limits: options.limits.starting_now(), ..options.clone() };
    sum.has_meaning(options.rule, options.play)?;
    sum.check_first(options.longest_play)?;
    let mixed = sum.mixed(options.rule, options.play);
    let found = solve::strategy(&mixed, &options.engine(), |here| sum.text_of(here)).map_err(|error| sum.not_solved(error))?;
    Ok(Strategy {
        position: sum.to_string(),
        form: StrategyForm::Positions,
        play: options.play,
        rule: options.rule.to_string(),
        first: sum.is_partizan().then_some(options.first),
        winner: found.winner,
        draw: found.outcome == Outcome::Draw,
        moves: found.answers,
    })
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
    check_strategy_within(session, strategy, &Limits::default())
}

/// The same, under these limits.
///
/// ```
/// # use sprague_games::{Session, SolveOptions, check_strategy_within, strategy};
/// use sprague::Limits;
/// # let session = Session::new();
/// let long = strategy(&session.position("nim@9,9").unwrap(), &SolveOptions::default()).unwrap();
/// let limits = Limits { positions: 10, ..Limits::default() };
/// assert_eq!(check_strategy_within(&session, &long, &limits).unwrap_err().to_string(), "stopped after 10 positions");
/// ```
///
/// # Errors
/// [`BadStrategy`].
pub fn check_strategy_within(session: &Session, strategy: &Strategy, limits: &Limits) -> Result<Replayed, BadStrategy> {
    let limits = &limits.starting_now();
    sprague_check::check_strategy(strategy, limits, |position, player, tell| {
        let unreadable = |why: &dyn Display| NoOptions::Unreadable(why.to_string());
        let rule: CompoundRule = strategy.rule.parse().map_err(|error: BadRule| unreadable(&error))?;
        let sum = session.position(position).map_err(|error| unreadable(&error))?;
        if sum.has_terminal_rule() {
            return Err(unreadable(&"this game says itself who has won, and not the last move"));
        }
        let player = match player {
            None if sum.is_partizan() => {
                return Err(unreadable(&"Left and Right have moves of their own, and nobody says who is first"));
            }
            player => player.unwrap_or(Player::Left),
        };
        let told = solve::each_option(&sum.mixed(rule, strategy.play), player, limits, |after| tell(sum.text_of(after)));
        told.map_err(|error| match error {
            SolveError::Stopped(stopped) => stopped.into(),
            other => unreadable(&sum.not_solved(other)),
        })
    })
}
