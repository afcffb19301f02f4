//! A strategy replayed against every answer of the other player.

mod asked;
mod table;

use asked::{Asked, BESIDE, Kept};
use core::ops::ControlFlow;
use sprague_core::certificate::{Answers, Strategy, StrategyForm, Winner};
use sprague_core::{Limits, Play, Player, Stopped};
use std::collections::{BTreeMap, HashMap};
use thiserror::Error;

/// What was replayed.
///
/// ```
/// let replayed = sprague_check::Replayed { positions: 3 };
/// assert_eq!(replayed.positions, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// How many positions came up, or how many components, where there are values of these.
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
    /// It is not written as a multiset.
    #[error("{position}: as a multiset of components, sorted, that is {sorted}")]
    Unsorted {
        /// The position.
        position: String,
        /// As it should be written.
        sorted: String,
    },
    /// There are values where nimbers tell nothing.
    #[error(
        "values of components tell who wins for impartial games, under normal play, moved in one at a time, and without draws"
    )]
    NotBySum,
    /// A component can come up that has no value.
    #[error("{0} can come up, but has no value")]
    NoValue(String),
    /// A value is not the least that no option has.
    #[error("{component} has the value {found} by those of its options, and not {stated}")]
    WrongValue {
        /// The component.
        component: String,
        /// What the strategy says.
        stated: u64,
        /// What the values of its options say.
        found: u64,
    },
    /// There is a value of what is no component that can come up.
    #[error("{0} has a value, but cannot come up")]
    Superfluous(String),
    /// The other player wins.
    #[error("the values of the components add up to {0} without carry, so its player loses")]
    WrongTotal(u64),
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

/// What a replay asks of the rules, about positions in the notation.
///
/// A function that tells the options is enough where positions have one component each; so it is in the example of
/// [`check_strategy`].
pub trait StrategyRules {
    /// Tells which positions can be reached from one by a legal move of a player, one after the other and always in the same order,
    /// until it hears that it is enough; where the strategy is one by multisets, written as such. Who that player is, it is told where
    /// the strategy says who is first, which it must where Left and Right differ.
    ///
    /// # Errors
    /// [`NoOptions`].
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions>;

    /// The same position as a multiset of components.
    ///
    /// # Errors
    /// [`NoOptions`].
    fn sorted(&self, position: &str) -> Result<String, NoOptions> {
        Ok(position.to_owned())
    }

    /// The components of a position, each as a position.
    ///
    /// # Errors
    /// [`NoOptions`].
    fn components(&self, position: &str) -> Result<Vec<String>, NoOptions> {
        Ok(vec![position.to_owned()])
    }

    /// The components that one falls into by the rules: their sum has the same options. Those without moves may be left out.
    ///
    /// # Errors
    /// [`NoOptions`].
    fn summands(&self, component: &str) -> Result<Vec<String>, NoOptions> {
        Ok(vec![component.to_owned()])
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

/// A question about a position that the rules did not answer.
fn unanswered(position: &str, why: NoOptions) -> BadStrategy {
    match why {
        NoOptions::Stopped(stopped) => stopped.into(),
        NoOptions::Unreadable(reason) => BadStrategy::Unreadable { position: position.to_owned(), reason },
    }
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

/// Replays a strategy against every answer of the other player, as the rules tell them. Where it consists of values, these are computed
/// again by the rule of the mex from those of the options, for every component that can come up, and play is seen to end; then a move to
/// the total 0 exists wherever the total is another, and none where it is 0 (Sprague 1935, Grundy 1939). That the position it starts
/// with is the one meant is up to the caller.
///
/// Time and memory: the positions, or components, that can come up and their options, under these limits.
///
/// ```
/// use sprague_check::{BadStrategy, NoOptions, check_strategy};
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
/// let check = |answers| check_strategy(&strategy(answers), &Limits::default(), &rules);
///
/// assert!(check(Answers::Positions(moves(&[("4", "3"), ("2", "0"), ("1", "0")]))).is_ok());
/// assert_eq!(check(Answers::Positions(moves(&[("4", "3"), ("2", "0")]))), Err(BadStrategy::NoMove("1".into())));
/// let values = |values: [u64; 5]| Answers::Components((0..).map(|heap: u32| heap.to_string()).zip(values).collect());
/// assert!(check(values([0, 1, 2, 0, 1])).is_ok());
/// assert_eq!(check(values([0, 1, 2, 0, 2])).unwrap_err().to_string(), "4 has the value 1 by those of its options, and not 2");
/// ```
///
/// # Errors
/// [`BadStrategy`]: the first thing that is wrong, or the limit that was reached.
pub fn check_strategy(strategy: &Strategy, limits: &Limits, rules: &impl StrategyRules) -> Result<Replayed, BadStrategy> {
    let asked = Asked::new(rules, limits);
    let (moves, position) = match &strategy.answers {
        Answers::Components(values) => return table::check(strategy, values, asked),
        Answers::Positions(moves) => (moves, strategy.position.clone()),
        Answers::Multisets(moves) => {
            (moves, rules.sorted(&strategy.position).map_err(|why| unanswered(&strategy.position, why))?)
        }
    };
    let own_player = strategy.first.map(|first| if strategy.winner == Winner::Mover { first } else { -first });
    Replay { strategy, moves, own_player, asked, seen: HashMap::new() }.run(position)
}

/// What was seen so far.
struct Replay<'a, R> {
    strategy: &'a Strategy,
    moves: &'a BTreeMap<String, String>,
    own_player: Option<Player>,
    asked: Asked<'a, R>,
    seen: HashMap<Here, Seen>,
}

/// A position whose options are being looked at.
struct Level {
    here: Here,
    left: Vec<String>,
    /// How many options were told, where there are more.
    told: Option<usize>,
}

impl<R: StrategyRules> Replay<'_, R> {
    fn run(mut self, position: String) -> Result<Replayed, BadStrategy> {
        let mut path: Vec<Level> = vec![];
        let mut next = Some((position, self.strategy.winner == Winner::Mover));
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

    /// A position that was not seen before; `None` where the game is over, and won.
    fn entered(&mut self, here: Here) -> Result<Option<Level>, BadStrategy> {
        let (left, told) = if here.1 { (self.answer(&here.0)?, None) } else { self.replies(&here.0, 0, FIRST)? };
        self.asked.bytes += here.0.len() + BESIDE;
        if left.is_empty() {
            // who cannot move has lost in normal play, won in misère play
            if here.1 != (self.strategy.play == Play::Misere) {
                return Err(BadStrategy::Lost(here.0));
            }
            self.seen.insert(here, Seen::Done);
            return Ok(None);
        }
        self.seen.insert(here.clone(), Seen::Open);
        self.asked.positions += 1;
        self.asked.allow()?;
        Ok(Some(Level { here, left, told }))
    }

    /// The strategy's own move, which is legal; none where there is no move.
    fn answer(&mut self, position: &str) -> Result<Vec<String>, BadStrategy> {
        let to = self.moves.get(position);
        let (mut has_moves, mut is_legal) = (false, false);
        self.ask(position, true, &mut |option| {
            has_moves = true;
            is_legal = to == Some(&option);
            if is_legal || to.is_none() { ControlFlow::Break(()) } else { ControlFlow::Continue(Kept::default()) }
        })?;
        match to {
            _ if !has_moves => Ok(vec![]),
            None => Err(BadStrategy::NoMove(position.to_owned())),
            Some(to) if is_legal => {
                self.asked.bytes += to.len() + BESIDE;
                Ok(vec![to.clone()])
            }
            Some(to) => Err(self.illegal(position, to)),
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
                return ControlFlow::Continue(Kept::default());
            }
            let kept = option.len() + BESIDE;
            left.push(option);
            ControlFlow::Continue(Kept { bytes: kept, ..Kept::default() })
        })?;
        Ok((left, (count > told + most).then_some(told + most)))
    }

    /// Why no move leads there.
    fn illegal(&self, from: &str, to: &str) -> BadStrategy {
        match self.asked.rules.sorted(to) {
            Ok(sorted) if self.strategy.answers.form() == StrategyForm::Multisets && sorted != to => {
                BadStrategy::Unsorted { position: to.to_owned(), sorted }
            }
            _ => BadStrategy::Illegal { from: from.to_owned(), to: to.to_owned() },
        }
    }

    /// Tells the options of a position to `tell`, which answers how much it keeps.
    fn ask(
        &mut self,
        position: &str,
        is_own: bool,
        tell: &mut dyn FnMut(String) -> ControlFlow<(), Kept>,
    ) -> Result<(), BadStrategy> {
        let player = self.own_player.map(|player| if is_own { player } else { -player });
        self.asked.options(position, player, tell)
    }
}
