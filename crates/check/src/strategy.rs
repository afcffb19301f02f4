//! Replays a strategy against every answer of the other player.

mod asked;
mod bounds;
mod scores;
mod table;

use crate::claim::Claim;
use crate::not_accepted::{BadStrategy, NotAccepted};
use crate::textbook::Textbook;
use asked::BESIDE;
pub(crate) use asked::{Asked, Kept};
use core::ops::ControlFlow;
use sprague_core::certificate::{Answers, Strategy, StrategyForm, Winner};
use sprague_core::{CompoundRule, Limits, Outcome, Play, Player, ScoredOption, Stopped};
use std::collections::{BTreeMap, HashMap};
use thiserror::Error;

/// The result of an accepted strategy.
///
/// ```
/// let replayed = sprague_check::Replayed { positions: 3 };
/// assert_eq!(replayed.positions, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The number of positions that can be reached.
    ///
    /// For a strategy by values it is the number of components, for a strategy by bounds the number of sums.
    pub positions: usize,
}

/// The reason why the options of a position could not be listed.
///
/// ```
/// use sprague_check::NoOptions;
/// assert_eq!(NoOptions::Unreadable("expected a heap".into()).to_string(), "expected a heap");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoOptions {
    /// The rules cannot handle the position, for this reason.
    #[error("{0}")]
    Unreadable(String),
    /// A limit of the caller was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The rules, in the form that a check of strategies needs. Positions are texts.
///
/// If positions have one component each, a function that lists the options suffices. The example of [`Claim`] uses one, as a
/// [`Strategy`] is a claim.
pub trait StrategyRules {
    /// Calls `tell` with the position after every legal move of a player, until it breaks.
    ///
    /// The order must always be the same. If the strategy is by multisets or by bounds, positions must be written as multisets.
    /// `player` is `Some` if the strategy names the player who is first, which it must if Left and Right have different moves.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the options cannot be listed.
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions>;

    /// Calls `tell` with the options of [`options`](Self::options) and the points that each move gains.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the options cannot be listed.
    fn scored_options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(ScoredOption<String>) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        self.options(position, player, &mut |to| tell(ScoredOption { to, gain: 0, again: false }))
    }

    /// Returns the result for the player to move, who has no move. `None` if the last move decides.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the position cannot be read.
    fn terminal_outcome(&self, position: &str, player: Option<Player>) -> Result<Option<Outcome>, NoOptions> {
        let _ = (position, player);
        Ok(None)
    }

    /// Returns the points of the player to move, who has no move, minus those of the other player.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the position cannot be read.
    fn terminal_score(&self, position: &str, player: Option<Player>) -> Result<i64, NoOptions> {
        let _ = (position, player);
        Ok(0)
    }

    /// Returns the position written as a sorted multiset of components.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the position cannot be read.
    fn sorted(&self, position: &str) -> Result<String, NoOptions> {
        Ok(position.to_owned())
    }

    /// Returns the components of a position, each written as a position.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the position cannot be read.
    fn components(&self, position: &str) -> Result<Vec<String>, NoOptions> {
        Ok(vec![position.to_owned()])
    }

    /// Returns the components into which the rules split a component.
    ///
    /// Their sum must have the same options. Components without moves may be left out.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the component cannot be read.
    fn summands(&self, component: &str) -> Result<Vec<String>, NoOptions> {
        Ok(vec![component.to_owned()])
    }

    /// Returns smaller components, written as a sum, whose value is at most that of this component if `player` is Left, and at
    /// least that if `player` is Right.
    ///
    /// This is so if the component falls into them when the player gives up some moves. Like [`summands`](Self::summands), it
    /// is a law of the rules and is not proved here.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the component cannot be read.
    fn tied(&self, component: &str, player: Player) -> Result<String, NoOptions> {
        let _ = player;
        Ok(component.to_owned())
    }

    /// Returns the component as a theorem takes it, if one is known.
    ///
    /// What a theorem decides is not followed move by move.
    ///
    /// # Errors
    /// Returns [`NoOptions`] if the component cannot be read.
    fn textbook(&self, component: &str) -> Result<Option<Textbook>, NoOptions> {
        let _ = component;
        Ok(None)
    }
}

impl<F> StrategyRules for F
where
    F: Fn(&str, Option<Player>, &mut dyn FnMut(String) -> ControlFlow<()>) -> Result<(), NoOptions>,
{
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        self(position, player, tell)
    }
}

/// Returns the error for a position whose options could not be listed.
fn unanswered(position: &str, why: NoOptions) -> NotAccepted {
    match why {
        NoOptions::Stopped(stopped) => stopped.into(),
        NoOptions::Unreadable(reason) => BadStrategy::Unreadable { position: position.to_owned(), reason }.into(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// The position is on the current path.
    Open,
    /// The position and everything after it were checked.
    Done,
}

/// A position, and whether the strategy's player is to move.
type Here = (String, bool);

/// The number of options of a position that are listed at first.
///
/// If there are more, these are all followed before more are listed. So if the strategy leaves one of them unanswered, the
/// mistake is found before many options are stored.
const FIRST: usize = 256;

/// Replays a strategy against every answer of the other player, which the rules list.
///
/// A strategy by values is checked differently. The value of every component that can be reached is computed again as the mex
/// of the values of its options, and play must end. Then there is a move to total 0 from every other total, and none from total
/// 0 (Sprague 1935, Grundy 1939). A value that a [`Textbook`] theorem gives is computed by it instead. A strategy by bounds is checked in the same way: each bound of a sum must follow by
/// definition from the bounds of the sums after a move. A strategy by scores is followed through all positions, and the points
/// of each move are added to those that the strategy guarantees after it.
///
/// Time and memory are proportional to the positions (or components) that can be reached and their options, within the limits.
///
/// ```
/// use sprague_check::{BadStrategy, Claim, NoOptions};
/// use sprague_core::{Limits, Play, Player};
/// use sprague_core::certificate::{Answers, Strategy, Winner};
/// use std::ops::ControlFlow;
///
/// // one heap of which one or two tokens may be taken
/// let rules = |heap: &str, _: Option<Player>, tell: &mut dyn FnMut(String) -> ControlFlow<()>| {
///     let heap: u32 = heap.parse().map_err(|_| NoOptions::Unreadable("a number".into()))?;
///     let _ = (1..=2).filter(|taken| *taken <= heap).try_for_each(|taken| tell((heap - taken).to_string()));
///     Ok(())
/// };
/// let moves = |moves: &[(&str, &str)]| moves.iter().map(|(from, to)| ((*from).to_owned(), (*to).to_owned())).collect();
/// let strategy = |answers| {
///     let (position, play, rule, winner) = ("4".into(), Play::Normal, "disjunctive".into(), Winner::Mover);
///     Strategy { position, play, rule, first: None, winner, draw: false, answers }
/// };
/// let check = |answers| strategy(answers).check(&rules, &Limits::default());
///
/// assert!(check(Answers::Positions(moves(&[("4", "3"), ("2", "0"), ("1", "0")]))).is_ok());
/// assert_eq!(check(Answers::Positions(moves(&[("4", "3"), ("2", "0")]))), Err(BadStrategy::NoMove("1".into()).into()));
/// let values = |values: [u64; 5]| Answers::Components((0..).map(|heap: u32| heap.to_string()).zip(values).collect());
/// assert!(check(values([0, 1, 2, 0, 1])).is_ok());
/// assert_eq!(check(values([0, 1, 2, 0, 2])).unwrap_err().to_string(), "4 has the value 1 by the values of its options, not 2");
/// ```
impl Claim for Strategy {
    type Rules<'r> = dyn StrategyRules + 'r;
    type Accepted = Replayed;

    /// Strategies are bounded by limits only.
    fn most_steps(&self) -> u64 {
        u64::MAX
    }

    fn check_within(&self, rules: &(dyn StrategyRules + '_), most_steps: u64, limits: &Limits) -> Result<Replayed, NotAccepted> {
        let asked = Asked::new(rules, most_steps, limits);
        let (moves, position) = match &self.answers {
            Answers::Components(values) => return table::check(self, values, asked),
            Answers::Bounds(bounds) => return bounds::check(self, bounds, asked),
            Answers::Scores { at_least, scores } => return scores::check(self, *at_least, scores, asked),
            Answers::Positions(moves) => (moves, self.position.clone()),
            Answers::Multisets(moves) => (moves, rules.sorted(&self.position).map_err(|why| unanswered(&self.position, why))?),
        };
        if let Some(replayed) = by_theorem(self, moves, &position, rules)? {
            return Ok(replayed);
        }
        Replay { strategy: self, moves, own_player: own_player(self), asked, seen: HashMap::new() }.run(position)
    }
}

/// Checks a strategy of at most one move by a theorem: the position, or the one after the move, must be lost.
///
/// Returns `None` if no theorem decides, so that the strategy must be replayed.
fn by_theorem(
    strategy: &Strategy,
    moves: &BTreeMap<String, String>,
    position: &str,
    rules: &dyn StrategyRules,
) -> Result<Option<Replayed>, NotAccepted> {
    let is_by_sum = strategy.rule.parse() == Ok(CompoundRule::Disjunctive) && strategy.play == Play::Normal;
    if moves.len() > 1 || !is_by_sum || strategy.draw || strategy.first.is_some() {
        return Ok(None);
    }
    let read = |position: &str| rules.textbook(position).map_err(|why| unanswered(position, why));
    let Some(here) = read(position)?.filter(Textbook::is_large) else { return Ok(None) };
    let lost = match (strategy.winner, moves.get(position)) {
        (Winner::Other, _) => here.is_lost().map(|is_lost| (position, is_lost)),
        (Winner::Mover, None) => return Err(BadStrategy::NoMove(position.to_owned()).into()),
        (Winner::Mover, Some(to)) => {
            let after = read(to)?;
            // what is no position of this game is no move, like the position itself
            match here.leads_to(after.as_ref().unwrap_or(&here)) {
                None => None,
                Some(false) => return Err(BadStrategy::Illegal { from: position.to_owned(), to: to.clone() }.into()),
                Some(true) => after.and_then(|after| after.is_lost()).map(|is_lost| (&to[..], is_lost)),
            }
        }
    };
    match lost {
        None => Ok(None),
        Some((_, true)) => Ok(Some(Replayed { positions: 1 })),
        Some((position, false)) => Err(BadStrategy::LostByTheorem(position.to_owned()).into()),
    }
}

/// Returns the player who has the strategy, if Left and Right have different moves.
fn own_player(strategy: &Strategy) -> Option<Player> {
    strategy.first.map(|first| if strategy.winner == Winner::Mover { first } else { -first })
}

struct Replay<'a> {
    strategy: &'a Strategy,
    moves: &'a BTreeMap<String, String>,
    own_player: Option<Player>,
    asked: Asked<'a>,
    seen: HashMap<Here, Seen>,
}

/// A position on the current path, with the options that remain to be followed.
struct Level {
    here: Here,
    left: Vec<String>,
    /// The number of options listed so far, if there are more.
    told: Option<usize>,
}

impl Replay<'_> {
    fn run(mut self, position: String) -> Result<Replayed, NotAccepted> {
        let mut path: Vec<Level> = vec![];
        let mut next = Some((position, self.strategy.winner == Winner::Mover));
        loop {
            // 1. enter a position that was not met before
            if let Some(here) = next.take() {
                match self.seen.get(&here) {
                    Some(Seen::Open) if !self.strategy.draw => return Err(BadStrategy::Endless(here.0).into()),
                    Some(_) => {}
                    None => path.extend(self.entered(here)?),
                }
            }
            // 2. follow the next reply, list more replies, or leave the position
            let Some(level) = path.last_mut() else { break };
            match (level.left.pop(), level.told) {
                (Some(position), _) => {
                    self.asked.bytes -= position.len() + BESIDE;
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

    /// Starts checking a position that was not met before. Returns `None` if the game ends there and the strategy's player has
    /// won.
    fn entered(&mut self, here: Here) -> Result<Option<Level>, NotAccepted> {
        let (left, told) = if here.1 { (self.answer(&here.0)?, None) } else { self.replies(&here.0, 0, FIRST)? };
        self.asked.bytes += here.0.len() + BESIDE;
        if left.is_empty() {
            let outcome = self.asked.rules.terminal_outcome(&here.0, self.player(here.1));
            // a player without a move has lost in normal play and won in misère play
            let outcome = match outcome.map_err(|why| unanswered(&here.0, why))? {
                None if self.strategy.play == Play::Misere => Outcome::Win,
                outcome => outcome.unwrap_or(Outcome::Loss),
            };
            match if here.1 { outcome } else { -outcome } {
                Outcome::Loss => return Err(BadStrategy::Lost(here.0).into()),
                Outcome::Draw if !self.strategy.draw => return Err(BadStrategy::Drawn(here.0).into()),
                Outcome::Draw | Outcome::Win => {}
            }
            self.seen.insert(here, Seen::Done);
            return Ok(None);
        }
        self.seen.insert(here.clone(), Seen::Open);
        self.asked.positions += 1;
        self.asked.allow()?;
        Ok(Some(Level { here, left, told }))
    }

    /// Returns the strategy's move, which must be legal. Returns no move if there is none.
    fn answer(&mut self, position: &str) -> Result<Vec<String>, NotAccepted> {
        let to = self.moves.get(position);
        let (mut has_moves, mut is_legal) = (false, false);
        self.ask(position, true, &mut |option| {
            has_moves = true;
            is_legal = to == Some(&option);
            if is_legal || to.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(Kept::default()) }
        })?;
        match to {
            _ if !has_moves => Ok(vec![]),
            None => Err(BadStrategy::NoMove(position.to_owned()).into()),
            Some(to) if is_legal => {
                self.asked.bytes += to.len() + BESIDE;
                Ok(vec![to.clone()])
            }
            Some(to) => Err(self.illegal(position, to).into()),
        }
    }

    /// Returns at most `most` replies of the other player after the first `told` ones.
    ///
    /// The number is the number of replies listed by then, or `None` if there are no more.
    fn replies(&mut self, position: &str, told: usize, most: usize) -> Result<(Vec<String>, Option<usize>), NotAccepted> {
        let (mut left, mut count) = (vec![], 0);
        self.ask(position, false, &mut |option| {
            count += 1;
            if count > told + most {
                return ControlFlow::Break(());
            }
            if count <= told {
                return ControlFlow::Continue(Kept::default());
            }
            let kept = option.len() + BESIDE;
            left.push(option);
            ControlFlow::Continue(Kept { bytes: kept, ..Kept::default() })
        })?;
        Ok((left, (count > told + most).then_some(told + most)))
    }

    /// Returns the mistake in an illegal move.
    fn illegal(&self, from: &str, to: &str) -> BadStrategy {
        match self.asked.rules.sorted(to) {
            Ok(sorted) if self.strategy.answers.form() == StrategyForm::Multisets && sorted != to => {
                BadStrategy::Unsorted { position: to.to_owned(), sorted }
            }
            _ => BadStrategy::Illegal { from: from.to_owned(), to: to.to_owned() },
        }
    }

    /// Lists the options of a position. `tell` returns the memory that it keeps.
    fn ask(
        &mut self,
        position: &str,
        is_own: bool,
        tell: &mut dyn FnMut(String) -> ControlFlow<(), Kept>,
    ) -> Result<(), NotAccepted> {
        let player = self.player(is_own);
        self.asked.options(position, player, tell)
    }

    fn player(&self, is_own: bool) -> Option<Player> {
        self.own_player.map(|player| if is_own { player } else { -player })
    }
}
