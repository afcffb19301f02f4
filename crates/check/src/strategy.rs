//! A strategy replayed against every answer of the other player.

use core::fmt;
use sprague_core::certificate::{Strategy, Winner};
use sprague_core::{Play, Player};
use std::collections::HashMap;
use thiserror::Error;

/// What was replayed.
///
/// ```
/// let replayed = sprague_check::Replayed { positions: 3 };
/// assert_eq!(replayed.positions, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// How many positions came up.
    pub positions: usize,
}

/// Why a strategy is no such strategy.
///
/// ```
/// use sprague_check::BadStrategy;
/// assert_eq!(BadStrategy::NoMove("nim@1".into()).to_string(), "nim@1 can come up, but the strategy has no move for it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadStrategy {
    /// A position can come up that it does not know.
    #[error("{0} can come up, but the strategy has no move for it")]
    NoMove(String),
    /// Its move is not legal.
    #[error("from {from} there is no legal move to {to}")]
    Illegal {
        /// Before the move.
        from: String,
        /// After it.
        to: String,
    },
    /// Its player has lost there.
    #[error("at {0} the game is over, and its player has lost")]
    Lost(String),
    /// The game can go on for ever, so nobody wins.
    #[error("{0} can come again and again, so the strategy never wins")]
    Endless(String),
    /// The rules cannot be asked about a position.
    #[error("{position}: {reason}")]
    Unreadable {
        /// The position.
        position: String,
        /// Why.
        reason: String,
    },
}

/// How far a position has been looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// On the way that is being looked at.
    Open,
    /// With all that follows.
    Done,
}

/// Replays a strategy against every answer. `options` says which positions can be reached from one by a legal move of a player, from
/// the rules; who that is, it is told where the strategy says who is first, which it must where Left and Right differ. That the position it starts with is the one meant is up to the caller.
///
/// Time and memory: the positions that can come up, which are those the strategy lists and their options.
///
/// ```
/// use sprague_check::{BadStrategy, check_strategy};
/// use sprague_core::Play;
/// use sprague_core::certificate::{Strategy, Winner};
///
/// // one heap of which one or two tokens may be taken
/// let options = |heap: &str, _| -> Result<Vec<String>, String> {
///     let heap: u32 = heap.parse().map_err(|_| "a number".to_owned())?;
///     Ok((1..=2).filter(|taken| *taken <= heap).map(|taken| (heap - taken).to_string()).collect())
/// };
/// let moves = [("4", "3"), ("2", "0"), ("1", "0")].map(|(from, to)| (from.to_owned(), to.to_owned())).into();
/// let (position, rule, winner) = ("4".to_owned(), "disjunctive".to_owned(), Winner::Mover);
/// let mut strategy = Strategy { position, play: Play::Normal, rule, first: None, winner, draw: false, moves };
/// assert!(check_strategy(&strategy, options).is_ok());
/// strategy.moves.remove("1");
/// assert_eq!(check_strategy(&strategy, options), Err(BadStrategy::NoMove("1".into())));
/// ```
///
/// # Errors
/// [`BadStrategy`]: the first thing that is wrong.
pub fn check_strategy<E: fmt::Display>(
    strategy: &Strategy,
    mut options: impl FnMut(&str, Option<Player>) -> Result<Vec<String>, E>,
) -> Result<Replayed, BadStrategy> {
    let own_player = strategy.first.map(|first| if strategy.winner == Winner::Mover { first } else { -first });
    let mut ask = |position: &str, is_own: bool| {
        let player = own_player.map(|player| if is_own { player } else { -player });
        options(position, player)
            .map_err(|reason| BadStrategy::Unreadable { position: position.to_owned(), reason: reason.to_string() })
    };
    // who cannot move has lost in normal play, won in misère play
    let stuck_wins = strategy.play == Play::Misere;
    let mut seen: HashMap<(String, bool), Seen> = HashMap::new();
    let start = (strategy.position.clone(), strategy.winner == Winner::Mover);
    // a position, whether its own player is to move, and what is left to look at behind it
    let mut path: Vec<((String, bool), Vec<String>)> = vec![];
    let mut next = Some(start);
    loop {
        if let Some(here) = next.take() {
            match seen.get(&here) {
                Some(Seen::Open) if !strategy.draw => return Err(BadStrategy::Endless(here.0)),
                Some(_) => {}
                None => {
                    let own = here.1;
                    let all = ask(&here.0, own)?;
                    if all.is_empty() {
                        if own != stuck_wins {
                            return Err(BadStrategy::Lost(here.0));
                        }
                        seen.insert(here, Seen::Done);
                    } else {
                        let behind = if own {
                            let to = strategy.moves.get(&here.0).ok_or_else(|| BadStrategy::NoMove(here.0.clone()))?;
                            if !all.contains(to) {
                                return Err(BadStrategy::Illegal { from: here.0, to: to.clone() });
                            }
                            vec![to.clone()]
                        } else {
                            all
                        };
                        seen.insert(here.clone(), Seen::Open);
                        path.push((here, behind));
                    }
                }
            }
        }
        let Some((here, behind)) = path.last_mut() else { break };
        match behind.pop() {
            Some(position) => next = Some((position, !here.1)),
            None => {
                let (here, _) = path.pop().expect("it was there");
                seen.insert(here, Seen::Done);
            }
        }
    }
    Ok(Replayed { positions: seen.len() })
}
