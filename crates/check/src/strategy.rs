//! A strategy replayed against every answer of the other player.

mod asked;
mod bounds;
mod table;

use crate::claim::Claim;
use crate::not_accepted::{BadStrategy, NotAccepted};
use asked::BESIDE;
pub(crate) use asked::{Asked, Kept};
use core::ops::ControlFlow;
use sprague_core::certificate::{Answers, Strategy, StrategyForm, Winner};
use sprague_core::{Limits, Play, Player, Stopped};
use std::collections::{BTreeMap, HashMap};
use thiserror::Error;

/// The result of a replay.
///
/// ```
/// let replayed = sprague_check::Replayed { positions: 3 };
/// assert_eq!(replayed.positions, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The number of positions that came up.
    ///
    /// Components are counted instead where they have the values, and sums where they have the bounds.
    pub positions: usize,
}

/// The reason why the options of a position were not told.
///
/// ```
/// use sprague_check::NoOptions;
/// assert_eq!(NoOptions::Unreadable("expected a heap".into()).to_string(), "expected a heap");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NoOptions {
    /// The rules cannot be asked about it, for this reason.
    #[error("{0}")]
    Unreadable(String),
    /// A limit of the question was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The questions of a replay to the rules, about positions in the notation.
///
/// A function that tells the options is enough where positions have one component each; so it is in the example of
/// [`Claim`], as a [`Strategy`] is one.
pub trait StrategyRules {
    /// Tells the positions after every legal move of a player, until told to stop.
    ///
    /// One after the other and always in the same order; where the strategy is one by multisets or bounds, written as such. The player is
    /// given where the strategy says who is first, which it must where Left and Right differ.
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

    /// The components that one falls into by the rules.
    ///
    /// Their sum has the same options. Those without moves may be left out.
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
fn unanswered(position: &str, why: NoOptions) -> NotAccepted {
    match why {
        NoOptions::Stopped(stopped) => stopped.into(),
        NoOptions::Unreadable(reason) => BadStrategy::Unreadable { position: position.to_owned(), reason }.into(),
    }
}

/// The state of a position that was met.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Seen {
    /// On the way that is being looked at.
    Open,
    /// With all that follows.
    Done,
}

/// A position, and whether the owner of the strategy is to move.
type Here = (String, bool);

/// The number of options of a position that are kept at first.
///
/// Where there are more, all of these come first. So a strategy that leaves one of them unanswered is found out before many are
/// listed.
const FIRST: usize = 256;

/// Replays a strategy against every answer of the other player.
///
/// The rules tell the answers. A strategy that consists of values is checked otherwise. The value of every component that can
/// come up is computed again by the rule of the mex from those of the options, and play is seen to end. Then a move to the
/// total 0 exists wherever the total is another, and none where it is 0 (Sprague 1935, Grundy 1939). One that consists of bounds is
/// checked likewise: each bound of a sum follows by definition from those of the sums after a move.
///
/// Time and memory: the positions, or components, that can come up and their options, under these limits.
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
/// assert_eq!(check(values([0, 1, 2, 0, 2])).unwrap_err().to_string(), "4 has the value 1 by those of its options, and not 2");
/// ```
impl Claim for Strategy {
    type Rules<'r> = dyn StrategyRules + 'r;
    type Accepted = Replayed;

    /// Strategies are bounded by limits alone.
    fn most_steps(&self) -> u64 {
        u64::MAX
    }

    fn check_within(&self, rules: &(dyn StrategyRules + '_), most_steps: u64, limits: &Limits) -> Result<Replayed, NotAccepted> {
        let asked = Asked::new(rules, most_steps, limits);
        let (moves, position) = match &self.answers {
            Answers::Components(values) => return table::check(self, values, asked),
            Answers::Bounds(bounds) => return bounds::check(self, bounds, asked),
            Answers::Positions(moves) => (moves, self.position.clone()),
            Answers::Multisets(moves) => (moves, rules.sorted(&self.position).map_err(|why| unanswered(&self.position, why))?),
        };
        let own_player = self.first.map(|first| if self.winner == Winner::Mover { first } else { -first });
        Replay { strategy: self, moves, own_player, asked, seen: HashMap::new() }.run(position)
    }
}

/// The state of a replay.
struct Replay<'a> {
    strategy: &'a Strategy,
    moves: &'a BTreeMap<String, String>,
    own_player: Option<Player>,
    asked: Asked<'a>,
    seen: HashMap<Here, Seen>,
}

/// A position whose options are being looked at.
struct Level {
    here: Here,
    left: Vec<String>,
    /// The number of options that were told, where there are more.
    told: Option<usize>,
}

impl Replay<'_> {
    fn run(mut self, position: String) -> Result<Replayed, NotAccepted> {
        let mut path: Vec<Level> = vec![];
        let mut next = Some((position, self.strategy.winner == Winner::Mover));
        loop {
            if let Some(here) = next.take() {
                match self.seen.get(&here) {
                    Some(Seen::Open) if !self.strategy.draw => return Err(BadStrategy::Endless(here.0).into()),
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

    /// A position that was not seen before.
    ///
    /// `None` where the game is over, and won.
    fn entered(&mut self, here: Here) -> Result<Option<Level>, NotAccepted> {
        let (left, told) = if here.1 { (self.answer(&here.0)?, None) } else { self.replies(&here.0, 0, FIRST)? };
        self.asked.bytes += here.0.len() + BESIDE;
        if left.is_empty() {
            // a player without a move has lost in normal play, won in misère play
            if here.1 != (self.strategy.play == Play::Misere) {
                return Err(BadStrategy::Lost(here.0).into());
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

    /// The replies of the other player, and the number of those told by now.
    ///
    /// Told are at most `most` options behind those told before. The number is `None` if there are no more.
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

    /// The fault of a move to there.
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
    ) -> Result<(), NotAccepted> {
        let player = self.own_player.map(|player| if is_own { player } else { -player });
        self.asked.options(position, player, tell)
    }
}
