//! Dicots and dead-ending games under misère play, and their orders.
//!
//! The order is that in sums with such games. A dicot is a game in which both players can move, or neither, and so in all that follows.
//! In a dead-ending game a player who cannot move will never move again. Under misère play hardly any two games compare in every sum;
//! among these more do.
//!
//! Larsson, Milley, Nowakowski, Renault & Santos, *Recursive comparison tests for dicot and dead-ending games under misère play*
//! (arXiv 1807.11297).
//!
//! Dorbec, Renault, Siegel & Sopena, *Dicots, and a taxonomic ranking for misère games*, 2015.

mod search;

pub use search::MisereGameSearch;

use super::settle::settle;
use crate::growth;
use core::cmp::Ordering;
use core::fmt;
use hashbrown::HashMap;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Outcome, OutcomeClass, Player, Stopped};

/// The games beside which two are compared under misère play.
///
/// ```
/// use sprague::{Limits, theory::{MisereGame, MisereGames, Universe}};
/// let limits = Limits::default();
/// let of = |universe| MisereGames::within(universe, &limits).of_options([MisereGame::ZERO], []);
/// assert!(of(Universe::Dicot).is_none() && of(Universe::DeadEnding).is_some());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Universe {
    /// Games in which, at every time, both players can move or none.
    #[default]
    Dicot,
    /// Games in which a player who cannot move will never move again.
    ///
    /// All dicots are such.
    DeadEnding,
}

/// A dicot or a dead-ending game, by its number among [`MisereGames`].
///
/// Different ones may be equal: [`MisereGames::compare`] tells.
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

/// A game: its options, and who wins it by itself and beside ends.
struct Node {
    options: Options,
    outcome: OutcomeClass,
    /// Tells whether a player who starts wins beside a perfect murder of the other one.
    ///
    /// That is a game in which the other one alone moves, as often as they like.
    beside_murder: [bool; 2],
    /// Tells whether the other one wins by starting there.
    murdered: [bool; 2],
    /// Tells whether a player cannot move, now and ever.
    is_dead: [bool; 2],
}

/// Games of a [`Universe`], each set of options held once, and their order.
///
/// Those that were asked for are compared. They are dicots unless the larger universe is asked for.
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
    /// The sums of two, the lesser first.
    sums: HashMap<[MisereGame; 2], MisereGame>,
    /// Tells whether the first is at least the second.
    ///
    /// Those that outcomes refute are not here.
    at_least: HashMap<[MisereGame; 2], bool>,
    meter: Meter<'a>,
    /// The number of options of all.
    size: usize,
    steps: u64,
}

impl fmt::Debug for MisereGames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MisereGames({} games, {} options)", self.nodes.len(), self.size)
    }
}

impl<'a> MisereGames<'a> {
    /// The game without options.
    ///
    /// The limits are those of all that is asked from now on.
    pub fn new(limits: &'a Limits) -> Self {
        Self::within(Universe::Dicot, limits)
    }

    /// The game without options, in a universe.
    ///
    /// It has the games that are compared and those that are added.
    pub fn within(universe: Universe, limits: &'a Limits) -> Self {
        // who cannot move has won, also beside a murder
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

    /// The game with these options of Left and of Right, not simplified.
    ///
    /// `None` if it is not of the universe: of a dicot if exactly one player can move, of a dead-ending game if one who cannot may do so
    /// later.
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
        // the other one ends the murder, or goes on with it, or moves in the game
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

    /// Tells whether a player who starts wins beside every dead end of theirs.
    ///
    /// That is a game in which only the other one ever moves.
    fn is_strong(&self, game: MisereGame, player: Player) -> bool {
        let node = &self.nodes[game.0 as usize];
        node.outcome.outcome(player) == Outcome::Win && node.beside_murder[player as usize]
    }

    /// Tells whether `a` is good enough where a player cannot move in the other one.
    ///
    /// Who cannot move has won, whatever dead end is added. Among dicots there is no end but 0, of which outcomes tell.
    fn is_good_beside_ends(&self, a: MisereGame, b: MisereGame) -> bool {
        let [left, right] = Player::BOTH;
        self.universe == Universe::Dicot
            || (!self.options(b, left).is_empty() || self.is_strong(a, left))
                && (!self.options(a, right).is_empty() || self.is_strong(b, right))
    }

    /// The options of a player, in ascending order.
    ///
    /// ```
    /// use sprague::{Limits, Player, theory::{MisereGame, MisereGames}};
    /// let limits = Limits::default();
    /// assert!(MisereGames::new(&limits).options(MisereGame::ZERO, Player::Left).is_empty());
    /// ```
    pub fn options(&self, game: MisereGame, player: Player) -> &[MisereGame] {
        &self.nodes[game.0 as usize].options[player as usize]
    }

    /// The winner under misère play, by who starts.
    pub fn outcome(&self, game: MisereGame) -> OutcomeClass {
        self.nodes[game.0 as usize].outcome
    }

    /// The sum of two, not simplified: it has as many options as they have together.
    ///
    /// # Errors
    /// [`Stopped`] at a limit.
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

    /// The order of two in sums with games of the universe.
    ///
    /// `None` if they are confused. Each is better for Left in some such sum then.
    ///
    /// # Errors
    /// [`Stopped`] at a limit.
    pub fn compare(&mut self, a: MisereGame, b: MisereGame) -> Result<Option<Ordering>, Stopped> {
        Ok(match (self.is_at_least(a, b)?, self.is_at_least(b, a)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Greater),
            (false, true) => Some(Ordering::Less),
            (false, false) => None,
        })
    }

    /// Tells whether `a` is at least `b`.
    ///
    /// That is, as good for Left in every sum with a game of the universe. It is exactly if three things hold. The outcome of `a` is at least
    /// that of `b`, for dead-ending games also beside dead ends where one cannot move in the other. Each Left option of `b` is at most a Left option of `a`, or has a Right option that is at most `a`. Each
    /// Right option of `a` is at least a Right option of `b`, or has a Left option that is at least `b`.
    ///
    /// O(a² × b²) time in the numbers of games that they lead to and of their options, at worst.
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
    /// [`Stopped`] at a limit.
    pub fn is_at_least(&mut self, a: MisereGame, b: MisereGame) -> Result<bool, Stopped> {
        settle(self, [a, b], Self::try_order)?;
        Ok(self.known_order(a, b).expect("it is settled"))
    }

    /// Tells whether `a` alone is not as good for Left as `b` alone.
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

    /// Compares two, or notes the first comparison that this waits for.
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
        if !self.is_good_beside_ends(a, b) {
            self.at_least.insert([a, b], false);
            return Ok(());
        }
        let waiting = pending.len();
        let is_left_answered = self.options(b, left).iter().all(|&moved| {
            let answers = self.options(a, left).iter().map(|&answer| [answer, moved]);
            let reversals = self.options(moved, right).iter().map(|&reversal| [a, reversal]);
            is_answered(&mut answers.chain(reversals), pending)
        });
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

    /// One dicot of each value that ends after at most so many moves.
    ///
    /// There are 1, 2, 9 and 1268 dicots by days 0 to 3.
    ///
    /// Options that are at most others of Left, or at least others of Right, are not needed; so sets are looked at in which no two
    /// compare.
    ///
    /// ```
    /// use sprague::{Limits, theory::MisereGames};
    /// let limits = Limits::default();
    /// assert_eq!(MisereGames::new(&limits).born_by(2)?.len(), 9);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] at a limit, as in any case from day 4 on.
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

    /// Tells whether it is equal to none of these.
    fn is_new(&mut self, game: MisereGame, all: &[MisereGame]) -> Result<bool, Stopped> {
        for &other in all {
            if self.is_at_least(other, game)? && self.is_at_least(game, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All sets in which no two games compare.
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

    /// One step of work, by which so many bytes are held beside.
    fn step(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.steps += 1;
        let (positions, bytes) = (self.nodes.len() as u64 + self.steps, self.bytes() + bytes);
        self.meter.allow(positions, || bytes, || None)
    }

    /// About how many bytes are held.
    fn bytes(&self) -> usize {
        // options are held as such and as a key
        2 * self.size * size_of::<MisereGame>()
            + growth::of_list(&self.nodes)
            + growth::of_map(&self.numbers)
            + growth::of_map(&self.sums)
            + growth::of_map(&self.at_least)
    }
}

#[cfg(test)]
mod tests;
