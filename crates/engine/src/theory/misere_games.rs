//! Dicots and dead-ending games under misère play, and their order in sums with games of the same kind.
//!
//! In a dicot, either both players can move or neither can, in every position. In a dead-ending game, a player who cannot move
//! will never be able to move again. Under misère play hardly any two games can be compared in all sums. More games can be
//! compared in sums with dicots or dead-ending games only.
//!
//! Sources: Larsson, Milley, Nowakowski, Renault & Santos, *Recursive comparison tests for dicot and dead-ending games under
//! misère play* (arXiv 1807.11297); Dorbec, Renault, Siegel & Sopena, *Dicots, and a taxonomic ranking for misère games*, 2015.

mod search;

pub use search::MisereGameSearch;

use super::settle::settle;
use crate::growth;
use core::cmp::Ordering;
use core::fmt;
use hashbrown::HashMap;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Outcome, OutcomeClass, Player, Stopped};

/// A class of games; two games are compared under misère play in sums with games of the class.
///
/// ```
/// use sprague::{Limits, theory::{MisereGame, MisereGames, Universe}};
/// let limits = Limits::default();
/// let of = |universe| MisereGames::within(universe, &limits).of_options([MisereGame::ZERO], []);
/// assert!(of(Universe::Dicot).is_none() && of(Universe::DeadEnding).is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Universe {
    /// Games in which, in every position, either both players can move or neither can.
    #[default]
    Dicot,
    /// Games in which a player who cannot move will never be able to move again. All dicots are of this kind.
    DeadEnding,
}

/// A dicot or a dead-ending game, as its number among [`MisereGames`].
///
/// Different numbers may represent equal games. Use [`MisereGames::compare`] to find out.
///
/// ```
/// use sprague::{Limits, OutcomeClass, theory::{MisereGame, MisereGames}};
/// let limits = Limits::default();
/// assert_eq!(MisereGames::new(&limits).outcome(MisereGame::ZERO), OutcomeClass::Next);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MisereGame(u32);

impl MisereGame {
    /// The game without options.
    pub const ZERO: Self = Self(0);
}

/// The options of Left and of Right, each in ascending order.
type Options = [Box<[MisereGame]>; 2];

/// A game: its options, and who wins it by itself and in sums with ends.
struct Node {
    options: Options,
    outcome: OutcomeClass,
    /// For each player, whether they win when moving first in the sum with a perfect murder of the other player: a game in
    /// which only the other player can move, as often as they like.
    beside_murder: [bool; 2],
    /// For each player, whether the other player wins that sum when moving first.
    murdered: [bool; 2],
    /// For each player, whether they cannot move now and never will.
    is_dead: [bool; 2],
}

/// Games of a [`Universe`], each set of options stored once, and the order of those that were compared.
///
/// The games are dicots unless the larger universe is requested.
///
/// ```
/// use core::cmp::Ordering;
/// use sprague::Limits;
/// use sprague::theory::{MisereGame, MisereGames};
///
/// let limits = Limits::default();
/// let mut games = MisereGames::new(&limits);
/// let star = games.of_options([MisereGame::ZERO], [MisereGame::ZERO]).unwrap();
/// let up = games.of_options([MisereGame::ZERO], [star]).unwrap();
/// // two stars are nothing among dicots, as in normal play; up is not above nothing
/// let stars = games.sum(star, star)?;
/// assert_eq!(games.compare(stars, MisereGame::ZERO)?, Some(Ordering::Equal));
/// assert_eq!(games.compare(up, MisereGame::ZERO)?, None);
/// // a game in which Left alone can move is no dicot
/// assert_eq!(games.of_options([MisereGame::ZERO], []), None);
/// # Ok::<(), sprague::Stopped>(())
/// ```
pub struct MisereGames<'a> {
    universe: Universe,
    nodes: Vec<Node>,
    numbers: HashMap<Options, MisereGame>,
    /// The sums of two games, the lesser game first.
    sums: HashMap<[MisereGame; 2], MisereGame>,
    /// Whether the first game is at least the second. Pairs that outcomes refute are not stored.
    at_least: HashMap<[MisereGame; 2], bool>,
    meter: Meter<'a>,
    /// The number of options of all games.
    size: usize,
    steps: u64,
}

impl fmt::Debug for MisereGames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MisereGames({} games, {} options)", self.nodes.len(), self.size)
    }
}

impl<'a> MisereGames<'a> {
    /// Returns a set of dicots that contains the game without options. The limits apply to everything that is computed with it.
    pub fn new(limits: &'a Limits) -> Self {
        Self::within(Universe::Dicot, limits)
    }

    /// Returns a set of games of a universe that contains the game without options.
    pub fn within(universe: Universe, limits: &'a Limits) -> Self {
        // a player who cannot move has won, also in the sum with a murder
        let zero = Node {
            options: Options::default(),
            outcome: OutcomeClass::Next,
            beside_murder: [true; 2],
            murdered: [false; 2],
            is_dead: [true; 2],
        };
        let numbers = HashMap::from([(Options::default(), MisereGame::ZERO)]);
        let (sums, at_least) = (HashMap::new(), HashMap::new());
        Self { universe, nodes: vec![zero], numbers, sums, at_least, meter: Meter::new(limits), size: 0, steps: 0 }
    }

    /// Returns the game with these options of Left and of Right, which is not simplified.
    ///
    /// Returns `None` if the game is not in the universe: not a dicot if exactly one player can move, and not dead-ending if a
    /// player who cannot move may be able to do so later.
    pub fn of_options(
        &mut self,
        left: impl IntoIterator<Item = MisereGame>,
        right: impl IntoIterator<Item = MisereGame>,
    ) -> Option<MisereGame> {
        let options: Options = [left.into_iter().collect(), right.into_iter().collect()].map(|mut options: Vec<MisereGame>| {
            options.sort_unstable();
            options.dedup();
            options.into()
        });
        let is_of_universe = match self.universe {
            Universe::Dicot => options[0].is_empty() == options[1].is_empty(),
            Universe::DeadEnding => Player::BOTH.into_iter().all(|player| {
                !options[player as usize].is_empty()
                    || options[(-player) as usize].iter().all(|&option| self.is_dead(option, player))
            }),
        };
        if !is_of_universe {
            return None;
        }
        if let Some(&known) = self.numbers.get(&options) {
            return Some(known);
        }
        let outcome = Player::BOTH.map(|player| {
            let own = &options[player as usize];
            let is_won = own.is_empty() || own.iter().any(|&option| self.outcome(option).outcome(-player) == Outcome::Loss);
            if is_won { Outcome::Win } else { Outcome::Loss }
        });
        let beside_murder = Player::BOTH.map(|player| {
            let own = &options[player as usize];
            own.is_empty() || own.iter().any(|option| !self.nodes[option.0 as usize].murdered[player as usize])
        });
        // the other player ends the murder, continues it, or moves in the game
        let murdered = Player::BOTH.map(|player| {
            outcome[player as usize] == Outcome::Loss
                || !beside_murder[player as usize]
                || options[(-player) as usize].iter().any(|option| !self.nodes[option.0 as usize].beside_murder[player as usize])
        });
        let is_dead = Player::BOTH.map(|player| {
            let others = &options[(-player) as usize];
            options[player as usize].is_empty() && others.iter().all(|&option| self.is_dead(option, player))
        });
        let game = MisereGame(self.nodes.len() as u32);
        self.size += options[0].len() + options[1].len();
        self.numbers.insert(options.clone(), game);
        let outcome = OutcomeClass::of(outcome[0], outcome[1]);
        self.nodes.push(Node { options, outcome, beside_murder, murdered, is_dead });
        Some(game)
    }

    fn is_dead(&self, game: MisereGame, player: Player) -> bool {
        self.nodes[game.0 as usize].is_dead[player as usize]
    }

    /// Returns `true` if `player`, moving first, wins every sum of the game with a dead end of that player, in which only the
    /// other player ever moves.
    fn is_strong(&self, game: MisereGame, player: Player) -> bool {
        let node = &self.nodes[game.0 as usize];
        node.outcome.outcome(player) == Outcome::Win && node.beside_murder[player as usize]
    }

    /// Returns `true` if the condition for positions in which a player cannot move is satisfied, so that `a` may be at least
    /// `b`.
    ///
    /// A player who cannot move has won, no matter which dead end is added. The only end among dicots is 0, which outcomes take
    /// into account.
    fn is_good_beside_ends(&self, a: MisereGame, b: MisereGame) -> bool {
        let [left, right] = Player::BOTH;
        self.universe == Universe::Dicot
            || (!self.options(b, left).is_empty() || self.is_strong(a, left))
                && (!self.options(a, right).is_empty() || self.is_strong(b, right))
    }

    /// Returns the options of a player in ascending order.
    ///
    /// ```
    /// use sprague::{Limits, Player, theory::{MisereGame, MisereGames}};
    /// let limits = Limits::default();
    /// assert!(MisereGames::new(&limits).options(MisereGame::ZERO, Player::Left).is_empty());
    /// ```
    pub fn options(&self, game: MisereGame, player: Player) -> &[MisereGame] {
        &self.nodes[game.0 as usize].options[player as usize]
    }

    /// Returns the winner under misère play for each starting player.
    pub fn outcome(&self, game: MisereGame) -> OutcomeClass {
        self.nodes[game.0 as usize].outcome
    }

    /// Returns the sum of two games. It is not simplified, so it has as many options as both together.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn sum(&mut self, a: MisereGame, b: MisereGame) -> Result<MisereGame, Stopped> {
        settle(self, [a, b], |games, [a, b], pending| {
            games.step(growth::of_list(pending))?;
            if games.known_sum(a, b).is_some() {
                return Ok(());
            }
            let waiting = pending.len();
            let options = Player::BOTH.map(|player| {
                let in_a = games.options(a, player).iter().map(|&option| [option, b]);
                let in_b = games.options(b, player).iter().map(|&option| [a, option]);
                let sums = in_a.chain(in_b).filter_map(|[a, b]| {
                    let known = games.known_sum(a, b);
                    pending.extend(known.is_none().then_some([a, b]));
                    known
                });
                sums.collect::<Vec<_>>()
            });
            if pending.len() == waiting {
                let [left, right] = options;
                let sum = games.of_options(left, right).expect("a sum of games of a universe is one");
                games.sums.insert([a.min(b), a.max(b)], sum);
            }
            Ok(())
        })?;
        Ok(self.known_sum(a, b).expect("it is settled"))
    }

    fn known_sum(&self, a: MisereGame, b: MisereGame) -> Option<MisereGame> {
        match (a.min(b), a.max(b)) {
            (MisereGame::ZERO, other) => Some(other),
            (lesser, greater) => self.sums.get(&[lesser, greater]).copied(),
        }
    }

    /// Compares two games in sums with games of the universe.
    ///
    /// Returns `None` if they are confused: each of them is then better for Left in some such sum.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn compare(&mut self, a: MisereGame, b: MisereGame) -> Result<Option<Ordering>, Stopped> {
        Ok(match (self.is_at_least(a, b)?, self.is_at_least(b, a)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    /// Returns `true` if `a` is at least `b`, that is, as good for Left in every sum with a game of the universe.
    ///
    /// It is if and only if three conditions hold:
    ///
    /// 1. The outcome of `a` is at least the outcome of `b`. For dead-ending games this must also hold in sums with dead ends,
    ///    if a player cannot move in the other game.
    /// 2. Each Left option of `b` is at most a Left option of `a`, or has a Right option that is at most `a`.
    /// 3. Each Right option of `a` is at least a Right option of `b`, or has a Left option that is at least `b`.
    ///
    /// It takes O(a² × b²) time at worst, where a and b count the games reachable from either game and their options.
    ///
    /// ```
    /// use sprague::{Limits, theory::{MisereGame, MisereGames}};
    /// let limits = Limits::default();
    /// let mut games = MisereGames::new(&limits);
    /// let star = games.of_options([MisereGame::ZERO], [MisereGame::ZERO]).unwrap();
    /// assert!(!games.is_at_least(MisereGame::ZERO, star)?);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn is_at_least(&mut self, a: MisereGame, b: MisereGame) -> Result<bool, Stopped> {
        settle(self, [a, b], Self::try_order)?;
        Ok(self.known_order(a, b).expect("it is settled"))
    }

    /// Returns `true` if the outcome of `a` is not as good for Left as the outcome of `b`.
    fn is_refuted(&self, a: MisereGame, b: MisereGame) -> bool {
        let order = self.outcome(a).partial_cmp(&self.outcome(b));
        !order.is_some_and(Ordering::is_ge)
    }

    fn known_order(&self, a: MisereGame, b: MisereGame) -> Option<bool> {
        match () {
            () if a == b => Some(true),
            () if self.is_refuted(a, b) => Some(false),
            () => self.at_least.get(&[a, b]).copied(),
        }
    }

    /// Compares two games, or appends comparisons that must be made first.
    fn try_order(&mut self, [a, b]: [MisereGame; 2], pending: &mut Vec<[MisereGame; 2]>) -> Result<(), Stopped> {
        self.step(growth::of_list(pending))?;
        if self.known_order(a, b).is_some() {
            return Ok(());
        }
        let [left, right] = Player::BOTH;
        let is_answered = |asked: &mut dyn Iterator<Item = [MisereGame; 2]>, pending: &mut Vec<[MisereGame; 2]>| {
            let mut unknown = None;
            for [a, b] in asked {
                match self.known_order(a, b) {
                    Some(true) => return true,
                    Some(false) => {}
                    None => unknown = unknown.or(Some([a, b])),
                }
            }
            pending.extend(unknown);
            false
        };
        // 1. outcomes do not refute the order; ends must not, either
        if !self.is_good_beside_ends(a, b) {
            self.at_least.insert([a, b], false);
            return Ok(());
        }
        let waiting = pending.len();
        // 2. each Left option of b is answered
        let is_left_answered = self.options(b, left).iter().all(|&moved| {
            let answers = self.options(a, left).iter().map(|&answer| [answer, moved]);
            let reversals = self.options(moved, right).iter().map(|&reversal| [a, reversal]);
            is_answered(&mut answers.chain(reversals), pending)
        });
        // 3. each Right option of a is answered
        let is_at_least = is_left_answered
            && self.options(a, right).iter().all(|&moved| {
                let answers = self.options(b, right).iter().map(|&answer| [moved, answer]);
                let reversals = self.options(moved, left).iter().map(|&reversal| [reversal, b]);
                is_answered(&mut answers.chain(reversals), pending)
            });
        if pending.len() == waiting {
            self.at_least.insert([a, b], is_at_least);
        }
        Ok(())
    }

    /// Returns one dicot of each value that ends after at most `day` moves.
    ///
    /// There are 1, 2, 9 and 1268 dicots by days 0 to 3.
    ///
    /// Left needs no option that is at most another one, and Right none that is at least another one. So only sets in which no
    /// two games can be compared are tried as sets of options.
    ///
    /// ```
    /// use sprague::{Limits, theory::MisereGames};
    /// let limits = Limits::default();
    /// assert_eq!(MisereGames::new(&limits).born_by(2)?.len(), 9);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached, which is certain from day 4 on.
    pub fn born_by(&mut self, day: u32) -> Result<Vec<MisereGame>, Stopped> {
        let mut all = vec![MisereGame::ZERO];
        for _ in 0..day {
            let antichains = self.antichains(&all)?;
            for left in &antichains {
                for right in &antichains {
                    self.step(growth::of_list(&all))?;
                    let game = self.of_options(left.iter().copied(), right.iter().copied());
                    if let Some(game) = game
                        && self.is_new(game, &all)?
                    {
                        all.push(game);
                    }
                }
            }
        }
        Ok(all)
    }

    fn is_new(&mut self, game: MisereGame, all: &[MisereGame]) -> Result<bool, Stopped> {
        for &other in all {
            if self.is_at_least(other, game)? && self.is_at_least(game, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns all sets in which no two games can be compared.
    fn antichains(&mut self, all: &[MisereGame]) -> Result<Vec<Vec<MisereGame>>, Stopped> {
        let (mut antichains, mut bytes): (Vec<Vec<MisereGame>>, usize) = (vec![vec![]], 0);
        for &game in all {
            for index in 0..antichains.len() {
                let mut are_apart = true;
                for other in antichains[index].clone() {
                    are_apart &= self.compare(game, other)?.is_none();
                }
                if are_apart {
                    let with: Vec<MisereGame> = antichains[index].iter().copied().chain([game]).collect();
                    bytes += size_of_val(&*with);
                    antichains.push(with);
                }
                self.step(bytes + growth::of_list(&antichains))?;
            }
        }
        Ok(antichains)
    }

    /// Counts a step of work and checks the limits. `bytes` is the memory that the computation uses.
    fn step(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.steps += 1;
        let (positions, bytes) = (self.nodes.len() as u64 + self.steps, self.bytes() + bytes);
        self.meter.allow(positions, || bytes, || None)
    }

    fn bytes(&self) -> usize {
        // options are stored in a node and as a key
        2 * self.size * size_of::<MisereGame>()
            + growth::of_list(&self.nodes)
            + growth::of_map(&self.numbers)
            + growth::of_map(&self.sums)
            + growth::of_map(&self.at_least)
    }
}

#[cfg(test)]
mod tests;
