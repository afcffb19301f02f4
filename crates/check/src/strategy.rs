//! A strategy replayed against every answer of the other player.

use core::ops::ControlFlow;
use sprague_core::certificate::{Strategy, Winner};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Play, Player, Stopped};
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
    /// Neither accepted nor refuted: a limit of the question was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Why the options of a position were not told.
///
/// ```
/// use sprague_check::NoOptions;
/// assert_eq!(NoOptions::Unreadable("expected a heap".into()).to_string(), "expected a heap");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoOptions {
    /// The rules cannot be asked about it: why.
    #[error("{0}")]
    Unreadable(String),
    /// A limit of the question was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// How far a position has been looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// On the way that is being looked at.
    Open,
    /// With all that follows.
    Done,
}

/// A position, and whether its own player, whose strategy it is, is to move.
type Here = (String, bool);

/// How many options of a position are kept at first. Where there are more, all of these come first, so that a strategy that leaves
/// one of them unanswered is found out before many are listed.
const FIRST: usize = 256;

/// How many bytes a position takes beside its text.
const BESIDE: usize = 96;

/// How many bytes of options are told between two looks at the clock.
const BETWEEN_LOOKS: usize = 1 << 16;

/// Replays a strategy against every answer. `options` tells which positions can be reached from one by a legal move of a player, from
/// the rules, one after the other and always in the same order, until it hears that it is enough; who that player is, it is told
/// where the strategy says who is first, which it must where Left and Right differ. That the position it starts with is the one
/// meant is up to the caller.
///
/// Time and memory: the positions that can come up, which are those the strategy lists and their options, under these limits.
///
/// ```
/// use sprague_check::{BadStrategy, NoOptions, check_strategy};
/// use sprague_core::{Limits, Play};
/// use sprague_core::certificate::{Strategy, StrategyForm, Winner};
///
/// // one heap of which one or two tokens may be taken
/// let check = |strategy: &Strategy| check_strategy(strategy, &Limits::default(), |heap, _, tell| {
///     let heap: u32 = heap.parse().map_err(|_| NoOptions::Unreadable("a number".into()))?;
///     let _ = (1..=2).filter(|taken| *taken <= heap).try_for_each(|taken| tell((heap - taken).to_string()));
///     Ok(())
/// });
/// let moves = [("4", "3"), ("2", "0"), ("1", "0")].map(|(from, to)| (from.to_owned(), to.to_owned())).into();
/// let (position, rule, winner) = ("4".to_owned(), "disjunctive".to_owned(), Winner::Mover);
/// let (form, play) = (StrategyForm::Positions, Play::Normal);
/// let mut strategy = Strategy { position, form, play, rule, first: None, winner, draw: false, moves };
/// assert!(check(&strategy).is_ok());
/// strategy.moves.remove("1");
/// assert_eq!(check(&strategy), Err(BadStrategy::NoMove("1".into())));
/// ```
///
/// # Errors
/// [`BadStrategy`]: the first thing that is wrong, or the limit that was reached.
pub fn check_strategy(
    strategy: &Strategy,
    limits: &Limits,
    options: impl FnMut(&str, Option<Player>, &mut dyn FnMut(String) -> ControlFlow<()>) -> Result<(), NoOptions>,
) -> Result<Replayed, BadStrategy> {
    let own_player = strategy.first.map(|first| if strategy.winner == Winner::Mover { first } else { -first });
    Replay { strategy, own_player, options, meter: Meter::new(limits), seen: HashMap::new(), bytes: 0 }.run()
}

/// What was seen so far.
struct Replay<'a, O> {
    strategy: &'a Strategy,
    own_player: Option<Player>,
    options: O,
    meter: Meter<'a>,
    seen: HashMap<Here, Seen>,
    /// How many bytes are held.
    bytes: usize,
}

/// A position whose options are being looked at.
struct Level {
    here: Here,
    left: Vec<String>,
    /// How many options were told, where there are more.
    told: Option<usize>,
}

impl<O> Replay<'_, O>
where
    O: FnMut(&str, Option<Player>, &mut dyn FnMut(String) -> ControlFlow<()>) -> Result<(), NoOptions>,
{
    fn run(mut self) -> Result<Replayed, BadStrategy> {
        let mut path: Vec<Level> = vec![];
        let mut next = Some((self.strategy.position.clone(), self.strategy.winner == Winner::Mover));
        loop {
            if let Some(here) = next.take() {
                match self.seen.get(&here) {
                    Some(Seen::Open) if !self.strategy.draw => return Err(BadStrategy::Endless(here.0)),
                    Some(_) => {}
                    None => path.extend(self.entered(here)?),
                }
            }
            let Some(level) = path.last_mut() else { break };
            match (level.left.pop(), level.told) {
                (Some(position), _) => {
                    self.bytes -= position.len() + BESIDE;
                    next = Some((position, !level.here.1));
                }
                (None, Some(told)) => (level.left, level.told) = self.replies(&level.here.0, told, 8 * told)?,
                (None, None) => {
                    let level = path.pop().expect("it was there");
                    self.seen.insert(level.here, Seen::Done);
                }
            }
        }
        Ok(Replayed { positions: self.seen.len() })
    }

    /// A position that was not seen before; `None` where the game is over, and won.
    fn entered(&mut self, here: Here) -> Result<Option<Level>, BadStrategy> {
        let (left, told) = if here.1 { (self.answer(&here.0)?, None) } else { self.replies(&here.0, 0, FIRST)? };
        self.bytes += here.0.len() + BESIDE;
        if left.is_empty() {
            // who cannot move has lost in normal play, won in misère play
            if here.1 != (self.strategy.play == Play::Misere) {
                return Err(BadStrategy::Lost(here.0));
            }
            self.seen.insert(here, Seen::Done);
            return Ok(None);
        }
        self.seen.insert(here.clone(), Seen::Open);
        self.meter.allow(self.seen.len() as u64, || self.bytes, || None)?;
        Ok(Some(Level { here, left, told }))
    }

    /// The strategy's own move, which is legal; none where there is no move.
    fn answer(&mut self, position: &str) -> Result<Vec<String>, BadStrategy> {
        let to = self.strategy.moves.get(position);
        let (mut has_moves, mut is_legal) = (false, false);
        self.ask(position, true, &mut |option| {
            has_moves = true;
            is_legal = to == Some(&option);
            if is_legal || to.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(0) }
        })?;
        match to {
            _ if !has_moves => Ok(vec![]),
            None => Err(BadStrategy::NoMove(position.to_owned())),
            Some(to) if is_legal => {
                self.bytes += to.len() + BESIDE;
                Ok(vec![to.clone()])
            }
            Some(to) => Err(BadStrategy::Illegal { from: position.to_owned(), to: to.clone() }),
        }
    }

    /// What the other player may reply: so many options behind those that were told, and how many are told then, if there are more.
    fn replies(&mut self, position: &str, told: usize, most: usize) -> Result<(Vec<String>, Option<usize>), BadStrategy> {
        let (mut left, mut count) = (vec![], 0);
        self.ask(position, false, &mut |option| {
            count += 1;
            if count > told + most {
                return ControlFlow::Break(());
            }
            if count <= told {
                return ControlFlow::Continue(0);
            }
            let kept = option.len() + BESIDE;
            left.push(option);
            ControlFlow::Continue(kept)
        })?;
        Ok((left, (count > told + most).then_some(told + most)))
    }

    /// Tells the options of a position to `tell`, which answers how many bytes it keeps.
    fn ask(
        &mut self,
        position: &str,
        is_own: bool,
        tell: &mut dyn FnMut(String) -> ControlFlow<(), usize>,
    ) -> Result<(), BadStrategy> {
        let player = self.own_player.map(|player| if is_own { player } else { -player });
        let Self { options, meter, seen, bytes, .. } = self;
        let (mut stopped, mut since) = (None, 0);
        let asked = options(position, player, &mut |option| {
            since += option.len() + BESIDE;
            let is_time = since > BETWEEN_LOOKS;
            *bytes += tell(option)?;
            let allowed = match is_time {
                true => meter.look(seen.len() as u64, *bytes, None),
                false => meter.allow(seen.len() as u64, || *bytes, || None),
            };
            if is_time {
                since = 0;
            }
            allowed.map_or_else(
                |limit| {
                    stopped = Some(limit);
                    ControlFlow::Break(())
                },
                ControlFlow::Continue,
            )
        });
        match (stopped, asked) {
            (Some(stopped), _) | (None, Err(NoOptions::Stopped(stopped))) => Err(stopped.into()),
            (None, Err(NoOptions::Unreadable(reason))) => Err(BadStrategy::Unreadable { position: position.to_owned(), reason }),
            (None, Ok(())) => Ok(()),
        }
    }
}
